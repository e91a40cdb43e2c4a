"""A play judged afterwards: blunders cost, good plays don't, and nobody looks into other hands."""

import pytest
from bots.positions import midway
from msgspec.structs import replace

from game.bots.judge import doubt, judge
from game.bots.search import Effort, SearchBot
from game.bots.why import Code
from game.engine import parse_cards

CRITIC = Effort(120)


def bot() -> SearchBot:
    return SearchBot(CRITIC, 3)


def test_ten_points_thrown_to_the_opponents_cost_about_ten() -> None:
    view = midway("S4 SK D3 D7 D9 H3", "S6 | S7 | SA")
    found = judge(view, parse_cards("SK"), bot())
    assert found.better == parse_cards("S4")
    assert 5 < found.cost < 30
    assert found.why.code in (Code.SAVE_POINTS, Code.SEARCH)


def test_the_best_play_costs_nothing() -> None:
    view = midway("S4 SK D3 D7 D9 H3", "S6 | S7 | SA")
    found = judge(view, parse_cards("S4"), bot())
    assert (found.cost, found.better) == (0.0, parse_cards("S4"))


def test_a_card_that_does_the_same_is_not_blamed() -> None:
    """Nothing lies between the two: both 8s and 9s are in this hand."""
    view = midway("S8 S8 S9 S9 D3 H3", "S6 | S7 | SA")
    assert judge(view, parse_cards("S9"), bot()).cost == judge(view, parse_cards("S8"), bot()).cost


def test_no_choice_no_blame() -> None:
    assert judge(midway("S4 D3 H3", "S6 | S7 | SA"), parse_cards("S4"), bot()).cost == 0.0
    assert judge(midway("S4"), parse_cards("S4"), bot()).cost == 0.0
    assert doubt(midway("S4 D3 H3", "S6 | S7 | SA"), parse_cards("S4")) is None
    assert doubt(midway("S4"), parse_cards("S4")) is None


def test_what_the_rules_would_not_play_is_doubted_most() -> None:
    view = midway("S4 SK D3 D7 D9 H3", "S6 | S7 | SA")
    good, bad = doubt(view, parse_cards("S4")), doubt(view, parse_cards("SK"))
    assert good == 0.0
    assert bad is not None
    assert bad > 5


def test_a_judgement_is_repeatable_and_of_the_view_alone() -> None:
    view = midway("S4 SK D3 D7 D9 H3", "S6 | S7 | SA")
    again = replace(view, ready=(True,) * 4)
    assert judge(view, parse_cards("SK"), bot()) == judge(again, parse_cards("SK"), bot())


def test_it_ends_early_when_it_is_told_to() -> None:
    worlds = 0

    def stop() -> bool:
        nonlocal worlds
        worlds += 1
        return worlds > 10

    view = midway("S4 SK D3 D7 D9 H3", "S6 | S7 | SA")
    judge(view, parse_cards("SK"), SearchBot(Effort(10_000, 60.0), stop=stop))
    assert worlds == 11


@pytest.mark.parametrize("hand", ["S4 ST SK D3 D7 H3", "D3 DT DK C5 C9"])
def test_a_lead_or_reply_the_rules_never_thought_of_is_judged_all_the_same(hand: str) -> None:
    view = midway(hand, "S6 | S7 | SA")
    for card in hand.split():
        if hand.startswith("D") or card.startswith("S"):
            assert judge(view, parse_cards(card), bot()).cost >= 0.0
