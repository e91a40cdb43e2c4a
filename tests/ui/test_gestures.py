"""What the mouse promises at the table."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.gestures import (
    CancelRange,
    CardTarget,
    ClearSelection,
    Gestures,
    Intent,
    OtherTarget,
    PlaySelected,
    SelectRange,
    SelectSame,
    SelectWhole,
    Skip,
    TableTarget,
    Target,
    Toggle,
)

HAND = "abcdefghij"  # ten cards, 30 px each, from x = 100 on, y from 500 to 600; a panel right of x = 900


class Table:
    """A table whose cards can move away, as they do when they rise."""

    def __init__(self) -> None:
        self.hand_top = 500.0
        self.gestures = Gestures(self.at, self.between, double_time=0.4, slop=6.0)
        self.now = 0.0

    def at(self, x: float, y: float) -> Target:
        if x >= 900:
            return OtherTarget("panel")
        index = int((x - 100) // 30)
        if self.hand_top <= y < self.hand_top + 100 and 0 <= index < len(HAND):
            return CardTarget(index, HAND[index])
        return TableTarget()

    def between(self, key: Hashable, x: float) -> list[Hashable]:
        here, there = HAND.index(str(key)), min(max(int((x - 100) // 30), 0), len(HAND) - 1)
        return list(HAND[min(here, there) : max(here, there) + 1])

    def press(self, x: float, y: float, button: int = 1) -> list[Intent]:
        return self.gestures.press(button, x, y, self.now)

    def move(self, x: float, y: float, down: bool = True) -> list[Intent]:
        return self.gestures.move(x, y, down, self.now)

    def release(self, x: float, y: float, button: int = 1) -> list[Intent]:
        return self.gestures.release(button, x, y, self.now)

    def click(self, x: float, y: float, button: int = 1, wait: float = 0.15) -> list[Intent]:
        """Press, release, and let `wait` seconds pass."""
        intents = self.press(x, y, button) + self.release(x, y, button)
        self.now += wait
        return intents


@pytest.fixture
def table() -> Table:
    return Table()


CARD_C = (170, 550)
FELT = (500, 200)
PANEL = (950, 300)


def test_a_click_toggles_its_card_at_once(table: Table) -> None:
    assert table.press(*CARD_C) == []
    assert table.release(*CARD_C) == [Toggle("c")]


def test_a_trembling_hand_still_clicks(table: Table) -> None:
    table.press(170, 550)
    assert table.move(174, 553) == []
    assert table.release(173, 551) == [Toggle("c")]


def test_a_double_click_takes_all_the_same_and_a_third_click_starts_anew(table: Table) -> None:
    clicks = [table.click(*CARD_C) for _ in range(4)]
    assert clicks == [[Toggle("c")], [SelectSame("c")], [Toggle("c")], [SelectSame("c")]]


def test_two_slow_clicks_toggle_twice(table: Table) -> None:
    assert table.click(*CARD_C, wait=0.41) == [Toggle("c")]
    assert table.click(*CARD_C) == [Toggle("c")]


def test_two_quick_clicks_on_two_cards_toggle_both(table: Table) -> None:
    assert table.click(170, 550) + table.click(200, 550) == [Toggle("c"), Toggle("d")]


@pytest.mark.parametrize("second", [(170, 596), (173, 592)])
def test_the_second_click_finds_the_card_that_rose_away(table: Table, second: tuple[int, int]) -> None:
    assert table.click(170, 596) == [Toggle("c")]
    table.hand_top -= 20  # the pointer is over the felt now
    assert table.click(*second) == [SelectSame("c")]


def test_the_second_click_belongs_to_the_first_card_when_another_slid_under_the_pointer(table: Table) -> None:
    assert table.click(188, 550) == [Toggle("c")]
    assert table.click(191, 550) == [SelectSame("c")]  # x = 191 is card d


def test_a_card_then_the_felt_farther_away_is_no_double_click(table: Table) -> None:
    assert table.click(170, 505) == [Toggle("c")]
    assert table.click(170, 480) == [Skip()]


def test_clicks_on_the_felt_skip_then_clear(table: Table) -> None:
    clicks = [table.click(*FELT) for _ in range(3)]
    assert clicks == [[Skip()], [ClearSelection()], [Skip()]]


def test_missing_a_card_by_a_hair_and_hitting_it_next_does_not_clear(table: Table) -> None:
    assert table.click(170, 498) == [Skip()]
    assert table.click(170, 501) == [Toggle("c")]


def test_a_drag_shows_its_range_live_and_keeps_it_on_release(table: Table) -> None:
    table.press(*CARD_C)
    assert table.move(205, 550) == [SelectRange(("c", "d"), preview=True)]
    assert table.move(210, 540) == []  # the same cards: nothing new to show
    assert table.move(110, 550) == [SelectRange(("a", "b", "c"), preview=True)]
    assert table.release(235, 550) == [SelectRange(("c", "d", "e"), preview=False)]


def test_a_drag_goes_on_above_the_hand_and_over_other_things(table: Table) -> None:
    table.press(*CARD_C)
    assert table.move(260, 100) == [SelectRange(("c", "d", "e", "f"), preview=True)]
    assert table.move(980, 300) == [SelectRange(tuple("cdefghij"), preview=True)]
    assert table.release(260, 20) == [SelectRange(("c", "d", "e", "f"), preview=False)]


def test_a_drag_whose_moves_got_lost_still_counts(table: Table) -> None:
    table.press(*CARD_C)
    assert table.release(230, 550) == [SelectRange(("c", "d", "e"), preview=False)]


def test_a_drag_back_to_where_it_began_is_no_click(table: Table) -> None:
    table.press(*CARD_C)
    table.move(230, 550)
    assert table.release(*CARD_C) == [SelectRange(("c",), preview=False)]


@pytest.mark.parametrize("start", [FELT, PANEL])
def test_a_drag_from_the_blank_or_a_panel_does_nothing(table: Table, start: tuple[int, int]) -> None:
    assert table.press(*start) + table.move(170, 550) + table.release(230, 550) == []


def test_a_click_right_after_a_drag_is_a_single_one(table: Table) -> None:
    table.click(*CARD_C, wait=0.05)
    table.press(*CARD_C)
    table.move(230, 550)
    table.release(*CARD_C)
    assert table.click(*CARD_C) == [Toggle("c")]


@pytest.mark.parametrize("place", [CARD_C, FELT])
def test_a_right_click_anywhere_on_the_table_plays(table: Table, place: tuple[int, int]) -> None:
    assert table.press(*place, button=3) == []
    assert table.release(*place, button=3) == [PlaySelected()]


def test_a_right_click_on_a_panel_or_a_right_drag_does_not_play(table: Table) -> None:
    assert table.click(*PANEL, button=3) == []
    assert table.press(500, 200, 3) + table.move(520, 200) + table.release(500, 200, 3) == []
    assert table.press(500, 200, 3) + table.release(510, 200, 3) == []
    assert table.press(170, 550, 3) + table.move(230, 550) + table.release(230, 550, 3) == []


def test_a_right_click_during_a_drag_cancels_it_and_does_not_play(table: Table) -> None:
    table.press(*CARD_C)
    table.move(230, 550)
    assert table.press(230, 550, button=3) == [CancelRange()]
    assert table.release(230, 550, button=3) + table.move(260, 550) + table.release(260, 550) == []


@pytest.mark.parametrize(("first", "second"), [(1, 3), (3, 1)])
def test_both_buttons_at_once_mean_nothing(table: Table, first: int, second: int) -> None:
    intents = table.press(*CARD_C, button=first) + table.press(*CARD_C, button=second)
    intents += table.release(*CARD_C, button=second) + table.release(*CARD_C, button=first)
    assert intents == []


def test_a_right_click_between_two_left_ones_parts_them(table: Table) -> None:
    table.click(*CARD_C, wait=0.05)
    table.click(*CARD_C, button=3, wait=0.05)
    assert table.click(*CARD_C) == [Toggle("c")]


@pytest.mark.parametrize("button", [2, 4, 5, 8])
def test_wheel_and_middle_button_are_ignored_even_during_a_press(table: Table, button: int) -> None:
    assert table.click(*CARD_C, button=button) == []
    table.press(*CARD_C)
    assert table.click(*CARD_C, button=button) == []
    assert table.release(*CARD_C) == [Toggle("c")]


LOSSES: list[Callable[[Table], list[Intent]]] = [
    lambda table: table.gestures.focus_lost(),
    lambda table: table.gestures.cancel(),
    lambda table: table.move(300, 300, down=False),
    lambda table: table.gestures.press(1, 500, 200, table.now),
]


@pytest.mark.parametrize("lose", LOSSES, ids=["focus lost", "escape", "release lost", "pressed anew"])
def test_a_drag_that_is_broken_off_shows_the_old_selection(
    table: Table, lose: Callable[[Table], list[Intent]]
) -> None:
    table.press(*CARD_C)
    table.move(230, 550)
    assert lose(table) == [CancelRange()]


@pytest.mark.parametrize("lose", LOSSES[:3], ids=["focus lost", "escape", "release lost"])
def test_a_press_that_is_broken_off_is_forgotten(table: Table, lose: Callable[[Table], list[Intent]]) -> None:
    table.press(*CARD_C)
    assert lose(table) == []
    assert table.release(*CARD_C) == []


@pytest.mark.parametrize("lose", LOSSES[:2], ids=["focus lost", "escape"])
def test_a_click_before_the_break_makes_no_pair_with_one_after(
    table: Table, lose: Callable[[Table], list[Intent]]
) -> None:
    table.click(*CARD_C)
    lose(table)
    assert table.click(*CARD_C) == [Toggle("c")]


def test_panels_are_left_alone(table: Table) -> None:
    assert table.click(*PANEL) + table.click(*PANEL) == []


def test_a_panel_that_opens_under_the_pointer_does_not_clear(table: Table) -> None:
    table.click(899, 200)
    assert table.click(901, 200) == []


def test_the_slop_grows_with_the_scale(table: Table) -> None:
    table.gestures.slop = 12.0
    assert table.click(170, 550) == [Toggle("c")]
    assert table.click(180, 550) == [SelectSame("c")]


steps = st.lists(
    st.tuples(
        st.sampled_from(["press", "move", "move up", "release", "focus", "escape"]),
        st.integers(1, 5),
        st.sampled_from([100, 103, 170, 230, 500, 950]),
        st.sampled_from([100, 500, 550]),
        st.sampled_from([0.0, 0.1, 0.5]),
    ),
    max_size=40,
)


@given(steps)
def test_whatever_the_hand_does_previews_end_and_only_the_right_button_plays(
    script: list[tuple[str, int, int, int, float]],
) -> None:
    table = Table()
    showing = False
    for what, button, x, y, wait in script:
        table.now += wait
        intents = {
            "press": lambda: table.press(x, y, button),  # noqa: B023
            "move": lambda: table.move(x, y),  # noqa: B023
            "move up": lambda: table.move(x, y, down=False),  # noqa: B023
            "release": lambda: table.release(x, y, button),  # noqa: B023
            "focus": table.gestures.focus_lost,
            "escape": table.gestures.cancel,
        }[what]()
        assert len(intents) <= 1
        for intent in intents:
            if isinstance(intent, PlaySelected):
                assert (what, button) == ("release", 3)
            if isinstance(intent, CancelRange):
                assert showing
            elif not (isinstance(intent, SelectRange) or not showing):
                raise AssertionError(f"{intent} while a range is shown")
            showing = isinstance(intent, SelectRange) and intent.preview
    assert table.gestures.focus_lost() == ([CancelRange()] if showing else [])


def test_a_click_with_shift_takes_the_whole_each_time(table: Table) -> None:
    for _ in range(3):
        pressed = table.gestures.press(1, *CARD_C, table.now, shift=True)
        assert pressed + table.release(*CARD_C) == [SelectWhole("c")]
        table.now += 0.1
    assert table.click(*CARD_C) == [Toggle("c")]


def test_shift_changes_nothing_beside_the_cards_and_in_a_drag(table: Table) -> None:
    assert table.gestures.press(1, *FELT, table.now, shift=True) + table.release(*FELT) == [Skip()]
    table.now += 1
    table.gestures.press(1, *CARD_C, table.now, shift=True)
    table.move(260, 550)
    assert table.release(260, 550) == [SelectRange(("c", "d", "e", "f"), preview=False)]
