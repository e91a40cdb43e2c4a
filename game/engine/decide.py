"""``decide``: what follows from a command, as events, or why it can't be taken.

Nothing is changed here and nothing is drawn by chance: the same match and command always give the
same events.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from game.engine import commands as co
from game.engine import events as ev
from game.engine.bids import bid_suit, judge_bid, turned_suit
from game.engine.cards import Cards, bottom_size, cards_of, lacking, points_of
from game.engine.chance import first_seat
from game.engine.follow import check_reply
from game.engine.match import Deal, Match, seat_team
from game.engine.refusal import Reason, Refusal
from game.engine.score import advance, bottom_multiplier, falls, next_dealer, outcome
from game.engine.shapes import one_suit
from game.engine.throw import check_throw
from game.engine.trick import winner
from game.engine.trump import Trump

REDEALS = 3
"""How often a deal without a bid is dealt again before it is played in no trump."""

Decision: TypeAlias = tuple[ev.Event, ...] | Refusal


def decide(match: Match, seat: int | None, command: co.Command) -> Decision:
    """The events a command leads to, in order, or a Refusal. ``seat`` None is the table itself."""
    table = isinstance(command, co.TableCommand)
    if table != (seat is None):
        raise ValueError(f"{type(command).__name__} is {'the table' if table else 'a seat'}'s command")
    return _ANSWERS[type(command)](match, seat, command)


def _ready(match: Match, seat: int, command: co.Ready) -> Decision:
    if match.phase != "ready" or match.ready[seat]:
        return Refusal(Reason.NOT_NOW)
    return (ev.SeatReady(seat),)


def _set_auto(match: Match, seat: int, command: co.SetAuto) -> Decision:
    if match.auto[seat] == command.on:
        return Refusal(Reason.NOT_NOW)
    return (ev.AutoSet(seat, command.on),)


def _start_deal(match: Match, seat: None, command: co.StartDeal) -> Decision:
    if match.phase != "ready":
        return Refusal(Reason.NOT_NOW)
    if match.dealer is not None:
        first = match.dealer
    elif match.redeals:
        first = match.running.first
    else:
        first = first_seat(command.seed)
    return (ev.DealStarted(match.deals_played + 1, command.seed, match.dealer, first, match.level),)


def _deal_next(match: Match, seat: None, command: co.DealNext) -> Decision:
    if match.phase != "dealing" or match.running.dealt:
        return Refusal(Reason.NOT_NOW)
    deal = match.running
    return (ev.CardDealt((deal.first + deal.drawn) % 4, deal.order[deal.drawn]),)


def _bid(match: Match, seat: int, command: co.Bid) -> Decision:
    phase = match.phase
    if phase not in ("dealing", "flipping", "countering"):
        return Refusal(Reason.NOT_NOW)
    deal = match.running
    if phase != "dealing" and seat != deal.asked:
        return Refusal(Reason.NOT_YOUR_TURN)
    hand = cards_of(deal.hands[seat])
    if refusal := judge_bid(deal.bids, seat, command.cards, hand, deal.level, match.rules, phase):
        return refusal
    made = ev.BidMade(seat, command.cards)
    if phase != "countering":
        return (made,)
    dealer, _ = deal.bound
    return made, ev.TrumpSet(dealer, bid_suit(command.cards)), ev.BottomTaken(seat, deal.bottom)


def _pass_bid(match: Match, seat: int, command: co.PassBid) -> Decision:
    if match.phase not in ("dealing", "flipping", "countering"):
        return Refusal(Reason.NOT_NOW)
    deal = match.running
    if match.phase != "dealing" and seat != deal.asked:
        return Refusal(Reason.NOT_YOUR_TURN)
    if match.phase == "countering":
        return (ev.BidPassed(seat),)
    if not deal.dealt:
        return Refusal(Reason.NOT_DEALT)
    if deal.passed[seat]:
        return Refusal(Reason.NOT_NOW)
    if sum(deal.passed) == 3:  # the last of the four: nobody is left to wait for
        return (ev.BidPassed(seat), *_bids_closed(match))
    return (ev.BidPassed(seat),)


def _close_bids(match: Match, seat: None, command: co.CloseBids) -> Decision:
    if match.phase != "dealing" or not match.running.dealt:
        return Refusal(Reason.NOT_NOW)
    return _bids_closed(match)


def _bids_closed(match: Match) -> tuple[ev.Event, ...]:
    """Section 6: the last bid makes trump; in a match's first deal it also makes the dealer."""
    deal = match.running
    dealer = deal.dealer
    if dealer is None:
        if not deal.bids:
            dealer = deal.first
        else:
            dealer = deal.bids[0 if match.rules.first_dealer == "first_bidder" else -1].seat
    bottom = deal.order[deal.to_deal :]
    taken = ev.BottomTaken(dealer, bottom)
    if deal.bids:
        return ev.TrumpSet(dealer, bid_suit(deal.bids[-1].cards)), taken
    if match.rules.nobody_bids == "redeal" and match.redeals < REDEALS:
        return (ev.DealVoided(),)
    if match.rules.nobody_bids == "flip_bottom":
        turned, suit = turned_suit(bottom, deal.level, match.rules)
        return ev.BottomTurned(turned), ev.TrumpSet(dealer, suit), taken
    return ev.TrumpSet(dealer, None), taken


def _time_out(match: Match, seat: None, command: co.TimeOut) -> Decision:
    events = decide(match, command.seat, command.answer)
    return events if isinstance(events, Refusal) else (ev.TimedOut(command.seat), *events)


