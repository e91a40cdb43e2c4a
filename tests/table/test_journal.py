"""The journal of a match: cut anywhere it goes on at its last whole record; one program at once writes it."""

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from journal_play import HEADER, SHORT, played, sealed
from table_play import AT_ONCE, next_command, take

import game
from game.bots.rule import RuleBot
from game.engine import events as ev
from game.engine import new_match
from game.engine.evolve import evolve
from game.table.journal import Damaged, Journal, find, fold, read
from game.table.lock import Locked
from game.table.table import MatchSeeds, Table


def test_a_whole_file_gives_the_match_that_was_played() -> None:
    whole = played()
    found, records, size = read(whole.data)
    assert found == HEADER
    assert size == len(whole.data)
    assert fold(found, records) == whole.matches[-1]
    assert whole.matches[-1].won_by is not None
    assert whole.matches[-1].deals_played >= 2


def test_a_file_is_text_a_line_a_record() -> None:
    """As its description says: CRC-32 in hexadecimal digits, a space, JSON."""
    for line in played().data.splitlines(keepends=True):
        data = line[9:-1]
        assert line == sealed(data)
        msgspec.json.decode(data)


def test_a_match_at_every_record() -> None:
    whole = played()
    found, records, _ = read(whole.data)
    match = fold(found, [])
    for n, events in enumerate(records):
        assert match == whole.matches[n]
        for event in events:
            match = evolve(match, event)
    for n in range(0, len(records) + 1, 7):
        head, cut, _ = read(whole.cut(n))
        assert cut == records[:n]
        assert fold(head, cut) == whole.matches[n]


# Cut anywhere


def test_a_deal_cut_at_every_byte_is_read_to_its_last_whole_record() -> None:
    """Of the records before the cut only the last few are kept at hand, so that it stays quick."""
    whole = played()
    _, records, _ = read(whole.data)
    for size in range(whole.ends[0]):
        with pytest.raises(Damaged):
            read(whole.data[:size])
    for n in range(whole.after(ev.DealScored)):
        first = max(n - 8, 0)
        kept = whole.cut(0) + whole.data[whole.ends[first] : whole.ends[n]]
        torn = whole.data[whole.ends[n] : whole.ends[n + 1]]
        for size in range(len(torn)):
            assert read(kept + torn[:size]) == (HEADER, records[first:n], len(kept))
        assert read(kept + torn) == (HEADER, records[first : n + 1], len(kept) + len(torn))


def test_a_deal_cut_at_any_record_is_the_match_as_it_stood() -> None:
    whole = played()
    for n in range(whole.after(ev.DealScored) + 1):
        found, kept, size = read(whole.data[: whole.ends[n] + n % 9])
        assert size == whole.ends[n]
        assert fold(found, kept) == whole.matches[n]


def test_resuming_drops_the_torn_record_from_the_file(path: Path) -> None:
    whole = played()
    for n, torn in ((0, 1), (3, 20), (70, 8), (whole.after(ev.Buried), 5)):
        path.write_bytes(whole.data[: whole.ends[n] + torn])
        journal, found, match, _ = Journal.resume(path)
        journal.close()
        assert found == HEADER
        assert match == whole.matches[n]
        assert path.read_bytes() == whole.cut(n)


def test_a_match_gone_on_with_is_the_match_never_stopped(path: Path) -> None:
    """Torn at any place, played on with the same commands: the same match and the same file, byte by byte."""
    whole = played()
    chance = random.Random(4)
    places = [whole.after(kind) - 1 for kind in (ev.DealStarted, ev.TrumpSet, ev.Buried, ev.TrickWon)]
    places += [whole.after(ev.DealScored), len(whole.commands) - 1, 0]
    for n in places + chance.sample(range(len(whole.commands)), 3):
        torn = chance.randrange(whole.ends[n + 1] - whole.ends[n])
        path.write_bytes(whole.data[: whole.ends[n] + torn])
        journal, found, match, _ = Journal.resume(path)
        table = Table(match, MatchSeeds(found.seed), AT_ONCE, journal, 0.0)
        for i, command in enumerate(whole.commands[n:], n):
            if i > n + 60 and i < len(whole.commands):
                break
            assert command == next_command(table, RuleBot().answer), "the players see what they saw"
            take(table, command)
            assert table.match == whole.matches[i + 1]
        journal.close()
        assert path.read_bytes() == whole.cut(min(n + 61, len(whole.commands)))


