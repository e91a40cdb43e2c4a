"""Several copies of the program use one database, and any of them may be killed."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from database_play import is_whole, keep
from profile_play import one

import game
from game.profile.database import Database, ShelfError
from game.profile.purse import Purses
from game.profile.record import to_bytes
from game.profile.shelf import Shelf


def start(script: str, *args: object) -> "subprocess.Popen[str]":
    env = {**os.environ, "PYTHONPATH": str(Path(game.__file__).parents[1])}
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
