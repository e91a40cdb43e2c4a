"""The host's options of a LAN table, over its lobby."""

from typing import Any

from game.lan import wire
from game.scenes.dialogue import Dialogue
from game.scenes.kit import Kit
from game.scenes.lanoptions import CHOICES, OptionRows, changed_by, in_words
from game.scenes.pages import PageButtons
from game.scenes.visit import Visit
from game.ui.layout import Rect, centred
from game.ui.painter import Item
from game.ui.widgets import Button


class OptionsScene(Dialogue):
    """Every click is told to all at the table at once."""

    def __init__(self, kit: Kit, visit: Visit) -> None:
        super().__init__(kit)
        self._visit = visit
        self._segments = self._buttons = PageButtons(kit)
        self._shown: wire.Options | None = None

    @property
    def _options(self) -> wire.Options:
        lobby = self._visit.lobby
        return lobby.options if lobby else wire.Options()

    def update(self, dt: float) -> None:
        if self._options != self._shown:
            self._refresh()

    def _clicked(self, name: str) -> None:
        options = changed_by(self._options, name)
        if options is None:
            self.stack.pop(self)
        elif options != self._options:
            self._visit.peer.ask(wire.SetOptions(options))

    def _escaped(self) -> None:
        self.stack.pop(self)

    @property
    def _unit(self) -> float:
        width, height = self.kit.size
        return min(height, width * 0.625) / 800

    def _px(self, design: float) -> int:
        return round(design * self._unit)

    @property
    def _sheet(self) -> Rect:
        width, height = self.kit.size
        high = self._head + len(CHOICES) * self._px(94) + self._px(92)
        return centred(width / 2, height / 2, min(self._px(960), width - self._px(40)), high)

    @property
    def _head(self) -> int:
        """The height of the title with what is left free around it."""
        return self._px(42) + self.kit.fonts.height(self.kit.metrics.heading, True)

    def _rows(self) -> list[Rect]:
        sheet, px = self._sheet, self._px
        first = sheet.y + self._head
        return [
            Rect(sheet.x + px(40), first + i * px(94), sheet.w - 2 * px(40), px(84))
            for i in range(len(CHOICES))
        ]

    def _made_buttons(self) -> list[Button]:
        self._shown = self._options
        rows = OptionRows(self.kit, self._words)
        self._drawn, buttons = rows.rows(self._options, self._rows(), self._unit)
        sheet, px = self._sheet, self._px
        at = Rect(sheet.right - px(40) - px(200), sheet.bottom - px(26) - px(48), px(200), px(48))
        return [*buttons, Button("done", at, self._words.tr("Done"), self.kit.metrics.button, "main")]

    def items(self) -> list[Item]:
        kit, sheet, px = self.kit, self._sheet, self._px
        title = kit.skin.line(self._words.tr("Options"), kit.metrics.heading, kit.theme.text, True)
        head = Item(title, sheet.x + px(40), sheet.y + px(28))
        return [*self._ground(sheet, px(22)), head, *self._drawn, *self._segments.page_items()]

    def state(self) -> dict[str, Any]:
        return {
            "scene": "options",
            "message": in_words(self._options, self._words),
            "buttons": self._buttons.state(),
        }
