"""A player that forgets: it plays by the rules of thumb on what it still remembers of its view."""

from game.bots.rule import RuleBot
from game.engine import Question, Trick, View
from game.engine.commands import SeatCommand
from game.engine.trump import TRUMP_GROUP


class Forgetful:
    """Remembers the last ``tricks`` tricks, and, where it ``counts_trumps``, all trumps that were led.

    It never forgets its own cards, so its answers are as legal as anyone's.
    """

    def __init__(self, tricks: int, counts_trumps: bool = False) -> None:
        self._tricks, self._counts_trumps = tricks, counts_trumps
        self._rule = RuleBot()

    def answer(self, view: View, ask: Question) -> SeatCommand | None:
        """The command that answers; None is a bid not made while cards are still being dealt."""
        return self._rule.answer(self._remembered(view), ask)

    def _remembered(self, view: View) -> View:
        n = len(view.tricks)
        kept = tuple(
            trick
            for i, trick in enumerate(view.tricks)
            if i >= n - self._tricks or self._striking(view, trick)
        )
        fields = {name: getattr(view, name) for name in view.__struct_fields__}
        return View(**{**fields, "tricks": kept, "failures": ()})

    def _striking(self, view: View, trick: Trick) -> bool:
        return self._counts_trumps and view.trump.group[trick.plays[0][0]] == TRUMP_GROUP
