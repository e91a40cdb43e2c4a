"""``bot`` speaks the arena's protocol: JSON lines, the same play as at a table of the game."""

import io
import json
import random
import subprocess
import sys
from typing import Any

import pytest
from bots.positions import bidding

from game.bots.rule import RuleBot
from game.bots.search import Effort, SearchBot
from game.cli import bot as command
from game.cli.bot import level_named, serve
from game.cli.lines import answer_of, code_of, command_of, line_of, question_of
from game.cli.selfplay import apply, deal_cards, play_deal
from game.engine import Question, Standing, View, new_match, preset
from game.engine.commands import Command, StartDeal
from game.engine.rules import PRESETS

RULES = preset("lezhong")


def said(*lines: object) -> tuple[list[object], str]:
    """What the rule player answers to lines, and what it complains of."""
    told = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    out, err = io.StringIO(), io.StringIO()
    serve(RuleBot(), RULES, io.StringIO(told), out, err)
    return [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


PLAY: dict[str, Any] = {
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


TRICK = PLAY["trick"]
LED = PLAY["tricks"]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("nonsense", "malformed"),
        ("[]", "Expected `object`"),
        ("{}", "missing required field `cmd`"),
        ("[" * 100_000, "Expected `object`"),
        ('{"cmd": "play", "more": ' + "[" * 100_000, "too deeply nested"),
        ({**PLAY, "cmd": "dance"}, "'dance'"),
        ({**PLAY, "seat": 4}, "$.seat"),
        ({**PLAY, "level": "1"}, "level '1'"),
        ({**PLAY, "trump": "X"}, "trump suit 'X'"),
        ({**PLAY, "banker": None}, "banker is wanted"),
        ({**PLAY, "hand": None}, "$.hand"),
        ({**PLAY, "hand": [3, 10]}, "$.hand"),
        ({**PLAY, "hand": ["S1"]}, "'S1' is no card"),
        ({**PLAY, "hand": []}, "0 cards in the hand to play from"),
        ({**PLAY, "hand": ["S3"] * 10_000}, "$.hand"),
        ({**PLAY, "hand": ["S3"] * 3}, "S3 is there 3 times, with 2 decks"),
        ({**PLAY, "hand": ["S3", "S3", "SA", "SA"]}, "SA is there 3 times"),
        ({**PLAY, "hand": [s + r for s in "SHCD" for r in "3456789"]}, "29 cards in a hand of 25"),
        ({**PLAY, "seat": 3}, "seat 3 is not the one to play"),
        ({**PLAY, "att_points": 1e9 + 0.5}, "$.att_points"),
        ({**PLAY, "declaration": {"seat": 1, "cards": []}}, "a declaration is of one card"),
        ({**PLAY, "trick": {"leader": 0, "plays": [[1, ["SA"]], [0, ["S4"]]]}}, "go round from its leader"),
        ({**PLAY, "trick": {"leader": 0, "plays": [[0, ["SA"]], [1, ["S4", "S5"]]]}}, "of as many cards"),
        ({**PLAY, "trick": {"leader": 0, "plays": [[0, ["SA", "D3"]], [1, ["S4", "S5"]]]}}, "of one suit"),
        ({**PLAY, "tricks": [{**TRICK, "winner": 0}]}, "has four plays"),
        ({**PLAY, "tricks": LED * 100}, "$.tricks"),
        ({**PLAY, "cmd": "bury"}, "4 cards in the hand to bury from: 33"),
    ],
)
def test_nonsense_gets_null_and_a_word_and_the_next_line_is_answered(line: object, word: str) -> None:
    answers, err = said(line, PLAY)
    assert answers == [None, ["S10"]]
    assert err.startswith("line 1 not understood: ")
    assert word in err
    assert len(err) < 200


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
@pytest.mark.parametrize("name", PRESETS)
def test_whatever_comes_is_answered(name: str, decks: int, caplog: pytest.LogCaptureFixture) -> None:
    """Lines of a whole deal with something taken out, changed or cut off: an answer for each, and no player
    stumbles over what was let through."""
    rules = preset(name, decks)
    lines: list[str] = []

    class Listening(RuleBot):
        def answer(self, view: View, ask: Question) -> Command | None:
            if told := line_of(view, ask):
                lines.append(json.dumps(told))
            return super().answer(view, ask)

    play_deal(new_match(rules, Standing(("9", "9"), 1, 3)), [Listening()] * 4, "broken")
    chance = random.Random(f"{name} {decks}")
    broken = [spoilt(line, chance) for line in chance.sample(lines, min(60, len(lines))) for _ in range(6)]
    out = io.StringIO()
    bot = SearchBot(Effort(1))
    serve(bot, rules, io.StringIO("".join(line + "\n" for line in broken)), out, io.StringIO())
    assert len(out.getvalue().splitlines()) == len(broken)
    assert not caplog.records


