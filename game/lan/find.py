"""Finding a table: those who look send probes on every network of the PC, hosts answer.

By UDP and plain sockets in a thread: an asyncio datagram endpoint on Windows ends for good when a
port somewhere is closed. A datagram is a magic word and a msgpack map. A probe is longer than any
answer, so that nobody can use a host to multiply what he sends to others.
"""

import contextlib
import ipaddress
import logging
import secrets
import selectors
import socket
import sys
import threading
import time
from abc import abstractmethod
from collections.abc import Callable, Iterator, Set
from typing import Annotated

import ifaddr
import msgspec
from msgspec import Meta

from game.lan.limits import NAME_LENGTH, PROTOCOL, TITLE_LENGTH, Rate, Rates
from game.lan.names import clean_name, clean_title

log = logging.getLogger(__name__)

PORT = 27100
"""Where hosts listen for probes (UDP)."""
PROBE_MAGIC = b"shengji?"
ANSWER_MAGIC = b"shengji!"
PROBE_SIZE = 512
"""Bytes of a probe, and the most an answer has."""
DATAGRAM = 1024
"""Bytes read of a datagram; a longer one is of no use."""
PROBE_EVERY = 1.0
"""Seconds between probes."""
FORGET_AFTER = 4.0
"""Seconds without an answer after which a table is gone."""
ANSWERS_PER_ADDRESS = (5, 1.0)
ANSWERS = (50, 1.0)
"""Answers of a host: so many in so many seconds."""
LOOKED_AT = (400, 1.0)
"""Datagrams looked at: so many in so many seconds."""
NAP = 0.05
"""Seconds for which a flood is left to itself."""
TABLES = 64
"""Tables kept, whoever claims to have them."""
TABLES_PER_ADDRESS = 8
ASKED = 32
"""Addresses asked besides those of the PC's networks."""
LOOPBACK = ("127.0.0.1", 8)


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What a host says of its table. ``port`` is that for the game (TCP); ``protocol`` the wire's version.

    The names are clean (``clean_title``, ``clean_name``), or nobody will list the table.
    """

    table_id: Annotated[bytes, Meta(min_length=8, max_length=8)]
    name: Annotated[str, Meta(max_length=TITLE_LENGTH)]
    host_name: Annotated[str, Meta(max_length=NAME_LENGTH)]
    port: Annotated[int, Meta(ge=1, le=65535)]
    fingerprint: Annotated[bytes, Meta(min_length=32, max_length=32)]
    needs_code: bool
    seats_taken: Annotated[int, Meta(ge=0, le=4)]
    playing: bool
    preset: Annotated[str, Meta(pattern=r"^[a-z_]{1,16}\Z")]
    decks: Annotated[int, Meta(ge=1, le=4)]
    spectators: bool = False
    protocol: Annotated[int, Meta(ge=0, le=65535)] = PROTOCOL


class Found(Answer, frozen=True, kw_only=True):
    """A table one can go to. ``address`` is where the answer came from, whatever it said."""

    address: str


Nonce = Annotated[bytes, Meta(min_length=8, max_length=8)]


class _Probe(msgspec.Struct):
    nonce: Nonce
    protocol: int = PROTOCOL
    padding: bytes = b""


class _Reply(msgspec.Struct):
    nonce: Nonce
    table: Answer


def probe(nonce: bytes) -> bytes:
    """The datagram that asks for tables; ``nonce``, 8 bytes, comes back in the answers."""
    bare = PROBE_MAGIC + msgspec.msgpack.encode(_Probe(nonce, padding=bytes(256)))
    return PROBE_MAGIC + msgspec.msgpack.encode(_Probe(nonce, padding=bytes(256 + PROBE_SIZE - len(bare))))


class Replies:
    """What a host says to a datagram. Knows no socket."""

    def __init__(self, describe: Callable[[], Answer]) -> None:
        self._describe = describe
        self._each = Rates(*ANSWERS_PER_ADDRESS)
        self._all = Rate(*ANSWERS)

    def reply(self, datagram: bytes, address: str, now: float) -> bytes | None:
        """The answer, never longer than what asks for it; None for what is no probe, or one too many."""
        if not datagram.startswith(PROBE_MAGIC):
            return None
        try:
            asked = msgspec.msgpack.decode(datagram[len(PROBE_MAGIC) :], type=_Probe)
        except Exception:  # hostile bytes raise more than msgspec's own errors
            return None
        reply = ANSWER_MAGIC + msgspec.msgpack.encode(_Reply(asked.nonce, self._describe()))
        if len(reply) > len(datagram) or not (self._each.allow(address, now) and self._all.allow(now)):
            return None
        return reply


class Tables:
    """The tables that answer. Knows no socket."""

    def __init__(self, nonce: bytes, forget_after: float = FORGET_AFTER) -> None:
        self._nonce = nonce
        self._forget_after = forget_after
        self._found: dict[tuple[bytes, bytes], tuple[Found, float]] = {}  # and when it answered last

    def listed(self) -> tuple[Found, ...]:
        """All, in the order in which they were first heard of."""
        return tuple(found for found, _ in self._found.values())

    def hear(self, datagram: bytes, address: str, now: float) -> None:
        """Take in an answer; what is none, or not to our probe, is passed over.

        A table that answers from several addresses is kept with the first, until that one falls silent.
        """
        if not datagram.startswith(ANSWER_MAGIC):
            return
        try:
            reply = msgspec.msgpack.decode(datagram[len(ANSWER_MAGIC) :], type=_Reply)
            table = reply.table
            clean = clean_title(table.name) == table.name and clean_name(table.host_name) == table.host_name
        except Exception:  # BadName; hostile bytes raise more than msgspec's own errors
            return
        if reply.nonce != self._nonce or not clean:
            return
        key = (table.table_id, table.fingerprint)
        known = self._found.get(key)
        if known is None:
            crowd = sum(found.address == address for found, _ in self._found.values())
            if len(self._found) >= TABLES or crowd >= TABLES_PER_ADDRESS:
                return
        elif known[0].address != address and known[1] > now - self._forget_after / 2:
            return
        self._found[key] = Found(address=address, **msgspec.structs.asdict(table)), now

    def forget(self, now: float) -> None:
        """Drop those that have been silent for too long."""
        gone = [key for key, (_, heard) in self._found.items() if heard <= now - self._forget_after]
        for key in gone:
            del self._found[key]


class _Ear:
    """A thread that hears datagrams on its sockets. Those who make one say what it does with them."""

    def __init__(self, name: str) -> None:
        self._looked_at = Rate(*LOOKED_AT)
        self._selector = selectors.DefaultSelector()
        self._sockets: set[socket.socket] = set()
        self._bell, self._bell_pull = socket.socketpair()  # ends the wait
        self._selector.register(self._bell, selectors.EVENT_READ)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._main, name=name, daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def close(self) -> None:
        """End the thread, at once, and let go of the port."""
        if not self._closing.is_set():
            self._closing.set()
            with contextlib.suppress(OSError):  # the thread has come to grief
                self._bell_pull.send(b"\0")
            if self._thread.ident is None:
                self._let_go()
        if self._thread.ident is not None and threading.current_thread() is not self._thread:
            self._thread.join()

    def _main(self) -> None:
        try:
            while not self._closing.is_set():
                self._round()
        finally:
            self._let_go()

    def _let_go(self) -> None:
        self._selector.close()
        for each in (*self._sockets, self._bell, self._bell_pull):
            each.close()

    def _open(self, address: str, port: int, shared: bool) -> socket.socket:
        """``shared`` with others that share the port. OSError when it or the address can't be had."""
        fresh = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            fresh.setblocking(False)
            fresh.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            if shared:
                fresh.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if sys.platform not in ("win32", "linux"):
                    fresh.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            fresh.bind((address, port))
        except OSError:
            fresh.close()
            raise
        self._selector.register(fresh, selectors.EVENT_READ)
        self._sockets.add(fresh)
        return fresh

    def _shut(self, old: socket.socket) -> None:
        self._selector.unregister(old)
        self._sockets.remove(old)
        old.close()

    def _hear(self, seconds: float | None) -> None:
        """Wait, for ever when None, and deal with one datagram of each socket that has some."""
        for key, _ in self._selector.select(seconds):
            source = key.fileobj
            if not isinstance(source, socket.socket) or source is self._bell:
                continue
            if not self._looked_at.allow(time.monotonic()):
                self._closing.wait(NAP)
                return
            # OSError: the last one sent found a closed port, or this one is too long (both on Windows)
            with contextlib.suppress(OSError):
                datagram, (address, port) = source.recvfrom(DATAGRAM)
                self._deal_with(datagram, address, port, source)

    @abstractmethod
    def _round(self) -> None:
        """What is done over and over, until it is closed."""

    @abstractmethod
    def _deal_with(self, datagram: bytes, address: str, port: int, by: socket.socket) -> None:
        """Take in a datagram. May raise OSError."""


