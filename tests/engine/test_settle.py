"""Who pays whom after a deal and after a match: the texts' examples, tables, and what always holds."""

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Any

import msgspec
import pytest
from engine_play import Table, at_play, examples
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from game.engine import (
    Bill,
    LineKind,
    Match,
    Refusal,
    Result,
    RuleSet,
    decide,
    evolve,
    new_match,
    outcome,
    parse_cards,
    preset,
    settle_deal,
    settle_match,
)
from game.engine import commands as co
from game.engine.events import ThrowFailed
from game.engine.rules import ROOMS
from game.engine.settle import settle_classic

ROOM_NAMES = ("practice", "common", "pass")
LEVELS = "23456789TJQKA"
NO_AUTO = (False,) * 4
NO_PURSES = (None,) * 4


def throw(seat: int, cards: int) -> ThrowFailed:
    return ThrowFailed(seat, tuple(range(cards)), (0,), (seat + 1) % 4, (1,))


def ended(points: int = 60, rules: RuleSet | None = None, **changes: Any) -> Result:
    """A deal of seat 0 that ended with so many points for the attackers, by the rules' own table."""
    found = outcome(points, rules or preset("lezhong"))
    plain = Result(
        number=1,
        dealer=0,
        level="2",
        suit="H",
        trick_points=points,
        bottom=(),
        bottom_points=0,
        multiplier=0,
        points=points,
        side=found.side,
        gain=found.levels,
        levels_before=("2", "2"),
        levels=("2", "2"),
        fell=None,
        counters=0,
        streak=False,
        stakes=(1, 1, 1, 1),
        auto=NO_AUTO,
        failures=(),
    )
    return replace(plain, **changes)


def bill_of(settlement: Any, room: Any, result: Result, auto: Any = NO_AUTO, purses: Any = NO_PURSES) -> Bill:
    bill = settle_deal(result, preset("lezhong", settlement=settlement, room=room), auto, purses)
    assert bill is not None
    return bill


def booked(bill: Bill, kind: LineKind) -> list[tuple[int | None, int]]:
    return [(line.seat, line.amount) for line in bill.lines if line.kind is kind]


def whole(bill: Bill) -> None:
    """Holds of every bill: totals are the sums of the lines, and there is no fraction anywhere."""
    for seat in range(4):
        assert bill.totals[seat] == sum(line.amount for line in bill.lines if line.seat == seat)
    for number in numbers(msgspec.to_builtins(bill)):
        assert type(number) is int, number


def numbers(tree: Any) -> Iterator[Any]:
    if isinstance(tree, dict):
        tree = tuple(tree.values())
    if isinstance(tree, list | tuple):
        for part in tree:
            yield from numbers(part)
    elif tree is not None and not isinstance(tree, str):
        yield tree


# Points


@pytest.mark.parametrize(
    ("points", "room", "each"),
    [
        # attackers' points; what a seat of the dealer side gains
        (0, "common", 30),
        (5, "common", 20),
        (35, "common", 20),
        (40, "common", 10),
        (75, "common", 10),
        (80, "common", -10),  # a change of deal counts as one level
        (120, "common", -10),
        (160, "common", -20),
        (240, "common", -40),
        (0, "pass", 150),
        (80, "pass", -50),
        (200, "pass", -150),
        (0, "practice", 0),
        (200, "practice", 0),
    ],
)
def test_points_for_a_deal(points: int, room: str, each: int) -> None:
    bill = bill_of("points", room, ended(points))
    assert bill.totals == (each, -each, each, -each)
    bill = bill_of("points", room, ended(points, dealer=1))
    assert bill.totals == (-each, each, -each, each)
    assert bill.house == 0


@pytest.mark.parametrize(("room", "bonus"), [("practice", 0), ("common", 3), ("pass", 6)])
def test_the_winners_of_a_match_get_a_bonus_that_nobody_pays(room: str, bonus: int) -> None:
    base = ROOMS[room].base
    bill = bill_of("points", room, ended(75, dealer=3, won_by=1))
    assert bill.totals == (-base, base + bonus, -base, base + bonus)
    assert booked(bill, LineKind.MATCH_BONUS) == [(1, bonus), (3, bonus)]
    bill = bill_of("points", room, ended(75, won_by=0))
    assert bill.totals == (base + bonus, -base, base + bonus, -base)


