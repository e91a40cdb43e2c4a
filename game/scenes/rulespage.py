"""The rules of a table to read, section by section, with its shapes and its order of trumps drawn."""

from typing import Any

from game.engine import RuleSet
from game.scenes.kit import Kit
from game.scenes.pages import PageScene
from game.scenes.rulebook import SECTIONS, Rulebook
from game.scenes.rulepictures import Pictures
from game.scenes.ruletext import changes, describe
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.widgets import Button

SMALLEST = 12
"""Pixels of type."""
DRAWN = ("cards", "shapes")
"""Sections whose picture is shown even where it makes the type small."""


class RulesPageScene(PageScene):
    """Reads the rules of one rule set; options that differ from the preset have a brass dot."""

    def __init__(self, kit: Kit, rules: RuleSet) -> None:
        super().__init__(kit, "cards")
        self._rules = rules

    @property
    def _book(self) -> Rulebook:
        return Rulebook(self._rules, self._words)

    def tabs(self) -> list[tuple[str, str, bool]]:
        differ = set(changes(self._rules))
        book = self._book
        return [(name, book.title(name), not differ.isdisjoint(SECTIONS[name])) for name in SECTIONS]

    def clicked(self, name: str) -> None:
        """There are no buttons but the tabs and "back"."""

    def content(self) -> tuple[list[Item], list[Button]]:
        kit, layout, tr = self.kit, self.layout, self._words.tr
        size, body, px = kit.metrics, self.layout.body, layout.px
        items = self.heading(tr("Rules"), describe(self._rules, self._words))
        items.append(Item(kit.skin.panel(body.w, body.h, size.radius), body.x, body.y))
        pad = px(28)
        area = body.inflated(-pad, -px(22))
        title = kit.fonts.height(round(size.body * 1.4), True)
        items.append(
            self.text(
                self._book.title(self._tab),
                round(size.body * 1.4),
                kit.theme.text,
                area.x,
                area.y + title // 2,
                area.w,
                True,
            )
        )
        top = area.y + title + px(12)
        picture = Pictures(kit, self._words, self._rules).of(self._tab, area.w)
        below = max((item.y + item.surface.get_height() for item in picture), default=0)
        room = area.bottom - top - (below + px(18) if picture else 0)
        size_px, wrapped = self._fitted(area.w, room)
        if picture and size_px < size.body * 0.9 and self._tab not in DRAWN:
            picture, below = [], 0
            size_px, wrapped = self._fitted(area.w, area.bottom - top)
        lines, end = self._sentences(Rect(area.x, top, area.w, area.bottom - below - top), size_px, wrapped)
        items += lines
        y = end + min(max(px(18), (area.bottom - below - end) // 2), px(48))
        items += [item._replace(x=item.x + area.x, y=item.y + y) for item in picture]
        foot = layout.foot
        buttons = [Button("back", Rect(foot.x, foot.y, px(130), foot.h), tr("Back"), size.body)]
        if changes(self._rules):
            at = foot.x + px(130) + px(28)
            items.append(self.dot(at, foot.center[1]))
            at += px(14)
            note = tr("differs from the preset")
            items.append(
                self.text(note, size.small, kit.theme.secondary, at, foot.center[1], foot.right - at)
            )
        return items, buttons

    def _fitted(self, width: int, height: int) -> tuple[int, list[list[str]]]:
        """The largest type in which the section's sentences have room, and their lines."""
        size = round(self.kit.metrics.body * 1.15)
        sentences = self._book.section(self._tab)
        while True:
            room = min(width - self._indent, self.layout.px(960))
            wrapped = [self.wrap(sentence.text, size, room) for sentence in sentences]
            if self._height(size, wrapped, _gap(size)) <= height or size <= SMALLEST:
                return size, wrapped
            size -= 1

    def _height(self, size: int, wrapped: list[list[str]], gap: int) -> int:
        return sum(map(len, wrapped)) * self.kit.fonts.height(size) + gap * (len(wrapped) - 1)

    @property
    def _indent(self) -> int:
        return self.layout.px(22)

    def _sentences(self, area: Rect, size: int, wrapped: list[list[str]]) -> tuple[list[Item], int]:
        """The section's sentences, each with its bullet, and where they end."""
        kit, px = self.kit, self.layout.px
        differ = set(changes(self._rules))
        pitch, gap = kit.fonts.height(size), _gap(size)
        while gap > 1 and self._height(size, wrapped, gap) > area.h:
            gap -= 1
        items, y = [], area.y
        for sentence, lines in zip(self._book.section(self._tab), wrapped, strict=True):
            if sentence.field in differ:
                items.append(self.dot(area.x + px(6), y + pitch // 2))
            else:
                items.append(self._bullet(area.x + px(6), y + pitch // 2))
            for line in lines:
                x, middle = area.x + self._indent, y + pitch // 2
                items.append(self.text(line, size, kit.theme.text, x, middle, area.right - x))
                y += pitch
            y += gap
        return items, y - gap

    def _bullet(self, x: int, y: int) -> Item:
        side = max(3, self.layout.px(4))
        grey = (*self.kit.theme.secondary, 150)
        return Item(self.kit.skin.panel(side, side, side // 2, grey, grey), x - side // 2, y - side // 2)

    def state(self) -> dict[str, Any]:
        return {
            "scene": "rulespage",
            **super().state(),
            "summary": describe(self._rules, self._words),
            "sentences": [sentence.text for sentence in self._book.section(self._tab)],
        }


def _gap(size: int) -> int:
    """Pixels between two sentences in a type of so many."""
    return round(size * 0.6)
