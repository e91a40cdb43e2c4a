"""The settlement in silver (RULES.md section 8): X * N, from the losers' purses to the winners'.

X is the room's base, N the product of both sides' stakes, the counters, the result, the levels and
the streak. The order in which a purse pays: first the penalties for failed throws, as they happened
in the deal, then its share when the deal is lost; each takes no more than is left. What a winner gets
comes after, so it does not pay for his throws. Penalties go to the house, not to the winners, and
so does what tax and rounding down leave of the losers' silver. Who has no purse (a bot, a guest) pays
and wins on paper, without limit. Auto-play changes nothing.
"""

from game.engine.bill import Bill, Four, Line, LineKind, total_of, wins
from game.engine.match import SEATS, Result
from game.engine.rules import ROOMS, RuleSet


def settle_silver(result: Result, rules: RuleSet, purses: Four[int | None]) -> Bill:
    """The silver of a deal. ``purses`` is what each seat had before; ValueError for one below zero."""
    if any(purse is not None and purse < 0 for purse in purses):
        raise ValueError(f"a purse is never below zero: {purses}")
    room = ROOMS[rules.room]
    left = list(purses)
    lines = []
    for failed in result.failures:
        cards = len(failed.tried)
        paid = _pay(left, failed.seat, 2 * room.base * cards)
        lines.append(Line(LineKind.FAILED_THROW, failed.seat, -paid, (2, room.base, cards)))
    factors = _factors(result, rules)
    multiple = 1
    for factor in factors:
        multiple *= factor.amount
    due = room.base * multiple
    lines.append(Line(LineKind.SILVER_BASE, None, room.base, (room.base,)))
    lines += factors
    lines.append(Line(LineKind.SILVER_DUE, None, due, (room.base, multiple)))
    pot = 0
    for seat in SEATS:
        if not wins(result, seat):
            own, both = _stakes(result, seat)
            owed = due * own // both  # without a rest: the stakes of the side are a factor of N
            paid = _pay(left, seat, owed)
            pot += paid
            lines.append(Line(LineKind.SILVER_PAID, seat, -paid, (due, own, both, owed)))
    for seat in SEATS:
        if wins(result, seat):
            own, both = _stakes(result, seat)
            share = pot * own // both
            kept = pot * own * (100 - room.tax) // (both * 100)
            lines.append(Line(LineKind.SILVER_WON, seat, share, (pot, own, both)))
            lines.append(Line(LineKind.TAX, seat, kept - share, (room.tax,)))
    totals = total_of(lines)
    return Bill(tuple(lines), totals, -sum(totals))


def _factors(result: Result, rules: RuleSet) -> list[Line]:
    """N, factor by factor."""
    a1, b1, a2, b2 = (result.stakes[(result.dealer + i) % 4] for i in range(4))
    return [
        Line(LineKind.STAKES, None, (a1 + a2) * (b1 + b2), (a1, a2, b1, b2)),
        Line(LineKind.COUNTERS, None, 1 << result.counters, (2, result.counters)),
        Line(LineKind.RESULT_FACTOR, None, _result_factor(result, rules)),
        Line(LineKind.LEVEL_FACTOR, None, result.gain + 1, (result.gain, 1)),
        Line(LineKind.STREAK, None, 2 if result.streak else 1),
    ]


def _result_factor(result: Result, rules: RuleSet) -> int:
    """大光 6, 小光 3, 保庄 2, else 1."""
    if result.side == "attackers":
        return 1
    return 6 if result.points <= 0 else 3 if result.points < rules.step else 2


def _stakes(result: Result, seat: int) -> tuple[int, int]:
    """A seat's own stake, and both of its side."""
    own = result.stakes[seat]
    return own, own + result.stakes[(seat + 2) % 4]


def _pay(left: list[int | None], seat: int, owed: int) -> int:
    """Take what is owed, or what is left, out of a purse; the silver taken."""
    purse = left[seat]
    if purse is None:
        return owed
    paid = min(owed, purse)
    left[seat] = purse - paid
    return paid
