"""``Thinker``: computer players that think in a process of their own, so that the window keeps its pace.

The process is spawned once for all tables of the program. When it does not answer in time, or is gone,
the rule player answers at once in its place, and a new process is begun. No table waits for an answer longer
than a player's own time and half a second, counted from the question, however many ask at once.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import msgspec
from msgspec import structs

from game.bots.judge import Judgement
from game.bots.legal import safe_answer
from game.bots.levels import Level, player, thinks
from game.bots.rule import RuleBot
from game.bots.why import Why
from game.engine import Cards, Question, View
from game.engine import commands as co
from game.table.runner import Brain, QuickBrain
from game.table.worker import (
    ENOUGH,
    Advise,
    Advised,
    Answered,
    Asked,
    Judge,
    Judged,
    Reply,
    Request,
    serve,
)

log = logging.getLogger(__name__)

GRACE = 0.4
"""Seconds past a player's own time after which it is not waited for any longer: there is time for another
answer within the half second."""
START = 10.0
"""Seconds a new process may take to be there."""
RESTS = 5.0
"""Seconds from a failure to the next attempt with a new process."""
ADVICE, JUDGEMENT = 0.8, 0.5
"""Seconds for an advice, and for a judgement."""
LOOKS = 0.05
"""Seconds from one look at what else is wanted to the next."""
LEAST = 0.02
"""Seconds below which a player that thinks is not asked any more."""

Said = Callable[[co.SeatCommand | None], None]
"""What is done with an answer, in the thinker's own thread."""
Told = Callable[[co.SeatCommand | None, Why | None], None]
"""The same with an advice; None, None for none."""
Found = Callable[[Judgement | None], None]
"""The same with a judgement; None for none."""


@dataclass(eq=False)
class Job:
    """What is asked of the process, and until when the answer is waited for. The table does not wait for a
    ``spare`` one: it gives way to all others. ``done`` hears the answer, None for none."""

    request: Request
    due: float
    done: Callable[[Reply | None], None]
    spare: bool = False
    cancelled: bool = False

    def cancel(self) -> None:
        """It is not wanted any more: ``done`` need not hear of it. From any thread."""
        self.cancelled = True


