"""A sheet that says something and offers a few ways to go on."""

from collections.abc import Callable, Sequence
from typing import Any

from game.scenes.dialogue import Dialogue
from game.scenes.kit import Kit
from game.ui.layout import Rect, centred
from game.ui.painter import Item
from game.ui.widgets import Button

WIDE = 620
LABEL = 22
"""Characters of the longest label; with a longer one all answers have a row of their own."""
ROW = 3
"""Answers that stand side by side; more have a row each."""

Answers = Sequence[tuple[str, str]]
"""Name and label of each button, the main one last."""


class ChoiceScene(Dialogue):
    """Lies over another scene until one answer is clicked, whose name then goes to ``pick``.

    Escape gives ``escape``; "" keeps the sheet. ``kind`` is what the state calls it.
    """

    def __init__(
        self,
        kit: Kit,
        kind: str,
        title: str,
        text: str,
        answers: Answers,
        pick: Callable[[str], None],
        escape: str = "",
        main: bool = True,
    ) -> None:
        super().__init__(kit)
        self.kind = kind
        self._title = title
        self._text = text
        self._answers = answers
        self._pick = pick
        self._escape = escape
        self._main = main

    def _clicked(self, name: str) -> None:
        self.stack.pop(self)
        self._pick(name)

    def _escaped(self) -> None:
        if self._escape:
            self._clicked(self._escape)

    @property
    def _unit(self) -> float:
        width, height = self.kit.size
        return min(height, width * 0.625) / 800

    def _px(self, design: float) -> int:
        return round(design * self._unit)

    @property
    def _stacked(self) -> bool:
        return len(self._answers) > ROW or any(len(label) > LABEL for _, label in self._answers)

    @property
    def _button_h(self) -> int:
        return max(self._px(46), round(self.kit.metrics.button * 1.9))

    @property
    def _width(self) -> int:
        return min(max(self._px(WIDE), self.kit.metrics.body * 30), self.kit.size[0] - self._px(60))

    def _lines(self, px: int) -> list[str]:
        return (
            self.kit.fonts.wrap_evenly(self._text, px, self._width - 2 * self._px(48)) if self._text else []
        )

    @property
    def _type(self) -> int:
        """The size of the text: smaller where it is long."""
        fonts, px = self.kit.fonts, self.kit.metrics.body
        room = self.kit.size[1] * 0.86 - self._around
        while px > 12 and len(self._lines(px)) * fonts.height(px) > room:
            px -= 1
        return px

    @property
    def _around(self) -> int:
        """The height of all but the text."""
        rows = len(self._answers) if self._stacked else 1
        title = self.kit.fonts.height(self._title_px, True)
        return title + self._px(88) + rows * (self._button_h + self._px(10))

    @property
    def _title_px(self) -> int:
        room = self._width - 2 * self._px(48)
        return self.kit.fonts.fitting(self._title, self.kit.metrics.heading, room, True, 14)

    @property
    def _sheet(self) -> Rect:
        px = self._type
        text = len(self._lines(px)) * self.kit.fonts.height(px)
        width, height = self.kit.size
        return centred(width / 2, height / 2, self._width, self._around + text)

    def _made_buttons(self) -> list[Button]:
        sheet, size, gap = self._sheet, self.kit.metrics, self._px(10)
        high, pad = self._button_h, self._px(48)
        n, room = len(self._answers), sheet.w - 2 * pad
        buttons = []
        for i, (name, label) in enumerate(self._answers):
            if self._stacked:
                y = sheet.bottom - self._px(28) - (n - i) * (high + gap) + gap
                rect = Rect(sheet.x + pad, y, room, high)
            else:
                wide = (room + gap) // n - gap
                if n == 1:
                    wide = min(wide, self._px(240))
                x = sheet.right - pad - (n - i) * (wide + gap) + gap
                rect = Rect(x, sheet.bottom - self._px(28) - high, wide, high)
            main = self._main and i == n - 1
            buttons.append(
                Button(name, rect, label, size.body if not main else size.button, "main" if main else "plain")
            )
        return buttons

    def items(self) -> list[Item]:
        kit, sheet = self.kit, self._sheet
        items = self._ground(sheet, self._px(22))
        x, y = sheet.x + self._px(48), sheet.y + self._px(30)
        title = kit.skin.line(self._title, self._title_px, kit.theme.text, True)
        items.append(Item(title, x, y))
        y += title.get_height() + self._px(14)
        px = self._type
        for line in self._lines(px):
            items.append(Item(kit.skin.line(line, px, kit.theme.secondary), x, y))
            y += kit.fonts.height(px)
        return items + self._buttons.items(kit.skin)

    def state(self) -> dict[str, Any]:
        return {
            "scene": self.kind,
            "message": self._title,
            "text": self._text,
            "buttons": self._buttons.state(),
        }
