"""The part of the LAN page where a table of one's own is made: its name, rules and options."""

from game.lan.limits import TITLE_LENGTH
from game.lan.wire import Options
from game.scenes.kit import Kit
from game.scenes.lanoptions import CHOICES, OptionRows, row_ground
from game.scenes.pages import PageLayout
from game.scenes.ruletext import describe
from game.scenes.words import Words
from game.ui.editing import Limits
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.textfield import TextField
from game.ui.widgets import Button


class OwnTable:
    """Rows on the page's body."""

    def __init__(self, kit: Kit, words: Words, layout: PageLayout) -> None:
        self._kit = kit
        self._words = words
        self._layout = layout

    def _rows(self) -> list[Rect]:
        body, gap = self._layout.body, self._layout.px(10)
        n = len(CHOICES) + 2
        high = min(self._layout.px(84), (body.h + gap) // n - gap)
        return [Rect(body.x, body.y + i * (high + gap), body.w, high) for i in range(n)]

    def field(self, written: str, usual: str, refusal: str) -> TextField:
        """Where the table's name is written; ``usual`` is the one it has otherwise."""
        row, px, size = self._rows()[0], self._layout.px, self._kit.metrics
        wide, high = min(px(430), row.w // 2), min(max(px(40), round(size.body * 1.9)), row.h - 6)
        y = row.center[1] - high // 2 - (size.small // 2 if refusal else 0)
        place = Rect(row.right - px(20) - wide, y, wide, high)
        return TextField("title", place, size.body, written, usual, Limits(TITLE_LENGTH), refusal)

    def lay(self, options: Options) -> tuple[list[Item], list[Button]]:
        """Everything but the field."""
        tr, kit, unit, px = self._words.tr, self._kit, self._layout.unit, self._layout.px
        small, fonts = kit.metrics.small, kit.fonts
        name, rules, *rest = self._rows()
        room = name.w - min(px(430), name.w // 2) - px(56)
        items = row_ground(kit, name, tr("Name of the table"), tr("Others find it by this name."), room, unit)
        high = min(max(px(40), round(small * 2.1)), rules.h - 6)
        wide = max(px(140), fonts.size(tr("Change"), small)[0] + high)
        change = Rect(rules.right - px(20) - wide, rules.center[1] - high // 2, wide, high)
        text = describe(kit.rules(), self._words)
        items += row_ground(kit, rules, tr("Rules"), text, change.x - px(40) - rules.x, unit)
        more, buttons = OptionRows(kit, self._words).rows(options, rest, unit)
        return items + more, [*buttons, Button("rules", change, tr("Change"), small)]
