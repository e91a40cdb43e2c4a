"""The runner: one asyncio loop in one background thread that drives a table.

It keeps the pace, asks the computer players, and hands batches to the sessions. The table belongs
to this thread alone; everything else reaches it through the inbox.
"""

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from msgspec import structs

from game.bots.legal import Player, plain_answer
from game.bots.rule import RuleBot
from game.engine import Question, Reason, Refusal, View, open_bids, view
from game.engine import commands as co
from game.engine.events import DealScored, Event
from game.table.journal import SeatInfo
from game.table.session import Heard, Stopped
from game.table.table import Refused, Table

log = logging.getLogger(__name__)

Seats = tuple[SeatInfo, SeatInfo, SeatInfo, SeatInfo]


ANSWERS = MappingProxyType(
    {
        "bid": co.Bid | co.PassBid,
        "flip": co.Bid | co.PassBid,
        "counter": co.Bid | co.PassBid,
        "bury": co.Bury,
        "stake": co.SetStake,
        "play": co.Play,
        "ready": co.Ready,
    }
)
"""Which commands answer which question."""


class Brain(Protocol):
    """A computer player as the runner knows it: it may take its time without holding up the table."""

    async def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
        """A command, or None for nothing to say now."""


class QuickBrain:
    """A computer player quick enough to answer on the spot."""

    def __init__(self, player: Player) -> None:
        self._player = player

    async def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
        """What it says."""
        return self._player.answer(view, ask)


class LocalSession:
    """A seat at a table that runs in this program, or (seat None) a place to watch it from."""

    def __init__(self, runner: "Runner", seat: int | None, wake: Callable[[], None]) -> None:
        self._runner = runner
        self._seat = seat
        self._heard: queue.SimpleQueue[Heard] = queue.SimpleQueue()
        self._wake = wake
        self._commands = 0

    @property
    def seat(self) -> int | None:
        """Where one sits."""
        return self._seat

    @property
    def seats(self) -> Seats:
        """Who sits where."""
        return self._runner.seats

    def send(self, command: co.SeatCommand, answers: int | None = None) -> int:
        """Ask for something; gives the command's id."""
        self._commands += 1
        self._runner.post(self, self._commands, command, answers)
        return self._commands

    def poll(self) -> list[Heard]:
        """What has been heard since, in order."""
        heard = []
        while True:
            try:
                heard.append(self._heard.get_nowait())
            except queue.Empty:
                return heard

    def set_speed(self, speed: float) -> None:
        """The table is this program's own, so its pace follows."""
        self._runner.set_speed(speed)

    def set_turn(self, turn: float | None) -> None:
        """And its time for a turn."""
        self._runner.set_turn(turn)

    def hold(self, held: bool) -> None:
        """And whether it stands still."""
        self._runner.hold(held)

    def look(self, command_id: int = 0) -> None:
        """Hear how things stand, anew; ``command_id`` is told to have been taken."""
        self._runner.tell(self, command_id)

    def hurry(self) -> None:
        """No more thinking for show, this once."""
        self._runner.hurry()

    def leave(self) -> None:
        """Get up; the last one stops the table."""
        self._runner.leave(self)

    def hear(self, heard: Heard) -> None:
        """From the runner's thread."""
        self._heard.put(heard)
        self._wake()


