"""``Table``: one match being played. Synchronous; time comes in as ``now``, seconds, monotonic."""

from collections.abc import Sequence

import msgspec

from game.engine import Match, Question, Reason, Refusal, View, decide, evolve, question, redact, view
from game.engine import commands as co
from game.engine.chance import deal_seed
from game.engine.events import Event
from game.table.journal import Journal


class Pace(msgspec.Struct, frozen=True):
    """Seconds: between two cards dealt, before a bot plays, from a finished trick to the next lead,
    and left for bids after the last card."""

    deal: float = 0.07
    bot: float = 0.6
    trick: float = 1.5
    grace: float = 3.0

    def at_speed(self, speed: float) -> "Pace":
        """The same pace so many times faster; 0 means no waiting. The time to bid stays as it is."""
        if speed <= 0:
            return Pace(0.0, 0.0, 0.0, self.grace)
        return Pace(self.deal / speed, self.bot / speed, self.trick / speed, self.grace)


class Ask(msgspec.Struct, frozen=True):
    """What is asked of a seat. ``number`` changes only when the question does.

    ``deadline`` is when the question ends by itself (``now`` of the table), None for never.
    """

    number: int
    question: Question
    deadline: float | None


class Batch(msgspec.Struct, frozen=True):
    """What a seat hears: events in order, its view after them, and what is now asked of it."""

    revision: int
    events: tuple[Event, ...]
    view: View
    ask: Ask | None


class Refused(msgspec.Struct, frozen=True):
    """A command that was not taken."""

    command_id: int
    refusal: Refusal


class Table:
    """Takes commands, asks the engine, keeps the journal and the pace.

    Events are in the journal before ``handle`` or ``tick`` returns them.
    """

    def __init__(self, match: Match, seed: str, pace: Pace, journal: Journal | None, now: float) -> None:
        self.match = match
        self.pace = pace
        self.revision = 0
        self._seed = seed
        self._journal = journal
        self._questions: list[Question | None] = [None] * 4
        self._numbers = [0] * 4
        self._due: float | None = None
        self._due_for: tuple[int, ...] = ()
        self._settle(now)

    def handle(
        self, seat: int, command: co.SeatCommand, now: float, answers: int | None = None
    ) -> tuple[Event, ...] | Refusal:
        """A seat's command. ``answers`` is the number of the ask it was made for, None to not care."""
        if answers is not None and answers != self._numbers[seat]:
            return Refusal(Reason.STALE)
        return self._take(seat, command, now)

    def tick(self, now: float) -> tuple[Event, ...]:
        """Do the one thing that is due by now; () when there is none."""
        if self._due is None or now < self._due:
            return ()
        command = self._next_step()
        assert command is not None
        events = self._take(None, command, now)
        assert not isinstance(events, Refusal)
        return events

    def next_due(self) -> float | None:
        """When ``tick`` has something to do, None while the table waits for a seat."""
        return self._due

    def ask(self, seat: int) -> Ask | None:
        """What the seat is asked."""
        asked = self._questions[seat]
        if asked is None:
            return None
        deadline = self._due if asked.kind == "bid" and self.match.running.dealt else None
        return Ask(self._numbers[seat], asked, deadline)

    def batch(self, seat: int, events: Sequence[Event] = ()) -> Batch:
        """What the seat is told of these events."""
        told = tuple(redact(event, seat) for event in events)
        return Batch(self.revision, told, view(self.match, seat), self.ask(seat))

    def _take(self, seat: int | None, command: co.Command, now: float) -> tuple[Event, ...] | Refusal:
        events = decide(self.match, seat, command)
        if isinstance(events, Refusal):
            return events
        if self._journal:
            self._journal.append(events)
        for event in events:
            self.match = evolve(self.match, event)
        self.revision += 1
        self._settle(now)
        return events

    def _next_step(self) -> co.TableCommand | None:
        """What the table itself does next, sooner or later."""
        match = self.match
        if match.phase == "ready" and all(match.ready):
            return co.StartDeal(deal_seed(self._seed, match.deals_played + 1, match.redeals))
        if match.phase == "dealing":
            return co.CloseBids() if match.running.dealt else co.DealNext()
        return None

    def _settle(self, now: float) -> None:
        """After a change: number new questions, and say when the next step is due."""
        for seat in range(4):
            asked = question(self.match, seat)
            if asked != self._questions[seat]:
                self._questions[seat] = asked
                self._numbers[seat] += 1
        step = self._next_step()
        reason = self._reason(step)
        if reason == self._due_for:
            return  # what seats do in between puts nothing off
        self._due_for = reason
        match step:
            case None:
                self._due = None
            case co.DealNext():
                # by the last card, not by now: a slow moment does not slow the whole deal
                self._due = now if self._due is None else max(self._due + self.pace.deal, now - 0.2)
            case co.CloseBids():
                self._due = now + self.pace.grace
            case _:
                self._due = now

    def _reason(self, step: co.TableCommand | None) -> tuple[int, ...]:
        """What the next step waits for: another card out, another bid; passes change nothing."""
        match step:
            case co.DealNext():
                return 1, self.match.running.number, self.match.running.drawn
            case co.CloseBids():
                return 2, self.match.running.number, len(self.match.running.bids)
            case _:
                return (0 if step is None else 3,)
