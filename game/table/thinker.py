"""``Thinker``: computer players that think in a process of their own, so that the window keeps its pace.

The process is spawned once for all tables of the program. When it does not answer in time, or is gone,
the rule player answers at once in its place, and a new process is begun.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import secrets
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import msgspec

from game.bots.legal import safe_answer
from game.bots.levels import Level, player, thinks
from game.bots.rule import RuleBot
from game.engine import Question, View
from game.engine import commands as co
from game.table.runner import Brain, QuickBrain
from game.table.worker import Answered, Asked, serve

log = logging.getLogger(__name__)

GRACE = 0.5
"""Seconds past a player's own time after which it is not waited for any longer."""
START = 10.0
"""Seconds a new process may take to be there."""
RESTS = 5.0
"""Seconds from a failure to the next attempt with a new process."""

Said = Callable[[co.SeatCommand | None], None]
"""What is done with an answer, in the thinker's own thread."""


class Thinker:
    """One process and the thread that talks to it. Everything here may be called from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Condition()
        self._jobs: list[tuple[Asked, float, Said]] = []
        self._closed = False
        self._number = 0
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._fresh = True  # the process has not answered anything yet
        self._failed_at: float | None = None
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder(Answered)
        self._stand_in = RuleBot()
        self._thread = threading.Thread(target=self._work, name="thinker", daemon=True)
        self._thread.start()

    def ask(self, level: Level, seed: int, view: View, question: Question, said: Said) -> None:
        """Have a player of that level think; ``said`` is called with the answer, unless all is closed."""
        with self._lock:
            self._number += 1
            self._jobs.append((Asked(self._number, level, seed, view, question), thinks(level), said))
            self._lock.notify()

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._closed = True
            self._lock.notify()
        self._thread.join(timeout=2.0)

    @property
    def process_id(self) -> int | None:
        """That of the process, once there is one."""
        process = self._process
        return process.pid if process else None

    # the thread

    def _work(self) -> None:
        self._begin()
        while True:
            with self._lock:
                while not self._jobs and not self._closed:
                    self._lock.wait()
                if self._closed:
                    break
                asked, seconds, said = self._jobs.pop(0)
            said(self._answer(asked, seconds))
        self._end()

    def _answer(self, asked: Asked, seconds: float) -> co.SeatCommand | None:
        """The process's answer, or the rule player's when there is none in time."""
        if self._line is None and self._may_begin():
            self._begin()
        line = self._line
        if line is not None:
            try:
                line.send_bytes(self._encoder.encode(asked))
                until = self._clock() + seconds + (START if self._fresh else GRACE)
                while line.poll(max(0.0, until - self._clock())):
                    found = self._decoder.decode(line.recv_bytes())
                    self._fresh = False
                    if found.number == asked.number:
                        return found.command
                log.error("the computer players' process does not answer")
            except (EOFError, OSError, msgspec.DecodeError) as error:
                log.error("the computer players' process is gone: %r", error)
            self._failed_at = self._clock()
            self._end()
        return safe_answer(self._stand_in, asked.view, asked.question)

    def _may_begin(self) -> bool:
        return self._failed_at is None or self._clock() - self._failed_at >= RESTS

    def _begin(self) -> None:
        try:
            context = multiprocessing.get_context("spawn")
            self._line, theirs = context.Pipe()
            self._process = context.Process(target=serve, args=(theirs,), name="players", daemon=True)
            self._process.start()
            theirs.close()
            self._fresh = True
        except OSError:
            log.exception("the computer players' process can't be begun")
            self._failed_at = self._clock()
            self._line = self._process = None

    def _end(self) -> None:
        line, process = self._line, self._process
        self._line = self._process = None
        if line:
            line.close()
        if process:
            process.kill()
            process.join(timeout=1.0)


class ThinkingBrain:
    """A computer player of a level, as the runner knows it."""

    def __init__(self, thinker: Thinker, level: Level, seed: int) -> None:
        self._thinker = thinker
        self._level = level
        self._seed = seed

    async def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
        """What it says, within its time."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[co.SeatCommand | None] = loop.create_future()

        def settle(command: co.SeatCommand | None) -> None:
            if not future.done():
                future.set_result(command)

        def said(command: co.SeatCommand | None) -> None:
            with contextlib.suppress(RuntimeError):  # the loop may be gone by now
                loop.call_soon_threadsafe(settle, command)

        self._thinker.ask(self._level, self._seed, view, ask, said)
        return await future


def brain_of(level: Level, thinker: Thinker | None) -> Brain:
    """A computer player of a level; without a ``thinker`` one that answers on the spot."""
    if thinker and thinks(level):
        return ThinkingBrain(thinker, level, secrets.randbits(32))
    return QuickBrain(player("skilled" if thinks(level) else level))
