"""Antialiased building blocks: rounded rectangles, suit outlines, discs, soft shadows.

Everything is drawn larger and scaled down once. The callers cache; nothing here does.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import pygame

from game.ui.theme import Rgb, Rgba

Point = tuple[float, float]
OVERSAMPLE = 4

_CIRCLE_STEPS = 48


def blank(width: int, height: int, color: Rgb = (0, 0, 0)) -> pygame.Surface:
    """A transparent surface whose hidden colour is `color`, so that scaled edges take no dark fringe."""
    surface = pygame.Surface((max(1, width), max(1, height)), pygame.SRCALPHA)
    surface.fill((*color, 0))
    return surface


def ready(surface: pygame.Surface) -> pygame.Surface:
    """`surface` in the display's alpha format when a window exists, unchanged otherwise."""
    if pygame.display.get_init() and pygame.display.get_surface() is not None:
        return surface.convert_alpha()
    return surface


def shrink(surface: pygame.Surface, width: int, height: int) -> pygame.Surface:
    """`surface` scaled to `width` x `height` px, averaged."""
    return pygame.transform.smoothscale(surface, (max(1, width), max(1, height)))


def lay_over(top: Rgba, ground: Rgba) -> Rgba:
    """The translucent colour of `top` laid on `ground`."""
    ta, ga = top[3] / 255, ground[3] / 255
    alpha = ta + ga * (1 - ta)
    if alpha == 0:
        return (*top[:3], 0)
    red, green, blue = (
        round((t * ta + g * ga * (1 - ta)) / alpha) for t, g in zip(top[:3], ground[:3], strict=True)
    )
    return (red, green, blue, round(alpha * 255))


