"""``python -m game`` and the command ``shengji``. A stub: worker processes import it again."""

import gc
import os
import sys
from collections.abc import Sequence

from game.cli import COMMANDS, run


def main(argv: Sequence[str] | None = None) -> int:
    """Run the window, or a command without one."""
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support

        freeze_support()  # a worker of the frozen program is this same program, and ends in here
    args = list(sys.argv[1:] if argv is None else argv)
    if args and args[0] in COMMANDS:
        return run(args[0], args[1:])
    # before pygame is imported, which would set some of them its own way
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "shengji")
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")  # sharp, not scaled up by Windows
    os.environ.setdefault("SDL_IME_SHOW_UI", "1")
    if "--smoke" in args:
        from game.smoke import main as smoke

        return smoke(args)
    gc.disable()
    from game.app import main as window

    gc.freeze()  # what is loaded stays: no frame has to wait while it is looked through for waste
    gc.enable()
    return window(args)


if __name__ == "__main__":
    sys.exit(main())
