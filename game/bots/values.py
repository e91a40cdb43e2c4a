"""What the end of a deal is worth, for a search to compare."""

from functools import cache
from statistics import fmean

from game.engine import RuleSet, View, outcome
from game.engine.cards import hand_size

LINEAR = 1.0
"""What the points of one level are worth beside the level itself."""
BLUR = 0.6
"""How far steps are smoothed with all cards in hand, in steps."""


class Values:
    """What an end is worth to the attackers, in levels, by their points.

    Steps are smoothed over ``blur`` points up and down: long before the end a playout does not tell
    on which side of a step a deal will come out, and steps would only add noise.
    """

    __slots__ = ("_blur", "_known", "_rules")

    def __init__(self, rules: RuleSet, blur: int) -> None:
        self._rules, self._blur = rules, blur
        self._known: dict[int, float] = {}

    def of(self, points: int) -> float:
        """Levels won (to take the deal counts as one) or lost, and points towards the next."""
        value = self._known.get(points)
        if value is None:
            near = range(points - self._blur, points + self._blur + 1, 5)
            levels = fmean([self._levels(p) for p in near])
            value = self._known[points] = levels + LINEAR * points / self._rules.step
        return value

    def _levels(self, points: int) -> int:
        end = outcome(points, self._rules)
        return end.levels + 1 if end.side == "attackers" else -end.levels


@cache
def values_of(rules: RuleSet, blur: int) -> Values:
    """The values under some rules, worked out once."""
    return Values(rules, blur)


def blur_of(view: View) -> int:
    """``BLUR`` of a step with all cards in hand, nothing at the last trick."""
    left = len(view.hand) / hand_size(view.rules.decks)
    return 5 * round(BLUR * view.rules.step * left / 5)
