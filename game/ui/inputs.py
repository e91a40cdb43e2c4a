"""What a player does, as the scenes hear it. Positions in window pixels, times in seconds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Press:
    """A mouse button went down: 1 left, 2 middle, 3 right."""

    button: int
    x: int
    y: int
    time: float


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
class Key:
    """A key went down, by its name: "escape", "f11", "a"."""

    name: str


@dataclass(frozen=True, slots=True)
class FocusLost:
    """The window is no longer the one in front."""


Input = Press | Move | Release | Key | FocusLost
