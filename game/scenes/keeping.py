"""How finished deals come to the shelf: from the journals on this PC, and from tables on the LAN.

All of it runs on the keeper's thread.
"""

import contextlib
import logging
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from game.lan.finished import FinishedDeal
from game.lan.keep import SUFFIX as LAN_SUFFIX
from game.lan.keep import kept
from game.profile.database import ShelfError
from game.profile.keeper import Books, Kept
from game.profile.record import BadRecord, Finished, Player, Players, Record, finished_deals, record_of
from game.profile.shelf import MatchInfo, info_of
from game.table.journal import SUFFIX, Damaged, Header, NewerFormat, SeatInfo, fold, read
from game.table.lock import Locked, lock

log = logging.getLogger(__name__)

SCORED = b'"type":"DealScored"'
"""As a record of a journal has it, once for each finished deal."""


def all_journals(books: Books, folder: Path) -> Iterator[None]:
    """Bring the shelf up to date with all journals, the oldest first."""
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            for _ in new_deals(books, path):
                yield
        except ShelfError as error:
            if error.reason != "damaged":  # one record can't be read: the other matches can
                raise
            log.warning("the journal %s was read in part: %s", path.name, error)


def of_journal(books: Books, path: Path) -> Kept | None:
    """Bring the shelf up to date with a journal; the match's last finished deal."""
    last = None
    for found in new_deals(books, path):
        last = found or last
    return last or _known(books, path.stem)


def _known(books: Books, match: str) -> Kept | None:
    """The last deal of a match that the shelf has."""
    numbers = books.shelf.numbers(match)
    record = books.shelf.record(match, max(numbers)) if numbers else None
    return books.kept(record) if record else None


def new_deals(books: Books, path: Path) -> Iterator[Kept | None]:
    """Keep the deals of a journal that the shelf does not know, one at a time (None: nothing new there).

    What can't be read is left alone: the menu tells of it.
    """
    match = path.stem
    try:
        data = path.read_bytes()
        known = books.shelf.numbers(match)
        if known and data.count(SCORED) <= len(known):
            return
        header, *_ = read(data[: data.find(b"\n") + 1])
        start = fold(header, ())
        info = _info(path, header, start.levels)
        if known and max(known) == start.deals_played + len(known):  # none is missing: the rest is enough
            last = books.shelf.record(match, max(known))
            if last:
                data, start = _since(data, len(known)), last.after()
        _, records, _ = read(data)
        ended = _stamp(path.stat().st_mtime)  # of earlier deals it is not known better
    except (OSError, Damaged, NewerFormat, msgspec.ValidationError) as error:
        log.info("the journal %s is passed over: %s", path.name, error)
        return
    books.shelf.note(info)
    yield None
    try:
        for deal in finished_deals(start, records):
            number = deal.start.deals_played + 1
            if number not in known:
                yield books.keep(_record(deal, header, info, ended), info)
            else:
                yield None
    except (AssertionError, ValueError, IndexError, BadRecord) as error:
        log.warning("the journal %s was read in part: %s", path.name, error)


def _since(data: bytes, deals: int) -> bytes:
    """A journal without the records of its first so many finished deals."""
    body = at = data.index(b"\n") + 1
    for _ in range(deals):
        at = data.index(b"\n", data.index(SCORED, at)) + 1
    return data[:body] + data[at:]


def _record(deal: Finished, header: Header, info: MatchInfo, when: str) -> Record:
    return record_of(
        deal.start,
        deal.events,
        header.rules,
        match=info.id,
        when=max(when, header.began),
        seats=info.seats,
        own=info.own,
    )


def _info(path: Path, header: Header, levels: tuple[str, str]) -> MatchInfo:
    """A match by its journal. Those of the LAN have names; who was the player tells the host's own file."""
    humans = [seat for seat, info in enumerate(header.seats) if not info.bot]
    lan = any(header.seats[seat].name for seat in humans)
    own = humans[0] if humans and not lan else None
    if lan and (found := kept(path)):
        own = next((person.seat for person in found.room.people if person.host), None)
    return info_of(
        path.stem,
        header.rules,
        began=header.began,
        seats=players(header.seats),
        own=own,
        lan=lan,
        journal=path.name,
        levels=levels,
    )


def players(seats: Sequence[SeatInfo]) -> Players:
    """Who sat there, as records have it."""
    a, b, c, d = (Player(seat.name, seat.bot, seat.picture) for seat in seats)
    return a, b, c, d


def of_table(books: Books, folder: Path, found: FinishedDeal, now: float) -> Kept | None:
    """Keep a deal of a LAN table that ended ``now``, in seconds since the epoch; its match is the journal's
    on the host's PC. None for what can't be kept."""
    when = _stamp(now)
    hosted = _hosted(folder, found.table) if found.host else None
    match = hosted.stem if hosted else _guests_match(books, found, when)
    start = found.deal.start
    try:
        record = record_of(
            start,
            found.deal.events,
            found.rules,
            match=match,
            when=when,
            seats=players(found.seats),
            own=found.own,
        )
        info = info_of(
            match,
            found.rules,
            began=when,
            seats=record.seats,
            own=found.own,
            lan=True,
            journal=hosted.name if hosted else None,
            levels=start.levels,
        )
    except (BadRecord, msgspec.ValidationError) as error:
        log.warning("a deal of a LAN table is not kept: %s", error)
        return None
    return books.keep(record, info)


def _hosted(folder: Path, table: bytes) -> Path | None:
    """The journal of the match that runs at a table of this PC."""
    with contextlib.suppress(OSError):
        latest = sorted(folder.glob(f"*{LAN_SUFFIX}"), key=lambda path: -path.stat().st_mtime)
        for path in latest:
            found = kept(path.with_suffix(SUFFIX))
            if found and found.table == table:
                return path.with_suffix(SUFFIX)
    return None


def _guests_match(books: Books, found: FinishedDeal, when: str) -> str:
    """The match of a guest's deal: the one last played at that table, if the deal goes on with it."""
    number = found.deal.start.deals_played + 1
    ids = f"lan-{found.table.hex()}-"
    last = next((info for info in books.shelf.matches() if info.id.startswith(ids)), None)
    if last and number > 1 and not last.over and last.deals < number:
        return last.id
    if last and last.deals >= number:
        known = books.shelf.record(last.id, number)
        if known and known.events == found.deal.events:
            return last.id  # it was opened a second time
    return ids + "".join(filter(str.isdigit, when))[:14]


def forget(books: Books, folder: Path, info: MatchInfo) -> bool:
    """Take a match from the shelf and its journal from the disk; False when another program plays it.

    OSError when the file can't be deleted.
    """
    if info.journal:
        path = folder / info.journal
        try:
            with path.open("r+b") as file:
                lock(file)
        except Locked:
            return False
        except FileNotFoundError:
            pass
        path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            path.with_suffix(LAN_SUFFIX).unlink(missing_ok=True)
    books.shelf.forget(info.id)
    return True


def _stamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
