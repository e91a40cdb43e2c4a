"""The one database of what a player keeps: opened, brought up to date, and made anew when it is damaged.

SQLite. Several copies of the program may use it at once; each of them from one thread.
"""

import contextlib
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Literal, TypeAlias, TypeVar

from game.profile.paths import set_aside

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE = 2.0
"""Seconds to wait for another copy of the program."""
TRIES = 2
"""Of something that failed because the file was damaged, or another copy set it aside."""
NEWEST = 1000
"""No version is above; a number that is was not written by any program."""

STEPS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE matches (
            id TEXT PRIMARY KEY, began TEXT NOT NULL, preset TEXT NOT NULL, changed INTEGER NOT NULL,
            decks INTEGER NOT NULL, seats TEXT NOT NULL, own INTEGER, lan INTEGER NOT NULL, journal TEXT,
            deals INTEGER NOT NULL, levels TEXT NOT NULL, over INTEGER NOT NULL, won_by INTEGER,
            played TEXT NOT NULL)""",
        """CREATE TABLE deals (
            match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE, number INTEGER NOT NULL,
            played TEXT NOT NULL, preset TEXT NOT NULL, changed INTEGER NOT NULL, decks INTEGER NOT NULL,
            level TEXT NOT NULL, suit TEXT, dealer INTEGER NOT NULL, points INTEGER NOT NULL,
            side TEXT NOT NULL, gain INTEGER NOT NULL, own INTEGER, dealt INTEGER, won INTEGER,
            PRIMARY KEY (match, number)) WITHOUT ROWID""",
        "CREATE INDEX deals_by_time ON deals (played, match, number, preset, won)",
        "CREATE INDEX deals_by_gain ON deals (preset, gain) WHERE won",
        # apart, so that lists and sums need not read past them
        """CREATE TABLE records (
            match TEXT NOT NULL, number INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (match, number),
            FOREIGN KEY (match, number) REFERENCES deals ON DELETE CASCADE)""",
    ),
    (
        # nothing points to matches: what is forgotten was paid all the same
        """CREATE TABLE bookings (
            profile TEXT NOT NULL, match TEXT NOT NULL, number INTEGER NOT NULL, silver INTEGER NOT NULL,
            points INTEGER NOT NULL, won INTEGER NOT NULL, PRIMARY KEY (profile, match, number)
            ) WITHOUT ROWID""",
    ),
)
"""What makes each version of the database from the one before; an empty file is version 0."""

Reason: TypeAlias = Literal["full", "locked", "unwritable", "newer", "damaged"]
REASONS: Mapping[int, Reason] = MappingProxyType(
    {
        sqlite3.SQLITE_FULL: "full",
        sqlite3.SQLITE_BUSY: "locked",
        sqlite3.SQLITE_LOCKED: "locked",
        sqlite3.SQLITE_PROTOCOL: "locked",
        sqlite3.SQLITE_IOERR: "unwritable",
        sqlite3.SQLITE_CANTOPEN: "unwritable",
        sqlite3.SQLITE_READONLY: "unwritable",
        sqlite3.SQLITE_PERM: "unwritable",
        sqlite3.SQLITE_AUTH: "unwritable",
        sqlite3.SQLITE_NOLFS: "unwritable",
        sqlite3.SQLITE_NOMEM: "unwritable",
    }
)
"""By SQLite's codes. Any other means damage, since what is asked of a whole database can be answered."""


class ShelfError(Exception):
    """The database can't be used now: the disk is full, another copy of the program holds it, it can't be
    read or written where it lies, a newer version of the program made it, or it is damaged and can't even
    be set aside. The text says so in more words; nothing was changed."""

    def __init__(self, reason: Reason, text: str) -> None:
        super().__init__(f"{reason}: {text}")
        self.reason = reason


class _Damaged(Exception):
    pass


# UnicodeDecodeError: SQLite names something of the damaged file in its message
TROUBLES = (_Damaged, sqlite3.DatabaseError, UnicodeDecodeError)


