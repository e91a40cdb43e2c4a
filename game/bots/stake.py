"""Stakes: the dealer side's deals pay more when they are held than they cost when lost."""

from game.bots.memory import Known
from game.engine import View
from game.engine.trump import TRUMP_GROUP

RAISED = (0.34, 0.45)
"""The parts of all trumps from which on one of the dealer side raises its stake, and raises it again."""


def choose_stake(view: View) -> int:
    """One of the stakes of the room: the least for attackers, for the dealer side by its trumps."""
    stakes = view.rules.stakes
    known = Known(view)
    if known.attacking:
        return stakes[0]
    own = known.in_suit[TRUMP_GROUP]
    share = own / (own + known.unseen_in[TRUMP_GROUP])
    return stakes[min(sum(share >= least for least in RAISED), len(stakes) - 1)]
