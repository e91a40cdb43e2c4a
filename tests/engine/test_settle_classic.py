"""Who pays whom in a classic match, once it is won."""

from math import floor
from typing import Any

import pytest
from bills import booked, ended, whole
from engine_play import RANKS, Table, examples
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from game.engine import LineKind, new_match, preset, settle_deal, settle_match
from game.engine.settle import settle_classic


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


@given(
    st.tuples(st.sampled_from(RANKS), st.sampled_from(RANKS)),
    st.sampled_from([0, 1, None]),
    st.tuples(*[st.integers(0, 400)] * 4),
    st.tuples(*[st.integers(0, 30)] * 4),
)
@examples(300)
def test_classic_by_its_words(levels: Any, won_by: int | None, deals: Any, throws: Any) -> None:
    bill = settle_classic(levels, won_by, ("2", "2"), deals, throws)
    whole(bill)
    gained = [RANKS.index(level) + (side == won_by) for side, level in enumerate(levels)]
    for seat in range(4):
        own, other = gained[seat % 2], gained[1 - seat % 2]
        assert bill.totals[seat] == own + 2 * (own - other) + floor(deals[seat] / 10) - throws[seat]
    assert sum(amount for _, amount in booked(bill, LineKind.DIFFERENCE)) == 0


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
        ahead = 2 - RANKS.index(match.levels[loser])
        deals = match.deals_played // 10
        failed = match.failed_throws
        assert bill.totals[winner] == 2 + 2 * ahead + deals - failed[winner]
        assert bill.totals[loser + 2] == 2 - ahead - 2 * ahead + deals - failed[loser + 2]
        whole(bill)
