"""``Room``: who is at a host's table and where, before and during a match. Synchronous; knows no socket.

The host's loop owns it. What a member asks for goes through ``handle``; who comes and goes through
``admit``, ``resume``, ``lost`` and ``leave``.
"""

import contextlib
import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from game.bots.levels import FREE_LEVEL, Level
from game.engine import RuleSet, Standing
from game.lan import wire
from game.lan.limits import CHATS, CONNECTIONS, MESSAGES, TOKEN, Rate
from game.lan.names import BadName, clean_chat, clean_name, distinct
from game.profile.avatar import Picture

LOBBY_PATIENCE = 10
"""Seconds at least for which the seat of who lost the connection is kept before a match."""


class Person:
    """A member as the host knows it. ``token`` and ``next`` are digests; ``next`` was given out but not
    used yet. ``gone`` is when the connection was lost, None while there is one."""

    def __init__(self, number: int, name: str, host: bool = False, picture: Picture | None = None) -> None:
        self.id = number
        self.name = name
        self.picture = picture
        self.host = host
        self.seat: int | None = None
        self.ready = host
        self.wish: int | None = None
        self.token: bytes | None = None
        self.next: bytes | None = None
        self.gone: float | None = None
        self.ping: int | None = None
        self.chats = Rate(*CHATS)
        self.messages = Rate(*MESSAGES)


class KeptPerson(msgspec.Struct, frozen=True):
    """A member in the host's own file."""

    id: int
    name: str
    host: bool
    seat: int | None
    token: bytes | None
    next: bytes | None
    picture: Picture | None = None


class KeptRoom(msgspec.Struct, frozen=True):
    """A room in the host's own file."""

    title: str
    rules: RuleSet
    options: wire.Options
    chairs: wire.Chairs
    people: tuple[KeptPerson, ...]
    last_id: int = 0


