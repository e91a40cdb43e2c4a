"""The journal of a match: cut anywhere it resumes at the last whole record; damaged it says so."""

import os
import random
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path

import msgspec
import pytest

import game
from game.bots.rule import RuleBot
from game.engine import Match, Refusal, RuleSet, Standing, new_match, preset, view
from game.engine import commands as co
from game.engine import events as ev
from game.engine.evolve import evolve
from game.engine.rules import VERSION
from game.table.journal import (
    FORMAT,
    SUFFIX,
    Damaged,
    Header,
    Journal,
    NewerFormat,
    SeatInfo,
    find,
    fold,
    read,
)
from game.table.lock import Locked
from game.table.table import MatchSeeds, Pace, Table

AT_ONCE = Pace().at_speed(0)
SEATS = (SeatInfo("甲", False), SeatInfo("b", True), SeatInfo("c", True), SeatInfo("d", True))
SHORT = preset("lezhong", 1, end_level="3")
"""One deck, and a match is won by holding level 3: a few short deals."""

Command = tuple[int, co.SeatCommand] | None
"""A seat's command, None for what the table does by itself."""


def header(rules: RuleSet = SHORT, standing: Standing | None = None) -> Header:
    return Header(
        rules=rules, seed="seed 3", seats=SEATS, began="2024-05-01T12:00:00+00:00", standing=standing
    )


def next_command(table: Table) -> Command:
    """What rule players and the table do next, auto-play now and then for the sake of variety."""
    bot = RuleBot()
    deal = table.match.deal
    for seat in range(4):
        ask = table.ask(seat)
        if ask is None or (ask.question.kind == "bid" and deal and deal.drawn % 4):
            continue
        if command := bot.answer(view(table.match, seat), ask.question):
            return seat, command
    return None


def take(table: Table, command: Command) -> None:
    events = table.tick(1e9) if command is None else table.handle(*command, now=0.0)
    assert events
    assert not isinstance(events, Refusal)


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
        journal = Journal.create(path, header())
        table = Table(new_match(SHORT), MatchSeeds(header().seed), AT_ONCE, journal, 0.0)
        commands, matches = [], [table.match]
        while table.match.phase != "won":
            command = next_command(table)
            take(table, command)
            commands.append(command)
            matches.append(table.match)
        journal.close()
        data = path.read_bytes()
    ends = tuple(accumulate(len(line) for line in data.splitlines(keepends=True)))
    assert len(ends) == len(matches), "a record a decision"
    return Played(data, tuple(commands), tuple(matches), ends)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / f"match{SUFFIX}"


def sealed(data: bytes) -> bytes:
    """A line of a journal with its right sum."""
    return b"%08x %s\n" % (zlib.crc32(data), data)


def test_a_whole_file_gives_the_match_that_was_played() -> None:
    whole = played()
    found, records, size = read(whole.data)
    assert found == header()
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


# A deal cut at every byte


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
            assert read(kept + torn[:size]) == (header(), records[first:n], len(kept))
        assert read(kept + torn) == (header(), records[first : n + 1], len(kept) + len(torn))


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
        assert found == header()
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
            assert command == next_command(table), "the players see what they saw"
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


# Damage


def check_damage(data: bytes) -> str:
    """What a changed file is taken for. Fails unless that is damage or whole records from the start."""
    whole = played()
    try:
        found, records, size = read(data)
        match = fold(found, records)
    except Damaged:
        return "damaged"
    n = len(records)
    assert found == header()
    assert size == whole.ends[n]
    assert data[:size] == whole.cut(n)
    assert match == whole.matches[n]
    return f"{n} whole"


def flipped(data: bytes, at: int, bits: int) -> bytes:
    return data[:at] + bytes([data[at] ^ bits]) + data[at + 1 :]


def test_a_changed_byte_is_found_out() -> None:
    whole = played()
    chance = random.Random(200)
    data, last = whole.data, len(whole.commands)
    taken = [
        check_damage(flipped(data, chance.randrange(len(data)), chance.randint(1, 255))) for _ in range(200)
    ]
    assert set(taken) <= {"damaged", f"{last - 1} whole"}
    assert taken.count("damaged") > 180


