"""The keeper: shelf and purse on a thread of their own, so that no window waits for a disk."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

import msgspec

from game.engine import Bill, Result, view
from game.profile.database import Database, Reason, ShelfError
from game.profile.purse import Purses, bill_of
from game.profile.record import Record
from game.profile.shelf import MatchInfo, Shelf

log = logging.getLogger(__name__)

T = TypeVar("T")

Ill: TypeAlias = Reason | Literal["aside", "settings"]


class Trouble(msgspec.Struct, frozen=True):
    """Why something was not kept; "aside": the database was damaged and is now called ``name``; "settings":
    these could not be written."""

    reason: Ill
    name: str = ""


class Kept(msgspec.Struct, frozen=True):
    """A deal that was finished, with how it ended, and what it brought who has a purse here."""

    record: Record
    result: Result
    bill: Bill | None


class Books:
    """What the keeper's thread writes in. Everything raises ShelfError."""

    def __init__(self, path: Path) -> None:
        self.database = Database(path)
        self.shelf = Shelf(self.database)
        self.purses = Purses(self.database)

    def keep(self, record: Record, info: MatchInfo) -> Kept:
        """Book what a finished deal brought the own seat, and keep it: what is on the shelf is booked,
        wherever the program stops."""
        kept = self.kept(record)
        if kept.bill and record.own is not None:
            self.purses.book(record.match, record.number, record.rules, kept.bill, record.own)
        self.shelf.keep(record, info)
        return kept

    def kept(self, record: Record) -> Kept:
        """A deal with what it comes to: no more than the purse holds, or held when it was booked."""
        after = record.after()
        assert after.result is not None
        if record.own is None:
            return Kept(record, after.result, None)
        a, b, c, d = (player.bot for player in record.seats)
        silver = max(0, self.purses.silver_before(record.match, record.number))
        w, x, y, z = (silver if seat == record.own else None for seat in range(4))
        started = self._started(record) if record.rules.settlement == "classic" else ("2", "2")
        bill = bill_of(view(after, record.own), (a, b, c, d), (w, x, y, z), started)
        return Kept(record, after.result, bill)

    def _started(self, record: Record) -> tuple[str, str]:
        """The levels at which the match set out, as far as it was seen."""
        numbers = self.shelf.numbers(record.match)
        found = self.shelf.record(record.match, min(numbers)) if numbers else None
        return (found or record).start.levels


Work: TypeAlias = Callable[[Books], T]


class Keeper:
    """Does what it is told one after the other, on its thread, which begins with the first of it.

    ``wake`` is called from there whenever something is done.
    """

    def __init__(self, path: Path, wake: Callable[[], None]) -> None:
        self.latest: Kept | None = None
        """The deal finished last in this run."""
        self.slow = False
        """Whether long work is under way: what is asked now may be another thing afterwards."""
        self._path = path
        self._wake = wake
        self._pool = ThreadPoolExecutor(1, "keeper")
        self._books: Books | None = None
        self._closed = False
        self._troubles: list[Trouble] = []
        self._known: set[Ill] = set()  # troubles noted in this run

    # for any thread

    def ask(self, work: Work[T]) -> "Future[T]":
        """What ``work`` finds; to be looked at when it is done. Its exception may be a ShelfError."""
        if self._closed:
            gone: Future[T] = Future()
            gone.cancel()
            return gone
        asked = self._pool.submit(self._do, work)
        asked.add_done_callback(lambda _: self._wake())
        return asked

    def tell(self, work: Work[object]) -> None:
        """Have something done that nobody waits for."""
        self.ask(work).add_done_callback(_log_failure)

    def slowly(self, work: Callable[[Books], Iterator[None]]) -> None:
        """The same for long work, which lets others go first between its steps; the end cuts it short."""
        self.slow = True
        self.tell(lambda books: self._step(work(books)))

    def keep(self, work: Work[Kept | None]) -> None:
        """Have a deal kept that was finished just now; it is then the ``latest``."""

        def noted(books: Books) -> None:
            self.latest = work(books) or self.latest

        self.tell(noted)

    def note(self, trouble: Trouble) -> None:
        """Have a trouble told, the first of its kind in this run."""
        if trouble.reason not in self._known:
            self._known.add(trouble.reason)
            self._troubles.append(trouble)
            self._wake()

    def take_trouble(self) -> Trouble | None:
        """The next trouble that nobody was told of; each of its kind is told once in a run."""
        return self._troubles.pop(0) if self._troubles else None

    def close(self) -> None:
        """Do what is still to be done, but for what is done slowly, and put the books away."""
        if not self._closed:
            self._closed = True
            self._pool.submit(self._put_away)
            self._pool.shutdown()

    # on the keeper's thread

    def _do(self, work: Work[T]) -> T:
        if self._books is None:
            self._books = Books(self._path)
        try:
            return work(self._books)
        except ShelfError as error:
            self.note(Trouble(error.reason))
            raise
        finally:
            if aside := self._books.database.aside:
                self._books.database.aside = None
                self.note(Trouble("aside", aside.name))

    def _step(self, steps: Iterator[None]) -> None:
        goes_on = False
        try:
            if not self._closed:
                goes_on = next(steps, self) is not self
        finally:
            self.slow = goes_on
        if goes_on:
            self.tell(lambda _: self._step(steps))

    def _put_away(self) -> None:
        if self._books:
            self._books.database.close()


def _log_failure(done: "Future[object]") -> None:
    if not done.cancelled() and (error := done.exception()):
        log.error("the keeper failed", exc_info=error)
