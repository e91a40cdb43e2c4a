"""What a LAN adds to the table: chat, who is away, the check of the deals, the way back to the lobby."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from game.engine import Cards, Refusal, View
from game.lan import wire
from game.scenes.bidding import BIDDING
from game.scenes.choice import ChoiceScene
from game.scenes.kit import Kit
from game.scenes.lanwords import LanWords
from game.scenes.sheet import SheetScene
from game.scenes.stack import Scene
from game.scenes.table import TableScene
from game.scenes.talk import Talk
from game.scenes.visit import Visit
from game.scenes.words import PLACES
from game.scenes.writing import Writing
from game.table.table import Batch
from game.ui.inputs import Input, Key, Move, Press, Release
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.textfield import Edited, TextField
from game.ui.theme import mix
from game.ui.widgets import AREA, Button, Buttons

BETWEEN = ("ready", "won")
"""Phases in which a score sheet may lie over the table."""


class Below(Protocol):
    """The lobby, as far as its table needs it."""

    def ended(self) -> None:
        """The visit is over: say why."""


class LanTableScene(Writing, TableScene):
    """A table of a visit. Getting up from it is the lobby's business, which lies below."""

    def __init__(self, kit: Kit, visit: Visit, lobby: Below) -> None:
        super().__init__(kit, visit.peer)
        self._visit = visit
        self._lobby = lobby
        self._talk = Talk(kit, visit, self._fields)
        self._talking = False  # the panel is open
        self._over = Buttons()  # those of the panel, over the table's own
        self._panel: list[Item] = []
        self._seen: tuple[object, ...] = ()  # what the layer was drawn from

    # the scene's life

    def left(self) -> None:
        """The lobby below goes on."""

    def resized(self) -> None:
        super().resized()
        self._refresh()

    @property
    def moving(self) -> bool:
        return super().moving or self._visit.counting or self._visit.bubbles

    def update(self, dt: float) -> None:
        said = self._talk.look()
        status = self._visit.peer.status
        if status.state == "ended":
            self._lobby.ended()
            return
        if status.lobby and not status.lobby.playing:
            self.stack.pop(self)
            return
        super().update(dt)
        peer, visit = self._visit.peer, self._visit
        seen = (
            status.lobby,
            visit.lost_for(),
            tuple(self._away().items()),
            tuple(visit.bubble(member.id) for member in self._members()),
            peer.mark,
            peer.split,
            peer.verdict,
        )
        if said or seen != self._seen:
            self._seen = seen
            self._refresh()

    def _members(self) -> tuple[wire.Member, ...]:
        lobby = self._visit.lobby
        return lobby.members if lobby else ()

    def _shown(self, batch: Batch) -> None:
        self._me = batch.view.seat or 0  # another one when who watched has sat down
        self._stage.me = self._me
        if batch.view.phase not in BETWEEN:
            self._close_sheet()
        super()._shown(batch)

    def _sheet_above(self) -> Scene | None:
        """The score sheet that lies over the table, or what lies over that."""
        scenes = self.stack.seen
        above = scenes[scenes.index(self) + 1 :] if self in scenes else []
        return next((scene for scene in above if isinstance(scene, SheetScene)), None)

    def _close_sheet(self) -> None:
        """The next deal has begun while the last one's sheet was still read."""
        sheet = self._sheet_above()
        if sheet:
            self.stack.pop(sheet)

    def _between_deals(self, view: View) -> None:
        if self._sheet_above() is None:
            super()._between_deals(view)

    def _refused(self, tried: Cards, refusal: Refusal) -> None:
        super()._refused(tried, refusal)
        view = self._view
        if view and view.phase == "ready" and view.result and self._session.seat is not None:
            self._between_deals(view)  # or nobody would ask for the next deal again

    # what the player does

    def heard(self, what: Input) -> None:
        if what == Key("escape") and self._talking:
            self._talk_open(False)
            return
        if what in (Key("return"), Key("enter")) and self._fields.focus is None and not self._enter_is_taken:
            self._talk_open(True)
            return
        clicked, looks = (None, False) if isinstance(what, Key) else self._over.handle(what)
        self.changed |= looks
        if clicked and self._talk.clicked(clicked):
            self._refresh()
        elif isinstance(what, Press) and self._covered(what.x, what.y):
            self._fields.handle(what)
            self.changed = True
        elif isinstance(what, Move | Release) and self._covered(what.x, what.y):
            self._fields.handle(what)
        else:
            super().heard(what)

    @property
    def _enter_is_taken(self) -> bool:
        """Whether Enter presses a button, or plays what is selected and asked for; else it opens the chat."""
        answers = self._ask is not None and not self._sent and bool(self._hand.selected)
        return self._buttons.focus is not None or answers

    def _covered(self, x: int, y: int) -> bool:
        """Whether the point lies on the layer, not on the table."""
        return self._talking and self._panel_place.contains(x, y)

    def _edited(self, edited: Edited) -> None:
        self._talk.edited(edited)
        self.changed = True

    def _talk_open(self, on: bool) -> None:
        self._talking = on
        self._talk.phrases = False
        self._refresh()
        self._fields.take_focus("say" if on else None)
        self.changed = True

    def _clicked(self, name: str) -> None:
        if name == "talk":
            self._talk_open(not self._talking)
        elif name == "sit":
            self._sit()
        elif name == "check":
            self._explain()
        else:
            super()._clicked(name)

    def _sit(self) -> None:
        """Who watches takes a computer's seat: the first one."""
        free = self._free_seats()
        if free:
            self._visit.peer.ask(wire.Sit(free[0]))

    def _free_seats(self) -> list[int]:
        lobby = self._visit.lobby
        return [seat for seat in range(4) if lobby.at(seat) is None] if lobby else []

    def _leave(self) -> None:
        tr, visit = self._words.tr, self._visit
        if visit.host:
            title = tr("Leave the match?")
            text = tr("The match is kept: it can be gone on with from the menu, with the same players.")
            answers = [
                ("close", tr("Close for all")),
                ("lobby", tr("Back to the lobby")),
                ("stay", tr("Stay")),
            ]
        elif visit.peer.seat is None:
            self._get_up("leave")
            return
        else:
            title = tr("Leave the table?")
            text = tr("A computer plays on for you. You may come back to the table while it is open.")
            answers = [("leave", tr("Leave")), ("stay", tr("Stay"))]
        self.stack.push(ChoiceScene(self.kit, "leaving", title, text, answers, self._get_up, escape="stay"))

    def _get_up(self, name: str) -> None:
        if name == "lobby":
            self._visit.peer.ask(wire.Reopen())
        elif name in ("leave", "close"):
            self._visit.peer.leave()
            self._lobby.ended()

    def _after(self) -> tuple[Callable[[], None], str] | None:
        if self._visit.host:
            return lambda: self._get_up("lobby"), self._words.tr("Back to the lobby")
        return self._leave, self._words.tr("Leave")

    def _explain(self) -> None:
        """What the fair deal stops, what it does not, and what the mark is for."""
        tr, peer = self._words.tr, self._visit.peer
        title, text = LanWords(self.kit.texts).verdict(peer.verdict)
        if peer.split:
            title = tr("The screens do not agree")
            text = tr("The host has told others something else than you.") + "\n\n" + text
        parts = (
            text,
            tr(
                "All at the table shuffle together, and after each deal your PC checks it. "
                "So nobody can stack the deck, the host neither."
            ),
            tr(
                "It does not stop a host from looking at the cards: they are dealt on the host's PC. "
                "Play with people you trust."
            ),
            tr(
                "The mark {mark} is the same on all screens as long as all are told the same: compare it.",
                mark=peer.mark,
            ),
        )
        answers = [("close", tr("Close"))]
        scene = ChoiceScene(
            self.kit, "fairness", title, "\n\n".join(parts), answers, lambda _: None, escape="close"
        )
        self.stack.push(scene)

    # what is shown

    def _corner(self) -> Sequence[tuple[str, str]]:
        tr, unread = self._words.tr, self._visit.unread
        talk = tr("Chat {n}", n=unread) if unread else tr("Chat")
        if self._visit.peer.seat is None and self._free_seats():
            waits = self._visit.me is not None and self._visit.me.wish is not None
            return (("sit", tr("Next deal") if waits else tr("Sit down")), ("talk", talk))
        return (("talk", talk),)

    def _areas(self) -> Sequence[Button]:
        return (Button("check", self._mark_place, self._visit.peer.mark, self.kit.metrics.small, AREA),)

    def _away(self) -> Mapping[int, str]:
        tr, away = self._words.tr, {}
        for member in self._members():
            seconds = self._visit.away(member)
            if member.seat is not None and seconds is not None:
                away[member.seat] = tr("away {n} s", n=seconds) if seconds else tr("away: computer")
        return away

    def _message(self) -> str:
        tr, seconds = self._words.tr, self._visit.lost_for()
        if seconds is not None:
            return tr("The connection was lost {n} s ago; trying again …", n=seconds)
        view = self._view
        if view and view.phase == "ready" and self._ask is None and self._stopped is None:
            seats = self._session.seats
            waits = [
                self._panels().name(seat)
                for seat in range(4)
                if not view.ready[seat] and not seats[seat].bot and seat != view.seat
            ]
            if waits:
                return tr("Waiting for {names}.", names=tr(", ").join(waits))
            return tr("The next deal begins.")
        return super()._message()

    @property
    def _warns(self) -> bool:
        return super()._warns or self._visit.lost_for() is not None

    def _refresh(self) -> None:
        super()._refresh()
        if self._talking:
            self._visit.unread = 0
        self._panel = []
        buttons: list[Button] = []
        fields: list[TextField] = []
        if self._talking:
            self._panel, buttons, field = self._talk.lay(self._panel_place, self._hand.table.unit, over=True)
            fields = [field]
        self._fields.show(fields)
        self._over.show(buttons)
        self.changed = True

    @property
    def _panel_place(self) -> Rect:
        table = self._hand.table
        wide = max(table.px(330), self._talk.narrowest(table.unit))
        top = table.px(92)
        return Rect(table.width - table.px(18) - wide, top, wide, table.bid_panel.y - table.px(8) - top)

    @property
    def _mark_place(self) -> Rect:
        """Between the score panel and the top seat's backs."""
        table = self._hand.table
        x = table.score_panel.right + table.px(10)
        room = table.bottom_backs["top"].x - table.px(8) - x
        return Rect(x, table.score_panel.y, min(table.px(96), room), table.px(30))

    def _mark(self) -> list[Item]:
        """The tick or the fault of the last check, and the mark."""
        kit, peer, place = self.kit, self._visit.peer, self._mark_place
        theme, px = kit.theme, max(12, round(kit.metrics.small * 0.95))
        verdict = peer.verdict
        bad = peer.split or (verdict is not None and verdict.fault is not None)
        sign = "!" if bad else "✓" if verdict else "·"
        color = theme.danger if bad else theme.secondary
        ground = kit.skin.button(place.w, place.h, "", px, "plain", self._buttons.look("check"))
        items = [Item(ground, place.x, place.y)]
        tick = kit.skin.line(sign, px, theme.danger if bad else theme.brass, True)
        mark = kit.skin.line(kit.fonts.fit(peer.mark, px, place.w), px, color)
        wide = tick.get_width() + px // 3 + mark.get_width()
        x = place.x + (place.w - wide) // 2
        y = place.center[1] - tick.get_height() // 2
        return [*items, Item(tick, x, y), Item(mark, x + tick.get_width() + px // 3, y)]

    def _bubbles(self) -> list[Item]:
        """What was said just now, at who said it."""
        kit, table = self.kit, self._hand.table
        theme, px, fonts = kit.theme, kit.metrics.small, kit.fonts
        items: list[Item] = []
        watchers = 0
        for member in self._members():
            text = self._visit.bubble(member.id)
            if not text or self._talking:
                continue
            if member.seat is None:
                text = f"{member.name}: {text}"
            lines = fonts.wrap(text, px, table.px(230))
            if len(lines) > 3:
                lines = [*lines[:2], fonts.fit(lines[2] + "…", px, table.px(230))]
            pad = table.px(12)
            wide = max(fonts.size(line, px)[0] for line in lines) + 2 * pad
            high = len(lines) * fonts.height(px) + pad
            place = "watch" if member.seat is None else PLACES[(member.seat - self._me) % 4]
            x, y = self._bubble_at(place, wide, high)
            if place == "watch":
                y += watchers
                watchers += high + table.px(6)
            fill, line = (*mix(theme.felt_outer, theme.seat, 0.55), 255), (*theme.brass, 160)
            items.append(Item(kit.skin.panel(wide, high, min(high // 2, pad + px // 2), fill, line), x, y))
            items += [
                Item(kit.skin.line(line, px, theme.text), x + pad, y + pad // 2 + i * fonts.height(px))
                for i, line in enumerate(lines)
            ]
        return items

    def _bubble_at(self, place: str, wide: int, high: int) -> tuple[int, int]:
        table, view = self._hand.table, self._view
        gap = table.px(6)
        bids = view is not None and view.seat is not None and view.phase in (*BIDDING, "staking")
        if place == "bottom":
            below = table.bid_panel if bids else table.action_panel
            return table.action_panel.right - wide, below.y - high - gap
        if place == "watch":
            return table.width - table.px(18) - wide, table.px(92)
        plate = table.plates[place]
        if place == "right":  # the bid panel is below it
            return plate.right - wide, plate.y - high - gap if bids else plate.bottom + gap
        if place == "top":
            return plate.center[0] - wide // 2, plate.bottom + gap
        return plate.x, plate.bottom + gap

    def items(self) -> list[Item]:
        items = super().items()
        if self._view is None:
            return items
        items += self._mark() + self._bubbles()
        if self._talking:
            items += self._panel
            items += self._over.items(self.kit.skin) + self._field_items()
        return items

    def state(self) -> dict[str, Any]:
        visit, peer = self._visit, self._visit.peer
        verdict = peer.verdict
        state = super().state()
        return {
            **state,
            "buttons": [*self._over.state(), *state.get("buttons", [])],
            "fields": self._fields.state(),
            "lan": {
                "connection": peer.status.state,
                "lost": visit.lost_for(),
                "away": {str(seat): text for seat, text in self._away().items()},
                "watching": peer.seat is None,
                "mark": peer.mark,
                "split": peer.split,
                "checked": verdict.deal if verdict else None,
                "fault": verdict.fault if verdict else None,
                "talking": self._talking,
                "unread": visit.unread,
                "chat": [[line.name, line.text] for line in visit.lines],
            },
        }