def spoilt(line: str, chance: random.Random) -> str:
    """One value somewhere in a line gone, another one or doubled; or the line cut off."""
    if chance.random() < 0.1:
        return line[: chance.randrange(1, len(line))]
    told = json.loads(line)
    at: Any = told
    while True:
        key = chance.choice(list(at) if isinstance(at, dict) else range(len(at)))
        if not isinstance(at[key], dict | list) or not at[key] or chance.random() < 0.3:
            break
        at = at[key]
    others = (None, -1, 0, 3, 7, "S3", "10", "", [], {}, True, 1e9, ["S3", "S4"], [[0, ["S3"]]], at[key])
    if chance.random() < 0.3:
        del at[key]
    elif isinstance(at, list) and chance.random() < 0.5:
        at.insert(key, at[key])
    else:
        at[key] = chance.choice(others)
    return json.dumps(told)


def test_bytes_that_are_no_text_are_a_line_like_any_other() -> None:
    told = b"\xff\xfe{\n" + json.dumps(PLAY).encode() + b"\n" + json.dumps(PLAY).encode()[:40]
    command = [sys.executable, "-m", "game", "bot", "--level", "3"]
    ended = subprocess.run(command, input=told, capture_output=True, timeout=60, check=False)
    assert ended.returncode == 0
    assert [json.loads(line) for line in ended.stdout.splitlines()] == [None, ["S10"], None]
    assert [line.split(b":")[0] for line in ended.stderr.splitlines()] == [
        b"line 1 not understood",
        b"line 3 not understood",
    ]


def test_a_referee_that_goes_away_is_no_failure() -> None:
    command = [sys.executable, "-m", "game", "bot", "--level", "3"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as bot:
        assert bot.stdin
        assert bot.stdout
        assert bot.stderr
        bot.stdin.write(json.dumps(PLAY) + "\n")
        bot.stdin.flush()
        assert json.loads(bot.stdout.readline()) == ["S10"]
        bot.stdout.close()
        bot.stdin.write(json.dumps(PLAY) + "\n")
        bot.stdin.close()
        assert bot.wait(timeout=60) == 0
        assert bot.stderr.read() == ""


def test_what_is_declared_after_the_deal_is_what_is_flipped_at_a_table() -> None:
    """The searching player weighs the same bids by a line as by a view."""
    rules = preset("classic")
    asked = 0

    class ByLine(SearchBot):
        def answer(self, view: View, ask: Question) -> Command | None:
            nonlocal asked
            if ask.kind == "flip":
                again, question = question_of(json.dumps(line_of(view, ask)), rules)
                assert (question.kind, again.phase, again.undealt) == ("flip", "flipping", 0)
                asked += 1
            return super().answer(view, ask)

    start = new_match(rules, Standing(("9", "9"), 1, 3))
    deal_cards(apply(start, None, StartDeal("flips")), [ByLine(Effort(1))] * 4)
    assert asked


def test_a_pair_of_jokers_stands_above_any_pair() -> None:
    places = []
    for cards in ("S7", "S7 S7", "LJ LJ", "BJ BJ", "S7 S7 S7"):
        told = line_of(bidding("S3", ((1, cards),), level="7", decks=3), Question("bid", (1, 0)))
        assert told
        places.append(told["declaration"]["strength"])
    assert places == [1, 2, 3, 4, 5]


def test_a_view_goes_through_a_line_and_back() -> None:
    """In a whole deal every question put by a line gets the same answer as the view itself."""
    asked = 0

    class ByLine(RuleBot):
        def answer(self, view: View, ask: Question) -> Command | None:
            nonlocal asked
            direct = super().answer(view, ask)
            if ask.kind not in ("bury", "play"):
                return direct
            again, question = question_of(json.dumps(line_of(view, ask)), view.rules)
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
