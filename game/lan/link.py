"""``Link``: one connection, the same at both ends: frames in, an outbox out, signs of life.

What waits in the outbox is bounded: a newer state takes the place of an older one that did not go out
yet, and who reads too slowly is cut off.
"""

import asyncio
import contextlib
import socket
import time
from collections import deque
from collections.abc import AsyncIterator
from typing import Generic, Protocol, TypeVar

from msgspec.structs import replace

from game.lan import wire
from game.lan.codec import BadFrame, read_frame
from game.lan.limits import DEAD, HEARTBEAT, MESSAGES, QUEUED, SLOW, Rate

Heard = TypeVar("Heard", covariant=True)
Spoken = TypeVar("Spoken", contravariant=True)
Got = TypeVar("Got")
Sent = TypeVar("Sent")
HIGH, LOW = 16 * 1024, 4 * 1024
"""Bytes on their way at which writing pauses and goes on: little, so that what goes out is fresh."""
MERGED = 256
"""Events in one batch at most: some thousand bytes, far less than a frame may have."""
WAITING = 256
"""Messages that may wait, besides those that newer ones replace."""


class Codec(Protocol[Heard, Spoken]):
    """Messages to frames and back, for one end of one connection."""

    most: int

    def encode(self, message: Spoken) -> bytes:
        """A frame."""

    def decode(self, data: bytes) -> Heard:
        """A message, or BadFrame."""


class Lost(Exception):
    """The connection is no more; the text says what happened: "silent", "slow", "closed", "nonsense"
    or the system's word."""


class Link(Generic[Got, Sent]):
    """Belongs to one event loop. The outbox goes out inside ``sending``."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, codec: Codec[Got, Sent]
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._codec = codec
        self._out: deque[Sent | wire.Ping | wire.Pong] = deque()
        self._news = asyncio.Event()
        self._pings: dict[int, float] = {}
        self._signs = Rate(*MESSAGES)
        self._sent = 0
        self._why = ""  # the sending ended
        self.trip: float | None = None
        """Seconds a message and its answer took lately."""
        transport = writer.transport
        transport.set_write_buffer_limits(HIGH, LOW)

    def send(self, message: Sent) -> None:
        """Put a message into the outbox."""
        out = self._out
        last = out[-1] if out else None
        if (
            isinstance(message, wire.Told)
            and isinstance(last, wire.Told)
            and bool(message.batch.events) == bool(last.batch.events)
            and len(last.batch.events) < MERGED
        ):
            out[-1] = _merged(last, message)  # type: ignore[assignment]  # a Told is a Sent here
        elif isinstance(message, wire.LobbyIs) and (at := self._waiting_lobby(message)) is not None:
            out[at] = message
        else:
            out.append(message)
        self._news.set()

    def _waiting_lobby(self, new: wire.LobbyIs) -> int | None:
        """Where the last lobby waits; None when there is none, or a match began or ended since."""
        for at in reversed(range(len(self._out))):
            if isinstance(old := self._out[at], wire.LobbyIs):
                return at if old.lobby.playing == new.lobby.playing else None
        return None

    async def say(self, message: Sent) -> None:
        """Send past the outbox, before ``sending``, and wait until it is on its way."""
        self._writer.write(self._codec.encode(message))
        await self._writer.drain()

    async def receive(self, patience: float = DEAD) -> Got:
        """The next message. Signs of life are answered here. Lost when there will be none."""
        while True:
            try:
                async with asyncio.timeout(patience):
                    data = await read_frame(self._reader, self._codec.most)
            except TimeoutError:
                raise Lost("silent") from None
            except BadFrame:
                raise Lost("nonsense") from None
            except asyncio.IncompleteReadError:
                raise Lost(self._why or "closed") from None
            except OSError as error:
                raise Lost(self._why or str(error)) from None
            try:
                message = self._codec.decode(data)
            except BadFrame:
                raise Lost("nonsense") from None
            if isinstance(message, wire.Ping | wire.Pong) and not self._signs.allow(time.monotonic()):
                raise Lost("flood")
            if isinstance(message, wire.Ping):
                self._out.appendleft(wire.Pong(message.n))
                self._news.set()
            elif isinstance(message, wire.Pong):
                if (sent := self._pings.pop(message.n, None)) is not None:
                    self.trip = time.monotonic() - sent
            else:
                return message

    @contextlib.asynccontextmanager
    async def sending(self) -> AsyncIterator[None]:
        """Meanwhile the outbox goes out; when that can't be any more, ``receive`` ends as well."""
        task = asyncio.ensure_future(self._run())
        task.add_done_callback(self._ended)
        try:
            yield
        finally:
            task.cancel()

    def _ended(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()):
            self._why = str(error)
            self.close()

    async def _run(self) -> None:
        """Send what is in the outbox, and a sign of life now and then. Lost when that can't be."""
        due = time.monotonic() + HEARTBEAT
        while True:
            self._news.clear()
            while self._out:
                if len(self._out) > WAITING:
                    raise Lost("slow")
                await self._write(self._out.popleft())
            now = time.monotonic()
            if now >= due:
                due = now + HEARTBEAT
                self._sent += 1
                self._pings = {n: at for n, at in self._pings.items() if now - at < 4 * DEAD}
                self._pings[self._sent] = now
                await self._write(wire.Ping(self._sent))
                continue
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), due - now)

    async def _write(self, message: Sent | wire.Ping | wire.Pong) -> None:
        try:
            self._writer.write(self._codec.encode(message))  # type: ignore[arg-type]  # a Ping is a Sent
            if self._writer.transport.get_write_buffer_size() > QUEUED:
                raise Lost("slow")
            async with asyncio.timeout(SLOW):
                await self._writer.drain()
        except TimeoutError:
            raise Lost("slow") from None
        except OSError as error:
            raise Lost(str(error)) from None

    def close(self, last: Sent | None = None) -> None:
        """End it, with a last word where it can still be said."""
        transport = self._writer.transport
        if transport.is_closing():
            return
        if last is not None and transport.get_write_buffer_size() <= HIGH:
            with contextlib.suppress(OSError, RuntimeError):
                self._writer.write(self._codec.encode(last))
                self._writer.close()
                asyncio.get_running_loop().call_later(1.0, transport.abort)
                return
        transport.abort()


def _merged(old: wire.Told, new: wire.Told) -> wire.Told:
    """Two that were not sent yet, as one: both with events, or both without."""
    a, b = old.batch, new.batch
    batch = replace(b, events=a.events + b.events, taken=max(a.taken, b.taken))
    return wire.Told(batch, new.chain)


def tune(writer: asyncio.StreamWriter) -> None:
    """Small packets go at once, and little is kept in the system's own buffer."""
    sock = writer.get_extra_info("socket")
    if sock is not None:
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, HIGH)
