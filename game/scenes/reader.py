"""A long text to read: wrapped little by little, so that no frame waits; drawn as far as it is seen."""

import time
from bisect import bisect_right
from typing import Any

from game.scenes.kit import Kit
from game.ui.inputs import Input, Key
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.scrollbar import ScrollBar

SLICE = 0.004
"""Seconds of a frame for wrapping."""


class Reader:
    """Page up and down, Home and End, the wheel and the bar scroll."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._bar = ScrollBar()
        self._area = Rect(0, 0, 0, 0)
        self._px = 0
        self._text = ""
        self._paragraphs: list[str] = []
        self._begins: list[int] = []  # the first line of each paragraph that is wrapped
        self._lines: list[str] = []
        self._sought = 0  # the paragraph that was on top before the text was wrapped anew

    def show(self, text: str, area: Rect, px: int) -> None:
        """Read this from its beginning in a type of so many pixels; the same text elsewhere, or in another
        type, where it was."""
        if (text, area, px) == (self._text, self._area, self._px):
            return
        same = text == self._text and bool(self._begins)
        self._sought = bisect_right(self._begins, self._bar.top) - 1 if same else 0
        self._text, self._area, self._px = text, area, px
        self._paragraphs = text.expandtabs(4).split("\n")
        self._begins, self._lines = [], []
        self._bar.top = 0
        self.go_on()

    @property
    def wrapping(self) -> bool:
        """Whether there is still something to wrap."""
        return len(self._begins) < len(self._paragraphs)

    def go_on(self) -> bool:
        """Wrap a little more; whether there was something to wrap."""
        if not self.wrapping:
            return False
        fonts, until = self._kit.fonts, time.perf_counter() + SLICE
        while self.wrapping and time.perf_counter() < until:
            n = len(self._begins)
            self._begins.append(len(self._lines))
            self._lines += fonts.wrap(self._paragraphs[n], self._px, self._room)
        area, left = self._area, len(self._paragraphs) - len(self._begins)
        seen = area.h // fonts.height(self._px)
        self._bar.show(self._track, area, seen, len(self._lines) + left)
        if 0 < self._sought < len(self._begins):
            self._bar.go(self._begins[self._sought])
            self._sought = 0
        return True

    @property
    def _track(self) -> Rect:
        wide = max(8, self._px // 2)
        return self._area._replace(x=self._area.right - wide, w=wide)

    @property
    def _room(self) -> int:
        return self._area.w - 2 * self._track.w

    def handle(self, what: Input) -> bool:
        """Whether the looks changed."""
        if isinstance(what, Key):
            page = max(1, self._bar.seen - 1)
            ways = {"page up": -page, "page down": page, "home": -self._bar.whole, "end": self._bar.whole}
            return self._bar.go(self._bar.top + ways.get(what.name, 0))
        return self._bar.handle(what)

    def holds(self, what: Input) -> bool:
        """Whether what is done with the pointer is the bar's business alone."""
        return self._bar.holds(what)

    def items(self) -> list[Item]:
        """The draw list."""
        kit, area, px, top = self._kit, self._area, self._px, self._bar.top
        pitch, color = kit.fonts.height(px), kit.theme.text
        items = [
            Item(kit.fonts.render(line, px, color), area.x, area.y + i * pitch)
            for i, line in enumerate(self._lines[top : top + self._bar.seen])
            if line
        ]
        return items + self._bar.items(kit.skin, kit.theme)

    def state(self) -> dict[str, Any]:
        """What is seen, for tests and bug reports."""
        top = self._bar.top
        return {**self._bar.state(), "lines": self._lines[top : top + self._bar.seen]}