def rounded(
    width: int, height: int, radius: int, fill: Rgba | None, border: Rgba | None = None, line: int = 1
) -> pygame.Surface:
    """A rounded rectangle of `width` x `height` px with a border `line` px thick inside its edge.

    Only the corners are drawn large; the straight parts are filled, so a big panel costs little.
    """
    radius = max(0, min(radius, width // 2, height // 2))
    inside = fill or (*(border or (0, 0, 0, 0))[:3], 0)
    edge = lay_over(border, inside) if border else inside
    surface = blank(width, height, edge[:3])
    surface.fill(edge)
    if border:
        surface.fill(inside, (line, line, width - 2 * line, height - 2 * line))
    if radius:
        k = OVERSAMPLE
        side = 2 * radius * k
        large = blank(side, side, edge[:3])
        pygame.draw.circle(large, edge, (side / 2, side / 2), side / 2)
        if border:
            pygame.draw.circle(large, inside, (side / 2, side / 2), max(0, side / 2 - line * k))
        tile = shrink(large, 2 * radius, 2 * radius)
        for x, tx in ((0, 0), (width - radius, radius)):
            for y, ty in ((0, 0), (height - radius, radius)):
                corner = (x, y, radius, radius)
                surface.fill((*edge[:3], 0), corner)
                surface.blit(tile, (x, y), (tx, ty, radius, radius))
    return surface


def glow(width: int, height: int, radius: int, color: Rgba, spread: int) -> pygame.Surface:
    """A soft shadow of a rounded rectangle: `spread` px larger than `width` x `height` on each side."""
    w, h = width + 2 * spread, height + 2 * spread
    step = max(1, spread // 4)  # blurred small and scaled up: soft needs no detail
    sw, sh = max(4, w // step), max(4, h // step)
    small = blank(sw, sh, color[:3])
    inset = spread / step
    rect = pygame.Rect(0, 0, sw, sh).inflate(-2 * round(inset), -2 * round(inset))
    pygame.draw.rect(small, color, rect, border_radius=max(1, radius // step))
    soft = pygame.transform.gaussian_blur(small, max(1, round(inset / 2)))
    soft.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    soft.fill((*color[:3], 0), special_flags=pygame.BLEND_RGBA_ADD)
    return pygame.transform.smoothscale(soft, (w, h))


def disc(diameter: int, color: Rgb) -> pygame.Surface:
    """A filled circle."""
    return rounded(diameter, diameter, diameter // 2, (*color, 255))


def arc(diameter: int, fraction: float, color: Rgb, track: Rgba, line: int) -> pygame.Surface:
    """A ring `line` px thick: `track` all round, `fraction` (0..1) of it in `color`, clockwise from 12."""
    k = OVERSAMPLE
    side = diameter * k
    centre, outer = side / 2, side / 2
    inner = outer - line * k
    large = blank(side, side, color)
    pygame.draw.circle(large, track, (centre, centre), outer, line * k)
    if fraction > 0:
        steps = max(2, math.ceil(fraction * 120))
        rim = [fraction * i / steps * math.tau - math.pi / 2 for i in range(steps + 1)]
        points = [(centre + outer * math.cos(a), centre + outer * math.sin(a)) for a in rim]
        points += [(centre + inner * math.cos(a), centre + inner * math.sin(a)) for a in reversed(rim)]
        pygame.draw.polygon(large, color, points)
        middle = (outer + inner) / 2
        for a in (rim[0], rim[-1]):
            spot = (centre + middle * math.cos(a), centre + middle * math.sin(a))
            pygame.draw.circle(large, color, spot, line * k / 2)
    return shrink(large, diameter, diameter)


def bezier(a: Point, b: Point, c: Point, d: Point, steps: int = 14) -> list[Point]:
    """Points of a cubic curve from `a` to `d`, without `d` itself."""
    points = []
    for i in range(steps):
        t = i / steps
        u = 1 - t
        p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append((p * a[0] + q * b[0] + r * c[0] + s * d[0], p * a[1] + q * b[1] + r * c[1] + s * d[1]))
    return points


def _mirrored(half: list[Point]) -> list[Point]:
    return half + [(1 - x, y) for x, y in reversed(half)]


def _circle(x: float, y: float, r: float) -> list[Point]:
    turn = [i / _CIRCLE_STEPS * math.tau for i in range(_CIRCLE_STEPS)]
    return [(x + r * math.cos(a), y + r * math.sin(a)) for a in turn]


@cache
def suit_outline(suit: str) -> list[list[Point]]:
    """Polygons of suit 'S', 'H', 'C' or 'D' in a unit square, y down; together they fill the shape.

    The same lists each time: nobody changes them.
    """
    if suit == "H":
        half = bezier((0.5, 0.98), (0.36, 0.78), (0.02, 0.58), (0.02, 0.30))
        half += bezier((0.02, 0.30), (0.02, 0.10), (0.16, 0.03), (0.27, 0.03))
        half += bezier((0.27, 0.03), (0.39, 0.03), (0.47, 0.11), (0.5, 0.23))
        return [_mirrored(half)]
    if suit == "D":
        half = bezier((0.5, 0.0), (0.42, 0.17), (0.26, 0.36), (0.10, 0.5))
        half += bezier((0.10, 0.5), (0.26, 0.64), (0.42, 0.83), (0.5, 1.0))
        return [_mirrored(half)]
    stem = bezier((0.5, 0.60), (0.49, 0.80), (0.43, 0.94), (0.29, 0.99))
    if suit == "S":
        half = bezier((0.5, 0.01), (0.42, 0.18), (0.04, 0.36), (0.04, 0.60))
        half += bezier((0.04, 0.60), (0.04, 0.75), (0.15, 0.82), (0.26, 0.82))
        half += bezier((0.26, 0.82), (0.37, 0.82), (0.46, 0.76), (0.5, 0.66))
        return [_mirrored(half), _mirrored([*stem, (0.29, 0.99)])]
    if suit == "C":
        r = 0.222
        leaves = [_circle(0.5, 0.222, r), _circle(0.232, 0.61, r), _circle(0.768, 0.61, r)]
        heart = [(0.43, 0.38), (0.57, 0.38), (0.60, 0.54), (0.60, 0.64), (0.40, 0.64), (0.40, 0.54)]
        return [*leaves, heart, _mirrored([*stem, (0.29, 0.99)])]
    raise ValueError(f"no such suit: {suit!r}")


def fill_polygons(
    surface: pygame.Surface, polygons: Sequence[Sequence[Point]], color: Rgb, x: float, y: float, side: float
) -> None:
    """Fill unit-square `polygons` on `surface`, their square at (`x`, `y`) and `side` px large."""
    for polygon in polygons:
        pygame.draw.polygon(surface, color, [(x + px * side, y + py * side) for px, py in polygon])


def suit_shape(suit: str, px: int, color: Rgb) -> pygame.Surface:
    """Suit 'S', 'H', 'C' or 'D' in a square of `px`, antialiased."""
    k = OVERSAMPLE if px >= 24 else 2 * OVERSAMPLE
    large = blank(px * k, px * k, color)
    fill_polygons(large, suit_outline(suit), color, 0, 0, px * k)
    return shrink(large, px, px)
