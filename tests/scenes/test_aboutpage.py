"""The About page: what the program is, where its files lie, the licences of all its parts."""

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from kept_play import settle
from msgspec import structs

from game.assets import assets_folder
from game.licences import licences
from game.profile.version import game_version
from game.scenes import aboutpage, reader
from game.scenes.aboutpage import AboutScene
from game.ui.clipboard import SystemClipboard
from game.ui.i18n import LANGUAGES
from game.ui.inputs import Key, Move, Press, Release, Wheel
from game.ui.layout import Rect
from game.ui.text import Fonts

SIZES = ((1024, 640), (1280, 800), (1920, 1080), (3840, 2160))
LINE = "Permission is hereby granted, free of charge, to any person obtaining a copy of this software, so on"
LONG = "\n".join(f"{n:04} {LINE}" if n % 7 else "" for n in range(1, 1500))


@pytest.fixture
def frozen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The assets of a frozen program, which carries the licences of forty parts."""
    folder = tmp_path / "assets" / "licences"
    folder.mkdir(parents=True)
    parts = [("PyInstaller bootloader", "6.21.0", "GPL-2.0-or-later WITH Bootloader-exception", LONG)]
    parts += [(f"library {n:02}", f"{n}.1", "MIT", f"of the library {n}\n\n\tindented") for n in range(39)]
    index = []
    for name, version, terms, text in parts:
        (folder / f"{name}.txt").write_text(text, "utf-8")
        index.append({"name": name, "version": version, "terms": terms, "file": f"{name}.txt"})
    (folder / "index.json").write_text(json.dumps(index), "utf-8")
    monkeypatch.setattr(aboutpage, "assets_folder", lambda: folder.parent)
    return folder


def opened(program: Callable[..., Any], *args: Any) -> Any:
    one = program(*args)
    one.click("about")
    settle(one)
    assert one.state["scene"] == "about"
    return one


def choose(one: Any, name: str) -> None:
    """Choose an entry of the list with the keys, and wait until its text is wrapped."""
    entries = one.state["entries"]
    while one.state["tab"] != name:
        far = entries.index(name) - entries.index(one.state["tab"])
        one.key("down" if far > 0 else "up")
    while one.stack.top.moving:
        one.stack.top.update(0.0)


def tell(one: Any, *inputs: Any) -> None:
    for what in inputs:
        one.stack.top.heard(what)


def inside(rect: Any, area: Rect) -> bool:
    x, y, w, h = rect
    return area.x <= x and area.y <= y and x + w <= area.right and y + h <= area.bottom


def test_it_tells_the_version_what_it_is_made_with_and_where_its_files_lie(program) -> None:
    one = opened(program, (1280, 800), "en")
    rows = dict(one.state["rows"])
    assert rows["Version"] == game_version()
    assert "Lezhong" in rows["Rules"]
    for word in ("Python 3.", "pygame-ce 2.", "SDL 2."):
        assert word in rows["Made with"]
    assert rows["Data folder"] == str(one.kit.paths.root)
    assert rows["Log"] == str(one.kit.paths.log)


def test_a_path_is_copied_and_said_to_be(program, monkeypatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(SystemClipboard, "copy", lambda self, text: copied.append(text))
    one = opened(program)
    one.click("copy:data")
    assert one.state["message"]
    one.key("down")
    assert not one.state["message"]
    one.key("up")
    one.click("copy:log")
    assert copied == [str(one.kit.paths.root), str(one.kit.paths.log)]


def test_from_a_checkout_all_packages_are_there(program) -> None:
    one = opened(program)
    assert one.state["entries"][1:] == [part.name for part in licences(assets_folder())]
    assert {"pygame-ce", "msgspec", "cryptography", "Noto Sans SC"} <= {*one.state["entries"]}
    for name in one.state["entries"][1:]:
        choose(one, name)
        assert any(one.state["reading"]["lines"]), "without a text the page says so"


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_everything_has_room(program, frozen, cut, size, language, scale) -> None:
    one = opened(program, size, language)
    one.kit.change(structs.replace(one.kit.settings, ui_scale=scale))
    one.kit.paths.root = Path("/home") / "/".join(["a long name of a folder"] * 8)
    one.stack.resized()
    window = Rect(0, 0, *size)
    layout = one.stack.top.layout
    for name in ("about", "PyInstaller bootloader", "library 38"):
        choose(one, name)
        for item in one.items():
            w, h = item.surface.get_size()
            assert inside((item.x, item.y, w, h), window)
        drawn = [Rect(*button["rect"]) for button in one.buttons.values()]
        assert all(inside(rect, window) for rect in drawn)
        for a, b in combinations(drawn, 2):
            assert a.right <= b.x or b.right <= a.x or a.bottom <= b.y or b.bottom <= a.y
        for rect in (one.buttons[button]["rect"] for button in one.buttons if button.startswith("copy")):
            assert inside(rect, layout.body)
        for item in one.stack.top._reader.items() if one.state["reading"] else ():
            assert inside((item.x, item.y, *item.surface.get_size()), layout.body)
    assert not cut


def test_escape_and_the_button_lead_back_to_the_menu(program) -> None:
    one = opened(program)
    one.key("escape")
    assert one.state["scene"] == "menu"
    one.click("about")
    one.click("back")
    assert one.state["scene"] == "menu"


def test_the_keys_go_through_the_whole_list_and_what_is_chosen_is_in_sight(program, frozen) -> None:
    one = opened(program)
    entries = one.state["entries"]
    assert len(entries) == 41
    assert len(one.tabs()) < 20, "there is room for a part of them"
    for name in entries[1:]:
        one.key("down")
        assert one.state["tab"] == name
        assert f"tab:{name}" in one.tabs()
    one.key("down")
    assert one.state["tab"] == entries[0], "round and round"
    assert f"tab:{entries[0]}" in one.tabs()
    one.key("up")
    assert one.state["tab"] == entries[-1]
    assert f"tab:{entries[-1]}" in one.tabs()


def test_the_focus_goes_along_the_list_and_to_the_buttons(program, frozen) -> None:
    one = opened(program)
    buttons = one.stack.top._buttons
    one.key("tab")
    assert buttons.focus == "tab:about"
    for _ in range(30):
        one.key("down")
        assert buttons.focus == f"tab:{one.state['tab']}"
    for _ in range(30):
        one.key("up")
    seen = set()
    for _ in range(len(one.buttons)):
        one.key("tab")
        seen.add(buttons.focus)
    assert {"copy:data", "copy:log", "back"} <= seen
    while buttons.focus != "back":
        one.key("tab")
    one.key("return")
    assert one.state["scene"] == "menu"


def test_the_wheel_over_the_list_turns_the_list_alone(program, frozen) -> None:
    one = opened(program)
    one.click(one.tabs()[1])
    place = one.stack.top.layout.tabs
    tell(one, Wheel(place.x + 5, place.y + 5, -2.0))
    assert one.state["list"]["top"] == 6
    assert one.state["reading"]["top"] == 0
    assert one.state["tab"] == one.state["entries"][1], "still chosen, though out of sight"
    tell(one, Wheel(place.x + 5, place.y + 5, -99.0))
    state = one.state["list"]
    assert state["top"] + state["seen"] == state["whole"] == 41
    tell(one, Wheel(place.x + 5, place.y + 5, 99.0))
    assert one.state["list"]["top"] == 0


def read_through(one: Any, on: Callable[[], None]) -> list[str]:
    """All lines, as they come into sight."""
    lines: dict[int, str] = {}
    while True:
        state = one.state["reading"]
        for i, line in enumerate(state["lines"], state["top"]):
            assert lines.setdefault(i, line) == line
        if state["top"] + state["seen"] >= state["whole"]:
            return [lines[i] for i in range(state["whole"])]
        on()
        assert one.state["reading"]["top"] > state["top"]


@pytest.mark.parametrize("size", SIZES)
def test_a_long_text_is_read_to_its_end_by_keys_and_wheel(program, frozen, size) -> None:
    one = opened(program, size)
    choose(one, "PyInstaller bootloader")
    body = one.stack.top.layout.body
    by_keys = read_through(one, lambda: one.key("page down"))
    one.key("home")
    by_wheel = read_through(one, lambda: tell(one, Wheel(*body.center, -1.0)))
    assert by_keys == by_wheel
    words = " ".join(by_keys).split()
    assert words == LONG.split(), "nothing is lost"
    one.key("home")
    one.key("end")
    assert one.state["reading"]["lines"][-1].split()[-1] == "on"
    one.key("page up")
    one.key("home")
    assert one.state["reading"]["top"] == 0


def test_half_turns_of_a_fine_wheel_add_up(program, frozen) -> None:
    one = opened(program)
    choose(one, "PyInstaller bootloader")
    x, y = one.stack.top.layout.body.center
    for _ in range(4):
        tell(one, Wheel(x, y, -0.25))
    assert one.state["reading"]["top"] == 3


def test_the_bar_is_dragged_and_lets_go(program, frozen) -> None:
    one = opened(program)
    choose(one, "PyInstaller bootloader")
    x, y, w, h = one.state["reading"]["thumb"]
    middle = (x + w // 2, y + h // 2)
    tell(one, Press(1, *middle, 0.0))
    assert one.state["reading"]["top"] == 0, "taken where it is"
    tell(one, Move(middle[0] + 200, middle[1] + 100, True, 0.1))
    there = one.state["reading"]["top"]
    assert there > 100, "it follows beside the bar too"
    tell(one, Move(*middle, True, 0.2), Move(middle[0], 9999, True, 0.3))
    state = one.state["reading"]
    assert state["top"] + state["seen"] == state["whole"]
    tell(one, Release(1, middle[0], 9999, 0.4), Move(*middle, False, 0.5), Move(*middle, True, 0.6))
    assert one.state["reading"]["top"] == state["top"]
    track_top = middle[1] - h // 2
    tell(one, Press(1, middle[0], track_top + 2, 0.7), Release(1, middle[0], track_top + 2, 0.8))
    assert one.state["reading"]["top"] == 0, "a press beside the thumb brings it there"


def test_the_bar_of_the_list_is_dragged_too(program, frozen) -> None:
    one = opened(program)
    x, y, w, h = one.state["list"]["thumb"]
    tell(one, Press(1, x + w // 2, y + h // 2, 0.0), Move(x, 9999, True, 0.1), Release(1, x, 9999, 0.2))
    assert one.tabs()[-1] == "tab:library 38"
    assert one.state["tab"] == "about", "nothing was chosen by the way"


def test_a_text_is_wrapped_little_by_little_and_never_anew(program, frozen, monkeypatch) -> None:
    now = [0.0]

    def ticking() -> float:
        now[0] += reader.SLICE / 50
        return now[0]

    monkeypatch.setattr(reader.time, "perf_counter", ticking)
    wrapped: list[str] = []
    wrap = Fonts.wrap

    def counted(self: Fonts, text: str, *rest: Any) -> list[str]:
        wrapped.append(text)
        return wrap(self, text, *rest)

    one = opened(program)
    scene = one.stack.top
    assert isinstance(scene, AboutScene)
    while one.state["tab"] != "PyInstaller bootloader":
        one.key("down")
    monkeypatch.setattr(Fonts, "wrap", counted)
    assert scene.moving, "frames go on until all is wrapped"
    assert one.state["reading"]["lines"], "the beginning is there at once"
    before = one.state["reading"]["whole"]
    steps = 0
    while scene.moving:
        wrapped.clear()
        scene.changed = False
        scene.update(0.016)
        assert 0 < len(wrapped) < 60
        assert scene.changed
        steps += 1
    assert steps > 20
    assert one.state["reading"]["whole"] >= before
    wrapped.clear()
    for _ in range(5):
        one.key("page down")
        scene.update(0.016)
        assert len(one.items()) < 120, "what is out of sight is not drawn"
    assert wrapped == []
    tell(one, Wheel(*scene.layout.tabs.center, -1.0))
    assert not [text for text in wrapped if LINE in text], "nor when the page is laid anew"
    scene.changed = False
    scene.update(0.016)
    assert not scene.changed, "at rest nothing is drawn"


def test_the_place_in_a_text_is_kept_in_another_window(program, frozen) -> None:
    one = opened(program)
    choose(one, "PyInstaller bootloader")
    for _ in range(20):
        one.key("page down")
    first = next(line for line in one.state["reading"]["lines"] if line)[:4]
    one.kit.resized(1920, 1080)
    one.stack.resized()
    while one.stack.top.moving:
        one.stack.top.update(0.0)
    assert any(line.startswith(first) for line in one.state["reading"]["lines"][:3])
    choose(one, "about")
    choose(one, "PyInstaller bootloader")
    assert one.state["reading"]["top"] > 0, "the same text is where it was left"
    choose(one, "library 00")
    assert one.state["reading"]["top"] == 0
    choose(one, "PyInstaller bootloader")
    assert one.state["reading"]["top"] == 0


def test_licences_that_cannot_be_read_are_said_to_be(program, frozen) -> None:
    (frozen / "library 03.txt").unlink()
    one = opened(program, (1024, 640), "en")
    assert "library 03" in one.state["message"]
    assert one.state["entries"] == ["about"]
    tell(one, Key("page down"), Key("down"), Key("end"))
    assert one.state["tab"] == "about"
