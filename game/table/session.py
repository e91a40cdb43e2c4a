"""``Session``: the one thing a screen talks to. A local table and a LAN peer both make one."""

from typing import Protocol, TypeAlias

import msgspec

from game.engine import commands as co
from game.table.journal import SeatInfo
from game.table.table import Batch, Refused


class Stopped(msgspec.Struct, frozen=True):
    """The table can't go on (its journal can't be written, say). ``why`` is the system's own word."""

    why: str


Heard: TypeAlias = Batch | Refused | Stopped


class Session(Protocol):
    """A seat at a table. Nothing here waits for a player; ``leave`` waits until the match is put away."""

    @property
    def seat(self) -> int | None:
        """Where one sits, 0..3; None for who only watches."""

    @property
    def seats(self) -> tuple[SeatInfo, SeatInfo, SeatInfo, SeatInfo]:
        """Who sits where."""

    def send(self, command: co.SeatCommand, answers: int | None = None) -> int:
        """Ask for something; ``answers`` is the number of the Ask. Gives the command's id."""

    def poll(self) -> list[Heard]:
        """What has been heard since, in order."""

    def set_speed(self, speed: float) -> None:
        """How fast the table moves, where this seat has a say: 1 normal, 0 without waiting."""

    def set_turn(self, turn: float | None) -> None:
        """Seconds for a turn, where this seat has a say; None for as long as one likes."""

    def hold(self, held: bool) -> None:
        """The table stands still while it is held, where this seat has a say."""

    def hurry(self) -> None:
        """Let the computer players not seem to think any longer over what they are at."""

    def leave(self) -> None:
        """Get up. When the last one has, the table stops; the match stays as it is in its journal."""
