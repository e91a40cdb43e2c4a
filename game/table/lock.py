"""A file lock that ends with the process that holds it, however it ends."""

import sys
from typing import BinaryIO


class Locked(Exception):
    """Another program has the file."""


if sys.platform == "win32":
    import msvcrt

    def lock(file: BinaryIO) -> None:
        """Lock an open file until it is closed. Locked when another program has it."""
        at = file.tell()
        file.seek(1 << 30)  # a byte far behind the text, so that reading stays free
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            raise Locked from None
        finally:
            file.seek(at)

else:
    import fcntl

    def lock(file: BinaryIO) -> None:
        """Lock an open file until it is closed. Locked when another program has it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Locked from None
