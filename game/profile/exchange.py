"""Deals as files: each one in a folder of its own kind, to be handed to friends and taken from them."""

import os
import re
from datetime import datetime
from pathlib import Path

import msgspec

from game.profile.record import MOST_BYTES, SUFFIX, BadRecord, Record, imported, to_bytes

LISTED = 200
"""Files of the folder that are listed at most, the newest."""


class DealFile(msgspec.Struct, frozen=True):
    """A file that may hold a deal. ``changed`` is seconds since the epoch."""

    path: Path
    changed: float
    bytes: int


def export(folder: Path, record: Record) -> Path:
    """Write a deal into the folder; the path of its file, the same for the same deal. OSError."""
    ended = datetime.fromisoformat(record.when)
    match = re.sub(r"[^A-Za-z0-9-]", "", record.match)[-6:]
    path = folder / f"{ended:%Y%m%d-%H%M%S}-{match}-{record.number}{SUFFIX}"
    folder.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as file:
        file.write(to_bytes(record))
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    return path


def listed(folder: Path) -> list[DealFile]:
    """The deals' files of a folder, the newest first; empty when there is no folder."""
    found = []
    for path in folder.glob(f"*{SUFFIX}"):
        try:
            about = path.stat()
        except OSError:
            continue  # it has gone meanwhile
        found.append(DealFile(path, about.st_mtime, about.st_size))
    return sorted(found, key=lambda file: (-file.changed, file.path.name))[:LISTED]


def path_of(written: str) -> Path:
    """The path that was typed or pasted, which file managers put into quotes."""
    text = written.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    return Path(os.path.expanduser(text))  # what names no user here stays as it is


def take(path: Path) -> Record:
    """The deal in a file from elsewhere. BadRecord, NewerRecord, OSError."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1024)
    if len(data) > MOST_BYTES + 512:
        raise BadRecord("the file is too long for a deal")
    return imported(data)
