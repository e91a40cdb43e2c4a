"""Titles and medals: two tables, growing by about a fifth per step."""

from itertools import pairwise

import pytest
from engine_play import examples
from hypothesis import given
from hypothesis import strategies as st

from game.engine import MEDALS, TITLES, medal_step, title_step


@pytest.mark.parametrize(("table", "steps"), [(TITLES, 24), (MEDALS, 100)])
def test_each_step_is_about_a_fifth_more(table: tuple[int, ...], steps: int) -> None:
    assert len(table) == steps
    assert all(type(threshold) is int for threshold in table)
    assert table[0] > 0
    for below, above in pairwise(table):
        assert 117 * below <= 100 * above <= 123 * below, (below, above)
    # and it does not drift off: a fifth, over and over
    exact = table[0] * 1.2 ** (steps - 1)
    assert abs(table[-1] - exact) < exact / 100


def test_the_tables_stay_as_they_are() -> None:
    """Players hold what they have reached."""
    assert TITLES[:6] == (50, 60, 72, 86, 104, 124)
    assert TITLES[-1] == 3310
    assert MEDALS[:6] == (100, 120, 144, 173, 207, 249)
    assert MEDALS[-1] == 6_900_000_000


@pytest.mark.parametrize(("table", "step_of"), [(TITLES, title_step), (MEDALS, medal_step)])
def test_a_step_is_reached_at_its_threshold(table: tuple[int, ...], step_of) -> None:
    assert step_of(0) == 0
    assert step_of(-5000) == 0
    for step, threshold in enumerate(table, 1):
        assert step_of(threshold - 1) == step - 1
        assert step_of(threshold) == step
    assert step_of(10 * table[-1]) == len(table)


@given(st.integers(-1000, 10**11), st.integers(0, 10**11))
@examples(200)
def test_more_is_never_a_lower_step(have: int, more: int) -> None:
    assert title_step(have) <= title_step(have + more)
    assert medal_step(have) <= medal_step(have + more)
