"""``evolve``: a match and an event give the next match. Events are facts: nothing is judged here."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace

from game.engine import events as ev
from game.engine.bids import beatable, counters
from game.engine.cards import Counts, add, bottom_size, take
from game.engine.chance import shuffled
from game.engine.match import Deal, Match, Result, Trick, seat_team
from game.engine.trump import Trump

T = TypeVar("T")
Four: TypeAlias = tuple[T, T, T, T]


def evolve(match: Match, event: ev.Event) -> Match:
    """The match after the event."""
    return _STEPS[type(event)](match, event)


def _put(four: Four[T], seat: int, value: T) -> Four[T]:
    a, b, c, d = (value if i == seat else old for i, old in enumerate(four))
    return a, b, c, d


def _deal(match: Match, **changes: object) -> Match:
    return replace(match, deal=replace(match.running, **changes))


def _hand(deal: Deal, seat: int, counts: Counts) -> Four[Counts]:
    return _put(deal.hands, seat, counts)


def _seat_ready(match: Match, event: ev.SeatReady) -> Match:
    return replace(match, ready=_put(match.ready, event.seat, True))


def _deal_started(match: Match, event: ev.DealStarted) -> Match:
    assert event.seed is not None  # only a redacted event lacks it
    decks = match.rules.decks
    order = shuffled(event.seed, decks)
    deal = Deal(
        number=event.number,
        level=event.level,
        first=event.first,
        dealer=event.dealer,
        order=order,
        to_deal=len(order) - bottom_size(decks),
        asked=event.first,
    )
    return replace(match, phase="dealing", deal=deal, ready=(False,) * 4)


def _card_dealt(match: Match, event: ev.CardDealt) -> Match:
    deal = match.running
    assert event.card is not None
    hands = _hand(deal, event.seat, add(deal.hands[event.seat], (event.card,)))
    deal = replace(deal, hands=hands, drawn=deal.drawn + 1)
    flips = deal.dealt and match.rules.bidding == "after_deal"
    return replace(match, deal=deal, phase="flipping" if flips else "dealing")


def _bid_made(match: Match, event: ev.BidMade) -> Match:
    bids = (*match.running.bids, event)
    return _deal(match, bids=bids, passed=(False,) * 4, asked=(event.seat + 1) % 4)


def _bid_passed(match: Match, event: ev.BidPassed) -> Match:
    deal = match.running
    passed = _put(deal.passed, event.seat, True)
    deal = replace(deal, passed=passed, asked=(event.seat + 1) % 4)
    match = replace(match, deal=deal)
    if match.phase == "countering" and sum(passed) == 3:
        return _bottom_settled(match)
    return match


def _bottom_turned(match: Match, event: ev.BottomTurned) -> Match:
    return _deal(match, turned=event.cards)


def _deal_voided(match: Match, event: ev.DealVoided) -> Match:
    return replace(match, phase="ready", ready=(True,) * 4, redeals=match.redeals + 1)


def _trump_set(match: Match, event: ev.TrumpSet) -> Match:
    deal = match.running
    trump = Trump(deal.level, event.suit, match.rules.two_is_trump)
    bottom = deal.order[deal.to_deal :] if deal.trump is None else deal.bottom
    deal = replace(deal, trump=trump, dealer=event.dealer, bottom=bottom)
    return replace(match, phase="burying", dealer=event.dealer, redeals=0, deal=deal)


def _bottom_taken(match: Match, event: ev.BottomTaken) -> Match:
    deal = match.running
    hands = _hand(deal, event.seat, add(deal.hands[event.seat], deal.bottom))
    return _deal(match, hands=hands, bottom=(), burier=event.seat)


def _buried(match: Match, event: ev.Buried) -> Match:
    deal = match.running
    cards = event.cards
    assert cards is not None
    hands = _hand(deal, event.seat, take(deal.hands[event.seat], cards))
    buried = _put(deal.buried, event.seat, cards)
    dealer, _ = deal.bound
    deal = replace(
        deal,
        hands=hands,
        buried=buried,
        bottom=cards,
        leader=dealer,
        passed=(False,) * 4,
        asked=(event.seat + 1) % 4,
    )
    match = replace(match, deal=deal)
    if match.rules.bidding == "counter_to_end" and beatable(deal.bids, deal.level, match.rules):
        return replace(match, phase="countering")
    return _bottom_settled(match)


def _bottom_settled(match: Match) -> Match:
    """The last bury is done: stakes are asked where they are played for, else the dealer leads."""
    if len(match.rules.stakes) > 1:
        return replace(match, phase="staking")
    return replace(match, phase="playing")


def _stake_set(match: Match, event: ev.StakeSet) -> Match:
    match = _deal(match, stakes=_put(match.running.stakes, event.seat, event.stake))
    if None in match.running.stakes:
        return match
    return replace(match, phase="playing")


def _throw_failed(match: Match, event: ev.ThrowFailed) -> Match:
    deal = match.running
    dealer, _ = deal.bound
    attacks = seat_team(event.seat) != seat_team(dealer)
    penalty = match.rules.throw_points
    failed = match.failed_throws
    deal = replace(
        deal,
        failures=(*deal.failures, event),
        points=deal.points + (-penalty if attacks else penalty),
    )
    return replace(match, deal=deal, failed_throws=_put(failed, event.seat, failed[event.seat] + 1))


def _cards_played(match: Match, event: ev.CardsPlayed) -> Match:
    deal = match.running
    hands = _hand(deal, event.seat, take(deal.hands[event.seat], event.cards))
    return replace(match, deal=replace(deal, hands=hands, plays=(*deal.plays, event.cards)))


def _trick_won(match: Match, event: ev.TrickWon) -> Match:
    deal = match.running
    dealer, _ = deal.bound
    trick = Trick(deal.leader, deal.plays, event.seat, event.points)
    gained = event.points if seat_team(event.seat) != seat_team(dealer) else 0
    return _deal(
        match, tricks=(*deal.tricks, trick), plays=(), leader=event.seat, points=deal.points + gained
    )


def _bottom_shown(match: Match, event: ev.BottomShown) -> Match:
    return _deal(match, bottom_shown=(event.points, event.multiplier))


def _deal_scored(match: Match, event: ev.DealScored) -> Match:
    deal = match.running
    dealer, trump = deal.bound
    bottom_points, multiplier = deal.bottom_shown
    result = Result(
        number=deal.number,
        dealer=dealer,
        level=deal.level,
        suit=trump.suit,
        trick_points=deal.points,
        bottom=deal.bottom,
        bottom_points=bottom_points,
        multiplier=multiplier,
        points=event.points,
        side=event.side,
        gain=event.gain,
        levels_before=match.levels,
        levels=event.levels,
        fell=event.fell,
        counters=counters(deal.bids),
        streak=event.side == "dealer" and match.result is not None and match.result.side == "dealer",
        stakes=_stakes(deal),
        auto=match.auto,
        failures=deal.failures,
    )
    return replace(
        match,
        phase="ready",
        levels=event.levels,
        dealer=event.next_dealer,
        deals_played=match.deals_played + 1,
        result=result,
    )


def _stakes(deal: Deal) -> Four[int]:
    a, b, c, d = (stake or 1 for stake in deal.stakes)
    return a, b, c, d


def _match_won(match: Match, event: ev.MatchWon) -> Match:
    assert match.result is not None
    result = replace(match.result, won_by=event.side)
    return replace(match, phase="won", won_by=event.side, result=result)


def _auto_set(match: Match, event: ev.AutoSet) -> Match:
    return replace(match, auto=_put(match.auto, event.seat, event.on))


def _timed_out(match: Match, event: ev.TimedOut) -> Match:
    return match


_STEPS: Mapping[type[ev.Event], Callable[[Match, Any], Match]] = MappingProxyType(
    {
        ev.SeatReady: _seat_ready,
        ev.DealStarted: _deal_started,
        ev.CardDealt: _card_dealt,
        ev.BidMade: _bid_made,
        ev.BidPassed: _bid_passed,
        ev.TrumpSet: _trump_set,
        ev.BottomTurned: _bottom_turned,
        ev.DealVoided: _deal_voided,
        ev.BottomTaken: _bottom_taken,
        ev.Buried: _buried,
        ev.StakeSet: _stake_set,
        ev.ThrowFailed: _throw_failed,
        ev.CardsPlayed: _cards_played,
        ev.TrickWon: _trick_won,
        ev.BottomShown: _bottom_shown,
        ev.DealScored: _deal_scored,
        ev.MatchWon: _match_won,
        ev.AutoSet: _auto_set,
        ev.TimedOut: _timed_out,
    }
)
