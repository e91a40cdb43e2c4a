"""``python -m game`` and the command ``shengji``. A stub: worker processes import it again."""

import os
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the window, or a command without one."""
    args = list(sys.argv[1:] if argv is None else argv)
    match args[:1]:
        case ["selfplay"]:
            from game.cli.selfplay import main as selfplay

            return selfplay(args[1:])
        case ["host"]:
            from game.cli.host import main as host

            return host(args[1:])
        case ["join"]:
            from game.cli.join import main as join

            return join(args[1:])
    # before pygame is imported, which would set some of them its own way
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "shengji")
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")  # sharp, not scaled up by Windows
    os.environ.setdefault("SDL_IME_SHOW_UI", "1")
    from game.app import main as window

    return window(args)


if __name__ == "__main__":
    sys.exit(main())
