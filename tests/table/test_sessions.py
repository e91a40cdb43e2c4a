"""Sessions come and go while a table runs: who joins late, who leaves, who takes over a seat, who watches."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.bots.legal import plain_answer
from game.bots.rule import RuleBot
from game.engine import Reason, evolve, new_match, preset, redact, view
from game.engine import commands as co
from game.engine import events as ev
from game.engine.replay import replayed
from game.table.journal import Journal, SeatInfo, fold, last_deal, read
from game.table.open import HOUSE_SEATS, new_journal
from game.table.runner import LocalSession, QuickBrain, Runner
from game.table.table import Batch, MatchSeeds, Pace, Refused, Table

RULES = preset("lezhong", 1)


class Listener:
    """A session and all it heard; it may answer plainly."""

    def __init__(self, runner: Runner, seat: int | None, plays: bool = True) -> None:
        self.news = threading.Event()
        self.session: LocalSession = runner.session(seat, self.news.set)
        self.batches: list[Batch] = []
        self.refused: list[Refused] = []
        self.plays = plays
        self._answered = -1

    @property
    def events(self) -> list[ev.Event]:
        return [event for batch in self.batches for event in batch.events]

    def look(self) -> None:
        for heard in self.session.poll():
            if isinstance(heard, Batch):
                self.batches.append(heard)
            elif isinstance(heard, Refused):
                self.refused.append(heard)
        ask = self.batches[-1].ask if self.batches else None
        if not self.plays or ask is None or ask.number == self._answered:
            return
        if command := plain_answer(self.batches[-1].view, ask.question):
            self._answered = ask.number
            self.session.send(command, ask.number)

    def until(self, done: Callable[[], object]) -> None:
        end = time.monotonic() + 10
        while not done():
            assert time.monotonic() < end, "waited in vain"
            self.news.wait(0.05)
            self.news.clear()
            self.look()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Runner, Path, list[tuple[ev.Event, ...]]]]:
    """A table with a player at seat 0, its journal, and the records of its finished deals."""
    records: list[tuple[ev.Event, ...]] = []
    journal, _ = new_journal(tmp_path, RULES, "sessions")
    table = Table(new_match(RULES), MatchSeeds("sessions"), Pace(0, 0, 0, 0), journal, time.monotonic())
    brains = {seat: QuickBrain(RuleBot()) for seat in (1, 2, 3)}
    runner = Runner(table, HOUSE_SEATS, brains, journal.close, on_record=records.append)
    runner.start()
    yield runner, journal.path, records
    runner.stop()


def test_who_joins_late_is_told_how_things_stand_and_then_all_that_happens(table) -> None:
    runner, _, _ = table
    first = Listener(runner, 0)
    first.until(lambda: first.batches and first.batches[-1].view.phase == "playing")
    first.plays = False
    late = Listener(runner, 2, plays=False)
    late.until(lambda: late.batches)
    begin = late.batches[0]
    assert begin.events == ()
    assert begin.view.seat == 2
    assert begin.view.hand
    first.plays = True
    first.until(lambda: first.batches[-1].view.deals_played)
    late.until(lambda: late.batches[-1].revision == first.batches[-1].revision)
    tail = [batch.events for batch in first.batches if batch.revision > begin.revision]
    assert [tuple(redact(event, None) for event in batch.events) for batch in late.batches[1:]] == [
        tuple(redact(event, None) for event in events) for events in tail
    ]


def test_the_table_goes_on_until_the_last_one_has_left(table) -> None:
    runner, path, _ = table
    first, second = Listener(runner, 0), Listener(runner, None)
    first.until(lambda: first.batches)
    first.session.leave()
    first.session.leave()  # no matter if twice
    second.session.look()
    second.until(lambda: len(second.batches) > 1)
    assert not path_is_free(path)
    second.session.leave()
    assert path_is_free(path), "the journal is put away"


def path_is_free(path: Path) -> bool:
    try:
        Journal.resume(path)[0].close()
    except Exception:
        return False
    return True


def test_a_session_that_ends_before_it_began_stops_the_table_too(table) -> None:
    runner, path, _ = table
    runner.session(0, lambda: None).leave()
    assert path_is_free(path)


def test_who_watches_may_not_play(table) -> None:
    runner, _, _ = table
    player, watcher = Listener(runner, 0), Listener(runner, None, plays=False)
    player.until(lambda: player.batches and player.batches[-1].view.phase == "playing")
    number = watcher.session.send(co.Ready())
    watcher.until(lambda: watcher.refused)
    assert watcher.refused[0].command_id == number
    assert watcher.refused[0].refusal.reason is Reason.NOT_YOUR_TURN
    assert all(batch.view.hand == () and batch.ask is None for batch in watcher.batches)


def test_a_person_takes_a_computers_seat_and_gives_it_back(table) -> None:
    runner, _, _ = table
    first = Listener(runner, 0)
    first.until(lambda: first.batches and first.batches[-1].view.phase == "playing")
    first.plays = False
    runner.seat_taken(1, SeatInfo("late", bot=False), None)
    person = Listener(runner, 1, plays=False)
    person.until(lambda: person.batches)
    assert runner.seats[1] == SeatInfo("late", bot=False)
    first.plays = True
    first.look()
    person.until(lambda: (first.look(), person.batches[-1].ask)[1])
    here = len(person.batches)
    for _ in range(20):
        first.look()
        person.look()
        time.sleep(0.005)
    assert len(person.batches) == here, "no computer answers for the person"
    runner.seat_taken(1, SeatInfo("A-Qiang", bot=True), QuickBrain(RuleBot()))
    first.until(lambda: first.batches[-1].view.deals_played == 1)


def test_who_sent_the_command_is_told_that_it_was_taken(table) -> None:
    runner, _, _ = table
    first, other = Listener(runner, 0, plays=False), Listener(runner, None)
    first.until(lambda: first.batches)
    number = first.session.send(co.Ready())
    first.until(lambda: ev.SeatReady(0) in first.events)
    assert [batch.taken for batch in first.batches if ev.SeatReady(0) in batch.events] == [number]
    other.until(lambda: ev.SeatReady(0) in other.events)
    assert {batch.taken for batch in other.batches} == {0}


def test_the_record_of_a_deal_is_all_of_it_even_when_it_was_gone_on_with(tmp_path: Path) -> None:
    journal, header = new_journal(tmp_path, RULES, "record")
    table = Table(new_match(RULES), MatchSeeds("record"), Pace(0, 0, 0, 0), journal, 0.0)
    before = table.match
    n = 0
    while table.match.deals_played < 2:
        for seat in range(4):
            if (ask := table.ask(seat)) and (command := plain_answer(view(table.match, seat), ask.question)):
                table.handle(seat, command, 0.0)
                break
        else:
            if isinstance(table.tick(table.next_due() or 0.0)[0], ev.DealStarted):
                before = table.match
        n += 1
        if n % 40 == 0:  # stopped and gone on with
            journal.close()
            journal, _, match, record = Journal.resume(journal.path)
            assert record == table.record
            table = Table(match, MatchSeeds("record"), Pace(0, 0, 0, 0), journal, 0.0, record)
        if table.match.deals_played == 2:
            break
    journal.close()
    assert isinstance(table.record[0], ev.DealStarted)
    assert table.record[0].number == 2
    ended = before
    for event in table.record[1:]:
        ended = evolve(ended, event)
    assert ended == table.match
    _, records, _ = read(journal.path.read_bytes())
    assert last_deal(records) == table.record
    assert fold(header, records) == table.match


def test_each_finished_deal_is_handed_over_and_can_be_played_again(table) -> None:
    runner, _, records = table
    first = Listener(runner, 0)
    first.until(lambda: len(records) == 2)
    match = new_match(RULES)
    for number, record in enumerate(records, 1):
        assert isinstance(record[0], ev.DealStarted)
        assert (record[0].number, sum(isinstance(event, ev.DealScored) for event in record)) == (number, 1)
        for seat in range(4):
            match = evolve(match, ev.SeatReady(seat))
        *_, (match, _) = replayed(match, record)
    assert match.deals_played == 2
