"""A race of choices over worlds: all run at first, the better half goes on, and the rule's choice
is only overtaken by one that is surely better."""

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean

LEGS = ((0.2, 0.5), (0.45, 0.5), (0.7, 0.5))
"""After this part of the race, the part of the choices that goes on."""
LEAST = 6
"""Worlds before any choice is dropped."""
CLEAR = 3.5
"""Standard errors by which the first must lead all others to end the race early."""

EXACT = 1e-6
"""Added to a variance, so that differences that are always the same are divided by something."""


class Race:
    """Scores of choices, world by world; the first choice is the rule's. ``sure`` is by how many
    standard errors another must be better to be taken instead. ``prior`` is what each choice is thought
    to be worth before the race, in the unit of the scores, and counts beside them."""

    __slots__ = ("_leg", "_prior", "_sure", "running", "scores")

    def __init__(self, prior: Sequence[float], sure: float) -> None:
        self.scores: list[list[float]] = [[] for _ in prior]
        self.running = list(range(len(prior)))
        self._prior = prior
        self._sure = sure
        self._leg = 0

    @property
    def worlds(self) -> int:
        """How many worlds the rule's choice has seen."""
        return len(self.scores[0])

    def run(
        self, world: Callable[[Sequence[int]], Sequence[float]], progress: Callable[[int], float]
    ) -> None:
        """Until ``progress`` of so many worlds is 1. ``world`` scores the running choices in one."""
        while (done := progress(self.worlds)) < 1.0:
            for choice, score in zip(self.running, world(self.running), strict=True):
                self.scores[choice].append(score)
            if self._leg < len(LEGS) and done >= LEGS[self._leg][0] and self.worlds >= LEAST:
                self._drop(LEGS[self._leg][1])
                self._leg += 1
            if self.worlds >= 4 * LEAST and self.worlds % 8 == 0 and self._clear():
                return

    def winner(self) -> int:
        """The choice to take."""
        best = self._best()
        if best == 0 or self._lead(best, 0) > self._sure:
            return best
        return 0

    def gain(self, choice: int) -> float:
        """By how much a choice came out above the first one on average, over the worlds both have seen."""
        differences = [a - b for a, b in zip(self.scores[choice], self.scores[0], strict=False)]
        return fmean(differences) if differences else 0.0

    def _best(self) -> int:
        return max(self.running, key=self._value)

    def _value(self, choice: int) -> float:
        scores = self.scores[choice]
        return self._prior[choice] + (fmean(scores) if scores else 0.0)

    def _drop(self, part: float) -> None:
        """Keep the best part, and the rule's choice whatever it is."""
        ranked = sorted(self.running, key=lambda c: -self._value(c))
        keep = ranked[: max(2, round(part * len(ranked)))]
        self.running = sorted({0, *keep})

    def _lead(self, one: int, other: int) -> float:
        """By how many standard errors one is ahead of another, over the worlds both have seen."""
        differences = [a - b for a, b in zip(self.scores[one], self.scores[other], strict=False)]
        n = len(differences)
        if n < 2:
            return 0.0
        mean = fmean(differences)
        spread = sum([(d - mean) ** 2 for d in differences]) / (n - 1)
        return (mean + self._prior[one] - self._prior[other]) / sqrt(spread / n + EXACT)

    def _clear(self) -> bool:
        best = self._best()
        return all(self._lead(best, other) > CLEAR for other in self.running if other != best)
