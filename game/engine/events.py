"""Events: facts in the past tense, enough to rebuild a match.

One codec serves journal, replay and wire: tagged structs. A field that a seat may not know is
None in what that seat is told (``view.redact``).
"""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from game.engine.cards import Card, Cards
from game.engine.score import Side

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
"""0..3 in play order."""


class _Event(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    pass


class SeatReady(_Event, frozen=True):
    """A seat has seen the score and waits for the next deal."""

    seat: Seat


class DealStarted(_Event, frozen=True):
    """A deal began. ``dealer`` is None in a match's first deal; ``first`` draws the first card.

    ``seed`` gives the order of the whole deck, so no seat is told it.
    """

    number: int
    seed: str | None
    dealer: Seat | None
    first: Seat
    level: str


class CardDealt(_Event, frozen=True):
    """A seat drew a card; the others do not know which."""

    seat: Seat
    card: Card | None


class BidMade(_Event, frozen=True):
    """A seat showed cards for trump; the bid stands."""

    seat: Seat
    cards: Cards


class BidPassed(_Event, frozen=True):
    """A seat will not bid against what stands."""

    seat: Seat


class TrumpSet(_Event, frozen=True):
    """Bidding is over, or a counter changed it: the suit (None: no trump) and who deals."""

    dealer: Seat
    suit: str | None


class BottomTurned(_Event, frozen=True):
    """Nobody bid: cards of the bottom were turned over until one decided the trump."""

    cards: Cards


class DealVoided(_Event, frozen=True):
    """Nobody bid: all is shuffled and dealt again."""


class BottomTaken(_Event, frozen=True):
    """The dealer, or who countered after a bury, took the bottom into the hand."""

    seat: Seat
    cards: Cards | None


class Buried(_Event, frozen=True):
    """Who took the bottom put as many cards back."""

    seat: Seat
    cards: Cards | None


class StakeSet(_Event, frozen=True):
    """A seat said how high it plays this deal."""

    seat: Seat
    stake: int


class ThrowFailed(_Event, frozen=True):
    """A throw did not hold: ``forced`` is played instead, ``beaten_by`` of seat ``holder`` beat it."""

    seat: Seat
    tried: Cards
    forced: Cards
    holder: Seat
    beaten_by: Cards


class CardsPlayed(_Event, frozen=True):
    """A seat led or followed."""

    seat: Seat
    cards: Cards


class TrickWon(_Event, frozen=True):
    """Four plays are in; the winner leads next. ``points`` are those in the trick."""

    seat: Seat
    points: int


class BottomShown(_Event, frozen=True):
    """The bottom is turned over. ``multiplier`` is 0 when the dealer side won the last trick."""

    cards: Cards
    points: int
    multiplier: int


class DealScored(_Event, frozen=True):
    """The sum of a deal: attackers' ``points`` in all, who won, levels gained, levels after.

    ``fell`` is the level that the jack rule dropped the dealer side to, None when it did not strike.
    """

    points: int
    side: Side
    gain: int
    levels: tuple[str, str]
    next_dealer: Seat
    fell: str | None = None


class MatchWon(_Event, frozen=True):
    """Side 0 (seats 0, 2) or 1 (seats 1, 3) held the deal at the end level."""

    side: int


class AutoSet(_Event, frozen=True):
    """A seat gave itself to the computer, or took itself back."""

    seat: Seat
    on: bool


class TimedOut(_Event, frozen=True):
    """A seat's time was up; what follows was answered for it."""

    seat: Seat


Event: TypeAlias = (
    SeatReady
    | DealStarted
    | CardDealt
    | BidMade
    | BidPassed
    | TrumpSet
    | BottomTurned
    | DealVoided
    | BottomTaken
    | Buried
    | StakeSet
    | ThrowFailed
    | CardsPlayed
    | TrickWon
    | BottomShown
    | DealScored
    | MatchWon
    | AutoSet
    | TimedOut
)
