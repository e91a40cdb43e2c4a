"""Scripts: steps wait for the state they need, make the inputs a player would, and name their line."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from game.script import PATIENCE, Script, ScriptError
from game.ui.inputs import Input, Key, Move, Press, Release, Text


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "steps.txt"


def script(path: Path, *lines: str) -> Script:
    path.write_text("\n".join(lines), encoding="utf-8")
    return Script(path)


def button(name: str, rect: tuple[int, int, int, int], enabled: bool = True) -> dict[str, Any]:
    return {"name": name, "rect": list(rect), "enabled": enabled}


def hand(*cards: str, raised: tuple[int, ...] = ()) -> list[dict[str, Any]]:
    return [{"card": c, "at": [100 + 30 * i, 500], "raised": i in raised} for i, c in enumerate(cards)]


def pressed(heard: list[Input]) -> list[tuple[int, int, int]]:
    """Where which button went down; every press is reached by a move and let go of in place."""
    presses = []
    for move, press, release in zip(heard[::3], heard[1::3], heard[2::3], strict=True):
        assert isinstance(move, Move)
        assert isinstance(press, Press)
        assert isinstance(release, Release)
        assert (move.x, move.y) == (press.x, press.y) == (release.x, release.y)
        assert not move.held
        assert press.button == release.button
        presses.append((press.button, press.x, press.y))
    return presses


# Reading


def test_empty_lines_and_remarks_are_passed_over(path: Path) -> None:
    found = script(path, "", "# a remark", "   ", "  # another", "quit")
    assert not found.done
    assert found.step({}, 0.0) == []
    assert found.done
    assert found.quit


def test_a_script_of_remarks_is_done_at_once(path: Path) -> None:
    found = script(path, "# nothing", "")
    assert found.done
    assert found.step({}, 0.0) == []
    assert not found.quit


def test_a_step_that_does_not_exist_is_named_with_its_line(path: Path) -> None:
    with pytest.raises(ScriptError, match=r"steps\.txt, line 4: .*'dance'"):
        script(path, "# dance", "", "wait phase=playing", "dance all night", "quit")


@pytest.mark.parametrize(
    "step", ["click", "screenshot", "type", "key", "select ZZ", "select H9 H1", "wait phase"]
)
def test_a_step_that_makes_no_sense_is_named_with_its_line(step: str, path: Path) -> None:
    """On reading, or when its turn comes; never another error, and never a wait for what can't be."""
    state = {"buttons": [button("deal", (0, 0, 10, 10))], "hand": hand("H9", "SA"), "phase": "playing"}
    with pytest.raises(ScriptError, match="line 3"):  # noqa: PT012 (either may raise)
        found = script(path, "# remark", "play", step)
        for _ in range(3):
            found.step(state, 0.0)


# Waiting


def test_wait_waits_for_all_the_values(path: Path) -> None:
    found = script(path, "wait phase=playing turn=0", "quit")
    for state in ({}, {"phase": "playing"}, {"phase": "dealing", "turn": 0}, {"phase": "playing", "turn": 1}):
        assert found.step(state, 0.0) == []
        assert not found.done
    assert found.step({"phase": "playing", "turn": 0, "more": "x"}, 0.0) == []
    assert not found.quit, "one step at a time"
    found.step({}, 0.0)
    assert found.quit


@pytest.mark.parametrize(
    ("written", "value"),
    [("null", None), ("true", True), ("false", False), ("0", 0), ("25", 25), ("S3", "S3"), ("0.5", 0.5)],
)
def test_values_are_written_as_in_the_dump(written: str, value: object, path: Path) -> None:
    found = script(path, f"wait key={written}")
    for other in ("something", 77, [], None if value is not None else False):
        found.step({"key": other}, 0.0)
        assert not found.done
    found.step({"key": value}, 0.0)
    assert found.done


def test_a_value_may_hold_an_equals_sign(path: Path) -> None:
    found = script(path, "wait key=a=b")
    found.step({"key": "a"}, 0.0)
    assert not found.done
    found.step({"key": "a=b"}, 0.0)
    assert found.done


def test_a_missing_value_is_null(path: Path) -> None:
    found = script(path, "wait winner=null")
    found.step({}, 0.0)
    assert found.done


def test_waiting_in_vain_names_the_line(path: Path) -> None:
    found = script(path, "", "wait phase=won", "quit")
    assert found.step({}, 100.0) == []
    assert found.step({}, 100.0 + PATIENCE - 0.1) == []
    with pytest.raises(ScriptError, match=r"line 2: .*'wait phase=won'"):
        found.step({}, 100.0 + PATIENCE + 0.1)


def test_patience_is_anew_for_every_step(path: Path) -> None:
    found = script(path, "wait a=1", "wait b=1", "quit")
    for now, state in ((0.0, {}), (50.0, {"a": 1}), (55.0, {}), (110.0, {}), (112.0, {"b": 1})):
        assert found.step(state, now) == []
    assert not found.done
    found.step({}, 500.0)
    assert found.quit


# Clicking


