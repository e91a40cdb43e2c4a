"""The card counter: of each card, how many are still unseen."""

from itertools import accumulate, pairwise

from game.bots.memory import Known
from game.engine import View
from game.engine.cards import BJ, LJ, RANKS, SUITS, card
from game.engine.trump import TRUMP_GROUP
from game.scenes.kit import Kit
from game.scenes.words import MARKS, Words
from game.ui.layout import TableLayout
from game.ui.painter import Item
from game.ui.theme import Rgb

HIGH_FIRST = tuple(reversed(RANKS))


def unseen(view: View) -> tuple[int, ...]:
    """How many copies of each face are in other hands, or in a bottom the seat does not know."""
    return tuple(Known(view).unseen)


def counts(view: View) -> bool:
    """Whether there is something to count: who plays sees it while cards are played."""
    return view.seat is not None and view.phase == "playing"


class Counter:
    """A panel with a row for each suit and a column for each rank, jokers below; trumps in brass.

    ``left`` is how many of each face are unseen.
    """

    def __init__(self, kit: Kit, words: Words, table: TableLayout, view: View, left: tuple[int, ...]) -> None:
        self._left = left
        self._kit = kit
        self._words = words
        self._view = view
        place = self._place = table.counter
        self._inner = place.inflated(-table.px(4), -table.px(5))
        self._row = self._inner.h // (len(SUITS) + 2)
        wide = [1.0, *(1.4 if rank == "T" else 1.0 for rank in HIGH_FIRST)]  # 10 has two digits
        ends = [self._inner.w * part / sum(wide) for part in accumulate(wide)]
        self._middles = [(left + right) / 2 for left, right in pairwise([0.0, *ends])]
        self._px = max(12, min(round(kit.metrics.small * 0.9), self._row - 2))

    def items(self) -> list[Item]:
        """The draw list."""
        place, words, theme = self._place, self._words, self._kit.theme
        left, group = self._left, self._view.trump.group
        items = [Item(self._kit.skin.panel(place.w, place.h, self._kit.metrics.radius), place.x, place.y)]
        for row, suit in enumerate(SUITS, 1):
            items.append(self._cell(MARKS[suit], theme.text, 0, row))
        for column, rank in enumerate(HIGH_FIRST, 1):
            color = theme.brass if rank == self._view.level else theme.secondary
            items.append(self._cell(words.rank(rank), color, column, 0))
            for row, suit in enumerate(SUITS, 1):
                face = card(suit, rank)
                items.append(self._number(left[face], group[face] == TRUMP_GROUP, column, row))
        for column, joker in ((3, BJ), (10, LJ)):
            name = self._cell(words.card(joker), theme.text, column, len(SUITS) + 1)
            number = self._number(left[joker], True, 0, len(SUITS) + 1)
            right = name.x + name.surface.get_width() + self._px // 2
            items += [name, number._replace(x=right)]
        return items

    def _number(self, n: int, trump: bool, column: int, row: int) -> Item:
        theme = self._kit.theme
        color = theme.secondary if not n else theme.brass if trump else theme.text
        return self._cell(str(n) if n else "·", color, column, row, bool(n))

    def _cell(self, text: str, color: Rgb, column: int, row: int, bold: bool = False) -> Item:
        """A text in the middle of a cell."""
        surface = self._kit.skin.line(text, self._px, color, bold)
        x = self._inner.x + self._middles[column]
        y = self._inner.y + self._row * row + self._row // 2
        return Item(surface, round(x - surface.get_width() / 2), y - surface.get_height() // 2)