def test_on_auto_play_one_loses_in_full_and_wins_one() -> None:
    auto = (True, True, False, False)
    assert bill_of("points", "pass", ended(0), auto).totals == (1, -150, 150, -150)
    assert bill_of("points", "pass", ended(200), auto).totals == (-150, 1, -150, 150)
    assert bill_of("points", "practice", ended(0), auto).totals == (1, 0, 0, 0), "whatever the room"


def test_the_bonus_is_for_the_match_whoever_played() -> None:
    bill = bill_of("points", "common", ended(0, won_by=0), (True, False, False, False))
    assert bill.totals == (1 + 3, -30, 30 + 3, -30)


@pytest.mark.parametrize(("room", "penalty"), [("practice", 0), ("common", 4), ("pass", 8)])
def test_a_side_wholly_on_auto_play_pays_for_it(room: str, penalty: int) -> None:
    won = 2 * ROOMS[room].base
    bill = bill_of("points", room, ended(20), (False, True, False, True))
    assert bill.totals == (won, -won - penalty, won, -won - penalty)
    bill = bill_of("points", room, ended(20), (True, False, True, False))
    assert bill.totals == (1 - penalty, -won, 1 - penalty, -won)
    bill = bill_of("points", room, ended(20), (True,) * 4)
    assert bill.totals == (1 - penalty, -won - penalty, 1 - penalty, -won - penalty)
    bill = bill_of("points", room, ended(20), (True, True, False, False))
    assert booked(bill, LineKind.SIDE_ON_AUTO) == []


@pytest.mark.parametrize(("room", "factor"), [("practice", 0), ("common", 1), ("pass", 2)])
def test_a_failed_throw_costs_points_that_nobody_gets(room: str, factor: int) -> None:
    base = ROOMS[room].base
    bill = bill_of("points", room, ended(75, failures=(throw(3, 5), throw(0, 2), throw(3, 3))))
    assert bill.totals == (base - 4 * factor, -base, base, -base - 16 * factor)
    assert booked(bill, LineKind.FAILED_THROW) == [(3, -10 * factor), (0, -4 * factor), (3, -6 * factor)]


def test_a_bill_tells_how_it_was_reckoned() -> None:
    result = ended(0, won_by=0, failures=(throw(1, 5),))
    bill = bill_of("points", "common", result, (False, True, True, True))
    assert [(line.kind.value, line.seat, line.amount, line.numbers) for line in bill.lines] == [
        ("failed_throw", 1, -10, (2, 1, 5)),
        ("deal_won", 0, 30, (10, 3)),
        ("deal_lost", 1, -30, (10, 3)),
        ("auto_win", 2, 1, (10, 3)),
        ("deal_lost", 3, -30, (10, 3)),
        ("side_on_auto", 1, -4, (1, 4)),
        ("side_on_auto", 3, -4, (1, 4)),
        ("match_bonus", 0, 3, (1, 3)),
        ("match_bonus", 2, 3, (1, 3)),
    ]


# Silver


def test_the_texts_failed_throw_of_five_cards_costs_a_hundred() -> None:
    bill = bill_of("silver", "common", ended(60, failures=(throw(1, 5),)))
    assert booked(bill, LineKind.FAILED_THROW) == [(1, -100)]
    assert bill.totals[1] == -100 - 80


def test_silver_reckoned_by_hand() -> None:
    # Dealer 1 (stakes 2, 8), attackers 2 and 0 (stakes 1, 4), two counters, 小光 = two levels, once more
    result = ended(20, dealer=1, stakes=(4, 2, 1, 8), counters=2, streak=True)
    bill = bill_of("silver", "pass", result)
    n = (2 + 8) * (1 + 4) * 4 * 3 * 3 * 2
    assert n == 3600
    due = 50 * n
    assert due == 180_000
    # seats 1 and 3 share 180,000 as 2 : 8, less 5 per cent; seats 0 and 2 pay it as 4 : 1
    assert bill.totals == (-144_000, 34_200, -36_000, 136_800)
    assert bill.house == 9_000
    assert [(line.kind.value, line.seat, line.amount, line.numbers) for line in bill.lines] == [
        ("silver_base", None, 50, (50,)),
        ("stakes", None, 50, (2, 8, 1, 4)),
        ("counters", None, 4, (2, 2)),
        ("result_factor", None, 3, ()),
        ("level_factor", None, 3, (2, 1)),
        ("streak", None, 2, ()),
        ("silver_due", None, 180_000, (50, 3600)),
        ("silver_paid", 0, -144_000, (180_000, 4, 5, 144_000)),
        ("silver_paid", 2, -36_000, (180_000, 1, 5, 36_000)),
        ("silver_won", 1, 36_000, (180_000, 2, 10)),
        ("tax", 1, -1_800, (5,)),
        ("silver_won", 3, 144_000, (180_000, 8, 10)),
        ("tax", 3, -7_200, (5,)),
    ]


