"""``Running``: the match under way at a host's table, from its start or from its journal."""

import logging
import time
from collections.abc import Callable
from pathlib import Path

from game.bots.levels import Level
from game.engine import Match, RuleSet, Standing, new_match
from game.engine.events import DealStarted, Event
from game.lan import wire
from game.lan.fair import Gathering
from game.lan.keep import Kept, forget, keep
from game.lan.peer import seat_info
from game.lan.relay import Relay
from game.lan.room import Person, Room
from game.table.journal import Journal
from game.table.open import new_journal
from game.table.runner import Brain, Runner, Seats
from game.table.table import Pace, Table
from game.table.thinker import Thinker, brain_of

log = logging.getLogger(__name__)

Send = Callable[[Person, wire.Telling], None]
Call = Callable[[Callable[[], None]], None]
"""Has the host's loop do something, from any thread."""


class Running:
    """Belongs to the host's loop, but for what the runner's thread hands over by ``call``."""

    def __init__(
        self,
        table: bytes,
        port: int,
        room: Room,
        send: Send,
        tell_lobby: Callable[[], None],
        call: Call,
        code: Callable[[], str],
        thinker: Thinker | None,
    ) -> None:
        self._table_id = table
        self._port = port
        self._room = room
        self._send = send
        self._tell_lobby = tell_lobby
        self._call = call
        self._code = code
        self._thinker = thinker
        self._pumping = False
        self._closed = False
        self._gathering = Gathering(table)
        self.deals = 0
        """The last deal that was shown to all."""
        self._saved: Kept | None = None
        self.relay: Relay
        self._runner: Runner
        self._journal: Path

    def begin(self, matches: Path, rules: RuleSet, standing: Standing | None, pace: Pace) -> None:
        """A new match, by the rules of the room, or one gone on with. OSError when it can't be kept,
        RulesError when the standing does not fit the rules."""
        match = new_match(rules, standing)
        journal, _ = new_journal(matches, rules, seats=self._seats(), standing=standing)
        self._play(match, journal, pace, [])

    def go_on(self, journal: Path, found: Kept, pace: Pace) -> None:
        """The match in this journal. Raises as ``Journal.resume``."""
        if found.seeds:
            self._gathering = Gathering.from_state(found.seeds, time.monotonic())
        file, _, match, record = Journal.resume(journal)
        self._play(match, file, pace, record)
        if match.phase in ("ready", "won") and record:
            if found.seeds and found.seeds.deal > match.deals_played:
                self.deals = match.deals_played  # it was shown before the next one was called
            else:
                self._open(tuple(record))

    def _play(self, match: Match, journal: Journal, pace: Pace, record: list[Event]) -> None:
        self._journal = journal.path
        table = Table(match, self._gathering, pace, journal, time.monotonic(), record)
        brains = {i: self._brain(info.level) for i, info in enumerate(self._seats()) if info.bot}
        self._runner = Runner(table, self._seats(), brains, journal.close, on_record=self._recorded)
        self.save()
        self.relay = Relay(self._room, self._runner, self._send, self._wake, self._call_seeds, self._brain)
        self._runner.start()

    def _brain(self, level: Level) -> Brain:
        return brain_of(level, self._thinker)

    def _seats(self) -> Seats:
        lobby = self._room.lobby(time.monotonic())
        a, b, c, d = (seat_info(lobby, seat) for seat in range(4))
        return a, b, c, d

    @property
    def won(self) -> bool:
        """Whether the match is over."""
        return self.relay.won

    @property
    def standing(self) -> Standing | None:
        """How the match stands after its last finished deal; None before one, and when it is won."""
        return self.relay.standing

    @property
    def stopped(self) -> bool:
        """Whether it can't go on: its journal can't be written, say."""
        return self.relay.stopped

    def close(self) -> None:
        """End it as it stands; the journal is put away when this returns."""
        self.relay.pump()
        self._closed = True
        self._runner.stop()
        if self.won:
            forget(self._journal)

    def save(self) -> None:
        """Write the host's file when anything in it has changed."""
        what = Kept(self._table_id, self._port, self._code(), self._room.kept(), self._gathering.state())
        if what != self._saved:
            self._saved = what
            keep(self._journal, what)

    # what happens

    def tick(self, now: float) -> None:
        """Give up who is away for too long, and seeds that do not come."""
        for person in self._room.people.values():
            if person.seat is not None and self._room.away(person, now) == 0.0:
                self.relay.give_up(person)
        self._gathering.tick(now)
        self._gathered()

    def entered(self, person: Person) -> None:
        """A member came, came back or took a seat."""
        self.relay.enter(person)
        self._gathering.back(person.id)
        self._gathered()

    def lost(self, person: Person, now: float) -> None:
        """A member's connection is gone."""
        self._gathering.gone(person.id, now)
        self._gathered()

    def left(self, person: Person, now: float) -> None:
        """A member left for good."""
        self.relay.drop(person)
        self.lost(person, now)

    def acts(self, person: Person) -> int:
        """The number of a member's last command."""
        return self.relay.acts(person)

    def handle(self, person: Person, message: wire.Asking, now: float) -> bool:
        """Whether the message was about the match."""
        match message:
            case wire.Act():
                self.relay.act(person, message, now)
            case wire.Commit():
                self._gathering.commit(person.id, message, now)
            case wire.Reveal():
                self._gathering.reveal(person.id, message, now)
            case _:
                return False
        self._gathered()
        return True

    def _wake(self) -> None:
        """From the runner's thread: there is something to pass on."""
        if not self._pumping:
            self._pumping = True
            self._call(self._pump)

    def _pump(self) -> None:
        self._pumping = False
        if not self._closed:  # else it was on its way when the match was put away
            self.relay.pump()

    # seeds

    def _call_seeds(self, deal: int) -> None:
        """The next deal is near: everybody who sits here takes part in its shuffle.

        First the one before is shown to all.
        """
        before = self._gathering.state()
        if before and before.deal < deal and before.deal != self.deals:
            return
        seated = self._room.seat_waiting()
        if seated:
            self._tell_lobby()  # so that they know where they sit before they are asked for a seed
        for person in seated:
            self.relay.enter(person)
        there = [p.id for p in self._room.people.values() if p.seat is not None and p.gone is None]
        self._gathering.call(deal, there, time.monotonic())
        self._gathered()

    def _gathered(self) -> None:
        """Pass on what the shuffle has to say; it is on disk before anybody hears of it."""
        before = self._saved and self._saved.seeds
        changed = self._gathering.state() != before
        if changed:
            self.save()
        for send in self._gathering.take():
            for person in self._room.people.values():
                if send.to is None or person.id in send.to:
                    self._send(person, send.message)
        for out in self._gathering.take_left_out():
            log.warning("deal %d: member %d has no part in the shuffle: %s", out.deal, out.member, out.why)
        if changed:
            self._runner.look()

    def _recorded(self, events: tuple[Event, ...]) -> None:
        """From the runner's thread: a deal is over, and may be looked into."""
        self._call(lambda: self._open(events))

    def _open(self, events: tuple[Event, ...]) -> None:
        """Show a finished deal to all, before the next one's seeds are asked for."""
        if self._closed:
            return
        self.relay.pump()
        number = next((event.number for event in events if isinstance(event, DealStarted)), 0)
        try:
            opened = self._gathering.opened(number, events)
        except ValueError:
            log.exception("the deal can't be opened")
        else:
            for person in self._room.people.values():
                self._send(person, opened)
        self.deals = number
        self.relay.pump()
