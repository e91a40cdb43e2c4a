"""Bidding for trump, at level 2."""

from bots.positions import bid, bidding

from game.bots.rule import RuleBot
from game.engine import Question
from game.engine.commands import PassBid

LONG_HEARTS = "BJ LJ H2 H2 HA HA HK HQ HJ HT H9 H8 H6 H4 SA SK S8 S7 DA D9 D8 CA C9 C8 C6"
FLAT = "H2 HA HT H8 H4 H3 SA SK SQ SJ S8 S7 S6 DA DQ D9 D8 D7 CA CJ C9 C8 C6 C4 C3"


def test_bids_a_long_strong_suit_with_the_pair_that_locks_it() -> None:
    assert bid(bidding(LONG_HEARTS)) == "H2 H2"


def test_does_not_bid_a_weak_suit() -> None:
    assert bid(bidding(FLAT)) is None


def test_waits_while_cards_come_and_passes_once_they_are_out() -> None:
    ask = Question("bid", (4, 0))
    assert RuleBot().answer(bidding(FLAT, undealt=40), ask) is None
    assert isinstance(RuleBot().answer(bidding(FLAT), ask), PassBid)


def test_bids_earlier_while_nobody_is_dealer() -> None:
    early = "H2 HA HK HT H8 H4 SA SK S8 DA D9 D7 C9"
    assert bid(bidding(early, dealer=None, undealt=40)) == "H2"
    assert bid(bidding(early, dealer=1, undealt=40)) is None


def test_does_not_override_the_partner_for_equal_strength() -> None:
    hand = "H2 H2 HA HK HQ HT H9 H8 H4 S2 SA SK SQ ST S9 S8 S4 DA D9 D8 D7 CA C9 C8 C6"
    assert bid(bidding(hand, ((2, "S2"),))) is None
    assert bid(bidding(hand, ((1, "S2"),))) == "H2 H2"


def test_overrides_the_partner_when_far_better() -> None:
    hand = LONG_HEARTS.replace("S8 S7", "BJ LJ").replace("C9 C8", "H6 H4")
    assert bid(bidding(hand, ((2, "S2"),))) == "H2 H2"


def test_strengthens_its_own_bid_with_the_second_card() -> None:
    assert bid(bidding(LONG_HEARTS, ((0, "H2"),))) == "H2 H2"


def test_bids_no_trump_only_with_the_big_cards() -> None:
    weak = "BJ BJ S3 S4 S6 S8 S9 D3 D4 D6 D8 D9 DJ C3 C4 C6 C7 C8 H3 H4 H6 H7 H8 H9 HT"
    strong = "BJ BJ LJ LJ S2 D2 C2 H2 SA SA DA DA CA HA SK SK DK DK CK S8 D8 C8 H8 H6 D6"
    assert bid(bidding(weak)) is None
    assert bid(bidding(strong)) in ("BJ BJ", "LJ LJ")
    assert bid(bidding(strong, joker_bids=False)) not in ("BJ BJ", "LJ LJ")
