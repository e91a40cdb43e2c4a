"""``bot`` speaks the arena's protocol: JSON lines, the same play as at a table of the game."""

import io
import json
import sys

import pytest

from game.bots.rule import RuleBot
from game.cli import bot as command
from game.cli.bot import level_named, serve
from game.cli.lines import answer_of, code_of, command_of, line_of, question_of
from game.cli.selfplay import play_deal
from game.engine import Question, Standing, View, new_match, preset
from game.engine.commands import Command

RULES = preset("lezhong")


def said(*lines: object) -> tuple[list[object], str]:
    """What the rule player answers to lines, and what it complains of."""
    told = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    out, err = io.StringIO(), io.StringIO()
    serve(RuleBot(), RULES, io.StringIO(told), out, err)
    return [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


PLAY = {
    "cmd": "play",
    "seat": 2,
    "level": "7",
    "banker": 1,
    "trump": "H",
    "declaration": {"seat": 1, "cards": ["H7"], "strength": 1},
    "hand": ["S3", "S10", "SQ", "D4"],
    "buried": None,
    "tricks": [{"leader": 1, "plays": [[1, ["C3"]], [2, ["C4"]], [3, ["C5"]], [0, ["CA"]]], "winner": 0}],
    "trick": {"leader": 0, "plays": [[0, ["SA"]], [1, ["S4"]]], "winner": 0},
    "att_points": 5,
}


def test_answers_each_kind_of_question() -> None:
    hand = [
        suit + rank for suit in "SHC" for rank in ["3", "4", "5", "6", "8", "9", "10", "J", "Q", "K", "A"]
    ]
    bury = {
        "cmd": "bury",
        "seat": 1,
        "level": "7",
        "banker": 1,
        "trump": "H",
        "declaration": None,
        "hand": hand,
    }
    declare = {"cmd": "declare", "seat": 1, "level": "7", "banker": 1, "declaration": None, "hand": ["S3"]}
    answers, err = said(PLAY, bury, declare)
    assert answers[0] == ["S10"], "ten points to the partner's ace"
    assert isinstance(answers[1], list)
    assert len(answers[1]) == 8
    assert answers[2] is None
    assert err == ""


@pytest.mark.parametrize(
    "line",
    ["nonsense", "[]", "{}", {**PLAY, "cmd": "dance"}, {**PLAY, "hand": ["S1"]}, {**PLAY, "hand": None}],
)
def test_nonsense_gets_null_and_a_word_and_the_next_line_is_answered(line: object) -> None:
    answers, err = said(line, PLAY)
    assert answers == [None, ["S10"]]
    assert "not understood" in err


def test_a_view_goes_through_a_line_and_back() -> None:
    """In a whole deal every question put by a line gets the same answer as the view itself."""
    asked = 0

    class ByLine(RuleBot):
        def answer(self, view: View, ask: Question) -> Command | None:
            nonlocal asked
            direct = super().answer(view, ask)
            if ask.kind not in ("bury", "play"):
                return direct
            told = json.loads(json.dumps(line_of(view, ask)))
            again, question = question_of(told, view.rules)
            assert question.kind == ask.kind
            assert (again.hand, again.counts, again.trump) == (view.hand, view.counts, view.trump)
            assert (again.tricks, again.plays, again.buried) == (view.tricks, view.plays, view.buried)
            answer = super().answer(again, question)
            assert answer == direct
            assert command_of(answer_of(answer), ask) == answer
            asked += 1
            return answer

    match = play_deal(new_match(RULES, Standing(("T", "T"), 2, 3)), [ByLine()] * 4, "lines")
    assert match.result is not None
    assert asked > 60


def test_tens_and_jokers_have_the_protocols_names() -> None:
    assert [code_of(card) for card in (8, 52, 53, 9)] == ["S10", "LJ", "BJ", "SJ"]


def test_levels_go_by_number_and_name() -> None:
    assert level_named("1") == "beginner"
    assert level_named("master") == level_named("5") == "master"
    with pytest.raises(ValueError, match="'6' is no level"):
        level_named("6")


def test_bad_options_end_with_2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert command.main(["--level", "2"]) == 0
    for argv in (["--level", "9"], ["--rules", "poker"], ["--decks", "7"]):
        with pytest.raises(SystemExit) as end:
            command.main(argv)
        assert end.value.code == 2
