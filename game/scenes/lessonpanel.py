"""The page of a lesson's step: a panel where neither cards nor plates are. What is too long for the room
there is, in letters that can be read, is read in parts."""

from collections.abc import Collection
from typing import NamedTuple

from game.engine.match import Phase
from game.scenes.kit import Kit
from game.scenes.lessonsteps import Step
from game.scenes.lessontext import Page
from game.scenes.words import Words
from game.ui.layout import Rect, TableLayout
from game.ui.painter import Item
from game.ui.theme import Metrics
from game.ui.widgets import Button

TAGGED = 2
"""So many cards of a play, with a tag beside them, keep their room at the left of the panel."""
LEAST = 15
"""Text is no smaller, in pixels, where the UI is scaled up: and no smaller than without that, but for one."""
FEW = 3
"""Parts of fewer lines are hardly worth it."""


class Laid(NamedTuple):
    """A page on the screen: its place, what is drawn, its buttons, and of how many parts it is one."""

    place: Rect
    items: list[Item]
    buttons: list[Button]
    parts: int


class _Plan(NamedTuple):
    """How a text is set in a room: its size, its lines, how many of them a part has at most, and whether
    the buttons lie below it, as the room is too narrow for them beside the heading."""

    room: Rect
    px: int
    lines: list[str]
    most: int
    below: bool

    @property
    def parts(self) -> int:
        return -(-len(self.lines) // self.most)


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
        self._gap = table.px(8)

    def _rooms(self) -> list[Rect]:
        """Where a page may lie, the best first: at the right of the top seat; below it, where nothing is
        played; below the right seat."""
        table, gap = self._table, self._gap
        left, top, right = (table.plates[place] for place in ("left", "top", "right"))
        below = table.bury_message if self._burying else table.bands["right"]
        edge = table.width - table.px(18)
        x, y = top.right + table.px(14), table.px(62)
        if "top" in self._played:
            x = max(x, self._beside("top"))
        rooms = [Rect(x, y, edge - x, min(right.y, below.y) - gap - y)]
        if "top" not in self._played:
            if not self._burying and not self._played:
                below = table.stack if self._dealing else table.message
            x, y = max(table.score_panel.right, left.right) + gap, top.bottom + gap
            rooms.append(Rect(x, y, right.x - gap - x, below.y - gap - y))
        if not self._dealing:
            x = max(table.message.right, table.bury_tray.right if self._burying else 0) + gap
            if "right" in self._played:
                x = max(x, self._beside("right"))
            y = table.bubbles["right"].bottom + gap
            last = table.counter if self._kit.settings.counter else table.action_panel
            rooms.append(Rect(x, y, edge - x, last.y - gap - y))
        return rooms

    def _beside(self, place: str) -> int:
        """The x right of a play with its tag."""
        tr, fonts, small = self._words.tr, self._kit.fonts, self._kit.metrics.small
        tag = max(fonts.size(text, small, True)[0] for text in (tr("ahead"), tr("pair"))) + 2 * small
        return self._table.trick_cards(place, TAGGED)[-1].right + tag + self._table.px(12)

    def _plan(self, text: str, heading: int) -> _Plan:
        """As a whole in the best room that has one, as large as it fits; else in few parts. ``heading`` is
        how wide heading and buttons are together."""
        body = self._kit.metrics.body
        least = max(12, min(body, max(LEAST + 1, Metrics.of(*self._kit.size).body)) - 1)
        rooms = self._rooms()
        wide = [room for room in rooms if room.w > self._table.px(180)]
        plans = [
            self._in_room(text, room, px, heading)
            for room in wide or [max(rooms, key=lambda room: room.w)]
            for px in range(body, least - 1, -1)
        ]
        return min(plans, key=lambda plan: (plan.parts, plan.parts > 1 and plan.most < FEW))

    def _in_room(self, text: str, room: Rect, px: int, heading: int) -> _Plan:
        fonts, width = self._kit.fonts, room.w - 2 * self._pad
        below = heading > width
        lines = fonts.wrap_evenly(text, px, width)
        return _Plan(room, px, lines, max(1, (room.h - self._around(below)) // fonts.height(px)), below)

    def _around(self, below: bool) -> int:
        """The height of all but the text."""
        return 2 * self._pad + (1 + below) * (self._head + self._table.px(4))

    def lay(self, page: Page, step: Step, number: int, of: int, part: int) -> Laid:
        """A part of a page; ``number`` is the step's, from 1, ``part`` counts from 0."""
        kit, table, tr, pad, head = self._kit, self._table, self._words.tr, self._pad, self._head
        theme, fonts, size = kit.theme, kit.fonts, kit.metrics
        labels = tr("Continue"), tr("Do it for me")
        wide = max(table.px(110), *(fonts.size(label, size.small)[0] + head for label in labels))
        count = kit.skin.line(f"{number}/{of}", size.small, theme.secondary)
        fixed = count.get_width() + 2 * pad + wide
        least = fonts.size(page.title, size.small, True)[0]
        plan = self._plan(page.text, least + fixed)
        if plan.parts > 1:
            fixed += self._gap + head  # the way back is beside the button
            plan = self._plan(page.text, least + fixed)
        room = plan.room.w - 2 * pad - (count.get_width() + pad if plan.below else fixed)
        title = fonts.fitting(page.title, size.body, room, True)
        heading = kit.skin.line(fonts.fit(page.title, title, room, True), title, theme.brass, True)
        part = min(part, plan.parts - 1)
        share = -(-len(plan.lines) // plan.parts)  # parts of about the same length
        lines, px, high = plan.lines[part * share : (part + 1) * share], plan.px, fonts.height(plan.px)
        place = plan.room._replace(h=self._around(plan.below) + share * high)
        ground = kit.skin.panel(place.w, place.h, size.radius, theme.sheet, theme.sheet_line)
        x, y, right = place.x + pad, place.y + pad, place.right - pad
        items = [
            Item(ground, place.x, place.y),
            Item(heading, x, y + (head - heading.get_height()) // 2),
            Item(count, x + heading.get_width() + pad, y + (head - count.get_height()) // 2),
        ]
        for i, line in enumerate(lines):
            items.append(Item(kit.skin.line(line, px, theme.text), x, y + head + table.px(4) + i * high))

        reads = step.do is None or part + 1 < plan.parts
        button = Rect(right - wide, place.bottom - pad - head if plan.below else y, wide, head)
        name, label, kind = ("continue", labels[0], "main") if reads else ("skip", labels[1], "plain")
        buttons = [Button(name, button, label, size.small, kind)]
        if part:
            less = button._replace(x=button.x - self._gap - head, w=head)
            buttons.append(Button("less", less, "‹", size.body, "plain"))
        return Laid(place, items, buttons, plan.parts)
