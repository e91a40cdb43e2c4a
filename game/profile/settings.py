"""A player's settings, kept between runs."""

import os
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from game.profile.paths import set_aside

Language = Literal["zh_CN", "en"]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept. ``speed`` 0 is without animation; ``grace`` seconds to bid after the last card.

    A new table has so many decks and the rules of ``preset``, but for the options in ``changes``.
    """

    language: Language = "zh_CN"
    speed: Annotated[float, Meta(ge=0, le=10)] = 1.0
    grace: Annotated[float, Meta(ge=0.5, le=600)] = 3.0
    ui_scale: Annotated[float, Meta(ge=0.75, le=2)] = 1.0
    double_click: Annotated[float, Meta(ge=0.1, le=1)] = 0.4
    volume: Annotated[float, Meta(ge=0, le=1)] = 0.6
    four_colours: bool = False
    fullscreen: bool = False
    decks: Annotated[int, Meta(ge=1, le=4)] = 2
    preset: Literal["lezhong", "classic", "popo"] = "lezhong"
    changes: dict[str, Any] = msgspec.field(default_factory=dict)


def load(path: Path) -> tuple[Settings, Path | None]:
    """The settings, and where a file that can't be read was set aside to (None when all is well)."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Settings), None
    except FileNotFoundError:
        return Settings(), None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OSError):
        try:
            return Settings(), set_aside(path)
        except OSError:
            return Settings(), path


def save(path: Path, settings: Settings) -> None:
    """Write the settings; a crash leaves the old file or the new one, never half of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(settings)))
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
