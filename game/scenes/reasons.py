"""What speaks for a choice, in a sentence."""

from collections.abc import Sequence

from game.bots.why import Code, Why
from game.engine import Trump
from game.engine.cards import SUITS
from game.scenes.words import Words


def in_words(why: Why, trump: Trump, words: Words, other: bool = False) -> str:
    """The sentence for a reason; ``other`` for a choice that is not the best."""
    if other and (text := _of_another(why, words)):
        return text
    tr, ntr, cards, n = words.tr, words.ntr, words.cards(why.cards), why.points
    match why.code:
        case Code.FORCED:
            return tr("There is no other choice.")
        case Code.SEARCH:
            return ntr(
                "Played out many times, about {n} point more with {cards}.",
                "Played out many times, about {n} points more with {cards}.",
                n,
                cards=cards,
            )
        case Code.SURE_THROW:
            return tr("No part of {cards} can be beaten in its suit: throw it.", cards=cards)
        case Code.RUN_TRACTOR:
            return tr("A tractor, {cards}, is seldom beaten, and draws out pairs.", cards=cards)
        case Code.DRAW_TRUMP:
            return tr("You are long in trumps: draw theirs with {cards}.", cards=cards)
        case Code.LOW_TRUMP:
            return tr("The trump {cards} costs little, and passes the lead on.", cards=cards)
        case Code.HIGHEST:
            return tr("Nothing higher in the suit than {cards} is out any more.", cards=cards)
        case Code.LEAD_VOID_OF_PARTNER:
            return tr("Your partner has no {suit} and may ruff.", suit=words.group(why.cards[0], trump))
        case Code.LEAD_PAIR:
            return tr("It is harder to beat {cards} than single cards.", cards=cards)
        case Code.LEAD_TO_VOID:
            return tr("{cards} is your last card of its suit: then you can ruff.", cards=cards)
        case Code.CHEAP_LEAD:
            return tr("No lead is sure to win: the least is risked with {cards}.", cards=cards)
    return _of_replies(why, words) or _before_play(why, words)


def _of_another(why: Why, words: Words) -> str:
    """Where the usual sentence says that nothing is better."""
    tr, cards = words.tr, words.cards(why.cards)
    match why.code:
        case Code.CHEAP_LEAD:
            return tr("No lead is sure to win: you may risk {cards}, too.", cards=cards)
        case Code.DISCARD:
            return tr("The opponents are ahead: you may discard {cards}, too.", cards=cards)
        case Code.CHEAPEST:
            return tr("You do not lose much more with {cards}.", cards=cards)
    return ""


def _of_replies(why: Why, words: Words) -> str:
    tr, ntr, cards, n = words.tr, words.ntr, words.cards(why.cards), why.points
    match why.code:
        case Code.RUFF_FOR_POINTS:
            return ntr("Ruff: {n} point lies on the table.", "Ruff: {n} points lie on the table.", n)
        case Code.RUFF_TO_LEAD:
            return tr("Ruff with {cards}, to get the lead.", cards=cards)
        case Code.SECURE:
            return tr("Your partner is ahead, but it is harder to beat {cards}.", cards=cards)
        case Code.TAKE_LAST:
            return tr("You are the last to play: win the trick with {cards}.", cards=cards)
        case Code.TAKE:
            return tr("Go ahead with {cards}: there is a good chance to stay there.", cards=cards)
        case Code.GIVE_POINTS:
            return tr("Your partner is ahead: give {cards}.", cards=cards)
        case Code.PARTNER_AHEAD:
            return tr("Your partner is ahead: a card of little worth will do.")
        case Code.DISCARD_TO_VOID:
            suits = _suits(why.cards, words)
            return tr("The opponents are ahead: get rid of {suits}, then you can ruff.", suits=suits)
        case Code.DISCARD:
            return tr("The opponents are ahead: discard what you need least, {cards}.", cards=cards)
        case Code.KEEP_PAIR:
            return tr("This keeps {cards} together.", cards=cards)
        case Code.PROTECT_BOTTOM:
            return tr("Keep {cards} for the last trick: it decides about the bottom.", cards=cards)
        case Code.SPARE_WINNER:
            return tr("This trick is not worth the {cards}.", cards=cards)
        case Code.SAVE_POINTS:
            return tr("The opponents are ahead: give them no points.")
        case Code.CHEAPEST:
            return tr("The least you can give here: {cards}.", cards=cards)
    return ""


def _before_play(why: Why, words: Words) -> str:
    tr, ntr, cards, n = words.tr, words.ntr, words.cards(why.cards), why.points
    match why.code:
        case Code.BURY_TO_VOID:
            suits = _suits(why.cards, words)
            return tr("Bury all of {suits}: then you can ruff.", suits=suits)
        case Code.BURY_TO_WINNERS:
            return tr("Only winners stay of {suits}: then you can ruff.", suits=_suits(why.cards, words))
        case Code.BURY_POINTS:
            return ntr(
                "The strong cards stay; {n} point goes into the bottom.",
                "The strong cards stay; {n} points go into the bottom.",
                n,
            )
        case Code.BURY_WEAK:
            return tr("The weakest cards go; trumps, high cards and pairs stay.")
        case Code.BID_STRONG:
            return tr("Enough trumps to bid {cards}.", cards=cards)
        case Code.BID_OVER:
            return tr("The hand is better with {cards} than with what stands.", cards=cards)
        case Code.BID_LOCK:
            return tr("With {cards} it is harder to overbid you.", cards=cards)
        case Code.BID_NO_TRUMP:
            return tr("The big cards are here: {cards}, no trump.", cards=cards)
        case Code.PASS:
            return tr("Not strong enough to bid.")
    return ""


def _suits(cards: Sequence[int], words: Words) -> str:
    """The suits of plain cards, each once."""
    return " ".join(dict.fromkeys(words.suit(SUITS[card // 13]) for card in cards))
