"""The keys at the table: a focus that wanders over the hand and the buttons, and a key for each thing."""

from game.scenes.hand import Hand
from game.ui import gestures as ge
from game.ui.inputs import Key
from game.ui.widgets import ARROWS, Buttons, nearest

LETTERS = {"h": "hint", "m": "mute", "c": "counts", "b": "bottom", "p": "points", "t": "tricks"}
"""Keys that do what a button of this name does."""

WHILE_SHOWN = {"a": "auto", "0": "pass"}
"""Keys that do so while the button can be pressed."""


class Keyboard:
    """The focus is on a card of the hand, on a button, or nowhere. Enter and Space press a button."""

    def __init__(self, hand: Hand, buttons: Buttons) -> None:
        self._hand = hand
        self._buttons = buttons

    def press(self, key: Key) -> list[ge.Intent | str]:
        """What a key means: intents, and names of buttons."""
        name, focus = key.name.strip("[]"), self._buttons.focus
        if key.ctrl:
            return []
        if name in ARROWS:
            self._go(name)
        elif name in ("return", "enter"):
            return [ge.PlaySelected()] if focus is None else self._pressed(focus)
        elif name == "space":
            if focus is not None:
                return self._pressed(focus)
            if self._hand.focus is not None:
                return [ge.Toggle(self._hand.focus)]
        elif name in LETTERS:
            return [LETTERS[name]]
        elif name in WHILE_SHOWN:
            return self._pressed(WHILE_SHOWN[name])
        elif name.isdecimal():
            bids = [b.name for b in self._buttons.all if b.enabled and b.name.startswith(("bid:", "stake:"))]
            return list(bids[int(name) - 1 : int(name)])
        return []

    def leave(self) -> bool:
        """The focus is nowhere; whether it was anywhere."""
        was = self._hand.focus is not None or self._buttons.focus is not None
        self._hand.focus = self._buttons.focus = None
        return was

    def _pressed(self, name: str) -> list[ge.Intent | str]:
        return [b.name for b in self._buttons.all if b.name == name and b.enabled]

    def _go(self, arrow: str) -> None:
        hand, buttons = self._hand, self._buttons
        if buttons.focus is not None:
            if not buttons.move(arrow) and arrow in ("down", "left") and hand.go(arrow):
                buttons.focus = None
            return
        at = next((i for i, sprite in enumerate(hand.sprites) if sprite.key == hand.focus), None)
        if hand.go(arrow) or at is None:
            return
        can = [(button.rect, button.name) for button in buttons.all if button.enabled]
        buttons.focus = nearest(hand.layout.visible(at), can, arrow)
        if buttons.focus is not None:
            hand.focus = None
