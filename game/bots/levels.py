"""The computer players there are to choose from."""

from typing import Literal, get_args

from game.bots.legal import Player
from game.bots.rule import RuleBot

Level = Literal["normal"]
"""How strong a computer player is."""
LEVELS: tuple[Level, ...] = get_args(Level)


def player(level: Level) -> Player:
    """A computer player of that level."""
    return RuleBot()
