"""Tool tips: a short text beside what the pointer rests on."""

from collections.abc import Sequence

from game.engine import View
from game.scenes.kit import Kit
from game.scenes.words import PLACES, Words
from game.table.journal import SeatInfo
from game.ui.layout import Rect, TableLayout
from game.ui.painter import Item

SEAT = "seat:"
"""How the name begins of a tip about who sits there."""
REST = 0.6
"""Seconds the pointer rests until the tip comes."""


class Tips:
    """Which tip is to be seen. Time comes in with ``rest``."""

    def __init__(self) -> None:
        self.over: str | None = None  # what the pointer is on
        self._rested = 0.0

    @property
    def shown(self) -> str | None:
        """The name of what the tip is about."""
        return self.over if self._rested >= REST else None

    @property
    def waiting(self) -> bool:
        """Whether a tip will come by itself."""
        return self.over is not None and self._rested < REST

    def point(self, name: str | None) -> bool:
        """The pointer is on something, or on nothing; whether a tip is gone by that."""
        if name == self.over:
            return False
        gone = self.shown is not None
        self.over, self._rested = name, 0.0
        return gone

    def rest(self, dt: float) -> bool:
        """Time passes; whether a tip has come."""
        if not self.waiting:
            return False
        self._rested += dt
        return not self.waiting


def plate(table: TableLayout, me: int, name: str) -> Rect | None:
    """Where the seat of such a name is, seen from seat ``me``; None for the own one, and for other names."""
    seat = name.removeprefix(SEAT)
    offset = (int(seat) - me) % 4 if name.startswith(SEAT) else 0
    return table.plates[PLACES[offset]] if offset else None


def seat_at(table: TableLayout, me: int, x: float, y: float) -> str | None:
    """The name of the seat whose plate is at a point."""
    names = [f"{SEAT}{seat}" for seat in range(4) if seat != me]
    return next((name for name in names if (at := plate(table, me, name)) and at.contains(x, y)), None)


def who(words: Words, seats: tuple[SeatInfo, ...], name: str) -> str:
    """What is told about the seat of such a name: how strong the computer player is; "" for a human."""
    info = seats[int(name.removeprefix(SEAT))]
    return words.computer(info.level) if info.bot else ""


def tip(words: Words, view: View, name: str) -> str:
    """What is told about a button or a panel of the table; "" for nothing."""
    tr = words.tr
    auto = view.seat is not None and view.auto[view.seat]
    stand_in = (
        tr("Play by yourself again. Key A.") if auto else tr("The computer plays until you say stop. Key A.")
    )
    return {
        "last": tr("The trick before. Hold Tab to look at it for a moment."),
        "tricks": tr("All tricks of this deal."),
        "menu": tr("Settings, keys, rules, or leave. Esc opens it too."),
        "leave": tr("The match is kept."),
        "points": tr("Points of the attackers. Click to see the cards they are on."),
        "bottom": tr("Click to see what you buried."),
        "counts": tr("Click to see how many cards of each suit you hold."),
        "play": tr("The Enter key does it too."),
        "hint": tr("Selects something sensible; again for the next. Key H."),
        "clear": tr("Puts all selected cards back."),
        "auto": stand_in,
        "pass": tr("No bid of mine. Key 0."),
    }.get(name, "")


def draw(kit: Kit, text: str, beside: Rect, keep: Sequence[Rect] = ()) -> list[Item]:
    """A tip below a place, or where there is no room above or left of it, within the window; clear of what
    one may want to click next, ``keep``, at least above all of that."""
    px, fonts = kit.metrics.small, kit.fonts
    width, height = kit.size
    pad = max(6, px // 2)
    lines = fonts.wrap_evenly(text, px, min(px * 20, width // 2))
    line_h = fonts.height(px)
    w = max(fonts.size(line, px)[0] for line in lines) + 3 * pad
    h = len(lines) * line_h + 2 * pad
    x = max(pad, min(beside.center[0] - w // 2, width - w - pad))
    top = min(place.y for place in (*keep, beside))
    for place in (
        Rect(x, beside.bottom + pad, w, h),
        Rect(x, beside.y - h - pad, w, h),
        Rect(beside.x - w - pad, beside.center[1] - h // 2, w, h),
        Rect(x, top - h - pad, w, h),
    ):
        inside = place.x >= 0 and place.y >= 0 and place.bottom <= height - pad
        if inside and not any(place.overlaps(other) for other in keep):
            break
    theme = kit.theme
    ground = kit.skin.panel(w, h, min(pad, h // 2), theme.sheet, theme.outline)
    items = [Item(ground, place.x, place.y)]
    for i, line in enumerate(lines):
        text_y = place.y + pad + i * line_h
        items.append(Item(kit.skin.line(line, px, theme.text), place.x + 3 * pad // 2, text_y))
    return items
