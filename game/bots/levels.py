"""The computer players there are to choose from, from weak to strong.

A weaker one forgets more, or thinks less; none throws cards away, and none sees more than its seat.
"""

from collections.abc import Mapping
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
    {"expert": Effort(32, 0.4), "master": Effort(600, 1.5, sure=0.7, trust=0.7)}
)
"""How hard those think that search."""


def thinks(level: Level) -> float:
    """Seconds a player of that level may take for an answer, 0 for one that answers on the spot."""
    return (EFFORT[level].seconds or 0.0) if level in EFFORT else 0.0


def player(level: Level, seed: int = 0, timed: bool = True) -> Player:
    """A computer player of that level.

    Without ``timed`` the same view always gets the same answer, however long it takes.
    """
    if level in REMEMBERED:
        return Forgetful(REMEMBERED[level])
    if level in EFFORT:
        effort = EFFORT[level]
        return SearchBot(effort if timed else Effort(effort.worlds, None, effort.sure, effort.trust), seed)
    return RuleBot()
