"""Buttons of a scene: where they are, how they look, which one was clicked."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from game.ui.inputs import FocusLost, Input, Key, Move, Press, Release
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.skin import Skin

AREA = "area"
"""The kind of a button that others draw: only a ring around it shows, where the keys are, or the pointer
until it has clicked there."""

AROUND = 4
"""Pixels between an area and its ring."""

MAIN = ("main", "menu-main")
"""The kinds of the one button that goes on."""

ARROWS = MappingProxyType({"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)})
"""The keys that move the focus, with their directions."""

PRESSES = ("return", "enter", "space")
"""The keys that press the button with the focus, or the main one where none has it."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button as it should be now. ``px`` is the type size; ``kind`` one of the skin's, or ``AREA``."""

    name: str
    rect: Rect
    label: str
    px: int
    kind: str = "plain"
    enabled: bool = True
    note: str = ""


class Buttons:
    """The buttons of one scene, told anew whenever something changed; keeps hover, press and focus by name.

    The focus is where the keys are: Tab and the arrows move it, Enter and Space press (the main button where
    it is nowhere); a click ends it.
    """

    def __init__(self) -> None:
        self.all: tuple[Button, ...] = ()
        self.focus: str | None = None
        self._hovered: str | None = None
        self._pressed: str | None = None
        self._done: str | None = None  # the area that was clicked, while the pointer is still there

    def show(self, buttons: Sequence[Button]) -> None:
        """What there is from now on."""
        self.all = tuple(buttons)
        if self.focus is not None and not any(button.name == self.focus for button in self.all):
            self.focus = None

    def at(self, x: float, y: float) -> Button | None:
        """The button under a point, enabled or not."""
        return next((button for button in self.all if button.rect.contains(x, y)), None)

    def handle(self, heard: Input) -> tuple[str | None, bool]:
        """(name of the button clicked, whether the looks changed). A click is press and release on it."""
        before = (self._hovered, self._pressed, self.focus)
        clicked = None
        match heard:
            case Key():
                clicked = self._key(heard)
            case Move(x, y):
                under = self.at(x, y)
                name = under.name if under and under.enabled else None
                self._done = name if name == self._done else None
                self._hovered = None if name == self._done else name
                if not heard.held:
                    self._pressed = None
            case FocusLost():
                self._hovered = self._pressed = None
            case Press(1, x, y):
                self.focus = None
                under = self.at(x, y)
                self._pressed = under.name if under and under.enabled else None
            case Release(1, x, y):
                under = self.at(x, y)
                if under and under.enabled and under.name == self._pressed:
                    clicked = under.name
                    if under.kind == AREA:
                        self._done, self._hovered = under.name, None
                self._pressed = None
        return clicked, (self._hovered, self._pressed, self.focus) != before

    @property
    def hovered(self) -> str | None:
        """The button under the pointer."""
        return self._hovered

    def _key(self, key: Key) -> str | None:
        """Move the focus, or press the button that has it; the name of the one pressed."""
        if key.name == "tab":
            self.step(-1 if key.shift else 1)
        elif key.name in ARROWS:
            self.move(key.name)
        elif key.name in PRESSES:
            can = [b for b in self.all if b.enabled]
            meant = (b for b in can if (b.name == self.focus if self.focus else b.kind in MAIN))
            return next((b.name for b in meant), None)
        return None

    def step(self, by: int) -> None:
        """The focus goes to the next button that can be pressed (``by`` 1), or the one before (-1)."""
        names = [button.name for button in self.all if button.enabled]
        if self.focus in names:
            self.focus = names[(names.index(self.focus) + by) % len(names)]
        elif names:
            self.focus = names[0 if by > 0 else -1]

    def at_end(self, by: int) -> bool:
        """Whether ``step`` would begin anew: the focus is on the last one that way, or nowhere."""
        names = [button.name for button in self.all if button.enabled]
        return self.focus not in names or self.focus == names[-1 if by > 0 else 0]

    def move(self, arrow: str) -> bool:
        """The focus goes to the nearest button that way, to begin with to the main one; False for none."""
        can = [button for button in self.all if button.enabled]
        here = next((button for button in self.all if button.name == self.focus), None)
        if here is None:
            main = [button for button in can if button.kind in MAIN]
            self.focus = next((button.name for button in (*main, *can)), None)
            return self.focus is not None
        there = nearest(here.rect, [(button.rect, button.name) for button in can], arrow)
        self.focus = there or self.focus
        return there is not None

    def look(self, name: str) -> str:
        """How the button of that name looks now: one of the skin's states; "disabled" if there is none."""
        return next((self._state(button) for button in self.all if button.name == name), "disabled")

    def items(self, skin: Skin) -> list[Item]:
        """The draw list."""
        items = []
        for button in self.all:
            rect, state = button.rect, self._state(button)
            if button.kind != AREA:
                surface = skin.button(
                    rect.w, rect.h, button.label, button.px, button.kind, state, button.note
                )
                items.append(Item(surface, rect.x, rect.y))
            elif state in ("hover", "pressed", "focus"):
                ring = rect.inflated(AROUND)
                radius = max(4, button.px // 2) + AROUND
                items.append(Item(skin.outline(ring.w, ring.h, radius), ring.x, ring.y))
        return items

    def state(self) -> list[dict[str, object]]:
        """Name, rectangle, whether it can be pressed and has the focus, for tests and bug reports."""
        return [
            {"name": b.name, "rect": list(b.rect), "enabled": b.enabled, "focus": b.name == self.focus}
            for b in self.all
        ]

    def _state(self, button: Button) -> str:
        if not button.enabled:
            return "disabled"
        if button.name == self._pressed:
            return "pressed" if button.name == self._hovered else "normal"
        if button.name == self.focus:
            return "focus"
        return "hover" if button.name == self._hovered else "normal"


def nearest(here: Rect, others: Sequence[tuple[Rect, str]], arrow: str) -> str | None:
    """The name of the place that lies next in the direction of an arrow: straight ahead, or else aside."""
    dx, dy = ARROWS[arrow]
    found: list[tuple[bool, int, str]] = []
    for rect, name in others:
        ahead = (rect.center[0] - here.center[0]) * dx + (rect.center[1] - here.center[1]) * dy
        if dx:
            aside = max(rect.y - here.bottom, here.y - rect.bottom, 0)
            beyond = rect.x >= here.right if dx > 0 else rect.right <= here.x
        else:
            aside = max(rect.x - here.right, here.x - rect.right, 0)
            beyond = rect.y >= here.bottom if dy > 0 else rect.bottom <= here.y
        if beyond:
            found.append((aside > 0, ahead + 3 * aside, name))
    return min(found)[2] if found else None
