"""The rules of a table to read, section by section, with its shapes and its order of trumps drawn."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from game.engine import RuleSet
from game.scenes.kit import Kit
from game.scenes.pages import PageScene
from game.scenes.rulebook import SECTIONS, Rulebook, Sentence
from game.scenes.rulepictures import Pictures
from game.scenes.ruletext import changes, describe
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.widgets import Button

SMALLEST = 12
"""Pixels of type."""
DRAWN = ("cards", "shapes")
"""Sections whose picture is shown even where it makes the type small."""


class Page(NamedTuple):
    """Sentences in type of so many pixels, their lines, and the picture below them."""

    sentences: Sequence[Sentence]
    size: int
    wrapped: list[list[str]]
    picture: list[Item]


class RulesPageScene(PageScene):
    """Reads the rules of one rule set; options that differ from the preset have a brass dot."""

    def __init__(self, kit: Kit, rules: RuleSet) -> None:
        super().__init__(kit, "cards")
        self._rules = rules
        self._turned = "cards", 0  # the section and its page
        self._read: list[Page] = []  # the section's pages

    @property
    def _book(self) -> Rulebook:
        return Rulebook(self._rules, self._words)

    def tabs(self) -> list[tuple[str, str, bool]]:
        differ = set(changes(self._rules))
        book = self._book
        return [(name, book.title(name), not differ.isdisjoint(SECTIONS[name])) for name in SECTIONS]

    def clicked(self, name: str) -> None:
        self._turned = self._tab, self._page + (1 if name == "page:more" else -1)
        self._refresh()

    @property
    def _page(self) -> int:
        """Which page of the section is read, from 0."""
        tab, page = self._turned
        return page if tab == self._tab else 0

    def content(self) -> tuple[list[Item], list[Button]]:
        kit, layout, tr = self.kit, self.layout, self._words.tr
        size, body, px = kit.metrics, self.layout.body, layout.px
        items = self.heading(tr("Rules"), describe(self._rules, self._words))
        items.append(Item(kit.skin.panel(body.w, body.h, size.radius), body.x, body.y))
        pad = px(28)
        area = body.inflated(-pad, -px(22))
        large, title = round(size.body * 1.4), kit.fonts.height(round(size.body * 1.4), True)
        name = self._book.title(self._tab)
        items.append(self.text(name, large, kit.theme.text, area.x, area.y + title // 2, area.w, True))
        top = area.y + title + px(12)
        self._read = self._pages(area._replace(y=top, h=area.bottom - top))
        self._turned = self._tab, max(0, min(self._page, len(self._read) - 1))
        page = self._read[self._page]
        below = _bottom(page.picture)
        lines, end = self._sentences(Rect(area.x, top, area.w, area.bottom - below - top), page)
        items += lines
        y = end + min(max(px(18), (area.bottom - below - end) // 2), px(48)) if page.sentences else top
        items += [item._replace(x=item.x + area.x, y=item.y + y) for item in page.picture]
        return self._foot(items)

    def _foot(self, items: list[Item]) -> tuple[list[Item], list[Button]]:
        """The content with the way back, the way to other pages, and what the dot means."""
        kit, tr, px, foot = self.kit, self._words.tr, self.layout.px, self.layout.foot
        size, quiet, middle = kit.metrics, kit.theme.secondary, foot.center[1]
        back = Rect(foot.x, foot.y, px(130), foot.h)
        buttons = [Button("back", back, tr("Back"), size.body)]
        right = foot.right
        if (of := len(self._read)) > 1:
            can = {"page:more": self._page + 1 < of, "page:less": self._page > 0}
            for name, label in (("page:more", tr("More")), ("page:less", tr("Earlier"))):
                at = back._replace(x=right - back.w)
                buttons.append(Button(name, at, label, size.body, enabled=can[name]))
                right = at.x - px(10)
            told = tr("Page {n} of {all}", n=self._page + 1, all=of)
            items.append(self.text(told, size.small, quiet, right - px(8), middle, foot.w, align=1.0))
            right -= px(18) + kit.fonts.size(told, size.small)[0]
        if changes(self._rules):
            x, note = back.right + px(28), tr("differs from the preset")
            items.append(self.dot(x, middle))
            items.append(self.text(note, size.small, quiet, x + px(14), middle, right - x - px(14)))
        return items, buttons

    def _pages(self, area: Rect) -> list[Page]:
        """The section in one page, in smaller type or without its picture where it must; else in several."""
        body = self.kit.metrics.body
        picture = Pictures(self.kit, self._words, self._rules).of(self._tab, area.w)
        sentences = self._book.section(self._tab)
        room = area.h - (_bottom(picture) + self.layout.px(18) if picture else 0)
        size, wrapped = self._fitted(sentences, area.w, room)
        if picture and size < body * 0.9 and self._tab not in DRAWN:
            picture = []
            size, wrapped = self._fitted(sentences, area.w, area.h)
        if size >= max(SMALLEST, round(body * 0.8)):
            return [Page(sentences, size, wrapped, picture)]
        size = round(body * 0.9)
        starts, wrapped = [0], self._lines(sentences, area.w, size)
        for i in range(1, len(sentences)):
            if self._height(size, wrapped[starts[-1] : i + 1], _gap(size)) > area.h:
                starts.append(i)
        pages = [
            Page(sentences[i:end], size, wrapped[i:end], []) for i, end in pairwise([*starts, len(sentences)])
        ]
        if self._height(size, pages[-1].wrapped, _gap(size)) <= room:
            pages[-1] = pages[-1]._replace(picture=picture)
        elif picture:
            pages.append(Page((), size, [], picture))
        return pages

    def _fitted(self, sentences: Sequence[Sentence], width: int, height: int) -> tuple[int, list[list[str]]]:
        """The largest type in which these have room, and their lines."""
        size = round(self.kit.metrics.body * 1.15)
        while True:
            wrapped = self._lines(sentences, width, size)
            if self._height(size, wrapped, _gap(size)) <= height or size <= SMALLEST:
                return size, wrapped
            size -= 1

    def _lines(self, sentences: Sequence[Sentence], width: int, size: int) -> list[list[str]]:
        room = min(width - self._indent, self.layout.px(960))
        return [self.kit.fonts.wrap_evenly(sentence.text, size, room) for sentence in sentences]

    def _height(self, size: int, wrapped: list[list[str]], gap: int) -> int:
        return sum(map(len, wrapped)) * self.kit.fonts.height(size) + gap * (len(wrapped) - 1)

    @property
    def _indent(self) -> int:
        return self.layout.px(22)

    def _sentences(self, area: Rect, page: Page) -> tuple[list[Item], int]:
        """The page's sentences, each with its bullet, and where they end."""
        kit, px = self.kit, self.layout.px
        size, wrapped = page.size, page.wrapped
        differ = set(changes(self._rules))
        pitch, gap = kit.fonts.height(size), _gap(size)
        while gap > 1 and self._height(size, wrapped, gap) > area.h:
            gap -= 1
        items, y = [], area.y
        for sentence, lines in zip(page.sentences, wrapped, strict=True):
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
            "page": [self._page + 1, len(self._read)],
            "summary": describe(self._rules, self._words),
            "sentences": [sentence.text for sentence in self._book.section(self._tab)],
        }


def _bottom(picture: list[Item]) -> int:
    return max((item.y + item.surface.get_height() for item in picture), default=0)


def _gap(size: int) -> int:
    """Pixels between two sentences in a type of so many."""
    return round(size * 0.6)
