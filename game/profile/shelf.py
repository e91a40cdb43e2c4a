"""The shelf: the matches a player took part in or watched, and the records of their finished deals.

It is an index: the journal of a match is the truth, and ``record.finished_deals`` fills the shelf from it.
"""

import logging
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from game.engine import RuleSet, preset, seat_team
from game.engine.events import Seat
from game.engine.score import Side
from game.profile.database import Database, ShelfError
from game.profile.record import (
    IMPORTED,
    BadRecord,
    Count,
    MatchId,
    NewerRecord,
    Players,
    Record,
    from_bytes,
    to_bytes,
)

log = logging.getLogger(__name__)

T = TypeVar("T", bound=msgspec.Struct)

Preset: TypeAlias = Literal["lezhong", "classic", "popo"]
FileName: TypeAlias = Annotated[str, Meta(pattern=r"^[^./\\][^/\\]{0,199}$")]


class MatchInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A match on the shelf. ``own`` is the player's seat, None for who only watched; ``journal`` the name of
    its file in the folder of matches, None when this PC has none. Times are as in ``Record``.

    ``deals``, ``levels``, ``over``, ``won_by`` and ``played`` tell how far it has come.
    """

    id: MatchId
    began: str
    preset: Preset
    changed: bool
    """Whether any option differs from the preset's."""
    decks: Annotated[int, Meta(ge=1, le=4)]
    seats: Players
    own: Seat | None
    lan: bool
    journal: FileName | None = None
    deals: Count = 0
    levels: tuple[str, str] = ("2", "2")
    over: bool = False
    won_by: Annotated[int, Meta(ge=0, le=1)] | None = None
    played: str = ""

    @property
    def imported(self) -> bool:
        """Whether it stands for a deal from a file."""
        return self.id.startswith(IMPORTED)


class DealInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A finished deal as a list shows it. ``played`` is when it ended, ``points`` are the attackers'; ``won``
    tells of the own seat, None for who only watched."""

    match: MatchId
    number: Count
    played: str
    preset: Preset
    changed: bool
    decks: Annotated[int, Meta(ge=1, le=4)]
    level: str
    suit: Literal["S", "H", "C", "D"] | None
    dealer: Seat
    points: int
    side: Side
    gain: Count
    own: Seat | None
    won: bool | None
    seats: Players
    lan: bool


def info_of(
    match: str,
    rules: RuleSet,
    *,
    began: str,
    seats: Players,
    own: int | None,
    lan: bool = False,
    journal: str | None = None,
    levels: tuple[str, str] = ("2", "2"),
) -> MatchInfo:
    """A match that has just begun, at these levels. ValidationError (msgspec's) for what can't be kept."""
    info = MatchInfo(
        id=match,
        began=began,
        preset=rules.preset,
        changed=is_changed(rules),
        decks=rules.decks,
        seats=seats,
        own=own,
        lan=lan,
        journal=journal,
        levels=levels,
        played=began,
    )
    return msgspec.convert(msgspec.to_builtins(info), MatchInfo)


def info_of_imported(record: Record) -> MatchInfo:
    """The match that stands for a deal from a file."""
    return info_of(record.match, record.rules, began=record.when, seats=record.seats, own=None)


def is_changed(rules: RuleSet) -> bool:
    """Whether any option differs from those of the preset."""
    return rules != preset(rules.preset, rules.decks)


class Shelf:
    """Matches and deals in the database. Everything raises ShelfError when that can't be used."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def note(self, info: MatchInfo) -> None:
        """Keep a match, or how far it has come. What is known to be later already stays."""
        self._database.write(lambda connection: _note(connection, info))

    def keep(self, record: Record, info: MatchInfo) -> bool:
        """Keep a finished deal, and its match with it; False when the shelf has it already.

        ValueError when it is no deal of that match.
        """
        if record.match != info.id:
            raise ValueError(f"a deal of match {record.match}, not of {info.id}")
        after = record.after()
        result = after.result
        assert result is not None
        info = msgspec.structs.replace(
            info,
            seats=record.seats,
            own=record.own,
            deals=record.number,
            levels=after.levels,
            over=after.won_by is not None,
            won_by=after.won_by,
            played=record.when,
        )
        dealt = None if record.own is None else seat_team(record.own) == seat_team(result.dealer)
        rules = record.rules
        row = (
            *(record.match, record.number, record.when, rules.preset, is_changed(rules), rules.decks),
            *(result.level, result.suit, result.dealer, result.points, result.side, result.gain),
            *(record.own, dealt, None if dealt is None else dealt == (result.side == "dealer")),
        )
        data = to_bytes(record)

        def work(connection: sqlite3.Connection) -> bool:
            _note(connection, info)
            done = connection.execute(f"INSERT OR IGNORE INTO deals VALUES ({_marks(row)})", row)
            key = (record.match, record.number)
            connection.execute("INSERT OR IGNORE INTO records VALUES (?, ?, ?)", (*key, data))
            return done.rowcount > 0

        return self._database.write(work)

    def matches(self) -> list[MatchInfo]:
        """All matches, the one played last first; those of imported deals are left out."""
        return self._matches("id NOT GLOB ?", (f"{IMPORTED}*",))

    def unfinished(self) -> list[MatchInfo]:
        """The matches that can be gone on with, by their journals, the one played last first."""
        return self._matches("NOT over AND journal IS NOT NULL", ())

    def deals(self, limit: int, offset: int = 0, match: str | None = None) -> list[DealInfo]:
        """Finished deals, those of one match or all, the latest first: ``limit`` of them, after the first
        ``offset``."""
        sql = """SELECT deals.match, number, deals.played, deals.preset, deals.changed, deals.decks, level,
            suit, dealer, points, side, gain, deals.own, won, seats, lan
            FROM deals JOIN matches ON matches.id = deals.match
            WHERE deals.match = coalesce(?, deals.match)
            ORDER BY deals.played DESC, deals.match DESC, number DESC LIMIT ? OFFSET ?"""
        rows = self._database.read(lambda c: c.execute(sql, (match, limit, offset)).fetchall())
        return _read(rows, DealInfo)

    def count(self, match: str | None = None) -> int:
        """How many deals there are, of one match or in all."""
        sql = "SELECT count(*) FROM deals WHERE match = coalesce(?, match)"
        return int(self._database.read(lambda c: c.execute(sql, (match,)).fetchone())[0])

    def numbers(self, match: str) -> set[int]:
        """Those of a match's deals that the shelf has."""
        sql = "SELECT number FROM deals WHERE match = ?"
        return {n for (n,) in self._database.read(lambda c: c.execute(sql, (match,)).fetchall())}

    def record(self, match: str, number: int) -> Record | None:
        """A deal's record; None when the shelf has none. ShelfError also for one that can't be read."""
        sql = "SELECT data FROM records WHERE match = ? AND number = ?"
        found = self._database.read(lambda c: c.execute(sql, (match, number)).fetchone())
        if found is None:
            return None
        try:
            return from_bytes(found[0] if isinstance(found[0], bytes) else b"")
        except BadRecord as error:
            raise ShelfError("damaged", str(error)) from None
        except NewerRecord as error:
            raise ShelfError("newer", str(error)) from None

    def forget(self, match: str) -> None:
        """Take a match and its deals from the shelf. Its journal stays where it is."""
        self._database.write(lambda c: c.execute("DELETE FROM matches WHERE id = ?", (match,)))

    def _matches(self, where: str, values: Sequence[object]) -> list[MatchInfo]:
        names = ", ".join(MatchInfo.__struct_fields__)
        sql = f"SELECT {names} FROM matches WHERE {where} ORDER BY played DESC, id DESC"
        return _read(self._database.read(lambda c: c.execute(sql, values).fetchall()), MatchInfo)


def _note(connection: sqlite3.Connection, info: MatchInfo) -> None:
    row = msgspec.structs.asdict(info)
    row["seats"] = msgspec.json.encode(info.seats).decode()
    row["levels"] = msgspec.json.encode(info.levels).decode()
    connection.execute(
        f"""INSERT INTO matches ({", ".join(row)}) VALUES ({_marks(row)}) ON CONFLICT (id) DO UPDATE SET
            seats = excluded.seats, own = excluded.own, lan = excluded.lan, deals = excluded.deals,
            journal = coalesce(excluded.journal, journal), levels = excluded.levels,
            over = max(over, excluded.over), won_by = coalesce(excluded.won_by, won_by),
            played = max(played, excluded.played)
            WHERE excluded.deals >= deals""",
        tuple(row.values()),
    )


def _marks(values: Iterable[object]) -> str:
    return ", ".join("?" for _ in values)


def _read(rows: Iterable[tuple[object, ...]], kind: type[T]) -> list[T]:
    """Rows in the order of the fields, but for those that say what can't be."""
    found = []
    for row in rows:
        values: dict[str, Any] = dict(zip(kind.__struct_fields__, row, strict=True))
        try:
            for name in {"seats", "levels"} & {*values}:
                values[name] = msgspec.json.decode(values[name])
            found.append(msgspec.convert(values, kind, strict=False))
        except (msgspec.MsgspecError, TypeError, UnicodeError, RecursionError):
            log.warning("a row of the shelf can't be read: %s", row[:2])
    return found
