"""A player's settings, kept between runs."""

import contextlib
import logging
import os
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from game.profile.avatar import Avatar
from game.profile.paths import set_aside

log = logging.getLogger(__name__)

T = TypeVar("T", bound=msgspec.Struct)
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OSError)

Language = Literal["zh_CN", "en"]
CardTheme = Literal["classic", "large"]
TableTheme = Literal["evening", "harbour", "chestnut"]
Strength = Literal["beginner", "normal", "skilled", "expert", "master"]
"""The computer players' levels, as ``game.bots.levels`` has them."""


class LanSettings(msgspec.Struct, frozen=True, kw_only=True):
    """For tables on the LAN: the own name, and of the own table its name ("" for one made of the own name),
    the seconds for a turn, those until the computer plays for who is away, whether others may watch,
    whether one must know its code."""

    name: Annotated[str, Meta(max_length=12)] = ""
    title: Annotated[str, Meta(max_length=24)] = ""
    turn: Annotated[int, Meta(ge=5, le=600)] = 30
    countdown: Annotated[int, Meta(ge=0, le=180)] = 30
    spectators: bool = False
    code: bool = True


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept. ``speed`` 0 is without animation; ``grace`` seconds to bid after the last card.

    Volumes are 0..1, ``calls`` that of what is called out; ``turn`` the seconds for one's own turn at a
    table without a LAN, 0 for as long as one likes. ``stand_out``: cards that may be played are marked;
    ``preselect``: the only play there is is selected; ``last_trick_plays``: one's last cards go by
    themselves; ``counter``: the card counter is shown; ``tips``: advice is. In the hand the trumps lie at
    the right with ``trump_right``, low cards first with ``low_first``, and suits ``alternate`` in colour.
    ``compatible`` draws without the graphics card.
    A new table has so many decks and the rules of ``preset``, but for the options in ``changes``; at one
    without a LAN the computer players across and at the sides are as strong as ``partner_level`` and
    ``opponent_level`` say.
    ``avatar`` is the player's picture, None for that of the name. ``lesson_done``: the first lesson was.
    """

    language: Language = "zh_CN"
    speed: Annotated[float, Meta(ge=0, le=10)] = 1.0
    grace: Annotated[float, Meta(ge=0.5, le=600)] = 3.0
    ui_scale: Annotated[float, Meta(ge=0.75, le=2)] = 1.0
    double_click: Annotated[float, Meta(ge=0.1, le=1)] = 0.4
    volume: Annotated[float, Meta(ge=0, le=1)] = 0.6
    calls: Annotated[float, Meta(ge=0, le=1)] = 0.6
    muted: bool = False
    card_theme: CardTheme = "classic"
    table_theme: TableTheme = "evening"
    four_colours: bool = False
    fullscreen: bool = False
    compatible: bool = False
    turn: Annotated[int, Meta(ge=0, le=600)] = 0
    right_click_plays: bool = True
    trump_right: bool = False
    low_first: bool = False
    alternate: bool = False
    tips: bool = True
    stand_out: bool = False
    preselect: bool = True
    last_trick_plays: bool = True
    counter: bool = False
    decks: Annotated[int, Meta(ge=1, le=4)] = 2
    preset: Literal["lezhong", "classic", "popo"] = "lezhong"
    changes: dict[str, Any] = msgspec.field(default_factory=dict)
    partner_level: Strength = "expert"
    opponent_level: Strength = "skilled"
    lan: LanSettings = msgspec.field(default_factory=LanSettings)
    avatar: Avatar | None = None
    lesson_done: bool = False


def load(path: Path) -> tuple[Settings, Path | None]:
    """The settings, and where a file that can't be read was set aside to (None when all is well).

    A value that can't be one, as of a newer version, is as at first.
    """
    try:
        return _readable(Settings(), _values(path)), None
    except FileNotFoundError:
        return Settings(), None
    except UNREADABLE:
        try:
            return Settings(), set_aside(path)
        except OSError:
            return Settings(), path


def save(path: Path, settings: Settings, before: Settings | None = None) -> None:
    """Write the settings; a crash leaves the old file or the new one, never half of one.

    Of what is as ``before`` the file keeps its own: that of another copy of the program, or of a newer one.
    """
    values = msgspec.to_builtins(settings)
    if before is not None:
        with contextlib.suppress(*UNREADABLE):
            values = _changed(_values(path), settings, before)
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(values)))
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def _values(path: Path) -> dict[str, Any]:
    """What the file has, as it stands there. One of UNREADABLE."""
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Any])


def _readable(usual: T, values: dict[str, Any]) -> T:
    """What can be read of the values; the rest as ``usual``."""
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(usual):
        value = values.get(field.name, msgspec.UNSET)
        part = getattr(usual, field.name)
        if value is msgspec.UNSET:
            continue
        if isinstance(part, LanSettings) and isinstance(value, dict):
            found[field.name] = _readable(part, value)
            continue
        try:
            found[field.name] = msgspec.convert(value, field.type)
        except msgspec.ValidationError as error:
            log.warning("the setting %s is as at first: %s", field.name, error)
    return msgspec.structs.replace(usual, **found)


def _changed(values: dict[str, Any], now: msgspec.Struct, before: msgspec.Struct) -> dict[str, Any]:
    """The file's values with those that are not as before."""
    values = {**msgspec.to_builtins(now), **values}
    for field in now.__struct_fields__:
        new, old, there = getattr(now, field), getattr(before, field), values[field]
        if isinstance(new, LanSettings) and isinstance(there, dict):
            values[field] = _changed(there, new, old)
        elif new != old:
            values[field] = msgspec.to_builtins(new)
    return values
