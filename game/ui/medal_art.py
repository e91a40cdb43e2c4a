"""Medals: a disc on a ribbon, of the material of its tier, with the step within the tier on it."""

import math

import pygame

from game.ui.shapes import OVERSAMPLE, Point, blank, ready, shrink
from game.ui.text import Fonts
from game.ui.theme import Rgb, mix

TIERS: tuple[Rgb, ...] = (
    (0xA0, 0x7A, 0x50),  # wood
    (0x8E, 0x93, 0x96),  # stone
    (0x74, 0x78, 0x80),  # iron
    (0xB8, 0x6B, 0x44),  # copper
    (0xA8, 0x84, 0x4E),  # bronze
    (0xC4, 0xCB, 0xD2),  # silver
    (0xE0, 0xB8, 0x4E),  # gold
    (0x6C, 0xB8, 0x8E),  # jade
    (0x8F, 0xB8, 0xE8),  # crystal
    (0xE6, 0xEE, 0xFA),  # diamond
)
STEPS = 10
"""Medals of a tier."""
RIBBON: Rgb = (0x9C, 0x2F, 0x3A)
INK: Rgb = (0x1D, 0x1D, 0x1F)


def draw_medal(fonts: Fonts, medal: int, side: int) -> pygame.Surface:
    """Medal 1.. in a square of ``side`` px; 0 is the place where the first one will be."""
    whole = side * OVERSAMPLE
    tier, step = divmod(max(0, medal - 1), STEPS)
    metal = TIERS[min(tier, len(TIERS) - 1)] if medal else (0x5A, 0x70, 0x6A)
    large = blank(whole, whole, metal)

    def shape(points: list[Point], color: Rgb) -> None:
        pygame.draw.polygon(large, color, [(x * whole, y * whole) for x, y in points])

    ribbon = RIBBON if medal else (0x3C, 0x52, 0x4C)
    shape([(0.22, 0.0), (0.44, 0.0), (0.6, 0.44), (0.42, 0.5)], ribbon)
    shape([(0.78, 0.0), (0.56, 0.0), (0.4, 0.44), (0.58, 0.5)], mix(ribbon, (0, 0, 0), 0.2))
    middle, r = (0.5 * whole, 0.65 * whole), 0.35 * whole
    rim = [
        (
            middle[0] + r * (1 - 0.05 * (i % 2)) * math.cos(i / 48 * math.tau),
            middle[1] + r * (1 - 0.05 * (i % 2)) * math.sin(i / 48 * math.tau),
        )
        for i in range(48)
    ]
    pygame.draw.polygon(large, mix(metal, (0, 0, 0), 0.28), rim)
    pygame.draw.circle(large, metal, middle, r * 0.88)
    pygame.draw.circle(large, mix(metal, (255, 255, 255), 0.35), middle, r * 0.72, max(1, round(r * 0.05)))
    found = shrink(large, side, side)
    if medal:
        number = fonts.render(str(step + 1), max(12, round(side * 0.3)), INK, True)
        found.blit(number, number.get_rect(center=(side // 2, round(side * 0.65))))
    return ready(found)
