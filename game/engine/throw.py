"""Throws: several components led at once (RULES.md section 3)."""

from collections.abc import Sequence

import msgspec

from game.engine.cards import Cards, Counts, count
from game.engine.rules import RuleSet
from game.engine.shapes import Component, one_suit, placements, read_shape
from game.engine.trump import Trump


class ThrowFailure(msgspec.Struct, frozen=True):
    """A throw that did not hold: what must be played instead, and what beat it.

    ``hand`` is the index of the other hand that holds ``beaten_by``.
    """

    forced: Cards
    beaten_by: Cards
    hand: int


def check_throw(
    lead: Sequence[int], other_hands: Sequence[Sequence[int]], trump: Trump, rules: RuleSet
) -> ThrowFailure | None:
    """None when every component of the lead is unbeatable by the three other hands.

    One component alone always holds. Void hands' trumps never break a throw; equal cards do not beat.
    """
    parts = read_shape(lead, trump, rules)
    if len(parts) == 1:
        return None
    group = one_suit(lead, trump)
    assert group is not None  # read_shape saw to it
    held = [count(hand) for hand in other_hands]
    beaten = []
    for part in parts:
        for i, hand in enumerate(held):
            if better := _better(part, hand, trump, group):
                beaten.append((part, better, i))
                break
    if not beaten:
        return None
    smallest_first = rules.throw_forced == "smallest_first"
    part, better, i = min(
        beaten,
        key=lambda b: (
            (len(b[0].cards), b[0].top) if smallest_first else (b[0].top, len(b[0].cards)),
            b[0].cards,
        ),
    )
    return ThrowFailure(part.cards, better, i)


def _better(part: Component, hand: Counts, trump: Trump, group: int) -> Cards:
    """The lowest component of the same shape in a hand that is higher, () when there is none."""
    for faces in placements(hand, trump.chain[group], part.width, part.length):
        if trump.position[faces[-1]] > part.top:
            return tuple(face for face in faces for _ in range(part.width))
    return ()
