"""The program's log: one file of bounded size, and the one before it."""

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

LONGEST = 1_000_000
"""Bytes of the file before a new one is begun."""


def keep_log(path: Path, level: int) -> None:
    """What the program says about its troubles goes there. OSError when it can't be written."""
    logging.raiseExceptions = False  # a full disk must not fill the terminal
    handler = RotatingFileHandler(path, maxBytes=LONGEST, backupCount=1, encoding="utf-8")
    logging.basicConfig(
        handlers=[handler], level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
