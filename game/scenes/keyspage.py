"""A page that tells what the keys and the mouse do at the table, in its chat, and in a replay."""

from typing import Any

from game.scenes.kit import Kit
from game.scenes.pages import PageScene
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.widgets import Button

Line = tuple[tuple[str, ...], str]
"""Keys that do the same, or what the mouse does, and what it is good for."""


class KeysPageScene(PageScene):
    """Reads only."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit, "keys")

    def tabs(self) -> list[tuple[str, str, bool]]:
        tr = self._words.tr
        return [
            ("keys", tr("Keys"), False),
            ("mouse", tr("Mouse"), False),
            ("chat", tr("Chat"), False),
            ("replay", tr("Replay"), False),
        ]

    def clicked(self, name: str) -> None:
        """There are no buttons but the tabs and "back"."""

    def _lines(self) -> list[Line]:
        tr = self._words.tr
        if self._tab == "chat":
            return [
                (("Enter",), tr("opens the chat, when no cards are selected; then says what is written")),
                (("Tab",), tr("goes from the text to the buttons of the chat, and back")),
                (("←", "→", "↑", "↓"), tr("go from button to button")),
                (("Enter", tr("Space")), tr("presses a button, or says a phrase")),
                (("Esc",), tr("closes the chat")),
            ]
        if self._tab == "replay":
            return [
                ((tr("Space"),), tr("lets it run, and stops it")),
                (("←", "→"), tr("a step back, a step on")),
                (("↑", "↓"), tr("a trick back, a trick on; Page Up and Page Down do the same")),
                (("Home", "End"), tr("to the beginning, to the end")),
                (("-", "+"), tr("slower, faster")),
                (("O",), tr("shows all hands, or one seat's alone")),
                (("T",), tr("turns the table to the next seat")),
                (("Tab", "Enter"), tr("goes from button to button; presses it")),
                (("Esc",), tr("leaves the replay")),
            ]
        if self._tab == "mouse":
            return [
                ((tr("Click"),), tr("selects a card, or puts it back")),
                ((tr("Double click"),), tr("selects all cards of the same kind")),
                (
                    ("Shift", tr("Click")),
                    tr("selects the pair or tractor, or enough cards to follow or bury"),
                ),
                ((tr("Drag"),), tr("selects all cards from here to there")),
                ((tr("Right click"),), tr("plays the selected cards")),
                ((tr("Click on the table"),), tr("skips what is moving")),
                ((tr("Double click on the table"),), tr("puts all selected cards back")),
            ]
        return [
            (("←", "→", "↑", "↓"), tr("go from card to card, and to the buttons")),
            ((tr("Space"),), tr("selects the card, or puts it back")),
            (("Enter",), tr("plays the selected cards; on a button, presses it")),
            (("Esc",), tr("puts all selected cards back; then opens the menu")),
            (("H",), tr("gives a hint")),
            (("Tab",), tr("shows the last trick: while held, or until pressed again")),
            (("1", "–", "5", "0"), tr("make the bids that are open, in their order; 0 for no bid")),
            (("T", "P", "B", "C"), tr("all tricks, points taken, own bottom, counts by suit")),
            (("A",), tr("the computer plays for you; again, you play by yourself")),
            (("M",), tr("turns the sound off and on")),
            (("F11",), tr("full screen and back")),
        ]

    def content(self) -> tuple[list[Item], list[Button]]:
        kit, layout, tr = self.kit, self.layout, self._words.tr
        size, body, px = kit.metrics, layout.body, layout.px
        items = self.heading(tr("Keys and mouse"), tr("What they do."))
        items.append(Item(kit.skin.panel(body.w, body.h, size.radius), body.x, body.y))
        lines, pad = self._lines(), px(28)
        pitch = min((body.h - 2 * px(16)) // len(lines), max(px(62), size.body * 3))
        cap = min(pitch - px(10), max(px(38), size.body * 2))
        column = max(self._width(keys, cap) for keys, _ in lines)
        x, y = body.x + pad, body.y + px(16) + pitch // 2
        text_x = x + column + px(28)
        room = body.right - pad - text_x
        type_px, wrapped = self._fitted([meaning for _, meaning in lines], room, pitch - px(6))
        step = kit.fonts.height(type_px)
        for i, ((keys, _), told) in enumerate(zip(lines, wrapped, strict=True)):
            if i:
                hair = kit.skin.panel(body.w - 2 * pad, max(1, px(1)), 0, kit.theme.panel_line)
                items.append(Item(hair, x, y - pitch // 2))
            items += self._caps(keys, x, y, cap)
            first = y - (len(told) - 1) * step // 2
            items += [
                self.text(line, type_px, kit.theme.text, text_x, first + n * step, room)
                for n, line in enumerate(told)
            ]
            y += pitch
        foot = layout.foot
        return items, [Button("back", Rect(foot.x, foot.y, px(130), foot.h), tr("Back"), size.body)]

    def _fitted(self, texts: list[str], width: int, height: int) -> tuple[int, list[list[str]]]:
        """The largest type in which each has room, in several lines where it must, and these."""
        fonts, px = self.kit.fonts, self.kit.metrics.body
        while True:
            wrapped = [fonts.wrap_evenly(text, px, width) for text in texts]
            if max(map(len, wrapped)) * fonts.height(px) <= height or px <= 12:
                return px, wrapped
            px -= 1

    def _cap_width(self, key: str, cap: int) -> int:
        wide = self.kit.fonts.size(key, self.kit.metrics.body, True)[0]
        return wide if key == "–" else max(cap, wide + round(cap * 0.6))

    def _width(self, keys: tuple[str, ...], cap: int) -> int:
        gap = self.layout.px(8)
        return sum(self._cap_width(key, cap) + gap for key in keys) - gap

    def _caps(self, keys: tuple[str, ...], x: int, y: int, cap: int) -> list[Item]:
        """Keys side by side from x on, around the height y, ``cap`` pixels high."""
        kit, theme, px = self.kit, self.kit.theme, self.kit.metrics.body
        items: list[Item] = []
        for key in keys:
            wide = self._cap_width(key, cap)
            if key != "–":
                fill, line = (*theme.felt_outer, 255), theme.outline
                ground = kit.skin.panel(wide, cap, round(cap * 0.24), fill, line)
                items.append(Item(ground, x, y - cap // 2))
            items.append(self.text(key, px, theme.brass, x + wide // 2, y, wide, True, 0.5))
            x += wide + self.layout.px(8)
        return items

    def state(self) -> dict[str, Any]:
        lines = [[*keys, meaning] for keys, meaning in self._lines()]
        return {"scene": "keys", **super().state(), "lines": lines}
