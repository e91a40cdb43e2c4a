"""Helpers for what is to be seen at the table."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from table_screen import Seat

from game.ui.painter import Item

Start = Callable[..., Any]


def seat(program: Start, language: str = "en", **options: Any) -> Seat:
    one = program(size=(1280, 720), language=language)
    one.kit.change(replace(one.kit.settings, preselect=False, last_trick_plays=False))
    return Seat(one, **options)


def seen(me: Seat, **changes: Any) -> None:
    """The screen shows the deal with these changes."""
    me.scene._view = replace(me.view, **changes)
    me.scene._refresh()


def drawn(me: Seat, surface: Any) -> list[Item]:
    """Where a piece lies."""
    return [item for item in me.scene.items() if item.surface is surface]
