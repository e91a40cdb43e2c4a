"""Open a table on this PC: a new match, or one gone on with."""

import secrets
import time
from datetime import UTC, datetime
from pathlib import Path

from game.engine import Match, RuleSet, new_match
from game.table.journal import SUFFIX, Header, Journal, SeatInfo
from game.table.runner import Brain, RuleBrain, Runner, Seats
from game.table.table import Pace, Table

HOUSE_SEATS: Seats = (
    SeatInfo("", bot=False),
    SeatInfo("Xiao Zhou", bot=True),
    SeatInfo("Lin Yue", bot=True),
    SeatInfo("A-Qiang", bot=True),
)
"""The player and three computer players, in play order."""


def open_new(
    folder: Path, rules: RuleSet, seed: str | None, pace: Pace, seats: Seats = HOUSE_SEATS
) -> Runner:
    """A new match, its journal in ``folder``. ``seed`` None draws one by chance."""
    seed = seed or secrets.token_hex(16)
    began = datetime.now(UTC)
    name = f"{began:%Y%m%d-%H%M%S}-{secrets.token_hex(3)}{SUFFIX}"
    header = Header(rules=rules, seed=seed, seats=seats, began=began.isoformat(timespec="seconds"))
    journal = Journal.create(folder / name, header)
    return _runner(new_match(rules), header, journal, pace)


def open_saved(path: Path, pace: Pace) -> Runner:
    """Go on with a match where it stopped. Raises Damaged, NewerFormat, Locked."""
    journal, header, match = Journal.resume(path)
    return _runner(match, header, journal, pace)


def _runner(match: Match, header: Header, journal: Journal, pace: Pace) -> Runner:
    table = Table(match, header.seed, pace, journal, time.monotonic())
    brains: dict[int, Brain] = {i: RuleBrain() for i, seat in enumerate(header.seats) if seat.bot}
    return Runner(table, header.seats, brains, journal.close)
