"""``Table``: one match being played. Synchronous; time comes in as ``now``, seconds, monotonic."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

import msgspec

from game.bots.legal import plain_answer, safe_answer
from game.bots.rule import RuleBot
from game.engine import Match, Question, Reason, Refusal, View, decide, evolve, question, redact, view
from game.engine import commands as co
from game.engine import events as ev
from game.engine.bids import beatable
from game.engine.chance import deal_seed
from game.table.journal import Journal

SHARES: Mapping[str, float] = MappingProxyType(
    {"play": 1, "flip": 1, "counter": 1, "stake": 1, "bury": 3, "ready": 2}
)
"""How many turns' time there is for each question. (While cards are dealt the grace counts alone.)"""
MISSES = 2
"""Turns missed one after the other until the computer plays the seat."""
ASLEEP = 5.0
"""Seconds a time limit may be overdue; past that the machine slept, and the whole time is given again."""


class Pace(msgspec.Struct, frozen=True):
    """Seconds: between two cards dealt, before a bot plays, from a finished trick to the next lead,
    left for bids after the last card, and for a turn (None: as long as one likes)."""

    deal: float = 0.07
    bot: float = 0.6
    trick: float = 1.5
    grace: float = 3.0
    turn: float | None = None

    def at_speed(self, speed: float) -> "Pace":
        """The same pace so many times faster; 0 means no waiting. What players have time for stays."""
        by = 1 / speed if speed > 0 else 0.0
        return Pace(self.deal * by, self.bot * by, self.trick * by, self.grace, self.turn)


class Timer(msgspec.Struct, frozen=True):
    """When what the table waits for ends by itself (``now`` of the table), and the seconds given."""

    deadline: float
    limit: float


class Ask(msgspec.Struct, frozen=True):
    """What is asked of a seat. ``number`` changes only when the question does."""

    number: int
    question: Question


class Batch(msgspec.Struct, frozen=True):
    """What a seat hears: events in order, its view after them, and what is now asked of it.

    Without events it is how things stand, to begin with or anew. ``taken`` is the id of the
    session's own command that led to it, 0 for none; ``timer`` runs for whoever is waited for.
    """

    revision: int
    events: tuple[ev.Event, ...]
    view: View
    ask: Ask | None
    timer: Timer | None = None
    taken: int = 0


class Refused(msgspec.Struct, frozen=True):
    """A command that was not taken."""

    command_id: int
    refusal: Refusal


class Seeds(Protocol):
    """Where the seeds of the deals come from."""

    def seed(self, number: int, redeals: int) -> str | None:
        """That of a match's deal, dealt again so often; None while there is none yet."""


