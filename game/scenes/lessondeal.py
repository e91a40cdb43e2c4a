"""The deal of the first lesson: who is dealt what, who plays what, and how far it has come.

Nobody drew it by chance: it is written down here so that each thing to teach comes up.
"""

from typing import NamedTuple

from msgspec.structs import replace

from game.engine import Cards, Match, Question, View, new_match, parse_cards, preset
from game.engine import commands as co
from game.engine.cards import bottom_size, hand_size
from game.engine.match import Deal

DECKS = 2


class Planned(NamedTuple):
    """A trick as it will be played: who leads, and the plays of seats 0 (the learner) to 3."""

    leader: int
    plays: tuple[Cards, Cards, Cards, Cards]


def _trick(leader: int, me: str, right: str, partner: str, left: str) -> Planned:
    return Planned(leader, (parse_cards(me), parse_cards(right), parse_cards(partner), parse_cards(left)))


BID = parse_cards("H2")
BURY = parse_cards("C9 C8 C6 C5 C4 C3 D6 D3")
BOTTOM = parse_cards("H2 H7 S8 C9 C6 C4 D6 DT")
"""What lies in the bottom at first."""
THROWN = parse_cards("ST S8")
"""The throw of the trick `FAILS`, which does not hold: S8 has to be played alone."""
FAILS = 4

TRICKS = (
    _trick(0, "SA", "S3", "ST", "S3"),
    _trick(0, "DA DA", "D4 D4", "D5 D5", "D3 D6"),
    _trick(0, "SQ SQ SJ SJ", "S9 S9 S6 S4", "SK SK S6 S5", "S8 S7 S5 S4"),
    _trick(0, "DK DK DQ", "D9 D7 DQ", "D8 D8 DJ", "D7 D9 DJ"),
    _trick(0, "S8", "SA", "S7", "DT"),
    _trick(1, "H5 H5", "CA CA", "C7 C7", "CT CT"),
    _trick(0, "H3", "H3", "LJ", "H4"),
    _trick(2, "ST DT", "C6 C4", "CK CK", "C9 C8"),
    _trick(2, "H7", "HT", "H6", "BJ"),
    _trick(3, "HJ HJ", "H8 H4", "HT H8", "H9 H9"),
    _trick(0, "HA HA HK HK", "S2 C2 D2 HQ", "S2 C2 D2 BJ", "LJ HQ H6 H7"),
    _trick(0, "H2 H2", "CQ CJ", "CJ C3", "CQ C5"),
)

OPENING, ABLE, BIDDEN, TAKEN, PLAYING = range(5)
"""Stages: cards are dealt; the level card is there; it is shown; the bottom is taken; then one more with
each trick."""
OVER = PLAYING + len(TRICKS)

_STRIDE = 7
"""Cards are dealt by steps of so many through what a hand plays, or each would come sorted."""
_BID_AT = 5
"""The learner's card that is the level card, from 0."""


def _hand(seat: int) -> Cards:
    """What a seat is dealt, in that order."""
    cards = [card for trick in TRICKS for card in trick.plays[seat]]
    if seat == 0:
        cards += BURY
        for card in BOTTOM:
            cards.remove(card)
    dealt = [cards[i * _STRIDE % len(cards)] for i in range(len(cards))]
    if seat == 0:
        dealt.remove(BID[0])
        dealt.insert(_BID_AT, BID[0])
    return tuple(dealt)


def prepared() -> Match:
    """A match whose first deal lies ready: every card is on its place in the deck, none is dealt yet."""
    match = new_match(preset("lezhong", DECKS))
    hands = [_hand(seat) for seat in range(4)]
    order = tuple(hands[seat][i] for i in range(hand_size(DECKS)) for seat in range(4)) + BOTTOM
    to_deal = len(order) - bottom_size(DECKS)
    deal = Deal(number=1, level=match.level, first=0, dealer=None, order=order, to_deal=to_deal)
    return replace(match, phase="dealing", deal=deal)


def stage(view: View) -> int:
    """How far the deal has come, as the learner sees it: `OPENING` .. `OVER`."""
    match view.phase:
        case "dealing":
            return BIDDEN if view.bids else ABLE if BID[0] in view.hand else OPENING
        case "burying":
            return TAKEN
        case "playing":
            return PLAYING + len(view.tricks)
        case _:
            return OVER


def answer(view: View, seat: int, asked: Question) -> co.SeatCommand | None:
    """What one of the three others says to a question, None for nothing."""
    if asked.kind == "play":
        return co.Play(TRICKS[len(view.tricks)].plays[seat])
    if asked.kind == "bid" and not view.undealt:
        return co.PassBid()
    return None
