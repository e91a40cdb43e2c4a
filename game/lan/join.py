"""Going to a table on another PC, and back to it by oneself whenever the connection is lost.

A new guest proves that it knows the room's code and sees by it that the certificate is the host's own.
A member that comes back sends its token only to the certificate it knows.
"""

import asyncio
import contextlib
import errno
import logging
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from msgspec.structs import replace

from game.engine import Standing
from game.engine.events import DealScored
from game.lan import wire
from game.lan.codec import GuestCodec
from game.lan.find import Finder
from game.lan.limits import CONNECT, HANDSHAKE, NOTES, PROTOCOL, Rate
from game.lan.link import Link, Lost, tune
from game.lan.peer import Peer, Why
from game.lan.remember import Known, Memory
from game.lan.secure import ClientProof, WrongCode, client_context, fingerprint_of
from game.profile.avatar import Picture
from game.profile.version import game_version

log = logging.getLogger(__name__)

WAITS = (0.2, 0.5, 1.0, 2.0)
"""Seconds between one attempt to come back and the next; the last goes on."""
FAREWELL = 1.0
"""Seconds for the last word of who leaves, if the host does not end the connection before."""
PARTING = 0.1
"""Seconds for what still waits to be sent by who goes without a word."""
LOOK_FROM = 1
"""Attempts in vain after which the table is looked for on the network, in case it has moved."""

HostLink = Link[wire.Telling, wire.Asking]


class Stop(Exception):
    """It is of no use to go on trying."""

    def __init__(self, why: Why, detail: str = "") -> None:
        super().__init__(why)
        self.why: Why = why
        self.detail = detail


class Unreachable(Exception):
    """No connection; the text is a word of ``TROUBLES``, or the system's."""


class Journey:
    """The way to one table. One thread with a loop; ends when the peer is over."""

    def __init__(
        self,
        memory: Memory,
        address: str,
        port: int,
        name: str,
        code: str | None,
        watch: bool,
        picture: Picture | None,
        known: Known | None,
        wake: Callable[[], None],
    ) -> None:
        self.peer = Peer(wake, self._post, self._hang_up, returning=known is not None)
        self._memory = memory
        self._place = self._home = (address, port)  # where to go next, and where the table was
        self._impostors: set[str] = set()  # addresses that said they had the table
        self._name = name
        self._code = code
        self._watch = watch
        self._picture = picture
        self._known = known
        self._notes = Rate(*NOTES)
        self._table: bytes | None = known.table if known else None
        self._link: HostLink | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._left = False
        self._attempt = 0  # in vain, one after the other
        self._finder: Finder | None = None
        self._rules = wire.rules_digest()
        self._thread = threading.Thread(target=self._main, name="lan guest", daemon=True)

    def start(self) -> None:
        """Set out."""
        self._thread.start()

    # from the screen's thread

    def _post(self, message: wire.Asking) -> None:
        self._call(lambda: self._link.send(message) if self._link else None)

    def _hang_up(self, for_good: bool) -> None:
        self._left = True
        self._call(lambda: self._leave(for_good))
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            # for the last word; without a connection it may wait long for the system's answer to a name
            self._thread.join(timeout=2.0 if self._link else 0.1)

    def _call(self, job: Callable[[], None]) -> None:
        if self._loop and not self._loop.is_closed():
            with contextlib.suppress(RuntimeError):  # the loop may close just now
                self._loop.call_soon_threadsafe(job)

    def _leave(self, for_good: bool) -> None:
        """Go when the last word is out; the host ends the connection of who has left for good."""
        if self._task and self._loop:
            patience = 0.0 if self._link is None else FAREWELL if for_good else PARTING
            self._loop.call_later(patience, self._task.cancel)

    # the loop

    def _main(self) -> None:
        try:
            asyncio.run(self._run())
        except Exception:
            log.exception("the way to the table failed")
            self.peer.over("closed")
        finally:
            if self._finder:
                self._finder.close()

    async def _run(self) -> None:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        try:
            while not self._left:
                try:
                    await self._visit()
                except (Unreachable, Lost) as error:
                    if self._known is None:
                        raise Stop("unreachable", str(error)) from None
                    self.peer.lost(str(error))
                if self.peer.status.state == "ended":
                    break
                await self._wait()
        except Stop as stop:
            self.peer.over(stop.why, stop.detail)
        except asyncio.CancelledError:
            log.info("left the table")
        if self._table and self.peer.status.why in ("token", "kicked", "left"):
            self._memory.drop_token(self._table)

    async def _wait(self) -> None:
        """Until the next attempt. Meanwhile the table is looked for: whoever answers with its id and
        certificate, since it may have another address by now."""
        if self._attempt >= LOOK_FROM and self._finder is None:
            self._finder = Finder(lambda: None)
            self._finder.start()
        await asyncio.sleep(WAITS[min(self._attempt, len(WAITS) - 1)])
        self._attempt += 1
        self._place = self._home
        if self._impostors and self._attempt % 2:
            return  # whoever keeps saying so does not keep one from looking at home
        wanted = self._known and (self._table, self._known.fingerprint)
        for found in self._finder.tables() if self._finder else ():
            if (found.table_id, found.fingerprint) == wanted and found.address not in self._impostors:
                self._place = found.address, found.port

    async def _visit(self) -> None:
        """One connection, from the first byte to the last. Unreachable, Lost, or Stop ends it."""
        reader, writer = await _connected(*self._place)
        try:
            tune(writer)
            link: HostLink = Link(reader, writer, GuestCodec())
            try:
                async with asyncio.timeout(HANDSHAKE):
                    try:
                        await writer.start_tls(client_context(), ssl_handshake_timeout=HANDSHAKE)
                        fingerprint = fingerprint_of(writer.get_extra_info("ssl_object"))
                    except (ssl.SSLError, OSError) as error:
                        raise Lost(f"TLS: {error}") from None
                    welcome = await self._come_in(link, fingerprint)
            except TimeoutError:
                raise Lost("silent") from None
            if self._finder:
                self._finder.close()
                self._finder = None
            self._welcomed(welcome, fingerprint)
            self._link = link
            self.peer.deliver(welcome)
            self._attempt = 0
            await self._stay(link)
        finally:
            self._link = None
            writer.transport.abort()

    async def _come_in(self, link: HostLink, fingerprint: bytes) -> wire.Welcome:
        """Say who one is, prove to know the code, and see that the host does."""
        token = self._known.token if self._known else None
        if self._known and fingerprint != self._known.fingerprint:
            if self._place == self._home:
                raise Stop("impostor")
            self._impostors.add(self._place[0])
            raise Lost("impostor")
        hello = wire.Hello(
            PROTOCOL, game_version(), self._rules, self._name, token, self._watch, self._picture
        )
        await link.say(hello)
        said = await link.receive(HANDSHAKE)
        proof = None
        if isinstance(said, wire.Prove):
            if self._code is None:
                raise Stop("code")
            proof = await asyncio.to_thread(ClientProof, self._code, fingerprint)
            try:
                share, mac = await asyncio.to_thread(proof.answer, said.share)
            except WrongCode:
                raise Stop("impostor") from None
            await link.say(wire.Proof(share, mac))
            said = await link.receive(HANDSHAKE)
        match said:
            case wire.Deny(why, detail):
                raise Stop(why, detail)
            case wire.Welcome(mac=host_mac):
                if proof is None and self._code and token is None:
                    raise Stop("impostor")  # it asked for no code: anybody could be in between
                try:
                    if proof:
                        proof.check(host_mac or b"")
                except WrongCode:
                    raise Stop("impostor") from None
                return said
        raise Lost("nonsense")

    def _welcomed(self, welcome: wire.Welcome, fingerprint: bytes) -> None:
        """Keep the new token before anything else happens."""
        self._table, self._home = welcome.table, self._place
        self._impostors.clear()
        known = self._known or self._memory.get(welcome.table)
        address, port = self._place
        if known is None:
            known = Known(
                table=welcome.table,
                title=welcome.name,
                address=address,
                port=port,
                fingerprint=fingerprint,
                token=None,
                name=welcome.name,
                when=0.0,
            )
        self._known = replace(
            known,
            address=address,
            port=port,
            fingerprint=fingerprint,
            token=welcome.token,
            name=welcome.name,
            when=time.time(),
        )
        self._memory.put(self._known)

    async def _stay(self, link: HostLink) -> None:
        async with link.sending():
            while True:  # who leaves is here until the last word is out
                message = await link.receive()
                self._remember(message)
                self.peer.deliver(message)
                if isinstance(message, wire.Gone) and message.why == "slow":
                    raise Lost("slow")  # and is made again
                if isinstance(message, wire.Gone | wire.Deny):
                    return

    def _remember(self, message: wire.Telling) -> None:
        """What is kept of the table changes when its rules do, and when a deal is over."""
        known = self._known
        if known is None:
            return
        match message:
            case wire.LobbyIs(lobby):
                names = [member.name if (member := lobby.at(seat)) else "" for seat in range(4)]
                a, b, c, d = names
                new = replace(known, title=lobby.name, rules=lobby.rules, options=lobby.options)
                if lobby.playing:
                    new = replace(new, players=(a, b, c, d))
            case wire.Told(batch) if any(isinstance(event, DealScored) for event in batch.events):
                view = batch.view
                standing = Standing(view.levels, view.dealer, view.deals_played)
                new = replace(known, standing=standing if view.won_by is None else None)
            case _:
                return
        if new != known and self._notes.allow(time.monotonic()):  # else it is, with the next lobby
            self._known = replace(new, when=time.time())
            self._memory.put(self._known)