class MatchSeeds:
    """All from the one seed of the match."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def seed(self, number: int, redeals: int) -> str:
        """There at once."""
        return deal_seed(self._seed, number, redeals)


class Table:
    """Takes commands, asks the engine, keeps the journal, the pace and the time limits.

    Events are in the journal before ``handle`` or ``tick`` returns them. ``record`` holds all events
    of the running deal, or of the last one when it is over; ``record`` given is that of a deal gone on with.
    """

    def __init__(
        self,
        match: Match,
        seeds: Seeds,
        pace: Pace,
        journal: Journal | None,
        now: float,
        record: Sequence[ev.Event] = (),
    ) -> None:
        self.match = match
        self.pace = pace
        self.revision = 0
        self.record: list[ev.Event] = list(record)
        self._seeds = seeds
        self._journal = journal
        self._stand_in = RuleBot(away=True)
        self._questions: list[Question | None] = [None] * 4
        self._numbers = [0] * 4
        self._missed = [0] * 4
        self._due: float | None = None
        self._limit: float | None = None
        self._due_for: tuple[object, ...] = ()
        self.look(now)

    def handle(
        self, seat: int, command: co.SeatCommand, now: float, answers: int | None = None
    ) -> tuple[ev.Event, ...] | Refusal:
        """A seat's command. ``answers`` is the number of the ask it was made for, None to not care."""
        if answers is not None and answers != self._numbers[seat]:
            return Refusal(Reason.STALE)
        events = self._take(seat, command, now)
        if not isinstance(events, Refusal):
            self._missed[seat] = 0
        return events

    def tick(self, now: float) -> tuple[ev.Event, ...]:
        """Do the one thing that is due by now; () when there is none."""
        if self._due is None or now < self._due:
            return ()
        if self._limit is not None and now > self._due + ASLEEP:
            self._due_for = ()
            self.look(now)
            return ()
        step = self._next_step()
        assert step is not None
        events = self._take(None, self._command(step), now)
        assert not isinstance(events, Refusal)
        if isinstance(first := events[0], ev.TimedOut):
            return events + self._missed_turn(first.seat, now)
        return events

    def set_turn(self, turn: float | None, now: float) -> None:
        """Another time for a turn, also for the one that runs: it begins anew."""
        self.pace = msgspec.structs.replace(self.pace, turn=turn)
        if self._next_step() is co.TimeOut:
            self._due_for = ()
            self.look(now)

    def put_off(self, seconds: float) -> None:
        """All that is to come comes so much later."""
        if self._due is not None:
            self._due += seconds

    def next_due(self) -> float | None:
        """When ``tick`` has something to do, None while the table waits for a seat."""
        return self._due

    @property
    def timer(self) -> Timer | None:
        """The time limit that runs; None when whoever is waited for may take any time."""
        if self._due is None or self._limit is None:
            return None
        return Timer(self._due, self._limit)

    def ask(self, seat: int | None) -> Ask | None:
        """What the seat is asked; a spectator (None) is asked nothing."""
        asked = None if seat is None else self._questions[seat]
        return Ask(self._numbers[seat], asked) if asked and seat is not None else None

    def batch(self, seat: int | None, events: Sequence[ev.Event] = (), taken: int = 0) -> Batch:
        """What the seat is told of these events."""
        told = tuple(redact(event, seat) for event in events)
        return Batch(self.revision, told, view(self.match, seat), self.ask(seat), self.timer, taken)

    def look(self, now: float) -> None:
        """After a change of the match, or of what its seeds have: number new questions, and say when
        the next step is due."""
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
        self._limit = self._time_for(step)
        if step is None or (step is co.TimeOut and self._limit is None):
            self._due = None
        elif step is co.DealNext:
            # by the last card, not by now: a slow moment does not slow the whole deal
            self._due = now if self._due is None else max(self._due + self.pace.deal, now - 0.2)
        else:
            self._due = now + (self._limit or 0.0)

    def _take(self, seat: int | None, command: co.Command, now: float) -> tuple[ev.Event, ...] | Refusal:
        events = decide(self.match, seat, command)
        if isinstance(events, Refusal):
            return events
        if self._journal:
            self._journal.append(events)
        for event in events:
            if isinstance(event, ev.DealStarted) and not self.match.redeals:
                self.record.clear()
            self.record.append(event)
            self.match = evolve(self.match, event)
        self.revision += 1
        self.look(now)
        return events

    def _missed_turn(self, seat: int, now: float) -> tuple[ev.Event, ...]:
        """Who misses turn after turn is taken to be away: the computer plays on."""
        if self.match.phase == "ready":
            return ()
        self._missed[seat] += 1
        if self._missed[seat] < MISSES or self.match.auto[seat]:
            return ()
        events = self._take(seat, co.SetAuto(True), now)
        assert not isinstance(events, Refusal)
        return events

    def _waited_for(self) -> Question | None:
        """The question, of one seat or of several, that holds up the match."""
        return next((asked for asked in self._questions if asked and asked.kind != "bid"), None)

    def _next_step(self) -> type[co.TableCommand] | None:
        """What the table itself does next, sooner or later."""
        match = self.match
        if match.phase == "ready" and all(match.ready):
            return co.StartDeal if self._seeds.seed(match.deals_played + 1, match.redeals) else None
        if match.phase == "dealing":
            return co.CloseBids if match.running.dealt else co.DealNext
        return co.TimeOut if self._waited_for() else None

    def _command(self, step: type[co.TableCommand]) -> co.TableCommand:
        match = self.match
        if step is co.StartDeal:
            seed = self._seeds.seed(match.deals_played + 1, match.redeals)
            assert seed is not None
            return co.StartDeal(seed)
        if step is co.TimeOut:
            seat = next(i for i in range(4) if self._questions[i])
            return co.TimeOut(seat, self._default(seat))
        return co.CloseBids() if step is co.CloseBids else co.DealNext()

    def _default(self, seat: int) -> co.SeatCommand:
        """What is answered for a seat whose time is up, from what that seat may know."""
        asked, seen = self._questions[seat], view(self.match, seat)
        assert asked is not None
        for answer in (safe_answer(self._stand_in, seen, asked), plain_answer(seen, asked)):
            if answer and not isinstance(decide(self.match, seat, answer), Refusal):
                return answer
        raise AssertionError("the plain answer is always legal")

    def _reason(self, step: type[co.TableCommand] | None) -> tuple[object, ...]:
        """What the next step waits for: another card, bid or turn; passes change nothing."""
        if step is co.DealNext:
            return step, self.match.running.number, self.match.running.drawn
        if step is co.CloseBids:
            return step, self.match.running.number, len(self.match.running.bids)
        return step, self._waited_for() if step is co.TimeOut else None

    def _time_for(self, step: type[co.TableCommand] | None) -> float | None:
        """Seconds the players have until the step, None where no limit runs."""
        if step is co.CloseBids:
            match = self.match
            # a bid that none there is can beat has won: nobody is given time
            return self.pace.grace if beatable(match.running.bids, match.level, match.rules) else None
        waited = self._waited_for()
        if step is not co.TimeOut or self.pace.turn is None or waited is None:
            return None
        return self.pace.turn * SHARES[waited.kind]
