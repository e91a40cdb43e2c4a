"""Helpers for what is to be seen at the table."""

from typing import Any

from msgspec.structs import replace
from table_screen import Seat

from game.ui.painter import Item


def seen(me: Seat, **changes: Any) -> None:
    """The screen shows the deal with these changes."""
    me.scene._view = replace(me.view, **changes)
    me.scene._refresh()


def drawn(me: Seat, surface: Any) -> list[Item]:
    """Where a piece lies."""
    return [item for item in me.scene.items() if item.surface is surface]
