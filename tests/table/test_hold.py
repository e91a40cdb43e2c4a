"""A table of one's own stands still while it is held, and loses no time by it."""

import asyncio
import threading

from msgspec.structs import replace
from runner_play import Open, Player
from table_play import AT_ONCE

from game.bots.legal import plain_answer
from game.engine import Question, View
from game.engine import commands as co
from game.engine import events as ev
from game.table.runner import QuickBrain
from game.table.table import Batch


def dealt(player: Player) -> int:
    return sum(isinstance(event, ev.CardDealt) for event in player.events)


def test_no_card_is_dealt_meanwhile(opened: Open) -> None:
    runner = opened(pace=replace(AT_ONCE, deal=0.01))
    player = Player(runner)
    runner.start()
    player.session.send(co.Ready())
    player.until_event(ev.CardDealt)
    player.session.hold(True)
    player.round_trip()
    before = dealt(player)
    player.quiet(0.2)
    assert dealt(player) == before < 100
    player.session.hold(False)
    player.until_event(ev.CardDealt)


class Slow:
    """Thinks until it may answer."""

    def __init__(self) -> None:
        self.may = threading.Event()
        self.asked = threading.Event()

    async def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
        if ask.kind == "play":
            self.asked.set()
            while not self.may.is_set():
                await asyncio.sleep(0.002)
        return plain_answer(view, ask)


def test_what_a_computer_thinks_out_meanwhile_is_played_afterwards(opened: Open) -> None:
    slow = Slow()
    runner = opened(dict.fromkeys((1, 2, 3), slow))
    player = Player(runner)
    runner.start()
    player.play(lambda batch: batch.view.phase == "playing" and batch.view.turn != 0)
    assert slow.asked.wait(10)
    player.session.hold(True)
    player.round_trip()
    before = player.last.revision
    slow.may.set()
    player.quiet(0.1)
    assert player.last.revision == before
    player.session.hold(False)
    player.until_event(ev.CardsPlayed)


def test_a_turn_goes_on_with_the_time_it_had_left(opened: Open) -> None:
    now = [50.0]
    runner = opened(pace=replace(AT_ONCE, turn=15.0), clock=lambda: now[0])
    player = Player(runner)
    runner.start()
    player.play(lambda batch: batch.ask is not None and batch.ask.question.kind == "play")
    timer = player.last.timer
    assert timer is not None
    assert timer.deadline == 65.0
    now[0] = 60.0
    player.session.hold(True)
    player.round_trip()
    now[0] = 1000.0
    player.round_trip(3)
    assert player.last.ask is not None, "nobody played for me"
    player.session.hold(False)
    player.until(lambda heard: isinstance(heard, Batch) and heard.timer is not None)
    timer = player.last.timer
    assert timer is not None
    assert timer.deadline == 1005.0


def test_a_held_table_can_be_left(opened: Open) -> None:
    runner = opened({seat: QuickBrain(Plain()) for seat in (1, 2, 3)})
    player = Player(runner)
    runner.start()
    player.session.hold(True)
    player.session.leave()


class Plain:
    def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
        return plain_answer(view, ask)