class Answerer(_Ear):
    """Answers probes on all networks. ``describe`` is called in its thread, for each answer.

    Without the port it does nothing, and the table can still be gone to by its address:
    ``listening`` is False then and ``why`` the system's own word.
    """

    def __init__(self, describe: Callable[[], Answer], port: int = PORT) -> None:
        super().__init__("lan-answers")
        self._replies = Replies(describe)
        self.why = ""
        self.port = port
        """Where it listens; for 0 the system has chosen one."""
        try:  # two copies of the game on one PC both hear
            self.port = self._open("", port, shared=True).getsockname()[1]
        except OSError as error:
            self.why = str(error)

    @property
    def listening(self) -> bool:
        """Whether it has the port."""
        return not self.why

    def _round(self) -> None:
        self._hear(None)

    def _deal_with(self, datagram: bytes, address: str, port: int, by: socket.socket) -> None:
        reply = self._replies.reply(datagram, address, time.monotonic())
        if reply is not None:
            by.sendto(reply, (address, port))


class Finder(_Ear):
    """Looks for tables until it is closed. ``wake`` is called in its thread when there is news."""

    def __init__(
        self,
        wake: Callable[[], None],
        port: int = PORT,
        every: float = PROBE_EVERY,
        forget_after: float = FORGET_AFTER,
    ) -> None:
        super().__init__("lan-finder")
        nonce = secrets.token_bytes(8)
        self._probe = probe(nonce)
        self._known = Tables(nonce, forget_after)
        self._list: tuple[Found, ...] = ()
        self._wake = wake
        self._port = port
        self._every = every
        self._due = time.monotonic()
        self._asked: tuple[str, ...] = ()
        self._by_address: dict[str, socket.socket] = {}

    def tables(self) -> tuple[Found, ...]:
        """The tables that answer now. From any thread."""
        return self._list

    def ask(self, address: str) -> None:
        """Ask there as well from now on, beyond the PC's own networks; only IPv4 can be. From any thread."""
        if _is_ipv4(address) and address not in self._asked:
            self._asked = (*self._asked, address)[-ASKED:]

    def _round(self) -> None:
        now = time.monotonic()
        if now >= self._due:
            self._send_probes()
            self._due = now + self._every
        self._hear(self._due - now)
        self._known.forget(time.monotonic())
        listed = self._known.listed()
        if listed != self._list and not self._closing.is_set():
            self._list = listed
            self._wake()

    def _deal_with(self, datagram: bytes, address: str, port: int, by: socket.socket) -> None:
        self._known.hear(datagram, address, time.monotonic())

    def _send_probes(self) -> None:
        """From each address of this PC to its network, and from wherever the system likes to those asked."""
        networks = {LOOPBACK[0]: LOOPBACK[1], **dict(_own_networks())}
        self._keep_sockets({"", *networks})
        for address, sender in self._by_address.items():
            for target in targets(address, networks[address]) if address else self._asked:
                with contextlib.suppress(OSError):  # no route, not allowed: the other networks may do
                    sender.sendto(self._probe, (target, self._port))

    def _keep_sockets(self, addresses: Set[str]) -> None:
        """One for each address that there is now."""
        for gone in self._by_address.keys() - addresses:
            self._shut(self._by_address.pop(gone))
        for fresh in addresses - self._by_address.keys():
            with contextlib.suppress(OSError):
                self._by_address[fresh] = self._open(fresh, 0, shared=False)


