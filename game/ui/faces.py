"""Card faces and backs at any size, drawn once each and cached."""

from __future__ import annotations

from types import MappingProxyType

import pygame

from game.ui.cache import SurfaceCache
from game.ui.card_art import (
    HIGH,
    RANKS,
    SUITS,
    WIDE,
    Canvas,
    paint_back,
    paint_blank,
    paint_card,
    paint_joker,
)
from game.ui.card_large import paint_large_card, paint_large_joker
from game.ui.painter import Item
from game.ui.shapes import OVERSAMPLE, blank, glow, ready, shrink, suit_shape
from game.ui.text import Fonts
from game.ui.theme import Rgb, Theme

LITTLE_JOKER, BIG_JOKER = 52, 53
FACES = 54

PAINTERS = MappingProxyType(
    {"classic": (paint_card, paint_joker), "large": (paint_large_card, paint_large_joker)}
)
"""What draws a card and what draws a joker, by the name of the card theme."""

_BUDGET = 96 << 20  # bytes of faces kept: two whole decks of sizes even at 4K
_TURN = 3  # degrees between two kept angles


def name(card: int) -> tuple[str, str]:
    """Rank "2".."A" (ten is "T") and suit 'S', 'H', 'C', 'D' of face 0..51; ("L" or "B", "J") for jokers."""
    if not 0 <= card < FACES:
        raise ValueError(f"no such card: {card}")
    if card >= LITTLE_JOKER:
        return ("B" if card == BIG_JOKER else "L"), "J"
    return RANKS[card % 13], SUITS[card // 13]


class Faces:
    """Pictures of the 54 faces and the back, by width in px.

    A face is a number: S2..SA 0..12, H2..HA 13..25, C2..CA 26..38, D2..DA 39..51, 小王 52, 大王 53. Every
    method gives the same surface object for the same arguments while it is kept; nobody draws on it. What
    is not kept any more is drawn again, so sizes may change freely.
    """

    def __init__(
        self, fonts: Fonts, theme: Theme, four_colours: bool = False, card_theme: str = "classic"
    ) -> None:
        """`card_theme` is one of `PAINTERS`."""
        self._fonts = fonts
        self._theme = theme
        self._paint_card, self._paint_joker = PAINTERS[card_theme]
        self._four = four_colours
        self._cache = SurfaceCache(_BUDGET)
        self._ahead: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
        self._undrawn: list[tuple[int | None, int]] = []

    def keep_for(self, window: int) -> None:
        """Keep no more faces than a window of so many bytes of pixels needs."""
        self._cache.limit(4 * window)

    @staticmethod
    def height(width: int) -> int:
        """Height in px of a card `width` px wide."""
        return round(width * HIGH / WIDE)

    def colour(self, suit: str, on_felt: bool = False) -> Rgb:
        """Colour of suit 'S', 'H', 'C', 'D' on a card, or the lighter one it has on the table."""
        t = self._theme
        if suit == "H" or (suit == "D" and not self._four):
            return t.red_on_felt if on_felt else t.red
        if suit == "D":
            return t.blue_on_felt if on_felt else t.blue
        if suit == "C" and self._four:
            return t.green_on_felt if on_felt else t.green
        return t.text if on_felt else t.ink

    def face(self, card: int, width: int) -> pygame.Surface:
        """The front of `card`, `width` x `height(width)` px."""
        return self._drawn(card, width)

    def draw_ahead(self, fronts: tuple[int, ...], backs: tuple[int, ...]) -> bool:
        """Draw one front or back that will be wanted in one of these widths; False once all are there.

        One a frame, while the player looks elsewhere, and no frame has to draw many at once.
        """
        if (fronts, backs) != self._ahead:
            self._ahead = fronts, backs
            self._undrawn = [(card, width) for width in reversed(fronts) for card in range(FACES)]
            self._undrawn += [(None, width) for width in backs]
        while self._undrawn:
            card, width = self._undrawn.pop()
            if ("face", card, width) not in self._cache:
                self._drawn(card, width)
                return True
        return False

    def back(self, width: int) -> pygame.Surface:
        """The back, `width` x `height(width)` px."""
        return self._drawn(None, width)

    def frame(self, width: int) -> pygame.Surface:
        """The brass border laid over a front that stands out: a selected card, or the winning play."""
        return self._cache.get(("frame", width), lambda: self._draw_frame(width))

    def framed(self, front: Item, stands_out: bool) -> list[Item]:
        """A front as it is drawn, with the frame over it if it stands out."""
        if not stands_out:
            return [front]
        return [front, front._replace(surface=self.frame(front.surface.get_width()))]

    def dimmed(self, card: int, width: int) -> pygame.Surface:
        """The front in shade: a card that may not be played now."""
        return self._cache.get(("dimmed", card, width), lambda: self._draw_dimmed(card, width))

    def turned(self, card: int | None, width: int, degrees: float) -> pygame.Surface:
        """The front (the back for `None`) turned anticlockwise, to the nearest 3 degrees; blit its centre."""
        step = round(degrees / _TURN) % (360 // _TURN)
        return self._cache.get(("turned", card, width, step), lambda: self._draw_turned(card, width, step))

    def shadow(self, width: int) -> pygame.Surface:
        """The soft shadow of a card at (x, y): blit at (x - m, y - m), m = `shadow_margin(width)`."""
        return self._cache.get(("shadow", width), lambda: self._draw_shadow(width))

    @staticmethod
    def shadow_margin(width: int) -> int:
        """How far in px the shadow reaches beyond a card `width` px wide on each side."""
        return max(4, round(width * 0.09))

    def suit(self, suit: str, px: int, color: Rgb) -> pygame.Surface:
        """Suit 'S', 'H', 'C' or 'D' in a square of `px`."""
        return self._cache.get(("suit", suit, px, color), lambda: ready(suit_shape(suit, px, color)))

    def _drawn(self, card: int | None, width: int) -> pygame.Surface:
        """A front, or the back for `None`."""
        return self._cache.get(("face", card, width), lambda: self._draw(card, width))

    def _painted(self, card: int | None, width: int) -> pygame.Surface:
        """A front, or the back for `None`, `OVERSAMPLE` times as large."""
        canvas = Canvas.of(width * OVERSAMPLE, self.height(width) * OVERSAMPLE, self._theme.hairline)
        paint_blank(canvas, self._theme, max(OVERSAMPLE, round(canvas.unit * 0.9)))
        if card is None:
            paint_back(canvas, self._theme)
            return canvas.surface
        rank, suit = name(card)
        if suit == "J":
            big = rank == "B"
            color = self._theme.red if big else self._theme.ink
            self._paint_joker(canvas, self._fonts, self._theme, big, color)
        else:
            self._paint_card(canvas, self._fonts, self._theme, rank, suit, self.colour(suit))
        return canvas.surface

    def _draw(self, card: int | None, width: int) -> pygame.Surface:
        return ready(shrink(self._painted(card, width), width, self.height(width)))

    def _draw_frame(self, width: int) -> pygame.Surface:
        height = self.height(width)
        line = max(2, round(width / 44))
        radius = round(width * 0.068)
        k = OVERSAMPLE
        frame = blank(width * k, height * k, self._theme.brass)
        pygame.draw.rect(frame, self._theme.brass, frame.get_rect(), line * k, border_radius=radius * k)
        return ready(shrink(frame, width, height))

    def _draw_dimmed(self, card: int, width: int) -> pygame.Surface:
        surface = self.face(card, width).copy()
        surface.fill((160, 168, 162, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return surface

    def _draw_turned(self, card: int | None, width: int, step: int) -> pygame.Surface:
        flat = shrink(self._painted(card, width), width * 2, self.height(width) * 2)
        padded = blank(flat.get_width() + 8, flat.get_height() + 8, self._theme.hairline)
        padded.blit(flat, (4, 4))
        return ready(pygame.transform.rotozoom(padded, step * _TURN, 0.5))

    def _draw_shadow(self, width: int) -> pygame.Surface:
        margin = self.shadow_margin(width)
        return ready(glow(width, self.height(width), round(width * 0.07), self._theme.shadow, margin))
