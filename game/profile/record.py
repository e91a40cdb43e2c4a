"""The record of one finished deal: all it takes to see it again, on the shelf or as a file of its own.

A file is ``MAGIC``, the format (2 bytes), CRC-32 of the rest (4 bytes), and msgpack deflated by zlib;
numbers are most significant byte first. Nothing is taken from a file that was not played by the rules.
"""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from game.engine import Match, Result, RuleSet, View
from game.engine.cards import RANKS, SUITS
from game.engine.events import AutoSet, DealScored, DealStarted, Event, MatchWon, Seat, ThrowFailed
from game.engine.evolve import evolve
from game.engine.replay import Impossible, replayed
from game.engine.rules import VERSION
from game.profile.avatar import Picture

FORMAT = 1
MAGIC = b"SHENGJI\n"
HEAD = len(MAGIC) + 6
"""Bytes before what is deflated."""
MOST_BYTES = 1 << 20
"""Of a record, deflated or not; one of four decks has about 15,000."""
MOST_EVENTS = 8192
YEARS = range(1970, 3000)
"""In which a deal can have ended."""
SUFFIX = ".deal"
IMPORTED = "import-"
"""How the match of a record begins that came from a file."""

Count: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
MatchId: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$")]
Name: TypeAlias = Annotated[str, Meta(max_length=40)]


class BadRecord(Exception):
    """What should be a record is none, is damaged, or was not played by the rules; the text says which."""


class NewerRecord(Exception):
    """The record was written by a newer version of the program."""


class Player(msgspec.Struct, frozen=True):
    """Who sat there. A bot's name is one of the program's own; ``picture`` is the one a person had chosen."""

    name: Name
    bot: bool
    picture: Picture | None = None


Players: TypeAlias = tuple[Player, Player, Player, Player]


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """How the match stood just before the deal. ``result`` is that of the deal before, if there was one."""

    levels: tuple[str, str]
    dealer: Seat | None
    deals_played: Count
    failed_throws: tuple[Count, Count, Count, Count]
    auto: tuple[bool, bool, bool, bool]
    result: Result | None

    def __post_init__(self) -> None:
        known, result = [*self.levels], self.result
        if result:
            known += (result.level, *result.levels_before, *result.levels, *filter(None, (result.fell,)))
            if result.suit not in (*SUITS, None) or result.won_by is not None:
                raise ValueError("there was no such deal before")
        if not {*known} <= {*RANKS}:
            raise ValueError("a level is none")

    @classmethod
    def of(cls, known: Match | View, events: Sequence[Event] = ()) -> "Start":
        """From how a match stands before a deal, or within it, after these ``events`` from its first on.

        ValueError when that deal is over: how the one before ended is not known any more.
        """
        dealer, failed, auto = known.dealer, list(known.failed_throws), list(known.auto)
        if events:
            first = events[0]
            if not isinstance(first, DealStarted) or known.deals_played != first.number - 1:
                raise ValueError("the match does not stand within the deal")
            dealer = first.dealer
        for event in reversed(events):
            if isinstance(event, ThrowFailed):
                failed[event.seat] -= 1
            elif isinstance(event, AutoSet):
                auto[event.seat] = not event.on
        return cls(
            levels=known.levels,
            dealer=dealer,
            deals_played=known.deals_played,
            failed_throws=(failed[0], failed[1], failed[2], failed[3]),
            auto=(auto[0], auto[1], auto[2], auto[3]),
            result=known.result,
        )

    def match(self, rules: RuleSet) -> Match:
        """The match, about to begin the deal."""
        return Match(
            rules=rules,
            levels=self.levels,
            dealer=self.dealer,
            deals_played=self.deals_played,
            failed_throws=self.failed_throws,
            ready=(True,) * 4,
            auto=self.auto,
            result=self.result,
        )


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A finished deal. ``own`` is the player's seat, None for who only watched; ``when`` is its end, ISO 8601
    in UTC, to the second. ``events`` go from DealStarted to DealScored, or MatchWon, and hide nothing."""

    format: Annotated[int, Meta(ge=1)] = FORMAT
    rule_version: Annotated[int, Meta(ge=1)] = VERSION
    match: MatchId
    number: Annotated[int, Meta(ge=1, le=1_000_000)]
    when: str
    rules: RuleSet
    start: Start
    seats: Players
    own: Seat | None
    events: Annotated[tuple[Event, ...], Meta(min_length=1, max_length=MOST_EVENTS)]

    def __post_init__(self) -> None:
        if not is_stamp(self.when):
            raise ValueError("when the deal ended is no time")

    def after(self) -> Match:
        """The match when the deal was over."""
        match = self.start.match(self.rules)
        for event in self.events:
            match = evolve(match, event)
        return match


def is_stamp(when: str) -> bool:
    """Whether it is a time as kept here: ISO 8601, UTC, to the second, so that text sorts as time does, and
    one that clocks show everywhere."""
    try:
        time = datetime.fromisoformat(when)
    except ValueError:
        return False
    utc = time.utcoffset() == timedelta(0) and time.isoformat(timespec="seconds") == when
    return utc and time.year in YEARS


def record_of(
    start: Start,
    events: Sequence[Event],
    rules: RuleSet,
    *,
    match: str,
    when: str,
    seats: Players,
    own: int | None,
) -> Record:
    """The record of a deal from its ``events``; what came after its end is left out.

    BadRecord when these are not the whole of a deal by the rules, or anything else could not be read again.
    """
    ends = [i for i, event in enumerate(events) if isinstance(event, DealScored | MatchWon)]
    try:
        record = Record(
            match=match,
            number=start.deals_played + 1,
            when=when,
            rules=rules,
            start=start,
            seats=seats,
            own=own,
            events=tuple(events[: ends[-1] + 1] if ends else events),
        )
    except ValueError as error:
        raise BadRecord(str(error)) from None
    return from_bytes(to_bytes(record))


class Finished(msgspec.Struct, frozen=True):
    """A finished deal found in a match's events."""

    start: Start
    events: tuple[Event, ...]


