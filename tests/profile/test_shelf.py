"""The shelf: what is kept is found again, once, in lists and whole."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from engine_play import examples
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from profile_play import KINDS, SEATS, info, kind, one, records, stamp

from game.engine import RuleSet, preset, seat_team
from game.profile.database import Database, ShelfError
from game.profile.record import Record, imported, to_bytes
from game.profile.shelf import MatchInfo, Shelf, info_of, info_of_imported


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "shelf.sqlite"


@pytest.fixture
def shelf(path: Path) -> Shelf:
    return Shelf(Database(path))


def keep(shelf: Shelf, kept: list[Record], **told: Any) -> None:
    for record in kept:
        assert shelf.keep(record, info(record, **told))


def change(database: Database, sql: str, *values: object) -> None:
    database.write(lambda connection: connection.execute(sql, values))


def several() -> list[list[Record]]:
    """Four evenings of unlike rules, one of them only watched; the second runs while the first does."""
    owns = (0, 3, 1, None)
    ats = (0, 30, 5000, 9000)
    return [
        records(rules, 1, own, f"match-{n}", at)
        for n, (rules, own, at) in enumerate(zip(KINDS, owns, ats, strict=True))
    ]


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_a_kept_record_comes_back_the_same(rules: RuleSet, shelf: Shelf, path: Path) -> None:
    kept = records(rules, 1)
    keep(shelf, kept)
    for shelf_again in (shelf, Shelf(Database(path))):
        for record in kept:
            assert shelf_again.record(record.match, record.number) == record
        assert shelf_again.record("m", len(kept) + 1) is None
        assert shelf_again.record("another", 1) is None


def test_the_same_deal_twice_is_one(shelf: Shelf) -> None:
    first, second, *_ = records(KINDS[0], 1)
    keep(shelf, [first, second])
    before = shelf.deals(10), shelf.matches()
    for record in (first, second, replace(first, when=stamp(9999), own=2)):
        assert not shelf.keep(record, info(record))
    assert shelf.deals(10) == before[0]
    assert shelf.record(first.match, 1) == first
    assert [match.deals for match in shelf.matches()] == [2]


def test_a_deal_belongs_to_its_match(shelf: Shelf) -> None:
    with pytest.raises(ValueError, match="another"):
        shelf.keep(one(), replace(info(one()), id="another"))
    assert shelf.matches() == []


def test_lists_have_the_latest_first_in_pages(shelf: Shelf) -> None:
    evenings = several()
    for kept in evenings:
        keep(shelf, kept)
    order = sorted((r for kept in evenings for r in kept), key=lambda r: r.when, reverse=True)
    listed = shelf.deals(100)
    assert [(deal.match, deal.number, deal.played) for deal in listed] == [
        (r.match, r.number, r.when) for r in order
    ]
    assert shelf.count() == len(order) > 6
    paged = [deal for at in range(0, len(order), 3) for deal in shelf.deals(3, at)]
    assert paged == listed
    assert shelf.deals(5, len(order)) == []
    assert [match.id for match in shelf.matches()] == ["match-3", "match-2", "match-1", "match-0"]


def test_a_line_tells_what_the_deal_was(shelf: Shelf) -> None:
    for kept in several():
        keep(shelf, kept, lan=kept[0].match == "match-2")
    by_key = {(r.match, r.number): r for kept in several() for r in kept}
    for deal in shelf.deals(100):
        record = by_key[deal.match, deal.number]
        result = record.after().result
        assert result
        for name in ("level", "suit", "dealer", "points", "side", "gain"):
            assert getattr(deal, name) == getattr(result, name)
        assert (deal.preset, deal.decks, deal.own) == (record.rules.preset, record.rules.decks, record.own)
        assert deal.seats == SEATS
        assert deal.changed
        assert deal.lan == (deal.match == "match-2")
        if record.own is None:
            assert deal.won is None
        else:
            dealt = seat_team(record.own) == seat_team(result.dealer)
            assert deal.won == (dealt == (result.side == "dealer"))


@pytest.mark.parametrize("match", ["match-0", "match-3", "none"])
def test_the_deals_of_one_match_can_be_asked_for(shelf: Shelf, match: str) -> None:
    for kept in several():
        keep(shelf, kept)
    wanted = [deal for deal in shelf.deals(100) if deal.match == match]
    assert shelf.deals(100, 0, match) == wanted
    assert shelf.count(match) == len(wanted)
    assert shelf.deals(1, 1, match) == wanted[1:2]
    assert shelf.numbers(match) == {deal.number for deal in wanted}


def test_several_matches_can_be_gone_on_with(shelf: Shelf) -> None:
    over = records(KINDS[0], 1, 0, "over")
    running = records(KINDS[1], 1, 0, "running", 60)[:-1]
    keep(shelf, over, journal="over.journal")
    keep(shelf, running, journal="running.journal")
    keep(shelf, records(KINDS[2], 1, 0, "elsewhere")[:1])
    begun = info_of(
        "begun", KINDS[3], began=stamp(9000), seats=SEATS, own=0, journal="begun.journal", levels=("5", "7")
    )
    shelf.note(begun)
    found = shelf.unfinished()
    assert [match.id for match in found] == ["begun", "running"]
    assert found[0] == begun
    last = running[-1]
    assert found[1] == replace(
        info(last, journal="running.journal"),
        deals=last.number,
        levels=last.after().levels,
        played=last.when,
    )
    (done,) = [match for match in shelf.matches() if match.id == "over"]
    assert done.over
    assert done.won_by == over[-1].after().won_by is not None


def test_how_far_a_match_has_come_never_goes_back(shelf: Shelf) -> None:
    """Old news may come late: the journal is gone through again after a crash."""
    kept = records(KINDS[0], 1)
    keep(shelf, kept, journal="m.journal")
    before = shelf.matches()
    for record in kept:
        shelf.note(info(record))
        shelf.keep(record, info(record))
        assert shelf.matches() == before
    shelf.note(replace(before[0], over=False, won_by=None, played=stamp(0)))
    assert shelf.matches() == before


@given(st.permutations(range(len(records(KINDS[0], 1)))), st.data())
@examples(20)
def test_in_whatever_order_and_however_often_deals_are_kept(
    tmp_path_factory: pytest.TempPathFactory, order: list[int], data: st.DataObject
) -> None:
    kept = records(KINDS[0], 1)
    shelf = Shelf(Database(tmp_path_factory.mktemp("order") / "shelf.sqlite"))
    for index in (*order, *data.draw(st.lists(st.sampled_from(order), max_size=3))):
        shelf.keep(kept[index], info(kept[index]))
    assert [deal.number for deal in shelf.deals(100)] == [record.number for record in kept][::-1]
    (match,) = shelf.matches()
    assert (match.deals, match.over, match.levels) == (len(kept), True, kept[-1].after().levels)


def test_a_match_forgotten_takes_its_deals_along(shelf: Shelf) -> None:
    for kept in several():
        keep(shelf, kept)
    gone = several()[1]
    shelf.forget("match-1")
    assert {deal.match for deal in shelf.deals(100)} == {"match-0", "match-2", "match-3"}
    assert all(shelf.record(record.match, record.number) is None for record in gone)
    assert shelf.record("match-0", 1) == several()[0][0]
    shelf.forget("match-1")
    keep(shelf, gone)
    assert shelf.record("match-1", 1) == gone[0], "and may be kept again"


def test_an_imported_deal_is_found_but_is_no_match(shelf: Shelf) -> None:
    mine = one()
    keep(shelf, [mine])
    got = imported(to_bytes(mine))
    assert shelf.keep(got, info_of_imported(got))
    assert not shelf.keep(got, info_of_imported(got)), "the same file once"
    assert [match.id for match in shelf.matches()] == [mine.match]
    assert shelf.unfinished() == []
    assert {deal.match for deal in shelf.deals(10)} == {mine.match, got.match}
    assert shelf.record(got.match, got.number) == got
    assert shelf.record(mine.match, mine.number) == mine
    assert info_of_imported(got).imported
    assert not info(mine).imported


def test_a_preset_is_told_from_one_with_changes(shelf: Shelf) -> None:
    told: dict[str, Any] = {"began": stamp(0), "seats": SEATS, "own": 0}
    for decks in (1, 2, 3, 4):
        assert not info_of("m", preset("popo", decks), **told).changed
    assert info_of("m", preset("popo", end_level="5"), **told).changed


@pytest.mark.parametrize(
    "change", [{"journal": "../../etc"}, {"journal": "/x"}, {"journal": ".x"}, {"own": 7}], ids=str
)
def test_what_can_not_be_kept_is_refused_when_it_is_made(change: dict[str, object]) -> None:
    told: dict[str, Any] = {"began": stamp(0), "seats": SEATS, "own": 0, **change}
    with pytest.raises(msgspec.ValidationError):
        info_of("m", KINDS[0], **told)


def test_rows_that_say_what_can_not_be_are_left_out(shelf: Shelf, path: Path) -> None:
    for kept in several():
        keep(shelf, kept, journal="x.journal")
    database = Database(path)
    for statement in (
        "UPDATE matches SET seats = x'ff00' WHERE id = 'match-0'",
        "UPDATE matches SET levels = '[1' WHERE id = 'match-1'",
        "UPDATE deals SET dealer = 9 WHERE match = 'match-2' AND number = 1",
    ):
        change(database, statement)
    assert [match.id for match in shelf.matches()] == ["match-3", "match-2"]
    left = {(deal.match, deal.number) for deal in shelf.deals(100)}
    assert {match for match, _ in left} == {"match-1", "match-2", "match-3"}
    assert ("match-2", 1) not in left
    assert ("match-2", 2) in left


def test_a_damaged_record_is_named_and_leaves_the_others(shelf: Shelf, path: Path) -> None:
    first, second, *_ = records(KINDS[0], 1)
    keep(shelf, [first, second])
    for damage, reason in ((b"", "damaged"), ("text", "damaged"), (b"SHENGJI\n\0\x09..........", "newer")):
        change(Database(path), "UPDATE records SET data = ? WHERE number = 1", damage)
        with pytest.raises(ShelfError) as error:
            shelf.record(first.match, 1)
        assert error.value.reason == reason
        assert shelf.record(first.match, 2) == second
        assert len(shelf.deals(10)) == 2


def test_matches_keep_their_players_as_they_are_called(shelf: Shelf) -> None:
    kept = records(KINDS[0], 1)[:1]
    keep(shelf, kept)
    (match,) = shelf.matches()
    assert isinstance(match, MatchInfo)
    assert match.seats == SEATS
