"""A refusal: why a command was not taken, as a value the screen can put into words."""

from enum import StrEnum

import msgspec

from game.engine.cards import Cards


class Reason(StrEnum):
    """Every reason there is."""

    NOT_NOW = "not_now"  # the command does not fit what is being done
    NOT_YOUR_TURN = "not_your_turn"
    TOO_FAST = "too_fast"  # too many commands in a short time
    STALE = "stale"  # it answers a question that is no longer asked
    NO_CARDS = "no_cards"  # nothing was selected
    NOT_HELD = "not_held"  # cards: those not in the hand
    WRONG_COUNT = "wrong_count"  # number: how many are wanted
    MIXED_SUITS = "mixed_suits"  # a lead must be of one suit
    FOLLOW_SUIT = "follow_suit"  # cards: those of the led suit still held back
    OWED_SHAPE = "owed_shape"  # cards: a unit that is owed, width x length
    BOTTOM_POINTS = "bottom_points"  # number: most points that may be buried
    BID_NOT_LEVEL = "bid_not_level"  # only level cards of one face or jokers
    BID_JOKERS = "bid_jokers"  # jokers can't be bid here, or fewer than two
    BID_TOO_LOW = "bid_too_low"  # cards: the standing bid
    NOT_DEALT = "not_dealt"  # passing waits for the last card
    STAKE = "stake"  # number: the highest stake of the room


class Refusal(msgspec.Struct, frozen=True):
    """Why not: a reason, the cards concerned, and a number or a shape where the reason has one."""

    reason: Reason
    cards: Cards = ()
    number: int = 0
    width: int = 0
    length: int = 0
