"""Commands: what a seat asks for, and what nobody at the table does (seat None)."""

from typing import TypeAlias

import msgspec

from game.engine.cards import Cards


class _Command(msgspec.Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Bid(_Command, frozen=True):
    """Show level cards of one face, or identical jokers."""

    cards: Cards


class PassBid(_Command, frozen=True):
    """No bid (any more), once all cards are dealt."""


class Bury(_Command, frozen=True):
    """Bury as many cards as the bottom has."""

    cards: Cards


class Play(_Command, frozen=True):
    """Lead, or follow."""

    cards: Cards


class SetStake(_Command, frozen=True):
    """How high one plays this deal: 1, 2, 4 or 8, within the room."""

    stake: int


class SetAuto(_Command, frozen=True):
    """Let the computer play this seat, or take it back."""

    on: bool


class Ready(_Command, frozen=True):
    """Seen the score; ready for the next deal."""


class StartDeal(_Command, frozen=True):
    """Seat None: shuffle by this seed and begin to deal."""

    seed: str


class DealNext(_Command, frozen=True):
    """Seat None: the next card."""


class CloseBids(_Command, frozen=True):
    """Seat None: the grace time after the last card is over."""


SeatCommand: TypeAlias = Bid | PassBid | Bury | SetStake | Play | SetAuto | Ready


class TimeOut(_Command, frozen=True):
    """Seat None: a seat's time is up, and this is answered for it."""

    seat: int
    answer: SeatCommand


TableCommand: TypeAlias = StartDeal | DealNext | CloseBids | TimeOut
Command: TypeAlias = SeatCommand | TableCommand
