"""Text: the shipped fonts, rendered lines in a cache, wrapping and shortening."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import pygame

from game.ui.cache import SurfaceCache
from game.ui.theme import Rgb

LEAST = 12
"""Pixels of type; smaller ones are hard to read."""

_BUDGET = 24 << 20  # bytes of rendered lines kept
_FONTS_KEPT = 48
_WIDTHS_KEPT = 2048  # texts whose width is kept: the same ones are fitted frame after frame
_LONGEST = 1000  # characters drawn of one line; more would outgrow what SDL can hold
_NO_LINE_START = frozenset("、。，．：；！？）】」』〉》〕〗｝’”…‥·・％%,.:;!?)]}›»—～ー")
_NO_LINE_END = frozenset("（【「『〈《〔〖｛‘“([{‹«￥$")
_PATH = frozenset("/\\")
_SYSTEM_FONTS = (
    "microsoftyahei,pingfangsc,hiraginosansgb,notosanscjksc,notosanscjk,sourcehansanssc,"
    "wenquanyimicrohei,wenquanyizenhei,droidsansfallback,simsun,arialunicodems"
)


def read_coverage(path: Path) -> frozenset[int] | None:
    """Code points listed in a coverage file (hexadecimal words, ranges with a dash); `None` without file."""
    try:
        words = path.read_text(encoding="ascii").split()
    except OSError:
        return None
    points: set[int] = set()
    for word in words:
        first, _, last = word.partition("-")
        points.update(range(int(first, 16), int(last or first, 16) + 1))
    return frozenset(points)


def _is_wide(char: str) -> bool:
    """Whether a line may break beside `char` without a space (hanzi, kana, full-width forms)."""
    return unicodedata.east_asian_width(char) in "WF"


def _units(text: str) -> list[str]:
    """`text` (one paragraph) cut where a line may end; the pieces joined give the text again."""
    units: list[str] = []
    start = 0
    for i in range(1, len(text)):
        before, here = text[i - 1], text[i]
        if here.isspace() or here in _NO_LINE_START or before in _NO_LINE_END:
            continue
        if before == " " and text[i - 2] == "×":  # × 2 stays whole
            continue
        path = before in _PATH and here not in _PATH and not here.isdigit()  # 1/2 stays whole
        if before.isspace() or _is_wide(before) or _is_wide(here) or path:
            units.append(text[start:i])
            start = i
    if text:
        units.append(text[start:])
    return units


class Fonts:
    """Both weights of the interface font at any pixel size.

    Owns the opened fonts and the rendered lines. `pygame.font` must be initialised. Surfaces handed out
    are shared: the same arguments give the same object, nobody draws on it.
    """

    def __init__(self, folder: Path) -> None:
        """`folder` holds NotoSansSC-Regular.ttf, NotoSansSC-Bold.ttf and coverage.txt."""
        self._folder = folder
        self._fonts: OrderedDict[tuple[int, bool, bool], pygame.font.Font] = OrderedDict()
        self._lines = SurfaceCache(_BUDGET)
        self._width = lru_cache(_WIDTHS_KEPT)(self._measure)
        self._covered: frozenset[int] | None = None
        self._coverage_read = False
        self._system: str | None = None
        self._system_sought = False

    def keep_for(self, window: int) -> None:
        """Keep no more lines than a window of so many bytes of pixels shows: half of it is text at most."""
        self._lines.limit(window // 2)

    def render(self, text: str, px: int, color: Rgb, bold: bool = False) -> pygame.Surface:
        """One line of `text`, `px` em height, on a transparent ground; `height(px)` px high.

        Line breaks and control characters become spaces, direction marks and joiners vanish.
        """
        key = (text, px, color, bold)
        return self._lines.get(key, lambda: self._draw(text, px, color, bold))

    def draw_once(self, text: str, px: int, color: Rgb, bold: bool = False) -> pygame.Surface:
        """As `render`, in the shipped font alone, and neither line nor font is kept: for type of many times
        its size on screen that goes into a picture, which is."""
        return self._open(px, bold, False).render(text, True, color)

    def size(self, text: str, px: int, bold: bool = False) -> tuple[int, int]:
        """Width and height in px of what `render` would give."""
        return self._width(text, px, bold), self.height(px, bold)

    def _measure(self, text: str, px: int, bold: bool) -> int:
        return sum(self._font(px, bold, system).size(run)[0] for run, system in self._runs(text))

    def height(self, px: int, bold: bool = False) -> int:
        """Height of a rendered line in px."""
        return self._font(px, bold, False).get_height()

    def wrap(self, text: str, px: int, width: int, bold: bool = False) -> list[str]:
        """Lines of `text` no wider than `width` px.

        Chinese breaks anywhere except before closing or after opening punctuation, Latin at spaces and
        between the folders of a path; a word too wide for a line of its own breaks anywhere. A newline
        starts a new line, an empty one is kept.
        """
        lines: list[str] = []
        for paragraph in text.split("\n"):
            if self._fits(paragraph, px, width, bold):  # as most do: one look, not one for each word
                lines.append(paragraph.rstrip())
                continue
            units = _units(paragraph)
            while units:
                n = self._fitting(units, px, width, bold)
                if n == 0:  # a word too wide for a line
                    word = units[0]
                    n = max(1, self._fitting(word, px, width, bold))
                    units[:1] = [word[:n], *([word[n:]] if word[n:] else [])]
                    n = 1
                if line := "".join(units[:n]).rstrip():
                    lines.append(line)
                del units[:n]
        return lines

    def _fitting(self, parts: Sequence[str], px: int, width: int, bold: bool) -> int:
        """How many of these, from the first on, have room side by side."""
        ends = range(1, len(parts) + 1)
        return bisect_left(ends, True, key=lambda n: not self._fits("".join(parts[:n]), px, width, bold))

    def wrap_evenly(self, text: str, px: int, width: int, bold: bool = False) -> list[str]:
        """As `wrap`, but no paragraph leaves a word or two for its last line where it need not."""
        lines: list[str] = []
        for paragraph in text.split("\n"):
            room, found = width, self.wrap(paragraph, px, width, bold)
            while len(found) > 1 and self.size(found[-1], px, bold)[0] < width // 3:
                room -= px
                shorter = self.wrap(paragraph, px, room, bold)
                if len(shorter) > len(found):
                    break
                found = shorter
            lines += found
        return lines

    def fitting(self, text: str, px: int, width: int, bold: bool = False, least: int = LEAST) -> int:
        """The largest type from `px` down, no smaller than `least`, in which `text` is `width` px wide at
        most; `least` when there is none."""
        while px > least and self.size(text, px, bold)[0] > width:
            px -= 1
        return px

    def fit(self, text: str, px: int, width: int, bold: bool = False) -> str:
        """`text` if it is at most `width` px wide, else its longest beginning with an ellipsis that is."""
        if self.size(text, px, bold)[0] <= width:
            return text
        low, high = 0, min(len(text), _LONGEST)
        while low < high:
            middle = (low + high + 1) // 2
            if self.size(text[:middle].rstrip() + "…", px, bold)[0] <= width:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + "…"

    def _fits(self, text: str, px: int, width: int, bold: bool) -> bool:
        return self.size(text.rstrip(), px, bold)[0] <= width

    def _draw(self, text: str, px: int, color: Rgb, bold: bool) -> pygame.Surface:
        parts = []
        for run, system in self._runs(text):
            font = self._font(px, bold, system)
            try:
                parts.append((font.render(run, True, color), font.get_ascent()))
            except (pygame.error, UnicodeError, ValueError):
                box = pygame.Surface((px, font.get_height()), pygame.SRCALPHA)
                pygame.draw.rect(box, color, (1, px // 4, px - 2, px), 1)
                parts.append((box, font.get_ascent()))
        if len(parts) == 1 and parts[0][0].get_height() == self.height(px, bold):
            return parts[0][0]
        ascent = self._font(px, bold, False).get_ascent()
        line = pygame.Surface(
            (sum(part.get_width() for part, _ in parts), self.height(px, bold)), pygame.SRCALPHA
        )
        line.fill((*color, 0))
        x = 0
        for part, own_ascent in parts:
            line.blit(part, (x, ascent - own_ascent))
            x += part.get_width()
        return line

    def _runs(self, text: str) -> list[tuple[str, bool]]:
        """`text` cleaned and cut into runs, each with whether it needs the system's font."""
        text = text[:_LONGEST]
        if not self._coverage_read:
            self._covered = read_coverage(self._folder / "coverage.txt")
            self._coverage_read = True
        covered = self._covered
        if text.isprintable() and (covered is None or all(ord(char) in covered for char in text)):
            return [(text, False)] if text else []
        runs: list[tuple[str, bool]] = []
        for char in text:
            category = unicodedata.category(char)
            if category == "Cf" or 0xFE00 <= ord(char) <= 0xFE0F:
                continue
            if category in ("Cc", "Zl", "Zp"):
                char = " "
            elif category == "Cs":
                char = "□"
            system = covered is not None and ord(char) not in covered
            if runs and runs[-1][1] == system:
                runs[-1] = (runs[-1][0] + char, system)
            else:
                runs.append((char, system))
        return runs

    def _font(self, px: int, bold: bool, system: bool) -> pygame.font.Font:
        key = (px, bold, system)
        font = self._fonts.get(key)
        if font is not None:
            self._fonts.move_to_end(key)
            return font
        font = self._fonts[key] = self._open(px, bold, system)
        if len(self._fonts) > _FONTS_KEPT:
            self._fonts.popitem(last=False)
        return font

    def _open(self, px: int, bold: bool, system: bool) -> pygame.font.Font:
        shipped = self._folder / f"NotoSansSC-{'Bold' if bold else 'Regular'}.ttf"
        return pygame.font.Font((self._system_font() if system else None) or str(shipped), px)

    def _system_font(self) -> str | None:
        """Path of a CJK font of this system, looked for once and only when a character is missing."""
        if not self._system_sought:
            self._system_sought = True
            try:
                self._system = pygame.font.match_font(_SYSTEM_FONTS)
                if self._system:
                    pygame.font.Font(self._system, 12)
            except (pygame.error, OSError, ValueError):
                self._system = None
        return self._system