def test_a_changed_byte_in_the_beginning_or_at_the_end_is_found_out() -> None:
    whole = played()
    chance = random.Random(201)
    data = whole.cut(20)
    for at in range(whole.ends[0]):
        assert check_damage(flipped(data, at, 1 << chance.randrange(8))) == "damaged"
    last = whole.after(ev.DealScored)
    data = whole.cut(last)
    for at in range(whole.ends[last - 1], whole.ends[last]):
        assert check_damage(flipped(data, at, chance.randint(1, 255))) == f"{last - 1} whole"


def test_a_byte_become_a_line_end_or_the_other_way_is_found_out() -> None:
    whole = played()
    for n in (0, 5, 60):
        end = whole.ends[n] - 1
        assert whole.data[end : end + 1] == b"\n"
        assert check_damage(whole.data[:end] + b" " + whole.data[end + 1 :]) == "damaged"
        assert check_damage(whole.data[: end - 3] + b"\n" + whole.data[end - 2 :]) == "damaged"


def test_a_record_lost_inside_the_file_is_found_out_when_the_others_contradict_it() -> None:
    """The sum of every line is right, yet the records do not fit together."""
    whole = played()
    lines = whole.data.splitlines(keepends=True)
    started, taken = whole.after(ev.DealStarted), whole.after(ev.BottomTaken)
    for gone in (started, taken):
        assert check_damage(b"".join(lines[:gone] + lines[gone + 1 :])) == "damaged"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"hello\n",
        b"\x00" * 4096,
        bytes(range(256)) * 8,
        sealed(b"{}"),
        sealed(b"[]"),
        sealed(b"\xff\xfe"),
        sealed(b'{"format":1,"rule_version":1}'),
    ],
    ids=lambda data: repr(data[:12]),
)
def test_what_never_was_a_journal_is_damaged(data: bytes, path: Path) -> None:
    with pytest.raises(Damaged):
        read(data)
    path.write_bytes(data)
    with pytest.raises(Damaged):
        Journal.resume(path)
    assert path.read_bytes() == data, "left as it was, to be set aside"


@pytest.mark.parametrize(
    "standing",
    [Standing(("Q", "2"), 0, 4), Standing(("2", "3"), None, 4), Standing(("2", "2"), 7, 4)],
    ids=["level", "no dealer", "seat"],
)
def test_a_beginning_that_contradicts_itself_is_damage(standing: Standing) -> None:
    """A level above the end level, sides apart without a dealer, a fifth seat."""
    data = sealed(msgspec.json.encode(header(standing=standing)))
    with pytest.raises(Damaged):
        fold(*read(data)[:2])


def test_rules_that_cannot_be_are_damage() -> None:
    text = msgspec.json.encode(header()).replace(b'"decks":1', b'"decks":9')
    with pytest.raises(Damaged):
        read(sealed(text))


def test_a_damaged_file_is_not_held(path: Path) -> None:
    data = played().data
    path.write_bytes(flipped(data, 30, 1))
    with pytest.raises(Damaged) as damage:
        Journal.resume(path)
    path.write_bytes(data)
    journal, _, _, _ = Journal.resume(path)  # while the error is still being told
    journal.close()
    assert str(damage.value)


# Newer formats


@pytest.mark.parametrize("field", ["format", "rule_version"])
def test_a_file_of_a_newer_program_is_told_from_a_broken_one(field: str, path: Path) -> None:
    values = msgspec.json.decode(msgspec.json.encode(header()))
    assert (values["format"], values["rule_version"]) == (FORMAT, VERSION)
    values[field] += 1
    values["rules"]["weather"] = "fair"
    data = sealed(msgspec.json.encode(values)) + sealed(b'[{"type":"NotYetThoughtOf"}]') + b"torn"
    path.write_bytes(data)
    with pytest.raises(NewerFormat):
        Journal.resume(path)
    assert path.read_bytes() == data, "left as it was"
    assert find(path.parent).newer == (path,)
    assert find(path.parent).damaged == ()


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
    journal = Journal.create(path, header())
    with pytest.raises(Locked):
        Journal.resume(path)
    with pytest.raises(FileExistsError):
        Journal.create(path, header())
    journal.close()
    journal, found, match, _ = Journal.resume(path)
    assert (found, match) == (header(), new_match(SHORT))
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


