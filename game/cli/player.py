"""Who plays a seat without a window: the rule player, or a script with the rule player behind it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from game.bots.legal import safe_answer
from game.bots.rule import RuleBot
from game.engine import Question, View, parse_cards
from game.engine import commands as co

VERBS: Mapping[str, Callable[[str], co.SeatCommand]] = MappingProxyType(
    {
        "bid": lambda text: co.Bid(parse_cards(text)),
        "pass": lambda text: co.PassBid(),
        "bury": lambda text: co.Bury(parse_cards(text)),
        "stake": lambda text: co.SetStake(int(text)),
        "play": lambda text: co.Play(parse_cards(text)),
        "ready": lambda text: co.Ready(),
    }
)
"""How a line of a script begins, and the command it is."""
ANSWERED_BY: Mapping[str, tuple[type[co.SeatCommand], ...]] = MappingProxyType(
    {
        "bid": (co.Bid, co.PassBid),
        "flip": (co.Bid, co.PassBid),
        "counter": (co.Bid, co.PassBid),
        "bury": (co.Bury,),
        "stake": (co.SetStake,),
        "play": (co.Play,),
        "ready": (co.Ready,),
    }
)


class ScriptPlayer:
    """Answers with the script's commands in order, one a line: ``play S5 S5``, ``bury ...``, ``bid HT``,
    ``pass``, ``stake 2``, ``ready``. A question that the next line does not answer, and all when the
    script is over, goes to the rule player."""

    def __init__(self, text: str) -> None:
        self._bot = RuleBot()
        self._lines = [_command(line) for line in text.splitlines() if line.strip() and line[0] != "#"]

    def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
        """The next line's command where it answers the question."""
        if self._lines and isinstance(self._lines[0], ANSWERED_BY[ask.kind]):
            return self._lines.pop(0)
        return safe_answer(self._bot, view, ask)


def _command(line: str) -> co.SeatCommand:
    verb, _, rest = line.strip().partition(" ")
    if verb not in VERBS:
        raise ValueError(f"{line!r}: a line begins with one of {', '.join(VERBS)}")
    try:
        return VERBS[verb](rest)
    except ValueError as error:
        raise ValueError(f"{line!r}: {error}") from None


def player(name: str) -> ScriptPlayer:
    """``bot`` or a script's file. ValueError and OSError when it can't be read."""
    return ScriptPlayer("" if name == "bot" else Path(name).read_text("utf-8"))