async def _connected(address: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the host. Unreachable says why there is none."""
    try:
        async with asyncio.timeout(CONNECT):
            return await asyncio.open_connection(address, port, limit=64 * 1024)
    except TimeoutError:
        raise Unreachable("timeout") from None
    except (socket.gaierror, UnicodeError):
        raise Unreachable("name") from None
    except ConnectionRefusedError:
        raise Unreachable("refused") from None
    except OSError as error:
        raise Unreachable(TROUBLES.get(error.errno or 0, str(error))) from None


TROUBLES: Mapping[int, str] = MappingProxyType(
    {
        errno.EHOSTUNREACH: "no-host",
        errno.ENETUNREACH: "no-route",
        errno.EACCES: "denied",
        errno.EPERM: "denied",
        errno.ECONNREFUSED: "refused",
        errno.ETIMEDOUT: "timeout",
    }
)
"""What the system says, in a word; besides there is "name", for one that can't be looked up."""


def join(
    folder: Path,
    address: str,
    port: int,
    name: str,
    code: str | None,
    wake: Callable[[], None],
    watch: bool = False,
    picture: Picture | None = None,
) -> Peer:
    """Go to a table as somebody new. How it goes is told by ``status`` of the peer, given at once."""
    journey = Journey(Memory(folder), address, port, name, code, watch, picture, None, wake)
    journey.start()
    return journey.peer


def rejoin(
    folder: Path,
    known: Known,
    wake: Callable[[], None],
    name: str | None = None,
    picture: Picture | None = None,
) -> Peer:
    """Go back to a table where a seat waits; ``name`` None: under the one of before."""
    memory, name = Memory(folder), name or known.name
    journey = Journey(memory, known.address, known.port, name, None, False, picture, known, wake)
    journey.start()
    return journey.peer
