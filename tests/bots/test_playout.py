"""What a playout plays for the four seats is legal, and comes to the points the rules give."""

import random

import pytest
from engine.test_lean import any_rules, lean_of
from engine_play import Table

from game.bots.playout import Playout
from game.engine import Standing, new_match
from game.engine import commands as co
from game.engine.lean import Lean, Suits, kinds_of


class Heard(Playout):
    """A playout that keeps what it answered."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]  # handed through
        self.said: list[list[int]] = []

    def lead(self, table: Lean) -> list[int]:
        self.said.append(super().lead(table))
        return list(self.said[-1])

    def single(self, hand: Suits, led: int, best: int, ours: bool, points: int, last: bool) -> int:
        card = super().single(hand, led, best, ours, points, last)
        self.said.append([card])
        return card

    def several(self, table: Lean) -> list[int]:
        self.said.append(super().several(table))
        return list(self.said[-1])


def played_out(chance: random.Random, decks: int) -> int:
    """A deal, at random up to some play and by a playout from there, then by ``decide`` all the same."""
    rules = any_rules(chance, decks)
    level = chance.choice("23456789TJQKA")
    table = Table(rules, chance.random(), new_match(rules, Standing((level, level), chance.randrange(4), 3)))
    until = chance.choice((0, 0, 3, 10, 20))
    for match in table.steps():
        if match.phase == "playing" and len(match.running.tricks) * 4 + len(match.running.plays) >= until:
            break
    if table.match.phase != "playing":
        return 0
    lean = lean_of(table.match)
    policy = Heard(kinds_of(table.match.running.bound[1]), rules, chance.random)
    points = lean.finish(policy)
    for cards in policy.said:
        table.do(table.match.running.turn, co.Play(lean.kinds.faces_of(cards)))
    assert table.match.result is not None
    assert table.match.result.points == points
    return len(policy.said)


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_playouts_are_legal_and_count_as_the_rules_do(decks: int) -> None:
    chance = random.Random(f"playout {decks}")
    assert sum(played_out(chance, decks) for _ in range(80 // decks)) > 700


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_playouts_are_legal_for_long(decks: int) -> None:
    chance = random.Random(f"playout for long {decks}")
    assert sum(played_out(chance, decks) for _ in range(1000)) > 20000
