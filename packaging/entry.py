"""Where the frozen program begins; all else is in ``game/__main__.py``."""

import contextlib
import sys

from game.__main__ import main


def lend_console() -> None:
    """A program with a window has no output on Windows: write to the console it was started from, if any."""
    if sys.platform == "win32" and sys.stdout is None and len(sys.argv) > 1:
        import ctypes

        if ctypes.windll.kernel32.AttachConsole(-1):
            with contextlib.suppress(OSError):
                sys.stdout = open("CONOUT$", "w", encoding="utf-8", errors="replace")  # noqa: SIM115
                sys.stderr = sys.stdout


if __name__ == "__main__":
    lend_console()
    sys.exit(main())
