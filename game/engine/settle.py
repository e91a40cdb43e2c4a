"""The settlements in points, of 经典 and of 泡泡 (RULES.md section 8), and which one a table plays by.

Pure functions of a finished deal or match; what the silver channels do is in ``settle_silver``.
Where the rule can be read in two ways:

- *Levels gained* in a deal are those the attackers' points are worth (``Result.gain``, within the
  table's ``level_cap``), also when the end level or a must-play level lets the side climb fewer.
  经典 counts levels as they stand at the end of the match.
- On auto-play a deal is won for 1, whatever the room, 练习 too. That replaces what the deal pays; the
  bonus for the match and the penalties are booked besides.
- A side wholly on auto-play pays its penalty on top of what the deal brings it, won or lost.
- Failed throws cost points by the room's factor, silver by its base. Points may go below zero.
- 经典 counts a side's levels from where it set out, 2 unless told; who won has passed the end level. A
  match that was never finished pays nothing.
"""

from game.engine.bill import Bill, Four, Line, LineKind, place_of, total_of, wins
from game.engine.match import SEATS, Match, Result, seat_team
from game.engine.rules import ROOMS, RuleSet
from game.engine.settle_silver import settle_silver

NOBODY: Four[bool] = (False, False, False, False)
NO_PURSES: Four[int | None] = (None, None, None, None)


def settle_deal(
    result: Result, rules: RuleSet, auto: Four[bool] = NOBODY, purses: Four[int | None] = NO_PURSES
) -> Bill | None:
    """What a finished deal pays; None where only the match is settled (经典).

    ``auto`` are the seats on auto-play or played by a bot at the end of the deal. ``purses`` is the
    silver of each seat before the deal, None for who has no purse. The bonus for a match won is
    in the bill of its last deal. ValueError for a purse below zero.
    """
    match rules.settlement:
        case "points":
            return _points(result, rules, auto)
        case "silver":
            return settle_silver(result, rules, purses)
        case "popo":
            return _popo(result)
        case "classic":
            return None


def settle_match(
    match: Match,
    *,
    started: tuple[str, str] = ("2", "2"),
    deals: Four[int] | None = None,
    throws: Four[int] | None = None,
) -> Bill | None:
    """What a match won pays (经典); None before its end, and where each deal is settled.

    A match that went on from elsewhere, or at which players took turns at a seat, is told where the
    sides ``started`` and each player's own ``deals`` played and failed ``throws``; else the match's
    own counts stand for every seat.
    """
    if match.rules.settlement != "classic" or match.won_by is None:
        return None
    played = match.deals_played
    return settle_classic(
        match.levels,
        match.won_by,
        started,
        deals or (played, played, played, played),
        throws or match.failed_throws,
    )


def settle_classic(
    levels: tuple[str, str],
    won_by: int | None,
    started: tuple[str, str],
    deals: Four[int],
    throws: Four[int],
) -> Bill:
    """The sum of 经典 for sides at ``levels``, of which ``won_by`` has passed its own.

    For each seat: levels gained by the side, 2 for each level it is ahead (or behind, to its cost),
    1 for ten deals played, -1 for each throw of its own that failed.
    """
    passed = [int(side == won_by) for side in (0, 1)]
    places = [place_of(level) for level in levels]
    lead = places[0] + passed[0] - places[1] - passed[1]
    lines = []
    for seat in SEATS:
        side = seat_team(seat)
        start = place_of(started[side])
        ahead = -lead if side else lead
        lines += [
            Line(
                LineKind.LEVELS,
                seat,
                places[side] + passed[side] - start,
                (start, places[side], passed[side]),
            ),
            Line(LineKind.DIFFERENCE, seat, 2 * ahead, (2, ahead)),
            Line(LineKind.DEALS, seat, deals[seat] // 10, (deals[seat], 10)),
            Line(LineKind.THROWS, seat, -throws[seat], (throws[seat],)),
        ]
    return Bill(tuple(lines), total_of(lines))


def _points(result: Result, rules: RuleSet, auto: Four[bool]) -> Bill:
    room = ROOMS[rules.room]
    lines = [
        Line(LineKind.FAILED_THROW, failed.seat, -2 * room.factor * cards, (2, room.factor, cards))
        for failed in result.failures
        for cards in [len(failed.tried)]
    ]
    paid = max(1, result.gain)
    numbers = (room.base, paid)
    for seat in SEATS:
        if not wins(result, seat):
            lines.append(Line(LineKind.DEAL_LOST, seat, -room.base * paid, numbers))
        elif auto[seat]:
            lines.append(Line(LineKind.AUTO_WIN, seat, 1, numbers))
        else:
            lines.append(Line(LineKind.DEAL_WON, seat, room.base * paid, numbers))
    lines += [
        Line(LineKind.SIDE_ON_AUTO, seat, -room.factor * 4, (room.factor, 4))
        for seat in SEATS
        if auto[seat] and auto[(seat + 2) % 4]
    ]
    lines += [
        Line(LineKind.MATCH_BONUS, seat, room.factor * 3, (room.factor, 3))
        for seat in SEATS
        if seat_team(seat) == result.won_by
    ]
    return Bill(tuple(lines), total_of(lines))


def _popo(result: Result) -> Bill:
    extra = 1 if result.side == "dealer" else 2
    place = place_of(result.level)
    paid = 2 * (extra + result.gain) + place
    numbers = (2, extra, result.gain, place)
    lines = [
        Line(LineKind.POPO_WON, seat, paid, numbers)
        if wins(result, seat)
        else Line(LineKind.POPO_LOST, seat, -paid, numbers)
        for seat in SEATS
    ]
    return Bill(tuple(lines), total_of(lines))
