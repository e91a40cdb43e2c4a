"""The database: no damage, no other copy of the program and no full disk stops the one that runs."""

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from profile_play import KINDS, info, one, records

import game
from game.engine import Bill, Line, LineKind, preset
from game.profile import database as database_module
from game.profile.database import STEPS, Database, ShelfError
from game.profile.purse import Purses
from game.profile.record import Record, to_bytes
from game.profile.shelf import Shelf
from game.profile.statistics import statistics_of

POPO = preset("popo")
PLUS_SEVEN = Bill((Line(LineKind.POPO_WON, 0, 7),), (7, 0, 0, 0))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "shelf.sqlite"


def keep(database: Database, record: Record) -> bool:
    return Shelf(database).keep(record, info(record, journal="m.journal"))


def everything(database: Database) -> list[Callable[[], object]]:
    """All that a program asks of it."""
    shelf, purses = Shelf(database), Purses(database)
    return [
        shelf.matches,
        shelf.unfinished,
        shelf.count,
        lambda: shelf.deals(50),
        lambda: shelf.record("m", 1),
        lambda: statistics_of(database),
        purses.purse,
        lambda: keep(database, records(KINDS[0], 1)[1]),
        lambda: purses.book("m", 2, POPO, PLUS_SEVEN, 0),
        lambda: shelf.forget("x"),
    ]


def is_whole(path: Path) -> bool:
    connection = sqlite3.connect(path)
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()


