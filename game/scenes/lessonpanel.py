"""The page of a lesson's step: a panel at the top right, where neither cards nor plates are."""

from collections.abc import Collection
from typing import NamedTuple

from game.engine.match import Phase
from game.scenes.kit import Kit
from game.scenes.lessonsteps import Step
from game.scenes.lessontext import Page
from game.scenes.words import Words
from game.ui.layout import Rect, TableLayout
from game.ui.painter import Item
from game.ui.widgets import Button

TAGGED = 2
"""So many cards of the partner, with a tag beside them, keep their room at the left of the panel."""


class Laid(NamedTuple):
    """A page on the screen: its place, what is drawn, and its button."""

    place: Rect
    items: list[Item]
    buttons: list[Button]


class LessonPanel:
    """Lays out pages for the table as it is now: in a phase, with plays at some places."""

    def __init__(
        self, kit: Kit, words: Words, table: TableLayout, phase: Phase, played: Collection[str]
    ) -> None:
        self._kit = kit
        self._words = words
        self._table = table
        self._burying = phase == "burying"
        self._dealing = phase == "dealing"
        self._played = played
        self._pad = table.px(12)
        self._head = max(round(kit.metrics.small * 1.7), round(table.height * 0.042))

    def _rooms(self) -> list[Rect]:
        """Where a page may lie: at the right of the top seat, or else below it, where nothing is played."""
        table, tr, fonts = self._table, self._words.tr, self._kit.fonts
        small, gap = self._kit.metrics.small, table.px(8)
        below = table.bury_message if self._burying else table.bands["right"]
        bottom = min(table.plates["right"].y, below.y) - gap
        right = table.width - table.px(18)
        x, y = table.plates["top"].right + table.px(14), table.px(62)
        if "top" in self._played:
            tag = max(fonts.size(text, small, True)[0] for text in (tr("ahead"), tr("pair"))) + 2 * small
            x = max(x, table.trick_cards("top", TAGGED)[-1].right + tag + table.px(12))
        rooms = [Rect(x, y, right - x, bottom - y)]
        if "top" not in self._played:
            if not self._burying and not self._played:
                below = table.stack if self._dealing else table.message
            x = max(table.score_panel.right, table.plates["left"].right) + gap
            y = table.plates["top"].bottom + gap
            rooms.append(Rect(x, y, table.plates["right"].x - gap - x, below.y - gap - y))
        return rooms

    def _type(self, text: str, room: Rect) -> int:
        """The size at which a text fits there."""
        fonts, px = self._kit.fonts, self._kit.metrics.body
        width, high = room.w - 2 * self._pad, room.h - self._around
        while px > 12 and len(fonts.wrap(text, px, width)) * fonts.height(px) > high:
            px -= 1
        return px

    @property
    def _around(self) -> int:
        """The height of all but the text."""
        return 2 * self._pad + self._head + self._table.px(4)

    def lay(self, page: Page, step: Step, number: int, of: int) -> Laid:
        """A page; ``number`` is the step's, from 1."""
        kit, table, tr, pad, head = self._kit, self._table, self._words.tr, self._pad, self._head
        theme, fonts, size = kit.theme, kit.fonts, kit.metrics
        first, *others = self._rooms()
        room, px = first, self._type(page.text, first)
        for other in others:
            if px < size.small and (larger := self._type(page.text, other)) > px:
                room, px = other, larger
        width = room.w - 2 * pad
        lines = fonts.wrap(page.text, px, width)
        place = room._replace(h=self._around + len(lines) * fonts.height(px))
        ground = kit.skin.panel(place.w, place.h, size.radius, theme.sheet, theme.sheet_line)
        items = [Item(ground, place.x, place.y)]

        reads = step.do is None
        label = tr("Continue") if reads else tr("Do it for me")
        wide = max(table.px(110), fonts.size(label, size.small)[0] + head)
        x, y = place.x + pad, place.y + pad
        count = kit.skin.line(f"{number}/{of}", size.small, theme.secondary)
        free = width - wide - count.get_width() - 2 * pad
        heading = kit.skin.line(fonts.fit(page.title, size.body, free, True), size.body, theme.brass, True)
        items.append(Item(heading, x, y + (head - heading.get_height()) // 2))
        after = x + heading.get_width() + pad
        items.append(Item(count, after, y + (head - count.get_height()) // 2))
        button = Rect(x + width - wide, y, wide, head)
        y += head + table.px(4)
        for line in lines:
            items.append(Item(kit.skin.line(line, px, theme.text), x, y))
            y += fonts.height(px)
        name, kind = ("continue", "main") if reads else ("skip", "plain")
        return Laid(place, items, [Button(name, button, label, size.small, kind)])
