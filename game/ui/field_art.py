"""How a text field is drawn."""

from dataclasses import dataclass

import pygame

from game.ui import shapes
from game.ui.text import Fonts
from game.ui.theme import Theme, mix

STATES = ("normal", "hover", "focus", "refused")

Span = tuple[int, int]
"""From and to, in pixels from where the text begins."""


@dataclass(frozen=True, slots=True)
class FieldLook:
    """What is seen in a field; ``scroll`` pixels of the text are out of sight at the left.

    ``underlined`` is what an input method is composing, ``strong`` the part of it that is being chosen.
    """

    text: str
    state: str = "normal"
    placeholder: bool = False
    scroll: int = 0
    caret: int | None = None
    selected: Span = (0, 0)
    underlined: Span = (0, 0)
    strong: Span = (0, 0)


def padding(height: int) -> int:
    """Pixels between the edge of a field and its text."""
    return round(height * 0.32)


def caret_width(px: int) -> int:
    """Pixels, for text ``px`` high."""
    return max(2, px // 10)


def draw_field(
    fonts: Fonts, theme: Theme, width: int, height: int, px: int, look: FieldLook, hair: int = 1
) -> pygame.Surface:
    """A field of ``width`` x ``height`` px with text ``px`` high; its border is ``hair`` px thick."""
    border = {
        "hover": (*theme.secondary, 200),
        "focus": (*theme.brass, 255),
        "refused": (*theme.danger, 255),
    }.get(look.state, theme.outline)
    line = max(2, height // 22) if look.state in ("focus", "refused") else hair
    surface = shapes.rounded(width, height, round(height * 0.26), (*theme.felt_outer, 255), border, line)
    pad, bar = padding(height), caret_width(px)
    color = mix(theme.secondary, theme.felt_outer, 0.3) if look.placeholder else theme.text
    ink = fonts.render(look.text, px, color)
    top = (height - ink.get_height()) // 2
    surface.set_clip(pygame.Rect(pad - bar, 0, width - 2 * pad + 2 * bar, height))
    left = pad - look.scroll
    high = min(height - 2 * line - 2, round(px * 1.4))
    mid = (height - high) // 2
    start, end = look.selected
    surface.fill(theme.seat, (left + start, mid, end - start, high))
    surface.blit(ink, (left, top))
    low = min(height - line - 2, mid + high - 1)
    for (start, end), thick in ((look.underlined, 1), (look.strong, 2)):
        weight = thick * max(1, px // 16)
        surface.fill(theme.brass, (left + start, low - weight, end - start, weight))
    if look.caret is not None:
        surface.fill(theme.brass, (left + look.caret - bar // 2, mid, bar, high))
    surface.set_clip(None)
    return surface
