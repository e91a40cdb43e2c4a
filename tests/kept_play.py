"""Helpers for tests of what is kept: journals of matches that played by themselves, shelves with deals."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from profile_play import evening, info

from game.engine import RuleSet
from game.engine.events import DealScored
from game.profile.record import Record
from game.table.journal import Header, Journal, SeatInfo
from game.table.open import HOUSE_SEATS

PATIENCE = 30.0
Seats = tuple[SeatInfo, SeatInfo, SeatInfo, SeatInfo]


def write_journal(
    folder: Path,
    name: str,
    rules: RuleSet,
    seed: object,
    deals: int | None = None,
    seats: Seats = HOUSE_SEATS,
) -> Path:
    """A match that was played, so many deals of it and a little more; None: to its end."""
    table, _, _ = evening(rules, seed)
    header = Header(rules=rules, seed="none", seats=seats, began="2026-01-31T20:00:00+00:00")
    journal = Journal.create(folder / f"{name}.journal", header)
    ended = 0
    for events in table.decisions:
        journal.append(events)
        ended += any(isinstance(event, DealScored) for event in events)
        if deals is not None and ended >= deals:
            break
    journal.close()
    return journal.path


def settle(program: Any) -> None:
    """Until no scene that is seen waits for the keeper."""
    until = time.monotonic() + PATIENCE
    while True:
        for scene in program.stack.seen:
            scene.update(0.0)
        if not any(getattr(scene, "waiting", False) for scene in program.stack.seen):
            return
        assert time.monotonic() < until, "the keeper does not answer"
        time.sleep(0.002)


def run_until(program: Any, told: Callable[[Any], bool], dt: float = 0.02) -> Any:
    """Let the top scene move, a frame at a time, until it tells what is waited for."""
    until = time.monotonic() + PATIENCE
    while True:
        scene = program.stack.top
        scene.update(dt)
        if told(scene):
            return scene
        assert time.monotonic() < until, f"waited in vain; last state: {program.state}"
        time.sleep(0.001)  # the table has a thread of its own


def fill(program: Any, kept: Sequence[Record], lan: bool = False) -> None:
    """Put deals on the program's shelf."""

    def work(books: Any) -> None:
        for record in kept:
            books.keep(record, info(record, lan))

    program.kit.keeper.ask(work).result(PATIENCE)


def click(program: Any, name: str) -> None:
    """Click, and wait for what comes of it."""
    program.click(name)
    settle(program)
