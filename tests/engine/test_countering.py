"""Bidding by countering to the end: who counters makes the trump, takes the bottom and buries."""

import pytest
from engine_play import deck
from told_play import HANDS, SEATS, begun, play_out

from game.engine import Reason, format_cards, judge_bid, open_bids, parse_cards, possible_bids, preset, view
from game.engine import events as ev
from game.engine.bids import beatable, counters
from game.engine.cards import cards_of

TO_END = preset("lezhong", bidding="counter_to_end")
RISING = ["D2 D2", "C2 C2", "H2 H2", "S2 S2", "LJ LJ", "BJ BJ"]


def test_its_ladder_ranks_equal_counts_of_two_or_more_by_suit() -> None:
    rules = preset("lezhong", 4, bidding="counter_to_end")
    rungs = [[f"{suit}2" for suit in "SHCD"]]
    for n in (2, 3, 4):
        rungs += [[" ".join([face] * n)] for face in ("D2", "C2", "H2", "S2", "LJ", "BJ")]
    everything = tuple(deck(4))
    for i, standing in enumerate(rungs):
        for j, over in enumerate(rungs):
            for one in standing:
                for two in over:
                    for phase in ("dealing", "countering"):
                        history = [ev.BidMade(0, parse_cards(one))]
                        got = judge_bid(history, 1, parse_cards(two), everything, "2", rules, phase)
                        assert (got is None) == (j > i), (one, two)
                        assert got is None or got.reason is Reason.BID_TOO_LOW
    assert {format_cards(bid) for bid in possible_bids("2", rules)} == {
        text for rung in rungs for text in rung
    }


def test_during_the_deal_it_is_bid_as_on_the_ladder() -> None:
    told = begun(TO_END, HANDS)
    told.deal(4)
    assert told.asked == dict.fromkeys(SEATS, "bid")
    told("1 bids H2")
    assert told.refused("0 bids S2") is Reason.BID_TOO_LOW, "single level cards are equal"
    told.deal(4)("1 bids H2 H2", "0 bids S2 S2").deal()
    assert told.match.phase == "dealing", "the grace time"
    told("3 bids LJ LJ", "3 bids BJ BJ", "the table closes")
    assert (told.match.dealer, told.trump) == (1, None), "the first bidder, though countered"
    assert counters(told.match.running.bids) == 2


def test_after_the_bury_the_three_others_are_asked_in_turn() -> None:
    told = begun(TO_END, HANDS).deal()("2 bids D2 D2", "the table closes")
    assert told.asked == {2: "bury"}
    for line in ("3 bids BJ BJ", "0 bids S2 S2", "3 passes"):
        assert told.refused(line) is Reason.NOT_NOW
    told("2 buries")
    assert told.match.phase == "countering"
    for seat in (3, 0, 1):
        assert told.asked == {seat: "counter"}
        assert view(told.match, None).turn == seat
        for other in SEATS:
            if other != seat:
                assert told.refused(f"{other} passes") is Reason.NOT_YOUR_TURN
                assert told.refused(f"{other} bids BJ BJ") is Reason.NOT_YOUR_TURN
        told(f"{seat} passes")
    assert told.match.phase == "playing"
    assert told.asked == {2: "play"}
    assert told.trump == "D"


def test_passes_before_the_bury_do_not_count_after_it() -> None:
    told = begun(TO_END, HANDS).deal()("2 bids D2 D2", "0 passes", "1 passes", "2 passes", "3 passes")
    told("2 buries", "3 passes", "0 passes")
    assert told.match.phase == "countering"
    assert told.asked == {1: "counter"}
    told("1 bids H2 H2", "1 buries", "2 passes", "3 passes")
    assert told.match.phase == "countering", "nor those before the counter"
    told("0 passes")
    assert told.match.phase == "playing"


def test_who_counters_makes_the_trump_takes_the_bottom_and_buries() -> None:
    told = begun(TO_END, HANDS).deal()("2 bids D2 D2", "the table closes", "2 buries", "3 passes")
    put = told.match.running.bottom
    before = told.match.running.hands[0]
    told("0 bids S2 S2")
    assert told.events == [
        ev.BidMade(0, parse_cards("S2 S2")),
        ev.TrumpSet(2, "S"),
        ev.BottomTaken(0, put),
    ]
    deal = told.match.running
    assert sum(deal.hands[0]) == sum(before) + 8
    assert sorted(cards_of(deal.hands[0])) == sorted((*cards_of(before), *put))
    assert deal.bottom == ()
    assert told.match.phase == "burying"
    assert told.asked == {0: "bury"}
    assert [view(told.match, seat).turn for seat in SEATS] == [0] * 4
    assert told.refused("2 buries") is Reason.NOT_YOUR_TURN
    assert told.refused("1 bids BJ BJ") is Reason.NOT_NOW
    told("0 buries others")
    assert told.asked == {1: "counter"}, "from the burier's next seat"
    told("1 passes")
    assert told.asked == {2: "counter"}, "the dealer too"
    told("2 passes", "3 passes")
    deal = told.match.running
    assert told.match.phase == "playing"
    assert told.match.dealer == deal.dealer == 2
    assert told.asked == {2: "play"}, "the dealer does not change and leads"
    assert told.trump == "S"
    assert deal.bottom == deal.buried[0]
    assert deal.buried[0] != deal.buried[2]
    assert view(told.match, 2).buried == deal.buried[2] == put
    assert view(told.match, 0).buried == deal.buried[0]
    assert [view(told.match, seat).buried for seat in (1, 3, None)] == [None] * 3
    result = play_out(told.match).result
    assert result is not None
    assert (result.dealer, result.suit, result.counters, result.bottom) == (2, "S", 1, deal.buried[0])


