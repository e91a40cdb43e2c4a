"""What a LAN adds to the table: chat, who is away, the check of the deals, the way back to the lobby."""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from game.engine import Cards, Refusal, View
from game.lan import wire
from game.scenes.bidding import BIDDING
from game.scenes.choice import ChoiceScene
from game.scenes.kit import Kit
from game.scenes.languard import guarded
from game.scenes.lanmark import FairnessScene, mark_items
from game.scenes.lansheet import LanSheetScene
from game.scenes.lantalk import Talking
from game.scenes.sheet import SheetScene
from game.scenes.table import TableScene
from game.scenes.thetable import TheTableScene
from game.scenes.visit import Visit
from game.scenes.words import PLACES
from game.table.table import Batch
from game.ui.inputs import Input
from game.ui.layout import Rect, TableLayout, centred
from game.ui.painter import Item
from game.ui.theme import mix
from game.ui.widgets import AREA, Button

LONG = 20
"""Seconds without a connection after which the way out is shown."""


class Below(Protocol):
    """The lobby, as far as its table needs it."""

    def ended(self) -> None:
        """The visit is over: say why."""


class LanTableScene(Talking, TableScene):
    """A table of a visit. Getting up from it is the lobby's business, which lies below.

    ``returning``: to a match under way.
    """

    def __init__(self, kit: Kit, visit: Visit, lobby: Below, returning: bool = False) -> None:
        super().__init__(kit, visit, visit.peer)
        self._lobby = lobby
        self._returning = returning
        self._seen: tuple[object, ...] = ()  # what the layer was drawn from

    # the scene's life

    def entered(self) -> None:
        super().entered()
        self._refresh()

    def left(self) -> None:
        """The lobby below goes on."""

    def resized(self) -> None:
        with guarded(self._visit):
            super().resized()
            self._refresh()

    @property
    def goes_on(self) -> bool:
        return True  # others sit there

    @property
    def ticking(self) -> bool:
        return super().ticking or self._visit.counting or self._visit.bubbles

    def update(self, dt: float) -> None:
        said = self._talk.look()
        status = self._visit.peer.status
        if status.state == "ended":
            self._lobby.ended()
            return
        if status.lobby and not status.lobby.playing:
            self.stack.pop(self)
            return
        with guarded(self._visit):
            super().update(dt)
            self._keep_up(said)

    def _keep_up(self, said: bool) -> None:
        """Draw the layer anew when anything on it is other than before."""
        peer, visit = self._visit.peer, self._visit
        seen = (
            visit.lobby,
            visit.lost_for(),
            tuple(self._away().items()),
            tuple(visit.bubble(member.id) for member in self._members()),
            visit.notice,
            self._seconds(),
            peer.mark,
            peer.split,
            peer.verdict,
        )
        if said or seen != self._seen:
            self._seen = seen
            self._refresh()

    def heard(self, what: Input) -> None:
        with guarded(self._visit):
            super().heard(what)

    def _members(self) -> tuple[wire.Member, ...]:
        lobby = self._visit.lobby
        return lobby.members if lobby else ()

    def _shown(self, batch: Batch) -> None:
        self._me = batch.view.seat or 0  # another one when who watched has sat down
        self._stage.me = self._me
        super()._shown(batch)

    def _refused(self, tried: Cards, refusal: Refusal) -> None:
        super()._refused(tried, refusal)
        view = self._view
        if view and view.phase == "ready" and view.result and self._session.seat is not None:
            self._sheet_due = True  # or nobody would ask for the next deal again

    # what the player does

    @property
    def _enter_is_taken(self) -> bool:
        """Whether Enter presses a button, or plays what is selected and asked for; else it opens the chat."""
        answers = self._ask is not None and not self._sent and bool(self._hand.selected)
        return self._view is None or self._buttons.focus is not None or answers

    def _draw_anew(self) -> None:
        self._refresh()

    def _clicked(self, name: str) -> None:
        if name == "sit":
            self._sit()
        elif self._view is None:
            if name in ("leave", "menu"):
                self._leave()
        elif name == "talk":
            self._talk_open(not self._talking)
        elif name == "check":
            self.stack.push(FairnessScene(self.kit, self._visit))
        else:
            super()._clicked(name)

    def _sheet(self, view: View) -> SheetScene:
        seats, go_on = self._session.seats, self._next_deal
        talk = self._talk_button
        return LanSheetScene(self.kit, self._visit, talk, view, seats, go_on, self._leave, self._after())

    def _talk_button(self) -> Rect:
        """Where it is."""
        return next(button.rect for button in self._buttons.all if button.name == "talk")

    @property
    def _about_table(self) -> Callable[[], None] | None:
        return lambda: self.stack.push(TheTableScene(self.kit, self._visit))

    def _sit(self) -> None:
        """Who watches takes a computer's seat, the first one, or thinks better of it."""
        wish, free = self._wish, self._free_seats()
        if wish is not None or free:
            self._visit.peer.ask(wire.Sit(free[0] if wish is None else wish))

    @property
    def _wish(self) -> int | None:
        """The seat one waits for."""
        mine = self._visit.me
        return mine.wish if mine else None

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
            title, text = tr("Leave the table?"), self._leaving()
            answers = [("leave", tr("Leave")), ("stay", tr("Stay"))]
        self.stack.push(ChoiceScene(self.kit, "leaving", title, text, answers, self._get_up, escape="stay"))

    def _leaving(self) -> str:
        """What becomes of the seat of a guest who leaves."""
        tr, lobby = self._words.tr, self._visit.lobby
        if self._lost:
            return tr(
                "The host does not answer. Your seat is kept for when it is back: "
                "“Tables I know” on the LAN page has the way to it."
            )
        if lobby and lobby.options.code:
            return tr(
                "A computer plays on for you. With the code you may come back "
                "and sit down from the next deal on, while a computer has a seat."
            )
        return tr(
            "A computer plays on for you. You may come back "
            "and sit down from the next deal on, while a computer has a seat."
        )

    @property
    def _lost(self) -> bool:
        return self._visit.peer.status.state == "lost"

    def _get_up(self, name: str) -> None:
        if name == "lobby":
            self._visit.peer.ask(wire.Reopen())
        elif name in ("leave", "close"):
            if self._lost and self._visit.peer.seat is not None:
                self._visit.peer.part()  # the seat is kept
            else:
                self._visit.peer.leave()
            self._lobby.ended()

    def _after(self) -> tuple[Callable[[], None], str] | None:
        if self._visit.host:
            return lambda: self._get_up("lobby"), self._words.tr("Back to the lobby")
        return self._leave, self._words.tr("Leave")

    # what is shown

    def _corner(self) -> Sequence[tuple[str, str]]:
        return (("talk", self._talk_label),)

    def _areas(self) -> Sequence[Button]:
        small = self.kit.metrics.small
        mark = Button("check", self._table.mark, self._visit.peer.mark, small, AREA)
        return (mark, *self._sit_button(self._table.main_button))

    def _sit_button(self, place: Rect) -> Sequence[Button]:
        """For who watches; up to the right edge of a place."""
        tr, size, wish = self._words.tr, self.kit.metrics, self._wish
        if self._visit.peer.seat is not None or (wish is None and not self._free_seats()):
            return ()
        label = tr("Sit down from the next deal on")
        if wish is not None:
            label = tr("Next deal: {name}'s seat. Cancel", name=self._seat_name(wish))
        wide = max(place.w, self.kit.fonts.size(label, size.body, True)[0] + place.h)
        at = place._replace(x=place.right - wide, w=wide)
        return (Button("sit", at, label, size.body, "main" if wish is None else "plain"),)

    def _seat_name(self, seat: int) -> str:
        return self._words.name(self._session.seats[seat].name, (seat - self._me) % 4)

    def _away(self) -> Mapping[int, str]:
        tr, away = self._words.tr, {}
        for member in self._members():
            seconds = self._visit.away(member)
            if member.seat is not None and seconds is not None:
                away[member.seat] = tr("away {n} s", n=seconds) if seconds else tr("away: computer")
        return away

    def _seconds(self) -> int | None:
        """Seconds left of the time for the next deal's wish; None where none run."""
        between = self._view is not None and self._view.phase == "ready"
        if not between or self._timer is None or self._stopped is not None:
            return None
        return max(0, math.ceil(self._timer.deadline - time.monotonic()))

    def _message(self) -> str:
        tr, seconds = self._words.tr, self._visit.lost_for()
        if seconds is not None and seconds > LONG:
            return tr(
                "The connection was lost {n} s ago; trying again … "
                "You may leave: “Tables I know” has the way back.",
                n=seconds,
            )
        if seconds is not None:
            return tr("The connection was lost {n} s ago; trying again …", n=seconds)
        view = self._view
        if view and view.phase == "ready" and self._ask is None and self._stopped is None:
            return self._waits(view)
        return super()._message()

    def _waits(self, view: View) -> str:
        """Who has not asked for the next deal yet."""
        tr, seats = self._words.tr, self._session.seats
        waits = [
            self._panels().name(seat)
            for seat in range(4)
            if not view.ready[seat] and not seats[seat].bot and seat != view.seat
        ]
        if not waits:
            return tr("The next deal begins.")
        names, left = tr(", ").join(waits), self._seconds()
        if left is None:
            return tr("Waiting for {names}.", names=names)
        return tr("Waiting for {names}: {n} s.", names=names, n=left)

    @property
    def _warns(self) -> bool:
        return super()._warns or self._visit.lost_for() is not None

    def _refresh(self) -> None:
        super()._refresh()
        if self._view is None:
            size, wide = self.kit.metrics, self._table.px(200)
            place = centred(self._table.width / 2, self._table.height * 0.6, wide, self._table.px(48))

            def middle(rect: Rect) -> Rect:
                return rect._replace(x=(self._table.width - rect.w) // 2, y=rect.bottom + self._table.px(14))

            leave = Button("leave", place, self._words.tr("Leave"), size.body)
            sit = [replace(button, rect=middle(button.rect)) for button in self._sit_button(place)]
            self._buttons.show([leave, *sit])
        self._lay_talk()

    @property
    def _table(self) -> TableLayout:
        return self._hand.table

    @property
    def _panel_place(self) -> Rect:
        """Between the buttons in the corner and the right seat's plate; large phrases may cover that."""
        table = self._table
        top, right = table.px(64), table.width - table.px(18)
        room = right - table.plates["top"].right - table.px(1)
        wide = max(table.px(400), self._talk.narrowest(table.unit))
        high = table.plates["right"].y - table.px(8) - top
        if self._talk.phrases and high < table.px(260):
            flat = self._talk.narrowest(table.unit, 3)
            if flat <= room and high >= table.px(190):
                wide = max(wide, flat)
            else:
                high = table.px(260)
        wide = min(wide, room)
        return Rect(right - wide, top, wide, high)

    def _bubbles(self) -> list[Item]:
        """What was said just now, at who said it."""
        kit, table = self.kit, self._hand.table
        theme, px, fonts = kit.theme, kit.metrics.small, kit.fonts
        items: list[Item] = []
        watchers = 0
        said = [(member.seat, member.name, self._visit.bubble(member.id)) for member in self._members()]
        if notice := self._visit.notice:
            said.append((None, "", notice))
        for seat, name, text in said:
            if not text or self._talking:
                continue
            if seat is None and name:
                text = f"{name}: {text}"
            lines = fonts.wrap(text, px, table.px(230))
            if len(lines) > 3:
                lines = [*lines[:2], fonts.fit(lines[2] + "…", px, table.px(230))]
            pad = table.px(12)
            wide = max(fonts.size(line, px)[0] for line in lines) + 2 * pad
            high = len(lines) * fonts.height(px) + pad
            place = "watch" if seat is None else PLACES[(seat - self._me) % 4]
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
        if self._view is None:
            return self._not_yet()
        with guarded(self._visit):
            return self._items()
        return self._not_yet()

    def _items(self) -> list[Item]:
        look = self._buttons.look("check")
        items = super().items() + mark_items(self.kit, self._visit, self._table.mark, look)
        return items + self._bubbles() + self._talk_items()

    def _not_yet(self) -> list[Item]:
        """What is seen until the table is."""
        kit, middle = self.kit, self._table.width // 2
        color = kit.theme.danger if self._visit.lost_for() is not None else kit.theme.text
        line = kit.skin.line(self._opening(), kit.metrics.button, color)
        items = [Item(kit.skin.felt(*kit.size), 0, 0)]
        items.append(Item(line, middle - line.get_width() // 2, round(self._table.height * 0.45)))
        return items + self._buttons.items(kit.skin)

    def _opening(self) -> str:
        """What one waits for until the table is seen."""
        tr = self._words.tr
        if self._visit.lost_for() is not None:
            return self._message()
        if self._visit.peer.seat is None and self._visit.lobby and not self._visit.lobby.options.spectators:
            return tr("A deal is under way. You can sit down when the next one begins.")
        return tr("Coming back to the table …") if self._returning else tr("The match begins …")

    def state(self) -> dict[str, Any]:
        visit, peer = self._visit, self._visit.peer
        verdict = peer.verdict
        state = super().state()
        if self._view is None:
            state |= {"message": self._opening(), "buttons": self._buttons.state()}
        return {
            **state,
            "buttons": [*self._over.state(), *state["buttons"]],
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
                **self._talk_state(),
            },
        }
