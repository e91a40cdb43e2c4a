"""A window may have any size for a while, as when it is drawn smaller: no screen fails at it."""

from typing import Any

import pytest
from kept_play import click, fill
from profile_play import KINDS, records
from table_screen import Seat

SIZES = ((1, 1), (120, 90), (1400, 200), (200, 1400), (300, 800))


def drawn(one: Any, size: tuple[int, int]) -> None:
    for pixels in (size, (1280, 720)):
        one.kit.resized(*pixels)
        one.stack.resized()
        for scene in list(one.stack.seen):
            scene.update(0.02)
            scene.items()


@pytest.mark.parametrize("size", SIZES)
def test_every_screen_is_drawn(program: Any, size: tuple[int, int]) -> None:
    one = program(size=(1280, 720), language="en")
    fill(one, records(KINDS[0], 1))
    drawn(one, size)
    for page in ("table", "settings", "about", "matches", "profile", "rulespage", "lesson"):
        click(one, page)
        drawn(one, size)
        while one.state["scene"] != "menu":
            one.stack.pop(one.stack.top)
    Seat(one).to_play()
    drawn(one, size)
