"""Journals come to the shelf: whatever was played on this PC is there, once, wherever the program stopped."""

import contextlib
import os
import time
from pathlib import Path
from typing import Any

import pytest
from kept_play import write_journal
from profile_play import KINDS, evening, kind

from game.profile.database import ShelfError
from game.profile.keeper import Books
from game.scenes import keeping
from game.scenes.keeping import all_journals, forget, of_journal
from game.table.journal import Journal, SeatInfo, read
from game.table.open import open_saved
from game.table.table import Pace

PACE = Pace(0, 0, 0, grace=0.5)


@pytest.fixture
def books(tmp_path: Path):
    found = Books(tmp_path / "shelf")
    yield found
    found.database.close()


def through(books: Books, folder: Path) -> None:
    for _ in all_journals(books, folder):
        pass


def test_all_finished_deals_of_all_journals_are_kept_with_how_the_matches_stand(tmp_path, books):
    whole = write_journal(tmp_path, "20260131-200000-aaaaaa", KINDS[0], 1)
    half = write_journal(tmp_path, "20260131-210000-bbbbbb", KINDS[1], 2, deals=2)
    begun = write_journal(tmp_path, "20260131-220000-cccccc", KINDS[0], 3, deals=0)
    through(books, tmp_path)
    _, deals, after = evening(KINDS[0], 1)
    known = {info.id: info for info in books.shelf.matches()}
    assert set(known) == {path.stem for path in (whole, half, begun)}
    assert known[whole.stem].over
    assert known[whole.stem].won_by == after[-1].won_by
    assert known[whole.stem].levels == after[-1].levels
    assert {info.id for info in books.shelf.unfinished()} == {half.stem, begun.stem}
    assert (known[half.stem].deals, known[begun.stem].deals) == (2, 0)
    for number, deal in enumerate(deals, 1):
        record = books.shelf.record(whole.stem, number)
        assert record is not None
        assert record.events == deal.events
        assert record.own == 0
    kept = books.shelf.deals(100, 0, whole.stem)
    assert [deal.number for deal in kept] == list(range(len(deals), 0, -1)), "in the order they were played"


def test_going_through_them_again_changes_nothing(tmp_path, books):
    write_journal(tmp_path, "a", KINDS[3], 1)
    through(books, tmp_path)
    before = books.shelf.deals(100), books.shelf.matches(), books.purses.purse()
    through(books, tmp_path)
    assert (books.shelf.deals(100), books.shelf.matches(), books.purses.purse()) == before


def test_what_was_played_since_is_added(tmp_path, books):
    path = write_journal(tmp_path, "a", KINDS[0], 1, deals=1)
    first = of_journal(books, path)
    assert first is not None
    assert first.record.number == 1
    assert first.result == first.record.after().result
    assert of_journal(books, path) == first, "nothing new"
    path.unlink()
    write_journal(tmp_path, "a", KINDS[0], 1, deals=3)
    last = of_journal(books, path)
    assert last is not None
    assert last.record.number == 3
    assert books.shelf.count() == 3


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_deal_by_deal_or_all_at_once_the_same_is_kept(tmp_path, books, rules, monkeypatch):
    path = write_journal(tmp_path / "whole", "a", rules, 1)
    lines = path.read_bytes().splitlines(keepends=True)
    ends = [i + 1 for i, line in enumerate(lines) if keeping.SCORED in line]
    sizes: list[int] = []

    def measured(data: bytes) -> Any:
        sizes.append(len(data))
        return read(data)

    monkeypatch.setattr(keeping, "read", measured)
    growing = tmp_path / "a.journal"
    for number, end in enumerate(ends, 1):
        growing.write_bytes(b"".join(lines[:end]))
        sizes.clear()
        found = of_journal(books, growing)
        assert found is not None
        assert found.record.number == number
        new = lines[0], *lines[ends[number - 2] if number > 1 else 1 : end]
        assert max(sizes) == sum(map(len, new)), "only what is new is read"
    monkeypatch.undo()
    at_once = Books(tmp_path / "another")
    through(at_once, tmp_path / "whole")
    for number in range(1, len(ends) + 1):
        one, other = (shelf.record("a", number) for shelf in (books.shelf, at_once.shelf))
        assert one is not None
        assert other is not None
        assert (one.start, one.events) == (other.start, other.events)
    at_once.database.close()


def test_a_lost_shelf_is_made_anew_from_the_journals_and_the_purse_with_it(tmp_path, books):
    for i in range(2):
        write_journal(tmp_path, f"2026013{i}", KINDS[3], i, deals=3)
    through(books, tmp_path)
    again = Books(tmp_path / "another")
    through(again, tmp_path)
    assert again.purses.purse() == books.purses.purse()
    assert again.shelf.count() == books.shelf.count()
    again.database.close()


