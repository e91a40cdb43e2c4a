"""Players' pictures, drawn at any size: a shape in a colour with a mark on it, or a computer's face."""

import math

import pygame

from game.ui.shapes import OVERSAMPLE, Point, bezier, blank, fill_polygons, ready, shrink, suit_outline
from game.ui.theme import Rgb, mix

SHAPES = ("disc", "square", "hexagon", "shield", "flower", "octagon")
COLOURS: tuple[Rgb, ...] = (
    (0x2E, 0x7D, 0x68),
    (0x2F, 0x6C, 0xA8),
    (0x5A, 0x57, 0xA6),
    (0x8A, 0x4C, 0x92),
    (0xB0, 0x42, 0x6A),
    (0xB5, 0x3B, 0x3B),
    (0xB7, 0x62, 0x2C),
    (0x97, 0x76, 0x1C),
    (0x5F, 0x80, 0x2E),
    (0x2B, 0x80, 0x83),
    (0x6B, 0x5B, 0x4B),
    (0x55, 0x67, 0x78),
)
MARKS = (
    *("spade", "heart", "club", "diamond", "star", "crown", "sun", "moon"),
    *("mountain", "wave", "leaf", "lantern", "fish", "fan", "cloud", "tractor"),
)
MARK_INK: Rgb = (0xFB, 0xF7, 0xEC)
FACES = 4
"""Kinds of computers' faces."""

Polygons = list[list[Point]]


def draw_avatar(shape: int, colour: int, mark: int, side: int) -> pygame.Surface:
    """The picture in a square of ``side`` px; the numbers as in ``SHAPES``, ``COLOURS`` and ``MARKS``."""
    large = blank(side * OVERSAMPLE, side * OVERSAMPLE, COLOURS[colour])
    whole = side * OVERSAMPLE
    fill, rim = COLOURS[colour], mix(COLOURS[colour], (255, 255, 255), 0.3)
    outline = _shape(SHAPES[shape])
    fill_polygons(large, outline, rim, 0, 0, whole)
    edge = whole * 0.032
    fill_polygons(large, outline, fill, edge, edge, whole - 2 * edge)
    inner = whole * (0.56 if SHAPES[shape] != "shield" else 0.5)
    x = (whole - inner) / 2
    y = x if SHAPES[shape] != "shield" else x * 0.82
    solid, holes = _mark(MARKS[mark])
    fill_polygons(large, solid, MARK_INK, x, y, inner)
    fill_polygons(large, holes, fill, x, y, inner)
    return ready(shrink(large, side, side))


def draw_computer(kind: int, side: int, ground: Rgb) -> pygame.Surface:
    """The face of a computer player, one of ``FACES``, on a disc in a square of ``side`` px."""
    whole = side * OVERSAMPLE
    large = blank(whole, whole, ground)
    fill_polygons(large, [_ring(0.5, 0.5, 0.5, 96)], ground, 0, 0, whole)
    ink = mix(ground, MARK_INK, 0.88)
    ears = [_box(0.17, 0.43, 0.22, 0.59, 0.02), _box(0.78, 0.43, 0.83, 0.59, 0.02)]
    head = [_box(0.25, 0.32, 0.75, 0.7, 0.1), *ears]
    antenna = [_box(0.485, 0.22, 0.515, 0.33, 0.0), _ring(0.5, 0.2, 0.045)]
    x, y, size = -0.09 * whole, -0.045 * whole, 1.18 * whole
    fill_polygons(large, [*head, *antenna], ink, x, y, size)
    fill_polygons(large, _features(kind), ground, x, y, size)
    return ready(shrink(large, side, side))


def _features(kind: int) -> Polygons:
    """Eyes and mouth."""
    smile = [(0.4 + x / 50, 0.585 + 0.045 * math.sin(x / 10 * math.pi)) for x in range(11)]
    smile += [(x, y + 0.035) for x, y in reversed(smile)]
    mouth = _box(0.4, 0.595, 0.6, 0.63, 0.015)
    match kind:
        case 0:
            return [_ring(0.39, 0.475, 0.052), _ring(0.61, 0.475, 0.052), smile]
        case 1:
            return [_box(0.335, 0.43, 0.445, 0.52, 0.02), _box(0.555, 0.43, 0.665, 0.52, 0.02), mouth]
        case 2:
            return [_box(0.315, 0.425, 0.685, 0.52, 0.045), smile]
        case _:
            return [_box(0.36, 0.415, 0.42, 0.53, 0.03), _box(0.58, 0.415, 0.64, 0.53, 0.03), smile]


