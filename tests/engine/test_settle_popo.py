"""Who pays whom in 泡泡, after each deal."""

from typing import Any

import pytest
from bills import autos, bill_of, ended, results, whole, winners
from engine_play import examples
from hypothesis import given

from game.engine import Result, preset, settle_deal


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


@given(results, autos)
@examples(200)
def test_popo_is_between_winners_and_losers(result: Result, auto: Any) -> None:
    bill = bill_of("popo", "common", result, auto)
    whole(bill)
    assert sum(bill.totals) == 0
    for seat in range(4):
        assert (bill.totals[seat] > 0) == (seat in winners(result))
        assert bill.totals[seat] == bill.totals[seat - 2]
