"""Frames: messages to bytes and back.

A frame is its length in four bytes, most significant first, and one message in msgpack. A batch
goes out as what has changed of the view since the last one on the same connection, and a time limit as
the seconds left, so that two clocks need not agree.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import fields, replace

from game.engine import View
from game.engine.events import Event
from game.lan import wire
from game.lan.limits import FRAME_FROM_CLIENT, FRAME_TO_CLIENT
from game.table.table import Ask, Batch, Timer

HEAD = 4
"""Bytes of the length."""

Changes: Any = msgspec.defstruct(
    "Changes",
    [(field.name, field.type | UnsetType, UNSET) for field in fields(View)],
    frozen=True,
    forbid_unknown_fields=True,
)
"""A view of which only some fields are there."""
Seconds = Annotated[float, Meta(ge=0, le=1e6)]


class BadFrame(Exception):
    """What came is no message; the connection is of no more use."""


class _Batch(msgspec.Struct, frozen=True, tag="Batch", tag_field="is", forbid_unknown_fields=True):
    """A ``Told`` as it goes over the line; ``time`` is (seconds left, seconds given)."""

    revision: wire.Count
    events: tuple[Event, ...]
    view: Changes
    ask: Ask | None
    time: tuple[Seconds, Seconds] | None
    taken: wire.Count
    chain: wire.Digest


_Line: TypeAlias = (
    _Batch
    | wire.Ping
    | wire.Pong
    | wire.Prove
    | wire.Deny
    | wire.Welcome
    | wire.LobbyIs
    | wire.No
    | wire.Halt
    | wire.Said
    | wire.Gone
    | wire.CallSeeds
    | wire.Committed
    | wire.Opened
)


class HostCodec:
    """The host's end of one connection: remembers which view the guest has."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder: msgspec.msgpack.Decoder[wire.Asking] = msgspec.msgpack.Decoder(wire.Asking)
        self._view: View | None = None

    most = FRAME_FROM_CLIENT
    """Bytes of the longest frame that may come."""

    def encode(self, message: wire.Telling) -> bytes:
        """A frame."""
        return _frame(
            self._encoder.encode(self._batch(message) if isinstance(message, wire.Told) else message)
        )

    def decode(self, data: bytes) -> wire.Asking:
        """The message of a frame, without its length. BadFrame when it is none."""
        try:
            return self._decoder.decode(data)
        except Exception as error:  # too deeply nested data raises RecursionError, and rules their own
            raise BadFrame(str(error)) from None

    def _batch(self, told: wire.Told) -> _Batch:
        batch, old = told.batch, self._view
        names = View.__struct_fields__
        new = {name: getattr(batch.view, name) for name in names}
        if old is not None:
            new = {name: value for name, value in new.items() if value != getattr(old, name)}
        self._view = batch.view
        timer = batch.timer
        left = None if timer is None else (max(0.0, timer.deadline - self._clock()), timer.limit)
        return _Batch(batch.revision, batch.events, Changes(**new), batch.ask, left, batch.taken, told.chain)


class GuestCodec:
    """The guest's end of one connection."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder: msgspec.msgpack.Decoder[_Line] = msgspec.msgpack.Decoder(_Line)
        self._view: View | None = None

    most = FRAME_TO_CLIENT
    """Bytes of the longest frame that may come."""

    def encode(self, message: wire.Asking) -> bytes:
        """A frame."""
        return _frame(self._encoder.encode(message))

    def decode(self, data: bytes) -> wire.Telling:
        """The message of a frame, without its length. BadFrame when it is none."""
        try:
            found = self._decoder.decode(data)
            return self._told(found) if isinstance(found, _Batch) else found
        except Exception as error:
            raise BadFrame(str(error)) from None

    def _told(self, found: _Batch) -> wire.Told:
        new = {
            name: value
            for name in View.__struct_fields__
            if (value := getattr(found.view, name)) is not UNSET
        }
        self._view = View(**new) if self._view is None else replace(self._view, **new)
        timer = None
        if found.time is not None:
            left, limit = found.time
            timer = Timer(self._clock() + left, limit)
        batch = Batch(found.revision, found.events, self._view, found.ask, timer, found.taken)
        return wire.Told(batch, found.chain)


def _frame(data: bytes) -> bytes:
    return len(data).to_bytes(HEAD, "big") + data


async def read_frame(reader: asyncio.StreamReader, most: int) -> bytes:
    """The next frame without its length. BadFrame when it would be longer; IncompleteReadError at the end."""
    length = int.from_bytes(await reader.readexactly(HEAD), "big")
    if not 0 < length <= most:
        raise BadFrame(f"a frame of {length} bytes")
    return await reader.readexactly(length)
