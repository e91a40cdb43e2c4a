"""What a table tells to whom, and that the journal has it before."""

from collections.abc import Sequence

import pytest
from table_play import ONE_DECK, START, begin, deal_cards, do, new_table, play_on

from game.bots.rule import RuleBot
from game.engine import commands as co
from game.engine import events as ev
from game.engine import redact, view
from game.table.table import Table


def test_a_batch_tells_a_seat_what_it_may_know_and_no_more() -> None:
    """Over a whole deal, at every decision, at every seat."""
    table = new_table(ONE_DECK)
    kinds: set[type] = set()
    revision = table.revision
    for seat in range(4):
        do(table, seat, co.Ready(), START)
        revision += 1
    bot = RuleBot()
    while table.match.phase != "ready" or not table.match.deals_played:
        events: Sequence[ev.Event] = table.tick(START)
        if not events:
            asked = next(s for s in range(4) if table.ask(s))
            command = bot.answer(view(table.match, asked), table.ask(asked).question)
            events = do(table, asked, command, START)
        revision += 1
        for seat in range(4):
            batch = table.batch(seat, events)
            assert batch.revision == revision, "a decision, a revision"
            assert batch.view == view(table.match, seat)
            assert batch.view.seat == seat
            assert batch.ask == table.ask(seat)
            assert batch.events == tuple(redact(event, seat) for event in events)
            for told, event in zip(batch.events, events, strict=True):
                kinds.add(type(told))
                match told:
                    case ev.DealStarted():
                        assert told.seed is None
                    case ev.CardDealt():
                        assert (told.card is not None) == (told.seat == seat)
                    case ev.BottomTaken() | ev.Buried():
                        assert (told.cards is not None) == (told.seat == seat)
                    case _:
                        assert told == event
    assert kinds >= {ev.DealStarted, ev.CardDealt, ev.BottomTaken, ev.Buried, ev.CardsPlayed, ev.DealScored}


def test_a_batch_without_events_tells_how_things_stand() -> None:
    table = new_table()
    begin(table)
    deal_cards(table, 30)
    batch = table.batch(3)
    assert batch.events == ()
    assert batch.revision == table.revision
    assert batch.view == view(table.match, 3)
    assert batch.ask == table.ask(3)


# The journal comes first


class Disk:
    """Stands for a journal: remembers how the table stood at each record, and can be full."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.full = False
        self.records: list[tuple[ev.Event, ...]] = []

    def append(self, events: Sequence[ev.Event]) -> None:
        if self.full:
            raise OSError("no space left")
        assert self.table is not None
        self.records.append(tuple(events))
        self.before = (self.table.match, self.table.revision)


def test_events_are_in_the_journal_before_anybody_hears_of_them() -> None:
    disk = Disk()
    table = disk.table = new_table(ONE_DECK, journal=disk)
    told: list[tuple[ev.Event, ...]] = []
    bot = RuleBot()
    while table.match.deals_played < 1:
        stood = (table.match, table.revision)
        events = table.tick(START)
        if not events:
            asked = next(s for s in range(4) if table.ask(s))
            command = bot.answer(view(table.match, asked), table.ask(asked).question)
            events = do(table, asked, command, START)
        assert disk.before == stood, "written while the match was still as before"
        told.append(events)
    assert disk.records == told, "one record a decision"


def test_what_cannot_be_written_has_not_happened() -> None:
    disk = Disk()
    table = disk.table = new_table(journal=disk)

    def fails(job: object) -> None:
        before = (table.match, table.revision, table.next_due(), [table.ask(s) for s in range(4)])
        disk.full = True
        with pytest.raises(OSError, match="no space left"):
            job()
        disk.full = False
        assert (table.match, table.revision, table.next_due(), [table.ask(s) for s in range(4)]) == before

    fails(lambda: table.handle(0, co.Ready(), START))
    begin(table)
    fails(lambda: table.tick(START))
    play_on(table, phase="playing")
    turn = table.match.running.turn
    command = RuleBot().answer(view(table.match, turn), table.ask(turn).question)
    fails(lambda: table.handle(turn, command, START))
    assert table.handle(turn, command, START) == disk.records[-1], "the same can be done when there is room"
