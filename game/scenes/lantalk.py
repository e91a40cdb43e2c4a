"""The chat over a table, or over the sheet that lies on it."""

from abc import abstractmethod
from typing import Any

from game.scenes.kit import Kit
from game.scenes.talk import FIELD, Talk
from game.scenes.visit import Visit
from game.scenes.writing import Writing
from game.ui.inputs import Input, Key, Move, Press, Release
from game.ui.layout import Rect, TableLayout
from game.ui.painter import Item
from game.ui.textfield import Edited, TextField
from game.ui.widgets import Button, Buttons


class Talking(Writing):
    """Comes before the other base class of a scene: Enter or a button opens the chat, Escape closes it."""

    def __init__(self, kit: Kit, visit: Visit, *rest: Any) -> None:
        super().__init__(kit, *rest)
        self._visit = visit
        self._talk = Talk(kit, visit, self._fields)
        self._talking = False  # the panel is open
        self._over = Buttons()  # those of the panel, over the scene's own
        self._panel: list[Item] = []

    @property
    def _enter_is_taken(self) -> bool:
        """Whether Enter means something else than the chat."""
        return False

    @property
    def _table(self) -> TableLayout:
        return TableLayout.of(*self.kit.size, self.kit.settings.ui_scale)

    @property
    @abstractmethod
    def _panel_place(self) -> Rect:
        """Where the chat opens."""

    @abstractmethod
    def _draw_anew(self) -> None:
        """What is shown of the scene is other than before."""

    @property
    def _talk_label(self) -> str:
        """What the button says that opens the chat."""
        tr, unread = self.kit.texts.tr, self._visit.unread
        return tr("Chat {n}", n=unread) if unread else tr("Chat")

    def heard(self, what: Input) -> None:
        if what == Key("escape") and self._talking:
            self._talk_open(False)
            return
        if isinstance(what, Key) and self._over.focus is not None:
            self._panel_key(what)
            return
        if what in (Key("return"), Key("enter")) and self._fields.focus is None and not self._enter_is_taken:
            self._talk_open(True)
            return
        clicked, looks = (None, False) if isinstance(what, Key) else self._over.handle(what)
        self.changed |= looks
        if clicked and self._talk.clicked(clicked):
            self._draw_anew()
        elif isinstance(what, Press) and self._covered(what.x, what.y):
            self._fields.handle(what)
            self.changed = True
        elif isinstance(what, Move | Release) and self._covered(what.x, what.y):
            self._fields.handle(what)
        else:
            super().heard(what)

    @property
    def _tabbed(self) -> Buttons | None:
        """Tab goes from the field to the panel's buttons and back; what lies below has it otherwise."""
        inside = self._fields.focus is not None or self._over.focus is not None
        return self._over if self._talking and inside else super()._tabbed

    def _panel_key(self, key: Key) -> None:
        """A key while one of the panel's buttons has the focus."""
        self.changed = True
        if key.name == "tab" and self._step_focus(-1 if key.shift else 1):
            return
        clicked, _ = self._over.handle(key)
        if clicked and self._talk.clicked(clicked):
            self._draw_anew()
            if self._over.focus is None:  # the phrase is said, and the phrases are gone
                self._fields.take_focus(FIELD)

    def _covered(self, x: int, y: int) -> bool:
        """Whether the point lies on the chat, not on what is below."""
        return self._talking and self._panel_place.contains(x, y)

    def _edited(self, edited: Edited) -> None:
        self._talk.edited(edited)
        self.changed = True

    def _talk_open(self, on: bool) -> None:
        self._talking = on
        self._talk.phrases = False
        self._draw_anew()
        self._fields.take_focus(FIELD if on else None)
        self.changed = True

    def _lay_talk(self) -> None:
        """Say anew what the chat shows."""
        if self._talking:
            self._visit.unread = 0
        self._panel = []
        buttons: list[Button] = []
        fields: list[TextField] = []
        if self._talking:
            self._panel, buttons, field = self._talk.lay(self._panel_place, self._table.unit, over=True)
            fields = [field]
        self._fields.show(fields)
        self._over.show(buttons)
        self.changed = True

    def _talk_items(self) -> list[Item]:
        if not self._talking:
            return []
        return self._panel + self._over.items(self.kit.skin) + self._field_items()

    def _talk_state(self) -> dict[str, Any]:
        visit = self._visit
        return {
            "talking": self._talking,
            "unread": visit.unread,
            "chat": [[line.name, line.text] for line in visit.said],
            "news": visit.news,
        }
