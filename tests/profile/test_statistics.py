"""Statistics: what the shelf adds up by SQL is what one counts by hand, deal after deal."""

import random
from pathlib import Path
from typing import Any

import pytest
from engine_play import examples
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from profile_play import KINDS, info, records, stamp

from game.engine import seat_team
from game.engine.rules import PRESETS
from game.profile.database import Database
from game.profile.record import Record, imported, to_bytes
from game.profile.shelf import Shelf, info_of_imported
from game.profile.statistics import Best, Figures, statistics_of


def counted(kept: list[Record]) -> Figures:
    """The same in plain Python, from the records alone."""
    mine = sorted((r for r in kept if r.own is not None), key=lambda r: (r.when, r.match, r.number))
    sums = dict.fromkeys(
        ("deals", "won", "dealt", "dealt_won", "gained", "lost", "points", "conceded", "run"), 0
    )
    run, best = 0, None
    over = {}
    for record in mine:
        after = record.after()
        result = after.result
        assert result is not None
        assert record.own is not None
        dealt = record.own % 2 == result.dealer % 2
        won = dealt == (result.side == "dealer")
        sums["deals"] += 1
        sums["won"] += won
        sums["dealt"] += dealt
        sums["dealt_won"] += dealt and won
        sums["gained" if won else "lost"] += result.gain
        sums["conceded" if dealt else "points"] += result.points
        run = run + 1 if won else 0
        sums["run"] = max(sums["run"], run)
        if won:
            clear = abs(result.points - record.rules.bar) / record.rules.decks
            found = Best(record.match, record.number, result.gain, result.points, dealt)
            if best is None or (result.gain, clear) > best[0]:
                best = (result.gain, clear), found
        if after.won_by is not None:
            over[record.match] = after.won_by == seat_team(record.own)
    return Figures(**sums, best=best and best[1], matches=len(over), matches_won=sum(over.values()))


def agrees(database: Database, kept: list[Record]) -> None:
    found = statistics_of(database)
    assert found.all == counted(kept)
    assert set(found.presets) == set(PRESETS)
    for name, figures in found.presets.items():
        assert figures == counted([record for record in kept if record.rules.preset == name])


def change(database: Database, sql: str) -> None:
    database.write(lambda connection: connection.execute(sql))


SEEDS = (1, 2, 3)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(KINDS),
            st.sampled_from(SEEDS),
            st.sampled_from([0, 1, 2, 3, None]),
            st.integers(0, 20).map(lambda n: 45 * n),
            st.integers(0, 3),
        ),
        max_size=6,
    )
)
@examples(20)
def test_sums_are_those_of_a_plain_count(
    tmp_path_factory: pytest.TempPathFactory, evenings: list[tuple[Any, ...]]
) -> None:
    """Matches that run beside each other, some of them watched, some not over."""
    database = Database(tmp_path_factory.mktemp("sums") / "shelf.sqlite")
    shelf, kept = Shelf(database), []
    for n, (rules, seed, own, at, lacking) in enumerate(evenings):
        match = records(rules, seed, own, f"m{n}", at)
        kept += match[: len(match) - lacking]
    random.Random(len(kept)).shuffle(kept)
    for record in kept:
        shelf.keep(record, info(record))
    agrees(database, kept)
    database.close()


def test_an_empty_shelf_has_played_nothing(tmp_path: Path) -> None:
    found = statistics_of(Database(tmp_path / "shelf.sqlite"))
    assert found.all == Figures()
    assert set(found.presets.values()) == {Figures()}
    figures = found.all
    assert (figures.gained_each, figures.lost_each, figures.points_each, figures.conceded_each) == (0,) * 4


def test_averages_are_over_the_deals_they_are_of() -> None:
    figures = Figures(
        deals=10, won=6, dealt=4, dealt_won=3, gained=5, lost=2, points=300, conceded=100, matches=1
    )
    assert (figures.attacked, figures.attacked_won) == (6, 3)
    assert (figures.gained_each, figures.lost_each) == (0.5, 0.2)
    assert (figures.points_each, figures.conceded_each) == (50, 25)


def test_what_was_watched_or_imported_does_not_count(tmp_path: Path) -> None:
    database = Database(tmp_path / "shelf.sqlite")
    shelf = Shelf(database)
    for record in records(KINDS[0], 1, None, "watched"):
        shelf.keep(record, info(record))
    for record in records(KINDS[0], 1, 0, "mine"):
        got = imported(to_bytes(record))
        shelf.keep(got, info_of_imported(got))
    assert shelf.count() > 4
    assert statistics_of(database).all == Figures()


def test_what_is_forgotten_does_not_count_any_more(tmp_path: Path) -> None:
    database = Database(tmp_path / "shelf.sqlite")
    kept = [*records(KINDS[0], 1, 0, "a"), *records(KINDS[2], 1, 1, "b")]
    for record in kept:
        Shelf(database).keep(record, info(record))
    Shelf(database).forget("a")
    agrees(database, [record for record in kept if record.match == "b"])


def test_of_equal_best_deals_it_is_the_first(tmp_path: Path) -> None:
    database = Database(tmp_path / "shelf.sqlite")
    record = records(KINDS[0], 1)[0]
    result = record.after().result
    assert result
    winner = result.dealer if result.side == "dealer" else (result.dealer + 1) % 4
    kept = [
        replace(record, match=match, own=winner, when=stamp(at)) for match, at in (("a", 500), ("b", 100))
    ]
    for record in kept:
        Shelf(database).keep(record, info(record))
    best = statistics_of(database).all.best
    assert best
    assert best.match == "b"
    agrees(database, kept)


def test_a_damaged_row_does_not_keep_the_rest_from_being_told(tmp_path: Path) -> None:
    database = Database(tmp_path / "shelf.sqlite")
    kept = [*records(KINDS[0], 1, 0, "a"), *records(KINDS[2], 1, 1, "b")]
    for record in kept:
        Shelf(database).keep(record, info(record))
    for damage in ("gain = 'x'", "preset = 'y'", "won = 7", "points = x'00'", "decks = 0"):
        with_damage = f"UPDATE deals SET {damage} WHERE match = 'a' AND number = 1"
        change(database, with_damage)
        found = statistics_of(database)
        assert found.presets["popo"] == counted([record for record in kept if record.match == "b"])
        assert found.all.deals in (len(kept), len(kept) - 1)
        assert found.all.best
    change(database, "UPDATE deals SET gain = 'x' WHERE match = 'a'")
    assert statistics_of(database).all.best == found.presets["popo"].best
