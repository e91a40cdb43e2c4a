"""Where each card of the own hand lies, and which one is under the pointer. Pure; all lengths are pixels."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate, combinations

from game.ui.layout import Rect, TableLayout

WIDEST_STRIP = 0.55
"""Of a card's width: a few cards sit together instead of spreading over the whole table."""

RAISE = 0.15
"""Of a card's height: how far a selected card rises."""

SHORTEST_ROW = 0.3
"""Of the hand's cards, when it lies in two rows."""

NARROWER = 0.9
"""How much narrower strips may get to keep a suit together, where they are under the smallest anyhow."""

Segment = tuple[int, int]
"""Cards start..end-1 of the hand, one group or a part of it, lying side by side."""

Rows = tuple[list[Segment], list[Segment]]
"""The lower and the upper row."""


def rows_needed(groups: Sequence[int], width: int, card_width: int, gap: int, min_strip: int) -> int:
    """1 when the hand fits into one row with at least `min_strip` of each card to be seen, else 2."""
    return 1 if _strip(_segments(groups), width, card_width, gap) >= min_strip else 2


def lay_hand(
    width: int, height: int, scale: float, groups: Sequence[int], trumps_last: bool = False
) -> tuple[TableLayout, HandLayout]:
    """The table for this window and hand, with as many rows as the hand needs."""
    table = TableLayout.of(width, height, scale, 1)
    hand = HandLayout.on(table, groups, trumps_last)
    if rows_needed(groups, table.hand.w, table.card[0], table.group_gap, table.min_strip) == 2:
        table = TableLayout.of(width, height, scale, 2)
        hand = HandLayout.on(table, groups, trumps_last)
    return table, hand


class HandLayout:
    """The hand at rest: `groups` cards a suit group from left to right, trumps first or last.

    One row at the bottom of `area`, or two as `two_rows` has them. The lower row is drawn over the upper.
    `rects` and `row_of` (0 lower, 1 upper) go by place in the hand; `draw_order` is back to front.
    """

    def __init__(
        self,
        groups: Sequence[int],
        area: Rect,
        card: tuple[int, int],
        gap: int,
        min_strip: int,
        rows: int | None = None,
        trumps_last: bool = False,
    ) -> None:
        self.area = area
        self.card = card
        self.raise_by = max(1, round(card[1] * RAISE))
        count = rows or rows_needed(groups, area.w, card[0], gap, min_strip)
        split: Rows = (
            (_segments(groups), [])
            if count == 1
            else two_rows(groups, area.w, card[0], gap, min_strip, trumps_last)
        )
        self.rows = tuple(tuple(i for start, end in row for i in range(start, end)) for row in split)
        """The cards of each row from left to right, the lower row first."""
        total = sum(groups)
        places = [Rect(0, 0, 0, 0)] * total
        row_of = [0] * total
        for number, row in enumerate(split):
            top = area.bottom - card[1] if number == 0 else area.y
            for index, x in _spread(row, area, card[0], gap):
                places[index] = Rect(x, top, card[0], card[1])
                row_of[index] = number
        self.rects: tuple[Rect, ...] = tuple(places)
        self.row_of: tuple[int, ...] = tuple(row_of)
        self.draw_order: tuple[int, ...] = self.rows[1] + self.rows[0]

    @classmethod
    def on(cls, table: TableLayout, groups: Sequence[int], trumps_last: bool = False) -> HandLayout:
        """The hand on this table, in the rows the table has room for."""
        rows = table.hand_rows
        return cls(groups, table.hand, table.card, table.group_gap, table.min_strip, rows, trumps_last)

    def raised(self, index: int) -> Rect:
        """Where the card is drawn while it is selected."""
        return self.rects[index].moved(0, -self.raise_by)

    def hit(self, x: float, y: float, raised: Collection[int] = ()) -> int | None:
        """The card under the pointer, the uppermost as drawn; None beside the hand.

        A raised card keeps the place where it rested, so that a second click near its lower edge finds it.
        """
        for index in reversed(self.draw_order):
            rect = self.rects[index]
            top = rect.y - self.raise_by if index in raised else rect.y
            if rect.x <= x < rect.x + rect.w and top <= y < rect.y + rect.h:
                return index
        return None

    def visible(self, index: int) -> Rect:
        """What can be seen of a card at rest: up to the next one of its row, and down to the lower row."""
        rect, row = self.rects[index], self.rows[self.row_of[index]]
        place = row.index(index)
        right = rect.right
        if place + 1 < len(row):
            right = min(right, self.rects[row[place + 1]].x)
        bottom = rect.bottom
        if self.row_of[index] == 1 and self.rows[0]:
            bottom = min(bottom, self.rects[self.rows[0][0]].y)
        return Rect(rect.x, rect.y, right - rect.x, bottom - rect.y)

    def beside(self, index: int, arrow: str) -> int | None:
        """The next card in the direction "left", "right", "up" or "down"; None where there is none."""
        row = self.row_of[index]
        cards = self.rows[row]
        place = cards.index(index)
        if arrow in ("left", "right"):
            place += 1 if arrow == "right" else -1
            return cards[place] if 0 <= place < len(cards) else None
        other = 1 - row
        if not self.rows[other] or (arrow == "up") != (other == 1):
            return None
        x = self.visible(index).center[0]
        return min(self.rows[other], key=lambda i: abs(self.visible(i).center[0] - x))

    def range(self, start: int, x: float) -> tuple[int, ...]:
        """The cards from `start` to the one whose visible strip is at x, within the row of `start`."""
        row = self.rows[self.row_of[start]]
        here = row.index(start)
        there = max(sum(self.rects[index].x <= x for index in row) - 1, 0)
        return row[min(here, there) : max(here, there) + 1]


