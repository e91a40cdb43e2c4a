"""What the sheets over the table share: the ground, the buttons, the words."""

from abc import abstractmethod

from game.scenes.kit import Kit
from game.scenes.stack import Scene
from game.scenes.words import Words
from game.ui.inputs import FocusLost, Input, Key
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.theme import Rgb
from game.ui.widgets import Button, Buttons


class Dialogue(Scene):
    """A sheet over the darkened table. Says its buttons anew whenever its size or language changes."""

    opaque = False

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._words = Words(kit.texts)
        self._buttons = Buttons()

    def entered(self) -> None:
        self._refresh()

    def resumed(self) -> None:
        self._buttons.handle(FocusLost())  # the pointer is elsewhere by now
        self.changed = True

    def resized(self) -> None:
        self._words = Words(self.kit.texts)
        self._refresh()

    def _refresh(self) -> None:
        self._buttons.show(self._made_buttons())
        self.changed = True

    @property
    def _tabbed(self) -> Buttons | None:
        return self._buttons

    @abstractmethod
    def _made_buttons(self) -> list[Button]:
        """The buttons for this size and language."""

    def heard(self, what: Input) -> None:
        clicked, looks = self._buttons.handle(what)
        self.changed |= looks
        if clicked:
            self._clicked(clicked)
        elif what == Key("escape"):
            self._escaped()

    def _clicked(self, name: str) -> None:
        """A button was clicked."""

    def _escaped(self) -> None:
        """The escape key: nothing, unless the sheet can be closed without an answer."""

    def _fitted(
        self,
        text: str,
        px: int,
        color: Rgb,
        x: int,
        y: int,
        room: int,
        bold: bool = False,
        align: float = 0.0,
    ) -> Item:
        """A line with its middle at y, smaller where room is short; ``align`` 0 left to 1 right of x."""
        fonts = self.kit.fonts
        px = fonts.fitting(text, px, room, bold)
        surface = self.kit.skin.line(fonts.fit(text, px, room, bold), px, color, bold)
        return Item(surface, round(x - surface.get_width() * align), y - surface.get_height() // 2)

    def _ground(self, sheet: Rect, radius: int) -> list[Item]:
        """The table darkened, and the sheet on it."""
        skin = self.kit.skin
        return [
            Item(skin.veil(*self.kit.size), 0, 0),
            Item(skin.sheet(sheet.w, sheet.h, radius), sheet.x, sheet.y),
        ]
