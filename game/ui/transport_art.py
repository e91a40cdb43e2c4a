"""The signs on the buttons that move through a replay."""

from collections.abc import Mapping
from types import MappingProxyType

import pygame

from game.ui.shapes import OVERSAMPLE, Point, blank, fill_polygons, ready, shrink
from game.ui.theme import Rgb


def _bar(x: float, wide: float = 0.14) -> list[Point]:
    return [(x, 0.12), (x + wide, 0.12), (x + wide, 0.88), (x, 0.88)]


def _arrow(x: float, wide: float) -> list[Point]:
    return [(x, 0.1), (x + wide, 0.5), (x, 0.9)]


def _back(polygons: list[list[Point]]) -> list[list[Point]]:
    return [[(1 - x, y) for x, y in polygon] for polygon in polygons]


SIGNS: Mapping[str, list[list[Point]]] = MappingProxyType(
    {
        "play": [_arrow(0.2, 0.68)],
        "pause": [_bar(0.18, 0.22), _bar(0.6, 0.22)],
        "step": [_arrow(0.3, 0.5)],
        "trick": [_arrow(0.04, 0.48), _arrow(0.48, 0.48)],
        "end": [_arrow(0.1, 0.6), _bar(0.74)],
        "step-back": _back([_arrow(0.3, 0.5)]),
        "trick-back": _back([_arrow(0.04, 0.48), _arrow(0.48, 0.48)]),
        "start": _back([_arrow(0.1, 0.6), _bar(0.74)]),
    }
)
"""Polygons in a unit square, y down."""


def draw_sign(name: str, px: int, color: Rgb) -> pygame.Surface:
    """One of ``SIGNS`` in a square of ``px``."""
    large = blank(px * OVERSAMPLE, px * OVERSAMPLE, color)
    fill_polygons(large, SIGNS[name], color, 0, 0, px * OVERSAMPLE)
    return ready(shrink(large, px, px))
