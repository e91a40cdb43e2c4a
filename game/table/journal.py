"""The journal of a match: what happened, on disk before anyone hears of it.

A text file. Each line is a record: CRC-32 of the rest (8 hex digits), a space, JSON. The first
holds the ``Header``, each later one the events of one decision. A last record that is not whole is
dropped on opening; damage before it makes the file ``Damaged``. One program writes a journal at a
time.
"""

import os
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec

from game.bots.levels import Level
from game.engine import Match, RulesError, RuleSet, Standing, new_match
from game.engine.events import CardDealt, DealScored, DealStarted, DealVoided, Event, MatchWon
from game.engine.evolve import evolve
from game.engine.rules import VERSION
from game.table.lock import Locked, lock

FORMAT = 2
SUFFIX = ".journal"
TAIL = 8192
"""More bytes than any record has."""
MATCH_WON = msgspec.json.encode(MatchWon(0))[:-2]
"""How the event that ends a match begins in a record."""


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits there. A bot's name is one of the program's own, put into words by the screen; ``level``
    is how strong a bot is; ``picture`` are the numbers of the one a person has chosen."""

    name: str
    bot: bool
    level: Level = "skilled"
    picture: tuple[int, int, int] | None = None


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """How a journal begins. ``seed`` gives the seeds of all deals; ``began`` is ISO 8601, UTC."""

    format: int = FORMAT
    rule_version: int = VERSION
    rules: RuleSet
    seed: str
    seats: tuple[SeatInfo, SeatInfo, SeatInfo, SeatInfo]
    began: str
    standing: Standing | None = None


class Damaged(Exception):
    """The file is no whole journal; it can't be gone on with."""


class NewerFormat(Exception):
    """The file was written by a newer version of the program."""


class _Versions(msgspec.Struct):
    format: int
    rule_version: int


class Journal:
    """An open journal, at its end, locked against other programs."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self._file = file

    @classmethod
    def create(cls, path: Path, header: Header) -> "Journal":
        """Begin a new file; FileExistsError when there is one."""
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("xb", buffering=0)
        try:
            lock(file)
            journal = cls(path, file)
            journal._write(msgspec.json.encode(header), durable=True)
        except BaseException:  # half a beginning is no match to go on with
            file.close()
            path.unlink(missing_ok=True)
            raise
        return journal

    @classmethod
    def resume(cls, path: Path) -> tuple["Journal", Header, Match, list[Event]]:
        """Open a journal to go on with the match it holds; also the events of the deal it stopped in.

        Drops a torn last record. Raises Damaged, NewerFormat, or Locked when another program has it.
        """
        file = path.open("r+b", buffering=0)
        try:
            lock(file)
            header, records, whole = read(file.read())
            match = fold(header, records)
            file.truncate(whole)
            file.seek(whole)
        except BaseException:
            file.close()
            raise
        return cls(path, file), header, match, last_deal(records)

    def append(self, events: Sequence[Event]) -> None:
        """Write one decision; it is on disk when this returns.

        Cards dealt follow from the seed, so they need not reach the disk one by one: they are with
        the system at once and on disk with the next record.
        """
        durable = not all(isinstance(event, CardDealt) for event in events)
        self._write(msgspec.json.encode(tuple(events)), durable)

    def _write(self, data: bytes, durable: bool) -> None:
        left = memoryview(_line(data))
        while left:  # a disk nearly full takes a part and says so only at the next write
            left = left[self._file.write(left) :]
        if durable:
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def _line(data: bytes) -> bytes:
    return b"%08x %s\n" % (zlib.crc32(data), data)


def _whole(line: bytes) -> bytes | None:
    """A line's data, None when its sum does not fit."""
    digits, _, data = line.partition(b" ")
    return data if digits == b"%08x" % zlib.crc32(data) else None


