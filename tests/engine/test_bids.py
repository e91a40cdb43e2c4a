"""Which bids may be made: each stronger than the one that stands, by the measure of its manner."""

import random
from itertools import pairwise

import pytest
from engine_play import CODES, RANKS, SUITS, Table, deck, examples, levels
from hypothesis import given
from hypothesis import strategies as st

from game.engine import (
    Cards,
    Reason,
    RuleSet,
    bid_suit,
    judge_bid,
    open_bids,
    parse_cards,
    possible_bids,
    preset,
)
from game.engine import events as ev
from game.engine.bids import Phase
from game.engine.cards import cards_of

LADDER = ["H2", "H2 H2", "LJ LJ", "BJ BJ", "S2 S2 S2", "LJ LJ LJ", "BJ BJ BJ", "D2 D2 D2 D2"]
LADDER += ["LJ LJ LJ LJ", "BJ BJ BJ BJ"]


def rung(cards: Cards) -> tuple[int, int]:
    """Count, then level cards below LJ below BJ."""
    return len(cards), max(0, cards[0] - 51)


def test_the_ladder() -> None:
    rules = preset("lezhong", 4)
    bids = [parse_cards(text) for text in LADDER]
    everything = tuple(deck(4))
    for i, standing in enumerate(bids):
        history = [ev.BidMade(0, standing)]
        for j, bid in enumerate(bids):
            for seat in range(4):  # one's own bid is measured like anyone's, the partner's too
                refusal = judge_bid(history, seat, bid, everything, "2", rules)
                assert (refusal is None) == (j > i), (LADDER[i], LADDER[j])
                if j <= i:
                    assert refusal is not None
                    assert refusal.reason == Reason.BID_TOO_LOW
                    assert refusal.cards == standing
    for bid in bids:
        assert judge_bid([], 0, bid, everything, "2", rules) is None, "any bid may open"


def test_suits_are_equal_on_the_ladder() -> None:
    rules = preset("lezhong")
    for one in SUITS:
        for two in SUITS:
            history = [ev.BidMade(0, parse_cards(f"{one}7"))]
            held = tuple(deck(2))
            assert judge_bid(history, 1, parse_cards(f"{two}7"), held, "7", rules) is not None
            assert judge_bid(history, 1, parse_cards(f"{two}7 {two}7"), held, "7", rules) is None


def stronger(bid: Cards, seat: int, history: list[ev.BidMade], rules: RuleSet) -> bool:
    """Section 6 in its own words: whether the bid replaces what stands."""
    if not history:
        return True
    standing = history[-1].cards
    if rules.bidding == "after_deal":
        if rules.decks == 1:
            return seat not in [made.seat for made in history]
        return len(bid) > len(standing)
    if len(bid) != len(standing):
        return len(bid) > len(standing)
    if rules.bidding == "counter_to_end" and len(bid) > 1:
        order = ["D", "C", "H", "S", "LJ", "BJ"]  # equal counts of two or more
    else:
        order = ["DCHS", "LJ", "BJ"]
    one, two = (
        next(
            place
            for place, names in enumerate(order)
            if (CODES[c[0]] if c[0] > 51 else CODES[c[0]][0]) in names
        )
        for c in (bid, standing)
    )
    return one > two


@st.composite
def chances(draw: st.DrawFn) -> tuple[list[ev.BidMade], int, Cards, str, RuleSet, Phase]:
    decks = draw(st.integers(1, 4))
    phase: Phase = draw(st.sampled_from(["dealing", "flipping", "countering"]))
    bidding = {"flipping": "after_deal", "countering": "counter_to_end"}.get(phase)
    bidding = bidding or draw(st.sampled_from(["ladder", "counter_to_end"]))
    rules = preset("lezhong", decks, joker_bids=draw(st.booleans()), bidding=bidding)
    level = draw(levels)
    chance = draw(st.randoms(use_true_random=False))
    high = [face for face in deck(decks) if face >= 52 or RANKS[face % 13] == level]
    hand = chance.sample(high, chance.randint(0, len(high))) + chance.sample(deck(decks), 5)
    history: list[ev.BidMade] = []
    for bid in chance.sample(list(possible_bids(level, rules)), draw(st.integers(0, 3))):
        seat = draw(st.integers(0, 3))
        if stronger(bid, seat, history, rules):
            history.append(ev.BidMade(seat, bid))
    return history, draw(st.integers(0, 3)), tuple(hand), level, rules, phase


