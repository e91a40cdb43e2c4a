"""What motion on the table promises: in time, in order, skippable."""

from __future__ import annotations

from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.timeline import MAX_FRAME, Timeline, ease_out_cubic

HALF = 100 * ease_out_cubic(0.5)
"""How far a way of 100 is done after half its time."""


class Card:
    def __init__(self, x: float = 0.0, y: float = 0.0) -> None:
        self.x = x
        self.y = y


def test_cubic_easing_starts_fast_and_lands_softly() -> None:
    assert (ease_out_cubic(0.0), ease_out_cubic(1.0)) == (0.0, 1.0)
    assert ease_out_cubic(0.5) == 0.875


def test_a_card_moves_from_start_to_exactly_its_end() -> None:
    line, card, done = Timeline(), Card(), []
    line.tween(card, "x", 10, 110, 0.1)
    line.after(0.1, lambda: done.append(card.x))
    assert card.x == 10
    line.advance(0.04)
    assert card.x == pytest.approx(10 + 100 * ease_out_cubic(0.4))
    assert line.busy
    line.advance(0.04)
    assert not done
    line.advance(0.04)
    assert card.x == 110
    assert done == [110]
    assert not line.busy


def test_nothing_is_touched_before_the_delay_is_over() -> None:
    line, card = Timeline(), Card(x=7)
    line.tween(card, "x", 0, 100, 0.1, delay=0.1)
    line.advance(0.05)
    assert card.x == 7
    line.advance(0.05)
    line.advance(0.05)
    assert card.x == pytest.approx(HALF)


def test_without_a_start_it_goes_from_where_the_card_stands_when_it_begins() -> None:
    line, card = Timeline(), Card(x=7)
    line.tween(card, "x", None, 100, 0.1, delay=0.05)
    card.x = 50
    line.advance(0.05)
    line.advance(0.05)
    assert card.x == pytest.approx(50 + HALF / 2)


def test_a_setter_can_be_driven_too() -> None:
    line = Timeline()
    seen: list[float] = []
    line.tween(line, seen.append, 0, 1, 0.05)
    line.advance(0.05)
    assert (seen[0], seen[-1]) == (0, 1)


def test_a_new_move_of_the_same_card_goes_on_from_where_it_is() -> None:
    line, card = Timeline(), Card()
    line.tween(card, "x", 0, 100, 0.1)
    line.advance(0.05)
    line.tween(card, "x", 999, 0, 0.1)
    assert card.x == pytest.approx(HALF)
    line.advance(0.05)
    assert card.x == pytest.approx(HALF * (1 - HALF / 100))
    line.advance(0.05)
    assert card.x == 0


def test_x_and_y_of_a_card_and_two_cards_do_not_disturb_each_other() -> None:
    line, one, two = Timeline(), Card(), Card()
    for card in (one, two):
        line.tween(card, "x", 0, 1, 0.05)
        line.tween(card, "y", 0, 2, 0.05)
    line.advance(0.05)
    assert [(card.x, card.y) for card in (one, two)] == [(1, 2), (1, 2)]


def test_blocks_hold_back_what_comes_next() -> None:
    line = Timeline()
    assert not line.blocked
    line.block(0.08)
    line.block(0.02)  # a shorter one does not shorten it
    line.advance(0.05)
    assert line.blocked
    assert line.busy
    line.advance(0.05)
    assert not line.blocked
    assert not line.busy


def test_a_long_stall_does_not_make_things_jump() -> None:
    line, card = Timeline(), Card()
    line.tween(card, "x", 0, 100, 1.0)
    line.advance(10.0)
    assert card.x == pytest.approx(100 * ease_out_cubic(MAX_FRAME))
    line.advance(10.0, capped=False)
    assert card.x == 100


def test_the_speed_scales_time_and_zero_means_at_once() -> None:
    line, card = Timeline(speed=2.0), Card()
    line.tween(card, "x", 0, 100, 0.2)
    line.advance(0.05)
    assert card.x == pytest.approx(HALF)
    line.speed = 0
    line.block(5)
    line.advance(0)
    assert card.x == 100
    assert not line.busy


def test_skipping_runs_everything_to_its_end_in_order_with_what_it_adds() -> None:
    line, card = Timeline(), Card()
    seen: list[str] = []

    def fly_home() -> None:
        seen.append("rested")
        line.tween(card, "x", None, 5, 0.3)
        line.after(0.3, lambda: seen.append(f"home at {card.x}"))

    line.after(2.0, lambda: seen.append("late"))
    line.tween(card, "x", 0, 50, 0.2)
    line.after(0.2, lambda: seen.append(f"down at {card.x}"))
    line.after(1.0, fly_home)
    line.block(9)
    line.finish_all()
    assert seen == ["down at 50", "rested", "home at 5", "late"]
    assert card.x == 5
    assert not line.busy


def test_a_chain_that_never_ends_is_reported_instead_of_hanging() -> None:
    line = Timeline()

    def again() -> None:
        line.after(0.01, again)

    again()
    line.advance(0.05)  # fine as long as time goes on
    with pytest.raises(RuntimeError):
        line.finish_all()


def test_a_chain_keeps_its_pace_within_one_frame() -> None:
    line, card = Timeline(), Card()
    line.after(0.01, lambda: line.tween(card, "x", 0, 100, 0.08))
    line.advance(0.05)
    assert card.x == pytest.approx(HALF)


def test_stopping_leaves_a_card_where_it_is() -> None:
    line, card, other = Timeline(), Card(), Card()
    line.tween(card, "x", 0, 100, 0.1)
    line.tween(other, "x", 0, 100, 0.1)
    line.advance(0.05)
    line.stop(card)
    line.finish_all()
    assert card.x == pytest.approx(HALF)
    assert other.x == 100


def test_clearing_forgets_everything() -> None:
    line, card = Timeline(), Card()
    line.tween(card, "x", 0, 100, 0.1)
    line.after(0.1, lambda: pytest.fail("was cleared"))
    line.block(1)
    line.clear()
    assert not line.busy
    line.finish_all()
    assert card.x == 0


@given(st.lists(st.floats(0, 3), max_size=20), st.floats(0.001, 0.05), st.floats(0.5, 3))
def test_callbacks_come_in_time_order_at_any_frame_rate(
    delays: list[float], frame: float, speed: float
) -> None:
    line = Timeline(speed)
    seen: list[int] = []
    for number, delay in enumerate(delays):
        line.after(delay, lambda number=number: seen.append(number))
    for _ in range(int(3 / frame / speed) + 2):
        line.advance(frame)
    assert seen == sorted(range(len(delays)), key=lambda number: delays[number])


def test_a_whole_deck_in_the_air_costs_next_to_nothing() -> None:
    line = Timeline()
    for _ in range(108):
        line.tween(Card(), "x", 0, 100, 100.0)
    best = 1.0
    for _ in range(50):
        start = perf_counter()
        line.advance(0.01)
        best = min(best, perf_counter() - start)
    assert best < 0.001  # 0.05 ms on an idle desktop; the bound leaves room for a busy one
