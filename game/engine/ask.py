"""What a seat is asked now. A question stays the same while only cards are dealt."""

from typing import Literal

import msgspec

from game.engine.match import Match


class Question(msgspec.Struct, frozen=True):
    """``kind`` of answer wanted, and ``serial``, which differs when the question does.

    bid: Bid, or PassBid once all is dealt · flip, counter: Bid or PassBid, in turn · bury: Bury ·
    stake: SetStake · play: Play · ready: Ready.
    """

    kind: Literal["bid", "flip", "bury", "counter", "stake", "play", "ready"]
    serial: tuple[int, ...]


def question(match: Match, seat: int) -> Question | None:
    """What is asked of the seat, None when it only waits."""
    if match.phase == "ready":
        return None if match.ready[seat] else Question("ready", (match.deals_played,))
    deal = match.deal
    if deal is None or match.phase == "won":
        return None
    if match.phase == "dealing":
        if deal.passed[seat] or match.rules.bidding == "after_deal":
            return None
        return Question("bid", (deal.number, len(deal.bids)))
    if match.phase == "burying":
        return Question("bury", (deal.number, len(deal.bids))) if seat == deal.burier else None
    if match.phase in ("flipping", "countering"):
        kind: Literal["flip", "counter"] = "flip" if match.phase == "flipping" else "counter"
        serial = (deal.number, len(deal.bids), sum(deal.passed))
        return Question(kind, serial) if seat == deal.asked else None
    if match.phase == "staking":
        return Question("stake", (deal.number,)) if deal.stakes[seat] is None else None
    if seat != deal.turn:
        return None
    return Question("play", (deal.number, len(deal.tricks), len(deal.plays)))
