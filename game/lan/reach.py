"""Whether a PC can be reached at an address, without going to a table there."""

import socket
import threading
from collections.abc import Callable

from game.lan.join import TROUBLES

PATIENCE = 4.0
"""Seconds to wait for an answer."""


class Reach:
    """One try, in a thread of its own. ``said``: None while it runs, "" when somebody listens there, else
    why not, in a word as that of a way to a table."""

    def __init__(self, address: str, port: int, wake: Callable[[], None]) -> None:
        self.address = address
        self.port = port
        self.said: str | None = None
        self._wake = wake
        threading.Thread(target=self._try, name="lan reach", daemon=True).start()

    def _try(self) -> None:
        try:
            socket.create_connection((self.address, self.port), PATIENCE).close()
        except TimeoutError:
            self.said = "timeout"
        except (socket.gaierror, UnicodeError):
            self.said = "name"
        except OSError as error:
            self.said = TROUBLES.get(error.errno or 0, str(error)) or "timeout"
        else:
            self.said = ""
        self._wake()
