"""What helps a player to choose: which cards may be played, what is forced, what is sensible, what belongs
together. All from the seat's own view, by the engine's rules and the computer players' judgement."""

import logging
from collections.abc import Iterator
from itertools import islice
from operator import itemgetter

from game.bots.lead import valued_leads
from game.bots.legal import safe_answer
from game.bots.memory import Known
from game.bots.reply import valued_replies
from game.bots.rule import RuleBot
from game.bots.why import Why, why_bury, why_play
from game.engine import Cards, Question, View, check_follow, legal_follows, points_of, read_shape
from game.engine import commands as co
from game.engine.cards import bottom_size

LOOKED_AT = 1200
"""Most replies looked at to find which cards may be played."""
MOST = 6
"""Hints given for one question."""
MUCH_WORSE = 5.0
"""Points by which a play is judged too far below the best one to be hinted at."""

log = logging.getLogger(__name__)


def playable(view: View) -> frozenset[int] | None:
    """The faces of the hand that are part of some legal reply to the lead; None when all may be.

    Where there are too many replies to look at them all, a face in doubt counts as playable.
    """
    if not view.plays:
        return None
    lead, hand, trump, rules = view.plays[0], view.hand, view.trump, view.rules
    every = frozenset(hand)
    suit = trump.group[lead[0]]
    suited = [card for card in hand if trump.group[card] == suit]
    if len(suited) < len(lead):
        return None  # those of the suit must go, the others are free
    wanted = frozenset(suited)
    found: set[int] = set()
    for looked, play in enumerate(legal_follows(lead, hand, trump, rules)):
        if not looked:
            found |= _exchanged(view, play, wanted)
        found.update(play)
        if found >= wanted or looked >= LOOKED_AT:
            found |= wanted
            break
    return None if found >= every else frozenset(found)


def _exchanged(view: View, play: Cards, wanted: frozenset[int]) -> set[int]:
    """The faces that can take the place of one card of a legal reply."""
    found: set[int] = set()
    leaving = sorted(set(play))
    for face in wanted.difference(play):
        for out in leaving:
            cards = list(play)
            cards[cards.index(out)] = face
            if check_follow(view.plays[0], view.hand, cards, view.trump, view.rules) is None:
                found.add(face)
                leaving.remove(out)
                leaving.insert(0, out)  # it is likely free for the next face as well
                break
    return found


def only_play(view: View) -> Cards:
    """The one play there is; () where there is a choice."""
    if len(view.hand) == 1:
        return view.hand
    if not view.plays:
        return ()
    plays = list(islice(legal_follows(view.plays[0], view.hand, view.trump, view.rules), 2))
    return plays[0] if len(plays) == 1 else ()


def last_play(view: View) -> Cards:
    """The whole hand, when it has to be played to this, the last trick; else ()."""
    last = len(view.hand) == (len(view.plays[0]) if view.plays else 1)
    return view.hand if last else ()


def hints(view: View, asked: Question) -> tuple[Cards, ...]:
    """What one may sensibly play or bury, each once, the computer player's choice first, and none that is
    much worse."""
    answer = safe_answer(RuleBot(), view, asked)
    if not isinstance(answer, co.Play | co.Bury):
        return ()
    found = [answer.cards]
    if asked.kind == "play" and len(view.hand) > 1:
        try:
            found += _nearly_as_good(Known(view), answer.cards)
        except Exception:
            log.exception("a computer player failed")
    return tuple(found[:MOST])


def _nearly_as_good(known: Known, best: Cards) -> list[Cards]:
    """Other plays than the best, each once, the better first."""
    found: list[Cards] = []
    highest = None
    for value, cards in islice(_valued(known), 4 * MOST):
        highest = value if highest is None else highest
        if highest - value > MUCH_WORSE:
            break
        if _gives_away(known, cards) > _gives_away(known, best):
            continue
        if all(sorted(cards) != sorted(other) for other in (best, *found)):
            found.append(cards)
    return found


def _gives_away(known: Known, cards: Cards) -> int:
    """The points of a play to a trick that is the opponents' unless they lose it to one another."""
    view = known.view
    if view.winning is None or view.winning % 2 == known.seat % 2 or len(view.plays) < 2:
        return 0  # a partner still to play may win it
    return 0 if known.goes_ahead(cards) else points_of(cards)


def reason(view: View, asked: Question, cards: Cards) -> Why | None:
    """What speaks for a hint."""
    try:
        return why_bury(view, cards) if asked.kind == "bury" else why_play(Known(view), cards)
    except Exception:
        log.exception("a computer player failed")
        return None


def _valued(known: Known) -> Iterator[tuple[float, Cards]]:
    """Sensible plays with their value in points, the best first."""
    if known.view.plays:
        yield from valued_replies(known)
    else:
        yield from sorted(valued_leads(known), key=itemgetter(0), reverse=True)


def whole(view: View, asked: str | None, chosen: Cards, card: int) -> Cards:
    """What to select along with a card, given what is selected already: cards to complete what is buried,
    a reply of the right number, or the pair, tractor or the like that the card is part of."""
    if asked == "bury":
        return _bury_with(view, chosen, card)
    if view.plays and view.turn is not None:
        return _reply_with(view, card)
    suit = [other for other in view.hand if view.trump.group[other] == view.trump.group[card]]
    parts = read_shape(suit, view.trump, view.rules)
    return next(part.cards for part in parts if card in part.cards)


def _bury_with(view: View, chosen: Cards, card: int) -> Cards:
    """The cards chosen, the card, and then those the computer player would bury, up to the full number."""
    size = bottom_size(view.rules.decks)
    cards = list(chosen)
    if card not in cards and len(cards) < size:
        cards.append(card)
    left = list(view.hand)
    for taken in cards:
        left.remove(taken)
    answer = safe_answer(RuleBot(), view, Question("bury", ()))
    order = list(answer.cards) if isinstance(answer, co.Bury) else []
    low_first = reversed(view.trump.sort(view.hand))
    order += sorted(low_first, key=lambda other: points_of((other,)))
    for other in order:
        if len(cards) < size and other in left:
            left.remove(other)
            cards.append(other)
    return tuple(cards[:size])


def _reply_with(view: View, card: int) -> Cards:
    """A legal reply with the card in it, a sensible one if there is; the card alone if there is none."""
    try:
        sensible = [cards for _, cards in islice(_valued(Known(view)), 4 * MOST)]
    except Exception:
        log.exception("a computer player failed")
        sensible = []
    every = legal_follows(view.plays[0], view.hand, view.trump, view.rules)
    for play in (*sensible, *islice(every, LOOKED_AT)):
        if card in play:
            return play
    return (card,)
