"""A table of four programs on the PCs of ``lan_net``, for tests."""

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec
from lan_net import CODE, PATIENCE, PORT, Network, Pc, Program, Truth, heard, out_of_order, wait

from game.engine import events as ev
from game.lan import wire
from game.lan.codec import HEAD, GuestCodec
from game.lan.limits import PROTOCOL
from game.lan.remember import Known, Memory
from game.lan.secure import ClientProof, client_context, fingerprint_of
from game.table.journal import SUFFIX

NAMES = ("Dan", "Ann", "Bo", "Cy")
M = TypeVar("M")


class Table:
    """A host on the first PC, guests on others; each seat is played by the computer, as by a person."""

    def __init__(self, lan: Network, folder: Path) -> None:
        self.lan = lan
        self.folder = folder
        self.programs: list[Program] = []
        self.guests: list[Program] = []
        self.think = 0.0
        """Seconds each of them thinks before an answer."""
        self.host: Program

    def data(self, name: str) -> Path:
        return self.folder / name

    def events(self, name: str) -> Path:
        """Where this member's public events are written."""
        return self.folder / f"{name}.events"

    def truth(self) -> Truth:
        return Truth(self.data("Dan"))

    def start(
        self, pc: Pc, name: str, command: str, *options: object, before: tuple[str, ...] = ()
    ) -> Program:
        words = ("--events", self.events(name), "--think", self.think, *options)
        program = Program(pc, self.data(name), command, *words, before=before)
        self.programs.append(program)
        return program

    def open(
        self, guests: int = 3, *options: object, decks: int = 1, before: tuple[str, ...] = ()
    ) -> Program:
        """The host; it is open when this returns."""
        self.host = self.start(
            self.lan.pcs[0],
            "Dan",
            "host",
            *("--play", "bot", "--name", "Dan", "--title", "Table", "--code", CODE, "--start-with", guests),
            *("--decks", decks, "--speed", 0, *options),
            before=before,
        )
        self.host.wait("open")
        return self.host

    def reopen(self, *options: object) -> Program:
        """The host's program once more: it offers the same table."""
        words = ("--play", "bot", "--name", "Dan", "--code", CODE, "--speed", 0)
        self.host = self.start(self.lan.pcs[0], "Dan", "host", *words, *options)
        return self.host

    def guest(
        self, number: int, *options: object, address: str | None = None, before: tuple[str, ...] = ()
    ) -> Program:
        """The guest on the PC of that number, from 1."""
        name = NAMES[number]
        where = address or self.lan.pcs[0].address
        words = (where, "--name", name, "--code", CODE, *options)
        return self.start(self.lan.pcs[number], name, "join", *words, before=before)

    def seat(self, *numbers: int) -> list[Program]:
        """Guests who join and take their seats one after the other."""
        for number in numbers:
            self.guests.append(self.guest(number))
        for guest in self.guests:
            guest.wait("there")
        return self.guests

    def playing(self, *options: object, decks: int = 1, think: float = 0.06) -> Truth:
        """Host and three guests with a match under way: cards are being played."""
        self.think = think
        self.open(3, *options, decks=decks)
        self.seat(1, 2, 3)
        truth = wait(self.begun, "the match")
        self.goes_on(truth, ev.CardsPlayed)
        return truth

    def playing_at(self, *numbers: int) -> Truth:
        """The same with guests on these PCs alone, and the computer on what seats are left."""
        self.think = 0.08
        self.open(len(numbers))
        self.seat(*numbers)
        truth = wait(self.begun, "the match")
        self.goes_on(truth, ev.CardsPlayed)
        return truth

    def begun(self) -> Truth | None:
        """The match's journal, when there is one."""
        written = [file for file in self.data("Dan").rglob(f"*{SUFFIX}") if b"\n" in file.read_bytes()]
        return self.truth() if written else None

    def goes_on(
        self, truth: Truth, kind: type[ev.Event] = ev.CardsPlayed, more: int = 1, timeout: float = PATIENCE
    ) -> float:
        """Wait until so many more things of this kind have happened; how long it took."""
        since = truth.look()
        began = time.monotonic()

        def happened() -> bool:
            truth.look()
            return sum(isinstance(event, kind) for event in truth.events[since:]) >= more

        wait(happened, f"{more} more {kind.__name__}", timeout)
        return time.monotonic() - began

    def all_agree(self, truth: Truth, *names: str) -> None:
        """These were there all the time and heard all that happened, once and in order; the others, parts."""
        all_heard = {name: heard(self.events(name)) for name in NAMES if self.events(name).exists()}
        truth.look()  # after that, since all goes on meanwhile
        public = [msgspec.json.encode(event) for event in truth.public]
        for name, mine in all_heard.items():
            if name in names:
                assert mine == public[: len(mine)]
                assert len(mine) > 0
            at = out_of_order(mine, public)
            assert at is None, f"{name} heard what was not so: {mine[max(0, at - 30) : at + 5]}"

    def no_faults(self) -> None:
        """Every deal that was checked was fair, and all were told the same."""
        for program in self.programs:
            for line in program.lines:
                if line["is"] == "checked":
                    assert (line["fault"], line["split"]) == (None, False), f"{line} {program.report()}"

    def close(self) -> None:
        for program in self.programs:
            program.kill()
        for program in self.programs:
            assert program.errors == "", program.report()
            assert "Traceback" not in program.log, program.report()