def _box(left: float, top: float, right: float, bottom: float, radius: float) -> list[Point]:
    """A rectangle with rounded corners."""
    corners = ((left, top, 2), (right, top, 3), (right, bottom, 0), (left, bottom, 1))
    found = []
    for x, y, quarter in corners:
        x += radius if x == left else -radius
        y += radius if y == top else -radius
        turns = [(quarter + i / 8) * math.pi / 2 for i in range(9)]
        found += [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]
    return found


def _ring(x: float, y: float, r: float, n: int = 48, turn: float = 0.0) -> list[Point]:
    return [
        (x + r * math.cos(turn + i / n * math.tau), y + r * math.sin(turn + i / n * math.tau))
        for i in range(n)
    ]


def _star(points: int, outer: float, inner: float) -> list[Point]:
    found = []
    for i in range(2 * points):
        r, angle = (outer, inner)[i % 2], i / points * math.pi - math.pi / 2
        found.append((0.5 + r * math.cos(angle), 0.5 + r * math.sin(angle)))
    return found


def _shape(name: str) -> Polygons:
    match name:
        case "disc":
            return [_ring(0.5, 0.5, 0.5, 96)]
        case "square":
            corners = [_ring(x, y, 0.2) for x, y in ((0.23, 0.23), (0.77, 0.23), (0.23, 0.77), (0.77, 0.77))]
            bars = [
                [(0.23, 0.03), (0.77, 0.03), (0.77, 0.97), (0.23, 0.97)],
                [(0.03, 0.23), (0.97, 0.23), (0.97, 0.77), (0.03, 0.77)],
            ]
            return [*corners, *bars]
        case "hexagon":
            return [_ring(0.5, 0.5, 0.5, 6, math.pi / 6)]
        case "octagon":
            return [_ring(0.5, 0.5, 0.5, 8, math.pi / 8)]
        case "flower":
            petals = [_ring(0.5 + 0.3 * math.cos(a), 0.5 + 0.3 * math.sin(a), 0.19) for a in _eighths()]
            return [_ring(0.5, 0.5, 0.38), *petals]
        case _:  # a shield
            half = [(0.06, 0.08)]
            half += bezier((0.06, 0.08), (0.24, 0.1), (0.4, 0.07), (0.5, 0.01))[1:]
            lower = bezier((0.5, 0.99), (0.2, 0.86), (0.06, 0.62), (0.06, 0.08))
            left = [*half, (0.5, 0.01)]
            right = [(1 - x, y) for x, y in reversed(left)]
            return [left + right + [(1 - x, y) for x, y in reversed(lower)] + lower]


def _eighths() -> list[float]:
    return [i * math.tau / 8 for i in range(8)]


