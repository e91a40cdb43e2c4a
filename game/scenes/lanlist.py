"""Lists of tables on the LAN page: a row for each, with what can be done about it."""

from collections.abc import Sequence
from dataclasses import dataclass

from game.scenes.kit import Kit
from game.scenes.words import Words
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.widgets import Button


@dataclass(frozen=True, slots=True)
class Row:
    """A table. ``tags`` stand behind its name, those that ``warn`` in the colour of danger; ``doing`` are
    names and labels of buttons, the first at the right; those ``shut`` can't be pressed."""

    title: str
    lines: tuple[str, ...]
    tags: tuple[tuple[str, bool], ...]
    doing: tuple[tuple[str, str], ...]
    shut: tuple[str, ...] = ()


class TableList:
    """Draws rows into a place, a page of them at a time."""

    def __init__(self, kit: Kit, words: Words, unit: float) -> None:
        self._kit = kit
        self._words = words
        self._unit = unit

    def _px(self, design: float) -> int:
        return round(design * self._unit)

    def _row_height(self, lines: int) -> int:
        fonts, size = self._kit.fonts, self._kit.metrics
        return fonts.height(size.body, True) + lines * fonts.height(size.small) + self._px(26)

    def per_page(self, area: Rect, rows: Sequence[Row]) -> int:
        """How many rows there is room for, a row of buttons for more below them."""
        pitch = self._row_height(max((len(row.lines) for row in rows), default=1)) + self._px(10)
        whole = (area.h + self._px(10)) // pitch
        if len(rows) <= whole:
            return max(1, whole)
        return max(1, (area.h - self._px(48)) // pitch)

    def lay(self, area: Rect, rows: Sequence[Row], page: int) -> tuple[list[Item], list[Button]]:
        """The rows of a page, and where there are several pages the way to the others."""
        items: list[Item] = []
        buttons: list[Button] = []
        n = self.per_page(area, rows)
        high = self._row_height(max((len(row.lines) for row in rows), default=1))
        for i, row in enumerate(rows[page * n : page * n + n]):
            place = Rect(area.x, area.y + i * (high + self._px(10)), area.w, high)
            more, its = self._row(place, row)
            items += more
            buttons += its
        pages = -(-len(rows) // n)
        if pages > 1:
            buttons += self._pages(area, page, pages)
        return items, buttons

    def _pages(self, area: Rect, page: int, pages: int) -> list[Button]:
        px, tr = self._kit.metrics.small, self._words.tr
        wide, high = self._px(120), max(self._px(36), round(px * 2))
        back = Rect(area.x, area.bottom - high, wide, high)
        return [
            Button("page:less", back, tr("Earlier"), px, enabled=page > 0),
            Button("page:more", back._replace(x=back.right + self._px(10)), tr("More"), px)
            if page + 1 < pages
            else Button(
                "page:more", back._replace(x=back.right + self._px(10)), tr("More"), px, enabled=False
            ),
        ]

    def _row(self, place: Rect, row: Row) -> tuple[list[Item], list[Button]]:
        kit, px = self._kit, self._px
        theme, size, fonts = kit.theme, kit.metrics, kit.fonts
        pad = px(20)
        items = [Item(kit.skin.panel(place.w, place.h, size.radius), place.x, place.y)]
        high = min(max(px(40), round(size.small * 2.1)), place.h - px(12))
        right = place.right - pad
        buttons = []
        for i, (name, label) in enumerate(row.doing):
            wide = max(px(104), fonts.size(label, size.small)[0] + high)
            at = Rect(right - wide, place.center[1] - high // 2, wide, high)
            kind = "main" if i == 0 else "plain"
            buttons.append(Button(name, at, label, size.small, kind, name not in row.shut))
            right = at.x - px(8)
        room = right - px(12) - place.x - pad
        name_h, small_h = fonts.height(size.body, True), fonts.height(size.small)
        y = place.y + (place.h - name_h - small_h * len(row.lines)) // 2
        tags_w = sum(fonts.size(tag, size.small)[0] + px(12) for tag, _ in row.tags)
        title = fonts.fit(row.title, size.body, max(room - tags_w, room // 3), True)
        head = kit.skin.line(title, size.body, theme.text, True)
        items.append(Item(head, place.x + pad, y))
        x = place.x + pad + head.get_width() + px(14)
        for tag, warn in row.tags:
            text = fonts.fit(tag, size.small, max(0, place.x + pad + room - x))
            line = kit.skin.line(text, size.small, theme.danger if warn else theme.brass)
            items.append(Item(line, x, y + (name_h - line.get_height()) // 2 + max(1, px(1))))
            x += line.get_width() + px(12)
        y += name_h
        for text in row.lines:
            small = fonts.fitting(text, size.small, room)
            line = kit.skin.line(fonts.fit(text, small, room), small, theme.secondary)
            items.append(Item(line, place.x + pad, y + (small_h - line.get_height()) // 2))
            y += small_h
        return items, buttons
