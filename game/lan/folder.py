"""Where a running copy of the program keeps what belongs to LAN play."""

from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from game.table.lock import Locked, lock

COPIES = 20
"""Copies of the program that may run on one PC at a time."""


class Folder:
    """A folder of one copy's own: a second copy running beside the first is another player."""

    def __init__(self, path: Path, held: BinaryIO) -> None:
        self.path = path
        self._held = held

    @classmethod
    def take(cls, root: Path) -> "Folder":
        """The first one below ``root`` that no other copy has: ``lan``, then ``lan-2`` and so on.

        OSError when none can be had or written.
        """
        for n in range(1, COPIES + 1):
            path = root / ("lan" if n == 1 else f"lan-{n}")
            path.mkdir(parents=True, exist_ok=True)
            file = (path / "lock").open("ab", buffering=0)
            with suppress(Locked):
                lock(file)
                return cls(path, file)
            file.close()
        raise OSError("too many copies of the program are running")

    def release(self) -> None:
        """Let another copy have it."""
        self._held.close()
