"""Computer players that answer wrongly, late or never do not stall a table."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from runner_play import Open, Player, journal_of, scored

from game.bots.legal import plain_answer
from game.bots.rule import RuleBot
from game.engine import Question, View, evolve, new_match, view
from game.engine import commands as co
from game.engine import events as ev
from game.table.journal import read
from game.table.runner import QuickBrain
from game.table.table import Batch, Pace


class Odd:
    """Says what it should not whenever it is asked."""

    def __init__(self, says: Callable[[View], object]) -> None:
        self._says = says

    async def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
        return self._says(view)


def raises(seen: View) -> object:
    raise RuntimeError("lost the thread")


def not_held(seen: View) -> object:
    return co.Play((next(face for face in range(54) if face not in seen.hand),))


@pytest.mark.parametrize(
    "says",
    [
        pytest.param(raises, id="raises"),
        pytest.param(not_held, id="a card it does not hold"),
        pytest.param(lambda seen: co.Play(()), id="no cards"),
        pytest.param(lambda seen: co.Play(seen.hand), id="all its cards"),
        pytest.param(lambda seen: co.Bury(seen.hand[:1]), id="a card to bury"),
        pytest.param(lambda seen: co.Play((99,)), id="no such card"),
        pytest.param(lambda seen: co.Bury((99,) * 6), id="no such cards to bury"),
        pytest.param(lambda seen: co.Bid((99,)), id="no such card for a bid"),
        pytest.param(lambda seen: co.Play((-1,)), id="a negative card"),
        pytest.param(lambda seen: co.SetAuto(True), id="something not asked for"),
        pytest.param(lambda seen: co.CloseBids(), id="the table's own command"),
        pytest.param(lambda seen: "pass", id="no command"),
        pytest.param(lambda seen: None, id="nothing"),
    ],
)
def test_a_computer_player_that_answers_wrongly_never_stalls_the_table(
    says: Callable[[View], object], opened: Open, tmp_path: Path
) -> None:
    """What it should have said is said for it, as plainly as can be."""
    runner = opened({seat: Odd(says) for seat in (1, 2, 3)})
    player = Player(runner)
    runner.start()
    player.play(scored)
    header, records, _ = read(journal_of(tmp_path).read_bytes())
    match = new_match(header.rules)
    plain = 0
    for events in records:
        for event in events:
            if isinstance(event, ev.CardsPlayed | ev.Buried) and event.seat:
                seen = view(match, event.seat)
                asked, command = ("bury", co.Bury) if isinstance(event, ev.Buried) else ("play", co.Play)
                if len(seen.hand) > 1:  # with one card left there is no wrong one
                    assert plain_answer(seen, Question(asked, ())) == command(event.cards)
                    plain += 1
            match = evolve(match, event)
    assert plain >= 20


class Asleep:
    """Thinks until its task is ended."""

    async def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
        await asyncio.sleep(3600)
        raise AssertionError("slept well")


def test_a_slow_computer_player_does_not_keep_others_waiting(opened: Open) -> None:
    runner = opened({1: QuickBrain(RuleBot()), 2: Asleep(), 3: QuickBrain(RuleBot())})
    player = Player(runner)
    runner.start()
    player.until(lambda heard: isinstance(heard, Batch) and heard.view.ready == (False, True, False, True))
    player.session.send(co.SetAuto(True))
    player.until_event(ev.AutoSet)
    player.session.send(co.Ready())
    assert player.until_event(ev.SeatReady).view.ready == (True, True, False, True)
    before = time.monotonic()
    runner.stop()
    assert time.monotonic() - before < 5, "nor does it keep the program from ending"


class Late:
    """Answers the first question at leisure, with what was right then; others at once."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.asked = 0

    async def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
        self.loop = asyncio.get_running_loop()
        if ask.kind == "bid" and not view.undealt:
            self.asked += 1
            if self.asked == 1:
                await self.go.wait()
        return plain_answer(view, ask)


def test_an_answer_that_comes_too_late_is_not_taken(opened: Open) -> None:
    """The bids have closed by themselves meanwhile; the player is not given up for it."""
    pace = Pace(0, 0, 0, grace=0.05)
    late = Late()
    runner = opened({1: Odd(plain_bidder), 2: late, 3: Odd(plain_bidder)}, pace)
    player = Player(runner)
    runner.start()
    player.session.send(co.Ready())
    batch = player.until_event(ev.TrumpSet)
    assert isinstance(batch.events[0], ev.TrumpSet), "closed by the clock"
    late.loop.call_soon_threadsafe(late.go.set)
    player.round_trip(5)
    player.play(scored)
    assert Counter(type(e) for e in player.events)[ev.BidPassed] <= 3
    assert not any(isinstance(e, ev.BidPassed) and e.seat == 2 for e in player.events)


def plain_bidder(seen: View) -> co.SeatCommand | None:
    kind = {"ready": "ready", "dealing": "bid", "burying": "bury", "playing": "play"}[seen.phase]
    return plain_answer(seen, Question(kind, ()))
