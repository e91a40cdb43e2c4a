"""LAN screens without a network: a room whose members are real peers, and tables that seem to answer."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from game.engine import RuleSet, Standing, preset
from game.lan import wire
from game.lan.find import Found
from game.lan.peer import Peer
from game.lan.reach import Reach
from game.lan.remember import Known, Memory
from game.lan.room import Person, Room

CODE = "246810"


class Clock:
    """Time that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Table:
    """A table's room; what its members ask for is done at once, and all of them are told."""

    addresses = ("192.168.1.20", "fd00::20", "127.0.0.1")
    port = 27105

    def __init__(self, title: str = "Friday", rules: RuleSet | None = None, **options: Any) -> None:
        self.clock = Clock()
        self.room = Room(title, rules or preset("lezhong"), wire.Options(**options))
        self.peers: dict[int, Peer] = {}
        self.asked: list[tuple[str, wire.Asking]] = []
        self.closed = False
        self.peer: Peer | None = None

    def enter(self, name: str, watch: bool = False, host: bool = False) -> Peer:
        person = self.room.admit(name, watch, host)
        assert isinstance(person, Person), person
        peer = Peer(
            lambda: None,
            lambda message: self._asked(person, message),
            lambda for_good: self._hung_up(person),
            clock=self.clock,
        )
        self.peers[person.id] = peer
        peer.deliver(wire.Welcome(bytes(8), person.id, person.name, bytes(16), 1))
        if host:
            self.peer = peer
        self.tell()
        return peer

    def tell(self) -> None:
        """Everybody sees the lobby as it is."""
        lobby = self.room.lobby(self.clock.now)
        for number, peer in self.peers.items():
            host = number in self.room.people and self.room.people[number].host
            peer.deliver(wire.LobbyIs(lobby, CODE if host and self.room.options.code else None))

    def person(self, name: str) -> Person:
        return next(person for person in self.room.people.values() if person.name == name)

    def lose(self, name: str) -> None:
        """A member's connection is gone."""
        self.room.lost(self.person(name), self.clock.now)
        self.tell()

    def close(self) -> None:
        self.closed = True

    def _asked(self, person: Person, message: wire.Asking) -> None:
        self.asked.append((person.name, message))
        match message:
            case wire.Bye():
                self.room.leave(person)
                self.peers.pop(person.id, None)
            case wire.Kick(member) if person.host:
                self.room.leave(self.room.people[member])
                self.peers.pop(member).deliver(wire.Gone("kicked"))
            case _:
                said = self.room.handle(person, message, self.clock.now)
                if said:
                    for peer in self.peers.values():
                        peer.deliver(said)
        self.tell()

    def _hung_up(self, person: Person) -> None:
        self.peers.pop(person.id, None)


class Finder:
    """Hears what it is told to hear."""

    def __init__(self) -> None:
        self.found: tuple[Found, ...] = ()
        self.asked: list[str] = []
        self.closed = False

    def tables(self) -> tuple[Found, ...]:
        return self.found

    def ask(self, address: str) -> None:
        self.asked.append(address)

    def close(self) -> None:
        self.closed = True


class Network:
    """In the place of the real one: remembers for real, and never leaves the program."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.memory = Memory(folder)
        self.trouble: tuple[str, str] | None = None
        self.found: tuple[Found, ...] = ()
        self.finders: list[Finder] = []
        self.joined: list[tuple[Any, ...]] = []
        self.opened: list[tuple[str, str, RuleSet, wire.Options, Known | None]] = []
        self.answer: Callable[[str | None], Peer | tuple[str, str]] = lambda code: ("unreachable", "refused")
        """What becomes of a way to a table, by the code that is tried."""
        self.fails: Exception | None = None
        self.table = Table()

    def look(self) -> None:
        self.memory = Memory(self._folder)

    def finder(self) -> Finder:
        self.finders.append(Finder())
        self.finders[-1].found = self.found
        return self.finders[-1]

    def addresses(self) -> tuple[str, ...]:
        return ("192.168.1.20", "127.0.0.1")

    def reach(self, address: str, port: int) -> Reach:
        self.reached = Reach(address, port, lambda: None)
        return self.reached

    def open(
        self, title: str, name: str, rules: RuleSet, options: wire.Options, earlier: Known | None = None
    ) -> Table:
        if self.fails:
            raise self.fails
        self.opened.append((title, name, rules, options, earlier))
        self.table = Table(title, rules)
        self.table.room.options = options
        if earlier:
            self.table.room.standing, self.table.room.reserved = earlier.standing, earlier.players
        self.table.enter(name, host=True)
        return self.table

    def join(self, address: str, port: int, name: str, code: str | None, watch: bool) -> Peer:
        self.joined.append((address, port, name, code, watch))
        return self._way(code)

    def rejoin(self, known: Known, name: str) -> Peer:
        self.joined.append((known.address, known.port, name, known.token, False))
        return self._way(None)

    def _way(self, code: str | None) -> Peer:
        answer = self.answer(code)
        if isinstance(answer, Peer):
            return answer
        peer = Peer(lambda: None, lambda message: None, lambda for_good: None)
        why, detail = answer
        if why != "waits":
            peer.over(why, detail)  # type: ignore[arg-type]  # the tests go through all of them
        return peer


def found(n: int = 0, **changes: Any) -> Found:
    """A table that answers."""
    return replace(
        Found(
            table_id=bytes([n]) * 8,
            name=f"Friday {n}",
            host_name="Alice",
            port=27100 + n,
            fingerprint=bytes(32),
            needs_code=True,
            seats_taken=2,
            playing=False,
            preset="lezhong",
            decks=2,
            spectators=True,
            address="192.168.1.30",
        ),
        **changes,
    )


def known(n: int = 0, **changes: Any) -> Known:
    """A table one was at."""
    return replace(
        Known(
            table=bytes([n]) * 8,
            title=f"Friday {n}",
            address="192.168.1.30",
            port=27100 + n,
            fingerprint=bytes(32),
            token=bytes(16),
            name="Bob",
            when=1e9 + n,
            rules=preset("lezhong"),
            standing=Standing(("5", "T"), 0, 7),
            players=("Alice", "Bob", "", "Carol"),
        ),
        **changes,
    )
