"""Bids and buries by search: what is at stake shows in the worlds."""

import random

from bots.positions import bidding, to_bury

from game.bots.search import Effort, SearchBot
from game.bots.trials import bid_trial, buried, bury_trial
from game.bots.values import values_of
from game.engine import Question, format_cards, parse_cards
from game.engine.commands import Bid, Bury
from game.engine.lean import kinds_of

STRONG = "H2 H2 H3 H4 H5 H6 H8 H9 HT HJ HQ HK HA HA LJ BJ BJ SA SK S9 C3 C4 D3 D4 D5"
WEAK = "S2 S3 S4 S6 S7 C3 C4 C6 C6 C7 C8 C9 CJ D3 D4 D4 D6 D7 D8 D8 D9 H3 H4 H6 H7"


def mean_scores(trial: object, choices: int, worlds: int = 40) -> list[float]:
    scores = [trial(range(choices)) for _ in range(worlds)]  # type: ignore[operator]  # any trial
    return [sum(score[i] for score in scores) / worlds for i in range(choices)]


def test_a_hand_full_of_trumps_is_worth_bidding() -> None:
    view = bidding(STRONG, dealer=0)
    answer = SearchBot(Effort(200)).answer(view, Question("bid", (4, 0)))
    assert answer == Bid(parse_cards("H2 H2"))


def test_a_strong_hand_is_bid_over_what_stands() -> None:
    view = bidding(STRONG, ((1, "S2"),), dealer=0)
    choices = [(), parse_cards("H2 H2")]
    passed, bid = mean_scores(bid_trial(view, choices, random.Random(1), values_of(view.rules, 25)), 2)
    assert bid > passed + 1


def test_a_single_weak_trump_is_not_bid_against_a_partner() -> None:
    view = bidding(WEAK, ((2, "H2"),), dealer=0)
    assert not isinstance(SearchBot(Effort(200)).answer(view, Question("bid", (4, 1))), Bid)


def test_points_buried_by_a_weak_dealer_cost_more_than_low_cards() -> None:
    hand = (
        "H3 H4 S5 S5 ST ST SK SK S3 S4 S6 S7 C3 C4 C6 C7 C8 C9 CJ CQ D3 D4 D6 D7 D8 D9 DJ DQ D3 D4 D6 D7 S6"
    )
    view = to_bury(hand)
    low = parse_cards("C3 C4 C6 C7 C8 C9 CJ CQ")
    points = parse_cards("S5 S5 ST ST SK SK S3 S4")
    trial = bury_trial(view, [low, points], random.Random(1), values_of(view.rules, 25))
    cheap, dear = mean_scores(trial, 2)
    assert cheap > dear
    answer = SearchBot(Effort(60)).answer(view, Question("bury", (4,)))
    assert isinstance(answer, Bury)
    assert not set(parse_cards("ST SK")) & set(answer.cards)


def test_a_hurried_dealer_keeps_trumps_winners_and_points() -> None:
    view = to_bury("H3 H4 SA SA ST C5 C3 C4 D3 D4 D6 D7 D8 D9 DJ")
    kinds = kinds_of(view.trump)
    gone = kinds.faces_of(buried(kinds, kinds.of_faces(view.hand), 8))
    assert len(gone) == 8
    assert not set(parse_cards("H3 H4 SA ST")) & set(gone), format_cards(gone)
