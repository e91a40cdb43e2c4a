"""The one place that says what a seat may know, by allow-list: ``redact`` and ``view``.

Seat None is a spectator, who sees what is public.
"""

import msgspec
from msgspec.structs import replace

from game.engine import events as ev
from game.engine.bids import bid_suit
from game.engine.cards import Cards, cards_of
from game.engine.events import BidMade, ThrowFailed
from game.engine.match import Match, Phase, Result, Trick
from game.engine.rules import RuleSet
from game.engine.trick import winner
from game.engine.trump import Trump


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat knows of a match. Seats are absolute, 0..3; None where something is not yet so.

    ``hand`` is by face number. ``plays`` is the running trick from ``leader``; ``winning`` the seat
    ahead in it. ``turn`` is who buries, flips, counters or plays. ``buried`` is what this very seat
    buried last; ``result`` the last finished deal. ``turned`` are cards of the bottom that all saw.
    """

    seat: ev.Seat | None
    rules: RuleSet
    phase: Phase
    levels: tuple[str, str]
    dealer: ev.Seat | None
    deals_played: int
    failed_throws: tuple[int, int, int, int]
    ready: tuple[bool, bool, bool, bool]
    auto: tuple[bool, bool, bool, bool]
    won_by: int | None
    result: Result | None
    number: int = 0
    level: str = "2"
    first: ev.Seat = 0
    suit: str | None = None
    trump_set: bool = False
    undealt: int = 0
    hand: Cards = ()
    counts: tuple[int, int, int, int] = (0, 0, 0, 0)
    bids: tuple[BidMade, ...] = ()
    passed: tuple[bool, bool, bool, bool] = (False,) * 4
    turned: Cards = ()
    burier: ev.Seat | None = None
    buried: Cards | None = None
    stakes: tuple[int | None, int | None, int | None, int | None] = (None,) * 4
    leader: ev.Seat = 0
    turn: ev.Seat | None = None
    plays: tuple[Cards, ...] = ()
    winning: ev.Seat | None = None
    tricks: tuple[Trick, ...] = ()
    failures: tuple[ThrowFailed, ...] = ()
    points: int = 0

    @property
    def trump(self) -> Trump:
        """The order in force. Before trump is set: that of no trump, or of the standing bid."""
        suit = self.suit
        if not self.trump_set and self.bids:
            suit = bid_suit(self.bids[-1].cards)
        return Trump(self.level, suit, self.rules.two_is_trump)


def view(match: Match, seat: int | None) -> View:
    """What the seat may know of the match."""
    known = View(
        seat=seat,
        rules=match.rules,
        phase=match.phase,
        levels=match.levels,
        dealer=match.dealer,
        deals_played=match.deals_played,
        failed_throws=match.failed_throws,
        ready=match.ready,
        auto=match.auto,
        won_by=match.won_by,
        result=match.result,
        level=match.level,
    )
    deal = match.deal
    if deal is None:
        return known
    turn = deal.turn if match.phase == "playing" else None
    if match.phase == "burying":
        turn = deal.burier
    elif match.phase in ("flipping", "countering"):
        turn = deal.asked
    ahead = None
    if deal.plays and deal.trump:
        ahead = (deal.leader + winner(deal.plays, deal.trump, match.rules)) % 4
    a, b, c, d = deal.hands
    return replace(
        known,
        number=deal.number,
        level=deal.level,
        first=deal.first,
        suit=deal.trump.suit if deal.trump else None,
        trump_set=deal.trump is not None,
        undealt=deal.to_deal - deal.drawn,
        hand=() if seat is None else cards_of(deal.hands[seat]),
        counts=(sum(a), sum(b), sum(c), sum(d)),
        bids=deal.bids,
        passed=deal.passed,
        turned=deal.turned,
        burier=deal.burier,
        buried=None if seat is None else deal.buried[seat],
        stakes=deal.stakes,
        leader=deal.leader,
        turn=turn,
        plays=deal.plays,
        winning=ahead,
        tricks=deal.tricks,
        failures=deal.failures,
        points=deal.points,
    )


def redact(event: ev.Event, seat: int | None) -> ev.Event:
    """The event as the seat is told it."""
    match event:
        case ev.DealStarted():
            return replace(event, seed=None)
        case ev.CardDealt(seat=other) if other != seat:
            return replace(event, card=None)
        case ev.BottomTaken(seat=other) | ev.Buried(seat=other) if other != seat:
            return replace(event, cards=None)
        case (
            ev.CardDealt()
            | ev.BottomTaken()
            | ev.Buried()
            | ev.SeatReady()
            | ev.BidMade()
            | ev.BidPassed()
            | ev.BottomTurned()
            | ev.DealVoided()
            | ev.StakeSet()
            | ev.TrumpSet()
            | ev.ThrowFailed()
            | ev.CardsPlayed()
            | ev.TrickWon()
            | ev.BottomShown()
            | ev.DealScored()
            | ev.MatchWon()
            | ev.AutoSet()
            | ev.TimedOut()
        ):
            return event
