"""What a player does, as the scenes hear it. Positions in window pixels, times in seconds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Press:
    """A mouse button went down: 1 left, 2 middle, 3 right; ``shift`` whether that key was held."""

    button: int
    x: int
    y: int
    time: float
    shift: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """The pointer moved; ``held`` whether any button is down."""

    x: int
    y: int
    held: bool
    time: float


@dataclass(frozen=True, slots=True)
class Release:
    """A mouse button went up."""

    button: int
    x: int
    y: int
    time: float


@dataclass(frozen=True, slots=True)
class Wheel:
    """The wheel was turned ``by`` notches, to what is further down below 0, with the pointer there."""

    x: int
    y: int
    by: float


@dataclass(frozen=True, slots=True)
class Key:
    """A key went down, by its name: "escape", "f11", "a". ``ctrl`` is Command on a Mac."""

    name: str
    ctrl: bool = False
    shift: bool = False


@dataclass(frozen=True, slots=True)
class KeyUp:
    """A key went up, ``held`` seconds after it went down."""

    name: str
    held: float


@dataclass(frozen=True, slots=True)
class Text:
    """Text was typed, or an input method is done with it: one character or more."""

    text: str


@dataclass(frozen=True, slots=True)
class Composing:
    """What an input method holds so far, "" when it gave up.

    Its caret stands before character ``start`` of it, and ``length`` characters from there are being chosen.
    """

    text: str
    start: int = 0
    length: int = 0


@dataclass(frozen=True, slots=True)
class FocusLost:
    """The window is no longer the one in front."""


Input = Press | Move | Release | Wheel | Key | KeyUp | Text | Composing | FocusLost
