"""Tables that are stopped, when one likes or by a full disk, and gone on with."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from runner_play import Open, Player, journal_of, scored
from table_play import AT_ONCE, ONE_DECK

from game.bots.legal import plain_answer
from game.engine import commands as co
from game.engine import events as ev
from game.engine import view
from game.table.journal import Journal
from game.table.lock import Locked
from game.table.open import HOUSE_SEATS, open_new, open_saved
from game.table.runner import Runner
from game.table.session import Stopped
from game.table.table import Batch


def test_stopping_lets_go_of_the_journal_and_one_can_go_on_at_once(
    tmp_path: Path, running: list[Runner]
) -> None:
    runner = open_new(tmp_path, ONE_DECK, "go on", AT_ONCE)
    path = journal_of(tmp_path)
    player = Player(runner)
    runner.start()
    player.play(lambda batch: len(batch.view.tricks) >= 3 and batch.view.turn == 0)
    with pytest.raises(Locked):
        open_saved(path, AT_ONCE)
    player.session.leave()
    player.heard += player.session.poll()

    again = open_saved(path, AT_ONCE)
    running.append(again)
    assert again.seats == HOUSE_SEATS
    back = Player(again)
    again.start()
    (first, *_) = back.listen()
    assert isinstance(first, Batch)
    assert first.view == player.last.view, "the same trick"
    assert first.view.turn == 0
    assert len(first.view.plays) == len(player.last.view.plays)
    assert first.ask is not None
    assert first.ask.question == player.last.ask.question
    back.play(scored)
    tricks = Counter(type(event) for event in player.events + back.events)[ev.TrickWon]
    assert tricks == len(back.last.view.tricks)


def test_a_table_stopped_while_cards_are_dealt_deals_on(tmp_path: Path, running: list[Runner]) -> None:
    runner = open_new(tmp_path, ONE_DECK, "deal on", AT_ONCE)
    player = Player(runner)
    runner.start()
    player.play(lambda batch: sum(batch.view.counts) >= 7)
    runner.stop()
    player.heard += player.session.poll()
    again = open_saved(journal_of(tmp_path), AT_ONCE)
    running.append(again)
    back = Player(again)
    again.start()
    back.play(scored)
    assert back.batches[0].view == player.last.view
    dealt = [e.seat for e in player.events + back.events if isinstance(e, ev.CardDealt)]
    assert Counter(dealt) == dict.fromkeys(range(4), 12)


def test_a_table_can_be_stopped_twice_and_after_it_is_over(opened: Open, tmp_path: Path) -> None:
    runner = opened({})
    player = Player(runner)
    runner.start()
    player.listen()
    runner.stop()
    runner.stop()
    player.session.leave()
    player.session.send(co.Ready())
    assert player.session.poll() == []
    Journal.resume(journal_of(tmp_path))[0].close()


def test_a_table_stopped_before_it_began_lets_go_of_the_journal(tmp_path: Path) -> None:
    runner = open_new(tmp_path, ONE_DECK, "never", AT_ONCE)
    runner.stop()
    Journal.resume(journal_of(tmp_path))[0].close()


def test_a_journal_that_cannot_be_written_stops_the_table(
    tmp_path: Path, running: list[Runner], monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = open_new(tmp_path, ONE_DECK, "full disk", AT_ONCE)
    running.append(runner)
    player = Player(runner)
    runner.start()
    player.play(lambda batch: batch.view.turn == 0)

    def full(self: Journal, events: Sequence[ev.Event]) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(Journal, "append", full)
    player.session.send(plain_answer(player.last.view, player.last.ask.question))
    stopped = player.until(lambda heard: isinstance(heard, Stopped))
    assert stopped == Stopped("no space left on device")
    monkeypatch.undo()
    runner.stop()
    assert player.session.poll() == [], "nothing is heard of what was not written"
    journal, _, match, _ = Journal.resume(journal_of(tmp_path))
    journal.close()
    assert view(match, 0) == player.last.view
