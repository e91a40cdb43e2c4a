"""The host's own file beside a journal: what it takes to offer the same table again after a crash."""

import contextlib
import logging
import os
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from game.lan.fair import Round
from game.lan.room import KeptRoom

log = logging.getLogger(__name__)

SUFFIX = ".lan"


class Kept(msgspec.Struct, frozen=True):
    """A table on a LAN with a match under way. ``seeds`` are those of the running deal."""

    table: Annotated[bytes, Meta(min_length=8, max_length=8)]
    port: Annotated[int, Meta(ge=1, le=65535)]
    code: str
    room: KeptRoom
    seeds: Round | None

    @property
    def title(self) -> str:
        """What the table is called."""
        return self.room.title

    @property
    def name(self) -> str:
        """The host's player, "" when the PC only hosts."""
        return next((person.name for person in self.room.people if person.host), "")


def kept(journal: Path) -> Kept | None:
    """What belongs to this journal; None when it is no LAN table's, or the file can't be read."""
    try:
        return msgspec.json.decode(journal.with_suffix(SUFFIX).read_bytes(), type=Kept)
    except FileNotFoundError:
        return None
    except Exception:  # damaged in whatever way: the match can be gone on with alone
        log.exception("the host's file can't be read")
        return None


def forget(journal: Path) -> None:
    """The match is over: nobody needs to come back to it."""
    with contextlib.suppress(OSError):
        journal.with_suffix(SUFFIX).unlink(missing_ok=True)


def keep(journal: Path, what: Kept) -> None:
    """Write the file; a crash leaves the old one or the new one. It holds seeds, for its owner alone."""
    path = journal.with_suffix(SUFFIX)
    fresh = path.with_suffix(".lan-new")
    try:
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(what))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        log.exception("the host's file can't be written")  # the match itself is safe in its journal
