"""``python -m game`` and the command ``shengji``. A stub: worker processes import it again."""

import gc
import os
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the window, or a command without one."""
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support

        freeze_support()  # a worker of the frozen program is this same program, and ends in here
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
        case ["bot"]:
            from game.cli.bot import main as bot

            return bot(args[1:])
        case ["arena"]:
            from game.cli.arena import main as arena

            return arena(args[1:])
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