def test_click_presses_the_middle_of_the_button(path: Path) -> None:
    found = script(path, "click deal")
    state = {"buttons": [button("pass", (0, 0, 50, 20)), button("deal", (200, 100, 80, 40))]}
    heard = found.step(state, 3.5)
    assert pressed(heard) == [(1, 240, 120)]
    assert {e.time for e in heard} == {3.5}
    assert found.done


def test_click_waits_until_the_button_is_there_and_can_be_pressed(path: Path) -> None:
    found = script(path, "click deal")
    assert found.step({}, 0.0) == []
    assert found.step({"buttons": [button("pass", (0, 0, 50, 20))]}, 0.1) == []
    assert found.step({"buttons": [button("deal", (0, 0, 50, 20), enabled=False)]}, 0.2) == []
    assert not found.done
    assert pressed(found.step({"buttons": [button("deal", (0, 0, 50, 20))]}, 0.3)) == [(1, 25, 10)]
    assert found.done


def test_clicking_in_vain_names_the_line(path: Path) -> None:
    found = script(path, "click nowhere")
    found.step({}, 0.0)
    with pytest.raises(ScriptError, match=r"line 1: .*'click nowhere'"):
        found.step({}, PATIENCE + 1)


# Writing


def field(name: str, rect: tuple[int, int, int, int], focus: bool) -> dict[str, Any]:
    return {"name": name, "rect": list(rect), "text": "", "focus": focus}


def test_click_goes_to_text_fields_too(path: Path) -> None:
    found = script(path, "click code")
    assert found.step({"fields": [field("name", (0, 0, 10, 10), False)], "buttons": []}, 0.0) == []
    state = {"buttons": [button("join", (0, 0, 8, 8))], "fields": [field("code", (100, 40, 60, 20), False)]}
    assert pressed(found.step(state, 1.0)) == [(1, 130, 50)]


def test_type_writes_the_rest_of_the_line_once_a_field_has_the_focus(path: Path) -> None:
    found = script(path, "  type  你好,  # all 😀 ", "quit")
    for state in ({}, {"fields": []}, {"fields": [field("chat", (0, 0, 10, 10), False)]}):
        assert found.step(state, 0.0) == []
        assert not found.quit
    places = [field("name", (0, 0, 10, 10), False), field("chat", (0, 0, 10, 10), True)]
    assert found.step({"fields": places}, 0.0) == [Text("你好,  # all 😀")]


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("tab", Key("tab")),
        ("page up", Key("page up")),
        ("ctrl+a", Key("a", ctrl=True)),
        ("shift+left", Key("left", shift=True)),
        ("ctrl+shift+home", Key("home", ctrl=True, shift=True)),
        ("+", Key("+")),
    ],
)
def test_key_presses_a_key_by_its_name(written: str, key: Key, path: Path) -> None:
    found = script(path, f"key {written}")
    assert found.step({}, 0.0) == [key]
    assert found.done


# Selecting


def test_select_clicks_each_card_once(path: Path) -> None:
    found = script(path, "select H9 SA H9")
    heard = found.step({"hand": hand("BJ", "H9", "H9", "S3", "SA")}, 10.0)
    assert pressed(heard) == [(1, 130, 500), (1, 160, 500), (1, 220, 500)]
    times = [e.time for e in heard if isinstance(e, Press)]
    assert times[0] >= 10.0
    assert all(b - a >= 1.0 for a, b in pairwise(times)), "no two make a double click"
    assert found.done


def test_select_takes_one_copy_for_one_word(path: Path) -> None:
    found = script(path, "select H9")
    assert len(pressed(found.step({"hand": hand("H9", "H9")}, 0.0))) == 1


def test_select_leaves_raised_cards_alone(path: Path) -> None:
    found = script(path, "select H9")
    assert pressed(found.step({"hand": hand("H9", "H9", raised=(0,))}, 0.0)) == [(1, 130, 500)]


def test_select_waits_until_all_the_cards_are_in_the_hand(path: Path) -> None:
    found = script(path, "select H9 H9 LJ")
    for cards in ((), ("H9", "LJ"), ("H9", "H9", "BJ")):
        assert found.step({"hand": hand(*cards)}, 0.0) == []
        assert not found.done
    assert len(pressed(found.step({"hand": hand("LJ", "H9", "H9")}, 0.0))) == 3


def test_play_is_a_right_click(path: Path) -> None:
    found = script(path, "play")
    ((mouse_button, _, _),) = pressed(found.step({}, 0.0))
    assert mouse_button == 3


def test_screenshot_names_its_file(path: Path) -> None:
    found = script(path, "screenshot out/table.png", "quit")
    assert found.screenshot is None
    assert found.step({}, 0.0) == []
    assert found.screenshot == Path("out/table.png")
    assert not found.quit


def test_a_step_is_made_once_and_in_order(path: Path) -> None:
    found = script(path, "click a", "play", "click a")
    state = {"buttons": [button("a", (0, 0, 10, 10))]}
    made = [pressed(found.step(state, 0.0)) for _ in range(5)]
    assert made == [[(1, 5, 5)], [(3, 5, 5)], [(1, 5, 5)], [], []]
