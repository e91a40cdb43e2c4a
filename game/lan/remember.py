"""What a guest keeps of the tables it was at: where they are, the token for its seat, how they stood."""

import contextlib
import logging
import os
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from game.engine import RuleSet, Standing
from game.lan.wire import NOBODY, Digest, Name, Names, Options, Title, Token
from game.profile.paths import set_aside

log = logging.getLogger(__name__)

FILE = "tables.json"
KEPT = 20
"""Tables remembered at most."""


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """A table one was at. ``token`` takes the seat again, None when none waits; ``when`` is time.time().

    ``standing`` is that after the last finished deal: with it any PC can go on with the match.
    """

    table: Annotated[bytes, Meta(min_length=8, max_length=8)]
    title: Title
    address: str
    port: Annotated[int, Meta(ge=1, le=65535)]
    fingerprint: Digest
    token: Token | None
    name: Name
    when: float
    rules: RuleSet = RuleSet()
    standing: Standing | None = None
    players: Names = NOBODY
    options: Options = Options()


class Memory:
    """The tables of one folder. What can't be kept holds for this run all the same."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._known: dict[bytes, Known] = {}
        try:
            found = msgspec.json.decode(self._path.read_bytes(), type=list[Known])
        except FileNotFoundError:
            found = []
        except Exception:  # damaged in whatever way
            log.exception("the remembered tables can't be read; they are set aside")
            found = []
            with contextlib.suppress(OSError):
                set_aside(self._path)
        for known in found:
            self._known[known.table] = known

    def all(self) -> tuple[Known, ...]:
        """Every table, the latest first."""
        return tuple(sorted(self._known.values(), key=lambda known: -known.when))

    def get(self, table: bytes) -> Known | None:
        """The table of that id."""
        return self._known.get(table)

    def put(self, known: Known) -> None:
        """Remember, on disk when this returns."""
        self._known[known.table] = known
        for old in self.all()[KEPT:]:
            del self._known[old.table]
        self._write()

    def drop_token(self, table: bytes) -> None:
        """No seat waits there any more."""
        if (known := self._known.get(table)) and known.token:
            self.put(replace(known, token=None))

    def forget(self, table: bytes) -> None:
        """Leave the table out from now on."""
        if self._known.pop(table, None):
            self._write()

    def _write(self) -> None:
        fresh = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(self.all())))
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self._path)
        except OSError:
            log.exception("the table can't be remembered")