def test_journals_that_cannot_be_read_are_passed_over(tmp_path, books):
    good = write_journal(tmp_path, "b", KINDS[0], 1, deals=1)
    (tmp_path / "a.journal").write_bytes(b"nonsense\nnonsense\n")
    (tmp_path / "c.journal").write_bytes(b"")
    (tmp_path / "d d!.journal").write_bytes(good.read_bytes())
    through(books, tmp_path)
    assert [info.id for info in books.shelf.matches()] == ["b"]


def test_a_table_of_the_lan_is_told_by_its_names(tmp_path, books):
    seats = (
        SeatInfo("甲", bot=False),
        SeatInfo("乙", bot=False),
        SeatInfo("Lin Yue", bot=True),
        SeatInfo("A-Qiang", bot=True),
    )
    write_journal(tmp_path, "a", KINDS[0], 1, deals=1, seats=seats)
    through(books, tmp_path)
    (info,) = books.shelf.matches()
    assert info.lan
    assert info.own is None, "whose seat was the player's is not known any more"
    assert books.purses.purse().points == 0


def test_a_forgotten_match_does_not_come_back_and_what_it_brought_stays(tmp_path, books):
    path = write_journal(tmp_path, "a", KINDS[0], 1)
    through(books, tmp_path)
    purse = books.purses.purse()
    assert purse.points
    (info,) = books.shelf.matches()
    assert forget(books, tmp_path, info)
    assert not path.exists()
    through(books, tmp_path)
    assert books.shelf.matches() == []
    assert books.shelf.count() == 0
    assert books.purses.purse() == purse


def test_a_match_that_is_played_elsewhere_is_not_forgotten(tmp_path, books):
    path = write_journal(tmp_path, "a", KINDS[0], 1, deals=1)
    through(books, tmp_path)
    (info,) = books.shelf.matches()
    journal, *_ = Journal.resume(path)
    assert not forget(books, tmp_path, info)
    assert path.exists()
    assert books.shelf.matches() == [info]
    journal.close()


def test_a_table_tells_of_its_journal_when_it_begins(tmp_path, books):
    path = write_journal(tmp_path, "a", KINDS[0], 1, deals=1)
    told: list[Path] = []
    runner = open_saved(path, PACE, told.append)
    runner.stop()
    assert told == [path]


def test_the_deal_played_last_is_told_by_its_number_whatever_the_clock_said(tmp_path, books):
    path = write_journal(tmp_path, "a", KINDS[0], 1, deals=1)
    of_journal(books, path)
    path.unlink()
    write_journal(tmp_path, "a", KINDS[0], 1, deals=2)
    os.utime(path, (time.time() - 7200,) * 2)
    for _ in range(2):  # when it is new, and when it is known
        last = of_journal(books, path)
        assert last is not None
        assert last.record.number == 2


def test_a_deal_that_cannot_be_read_again_does_not_stop_the_other_matches(tmp_path, books):
    first = write_journal(tmp_path, "20260101-000000-aaaaaa", KINDS[1], 1, deals=1)
    through(books, tmp_path)
    books.database.write(lambda c: c.execute("UPDATE records SET data = x'00'"))
    first.unlink()
    write_journal(tmp_path, first.stem, KINDS[1], 1, deals=2)
    other = write_journal(tmp_path, "20260102-000000-bbbbbb", KINDS[0], 1, deals=1)
    through(books, tmp_path)
    assert {info.id for info in books.shelf.matches()} == {first.stem, other.stem}


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_a_shelf_that_is_locked_now_and_then_loses_neither_deals_nor_what_they_brought(
    tmp_path, books, rules, monkeypatch
):
    write_journal(tmp_path, "a", rules, 1)
    through(books, tmp_path)
    bad = Books(tmp_path / "another")
    tries = 0

    def now_and_then(step):
        def tried(*args):
            nonlocal tries
            tries += 1
            if tries % 3 == 0:
                raise ShelfError("locked", "another copy holds it")
            return step(*args)

        return tried

    monkeypatch.setattr(bad.shelf, "keep", now_and_then(bad.shelf.keep))
    monkeypatch.setattr(bad.purses, "book", now_and_then(bad.purses.book))
    for _ in range(40):
        with contextlib.suppress(ShelfError):
            through(bad, tmp_path)
            break
    assert (bad.purses.purse(), bad.shelf.count()) == (books.purses.purse(), books.shelf.count())
    bad.database.close()