class Database:
    """The database in a file, opened when it is first used. Belongs to the thread that made it.

    ``aside`` is where a damaged one was put, for the player to be told; all begins anew then.
    """

    def __init__(self, path: Path) -> None:
        self.aside: Path | None = None
        self._path = path
        self._thread = threading.get_ident()
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None

    def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What ``work`` finds, in one state of the database. ShelfError; ``work`` may be done again."""
        return self._do("BEGIN", work)

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do ``work`` wholly or not at all. ShelfError; ``work`` may be done again."""
        return self._do("BEGIN IMMEDIATE", work)

    def close(self) -> None:
        """Let go of the file; it is opened again when it is used again."""
        assert threading.get_ident() == self._thread
        if self._connection:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None

    def _do(self, begin: str, work: Callable[[sqlite3.Connection], T]) -> T:
        assert threading.get_ident() == self._thread, "a database belongs to one thread"
        try:
            for _ in range(TRIES):
                try:
                    return _transaction(self._opened(), begin, work)
                except TROUBLES as error:
                    self._overcome(error)
            return _transaction(self._opened(), begin, work)
        except TROUBLES as error:
            self.close()
            raise ShelfError(_reason(error), str(error)) from error
        except OSError as error:
            self.close()
            raise ShelfError("unwritable", str(error)) from error

    def _overcome(self, error: Exception) -> None:
        """Make the next try worth it, or raise the error again."""
        self.close()
        if self._file != _identity(self._path):
            return  # another copy set the file aside while this one used it
        if _reason(error) != "damaged":
            raise error
        with _alone(self._path):
            if self._file == _identity(self._path):
                log.error("the database is damaged and is set aside", exc_info=error)
                self._set_aside()

    def _opened(self) -> sqlite3.Connection:
        if self._connection and self._file == _identity(self._path):
            return self._connection
        self.close()  # another copy of the program set the file aside
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.touch()  # an empty file is an empty database
        self._file = _identity(self._path)
        connection = sqlite3.connect(self._path, timeout=PATIENCE, isolation_level=None)
        try:
            connection.text_factory = _text
            _bring_up_to_date(connection)
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                connection.close()
            raise
        self._connection = connection
        return connection

    def _set_aside(self) -> None:
        path = self._path
        path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
        wal = path.with_name(f"{path.name}-wal")
        if wal.exists():
            set_aside(wal)  # before the rest, so that no new file finds it
        self.aside = set_aside(path)


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Only one copy of the program at a time sets a file aside; who is killed meanwhile hinders nobody."""
    guard = sqlite3.connect(path.with_name(f"{path.name}-guard"), timeout=PATIENCE, isolation_level=None)
    try:
        guard.execute("BEGIN EXCLUSIVE")
        yield
    finally:
        guard.close()


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file lies there, whatever its name."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _reason(error: Exception) -> Reason:
    if isinstance(error, sqlite3.ProgrammingError):
        raise error  # a fault of this program
    return REASONS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "damaged")


def _transaction(connection: sqlite3.Connection, begin: str, work: Callable[[sqlite3.Connection], T]) -> T:
    connection.execute(begin)
    try:
        found = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise
    return found


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if not 0 <= version <= NEWEST:
        raise _Damaged(f"version {version}")
    return int(version)


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    version = _version(connection)
    if version > len(STEPS):
        raise ShelfError("newer", f"version {version} of the database, where {len(STEPS)} is known")
    _set_wal(connection)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    if version < len(STEPS):
        _transaction(connection, "BEGIN IMMEDIATE", _take_steps)


def _take_steps(connection: sqlite3.Connection) -> None:
    for step in STEPS[_version(connection) :]:  # another copy may have been there meanwhile
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {len(STEPS)}")


def _set_wal(connection: sqlite3.Connection) -> None:
    """Readers and a writer at once. SQLite itself does not wait when two copies do this together."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if _reason(error) != "locked" or time.monotonic() > until:
                raise
            time.sleep(0.01)  # this statement alone does not wait by itself while another copy writes
        else:
            return
