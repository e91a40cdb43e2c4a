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
        writing = self._fields.focus is not None
        edited, looks = self._fields.handle(what)
        self.changed |= looks
        if edited:
            self._edited(edited)
        if not (writing and isinstance(what, Key | Text | Composing)):
            super().heard(what)

    def _edited(self, edited: Edited) -> None:
        """What is written in a field is another text, or Enter was pressed in it."""

    def _field_items(self) -> list[Item]:
        return self._fields.items(self.kit.skin, self.kit.theme)
