"""The database: one thread's, whole or not at all, of any version; what can not be done is told."""

import sqlite3
import threading
from pathlib import Path

import pytest
from database_play import PLUS_SEVEN, POPO, everything, keep
from profile_play import KINDS, one, records

from game.profile import database as database_module
from game.profile.database import STEPS, Database, ShelfError
from game.profile.purse import Purses
from game.profile.record import to_bytes
from game.profile.shelf import Shelf


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
