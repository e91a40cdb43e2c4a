"""``arena``: two computer players on duplicate deals, through the engine.

Every deal is played twice with the sides changed, so that luck in the cards falls out: a player
against itself comes to exactly 0. An outside player is ``NAME=command``, a program that speaks the
protocol of ``game.cli.lines``; what it answers against the rules is counted and replaced.
"""

import argparse
import contextlib
import json
import logging
import os
import queue
import random
import secrets
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, quantiles, stdev

import msgspec

from game.bots.legal import Player, plain_answer
from game.bots.levels import LADDER, player
from game.cli.bot import level_named
from game.cli.lines import command_of, line_of
from game.cli.selfplay import play_deal
from game.engine import (
    Question,
    Result,
    RuleSet,
    Standing,
    View,
    check_follow,
    judge_bid,
    new_match,
    points_of,
    preset,
    seat_team,
)
from game.engine import commands as co
from game.engine.bids import Phase
from game.engine.cards import RANKS, bottom_size, count, lacking
from game.engine.chance import deal_seed
from game.engine.rules import PRESETS
from game.engine.shapes import one_suit

log = logging.getLogger(__name__)


LONGEST = 1_000_000
"""Characters of an answer at most."""
LEAVES = 2.0
"""Seconds a program may take to end when nothing more is asked."""


class Gone(Exception):
    """An outside player that is not there any more, or does not answer."""


class Outsider:
    """A player in another process, asked by lines. ``Gone`` when it ends, or says nothing for so many
    seconds of ``patience``."""

    def __init__(self, name: str, command: str, patience: float) -> None:
        """ValueError and OSError when there is no such program."""
        self._name, self._patience = name, patience
        words = shlex.split(command)
        if not words:
            raise ValueError(f"{name}: a command is wanted after the =")
        self._process = subprocess.Popen(
            command if os.name == "nt" else words,  # there a backslash is no escape
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
        self._questions: queue.SimpleQueue[str | None] = queue.SimpleQueue()  # None: no more
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._talk, name=name, daemon=True).start()

    def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
        """Its answer; a question that the protocol does not know is answered plainly."""
        told = line_of(view, ask)
        if told is None:
            return plain_answer(view, ask)
        try:
            command = command_of(json.loads(self._said(json.dumps(told))), ask)
        except RecursionError:
            raise ValueError("too deeply nested") from None
        return None if isinstance(command, co.PassBid) and view.undealt else command

    def _said(self, line: str) -> str:
        """What it answers to a line."""
        self._questions.put(line)
        try:
            answer = self._answers.get(timeout=self._patience)
        except queue.Empty:
            raise Gone(f"{self._name} does not answer within {self._patience:g} seconds") from None
        if answer.endswith("\n"):
            return answer
        if len(answer) == LONGEST:
            raise Gone(f"{self._name} answers with more than {LONGEST} characters")
        raise Gone(f"{self._name} has ended, with code {self._end()}")

    def _talk(self) -> None:
        """In a thread of its own, for it may neither listen nor answer: put the questions to it one by one,
        and hand on the lines it says, "" when there are no more."""
        told, said = self._process.stdin, self._process.stdout
        assert told is not None
        assert said is not None
        with contextlib.suppress(OSError), told:
            while (line := self._questions.get()) is not None:
                told.write(line + "\n")
                told.flush()
                answer = said.readline(LONGEST)
                self._answers.put(answer)
                if not answer.endswith("\n"):
                    return
        self._answers.put("")

    def _end(self) -> int:
        """Its exit code, once it has ended by itself or else by force."""
        try:
            return self._process.wait(timeout=LEAVES)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def close(self) -> None:
        """Let it end."""
        self._questions.put(None)
        self._end()


