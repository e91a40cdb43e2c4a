"""Text fields: where the caret goes, what is drawn, what is copied; with Chinese input methods as well."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest
from contrast import contrast
from hypothesis import given, settings
from hypothesis import strategies as st

from game.ui.clipboard import SystemClipboard
from game.ui.editing import DIGITS, Limits
from game.ui.field_art import FieldLook, padding
from game.ui.inputs import Composing, FocusLost, Input, Key, Move, Press, Release, Text
from game.ui.layout import Rect
from game.ui.skin import Skin
from game.ui.text import Fonts
from game.ui.textfield import Edited, Fields, TextField
from game.ui.theme import EVENING

CODE = Limits(6, DIGITS)
PX = 18
FONTS = Path(__file__).parents[2] / "assets" / "fonts"


class Board:
    """A clipboard of our own."""

    def __init__(self) -> None:
        self.held = ""

    def copy(self, text: str) -> None:
        self.held = text

    def paste(self) -> str:
        return self.held


NAME, ROOM = Rect(100, 50, 200, 40), Rect(100, 150, 120, 40)


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def fields(fonts: Fonts, board: Board) -> Fields:
    found = Fields(fonts, board)
    found.show(two())
    return found


def two(refusal: str = "") -> Sequence[TextField]:
    return (
        TextField("name", NAME, PX, "张三", "Your name", refusal=refusal),
        TextField("room", ROOM, PX, limits=CODE),
    )


def click(fields: Fields, x: int, y: int) -> None:
    for heard in (Move(x, y, False, 0.0), Press(1, x, y, 0.0), Release(1, x, y, 0.0)):
        fields.handle(heard)


def typed(fields: Fields, *heard: Input | str) -> list[Edited]:
    """Write texts; press keys."""
    made = [fields.handle(Text(what) if isinstance(what, str) else what)[0] for what in heard]
    return [edited for edited in made if edited]


def test_a_click_takes_the_focus_and_a_click_elsewhere_lets_it_go(fields: Fields) -> None:
    assert (fields.focus, fields.caret) == (None, None)
    assert typed(fields, "李", Key("backspace"), Key("return")) == []
    click(fields, *NAME.center)
    assert fields.focus == "name"
    assert typed(fields, "丰") == [Edited("name")]
    click(fields, *ROOM.center)
    assert fields.focus == "room"
    typed(fields, "1x2")
    click(fields, 5, 5)
    assert fields.focus is None
    typed(fields, "3")
    assert [fields.text(name) for name in ("name", "room")] == ["张三丰", "12"]


def test_enter_submits_tab_goes_on_and_escape_leaves(fields: Fields) -> None:
    click(fields, *NAME.center)
    assert typed(fields, Key("return")) == [Edited("name", submitted=True)]
    assert typed(fields, Key("enter")) == [Edited("name", submitted=True)]
    assert typed(fields, Key("tab")) == []
    assert fields.focus == "room"
    typed(fields, Key("tab"))
    assert fields.focus == "name"
    typed(fields, "李四")  # all was selected
    assert fields.text("name") == "李四"
    typed(fields, Key("tab", shift=True))
    assert fields.focus == "room"
    assert fields.handle(Key("escape")) == (None, True)
    assert fields.focus is None


def test_tab_goes_round_both_ways(fields: Fields) -> None:
    fields.show([*two(), TextField("chat", Rect(100, 250, 200, 40), PX)])
    fields.take_focus("name")
    order = []
    for shift in (False, False, False, True, True):
        fields.handle(Key("tab", shift=shift))
        order.append(fields.focus)
    assert order == ["room", "chat", "name", "chat", "room"]


def test_keys_that_change_nothing_are_no_edits(fields: Fields) -> None:
    click(fields, *ROOM.center)
    assert typed(fields, "x", Key("left"), Key("backspace"), Key("a"), Key("v", ctrl=True)) == []
    assert fields.handle(Key("a"))[1] is False


def test_copy_cut_and_paste(fields: Fields, board: Board) -> None:
    fields.take_focus("name")
    assert typed(fields, Key("a", ctrl=True), Key("c", ctrl=True)) == []
    assert board.held == "张三"
    assert typed(fields, Key("end"), Key("v", ctrl=True)) == [Edited("name")]
    assert fields.text("name") == "张三张三"
    assert typed(fields, Key("left", shift=True), Key("x", ctrl=True)) == [Edited("name")]
    assert (fields.text("name"), board.held) == ("张三张", "三")
    typed(fields, Key("c", ctrl=True), Key("x", ctrl=True))
    assert board.held == "三", "with nothing selected the clipboard is left alone"
    board.held = "房间 12345678"
    fields.take_focus("room")
    typed(fields, Key("v", ctrl=True))
    assert fields.text("room") == "123456"


@given(text=st.text("张三ilW😀 ", min_size=1, max_size=30), data=st.data())
def test_a_click_puts_the_caret_where_it_points(text: str, data: st.DataObject) -> None:
    pygame.font.init()
    fonts = Fonts(FONTS)
    fields = Fields(fonts, Board())
    fields.show([TextField("name", NAME, PX, text)])
    fields.take_focus("name")
    typed(fields, Key("end"))
    first = fields.caret
    assert first is not None
    x = data.draw(st.integers(NAME.x + 13, NAME.right - 14))
    click(fields, x, NAME.center[1])
    caret = fields.caret
    assert caret is not None
    last = first.x if first.x < x else NAME.right
    assert abs(caret.x - min(x, last)) <= PX, "half the widest character, and rounding"
    click(fields, caret.x, NAME.center[1])
    assert fields.caret == caret


def test_dragging_selects_and_goes_on_beyond_the_edge(fields: Fields, board: Board) -> None:
    fields.write("name", "abcdef" * 20)
    click(fields, NAME.x + 1, NAME.center[1])
    fields.handle(Press(1, NAME.x + 1, NAME.center[1], 0.0))
    fields.handle(Move(5000, 300, True, 0.0))
    fields.handle(Release(1, 5000, 300, 0.0))
    fields.handle(Move(NAME.x, 60, False, 0.0))
    typed(fields, Key("c", ctrl=True))
    assert board.held == "abcdef" * 20
    fields.handle(Press(1, NAME.x + 1, NAME.center[1], 0.0))
    fields.handle(FocusLost())
    fields.handle(Move(5000, 300, True, 0.0))
    typed(fields, "!")
    assert len(fields.text("name")) == 121, "nothing was selected after the window lost the focus"
    fields.handle(Press(1, NAME.x + 1, NAME.center[1], 0.0))
    fields.handle(Move(5000, 300, False, 0.0))
    fields.handle(Move(5000, 300, True, 0.0))
    typed(fields, "!")
    assert len(fields.text("name")) == 122, "the release was somewhere else"


@pytest.mark.parametrize("wide", ["W" * 200, "字" * 60, "a😀" * 40], ids=["W", "字", "emoji"])
def test_the_caret_is_always_in_sight(fields: Fields, wide: str) -> None:
    fields.take_focus("name")
    typed(fields, wide)
    count = len(fields.text("name"))
    steps = ["home", "end", *["left"] * 50, *["right"] * 30, "home", "end", *["backspace"] * (count - 1)]
    for name in steps:
        fields.handle(Key(name))
        caret = fields.caret
        assert caret is not None
        assert NAME.x < caret.x < NAME.right - caret.w
    assert NAME.x + PX < caret.x < NAME.x + 2 * PX, "no room is left empty before a short text"


# Input methods


def test_what_is_composed_is_seen_but_not_yet_written(fields: Fields, skin: Skin) -> None:
    fields.take_focus("name")
    typed(fields, Key("home"), Key("right"))
    before = fields.caret
    shown = fields.items(skin, EVENING)
    assert fields.handle(Composing("ni'hao", 6)) == (None, True)
    assert fields.text("name") == "张三"
    assert fields.items(skin, EVENING) != shown
    assert before is not None
    assert fields.caret is not None
    assert fields.caret.x > before.x + PX, "candidates appear where is written"
    assert typed(fields, "你好") == [Edited("name")]
    assert fields.text("name") == "张你好三"


@pytest.mark.parametrize("name", ["return", "backspace", "left", "escape", "tab", "delete"])
def test_keys_while_composing_are_the_input_methods(fields: Fields, name: str) -> None:
    fields.take_focus("name")
    typed(fields, Key("end"), Composing("hao", 3))
    assert fields.handle(Key(name)) == (None, False)
    assert fields.focus == "name"
    typed(fields, Composing(""), Key("backspace"))
    assert fields.text("name") == "张"


def test_composing_takes_the_place_of_the_selection(fields: Fields) -> None:
    fields.take_focus("name")
    assert typed(fields, Composing("l", 1)) == [Edited("name")]
    typed(fields, Composing("li", 2), "李")
    assert fields.text("name") == "李"


def test_what_was_composed_is_forgotten_with_the_focus(fields: Fields, skin: Skin) -> None:
    fields.take_focus("name")
    typed(fields, Key("end"))
    shown = fields.items(skin, EVENING)
    typed(fields, Composing("hao", 3))
    fields.handle(FocusLost())
    assert fields.items(skin, EVENING) == shown
    typed(fields, Composing("hao", 3))
    click(fields, *ROOM.center)
    typed(fields, "1")
    assert [fields.text(name) for name in ("name", "room")] == ["张三", "1"]


@settings(max_examples=25)
@given(st.text(max_size=5), st.integers(-5, 9), st.integers(-5, 9))
def test_no_place_an_input_method_tells_does_harm(text: str, start: int, length: int) -> None:
    pygame.font.init()
    fields = Fields(Fonts(FONTS), Board())
    fields.show(two())
    fields.take_focus("name")
    fields.handle(Key("end"))
    fields.handle(Composing(text, start, length))
    caret = fields.caret
    assert caret is not None
    assert NAME.x < caret.x < NAME.right
    fields.handle(Composing(text, max(0, min(len(text), start))))
    assert fields.caret == caret


# Showing


def test_shown_anew_a_field_keeps_its_text_and_its_focus(fields: Fields) -> None:
    fields.take_focus("room")
    typed(fields, "42")
    fields.show([TextField("room", NAME, 30, "7", limits=CODE)])
    assert fields.focus == "room"
    assert fields.text("room") == "42"
    fields.show([TextField("name", NAME, 30)])
    assert (fields.focus, fields.caret) == (None, None)
    assert fields.text("name") == "张三"


def test_a_field_is_written_by_the_program_within_its_limits(fields: Fields) -> None:
    fields.write("room", "12-34-56-78")
    assert fields.text("room") == "123456"
    with pytest.raises(KeyError):
        fields.text("nobody")


def test_the_state_tells_where_a_field_is_and_what_it_holds(fields: Fields) -> None:
    fields.show(two("Taken"))
    fields.take_focus("room")
    assert fields.state() == [
        {"name": "name", "rect": [100, 50, 200, 40], "text": "张三", "focus": False, "refusal": "Taken"},
        {"name": "room", "rect": [100, 150, 120, 40], "text": "", "focus": True, "refusal": ""},
    ]


def test_the_looks_change_only_when_something_did(fields: Fields, skin: Skin) -> None:
    script = [
        *(Move(1, 1, False, 0.0), Move(*NAME.center, False, 0.0), Move(*NAME.center, False, 0.0)),
        *(Press(1, *NAME.center, 0.0), Release(1, *NAME.center, 0.0), Key("end"), Key("left"), Key("f5")),
        *(Text("a"), Text("\0"), Composing("b", 1), Composing("b", 0), Composing(""), FocusLost()),
        *(Key("a", ctrl=True), Key("c", ctrl=True), Key("tab"), Key("escape"), Key("escape")),
    ]
    shown = fields.items(skin, EVENING)
    for heard in script:
        _, looks = fields.handle(heard)
        now = fields.items(skin, EVENING)
        assert now == fields.items(skin, EVENING), "drawing changes nothing"
        assert looks or now == shown, heard
        shown = now


def test_at_rest_nothing_is_drawn(fields: Fields) -> None:
    fields.take_focus("name")
    move = Move(*NAME.center, False, 0.0)
    fields.handle(move)
    for heard in (move, Key("f5"), Key("end"), Text("\0"), Composing(""), Release(1, *NAME.center, 0.0)):
        fields.handle(Key("end"))
        assert fields.handle(heard) == (None, False), heard


def test_a_refusal_is_told_by_more_than_colour(fields: Fields, skin: Skin) -> None:
    plain = fields.items(skin, EVENING)
    fields.show(two("Taken"))
    refused = fields.items(skin, EVENING)
    assert len(refused) == len(plain) + 1
    words = refused[1]
    assert words.surface is skin.line("Taken", 14, EVENING.danger)
    assert NAME.x < words.x
    assert NAME.bottom <= words.y
    fields.show(two("A reason far too long for the little room there is"))
    assert fields.items(skin, EVENING)[1].surface.get_width() <= NAME.w


def test_what_is_in_a_field_can_be_read(skin: Skin) -> None:
    for look in (
        FieldLook("国国国国"),
        FieldLook("国国国国", placeholder=True),
        FieldLook("国国国国", "focus", selected=(0, 72)),
    ):
        field = skin.field(200, 40, PX, look)
        ground = field.get_at((14, 12))[:3]
        best = max(contrast(field.get_at((x, y))[:3], ground) for x in range(16, 80) for y in range(12, 28))
        assert best >= 4.5, look


def test_text_stays_inside_its_field(skin: Skin) -> None:
    look = FieldLook("W" * 100, scroll=333)
    empty, full = (skin.field(200, 40, PX, one) for one in (FieldLook("", scroll=333), look))
    touched = [x for x in range(200) if any(empty.get_at((x, y)) != full.get_at((x, y)) for y in range(40))]
    assert min(touched) >= 10
    assert max(touched) < 190


def test_the_desktops_clipboard_gives_back_what_was_copied() -> None:
    pygame.display.init()
    try:
        pygame.display.set_mode((64, 64))
        board = SystemClipboard()
        board.copy("你好😀 123")
        assert board.paste() == "你好😀 123"
        pygame.display.quit()
        board.copy("lost")
        assert board.paste() == ""
    finally:
        pygame.display.quit()


@pytest.mark.parametrize("text", ["/home/someone/" + "a" * 386, "好" * 200, "Wi好il" * 40, ""])
def test_the_place_under_the_pointer_is_the_nearest_and_found_with_few_looks(
    text: str, fonts: Fonts, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = Fields(fonts, Board())
    field = TextField("long", Rect(0, 0, 600, 40), PX, text, limits=Limits(400))
    fields.show([field])
    fields.take_focus("long")
    widths = [fonts.size(text[:place], PX)[0] for place in range(len(text) + 1)]
    looks = 0
    size = fonts.size

    def counted(*args: Any) -> tuple[int, int]:
        nonlocal looks
        looks += 1
        return size(*args)

    monkeypatch.setattr(fonts, "size", counted)
    for x in range(0, 600, 37):
        looks = 0
        place = fields._place(field, x)
        assert looks < 20
        along = x - padding(40) + fields._scroll
        assert abs(widths[place] - along) == min(abs(width - along) for width in widths)