def test_nothing_is_made_before_it_is_used(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "shelf.sqlite"
    database = Database(path)
    assert not path.parent.exists()
    assert Shelf(database).matches() == []
    assert path.exists()
    assert database.aside is None


def test_writes_do_not_wait_for_readers(path: Path) -> None:
    one_copy, other = Database(path), Database(path)
    keep(one_copy, one())

    def while_reading(connection: sqlite3.Connection) -> int:
        assert keep(other, records(KINDS[0], 1)[1])
        (count,) = connection.execute("SELECT count(*) FROM deals").fetchone()
        return int(count)

    assert one_copy.read(while_reading) in (1, 2)
    assert Shelf(one_copy).count() == 2
    assert one_copy.read(lambda c: c.execute("PRAGMA journal_mode").fetchone()) == ("wal",)
    assert one_copy.read(lambda c: c.execute("PRAGMA synchronous").fetchone()) == (1,)


def test_it_belongs_to_one_thread(path: Path) -> None:
    database = Database(path)
    keep(database, one())
    found: list[str] = []

    def elsewhere() -> None:
        for use in (Shelf(database).matches, lambda: keep(database, one()), database.close):
            try:
                use()
            except AssertionError:
                found.append("refused")

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert found == ["refused"] * 3


def test_what_fails_half_way_is_not_done_at_all(path: Path) -> None:
    database = Database(path)
    keep(database, one())

    def fails(connection: sqlite3.Connection) -> None:
        connection.execute("DELETE FROM matches")
        raise KeyError("in the middle")

    with pytest.raises(KeyError):
        database.write(fails)
    assert len(Shelf(database).matches()) == 1


def test_a_fault_of_the_program_is_no_damage(path: Path) -> None:
    database = Database(path)
    keep(database, one())
    with pytest.raises(sqlite3.ProgrammingError):
        database.read(lambda c: c.execute("SELECT ?", (1, 2)))
    assert database.aside is None
    assert Shelf(database).count() == 1


# Versions


@pytest.mark.parametrize("version", range(len(STEPS)))
def test_an_older_database_is_brought_up_to_date_with_all_it_holds(version: int, path: Path) -> None:
    connection = sqlite3.connect(path)
    for step in STEPS[:version]:
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {version}")
    record = one()
    if version:
        row = ("m", record.when, "lezhong", 1, 2, "[]", 0, 0, None, 1, '["2","2"]', 0, None, record.when)
        connection.execute(f"INSERT INTO matches VALUES ({', '.join('?' * len(row))})", row)
        deal = ("m", 1, record.when, "lezhong", 1, 2, "2", "S", 0, 80, "attackers", 0, 0, 0, 1)
        connection.execute(f"INSERT INTO deals VALUES ({', '.join('?' * len(deal))})", deal)
        connection.execute("INSERT INTO records VALUES ('m', 1, ?)", (to_bytes(record),))
    connection.commit()
    connection.close()
    database = Database(path)
    assert Shelf(database).record("m", 1) == (record if version else None)
    Purses(database).book("m", 1, POPO, PLUS_SEVEN, 0)
    assert database.aside is None
    assert database.read(lambda c: c.execute("PRAGMA user_version").fetchone()) == (len(STEPS),)


def test_a_step_that_fails_leaves_the_older_version(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(Database(path), one())
    full = ("CREATE TABLE more (a)", "INSERT INTO more VALUES (zeroblob(1 << 40))")
    monkeypatch.setattr(database_module, "STEPS", (*STEPS, full))
    monkeypatch.setattr(database_module, "REASONS", {sqlite3.SQLITE_TOOBIG: "full"})
    with pytest.raises(ShelfError):
        Shelf(Database(path)).matches()
    monkeypatch.undo()
    database = Database(path)
    assert Shelf(database).count() == 1
    assert database.read(lambda c: c.execute("PRAGMA user_version").fetchone()) == (len(STEPS),)


def test_a_newer_database_is_left_alone_and_said_to_be_newer(path: Path) -> None:
    database = Database(path)
    keep(database, one())
    database.write(lambda c: c.execute(f"PRAGMA user_version = {len(STEPS) + 1}"))
    database.close()
    before = path.read_bytes()
    for use in everything(database):
        with pytest.raises(ShelfError) as error:
            use()
        assert error.value.reason == "newer"
        assert str(len(STEPS) + 1) in str(error.value)
    assert path.read_bytes() == before
    assert database.aside is None
    assert list(path.parent.glob("*damaged*")) == []


# Damage


def a_small_database(path: Path) -> bytes:
    """In small pages, so that hardly a byte is without meaning."""
    database = Database(path)
    keep(database, one())
    Purses(database).book("m", 1, POPO, PLUS_SEVEN, 0)
    database.close()
    connection = sqlite3.connect(path, isolation_level=None)
    for step in ("journal_mode = DELETE", "page_size = 512"):
        connection.execute(f"PRAGMA {step}")
    connection.execute("VACUUM")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    assert not list(path.parent.glob("shelf.sqlite-*")), "all is in the one file"
    return path.read_bytes()


def goes_on(path: Path) -> bool:
    """Everything is answered or refused in words; whether the shelf then takes a new deal."""
    database = Database(path)
    for use in everything(database):
        with contextlib.suppress(ShelfError):
            use()
    record = records(KINDS[1], 1, match="later")[0]
    try:
        keep(database, record)
        taken = Shelf(database).record("later", 1) == record
        Purses(database).book("later", 1, POPO, PLUS_SEVEN, 0)
    except ShelfError:
        taken = False
    database.close()
    return taken


def damages(whole: bytes, places: list[int]) -> Iterator[bytes]:
    for place in places:
        flipped = bytearray(whole)
        flipped[place] ^= 1 << place % 8
        yield bytes(flipped)


def clear(folder: Path) -> None:
    for file in folder.iterdir():
        file.unlink()


def test_no_damaged_byte_stops_the_program(path: Path) -> None:
    whole = a_small_database(path)
    chance = random.Random(1)
    schema = whole.index(b"CREATE TABLE")
    places = [*range(100), *chance.sample(range(100, len(whole)), 60)]
    places += chance.sample(range(schema - 600, schema + 1500), 40)
    taken = 0
    for damaged in damages(whole, places):
        clear(path.parent)
        path.write_bytes(damaged)
        taken += goes_on(path)
    assert taken > 0.95 * len(places), "but for the bytes that name a newer version or forbid to write"


@pytest.mark.slow
def test_no_damaged_byte_at_all_stops_the_program(path: Path) -> None:
    whole = a_small_database(path)
    taken = 0
    for damaged in damages(whole, list(range(len(whole)))):
        clear(path.parent)
        path.write_bytes(damaged)
        taken += goes_on(path)
    assert taken > 0.99 * len(whole)


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"?" * 300,
        lambda whole: b"SQLite format 3\0" + b"\0" * 5000,
        lambda whole: whole[: len(whole) // 2],
        lambda whole: whole[:512],
        lambda whole: whole[:100],
        lambda whole: whole[:512] + b"\xff" * (len(whole) - 512),
        lambda whole: random.Random(1).randbytes(len(whole)),
        lambda whole: whole.replace(b"bookings", b"cookings"),
    ],
    ids=["text", "head alone", "half", "a page", "the head", "pages lost", "noise", "another table"],
)
def test_what_is_damaged_is_set_aside_whole_and_all_begins_anew(
    damage: Callable[[bytes], bytes], path: Path
) -> None:
    damaged = damage(a_small_database(path))
    path.write_bytes(damaged)
    database = Database(path)
    for use in everything(database):
        use()
    assert database.aside is not None
    assert database.aside.exists()
    assert database.aside.read_bytes()[:50][:16] == damaged[:16]
    assert Shelf(database).record("m", 2) == records(KINDS[0], 1)[1]
    database.close()
    assert is_whole(path)


def test_damage_beneath_the_running_program_is_found_then(path: Path) -> None:
    database = Database(path)
    keep(database, one())
    database.close()
    assert Shelf(database).count() == 1
    path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 40_000)
    for use in everything(database):
        use()
    assert database.aside is not None
    assert Shelf(database).record("m", 2) is not None