@pytest.mark.parametrize(
    ("points", "decks", "result", "level"),
    [
        (-40, 2, 6, 5),
        (0, 2, 6, 4),
        (5, 2, 3, 3),
        (35, 2, 3, 3),
        (40, 2, 2, 2),
        (75, 2, 2, 2),
        (80, 2, 1, 1),
        (120, 2, 1, 2),
        (160, 2, 1, 3),
        (15, 1, 3, 3),
        (20, 1, 2, 2),
        (55, 3, 3, 3),
        (60, 3, 2, 2),
        (75, 4, 3, 3),
        (80, 4, 2, 2),
    ],
)
def test_the_factors_of_result_and_level(points: int, decks: int, result: int, level: int) -> None:
    rules = preset("lezhong", decks, settlement="silver", room="common")
    bill = settle_deal(ended(points, rules), rules)
    assert bill is not None
    assert booked(bill, LineKind.RESULT_FACTOR) == [(None, result)]
    assert booked(bill, LineKind.LEVEL_FACTOR) == [(None, level)]
    assert booked(bill, LineKind.SILVER_DUE) == [(None, 10 * 4 * result * level)]


@pytest.mark.parametrize("counters", range(6))
def test_each_counter_doubles(counters: int) -> None:
    bill = bill_of("silver", "common", ended(80, counters=counters))
    paid = 20 * 2**counters
    assert bill.totals == (-paid, paid * 95 // 100, -paid, paid * 95 // 100)


def test_a_purse_pays_no_more_than_it_holds() -> None:
    # 小光, two levels: 10 * 4 * 3 * 3 = 360, 180 of each; seat 1 has 33
    bill = bill_of("silver", "common", ended(20), purses=(0, 33, None, None))
    pot = 33 + 180
    won = 101  # 213 / 2 = 106.5, less 5 per cent 101.175
    assert bill.totals == (won, -33, won, -180)
    assert bill.house == pot - 2 * won
    assert booked(bill, LineKind.SILVER_WON) == [(0, 106), (2, 106)]
    assert booked(bill, LineKind.TAX) == [(0, -5), (2, -5)]


def test_a_share_is_rounded_once() -> None:
    # 43 paid in all: 21.5 less 5 per cent is 20.425; 21 less 5 per cent would be 19.95
    bill = bill_of("silver", "common", ended(20), purses=(0, 43, 0, 0))
    assert bill.totals == (20, -43, 20, 0)
    assert bill.house == 3


def test_a_throw_is_paid_before_the_deal_and_not_from_what_is_won() -> None:
    # two throws of 100 and 60, then 180: the purse of 130 is empty after the second
    thrown = (throw(1, 5), throw(1, 3), throw(0, 4))
    bill = bill_of("silver", "common", ended(20, failures=thrown), purses=(50, 130, None, None))
    assert booked(bill, LineKind.FAILED_THROW) == [(1, -100), (1, -30), (0, -50)]
    assert booked(bill, LineKind.SILVER_PAID) == [(1, 0), (3, -180)]
    assert bill.totals == (85 - 50, -130, 85, -180)
    assert bill.house == 130 + 50 + 10


def test_who_has_no_purse_pays_on_paper() -> None:
    bill = bill_of("silver", "pass", ended(0, counters=9, stakes=(8, 8, 8, 8)), purses=(0, None, 0, None))
    assert bill.totals[1] == -50 * 256 * 512 * 6 * 4 // 2


def test_auto_play_and_a_match_won_change_nothing_in_silver() -> None:
    plain = bill_of("silver", "pass", ended(0))
    assert bill_of("silver", "pass", ended(0, won_by=0), (True,) * 4) == plain


def test_a_purse_below_zero_is_an_error() -> None:
    with pytest.raises(ValueError, match="purse"):
        bill_of("silver", "common", ended(0), purses=(1, -1, None, None))


# 经典


def test_the_texts_example_past_ten_against_nine() -> None:
    bill = settle_classic(("T", "9"), 0, ("2", "2"), (15, 15, 15, 15), (2, 0, 0, 1))
    assert bill.totals == (9 + 4 + 1 - 2, 7 - 4 + 1, 9 + 4 + 1, 7 - 4 + 1 - 1)
    assert [(line.kind.value, line.amount, line.numbers) for line in bill.lines if line.seat == 0] == [
        ("levels", 9, (2, 10, 1)),
        ("difference", 4, (2, 2)),
        ("deals", 1, (15, 10)),
        ("throws", -2, (2,)),
    ]
    assert [(line.amount, line.numbers) for line in bill.lines if line.seat == 3] == [
        (7, (2, 9, 0)),
        (-4, (2, -2)),
        (1, (15, 10)),
        (-1, (1,)),
    ]


def test_the_texts_examples_past_six_and_six_against_three() -> None:
    past = settle_classic(("3", "6"), 1, ("2", "2"), (0,) * 4, (0,) * 4)
    assert booked(past, LineKind.LEVELS) == [(0, 1), (1, 5), (2, 1), (3, 5)]
    at = settle_classic(("6", "3"), None, ("2", "2"), (0,) * 4, (0,) * 4)
    assert booked(at, LineKind.DIFFERENCE) == [(0, 6), (1, -6), (2, 6), (3, -6)]
    assert booked(at, LineKind.LEVELS) == [(0, 4), (1, 1), (2, 4), (3, 1)]


@pytest.mark.parametrize(("deals", "worth"), [(0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (137, 13)])
def test_ten_deals_count_one(deals: int, worth: int) -> None:
    bill = settle_classic(("A", "A"), None, ("2", "2"), (deals, 0, 0, 0), (0,) * 4)
    assert booked(bill, LineKind.DEALS) == [(0, worth), (1, 0), (2, 0), (3, 0)]


def test_a_match_pays_when_it_is_won() -> None:
    rules = preset("classic", end_level="T")
    match = replace(new_match(rules), levels=("T", "9"), deals_played=15, failed_throws=(2, 0, 1, 0))
    assert settle_match(match) is None
    bill = settle_match(replace(match, phase="won", won_by=0))
    assert bill is not None
    assert bill.totals == (12, 4, 13, 4)
    assert bill.house == 0
    bill = settle_match(
        replace(match, won_by=0), started=("8", "9"), deals=(5, 9, 10, 30), throws=(0, 1, 0, 0)
    )
    assert bill is not None
    assert bill.totals == (3 + 4, 0 - 4 - 1, 3 + 4 + 1, 0 - 4 + 3)


def test_each_settlement_has_its_time() -> None:
    won = replace(new_match(preset("classic")), levels=("A", "2"), won_by=0)
    for settlement in ("points", "silver", "popo"):
        assert settle_match(replace(won, rules=preset("classic", settlement=settlement))) is None
        assert settle_deal(ended(), preset("classic", settlement=settlement)) is not None
    assert settle_match(won) is not None
    assert settle_deal(ended(), preset("classic")) is None


# 泡泡


@pytest.mark.parametrize(
    ("points", "level", "each"),
    [
        (0, "2", 2 * (1 + 3) + 2),
        (5, "9", 2 * (1 + 2) + 9),
        (40, "T", 2 * (1 + 1) + 10),
        (40, "J", 2 * (1 + 1) + 11),
        (80, "Q", -(2 * (2 + 0) + 12)),
        (120, "K", -(2 * (2 + 1) + 13)),
        (160, "A", -(2 * (2 + 2) + 14)),
        (400, "3", -(2 * (2 + 3) + 3)),  # three levels are the most
    ],
)
def test_popo(points: int, level: str, each: int) -> None:
    rules = preset("popo")
    bill = settle_deal(ended(points, rules, level=level), rules, (True,) * 4)
    assert bill is not None
    assert bill.totals == (each, -each, each, -each)
    bill = settle_deal(ended(points, rules, level=level, dealer=3), rules)
    assert bill is not None
    assert bill.totals == (-each, each, -each, each)
    assert bill.house == 0


def test_popo_spells_its_sum() -> None:
    bill = bill_of("popo", "common", ended(80, level="Q"))
    assert [(line.kind.value, line.amount, line.numbers) for line in bill.lines] == [
        ("popo_lost", -16, (2, 2, 0, 12)),
        ("popo_won", 16, (2, 2, 0, 12)),
    ] * 2


# What always holds

stakes = st.tuples(*[st.sampled_from([1, 2, 4, 8])] * 4)
purses = st.tuples(*[st.none() | st.integers(0, 300) | st.integers(0, 10**6)] * 4)
autos = st.tuples(*[st.booleans()] * 4)
throws = st.lists(st.builds(throw, st.integers(0, 3), st.integers(2, 12)), max_size=4).map(tuple)
results = st.builds(
    ended,
    st.integers(-20, 120).map(lambda fives: 5 * fives),
    dealer=st.integers(0, 3),
    level=st.sampled_from(LEVELS),
    counters=st.integers(0, 12),
    stakes=stakes,
    failures=throws,
).flatmap(
    lambda result: st.builds(
        replace,
        st.just(result),
        streak=st.booleans() if result.side == "dealer" else st.just(False),
        won_by=st.sampled_from([None, result.dealer % 2]) if result.side == "dealer" else st.none(),
    )
)
rooms = st.sampled_from(ROOM_NAMES)


def winners(result: Result) -> set[int]:
    """Told the long way round."""
    dealers = {result.dealer, (result.dealer + 2) % 4}
    return dealers if result.side == "dealer" else {0, 1, 2, 3} - dealers


@given(results, rooms, purses)
@examples(400)
def test_silver_is_neither_made_nor_lost(result: Result, room: str, purses: Any) -> None:
    bill = bill_of("silver", room, result, purses=purses)
    whole(bill)
    assert sum(bill.totals) + bill.house == 0
    fines = -sum(amount for _, amount in booked(bill, LineKind.FAILED_THROW))
    paid = -sum(amount for _, amount in booked(bill, LineKind.SILVER_PAID))
    kept = sum(amount for kind in ("silver_won", "tax") for _, amount in booked(bill, LineKind(kind)))
    assert fines + paid == kept + bill.house
    assert fines <= bill.house <= fines + paid * ROOMS[room].tax // 100 + 2, "tax and two roundings"
    for seat, purse in enumerate(purses):
        assert purse is None or purse + bill.totals[seat] >= 0
    payers = {seat for seat, amount in booked(bill, LineKind.SILVER_PAID)}
    assert payers == {0, 1, 2, 3} - winners(result)
    assert all(
        amount <= 0
        for kind in ("silver_paid", "tax", "failed_throw")
        for _, amount in booked(bill, LineKind(kind))
    )


@given(results, rooms, purses)
@examples(400)
def test_silver_by_fractions(result: Result, room: str, purses: Any) -> None:
    """The section's words once more, in fractions."""
    bill = bill_of("silver", room, result, purses=purses)
    x, tax = ROOMS[room].base, Fraction(ROOMS[room].tax, 100)
    own = result.stakes
    n = Fraction((own[0] + own[2]) * (own[1] + own[3]))
    for _ in range(result.counters):
        n *= 2
    if result.side == "dealer":
        n *= 6 if result.points <= 0 else 3 if result.points < 40 else 2
    n *= result.gain + 1
    n *= 2 if result.streak else 1
    totals = [0] * 4
    for failed in result.failures:
        purse = purses[failed.seat]
        fine = 2 * x * len(failed.tried)
        totals[failed.seat] -= fine if purse is None else min(fine, purse + totals[failed.seat])
    pot = Fraction(0)
    for seat in {0, 1, 2, 3} - winners(result):
        owed = x * n * own[seat] / (own[seat] + own[seat - 2])
        assert owed.denominator == 1
        purse = purses[seat]
        paid = owed if purse is None else min(owed, Fraction(purse + totals[seat]))
        totals[seat] -= int(paid)
        pot += paid
    for seat in winners(result):
        totals[seat] += floor(pot * own[seat] / (own[seat] + own[seat - 2]) * (1 - tax))
    assert bill.totals == tuple(totals)


@given(results, rooms, autos)
@examples(400)
def test_points_have_the_right_signs(result: Result, room: str, auto: Any) -> None:
    bill = bill_of("points", room, result, auto)
    whole(bill)
    assert bill.house == 0
    plain = bill_of("points", room, replace(result, failures=(), won_by=None))
    base = ROOMS[room].base
    assert sum(plain.totals) == 0
    for seat in range(4):
        pays = plain.totals[seat]
        assert abs(pays) == base * max(1, result.gain)
        assert pays >= 0 if seat in winners(result) else pays <= 0
        alone = bill_of("points", room, result)
        if not auto[seat]:
            assert bill.totals[seat] == alone.totals[seat], "auto-play of others costs nothing"
        elif base:
            assert bill.totals[seat] <= alone.totals[seat]
        if seat not in winners(result):
            assert bill.totals[seat] <= pays, "who lost gets nothing for anything"


@given(results, autos)
@examples(200)
def test_popo_is_between_winners_and_losers(result: Result, auto: Any) -> None:
    bill = bill_of("popo", "common", result, auto)
    whole(bill)
    assert sum(bill.totals) == 0
    for seat in range(4):
        assert (bill.totals[seat] > 0) == (seat in winners(result))
        assert bill.totals[seat] == bill.totals[seat - 2]


@given(results, rooms)
@examples(200)
def test_more_counters_cost_and_win_more(result: Result, room: str) -> None:
    fewer = bill_of("silver", room, result)
    more = bill_of("silver", room, replace(result, counters=result.counters + 1))
    for seat in range(4):
        if not ROOMS[room].base:
            assert more.totals[seat] == fewer.totals[seat] == 0
        elif seat in winners(result):
            assert more.totals[seat] > fewer.totals[seat]
        else:
            assert more.totals[seat] < fewer.totals[seat]
    for settlement in ("points", "popo"):
        assert bill_of(settlement, room, result) == bill_of(
            settlement, room, replace(result, counters=result.counters + 1)
        )


@given(
    st.tuples(st.sampled_from(LEVELS), st.sampled_from(LEVELS)),
    st.sampled_from([0, 1, None]),
    st.tuples(*[st.integers(0, 400)] * 4),
    st.tuples(*[st.integers(0, 30)] * 4),
)
@examples(300)
def test_classic_by_its_words(levels: Any, won_by: int | None, deals: Any, throws: Any) -> None:
    bill = settle_classic(levels, won_by, ("2", "2"), deals, throws)
    whole(bill)
    gained = [LEVELS.index(level) + (side == won_by) for side, level in enumerate(levels)]
    for seat in range(4):
        own, other = gained[seat % 2], gained[1 - seat % 2]
        assert bill.totals[seat] == own + 2 * (own - other) + floor(deals[seat] / 10) - throws[seat]
    assert sum(amount for _, amount in booked(bill, LineKind.DIFFERENCE)) == 0


# As deals and matches end at the table


def finish(match: Match, *plays: str) -> Match:
    for play in plays:
        events = decide(match, match.running.turn, co.Play(parse_cards(play)))
        assert not isinstance(events, Refusal), (play, events)
        for event in events:
            match = evolve(match, event)
    return match


def test_a_deal_played_to_its_end_is_paid() -> None:
    rules = preset("lezhong", settlement="silver", room="common")
    hands = ["S9 S3", "C9 C3", "SA C6", "C4 C7"]
    match = at_play(rules, hands, points=35)
    match = finish(match, "S9 S3", "C3", "SA", "C4", "C6", "C7", "S9", "C9")
    assert match.result is not None
    assert match.result.failures[0].tried == parse_cards("S9 S3")
    bill = settle_deal(match.result, rules)
    assert bill is not None
    # two cards tried: 40; 35 points are below one step: two levels, 10 * 4 * 3 * 3 = 360
    assert booked(bill, LineKind.FAILED_THROW) == [(0, -40)]
    assert bill.totals == (171 - 40, -180, 171, -180)


def test_a_match_played_to_its_end_is_paid() -> None:
    for seed in range(3):
        table = Table(preset("lezhong", settlement="classic", end_level="3"), f"settle {seed}")
        for match in table.deals():
            assert settle_match(match) is None
        match = table.match
        bill = settle_match(match)
        assert bill is not None
        assert match.won_by is not None
        winner, loser = match.won_by, 1 - match.won_by
        ahead = 2 - LEVELS.index(match.levels[loser])
        deals = match.deals_played // 10
        failed = match.failed_throws
        assert bill.totals[winner] == 2 + 2 * ahead + deals - failed[winner]
        assert bill.totals[loser + 2] == 2 - ahead - 2 * ahead + deals - failed[loser + 2]
        whole(bill)