class Stranger:
    """A client of the test's own, that says what it likes and when."""

    def __init__(self, sock: socket.socket, address: str, port: int = PORT) -> None:
        sock.settimeout(10)
        sock.connect((address, port))
        self.raw = sock
        self.codec = GuestCodec()
        self.heard: list[wire.Telling] = []

    def encrypt(self) -> "Stranger":
        self.raw = client_context().wrap_socket(self.raw)
        return self

    @property
    def fingerprint(self) -> bytes:
        assert isinstance(self.raw, ssl.SSLSocket)
        return fingerprint_of(self.raw)

    def send(self, message: wire.Asking) -> None:
        self.raw.sendall(self.codec.encode(message))

    def receive(self) -> wire.Telling:
        """The next message; EOFError at the end. What would be a sign of life is answered."""
        length = int.from_bytes(self._exactly(HEAD), "big")
        message = self.codec.decode(self._exactly(length))
        if isinstance(message, wire.Ping):
            self.send(wire.Pong(message.n))
        self.heard.append(message)
        return message

    def _exactly(self, n: int) -> bytes:
        data = b""
        while len(data) < n:
            more = self.raw.recv(n - len(data))
            if not more:
                raise EOFError
            data += more
        return data

    def wait(self, kind: type[M], timeout: float = 10.0) -> M:
        """The next message of a kind."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            message = self.receive()
            if isinstance(message, kind):
                return message
        raise AssertionError(f"no {kind.__name__} came")

    def first(self, kind: type[M]) -> M:
        """The first message of a kind, heard already or still to come."""
        old = (message for message in self.heard if isinstance(message, kind))
        return next(old, None) or self.wait(kind)

    def hello(self, name: str = "Eve", token: bytes | None = None, watch: bool = False) -> None:
        self.send(wire.Hello(PROTOCOL, "?", wire.rules_digest(), name, token, watch))

    def come_in(self, name: str = "Eve", code: str = CODE, watch: bool = False) -> wire.Welcome | wire.Deny:
        """As somebody new, by the code."""
        self.hello(name, watch=watch)
        prove = self.receive()
        if not isinstance(prove, wire.Prove):
            assert isinstance(prove, wire.Welcome | wire.Deny)
            return prove
        proof = ClientProof(code, self.fingerprint)
        self.send(wire.Proof(*proof.answer(prove.share)))
        answer = self.receive()
        assert isinstance(answer, wire.Welcome | wire.Deny)
        return answer

    def come_back(self, token: bytes) -> wire.Welcome | wire.Deny:
        """By a token."""
        self.hello(token=token)
        answer = self.receive()
        assert isinstance(answer, wire.Welcome | wire.Deny)
        return answer

    def close(self) -> None:
        self.raw.close()


@contextmanager
def stranger(
    pc: Pc, address: str, port: int = PORT, encrypt: bool = True, source: str = ""
) -> Iterator[Stranger]:
    """One who has just connected."""
    sock = pc.socket(source)
    try:
        made = Stranger(sock, address, port)
        if encrypt:
            made.encrypt()
        yield made
        made.close()
    finally:
        sock.close()


def known(data: Path) -> Known:
    """What a guest's program remembers of its table."""
    (table,) = Memory(data / "lan").all()
    return table