def targets(address: str, prefix: int) -> tuple[str, ...]:
    """Where probes go from an address of this PC: to all of its network, and to the PC itself by loopback."""
    network = ipaddress.IPv4Network((address, prefix), strict=False)
    all_of_it = str(network.broadcast_address)
    if network.is_loopback:
        return all_of_it, address
    if prefix >= 31:  # a line between two: it has no such address
        return ("255.255.255.255",)
    return all_of_it, "255.255.255.255"


def own_addresses() -> tuple[str, ...]:
    """All addresses by which this PC may be reached, IPv4 first, loopback last. Without link-local IPv6."""
    found = dict.fromkeys([*(address for address, _ in _own_networks()), *_v6_addresses()])
    return tuple(sorted(found, key=_usefulness))


def _usefulness(address: str) -> tuple[bool, bool]:
    """Less comes first."""
    ip = ipaddress.ip_address(address)
    return ip.is_loopback, ip.is_link_local


def _own_networks() -> Iterator[tuple[str, int]]:
    """Each IPv4 address of this PC with the length of its network's prefix."""
    for ip in _interfaces():
        if isinstance(ip.ip, str):
            yield ip.ip, ip.network_prefix


def _v6_addresses() -> Iterator[str]:
    for ip in _interfaces():
        if isinstance(ip.ip, tuple):
            address = ipaddress.IPv6Address(ip.ip[0])
            if not (address.is_link_local or address.is_loopback or address.is_multicast):
                yield str(address)


def _interfaces() -> list[ifaddr.IP]:
    try:
        return [ip for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    except (OSError, ValueError, AssertionError) as error:  # it asserts what the system answers
        log.warning("the networks of this PC can't be listed: %s", error)
        return []


def _is_ipv4(address: str) -> bool:
    try:
        ipaddress.IPv4Address(address)
    except ValueError:
        return False
    return True
