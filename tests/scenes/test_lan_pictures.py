"""A picture chosen on one PC is seen on the others: a whole way, with two programs on the loopback."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from lan_screens import Table

from game.profile.avatar import MARKS, Avatar, Picture, avatar_of
from game.profile.record import Player
from game.scenes.keeping import players
from game.scenes.lobby import LobbyScene
from game.scenes.visit import Visit
from game.table.journal import SeatInfo
from game.ui.inputs import Key, Text

PATIENCE = 20.0


def choose(one: Any, name: str, clicks: str) -> Picture:
    """Name and picture on the profile page, by so many clicks on the arrows; the picture."""
    one.click("profile")
    write(one, "name", name)
    one.key("return")
    for part in clicks.split():
        one.click(f"{part}:more")
    shape, colour, mark = one.state["avatar"]
    one.click("back")
    assert Avatar(shape, colour, mark) != avatar_of(name)
    return shape, colour, mark


def write(one: Any, field: str, text: str) -> None:
    one.click(field)
    one.stack.top.heard(Key("a", ctrl=True))
    one.stack.top.heard(Text(text))


def sees(one: Any, picture: Picture) -> bool:
    """Whether it is drawn anywhere on the screen."""
    sides = {item.surface.get_width() for item in one.items() if item.surface.get_width() < 200}
    drawn = [item.surface for item in one.items()]
    return any(one.kit.skin.portrait(*picture, side) in drawn for side in sides)


def at_the_table(one: Any) -> bool:
    return one.state["scene"] == "table" and one.state.get("phase") not in (None, "opening", "ready")


def until(ones: list[Any], told: Callable[[], bool]) -> None:
    """All go on until it is so."""
    end = time.monotonic() + PATIENCE
    while not told():
        assert time.monotonic() < end, [one.state for one in ones]
        for one in ones:
            for scene in one.stack.running:
                scene.update(0.02)
        time.sleep(0.002)


def test_each_sees_the_picture_that_the_other_has_chosen(program: Callable[..., Any], tmp_path: Path) -> None:
    alice, bob = (program(language="en", folder=tmp_path / name) for name in ("a", "b"))
    hers = choose(alice, "Alice", "shape mark mark")
    his = choose(bob, "Bob", "colour shape mark")
    by_name = [avatar_of(name).picture for name in ("Alice", "Bob")]

    alice.click("lan")
    alice.click("tab:open")
    alice.click("open")
    until([alice], lambda: alice.state["scene"] == "lobby" and alice.state["code"])
    bob.click("lan")
    write(bob, "address", f"127.0.0.1:{alice.state['port']}")
    bob.click("join")
    both = [alice, bob]
    until(both, lambda: bob.state.get("stage") == "code")
    write(bob, "code", alice.state["code"].replace(" ", ""))
    bob.click("enter")
    until(both, lambda: all(one.state["scene"] == "lobby" and one.state["there"] == 2 for one in both))

    def each_sees_the_other() -> bool:
        return sees(alice, his) and sees(bob, hers)

    assert each_sees_the_other(), "in the lobby"
    bob.click("ready")
    until(both, lambda: alice.buttons["start"]["enabled"])
    alice.click("start")
    until(both, lambda: all(at_the_table(one) for one in both))
    assert each_sees_the_other(), "at the table"
    assert not any(sees(one, picture) for one in both for picture in by_name)

    menu = bob.stack._scenes[0]
    bob.stack.clear()  # the program ends, and starts again
    menu._network._folder.release()
    until([alice], lambda: alice.state["lan"]["away"])
    assert sees(alice, his), "while the seat waits"
    bob = program(language="en", folder=tmp_path / "b")
    other = choose(bob, "Bob", "mark mark mark")
    bob.click("back")
    both = [alice, bob]
    until(both, lambda: at_the_table(bob))
    until(both, lambda: sees(alice, other))
    assert sees(bob, hers)
    assert not sees(alice, his)


def test_a_picture_not_known_here_is_that_of_the_name(program: Callable[..., Any]) -> None:
    table = Table()
    table.enter("Alice", host=True)
    one = program(language="en")
    one.stack.push(LobbyScene(one.kit, Visit(table.enter("Bob"), None, table.clock), None))
    host = table.person("Alice")
    assert sees(one, avatar_of("Alice").picture)
    for picture, drawn in (((1, 2, 3), (1, 2, 3)), ((0, 0, MARKS), avatar_of("Alice").picture)):
        table.room.greeted(host, "Alice", picture)
        table.tell()
        one.stack.top.update(0.02)
        assert sees(one, drawn)


def test_a_kept_deal_keeps_the_pictures() -> None:
    bot = SeatInfo("Lin Yue", bot=True)
    seats = (SeatInfo("甲", bot=False, picture=(1, 2, 3)), SeatInfo("乙", bot=False), bot, bot)
    assert players(seats)[:2] == (Player("甲", False, (1, 2, 3)), Player("乙", False))
    assert msgspec.json.decode(b'{"name":"x","bot":false}', type=Player) == Player("x", False), "as of old"
