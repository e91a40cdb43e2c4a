"""``arena``: duplicate deals between two players, through the engine."""

import json
import sys
import time

import pytest

from game.bots.levels import LADDER, player
from game.bots.rule import RuleBot
from game.cli import arena
from game.cli.arena import Score, Watched, interval, is_legal, play_pair, run, summary
from game.engine import Question, View, preset
from game.engine.commands import Bid, Bury, Command, PassBid, Play

RULES = preset("lezhong")


@pytest.mark.parametrize("level", ["beginner", "normal", "skilled"])
def test_a_player_against_itself_comes_to_nothing(level: str) -> None:
    bot = player(next(name for name in LADDER if name == level))
    scores = run(bot, player(next(name for name in LADDER if name == level)), RULES, "self", 3)
    assert [(score.points, score.levels, score.wins) for score in scores] == [(0, 0, 1)] * 3


def test_a_searching_player_against_itself_comes_to_nothing() -> None:
    score = play_pair(
        player("expert", timed=False), player("expert", timed=False), preset("lezhong", 1), "self", 1
    )
    assert (score.points, score.levels, score.wins) == (0, 0, 1)


def test_the_same_seed_plays_the_same_deals_and_the_sides_change() -> None:
    first = [play_pair(player("beginner"), RuleBot(), RULES, "twice", n) for n in range(3)]
    again = [play_pair(player("beginner"), RuleBot(), RULES, "twice", n) for n in range(3)]
    other = [play_pair(RuleBot(), player("beginner"), RULES, "twice", n) for n in range(3)]
    assert first == again
    assert [score.points for score in other] == [-score.points for score in first]
    assert [score.wins for score in other] == [2 - score.wins for score in first]


class Cheat(RuleBot):
    """Plays, buries and bids cards it does not hold."""

    def answer(self, view: View, ask: Question) -> Command | None:
        missing = next(card for card in range(54) if card not in view.hand)
        if ask.kind == "play":
            return Play((missing,))
        if ask.kind == "bury":
            return Bury((missing,) * 8)
        return Bid((missing,))


def test_illegal_answers_are_counted_and_replaced() -> None:
    cheat = Watched("cheat", Cheat())
    play_pair(cheat, RuleBot(), RULES, "cheat", 1)
    assert cheat.illegal > 60


def test_a_pass_is_legal_only_once_all_is_dealt() -> None:
    from bots.positions import bidding

    ask = Question("bid", (1, 0))
    assert is_legal(bidding("S3", undealt=96), ask, None)
    assert not is_legal(bidding("S3", undealt=96), ask, PassBid())
    assert is_legal(bidding("S3"), ask, PassBid())
    assert is_legal(bidding("S2"), ask, Bid((0,)))


def test_intervals_are_of_95_per_cent() -> None:
    mean, half = interval([1.0, -1.0] * 50)
    assert mean == 0
    assert half == pytest.approx(0.197, abs=0.002)
    assert "+2.00 ± 0.00 points" in summary([Score(2.0, 0.5, 1)] * 2)


def test_prints_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena.main(["1", "skilled", "--pairs", "4", "--seed", "7", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["pairs"] == 4
    assert record["illegal"] == [0, 0]
    assert record["points"][0] < 10


def test_an_outside_player_is_driven_by_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """Our own bot as an outside program plays exactly as it does inside."""
    outside = f"ours={sys.executable} -m game bot --level 3"
    assert arena.main(["3", outside, "--pairs", "2", "--seed", "7", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["points"] == [0, 0]
    assert record["illegal"] == [0, 0]


def test_an_outside_player_that_talks_nonsense_is_found_out(capsys: pytest.CaptureFixture[str]) -> None:
    nonsense = f"{sys.executable} -c \"import sys\nfor line in sys.stdin: print('[1]', flush=True)\""
    assert arena.main(["3", f"x={nonsense}", "--pairs", "1", "--seed", "7", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["illegal"][1] > 50


PROGRAMS = {
    "sleep(60)": "does not answer within 0.5 seconds",
    "exit(7)": "has ended, with code 7",
    "input(); print('null', flush=True); input(); exit(0)": "has ended, with code 0",
    "import os, sys; os.close(1); input(); sleep(60)": "has ended, with code -9",
    "\nwhile True: print('x' * 10000, end='')": "answers with more than 1000000 characters",
    "\nwhile True: print('[' * 100000)": "does not answer within 0.5 seconds",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_an_outside_player_that_is_gone_ends_it_with_a_word(
    program: str, capsys: pytest.CaptureFixture[str]
) -> None:
    began = time.monotonic()
    outside = f'x={sys.executable} -c "from time import sleep; {program}"'
    assert arena.main(["3", outside, "--pairs", "1", "--seed", "7", "--json", "--patience", "0.5"]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"python -m game arena: x {PROGRAMS[program]}\n"
    assert time.monotonic() - began < 20


@pytest.mark.parametrize(
    "argv",
    [
        ["1", "9"],
        ["1", "2", "--pairs", "0"],
        ["1", "2", "--rules", "poker"],
        ["1", "2", "--decks", "5"],
        ["1", "2", "--patience", "0"],
        ["1", "2", "--patience", "nan"],
        ["1", "x="],
        ["1", "x='"],
        ["1", "x=/no/such/program"],
        ["1"],
    ],
)
def test_bad_options_end_with_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        arena.main(argv)
    assert end.value.code == 2
    assert "error: " in capsys.readouterr().err
