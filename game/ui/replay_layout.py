"""Where everything lies in a replay with four open hands. Pure; lengths are pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from game.ui.layout import CARD_RATIO, Rect, TableLayout, fitting_scale

STRIP = 0.5
"""Of a card's width: the most that is seen of a card under the next one."""
GAP = 0.3
"""Of a card's width, between two suits of a row."""
CORNER = 0.42
"""Of a card's height: what is seen of the upper of two rows."""


@dataclass(frozen=True, slots=True)
class ReplayLayout:
    """Hands lie in rows at the bottom and the top, and suit below suit at the sides. From bottom to top:
    the buttons, the strip of tricks, the line of what happens, the hand."""

    unit: float
    card: tuple[int, int]
    """Width and height of a card in a hand."""
    trick_card: tuple[int, int]
    labels: dict[str, Rect]
    hands: dict[str, Rect]
    spots: dict[str, Rect]
    """Room for each seat's play."""
    message: Rect
    strip: Rect
    controls: Rect
    corner: Rect
    """The row of buttons at the top right."""
    bottom: Rect
    """The bottom's cards with their label above."""

    @classmethod
    def of(cls, width: int, height: int, scale: float, crowded: bool = False) -> ReplayLayout:
        """The places in a window of this size; ``crowded``: the hand at the top has two rows."""
        scale = fitting_scale(width, height, scale)
        unit = TableLayout.of(width, height, scale).unit

        def px(design: float) -> int:
            return round(design * unit)

        edge, gap = px(18), px(8)
        controls = Rect(edge, height - px(14) - px(46), width - 2 * edge, px(46))
        strip = Rect(edge, controls.y - px(10) - px(40), width - 2 * edge, px(40))
        message = Rect(edge, strip.y - px(6) - px(34), width - 2 * edge, px(34))
        label_h = px(28)
        avail = message.y - gap - px(14)
        card_h = min(round(avail * (0.16 if crowded else 0.17)), px(104))
        card = (round(card_h * CARD_RATIO), card_h)

        score_right, score_bottom = px(18) + px(267), px(16) + px(112)
        corner_w = px(92) * 2 + px(6)
        corner = Rect(width - edge - corner_w, px(16), corner_w, px(36))
        bottom = Rect(corner.x, corner.bottom + px(6), corner_w, score_bottom - corner.bottom - px(6))

        top_x = score_right + px(14)
        top_w = corner.x - px(14) - top_x
        labels = {"top": Rect(top_x, px(12), top_w, label_h)}
        top_h = round(card_h * (1 + CORNER)) if crowded else card_h
        hands = {"top": Rect(top_x, labels["top"].bottom + px(2), top_w, top_h)}
        hands["bottom"] = Rect(edge, message.y - gap - card_h, width - 2 * edge, card_h)
        labels["bottom"] = Rect(edge, hands["bottom"].y - label_h - px(2), width - 2 * edge, label_h)
        side_y = max(score_bottom, hands["top"].bottom) + gap
        side_h = labels["bottom"].y - gap - side_y
        wide = round(width * 0.215)
        for place, x in (("left", edge), ("right", width - edge - wide)):
            labels[place] = Rect(x, side_y, wide, label_h)
            hands[place] = Rect(x, side_y + label_h + px(2), wide, side_h - label_h - px(2))

        zone_y, zone_h = hands["top"].bottom + gap, labels["bottom"].y - gap - hands["top"].bottom - gap
        trick_h = min(px(104), (zone_h - 2 * px(6)) // 3)
        trick_gap = min(px(14), (zone_h - 3 * trick_h) // 2)
        first = zone_y + (zone_h - 3 * trick_h - 2 * trick_gap) // 2
        ys = [first + i * (trick_h + trick_gap) for i in range(3)]
        left, right = hands["left"].right + px(14), hands["right"].x - px(14)
        middle = width // 2
        spots = {
            "top": Rect(left, ys[0], right - left, trick_h),
            "left": Rect(left, ys[1], middle - px(10) - left, trick_h),
            "right": Rect(middle + px(10), ys[1], right - middle - px(10), trick_h),
            "bottom": Rect(left, ys[2], right - left, trick_h),
        }
        trick_card = (round(trick_h * CARD_RATIO), trick_h)
        return cls(unit, card, trick_card, labels, hands, spots, message, strip, controls, corner, bottom)

    def px(self, design: float) -> int:
        """Design pixels to pixels."""
        return round(design * self.unit)

    def play(self, place: str, n: int) -> list[Rect]:
        """The cards of a play of n in the seat's room; those of the sides near the table's middle."""
        room, (w, h) = self.spots[place], self.trick_card
        step = min(float(self.px(26)), (room.w - w) / (n - 1)) if n > 1 else 0.0
        used = w + step * (n - 1)
        x = room.center[0] - used / 2
        if place == "left":
            x = max(float(room.x), room.right - used - self.px(30))
        elif place == "right":
            x = min(room.x + self.px(30), room.right - used)
        return [Rect(round(x + i * step), room.y, w, h) for i in range(n)]

    def hand(self, place: str, groups: Sequence[int]) -> list[Rect]:
        """The cards of an open hand with so many in each group, in order."""
        if place == "bottom" or self.hands[place].h == self.card[1]:
            return self._row(self.hands[place], groups, centred=True)
        if place == "top":
            return self._two_rows(self.hands[place], groups)
        area = self.hands[place]
        rows = [n for n in groups if n]
        if not rows:
            return []
        pitch = min((area.h - self.card[1]) / max(1, len(rows) - 1), self.card[1] + self.px(6))
        if len(rows) == 1:
            pitch = 0
        rects: list[Rect] = []
        for i, n in enumerate(rows):
            row = Rect(area.x, area.y + round(i * pitch), area.w, self.card[1])
            rects += self._row(row, (n,), centred=False, right=place == "right")
        return rects

    def _two_rows(self, area: Rect, groups: Sequence[int]) -> list[Rect]:
        """The first suits above, the rest below, as evenly as whole suits allow."""
        sums = [0, *accumulate(groups)]
        cut = min(range(1, len(groups)), key=lambda n: abs(2 * sums[n] - sums[-1]))
        lower = area._replace(y=area.bottom - self.card[1])
        return self._row(area, groups[:cut], centred=True) + self._row(lower, groups[cut:], centred=True)

    def _row(self, area: Rect, groups: Sequence[int], centred: bool, right: bool = False) -> list[Rect]:
        w, h = self.card
        sizes = [n for n in groups if n]
        total = sum(sizes)
        if not total:
            return []
        gap = w * GAP
        strip = w * STRIP
        if total > 1:
            strip = min(strip, (area.w - w - gap * (len(sizes) - 1)) / (total - 1))
        used = w + strip * (total - 1) + gap * (len(sizes) - 1)
        x = area.x + (area.w - used) / 2 if centred else area.right - used if right else float(area.x)
        starts = [0, *accumulate(sizes)]
        return [
            Rect(round(x + i * strip + g * gap), area.y, w, h)
            for g in range(len(sizes))
            for i in range(starts[g], starts[g + 1])
        ]

    @property
    def deck(self) -> Rect:
        """The cards that are not dealt yet."""
        band, (w, h) = self.spots["left"], self.trick_card
        return Rect((self.spots["left"].right + self.spots["right"].x - w) // 2, band.y, w, h)

    def backs(self, place: str, n: int) -> list[Rect]:
        """A closed hand of n cards."""
        area, (w, h) = self.hands[place], self.card
        if not n:
            return []
        strip = min(w * 0.28, (area.w - w) / max(1, n - 1))
        used = w + strip * (n - 1)
        x = {"left": float(area.x), "right": area.right - used}.get(place, area.x + (area.w - used) / 2)
        return [Rect(round(x + i * strip), area.y, w, h) for i in range(n)]

    def bottom_cards(self, n: int, label: int) -> list[Rect]:
        """The n cards of the bottom, below a label so many pixels high."""
        area = self.bottom
        h = area.h - label
        w = round(h * CARD_RATIO)
        step = min(w + self.px(3), (area.w - w) / max(1, n - 1))
        used = w + step * (n - 1)
        return [Rect(round(area.right - used + i * step), area.y + label, w, h) for i in range(n)]

    def cells(self, n: int) -> list[Rect]:
        """A place for each trick on the strip, a line of text above it left free."""
        area = self.strip
        high = round(area.h * 0.42)
        gap = max(1, self.px(3)) if area.w // max(1, n) > 8 else 0
        wide = min((area.w + gap) / max(1, n), float(self.px(64)))
        x = area.x + (area.w - wide * n + gap) / 2
        return [Rect(round(x + i * wide), area.bottom - high, round(wide - gap), high) for i in range(n)]
