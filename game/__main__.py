"""``python -m game`` and the command ``shengji``. A stub: worker processes import it again."""

import os
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the window, or a command without one."""
    args = list(sys.argv[1:] if argv is None else argv)
    if args[:1] == ["selfplay"]:
        from game.cli.selfplay import main as selfplay

        return selfplay(args[1:])
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # before pygame is imported
    from game.app import main as window

    return window(args)


if __name__ == "__main__":
    sys.exit(main())