def test_a_match_can_be_torn_and_gone_on_with_many_times(path: Path) -> None:
    whole = played()
    chance = random.Random(5)
    path.write_bytes(whole.cut(0))
    done = 0
    while done < len(whole.commands):
        journal, found, match, _ = Journal.resume(path)
        assert match == whole.matches[done]
        table = Table(match, MatchSeeds(found.seed), AT_ONCE, journal, 0.0)
        for command in whole.commands[done : done + chance.randint(20, 60)]:
            take(table, command)
            done += 1
        journal.close()
        if done < len(whole.commands):
            with path.open("ab") as file:
                file.write(whole.data[whole.ends[done] : whole.ends[done + 1] - 1])
    assert path.read_bytes() == whole.data


# One program at a time


OPEN_IT = """
import sys
from pathlib import Path
from game.table.journal import Journal
from game.table.lock import Locked
try:
    journal, _, _, _ = Journal.resume(Path(sys.argv[1]))
except Locked:
    print("locked", flush=True)
else:
    print("open", flush=True)
    sys.stdin.read()
"""


def other_program(path: Path) -> subprocess.Popen[str]:
    """Another program that opens the journal and says how it went; it ends with its input."""
    env = {**os.environ, "PYTHONPATH": str(Path(game.__file__).parents[1])}
    return subprocess.Popen(
        [sys.executable, "-c", OPEN_IT, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=env,
    )


def test_a_journal_has_one_writer(path: Path) -> None:
    path.write_bytes(played().cut(20))
    journal, _, _, _ = Journal.resume(path)
    with pytest.raises(Locked):
        Journal.resume(path)
    with other_program(path) as other:
        said, _ = other.communicate("", timeout=30)
    assert said == "locked\n"
    assert path.read_bytes() == played().cut(20)
    journal.append((ev.AutoSet(0, True),))
    journal.close()
    journal, _, match, _ = Journal.resume(path)
    assert match.auto[0]
    journal.close()


def test_a_new_journal_is_held_from_the_start(path: Path) -> None:
    journal = Journal.create(path, HEADER)
    with pytest.raises(Locked):
        Journal.resume(path)
    with pytest.raises(FileExistsError):
        Journal.create(path, HEADER)
    journal.close()
    journal, found, match, _ = Journal.resume(path)
    assert (found, match) == (HEADER, new_match(SHORT))
    journal.close()


def test_a_killed_program_holds_nothing(path: Path) -> None:
    path.write_bytes(played().cut(20))
    with other_program(path) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        with pytest.raises(Locked):
            Journal.resume(path)
        assert find(path.parent).latest is None
        other.kill()
        other.wait(30)
    journal, _, match, _ = Journal.resume(path)
    assert match == played().matches[20]
    journal.close()


# A full disk


@pytest.fixture
def small_disk() -> Iterator[Callable[[int | None], None]]:
    """Limits the size of files this program may write, as a full disk would; None is no limit."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    def limit(size: int | None) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft if size is None else size, hard))

    yield limit
    limit(None)


def test_a_record_that_found_no_room_is_not_taken_for_written(
    path: Path, small_disk: Callable[[int | None], None]
) -> None:
    whole = played()
    events: Sequence[ev.Event] = read(whole.data)[1][0]
    path.write_bytes(whole.cut(0))
    journal, _, _, _ = Journal.resume(path)
    small_disk(whole.ends[0] + 10)
    try:
        with pytest.raises(OSError):  # noqa: PT011 (every system has its own words)
            journal.append(events)
    finally:
        small_disk(None)
        journal.close()
    journal, _, match, _ = Journal.resume(path)
    assert match == whole.matches[0]
    journal.close()
