"""The purse: every settlement is booked once, never more than the purse holds; titles and medals follow."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from engine_play import examples
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from profile_play import KINDS, evening, info, kind, records

from game.engine import MEDALS, TITLES, Bill, Line, LineKind, RuleSet, preset, settle_match, view
from game.engine.bill import total_of
from game.engine.settle import settle_deal
from game.profile.database import Database
from game.profile.purse import MOST, NEW, Booking, Purse, Purses, bill_of
from game.profile.shelf import Shelf

SILVER = preset("lezhong", settlement="silver")
POINTS = preset("lezhong")
NO_BOTS = (False,) * 4


def of(*lines: Line) -> Bill:
    return Bill(lines, total_of(lines))


def four(values: Iterable[bool]) -> tuple[bool, bool, bool, bool]:
    a, b, c, d = values
    return a, b, c, d


def paid(amount: int, seat: int = 0) -> Bill:
    return of(Line(LineKind.SILVER_PAID, seat, -amount))


def won(amount: int, tax: int = 0, throws: int = 0, seat: int = 0) -> Bill:
    return of(
        Line(LineKind.FAILED_THROW, seat, -throws),
        Line(LineKind.SILVER_WON, seat, amount),
        Line(LineKind.TAX, seat, -tax),
    )


def points(amount: int, seat: int = 0) -> Bill:
    return of(Line(LineKind.DEAL_WON if amount > 0 else LineKind.DEAL_LOST, seat, amount))


def test_a_new_purse_holds_ten_thousand(path: Path) -> None:
    assert Purses(Database(path)).purse() == Purse(10_000, 0, 0)
    assert NEW == 10_000


def test_silver_comes_and_goes_and_what_was_won_stays_won(path: Path) -> None:
    purses = Purses(Database(path))
    assert purses.book("m", 1, SILVER, won(1000, tax=50), 0) == Booking(950, 0, 950)
    assert purses.purse() == Purse(10_950, 0, 950)
    assert purses.book("m", 2, SILVER, paid(2000), 0) == Booking(-2000, 0, 0)
    assert purses.purse() == Purse(8950, 0, 950)
    purses.book("m", 3, SILVER, won(100, throws=40), 0)
    assert purses.purse() == Purse(9010, 0, 1050), "a penalty takes silver, not what was won"


def test_points_are_booked_as_points_in_every_settlement_but_silver(path: Path) -> None:
    purses = Purses(Database(path))
    for number, name in enumerate(("points", "classic", "popo"), 1):
        rules = preset("lezhong", settlement=name)
        assert purses.book("m", number, rules, points(20), 0) == Booking(0, 20, 0)
    assert purses.purse() == Purse(NEW, 60, 0)
    purses.book("m", 9, POINTS, points(-100), 0)
    assert purses.purse() == Purse(NEW, -40, 0)
    assert purses.purse().title == 0


def test_only_the_own_seat_is_booked(path: Path) -> None:
    purses = Purses(Database(path))
    lines = (
        Line(LineKind.SILVER_BASE, None, 10),
        Line(LineKind.SILVER_PAID, 1, -500),
        Line(LineKind.SILVER_WON, 2, 500),
    )
    purses.book("m", 1, SILVER, of(*lines), 2)
    assert purses.purse() == Purse(NEW + 500, 0, 500)
    purses.book("m", 2, SILVER, of(*lines), 3)
    assert purses.purse() == Purse(NEW + 500, 0, 500)


def test_nothing_is_booked_twice(path: Path) -> None:
    """After a crash the journal is gone through again, by another run of the program."""
    first = Purses(Database(path)).book("m", 1, SILVER, won(300), 0)
    again = Purses(Database(path))
    assert again.book("m", 1, SILVER, won(300), 0) == first
    assert again.book("m", 1, SILVER, paid(9), 0) == first, "and the first word stands"
    assert again.purse() == Purse(NEW + 300, 0, 300)
    again.book("m", 2, SILVER, won(300), 0)
    again.book("n", 1, SILVER, won(300), 0)
    assert again.purse().silver == NEW + 900


def test_each_profile_has_its_own(path: Path) -> None:
    database = Database(path)
    Purses(database, "a").book("m", 1, SILVER, won(5), 0)
    Purses(database, "b").book("m", 1, SILVER, paid(5), 0)
    assert Purses(database, "a").purse().silver == NEW + 5
    assert Purses(database, "b").purse().silver == NEW - 5
    assert Purses(database).purse() == Purse()


def test_a_match_forgotten_stays_paid(path: Path) -> None:
    database = Database(path)
    record = records(KINDS[0], 1)[0]
    Shelf(database).keep(record, info(record))
    Purses(database).book("m", 1, POINTS, points(20), 0)
    Shelf(database).forget("m")
    Purses(database).book("m", 1, POINTS, points(20), 0)
    assert Purses(database).purse().points == 20


@given(
    st.lists(
        st.tuples(
            st.integers(1, 12),
            st.sampled_from(["silver", "points"]),
            st.integers(-9000, 5000),
            st.integers(0, 9),
        ),
        max_size=25,
    )
)
@examples(60)
def test_a_purse_is_the_sum_of_its_settlements(
    tmp_path_factory: pytest.TempPathFactory, booked: list[tuple[int, str, int, int]]
) -> None:
    purses = Purses(Database(tmp_path_factory.mktemp("sum") / "shelf.sqlite"))
    silver, lifetime, all_won, done = NEW, 0, 0, set()
    for number, settlement, amount, tax in booked:
        rules = preset("lezhong", settlement=settlement)
        if settlement == "points":
            bill = points(amount)
        else:
            tax = min(tax, max(amount, 0))
            bill = won(amount, tax) if amount > 0 else paid(-amount)
        purses.book("m", number, rules, bill, 0)
        if number not in done:
            done.add(number)
            if settlement == "points":
                lifetime += amount
            else:
                silver = max(0, silver + bill.totals[0])
                all_won += max(0, bill.totals[0])
        assert purses.purse() == Purse(silver, lifetime, all_won)


def test_a_purse_pays_no_more_than_it_holds(path: Path) -> None:
    """Whatever a host says, or another copy of the program spent meanwhile."""
    purses = Purses(Database(path))
    assert purses.book("m", 1, SILVER, paid(NEW - 30), 0).silver == -(NEW - 30)
    assert purses.book("m", 2, SILVER, paid(100), 0) == Booking(-30, 0, 0)
    assert purses.purse().silver == 0
    assert purses.book("m", 3, SILVER, paid(100), 0) == Booking(0, 0, 0)
    purses.book("m", 4, SILVER, won(70), 0)
    assert purses.purse().silver == 70


@pytest.mark.parametrize(
    "bill",
    [
        Bill((Line(LineKind.SILVER_WON, 0, 5),), (6, 0, 0, 0)),
        Bill((Line(LineKind.SILVER_WON, 0, 5),), (5, 1, 0, 0)),
        Bill((), (1000, 0, 0, 0)),
        won(MOST + 1),
        paid(MOST + 1),
        won(5, tax=6),
        of(Line(LineKind.SILVER_WON, 0, 10**30), Line(LineKind.FAILED_THROW, 0, -(10**30))),
    ],
    ids=range(7),
)
def test_a_bill_that_does_not_add_up_is_not_booked(bill: Bill, path: Path) -> None:
    """It may come from the host of a LAN."""
    purses = Purses(Database(path))
    with pytest.raises(ValueError, match="bill"):
        purses.book("m", 1, SILVER, bill, 0)
    assert purses.purse() == Purse()


def test_titles_and_medals_and_how_far_to_the_next() -> None:
    for step, threshold in enumerate(TITLES, 1):
        assert Purse(points=threshold - 1).title == step - 1
        assert Purse(points=threshold - 1).to_title == 1
        assert Purse(points=threshold).title == step
    for step, threshold in enumerate(MEDALS, 1):
        assert Purse(silver_won=threshold - 1).medal == step - 1
        assert Purse(silver_won=threshold - 1).to_medal == 1
        assert Purse(silver_won=threshold).medal == step
    assert Purse(points=TITLES[-1]).to_title is None
    assert Purse(silver_won=MEDALS[-1]).to_medal is None
    assert Purse(points=-7).to_title == TITLES[0] + 7
    assert (Purse().title, Purse().medal) == (0, 0)


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_a_played_match_is_booked_by_the_engines_settlement(rules: RuleSet, path: Path) -> None:
    """Deal by deal the own purse bounds what is paid; in 经典 the end of the match pays."""
    purses = Purses(Database(path))
    seat = 1
    own = Purse()
    _, _, after = evening(rules, 1)
    for record, match in zip(records(rules, 1), after, strict=True):
        result = match.result
        assert result
        bots = four(player.bot for player in record.seats)
        held = (None, own.silver, None, None)
        bill = bill_of(view(match, seat), bots, held)
        if rules.settlement == "classic":
            assert bill == settle_match(match)
            assert (bill is None) == (match.won_by is None)
        else:
            auto = four(a or b for a, b in zip(result.auto, bots, strict=True))
            assert bill == settle_deal(result, rules, auto, held)
        if bill:
            total = bill.totals[seat]
            purses.book("m", record.number, rules, bill, seat)
            if rules.settlement == "silver":
                own = replace(own, silver=own.silver + total, silver_won=own.silver_won + max(0, total))
            else:
                own = replace(own, points=own.points + total)
        assert purses.purse().silver == own.silver
        assert purses.purse().points == own.points
    assert purses.purse() != Purse()


def test_nothing_is_settled_before_a_deal_is_over() -> None:
    table, _, after = evening(KINDS[0], 1)
    assert bill_of(view(table.start, 0), NO_BOTS) is None
    assert bill_of(view(after[0], None), NO_BOTS) is not None, "who watches sees the sum as well"


def test_a_seat_a_computer_played_counts_as_on_auto_play() -> None:
    _, _, after = evening(KINDS[0], 1)
    seen = view(after[0], 0)
    result = seen.result
    assert result
    seen = replace(seen, result=replace(result, auto=NO_BOTS))
    first = result.dealer if result.side == "dealer" else (result.dealer + 1) % 4
    bots = four(seat == first for seat in range(4))
    bill = bill_of(seen, bots)
    assert bill
    assert [line.seat for line in bill.lines if line.kind is LineKind.AUTO_WIN] == [first]


def test_where_a_match_set_out_counts_in_the_match_settlement() -> None:
    _, _, after = evening(KINDS[1], 1)
    seen = view(after[-1], 0)
    plain, later = bill_of(seen, NO_BOTS), bill_of(seen, NO_BOTS, started=("3", "2"))
    assert plain
    assert later
    assert plain.totals[0] - later.totals[0] == 1
    assert plain.totals[1] == later.totals[1]
