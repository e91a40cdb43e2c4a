"""Commands without a window."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module

COMMANDS = ("selfplay", "host", "join", "bot", "arena")


def run(name: str, argv: Sequence[str]) -> int:
    """A command by its name; its exit code. Whoever reads what it prints may go away (``| head``)."""
    try:
        code = int(import_module(f"{__name__}.{name}").main(argv))
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # nothing is flushed at the end either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
