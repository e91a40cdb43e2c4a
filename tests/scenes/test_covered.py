"""A page over a table of one's own: the table stands still below it."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from table_screen import Seat

from game.bots.legal import plain_answer
from game.engine import commands as co
from game.engine import preset
from game.scenes.kit import Start as Launch
from game.scenes.rulespage import RulesPageScene
from game.scenes.sheet import SheetScene
from game.scenes.table import TableScene
from game.table.table import Timer

Start = Callable[..., Any]


def test_the_table_stands_still_below_the_menu_and_what_it_opens(program: Start) -> None:
    me = Seat(program(size=(1280, 720), language="en"), deals=True)
    me.to_play()
    assert not me.chair.held
    for page in ("settings", "keys", "rules"):
        me.key("escape")
        assert me.state["scene"] == "table-menu"
        assert me.chair.held
        me.program.click(page)
        assert me.chair.held
        me.key("escape")
        assert me.state["scene"] == "table"
        assert not me.chair.held


def test_and_below_the_tricks_played(program: Start) -> None:
    me = Seat(program(size=(1280, 720), language="en"), deals=True)
    me.to_play()
    while not me.view.tricks:
        me.answer()
        me.to_play()
    me.key("t")
    assert me.state["scene"] == "tricks"
    assert me.chair.held
    me.key("escape")
    assert not me.chair.held


def test_the_dots_of_the_bottom_are_there_afterwards(program: Start) -> None:
    me = Seat(program(size=(1280, 720), language="en"), deals=True)
    me.asked("bury")
    fresh = set(me.scene._hand.fresh)
    assert fresh
    me.key("escape", "escape")
    me.settle()
    assert me.state["scene"] == "table"
    assert me.scene._hand.fresh == fresh
    assert "Dots" in me.state["message"]


def plain_play(me: Seat) -> co.SeatCommand:
    ask = me.chair.table.ask(0)
    assert ask
    answer = plain_answer(me.view, ask.question)
    assert answer
    return answer


def test_what_moves_is_not_cut_short(program: Start) -> None:
    me = Seat(program(size=(1280, 720), language="en", start=Launch(speed=1.0)), deals=True)
    me.to_follow(lambda state: len(state["trick"]) == 3)
    me.chair.send(plain_play(me))
    for _ in range(10):
        me.scene.update(0.05)
    assert me.scene._stage.resting
    me.key("escape", "escape")
    me.say(me.chair.table.batch(0))
    me.scene.update(0.0)
    assert me.scene._stage.resting
    me.settle()
    assert me.scene._stage.resting is None


def test_the_clock_stands_too(program: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    me = Seat(program(size=(1280, 720), language="en"), deals=True)
    me.to_play()
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    me.scene._timer = Timer(now + 8.0, 16.0)
    me.scene.update(0.0)
    assert (me.state["left"], me.state["seconds"]) == (0.5, 8)
    assert me.scene.ticking
    me.key("escape")
    now += 100.0
    me.scene.update(0.0)
    assert (me.scene.state()["left"], me.scene.state()["seconds"]) == (0.5, 8)
    assert not me.scene.ticking
    me.chair.poll()
    me.key("escape")
    me.chair.poll()
    me.scene.update(0.0)
    assert (me.state["left"], me.state["seconds"]) == (0.5, 8)


class InCompany(TableScene):
    """The others do not wait."""

    goes_on = True


def to_deal(me: Seat, deal: int, phases: tuple[str, ...]) -> None:
    """The table goes on to a phase of a deal, whatever lies over it."""
    for _ in range(2000):
        me.settle()
        state = me.scene.state()
        if state["deal"] == deal and state["phase"] in phases:
            return
        if state["ask"] in ("bury", "play") or not me.chair.others():
            me.answer()
    raise AssertionError("never")


def test_who_reads_on_to_the_end_of_the_next_deal_finds_its_sheet(program: Start) -> None:
    me = Seat(program(size=(1280, 720), language="en"), deals=True, table=InCompany)
    me.to_play()
    deal = me.scene.state()["deal"]
    to_deal(me, deal, ("ready",))
    assert isinstance(me.program.stack.top, SheetScene)
    page = RulesPageScene(me.program.kit, preset("lezhong"))
    me.program.stack.push(page)
    to_deal(me, deal + 1, ("ready",))
    me.program.stack.pop(page)
    me.settle()
    sheet = me.program.stack.top
    assert isinstance(sheet, SheetScene)
    assert sheet.result == me.view.result
