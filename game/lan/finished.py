"""A finished deal as a member of a LAN table has it in the end: all that happened, and how it began."""

import msgspec

from game.engine import RuleSet, View
from game.engine.events import AutoSet, DealStarted
from game.lan.wire import Opened
from game.profile.record import Finished, Start
from game.table.runner import Seats


class FinishedDeal(msgspec.Struct, frozen=True):
    """``own`` is the member's seat, None for who watched; ``host``: its PC keeps the match's journal."""

    table: bytes
    deal: Finished
    rules: RuleSet
    seats: Seats
    own: int | None
    host: bool


def finished(seen: View, opened: Opened) -> Finished | None:
    """From a view of within the deal, and what the host opened afterwards; None when they don't fit."""
    first = opened.events[0] if opened.events else None
    if not isinstance(first, DealStarted) or first.number != seen.number or not _within(seen):
        return None
    auto, failed = list(seen.auto), list(seen.failed_throws)
    for event in reversed(opened.events):
        if isinstance(event, AutoSet):
            auto[event.seat] = not event.on  # it tells of changes only: before the first it was the other way
    for failure in seen.failures:
        failed[failure.seat] -= 1
    start = Start(
        levels=seen.levels,
        dealer=first.dealer,
        deals_played=seen.deals_played,
        failed_throws=(failed[0], failed[1], failed[2], failed[3]),
        auto=(auto[0], auto[1], auto[2], auto[3]),
        result=seen.result,
    )
    return Finished(start, opened.events)


def _within(seen: View) -> bool:
    """Whether a deal runs; then what the match says is as it was when the deal began."""
    return seen.phase not in ("ready", "won") and seen.number == seen.deals_played + 1