def test_a_damaged_log_costs_what_is_in_it_and_no_more(path: Path) -> None:
    first, second, *_ = records(KINDS[0], 1)
    database = Database(path)
    keep(database, first)
    database.close()
    keep(database, second)
    wal = path.with_name(f"{path.name}-wal")
    kept, logged = path.read_bytes(), wal.read_bytes()
    database.close()
    chance = random.Random(2)
    for place in (*range(0, 56, 5), *chance.sample(range(56, len(logged)), 30)):
        clear(path.parent)
        path.write_bytes(kept)
        wal.write_bytes(next(damages(logged, [place])))
        again = Database(path)
        assert Shelf(again).record("m", 1) == first, place
        assert keep(again, second) in (True, False)
        assert Shelf(again).record("m", 2) == second
        assert again.aside is None
        again.close()


def test_the_log_of_what_was_set_aside_is_not_taken_for_the_new_one(path: Path) -> None:
    first, second, *_ = records(KINDS[0], 1)
    database = Database(path)
    keep(database, first)
    database.close()
    keep(database, second)
    size, wal = path.stat().st_size, path.with_name(f"{path.name}-wal")
    logged = wal.read_bytes()
    database.close()
    clear(path.parent)
    path.write_bytes(b"?" * size)
    wal.write_bytes(logged)
    fresh = Database(path)
    third = records(KINDS[0], 1)[2]
    assert keep(fresh, third)
    assert [deal.number for deal in Shelf(fresh).deals(10)] == [third.number]
    assert fresh.aside is not None
    fresh.close()
    assert is_whole(path)


def fails_once(meanwhile: Callable[[], object]) -> Callable[[sqlite3.Connection], int]:
    """Reads how many deals there are, but finds damage the first time, after ``meanwhile``."""
    tries: list[int] = []

    def work(connection: sqlite3.Connection) -> int:
        tries.append(1)
        if len(tries) == 1:
            meanwhile()
            raise sqlite3.DatabaseError("database disk image is malformed")
        return int(connection.execute("SELECT count(*) FROM deals").fetchone()[0])

    return work


