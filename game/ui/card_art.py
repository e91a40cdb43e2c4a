"""The pictures on the classic cards: indices, pips, courts, jokers and the back, as vector shapes of our own.

A card is 96 units wide and 134 high, whatever its size on screen; `Canvas` turns units into pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.ui.shapes import Point, bezier, blank, fill_polygons, suit_outline
from game.ui.text import Fonts
from game.ui.theme import Rgb, Theme, mix

WIDE, HIGH = 96.0, 134.0
RANKS = "23456789TJQKA"
SUITS = "SHCD"

_CORNER = 6.5
_INDEX_LEFT, _INDEX_RIGHT = 4.2, 20.8
_RANK_TOP, _RANK_HIGH = 6.5, 20.0
_SUIT_TOP, _SUIT_SIDE = 29.5, 16.0
_CAP = 0.733  # height of a capital or figure in the font, of its em
_COLUMNS = (35.6, 57.8, 80.0)
_TOP, _MIDDLE, _BOTTOM = 21.0, 67.0, 113.0
_PIP = 19.0
_FIELD = (29.5, 11.0, 60.0, 112.0)  # left, top, width, height of a court's field


def _pips() -> dict[str, list[Point]]:
    """Centres of the pips of each rank, in units."""
    left, centre, right = _COLUMNS
    third = (_BOTTOM - _TOP) / 3
    fours = [_TOP, _TOP + third, _BOTTOM - third, _BOTTOM]
    corners = [(x, y) for y in (_TOP, _BOTTOM) for x in (left, right)]
    six = [*corners, (left, _MIDDLE), (right, _MIDDLE)]
    eight = [(x, y) for y in fours for x in (left, right)]
    upper, lower = (_TOP + _MIDDLE) / 2, (_BOTTOM + _MIDDLE) / 2
    two = [(centre, _TOP), (centre, _BOTTOM)]
    return {
        "2": two,
        "3": [*two, (centre, _MIDDLE)],
        "4": corners,
        "5": [*corners, (centre, _MIDDLE)],
        "6": six,
        "7": [*six, (centre, upper)],
        "8": [*six, (centre, upper), (centre, lower)],
        "9": [*eight, (centre, _MIDDLE)],
        "T": [*eight, (centre, _TOP + third / 2), (centre, _BOTTOM - third / 2)],
    }


PIPS = _pips()


@dataclass(frozen=True)
class Canvas:
    """A surface drawn on in card units, `unit` px each."""

    surface: pygame.Surface
    unit: float

    @classmethod
    def of(cls, width: int, height: int, color: Rgb) -> Canvas:
        """A transparent canvas of `width` x `height` px for one whole card."""
        return cls(blank(width, height, color), width / WIDE)

    def polygon(self, points: Sequence[Point], color: Rgb) -> None:
        """Fill a polygon given in units."""
        pygame.draw.polygon(self.surface, color, [(x * self.unit, y * self.unit) for x, y in points])

    def circle(self, x: float, y: float, r: float, color: Rgb, line: float = 0) -> None:
        """A disc, or a ring `line` units thick."""
        thick = max(1, round(line * self.unit)) if line else 0
        pygame.draw.circle(self.surface, color, (x * self.unit, y * self.unit), r * self.unit, thick)

    def box(self, x: float, y: float, w: float, h: float, r: float, color: Rgb, line: float = 0) -> None:
        """A rounded rectangle, or its border `line` units thick."""
        u = self.unit
        rect = pygame.Rect(round(x * u), round(y * u), round(w * u), round(h * u))
        thick = max(1, round(line * u)) if line else 0
        pygame.draw.rect(self.surface, color, rect, thick, border_radius=round(r * u))

    def line(self, a: Point, b: Point, color: Rgb, thick: float) -> None:
        """A straight line `thick` units wide."""
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = math.hypot(dx, dy) or 1
        ox, oy = -dy / length * thick / 2, dx / length * thick / 2
        there = [(a[0] + ox, a[1] + oy), (b[0] + ox, b[1] + oy)]
        back = [(b[0] - ox, b[1] - oy), (a[0] - ox, a[1] - oy)]
        self.polygon([*there, *back], color)

    def suit(self, suit: str, x: float, y: float, side: float, color: Rgb, upside: bool = False) -> None:
        """A suit centred at (`x`, `y`), `side` units large."""
        outline = suit_outline(suit)
        if upside:
            outline = [[(1 - px, 1 - py) for px, py in polygon] for polygon in outline]
        u = self.unit
        fill_polygons(self.surface, outline, color, (x - side / 2) * u, (y - side / 2) * u, side * u)

    def glyph(self, fonts: Fonts, text: str, box: tuple[float, float, float, float], color: Rgb) -> None:
        """`text` in bold, its ink as high as `box` (x, y, w, h), centred across, squeezed where too wide."""
        x, y, w, h = (value * self.unit for value in box)
        ink = fonts.draw_once(text, max(4, round(h / _CAP)), color, True)
        ink = ink.subsurface(ink.get_bounding_rect())
        size = (min(round(w), round(ink.get_width() * h / ink.get_height())), round(h))
        ink = pygame.transform.smoothscale(ink, size)
        self.surface.blit(ink, (x + (w - size[0]) / 2, y))


def paint_blank(canvas: Canvas, theme: Theme, line: int) -> None:
    """An empty card: ivory with a border of `line` px."""
    surface = canvas.surface
    radius = round(_CORNER * canvas.unit)
    pygame.draw.rect(surface, theme.hairline, surface.get_rect(), border_radius=radius)
    inner = surface.get_rect().inflate(-2 * line, -2 * line)
    pygame.draw.rect(surface, theme.ivory, inner, border_radius=max(1, radius - line))


def paint_card(canvas: Canvas, fonts: Fonts, theme: Theme, rank: str, suit: str, color: Rgb) -> None:
    """Index and picture of a card of `rank` "2".."A" (ten is "T") and `suit` 'S', 'H', 'C', 'D'."""
    index = (_INDEX_LEFT, _RANK_TOP, _INDEX_RIGHT - _INDEX_LEFT, _RANK_HIGH)
    paint_rank(canvas, fonts, rank, index, 3.4, color)
    middle = (_INDEX_LEFT + _INDEX_RIGHT) / 2
    canvas.suit(suit, middle, _SUIT_TOP + _SUIT_SIDE / 2, _SUIT_SIDE, color)
    if rank == "A":
        canvas.suit(suit, _COLUMNS[1], _MIDDLE, 50, color)
    elif rank in "JQK":
        _paint_court(canvas, fonts, theme, rank, suit, color)
    else:
        for x, y in PIPS[rank]:
            canvas.suit(suit, x, y, _PIP, color, upside=y > _MIDDLE + 1)


def paint_rank(
    canvas: Canvas, fonts: Fonts, rank: str, box: tuple[float, float, float, float], stroke: float, color: Rgb
) -> None:
    """The rank of an index in `box` (left, top, width, height); the strokes of a ten are `stroke` thick."""
    left, top, wide, high = box
    if rank != "T":
        tail = high * 0.13 if rank == "Q" else 0
        canvas.glyph(fonts, rank, (left, top, wide, high + tail), color)
        return
    # Squeezed glyphs would lose weight, so the ten is drawn: a bar with a flag and a narrow ring.
    one = left + 2.8
    canvas.polygon([(one, top), (one + stroke, top), (one + stroke, top + high), (one, top + high)], color)
    flag = high * 0.28
    canvas.polygon(
        [(one, top), (one, top + flag * 0.79), (left - 0.2, top + flag), (left - 0.2, top + flag * 0.46)],
        color,
    )
    zero = one + stroke + 1.7
    ring = left + wide - zero
    canvas.box(zero, top - 0.2, ring, high + 0.4, ring / 2, color, stroke)


def _paint_court(canvas: Canvas, fonts: Fonts, theme: Theme, rank: str, suit: str, color: Rgb) -> None:
    x, y, w, h = _FIELD
    canvas.box(x, y, w, h, 4, theme.parchment)
    lattice = mix(theme.parchment, theme.parchment_line, 0.45)
    clip = pygame.Rect(*(round(value * canvas.unit) for value in _FIELD))
    canvas.surface.set_clip(clip.inflate(-round(canvas.unit * 2), -round(canvas.unit * 2)))
    for i in range(-12, 13):
        start = x + i * 10.0
        canvas.line((start, y), (start + h * 0.62, y + h), lattice, 0.6)
        canvas.line((start + h * 0.62, y), (start, y + h), lattice, 0.6)
    canvas.surface.set_clip(None)
    canvas.box(x, y, w, h, 4, theme.parchment_line, 1.2)
    canvas.box(x + 2.6, y + 2.6, w - 5.2, h - 5.2, 2.4, theme.parchment_line, 0.7)
    centre = x + w / 2
    {"K": _crown, "Q": _tiara, "J": _swords}[rank](canvas, centre, y + 20, theme.brass_on_ivory)
    canvas.glyph(fonts, rank, (x + 10, y + 39, w - 20, 39 if rank == "Q" else 34), color)
    canvas.suit(suit, centre, y + 94, 24, color)


def _crown(canvas: Canvas, x: float, y: float, color: Rgb) -> None:
    """Five points with orbs on a band; 36 x 22 units about (`x`, `y`)."""
    tips = [(-18, -7), (-9, -10), (0, -12), (9, -10), (18, -7)]
    dips = [(-12.5, 2.5), (-4.5, 1), (4.5, 1), (12.5, 2.5)]
    points: list[Point] = []
    for i, tip in enumerate(tips):
        points.append(tip)
        if i < 4:
            points.append(dips[i])
    points += [(15, 6), (-15, 6)]
    canvas.polygon([(x + px, y + py) for px, py in points], color)
    for px, py in tips:
        canvas.circle(x + px, y + py - 0.6, 2.2, color)
    canvas.box(x - 15, y + 7.6, 30, 4, 1.6, color)


def _tiara(canvas: Canvas, x: float, y: float, color: Rgb) -> None:
    """Three arches under pearls on a band; 34 x 22 units about (`x`, `y`)."""
    for px, r, up in ((-10.5, 5.4, 1.5), (10.5, 5.4, 1.5), (0, 7.2, -0.6)):
        canvas.circle(x + px, y + up + 1, r, color, 2.4)
        canvas.circle(x + px, y + up - r - 2.6, 2.1, color)
    canvas.circle(x, y + 0.4, 2.4, color)
    canvas.box(x - 16.5, y + 7.6, 33, 4, 1.6, color)


def _swords(canvas: Canvas, x: float, y: float, color: Rgb) -> None:
    """Two crossed swords; 30 x 24 units about (`x`, `y`)."""
    for side in (-1, 1):

        def at(along: float, across: float, side: int = side) -> Point:
            # `along` runs from the pommel at the foot to the point at the top, leaning outwards
            ax, ay = side * 0.74, -0.67
            return (x - side * 11 + along * ax - across * ay, y + 11.5 + along * ay + across * ax)

        canvas.polygon([at(6, -1.7), at(28, -1.5), at(32.5, 0), at(28, 1.5), at(6, 1.7)], color)
        canvas.polygon([at(5, -5.6), at(7.4, -5.6), at(7.4, 5.6), at(5, 5.6)], color)
        canvas.polygon([at(0, -1.3), at(6, -1.3), at(6, 1.3), at(0, 1.3)], color)
        canvas.circle(*at(-0.4, 0), 2.3, color)


def paint_joker(canvas: Canvas, fonts: Fonts, theme: Theme, big: bool, color: Rgb) -> None:
    """小王, or 大王 if `big`: the words as index and below the sun; the small one's sun is a moon's ring."""
    words = "大王" if big else "小王"
    wide = _INDEX_RIGHT - _INDEX_LEFT
    for i, word in enumerate(words):
        canvas.glyph(fonts, word, (_INDEX_LEFT, _RANK_TOP + i * 19, wide, 17), color)
    x, y = _COLUMNS[1], 58.0
    rays = 24 if big else 16
    for i in range(rays):
        angle = i / rays * math.tau - math.pi / 2
        half = 0.085 if big else 0.10
        inner, outer = 18.5, 31.0 if i % 2 == 0 else 25.5
        foot = [
            (x + inner * math.cos(angle + turn), y + inner * math.sin(angle + turn)) for turn in (-half, half)
        ]
        canvas.polygon([*foot, (x + outer * math.cos(angle), y + outer * math.sin(angle))], color)
    if big:
        canvas.circle(x, y, 15.5, color)
        canvas.circle(x, y, 12.6, theme.brass, 1.0)
        canvas.glyph(fonts, "王", (x - 8, y - 8, 16, 16), theme.ivory)
    else:
        canvas.circle(x, y, 15.5, color, 1.6)
        _moon(canvas, x, y, color)
    canvas.glyph(fonts, words[0], (x - 16, 104, 15, 14.5), color)
    canvas.glyph(fonts, words[1], (x + 1, 104, 15, 14.5), color)


def _moon(canvas: Canvas, x: float, y: float, color: Rgb) -> None:
    outer = bezier((2, -10), (-15, -11), (-15, 11), (2, 10)) + bezier((2, 10), (5, 10), (7, 8), (8, 6))
    inner = bezier((8, 6), (-4, 9), (-8, -5), (2, -10))
    canvas.polygon([(x + px, y + py) for px, py in outer + inner], color)


def paint_back(canvas: Canvas, theme: Theme) -> None:
    """The back: an ivory border round a woven field."""
    margin = 5.0
    w, h = WIDE - 2 * margin, HIGH - 2 * margin
    canvas.box(margin, margin, w, h, 3.5, theme.back_field)
    u = canvas.unit
    frame = pygame.Rect(
        round((margin + 3.4) * u), round((margin + 3.4) * u), round((w - 6.8) * u), round((h - 6.8) * u)
    )
    canvas.surface.set_clip(frame)
    dark = mix(theme.back_field, (0, 0, 0), 0.13)
    light = mix(theme.back_field, theme.back_line, 0.62)
    step, rise = w / 10, h / 18
    for row in range(-1, 21):
        for column in range(-1, 12):
            x = margin + (column + (0.5 if row % 2 else 0)) * step
            _strand(canvas, x, margin + row * rise, step / 2, rise, dark, light)
    canvas.surface.set_clip(None)
    canvas.box(margin + 2.6, margin + 2.6, w - 5.2, h - 5.2, 2.2, theme.back_line, 1.0)


def _strand(canvas: Canvas, x: float, y: float, rx: float, ry: float, dark: Rgb, light: Rgb) -> None:
    """One rhomb of the weave: a light thread round a dark eye."""
    canvas.line((x - rx, y), (x, y - ry), light, 0.65)
    canvas.line((x, y - ry), (x + rx, y), light, 0.65)
    canvas.polygon([(x - rx * 0.42, y), (x, y - ry * 0.42), (x + rx * 0.42, y), (x, y + ry * 0.42)], dark)
