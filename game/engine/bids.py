"""Bidding for trump (RULES.md section 6): ladder, while the cards come."""

from collections.abc import Iterator, Sequence
from typing import Literal

from game.engine.cards import BJ, LJ, RANKS, SUITS, Cards, card, count, lacking, printed_suit
from game.engine.events import BidMade
from game.engine.refusal import Reason, Refusal
from game.engine.rules import RuleSet

Phase = Literal["dealing"]
"""When a bid is made: the ladder knows only the deal and its grace time."""


def bid_suit(cards: Sequence[int]) -> str | None:
    """The trump suit a bid asks for, None for no trump."""
    return printed_suit(cards[0])


def strength(cards: Sequence[int]) -> tuple[int, int]:
    """A bid's place on the ladder: count before class, level cards below LJ below BJ."""
    return len(cards), {LJ: 1, BJ: 2}.get(cards[0], 0)


def judge_bid(
    history: Sequence[BidMade],
    seat: int,
    cards: Sequence[int],
    hand: Sequence[int],
    level: str,
    rules: RuleSet,
    phase: Phase = "dealing",
) -> Refusal | None:
    """None when the seat may make this bid after ``history``, holding ``hand``.

    One's own bid is raised or changed by the same measure as anyone's.
    """
    if not cards:
        return Refusal(Reason.NO_CARDS)
    if missing := lacking(count(hand), cards):
        return Refusal(Reason.NOT_HELD, missing)
    face = cards[0]
    if any(other != face for other in cards) or (face < LJ and RANKS[face % 13] != level):
        return Refusal(Reason.BID_NOT_LEVEL, tuple(cards))
    if face >= LJ and (len(cards) < 2 or not rules.joker_bids):
        return Refusal(Reason.BID_JOKERS, tuple(cards))
    if history and strength(cards) <= strength(history[-1].cards):
        return Refusal(Reason.BID_TOO_LOW, history[-1].cards)
    return None


def possible_bids(level: str, rules: RuleSet) -> Iterator[Cards]:
    """Every bid there is at a level, suit by suit and then jokers, each from few cards to many."""
    faces = [card(suit, level) for suit in SUITS] + ([LJ, BJ] if rules.joker_bids else [])
    for face in faces:
        for n in range(2 if face >= LJ else 1, rules.decks + 1):
            yield (face,) * n


def open_bids(
    history: Sequence[BidMade],
    seat: int,
    hand: Sequence[int],
    level: str,
    rules: RuleSet,
    phase: Phase = "dealing",
) -> tuple[Cards, ...]:
    """The bids a seat may make now."""
    return tuple(
        cards
        for cards in possible_bids(level, rules)
        if judge_bid(history, seat, cards, hand, level, rules, phase) is None
    )
