"""The icon: what lies in ``assets/icon`` is what the script draws, in every size and wrapping."""

import io
import struct
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pygame
import pytest

from game.ui.theme import EVENING


@pytest.fixture
def icons(script: Callable[[str], ModuleType]) -> ModuleType:
    pygame.font.init()
    return script("icons")


def loaded(data: bytes) -> pygame.Surface:
    return pygame.image.load(io.BytesIO(data), "icon.png")


def differing(a: pygame.Surface, b: pygame.Surface) -> float:
    """Mean difference of the pixels' bytes, 0..255."""
    assert a.get_size() == b.get_size()
    pairs = zip(pygame.image.tobytes(a, "RGBA"), pygame.image.tobytes(b, "RGBA"), strict=True)
    return sum(abs(x - y) for x, y in pairs) / (4 * a.get_width() * a.get_height())


@pytest.mark.parametrize("side", [16, 24, 32, 48, 64, 128, 256, 512])
def test_the_files_are_what_is_drawn(side: int, icons: ModuleType, root: Path) -> None:
    kept = pygame.image.load(root / "assets" / "icon" / f"shengji-{side}.png")
    assert kept.get_size() == (side, side)
    assert differing(kept, icons.icon(side)) < 2, "draw them anew: python packaging/icons.py"


def test_it_is_a_card_table_with_a_sign_on_it(icons: ModuleType) -> None:
    drawn = icons.icon(256)
    assert drawn.get_at((0, 0)).a == 0, "round corners"
    red, green, blue, alpha = drawn.get_at((3, 128))
    assert alpha == 255
    assert red > green > blue, "a rim of brass"
    red, green, blue, _ = drawn.get_at((20, 128))
    assert green > red, "green cloth"
    cream = sum(drawn.get_at((x, y))[:3] == EVENING.text for x in range(256) for y in range(256))
    assert 0.1 < cream / 256**2 < 0.4, "升"


def test_windows_gets_all_sizes(root: Path) -> None:
    data = (root / "assets" / "icon" / "shengji.ico").read_bytes()
    zero, kind, count = struct.unpack_from("<HHH", data)
    assert (zero, kind) == (0, 1)
    sides = []
    for i in range(count):
        width, height, _, _, _, bits, size, at = struct.unpack_from("<BBBBHHII", data, 6 + 16 * i)
        assert width == height
        assert bits == 32
        image = data[at : at + size]
        assert len(image) == size
        sides.append(width or 256)
        if image.startswith(b"\x89PNG"):
            assert loaded(image).get_width() == sides[-1]
        else:
            header, wide, high = struct.unpack_from("<Iii", image)
            assert (header, wide, high) == (40, sides[-1], 2 * sides[-1])
            assert size == 40 + 4 * wide * wide + (wide + 31) // 32 * 4 * wide
    assert sides == [16, 24, 32, 48, 64, 256]


def test_macos_gets_all_sizes(icons: ModuleType, root: Path) -> None:
    data = (root / "assets" / "icon" / "shengji.icns").read_bytes()
    magic, size = struct.unpack_from(">4sI", data)
    assert (magic, size) == (b"icns", len(data))
    found, at = {}, 8
    while at < size:
        kind, length = struct.unpack_from(">4sI", data, at)
        picture = loaded(data[at + 8 : at + length])
        found[kind.decode()] = picture.get_width()
        assert picture.get_at((picture.get_width() // 25, picture.get_width() // 2)).a == 0, "a margin"
        at += length
    assert found == icons.ICNS_KINDS