def _mark(name: str) -> tuple[Polygons, Polygons]:
    """What is filled, and what of that is left open, in a unit square."""
    match name:
        case "spade" | "heart" | "club" | "diamond":
            return suit_outline({"spade": "S", "heart": "H", "club": "C", "diamond": "D"}[name]), []
        case "star":
            return [_star(5, 0.52, 0.22)], []
        case "crown":
            points = [(0.06, 0.26), (0.28, 0.5), (0.5, 0.12), (0.72, 0.5), (0.94, 0.26), (0.84, 0.74)]
            balls = [_ring(x, y, 0.06) for x, y in ((0.06, 0.22), (0.5, 0.1), (0.94, 0.22))]
            base = [(0.16, 0.8), (0.84, 0.8), (0.84, 0.9), (0.16, 0.9)]
            return [[*points, (0.16, 0.74)], base, *balls], []
        case "sun":
            rays = [
                [
                    (0.5 + r * math.cos(a + d), 0.5 + r * math.sin(a + d))
                    for r, d in ((0.5, 0), (0.33, 0.16), (0.33, -0.16))
                ]
                for a in _eighths()
            ]
            return [_ring(0.5, 0.5, 0.26), *rays], []
        case "moon":
            return [_ring(0.46, 0.5, 0.44)], [_ring(0.66, 0.4, 0.36)]
        case "mountain":
            return [[(0.0, 0.88), (0.36, 0.14), (0.56, 0.52), (0.68, 0.34), (1.0, 0.88)]], [
                [
                    *((0.22, 0.38), (0.32, 0.44), (0.39, 0.37), (0.46, 0.44), (0.53, 0.38)),
                    *((0.55, 0.44), (0.46, 0.51), (0.39, 0.44), (0.32, 0.51), (0.2, 0.44)),
                ]
            ]
        case "wave":
            return [_wave(y) for y in (0.22, 0.5, 0.78)], []
        case "leaf":
            half = bezier((0.5, 0.0), (0.14, 0.24), (0.1, 0.62), (0.5, 0.84))
            leaf = [*half, (0.5, 0.84), *((1 - x, y) for x, y in reversed(half))]
            stem = [(0.475, 0.8), (0.525, 0.8), (0.525, 1.0), (0.475, 1.0)]
            return [leaf, stem], [[(0.485, 0.2), (0.515, 0.2), (0.515, 0.84), (0.485, 0.84)]]
        case "lantern":
            body = [(0.5 + 0.4 * math.cos(t), 0.5 + 0.3 * math.sin(t)) for t in _turns()]
            bars = [[(0.32, y), (0.68, y), (0.68, y + 0.07), (0.32, y + 0.07)] for y in (0.14, 0.79)]
            rest = [
                [(0.48, 0.0), (0.52, 0.0), (0.52, 0.16), (0.48, 0.16)],
                *([(x, 0.86), (x + 0.05, 0.86), (x + 0.05, 1.0), (x, 1.0)] for x in (0.38, 0.475, 0.57)),
            ]
            lines = [[(x, 0.24), (x + 0.025, 0.24), (x + 0.025, 0.76), (x, 0.76)] for x in (0.36, 0.615)]
            return [body, *bars, *rest], lines
        case "fish":
            body = [(0.42 + 0.4 * math.cos(t), 0.5 + 0.25 * math.sin(t)) for t in _turns()]
            tail = [(0.74, 0.5), (1.0, 0.24), (0.94, 0.5), (1.0, 0.76)]
            fin = [(0.34, 0.28), (0.6, 0.1), (0.58, 0.32)]
            return [body, tail, fin], [_ring(0.2, 0.44, 0.045)]
        case "fan":
            rim = [(0.5 + 0.5 * math.cos(a), 0.84 + 0.7 * math.sin(a)) for a in _fan(24)]
            inner = [(0.5 + 0.14 * math.cos(a), 0.84 + 0.2 * math.sin(a)) for a in reversed(_fan(24))]
            ribs = [
                [
                    (0.5 + 0.15 * math.cos(a), 0.84 + 0.21 * math.sin(a)),
                    (0.5 + 0.47 * math.cos(a - 0.02), 0.84 + 0.65 * math.sin(a - 0.02)),
                    (0.5 + 0.47 * math.cos(a + 0.02), 0.84 + 0.65 * math.sin(a + 0.02)),
                ]
                for a in _fan(6)[1:-1]
            ]
            return [rim + inner, _ring(0.5, 0.84, 0.07)], ribs
        case "cloud":
            puffs = ((0.26, 0.58, 0.2), (0.48, 0.42, 0.25), (0.74, 0.56, 0.22))
            return [
                *(_ring(*puff) for puff in puffs),
                [(0.26, 0.5), (0.74, 0.5), (0.74, 0.78), (0.26, 0.78)],
            ], []
        case _:  # a tractor, as the game is called too
            body = [(0.1, 0.2), (0.46, 0.2), (0.52, 0.46), (0.9, 0.46), (0.94, 0.72), (0.1, 0.72)]
            pipe = [(0.7, 0.24), (0.76, 0.24), (0.76, 0.48), (0.7, 0.48)]
            return [body, pipe, _ring(0.28, 0.68, 0.26), _ring(0.8, 0.78, 0.16)], [
                [(0.17, 0.27), (0.4, 0.27), (0.44, 0.44), (0.17, 0.44)],
                _ring(0.28, 0.68, 0.1),
                _ring(0.8, 0.78, 0.06),
            ]


def _turns() -> list[float]:
    return [i / 48 * math.tau for i in range(48)]


def _fan(n: int) -> list[float]:
    """Angles from left to right over the top."""
    return [math.pi * (1.08 + 0.84 * i / n) for i in range(n + 1)]


def _wave(y: float) -> list[Point]:
    upper = [(x / 40, y - 0.075 + 0.07 * math.sin(x / 40 * 2 * math.tau)) for x in range(41)]
    return upper + [(x, at + 0.12) for x, at in reversed(upper)]
