"""Nothing is drawn that has not changed, and what is drawn is what the view says."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from game.scenes.kit import Start
from game.scenes.panels import Panels
from game.scenes.stack import Scene
from game.scenes.table import TableScene
from game.ui.faces import Faces
from game.ui.inputs import Key

PATIENCE = 30.0


def run_until(program: Any, told: Callable[[Scene], bool], dt: float = 0.02) -> Scene:
    """Let the top scene move, a frame at a time, until it tells what is waited for."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        scene = program.stack.top
        scene.update(dt)
        if told(scene):
            return scene
        time.sleep(0.001)  # the table has a thread of its own
    raise AssertionError(f"waited in vain; last state: {program.state}")


def my_turn(scene: Scene) -> bool:
    state = scene.state()
    if state.get("phase") == "dealing" and state["undealt"] == 0 and not state["busy"]:
        for button in state["buttons"]:
            if button["name"] == "pass" and button["enabled"]:
                scene._clicked("pass")
    return state.get("ask") in ("play", "bury") and not state["busy"]


def test_the_menu_comes_to_rest(program: Callable[..., Any]) -> None:
    one = program()
    scene = one.stack.top
    for _ in range(400):
        scene.update(0.016)
    assert not scene.moving


def test_the_table_rests_while_it_waits_for_the_player(program: Callable[..., Any]) -> None:
    one = program(start=Start(seed="3", speed=0.0))
    one.click("new")
    scene = run_until(one, my_turn)
    shown = scene.items()
    scene.changed = False
    for _ in range(50):
        scene.update(0.016)
    assert not scene.moving
    assert not scene.changed
    assert scene.items() == shown


def test_what_stands_still_is_put_together_once(
    program: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def counted(name: str) -> None:
        method = getattr(Panels, name)
        monkeypatch.setattr(Panels, name, lambda *args: (made.append(name), method(*args))[1])

    for name in ("score", "own_label"):
        counted(name)
    one = program(start=Start(seed="3", speed=0.0))
    one.click("new")
    scene = run_until(one, my_turn)
    first = scene.items()
    made.clear()
    assert scene.items() == first
    assert made == []
    scene._hand.toggle(scene._hand.sprites[0].key)
    assert scene.items() != first
    assert made == ["own_label"], "only how many are selected is another"


def test_no_card_is_drawn_while_cards_are_dealt(
    program: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = program(start=Start(seed="3", speed=5.0))
    menu = one.stack.top
    while menu.moving:
        menu.update(0.016)
    drawn: list[tuple[int | None, int]] = []
    draw = Faces._draw
    monkeypatch.setattr(Faces, "_draw", lambda self, *card: (drawn.append(card), draw(self, *card))[1])
    one.click("new")
    bids = 0

    def dealt(scene: Scene) -> bool:
        nonlocal bids
        scene.items()
        state = scene.state()
        bids = max(bids, len(state.get("bids", ())))
        return state.get("phase") == "dealing" and state["undealt"] == 0

    run_until(one, dealt)
    assert bids, "or cards in one of the sizes were not there"
    assert drawn == []


def test_a_resize_while_the_trick_rests_leaves_no_ghost(program: Callable[..., Any]) -> None:
    one = program(start=Start(seed="3", speed=4.0))
    one.click("new")
    scene = run_until(one, my_turn)
    assert isinstance(scene, TableScene)
    if scene.state()["ask"] == "bury":
        scene._clicked("hint")
        scene._clicked("play")
        run_until(one, lambda s: s.state().get("ask") == "play" and not s.state()["busy"])
    scene._clicked("hint")
    scene._clicked("play")
    run_until(one, lambda _: scene._stage.resting is not None)
    one.kit.resized(1280, 800)
    one.stack.resized()
    tricks = scene.state()["tricks"]
    run_until(
        one, lambda s: s.state()["tricks"] > tricks - 1 and s.state()["trick"] and not s.state()["busy"]
    )
    view = scene._view
    assert view is not None
    played = {(view.leader + i) % 4: sorted(cards) for i, cards in enumerate(view.plays)}
    assert {seat: sorted(scene._stage.cards(seat)) for seat in scene._stage.trick} == played
    assert len(scene.state()["hand"]) == len(view.hand)


def test_the_last_trick_is_shown_on_demand(program: Callable[..., Any]) -> None:
    one = program(start=Start(seed="3", speed=0.0))
    one.click("new")
    scene = run_until(one, my_turn)
    assert isinstance(scene, TableScene)
    assert not one.buttons["last"]["enabled"] or scene.state()["tricks"]

    def next_turn() -> None:
        scene._clicked("hint")
        scene._clicked("play")
        before = scene.state()["tricks"]
        run_until(
            one,
            lambda s: (
                s.state().get("ask") == "play" and not s.state()["busy"] and s.state()["tricks"] > before
            ),
        )

    if scene.state()["ask"] == "bury":
        scene._clicked("hint")
        scene._clicked("play")
        run_until(one, lambda s: s.state().get("ask") == "play" and not s.state()["busy"])
    next_turn()
    running = scene.items()
    one.click("last")
    view = scene._view
    assert view is not None
    faces, trick = one.kit.faces, view.tricks[-1]
    width = scene._hand.table.trick_card[0]
    shown = [id(item.surface) for item in scene.items()]
    assert {id(faces.face(card, width)) for cards in trick.plays for card in cards} <= {*shown}
    best = trick.plays[(trick.winner - trick.leader) % 4]
    for card in best:
        assert shown[shown.index(id(faces.face(card, width))) + 1] == id(faces.frame(width))
    assert shown.count(id(faces.frame(width))) == len(best)
    one.key("tab")
    assert scene.items() == running


def test_a_table_that_had_to_stop_says_so_for_good(program: Callable[..., Any]) -> None:
    one = program(start=Start(seed="3", speed=0.0))
    one.click("new")
    scene = run_until(one, my_turn)
    assert isinstance(scene, TableScene)

    def full(events: object) -> None:
        raise OSError("no space left")

    scene._session._runner._table._journal.append = full
    scene._clicked("hint")
    scene._clicked("play")
    run_until(one, lambda s: "no space left" in s.state()["message"])
    scene.heard(Key("escape"))
    scene._clicked("hint")
    for _ in range(20):
        scene.update(0.02)
    state = scene.state()
    assert "no space left" in state["message"]
    assert state["ask"] is None
    assert not one.buttons["play"]["enabled"]
    assert not scene.moving
    one.click("leave")
    assert one.state["scene"] == "menu"
    assert one.state["resume"]