class Thinker:
    """One process and the thread that talks to it. Everything here may be called from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Condition()
        self._jobs: list[Job] = []
        self._closed = False
        self._number = 0
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._fresh = True  # the process has not said yet that it is there
        self._began = 0.0
        self._failed_at: float | None = None
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(Reply)
        self._stand_in = RuleBot()
        self._thread = threading.Thread(target=self._work, name="thinker", daemon=True)
        self._thread.start()

    def ask(self, level: Level, seed: int, view: View, question: Question, said: Said) -> None:
        """Have a player of that level think; ``said`` is called with the answer, unless all is closed."""

        def done(reply: Reply | None) -> None:
            if isinstance(reply, Answered):
                said(reply.command)
            else:
                said(safe_answer(self._stand_in, view, question))

        seconds = thinks(level)
        self._put(Asked(self._next(), level, seed, view, question, seconds or None), seconds, done)

    def advise(self, view: View, question: Question, told: Told) -> Job:
        """Have the strongest player think for a moment; ``told`` what it would do, and why."""

        def done(reply: Reply | None) -> None:
            if isinstance(reply, Advised):
                told(reply.command, reply.why)
            else:
                told(None, None)

        return self._put(Advise(self._next(), view, question, ADVICE), ADVICE, done, spare=True)

    def judge(self, view: View, played: Cards, found: Found) -> Job:
        """Have the strongest player judge a play; ``view`` is that of its seat before it."""

        def done(reply: Reply | None) -> None:
            found(reply.judgement if isinstance(reply, Judged) else None)

        return self._put(Judge(self._next(), view, played, JUDGEMENT), JUDGEMENT, done, spare=True)

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

    def _next(self) -> int:
        with self._lock:
            self._number += 1
            return self._number

    def _put(
        self, request: Request, seconds: float, done: Callable[[Reply | None], None], spare: bool = False
    ) -> Job:
        job = Job(request, self._clock() + seconds + GRACE, done, spare)
        with self._lock:
            self._jobs.append(job)
            self._lock.notify()
        return job

    # the thread

    def _work(self) -> None:
        self._begin()
        while job := self._take():
            self._tell(job, self._reply(job))
        self._end()

    def _tell(self, job: Job, reply: Reply | None) -> None:
        if job.cancelled or self._closed:
            return
        try:
            job.done(reply)
        except Exception:
            log.exception("an answer could not be told")  # the others are answered all the same

    def _take(self) -> Job | None:
        """What is to be done next, the spare last; None when all is closed."""
        with self._lock:
            while not self._closed:
                self._jobs = [job for job in self._jobs if not job.cancelled]
                if self._jobs:
                    job = next((job for job in self._jobs if not job.spare), self._jobs[0])
                    self._jobs.remove(job)
                    if job.spare:  # it has its whole time, however long it waited
                        job.due = self._clock() + (job.request.seconds or 0.0) + GRACE
                    return job
                self._lock.wait()
        return None

    def _reply(self, job: Job) -> Reply | None:
        """The process's answer, None when there is none in time."""
        if self._line is None and self._may_begin():
            self._begin()
        line = self._line
        if line is None:
            return None
        try:
            if self._fresh and not self._there(line, job):
                return None
            request = job.request
            if request.seconds is not None:
                left = job.due - GRACE - self._clock()
                if left < LEAST:
                    return None  # too many were asked before
                request = structs.replace(request, seconds=min(request.seconds, left))
            line.send_bytes(self._encoder.encode(request))
            return self._heard(line, job)
        except _Failed as failure:
            log.error("the computer players' process does not answer: %s", failure)
        except (EOFError, OSError) as error:
            log.error("the computer players' process is gone: %r", error)
        except Exception:
            log.exception("the computer players' process can't be talked to")
        self._failed_at = self._clock()
        self._end()
        return None

    def _there(self, line: Connection, job: Job) -> bool:
        """Whether the new process is there before the job is due."""
        while not self._look(line, job.due):
            now = self._clock()
            if now > self._began + START:
                raise _Failed("it does not start")
            if now >= job.due or job.cancelled or self._closed:
                return False
        line.recv_bytes()
        self._fresh = False
        return True

    def _heard(self, line: Connection, job: Job) -> Reply | None:
        """What comes back for a job that was sent."""
        ended = False
        while True:
            if self._look(line, job.due):
                reply = self._decoder.decode(line.recv_bytes())
                if reply.number == job.request.number:
                    return reply
            elif self._closed:
                return None
            elif self._clock() >= job.due:
                raise _Failed("its time is over")
            if job.spare and not ended and (job.cancelled or self._wanted()):
                line.send_bytes(ENOUGH)
                ended = True

    def _look(self, line: Connection, until: float) -> bool:
        """Look for a moment whether there is something; who has waited too long is answered meanwhile."""
        there = line.poll(max(0.0, min(LOOKS, until - self._clock())))
        now = self._clock()
        with self._lock:
            late = [job for job in self._jobs if now >= job.due and not job.spare]
            self._jobs = [job for job in self._jobs if job not in late]
        for job in late:
            self._tell(job, None)
        return there

    def _wanted(self) -> bool:
        """Whether a table waits for somebody."""
        with self._lock:
            return any(not job.spare for job in self._jobs)

    def _may_begin(self) -> bool:
        return self._failed_at is None or self._clock() - self._failed_at >= RESTS

    def _begin(self) -> None:
        try:
            context = multiprocessing.get_context("spawn")
            self._line, theirs = context.Pipe()
            self._process = context.Process(target=serve, args=(theirs,), name="players", daemon=True)
            self._process.start()
            theirs.close()
            self._fresh, self._began = True, self._clock()
        except Exception:
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


class _Failed(Exception):
    """The process is of no use any more."""


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