def test_what_another_copy_made_anew_is_not_set_aside_again(path: Path) -> None:
    one_copy, other = Database(path), Database(path)
    keep(one_copy, one())

    def other_was_quicker() -> None:
        other.read(fails_once(lambda: None))
        keep(other, records(KINDS[0], 1)[1])

    assert one_copy.read(fails_once(other_was_quicker)) == 1
    assert other.aside is not None
    assert one_copy.aside is None
    assert Shelf(one_copy).record("m", 2) == Shelf(other).record("m", 2) is not None


def test_while_another_copy_holds_the_damaged_file_its_log_goes_along(path: Path) -> None:
    holder, database = Database(path), Database(path)
    keep(holder, one())
    keep(database, records(KINDS[0], 1)[1])
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0
    assert database.read(fails_once(lambda: None)) == 0
    assert database.aside is not None
    assert list(path.parent.glob("*-wal.damaged-1")), "it may be of use to who looks at the damage"
    third = records(KINDS[0], 1)[2]
    assert keep(holder, third), "the other copy goes over to the new one by itself"
    assert Shelf(database).record("m", 3) == third
    holder.close()
    database.close()
    assert is_whole(path)


def test_each_damaged_one_is_kept(path: Path) -> None:
    kept = []
    for damage in (b"1" * 200, b"2" * 200, b"3" * 200):
        path.write_bytes(damage)
        database = Database(path)
        assert Shelf(database).matches() == []
        assert database.aside
        kept.append(database.aside)
        database.close()
    assert [aside.read_bytes()[:1] for aside in kept] == [b"1", b"2", b"3"]


def test_a_file_taken_away_beneath_the_program_is_made_anew(path: Path) -> None:
    database = Database(path)
    keep(database, one())
    clear(path.parent)
    assert Shelf(database).matches() == []
    assert keep(database, one())
    assert Shelf(Database(path)).count() == 1


# Refusals


def test_a_full_disk_is_told_and_harms_nothing(path: Path) -> None:
    database = Database(path)
    keep(database, one())
    pages = database.read(lambda c: c.execute("PRAGMA page_count").fetchone())[0]
    database.read(lambda c: c.execute(f"PRAGMA max_page_count = {pages}"))
    many = [record for n, rules in enumerate(KINDS) for record in records(rules, 1, match=f"full-{n}")]
    with pytest.raises(ShelfError) as error:
        [keep(database, record) for record in many]
    assert error.value.reason == "full"
    assert str(error.value)
    assert Shelf(database).record("m", 1) == one()
    assert keep(database, records(KINDS[0], 1)[1]), "there is room again"
    assert database.aside is None


def test_a_database_held_by_another_copy_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "PATIENCE", 0.05)
    holder, database = Database(path), Database(path)
    keep(holder, one())

    def meanwhile(connection: sqlite3.Connection) -> None:
        with pytest.raises(ShelfError) as error:
            keep(database, records(KINDS[0], 1)[1])
        assert error.value.reason == "locked"
        assert Shelf(database).count() == 1, "reading goes on"

    holder.write(meanwhile)
    assert keep(database, records(KINDS[0], 1)[1])


def test_a_place_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "shelf.sqlite").mkdir()
    for path in (tmp_path / "file" / "shelf.sqlite", tmp_path / "shelf.sqlite"):
        database = Database(path)
        for use in everything(database):
            with pytest.raises(ShelfError) as error:
                use()
            assert error.value.reason == "unwritable"
    assert (tmp_path / "shelf.sqlite").is_dir()


# Two copies of the program


def run(script: str, *args: object) -> None:
    done = start(script, *args)
    _, errors = done.communicate(timeout=60)
    assert done.returncode == 0, errors


def start(script: str, *args: object) -> "subprocess.Popen[str]":
    tests = Path(__file__).parents[1]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(game.__file__).parents[1]), str(tests)])}
    command = [sys.executable, "-c", script, *map(str, args)]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


