"""Computer players alone: ``python tests/bench/bots.py``. On one core.

Whole random two-deck deals played out by the lean engine, shuffle included (aim: over 6,000 a second);
worlds drawn in the middle of a deal; the time for a play of each level, median and 99th percentile.
"""

import argparse
import random
import sys
import time
from collections.abc import Sequence
from statistics import median, quantiles

from game.bots.knowledge import Knowledge
from game.bots.levels import LADDER, Level, player
from game.bots.playout import Playout
from game.bots.rule import RuleBot
from game.bots.worlds import Worlds
from game.cli.selfplay import play_deal
from game.engine import Question, RuleSet, Trump, View, new_match, preset
from game.engine.cards import deck, hand_size, points_of
from game.engine.commands import SeatCommand
from game.engine.lean import Lean, kinds_of

DEALS, VIEWS = 4000, 60


def playouts(number: int, rules: RuleSet) -> float:
    """Random deals a second, from the shuffle to the last trick: the best of three runs."""
    chance = random.Random(1)
    kinds = kinds_of(Trump("5", "H"))
    policy = Playout(kinds, rules, chance.random)
    cards = kinds.of_faces(deck(rules.decks))
    size = hand_size(rules.decks)
    best = 0.0
    for _ in range(3):
        start = time.process_time()
        for i in range(number):
            order = [kind for _, kind in sorted([(chance.random(), kind) for kind in cards])]
            hands = [kinds.suits(order[seat * size : seat * size + size]) for seat in range(4)]
            bottom = points_of(kinds.faces_of(order[4 * size :]))
            policy.mix()
            Lean(kinds, rules, hands, leader=i % 4, dealer=i % 4, points=0, bottom_points=bottom).finish(
                policy
            )
        best = max(best, number / (time.process_time() - start))
    return best


class Watcher(RuleBot):
    """Keeps the views it was asked to play in."""

    def __init__(self) -> None:
        super().__init__()
        self.views: list[View] = []

    def answer(self, view: View, ask: Question) -> SeatCommand | None:
        if ask.kind == "play" and len(view.hand) > 1:
            self.views.append(view)
        return super().answer(view, ask)


def views_of(rules: RuleSet, number: int) -> list[View]:
    """So many questions for a play, of deals of rule players."""
    watcher = Watcher()
    for i in range(1 + number // 60):
        play_deal(new_match(rules), [watcher] * 4, f"bench {i}")
    return random.Random(2).sample(watcher.views, number)


def drawing(views: Sequence[View]) -> tuple[float, float]:
    """Microseconds to know what a view tells, and to draw a world of it."""
    know = draw = 0.0
    for view in views:
        start = time.process_time()
        known = Knowledge(view)
        know += time.process_time() - start
        worlds = Worlds(known, kinds_of(view.trump), random.Random(3).random)
        start = time.process_time()
        for _ in range(20):
            worlds.draw()
        draw += time.process_time() - start
    return 1e6 * know / len(views), 1e6 * draw / len(views) / 20


def thinking(level: Level, views: Sequence[View]) -> str:
    """The time for a play of a level, without its time limit."""
    bot = player(level, timed=False)
    took = []
    for view in views:
        start = time.process_time()
        bot.answer(view, Question("play", (1,)))
        took.append(1000 * (time.process_time() - start))
    return f"{level:>9}: median {median(took):7.2f} ms, p99 {quantiles(took, n=100)[98]:7.1f} ms"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="bots.py", description=__doc__)
    parser.add_argument("--decks", type=int, default=2, metavar="N", help="decks of cards (2)")
    parser.add_argument("--views", type=int, default=VIEWS, metavar="N", help=f"plays to time ({VIEWS})")
    options = parser.parse_args(argv)
    rules = preset("lezhong", options.decks)
    print(f"random deals, {options.decks} decks: {playouts(DEALS // options.decks, rules):.0f} a second")
    views = views_of(rules, options.views)
    know, draw = drawing(views)
    print(f"what a view tells: {know:.0f} us; a world: {draw:.1f} us")
    for level in LADDER:
        print(thinking(level, views))
    return 0


if __name__ == "__main__":
    sys.exit(main())
