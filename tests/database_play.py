"""Helpers of the database's tests: all that a program asks of it, and whether it is whole."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from profile_play import KINDS, info, records

from game.engine import Bill, Line, LineKind, preset
from game.profile.database import Database
from game.profile.purse import Purses
from game.profile.record import Record
from game.profile.shelf import Shelf
from game.profile.statistics import statistics_of

POPO = preset("popo")
PLUS_SEVEN = Bill((Line(LineKind.POPO_WON, 0, 7),), (7, 0, 0, 0))


def keep(database: Database, record: Record) -> bool:
    return Shelf(database).keep(record, info(record, journal="m.journal"))


def everything(database: Database) -> list[Callable[[], object]]:
    """All that a program asks of it."""
    shelf, purses = Shelf(database), Purses(database)
    return [
        shelf.matches,
        shelf.unfinished,
        shelf.count,
        lambda: shelf.deals(50),
        lambda: shelf.record("m", 1),
        lambda: statistics_of(database),
        purses.purse,
        lambda: keep(database, records(KINDS[0], 1)[1]),
        lambda: purses.book("m", 2, POPO, PLUS_SEVEN, 0),
        lambda: shelf.forget("x"),
    ]


def is_whole(path: Path) -> bool:
    connection = sqlite3.connect(path)
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()
