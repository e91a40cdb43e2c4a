"""A whole match and its journal, to cut and to damage."""

import tempfile
import zlib
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path

from table_play import AT_ONCE, Command, header, next_command, take

from game.bots.rule import RuleBot
from game.engine import Match, new_match, preset
from game.engine import events as ev
from game.table.journal import SUFFIX, Journal, read
from game.table.table import MatchSeeds, Table

SHORT = preset("lezhong", 1, end_level="3")
"""One deck, and a match is won by holding level 3: a few short deals."""
HEADER = header(SHORT, "seed 3")


@dataclass(frozen=True)
class Played:
    """A whole match: its file, what was commanded, and the match after each record."""

    data: bytes
    commands: tuple[Command, ...]
    matches: tuple[Match, ...]
    ends: tuple[int, ...]
    """Byte positions: where the header ends, then where each record does."""

    def cut(self, records: int) -> bytes:
        return self.data[: self.ends[records]]

    def after(self, done: type[ev.Event]) -> int:
        """How many records there are when such an event has happened for the first time."""
        _, records, _ = read(self.data)
        return next(i for i, made in enumerate(records, 1) if any(isinstance(e, done) for e in made))


@cache
def played() -> Played:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"match{SUFFIX}"
        journal = Journal.create(path, HEADER)
        table = Table(new_match(SHORT), MatchSeeds(HEADER.seed), AT_ONCE, journal, 0.0)
        commands, matches = [], [table.match]
        while table.match.phase != "won":
            command = next_command(table, RuleBot().answer)
            take(table, command)
            commands.append(command)
            matches.append(table.match)
        journal.close()
        data = path.read_bytes()
    ends = tuple(accumulate(len(line) for line in data.splitlines(keepends=True)))
    assert len(ends) == len(matches), "a record a decision"
    return Played(data, tuple(commands), tuple(matches), ends)


def sealed(data: bytes) -> bytes:
    """A line of a journal with its right sum."""
    return b"%08x %s\n" % (zlib.crc32(data), data)


def flipped(data: bytes, at: int, bits: int) -> bytes:
    return data[:at] + bytes([data[at] ^ bits]) + data[at + 1 :]
