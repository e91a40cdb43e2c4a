"""A page over a table of one's own: the table stands still below it."""

from collections.abc import Callable
from typing import Any

from table_screen import Seat

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
