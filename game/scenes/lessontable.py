"""The table of the first lesson: a real one, without a thread and without a journal, so nothing is kept.

The three others play what is prepared. Time comes in with ``pass_time``.
"""

from collections.abc import Sequence

from game.engine import Refusal, decide, view
from game.engine import commands as co
from game.engine import events as ev
from game.scenes.lessondeal import answer, prepared, stage
from game.table.open import HOUSE_SEATS
from game.table.session import Heard
from game.table.table import Batch, Pace, Refused, Table

PACE = Pace(bot=0.7, grace=1.0)


class OneDeal:
    """The deal lies ready already, and there is no other."""

    def seed(self, number: int, redeals: int) -> str | None:
        """None: nothing is dealt by chance."""
        return None


class LessonTable:
    """The learner's session, and the table itself."""

    seats = HOUSE_SEATS
    seat: int | None = 0

    def __init__(self) -> None:
        self._now = 0.0
        self._free = 0.0  # from then on the next of the others may play
        self._table = Table(prepared(), OneDeal(), PACE, None, self._now)
        self._held = False
        self._commands = 0
        first = self._table.batch(0)
        self._heard: list[Heard] = [first]
        self.stage = stage(first.view)

    def judge(self, command: co.SeatCommand) -> Refusal | None:
        """Why the learner can't do this now, None when it is allowed. Nothing happens."""
        decision = decide(self._table.match, 0, command)
        return decision if isinstance(decision, Refusal) else None

    def send(self, command: co.SeatCommand, answers: int | None = None) -> int:
        """It is done, or refused, at once; heard of with ``poll``."""
        self._commands += 1
        events = self._table.handle(0, command, self._now, answers)
        if isinstance(events, Refusal):
            self._heard.append(Refused(self._commands, events))
        else:
            self._tell(events, self._commands)
        return self._commands

    def poll(self) -> list[Heard]:
        """What has been heard since, in order."""
        heard, self._heard = self._heard, []
        return heard

    def set_speed(self, speed: float) -> None:
        """Everything here follows."""
        self._table.pace = PACE.at_speed(speed)

    def set_turn(self, turn: float | None) -> None:
        """A learner takes as long as it takes."""

    def hold(self, held: bool) -> None:
        """No time passes meanwhile."""
        self._held = held

    def hurry(self) -> None:
        """The others need not seem to think."""
        self._free = self._now

    def leave(self) -> None:
        """Nothing is kept."""

    def goes_on(self, until: int) -> bool:
        """Whether something happens by itself before the stage ``until``."""
        if self._held or self.stage >= until:
            return False
        return self._next() is not None or self._table.next_due() is not None

    def pass_time(self, dt: float, until: int) -> None:
        """So many seconds pass. From the stage ``until`` on the table rests, and its time with it."""
        if not self.goes_on(until):
            return
        self._now += dt
        while self.stage < until and self._step():
            pass

    def _next(self) -> tuple[int, co.SeatCommand] | None:
        """What one of the others does next."""
        for seat in (1, 2, 3):
            ask = self._table.ask(seat)
            command = answer(view(self._table.match, seat), seat, ask.question) if ask else None
            if command:
                return seat, command
        return None

    def _step(self) -> bool:
        """One thing that is due by now; False when there is none."""
        coming = self._next()
        if coming is None:
            events = self._table.tick(self._now)
        elif self._now < self._free:
            return False
        else:
            done = self._table.handle(*coming, self._now)
            assert not isinstance(done, Refusal), (coming, done)
            events = done
        if events:
            self._tell(events)
        return bool(events)

    def _tell(self, events: Sequence[ev.Event], taken: int = 0) -> None:
        batch: Batch = self._table.batch(0, events, taken)
        self._heard.append(batch)
        self.stage = stage(batch.view)
        pace = self._table.pace
        if batch.view.phase == "playing":
            self._free = self._now + pace.bot + (0.0 if batch.view.plays else pace.trick)
