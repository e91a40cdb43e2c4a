"""Who pays whom in points, after each deal."""

from typing import Any

import pytest
from bills import autos, bill_of, booked, ended, results, rooms, throw, whole, winners
from engine_play import examples
from hypothesis import given
from msgspec.structs import replace

from game.engine import LineKind, Result
from game.engine.rules import ROOMS


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
