"""The way to a table: its code, if it has one, the wait, and in words why one may not come in."""

from collections.abc import Callable
from typing import Any, NamedTuple

from game.lan.peer import Peer
from game.scenes.dialogue import Dialogue
from game.scenes.kit import Kit
from game.scenes.lannet import Network
from game.scenes.lanwords import LanWords
from game.scenes.lobby import LobbyScene
from game.scenes.visit import Visit
from game.scenes.writing import Writing
from game.ui.editing import DIGITS, Limits
from game.ui.inputs import Input, Key
from game.ui.layout import Rect, centred
from game.ui.painter import Item
from game.ui.textfield import Edited, TextField
from game.ui.widgets import Button

CODE = 6
"""Digits of a code."""


class Way(NamedTuple):
    """A table to go to: what it is called, how to go there with a code or without, whether it has one."""

    title: str
    go: Callable[[str | None], Peer]
    code: bool


class JoiningScene(Writing, Dialogue):
    """Lies over the LAN page; becomes the lobby once one is let in."""

    def __init__(self, kit: Kit, network: Network, way: Way) -> None:
        super().__init__(kit)
        self._network = network
        self._way = way
        self._peer: Peer | None = None
        self._asks = way.code  # for the code
        self._tried: str | None = None
        self._why: tuple[str, str] | None = None

    def entered(self) -> None:
        super().entered()
        if self._asks:
            self._fields.take_focus("code")
        else:
            self._go(None)

    def left(self) -> None:
        if self._peer:
            self._peer.leave()

    @property
    def stage(self) -> str:
        """What it is at: "code", "way" or "refused"."""
        return "code" if self._asks else "refused" if self._why else "way"

    def _go(self, code: str | None) -> None:
        self._tried, self._asks, self._why = code, False, None
        self._peer = self._way.go(code)
        self._fields.take_focus(None)
        self._refresh()

    def update(self, dt: float) -> None:
        peer = self._peer
        if peer is None:
            return
        status = peer.status
        if status.state == "there" and status.lobby:
            self._peer = None
            self.stack.replace(self, LobbyScene(self.kit, Visit(peer), self._network))
        elif status.state == "ended":
            self._peer = None
            peer.leave()
            self._refused(status.why or "closed", status.detail)

    def _refused(self, why: str, detail: str) -> None:
        if why == "code":
            self._asks = True
            self._refresh()
            self._fields.take_focus("code")
            return
        self._network.trouble = (why, detail)
        self._why = (why, detail)
        self._refresh()

    def heard(self, what: Input) -> None:
        if what == Key("escape"):
            self.stack.pop(self)
        else:
            super().heard(what)

    def _edited(self, edited: Edited) -> None:
        if edited.submitted:
            self._try()
        else:
            self._tried = None  # another one than that refused
            self._refresh()

    def _try(self) -> None:
        code = self._fields.text("code")
        if len(code) == CODE:
            self._go(code)

    def _clicked(self, name: str) -> None:
        match name:
            case "enter":
                self._try()
            case "again":
                self._go(self._tried)
            case "cancel":
                self.stack.pop(self)

    # what is shown

    @property
    def _sheet(self) -> Rect:
        width, height = self.kit.size
        body = self.kit.metrics.body
        return centred(width / 2, height / 2, max(self._px(600), body * 30), max(self._px(340), body * 18))

    def _px(self, design: float) -> int:
        width, height = self.kit.size
        return round(design * min(height, width * 0.625) / 800)

    def _refresh(self) -> None:
        self._fields.show([self._field()] if self._asks else [])
        super()._refresh()

    def _field(self) -> TextField:
        px, size, tr = self._px, self.kit.metrics, self._words.tr
        said = self._written()[-1]
        top = said.y + said.surface.get_height() + px(14)
        place = Rect(self._sheet.center[0] - px(120), top, px(240), max(px(56), round(size.number * 1.7)))
        wrong = self._tried is not None
        return TextField(
            "code",
            place,
            size.number,
            placeholder=tr("6 digits"),
            limits=Limits(CODE, DIGITS),
            refusal=tr("That is not the code.") if wrong else "",
        )

    def _made_buttons(self) -> list[Button]:
        sheet, px, tr = self._sheet, self._px, self._words.tr
        size = self.kit.metrics
        high = max(px(46), round(size.button * 1.9))
        y = sheet.bottom - px(32) - high
        left = Rect(sheet.x + px(48), y, px(160), high)
        right = Rect(sheet.right - px(48) - px(200), y, px(200), high)
        back = Button("cancel", left, tr("Cancel"), size.body)
        if self._asks:
            full = "code" in {field.name for field in self._fields.all} and (
                len(self._fields.text("code")) == CODE
            )
            return [back, Button("enter", right, tr("Join"), size.button, "main", full)]
        if self._why:
            back = Button("cancel", left, tr("Back"), size.body)
            return [back, Button("again", right, tr("Try again"), size.button, "main")]
        return [
            Button("cancel", centred(sheet.center[0], y + high / 2, px(200), high), tr("Cancel"), size.body)
        ]

    def _said(self) -> tuple[str, str]:
        """The heading, and a text below it."""
        tr = self._words.tr
        if self._asks:
            return self._way.title, tr("Which code does the host's screen show?")
        if self._why:
            return LanWords(self.kit.texts).ended(*self._why)
        return self._way.title, tr("On the way to the table …")

    def _written(self) -> list[Item]:
        """What is said, line by line."""
        kit, sheet, px = self.kit, self._sheet, self._px
        fonts, size, theme = kit.fonts, kit.metrics, kit.theme
        title, text = self._said()
        room = sheet.w - 2 * px(48)
        heading = fonts.fitting(title, size.heading, room, True, 14)
        head = kit.skin.line(
            fonts.fit(title, heading, room, True), heading, theme.danger if self._why else theme.text, True
        )
        items = [Item(head, sheet.center[0] - head.get_width() // 2, sheet.y + px(36))]
        y = sheet.y + px(36) + head.get_height() + px(10)
        for line in fonts.wrap_evenly(text, size.body, room):
            surface = kit.skin.line(line, size.body, theme.secondary)
            items.append(Item(surface, sheet.center[0] - surface.get_width() // 2, y))
            y += surface.get_height()
        return items

    def items(self) -> list[Item]:
        ground = self._ground(self._sheet, self._px(22))
        return [*ground, *self._written(), *self._buttons.items(self.kit.skin), *self._field_items()]

    def state(self) -> dict[str, Any]:
        title, text = self._said()
        return {
            "scene": "joining",
            "stage": self.stage,
            "why": self._why[0] if self._why else None,
            "message": title,
            "text": text,
            "wrong": self._asks and self._tried is not None,
            "fields": self._fields.state(),
            "buttons": self._buttons.state(),
        }
