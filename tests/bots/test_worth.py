"""What cards are worth to keep, and points to win, as the end comes near."""

import pytest
from bots.positions import midway

from game.bots.memory import Known
from game.bots.worth import LAST, LAST_PAIR, PAIR_RUN, Worth
from game.engine import View, parse_cards

LOADED = "SK SK S5 S5 D3 D4 C3 C4"
EARLY = "S3 S4 S6 S7 D3 D4 D6 D7 C3 C4 C6 C7 H3 H4 H6 BJ BJ"


def worth(view: View) -> Worth:
    return Worth(Known(view))


def unguarded(view: View, cards: str) -> float:
    return worth(view).unguarded(parse_cards(cards))


def test_the_last_sure_trump_guards_the_bottom() -> None:
    view = midway("D7 H3 BJ", buried=LOADED, points=100)
    assert unguarded(view, "BJ") > 30
    assert unguarded(view, "H3") == 0
    assert unguarded(view, "D7") == 0


def test_one_of_two_sure_trumps_may_go() -> None:
    view = midway("D7 H3 BJ BJ", buried=LOADED, points=100)
    assert unguarded(view, "BJ") == 0
    assert unguarded(view, "BJ BJ") > 30


def test_attackers_win_more_with_a_pair_at_the_end() -> None:
    view = midway(EARLY)
    whole = unguarded(view, "BJ BJ")
    assert unguarded(view, "BJ") == pytest.approx(whole * (LAST_PAIR - LAST) / LAST_PAIR)


def test_the_bottom_matters_more_as_the_end_comes_near() -> None:
    early, late = midway(EARLY), midway("D7 C9 H3 H4 BJ BJ")
    assert unguarded(early, "BJ BJ") < unguarded(late, "BJ BJ")


def test_points_that_reach_a_step_count_more_near_the_end() -> None:
    near, far = (worth(midway("S4 S6 D9", points=points)) for points in (75, 60))
    assert near.count(5) > 10
    assert far.count(5) < 5
    early = worth(midway(EARLY, points=75))
    assert early.count(5) == 5


def test_the_card_for_the_last_trick_is_the_only_sure_trump() -> None:
    (big,) = parse_cards("BJ")
    assert worth(midway("D7 H3 BJ", buried=LOADED)).last_winner() == big
    assert worth(midway("D7 H3 BJ BJ", buried=LOADED)).last_winner() is None
    assert worth(midway("D7 H3 LJ", out="BJ")).last_winner() is None


def test_a_tractor_over_the_level_cards_of_other_suits_is_priced_whole_beside_a_single_one() -> None:
    """Those share a place, and the single one lies between the two pairs in hand."""
    pair = worth(midway("HA HA S2 D2 D2 D7 C9")).pair
    alone = worth(midway("HK HA S2 D2 D2 D7 C9")).pair
    single, level = parse_cards("S2 D2")
    assert pair[single] == 0
    assert pair[level] == alone[level] + PAIR_RUN
