"""Titles over lifetime points and medals over lifetime silver won (RULES.md section 8).

Two tables of thresholds, each about a fifth above the one before. What the steps are called is
for the screen to say.
"""

from bisect import bisect_right


def _ladder(first: int, steps: int) -> tuple[int, ...]:
    """``first`` times 6/5 again and again, each to three significant digits (halves up)."""
    found = []
    for step in range(steps):
        above, below = first * 6**step, 5**step
        unit = 1
        while above // (below * unit) >= 1000:
            unit *= 10
        found.append((2 * above + below * unit) // (2 * below * unit) * unit)
    return tuple(found)


TITLES = _ladder(50, 24)
"""Lifetime points for title 1, 2, ... 24: 50, 60, 72 ... 3310."""

MEDALS = _ladder(100, 100)
"""Lifetime silver won for medal 1, 2, ... 100: 100, 120, 144 ... 6,900,000,000."""


def title_step(points: int) -> int:
    """The title that lifetime points have reached: 0 (none yet, also below zero) to 24."""
    return bisect_right(TITLES, points)


def medal_step(silver: int) -> int:
    """The medal that the silver won in a lifetime has reached: 0 (none yet) to 100."""
    return bisect_right(MEDALS, silver)
