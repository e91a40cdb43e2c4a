"""A running digest of all that was public: the same on every screen that heard the same."""

from collections.abc import Iterable
from hashlib import sha256

import msgspec

from game.engine import redact
from game.engine.events import Event
from game.lan.wire import Committed


class Chain:
    """Starts from nothing; each public event is added in order."""

    def __init__(self) -> None:
        self.value = bytes(32)
        self._seeds = b""

    @property
    def mark(self) -> str:
        """Four characters for people to compare: of the events, and of the seeds committed to last."""
        return sha256(self.value + self._seeds).hexdigest()[-4:].upper()

    def add(self, events: Iterable[Event]) -> bytes:
        """Take in events, whoever they are told to: only what all may know counts. Gives the new value."""
        for event in events:
            self.value = sha256(self.value + msgspec.msgpack.encode(redact(event, None))).digest()
        return self.value

    def seeds(self, committed: Committed) -> None:
        """Who committed to what for the next deal."""
        self._seeds = msgspec.msgpack.encode(committed)

    def adopt(self, value: bytes) -> None:
        """Go on from here."""
        self.value = value
