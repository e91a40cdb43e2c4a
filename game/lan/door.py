"""The door of a host: who knocks is let in, or told why not, within a few seconds.

Nothing is spent on a connection before it is counted, and nothing but a little of the processor before
it has proved that it knows the code.
"""

import asyncio
import contextlib
import logging
import socket
import time
from collections import Counter
from typing import Protocol

from game.lan import wire
from game.lan.codec import HostCodec
from game.lan.limits import (
    CODES_AT_TABLE,
    CONNECTIONS,
    CONNECTIONS_PER_ADDRESS,
    HANDSHAKE,
    KNOCKS,
    PROTOCOL,
    WRONG_CODES,
    WRONG_CODES_AT_TABLE,
    Rate,
    Rates,
)
from game.lan.link import Link, Lost, tune
from game.lan.room import Person, Room
from game.lan.secure import HostProof, Identity, WrongCode, new_code
from game.profile.version import game_version

log = logging.getLogger(__name__)

FIRST_PORT = 27100
PORTS = 20
"""Ports tried in turn when none is asked for, so that several tables fit on one PC. (By UDP the first of
them answers who looks for tables.)"""

GuestLink = Link[wire.Asking, wire.Telling]


class House(Protocol):
    """What the door knows of the host behind it."""

    room: Room
    identity: Identity
    table: bytes
    epoch: int

    async def serve(self, person: Person, link: GuestLink, welcome: wire.Welcome) -> None:
        """Welcome a member and hear it until the connection ends."""


class Door:
    """``code`` is the room's code, by chance unless one is given."""

    def __init__(self, house: House, code: str | None = None) -> None:
        self._house = house
        self._rules = wire.rules_digest()
        self.code = code or new_code()
        self._open: Counter[str] = Counter()
        self._at_door: dict[asyncio.Task[None], str] = {}  # those that nobody knows yet, the oldest first
        self._knocks = Rates(*KNOCKS)
        self._codes = Rate(*CODES_AT_TABLE)
        self._wrong = Rates(*WRONG_CODES)
        self._wrong_here = 0
        self._context = house.identity.server_context()

    async def knock(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A connection, from its first moment to its last."""
        address = str((writer.get_extra_info("peername") or ("?",))[0])
        now = time.monotonic()
        crowded = self._open[address] >= CONNECTIONS_PER_ADDRESS or not self._knocks.allow(address, now)
        if crowded or not self._room_for(address):
            writer.transport.abort()
            return
        self._open[address] += 1
        task = asyncio.current_task()
        assert task is not None
        self._at_door[task] = address
        try:
            async with asyncio.timeout(HANDSHAKE):
                known = await self._let_in(reader, writer, address)
            del self._at_door[task]
            if known:
                await self._house.serve(*known)
        except (Lost, TimeoutError, OSError) as error:  # among them those of TLS
            log.info("%s at the door: %s", address, error)
        except asyncio.CancelledError:  # to make room, or the host closes; there is nothing after this
            log.info("%s at the door: put out", address)
        except Exception:
            log.exception("%s at the door", address)
        finally:
            self._at_door.pop(task, None)
            self._open[address] -= 1
            self._open = +self._open
            writer.transport.abort()

    def _room_for(self, address: str) -> bool:
        """Whether one more may come. When all is full, the address that has most at the door loses its
        oldest there, so that many who say nothing do not keep a member from coming back."""
        if self._open.total() < CONNECTIONS:
            return True
        crowd = Counter(self._at_door.values())
        busiest = max(crowd, key=crowd.__getitem__, default=address)
        if crowd[busiest] <= crowd[address]:
            return False
        oldest = next(task for task, whose in self._at_door.items() if whose == busiest)
        del self._at_door[oldest]
        oldest.cancel()
        return True

    async def _let_in(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str
    ) -> tuple[Person, GuestLink, wire.Welcome] | None:
        """Who it is, and how it is welcomed; None once it was told why it may not come in."""
        tune(writer)
        await writer.start_tls(self._context, ssl_handshake_timeout=HANDSHAKE)
        link: GuestLink = Link(reader, writer, HostCodec())
        answer = await self._answer(link, address)
        if not isinstance(answer, wire.Deny):
            return answer
        log.info("%s may not come in: %s", address, answer.why)
        await link.say(answer)
        await asyncio.sleep(0.05)  # so that it can be read before the end
        return None

    async def _answer(
        self, link: GuestLink, address: str
    ) -> tuple[Person, GuestLink, wire.Welcome] | wire.Deny:
        """Hear who it is: a member, and how it is welcomed, or why it may not come in."""
        hello = await link.receive(HANDSHAKE)
        if not isinstance(hello, wire.Hello):
            raise Lost("no greeting")
        if hello.protocol != PROTOCOL:
            return wire.Deny("protocol", game_version())
        if hello.digest != self._rules:
            return wire.Deny("rules", game_version())
        room = self._house.room
        mac: bytes | None = None
        if hello.token is not None:
            person = room.resume(hello.token)
            if person is None:
                log.warning("%s: a token that is not good", address)
                return wire.Deny("token")
            room.greeted(person, hello.name, hello.picture)
        else:
            if room.options.code:
                proved = await self._proof(link, address)
                if isinstance(proved, wire.Deny):
                    return proved
                mac = proved
            admitted = room.admit(hello.name, hello.watch, picture=hello.picture)
            if isinstance(admitted, wire.Deny):
                return admitted
            person = admitted
        token = room.issue(person)
        welcome = wire.Welcome(self._house.table, person.id, person.name, token, self._house.epoch, mac)
        return person, link, welcome

    async def _proof(self, link: GuestLink, address: str) -> bytes | wire.Deny:
        """The host's own MAC when the guest knows the code."""
        now = time.monotonic()
        if not (self._wrong.allow(address, now) and self._codes.allow(now)):
            return wire.Deny("tries")
        code = self.code
        proof = await asyncio.to_thread(HostProof, code, self._house.identity.fingerprint)
        await link.say(wire.Prove(proof.share))
        said = await link.receive(HANDSHAKE)
        if not isinstance(said, wire.Proof):
            raise Lost("no proof")
        try:
            mac = await asyncio.to_thread(proof.confirm, said.share, said.mac)
        except WrongCode:
            log.warning("%s: wrong code", address)
            self._wrong_here += 1
            if self._wrong_here >= WRONG_CODES_AT_TABLE:
                self._wrong_here = 0
                self.code = new_code()
                self._house.room.changed = True
            return wire.Deny("code")
        self._wrong.forgive(address)
        return mac


def listen(port: int | None) -> list[socket.socket]:
    """Sockets on one port, for IPv4 and where possible IPv6: that port, or (None) the first free one.

    OSError when it can't be had.
    """
    trouble = OSError("no port is free")
    for number in range(FIRST_PORT, FIRST_PORT + PORTS) if port is None else (port,):
        try:
            sockets = [_bound(socket.AF_INET, "", number)]
        except OSError as error:
            trouble = error
            continue
        with contextlib.suppress(OSError):
            sockets.append(_bound(socket.AF_INET6, "::", sockets[0].getsockname()[1]))
        return sockets
    raise trouble


def _bound(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows: else another program could share the port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:  # so that a host that was killed can be back at once
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((address, port))
        sock.listen(64)
        sock.setblocking(False)
    except OSError:
        sock.close()
        raise
    return sock
