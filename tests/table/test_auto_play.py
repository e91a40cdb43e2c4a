"""Auto-play plays a seat until it is taken back."""

from collections import Counter

from runner_play import Open, Player, scored

from game.bots.legal import plain_answer
from game.engine import commands as co
from game.engine import events as ev
from game.table.table import Batch, Pace, Refused


def test_auto_play_plays_the_seat_but_does_not_press_ready(opened: Open) -> None:
    runner = opened()
    player = Player(runner)
    runner.start()
    player.session.send(co.SetAuto(True))
    player.until(lambda heard: isinstance(heard, Batch) and heard.view.ready == (False, True, True, True))
    player.round_trip(5)
    assert player.last.view.phase == "ready", "not even before the first deal"
    player.session.send(co.Ready())
    player.until_event(ev.DealScored)
    mine = [e for e in player.events if isinstance(e, ev.CardsPlayed) and e.seat == 0]
    assert sum(len(e.cards) for e in mine) == 12
    player.until(lambda heard: isinstance(heard, Batch) and heard.view.ready == (False, True, True, True))
    player.round_trip(5)
    assert player.last.view.ready == (False, True, True, True)
    assert player.last.view.auto[0]
    assert player.last.ask is not None
    assert player.last.ask.question.kind == "ready"
    player.session.send(co.Ready())
    assert player.until_event(ev.DealStarted).view.number == 2


def test_auto_play_hands_the_seat_back(opened: Open) -> None:
    runner = opened()
    player = Player(runner)
    runner.start()
    player.play(lambda batch: batch.view.phase == "playing")
    player.session.send(co.SetAuto(True))
    player.until(lambda heard: isinstance(heard, Batch) and len(heard.view.tricks) >= 2)
    player.session.send(co.SetAuto(False))
    back = player.until_event(ev.AutoSet)
    if back.view.turn != 0:
        player.until(lambda heard: isinstance(heard, Batch) and heard.view.turn == 0)
    player.round_trip(5)
    assert player.last.ask is not None, "the seat is asked again"
    since = [event for b in player.batches if b.revision > back.revision for event in b.events]
    assert not any(isinstance(e, ev.CardsPlayed) and e.seat == 0 for e in since)
    played = player.session.send(
        plain_answer(player.last.view, player.last.ask.question), player.last.ask.number
    )
    heard = player.until_event(ev.CardsPlayed)
    assert heard.events[0].seat == 0
    assert not [h for h in player.heard if isinstance(h, Refused) and h.command_id == played]


def test_what_auto_play_had_in_mind_is_not_played_after_the_seat_was_taken_back(opened: Open) -> None:
    """It seems to think for a moment, and in that moment the player takes the seat back."""
    runner = opened(pace=Pace(deal=0, bot=0.3, trick=0, grace=3))
    player = Player(runner)
    runner.start()
    player.play(lambda batch: batch.view.turn == 0 and batch.view.phase == "playing")
    player.session.send(co.SetAuto(True))
    player.until_event(ev.AutoSet)
    player.session.send(co.SetAuto(False))
    player.until_event(ev.AutoSet)
    back = player.last.revision
    player.quiet(0.7)
    assert player.last.revision == back, "the table waits for the player"


def test_a_bot_seat_is_not_played_twice_when_set_on_auto_play(opened: Open) -> None:
    runner = opened()
    player, other = Player(runner), Player(runner, 2)
    runner.start()
    other.session.send(co.SetAuto(True))
    player.play(scored)
    plays = Counter(e.seat for e in player.events if isinstance(e, ev.CardsPlayed))
    assert len(set(plays.values())) == 1
