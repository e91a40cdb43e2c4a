"""Buttons by mouse and by keys."""

from dataclasses import replace

import pytest

from game.ui.inputs import Key, Move, Press, Release
from game.ui.layout import Rect
from game.ui.skin import Skin
from game.ui.widgets import AREA, AROUND, Button, Buttons


def grid() -> Buttons:
    """Nine buttons in three rows, the fifth of which can't be pressed and the last is the main one."""
    buttons = Buttons()
    buttons.show(
        [
            Button(
                str(i + 1),
                Rect(i % 3 * 100, i // 3 * 50, 80, 40),
                "",
                14,
                "main" if i == 8 else "plain",
                i != 4,
            )
            for i in range(9)
        ]
    )
    return buttons


def press(buttons: Buttons, *names: str) -> list[str | None]:
    return [buttons.handle(Key(name))[0] for name in names]


def test_tab_goes_through_all_that_can_be_pressed_and_begins_anew() -> None:
    buttons = grid()
    walked = []
    for _ in range(9):
        assert buttons.handle(Key("tab")) == (None, True)
        walked.append(buttons.focus)
    assert walked == [*"12346789", "1"]
    buttons.handle(Key("tab", shift=True))
    assert buttons.focus == "9"


def test_arrows_begin_at_the_main_button_and_go_to_the_next_one_that_way() -> None:
    buttons = grid()
    press(buttons, "left")
    assert buttons.focus == "9"
    press(buttons, "up")
    assert buttons.focus == "6"
    press(buttons, "left")
    assert buttons.focus == "4"  # the fifth can't be pressed
    press(buttons, "up", "up", "left")
    assert buttons.focus == "1"
    press(buttons, "right", "right", "down", "down")
    assert buttons.focus == "9"


@pytest.mark.parametrize("key", ["return", "enter", "space"])
def test_what_has_the_focus_is_pressed(key: str) -> None:
    buttons = grid()
    assert press(buttons, "tab", "tab", key) == [None, None, "2"]
    shown = [Button("2", Rect(0, 0, 80, 40), "", 14, enabled=False)]
    buttons.show(shown)
    assert press(buttons, key) == [None]


@pytest.mark.parametrize("key", ["return", "enter", "space"])
def test_the_main_button_is_pressed_at_once_where_nothing_has_the_focus(key: str) -> None:
    buttons = grid()
    assert press(buttons, key) == ["9"]
    assert buttons.focus is None, "nothing is seen of it"
    for others in (buttons.all[:8], (replace(buttons.all[8], enabled=False), *buttons.all[:8])):
        buttons.show(others)
        assert press(buttons, key) == [None]


def test_the_mouse_ends_the_focus_and_so_does_the_buttons_going() -> None:
    buttons = grid()
    press(buttons, "tab")
    buttons.handle(Move(150, 20, False, 0.0))
    assert buttons.focus == "1"
    buttons.handle(Press(1, 500, 500, 0.0))
    assert buttons.focus is None
    press(buttons, "tab")
    buttons.show(())
    assert buttons.focus is None


def test_the_focus_is_seen(skin: Skin) -> None:
    buttons = grid()
    before = buttons.items(skin)
    press(buttons, "tab")
    after = buttons.items(skin)
    changed = [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a.surface is not b.surface]
    assert changed == [0]


def test_an_area_is_drawn_only_while_pointer_or_keys_are_there(skin: Skin) -> None:
    buttons = Buttons()
    buttons.show([Button("here", Rect(10, 10, 100, 50), "", 14, AREA)])
    assert buttons.items(skin) == []
    buttons.handle(Move(20, 20, False, 0.0))
    (ring,) = buttons.items(skin)
    around = Rect(ring.x, ring.y, *ring.surface.get_size())
    assert around == Rect(10, 10, 100, 50).inflated(AROUND), "it cuts through nothing"
    assert buttons.hovered == "here"
    assert buttons.handle(Press(1, 20, 20, 0.0))[0] is None
    assert buttons.handle(Release(1, 20, 20, 0.0))[0] == "here"
    for x in (20, 21):
        assert buttons.items(skin) == [], "what was clicked is done"
        assert buttons.hovered is None
        buttons.handle(Move(x, 20, False, 0.0))
    buttons.handle(Move(0, 0, False, 0.0))
    assert buttons.items(skin) == []
    buttons.handle(Move(20, 20, False, 0.0))
    assert len(buttons.items(skin)) == 1
    buttons.handle(Move(0, 0, False, 0.0))
    press(buttons, "tab")
    assert len(buttons.items(skin)) == 1