class Watched:
    """A player under the referee's eye: its time and its illegal answers are counted."""

    def __init__(self, name: str, inner: Player) -> None:
        self.name, self.inner = name, inner
        self.seconds: list[float] = []
        self.illegal = 0

    def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
        """The player's answer where it is legal, else the plainest one."""
        start = time.perf_counter()
        try:
            command = self.inner.answer(view, ask)
            legal = is_legal(view, ask, command)
        except ValueError:
            legal = False
        if ask.kind == "play":
            self.seconds.append(time.perf_counter() - start)
        if legal:
            return command
        self.illegal += 1
        log.warning("%s: illegal answer to %s", self.name, ask.kind)
        return plain_answer(view, ask)


def is_legal(view: View, ask: Question, command: co.SeatCommand | None) -> bool:
    """Whether the rules take the answer, as far as the seat itself could know."""
    rules = view.rules
    match command:
        case None:
            return ask.kind == "bid" and view.undealt > 0
        case co.Bid(cards):
            phases: dict[str, Phase] = {"bid": "dealing", "flip": "flipping", "counter": "countering"}
            if ask.kind not in phases or view.seat is None:
                return False
            phase = phases[ask.kind]
            return judge_bid(view.bids, view.seat, cards, view.hand, view.level, rules, phase) is None
        case co.PassBid():
            return ask.kind in ("flip", "counter") or (ask.kind == "bid" and not view.undealt)
        case co.Bury(cards):
            limit = rules.bottom_points_limit
            fits = limit is None or points_of(cards) <= limit
            held = not lacking(count(view.hand), cards)
            return ask.kind == "bury" and len(cards) == bottom_size(rules.decks) and held and fits
        case co.Play(cards):
            if ask.kind != "play":
                return False
            if view.plays:
                return check_follow(view.plays[0], view.hand, cards, view.trump, rules) is None
            return not lacking(count(view.hand), cards) and one_suit(cards, view.trump) is not None
        case co.SetStake(stake):
            return ask.kind == "stake" and stake in rules.stakes
        case _:
            return isinstance(command, co.Ready) and ask.kind == "ready"


class Score(msgspec.Struct, frozen=True):
    """What one player made more than the other in a pair: points and levels a deal, deals won of 2."""

    points: float
    levels: float
    wins: int


def levels_of(result: Result) -> int:
    """The attackers' levels: to take the deal counts as one, a deal held counts against them."""
    return result.gain + 1 if result.side == "attackers" else -result.gain


