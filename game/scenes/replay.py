"""A finished deal seen again, step by step or at a speed, all hands open or as one seat saw it."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pygame import Surface

from game.engine import events as ev
from game.engine import format_cards
from game.profile.exchange import export
from game.profile.playback import Playback
from game.profile.record import Record
from game.scenes.asking import Asking
from game.scenes.kit import Kit
from game.scenes.lanoptions import segments
from game.scenes.matchwords import MatchWords
from game.scenes.pages import PageButtons
from game.scenes.replaytable import ReplayTable, Shown
from game.scenes.replaywords import told
from game.scenes.stack import Scene
from game.scenes.words import Words
from game.ui.cache import SurfaceCache
from game.ui.clipboard import SystemClipboard
from game.ui.inputs import Input, Key
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.replay_layout import ReplayLayout
from game.ui.sprite import Sprite
from game.ui.theme import MOTION, Rgb
from game.ui.timeline import Timeline
from game.ui.transport_art import draw_sign
from game.ui.widgets import AREA, Button

SIGNS_KEPT = 1 << 20
"""Bytes of drawn signs."""
SPEEDS = (0.5, 1.0, 2.0, 4.0)
QUIET = (ev.AutoSet, ev.TimedOut, ev.SeatReady)
"""What no step stops at by itself."""
MOVES = ("start", "trick-back", "step-back", "play", "step", "trick", "end")
KEYS: Mapping[str, str] = MappingProxyType(
    {
        "left": "step-back",
        "right": "step",
        "page up": "trick-back",
        "page down": "trick",
        "up": "trick-back",
        "down": "trick",
        "home": "start",
        "end": "end",
        "space": "play",
        "o": "open",
        "t": "turn",
    }
)


def pause_after(event: ev.Event) -> float:
    """Seconds for which what an event led to is looked at, at speed 1."""
    match event:
        case ev.CardDealt():
            return 0.06
        case ev.BidPassed() | ev.StakeSet() | ev.AutoSet() | ev.TimedOut() | ev.SeatReady():
            return 0.3
        case ev.ThrowFailed() | ev.BottomShown():
            return 2.0
        case ev.TrickWon():
            return 1.1
        case ev.CardsPlayed():
            return 0.8
        case _:
            return 0.9


class ReplayScene(Asking, Scene):
    """Lies over the list, or the sheet, that it was opened from. With a ``step`` it begins there, as the own
    seat saw it, else with all hands open at the first lead."""

    def __init__(self, kit: Kit, record: Record, step: int | None = None) -> None:
        super().__init__(kit)
        self._record = record
        self._playback = Playback(record)
        self._words = Words(kit.texts)
        self._buttons = PageButtons(kit)
        self._moves = _moves(record)
        self._tricks = [i for i, event in enumerate(record.events) if isinstance(event, ev.TrickWon)]
        stops = self._playback.stops
        self._step = step if step is not None else stops[1] if len(stops) > 1 else 0
        self._me = record.own or 0
        self._open = step is None
        self._running = False
        self._speed = 1.0
        self._rest = 0.0  # seconds until the next step while it runs
        self._signs = SurfaceCache(SIGNS_KEPT)
        self._timeline = Timeline()
        self._flying: list[Sprite] = []  # the cards of the last play, on their way
        self._still: list[Item] = []
        self._icons: list[Item] = []
        self._written: Path | None = None
        self._notice: str | None = None

    # the scene's life

    def entered(self) -> None:
        self._refresh()

    def resumed(self) -> None:
        self._refresh()

    def resized(self) -> None:
        self._words = Words(self.kit.texts)
        self._land()
        self._refresh()

    @property
    def moving(self) -> bool:
        return self._running or self._timeline.busy

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._timeline.busy:
            self._timeline.advance(dt)
            self.changed = True
            if not self._timeline.busy:
                self._land()
                self._refresh()
        if not self._running:
            return
        self._rest -= dt
        moved = False
        while self._running and self._rest <= 0:
            if self._step >= self._playback.last:
                self._running, moved = False, True
                break
            self._walk(self._step + 1)
            self._rest += pause_after(self._event) / self._speed
            moved = True
        if moved:
            self._refresh()

    # what the player does

    def heard(self, what: Input) -> None:
        if isinstance(what, Key) and what.name == "escape":
            self.stack.pop(self)
            return
        if isinstance(what, Key) and self._key(what.name):
            return
        clicked, looks = self._buttons.handle(what)
        self.changed |= looks
        if clicked:
            self._clicked(clicked)

    def _key(self, name: str) -> bool:
        """Whether the key is one of the replay's own."""
        by = {"+": 1, "=": 1, "-": -1}.get(name.removeprefix("[").removesuffix("]"), 0)
        if by:
            at = SPEEDS.index(self._speed) + by
            self._clicked(f"speed:{SPEEDS[max(0, min(at, len(SPEEDS) - 1))]}")
        elif name in KEYS:
            self._clicked(KEYS[name])
        return bool(by) or name in KEYS

    def _clicked(self, name: str) -> None:
        verb, _, which = name.partition(":")
        self._notice = None
        self._land()
        match verb:
            case "leave":
                self.stack.pop(self)
                return
            case "play":
                self._play()
            case "speed":
                self._speed = float(which)
            case "view":
                self._open = which == "open"
            case "open":
                self._open = not self._open
            case "turn":
                self._me = (self._me + 1) % 4
            case "at":
                self._go(self._tricks[int(which)])
            case "export":
                self._export()
            case "copy" if self._written:
                SystemClipboard().copy(str(self._written))
                self._notice = self._words.tr("The path was copied.")
            case "step":
                self._running = False
                self._walk(self._target(name))
            case _:
                self._go(self._target(name))
        self._refresh()

    def _play(self) -> None:
        """Run, from the start when the end is reached, or stand still."""
        self._running = not self._running
        if self._running:
            if self._step >= self._playback.last:
                self._step = 0
            self._rest = pause_after(self._event) / self._speed

    def _target(self, name: str) -> int:
        """Where a move leads."""
        step, playback, moves = self._step, self._playback, self._moves
        match name:
            case "start":
                return 0
            case "end":
                return playback.last
            case "trick":
                return playback.next_stop(step)
            case "trick-back":
                return playback.previous_stop(step)
            case "step":
                return moves[min(bisect_right(moves, step), len(moves) - 1)]
            case "step-back":
                return moves[max(bisect_left(moves, step) - 1, 0)]
        return step

    def _go(self, step: int) -> None:
        self._running = False
        self._step = step

    def _walk(self, step: int) -> None:
        """A step forward: cards that are played fly to the trick."""
        self._land()
        before, self._step = self._shown(), step
        event, speed = self._record.events[step], self.kit.speed * self._speed
        if isinstance(event, ev.CardsPlayed) and speed > 0:
            self._timeline.speed = speed
            for card, start, end in self._table.flights(before, event.seat, event.cards):
                sprite = Sprite(0, card, end.w, start.x, start.y)
                sprite.fly(self._timeline, end, MOTION.play)
                self._flying.append(sprite)

    def _land(self) -> None:
        """Nothing is on its way any more."""
        self._timeline.clear()
        self._flying.clear()

    def _export(self) -> None:
        folder, record = self.kit.paths.replays, self._record
        self._ask(lambda _: export(folder, record), self._exported)

    def _exported(self, path: Path) -> None:
        self._written = path
        self._notice = self._words.tr("Written to {path}", path=path)
        self._refresh()

    def _failed(self, error: Exception) -> None:
        self._notice = MatchWords(self._words).failed(error)
        self._refresh()

    # what is shown

    @property
    def _event(self) -> ev.Event:
        return self._playback.event(self._step, None if self._open else self._me)

    def _name(self, seat: int) -> str:
        """A player's name; the own one is "You"."""
        own = self._record.own
        offset = (seat - own) % 4 if own is not None else (seat - self._me) % 4
        name = self._words.name(self._record.seats[seat].name, offset)
        if own is None and not self._record.seats[seat].name:
            return self._words.tr("Player")
        return name

    def _shown(self) -> Shown:
        """What lies on the table at this step."""
        playback, step, me = self._playback, self._step, self._me
        if self._open:
            found = playback.open(step)
            return Shown(playback.view(step, me), found.hands, found.bottom, playback.open_event(step))
        view = playback.view(step, me)
        a, b, c, d = (view.hand if seat == me else None for seat in range(4))
        result = view.result
        over = view.phase in ("ready", "won") and result is not None
        bottom = result.bottom if over and result else view.buried
        if isinstance(playback.open_event(step), ev.BottomShown):
            bottom = playback.open(step).bottom
        return Shown(view, (a, b, c, d), bottom, playback.event(step, me))

    def _message(self) -> str:
        if self._notice:
            return self._notice
        seat = self._me
        event = (
            self._playback.open_event(self._step) if self._open else self._playback.event(self._step, seat)
        )
        return told(event, self._playback.view(self._step, seat), self._name, self._words)

    @property
    def layout(self) -> ReplayLayout:
        """The places in this window."""
        decks = self._record.rules.decks
        return ReplayLayout.of(*self.kit.size, self.kit.settings.ui_scale, crowded=decks > 2)

    @property
    def _table(self) -> ReplayTable:
        return ReplayTable(self.kit, self._words, self.layout, self._record, self._name, self._me)

    def _refresh(self) -> None:
        shown = self._shown()
        event = self._record.events[self._step]
        flying = event.seat if self._flying and isinstance(event, ev.CardsPlayed) else None
        self._still = self._table.items(shown, self._message(), self._tricks, self._step, flying)
        ground, buttons = self._controls(self.layout)
        self._still += ground
        self._buttons.show(buttons)
        self.changed = True

    def _controls(self, layout: ReplayLayout) -> tuple[list[Item], list[Button]]:
        kit, tr, area, px = self.kit, self._words.tr, layout.controls, layout.px
        size = kit.metrics
        buttons: list[Button] = []
        side, gap = px(48), px(6)
        x = area.center[0] - (len(MOVES) * (side + gap) - gap) // 2
        self._icons = []
        first, last = self._step == 0, self._step == self._playback.last
        for name in MOVES:
            enabled = not (first if name in ("start", "trick-back", "step-back") else last) or name == "play"
            kind = "main" if name == "play" else "plain"
            place = Rect(x, area.y, side, area.h)
            buttons.append(Button(name, place, "", size.body, kind, enabled))
            sign = "pause" if name == "play" and self._running else name
            theme = kit.theme
            color = theme.on_brass if kind == "main" else theme.text if enabled else theme.outline[:3]
            icon = self._sign(sign, round(area.h * 0.4), color)
            alpha = 255 if enabled else 110
            middle = place.center
            self._icons.append(
                Item(icon, middle[0] - icon.get_width() // 2, middle[1] - icon.get_height() // 2, alpha)
            )
            x += side + gap
        left = buttons[0].rect.x - px(16) - area.x
        speeds = Rect(area.x, area.y + px(3), min(px(216), left), area.h - px(6))
        cells = [(f"speed:{speed}", f"{speed:g}×", speed == self._speed) for speed in SPEEDS]
        items, its = segments(kit, speeds, cells, layout.unit)
        buttons += its
        room = area.right - (x + px(10))
        turn = min(px(104), room // 3)
        views = Rect(x + px(10), area.y + px(3), min(px(236), room - turn - px(8)), area.h - px(6))
        views = views._replace(x=area.right - turn - px(8) - views.w)
        own, name = self._me == self._record.own, self._name(self._me)
        cells = [
            ("view:open", tr("All hands"), self._open),
            ("view:seat", tr("Your view") if own else tr("{name}'s view", name=name), not self._open),
        ]
        more, its = segments(kit, views, cells, layout.unit)
        buttons += its
        buttons.append(
            Button("turn", Rect(area.right - turn, views.y, turn, views.h), tr("Turn"), size.small)
        )
        wide = (layout.corner.w - gap) // 2
        corner = layout.corner
        for i, (name, label) in enumerate(
            (
                ("copy", tr("Copy path")) if self._written else ("export", tr("Export")),
                ("leave", tr("Leave")),
            )
        ):
            place = Rect(corner.x + i * (wide + gap), corner.y, wide, corner.h)
            buttons.append(Button(name, place, label, size.small))
        for i, place in enumerate(layout.cells(len(self._tricks))):
            buttons.append(Button(f"at:{i}", place, "", size.small, AREA))
        return items + more, buttons

    def _sign(self, name: str, px: int, color: Rgb) -> Surface:
        return self._signs.get((name, px, color), lambda: draw_sign(name, px, color))

    def items(self) -> list[Item]:
        kit = self.kit
        areas = [button for button in self._buttons.all if button.kind == AREA]
        shown = self._buttons.all
        items = [Item(kit.skin.felt(*kit.size), 0, 0), *self._still]
        items += [sprite.item(kit.faces) for sprite in self._flying]
        for button in areas:
            if self._buttons.look(button.name) in ("hover", "pressed", "focus"):
                rect = button.rect.inflated(2)
                items.append(Item(kit.skin.outline(rect.w, rect.h, 4), rect.x, rect.y))
        self._buttons.all = tuple(button for button in shown if button.kind != AREA)
        try:
            items += self._buttons.page_items()
        finally:
            self._buttons.all = shown
        return items + self._icons

    def state(self) -> dict[str, Any]:
        shown = self._shown()
        return {
            "scene": "replay",
            "step": self._step,
            "last": self._playback.last,
            "tricks": len(shown.view.tricks),
            "points": shown.view.points,
            "running": self._running,
            "speed": self._speed,
            "open": self._open,
            "seat": self._me,
            "hands": [None if hand is None else format_cards(hand) for hand in shown.hands],
            "bottom": None if shown.bottom is None else format_cards(shown.bottom),
            "message": self._message(),
            "waiting": self.waiting,
            "buttons": self._buttons.state(),
        }


def _moves(record: Record) -> list[int]:
    """The steps that one stops at: cards dealt in a row are one, and so is what nobody did."""
    events = record.events
    found = []
    for i, event in enumerate(events):
        goes_on = i + 1 < len(events) and isinstance(events[i + 1], ev.CardDealt)
        if isinstance(event, QUIET) or (isinstance(event, ev.CardDealt) and goes_on):
            continue
        found.append(i)
    return found
