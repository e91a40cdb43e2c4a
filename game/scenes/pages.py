"""What pages share: a title, a column of tabs at the left, the page beside it, a row of buttons below."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

from game.scenes.kit import Kit
from game.scenes.stack import Scene
from game.scenes.words import Words
from game.ui.inputs import FocusLost, Input, Key
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.theme import Metrics, Rgb, mix
from game.ui.widgets import Button, Buttons

TAB = "tab:"


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The places of a page in a window; ``unit`` is pixels for one design pixel (a window 800 high)."""

    unit: float
    frame: Rect
    title: Rect
    tabs: Rect
    body: Rect
    line: Rect
    """A line of text above the buttons, within the foot."""
    foot: Rect

    @classmethod
    def of(cls, width: int, height: int, size: Metrics, lined: bool) -> "PageLayout":
        """``lined``: with a line of text above the buttons at the foot."""
        unit = min(height, width * 0.625) / 800

        def px(design: float) -> int:
            return round(design * unit)

        frame_w = min(width - 2 * px(48), px(1320))
        left = (width - frame_w) // 2
        button = max(px(46), round(size.button * 2))
        title = Rect(left, px(30), frame_w, max(px(56), round(size.heading * 1.5)))
        foot = Rect(left, height - px(32) - button, frame_w, button)
        line_h = max(px(36), round(size.body * 1.9)) if lined else 0
        line = Rect(left, foot.y - px(12) - line_h, frame_w, line_h)
        top = title.bottom + px(18)
        tabs = Rect(left, top, max(px(196), round(size.body * 11)), line.y - px(26) - top)
        body_x = tabs.right + px(28)
        body = Rect(body_x, top, left + frame_w - body_x, tabs.h)
        return cls(unit, Rect(left, title.y, frame_w, foot.bottom - title.y), title, tabs, body, line, foot)

    def px(self, design: float) -> int:
        """Design pixels to pixels."""
        return round(design * self.unit)


