"""The still parts of the table, drawn from the view: score panel, plates, bids, message, bid panel.

Everything here is a function of what is shown; nothing is kept.
"""

from collections.abc import Mapping

from pygame import Surface

from game.engine import Cards, View, bid_suit, seat_team
from game.engine.cards import bottom_size
from game.engine.trump import TRUMP_GROUP
from game.scenes.bidding import BIDDING
from game.scenes.kit import Kit
from game.scenes.portraits import own_portrait, portrait
from game.scenes.ruletext import describe
from game.scenes.stage import Stage
from game.scenes.words import PLACES, Words
from game.table.journal import SeatInfo
from game.ui.layout import Rect, TableLayout, centred
from game.ui.painter import Item
from game.ui.theme import Rgb

HURRY = 5
"""Under so many seconds left the time has the colour of danger."""


def points_in_all(view: View) -> int:
    """The attackers' points; once a deal is over, with those of the bottom."""
    over = view.result if view.phase in ("ready", "won") else None
    return view.points if over is None else over.points


class Panels:
    """Draws one view on one layout."""

    def __init__(
        self, kit: Kit, words: Words, table: TableLayout, view: View, seats: tuple[SeatInfo, ...]
    ) -> None:
        self._kit = kit
        self._words = words
        self._table = table
        self._view = view
        self._seats = seats
        self._me = view.seat or 0
        self._small = kit.metrics.small
        between = view.phase in ("ready", "won") and view.result is not None
        self._dealer = view.result.dealer if between and view.result else view.dealer
        """The dealer of the deal on the table; the view may already name the next one's."""
        self._body = kit.metrics.body

    def _text(
        self,
        text: str,
        px: int,
        color: Rgb,
        x: int,
        y: int,
        bold: bool = False,
        align: float = 0.0,
        room: int | None = None,
    ) -> Item:
        """A line with its vertical middle at y; ``align`` 0 left, 0.5 centred, 1 right of x."""
        if room is not None:
            text = self._kit.fonts.fit(text, px, room, bold)
        surface = self._kit.skin.line(text, px, color, bold)
        return Item(surface, round(x - surface.get_width() * align), round(y - surface.get_height() / 2))

    def _plate_at(self, place: str) -> tuple[Rect, Rect]:
        """The plate of a place and what its seat says; where the own hand would be, for who watches."""
        table = self._table
        if place != "bottom":
            return table.plates[place], table.bubbles[place]
        top, says = table.plates["top"], table.bubbles["top"]
        plate = centred(*table.hand.center, top.w, top.h)
        return plate, Rect(plate.x, plate.bottom + says.y - top.bottom, says.w, says.h)

    def _place(self, seat: int) -> str:
        return PLACES[(seat - self._me) % 4]

    def name(self, seat: int) -> str:
        """How a seat is called."""
        return self._words.name(self._seats[seat].name, (seat - self._me) % 4)

    def score(self, points: float) -> list[Item]:
        """Levels of both sides, trump, and the attackers' points (on their way up) against the steps."""
        kit, view, table, tr = self._kit, self._view, self._table, self._words.tr
        theme, panel = kit.theme, self._table.score_panel
        badge = table.score_badge
        known = view.trump_set or bool(view.bids)
        suit = view.suit if view.trump_set else bid_suit(view.bids[-1].cards) if view.bids else None
        words = tr("NT") if known else "—"
        items = [
            Item(kit.skin.panel(panel.w, panel.h, kit.metrics.radius), panel.x, panel.y),
            Item(kit.skin.trump_badge(view.level, suit, badge.w, badge.h, words), badge.x, badge.y),
        ]
        mine, fonts, small = seat_team(self._me), kit.fonts, self._small
        text = table.score_text
        row_h = text.h // 2
        sides = self._words.sides(view.seat is None)
        level_x = text.x + max(fonts.size(side, small)[0] for side in sides)
        role_x = level_x + table.px(36)
        roles = {True: tr("deal"), False: tr("attack")} if self._dealer is not None else {}
        end = role_x + max((fonts.size(role, small)[0] for role in roles.values()), default=0) + table.px(6)
        for row, side in enumerate((mine, 1 - mine)):
            y = text.y + row * row_h + row_h // 2
            deals = self._dealer is not None and seat_team(self._dealer) == side
            items.append(self._text(sides[row], small, theme.secondary, text.x, y))
            level = self._words.rank(view.levels[side])
            color = theme.brass if deals else theme.text
            large = round(self._body * 1.15)
            items.append(self._text(level, large, color, level_x + table.px(18), y, True, 0.5))
            color = theme.brass if deals else theme.secondary
            items.append(self._text(roles.get(deals, ""), small, color, role_x, y))
        number = str(round(points))
        right, middle = table.score_points.right - table.px(4), table.score_points.center[1]
        px = fonts.fitting(number, kit.metrics.number, right - end, True, small)
        items.append(self._text(number, px, theme.text, right, middle, True, 1.0))
        return items + self._bar(points)

    def _bar(self, points: float) -> list[Item]:
        kit, view, table = self._kit, self._view, self._table
        step = view.rules.step
        full = 5 * step
        area = table.score_bar
        marks = tuple(round(area.w * i / 5) for i in range(1, 5))
        filled = round(area.w * min(max(points, 0), full) / full)
        height = round(area.h * 0.5)
        items = [Item(kit.skin.bar(area.w, height, filled, marks), area.x, area.y)]
        for i, x in enumerate(marks, 1):
            color = kit.theme.brass if i == 2 else kit.theme.secondary
            text = self._text(
                str(step * i), max(12, round(self._small * 0.8)), color, area.x + x, 0, False, 0.5
            )
            items.append(text._replace(y=area.bottom - text.surface.get_height() + table.px(4)))
        return items

    def rules_line(self) -> list[Item]:
        """What is played here, and the number of the trick, in one line below the buttons in the corner."""
        table, theme = self._table, self._kit.theme
        place, px = table.rules_line, max(12, round(self._small * 0.9))
        right, middle, items = place.right, place.center[1], []
        if number := self._trick():
            items.append(self._text(number, px, theme.text, right, middle, align=1.0))
            right = items[0].x - table.px(12)
        room, text = right - place.x, describe(self._view.rules, self._words, 1)
        if self._kit.fonts.size(text, px)[0] > room:
            text = describe(self._view.rules, self._words, 0)
        return [*items, self._text(text, px, theme.secondary, right, middle, align=1.0, room=room)]

    def _trick(self) -> str:
        """Which trick is played; "" where none is."""
        if self._view.phase != "playing":
            return ""
        return self._words.tr("Trick {n}", n=len(self._view.tricks) + 1)

    def plates(self, stage: Stage, turn: int | None, left: float | None = None) -> list[Item]:
        """The other seats, a ring around the one whose ``turn`` it is, ``left`` 0..1 of its time."""
        items: list[Item] = []
        for seat in range(4):
            if seat != self._view.seat:
                held = self._view.counts[seat] - stage.played[seat]
                items += self._plate(seat, held, turn, 1.0 if left is None else left)
        return items

    def _plate(self, seat: int, held: int, turn: int | None, left: float) -> list[Item]:
        kit, view, table, tr = self._kit, self._view, self._table, self._words.tr
        theme = kit.theme
        place = self._place(seat)
        rect, _ = self._plate_at(place)
        disc = round(rect.h * 0.76)
        pad = (rect.h - disc) // 2
        name, info = self.name(seat), self._seats[seat]
        items = [
            Item(kit.skin.panel(rect.w, rect.h, rect.h // 2), rect.x, rect.y),
            Item(portrait(kit, info.name, info.picture, info.bot, seat, disc), rect.x + pad, rect.y + pad),
        ]
        if seat == turn:
            ring = round(rect.h * 0.94)
            off = (rect.h - ring) // 2
            items.append(Item(kit.skin.ring(ring, left), rect.x + off, rect.y + off))
        text_x = rect.x + pad + disc + table.px(8)
        count, count_px = str(held) if view.number else "", max(12, round(self._body * 0.95))
        right = rect.right - table.px(10)
        items.append(self._text(count, count_px, theme.text, right, rect.center[1], True, 1.0))
        room = right - kit.fonts.size("00", count_px, True)[0] - table.px(4) - text_x  # with fewer cards too
        upper, lower = rect.y + round(rect.h * 0.33), rect.y + round(rect.h * 0.69)
        name_px = kit.fonts.fitting(name, max(12, round(self._body * 0.88)), room, True)
        mark = kit.skin.dealer_mark(tr("D"), self._small) if seat == self._dealer else None
        items.append(self._text(name, name_px, theme.text, text_x, upper, True, room=room))
        if mark:
            x = rect.x + pad + disc + table.px(4) - mark.get_width()
            items.append(Item(mark, x, rect.y + pad - table.px(3)))
        if stake := self._stake(seat):
            x = rect.x + pad + disc + table.px(4) - stake.get_width()
            items.append(Item(stake, x, rect.bottom - pad - stake.get_height() + table.px(3)))
        level = self._words.rank(view.levels[seat_team(seat)])
        who = "" if view.seat is None else self._words.place((seat - self._me) % 4)
        small = max(12, round(self._small * 0.92))
        line = tr("{place} · lv {level}", place=who, level=level)
        if not who:
            line = tr("lv {level}", level=level)
        elif kit.fonts.size(line, small)[0] > room:
            line = who  # the level stands in the score panel too
        items.append(self._text(line, small, theme.secondary, text_x, lower, room=room))
        return items

    def _stake(self, seat: int) -> Surface | None:
        """The mark of a raised stake, while it is played for."""
        stake = self._view.stakes[seat] or 1
        if stake == 1 or self._view.phase == "staking":  # it is told in words then
            return None
        return self._kit.skin.stake_mark(f"×{stake}", max(12, round(self._small * 0.9)))

    def own_label(self, chosen: int, left: float | None = None) -> list[Item]:
        """The line below the buttons: me, my level, 庄 when I deal, my stake; how many are selected, or what
        I bid.

        ``left`` 0..1 of my time is shown as a ring around my picture; None for none.
        """
        kit, view, table, tr = self._kit, self._view, self._table, self._words.tr
        area = table.own_label
        level = self._words.rank(view.levels[seat_team(self._me)])
        y = area.center[1]
        if view.seat is None:
            return [self._text(tr("You watch"), self._small, kit.theme.secondary, area.right, y, align=1.0)]
        mark = kit.skin.dealer_mark(tr("D"), self._small) if self._dealer == self._me else None
        marks = [each for each in (mark, self._stake(self._me)) if each]
        told, color = self._says(self._me, None) if view.phase in BIDDING else ("", kit.theme.brass)
        if chosen:
            told = self._words.ntr("{n} selected", "{n} selected", chosen)
        gap = table.px(8)
        x = area.x
        room = area.w - sum(each.get_width() + gap for each in marks)
        room -= kit.fonts.size(told, self._small)[0] + gap if told else 0
        first = self._text(self._own_name(level, room), self._small, kit.theme.secondary, x, y)
        picture = table.own_picture
        items = [first, Item(own_portrait(kit, self._words, picture.w), picture.x, picture.y)]
        if left is not None:
            ring = centred(*picture.center, table.px(34), table.px(34))
            items.append(Item(kit.skin.ring(ring.w, left), ring.x, ring.y))
        x += first.surface.get_width() + gap
        for each in marks:
            items.append(Item(each, x, y - each.get_height() // 2))
            x += each.get_width() + gap
        if told:
            items.append(self._text(told, self._small, color, area.right, y, align=1.0))
        return items

    def _own_name(self, level: str, room: int) -> str:
        """Name and level within so many pixels: the name is cut where it is long, or left out."""
        tr, fonts, px = self._words.tr, self._kit.fonts, self._small
        name = self.name(self._me)
        whole = tr("{place} · lv {level}", place=name, level=level)
        wide = fonts.size(whole, px)[0]
        if wide <= room:
            return whole
        left = room - wide + fonts.size(name, px)[0]
        if left < 3 * px:
            return fonts.fit(tr("lv {level}", level=level), px, room)
        return tr("{place} · lv {level}", place=fonts.fit(name, px, left), level=level)

    def bubbles(self, turn: int | None, away: Mapping[int, str]) -> list[Item]:
        """What each other seat says; ``away`` what is said of those who lost the connection."""
        items = []
        theme = self._kit.theme
        for seat in range(4):
            if seat == self._view.seat:
                continue
            text, color = self._says(seat, turn)
            if seat in away:
                text, color = away[seat], theme.danger
            if text:
                _, area = self._plate_at(self._place(seat))
                fitting = self._kit.fonts.fit(text, self._small, area.w - area.h // 2)
                surface = self._kit.skin.pill(fitting, self._small, theme.panel, color)
                at = centred(*area.center, *surface.get_size())
                items.append(Item(surface, at.x, at.y))
        return items

    def _says(self, seat: int, turn: int | None) -> tuple[str, Rgb]:
        """What a seat says, in which colour."""
        view, tr, theme = self._view, self._words.tr, self._kit.theme
        own = next((bid for bid in reversed(view.bids) if bid.seat == seat), None)
        text = ""
        if view.auto[seat]:
            text = tr("auto-play")
        elif view.phase == "staking":
            stake = view.stakes[seat]
            text = tr("thinking") if stake is None else tr("stake ×{n}", n=stake)
        elif view.phase in BIDDING and own is not None:
            cards = self._words.shown(own.cards)
            if own is not view.bids[-1]:
                return tr("{cards} · overbid", cards=cards), theme.secondary
            text = tr("bids {cards}", cards=cards)
        elif seat == turn:
            text = tr("burying") if view.phase == "burying" else tr("thinking")
        elif view.phase in BIDDING and view.passed[seat] and not view.undealt:
            text = tr("no bid")
        return text, theme.brass

    def deck(self) -> list[Item]:
        """The stack while cards are dealt, and how many are out."""
        view, table, kit = self._view, self._table, self._kit
        if view.phase not in ("dealing", "flipping"):
            return []
        stack = table.stack
        total = 54 * view.rules.decks
        left = total - sum(view.counts)
        items = []
        for i in range(min(4, max(1, left // 12))):
            items.append(Item(kit.faces.back(stack.w), stack.x - i * 2, stack.y - i * 2))
        label = table.stack_label
        text = f"{total - left} / {total}"
        items.append(self._text(text, self._small, kit.theme.secondary, label.x, label.center[1]))
        return items

    def bids(self) -> list[Item]:
        """The cards of the standing bid beside its seat."""
        view = self._view
        mine = view.phase == "burying" and view.burier == self._me  # the tray lies there then
        if view.phase not in (*BIDDING, "burying") or not view.bids or mine:
            return []
        bid = view.bids[-1]
        rects = self._table.bid_cards(self._place(bid.seat), len(bid.cards))
        faces = self._kit.faces
        return [Item(faces.face(card, at.w), at.x, at.y) for card, at in zip(bid.cards, rects, strict=True)]

    def bottom(self) -> list[Item]:
        """The buried bottom's backs beside who buried it."""
        view, table, kit = self._view, self._table, self._kit
        if view.phase not in ("countering", "staking", "playing") or view.burier is None:
            return []
        area = table.bottom_backs[self._place(view.burier)]
        label_h = self._small + 4
        width = min(round((area.h - label_h) * 96 / 134), area.w - 9)
        items = [Item(kit.faces.back(width), area.x + i * 3, area.y) for i in range(3)]
        text = self._words.tr("bottom")
        items.append(
            self._text(
                text,
                max(12, round(self._small * 0.9)),
                kit.theme.secondary,
                area.x,
                area.bottom - label_h // 2,
            )
        )
        return items

    def message(self, text: str, area: Rect, warn: bool, mine: bool, timed: bool = False) -> list[Item]:
        """The one line that says what is wanted now; two where one is too short, growing upwards.

        With ``mine`` it has a brass border: it is the player who is waited for. Where he is ``timed`` it
        has room for `time_to_answer`.
        """
        color = self._kit.theme.danger if warn else self._kit.theme.text
        clear = area.h // 2 if timed else 0
        banner = self._kit.skin.banner(text, area.w, area.h, self._body, color, mine, clear)
        return [Item(banner, area.x, area.bottom - banner.get_height())]

    def fits(self, text: str) -> bool:
        """Whether the message has one line for this."""
        area = self._table.message
        return self._kit.skin.one_line(text, area.w, area.h, self._body)

    def time_to_answer(self, area: Rect, left: float, seconds: int | None) -> list[Item]:
        """The time along the lower edge of the message, ``left`` 0..1 of it; its last seconds in numbers."""
        kit, table = self._kit, self._table
        color = kit.theme.danger if seconds is not None and seconds < HURRY else kit.theme.brass
        high, inset = max(4, table.px(4)), area.h // 2
        wide = area.w - 2 * inset
        items = [
            Item(kit.skin.bar(wide, high, round(wide * left), (), color), area.x + inset, area.bottom - high)
        ]
        if seconds is not None:
            x, y = area.right - area.h // 2, area.center[1]
            items.append(self._text(str(seconds), self._body, color, x, y, True, 0.5))
        return items

    def time_to_bid(self, fraction: float) -> Item:
        """The ring on the pass button that runs down, ``fraction`` 0..1 left."""
        place = self._table.bid_pass
        size = round(place.h * 0.62)
        inset = (place.h - size) // 2
        return Item(self._kit.skin.ring(size, fraction), place.x + inset, place.y + inset)

    def tray(self, chosen: Cards) -> list[Item]:
        """The places for the cards to be buried, filled with what is selected."""
        kit, table = self._kit, self._table
        tray = table.bury_tray
        items = [Item(kit.skin.panel(tray.w, tray.h, kit.metrics.radius), tray.x, tray.y)]
        for i, slot in enumerate(table.bury_slots(bottom_size(self._view.rules.decks))):
            filled = i < len(chosen)
            piece = kit.faces.face(chosen[i], slot.w) if filled else kit.skin.card_slot(slot.w, slot.h)
            items.append(Item(piece, slot.x, slot.y))
        return items

    def tags(self, stage: Stage) -> list[Item]:
        """What a lead of several cards is called while it lies there, and which play is ahead."""
        if not stage.trick:
            return []
        trump, tr = self._view.trump, self._words.tr
        leader, lead = stage.lead
        texts: dict[int, tuple[str, bool]] = {}
        one_suit = len({trump.group[card] for card in lead}) == 1  # else the view is older
        if len(lead) > 1 and one_suit and stage.lies(leader):
            texts[leader] = self._words.shape(lead, trump, self._view.rules), False
        if stage.ahead in stage.trick and stage.ahead is not None and len(stage.trick) > 1:
            ruffs = all(trump.group[card] == TRUMP_GROUP for card in stage.cards(stage.ahead))
            ruffs &= trump.group[lead[0]] != TRUMP_GROUP
            texts[stage.ahead] = tr("ruff, ahead") if ruffs else tr("ahead"), True
        items = []
        for seat, (text, ahead) in texts.items():
            place = stage.place(seat)
            last = self._table.trick_cards(place, len(stage.trick[seat]))[-1]
            items.append(self._tag(text, place, last, ahead))
        return items

    def _tag(self, text: str, place: str, last: Rect, ahead: bool) -> Item:
        """A small tag beside the last card of a play, or on its foot where others would be covered; in brass
        for the play that is ahead."""
        theme, table = self._kit.theme, self._table
        fill, ink = (theme.brass, theme.on_brass) if ahead else (theme.panel, theme.text)
        surface = self._kit.skin.pill(text, self._small, fill, ink, ahead)
        wide, high = surface.get_size()
        x, gap = last.right + table.px(8), table.px(4)
        end = {"left": table.width // 2, "right": table.plates["right"].x - gap}
        if x + wide > end.get(place, table.bands[place].right):
            return Item(surface, last.right - wide - gap, last.bottom - high - gap)
        return Item(surface, x, last.center[1] - high // 2)
