"""Helpers of the runner's tests: seats whose sessions are driven from the test's thread."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

from game.bots.legal import plain_answer
from game.engine import Question, Reason, View
from game.engine import commands as co
from game.engine import events as ev
from game.table.journal import SUFFIX
from game.table.runner import Runner
from game.table.session import Heard, Stopped
from game.table.table import Batch, Refused

PATIENCE = 10.0
"""Seconds until a table that says nothing counts as stalled."""
Open = Callable[..., Runner]


class Player:
    """A seat whose session is driven from the test's thread."""

    def __init__(self, runner: Runner, seat: int = 0) -> None:
        self._news = threading.Event()
        self.session = runner.session(seat, self._news.set)
        self.heard: list[Heard] = []
        self._looked_at = 0

    @property
    def batches(self) -> list[Batch]:
        return [heard for heard in self.heard if isinstance(heard, Batch)]

    @property
    def last(self) -> Batch:
        return self.batches[-1]

    @property
    def events(self) -> list[ev.Event]:
        return [event for batch in self.batches for event in batch.events]

    def listen(self) -> list[Heard]:
        """Wait to be woken, then take what there is."""
        assert self._news.wait(PATIENCE), "the table says nothing"
        self._news.clear()
        new = self.session.poll()
        self.heard += new
        return new

    def quiet(self, seconds: float) -> None:
        """Listen for so long, whether there is something to hear or not."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self._news.wait(left):
                self.listen()

    def until(self, wanted: Callable[[Heard], bool]) -> Heard:
        """Listen until something not yet looked at is as wanted. A stopped table never goes on."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            while self._looked_at < len(self.heard):
                heard = self.heard[self._looked_at]
                self._looked_at += 1
                if wanted(heard):
                    return heard
                assert not isinstance(heard, Stopped), heard
            self.listen()
        raise AssertionError("waited in vain")

    def until_event(self, kind: type[ev.Event]) -> Batch:
        heard = self.until(
            lambda heard: isinstance(heard, Batch) and any(isinstance(event, kind) for event in heard.events)
        )
        assert isinstance(heard, Batch)
        return heard

    def round_trip(self, times: int = 1) -> None:
        """Have the table refuse something: whatever it had at hand before is done by then."""
        for _ in range(times):
            command_id = self.session.send(co.Bid((0, 1)))
            self.until(lambda heard, n=command_id: isinstance(heard, Refused) and heard.command_id == n)

    def play(
        self,
        done: Callable[[Batch], bool],
        answer: Callable[[View, Question], co.SeatCommand | None] = plain_answer,
        check: Callable[[Batch], None] = lambda batch: None,
    ) -> None:
        """Answer what is asked until a batch says it is done. Only a bid may come too late."""

        def look(heard: Heard) -> bool:
            assert not isinstance(heard, Stopped), heard
            if isinstance(heard, Refused):
                assert heard.refusal.reason is Reason.STALE
                return False
            check(heard)
            return done(heard)

        end = time.monotonic() + PATIENCE
        answered = -1
        while time.monotonic() < end:
            ask = self.last.ask if self.batches else None
            if ask and ask.number != answered and (command := answer(self.last.view, ask.question)):
                self.session.send(command, ask.number)
                answered = ask.number
            self.listen()
            while self._looked_at < len(self.heard):
                self._looked_at += 1
                if look(self.heard[self._looked_at - 1]):
                    return
        raise AssertionError("the deal does not come to its end")


def scored(batch: Batch) -> bool:
    return any(isinstance(event, ev.DealScored) for event in batch.events)


def journal_of(folder: Path) -> Path:
    (path,) = folder.glob(f"*{SUFFIX}")
    return path
