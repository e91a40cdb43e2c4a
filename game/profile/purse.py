"""The purse of a profile: silver, lifetime points and lifetime silver won (RULES.md section 8).

The purse is the sum of its bookings, one for each settlement; so nothing is booked twice, whenever the
program stopped. Only the player has one: bots and guests have none.
"""

import sqlite3

import msgspec

from game.engine import MEDALS, TITLES, Bill, LineKind, RuleSet, View, medal_step, settle_deal, title_step
from game.engine.bill import Four, total_of
from game.engine.settle import NO_PURSES, settle_classic
from game.profile.database import Database

NEW = 10_000
"""The silver of a new purse."""
MOST = 10**12
"""More than any settlement comes to."""


class Purse(msgspec.Struct, frozen=True):
    """What a player has: ``silver``, never below zero; ``points`` of a lifetime, which may be; and all
    ``silver_won``, after tax, that no loss takes away."""

    silver: int = NEW
    points: int = 0
    silver_won: int = 0

    @property
    def title(self) -> int:
        """The title the points have reached, 0 for none yet."""
        return title_step(self.points)

    @property
    def medal(self) -> int:
        """The medal the silver won has reached, 0 for none yet."""
        return medal_step(self.silver_won)

    @property
    def to_title(self) -> int | None:
        """Points lacking to the next title; None with the last."""
        return TITLES[self.title] - self.points if self.title < len(TITLES) else None

    @property
    def to_medal(self) -> int | None:
        """Silver to win to the next medal; None with the last."""
        return MEDALS[self.medal] - self.silver_won if self.medal < len(MEDALS) else None


class Booking(msgspec.Struct, frozen=True):
    """What a settlement changed: silver (no more than the purse held), points, and silver won."""

    silver: int
    points: int
    won: int


class Purses:
    """The purse of one profile in the database."""

    def __init__(self, database: Database, profile: str = "") -> None:
        self._database = database
        self._profile = profile

    def purse(self) -> Purse:
        """How it stands. ShelfError."""
        return self._database.read(self._sum)

    def book(self, match: str, number: int, rules: RuleSet, bill: Bill, seat: int) -> Booking:
        """Book what a settlement brought the own ``seat``: this program's own, or as the host of a LAN told.

        ``number`` is the deal after which it was made. One that was booked before is not booked again; what
        it changed then is returned. ValueError when the bill does not add up; ShelfError.
        """
        total = bill.totals[seat]
        if bill.totals != total_of(bill.lines) or abs(total) > MOST:
            raise ValueError("a bill that does not add up")
        silver = rules.settlement == "silver"
        won = sum(
            line.amount
            for line in bill.lines
            if line.seat == seat and line.kind in (LineKind.SILVER_WON, LineKind.TAX)
        )
        if not 0 <= won <= MOST:
            raise ValueError("a bill of more tax than silver")

        def work(connection: sqlite3.Connection) -> Booking:
            if before := self._find(connection, match, number):
                return before
            held = self._sum(connection).silver
            made = Booking(max(total, -held), 0, won) if silver else Booking(0, total, 0)
            row = (self._profile, match, number, made.silver, made.points, made.won)
            connection.execute("INSERT INTO bookings VALUES (?, ?, ?, ?, ?, ?)", row)
            return made

        return self._database.write(work)

    def silver_before(self, match: str, number: int) -> int:
        """The silver that a deal was settled with, or will be: where it was booked, as much as was paid in
        all, which leads to the same bill. ShelfError."""
        booked = self._database.read(lambda connection: self._find(connection, match, number))
        return booked.won - booked.silver if booked else self.purse().silver

    def _find(self, connection: sqlite3.Connection, match: str, number: int) -> Booking | None:
        sql = "SELECT silver, points, won FROM bookings WHERE profile = ? AND match = ? AND number = ?"
        found = connection.execute(sql, (self._profile, match, number)).fetchone()
        return Booking(*map(_whole, found)) if found else None

    def _sum(self, connection: sqlite3.Connection) -> Purse:
        sql = "SELECT sum(silver), sum(points), sum(won) FROM bookings WHERE profile = ?"
        silver, points, won = map(_whole, connection.execute(sql, (self._profile,)).fetchone())
        return Purse(max(0, NEW + silver), points, max(0, won))


def _whole(value: object) -> int:
    """A number of a row; damage may have made something else of it."""
    return value if isinstance(value, int) else 0


def bill_of(
    known: View,
    bots: Four[bool],
    purses: Four[int | None] = NO_PURSES,
    started: tuple[str, str] = ("2", "2"),
) -> Bill | None:
    """What the last deal, or with it the match, came to; None when nothing is settled (yet).

    ``bots`` are the seats a computer played when the deal ended: they count as on auto-play. ``purses``
    holds each seat's silver before the deal, None for who has no purse. ``started`` is where the sides of
    the match set out.
    """
    result = known.result
    if result is None:
        return None
    if known.rules.settlement == "classic":
        if known.won_by is None:
            return None
        n = known.deals_played
        return settle_classic(known.levels, known.won_by, started, (n, n, n, n), known.failed_throws)
    a, b, c, d = (on or bot for on, bot in zip(result.auto, bots, strict=True))
    return settle_deal(result, known.rules, (a, b, c, d), purses)
