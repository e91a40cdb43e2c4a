"""Helpers of the settlements' tests: bills of deals that ended as one says, or in any way there is."""

from collections.abc import Iterator
from typing import Any

import msgspec
from engine_play import RANKS
from hypothesis import strategies as st
from msgspec.structs import replace

from game.engine import Bill, LineKind, Result, RuleSet, outcome, preset, settle_deal
from game.engine.events import ThrowFailed

ROOM_NAMES = ("practice", "common", "pass")
NO_AUTO = (False,) * 4
NO_PURSES = (None,) * 4


def throw(seat: int, cards: int) -> ThrowFailed:
    return ThrowFailed(seat, tuple(range(cards)), (0,), (seat + 1) % 4, (1,))


def ended(points: int = 60, rules: RuleSet | None = None, **changes: Any) -> Result:
    """A deal of seat 0 that ended with so many points for the attackers, by the rules' own table."""
    found = outcome(points, rules or preset("lezhong"))
    plain = Result(
        number=1,
        dealer=0,
        level="2",
        suit="H",
        trick_points=points,
        bottom=(),
        bottom_points=0,
        multiplier=0,
        points=points,
        side=found.side,
        gain=found.levels,
        levels_before=("2", "2"),
        levels=("2", "2"),
        fell=None,
        counters=0,
        streak=False,
        stakes=(1, 1, 1, 1),
        auto=NO_AUTO,
        failures=(),
    )
    return replace(plain, **changes)


def bill_of(settlement: Any, room: Any, result: Result, auto: Any = NO_AUTO, purses: Any = NO_PURSES) -> Bill:
    bill = settle_deal(result, preset("lezhong", settlement=settlement, room=room), auto, purses)
    assert bill is not None
    return bill


def booked(bill: Bill, kind: LineKind) -> list[tuple[int | None, int]]:
    return [(line.seat, line.amount) for line in bill.lines if line.kind is kind]


def whole(bill: Bill) -> None:
    """Holds of every bill: totals are the sums of the lines, and there is no fraction anywhere."""
    for seat in range(4):
        assert bill.totals[seat] == sum(line.amount for line in bill.lines if line.seat == seat)
    for number in numbers(msgspec.to_builtins(bill)):
        assert type(number) is int, number


def numbers(tree: Any) -> Iterator[Any]:
    if isinstance(tree, dict):
        tree = tuple(tree.values())
    if isinstance(tree, list | tuple):
        for part in tree:
            yield from numbers(part)
    elif tree is not None and not isinstance(tree, str):
        yield tree


stakes = st.tuples(*[st.sampled_from([1, 2, 4, 8])] * 4)
purses = st.tuples(*[st.none() | st.integers(0, 300) | st.integers(0, 10**6)] * 4)
autos = st.tuples(*[st.booleans()] * 4)
throws = st.lists(st.builds(throw, st.integers(0, 3), st.integers(2, 12)), max_size=4).map(tuple)
results = st.builds(
    ended,
    st.integers(-20, 120).map(lambda fives: 5 * fives),
    dealer=st.integers(0, 3),
    level=st.sampled_from(RANKS),
    counters=st.integers(0, 12),
    stakes=stakes,
    failures=throws,
).flatmap(
    lambda result: st.builds(
        replace,
        st.just(result),
        streak=st.booleans() if result.side == "dealer" else st.just(False),
        won_by=st.sampled_from([None, result.dealer % 2]) if result.side == "dealer" else st.none(),
    )
)
rooms = st.sampled_from(ROOM_NAMES)


def winners(result: Result) -> set[int]:
    """Told the long way round."""
    dealers = {result.dealer, (result.dealer + 2) % 4}
    return dealers if result.side == "dealer" else {0, 1, 2, 3} - dealers
