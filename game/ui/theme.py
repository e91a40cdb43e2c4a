"""Colours, type sizes and durations: the tables every drawn thing takes its looks from. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

Rgb = tuple[int, int, int]
Rgba = tuple[int, int, int, int]


@dataclass(frozen=True)
class Theme:
    """A palette. RGB is 0..255 a channel; RGBA adds alpha 0..255 for what lies translucent on the felt."""

    # the table
    felt_inner: Rgb = (0x17, 0x42, 0x39)
    felt_outer: Rgb = (0x0B, 0x27, 0x24)
    text: Rgb = (0xF3, 0xEF, 0xE4)
    secondary: Rgb = (0xB4, 0xC8, 0xBE)
    brass: Rgb = (0xE0, 0xBC, 0x6A)
    brass_light: Rgb = (0xEC, 0xCD, 0x84)
    brass_deep: Rgb = (0xD6, 0xB0, 0x5E)
    danger: Rgb = (0xFF, 0x9C, 0x85)
    on_brass: Rgb = (0x1D, 0x1D, 0x1F)
    seat: Rgb = (0x2E, 0x6A, 0x5C)  # avatar discs
    red_on_felt: Rgb = (0xF0, 0x8C, 0x9A)  # suits written on felt: the card colours would drown
    blue_on_felt: Rgb = (0x8F, 0xBC, 0xF2)
    green_on_felt: Rgb = (0x8A, 0xD1, 0x9C)
    # cards
    ivory: Rgb = (0xFB, 0xF7, 0xEC)
    hairline: Rgb = (0xC9, 0xC1, 0xAC)
    ink: Rgb = (0x1D, 0x1D, 0x1F)
    red: Rgb = (0xC8, 0x10, 0x2E)
    blue: Rgb = (0x1B, 0x62, 0xBD)
    green: Rgb = (0x17, 0x69, 0x2F)
    brass_on_ivory: Rgb = (0x8A, 0x64, 0x14)
    parchment: Rgb = (0xF1, 0xE8, 0xD2)  # the field of a court card
    parchment_line: Rgb = (0xD9, 0xCB, 0xA6)
    back_field: Rgb = (0x7A, 0x22, 0x2E)
    back_line: Rgb = (0xB9, 0x6F, 0x6A)
    # translucent pieces
    panel: Rgba = (0x07, 0x1C, 0x1A, 184)
    panel_line: Rgba = (0xF3, 0xEF, 0xE4, 22)
    sheet: Rgba = (0x11, 0x33, 0x2C, 255)  # a dialogue over the darkened table
    sheet_line: Rgba = (0xE0, 0xBC, 0x6A, 110)
    outline: Rgba = (0xB4, 0xC8, 0xBE, 120)  # a plain button's border
    faint: Rgba = (0xF3, 0xEF, 0xE4, 38)  # empty part of bars and rings, empty slots
    veil: Rgba = (0x04, 0x0E, 0x0D, 150)  # laid over the table under a dialogue
    shadow: Rgba = (0x00, 0x08, 0x07, 95)


EVENING = Theme()
HARBOUR = Theme(
    felt_inner=(0x1B, 0x35, 0x51),
    felt_outer=(0x0C, 0x1B, 0x33),
    text=(0xF1, 0xF2, 0xF4),
    secondary=(0xB3, 0xC4, 0xD8),
    brass=(0xE6, 0xC2, 0x70),
    brass_light=(0xF1, 0xD3, 0x8C),
    brass_deep=(0xD6, 0xB1, 0x5F),
    seat=(0x33, 0x62, 0x92),
    red_on_felt=(0xF5, 0x96, 0xA4),
    blue_on_felt=(0x99, 0xC4, 0xF7),
    green_on_felt=(0x8F, 0xD6, 0xA2),
    back_field=(0x8A, 0x3A, 0x1E),
    back_line=(0xCB, 0x8A, 0x62),
    panel=(0x08, 0x12, 0x24, 184),
    panel_line=(0xF1, 0xF2, 0xF4, 22),
    sheet=(0x13, 0x27, 0x42, 255),
    sheet_line=(0xE6, 0xC2, 0x70, 110),
    outline=(0xB3, 0xC4, 0xD8, 120),
    faint=(0xF1, 0xF2, 0xF4, 38),
    veil=(0x04, 0x09, 0x12, 150),
    shadow=(0x00, 0x04, 0x0C, 95),
)
CHESTNUT = Theme(
    felt_inner=(0x50, 0x34, 0x22),
    felt_outer=(0x2A, 0x19, 0x10),
    text=(0xF6, 0xEF, 0xE3),
    secondary=(0xD3, 0xC0, 0xAB),
    brass=(0xE8, 0xC0, 0x68),
    brass_light=(0xF2, 0xD2, 0x86),
    brass_deep=(0xDA, 0xB0, 0x58),
    danger=(0xFF, 0xA8, 0x8E),
    seat=(0x7D, 0x54, 0x34),
    red_on_felt=(0xF9, 0x9C, 0xA4),
    blue_on_felt=(0x9C, 0xC6, 0xF6),
    green_on_felt=(0x9A, 0xD8, 0xA0),
    back_field=(0x1D, 0x4D, 0x47),
    back_line=(0x74, 0xA8, 0x99),
    panel=(0x1C, 0x10, 0x09, 190),
    panel_line=(0xF6, 0xEF, 0xE3, 24),
    sheet=(0x3A, 0x25, 0x18, 255),
    sheet_line=(0xE8, 0xC0, 0x68, 110),
    outline=(0xD3, 0xC0, 0xAB, 120),
    faint=(0xF6, 0xEF, 0xE3, 40),
    veil=(0x0E, 0x07, 0x03, 150),
    shadow=(0x08, 0x04, 0x00, 100),
)
TABLES = MappingProxyType({"evening": EVENING, "harbour": HARBOUR, "chestnut": CHESTNUT})
"""The palettes of the table by name: green, blue and brown cloth."""


def mix(a: Rgb, b: Rgb, share: float) -> Rgb:
    """The colour `share` (0..1) of the way from `a` to `b`."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def over(top: Rgba, ground: Rgb) -> Rgb:
    """The opaque colour seen where translucent `top` lies on `ground`."""
    return mix(ground, top[:3], top[3] / 255)