class Runner:
    """Drives one table. ``close`` is called when the thread ends (to let go of the journal).

    ``on_record`` is told each finished deal's events, all of them, from the runner's thread.
    """

    def __init__(
        self,
        table: Table,
        seats: Seats,
        brains: Mapping[int, Brain],
        close: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
        on_record: Callable[[tuple[Event, ...]], None] | None = None,
    ) -> None:
        self.seats = seats
        self._table = table
        self._brains = dict(brains)
        self._stand_in = QuickBrain(RuleBot(away=True))  # plays a human's seat on auto-play
        self._close = close
        self._clock = clock
        self._on_record = on_record
        self._pace = table.pace
        self._sessions: list[LocalSession] = []  # those that are told what happens
        self._present: list[LocalSession] = []  # those that have not left, with those about to be told
        self._inbox: list[Callable[[], None]] = []
        self._inbox_lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news: asyncio.Event | None = None
        self._hurried: asyncio.Event | None = None
        self._stopping = False
        self._held_since: float | None = None
        self._thinking: dict[int, tuple[object, ...]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._main, name="table", daemon=True)

    def session(self, seat: int | None, wake: Callable[[], None]) -> LocalSession:
        """A session for a seat, at any time. ``wake`` is called from the runner's thread."""
        session = LocalSession(self, seat, wake)
        with self._inbox_lock:
            self._present.append(session)
        self._call(lambda: self._join(session))
        return session

    def _join(self, session: LocalSession) -> None:
        self._sessions.append(session)
        session.hear(self._table.batch(session.seat))

    def tell(self, session: LocalSession, command_id: int) -> None:
        """Tell a session how things stand, from any thread."""
        self._call(lambda: session.hear(self._table.batch(session.seat, (), command_id)))

    def leave(self, session: LocalSession) -> None:
        """A session ends, from any thread; with the last one the table."""
        with self._inbox_lock:
            if session not in self._present:
                return
            self._present.remove(session)
            last = not self._present
        if last:
            self.stop()
        else:
            self._call(lambda: self._sessions.remove(session))

    def seat_taken(self, seat: int, info: SeatInfo, brain: Brain | None) -> None:
        """Somebody else plays a seat from now on; ``brain`` when that is the computer. From any thread."""
        self._call(lambda: self._seat_taken(seat, info, brain))

    def _seat_taken(self, seat: int, info: SeatInfo, brain: Brain | None) -> None:
        a, b, c, d = (info if i == seat else old for i, old in enumerate(self.seats))
        self.seats = (a, b, c, d)
        self._brains.pop(seat, None)
        self._thinking.pop(seat, None)
        if brain:
            self._brains[seat] = brain

    def look(self) -> None:
        """The seeds may have what was waited for, from any thread."""
        self._call(lambda: self._table.look(self._now()))

    def start(self) -> None:
        """Begin to run."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread and wait until the journal is closed."""
        self._call(self._set_stopping)
        if self._thread.ident is None:
            self._close()
        elif self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join()

    def set_speed(self, speed: float) -> None:
        """Change the pace, from any thread."""
        self._call(lambda: setattr(self._table, "pace", self._pace.at_speed(speed)))

    def set_turn(self, turn: float | None) -> None:
        """Change the time for a turn, from any thread."""
        self._call(lambda: self._set_turn(turn))

    def _set_turn(self, turn: float | None) -> None:
        self._pace = structs.replace(self._pace, turn=turn)
        self._table.set_turn(turn, self._now())
        self._tell_all()

    def hold(self, held: bool) -> None:
        """Let the table stand still, or go on, from any thread: no card, no answer, and no limit runs."""
        self._call(lambda: self._hold(held))

    def _hold(self, held: bool) -> None:
        if held and self._held_since is None:
            self._held_since = self._clock()
        elif not held and self._held_since is not None:
            self._table.put_off(self._clock() - self._held_since)
            self._held_since = None
            self._tell_all()

    def _now(self) -> float:
        """The table's time, which stands while it is held."""
        return self._clock() if self._held_since is None else self._held_since

    def _tell_all(self) -> None:
        """Tell every session how things stand."""
        for session in self._sessions:
            session.hear(self._table.batch(session.seat))

    def hurry(self) -> None:
        """Have the computer players that pause answer now, from any thread."""
        self._call(self._end_pauses)

    def _end_pauses(self) -> None:
        if self._hurried:
            self._hurried.set()
            self._hurried.clear()  # who waits has been woken; later pauses are pauses again

    def post(
        self, session: LocalSession, command_id: int, command: co.SeatCommand, answers: int | None
    ) -> None:
        """A session's command, from any thread."""
        self._call(lambda: self._command(session, command_id, command, answers))

    def _call(self, job: Callable[[], None]) -> None:
        """Have the runner's thread do something."""
        with self._inbox_lock:
            self._inbox.append(job)
            loop, news = self._loop, self._news
        if loop and news and not loop.is_closed():
            with contextlib.suppress(RuntimeError):  # the loop may close just now
                loop.call_soon_threadsafe(news.set)

    def _set_stopping(self) -> None:
        self._stopping = True

    def _main(self) -> None:
        try:
            asyncio.run(self._run())
        except Exception as error:
            log.exception("the table stopped")
            for session in self._sessions:
                session.hear(Stopped(str(error)))
        finally:
            self._close()

    async def _run(self) -> None:
        news = asyncio.Event()
        self._hurried = asyncio.Event()
        with self._inbox_lock:
            self._loop, self._news = asyncio.get_running_loop(), news
        while not self._stopping:
            news.clear()
            with self._inbox_lock:
                jobs, self._inbox = self._inbox, []
            for job in jobs:
                job()
            held = self._held_since is not None
            if not held:
                self._ask_brains()
            due = None if held else self._table.next_due()
            now = self._now()
            if due is not None and due <= now:
                if events := self._table.tick(now):
                    self._publish(events)
                else:
                    self._tell_all()  # after sleep a turn has its whole time again
                await asyncio.sleep(0)
                continue
            if self._inbox or self._stopping:
                continue
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), None if due is None else due - now)
        for task in self._tasks:
            task.cancel()

    def _command(
        self, session: LocalSession, command_id: int, command: co.SeatCommand, answers: int | None
    ) -> None:
        if session.seat is None:
            session.hear(Refused(command_id, Refusal(Reason.NOT_YOUR_TURN)))
            return
        result = self._table.handle(session.seat, command, self._now(), answers)
        if isinstance(result, Refusal):
            session.hear(Refused(command_id, result))
        else:
            self._publish(result, session, command_id)

    def _publish(self, events: Sequence[Event], by: LocalSession | None = None, command_id: int = 0) -> None:
        """Tell every session of events, the one whose command led to them also that."""
        if not events:
            return
        for session in self._sessions:
            session.hear(self._table.batch(session.seat, events, command_id if session is by else 0))
        if self._on_record and any(isinstance(event, DealScored) for event in events):
            self._on_record(tuple(self._table.record))

    def _ask_brains(self) -> None:
        """Start a computer player on each question that is new to it."""
        table = self._table
        for seat in range(4):
            brain = self._brain(seat)
            ask = table.ask(seat)
            if brain is self._stand_in and ask and ask.question.kind == "ready":
                brain = None  # the score sheet waits for its reader
            if brain is None or ask is None:
                self._thinking.pop(seat, None)
                continue
            deal = table.match.deal
            held = sum(deal.hands[seat]) if deal else 0  # each card drawn may open a bid
            key = (ask.number, held, bool(deal and deal.dealt))
            if self._thinking.get(seat) == key:
                continue
            self._thinking[seat] = key
            task = asyncio.get_running_loop().create_task(
                self._think(seat, brain, view(table.match, seat), ask.question, ask.number)
            )
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _think(self, seat: int, brain: Brain, seen: View, ask: Question, number: int) -> None:
        started = self._clock()
        try:
            command = await brain.answer(seen, ask)
        except Exception:
            log.exception("seat %d: the computer player failed", seat)
            command = plain_answer(seen, ask)
        if command is None and (command := plain_answer(seen, ask)) is None:
            return  # no bid while cards are dealt
        pause = self._pause(seen, ask) - (self._clock() - started)
        if pause > 0 and self._hurried:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._hurried.wait(), pause)
        self._call(lambda: self._answered(seat, brain, seen, ask, number, command))

    def _brain(self, seat: int) -> Brain | None:
        if brain := self._brains.get(seat):
            return brain
        return self._stand_in if self._table.match.auto[seat] or self._can_only_pass(seat) else None

    def _can_only_pass(self, seat: int) -> bool:
        """Whether one who plays with computers alone is asked to bid, and holds nothing to do it with.

        In company nothing is passed unasked: it would tell the others what is not in the hand.
        """
        match, phase = self._table.match, self._table.match.phase
        if phase not in ("dealing", "flipping", "countering") or len(self._brains) < 3:
            return False
        if not match.running.dealt or self._table.ask(seat) is None:
            return False
        seen = view(match, seat)
        return not open_bids(seen.bids, seat, seen.hand, seen.level, seen.rules, phase)

    def _answered(
        self, seat: int, brain: Brain, seen: View, ask: Question, number: int, command: co.SeatCommand
    ) -> None:
        if self._brain(seat) is not brain:
            return  # the seat was taken back meanwhile
        if self._held_since is not None:
            self._thinking.pop(seat, None)  # it is asked again
            return
        now_asked = self._table.ask(seat)
        if now_asked is None or now_asked.number != number:
            return  # the question is gone; a new one is being answered
        fits = isinstance(command, ANSWERS[ask.kind])
        result = self._table.handle(seat, command, self._now(), number) if fits else None
        if result is None or isinstance(result, Refusal):
            log.error("seat %d: %s refused: %s", seat, command, result)
            plain = plain_answer(seen, ask)
            if plain is None:
                return
            result = self._table.handle(seat, plain, self._now(), number)
        if not isinstance(result, Refusal):
            self._publish(result)

    def _pause(self, seen: View, ask: Question) -> float:
        """How long the table lets a computer player seem to think."""
        pace = self._table.pace
        if ask.kind == "play":
            return pace.bot if seen.plays or not seen.tricks else pace.bot + pace.trick
        if ask.kind == "bury":
            return 2 * pace.bot
        if ask.kind == "ready" or (ask.kind == "bid" and seen.undealt):
            return 0.0
        return pace.bot / 2
