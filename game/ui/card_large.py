"""The large-print cards: as tall an index as the strip takes, then rank and suit once more, nothing else.

For small windows and for eyes that do not want to count pips. Units and canvas are those of `card_art`.
"""

from __future__ import annotations

from game.ui.card_art import Canvas, paint_rank
from game.ui.text import Fonts
from game.ui.theme import Rgb, Theme

_LEFT, _WIDE = 3.8, 16.8  # of the index
_RANK_TOP, _RANK_HIGH = 6.0, 27.0
_SUIT_TOP, _SUIT_SIDE = 36.5, 17.4
_CENTRE, _REACH = 64.0, 46.0  # of the picture, across: in a hand little of it looks out
_STROKE = 3.9  # of the ten's index


def paint_large_card(canvas: Canvas, fonts: Fonts, theme: Theme, rank: str, suit: str, color: Rgb) -> None:
    """Index and picture of a card of `rank` "2".."A" (ten is "T") and `suit` 'S', 'H', 'C', 'D'."""
    paint_rank(canvas, fonts, rank, (_LEFT, _RANK_TOP, _WIDE, _RANK_HIGH), _STROKE, color)
    canvas.suit(suit, _LEFT + _WIDE / 2, _SUIT_TOP + _SUIT_SIDE / 2, _SUIT_SIDE, color)
    ten, tail = rank == "T", 5.5 if rank == "Q" else 0
    top, high = (18, 38) if ten else (14, 44 + tail)
    canvas.glyph(fonts, "10" if ten else rank, (_CENTRE - _REACH / 2, top, _REACH, high), color)
    canvas.suit(suit, _CENTRE, 94, _REACH, color)


def paint_large_joker(canvas: Canvas, fonts: Fonts, theme: Theme, big: bool, color: Rgb) -> None:
    """小王, or 大王 if `big`: its words as index and on a field, which is full on the big one."""
    words = "大王" if big else "小王"
    for i, word in enumerate(words):
        canvas.glyph(fonts, word, (_LEFT, _RANK_TOP + i * 22.5, _WIDE, 20), color)
    field = (_CENTRE - _REACH / 2 - 2, 13.0, _REACH + 4, 108.0, 7.0)
    canvas.box(*field, color) if big else canvas.box(*field, color, 2.6)
    ink = theme.ivory if big else color
    for i, word in enumerate(words):
        canvas.glyph(fonts, word, (_CENTRE - 19, 23 + i * 48, 38, 40), ink)