@dataclass(frozen=True)
class Metrics:
    """Sizes in pixels for one window size and one UI scale."""

    small: int
    body: int
    button: int
    number: int
    heading: int
    title: int
    gap: int
    radius: int
    scale: float

    @classmethod
    def of(cls, width: int, height: int, scale: float = 1.0) -> Metrics:
        """Sizes for a window of `width` x `height` px; `scale` is the UI scale (0.75 .. 2.0).

        They follow the height; in a window narrower than 16:10 the width rules, so that rows still fit.
        Text is never under 12 px.
        """
        base = min(height, width * 0.625) * scale

        def text(share: float) -> int:
            return max(12, round(base * share))

        return cls(
            small=text(0.017),
            body=text(0.022),
            button=text(0.026),
            number=text(0.034),
            heading=text(0.038),
            title=text(0.106),
            gap=max(4, round(base * 0.0125)),
            radius=max(6, round(base * 0.0175)),
            scale=scale,
        )


@dataclass(frozen=True)
class Motion:
    """Durations in seconds at normal speed: the only place they stand. (When the next card is dealt and
    the next player plays is the table's pace.)"""

    deal: float = 0.18  # flight of a dealt card
    play: float = 0.18
    flip: float = 0.20
    trick_rest: float = 1.0  # a finished trick lies still
    trick_fly: float = 0.26
    bottom_rest: float = 1.8  # the bottom, turned over at the end with its sum
    sum_rest: float = 0.7  # of that, until the points fly to the bar

    raise_: float = 0.09  # a card in the hand rises or sinks
    fade: float = 0.12
    relayout: float = 0.12
    shake: float = 0.3
    points: float = 0.4  # points fly to the bar
    stagger: float = 0.03  # from one card of several that fly together to the next


MOTION = Motion()