def _bury(match: Match, seat: int, command: co.Bury) -> Decision:
    if match.phase != "burying":
        return Refusal(Reason.NOT_NOW)
    deal = match.running
    if seat != deal.burier:
        return Refusal(Reason.NOT_YOUR_TURN)
    cards = command.cards
    size = bottom_size(match.rules.decks)
    if len(cards) != size:
        return Refusal(Reason.WRONG_COUNT, number=size)
    if missing := lacking(deal.hands[seat], cards):
        return Refusal(Reason.NOT_HELD, missing)
    limit = match.rules.bottom_points_limit
    if limit is not None and points_of(cards) > limit:
        return Refusal(Reason.BOTTOM_POINTS, tuple(c for c in cards if points_of((c,))), limit)
    return (ev.Buried(seat, cards),)


def _set_stake(match: Match, seat: int, command: co.SetStake) -> Decision:
    if match.phase != "staking" or match.running.stakes[seat] is not None:
        return Refusal(Reason.NOT_NOW)
    if command.stake not in match.rules.stakes:
        return Refusal(Reason.STAKE, number=match.rules.stakes[-1])
    return (ev.StakeSet(seat, command.stake),)


def _play(match: Match, seat: int, command: co.Play) -> Decision:
    if match.phase != "playing":
        return Refusal(Reason.NOT_NOW)
    deal = match.running
    if seat != deal.turn:
        return Refusal(Reason.NOT_YOUR_TURN)
    cards = command.cards
    _, trump = deal.bound
    if deal.plays:
        if refusal := check_reply(deal.plays[0], deal.hands[seat], cards, trump, match.rules):
            return refusal
        played: tuple[ev.Event, ...] = (ev.CardsPlayed(seat, cards),)
    else:
        lead = _lead(match, seat, cards, trump)
        if isinstance(lead, Refusal):
            return lead
        played = lead
    if len(deal.plays) < 3:
        return played
    return (*played, *_trick_finished(match, deal, (*deal.plays, cards), trump))


def _lead(match: Match, seat: int, cards: Cards, trump: Trump) -> Decision:
    """Section 3: a lead is of one suit; a throw that does not hold plays its forced component."""
    deal = match.running
    if not cards:
        return Refusal(Reason.NO_CARDS)
    if missing := lacking(deal.hands[seat], cards):
        return Refusal(Reason.NOT_HELD, missing)
    if one_suit(cards, trump) is None:
        return Refusal(Reason.MIXED_SUITS, cards)
    others = [(seat + i) % 4 for i in (1, 2, 3)]
    failure = check_throw(cards, [cards_of(deal.hands[s]) for s in others], trump, match.rules)
    if failure is None:
        return (ev.CardsPlayed(seat, cards),)
    return (
        ev.ThrowFailed(seat, cards, failure.forced, others[failure.hand], failure.beaten_by),
        ev.CardsPlayed(seat, failure.forced),
    )


def _trick_finished(match: Match, deal: Deal, plays: tuple[Cards, ...], trump: Trump) -> tuple[ev.Event, ...]:
    index = winner(plays, trump, match.rules)
    seat = (deal.leader + index) % 4
    won = ev.TrickWon(seat, sum(map(points_of, plays)))
    if sum(map(sum, deal.hands)) > len(plays[3]):  # the fourth player's cards are still in the hand
        return (won,)
    return (won, *_deal_finished(match, deal, plays, index, won, trump))


def _deal_finished(
    match: Match, deal: Deal, plays: tuple[Cards, ...], index: int, won: ev.TrickWon, trump: Trump
) -> tuple[ev.Event, ...]:
    """Section 7, after the last trick."""
    rules = match.rules
    dealer, _ = deal.bound
    dealer_team = seat_team(dealer)
    attackers_won = seat_team(won.seat) != dealer_team
    multiplier = bottom_multiplier(plays[0], plays[index], trump, rules) if attackers_won else 0
    bottom_points = points_of(deal.bottom)
    points = deal.points + (won.points if attackers_won else 0) + bottom_points * multiplier
    result = outcome(points, rules)

    level = match.levels[dealer_team]
    lost_to = plays[index] if attackers_won else ()
    holds = result.side == "dealer"
    after = list(match.levels)
    after[dealer_team] = advance(
        level, result.levels if holds else 0, "dealer", rules, lost_to=lost_to, trump=trump
    )
    if not holds:
        other = 1 - dealer_team
        after[other] = advance(match.levels[other], result.levels, "attackers", rules)
    fell = advance(level, 0, "dealer", rules, lost_to=lost_to, trump=trump)
    fallen = falls(level, lost_to, rules)
    scored = ev.DealScored(
        points=points,
        side=result.side,
        gain=result.levels,
        levels=(after[0], after[1]),
        next_dealer=next_dealer(dealer, result.side),
        fell=fell if fallen else None,
    )
    events: tuple[ev.Event, ...] = (ev.BottomShown(deal.bottom, bottom_points, multiplier), scored)
    if holds and level == rules.end_level and not fallen:
        events += (ev.MatchWon(dealer_team),)
    return events


_ANSWERS: Mapping[type[co.Command], Callable[[Match, Any, Any], Decision]] = MappingProxyType(
    {
        co.Ready: _ready,
        co.SetAuto: _set_auto,
        co.StartDeal: _start_deal,
        co.DealNext: _deal_next,
        co.CloseBids: _close_bids,
        co.TimeOut: _time_out,
        co.Bid: _bid,
        co.PassBid: _pass_bid,
        co.Bury: _bury,
        co.SetStake: _set_stake,
        co.Play: _play,
    }
)
