"""The end of a match: who won, at what levels, after how many deals."""

from collections.abc import Callable
from typing import Any

from game.engine import View, seat_team
from game.scenes.dialogue import Dialogue
from game.scenes.kit import Kit
from game.ui.layout import Rect, centred
from game.ui.painter import Item
from game.ui.widgets import Button


class VictoryScene(Dialogue):
    """Shown over the table; leads back to the menu, or elsewhere: ``label`` says where."""

    def __init__(self, kit: Kit, view: View, leave: Callable[[], None], label: str | None = None) -> None:
        super().__init__(kit)
        self._label = label
        self._view = view
        self._leave = leave

    def _clicked(self, name: str) -> None:
        self._leave()

    def _escaped(self) -> None:
        self._leave()

    @property
    def _sheet(self) -> Rect:
        width, height = self.kit.size
        unit = min(height, width * 0.625) / 800
        return centred(width / 2, height / 2, 560 * unit, 380 * unit)

    def _made_buttons(self) -> list[Button]:
        sheet = self._sheet
        unit = sheet.h / 380
        rect = centred(sheet.center[0], sheet.bottom - 64 * unit, 200 * unit, 48 * unit)
        label = self._label or self._words.tr("To the menu")
        return [Button("menu", rect, label, self.kit.metrics.button, "main")]

    def _title(self) -> str:
        won = self._view.won_by == seat_team(self._view.seat or 0)
        if self._view.seat is None:
            side = self._words.sides(True)[0 if won else 1]
            return self._words.tr("{side} win the match!", side=side)
        return self._words.tr("You win the match!") if won else self._words.tr("They win the match.")

    def _levels(self, mine: str, theirs: str) -> str:
        tr = self._words.tr
        if self._view.seat is None:
            a, b = self._words.sides(True)
            return tr("{a} at {mine}, {b} at {theirs}", a=a, b=b, mine=mine, theirs=theirs)
        return tr("We are at {mine}, they are at {theirs}", mine=mine, theirs=theirs)

    def items(self) -> list[Item]:
        kit, sheet = self.kit, self._sheet
        theme, size, words = kit.theme, kit.metrics, self._words
        unit = sheet.h / 380
        mine = seat_team(self._view.seat or 0)
        levels = self._view.levels
        lines = [
            (self._title(), size.heading, theme.brass, True),
            (
                self._levels(words.rank(levels[mine]), words.rank(levels[1 - mine])),
                size.body,
                theme.text,
                False,
            ),
            (
                words.ntr("after {n} deal", "after {n} deals", self._view.deals_played),
                size.body,
                theme.secondary,
                False,
            ),
        ]
        items = self._ground(sheet, round(22 * unit))
        for i, (line, px, color, bold) in enumerate(lines):
            surface = kit.skin.line(line, px, color, bold)
            at = centred(sheet.center[0], sheet.y + (90 + 60 * i) * unit, *surface.get_size())
            items.append(Item(surface, at.x, at.y))
        return items + self._buttons.items(kit.skin)

    def state(self) -> dict[str, Any]:
        return {
            "scene": "victory",
            "phase": "won",
            "won_by": self._view.won_by,
            "levels": list(self._view.levels),
            "message": self._title(),
            "buttons": self._buttons.state(),
        }
