"""Bidding for trump (RULES.md section 6), in all three manners.

ladder: while the cards come. after_deal: flips in turn, once all is dealt. counter_to_end: as the
ladder while the cards come, and again after each bury.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from game.engine.cards import BJ, LJ, RANKS, SUITS, Cards, card, count, lacking, printed_suit
from game.engine.events import BidMade
from game.engine.refusal import Reason, Refusal
from game.engine.rules import RuleSet

Phase = Literal["dealing", "flipping", "countering"]
"""When a bid is made: while cards come (and the grace time), in turn after them, or after a bury."""


def bid_suit(cards: Sequence[int]) -> str | None:
    """The trump suit a bid asks for, None for no trump."""
    return printed_suit(cards[0])


def strength(cards: Sequence[int], rules: RuleSet) -> tuple[int, int, int]:
    """A bid's place on the ladder: count, then level cards below LJ below BJ.

    Suits are equal, but under counter_to_end two level cards or more rank S > H > C > D.
    """
    face = cards[0]
    suit = 0
    if rules.bidding == "counter_to_end" and face < LJ and len(cards) > 1:
        suit = len(SUITS) - face // 13
    return len(cards), {LJ: 1, BJ: 2}.get(face, 0), suit


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
    manner = {"dealing": ("ladder", "counter_to_end"), "flipping": ("after_deal",)}
    if rules.bidding not in manner.get(phase, ("counter_to_end",)):
        return Refusal(Reason.NOT_NOW)
    if not cards:
        return Refusal(Reason.NO_CARDS)
    face = cards[0]
    if any(hand.count(card) < cards.count(card) for card in set(cards)):
        return Refusal(Reason.NOT_HELD, lacking(count(hand), cards))
    if any(other != face for other in cards) or (face < LJ and RANKS[face % 13] != level):
        return Refusal(Reason.BID_NOT_LEVEL, tuple(cards))
    if face >= LJ and (phase == "flipping" or len(cards) < 2 or not rules.joker_bids):
        return Refusal(Reason.BID_JOKERS, tuple(cards))
    if not history:
        return None
    standing = history[-1]
    if phase == "flipping":
        if rules.decks == 1:  # any flip replaces another's, once
            higher = all(bid.seat != seat for bid in history)
        else:
            higher = len(cards) > len(standing.cards)
    else:
        higher = strength(cards, rules) > strength(standing.cards, rules)
    return None if higher else Refusal(Reason.BID_TOO_LOW, standing.cards)


def possible_bids(level: str, rules: RuleSet) -> Iterator[Cards]:
    """Every bid there is at a level, suit by suit and then jokers, each from few cards to many."""
    jokers = [LJ, BJ] if rules.joker_bids and rules.bidding != "after_deal" else []
    for face in [card(suit, level) for suit in SUITS] + jokers:
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
        if hand.count(cards[0]) >= len(cards)
        and judge_bid(history, seat, cards, hand, level, rules, phase) is None
    )


def beatable(history: Sequence[BidMade], level: str, rules: RuleSet) -> bool:
    """Whether any bid at all could counter what stands."""
    if not history:
        return True
    standing = strength(history[-1].cards, rules)
    return any(strength(cards, rules) > standing for cards in possible_bids(level, rules))


def counters(history: Sequence[BidMade]) -> int:
    """How often a standing bid was replaced by another seat (8)."""
    return sum(a.seat != b.seat for a, b in pairwise(history))


def turned_suit(bottom: Cards, level: str, rules: RuleSet) -> tuple[Cards, str | None]:
    """``flip_bottom``: the cards turned over one by one until one decides, and the trump suit.

    The first level card's suit; a joker: no trump; neither: the suit of the highest plain card.
    """
    for n, face in enumerate(bottom, 1):
        if face >= LJ:
            return bottom[:n], None
        if RANKS[face % 13] == level:
            return bottom[:n], printed_suit(face)
    plain = [face for face in bottom if not (rules.two_is_trump and RANKS[face % 13] == "2")]
    highest = max(plain, key=lambda face: face % 13, default=None)  # of equals the first
    return bottom, None if highest is None else printed_suit(highest)
