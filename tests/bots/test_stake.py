"""What a seat stakes on a deal in silver."""

import pytest
from bots.positions import table
from msgspec.structs import replace

from game.bots.rule import RuleBot
from game.engine import Question
from game.engine.commands import SetStake

WEAK = "H3 H4 H6 H7 S3 S4 S6 S7 S8 S9 SJ SQ D3 D4 D6 D7 D8 D9 DJ DQ C3 C4 C6 C7 C8"
FAIR = "H3 H4 H6 H7 H8 H9 HJ HQ HA H2 HT HK HT S3 S4 D3 D4 D6 D7 D8 C3 C4 C6 C7 C8"
STRONG = "H3 H4 H6 H7 H8 H9 HJ HQ HA H2 S2 LJ BJ BJ HT HT HK HK HA S3 S4 D3 D4 C3 C4"


@pytest.mark.parametrize(
    ("hand", "dealer", "stake"),
    [(WEAK, 2, 1), (FAIR, 2, 2), (STRONG, 2, 4), (STRONG, 1, 1), (WEAK, 1, 1)],
)
def test_the_dealer_side_stakes_by_its_trumps_and_attackers_the_least(
    hand: str, dealer: int, stake: int
) -> None:
    view = table(hand, dealer=dealer, settlement="silver", room="pass")
    answer = RuleBot().answer(replace(view, phase="staking"), Question("stake", (4,)))
    assert answer == SetStake(stake)


def test_where_nothing_is_staked_there_is_one_answer() -> None:
    view = replace(table(STRONG, dealer=0), phase="staking")
    assert RuleBot().answer(view, Question("stake", (4,))) == SetStake(1)


def test_for_a_player_who_is_away_the_least_is_staked() -> None:
    view = replace(table(STRONG, dealer=0, settlement="silver", room="pass"), phase="staking")
    assert RuleBot(away=True).answer(view, Question("stake", (4,))) == SetStake(1)
