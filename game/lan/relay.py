"""``Relay``: the members of a host's table in a running match, each with a session of its own.

It belongs to the host's loop; the match runs in the runner's thread. A command is told apart by the
member's own number, so that one sent again after a lost connection is answered, and not done, again.
"""

from collections.abc import Callable

from msgspec.structs import replace

from game.bots.levels import Level
from game.engine import Reason, Refusal, Standing
from game.engine import commands as co
from game.engine.events import AutoSet
from game.lan import wire
from game.lan.chain import Chain
from game.lan.limits import ACTIONS, Rate
from game.lan.peer import seat_info
from game.lan.room import Person, Room
from game.table.runner import Brain, LocalSession, Runner
from game.table.session import Stopped
from game.table.table import Batch, Refused

REMEMBERED = 32
"""Answers kept for commands that come again."""

Answer = wire.No | None
"""To a command: refused so, or taken."""


class Place:
    """A member's session. ``given_up`` while the computer plays because the member is away."""

    def __init__(self, session: LocalSession) -> None:
        self.session = session
        self.acts = Rate(*ACTIONS)
        self.last = 0
        self.numbers: dict[int, int] = {}  # of the session's commands under way to the member's own
        self.answers: dict[int, Answer] = {}
        self.given_up = False
        self.auto = False


