"""The deal so far: bids, stakes, and all tricks: who led, what was played, who won, and the points."""

from itertools import groupby
from typing import Any, TypeAlias

from game.engine import Cards, Trick, View, format_cards
from game.engine.cards import LJ, RANKS, SUITS
from game.engine.events import BidMade
from game.scenes.dialogue import Dialogue
from game.scenes.kit import Kit
from game.scenes.words import MARKS
from game.table.journal import SeatInfo
from game.ui.inputs import Input, Key
from game.ui.layout import Rect, centred
from game.ui.painter import Item
from game.ui.widgets import Button

Entry: TypeAlias = BidMade | tuple[int, ...] | Trick
"""A line of the list: a bid, the stakes by seat, or a trick."""


def entries(view: View) -> list[Entry]:
    """All there is to tell of a deal, in the order it happened."""
    raised = any((stake or 1) > 1 for stake in view.stakes) and view.phase != "staking"
    stakes = [tuple(stake or 1 for stake in view.stakes)] if raised else []
    return [*view.bids, *stakes, *view.tricks]


def can_list(view: View) -> bool:
    """Whether there is anything to list: the bids are not all made while cards are dealt."""
    return bool(view.tricks) or (view.trump_set and bool(entries(view)))


class TricksScene(Dialogue):
    """Lies over the table, at first with the latest tricks; for a view of which `can_list` holds."""

    def __init__(self, kit: Kit, view: View, seats: tuple[SeatInfo, ...]) -> None:
        super().__init__(kit)
        self._view = view
        self._entries = entries(view)
        self._seats = seats
        self._me = view.seat or 0
        self._page: int | None = None  # None: the last one

    # pages

    @property
    def _sheet(self) -> Rect:
        width, height = self.kit.size
        w = min(round(width * 0.92), round(height * 1.5))
        return centred(width / 2, height / 2, w, round(height * 0.92))

    @property
    def _row(self) -> int:
        return max(round(self.kit.size[1] * 0.05), round(self.kit.metrics.small * 2.1))

    @property
    def _body(self) -> Rect:
        """Where the rows are."""
        sheet, size = self._sheet, self.kit.metrics
        pad = round(sheet.w * 0.03)
        top = sheet.y + round(size.heading * 2.2) + self._row
        foot = self._foot.y - round(size.small * 2.4)
        return Rect(sheet.x + pad, top, sheet.w - 2 * pad, foot - top)

    @property
    def _foot(self) -> Rect:
        sheet = self._sheet
        high = max(36, round(self.kit.metrics.button * 1.9))
        pad = round(sheet.w * 0.03)
        return Rect(sheet.x + pad, sheet.bottom - high - pad // 2, sheet.w - 2 * pad, high)

    @property
    def _a_page(self) -> int:
        return max(1, self._body.h // self._row)

    @property
    def _pages(self) -> int:
        return -(-len(self._entries) // self._a_page)

    @property
    def _shown(self) -> int:
        """The page that is shown, from 0."""
        return self._pages - 1 if self._page is None else min(self._page, self._pages - 1)

    def _turn(self, by: int) -> None:
        self._page = max(0, min(self._pages - 1, self._shown + by))
        self._refresh()

    # what the player does

    def heard(self, what: Input) -> None:
        match what:
            case Key("page up"):
                self._turn(-1)
            case Key("page down"):
                self._turn(1)
            case _:
                super().heard(what)

    def _clicked(self, name: str) -> None:
        if name == "close":
            self.stack.pop(self)
        else:
            self._turn(1 if name == "later" else -1)

    def _escaped(self) -> None:
        self.stack.pop(self)

    def _made_buttons(self) -> list[Button]:
        foot, tr, size = self._foot, self._words.tr, self.kit.metrics
        wide = min(round(foot.w * 0.24), size.small * 12)
        close = Button(
            "close", Rect(foot.right - wide, foot.y, wide, foot.h), tr("Close"), size.button, "main"
        )
        if self._pages < 2:
            return [close]
        first = Rect(foot.x, foot.y, wide, foot.h)
        second = first._replace(x=first.right + size.gap)
        return [
            Button("earlier", first, tr("Earlier"), size.small, "plain", self._shown > 0),
            Button("later", second, tr("Later"), size.small, "plain", self._shown < self._pages - 1),
            close,
        ]

    # what is shown

    def _name(self, seat: int) -> str:
        return self._words.name(self._seats[seat].name, (seat - self._me) % 4)

    def _cards(self, cards: Cards) -> str:
        """Cards in short: each suit once, then its ranks."""
        parts = []
        for suit, run in groupby(self._view.trump.sort(cards), key=lambda card: min(card // 13, LJ // 13)):
            faces = list(run)
            if suit < len(SUITS):
                ranks = " ".join(self._words.rank(RANKS[card % 13]) for card in faces)
                parts.append(MARKS[SUITS[suit]] + ranks)
            else:
                big, little = self._words.tr("big"), self._words.tr("little")
                parts += [little if card == LJ else big for card in faces]
        return " ".join(parts)

    def items(self) -> list[Item]:
        kit, sheet, tr = self.kit, self._sheet, self._words.tr
        theme, size = kit.theme, kit.metrics
        body, row = self._body, self._row
        items = self._ground(sheet, size.radius * 2)
        title_y = sheet.y + round(size.heading * 1.2)
        items.append(self._fitted(tr("Tricks"), size.heading, theme.text, body.x, title_y, body.w, True))
        if self._pages > 1:
            page = tr("Page {n} of {all}", n=self._shown + 1, all=self._pages)
            items.append(
                self._fitted(page, size.small, theme.secondary, body.right, title_y, body.w, align=1.0)
            )
        columns = self._columns()
        head = body.y - row // 2
        for place, x in enumerate(columns[:-1]):
            seat = (self._me + place) % 4
            room = columns[place + 1] - x - size.gap
            items.append(self._fitted(self._name(seat), size.small, theme.secondary, x, head, room))
        points = tr("Pts")
        items.append(self._fitted(points, size.small, theme.secondary, body.right, head, body.w, align=1.0))
        first = self._shown * self._a_page + 1 - (len(self._entries) - len(self._view.tricks))
        for i, entry in enumerate(self._lines):
            y = body.y + i * row
            hair = kit.skin.panel(body.w, max(1, row // 40), 0, theme.panel_line)
            items += [Item(hair, body.x, y), *self._line(first + i, entry, y, columns)]
        note = tr("A frame: led the trick. Brass: won it.")
        note_y = self._foot.y - round(size.small * 1.2)
        items.append(self._fitted(note, size.small, theme.secondary, body.x, note_y, body.w))
        return items + self._buttons.items(kit.skin)

    def _columns(self) -> list[int]:
        """Where each seat's column begins, the own one first, and where that of the points does."""
        body, small = self._body, self.kit.metrics.small
        left, right = body.x + round(small * 3.4), body.right - round(small * 3.6)
        return [left + (right - left) * i // 4 for i in range(5)]

    @property
    def _lines(self) -> list[Entry]:
        """What stands on the page."""
        first = self._shown * self._a_page
        return self._entries[first : first + self._a_page]

    def _line(self, number: int, entry: Entry, y: int, columns: list[int]) -> list[Item]:
        """One line of the list; a trick has that ``number``."""
        match entry:
            case BidMade(seat, cards):
                told = {seat: self._words.shown(cards)}
                return self._said(self._words.tr("bid"), told, y, columns, entry is self._view.bids[-1])
            case Trick():
                return self._trick(number, entry, y, columns)
        told = {seat: f"×{stake}" for seat, stake in enumerate(entry)}
        return self._said(self._words.tr("stake"), told, y, columns, False)

    def _said(self, what: str, told: dict[int, str], y: int, columns: list[int], stands: bool) -> list[Item]:
        """What seats bid or staked, in brass where it ``stands`` above all others."""
        theme, size = self.kit.theme, self.kit.metrics
        body, middle = self._body, y + self._row // 2
        items = [self._fitted(what, size.small, theme.secondary, body.x, middle, columns[0] - body.x)]
        color = theme.brass if stands else theme.text
        for seat, text in told.items():
            place = (seat - self._me) % 4
            room = columns[place + 1] - columns[place] - size.gap
            items.append(self._fitted(text, size.small, color, columns[place], middle, room, stands))
        return items

    def _trick(self, number: int, trick: Trick, y: int, columns: list[int]) -> list[Item]:
        """One trick: its number, the four plays by seat, its points."""
        kit, body, row = self.kit, self._body, self._row
        theme, size = kit.theme, kit.metrics
        middle = y + row // 2
        items = [self._fitted(str(number), size.small, theme.secondary, body.x, middle, body.w)]
        inset = size.gap // 2
        for i, cards in enumerate(trick.plays):
            seat = (trick.leader + i) % 4
            place = (seat - self._me) % 4
            x, w = columns[place] - inset, columns[place + 1] - columns[place] - inset
            if seat == trick.leader:
                frame = kit.skin.outline(w, row - 2 * inset, size.radius // 2, 1, theme.secondary)
                items.append(Item(frame, x, y + inset))
            wins = seat == trick.winner
            color = theme.brass if wins else theme.text
            text = self._cards(cards)
            items.append(self._fitted(text, size.small, color, columns[place], middle, w - 2 * inset, wins))
        if trick.points:
            points = str(trick.points)
            items.append(self._fitted(points, size.small, theme.text, body.right, middle, body.w, True, 1.0))
        return items

    def state(self) -> dict[str, Any]:
        shown = self._lines
        return {
            "scene": "tricks",
            "page": self._shown + 1,
            "pages": self._pages,
            "bids": [[bid.seat, format_cards(bid.cards)] for bid in shown if isinstance(bid, BidMade)],
            "stakes": next((list(stakes) for stakes in shown if isinstance(stakes, tuple)), None),
            "tricks": [
                [trick.leader, trick.winner, trick.points, [format_cards(cards) for cards in trick.plays]]
                for trick in shown
                if isinstance(trick, Trick)
            ],
            "buttons": self._buttons.state(),
        }
