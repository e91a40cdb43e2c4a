"""The race between choices: the rule's is overtaken only by one that is surely better."""

import random
from collections.abc import Callable, Sequence

from game.bots.race import Race


def noisy(means: Sequence[float], spread: float, seed: int = 1) -> Callable[[Sequence[int]], list[float]]:
    """Worlds in which the choices score around their means; each world's luck is common to all."""
    chance = random.Random(seed)

    def world(running: Sequence[int]) -> list[float]:
        luck = chance.gauss(0, 5)
        return [means[choice] + luck + chance.gauss(0, spread) for choice in running]

    return world


def upto(worlds: int) -> Callable[[int], float]:
    return lambda done: done / worlds


def test_takes_what_is_surely_better() -> None:
    race = Race([0.0] * 4, sure=2.0)
    race.run(noisy([0, -1, 2, 0.5], 1.0), upto(200))
    assert race.winner() == 2


def test_stays_with_the_rule_when_nothing_is_surely_better() -> None:
    taken = 0
    for seed in range(40):
        race = Race([0.0] * 6, sure=3.0)
        race.run(noisy([0] * 6, 1.0, seed), upto(60))
        taken += race.winner() != 0
    assert taken <= 2


def test_what_the_rules_think_of_a_choice_counts_beside_the_worlds() -> None:
    means = [0.0, 0.3]
    for prior, winner in (([0.0, 0.0], 1), ([0.0, -1.0], 0)):
        race = Race(prior, sure=1.0)
        race.run(noisy(means, 0.5), upto(100))
        assert race.winner() == winner


def test_drops_the_worst_and_never_the_rule() -> None:
    race = Race([0.0] * 8, sure=1.0)
    seen = []

    def world(running: Sequence[int]) -> list[float]:
        seen.append(tuple(running))
        return noisy([-9, 1, 1.01, -3, -3, -3, -3, -3], 0.5, len(seen))(running)

    race.run(world, upto(100))
    assert seen[0] == tuple(range(8))
    assert seen[-1][0] == 0
    assert len(seen[-1]) <= 3
    assert race.worlds == len(seen) <= 100


def test_ends_early_when_one_is_clearly_first() -> None:
    race = Race([0.0] * 3, sure=1.0)
    race.run(noisy([0, 9, 1], 0.5), upto(1000))
    assert race.winner() == 1
    assert race.worlds < 60
