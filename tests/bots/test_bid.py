"""When a bid is made; which ones are good stands among the situations."""

from bots.positions import bid, bidding
from bots.test_situations import BIG, FLAT

from game.bots.rule import RuleBot
from game.engine import Question
from game.engine.commands import PassBid


def test_waits_while_cards_come_and_passes_once_they_are_out() -> None:
    ask = Question("bid", (4, 0))
    assert RuleBot().answer(bidding(FLAT, undealt=40), ask) is None
    assert isinstance(RuleBot().answer(bidding(FLAT), ask), PassBid)


def test_bids_earlier_while_nobody_is_dealer() -> None:
    early = "H2 HA HT H8 SK S8 S7 DA D9 D7 C9"
    assert bid(bidding(early, dealer=None, undealt=40)) == "H2"
    assert bid(bidding(early, dealer=1, undealt=40)) is None


def test_bids_no_jokers_where_they_are_no_bid() -> None:
    assert bid(bidding(BIG, joker_bids=False)) not in ("BJ BJ", "LJ LJ")


def test_wants_less_for_no_trump_when_the_level_cards_are_points_and_for_attackers() -> None:
    """Two big jokers, a level card and three aces."""
    hand = "BJ BJ HT SA DA CA H3 S3 S4 S6 S8 S9 SJ D3 D4 D6 D8 D9 DJ C3 C4 C6 C7 C9 CJ"
    plain = hand.replace("HT", "H2")
    assert bid(bidding(plain, level="2", dealer=0)) != "BJ BJ"
    assert bid(bidding(hand, level="T", dealer=1)) == "BJ BJ"


def test_counters_a_bury_with_less_than_it_bids_no_trump_with() -> None:
    hand = "BJ BJ S2 SA S3 S4 S6 S8 S9 D3 D4 D6 D8 D9 DJ C3 C4 C6 C7 C9 H3 H4 H6 H7 H8"
    rules = {"dealer": 1, "bidding": "counter_to_end"}
    assert bid(bidding(hand, ((1, "S2"),), **rules)) is None
    assert bid(bidding(hand, ((1, "S2"),), phase="countering", **rules)) == "BJ BJ"
