"""The state of a match: frozen data, changed only by ``evolve``."""

from typing import Literal

import msgspec

from game.engine.cards import RANKS, Cards, Counts
from game.engine.events import BidMade, Seat, ThrowFailed
from game.engine.rules import RulesError, RuleSet
from game.engine.score import Side
from game.engine.trump import Trump

Phase = Literal["ready", "dealing", "flipping", "burying", "countering", "staking", "playing", "won"]
"""ready: between deals; dealing: cards and bids; flipping: bids in turn after the last card; burying:
who took the bottom puts cards back; countering: bids in turn after a bury; won: the match is over."""

SEATS = (0, 1, 2, 3)


class Trick(msgspec.Struct, frozen=True):
    """A finished trick: plays in order from ``leader``; ``points`` in it; ``winner`` is a seat."""

    leader: Seat
    plays: tuple[Cards, ...]
    winner: Seat
    points: int


class Result(msgspec.Struct, frozen=True):
    """How a deal ended; points are the attackers'. ``bottom`` is what was buried.

    For the settlements: how often a bid was countered, whether the dealer side held and had held
    the deal before, each seat's stake, who was on auto-play at the end, the failed throws, and which
    side won the match by it.
    """

    number: int
    dealer: Seat
    level: str
    suit: str | None
    trick_points: int
    bottom: Cards
    bottom_points: int
    multiplier: int
    points: int
    side: Side
    gain: int
    levels_before: tuple[str, str]
    levels: tuple[str, str]
    fell: str | None
    counters: int
    streak: bool
    stakes: tuple[int, int, int, int]
    auto: tuple[bool, bool, bool, bool]
    failures: tuple[ThrowFailed, ...]
    won_by: int | None = None


class Deal(msgspec.Struct, frozen=True):
    """One deal, from the shuffle to the last trick.

    ``order`` is the deck as dealt, of which ``drawn`` cards are out; ``hands`` are counts by face;
    ``bottom`` is what lies on the table, once trump is set;
    ``buried`` is what each seat buried, None for who did not.
    """

    number: int
    level: str
    first: int
    dealer: int | None
    order: Cards
    to_deal: int
    drawn: int = 0
    hands: tuple[Counts, Counts, Counts, Counts] = (bytes(54),) * 4
    bids: tuple[BidMade, ...] = ()
    passed: tuple[bool, bool, bool, bool] = (False,) * 4
    asked: int = 0
    """Whose turn it is to flip or counter."""
    turned: Cards = ()
    """Cards of the bottom turned over because nobody bid."""
    burier: int | None = None
    """Who holds the bottom or buried last."""
    stakes: tuple[int | None, int | None, int | None, int | None] = (None,) * 4
    trump: Trump | None = None
    bottom: Cards = ()
    buried: tuple[Cards | None, Cards | None, Cards | None, Cards | None] = (None,) * 4
    leader: int = 0
    plays: tuple[Cards, ...] = ()
    tricks: tuple[Trick, ...] = ()
    failures: tuple[ThrowFailed, ...] = ()
    points: int = 0
    bottom_shown: tuple[int, int] = (0, 0)
    """(points, multiplier), once shown."""

    @property
    def dealt(self) -> bool:
        """Whether every seat has all its cards."""
        return self.drawn == self.to_deal

    @property
    def turn(self) -> int:
        """Whose play it is."""
        return (self.leader + len(self.plays)) % 4

    @property
    def bound(self) -> tuple[int, Trump]:
        """Dealer and trump, once bidding is over."""
        assert self.dealer is not None
        assert self.trump is not None
        return self.dealer, self.trump


class Match(msgspec.Struct, frozen=True):
    """A match between sides 0 (seats 0, 2) and 1 (seats 1, 3)."""

    rules: RuleSet
    levels: tuple[str, str] = ("2", "2")
    dealer: int | None = None
    deals_played: int = 0
    redeals: int = 0
    """How often the deal to be played was dealt in vain."""
    failed_throws: tuple[int, int, int, int] = (0, 0, 0, 0)
    phase: Phase = "ready"
    ready: tuple[bool, bool, bool, bool] = (False,) * 4
    auto: tuple[bool, bool, bool, bool] = (False,) * 4
    deal: Deal | None = None
    result: Result | None = None
    won_by: int | None = None

    @property
    def running(self) -> Deal:
        """The deal being played."""
        assert self.deal is not None
        return self.deal

    @property
    def level(self) -> str:
        """The level of the deal: the dealer side's."""
        return self.levels[(self.dealer or 0) % 2]


class Standing(msgspec.Struct, frozen=True):
    """Where a match stands between deals, to go on elsewhere."""

    levels: tuple[str, str]
    dealer: int | None
    deals_played: int


def new_match(rules: RuleSet, standing: Standing | None = None) -> Match:
    """A match before its first deal, or before its next from ``standing``.

    RulesError when the standing does not fit the rules.
    """
    if standing is None:
        return Match(rules)
    end = RANKS.index(rules.end_level)
    for level in standing.levels:
        if level not in tuple(RANKS) or RANKS.index(level) > end:
            raise RulesError("levels", f"{level!r} is not a level up to {rules.end_level}")
    if standing.dealer not in (*SEATS, None):
        raise RulesError("dealer", f"{standing.dealer!r} is no seat")
    if standing.dealer is None and standing.levels[0] != standing.levels[1]:
        raise RulesError("dealer", "sides at different levels need a dealer")
    return Match(rules, standing.levels, standing.dealer, standing.deals_played)


def seat_team(seat: int) -> int:
    """The side a seat plays for: 0 or 1."""
    return seat % 2
