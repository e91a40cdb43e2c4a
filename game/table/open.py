"""Open a table on this PC: a new match, or one gone on with."""

import secrets
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from msgspec import structs

from game.bots.levels import Level
from game.engine import Match, RuleSet, Standing, new_match
from game.engine.events import Event
from game.table.journal import SUFFIX, Header, Journal, SeatInfo
from game.table.runner import Runner, Seats
from game.table.table import MatchSeeds, Pace, Table
from game.table.thinker import Thinker, brain_of

HOUSE_SEATS: Seats = (
    SeatInfo("", bot=False),
    SeatInfo("Xiao Zhou", bot=True),
    SeatInfo("Lin Yue", bot=True),
    SeatInfo("A-Qiang", bot=True),
)
"""The player and three computer players, in play order."""


def house_seats(partner: Level, opponents: Level) -> Seats:
    """The same, the one across and those at the sides of these levels."""
    me, right, across, left = HOUSE_SEATS
    return (
        me,
        structs.replace(right, level=opponents),
        structs.replace(across, level=partner),
        structs.replace(left, level=opponents),
    )


def new_journal(
    folder: Path,
    rules: RuleSet,
    seed: str | None = None,
    seats: Seats = HOUSE_SEATS,
    standing: Standing | None = None,
) -> tuple[Journal, Header]:
    """The journal of a new match, or of one gone on with from ``standing``, in a file of its own.

    ``seed`` None draws one by chance.
    """
    seed = seed or secrets.token_hex(16)
    began = datetime.now(UTC)
    name = f"{began:%Y%m%d-%H%M%S}-{secrets.token_hex(3)}{SUFFIX}"
    stamp = began.isoformat(timespec="seconds")
    header = Header(rules=rules, seed=seed, seats=seats, began=stamp, standing=standing)
    return Journal.create(folder / name, header), header


def open_new(
    folder: Path,
    rules: RuleSet,
    seed: str | None,
    pace: Pace,
    written: Callable[[Path], None] | None = None,
    seats: Seats = HOUSE_SEATS,
    thinker: Thinker | None = None,
) -> Runner:
    """A new match against three computer players, its journal in ``folder``.

    ``written`` is told the journal when the match begins and, from the runner's thread, after each deal.
    """
    journal, header = new_journal(folder, rules, seed, seats)
    return _runner(new_match(rules), header, journal, pace, written, thinker)


def open_saved(
    path: Path,
    pace: Pace,
    written: Callable[[Path], None] | None = None,
    thinker: Thinker | None = None,
) -> Runner:
    """Go on with a match where it stopped; ``written`` as above. Raises Damaged, NewerFormat, Locked."""
    journal, header, match, record = Journal.resume(path)
    return _runner(match, header, journal, pace, written, thinker, record)


def _runner(
    match: Match,
    header: Header,
    journal: Journal,
    pace: Pace,
    written: Callable[[Path], None] | None,
    thinker: Thinker | None,
    record: Sequence[Event] = (),
) -> Runner:
    if written:
        written(journal.path)
    table = Table(match, MatchSeeds(header.seed), pace, journal, time.monotonic(), record)
    brains = {i: brain_of(seat.level, thinker) for i, seat in enumerate(header.seats) if seat.bot}
    told = (lambda _: written(journal.path)) if written else None
    return Runner(table, header.seats, brains, journal.close, on_record=told)
