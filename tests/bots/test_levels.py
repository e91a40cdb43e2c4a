"""Levels: weaker by forgetting or thinking less, never by sight or by throwing cards away."""

from typing import get_args

import pytest
from bots.positions import table as position
from msgspec.structs import replace

from game.bots.forget import Forgetful
from game.bots.levels import LADDER, Level, player
from game.bots.rule import RuleBot
from game.cli.arena import run
from game.engine import Question, format_cards, preset
from game.engine.commands import Play

ASK = Question("play", (4,))


def test_there_are_five_and_all_answer() -> None:
    assert get_args(Level) == LADDER
    assert len(LADDER) == 5
    assert "normal" in LADDER
    seen = position("S3 S9 D4", "SA | S5 | S6")
    for level in LADDER:
        assert isinstance(player(level).answer(seen, ASK), Play)


@pytest.mark.parametrize("level", LADDER)
def test_the_same_view_gets_the_same_answer(level: Level) -> None:
    seen = position("S3 S9 SK SQ C5 CT D4 DA DA", "S7 | S5")
    assert player(level, timed=False).answer(seen, ASK) == player(level, timed=False).answer(seen, ASK)


def test_forgets_who_is_void_after_so_many_tricks() -> None:
    """A king behind an ace that is gone: whoever remembers the aces leads it."""
    gone = (0, "SA | S3 | S4 | S6"), (0, "SA | S7 | S8 | S9")
    seen = position("SK D4", tricks=gone, trump="H")
    later = replace(seen, tricks=(*seen.tricks, *position("C3", tricks=((0, "C9 | C6 | C7 | C8"),)).tricks))
    told = [Forgetful(n).answer(later, ASK) for n in (0, 1, 3)]
    assert told[2] == RuleBot().answer(later, ASK)
    assert told[0] == told[1]
    assert isinstance(told[2], Play)
    assert format_cards(told[2].cards) == "SK"


def test_the_weaker_of_two_that_forget_loses() -> None:
    for weak, strong, pairs in (("beginner", "normal", 60), ("normal", "skilled", 120)):
        scores = run(player(weak), player(strong), preset("lezhong"), "levels", pairs)  # type: ignore[arg-type]
        assert sum(score.points for score in scores) < 0


@pytest.mark.slow
@pytest.mark.parametrize(("weak", "strong", "pairs"), [("skilled", "expert", 60), ("expert", "master", 30)])
def test_the_one_that_thinks_less_loses(weak: Level, strong: Level, pairs: int) -> None:
    scores = run(player(weak, timed=False), player(strong, timed=False), preset("lezhong"), "levels", pairs)
    assert sum(score.points for score in scores) < 0
