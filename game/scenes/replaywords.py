"""What happened at a step of a replay, in one line.

In the past tense, so that a sentence is right for "You" as well.
"""

from collections.abc import Callable

from game.engine import View
from game.engine import events as ev
from game.scenes.matchwords import MatchWords
from game.scenes.words import Words


def told(event: ev.Event, view: View, name: Callable[[int], str], words: Words) -> str:
    """The event that led to this view."""
    tr, ntr = words.tr, words.ntr
    match event:
        case ev.DealStarted(number=number, level=level):
            return tr("Deal {number} begins at level {level}.", number=number, level=words.rank(level))
        case ev.CardDealt():
            dealt = sum(view.counts)
            return ntr("{n} card is dealt.", "{n} cards are dealt.", dealt)
        case ev.BidMade(seat, cards):
            return tr("{name} bid {cards}.", name=name(seat), cards=words.cards(cards))
        case ev.BidPassed(seat):
            return tr("{name} made no bid.", name=name(seat))
        case ev.TrumpSet(dealer, suit):
            if suit is None:
                return tr("No trump; dealer: {name}.", name=name(dealer))
            return tr("Trump is {suit}; dealer: {name}.", suit=words.suit(suit), name=name(dealer))
        case ev.BottomTurned(cards):
            return tr("Nobody bid; the bottom is turned: {cards}", cards=words.cards(cards))
        case ev.DealVoided():
            return tr("Nobody bid; it is dealt again.")
        case ev.BottomTaken(seat):
            return tr("{name} took the bottom.", name=name(seat))
        case ev.Buried(seat, cards):
            if cards is None:
                return tr("{name} buried the bottom.", name=name(seat))
            return tr("{name} buried {cards}.", name=name(seat), cards=words.cards(cards))
        case ev.StakeSet(seat, stake):
            return tr("{name} played with stake ×{n}.", name=name(seat), n=stake)
        case ev.ThrowFailed(seat, tried, _, holder, beaten_by):
            return tr(
                "{name} threw {cards}. It failed: {holder} had {better}.",
                name=name(seat),
                cards=words.cards(tried),
                holder=name(holder),
                better=words.cards(beaten_by),
            )
        case ev.CardsPlayed(seat, cards):
            shown = words.cards(view.trump.sort(cards))
            if len(view.plays) == 1 and len(cards) > 1:
                shape = words.shape(cards, view.trump, view.rules)
                return tr("{name} led {cards} ({shape}).", name=name(seat), cards=shown, shape=shape)
            if len(view.plays) == 1:
                return tr("{name} led {cards}.", name=name(seat), cards=shown)
            return tr("{name} played {cards}.", name=name(seat), cards=shown)
        case ev.TrickWon(seat, points):
            n = len(view.tricks)
            if points:
                return ntr(
                    "{name} won trick {trick} with {n} point.",
                    "{name} won trick {trick} with {n} points.",
                    points,
                    name=name(seat),
                    trick=n,
                )
            return tr("{name} won trick {trick}.", name=name(seat), trick=n)
        case ev.BottomShown(_, points, multiplier):
            if multiplier:
                return tr(
                    "Bottom won: {points} points × {multiplier} = {all}",
                    points=points,
                    multiplier=multiplier,
                    all=points * multiplier,
                )
            return tr("Bottom kept by the dealer side: {points} points", points=points)
        case ev.DealScored(points, side, gain):
            outcome = MatchWords(words).outcome(side, gain)
            return ntr(
                "{n} point in all; {outcome}.", "{n} points in all; {outcome}.", points, outcome=outcome
            )
        case ev.MatchWon(side):
            return tr("{a} and {b} won the match.", a=name(side), b=name(side + 2))
        case ev.AutoSet(seat, on):
            if on:
                return tr("{name} went on auto-play.", name=name(seat))
            return tr("{name} came back from auto-play.", name=name(seat))
        case ev.TimedOut(seat):
            return tr("{name} ran out of time.", name=name(seat))
    return ""
