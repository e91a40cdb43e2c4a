"""What this program is: its version, where its files lie, and the licences of all it is made of."""

import sys
from dataclasses import replace
from typing import Any

import pygame

from game.assets import assets_folder
from game.licences import Licence, licences
from game.profile.version import game_version
from game.scenes.asking import Asking
from game.scenes.kit import Kit
from game.scenes.pages import TAB, PageLayout, PageScene
from game.scenes.reader import Reader
from game.scenes.ruletext import describe
from game.ui.clipboard import SystemClipboard
from game.ui.inputs import Input, Key
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.scrollbar import ScrollBar
from game.ui.widgets import Button

ABOUT = "about"
"""The first entry of the list; the others are called as the parts are."""
READING = ("page up", "page down", "home", "end")
SMALLEST = 12
"""Pixels of type."""


class AboutScene(Asking, PageScene):
    """Lies over the menu: a list at the left, longer than the page, and what is chosen of it."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit, ABOUT)
        self._parts: dict[str, Licence] = {}
        self._list = ScrollBar()
        self._followed = ABOUT  # the entry that was last brought into sight
        self._reader = Reader(kit)
        self._notice = ""

    def entered(self) -> None:
        self._ask(lambda _: licences(assets_folder()), self._found)
        super().entered()

    def _found(self, parts: tuple[Licence, ...]) -> None:
        self._parts = {part.name: part for part in parts}
        self._refresh()

    def _failed(self, error: Exception) -> None:
        self._notice = self._words.tr("The licences can't be read: {why}", why=error)
        self._refresh()

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._part and self._reader.go_on():
            self.changed = True

    @property
    def moving(self) -> bool:
        return self._part is not None and self._reader.wrapping

    @property
    def _part(self) -> Licence | None:
        """What is read about; None for the program itself."""
        return self._parts.get(self._tab)

    # what the player does

    def heard(self, what: Input) -> None:
        if not isinstance(what, Key):
            mine = self._list.holds(what) or (self._part is not None and self._reader.holds(what))
            if self._list.handle(what):
                self._refresh()
            if self._part and self._reader.handle(what):
                self.changed = True
            if mine:
                return
        super().heard(what)

    def _key(self, name: str) -> bool:
        focus = self._buttons.focus
        if name in ("up", "down") and (focus is None or focus.startswith(TAB)):
            names = [tab for tab, _, _ in self.tabs()]
            self._tab = names[(names.index(self._tab) + (1 if name == "down" else -1)) % len(names)]
            self._refresh()
            if focus:  # it goes along, on to what was out of sight too
                self._buttons.focus = TAB + self._tab
            return True
        if name in READING and self._part:
            self.changed |= self._reader.handle(Key(name))
            return True
        return super()._key(name)

    def clicked(self, name: str) -> None:
        paths = self.kit.paths
        path = paths.log if name == "copy:log" else paths.root
        SystemClipboard().copy(str(path.absolute()))
        self._notice = self._words.tr("The path was copied.")
        self._refresh()

    # the list

    @property
    def layout(self) -> PageLayout:
        """Parts have longer names than tabs."""
        usual = super().layout
        tabs, body, more = usual.tabs, usual.body, usual.px(56)
        return replace(
            usual, tabs=tabs._replace(w=tabs.w + more), body=body._replace(x=body.x + more, w=body.w - more)
        )

    def tabs(self) -> list[tuple[str, str, bool]]:
        program = (ABOUT, self._words.tr("This program"), False)
        return [program, *((name, name, False) for name in self._parts)]

    def _shown_tabs(self) -> list[tuple[str, str, bool]]:
        return self.tabs()[self._list.top : self._list.top + self._list.seen]

    def _refresh(self) -> None:
        names = [name for name, _, _ in self.tabs()]
        area, px, bar = self.layout.tabs, self.layout.px, self._list
        track = Rect(area.right + px(10), area.y, max(8, px(8)), area.h)
        bar.show(track, area._replace(w=track.right - area.x), area.h // self._pitch, len(names))
        if self._tab != self._followed:
            self._followed, self._notice = self._tab, ""
            at = names.index(self._tab)
            bar.go(max(at - bar.seen + 1, min(bar.top, at)))
        super()._refresh()

    # what is shown

    def content(self) -> tuple[list[Item], list[Button]]:
        kit, layout, tr = self.kit, self.layout, self._words.tr
        body, foot, px, size = layout.body, layout.foot, layout.px, kit.metrics
        items = self.heading(tr("About"), tr("The program, and the licences of all it is made of."))
        items.append(Item(kit.skin.panel(body.w, body.h, size.radius), body.x, body.y))
        area = body.inflated(-px(28), -px(22))
        buttons = [Button("back", Rect(foot.x, foot.y, px(130), foot.h), tr("Back"), size.body)]
        if self._part:
            items += self._licence(self._part, area)
        else:
            more, its = self._program(area)
            items += more
            buttons = its + buttons
        x = foot.x + px(130) + px(28)
        items.append(
            self.text(self._notice, size.small, kit.theme.secondary, x, foot.center[1], foot.right - x)
        )
        return items, buttons

    def _licence(self, part: Licence, area: Rect) -> list[Item]:
        """The part's name over its licence's; the text is the reader's."""
        kit, px, size = self.kit, self.layout.px, self.kit.metrics
        name = f"{part.name} {part.version}".strip()
        large = self.kit.fonts.fitting(name, round(size.body * 1.4), area.w, True)
        title_h, terms_h = kit.fonts.height(large, True), kit.fonts.height(size.small)
        middle = area.y + title_h // 2
        items = [self.text(name, large, kit.theme.text, area.x, middle, area.w, True)]
        y = area.y + title_h
        for line in kit.fonts.wrap(part.terms, size.small, area.w):
            items.append(self.text(line, size.small, kit.theme.brass, area.x, y + terms_h // 2, area.w))
            y += terms_h
        y += px(10)
        items.append(Item(kit.skin.panel(area.w, max(1, px(1)), 0, kit.theme.panel_line), area.x, y))
        y += px(10)
        place = Rect(area.x, y, area.w, area.bottom - y)
        text = part.text or self._words.tr("This part brought no text of its licence along.")
        self._reader.show(text, place, (size.small + size.body) // 2)
        return items

    def rows(self) -> list[tuple[str, str, str]]:
        """What there is to say about the program: its name, the text, and the button beside it, if any."""
        tr, paths = self._words.tr, self.kit.paths
        python = ".".join(map(str, sys.version_info[:3]))
        sdl = ".".join(map(str, pygame.get_sdl_version()))
        return [
            (tr("Version"), game_version(), ""),
            (tr("Rules"), describe(self.kit.rules(), self._words), ""),
            (tr("Made with"), f"Python {python} · pygame-ce {pygame.version.ver} · SDL {sdl}", ""),
            (tr("Data folder"), str(paths.root.absolute()), "copy:data"),
            (tr("Log"), str(paths.log.absolute()), "copy:log"),
        ]

    def _program(self, area: Rect) -> tuple[list[Item], list[Button]]:
        kit, px, tr, size = self.kit, self.layout.px, self._words.tr, self.kit.metrics
        name = f"{tr('Shengji')} · {tr('Tractor · Eighty Points')}"
        large = self.kit.fonts.fitting(name, round(size.body * 1.4), area.w, True)
        title_h = kit.fonts.height(large, True)
        middle = area.y + title_h // 2
        items = [self.text(name, large, kit.theme.text, area.x, middle, area.w, True)]
        place = Rect(area.x, area.y + title_h + px(14), area.w, area.h - title_h - px(14))
        type_px = size.body
        while True:
            rows, buttons, end = self._laid(place, type_px)
            if end <= place.bottom or type_px <= SMALLEST:
                return items + rows, buttons
            type_px -= 1

    def _laid(self, place: Rect, type_px: int) -> tuple[list[Item], list[Button], int]:
        """The rows in a type of so many pixels, their buttons, and where they end."""
        kit, px, tr, rows = self.kit, self.layout.px, self._words.tr, self.rows()
        fonts, theme = kit.fonts, kit.theme
        pitch, gap = fonts.height(type_px), px(14)
        small = min(type_px, kit.metrics.small)
        high = max(px(36), round(small * 2))
        wide = fonts.size(tr("Copy path"), small)[0] + high
        column = max(fonts.size(label, type_px)[0] for label, _, _ in rows) + px(24)
        items: list[Item] = []
        buttons: list[Button] = []
        y = place.y
        for label, text, name in rows:
            room = place.w - column - (wide + px(16) if name else 0)
            lines = fonts.wrap(text, type_px, room)
            row_h = max(len(lines) * pitch, high if name else 0)
            middle = y + row_h // 2
            first = middle - (len(lines) - 1) * pitch // 2
            items.append(self.text(label, type_px, theme.secondary, place.x, middle, column))
            for i, line in enumerate(lines):
                items.append(self.text(line, type_px, theme.text, place.x + column, first + i * pitch, room))
            if name:
                at = Rect(place.right - wide, middle - high // 2, wide, high)
                buttons.append(Button(name, at, tr("Copy path"), small))
            y += row_h + gap
            items.append(
                Item(kit.skin.panel(place.w, max(1, px(1)), 0, theme.panel_line), place.x, y - gap // 2)
            )
        closing = tr("It is made of parts by many people. Each is listed at the left with its licence.")
        for line in fonts.wrap_evenly(closing, type_px, place.w):
            items.append(self.text(line, type_px, theme.secondary, place.x, y + pitch // 2, place.w))
            y += pitch
        return items, buttons, y

    def items(self) -> list[Item]:
        read = self._reader.items() if self._part else []
        return [*super().items(), *self._list.items(self.kit.skin, self.kit.theme), *read]

    def state(self) -> dict[str, Any]:
        return {
            "scene": "about",
            **super().state(),
            "message": self._notice,
            "entries": [name for name, _, _ in self.tabs()],
            "list": self._list.state(),
            "rows": [] if self._part else [[label, text] for label, text, _ in self.rows()],
            "reading": self._reader.state() if self._part else None,
        }
