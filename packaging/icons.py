"""Draw the program's icon in all sizes: ``python packaging/icons.py`` writes ``assets/icon``.

A green card table with a brass rim and 升 on it, as the window's own icon (``game/app.py``) shows it.
PNG for Linux, ``.ico`` for Windows, ``.icns`` for macOS.
"""

import io
import os
import struct
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
REPOSITORY = Path(__file__).resolve().parents[1]
if str(REPOSITORY) not in sys.path:
    sys.path.insert(0, str(REPOSITORY))

import pygame  # noqa: E402 (the line above hushes its greeting)

from game.ui import shapes  # noqa: E402
from game.ui.theme import EVENING as THEME  # noqa: E402

FOLDER = REPOSITORY / "assets" / "icon"
FONT = REPOSITORY / "assets" / "fonts" / "NotoSansSC-Bold.ttf"
PNG_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES = (16, 24, 32, 48, 64, 256)
ICNS_KINDS: Mapping[str, int] = {
    "ic11": 32,
    "ic12": 64,
    "ic07": 128,
    "ic13": 256,
    "ic08": 256,
    "ic14": 512,
    "ic09": 512,
    "ic10": 1024,
}
"""What macOS calls them, and their side in pixels."""
SETUP_SIZE = (164, 314)
MAC_MARGIN = 100 / 1024
"""The share of the side that macOS wants left empty around an icon."""
FINE = 4
"""Drawn so many times larger, then averaged."""


def icon(side: int, margin: float = 0.0) -> pygame.Surface:
    """The icon, ``side`` px square, with an empty rim of ``margin`` times the side."""
    large = side * FINE
    edge = round(large * margin)
    width = large - 2 * edge
    line = max(FINE, round(width / 28))
    radius = round(width * 0.22)
    table = shapes.rounded(width, width, radius, (*THEME.brass, 255))
    felt = _felt(width - 2 * line)
    felt.blit(
        shapes.rounded(width - 2 * line, width - 2 * line, radius - line, (255, 255, 255, 255)),
        (0, 0),
        special_flags=pygame.BLEND_RGBA_MULT,
    )
    table.blit(felt, (line, line))
    mark = _mark(round(width * (0.72 if side > 32 else 0.8)))
    table.blit(mark, ((width - mark.get_width()) // 2, (width - mark.get_height()) // 2))
    whole = shapes.blank(large, large, THEME.brass)
    whole.blit(table, (edge, edge))
    return pygame.transform.smoothscale(whole, (side, side))


def _felt(side: int) -> pygame.Surface:
    """The cloth, lighter in its middle."""
    few = 33
    cloth = pygame.Surface((few, few), pygame.SRCALPHA)
    for y in range(few):
        for x in range(few):
            away = min(1.0, ((x - few // 2) ** 2 + (y - few // 2) ** 2) ** 0.5 / (few * 0.7))
            colour = [
                round((i + 12) * (1 - away) + o * away)
                for i, o in zip(THEME.felt_inner, THEME.felt_outer, strict=True)
            ]
            cloth.set_at((x, y), (*colour, 255))
    return pygame.transform.smoothscale(cloth, (side, side))


def _mark(height: int) -> pygame.Surface:
    """升 with nothing around it, ``height`` px high."""
    drawn = pygame.font.Font(FONT, height).render("升", True, THEME.text)
    tight = drawn.subsurface(drawn.get_bounding_rect())
    width = round(tight.get_width() * height / tight.get_height())
    return pygame.transform.smoothscale(tight.copy(), (width, height))


def png(surface: pygame.Surface) -> bytes:
    """The picture as a PNG."""
    file = io.BytesIO()
    pygame.image.save(surface, file, "icon.png")
    return file.getvalue()


def _bitmap(surface: pygame.Surface) -> bytes:
    """The picture as Windows keeps small icons: a header, rows from below, an empty mask."""
    side = surface.get_width()
    pixels = pygame.image.tobytes(pygame.transform.flip(surface, False, True), "BGRA")
    mask = bytes((side + 31) // 32 * 4 * side)
    return struct.pack("<IiiHHIIiiII", 40, side, 2 * side, 1, 32, 0, len(pixels), 0, 0, 0, 0) + pixels + mask


def ico(surfaces: Sequence[pygame.Surface]) -> bytes:
    """An ``.ico`` of square pictures; 256 px as PNG, smaller ones as bitmaps, which every reader knows."""
    images = [png(s) if s.get_width() >= 256 else _bitmap(s) for s in surfaces]
    head = struct.pack("<HHH", 0, 1, len(images))
    at = len(head) + 16 * len(images)
    for surface, image in zip(surfaces, images, strict=True):
        side = surface.get_width() % 256
        head += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(image), at)
        at += len(image)
    return head + b"".join(images)


def icns(pictures: Mapping[str, pygame.Surface]) -> bytes:
    """An ``.icns`` of pictures by macOS's names for their sizes."""
    parts = b""
    for kind, surface in pictures.items():
        data = png(surface)
        parts += kind.encode("ascii") + struct.pack(">I", 8 + len(data)) + data
    return b"icns" + struct.pack(">I", 8 + len(parts)) + parts


def side_picture() -> pygame.Surface:
    """What the setup program for Windows has at its left, ``SETUP_SIZE`` px."""
    width, height = SETUP_SIZE
    picture = pygame.Surface(SETUP_SIZE)
    picture.blit(pygame.transform.smoothscale(_felt(height), (2 * width, height)), (-width // 2, 0))
    sign = icon(96)
    picture.blit(sign, ((width - 96) // 2, 40))
    colours = {"♠": THEME.text, "♥": THEME.red_on_felt, "♣": THEME.text, "♦": THEME.red_on_felt}
    font = pygame.font.Font(FONT, 24)
    for i, (suit, colour) in enumerate(colours.items()):
        drawn = font.render(suit, True, colour)
        picture.blit(drawn, drawn.get_rect(center=(width * (2 * i + 2) // 10, height - 44)))
    return picture


def write(folder: Path) -> list[Path]:
    """Write all files; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    pygame.font.init()
    files = {f"shengji-{side}.png": png(icon(side)) for side in PNG_SIZES}
    files["shengji.ico"] = ico([icon(side) for side in ICO_SIZES])
    files["shengji.icns"] = icns({kind: icon(side, MAC_MARGIN) for kind, side in ICNS_KINDS.items()})
    for name, data in files.items():
        (folder / name).write_bytes(data)
    pygame.image.save(side_picture(), folder / "setup.bmp")
    return [*(folder / name for name in files), folder / "setup.bmp"]


if __name__ == "__main__":
    for path in write(FOLDER):
        print(f"{path.name}: {path.stat().st_size} bytes")
