"""The keeper: shelf and purse are written beside the game, and nothing is lost when the program ends."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from profile_play import KINDS, info, records, stamp

from game.engine import seat_team, view
from game.profile.database import Database, ShelfError
from game.profile.keeper import Books, Keeper, Kept, Trouble
from game.profile.purse import NEW, Purses, bill_of
from game.profile.record import Record
from game.profile.shelf import Shelf

PATIENCE = 20
BOTS = (False, True, False, True)


def opened(path: Path) -> Keeper:
    return Keeper(path, lambda: None)


def kept_in(record: Record) -> Callable[[Books], Kept]:
    return lambda books: books.keep(record, info(record))


def test_nothing_is_begun_before_somebody_asks(tmp_path: Path) -> None:
    before = threading.active_count()
    keeper = opened(tmp_path / "shelf")
    assert threading.active_count() == before
    keeper.close()
    assert not (tmp_path / "shelf").exists()


def test_what_is_asked_is_answered_on_a_thread_of_its_own_and_the_window_is_woken(tmp_path: Path) -> None:
    woken = threading.Event()
    keeper = Keeper(tmp_path / "shelf", woken.set)
    asked = keeper.ask(lambda books: (threading.current_thread(), books.purses.purse()))
    thread, purse = asked.result(PATIENCE)
    assert thread is not threading.current_thread()
    assert purse.silver == NEW
    assert woken.wait(PATIENCE)
    keeper.close()


def test_the_asker_does_not_wait_for_what_takes_long(tmp_path: Path) -> None:
    keeper, go = opened(tmp_path / "shelf"), threading.Event()
    slow = keeper.ask(lambda _: go.wait(PATIENCE))
    quick = keeper.ask(lambda _: "there")
    assert not slow.done()
    assert not quick.done()
    go.set()
    assert quick.result(PATIENCE) == "there"
    keeper.close()


def test_others_go_first_between_the_steps_of_long_work_and_the_end_cuts_it_short(tmp_path: Path) -> None:
    keeper, go, begun = opened(tmp_path / "shelf"), threading.Event(), threading.Event()
    done: list[str] = []

    def long(books: Books) -> Iterator[None]:
        for step in range(1000):
            done.append(f"step {step}")
            begun.set()
            if step == 0:
                go.wait(PATIENCE)
            yield

    assert not keeper.slow
    keeper.slowly(long)
    assert keeper.slow
    assert begun.wait(PATIENCE)
    asked = keeper.ask(lambda _: done.append("asked"))
    go.set()
    asked.result(PATIENCE)
    assert done.index("asked") == 1, "after the step that ran, before the next"
    keeper.close()
    assert len(done) < 1000


def test_long_work_ends_by_itself(tmp_path: Path) -> None:
    keeper, ended = opened(tmp_path / "shelf"), threading.Event()

    def long(_: Books) -> Iterator[None]:
        for _ in range(20):
            yield
        ended.set()

    keeper.slowly(long)
    assert ended.wait(PATIENCE)
    keeper.ask(lambda _: None).result(PATIENCE)
    assert not keeper.slow
    keeper.close()


def test_deals_are_kept_and_booked_once_though_told_twice(tmp_path: Path) -> None:
    rules = KINDS[0]
    kept = records(rules, 1)
    keeper = opened(tmp_path / "shelf")
    for record in (*kept, *kept):
        keeper.keep(kept_in(record))
    keeper.close()  # all that was told is done first
    assert keeper.latest is not None
    assert keeper.latest.record == kept[-1]
    assert keeper.latest.result == kept[-1].after().result
    database = Database(tmp_path / "shelf")
    assert Shelf(database).count() == len(kept)
    purse = Purses(database).purse()
    assert rules.settlement == "points"
    due = 0
    for record in kept:
        bill = bill_of(view(record.after(), 0), (False, True, False, True))
        assert bill is not None
        due += bill.totals[0]
    assert purse.points == due
    database.close()


def test_silver_is_played_for_with_what_the_purse_holds(tmp_path: Path) -> None:
    rules = KINDS[3]
    keeper = opened(tmp_path / "shelf")
    for number in range(40):
        for record in records(rules, number % 4, own=number % 4, match=f"m{number}", at=number * 3600):
            keeper.tell(kept_in(record))
    purse = keeper.ask(lambda books: books.purses.purse()).result(PATIENCE)
    keeper.close()
    assert purse.silver != NEW
    assert purse.silver >= 0
    assert purse.silver_won > 0


def test_who_has_nothing_loses_nothing_and_wins_in_full(tmp_path: Path) -> None:
    """A failed throw costs no more than there is, and what is won afterwards is not used up by it."""

    def bills(record: Record) -> tuple[int, int]:
        assert record.own is not None
        known = view(record.after(), record.own)
        poor = tuple(0 if seat == record.own else None for seat in range(4))
        found = [bill_of(known, BOTS, purses) for purses in (poor, (None,) * 4)]
        without, rich = (bill.totals[record.own] if bill else 0 for bill in found)
        return without, rich

    thrown = [record for seed in range(4) for own in range(4) for record in records(KINDS[3], seed, own=own)]
    record = next(record for record in thrown if bills(record)[0] > bills(record)[1] > -NEW)
    keeper = opened(tmp_path / "shelf")
    sql = "INSERT INTO bookings VALUES ('', 'before', 1, ?, 0, 0)"
    keeper.ask(lambda books: books.database.write(lambda c: c.execute(sql, (-NEW,)) and None)).result(
        PATIENCE
    )
    keeper.ask(kept_in(record)).result(PATIENCE)
    purse = keeper.ask(lambda books: books.purses.purse()).result(PATIENCE)
    keeper.close()
    assert purse.silver == max(0, bills(record)[0])


def test_a_match_settled_at_its_end_counts_from_where_it_set_out(tmp_path: Path) -> None:
    rules = KINDS[1]
    kept = records(rules, 2)
    keeper = opened(tmp_path / "shelf")
    before = []
    for record in kept:
        keeper.ask(kept_in(record)).result(PATIENCE)
        before.append(keeper.ask(lambda books: books.purses.purse().points).result(PATIENCE))
    keeper.close()
    assert set(before[:-1]) == {0}
    assert (before[-1] > 0) == (kept[-1].after().won_by == seat_team(0))


def test_who_only_watched_books_nothing(tmp_path: Path) -> None:
    keeper = opened(tmp_path / "shelf")
    record = records(KINDS[0], 1, own=None)[0]
    keeper.ask(lambda books: books.keep(record, info(record))).result(PATIENCE)
    assert keeper.ask(lambda books: books.purses.purse()).result(PATIENCE).points == 0
    keeper.close()


def test_a_trouble_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "shelf"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    keeper = opened(path)
    record = records(KINDS[0], 1)[0]
    for _ in range(3):
        keeper.tell(lambda books: books.keep(record, info(record)))
    asked = keeper.ask(lambda books: books.shelf.count())
    with pytest.raises(ShelfError):
        asked.result(PATIENCE)
    assert keeper.take_trouble() == Trouble("newer")
    assert keeper.take_trouble() is None
    keeper.close()


def test_a_damaged_list_is_set_aside_and_said_so(tmp_path: Path) -> None:
    path = tmp_path / "shelf"
    path.write_bytes(b"no database" * 100)
    keeper = opened(path)
    assert keeper.ask(lambda books: books.shelf.count()).result(PATIENCE) == 0
    trouble = keeper.take_trouble()
    assert trouble is not None
    assert trouble.reason == "aside"
    assert (tmp_path / trouble.name).exists()
    keeper.close()


def test_after_the_end_nothing_is_begun(tmp_path: Path) -> None:
    keeper = opened(tmp_path / "shelf")
    keeper.close()
    keeper.close()
    assert keeper.ask(lambda books: books.shelf.count()).cancelled()
    keeper.tell(lambda books: books.shelf.count())
    assert keeper.take_trouble() is None


def test_what_takes_long_at_the_end_still_leaves_the_books_closed(tmp_path: Path) -> None:
    """Also when the first work of the run has not even begun by then."""
    keeper, go = opened(tmp_path / "shelf"), threading.Event()
    keeper._pool.submit(go.wait, PATIENCE)
    asked = keeper.ask(lambda books: (books.purses.purse(), books.database))
    threading.Timer(0.05, go.set).start()
    keeper.close()
    _, database = asked.result(PATIENCE)
    assert database._connection is None


def test_where_a_match_set_out_is_told_by_its_deals_numbers_whatever_the_clock_said(tmp_path: Path) -> None:
    """As on the evening when the clock goes back."""
    kept = records(KINDS[1], 1)
    bills = []
    for name, later in (("steady", 60), ("back", -7200)):
        books = Books(tmp_path / name)
        for i, record in enumerate(kept):
            told = replace(record, when=stamp(i * 60 if i == 0 else i * 60 + later))
            last = books.keep(told, info(told)).bill
        bills.append(last)
        books.database.close()
    wanted = bill_of(view(kept[-1].after(), 0), BOTS, started=kept[0].start.levels)
    assert bills == [wanted, wanted]
    assert wanted != bill_of(view(kept[-1].after(), 0), BOTS, started=kept[-1].start.levels)


def test_what_is_on_the_shelf_is_booked_wherever_the_program_stops(tmp_path: Path) -> None:
    record = records(KINDS[3], 1)[0]
    good = Books(tmp_path / "good")
    good.keep(record, info(record))

    def stopped(*_: object) -> None:
        raise ShelfError("locked", "another copy holds it")

    for name, part, step in (("a", "purses", "book"), ("b", "shelf", "keep")):
        books = Books(tmp_path / name)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(getattr(books, part), step, stopped)
            with pytest.raises(ShelfError):
                books.keep(record, info(record))
        if books.shelf.count():
            assert books.purses.purse() == good.purses.purse()
        books.keep(record, info(record))
        assert (books.shelf.count(), books.purses.purse()) == (1, good.purses.purse())
        books.database.close()
    good.database.close()
