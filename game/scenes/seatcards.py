"""The four seats of the lobby as they stand around the table."""

from typing import NamedTuple

from pygame import Surface

from game.lan.peer import seat_info
from game.lan.wire import Lobby, Member
from game.scenes.kit import Kit
from game.scenes.pages import PageButtons
from game.scenes.portraits import own_portrait, portrait
from game.scenes.visit import Visit
from game.scenes.words import PLACES, Words
from game.ui.layout import Rect, centred
from game.ui.painter import Item
from game.ui.theme import Rgb, mix
from game.ui.widgets import Button

SEAT = "seat:"


class Told(NamedTuple):
    """What a seat's card says: name, a line below in a colour, whether it is free, and whether ready."""

    name: str
    line: str
    color: Rgb
    free: bool
    ready: bool


class LobbyButtons(PageButtons):
    """Page buttons with one kind more: the card of a seat, "seat", "seat-mine" or "seat-free"; those with
    a note are of the own side."""

    def page_items(self) -> list[Item]:
        """The seats first: other buttons lie on them."""
        kit, theme = self._kit, self._kit.theme
        items: list[Item] = []
        for button in self.all:
            if button.kind.startswith("seat"):
                lit = self._state(button) in ("hover", "pressed", "focus")
                rect = button.rect
                line = {
                    "seat-mine": (*theme.brass, 255),
                    "seat-free": (*theme.secondary, 200 if lit else 70),
                }.get(button.kind, (*theme.secondary, 200) if lit else theme.panel_line)
                ground = mix(theme.seat, theme.brass, 0.3) if button.note else theme.seat
                fill = theme.panel if button.kind == "seat-free" else (*ground, 110 if lit else 70)
                piece = kit.skin.panel(rect.w, rect.h, kit.metrics.radius, fill, line)
                items.append(Item(piece, rect.x, rect.y))
                if self._state(button) == "focus":
                    items.append(self._focus(rect, kit.metrics.radius))
        shown = self.all
        self.all = tuple(button for button in shown if not button.kind.startswith("seat"))
        try:
            return items + super().page_items()
        finally:
            self.all = shown


