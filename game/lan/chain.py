"""A running digest of all that was public: the same on every screen that heard the same."""

from collections.abc import Iterable
from hashlib import sha256

import msgspec

from game.engine import redact
from game.engine.events import Event


class Chain:
    """Starts from nothing; each public event is added in order."""

    def __init__(self) -> None:
        self.value = bytes(32)

    @property
    def mark(self) -> str:
        """Four characters for people to compare. (Other seeds would show in it: other cards.)"""
        return self.value.hex()[-4:].upper()

    def add(self, events: Iterable[Event]) -> bytes:
        """Take in events, whoever they are told to: only what all may know counts. Gives the new value."""
        for event in events:
            self.value = sha256(self.value + msgspec.msgpack.encode(redact(event, None))).digest()
        return self.value

    def adopt(self, value: bytes) -> None:
        """Go on from here."""
        self.value = value
