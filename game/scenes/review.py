"""The own plays of a finished deal, judged one after the other in the background: which cost most."""

import logging
import queue
from typing import NamedTuple

from game.bots.judge import Judgement, doubt
from game.engine import Cards, Trump
from game.engine import events as ev
from game.profile.playback import Playback
from game.profile.record import Record
from game.scenes.kit import Kit
from game.table.thinker import Job

log = logging.getLogger(__name__)

MOST = 12
"""Plays judged at most: those that the rules of thumb doubt most."""
COSTS = 2.0
"""Points from which on a play is worth a word."""


class Mistake(NamedTuple):
    """A play that cost something: at which ``step`` of the record, in which trick, from 1 on."""

    step: int
    trick: int
    played: Cards
    trump: Trump
    judgement: Judgement


class Review:
    """Judges the plays of the record's own seat, each by what that seat knew then, and nothing else.

    Nothing here takes long: ``work`` is called with each picture, the judging is the thinker's.
    """

    def __init__(self, kit: Kit, record: Record) -> None:
        self.record = record
        self.judged = 0
        self._kit = kit
        self._playback = Playback(record)
        self._to_look_at = own_plays(record)[::-1]
        self.plays = len(self._to_look_at)  # that the player chose
        self._doubted: list[tuple[float, int]] = []
        self._to_judge: list[int] | None = None
        self._found: list[Mistake] = []
        self._answers: queue.SimpleQueue[tuple[int, Judgement | None]] = queue.SimpleQueue()
        self._job: Job | None = None

    @property
    def looking(self) -> bool:
        """Whether there is work to be done with the next picture."""
        return self._to_judge is None

    @property
    def total(self) -> int:
        """How many plays are judged in all."""
        return self.judged + len(self._to_judge or ()) + (self._job is not None)

    @property
    def done(self) -> bool:
        """Whether all are."""
        return self._to_judge == [] and self._job is None

    @property
    def mistakes(self) -> list[Mistake]:
        """Those found so far, the dearest first."""
        return sorted(self._found, key=lambda mistake: -mistake.judgement.cost)

    def work(self) -> None:
        """Go on."""
        if self._to_judge is None:
            self._look()
            return
        while not self._answers.empty():
            step, judgement = self._answers.get_nowait()
            self._job = None
            self.judged += 1
            if judgement and judgement.cost >= COSTS:
                self._keep(step, judgement)
        if self._job is None and self._to_judge:
            self._judge(self._to_judge.pop(0))

    def close(self) -> None:
        """No more is wanted."""
        if self._job:
            self._job.cancel()
            self._job = None
        self._to_judge = []

    def _look(self) -> None:
        """See how much one more play is doubted; after the last choose those to be judged."""
        if self._to_look_at:
            step = self._to_look_at.pop()
            try:
                found = doubt(self._playback.view(step - 1, self.record.own), self._played(step))
            except Exception:
                log.exception("a computer player failed")
            else:
                self._doubted += [] if found is None else [(found, step)]
            return
        self._to_judge = [step for _, step in sorted(self._doubted, reverse=True)[:MOST]]

    def _judge(self, step: int) -> None:
        answers, wake = self._answers, self._kit.wake

        def found(judgement: Judgement | None) -> None:
            answers.put((step, judgement))
            wake()

        view = self._playback.view(step - 1, self.record.own)
        self._job = self._kit.thinker.judge(view, self._played(step), found)

    def _played(self, step: int) -> Cards:
        event = self.record.events[step]
        assert isinstance(event, ev.CardsPlayed)
        return event.cards

    def _keep(self, step: int, judgement: Judgement) -> None:
        view = self._playback.view(step - 1, self.record.own)
        mistake = Mistake(step, len(view.tricks) + 1, self._played(step), view.trump, judgement)
        self._found.append(mistake)


def own_plays(record: Record) -> list[int]:
    """The steps at which the own seat chose what to play: not what a failed throw left to it, nor what the
    computer played for it."""
    own, steps, auto = record.own, [], record.own is not None and record.start.auto[record.own]
    for i, event in enumerate(record.events):
        if isinstance(event, ev.AutoSet) and event.seat == own:
            auto = event.on
        elif isinstance(event, ev.CardsPlayed) and event.seat == own and not auto:
            left_to_it = isinstance(record.events[i - 1], ev.ThrowFailed | ev.TimedOut)
            steps += [] if left_to_it else [i]
    return steps
