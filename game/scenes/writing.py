"""What scenes with text fields share: who hears a key, where the caret stands."""

from typing import Any

from game.scenes.kit import Kit
from game.scenes.stack import Scene
from game.ui.clipboard import SystemClipboard
from game.ui.inputs import Composing, Input, Key, Text
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.textfield import Edited, Fields


class Writing(Scene):
    """Comes before the other base class of a scene. While a field has the focus every key is the field's."""

    def __init__(self, kit: Kit, *rest: Any) -> None:
        self._fields = Fields(kit.fonts, SystemClipboard())
        super().__init__(kit, *rest)

    @property
    def caret(self) -> Rect | None:
        """Where the caret stands; None while no field has the focus."""
        return self._fields.caret

    def heard(self, what: Input) -> None:
        if isinstance(what, Key) and what.name == "tab" and self._step_focus(-1 if what.shift else 1):
            return
        writing = self._fields.focus is not None
        edited, looks = self._fields.handle(what)
        self.changed |= looks
        if edited:
            self._edited(edited)
        if not (writing and isinstance(what, Key | Text | Composing)):
            super().heard(what)

    def _step_focus(self, by: int) -> bool:
        """The focus goes from the last field to the buttons, and from the last button to the fields; whether
        it did."""
        fields, buttons = self._fields, self._tabbed
        names = [field.name for field in fields.all]
        if buttons is None or not names or fields.composing:
            return False
        last = -1 if by > 0 else 0
        if fields.focus == names[last]:
            fields.take_focus(None)
            buttons.step(by)
        elif fields.focus is None and buttons.at_end(by):
            buttons.focus = None
            fields.take_focus(names[0 if by > 0 else -1])
        else:
            return False
        self.changed = True
        return True

    def _edited(self, edited: Edited) -> None:
        """What is written in a field is another text, or Enter was pressed in it."""

    def _field_items(self) -> list[Item]:
        return self._fields.items(self.kit.skin, self.kit.theme)
