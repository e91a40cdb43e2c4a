"""Bidding after the deal: seats flip in turn, once all cards have come, until four pass in a row."""

import pytest
from told_play import SEATS, begun

from game.engine import Reason, open_bids, parse_cards, possible_bids, preset, view
from game.engine import events as ev
from game.engine.bids import counters

CLASSIC = preset("classic")
LEVELS = ("S2 S2", "H2 H2", "D2 C2", "BJ BJ LJ LJ")


def test_nobody_bids_while_the_cards_come() -> None:
    told = begun(CLASSIC, LEVELS)
    while not told.match.running.dealt:
        assert told.asked == {}
        for line in ("0 bids S2", "1 bids H2", "3 bids BJ BJ"):
            assert told.refused(line) is Reason.NOT_NOW
        assert told.refused("0 passes") is Reason.NOT_DEALT
        told.deal(1)
    assert told.match.phase == "flipping"
    assert told.refused("the table closes") is Reason.NOT_NOW, "there is no grace time"


@pytest.mark.parametrize("first", SEATS)
def test_all_are_asked_from_the_first_drawer_able_or_not_until_four_pass(first: int) -> None:
    told = begun(CLASSIC, ["S2 S2 H2 H2 D2 D2 C2 C2", "", "", "BJ BJ LJ LJ"], first=first).deal()
    for i in range(4):
        seat = (first + i) % 4
        assert told.asked == {seat: "flip"}
        assert [view(told.match, s).turn for s in SEATS] == [seat] * 4
        for other in SEATS:
            if other != seat:
                assert told.refused(f"{other} passes") is Reason.NOT_YOUR_TURN
                assert told.refused(f"{other} bids S2") is Reason.NOT_YOUR_TURN
        assert told.match.phase == "flipping"
        told(f"{seat} passes")
    assert told.match.phase == "burying"
    assert told.trump is None
    assert told.match.dealer == first, "who drew the first card"


def test_it_goes_round_and_round_until_four_passes_in_a_row() -> None:
    told = begun(CLASSIC, LEVELS, first=1).deal()
    told("1 passes", "2 passes", "3 passes", "0 bids S2")
    told("1 passes", "2 passes", "3 passes")
    assert told.asked == {0: "flip"}, "the one whose flip stands is asked as well"
    told("0 passes")
    assert told.match.phase == "burying"

    told = begun(CLASSIC, LEVELS, first=1).deal()
    told("1 passes", "2 bids D2", "3 passes", "0 passes", "1 bids H2 H2", "2 passes", "3 passes", "0 passes")
    assert told.match.phase == "flipping"
    told("1 passes")
    assert told.events == [
        ev.BidPassed(1),
        ev.TrumpSet(1, "H"),
        ev.BottomTaken(1, told.match.running.order[100:]),
    ]


def test_a_flip_shows_more_cards_than_stand() -> None:
    told = begun(CLASSIC, LEVELS).deal()("0 bids S2")
    assert told.refused("1 bids H2") is Reason.BID_TOO_LOW
    told("1 passes")
    assert told.refused("2 bids D2") is Reason.BID_TOO_LOW, "the partner's too"
    told("2 passes", "3 passes")
    told("0 bids S2 S2")
    assert told.refused("1 bids H2 H2") is Reason.BID_TOO_LOW, "suits are equal"
    told("1 passes", "2 passes", "3 passes", "0 passes")
    assert told.trump == "S"

    told = begun(preset("classic", 3), ["S2 S2 S2", "H2 H2 H2", "D2 D2", ""]).deal()
    told("0 bids S2 S2")
    assert told.refused("1 bids H2 H2") is Reason.BID_TOO_LOW
    told("1 bids H2 H2 H2")
    assert told.refused("2 bids D2 D2") is Reason.BID_TOO_LOW
    told("2 passes", "3 passes")
    assert told.refused("0 bids S2 S2 S2") is Reason.BID_TOO_LOW


@pytest.mark.parametrize("joker_bids", [False, True])
def test_a_flip_shows_no_jokers(joker_bids: bool) -> None:
    rules = preset("classic", joker_bids=joker_bids)
    told = begun(rules, LEVELS, first=3).deal()
    assert told.refused("3 bids BJ BJ") is Reason.BID_JOKERS
    assert told.refused("3 bids LJ LJ") is Reason.BID_JOKERS
    hand = view(told.match, 3).hand
    assert open_bids((), 3, hand, "2", rules, "flipping") == ()
    assert all(bid[0] < 52 for bid in possible_bids("2", rules))


def test_in_one_deck_a_flip_replaces_another_seat_s_and_each_seat_flips_once() -> None:
    rules = preset("classic", 1)
    told = begun(rules, ["S2 H2", "D2", "C2", ""]).deal()
    told("0 bids S2", "1 bids D2")
    assert told.match.running.bids[-1] == ev.BidMade(1, parse_cards("D2"))
    told("2 bids C2", "3 passes")
    assert told.asked == {0: "flip"}, "asked though it can't flip again"
    assert told.refused("0 bids H2") is Reason.BID_TOO_LOW
    told("0 passes", "1 passes")
    assert told.match.phase == "flipping", "two passes were before the flip"
    told("2 passes")
    assert (told.trump, told.match.dealer) == ("C", 2)
    assert counters(told.match.running.bids) == 2

    told = begun(rules, ["S2 H2", "D2", "C2", ""]).deal()
    told("0 bids S2", "1 passes", "2 passes", "3 passes")
    assert told.refused("0 bids H2") is Reason.BID_TOO_LOW, "one's own is not replaced"
    told("0 passes")
    assert told.trump == "S"


def test_the_last_flip_stands_and_its_seat_deals_the_first_deal_of_a_classic_match() -> None:
    lines = ["0 bids S2", "1 bids H2 H2", "2 passes", "3 passes", "0 passes", "1 passes"]
    told = begun(CLASSIC, LEVELS).deal()(*lines)
    assert (told.trump, told.match.dealer, told.asked) == ("H", 1, {1: "bury"})
    first = preset("classic", first_dealer="first_bidder")
    told = begun(first, LEVELS).deal()(*lines)
    assert (told.trump, told.match.dealer, told.asked) == ("H", 0, {0: "bury"})
    told = begun(CLASSIC, LEVELS, dealer=0).deal()(*lines)
    assert (told.trump, told.match.dealer, told.asked) == ("H", 0, {0: "bury"}), "later only the suit"
    told("0 buries")
    assert told.match.phase == "playing"
    assert told.match.running.turn == 0
