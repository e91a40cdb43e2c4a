"""The numbers of the wire, and how often somebody may do something."""

from collections import deque

PROTOCOL = 2
"""Version of what is said on the wire."""

FRAME_TO_CLIENT = 64 * 1024
"""Bytes of the longest frame a host sends."""
FRAME_FROM_CLIENT = 4 * 1024
"""Bytes of the longest frame a client sends."""
QUEUED = 256 * 1024
"""Bytes that may wait for a client before it is cut off."""

NAME_LENGTH = 12
"""Characters of the longest player's name."""
TITLE_LENGTH = 24
"""Characters of the longest table's name."""
CHAT_LENGTH = 200
"""Characters of the longest line of chat."""

CHATS = (8, 10.0)
"""Lines of chat of one player: so many in so many seconds."""
ACTIONS = (20, 10.0)
"""Commands of one player: so many in so many seconds."""
MESSAGES = (80, 10.0)
"""Messages of one player of any kind: so many in so many seconds; who sends more is cut off."""
LOBBIES = (20, 5.0)
"""Changes of the lobby told to all: so many in so many seconds."""
NOTES = (20, 10.0)
"""Times a guest writes down what has changed of its table: so many in so many seconds."""
KNOCKS = (60, 10.0)
"""Connections from one address: so many in so many seconds."""
CODES_AT_TABLE = (30, 60.0)
"""Codes tried at one table by all together: so many in so many seconds. (Members come back without one.)"""
WRONG_CODES = (5, 60.0)
"""Wrong codes from one address: so many in so many seconds."""
WRONG_CODES_AT_TABLE = 20
"""After so many wrong codes at one table it needs a new code."""

CONNECTIONS = 24
"""Connections to a host in all, whether at the table yet or not."""
CONNECTIONS_PER_ADDRESS = 8
"""Connections to a host from one address."""

CONNECT = 4.0
"""Seconds a client waits for a connection."""
HANDSHAKE = 5.0
"""Seconds from a connection to a seat or a refusal."""
HEARTBEAT = 2.0
"""Seconds between signs of life."""
DEAD = 6.0
"""Seconds of silence after which the other end is gone."""
SLOW = 5.0
"""Seconds a client may leave unread what waits for it."""

TOKEN = 16
"""Bytes of the token with which a seat is taken again."""


class Rate:
    """At most ``n`` (1 or more) in the last ``seconds``, whenever one looks. Remembers ``n`` moments."""

    def __init__(self, n: int, seconds: float) -> None:
        self.seconds = seconds
        self._allowed: deque[float] = deque(maxlen=n)

    def allow(self, now: float) -> bool:
        """Whether one more may be now; it then counts. What is refused does not."""
        if len(self._allowed) == self._allowed.maxlen and self._allowed[0] > now - self.seconds:
            return False
        self._allowed.append(now)
        return True

    def forgive(self) -> None:
        """The last one does not count after all."""
        if self._allowed:
            self._allowed.pop()

    def idle(self, now: float) -> bool:
        """Whether all that was is too long ago to count."""
        return not self._allowed or self._allowed[-1] <= now - self.seconds


class Rates:
    """A ``Rate`` for each address. Keeps at most ``most`` of them, those that did something last."""

    def __init__(self, n: int, seconds: float, most: int = 1024) -> None:
        self._n = n
        self._seconds = seconds
        self._most = most
        self._rates: dict[str, Rate] = {}  # the one allowed longest ago comes first

    def __len__(self) -> int:
        return len(self._rates)

    def allow(self, address: str, now: float) -> bool:
        """Whether this address may once more now; it then counts, unless it is forgiven."""
        rate = self._rates.get(address) or Rate(self._n, self._seconds)
        if not rate.allow(now):
            return False
        self._rates.pop(address, None)
        self._rates[address] = rate
        while (oldest := next(iter(self._rates))) != address and (
            len(self._rates) > self._most or self._rates[oldest].idle(now)
        ):
            del self._rates[oldest]
        return True

    def forgive(self, address: str) -> None:
        """The last one of this address does not count after all."""
        if rate := self._rates.get(address):
            rate.forgive()
