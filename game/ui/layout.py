"""Where everything lies on the table, worked out from the real size of the window. Pure; lengths are pixels.

Places are written in design pixels, those of a window 800 pixels high at UI scale 1, and multiplied by
`TableLayout.unit`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

CARD_HEIGHT = 0.165
"""Of the window's height, at scale 1."""

TALLEST_CARD = 0.215
"""Of the window's height at any scale: the trick needs room for its cards too."""

CARD_RATIO = 96 / 134
"""A card's width by its height."""

SMALLEST_UNIT = 0.85
"""Below this the smallest type (12 px) would no longer fit into its boxes."""

LARGEST_SCALE = 1.4
"""Beyond this the column of right seat and bid panel is higher than the window."""

FLYING = 0.6
"""A flying back by a card of the trick: smaller, so that it does not cover whom it flies to."""

BACKS = (50, 70)
BID = (91, 72)


class Rect(NamedTuple):
    """A rectangle of whole pixels; right and bottom edge lie outside."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    @property
    def center(self) -> tuple[int, int]:
        return self.x + self.w // 2, self.y + self.h // 2

    def contains(self, x: float, y: float) -> bool:
        return self.x <= x < self.right and self.y <= y < self.bottom

    def encloses(self, other: Rect) -> bool:
        """The other one lies wholly within this one."""
        x, y, right, bottom = self.x, self.y, self.right, self.bottom
        return x <= other.x and y <= other.y and other.right <= right and other.bottom <= bottom

    def overlaps(self, other: Rect) -> bool:
        """Both share at least one pixel."""
        if min(self.w, self.h, other.w, other.h) <= 0:
            return False
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom

    def union(self, other: Rect) -> Rect:
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)

    def moved(self, dx: int, dy: int) -> Rect:
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def inflated(self, by: int, by_y: int | None = None) -> Rect:
        """Larger by so much on each side (smaller when negative)."""
        dy = by if by_y is None else by_y
        return Rect(self.x - by, self.y - dy, self.w + 2 * by, self.h + 2 * dy)


def centred(cx: float, cy: float, w: float, h: float) -> Rect:
    """A rectangle of this size around a point."""
    return Rect(round(cx - w / 2), round(cy - h / 2), round(w), round(h))


def fitting_scale(width: int, height: int, scale: float) -> float:
    """The UI scale that is used: the one asked for, or the largest with room for everything at this shape."""
    return max(0.5, min(scale, LARGEST_SCALE, 0.91 * width / height))


@dataclass(frozen=True, slots=True)
class TableLayout:
    """All places of the table scene. Seats are named as I see them: left, top, right, bottom (me).

    Shown together never overlap: panels, plates, bubbles, backs, trick and message in play; in the deal the
    stack and the bids instead of the trick, the bid panel instead of the action panel; in the bury the tray.
    """

    width: int
    height: int
    scale: float
    """The UI scale in use, see `fitting_scale`: text on this table takes it too."""
    unit: float
    """Pixels for one design pixel of panels and text."""
    hand_rows: int
    card: tuple[int, int]
    """Width and height of a card in the hand."""
    group_gap: int
    min_strip: int
    hand: Rect
    """Where the hand rests; selected cards rise above it."""
    trick_card: tuple[int, int]
    """Width and height of a card in the middle of the table."""
    score_panel: Rect
    score_badge: Rect
    score_text: Rect
    score_points: Rect
    score_bar: Rect
    """The attackers' bar with the marks and their numbers below it."""
    plates: dict[str, Rect]
    bubbles: dict[str, Rect]
    """What a seat says, below its plate."""
    bids: dict[str, Rect]
    """Room for the cards a seat has bid."""
    bottom_backs: dict[str, Rect]
    """The bottom's backs with a line of text below them, beside the dealer of that place."""
    bands: dict[str, Rect]
    """The room for each seat's play in the trick."""
    stack: Rect
    stack_label: Rect
    message: Rect
    bury_message: Rect
    bury_tray: Rect
    action_panel: Rect
    main_button: Rect
    second_buttons: tuple[Rect, Rect]
    own_label: Rect
    own_picture: Rect
    """Between the hand and the own label."""
    mark: Rect
    """At a table on the LAN the mark by which screens are compared."""
    rules_line: Rect
    """A line below the buttons in the corner."""
    bid_panel: Rect
    bid_title: Rect
    bid_pass: Rect
    counter: Rect
    """The card counter: where bids were made before."""
    score_sheet: Rect
    menu_title: Rect
    menu_column: Rect
    menu_footer: Rect

    @classmethod
    @lru_cache(maxsize=16)
    def of(cls, width: int, height: int, scale: float, hand_rows: int = 1) -> TableLayout:
        """The places for a window of this size with a hand of one row or two."""
        scale = fitting_scale(width, height, scale)
        true_unit = height / 800 * scale
        unit = max(true_unit, min(SMALLEST_UNIT, height / 560))

        def px(design: float) -> int:
            return round(design * unit)

        def at(x: float, y: float, w: float, h: float) -> Rect:
            return Rect(px(x), px(y), px(w), px(h))

        # The bottom edge: the hand, and the column of actions to its right.
        own_label = Rect(width - px(206), height - px(42), px(176), px(24))
        own_picture = Rect(own_label.x - px(35), own_label.y - px(1), px(26), px(26))
        action_y = height - px(150)
        action = Rect(own_label.x, action_y, own_label.w, own_label.bottom - action_y)
        main = Rect(action.x, action.y, action.w, px(48))
        half = px(84)
        second_y = action.y + px(58)
        second = (
            Rect(action.x, second_y, half, px(40)),
            Rect(action.right - half, second_y, half, px(40)),
        )
        bid_bottom = own_label.y - px(2)
        bid_panel = Rect(width - px(18) - px(224), bid_bottom - px(284), px(224), px(284))
        bid_title = Rect(bid_panel.x + px(14), bid_panel.y + px(8), bid_panel.w - px(28), px(26))
        bid_pass = Rect(bid_title.x, bid_panel.bottom - px(46), bid_title.w, px(38))

        # The top edge, and what hangs below the top plate.
        plate_w, plate_h = px(186), px(53)
        score_panel = at(18, 16, 267, 112)
        top = Rect((width - plate_w) // 2, px(16), plate_w, plate_h)
        bubble_top = Rect(top.x, top.bottom + px(5), plate_w, px(26))
        zone_top = bubble_top.bottom + px(6)

        # Heights of hand and trick share what is left: the trick needs three bands one above the other.
        one_row = min(height * CARD_HEIGHT * scale, height * TALLEST_CARD)
        trick_wish = height * 0.1325 * min(scale, 1.15)
        card_h = round(one_row if hand_rows == 1 else min(one_row * 0.97, height * 0.17))
        rise = round(card_h * 0.15)
        margin = px(24)
        message_h = px(34)
        fixed = zone_top + px(28) + message_h + rise + margin
        hand_h = card_h
        if hand_rows > 1:
            # The rows may overlap, down to where the upper row still shows its corners.
            roomy, tight = 2 * card_h + px(5), round(1.6 * card_h)
            hand_h = max(tight, min(roomy, int(height - fixed - 3 * trick_wish)))
        space = height - fixed - hand_h
        trick_h = int(min(trick_wish, space / 3))
        spare = space - 3 * trick_h
        hand_w = action.x - px(44) - px(30)
        hand = Rect(px(30), height - margin - hand_h, hand_w, hand_h)
        lift = min(px(30), spare // 3)
        message_y = hand.y - rise - px(6) - lift - message_h
        message_w = min(px(560), 2 * (bid_panel.x - px(8)) - width)
        message = centred(width / 2, message_y + message_h / 2, message_w, message_h)
        zone_h = message.y - px(6) - zone_top
        band_gap = min(px(16), (zone_h - 3 * trick_h) // 2)
        trick_w = round(trick_h * CARD_RATIO)

        # The seats at the sides: both at one height near the middle of the free one, with room for the
        # bottom's backs above each, and on the left below too, where mine lie.
        side_h, gap = plate_h + px(6) + px(26), px(8)
        backs_w, backs_h = px(BACKS[0]), px(BACKS[1])
        left_top, left_end = score_panel.bottom + gap, hand.y - rise - gap
        mark = Rect(score_panel.right + px(10), score_panel.y, px(92), px(30))
        rules_x = top.right + px(16)
        if mark.right > top.x - gap - backs_w - px(8):  # the top row is full
            mark = mark._replace(x=rules_x, y=px(58), h=px(24))
            rules_x = mark.right + px(10)
        rules_line = Rect(rules_x, px(59), width - px(20) - rules_x, px(22))
        right_top, right_end = rules_line.bottom + px(2), bid_panel.y - gap
        left_room = (left_end - left_top - side_h - 2 * gap) // 2
        backs_h = min(backs_h, left_room, right_end - right_top - side_h - gap)
        side_y = round(hand.y * 0.5) - plate_h // 2
        highest = max(left_top, right_top) + backs_h + gap
        side_y = min(max(side_y, highest), left_end - backs_h - gap - side_h, right_end - side_h)
        left = Rect(px(30), side_y, plate_w, plate_h)
        right = Rect(width - px(30) - plate_w, side_y, plate_w, plate_h)
        left_backs_y = side_y - gap - backs_h
        if left_backs_y < left_top:  # at a large scale the score panel reaches down to here
            left_backs_y = side_y + side_h + gap
        plates = {"left": left, "top": top, "right": right}
        bubbles = {
            place: Rect(plate.x, plate.bottom + px(6), plate.w, px(26))
            for place, plate in (("left", left), ("right", right))
        }
        bubbles["top"] = bubble_top

        # The trick: a band each for top, sides and me.
        inner = left.right + px(12)
        first_y = zone_top + (zone_h - 3 * trick_h - 2 * band_gap) // 2
        ys = [first_y + i * (trick_h + band_gap) for i in range(3)]
        upper_x = max(inner, score_panel.right + px(12)) if ys[0] < score_panel.bottom else inner
        counter_h = min(px(150), action.y - px(8) - bid_panel.y)
        counter = Rect(bid_panel.x, action.y - px(8) - counter_h, bid_panel.w, counter_h)
        beside = width - counter.x + gap  # what it takes at the right from a band that reaches down to it
        lower_x = max(inner, beside)
        half_w = width // 2 - px(8) - (lower_x if ys[1] + trick_h > counter.y else inner)
        reach = min(half_w, px(420))
        bands = {
            "top": Rect(upper_x, ys[0], width - 2 * upper_x, trick_h),
            "left": Rect(width // 2 - px(8) - reach, ys[1], reach, trick_h),
            "right": Rect(width // 2 + px(8), ys[1], reach, trick_h),
            "bottom": Rect(lower_x, ys[2], width - 2 * lower_x, trick_h),
        }

        # Bids use the middle before there is a trick.
        bid_w, bid_h = px(BID[0]), min(px(BID[1]), trick_h)
        bids = {
            "left": Rect(left.right + px(24), left.center[1] - bid_h // 2, bid_w, bid_h),
            "right": Rect(right.x - px(24) - bid_w, right.center[1] - bid_h // 2, bid_w, bid_h),
            "top": centred(width / 2, ys[0] + bid_h / 2, bid_w, bid_h),
            "bottom": centred(width / 2, ys[2] + trick_h - bid_h / 2, bid_w, bid_h),
        }
        stack = centred(width / 2, ys[1] + trick_h / 2, trick_w, trick_h)
        label_w = min(px(110), bids["right"].x - stack.right - px(20))
        stack_label = Rect(stack.right + px(14), stack.center[1] - px(11), label_w, px(22))
        backs = {
            "left": Rect(left.x, left_backs_y, backs_w, backs_h),
            "right": Rect(right.right - backs_w, right.y - gap - backs_h, backs_w, backs_h),
            "top": Rect(top.x - gap - backs_w, top.y, backs_w, backs_h),
            "bottom": Rect(hand.x, hand.y - rise - gap - backs_h, backs_w, backs_h),
        }

        tray_h = trick_h + px(20)
        both = message_h + px(10) + tray_h
        tray_y = zone_top + (zone_h + message_h - both) // 2
        tray_w = min(px(640), width - 2 * (lower_x if tray_y + both > counter.y else inner))
        sheet = centred(width / 2, height / 2, min(px(680), width - px(40)), min(px(600), height - px(32)))
        menu_y = round(height * 0.4125)
        menu_h = min(px(338), height - px(92) - menu_y)
        return cls(
            width=width,
            height=height,
            scale=scale,
            unit=unit,
            hand_rows=hand_rows,
            card=(round(card_h * CARD_RATIO), card_h),
            group_gap=px(16),
            min_strip=round(24 * scale * max(1.0, height / 800)),
            hand=hand,
            trick_card=(trick_w, trick_h),
            score_panel=score_panel,
            score_badge=at(30, 28, 58, 88),
            score_text=at(102, 28, 112, 54),
            score_points=at(216, 28, 57, 54),
            score_bar=at(102, 88, 168, 32),
            plates=plates,
            bubbles=bubbles,
            bids=bids,
            bottom_backs=backs,
            bands=bands,
            stack=stack,
            stack_label=stack_label,
            message=message,
            bury_message=centred(width / 2, tray_y + message_h / 2, min(message.w, tray_w), message_h),
            bury_tray=Rect((width - tray_w) // 2, tray_y + message_h + px(10), tray_w, tray_h),
            action_panel=action,
            main_button=main,
            second_buttons=second,
            own_label=own_label,
            own_picture=own_picture,
            mark=mark,
            rules_line=rules_line,
            bid_panel=bid_panel,
            bid_title=bid_title,
            bid_pass=bid_pass,
            counter=counter,
            score_sheet=sheet,
            menu_title=Rect(px(112), menu_y - px(190), px(380), px(140)),
            menu_column=Rect(px(112), menu_y, px(380), menu_h),
            menu_footer=Rect(px(112), height - px(80), px(380), px(30)),
        )

    @property
    def own_plate(self) -> Rect:
        """The own label with the picture before it."""
        return self.own_label.union(self.own_picture)

    @property
    def fronts(self) -> tuple[int, ...]:
        """How wide the fronts are that lie here: in the hand, in the trick, of a bid."""
        return self.card[0], self.trick_card[0], self.bid_cards("left", 1)[0].w

    @property
    def backs(self) -> tuple[int, ...]:
        """How wide the backs are: on the stack, and on their way."""
        return self.stack.w, self.flying(self.stack).w

    def flying(self, card: Rect) -> Rect:
        """The place of a back on its way over a card's place."""
        return centred(*card.center, card.w * FLYING, card.h * FLYING)

    def px(self, design: float) -> int:
        """Design pixels to pixels."""
        return round(design * self.unit)

    def spot(self, place: str) -> tuple[int, int]:
        """The middle of a seat's play in the trick."""
        band = self.bands[place]
        if place in ("top", "bottom"):
            return band.center
        away = min(self.px(210), band.w // 2 + self.px(8))
        return self.width // 2 + (away if place == "right" else -away), band.center[1]

    def trick_cards(self, place: str, n: int) -> list[Rect]:
        """The cards of a play of n, around the seat's spot, within its band."""
        band, (w, h) = self.bands[place], self.trick_card
        step = min(float(self.px(24)), (band.w - w) / (n - 1)) if n > 1 else 0.0
        used = round(w + step * (n - 1))
        x = min(max(self.spot(place)[0] - used // 2, band.x), band.right - used)
        return [Rect(x + int(i * step), band.y, w, h) for i in range(n)]

    def top_buttons(self, needs: Sequence[int]) -> list[Rect]:
        """Buttons up to the top right corner, the first at the left, for labels so many pixels wide.

        Each as wide as it needs, or the usual width where there is room; narrower where even that is short.
        """
        gap, usual = self.px(6), self.px(90)
        room = self.width - self.px(18) - self.plates["top"].right - self.px(12) - gap * (len(needs) - 1)
        spare = room - sum(needs)
        short = min(0, spare)
        wish = [max(0, usual - need) for need in needs]
        share = min(1.0, max(0, spare) / max(1, sum(wish)))
        right = self.width - self.px(18)
        places: list[Rect] = []
        for need, more in zip(reversed(needs), reversed(wish), strict=True):
            w = need + int(more * share) + short * need // max(1, sum(needs))
            places.append(Rect(right - w, self.px(20), w, self.px(36)))
            right -= w + gap
        return places[::-1]

    def bid_cells(self, decks: int) -> dict[tuple[str, int], Rect]:
        """The grid of bids: rows S H C D by count 1..decks, and joker bids LJ and BJ by count 2..decks.

        With two decks the two joker bids share one row; with more each joker has a row in the same columns.
        """
        gap = self.px(6)
        left, top = self.bid_title.x, self.bid_title.bottom + self.px(6)
        rows = 5 if decks == 2 else 6 if decks > 2 else 4
        pitch = min((self.bid_pass.y - top) // rows, self.px(42))
        w = (self.bid_title.w + gap) // decks - gap

        def cell(row: int, column: int) -> Rect:
            return Rect(left + column * (w + gap), top + row * pitch, w, pitch - gap)

        suits = {(suit, n): cell(i, n - 1) for i, suit in enumerate("SHCD") for n in range(1, decks + 1)}
        if decks == 2:
            return {**suits, ("LJ", 2): cell(4, 0), ("BJ", 2): cell(4, 1)}
        jokers = {
            (joker, n): cell(row, n - 1) for row, joker in ((4, "LJ"), (5, "BJ")) for n in range(2, decks + 1)
        }
        return {**suits, **jokers}

    def bid_cards(self, place: str, n: int) -> list[Rect]:
        """The cards of a seat's bid, overlapping, in the room beside its plate."""
        area = self.bids[place]
        w = round(area.h * CARD_RATIO)
        step = min(0.45 * w, (area.w - w) / (n - 1)) if n > 1 else 0.0
        x = area.center[0] - (w + step * (n - 1)) / 2
        return [Rect(round(x + i * step), area.y, w, area.h) for i in range(n)]

    def bury_slots(self, n: int) -> list[Rect]:
        """n places for the cards to be buried, side by side within the tray; smaller where they are many."""
        tray, gap = self.bury_tray, self.px(7)
        w = min(self.trick_card[0], (tray.w - self.px(28) + gap) // max(n, 1) - gap)
        h = round(w / CARD_RATIO)
        x = tray.center[0] - (n * (w + gap) - gap) // 2
        return [Rect(x + i * (w + gap), tray.center[1] - h // 2, w, h) for i in range(n)]

    def menu_items(self, n: int) -> list[Rect]:
        """n entries of the menu column, one below the other."""
        column = self.menu_column
        pitch = min(self.px(70), (column.h + self.px(12)) // max(n, 1))
        return [Rect(column.x, column.y + i * pitch, column.w, pitch - self.px(12)) for i in range(n)]
