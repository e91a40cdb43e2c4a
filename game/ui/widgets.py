"""Buttons of a scene: where they are, how they look, which one was clicked."""

from collections.abc import Sequence
from dataclasses import dataclass

from game.ui.inputs import FocusLost, Input, Move, Press, Release
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.skin import Skin


@dataclass(frozen=True, slots=True)
class Button:
    """A button as it should be now. ``px`` is the type size; ``kind`` one of the skin's."""

    name: str
    rect: Rect
    label: str
    px: int
    kind: str = "plain"
    enabled: bool = True
    note: str = ""


class Buttons:
    """The buttons of one scene, told anew whenever something changed; keeps hover and press by name."""

    def __init__(self) -> None:
        self.all: tuple[Button, ...] = ()
        self._hovered: str | None = None
        self._pressed: str | None = None

    def show(self, buttons: Sequence[Button]) -> None:
        """What there is from now on."""
        self.all = tuple(buttons)

    def at(self, x: float, y: float) -> Button | None:
        """The button under a point, enabled or not."""
        return next((button for button in self.all if button.rect.contains(x, y)), None)

    def handle(self, heard: Input) -> tuple[str | None, bool]:
        """(name of the button clicked, whether the looks changed). A click is press and release on it."""
        before = (self._hovered, self._pressed)
        clicked = None
        match heard:
            case Move(x, y):
                under = self.at(x, y)
                self._hovered = under.name if under and under.enabled else None
                if not heard.held:
                    self._pressed = None
            case FocusLost():
                self._hovered = self._pressed = None
            case Press(1, x, y):
                under = self.at(x, y)
                self._pressed = under.name if under and under.enabled else None
            case Release(1, x, y):
                under = self.at(x, y)
                if under and under.enabled and under.name == self._pressed:
                    clicked = under.name
                self._pressed = None
        return clicked, (self._hovered, self._pressed) != before

    def look(self, name: str) -> str:
        """How the button of that name looks now: one of the skin's states; "disabled" if there is none."""
        return next((self._state(button) for button in self.all if button.name == name), "disabled")

    def items(self, skin: Skin) -> list[Item]:
        """The draw list."""
        return [
            Item(
                skin.button(
                    button.rect.w,
                    button.rect.h,
                    button.label,
                    button.px,
                    button.kind,
                    self._state(button),
                    button.note,
                ),
                button.rect.x,
                button.rect.y,
            )
            for button in self.all
        ]

    def state(self) -> list[dict[str, object]]:
        """Name, rectangle and whether it can be pressed, for tests and bug reports."""
        return [{"name": b.name, "rect": list(b.rect), "enabled": b.enabled} for b in self.all]

    def _state(self, button: Button) -> str:
        if not button.enabled:
            return "disabled"
        if button.name == self._pressed:
            return "pressed" if button.name == self._hovered else "normal"
        return "hover" if button.name == self._hovered else "normal"
