"""A seat at the table with the helps that a test wants."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from table_screen import Seat

Start = Callable[..., Any]


def seat(
    program: Start, settings: dict[str, Any] | None = None, language: str = "en", **options: Any
) -> Seat:
    one = program(size=(1280, 720), language=language)
    plain = {"preselect": False, "last_trick_plays": False, **(settings or {})}
    one.kit.change(replace(one.kit.settings, **plain))
    return Seat(one, **options)


def button(me: Seat, name: str) -> dict[str, Any] | None:
    return next((b for b in me.scene.state()["buttons"] if b["name"] == name), None)
