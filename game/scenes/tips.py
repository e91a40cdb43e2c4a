"""Tool tips: a short text beside what the pointer rests on."""

from collections.abc import Callable, Sequence

from game.engine import View
from game.scenes.kit import Kit
from game.scenes.words import PLACES, Words
from game.table.journal import SeatInfo
from game.ui.layout import Rect, TableLayout
from game.ui.painter import Item

SEAT = "seat:"
"""How the name begins of a tip about who sits there."""
TRUMP = "trump"
"""The name of the tip about the trump badge."""
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


def place(table: TableLayout, me: int, name: str) -> Rect | None:
    """Where the trump badge is, or the seat of such a name seen from seat ``me``; None for the own one, and
    for other names."""
    if name == TRUMP:
        return table.score_badge
    seat = name.removeprefix(SEAT)
    offset = (int(seat) - me) % 4 if name.startswith(SEAT) else 0
    return table.plates[PLACES[offset]] if offset else None


def told_at(table: TableLayout, me: int, x: float, y: float) -> str | None:
    """The name of what is at a point: the trump badge, or a seat's plate."""
    names = [TRUMP, *(f"{SEAT}{seat}" for seat in range(4) if seat != me)]
    return next((name for name in names if (at := place(table, me, name)) and at.contains(x, y)), None)


def about(
    words: Words, view: View, seats: tuple[SeatInfo, ...], called: Callable[[int], str], name: str
) -> str:
    """What is told about such a place: who made trump, or how strong the computer player is; "" for a human.
    A seat is ``called`` by its player's name."""
    if name == TRUMP:
        return _made(words, view, called)
    info = seats[int(name.removeprefix(SEAT))]
    return words.computer(info.level) if info.bot else ""


def _made(words: Words, view: View, called: Callable[[int], str]) -> str:
    """Who makes trump, with which cards."""
    tr = words.tr
    if view.bids:
        bid = view.bids[-1]
        name, cards = called(bid.seat), words.cards(bid.cards)
        if view.trump_set:
            return tr("{name} made trump with {cards}.", name=name, cards=cards)
        return tr("{name} bids {cards}.", name=name, cards=cards)
    if not view.trump_set:
        return ""
    if view.turned:
        return tr("Nobody bid; the bottom is turned: {cards}", cards=words.cards(view.turned))
    return tr("Nobody bid: no trump.")


def tip(words: Words, view: View, name: str) -> str:
    """What is told about a button or a panel of the table; "" for nothing."""
    tr = words.tr
    auto = view.seat is not None and view.auto[view.seat]
    stand_in = (
        tr("Play by yourself again. Key A.") if auto else tr("The computer plays until you say stop. Key A.")
    )
    return {
        "last": tr("The trick before. Hold Tab to look at it for a moment."),
        "tricks": tr("All bids and tricks of this deal."),
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
    one may want to read or to click next, ``keep``: narrower, or as far above or below as it takes."""
    px, fonts = kit.metrics.small, kit.fonts
    width, height = kit.size
    pad, margin = max(6, px // 2), 2 * kit.metrics.gap
    line_h = fonts.height(px)
    places: list[tuple[int, list[str], Rect]] = []  # with how far away, and the lines of the text
    for letters in (20, 12):
        lines = fonts.wrap_evenly(text, px, min(px * letters, width // 2))
        w = max(fonts.size(line, px)[0] for line in lines) + 3 * pad
        h = len(lines) * line_h + 2 * pad
        x = max(margin, min(beside.center[0] - w // 2, width - w - margin))
        column = Rect(x, 0, w, height)
        corners = [
            (x, beside.bottom + pad),
            (x, beside.y - h - pad),
            (beside.x - w - pad, beside.center[1] - h // 2),
        ]
        places += [(0, lines, Rect(*at, w, h)) for at in corners]
        for rect in keep:
            above = beside.y - rect.y, rect.y - h - pad
            below = rect.bottom - beside.bottom, rect.bottom + pad
            for away, y in (above, below):
                if away > 0 and rect.overlaps(column):
                    places.append((away, lines, Rect(x, y, w, h)))

    def free(place: Rect) -> bool:
        inside = place.x >= 0 and place.y >= 0 and place.bottom <= height - pad
        return inside and not any(place.overlaps(other) for other in keep)

    places.sort(key=lambda each: each[0])
    _, lines, place = next((each for each in places if free(each[2])), places[-1])
    theme = kit.theme
    ground = kit.skin.panel(place.w, place.h, min(pad, place.h // 2), theme.sheet, theme.outline)
    items = [Item(ground, place.x, place.y)]
    for i, line in enumerate(lines):
        text_y = place.y + pad + i * line_h
        items.append(Item(kit.skin.line(line, px, theme.text), place.x + 3 * pad // 2, text_y))
    return items