def play_pair(one: Player, other: Player, rules: RuleSet, seed: str, number: int) -> Score:
    """A deal at a level and a dealer drawn by the seed, played from both sides."""
    chance = random.Random(f"{seed} {number}")
    level, dealer = chance.choice(RANKS), chance.randrange(4)
    points = levels = 0.0
    wins = 0
    for players in ((one, other, one, other), (other, one, other, one)):
        match = new_match(rules, Standing((level, level), dealer, 3))
        result = play_deal(match, players, deal_seed(seed, number)).result
        assert result is not None
        attacks = players[1 - seat_team(result.dealer)] is one
        sign = 1 if attacks else -1
        points += sign * result.points / 2
        levels += sign * levels_of(result) / 2
        wins += (result.side == "attackers") == attacks
    return Score(points, levels, wins)


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Mean, and half the width of its 95 % interval."""
    spread = stdev(values) if len(values) > 1 else 0.0
    return fmean(values), 1.96 * spread / sqrt(len(values))


def summary(scores: Sequence[Score]) -> str:
    """Points, levels and deals won, each a deal, with intervals."""
    points, more = interval([score.points for score in scores])
    levels, more_levels = interval([score.levels for score in scores])
    wins, more_wins = interval([50.0 * score.wins for score in scores])
    return (
        f"{points:+.2f} ± {more:.2f} points, {levels:+.3f} ± {more_levels:.3f} levels a deal, "
        f"{wins:.1f} ± {more_wins:.1f} % of deals won"
    )


def pace(seconds: Sequence[float]) -> str:
    """Median and 99th percentile of the time for a play."""
    if len(seconds) < 2:
        return "-"
    cuts = quantiles(seconds, n=100)
    return (
        f"{1000 * cuts[49]:.1f} ms a play, p99 {1000 * cuts[98]:.1f} ms, worst {1000 * max(seconds):.0f} ms"
    )


def entrant(text: str, seed: int, timed: bool, patience: float) -> Player:
    """A level by name or number, or ``NAME=command``. ValueError when it is neither, OSError when there is
    no such program."""
    name, equals, command = text.partition("=")
    return Outsider(name, command, patience) if equals else player(level_named(text), seed, timed)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m game arena", description="Two computer players on duplicate deals."
    )
    for name in ("a", "b"):
        parser.add_argument(name, help=f"1 to {len(LADDER)}, {', '.join(LADDER)}, or NAME=command")
    parser.add_argument("--pairs", type=int, default=50, metavar="N", help="deals, each played twice (50)")
    parser.add_argument("--decks", type=int, default=2, metavar="N", help="decks of cards, 1 to 4 (2)")
    parser.add_argument("--rules", default="lezhong", metavar="NAME", help=f"preset: {', '.join(PRESETS)}")
    parser.add_argument(
        "--seed", default=None, help="the same seed gives the same deals (default: a new one)"
    )
    parser.add_argument("--timed", action="store_true", help="keep the time limits of a table")
    parser.add_argument(
        "--patience",
        type=float,
        default=60.0,
        metavar="S",
        help="seconds an outside player may take for an answer (60)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object at the end")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. 0: played; 1: an answer was illegal; 2 (by SystemExit): bad options; 3: an outside
    player ended, or did not answer."""
    parser = _parser()
    options = parser.parse_args(argv)
    if options.pairs < 1:
        parser.error("argument --pairs: must be 1 or more")
    if not 0 < options.patience <= threading.TIMEOUT_MAX:
        parser.error("argument --patience: must be more than 0")
    seed = secrets.token_hex(8) if options.seed is None else options.seed
    sides: list[Watched] = []
    with contextlib.ExitStack() as stack:
        try:
            rules = preset(options.rules, options.decks)
            for text in (options.a, options.b):
                inner = entrant(text, 0, options.timed, options.patience)
                if isinstance(inner, Outsider):
                    stack.callback(inner.close)
                sides.append(Watched(text, inner))
        except (ValueError, OSError) as error:
            parser.error(str(error))
        try:
            tell = None if options.json else print
            scores = run(sides[0], sides[1], rules, str(seed), options.pairs, tell)
        except Gone as gone:
            print(f"{parser.prog}: {gone}", file=sys.stderr)
            return 3
    if options.json:
        print(json.dumps(_record(sides, scores, str(seed))))
    else:
        print(f"{options.a} against {options.b}, {len(scores)} pairs, seed {seed}: {summary(scores)}")
        for side in sides:
            print(f"  {side.name}: {pace(side.seconds)}; {side.illegal} illegal answers")
    return 1 if any(side.illegal for side in sides) else 0


def run(
    one: Player,
    other: Player,
    rules: RuleSet,
    seed: str,
    pairs: int,
    tell: Callable[[str], None] | None = None,
) -> list[Score]:
    """So many pairs; ``tell`` hears five times how it stands."""
    scores: list[Score] = []
    for number in range(pairs):
        scores.append(play_pair(one, other, rules, seed, number))
        if tell and (number + 1) % max(1, pairs // 5) == 0 and number + 1 < pairs:
            tell(f"  {number + 1}/{pairs}: {summary(scores)}")
            sys.stdout.flush()
    return scores


def _record(sides: Sequence[Watched], scores: Sequence[Score], seed: str) -> dict[str, object]:
    return {
        "pairs": len(scores),
        "seed": seed,
        "points": interval([score.points for score in scores]),
        "levels": interval([score.levels for score in scores]),
        "won": interval([score.wins / 2 for score in scores]),
        "illegal": [side.illegal for side in sides],
    }
