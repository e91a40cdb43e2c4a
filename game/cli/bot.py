"""``bot``: a computer player for any outside referee: a view a line in, an answer a line out."""

import argparse
import json
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import TextIO

from game.bots.legal import Player, safe_answer
from game.bots.levels import LADDER, Level, player
from game.cli.lines import answer_of, question_of
from game.engine import RulesError, RuleSet, preset
from game.engine.rules import PRESETS


def level_named(text: str) -> Level:
    """A level by its name or its number, 1 the weakest. ValueError when there is none."""
    for number, level in enumerate(LADDER, 1):
        if text in (level, str(number)):
            return level
    raise ValueError(f"{text!r} is no level: 1 to {len(LADDER)}, or {', '.join(LADDER)}")


def serve(bot: Player, rules: RuleSet, lines: TextIO, out: TextIO, err: TextIO) -> None:
    """Answer line by line until there are no more; null, and a word in ``err``, to what makes no sense."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        answer = None
        try:
            view, ask = question_of(line, rules)
            answer = answer_of(safe_answer(bot, view, ask))
        except ValueError as error:
            print(f"line {number} not understood: {error}", file=err, flush=True)
        print(json.dumps(answer), file=out, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m game bot",
        description="A computer player: a view a line (JSON) in, a list of cards or null a line out.",
    )
    parser.add_argument(
        "--level", default="normal", metavar="N", help=f"1 to {len(LADDER)}, or {', '.join(LADDER)} (normal)"
    )
    parser.add_argument("--decks", type=int, default=2, metavar="N", help="decks of cards, 1 to 4 (2)")
    parser.add_argument("--rules", default="lezhong", metavar="NAME", help=f"preset: {', '.join(PRESETS)}")
    parser.add_argument(
        "--seed", type=int, default=0, help="the same seed and views give the same answers (0)"
    )
    parser.add_argument("--timed", action="store_true", help="keep the time limits of a table")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. 0: no more lines, or nobody to answer; 2 (by SystemExit): bad options."""
    parser = _parser()
    options = parser.parse_args(argv)
    try:
        rules = preset(options.rules, options.decks)
        level = level_named(options.level)
    except (RulesError, ValueError) as error:
        parser.error(str(error))
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # whatever comes, it is a line
    serve(player(level, options.seed, options.timed), rules, sys.stdin, sys.stdout, sys.stderr)
    return 0