class PageButtons(Buttons):
    """Buttons with two kinds more: "tab" and "segment", each also "-on" where it is the one chosen.

    A tab's note is the dot of something changed on it.
    """

    def __init__(self, kit: Kit) -> None:
        super().__init__()
        self._kit = kit

    def page_items(self) -> list[Item]:
        """The draw list."""
        items: list[Item] = []
        for button in self.all:
            state, rect = self._state(button), button.rect
            if button.kind.startswith("tab"):
                items += self._tab(button, state)
            elif button.kind.startswith("segment"):
                items += self._segment(button, state)
            else:
                surface = self._kit.skin.button(
                    rect.w, rect.h, button.label, button.px, button.kind, state, button.note
                )
                items.append(Item(surface, rect.x, rect.y))
        return items

    def _tab(self, button: Button, state: str) -> list[Item]:
        kit, rect = self._kit, button.rect
        theme, on = kit.theme, button.kind == "tab-on"
        radius = rect.h // 4
        items: list[Item] = []
        if on or state in ("hover", "pressed"):
            fill = theme.panel if on else theme.faint
            items.append(Item(kit.skin.panel(rect.w, rect.h, radius, fill), rect.x, rect.y))
        if state == "focus":
            items.append(self._focus(rect, radius))
        if on:
            bar = max(3, rect.h // 14)
            mark = kit.skin.panel(bar, rect.h // 2, bar // 2, (*theme.brass, 255), (*theme.brass, 255))
            items.append(Item(mark, rect.x, rect.y + rect.h // 4))
        pad = round(rect.h * 0.36)
        room = rect.w - 2 * pad - (rect.h // 3 if button.note else 0)
        color = theme.text if on else theme.secondary
        items.append(self._text(button, rect.x + pad, room, color, on, 0.0))
        if button.note:
            side = max(6, rect.h // 6)
            dot = kit.skin.panel(side, side, side // 2, (*theme.brass, 255), (*theme.brass, 255))
            items.append(Item(dot, rect.right - pad - side // 2, rect.center[1] - side // 2))
        return items

    def _segment(self, button: Button, state: str) -> list[Item]:
        kit, rect = self._kit, button.rect
        theme, on = kit.theme, button.kind.endswith("-on")
        radius = min(rect.h // 2, round(rect.h * 0.42))
        items: list[Item] = []
        if on:
            line = (*theme.brass, 255) if button.note else (*mix(theme.seat, theme.text, 0.25), 255)
            items.append(
                Item(kit.skin.panel(rect.w, rect.h, radius, (*theme.seat, 255), line), rect.x, rect.y)
            )
        elif state in ("hover", "pressed"):
            items.append(Item(kit.skin.panel(rect.w, rect.h, radius, theme.faint), rect.x, rect.y))
        if state == "focus":
            items.append(self._focus(rect, radius))
        color = theme.text if on else theme.secondary
        if state == "disabled":
            color = mix(theme.secondary, theme.felt_outer, 0.5)
        items.append(self._text(button, rect.center[0], rect.w - 8, color, on, 0.5))
        return items

    def _focus(self, rect: Rect, radius: int) -> Item:
        """The ring around what the keys are at."""
        line = max(2, rect.h // 22)
        return Item(self._kit.skin.outline(rect.w, rect.h, radius, line), rect.x, rect.y)

    def _text(self, button: Button, x: int, room: int, color: Rgb, bold: bool, align: float) -> Item:
        """The label, smaller where room is short."""
        fonts = self._kit.fonts
        px = fonts.fitting(button.label, button.px, room, bold)
        surface = self._kit.skin.line(fonts.fit(button.label, px, room, bold), px, color, bold)
        y = button.rect.center[1] - surface.get_height() // 2
        return Item(surface, round(x - surface.get_width() * align), y)


class PageScene(Scene):
    """A page with tabs: the chosen one's content is drawn beside them. Back and Escape leave it."""

    lined = False

    def __init__(self, kit: Kit, tab: str) -> None:
        super().__init__(kit)
        self._words = Words(kit.texts)
        self._buttons = PageButtons(kit)
        self._tab = tab
        self._still: list[Item] = []  # what does not change with the pointer

    def entered(self) -> None:
        self._refresh()

    def resumed(self) -> None:
        self._buttons.handle(FocusLost())  # the pointer is elsewhere by now
        self._refresh()

    def resized(self) -> None:
        self._words = Words(self.kit.texts)
        self._refresh()

    @property
    def layout(self) -> PageLayout:
        """The places on this page."""
        return PageLayout.of(*self.kit.size, self.kit.metrics, self.lined)

    @property
    def _tabbed(self) -> Buttons:
        return self._buttons

    @abstractmethod
    def tabs(self) -> list[tuple[str, str, bool]]:
        """Name and label of each tab, and whether it is marked."""

    @abstractmethod
    def content(self) -> tuple[list[Item], list[Button]]:
        """What lies still on the page, and its buttons, those of the foot too."""

    @abstractmethod
    def clicked(self, name: str) -> None:
        """A button other than a tab and "back"."""

    def _refresh(self) -> None:
        """Lay the page out anew."""
        self._still, buttons = self.content()
        self._buttons.show([*self._tab_buttons(), *buttons])
        self.changed = True

    def _shown_tabs(self) -> list[tuple[str, str, bool]]:
        """Those of the tabs that are in sight."""
        return self.tabs()

    @property
    def _pitch(self) -> int:
        """Pixels from one tab to the next, where there is room."""
        return max(self.layout.px(50), round(self.kit.metrics.body * 2.6))

    def _tab_buttons(self) -> list[Button]:
        layout, px = self.layout, self.kit.metrics.body
        tabs = self._shown_tabs()
        area = layout.tabs
        pitch = min(self._pitch, area.h // len(tabs))
        return [
            Button(
                TAB + name,
                Rect(area.x, area.y + i * pitch, area.w, pitch - layout.px(6)),
                label,
                px,
                "tab-on" if name == self._tab else "tab",
                True,
                "*" if marked else "",
            )
            for i, (name, label, marked) in enumerate(tabs)
        ]

    def heard(self, what: Input) -> None:
        if isinstance(what, Key) and self._key(what.name):
            return
        clicked, looks = self._buttons.handle(what)
        self.changed |= looks
        if clicked == "back":
            self.stack.pop(self)
        elif clicked and clicked.startswith(TAB):
            self._tab = clicked.removeprefix(TAB)
            self._refresh()
        elif clicked:
            self.clicked(clicked)

    def _key(self, name: str) -> bool:
        """Escape leaves; up and down turn the tabs while no button has the focus. Whether it was one."""
        names = [tab for tab, _, _ in self.tabs()]
        turns = {"page up": -1, "page down": 1}
        if self._buttons.focus is None:
            turns |= {"up": -1, "down": 1}
        by = turns.get(name, 0)
        if name == "escape":
            self.stack.pop(self)
        elif by:
            self._tab = names[(names.index(self._tab) + by) % len(names)]
            self._refresh()
        return name == "escape" or bool(by)

    def text(
        self,
        text: str,
        px: int,
        color: Rgb,
        x: int,
        y: int,
        room: int,
        bold: bool = False,
        align: float = 0.0,
    ) -> Item:
        """A line with its vertical middle at y; ``align`` 0 left, 0.5 centred, 1 right of x."""
        surface = self.kit.skin.line(self.kit.fonts.fit(text, px, room, bold), px, color, bold)
        return Item(surface, round(x - surface.get_width() * align), y - surface.get_height() // 2)

    def dot(self, x: int, y: int) -> Item:
        """The brass dot of what was changed, around a point."""
        side = max(6, self.layout.px(8))
        brass = (*self.kit.theme.brass, 255)
        return Item(self.kit.skin.panel(side, side, side // 2, brass, brass), x - side // 2, y - side // 2)

    def heading(self, title: str, note: str, warns: bool = False) -> list[Item]:
        """The title, and beside it on the same line a note; ``warns``: of a trouble."""
        kit, area = self.kit, self.layout.title
        middle = area.center[1]
        big = self.text(title, kit.metrics.heading, kit.theme.text, area.x, middle, area.w // 2, True)
        at = area.x + big.surface.get_width() + self.layout.px(24)
        base = middle + (big.surface.get_height() - kit.fonts.height(kit.metrics.body)) // 3
        color = kit.theme.danger if warns else kit.theme.secondary
        return [big, self.text(note, kit.metrics.body, color, at, base, area.right - at)]

    def items(self) -> list[Item]:
        kit = self.kit
        return [Item(kit.skin.felt(*kit.size), 0, 0), *self._still, *self._buttons.page_items()]

    def state(self) -> dict[str, Any]:
        return {
            "tab": self._tab,
            "buttons": self._buttons.state(),
        }