@given(chances())
@examples(400)
def test_open_bids_are_the_possible_bids_that_are_allowed(
    of: tuple[list[ev.BidMade], int, Cards, str, RuleSet, Phase],
) -> None:
    history, seat, hand, level, rules, phase = of
    offered = open_bids(history, seat, hand, level, rules, phase)
    possible = list(possible_bids(level, rules))
    assert len(set(possible)) == len(possible)
    assert list(offered) == [
        bid for bid in possible if judge_bid(history, seat, bid, hand, level, rules, phase) is None
    ]
    # and by the rules' own words
    wanted = set()
    for face in set(hand):
        jokers = face >= 52
        if not jokers and RANKS[face % 13] != level:
            continue
        if jokers and (not rules.joker_bids or rules.bidding == "after_deal"):
            continue
        for n in range(2 if jokers else 1, min(hand.count(face), rules.decks) + 1):
            if stronger((face,) * n, seat, history, rules):
                wanted.add((face,) * n)
    assert set(offered) == wanted
    if rules.decks == 1:
        assert all(bid[0] < 52 for bid in offered), "one deck has no joker bid"


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_bids_of_a_deal_rise_and_are_of_held_cards(decks: int) -> None:
    chance = random.Random(decks)
    bids = 0
    for seed in range(8):
        table = Table(preset("lezhong", decks, joker_bids=chance.random() < 0.7), seed)

        def watch(before: object, event: ev.Event, after: object, table: Table = table) -> None:
            if isinstance(event, ev.BidMade):
                deal = table.match.running
                hand = cards_of(deal.hands[event.seat])
                assert hand.count(event.cards[0]) >= len(event.cards)

        table.watch = watch
        table.deal()
        made = table.match.running.bids
        bids += len(made)
        for low, high in pairwise(made):
            assert rung(low.cards) < rung(high.cards)
        if made:
            assert table.match.running.bound[1].suit == bid_suit(made[-1].cards)
    assert bids > 4


@pytest.mark.parametrize(
    ("bid", "hand", "reason"),
    [
        ("", "H2 S2", Reason.NO_CARDS),
        ("H2", "S2", Reason.NOT_HELD),
        ("H2 H2", "H2 S2", Reason.NOT_HELD),
        ("H3", "H3", Reason.BID_NOT_LEVEL),
        ("H2 S2", "H2 S2", Reason.BID_NOT_LEVEL),
        ("LJ BJ", "LJ BJ", Reason.BID_NOT_LEVEL),
        ("H2 LJ", "H2 LJ", Reason.BID_NOT_LEVEL),
        ("BJ", "BJ", Reason.BID_JOKERS),
    ],
)
def test_what_is_no_bid(bid: str, hand: str, reason: Reason) -> None:
    refusal = judge_bid([], 0, parse_cards(bid), parse_cards(hand), "2", preset("lezhong"))
    assert refusal is not None
    assert refusal.reason == reason


def test_no_joker_bids_where_the_table_has_none() -> None:
    rules = preset("lezhong", joker_bids=False)
    refusal = judge_bid([], 0, parse_cards("BJ BJ"), parse_cards("BJ BJ"), "2", rules)
    assert refusal is not None
    assert refusal.reason == Reason.BID_JOKERS


def test_one_s_own_bid_may_be_raised_and_changed() -> None:
    history = [ev.BidMade(0, parse_cards("S2"))]
    rules = preset("lezhong")
    for bid in ("S2 S2", "H2 H2", "LJ LJ"):
        assert judge_bid(history, 0, parse_cards(bid), parse_cards(bid), "2", rules) is None
    assert judge_bid(history, 0, parse_cards("H2"), parse_cards("H2"), "2", rules) is not None


def test_a_manner_s_bids_are_not_made_in_another_s_phase() -> None:
    hand, bid = parse_cards("S2 S2"), parse_cards("S2")
    phases = {"ladder": {"dealing"}, "after_deal": {"flipping"}, "counter_to_end": {"dealing", "countering"}}
    for manner, right in phases.items():
        rules = preset("lezhong", bidding=manner)
        for phase in ("dealing", "flipping", "countering"):
            refusal = judge_bid((), 0, bid, hand, "2", rules, phase)
            assert (refusal is None) == (phase in right)
            assert refusal is None or refusal.reason is Reason.NOT_NOW
