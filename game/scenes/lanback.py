"""Whether a seat waits at a LAN table that one was at when the program ended."""

import time
from pathlib import Path

from game.lan.remember import Known, Memory

FOLDER = "lan"
"""That of the copy of the program that was started first."""
FRESH = 12 * 3600.0
"""Seconds for which the way back is offered first."""


def waits_at(root: Path) -> Known | None:
    """The table one was at last, if a match was played there and a seat is kept; None else.

    ``root`` is where the program keeps its things.
    """
    latest = next(iter(Memory(root / FOLDER).all()), None)
    if latest is None or latest.token is None or latest.name not in latest.players:
        return None
    return latest if 0 <= time.time() - latest.when < FRESH else None
