"""The table cloth: a soft radial light with a fine grain, free of visible bands."""

from __future__ import annotations

import math
import random

import pygame

from game.ui.theme import Rgb

_SMALL = (192, 120)  # the light is computed this large and scaled up
_TILE = 512  # side in px of the repeated grain
_STRENGTH = 5  # of the grain, in fractions of a colour step


def _light(inner: Rgb, outer: Rgb, fine: int) -> pygame.Surface:
    """The light alone, small, every channel times `fine`."""
    width, height = _SMALL
    colours = [_between(inner, outer, i / 255, fine) for i in range(256)]
    pixels = bytearray()
    for y in range(height):
        dy = (y + 0.5) / height * 2 - 0.92  # the middle lies a little above the window's
        half = []
        for x in range(width // 2):
            dx = (x + 0.5) / width * 2 - 1
            far = min(1.0, math.hypot(dx, dy) / 1.28)
            half.append(colours[round(far * far * (3 - 2 * far) * 255)])
        pixels += b"".join(half + half[::-1])
    return pygame.image.frombytes(bytes(pixels), _SMALL, "RGB")


def _between(a: Rgb, b: Rgb, share: float, fine: int) -> bytes:
    """The colour between two, every channel times `fine`, as three bytes."""
    return bytes(round((x + (y - x) * share) * fine) for x, y in zip(a, b, strict=True))


def _grain() -> pygame.Surface:
    """A grey tile of noise, 0 .. 2 * `_STRENGTH`, most often the middle."""
    rng = random.Random(20)
    # the sum of two even spreads of 0..15, brought to the wanted range
    table = bytes(round((i % 16 + i // 16) / 30 * 2 * _STRENGTH) for i in range(256))
    tile = pygame.image.frombytes(rng.randbytes(_TILE * _TILE).translate(table), (_TILE, _TILE), "P")
    tile.set_palette([(i, i, i) for i in range(256)])
    return tile


def make_felt(width: int, height: int, inner: Rgb, outer: Rgb) -> pygame.Surface:
    """An opaque cloth of `width` x `height` px, `inner` in the middle, `outer` at the corners.

    The light is kept in fractions of a colour step until the grain has broken its bands; that leaves room
    for dark cloths only: `ValueError` for a channel above 122.
    """
    brightest = max(*inner, *outer)
    fine = 3 if brightest * 3 + 2 * _STRENGTH <= 255 else 2
    if brightest * fine + 2 * _STRENGTH > 255:
        raise ValueError("too light a cloth for this way of drawing")
    cloth = pygame.Surface((width, height), 0, 32)
    pygame.transform.smoothscale(_light(inner, outer, fine).convert(cloth), (width, height), cloth)
    tile = _grain().convert(cloth)
    cloth.fblits(
        [(tile, (x, y)) for x in range(0, width, _TILE) for y in range(0, height, _TILE)],
        pygame.BLEND_RGB_ADD,
    )
    take = _STRENGTH + 1  # the grain's mean, and what the division below rounds up
    cloth.fill((take, take, take), special_flags=pygame.BLEND_RGB_SUB)
    part = 256 // fine + 1
    cloth.fill((part, part, part), special_flags=pygame.BLEND_RGB_MULT)
    if pygame.display.get_init() and pygame.display.get_surface() is not None:
        return cloth.convert()
    return cloth
