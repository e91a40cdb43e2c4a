"""Open a table on this PC: a new match, or one gone on with."""

import secrets
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from game.engine import Match, RuleSet, Standing, new_match
from game.engine.events import Event
from game.table.journal import SUFFIX, Header, Journal, SeatInfo
from game.table.runner import Brain, RuleBrain, Runner, Seats
from game.table.table import MatchSeeds, Pace, Table

HOUSE_SEATS: Seats = (
    SeatInfo("", bot=False),
    SeatInfo("Xiao Zhou", bot=True),
    SeatInfo("Lin Yue", bot=True),
    SeatInfo("A-Qiang", bot=True),
)
"""The player and three computer players, in play order."""


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


def open_new(folder: Path, rules: RuleSet, seed: str | None, pace: Pace) -> Runner:
    """A new match against three computer players, its journal in ``folder``."""
    journal, header = new_journal(folder, rules, seed)
    return _runner(new_match(rules), header, journal, pace)


def open_saved(path: Path, pace: Pace) -> Runner:
    """Go on with a match where it stopped. Raises Damaged, NewerFormat, Locked."""
    journal, header, match, record = Journal.resume(path)
    return _runner(match, header, journal, pace, record)


def _runner(
    match: Match, header: Header, journal: Journal, pace: Pace, record: Sequence[Event] = ()
) -> Runner:
    table = Table(match, MatchSeeds(header.seed), pace, journal, time.monotonic(), record)
    brains: dict[int, Brain] = {i: RuleBrain() for i, seat in enumerate(header.seats) if seat.bot}
    return Runner(table, header.seats, brains, journal.close)
