"""The computer players there are to choose from, from weak to strong.

A weaker one forgets more, or thinks less; none throws cards away, and none sees more than its seat.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, get_args

from game.bots.forget import Forgetful
from game.bots.legal import Player
from game.bots.rule import RuleBot
from game.bots.search import Effort, SearchBot

Level = Literal["beginner", "normal", "skilled", "expert", "master"]
"""How strong a computer player is: 入门, 普通, 熟手, 高手, 大师."""
LADDER: tuple[Level, ...] = get_args(Level)
"""All of them, from weak to strong."""
FREE_LEVEL: Level = "skilled"
"""The one that takes a seat nobody wants."""

REMEMBERED: Mapping[Level, int] = MappingProxyType({"beginner": 0, "normal": 3})
"""How many tricks those remember that forget."""
EFFORT: Mapping[Level, Effort] = MappingProxyType(
    {"expert": Effort(16, 0.4), "master": Effort(400, 1.5, sure=0.7, trust=0.7)}
)
"""How hard those think that search."""


def thinks(level: Level) -> float:
    """Seconds a player of that level may take for an answer, 0 for one that answers on the spot."""
    return (EFFORT[level].seconds or 0.0) if level in EFFORT else 0.0


def player(level: Level, seed: int = 0, timed: bool = True, seconds: float | None = None) -> Player:
    """A computer player of that level, with at most so many ``seconds`` where they are less than its own.

    Without ``timed`` the same view always gets the same answer, however long it takes.
    """
    if level in REMEMBERED:
        return Forgetful(REMEMBERED[level])
    if level in EFFORT:
        effort = EFFORT[level]
        own = effort.seconds if timed else None
        least = min(own, seconds) if own is not None and seconds is not None else own
        return SearchBot(effort._replace(seconds=least), seed)
    return RuleBot()


def strongest(seconds: float, stop: Callable[[], bool] = lambda: False, seed: int = 0) -> SearchBot:
    """The strongest player with so many seconds for an answer, fewer once ``stop`` says so."""
    return SearchBot(EFFORT["master"]._replace(seconds=seconds), seed, stop=stop)
