"""Tables that run in a thread of their own, with their journals."""

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from runner_play import Open
from table_play import AT_ONCE, ONE_DECK

from game.bots.rule import RuleBot
from game.engine import Match, new_match
from game.table.journal import SUFFIX, Header, Journal
from game.table.open import HOUSE_SEATS
from game.table.runner import Brain, QuickBrain, Runner
from game.table.table import MatchSeeds, Pace, Table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the journal of a match is to lie."""
    return tmp_path / f"match{SUFFIX}"


@pytest.fixture
def running() -> Iterator[list[Runner]]:
    """Tables put here are stopped when the test is over."""
    runners: list[Runner] = []
    yield runners
    for runner in runners:
        runner.stop()


@pytest.fixture
def opened(path: Path, running: list[Runner]) -> Open:
    """Opens a table, its journal at ``path``, with brains of the test's choice."""

    def make(
        brains: Mapping[int, Brain] | None = None,
        pace: Pace = AT_ONCE,
        match: Match | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> Runner:
        start = match or new_match(ONE_DECK)
        header = Header(
            rules=start.rules, seed="a seed", seats=HOUSE_SEATS, began="2024-05-01T12:00:00+00:00"
        )
        journal = Journal.create(path, header)
        table = Table(start, MatchSeeds("a seed"), pace, journal, clock())
        if brains is None:
            brains = {seat: QuickBrain(RuleBot()) for seat in (1, 2, 3)}
        runner = Runner(table, HOUSE_SEATS, brains, journal.close, clock)
        running.append(runner)
        return runner

    return make