WRITER = """
import sys
from pathlib import Path
from game.engine import Bill, Line, LineKind, preset
from game.profile.database import Database
from game.profile.purse import Purses
from game.profile.record import from_bytes
from game.profile.shelf import Shelf, info_of
from msgspec.structs import replace

path, file, name, most = sys.argv[1:]
record = from_bytes(Path(file).read_bytes())
database = Database(Path(path))
shelf, purses = Shelf(database), Purses(database)
for n in range(int(most)):
    mine = replace(record, match=f"{name}-{n}")
    info = info_of(mine.match, mine.rules, began=mine.when, seats=mine.seats, own=0)
    assert shelf.keep(mine, info)
    bill = Bill((Line(LineKind.POPO_WON, 0, 7),), (7, 0, 0, 0))
    purses.book("shared", n, preset("popo"), bill, 0)
    purses.book(mine.match, 1, preset("popo"), bill, 0)
    print(n, flush=True)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "record"
    file.write_bytes(to_bytes(one()))
    return file


def test_copies_of_the_program_write_together(path: Path, file: Path) -> None:
    """They open it at the same time too, when it is not there yet."""
    writers = [start(WRITER, path, file, name, 40) for name in ("a", "b", "c")]
    for writer in writers:
        _, errors = writer.communicate(timeout=60)
        assert writer.returncode == 0, errors
    database = Database(path)
    assert Shelf(database).count() == 120
    kept = {deal.match for deal in Shelf(database).deals(200)}
    assert kept == {f"{name}-{n}" for name in "abc" for n in range(40)}
    assert Purses(database).purse().points == 7 * (120 + 40), "what two of them booked is booked once"
    database.close()
    assert is_whole(path)


def test_a_database_is_made_by_one_of_those_who_open_it(tmp_path: Path) -> None:
    start_together = threading.Barrier(4)
    found: list[object] = []

    def opens() -> None:
        for n in range(20):
            database = Database(tmp_path / f"{n}.sqlite")
            start_together.wait(30)
            try:
                found.append(Shelf(database).matches())
            except ShelfError as error:
                found.append(error)
            found.append(database.aside)
            database.close()

    threads = [threading.Thread(target=opens) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found.count([]) == found.count(None) == 80, [error for error in found if error]


def test_copies_of_the_program_find_the_same_damage(path: Path, file: Path) -> None:
    path.write_bytes(b"?" * 8192)
    writers = [start(WRITER, path, file, name, 20) for name in ("a", "b", "c")]
    for writer in writers:
        _, errors = writer.communicate(timeout=60)
        assert writer.returncode == 0, errors
    assert len(list(path.parent.glob("shelf.sqlite.damaged-*"))) == 1, "nobody sets the new one aside"
    assert Shelf(Database(path)).count() == 60
    assert is_whole(path)


@pytest.mark.parametrize("after", [1, 3, 6])
def test_a_program_killed_while_it_writes_leaves_whole_deals(after: int, path: Path, file: Path) -> None:
    """What it had told was kept is there, and the next start goes on."""
    writer = start(WRITER, path, file, "a", 10_000)
    assert writer.stdout
    for line in writer.stdout:
        if line.strip() == str(after):
            break
    writer.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    rest = writer.stdout.read()
    writer.communicate(timeout=60)
    told = max([after, *(int(line) for line in rest.splitlines() if line.strip().isdigit())])
    database = Database(path)
    shelf = Shelf(database)
    kept = {deal.match for deal in shelf.deals(10_000)}
    assert kept in ({f"a-{n}" for n in range(told + 1)}, {f"a-{n}" for n in range(told + 2)})
    assert all(shelf.record(match, 1) is not None for match in kept)
    assert Purses(database).purse().points // 7 - 2 * (told + 1) in (0, 1, 2)
    assert keep(database, one())
    assert database.aside is None
    database.close()
    assert is_whole(path)
