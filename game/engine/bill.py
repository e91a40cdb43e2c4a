"""What a settlement comes to, line by line (RULES.md section 8).

A bill says not only who wins and loses how much but how it was reckoned, so that a screen can spell
the sum out. Lines with a seat are bookings: a seat's total is the sum of its lines. Lines without
a seat are the factors of a product; their amounts are multiplied, not booked. All numbers are whole.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeAlias, TypeVar

import msgspec

from game.engine.cards import RANKS
from game.engine.match import Result, seat_team

T = TypeVar("T")
Four: TypeAlias = tuple[T, T, T, T]
"""Something for each seat."""


class LineKind(StrEnum):
    """What a line is for, and its ``numbers`` in order. Places are levels as numbers: 2..10, J 11 .. A 14."""

    FAILED_THROW = "failed_throw"
    """Points and silver, one for each throw: 2, the room's factor (silver: base), cards tried."""

    DEAL_WON = "deal_won"
    """Points: the room's base, levels paid for (1 at least)."""
    DEAL_LOST = "deal_lost"
    """Points: the room's base, levels paid for (1 at least)."""
    AUTO_WIN = "auto_win"
    """Points, instead of DEAL_WON on auto-play: the base and levels that were not paid."""
    SIDE_ON_AUTO = "side_on_auto"
    """Points, when the partner was on auto-play too: the room's factor, 4."""
    MATCH_BONUS = "match_bonus"
    """Points: the room's factor, 3."""

    SILVER_BASE = "silver_base"
    """Silver, factor: the room's base, X."""
    STAKES = "stakes"
    """Silver, factor: stakes of dealer, dealer's partner, next seat after the dealer, that one's partner."""
    COUNTERS = "counters"
    """Silver, factor: 2, how often a bid was countered (the exponent)."""
    RESULT_FACTOR = "result_factor"
    """Silver, factor, by its amount: 6 no points for the attackers, 3 below one step, 2 held, 1 taken."""
    LEVEL_FACTOR = "level_factor"
    """Silver, factor: levels gained, 1 (a sum)."""
    STREAK = "streak"
    """Silver, factor: 2 when the dealer side held once more, else 1; no numbers."""
    SILVER_DUE = "silver_due"
    """Silver, the product X * N: X, N."""
    SILVER_PAID = "silver_paid"
    """Silver: the product, own stake, both stakes of the side, what was owed (a purse may hold less)."""
    SILVER_WON = "silver_won"
    """Silver, before tax: what the losers paid together, own stake, both stakes of the side."""
    TAX = "tax"
    """Silver: per cent of the room. The amount holds what was lost by rounding too."""

    POPO_WON = "popo_won"
    """泡泡: 2, then 1 (dealer side) or 2 (attackers), levels gained, the place of the level played."""
    POPO_LOST = "popo_lost"
    """泡泡: the same as the winners'."""

    LEVELS = "levels"
    """经典: the places the side set out from and stood at, 1 when it passed the end level, else 0."""
    DIFFERENCE = "difference"
    """经典: 2, levels ahead of the other side (below zero: behind)."""
    DEALS = "deals"
    """经典: deals played, 10."""
    THROWS = "throws"
    """经典: own failed throws."""


class Line(msgspec.Struct, frozen=True):
    """One line of the sum. ``seat`` is None for a factor; ``numbers`` are told by its kind."""

    kind: LineKind
    seat: int | None
    amount: int
    numbers: tuple[int, ...] = ()


class Bill(msgspec.Struct, frozen=True):
    """A settlement: what each seat wins or loses (``totals``), and what the house keeps of silver.

    ``house`` holds taxes, rounding and the penalties for throws; it is 0 but for silver, where
    it is what the totals lack to 0.
    """

    lines: tuple[Line, ...]
    totals: tuple[int, int, int, int]
    house: int = 0


def total_of(lines: Iterable[Line]) -> Four[int]:
    """What the lines come to for each seat."""
    totals = [0, 0, 0, 0]
    for line in lines:
        if line.seat is not None:
            totals[line.seat] += line.amount
    a, b, c, d = totals
    return a, b, c, d


def place_of(level: str) -> int:
    """A level as a number: 2..10, J 11, Q 12, K 13, A 14."""
    return RANKS.index(level) + 2


def wins(result: Result, seat: int) -> bool:
    """Whether a seat is of the side that held or took the deal."""
    deals = seat_team(seat) == seat_team(result.dealer)
    return deals == (result.side == "dealer")