def test_the_dealer_may_counter_in_its_turn() -> None:
    told = begun(TO_END, ["S2 S2 LJ LJ", "H2 H2", "", "BJ BJ"]).deal()
    told("0 bids S2", "the table closes", "0 buries")
    own = told.match.running.bottom
    told("1 bids H2 H2", "1 buries", "2 passes", "3 passes", "0 bids S2 S2", "0 buries others")
    deal = told.match.running
    assert (told.trump, deal.dealer, deal.burier) == ("S", 0, 0)
    assert view(told.match, 0).buried == deal.bottom != own, "what it buried last"
    told("1 passes", "2 passes", "3 bids BJ BJ")
    assert told.asked == {3: "bury"}
    told("3 buries")
    assert told.match.phase == "playing", "nothing is stronger than two big jokers"
    assert told.trump is None
    assert told.match.running.turn == 0
    assert counters(told.match.running.bids) == 3


def test_a_counter_is_stronger_than_what_stands() -> None:
    told = begun(TO_END, HANDS).deal()("1 bids H2 H2", "the table closes", "1 buries")
    assert told.refused("2 bids D2 D2") is Reason.BID_TOO_LOW
    assert told.refused("2 bids C2") is Reason.BID_TOO_LOW
    assert told.refused("2 bids S2 S2") is Reason.NOT_HELD
    told("2 passes", "3 bids LJ LJ", "3 buries")
    assert told.refused("0 bids S2 S2") is Reason.BID_TOO_LOW, "jokers before level cards"
    told("0 passes", "1 passes", "2 passes")
    assert told.match.phase == "playing", "who countered is not asked to counter itself"


def test_one_s_own_bid_may_be_countered_by_another_s_burying() -> None:
    """The first bidder deals; who overbid him is asked as any other."""
    told = begun(TO_END, HANDS).deal()("2 bids D2", "3 bids LJ LJ", "the table closes", "2 buries")
    told("3 bids BJ BJ", "3 buries")
    assert told.match.phase == "playing"
    assert counters(told.match.running.bids) == 1, "his own bid replaced by himself is no counter"


@pytest.mark.parametrize("standing", RISING)
@pytest.mark.parametrize("joker_bids", [True, False])
def test_it_ends_when_no_bid_can_be_stronger(standing: str, joker_bids: bool) -> None:
    rules = preset("lezhong", bidding="counter_to_end", joker_bids=joker_bids)
    jokers = standing in ("LJ LJ", "BJ BJ")
    if jokers and not joker_bids:
        return
    hands = (standing, *[text for text in RISING if text != standing][:3])
    told = begun(rules, hands).deal()(f"0 bids {standing}", "the table closes", "0 buries")
    top = "BJ BJ" if joker_bids else "S2 S2"
    assert told.match.phase == ("playing" if standing == top else "countering")


def test_with_one_deck_any_bid_ends_it() -> None:
    rules = preset("lezhong", 1, bidding="counter_to_end")
    told = begun(rules, ["D2", "S2", "H2", "C2"]).deal()("0 bids D2", "the table closes", "0 buries")
    assert told.match.phase == "playing"
    told = begun(rules, ["D2", "S2", "H2", "C2"]).deal()("the table closes", "0 buries", "1 bids S2")
    told("1 buries")
    assert told.match.phase == "playing", "the first counter stands for good"
    assert told.trump == "S"


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_if_nobody_bid_in_the_deal_any_bid_counters(decks: int) -> None:
    rules = preset("lezhong", decks, bidding="counter_to_end")
    told = begun(rules, ["S2", "H2", "D2", "C2"], first=2).deal()("the table closes")
    assert (told.match.dealer, told.trump) == (2, None)
    told("2 buries", "3 passes")
    assert told.asked == {0: "counter"}
    told("0 bids S2", "0 buries")
    assert (told.match.dealer, told.trump) == (2, "S")
    assert counters(told.match.running.bids) == 0, "nothing stood that was replaced"
    told = begun(rules, ["S2", "H2", "D2", "C2"], first=2).deal()("the table closes", "2 buries")
    told("3 passes", "0 passes", "1 passes")
    assert told.match.phase == "playing"
    assert told.trump is None


def test_every_bury_keeps_to_the_points_that_may_be_buried() -> None:
    rules = preset("lezhong", bidding="counter_to_end", bottom_points_limit=10)
    told = begun(rules, ["D2 D2 C3 C4 C6 C7 C8 C9 CJ CQ", "H2 H2 HK HK S6 S6 S7 S7 S8 S8", "", ""]).deal()
    told("0 bids D2 D2", "the table closes", "0 buries C3 C4 C6 C7 C8 C9 CJ CQ", "1 bids H2 H2")
    assert told.refused("1 buries HK HK") is Reason.BOTTOM_POINTS
    told("1 buries HK S6 S6 S7 S7 S8 S8 C3")
    assert told.match.phase == "countering"


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_whether_anything_is_stronger_is_found_by_the_ladder(decks: int) -> None:
    for joker_bids in (True, False):
        rules = preset("lezhong", decks, bidding="counter_to_end", joker_bids=joker_bids)
        everything = tuple(deck(decks))
        assert beatable((), "7", rules)
        for standing in possible_bids("7", rules):
            history = (ev.BidMade(0, standing),)
            assert beatable(history, "7", rules) == bool(
                open_bids(history, 1, everything, "7", rules, "countering")
            )
