"""What a seat is asked now. A question stays the same while only cards are dealt."""

from typing import Literal

import msgspec

from game.engine.match import Match


class Question(msgspec.Struct, frozen=True):
    """``kind`` of answer wanted, and ``serial``, which differs when the question does.

    bid: Bid, or PassBid once all is dealt · bury: Bury · play: Play · ready: Ready.
    """

    kind: Literal["bid", "bury", "play", "ready"]
    serial: tuple[int, ...]


def question(match: Match, seat: int) -> Question | None:
    """What is asked of the seat, None when it only waits."""
    if match.phase == "ready":
        return None if match.ready[seat] else Question("ready", (match.deals_played,))
    deal = match.deal
    if deal is None or match.phase == "won":
        return None
    if match.phase == "dealing":
        return None if deal.passed[seat] else Question("bid", (deal.number, len(deal.bids)))
    if match.phase == "burying":
        return Question("bury", (deal.number,)) if seat == deal.dealer else None
    if seat != deal.turn:
        return None
    return Question("play", (deal.number, len(deal.tricks), len(deal.plays)))
