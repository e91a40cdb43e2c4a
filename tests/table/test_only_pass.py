"""Who plays with computers and holds nothing to bid with is not waited for."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from runner_play import Player

from game.bots.legal import plain_answer
from game.engine import Cards, Match, Question, RuleSet, View, evolve, new_match, parse_cards, preset
from game.engine import commands as co
from game.engine import events as ev
from game.table.open import HOUSE_SEATS
from game.table.runner import Runner
from game.table.table import Batch, MatchSeeds, Pace, Table

LONG = Pace(deal=0, bot=0, trick=0, grace=60.0)
LADDER, FLIPS = preset("lezhong"), preset("classic")


class PassesOnly:
    async def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
        return plain_answer(view, ask)


def about_to_deal(rules: RuleSet, mine: Cards) -> Match:
    """Level 2. Of twos and jokers seat 0 gets these; the others lie in the bottom and with seat 2."""
    special = list(parse_cards("S2 S2 H2 H2 C2 C2 D2 D2 LJ LJ BJ BJ"))
    plain = [face for face in range(54) for _ in range(2) if face not in special]
    for face in mine:
        special.remove(face)
    bottom, hands = special[:8], [[*mine], [], special[8:], []]
    for hand in hands:
        while len(hand) < 25:
            hand.append(plain.pop())
    order = [hands[i % 4][i // 4] for i in range(100)] + bottom + plain
    match = evolve(new_match(rules), ev.DealStarted(1, "x", None, 0, "2"))
    return replace(match, deal=replace(match.running, order=tuple(order)))


def sit_down(match: Match, computers: Sequence[int], running: list[Runner]) -> Player:
    """At seat 0 of a table where the time to bid is a minute."""
    table = Table(match, MatchSeeds("unused"), LONG, None, 50.0)
    brains = {seat: PassesOnly() for seat in computers}
    runner = Runner(table, HOUSE_SEATS, brains, lambda: None, clock=lambda: 50.0)
    running.append(runner)
    player = Player(runner)
    runner.start()
    return player


def all_dealt(heard: object) -> bool:
    return isinstance(heard, Batch) and heard.view.passed == (False, True, True, True)


@pytest.mark.parametrize("hand", ["", "LJ", "LJ BJ"])
def test_bidding_goes_on_at_once_when_i_hold_nothing_to_bid_with(hand: str, running: list[Runner]) -> None:
    player = sit_down(about_to_deal(LADDER, parse_cards(hand)), (1, 2, 3), running)
    player.until_event(ev.BottomTaken)
    passed = [event.seat for event in player.events if isinstance(event, ev.BidPassed)]
    assert sorted(passed) == [0, 1, 2, 3], "the pass is seen like any other"
    assert sum(isinstance(event, ev.CardDealt) for event in player.events) == 100, "all is dealt first"


@pytest.mark.parametrize("hand", ["S2", "LJ LJ"])
def test_i_am_waited_for_while_i_can_bid(hand: str, running: list[Runner]) -> None:
    player = sit_down(about_to_deal(LADDER, parse_cards(hand)), (1, 2, 3), running)
    player.until(all_dealt)
    player.round_trip(5)
    assert player.last.view.phase == "dealing"
    assert player.last.ask is not None


def test_who_stands_highest_and_can_do_no_better_is_not_waited_for(running: list[Runner]) -> None:
    player = sit_down(about_to_deal(LADDER, parse_cards("S2 S2")), (1, 2, 3), running)
    player.until(all_dealt)
    player.session.send(co.Bid(parse_cards("S2 S2")))
    taken = player.until_event(ev.BottomTaken)
    assert taken.view.dealer == 0
    assert taken.view.suit == "S"


def test_in_company_a_pass_never_comes_by_itself(running: list[Runner]) -> None:
    """Or the others would know from its coming so soon what is not in the hand."""
    player = sit_down(about_to_deal(LADDER, ()), (2, 3), running)
    friend = Player(running[0], 1)
    player.until(lambda heard: isinstance(heard, Batch) and heard.view.passed == (False, False, True, True))
    friend.session.send(co.PassBid())
    player.until(all_dealt)
    player.round_trip(5)
    assert player.last.view.passed == (False, True, True, True)
    assert player.last.ask is not None


def test_who_can_flip_nothing_passes_in_turn(running: list[Runner]) -> None:
    player = sit_down(about_to_deal(FLIPS, parse_cards("LJ LJ BJ BJ")), (1, 2, 3), running)
    player.until_event(ev.BottomTaken)
    passed = [event.seat for event in player.events if isinstance(event, ev.BidPassed)]
    assert passed == [0, 1, 2, 3]


def test_who_can_flip_is_asked(running: list[Runner]) -> None:
    player = sit_down(about_to_deal(FLIPS, parse_cards("H2")), (1, 2, 3), running)
    player.until(lambda heard: isinstance(heard, Batch) and heard.view.phase == "flipping")
    player.round_trip(5)
    assert player.last.view.passed == (False,) * 4
    assert player.last.view.turn == 0