def read(data: bytes) -> tuple[Header, list[tuple[Event, ...]], int]:
    """A file's header, its whole records, and how many bytes they take.

    Raises Damaged or NewerFormat.
    """
    lines = data.split(b"\n")
    torn = lines.pop()  # what follows the last line end: nothing, or a record cut short
    found = [_whole(line) for line in lines]
    good = next((i for i, record in enumerate(found) if record is None), len(found))
    if good < len(found) and any(record is not None for record in (*found[good:], _whole(torn))):
        raise Damaged("a record inside the file is damaged")
    if good == 0:
        raise Damaged("the file has no beginning")
    first, *rest = found[:good]
    try:
        header = _header(first or b"")
        records = [msgspec.json.decode(record or b"", type=tuple[Event, ...]) for record in rest]
    except (msgspec.DecodeError, RulesError) as error:
        raise Damaged(str(error)) from None
    return header, records, sum(len(line) + 1 for line in lines[:good])


def _header(data: bytes) -> Header:
    versions = msgspec.json.decode(data, type=_Versions)
    if versions.format > FORMAT or versions.rule_version > VERSION:
        raise NewerFormat(f"format {versions.format}, rules {versions.rule_version}")
    return msgspec.json.decode(data, type=Header)


def fold(header: Header, records: Iterable[Sequence[Event]]) -> Match:
    """The match a journal holds. Damaged when its records contradict each other."""
    try:
        match = new_match(header.rules, header.standing)
        for events in records:
            for event in events:
                match = evolve(match, event)
    except (AssertionError, ValueError, IndexError) as error:
        raise Damaged(f"the records do not fit together: {error}") from None
    return match


def last_deal(records: Iterable[Sequence[Event]]) -> list[Event]:
    """All events since the last deal began; one dealt again because nobody bid began the first time."""
    deal: list[Event] = []
    voided = False
    for events in records:
        for event in events:
            match event:
                case DealStarted() if not voided:
                    deal = []
                case DealStarted():
                    voided = False
                case DealVoided():
                    voided = True
            deal.append(event)
    return deal


class Unfinished(msgspec.Struct, frozen=True):
    """A match that can be gone on with. ``number`` and ``level`` are of its current deal."""

    path: Path
    header: Header
    number: int
    level: str


class Found(msgspec.Struct, frozen=True):
    """What a look through the folder brought: the latest unfinished match, and damaged files."""

    latest: Unfinished | None
    damaged: tuple[Path, ...]
    newer: tuple[Path, ...]


def find(folder: Path) -> Found:
    """The match in the folder that was played last and is not over, if no other program has it."""
    damaged: list[Path] = []
    newer: list[Path] = []
    paths = sorted(folder.glob(f"*{SUFFIX}"), key=_modified, reverse=True)
    latest = None
    for path in paths:
        try:
            with path.open("r+b", buffering=0) as file:
                lock(file)
                if not _is_over(file):
                    latest = _summary(path, file.read())
        except (Locked, OSError):
            continue  # another program has it, or it is not ours to read
        except Damaged:
            damaged.append(path)
        except NewerFormat:
            newer.append(path)
        if latest:
            break
    return Found(latest, tuple(damaged), tuple(newer))


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # it has gone meanwhile
        return 0.0


def _is_over(file: BinaryIO) -> bool:
    """Whether the last record ends the match, seen from the file's last few thousand bytes alone."""
    file.seek(max(0, file.seek(0, os.SEEK_END) - TAIL))
    lines = file.read().split(b"\n")
    file.seek(0)
    record = _whole(lines[-2]) if len(lines) > 1 else None
    return record is not None and MATCH_WON in record


def _summary(path: Path, data: bytes) -> Unfinished | None:
    header, records, _ = read(data)
    start = fold(header, ())
    number, level = start.deals_played + 1, start.level
    for events in records:
        for event in events:
            match event:
                case DealStarted():
                    number, level = event.number, event.level
                case DealScored():
                    number, level = number + 1, event.levels[event.next_dealer % 2]
                case MatchWon():
                    return None
    return Unfinished(path, header, number, level)