# Looking through the folder


def put(folder: Path, name: str, data: bytes, age: int) -> Path:
    """A journal last written so many seconds ago."""
    path = folder / f"{name}{SUFFIX}"
    path.write_bytes(data)
    os.utime(path, (1_700_000_000 - age,) * 2)
    return path


def test_an_empty_or_missing_folder_has_nothing(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        found = find(folder)
        assert (found.latest, found.damaged, found.newer) == (None, (), ())


def test_the_match_played_last_is_found(tmp_path: Path) -> None:
    whole = played()
    put(tmp_path, "c", whole.cut(9), age=30)
    second = put(tmp_path, "a", whole.cut(8), age=10)
    put(tmp_path, "b", whole.cut(7), age=20)
    (tmp_path / "notes.txt").write_text("not a journal")
    found = find(tmp_path).latest
    assert found is not None
    assert found.path == second
    assert found.header == header()


def test_what_cannot_be_gone_on_with_is_passed_over(tmp_path: Path) -> None:
    whole = played()
    put(tmp_path, "finished", whole.data, age=1)
    damaged = put(tmp_path, "damaged", flipped(whole.cut(70), 30, 4), age=2)
    empty = put(tmp_path, "empty", b"", age=3)
    newer = put(tmp_path, "newer", sealed(b'{"format":99,"rule_version":1}'), age=4)
    held = put(tmp_path, "held", whole.cut(60), age=5)
    good = put(tmp_path, "good", whole.cut(50), age=6)
    journal, _, _, _ = Journal.resume(held)
    os.utime(held, (1_700_000_000 - 5,) * 2)
    found = find(tmp_path)
    assert found.latest is not None
    assert found.latest.path == good
    assert set(found.damaged) == {damaged, empty}
    assert found.newer == (newer,)
    journal.close()
    free = find(tmp_path).latest
    assert free is not None
    assert free.path == held
    held.unlink()
    good.unlink()
    assert find(tmp_path).latest is None


def test_looking_changes_nothing_and_holds_nothing(tmp_path: Path) -> None:
    data = played().cut(40) + b"torn"
    path = put(tmp_path, "match", data, age=1)
    assert find(tmp_path).latest is not None
    assert path.read_bytes() == data
    journal, _, _, _ = Journal.resume(path)
    journal.close()


def test_deal_number_and_level_are_those_of_the_current_deal(tmp_path: Path) -> None:
    whole = played()
    levels = set()
    between = [n for n, match in enumerate(whole.matches) if match.phase == "ready"]
    for n in [*between, *range(5, len(whole.commands), 23), len(whole.commands) - 1]:
        path = put(tmp_path, "match", whole.cut(n), age=1)
        found = find(tmp_path).latest
        match = whole.matches[n]
        assert found is not None
        assert found.path == path
        running = match.phase != "ready"
        assert found.number == (match.running.number if running else match.deals_played + 1)
        assert found.level == (match.running.level if running else match.level)
        levels.add((found.number, found.level))
    assert {level for _, level in levels} == {"2", "3"}
    assert {number for number, _ in levels} == set(range(1, whole.matches[-1].deals_played + 1))


def test_deal_number_and_level_of_a_match_that_came_from_elsewhere(tmp_path: Path) -> None:
    """Before its first deal here; the dealer's side plays its own level."""
    rules = preset("lezhong", 2)
    standing = Standing(("3", "7"), 1, 5)
    Journal.create(tmp_path / f"match{SUFFIX}", header(rules, standing)).close()
    found = find(tmp_path).latest
    assert found is not None
    match = new_match(rules, standing)
    assert (found.number, found.level) == (match.deals_played + 1, match.level) == (6, "7")


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
