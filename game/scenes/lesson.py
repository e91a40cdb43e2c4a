"""The first lesson: one deal at the real table, explained step by step.

The learner does at each step what the lesson wants; what the rules forbid is refused as at any table.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from msgspec import structs

from game.engine import Cards, View, format_cards
from game.engine import commands as co
from game.scenes.choice import ChoiceScene
from game.scenes.kit import Kit
from game.scenes.lessondeal import OVER, stage
from game.scenes.lessonpanel import Laid, LessonPanel
from game.scenes.lessonsheet import LessonSheet
from game.scenes.lessonsteps import STEPS, Step
from game.scenes.lessontable import LessonTable
from game.scenes.lessontext import LessonText
from game.scenes.panels import Panels
from game.scenes.prompt import Notice
from game.scenes.table import TableScene
from game.ui.inputs import Input, Key, Press, Release
from game.ui.painter import Item
from game.ui.widgets import Button, Buttons

ABSENT = ("auto",)
"""Buttons of the table that a lesson does not have."""
ANSWERING = ("play", "hint", "clear")
"""Buttons that are of use only while there is something to do."""


class QuietPanels(Panels):
    """The table's panels, without the line that the lesson's page lies on."""

    def rules_line(self) -> list[Item]:
        return []


class LessonScene(TableScene):
    """``open_table`` is where the lesson leads to, if the learner wants."""

    def __init__(self, kit: Kit, open_table: Callable[[], None]) -> None:
        self._lesson = LessonTable()
        super().__init__(kit, self._lesson)
        self._lesson.set_speed(kit.speed)
        self._open_table = open_table
        self._text = LessonText(self._words)
        self._at = 0  # the step that is done next
        self._open: int | None = None  # the step whose page is shown
        self._part = 0  # of the page, where it is long
        self._over = Buttons()  # those of the page, over the table's own
        self._page: Laid | None = None
        self._on_page = False  # the button of the mouse went down there

    # where the lesson stands

    @property
    def _step(self) -> Step | None:
        """The step whose page is shown."""
        return STEPS[self._at] if self._at < len(STEPS) and self._open == self._at else None

    @property
    def _until(self) -> int:
        """The stage at which the table rests."""
        step = STEPS[self._at] if self._at < len(STEPS) else None
        return step.stage if step and step.rests else OVER + 1

    def _comes(self, view: View) -> bool:
        """Whether the next step's page can be shown: all that led to it has been seen."""
        if self._at >= len(STEPS) or self._open == self._at or self._timeline.busy or self._steps:
            return False
        step = STEPS[self._at]
        return stage(view) >= step.stage and (isinstance(step.do, co.Play) <= (view.turn == self._me))

    def _go_on(self) -> None:
        """The step is done."""
        self._at += 1
        self._part = 0
        self._forget_notice()
        self._hand.clear()
        if self._view and self._comes(self._view):
            self._open = self._at
        self._refresh()

    # the scene's life

    def resized(self) -> None:
        super().resized()
        self._text = LessonText(self._words)
        self._part = 0
        self._refresh()

    @property
    def moving(self) -> bool:
        return super().moving or self._lesson.goes_on(self._until)

    def update(self, dt: float) -> None:
        self._lesson.pass_time(dt, self._until)
        super().update(dt)
        if self._view and self._comes(self._view):
            self._open = self._at
            self._refresh()

    # what the learner does

    def heard(self, what: Input) -> None:
        reads_on = any(button.name == "continue" for button in self._over.all)
        if what in (Key("return"), Key("enter"), Key("space")) and reads_on:
            self._read_on()
            return
        clicked, looks = (None, False) if isinstance(what, Key) else self._over.handle(what)
        self.changed |= looks
        if isinstance(what, Press):
            self._on_page = self._page is not None and self._page.place.contains(what.x, what.y)
        if clicked == "continue":
            self._read_on()
        elif clicked == "less":
            self._part -= 1
            self._refresh()
        elif clicked == "skip":
            self._skip()
        elif not (self._on_page and isinstance(what, Press | Release)):
            super().heard(what)
            if self._tips.over == "leave":
                self._tips.point(None)  # it tells of matches that are kept

    def _read_on(self) -> None:
        """The next part of the page, or the next step."""
        if self._page and self._part + 1 < self._page.parts:
            self._part += 1
            self._refresh()
        else:
            self._go_on()

    def _skip(self) -> None:
        """The step is done for the learner."""
        step = self._step
        if step and step.do:
            self._send(step.do, _cards(step.do))

    def _send(self, command: co.SeatCommand, cards: Cards = ()) -> None:
        """Only what the lesson wants is done; what the rules forbid as well is refused by the table."""
        step = self._step
        if step is None or self._ask is None or self._sent:
            return
        if step.do is not None and _same(step.do, command):
            super()._send(command, cards)
            self._go_on()
        elif step.do is not None and self._lesson.judge(command):
            super()._send(command, cards)
        else:
            self._notice = Notice(lambda words: LessonText(words).instead(step), True, False, None)
            self._hand.mark(())
            self._hand.refuse()
            self.kit.sounds.play("failed")
            self._refresh()

    def _clicked(self, name: str) -> None:
        step = self._step
        if name == "hint":
            if step is None or step.do is None:
                return
            self._forget_notice()
            self._hand.select_cards(_cards(step.do))
            self._refresh()
        elif name not in ABSENT:
            super()._clicked(name)

    def _asked_to_play(self, view: View) -> None:
        self.kit.sounds.play("turn")

    def _between_deals(self, view: View) -> None:
        self.stack.push(LessonSheet(self.kit, view, self._session.seats, self._end, self._leave))

    def _end(self) -> None:
        """The score has been read: the lesson is done."""
        settings, tr = self.kit.settings, self._words.tr
        if not settings.lesson_done:
            self.kit.change(structs.replace(settings, lesson_done=True))
        title, text = self._text.end()
        answers = [
            ("menu", tr("Back to the menu")),
            ("again", tr("Once more")),
            ("open", tr("Open a table")),
        ]
        self.stack.push(ChoiceScene(self.kit, "lesson-end", title, text, answers, self._ended, escape="menu"))

    def _ended(self, name: str) -> None:
        if name == "again":
            self.stack.replace(self, LessonScene(self.kit, self._open_table))
            return
        self._leave()
        if name == "open":
            self._open_table()

    # what is shown

    def _panels(self) -> Panels:
        assert self._view is not None
        return QuietPanels(self.kit, self._words, self._hand.table, self._view, self._session.seats)

    def _message(self) -> str:
        step = self._step
        if step is None or self._notice or self._peek:
            return super()._message()
        wanted, chosen = sorted(_cards(step.do)), sorted(self._hand.selected)
        return self._text.wanted(step, len(chosen) if chosen == wanted else -1)

    def _refresh(self) -> None:
        super()._refresh()
        view, step = self._view, self._step
        self._page = None
        if view is None:
            return
        does = step is not None and step.do is not None
        self._buttons.show(
            [self._own(button, does) for button in self._buttons.all if button.name not in ABSENT]
        )
        if step:
            played = [self._stage.place(seat) for seat in self._stage.trick]
            panel = LessonPanel(self.kit, self._words, self._hand.table, view.phase, played)
            self._page = panel.lay(self._text.page(step), step, self._at + 1, len(STEPS), self._part)
            if does:
                self._hand.allowed = frozenset(_cards(step.do))
        self._over.show(self._page.buttons if self._page else ())

    def _own(self, button: Button, does: bool) -> Button:
        """A button of the table as it is here; whether there is something to do."""
        alone = button.name == "hint" and not any(other.name == "clear" for other in self._buttons.all)
        left, right = self._hand.table.second_buttons
        return replace(
            button,
            rect=left.union(right) if alone else button.rect,
            enabled=button.enabled and (does or button.name not in ANSWERING),
        )

    def _marks(self) -> list[Item]:
        """Rings around what the step is about."""
        step, table, skin = self._step, self._hand.table, self.kit.skin
        if step is None:
            return []
        round_by, half = self.kit.metrics.radius, table.plates["top"].h // 2
        spots = {
            "score": (table.score_panel, round_by),
            "bottom": (table.bottom_backs["bottom"], round_by // 3),
        }
        places = [spots.get(name) or (table.plates[name], half) for name in step.shows]
        if isinstance(step.do, co.Bid):
            bid = f"bid:{format_cards(step.do.cards[:1])}x{len(step.do.cards)}"
            places += [(button.rect, round_by // 2) for button in self._buttons.all if button.name == bid]
        out, line = table.px(5), max(2, table.px(3))
        return [
            Item(
                skin.outline(place.w + 2 * out, place.h + 2 * out, radius + out, line),
                place.x - out,
                place.y - out,
            )
            for place, radius in places
        ]

    def items(self) -> list[Item]:
        page = self._page.items if self._page else []
        return [*super().items(), *self._marks(), *page, *self._over.items(self.kit.skin)]

    def state(self) -> dict[str, Any]:
        state, step = super().state(), self._step
        page = self._text.page(step) if step else None
        return {
            **state,
            "buttons": [*self._over.state(), *state.get("buttons", [])],
            "lesson": {
                "step": step.name if step else None,
                "text": page.text if page else "",
                "part": self._part,
                "parts": self._page.parts if self._page else 0,
                "done": self._at,
                "of": len(STEPS),
            },
        }


def _cards(command: co.SeatCommand | None) -> Cards:
    """The cards a command is about."""
    return command.cards if isinstance(command, co.Bid | co.Bury | co.Play) else ()


def _same(wanted: co.SeatCommand, command: co.SeatCommand) -> bool:
    return type(wanted) is type(command) and sorted(_cards(wanted)) == sorted(_cards(command))