class Room:
    """``changed`` is set whenever the lobby looks different from before.

    ``standing`` is what the next match goes on from; ``reserved`` says by name who sat where then.
    """

    def __init__(
        self,
        title: str,
        rules: RuleSet,
        options: wire.Options,
        standing: Standing | None = None,
        reserved: wire.Names = wire.NOBODY,
    ) -> None:
        self.standing = standing
        self.reserved = reserved
        self.title = title
        self.rules = rules
        self.options = options
        self.chairs: list[Level | None] = [None] * 4
        self.people: dict[int, Person] = {}
        self.playing = False
        self.changed = True
        self._last_id = 0

    # coming and going

    def admit(
        self, name: str, watch: bool = False, host: bool = False, picture: Picture | None = None
    ) -> Person | wire.Deny:
        """Somebody new, on the first free seat unless they watch, or why not."""
        try:
            name = distinct(clean_name(name), [person.name for person in self.people.values()])
        except BadName as error:
            return wire.Deny("name", error.reason)
        free = self._free_for(name)
        if watch and not self.options.spectators:
            return wire.Deny("watch")
        if not watch and not free and not self.options.spectators:
            return wire.Deny("playing" if self.playing else "full")
        if len(self.people) >= CONNECTIONS:
            return wire.Deny("full")
        self._last_id += 1
        person = Person(self._last_id, name, host, picture)
        self.people[person.id] = person
        if free and not watch and not self.playing:
            person.seat = free[0]
            self.chairs[free[0]] = None
        self.changed = True
        return person

    def free_seats(self) -> list[int]:
        """Seats no member has: the empty ones first, then those of computers."""
        taken = {person.seat for person in self.people.values()}
        free = [seat for seat in range(4) if seat not in taken]
        return sorted(free, key=lambda seat: self.chairs[seat] is not None)

    def _free_for(self, name: str) -> list[int]:
        """Free seats, the own one of before first and those of others last."""
        owner = self.reserved
        return sorted(self.free_seats(), key=lambda seat: (owner[seat] != name, owner[seat] != ""))

    def issue(self, person: Person) -> bytes:
        """A new token. The one in use stays good until this one is used for the first time."""
        token = secrets.token_bytes(TOKEN)
        if person.token is None:
            person.token = _hashed(token)
        else:
            person.next = _hashed(token)
        return token

    def resume(self, token: bytes) -> Person | None:
        """Whose token it is; None when it is nobody's or was replaced."""
        hashed = _hashed(token)
        for person in self.people.values():
            if person.next and hmac.compare_digest(person.next, hashed):
                person.token, person.next = person.next, None
                return person
            if person.token and hmac.compare_digest(person.token, hashed):
                return person
        return None

    def greeted(self, person: Person, name: str, picture: Picture | None) -> None:
        """A member that comes back says how it is called and pictured now. In a match its name stays."""
        if not self.playing:
            others = [other.name for other in self.people.values() if other is not person]
            with contextlib.suppress(BadName):
                name = distinct(clean_name(name), others)
                self.changed |= name != person.name
                person.name = name
        self.changed |= picture != person.picture
        person.picture = picture

    def back(self, person: Person) -> None:
        """The member has a connection (again)."""
        self.changed |= person.gone is not None
        person.gone = None

    def lost(self, person: Person, now: float) -> None:
        """The member's connection is gone."""
        person.gone, person.ping = now, None
        if not self.playing:
            person.ready = person.host
        self.changed = True

    def leave(self, person: Person) -> None:
        """The member does not come back; in a match a computer takes the seat."""
        self.people.pop(person.id, None)
        if person.seat is not None and self.playing:
            self.chairs[person.seat] = FREE_LEVEL
        self.changed = True

    def away(self, person: Person, now: float) -> float | None:
        """Seconds until who lost the connection is given up, 0 when that has come, None for who is there."""
        if person.gone is None:
            return None
        patience = self.options.countdown if self.playing else max(self.options.countdown, LOBBY_PATIENCE)
        return max(0.0, person.gone + patience - now)

    # the table

    @property
    def can_start(self) -> bool:
        """Whether all who sit are ready; the host is by starting."""
        seated = [person for person in self.people.values() if person.seat is not None]
        return bool(seated) and not self.playing and all(person.ready or person.host for person in seated)

    def begin(self) -> None:
        """The match begins: computers take the free seats."""
        for seat in self.free_seats():
            self.chairs[seat] = self.chairs[seat] or FREE_LEVEL
        self.playing = self.changed = True
        for person in self.people.values():
            person.wish = None

    def seat_waiting(self) -> list[Person]:
        """Between two deals of a match, those who wait for a computer's seat get it."""
        seated = []
        for person in self.people.values():
            seat, person.wish = person.wish, None
            if seat is not None and person.seat is None and person.gone is None and self.at(seat) is None:
                self._move(person, seat)
                seated.append(person)
        self.changed |= bool(seated)
        return seated

    def reopen(self, standing: Standing | None) -> None:
        """Back to the lobby; the next match goes on from ``standing``."""
        self.standing = standing
        self.playing = False
        self.changed = True
        for person in self.people.values():
            person.ready, person.wish = person.host, None

    def at(self, seat: int) -> Person | None:
        """Who sits there."""
        return next((person for person in self.people.values() if person.seat == seat), None)

    def lobby(self, now: float) -> wire.Lobby:
        """What members are shown."""
        a, b, c, d = self.chairs
        members = tuple(
            wire.Member(
                person.id,
                person.name,
                person.seat,
                person.ready,
                person.host,
                self.away(person, now),
                person.ping,
                person.wish,
                person.picture,
            )
            for person in self.people.values()
        )
        return wire.Lobby(
            self.title,
            self.rules,
            self.options,
            (a, b, c, d),
            members,
            self.playing,
            self.standing,
            self.reserved,
        )

    # what members ask for

    def handle(self, person: Person, message: wire.Asking, now: float) -> wire.Said | None:
        """What a member wishes of the lobby; what it may not have is passed over. Gives what all are told."""
        match message:
            case wire.Say(text):
                return self._said(person, text, None, now)
            case wire.Phrase(n):
                return self._said(person, "", n, now)
        wish = _WISHES.get(type(message))
        if wish:
            before = self._looks()
            wish(self, person, message)
            self.changed |= self._looks() != before  # what changes nothing is no news for all
        return None

    def _looks(self) -> tuple[object, ...]:
        """All that wishes may change."""
        people = tuple((one.id, one.seat, one.ready, one.wish) for one in self.people.values())
        return self.rules, self.options, tuple(self.chairs), people, self.standing

    def _said(self, person: Person, text: str, phrase: int | None, now: float) -> wire.Said | None:
        try:
            text = clean_chat(text) if phrase is None else ""
        except BadName:
            return None
        if not person.chats.allow(now):
            return None
        return wire.Said(person.id, person.name, text, phrase)

    def _sit(self, person: Person, message: wire.Sit) -> None:
        seat = message.seat
        if self.playing and person.seat is not None:
            return  # a seat in a match is left by leaving
        if seat is None:
            person.seat, person.ready, person.wish = None, person.host, None
            return
        other = self.at(seat)
        if self.playing:  # a computer's, from the next deal on: nobody sees two hands of one deal
            person.wish = None if other or person.wish == seat else seat
            return
        if other is None:
            self._move(person, seat)
        elif other is person:
            person.wish = None
        elif person.seat is None:
            return
        elif other.wish == person.seat:
            self._swap(person, other)
        else:
            person.wish = None if person.wish == seat else seat

    def _move(self, person: Person, seat: int) -> None:
        self.chairs[seat] = None
        person.seat, person.wish = seat, None
        person.ready = person.host

    def _swap(self, person: Person, other: Person) -> None:
        person.seat, other.seat = other.seat, person.seat
        for one in (person, other):
            one.wish, one.ready = None, one.host

    def _ready(self, person: Person, message: wire.SetReady) -> None:
        if person.seat is not None and not self.playing:
            person.ready = message.on or person.host

    def _bot(self, person: Person, message: wire.SetBot) -> None:
        if person.host and not self.playing and self.at(message.seat) is None:
            self.chairs[message.seat] = message.level

    def _place(self, person: Person, message: wire.Place) -> None:
        placed = self.people.get(message.member)
        if not person.host or self.playing or placed is None:
            return
        other = self.at(message.seat)
        if other is None:
            self._move(placed, message.seat)
        elif other is not placed:
            self._swap(placed, other)

    def _rules(self, person: Person, message: wire.SetRules) -> None:
        if person.host and not self.playing:
            self.rules = message.rules
            self._unready()

    def _options(self, person: Person, message: wire.SetOptions) -> None:
        if person.host and not self.playing:
            self.options = message.options
            self._unready()

    def _afresh(self, person: Person, message: wire.Afresh) -> None:
        if person.host and not self.playing and self.standing:
            self.standing = None
            self._unready()

    def _unready(self) -> None:
        """Who was ready was so for something else."""
        for person in self.people.values():
            person.ready = person.host

    # the host's file

    def kept(self) -> KeptRoom:
        """What the file holds."""
        a, b, c, d = self.chairs
        people = tuple(
            KeptPerson(one.id, one.name, one.host, one.seat, one.token, one.next, one.picture)
            for one in self.people.values()
        )
        return KeptRoom(self.title, self.rules, self.options, (a, b, c, d), people, self._last_id)

    @classmethod
    def from_kept(cls, kept: KeptRoom, now: float) -> "Room":
        """The room of a match gone on with; nobody is there yet."""
        room = cls(kept.title, kept.rules, kept.options)
        room.chairs = list(kept.chairs)
        room.playing = True
        room._last_id = kept.last_id
        for one in kept.people:
            person = Person(one.id, one.name, one.host, one.picture)
            person.seat, person.token, person.next, person.gone = one.seat, one.token, one.next, now
            room.people[person.id] = person
        return room


_WISHES: Mapping[type[Any], Callable[[Room, Person, Any], None]] = MappingProxyType(
    {
        wire.Sit: Room._sit,
        wire.SetReady: Room._ready,
        wire.SetBot: Room._bot,
        wire.Place: Room._place,
        wire.SetRules: Room._rules,
        wire.SetOptions: Room._options,
        wire.Afresh: Room._afresh,
    }
)


def _hashed(token: bytes) -> bytes:
    return hashlib.sha256(token).digest()