class Relay:
    """``send`` puts a message into a member's outbox; ``wake`` (from any thread) has ``pump`` called soon."""

    def __init__(
        self,
        room: Room,
        runner: Runner,
        send: Callable[[Person, wire.Telling], None],
        wake: Callable[[], None],
        on_ready: Callable[[int], None],
        brain: Callable[[Level], Brain],
    ) -> None:
        self._room = room
        self._runner = runner
        self._send = send
        self._wake = wake
        self._on_ready = on_ready
        self._brain = brain
        self.standing: Standing | None = None
        """How the match stands after its last finished deal."""
        self.won = False
        """Whether the match is over."""
        self._next_deal: int | None = None  # the one to come, between deals
        self._places: dict[int, Place] = {}
        self._stopped = ""
        self._chain = Chain()
        self._chains: dict[int, bytes] = {0: self._chain.value}  # by revision
        self._watch = runner.session(None, wake)  # hears first what all may know, and keeps the table open
        for person in room.people.values():
            self.enter(person)

    @property
    def stopped(self) -> bool:
        """Whether the match can't go on."""
        return bool(self._stopped)

    def enter(self, person: Person) -> None:
        """The member has a seat in the match, or may watch it; how things stand is told to them."""
        place = self._places.get(person.id)
        if place and place.session.seat == person.seat:
            self._returned(person, place)
            return
        if place:
            place.session.leave()
        if person.seat is not None:
            self._runner.seat_taken(person.seat, seat_info(self._room.lobby(0.0), person.seat), None)
        if person.seat is not None or self._room.options.spectators:
            self._places[person.id] = Place(self._runner.session(person.seat, self._wake))
        self._say_stopped(person)

    def _returned(self, person: Person, place: Place) -> None:
        if place.given_up:
            place.given_up = False
            place.session.send(co.SetAuto(False))  # refused where it is off
        place.session.look()
        self._say_stopped(person)

    def _say_stopped(self, person: Person) -> None:
        if self._stopped:  # no session hears of anything any more
            self._send(person, wire.Halt(self._stopped[:400]))

    def drop(self, person: Person) -> None:
        """The member does not come back: a computer takes the seat."""
        place = self._places.pop(person.id, None)
        if place is None:
            return
        if person.seat is not None:
            if place.auto or place.given_up:
                place.session.send(co.SetAuto(False))  # the seat is nobody's to be taken back
            info = seat_info(self._room.lobby(0.0), person.seat)
            self._runner.seat_taken(person.seat, info, self._brain(info.level))
        place.session.leave()

    def give_up(self, person: Person) -> None:
        """The member is away for too long: the computer plays on for it."""
        place = self._places.get(person.id)
        if place is None or place.given_up or person.seat is None:
            return
        place.given_up = True
        if not place.auto:
            place.session.send(co.SetAuto(True))
        place.session.look()  # what is asked now is heard once more, and answered

    def acts(self, person: Person) -> int:
        """The number of the member's last command."""
        place = self._places.get(person.id)
        return place.last if place else 0

    def act(self, person: Person, act: wire.Act, now: float) -> None:
        """A command of a member's seat."""
        place = self._places.get(person.id)
        if place is None:
            self._send(person, wire.No(act.seq, Refusal(Reason.NOT_NOW)))
        elif act.seq <= place.last:
            self._again(person, place, act.seq)
        elif not place.acts.allow(now):
            place.last = act.seq
            answer = wire.No(act.seq, Refusal(Reason.TOO_FAST))
            self._answer(place, act.seq, answer)
            self._send(person, answer)
        else:
            place.last = act.seq
            place.numbers[place.session.send(act.command, act.answers)] = act.seq

    def _again(self, person: Person, place: Place, seq: int) -> None:
        """The same answer as the first time; nothing while there is none yet."""
        if seq in place.numbers.values():
            return
        answer = place.answers.get(seq, wire.No(seq, Refusal(Reason.STALE)))  # it never came, or long ago
        if answer is not None:
            self._send(person, answer)
        else:
            number = -seq  # of no command of the session's own
            place.numbers[number] = seq
            place.session.look(number)

    def pump(self) -> None:
        """Pass on what the sessions have heard, and then say which deal comes next, between two."""
        self._watched()
        told = max(self._chains)  # what came before it goes out to everybody now
        for person in list(self._room.people.values()):
            place = self._places.get(person.id)
            for heard in place.session.poll() if place else ():
                assert place is not None
                match heard:
                    case Batch():
                        self._batch(person, place, heard)
                    case Refused(number, refusal):
                        self._refused(person, place, number, refusal)
                    case Stopped(why):
                        self._send(person, wire.Halt(why[:400]))
        for revision in [old for old in self._chains if old < told - 1]:
            del self._chains[revision]
        if self._next_deal is not None:
            self._on_ready(self._next_deal)

    def _watched(self) -> None:
        for heard in self._watch.poll():
            if isinstance(heard, Batch):
                self._chains[heard.revision] = self._chain.add(heard.events)
                seen = heard.view
                played = Standing(seen.levels, seen.dealer, seen.deals_played)
                self.standing = played if seen.deals_played and seen.won_by is None else None
                self.won = heard.view.won_by is not None
                between = heard.view.phase == "ready"
                self._next_deal = heard.view.deals_played + 1 if between else None
            elif isinstance(heard, Stopped):
                self._stopped = heard.why or "?"

    def _batch(self, person: Person, place: Place, batch: Batch) -> None:
        seq = 0
        if batch.taken:
            seq = place.numbers.pop(batch.taken, 0)
            self._answer(place, seq, None)
        if person.seat is not None:
            place.auto = batch.view.auto[person.seat]
            if person.gone is not None and AutoSet(person.seat, True) in batch.events:
                place.given_up = True  # turns were missed because nobody is there
            if place.given_up and batch.ask and batch.ask.question.kind == "ready":
                place.session.send(co.Ready(), batch.ask.number)
        if batch.revision not in self._chains:
            self._watched()  # it has heard of it before this session did
        self._send(person, wire.Told(replace(batch, taken=seq), self._chains[batch.revision]))

    def _refused(self, person: Person, place: Place, number: int, refusal: Refusal) -> None:
        seq = place.numbers.pop(number, None)
        if seq is None:
            return  # a command of the host's for a member that is away
        answer = wire.No(seq, refusal)
        self._answer(place, seq, answer)
        self._send(person, answer)
        if refusal.reason is Reason.STALE:
            place.session.look()

    @staticmethod
    def _answer(place: Place, seq: int, answer: Answer) -> None:
        place.answers[seq] = answer
        for old in sorted(place.answers)[:-REMEMBERED]:
            del place.answers[old]

    def close(self) -> None:
        """End the match as it stands; its journal is put away when this returns."""
        self._runner.stop()