def _segments(groups: Sequence[int]) -> list[Segment]:
    ends = list(accumulate(groups))
    return [(end - size, end) for size, end in zip(groups, ends, strict=True) if size]


def _strip(row: Sequence[Segment], width: int, card_width: int, gap: int) -> float:
    """How much of each card can be seen when the row is as wide as it may be."""
    cards = sum(end - start for start, end in row)
    widest = WIDEST_STRIP * card_width
    if cards < 2:
        return widest
    return min(widest, (width - card_width - gap * (len(row) - 1)) / (cards - 1))


def _spread(row: Sequence[Segment], area: Rect, card_width: int, gap: int) -> list[tuple[int, int]]:
    """Each card of the row with its x, the row centred in the area."""
    strip = _strip(row, area.w, card_width, gap)
    cards = sum(end - start for start, end in row)
    used = strip * (cards - 1) + gap * (len(row) - 1) + card_width
    x = area.x + (area.w - used) / 2
    spread: list[tuple[int, int]] = []
    for start, end in row:
        for index in range(start, end):
            spread.append((index, int(x + 1e-6)))  # a sum of strips may end a hair below a whole pixel
            x += strip
        x += gap
    return spread


def two_rows(
    groups: Sequence[int], width: int, card_width: int, gap: int, min_strip: int, trumps_last: bool = False
) -> Rows:
    """The lower and the upper row of a hand too long for one.

    Trumps lie below. The plain suits lie above and, the last ones first, beside the trumps, so that neither
    row is short. A plain suit is broken, its end going below, only where whole suits would not do, the trumps
    only where they do not fit into a row.
    """
    segments = _segments(groups)
    if not segments:
        return [], []
    place = -1 if trumps_last else 0
    trumps = segments.pop(place) if groups[place] else None

    def narrowest(rows: Rows) -> float:
        return min(_strip(row, width, card_width, gap) for row in rows)

    def even(rows: Rows) -> bool:
        lower, upper = map(_size, rows)
        if rows[0] == [trumps] and lower >= upper > 0:
            return True  # no plain suit can make the upper row longer
        return min(lower, upper) >= SHORTEST_ROW * (lower + upper)

    kept = [*_whole(trumps, segments), *_broken_suit(trumps, segments)]
    every = [*kept, *_broken_trumps(trumps, segments, trumps_last)]
    wide: float = min_strip
    if max(map(narrowest, kept)) < wide:  # then a little narrower still, if that keeps a suit together
        wide = NARROWER * min(wide, max(map(narrowest, every)))
    good = (rows for rows in every if narrowest(rows) >= wide and even(rows))
    return next(good, None) or max(every, key=narrowest)


def _size(row: Sequence[Segment]) -> int:
    return sum(end - start for start, end in row)


def _rows(trumps: Segment | None, below: Sequence[Segment], above: Sequence[Segment]) -> Rows:
    return sorted([trumps, *below] if trumps else below), list(above)


def _whole(trumps: Segment | None, plain: Sequence[Segment]) -> list[Rows]:
    """The rows that break no suit: those that read on from above to below first, then as few suits below
    as can be."""
    n = len(plain)
    counts = range(0 if trumps else 1, n + 1)
    found = [_rows(trumps, plain[n - count :], plain[: n - count]) for count in counts]
    for count in counts:
        for below in reversed(list(combinations(plain, count))):
            found.append(_rows(trumps, below, [suit for suit in plain if suit not in below]))
    return found


def _broken_suit(trumps: Segment | None, plain: Sequence[Segment]) -> list[Rows]:
    """The rows that break one plain suit: the longest first, the evenest first. It ends the upper row, and
    goes on below beside the trumps."""
    found: list[Rows] = []
    for start, end in sorted(plain, key=lambda suit: suit[0] - suit[1]):
        before = [suit for suit in plain if suit[0] < start]
        after = [suit for suit in plain if suit[0] > start]
        ways = [_rows(trumps, [(cut, end), *after], [*before, (start, cut)]) for cut in range(start + 1, end)]
        found += sorted(ways, key=_uneven)
    return found


def _broken_trumps(trumps: Segment | None, plain: Sequence[Segment], last: bool) -> list[Rows]:
    """The rows that break the trumps, of which those at the hand's end stay below; the evenest first."""
    if trumps is None:
        return []
    start, end = trumps
    ways = []
    for cut in range(start + 1, end):
        stays, goes = ((cut, end), (start, cut)) if last else ((start, cut), (cut, end))
        ways.append(([stays], sorted([goes, *plain])))
    return sorted(ways, key=_uneven)


def _uneven(rows: Rows) -> tuple[int, int]:
    lower, upper = map(_size, rows)
    return abs(lower - upper), upper