def finished_deals(match: Match, decisions: Iterable[Sequence[Event]]) -> Iterator[Finished]:
    """The deals that were played to their end, from a whole match: how it stood at first, and what
    followed, decision by decision (as a journal has it). The last deal, when it is not over, is left out."""
    start = Start.of(match)
    deal: list[Event] = []
    for events in decisions:
        if isinstance(events[0], DealStarted) and not match.redeals:
            start, deal = Start.of(match), []
        for event in events:
            match = evolve(match, event)
        deal += events
        if any(isinstance(event, DealScored) for event in events):
            yield Finished(start, tuple(deal))


def to_bytes(record: Record) -> bytes:
    """The record as a file. BadRecord when it is too long."""
    data = msgspec.msgpack.encode(record)
    if len(data) > MOST_BYTES or len(record.events) > MOST_EVENTS:
        raise BadRecord("too much happened in the deal")
    packed = zlib.compress(data, 9)
    return MAGIC + FORMAT.to_bytes(2, "big") + zlib.crc32(packed).to_bytes(4, "big") + packed


def from_bytes(data: bytes) -> Record:
    """The record in a file, whoever wrote it. BadRecord or NewerRecord, and nothing else."""
    if not data.startswith(MAGIC) or len(data) <= HEAD:
        raise BadRecord("this is no record of a deal")
    packed = data[HEAD:]
    if len(packed) > MOST_BYTES:
        raise BadRecord("the file is too long for a deal")
    found = int.from_bytes(data[len(MAGIC) : len(MAGIC) + 2], "big")
    if found > FORMAT:
        raise NewerRecord(f"format {found}")
    if found < 1 or zlib.crc32(packed) != int.from_bytes(data[HEAD - 4 : HEAD], "big"):
        raise BadRecord("the file is damaged")
    try:
        record = _decode(_inflated(packed))
        _look_through(record)
    except (BadRecord, NewerRecord):
        raise
    except Impossible as no:
        raise BadRecord(f"it was not played by the rules: {no}") from None
    except Exception as error:  # hostile bytes find ways of their own, as nesting too deep
        raise BadRecord(f"the file can't be read: {error}") from None
    return record


def imported(data: bytes) -> Record:
    """As ``from_bytes``, of a file from elsewhere: nobody's own deal, and no deal of a match that is kept.

    The same file is always the same match.
    """
    return replace(from_bytes(data), own=None, match=IMPORTED + sha256(data).hexdigest()[:24])


class _Versions(msgspec.Struct):
    format: int
    rule_version: int


def _inflated(packed: bytes) -> bytes:
    inflate = zlib.decompressobj()
    data = inflate.decompress(packed, MOST_BYTES)
    if not inflate.eof or inflate.unused_data:
        raise BadRecord("the file is too long for a deal, or too short")
    return data


def _decode(data: bytes) -> Record:
    versions = msgspec.msgpack.decode(data, type=_Versions)
    if versions.format > FORMAT or versions.rule_version > VERSION:
        raise NewerRecord(f"format {versions.format}, rules {versions.rule_version}")
    return msgspec.msgpack.decode(data, type=Record)


def _look_through(record: Record) -> None:
    """Whether the events are one whole deal by the rules, no more and no less."""
    match = record.start.match(record.rules)
    if record.start.deals_played != record.number - 1 or not isinstance(record.events[0], DealStarted):
        raise BadRecord("it does not begin where a deal begins")
    for after, _ in replayed(match, record.events):
        match = after
    if match.deals_played != record.number or not isinstance(record.events[-1], DealScored | MatchWon):
        raise BadRecord("it does not end where a deal ends")
