"""A line of text being written: caret, selection, and what may be in it. Counted by code points. No pygame
here."""

import unicodedata
from dataclasses import dataclass, replace
from typing import Self

DIGITS = "0123456789"
ADDRESS = DIGITS + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.:-"

_DROPPED = frozenset(("Cc", "Cf", "Cn", "Co", "Cs"))


@dataclass(frozen=True, slots=True)
class Limits:
    """What a line may hold: at most ``longest`` characters, all of them of ``allowed``; "" allows any."""

    longest: int = 200
    allowed: str = ""

    def clean(self, text: str) -> str:
        """What of a text may be written. Line breaks and tabs become spaces, what can't be seen is dropped.

        Full-width forms, as Chinese input gives them, stand for what is allowed: "１：２。" for "1:2.".
        """
        return "".join(map(self._one, " ".join(text.splitlines()).replace("\t", " ")))

    def _one(self, char: str) -> str:
        if self.allowed and char not in self.allowed:
            char = "." if char == "。" else unicodedata.normalize("NFKC", char)
            return char if len(char) == 1 and char in self.allowed else ""
        hidden = unicodedata.category(char) in _DROPPED or 0xFE00 <= ord(char) <= 0xFE0F
        return "" if hidden else char


ANYTHING = Limits()


@dataclass(frozen=True, slots=True)
class Line:
    """``caret`` and ``anchor`` lie between characters, 0..len(text); what is between the two is selected."""

    text: str = ""
    caret: int = 0
    anchor: int = 0

    @classmethod
    def of(cls, text: str, limits: Limits) -> Self:
        """A text as far as it is allowed, the caret at its end."""
        text = limits.clean(text)[: limits.longest]
        return cls(text, len(text), len(text))

    @property
    def selection(self) -> tuple[int, int]:
        """Start and end of what is selected; equal when nothing is."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    @property
    def selected(self) -> str:
        """The text that is selected."""
        start, end = self.selection
        return self.text[start:end]

    def put(self, text: str, limits: Limits) -> Self:
        """A text in place of the selection, cut where the line is full; nothing when none of it may be."""
        start, end = self.selection
        room = limits.longest - len(self.text) + end - start
        text = limits.clean(text)[: max(0, room)]
        if not text:
            return self
        caret = start + len(text)
        return replace(self, text=self.text[:start] + text + self.text[end:], caret=caret, anchor=caret)

    def cut(self) -> Self:
        """Without what is selected."""
        start, end = self.selection
        return replace(self, text=self.text[:start] + self.text[end:], caret=start, anchor=start)

    def to(self, caret: int, select: bool = False) -> Self:
        """The caret elsewhere, as near as the text allows; ``select`` all it passes."""
        caret = max(0, min(len(self.text), caret))
        return replace(self, caret=caret, anchor=self.anchor if select else caret)

    def all(self) -> Self:
        """Everything selected."""
        return replace(self, caret=len(self.text), anchor=0)

    def key(self, name: str, shift: bool = False) -> Self:
        """What a key makes of the line: arrows, home, end, backspace, delete; others leave it as it is."""
        start, end = self.selection
        chosen = start < end
        match name:
            case "left":
                return self.to(start if chosen and not shift else self.caret - 1, shift)
            case "right":
                return self.to(end if chosen and not shift else self.caret + 1, shift)
            case "home":
                return self.to(0, shift)
            case "end":
                return self.to(len(self.text), shift)
            case "backspace":
                return (self if chosen else self.to(self.caret - 1, True)).cut()
            case "delete":
                return (self if chosen else self.to(self.caret + 1, True)).cut()
        return self
