"""Who pays whom in silver, after each deal: the text's examples, purses, and what always holds."""

from fractions import Fraction
from math import floor
from typing import Any

import pytest
from bills import bill_of, booked, ended, purses, results, rooms, throw, whole, winners
from engine_play import at_play, examples
from hypothesis import given
from msgspec.structs import replace

from game.engine import LineKind, Match, Refusal, Result, decide, evolve, parse_cards, preset, settle_deal
from game.engine import commands as co
from game.engine.rules import ROOMS


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
