"""A damaged database is set aside whole and all goes on with a new one."""

import contextlib
import random
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from database_play import PLUS_SEVEN, POPO, everything, is_whole, keep
from profile_play import KINDS, one, records

from game.profile.database import Database, ShelfError
from game.profile.purse import Purses
from game.profile.shelf import Shelf


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


def with_a_log(path: Path) -> tuple[bytes, bytes]:
    """A database and its log as a power cut leaves them: the first record is in the one, the second in the
    other."""
    first, second, *_ = records(KINDS[0], 1)
    database = Database(path)
    keep(database, first)
    database.close()
    keep(database, second)
    parts = path.read_bytes(), path.with_name(f"{path.name}-wal").read_bytes()
    database.close()
    clear(path.parent)
    return parts


def test_a_damaged_log_costs_what_is_in_it_and_no_more(path: Path) -> None:
    first, second, *_ = records(KINDS[0], 1)
    kept, logged = with_a_log(path)
    wal = path.with_name(f"{path.name}-wal")
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
    kept, logged = with_a_log(path)
    path.write_bytes(b"?" * len(kept))
    path.with_name(f"{path.name}-wal").write_bytes(logged)
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
