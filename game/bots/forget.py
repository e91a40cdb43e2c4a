"""A player that forgets: it plays by the rules of thumb on what it still remembers of its view."""

from game.bots.rule import RuleBot
from game.engine import Question, View
from game.engine.commands import SeatCommand


class Forgetful:
    """Remembers the last ``tricks`` tricks.

    It never forgets its own cards, so its answers are as legal as anyone's.
    """

    def __init__(self, tricks: int) -> None:
        self._tricks = tricks
        self._rule = RuleBot()

    def answer(self, view: View, ask: Question) -> SeatCommand | None:
        """The command that answers; None is a bid not made while cards are still being dealt."""
        return self._rule.answer(self._remembered(view), ask)

    def _remembered(self, view: View) -> View:
        gone = max(0, len(view.tricks) - self._tricks)
        fields = {name: getattr(view, name) for name in view.__struct_fields__}
        return View(**{**fields, "tricks": view.tricks[gone:], "failures": ()})
