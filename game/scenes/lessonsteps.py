"""The steps of the first lesson, in order: from which stage of the deal on, and what is to be done."""

from typing import Literal, NamedTuple, TypeAlias

from game.engine import commands as co
from game.scenes import lessondeal as deal

Shown: TypeAlias = Literal["score", "bottom", "top", "left", "right"]
"""What a step points at: the score panel, the own bottom, or the plate of a seat."""


class Step(NamedTuple):
    """``do`` is what the learner does, None where there is only something to read."""

    name: str
    stage: int
    do: co.SeatCommand | None = None
    shows: tuple[Shown, ...] = ()

    @property
    def rests(self) -> bool:
        """Whether the table waits until the step is done; it waits by itself for a play or a bury."""
        return self.do is None or isinstance(self.do, co.Bid)


def _play(name: str, trick: int, shows: tuple[Shown, ...] = ()) -> Step:
    cards = deal.THROWN if trick == deal.FAILS else deal.TRICKS[trick].plays[0]
    return Step(name, deal.PLAYING + trick, co.Play(cards), shows)


STEPS = (
    Step("welcome", deal.OPENING, shows=("top", "left", "right")),
    Step("points", deal.OPENING, shows=("score",)),
    Step("bid", deal.ABLE, co.Bid(deal.BID)),
    Step("trumps", deal.TAKEN),
    Step("bury", deal.TAKEN, co.Bury(deal.BURY)),
    _play("ace", 0),
    _play("pair", 1),
    _play("tractor", 2),
    _play("throw", 3),
    _play("failing", 4),
    Step("failed", deal.PLAYING + 5, shows=("score",)),
    _play("ruff", 5),
    _play("draw", 6),
    _play("discard", 7),
    _play("low", 8),
    _play("answer", 9),
    _play("trump-tractor", 10),
    Step("bottom", deal.PLAYING + 11, shows=("bottom",)),
    _play("last", 11),
)
