"""``Host``: a table that others can join, on this PC. One asyncio loop in a thread of its own.

The ``Door`` lets people in, the ``Room`` says who is where, ``Running`` is the match under way. The
host's own screen is a member like the others, whose messages need no network.
"""

import asyncio
import contextlib
import logging
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from game.engine import RulesError
from game.lan import wire
from game.lan.door import Door, GuestLink, listen
from game.lan.find import Answer, Answerer
from game.lan.keep import Kept
from game.lan.limits import LOBBIES, Rate
from game.lan.link import Lost
from game.lan.peer import Peer
from game.lan.room import Person, Room
from game.lan.running import Running
from game.lan.secure import Identity
from game.table.table import Pace
from game.table.thinker import Thinker

log = logging.getLogger(__name__)

TICK = 0.25
"""Seconds between two looks at who is away and what is late."""
PINGS = 10.0
"""Seconds between two lists of how far away everybody is."""
LAST_WORDS = 0.1
"""Seconds for what is still to be said when the table closes."""


class Host:
    """Runs one table. ``call`` and ``close`` are for any thread; the rest belongs to the loop."""

    def __init__(
        self,
        folder: Path,
        matches: Path,
        room: Room,
        pace: Pace,
        table: bytes,
        port: int | None,
        code: str | None,
        thinker: Thinker | None,
    ) -> None:
        self.identity = Identity.load(folder)
        self.room = room
        self.table = table
        self.epoch = secrets.randbits(32)
        self.lobby = room.lobby(time.monotonic())
        self._matches = matches
        self._pace = pace
        self._thinker = thinker
        self._door = Door(self, code)
        self._sockets = listen(port)
        self.port: int = self._sockets[0].getsockname()[1]
        self._saved: tuple[Path, Kept] | None = None
        self._running: Running | None = None
        self._links: dict[int, GuestLink] = {}
        self._own: tuple[Person, Peer] | None = None
        self._pings_due = 0.0
        self._silent = False
        self._lobbies = Rate(*LOBBIES)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._started = threading.Event()
        self._failed: Exception | None = None
        self._thread = threading.Thread(target=self._main, name="lan host", daemon=True)

    # before the start, and from any thread

    def seat_here(self, person: Person, wake: Callable[[], None]) -> Peer:
        """The place of the player at this PC."""
        peer = Peer(
            wake,
            lambda message: self.call(lambda: self._asked(person, message)),
            self.close,
            returning=self.room.playing,
        )
        self._own = person, peer
        self.room.back(person)
        return peer

    def go_on_with(self, journal: Path, found: Kept) -> None:
        """There is a match under way, in this journal."""
        self._saved = journal, found

    def start(self) -> None:
        """Begin; returns when one can join. Raises what ``Journal.resume`` does, and OSError."""
        self._thread.start()
        self._started.wait()
        if self._failed:
            raise self._failed

    def close(self, for_good: bool = True) -> None:
        """Close the table for all; returns when all is put away. Not ``for_good``: without a word, as when
        the program is killed, so that the guests wait for it to come back."""
        self._silent |= not for_good
        self.call(self._set_stopping)
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join()

    def call(self, job: Callable[[], None]) -> None:
        """Have the loop do something."""
        if self._loop and not self._loop.is_closed():
            with contextlib.suppress(RuntimeError):  # the loop may close just now
                self._loop.call_soon_threadsafe(job)

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self._started.is_set() and not self._thread.is_alive()

    @property
    def deals(self) -> int:
        """Deals finished and shown to all in the match under way."""
        return self._running.deals if self._running else 0

    @property
    def stopped(self) -> bool:
        """Whether the match under way can't go on."""
        return self._running is not None and self._running.stopped

    @property
    def won(self) -> bool:
        """Whether the match under way is won."""
        return self._running is not None and self._running.won

    def _code(self) -> str:
        return self._door.code

    @property
    def code(self) -> str | None:
        """The room's code; None where none is needed."""
        return self._door.code if self.room.options.code else None

    def _new_running(self) -> Running:
        """A match about to begin, or to go on."""
        send, tell, call = self._send, self._tell_lobby, self.call
        return Running(self.table, self.port, self.room, send, tell, call, self._code, self._thinker)

    def begin_match(self) -> None:
        """Begin a match with those who are there."""
        if self._running or not self.room.can_start:
            return
        self.room.begin()
        running = self._match()
        self._tell_lobby()
        try:
            running.begin(self._matches, self.room.rules, self.room.standing, self._timed())
        except (OSError, RulesError) as error:
            log.exception("the match can't begin")
            self.room.reopen(self.room.standing)
            self._to_all(wire.Halt(str(error)[:400]))
        else:
            self._running = running

    def _match(self) -> Running:
        """One that is about to begin, or to go on."""
        return self._new_running()

    def reopen(self) -> None:
        """Put the match away and go back to the lobby."""
        if self._running:
            self._running.close()
            standing = self._running.standing
            self._running = None
            self.room.reopen(standing)
            self._tell_lobby()

    # the loop

    def _main(self) -> None:
        answerer: Answerer | None = None
        try:
            answerer = Answerer(self._describe)
            if not answerer.listening:
                log.warning("the table is not found by itself: %s", answerer.why)
            answerer.start()
            asyncio.run(self._run())
        except Exception as error:
            log.exception("the LAN table failed")
            self._failed = error
        finally:
            if answerer:
                answerer.close()
            if self._running:
                self._running.close()
            for sock in self._sockets:
                sock.close()
            if self._own:
                self._own[1].over("closed")
            self._started.set()

    async def _run(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        if self._own:
            person, peer = self._own
            peer.deliver(wire.Welcome(self.table, person.id, person.name, bytes(16), self.epoch))
        if self._saved:
            running = self._match()
            self._tell_lobby()
            running.go_on(*self._saved, self._timed())
            self._running = running
        servers = [
            await asyncio.start_server(self._door.knock, sock=sock, limit=16 * 1024) for sock in self._sockets
        ]
        self._started.set()
        while not self._stop.is_set():
            self._tick()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), TICK)
        for server in servers:
            server.close()
        for link in self._links.values():
            link.close(None if self._silent else wire.Gone("closed"))
        self._links.clear()
        await asyncio.sleep(LAST_WORDS)

    def _set_stopping(self) -> None:
        if self._stop:
            self._stop.set()

    def _tick(self) -> None:
        now, room = time.monotonic(), self.room
        for person in list(room.people.values()):
            if (
                room.away(person, now) == 0.0
                and not person.host
                and (not room.playing or person.seat is None)
            ):
                self._leaves(person)
        if self._running:
            self._running.tick(now)
        if now >= self._pings_due:
            self._pings_due = now + PINGS
            for member, link in self._links.items():
                if link.trip is not None and (known := room.people.get(member)):
                    known.ping = min(60000, round(link.trip * 1000))
                    room.changed = True
        self._tell_lobby()

    def _timed(self) -> Pace:
        pace = self._pace
        return Pace(pace.deal, pace.bot, pace.trick, pace.grace, float(self.room.options.turn))

    # people

    async def serve(self, person: Person, link: GuestLink, welcome: wire.Welcome) -> None:
        """Welcome a member and hear it until the connection ends. An older one of the same member ends."""
        old = self._links.pop(person.id, None)
        self._links[person.id] = link
        if old:
            old.close(wire.Gone("moved"))
        try:
            self.room.back(person)
            link.send(replace(welcome, acts=self._running.acts(person)) if self._running else welcome)
            self._tell_lobby(person)
            if self._running:
                self._running.entered(person)
                self._running.save()
            async with link.sending():
                while self._links.get(person.id) is link:
                    message = await link.receive()
                    if not person.messages.allow(time.monotonic()):
                        raise Lost("flood")
                    self._asked(person, message)
        except Lost as lost:
            log.info("member %d: %s", person.id, lost)
            link.close(_last_word(lost))
        finally:
            if self._links.get(person.id) is link:  # it neither left nor came back by another way
                del self._links[person.id]
                self.room.lost(person, time.monotonic())
                if self._running:
                    self._running.lost(person, time.monotonic())
                self._tell_lobby()

    def _asked(self, person: Person, message: wire.Asking) -> None:
        """A member's message."""
        if self.room.people.get(person.id) is not person:
            return
        now = time.monotonic()
        match message:
            case wire.Bye() if person.host:
                self._set_stopping()
            case wire.Bye():
                self._puts_out(person, None)
            case wire.Kick(member) if person.host and member != person.id:
                if kicked := self.room.people.get(member):
                    self._puts_out(kicked, wire.Gone("kicked"))
            case wire.Start() if person.host:
                self.begin_match()
            case wire.Reopen() if person.host:
                self.reopen()
            case _ if not (self._running and self._running.handle(person, message, now)):
                seat = person.seat
                if said := self.room.handle(person, message, now):
                    self._to_all(said)
                if self._running and person.seat != seat:
                    self._running.entered(person)
                    self._running.save()
        self._tell_lobby()

    def _puts_out(self, person: Person, last: wire.Gone | None) -> None:
        link = self._links.pop(person.id, None)
        self._leaves(person)
        if link:
            link.close(last)

    def _leaves(self, person: Person) -> None:
        self.room.leave(person)
        if self._running:
            self._running.left(person, time.monotonic())
            self._running.save()

    def _send(self, person: Person, message: wire.Telling) -> None:
        if link := self._links.get(person.id):
            link.send(message)
        elif self._own and self._own[0] is person:
            self._own[1].deliver(message)

    def _to_all(self, message: wire.Telling) -> None:
        for person in self.room.people.values():
            self._send(person, message)

    def _tell_lobby(self, to: Person | None = None) -> None:
        """Show the lobby to all when it has changed, or else to one."""
        room, now = self.room, time.monotonic()
        news = room.changed and (room.playing != self.lobby.playing or self._lobbies.allow(now))
        people = list(room.people.values()) if news else [to] if to else []
        if not people:
            return  # what is too much at once goes out with a later tick
        room.changed &= not news
        self.lobby = room.lobby(now)
        for person in people:
            self._send(person, wire.LobbyIs(self.lobby, self.code if person.host else None))

    def _describe(self) -> Answer:
        """For those who look for tables; from another thread."""
        lobby = self.lobby
        host = next((member.name for member in lobby.members if member.host), "-")
        return Answer(
            table_id=self.table,
            name=lobby.name,
            host_name=host,
            port=self.port,
            fingerprint=self.identity.fingerprint,
            needs_code=lobby.options.code,
            seats_taken=sum(member.seat is not None for member in lobby.members),
            playing=lobby.playing,
            preset=lobby.rules.preset,
            decks=lobby.rules.decks,
            spectators=lobby.options.spectators,
        )


def _last_word(lost: Lost) -> wire.Gone | None:
    match str(lost):
        case "slow":
            return wire.Gone("slow")
        case "nonsense":
            return wire.Gone("nonsense")
        case "flood":
            return wire.Gone("flood")
        case _:
            return None