class SeatCards:
    """Draws them into a place; one's own seat is at the bottom."""

    def __init__(self, kit: Kit, words: Words, visit: Visit, area: Rect, unit: float) -> None:
        self._kit = kit
        self._words = words
        self._visit = visit
        self._area = area
        self._unit = unit

    def _px(self, design: float) -> int:
        return round(design * self._unit)

    def places(self, me: int) -> dict[int, Rect]:
        """Each seat's card."""
        area, px, size = self._area, self._px, self._kit.metrics
        fonts = self._kit.fonts
        high = max(px(74), fonts.height(size.body, True) + fonts.height(size.small) + px(20))
        wide = min(px(260), (area.w - px(40) - px(70)) // 2)
        left, right, middle = area.x + px(20), area.right - px(20) - wide, area.center[0] - wide // 2
        y = area.center[1] - high // 2
        spots = {
            "top": (middle, area.y + px(18)),
            "bottom": (middle, area.bottom - px(18) - high),
            "left": (left, y),
            "right": (right, y),
        }
        return {seat: Rect(*spots[PLACES[(seat - me) % 4]], wide, high) for seat in range(4)}

    def told(self, lobby: Lobby, seat: int) -> Told:
        """What a seat's card says."""
        theme, tr = self._kit.theme, self._words.tr
        member = lobby.at(seat)
        if member is None:
            if lobby.chairs[seat] is None:
                return Told(tr("Free seat"), tr("click to sit here"), theme.secondary, True, False)
            name = self._words.name(seat_info(lobby, seat).name, 0)
            return Told(name, tr("computer"), theme.secondary, False, True)
        return Told(member.name, *self._stands(member), False, member.ready and member.away is None)

    def _stands(self, member: Member) -> tuple[str, Rgb]:
        """How it stands with a member."""
        theme, tr, visit = self._kit.theme, self._words.tr, self._visit
        away = visit.away(member)
        if away is not None:
            return (tr("away {n} s", n=away) if away else tr("away")), theme.danger
        mine = visit.me
        if mine and mine.seat is not None and member.wish == mine.seat:
            return tr("wants to swap"), theme.brass
        if mine and mine.wish is not None and mine.wish == member.seat:
            return tr("you asked to swap"), theme.brass
        parts = [tr("ready") if member.ready else tr("not ready yet")]
        if member.host:
            parts = [tr("host")]
        if member.id in visit.muted:
            parts.append(tr("muted"))
        elif member.ping is not None:
            parts.append(tr("{n} ms", n=member.ping))
        return " · ".join(parts), theme.text if member.ready else theme.secondary

    def lay(self, lobby: Lobby, menus: bool) -> tuple[list[Item], list[Item], list[Button]]:
        """What lies below the buttons, what above, and the buttons; ``menus``: with the host's tools."""
        kit, px, skin = self._kit, self._px, self._kit.skin
        size, area = kit.metrics, self._area
        mine = self._visit.me
        me = mine.seat if mine and mine.seat is not None else 0
        below = [Item(skin.panel(area.w, area.h, size.radius), area.x, area.y)]
        above: list[Item] = []
        cards: list[Button] = []
        tools: list[Button] = []
        places = self.places(me)
        below += self._sides(places, me)
        inner = places[(me + 1) % 4].x - places[(me + 3) % 4].right
        table_h = places[me].y - places[(me + 2) % 4].bottom
        card = min(px(60), inner - px(12), round((table_h - px(16)) * 0.7))
        if card >= 20:
            for i in range(3):
                back = kit.faces.back(card)
                at = centred(*area.center, *back.get_size())
                below.append(Item(back, at.x + (i - 1) * 3, at.y + (i - 1) * 2))
        for seat, rect in places.items():
            said = self.told(lobby, seat)
            member = lobby.at(seat)
            own = mine is not None and member is not None and member.id == mine.id
            kind = "seat-mine" if own else "seat-free" if said.free else "seat"
            side = "ours" if (seat - me) % 2 == 0 else ""
            cards.append(Button(f"{SEAT}{seat}", rect, said.name, size.body, kind, note=side))
            others = member is not None and not own
            room = rect.w - px(14)
            if others or (menus and not own):
                tool = min(px(34), rect.h - px(20))
                at = Rect(rect.right - px(10) - tool, rect.center[1] - tool // 2, tool, tool)
                tools.append(Button(f"more:{seat}", at, "…", size.body))
                room = at.x - rect.x - px(6)
            above += self._card(rect, said, room, self._picture(seat, said, member, own, round(rect.h * 0.6)))
        return below, above, tools + cards

    def _sides(self, places: dict[int, Rect], me: int) -> list[Item]:
        """Lines between partners, the own side's in brass."""
        skin, theme, line = self._kit.skin, self._kit.theme, max(2, self._px(2))
        bottom, right, top, left = (places[(me + i) % 4] for i in range(4))
        ours, theirs = (*theme.brass, 190), (*theme.secondary, 110)
        across = skin.panel(right.x - left.right, line, 0, theirs, theirs)
        along = skin.panel(line, bottom.y - top.bottom, 0, ours, ours)
        return [
            Item(across, left.right, left.center[1] - line // 2),
            Item(along, top.center[0] - line // 2, top.bottom),
        ]

    def _picture(self, seat: int, said: Told, member: Member | None, own: bool, side: int) -> Surface:
        """Who sits there, or that one can sit down."""
        kit = self._kit
        if said.free:
            return kit.skin.avatar("+", side)
        if own:
            return own_portrait(kit, self._words, side)
        picture = member.picture if member else None
        return portrait(kit, said.name, picture, member is None, seat, side)

    def _card(self, rect: Rect, said: Told, room: int, picture: Surface) -> list[Item]:
        kit, px = self._kit, self._px
        theme, skin, size, fonts = kit.theme, kit.skin, kit.metrics, kit.fonts
        disc = picture.get_height()
        x, y = rect.x + px(12), rect.center[1] - disc // 2
        items = [Item(picture, x, y)]
        if said.ready:
            grown = disc + 2 * px(4)
            items.insert(0, Item(skin.outline(grown, grown, grown // 2, max(2, px(2))), x - px(4), y - px(4)))
        x += disc + px(14)
        room = rect.x + room - x
        name_h, small_h = fonts.height(size.body, True), fonts.height(size.small)
        y = rect.center[1] - (name_h + small_h) // 2
        color = theme.secondary if said.free else theme.text
        body = fonts.fitting(said.name, size.body, room, True)
        name = skin.line(fonts.fit(said.name, body, room, True), body, color, True)
        items.append(Item(name, x, y + (name_h - name.get_height()) // 2))
        small = fonts.fitting(said.line, size.small, room)
        line = skin.line(fonts.fit(said.line, small, room), small, said.color)
        items.append(Item(line, x, y + name_h + (small_h - line.get_height()) // 2))
        return items
