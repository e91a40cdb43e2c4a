"""The drawn pieces of the interface: felt, panels, buttons, badges, rings and bars, cached."""

from __future__ import annotations

import pygame

from game.ui import shapes
from game.ui.avatar_art import FACES, draw_avatar, draw_computer
from game.ui.cache import SurfaceCache
from game.ui.faces import Faces
from game.ui.felt import make_felt
from game.ui.field_art import FieldLook, draw_field
from game.ui.text import LEAST, Fonts
from game.ui.theme import Rgb, Rgba, Theme, mix, over

KINDS = ("main", "plain", "menu", "menu-main", "bid")
STATES = ("normal", "hover", "pressed", "disabled", "focus")
SUIT_MARKS = {"♠": "S", "♥": "H", "♣": "C", "♦": "D"}

_BUDGET = 48 << 20
_HAIR_FOR = 1080  # height of the window in which a hairline has 1 px
_ONE = 0  # a budget of nothing: only the one made last is kept
_RING_STEPS = 60
_OVER_CARDS = 240  # alpha of what may lie over cards


class Skin:
    """Pieces ready to blit. Every method gives the same surface for the same arguments while it is kept."""

    def __init__(self, fonts: Fonts, faces: Faces, theme: Theme) -> None:
        self._fonts = fonts
        self._faces = faces
        self._theme = theme
        self._cache = SurfaceCache(_BUDGET)
        self._felts = SurfaceCache(_ONE)
        self._veils = SurfaceCache(_ONE)
        self._hair = 1

    def fit(self, width: int, height: int) -> None:
        """Keep no more pieces than a window of that size needs, with hairlines that are seen in it."""
        self._cache.limit(6 * width * height)
        hair = max(1, round(min(height, width * 0.625) / _HAIR_FOR))
        if hair != self._hair:
            self._hair = hair
            self._cache.clear()

    def felt(self, width: int, height: int) -> pygame.Surface:
        """The opaque table, `width` x `height` px. Only the last size is kept."""
        t = self._theme
        return self._felts.get((width, height), lambda: make_felt(width, height, t.felt_inner, t.felt_outer))

    def panel(
        self, width: int, height: int, radius: int, fill: Rgba | None = None, border: Rgba | None = None
    ) -> pygame.Surface:
        """A translucent rounded panel; without `fill` and `border` the theme's."""
        fill = fill or self._theme.panel
        border = border or self._theme.panel_line
        key = ("panel", width, height, radius, fill, border)
        return self._cache.get(
            key, lambda: shapes.ready(shapes.rounded(width, height, radius, fill, border, self._hair))
        )

    def outline(
        self, width: int, height: int, radius: int, line: int = 2, color: Rgb | None = None
    ) -> pygame.Surface:
        """A rounded frame `line` px thick with nothing inside, brass unless told: focus, the winning play."""
        rgb = color or self._theme.brass
        return self._cache.get(
            ("outline", width, height, radius, line, rgb),
            lambda: shapes.ready(shapes.rounded(width, height, radius, None, (*rgb, 255), line)),
        )

    def sheet(self, width: int, height: int, radius: int) -> pygame.Surface:
        """The ground of a dialogue: nearly opaque, with a brass hairline."""
        return self.panel(width, height, radius, self._theme.sheet, self._theme.sheet_line)

    def veil(self, width: int, height: int) -> pygame.Surface:
        """The darkening laid over the table under a dialogue."""

        def make() -> pygame.Surface:
            veil = pygame.Surface((width, height))
            veil.fill(self._theme.veil[:3])
            veil.set_alpha(self._theme.veil[3])
            return veil

        return self._veils.get((width, height), make)

    def line(
        self, text: str, px: int, color: Rgb, bold: bool = False, on_felt: bool = True
    ) -> pygame.Surface:
        """A line of text whose suits ♠ ♥ ♣ ♦ are drawn in their own colours, those for felt or for ivory."""
        if not any(mark in text for mark in SUIT_MARKS):
            return self._fonts.render(text, px, color, bold)
        key = ("line", text, px, color, bold, on_felt)
        return self._cache.get(key, lambda: self._draw_line(text, px, color, bold, on_felt))

    def button(
        self, width: int, height: int, label: str, px: int, kind: str, state: str, note: str = ""
    ) -> pygame.Surface:
        """A button of one of `KINDS` in one of `STATES`, label `px` high and made to fit.

        'main' is the one brass button; 'plain' an outlined pill; 'menu' has its label at the left and `note`
        small at the right, 'menu-main' is that in brass; 'bid' holds suits and is lit when it can be pressed.
        """
        if kind not in KINDS or state not in STATES:
            raise ValueError(f"no such button: {kind!r} {state!r}")
        key = ("button", width, height, label, px, kind, state, note)
        return self._cache.get(
            key, lambda: shapes.ready(self._draw_button(width, height, label, px, kind, state, note))
        )

    def field(self, width: int, height: int, px: int, look: FieldLook) -> pygame.Surface:
        """A text field, its text `px` high and cut at the edges."""
        key = ("field", width, height, px, look)
        return self._cache.get(
            key,
            lambda: shapes.ready(draw_field(self._fonts, self._theme, width, height, px, look, self._hair)),
        )

    def pill(self, text: str, px: int, fill: Rgba | Rgb, color: Rgb, bold: bool = False) -> pygame.Surface:
        """A rounded label as wide as its text needs."""
        key = ("pill", text, px, fill, color, bold)
        return self._cache.get(key, lambda: shapes.ready(self._draw_pill(text, px, fill, color, bold)))

    def banner(
        self, text: str, width: int, height: int, px: int, color: Rgb, lit: bool = False, clear: int = 0
    ) -> pygame.Surface:
        """A line on a rounded panel: smaller type or a second line where it is long, then higher too.

        ``lit`` gives it a brass border; ``clear`` px more stay free at both ends, a few below two lines.
        """
        key = ("banner", text, width, height, px, color, lit, clear)
        return self._cache.get(
            key, lambda: shapes.ready(self._draw_banner(text, width, height, px, color, lit, clear))
        )

    def one_line(self, text: str, width: int, height: int, px: int) -> bool:
        """Whether a `banner` has the text in one line."""
        return self._fonts.size(text, _least(px))[0] <= width - height

    def ring(self, diameter: int, fraction: float) -> pygame.Surface:
        """The time ring, `fraction` 0..1 left, in steps of 1/60; its last fifth has the danger colour."""
        steps = max(0, min(_RING_STEPS, round(fraction * _RING_STEPS)))
        color = self._theme.danger if steps <= _RING_STEPS // 5 else self._theme.brass
        line = max(2, round(diameter / 18))
        return self._cache.get(
            ("ring", diameter, steps),
            lambda: shapes.ready(shapes.arc(diameter, steps / _RING_STEPS, color, self._theme.faint, line)),
        )

    def avatar(self, char: str, diameter: int) -> pygame.Surface:
        """A disc with one character."""
        return self._cache.get(("avatar", char, diameter), lambda: self._draw_avatar(char, diameter))

    def portrait(self, shape: int, colour: int, mark: int, side: int) -> pygame.Surface:
        """A person's drawn picture in a square of `side` px."""
        key = ("portrait", shape, colour, mark, side)
        return self._cache.get(key, lambda: draw_avatar(shape, colour, mark, side))

    def computer(self, kind: int, side: int) -> pygame.Surface:
        """A computer player's face in a square of `side` px; the kinds go round and round."""
        ground = self._theme.seat
        return self._cache.get(
            ("computer", kind % FACES, side), lambda: draw_computer(kind % FACES, side, ground)
        )

    def bar(
        self, width: int, height: int, filled: int, marks: tuple[int, ...] = (), color: Rgb | None = None
    ) -> pygame.Surface:
        """A progress bar filled up to `filled` px, with upright marks at the given px from the left.

        With marks these are `height` px high and the bar itself half of that, else the bar is.
        """
        filled = max(0, min(width, filled))
        key = ("bar", width, height, filled, marks, color)
        return self._cache.get(
            key,
            lambda: shapes.ready(self._draw_bar(width, height, filled, marks, color or self._theme.brass)),
        )

    def trump_badge(
        self, level: str, suit: str | None, width: int, height: int, words: str = ""
    ) -> pygame.Surface:
        """An ivory card with `level` ("T" shows as 10) over the trump suit; `words` where there is none."""
        key = ("trump", level, suit, width, height, words)
        return self._cache.get(key, lambda: shapes.ready(self._draw_trump(level, suit, width, height, words)))

    def dealer_mark(self, text: str, px: int) -> pygame.Surface:
        """The small brass badge of the dealer, its text `px` high."""
        return self._badge(text, px, self._theme.on_brass, self._theme.brass)

    def stake_mark(self, text: str, px: int) -> pygame.Surface:
        """The small dark badge of a raised stake, its text `px` high."""
        return self._badge(text, px, self._theme.brass, self._theme.felt_outer, self._theme.brass)

    def _badge(self, text: str, px: int, color: Rgb, fill: Rgb, border: Rgb | None = None) -> pygame.Surface:
        def make() -> pygame.Surface:
            ink = self._fonts.render(text, px, color, True)
            height = round(px * 1.36)
            width = max(height, ink.get_width() + round(px * 0.44))
            line = (*border, 255) if border else None
            mark = shapes.rounded(width, height, round(px * 0.34), (*fill, 255), line, self._hair)
            _centre(mark, ink)
            return shapes.ready(mark)

        return self._cache.get(("badge", text, px, color, fill, border), make)

    def sign(self, char: str, px: int, color: Rgb, fill: Rgb) -> pygame.Surface:
        """A disc with one character, `px` high."""

        def make() -> pygame.Surface:
            disc = shapes.disc(round(px * 1.25), fill)
            _centre(disc, self._fonts.render(char, px, color, True))
            return shapes.ready(disc)

        return self._cache.get(("sign", char, px, color, fill), make)

    def card_slot(self, width: int, height: int) -> pygame.Surface:
        """The outline of a place where a card will lie."""
        radius = max(3, round(width * 0.068))
        fill = (*self._theme.felt_outer, 60)
        return self.panel(width, height, radius, fill, (*self._theme.secondary, 90))

    def _draw_line(self, text: str, px: int, color: Rgb, bold: bool, on_felt: bool) -> pygame.Surface:
        side = round(px * 0.86)
        parts: list[pygame.Surface] = []
        run = ""
        for char in text:
            if char not in SUIT_MARKS:
                run += char
                continue
            if run:
                parts.append(self._fonts.render(run, px, color, bold))
            run = ""
            suit = SUIT_MARKS[char]
            parts.append(self._faces.suit(suit, side, self._faces.colour(suit, on_felt)))
        if run:
            parts.append(self._fonts.render(run, px, color, bold))
        gap = max(1, px // 12)
        width = sum(part.get_width() for part in parts) + gap * (len(parts) - 1)
        line = shapes.blank(width, self._fonts.height(px, bold), color)
        x = 0
        for part in parts:
            line.blit(part, (x, (line.get_height() - part.get_height()) // 2))
            x += part.get_width() + gap
        return shapes.ready(line)

    def _draw_button(
        self, width: int, height: int, label: str, px: int, kind: str, state: str, note: str
    ) -> pygame.Surface:
        t = self._theme
        brass = kind in ("main", "menu-main") or (kind == "bid" and state != "disabled")
        radius = round(height * 0.26) if kind == "bid" else height // 2
        if brass:
            surface, ink = self._brass_ground(width, height, radius, state)
        else:
            surface, ink = self._plain_ground(width, height, radius, state)
        if state == "focus":
            ring = (*(t.on_brass if brass else t.brass), 255)
            inset = 3 if brass else 0
            line = max(2, height // 22)
            size = (width - 2 * inset, height - 2 * inset)
            surface.blit(shapes.rounded(*size, max(1, radius - inset), None, ring, line), (inset, inset))
        drop = 1 if state == "pressed" else 0
        bold = kind != "plain"
        if kind.startswith("menu"):
            pad = round(height * 0.48)
            small = max(LEAST, round(px * 0.66))
            quiet = mix(ink, t.brass, 0.25) if brass else t.secondary
            quiet = ink if state == "disabled" else quiet
            text = self._label(label, px, ink, width - 2 * pad, brass, bold)
            surface.blit(text, (pad, (height - text.get_height()) // 2 + drop))
            room = width - 2 * pad - text.get_width() - px
            if note and room > 2 * small:
                text = self._fonts.render(self._fonts.fit(note, small, room), small, quiet)
                surface.blit(text, (width - pad - text.get_width(), (height - text.get_height()) // 2 + drop))
        else:
            shut = kind == "bid" and state == "disabled"
            ink = t.secondary if shut else ink
            room = width - (10 if kind == "bid" else max(10, height * 6 // 10))
            text = self._label(label, px, ink, room, brass, bold)
            if shut:
                text = text.copy()  # the drawn suits have colours of their own: dim them too
                text.fill((255, 255, 255, 150), special_flags=pygame.BLEND_RGBA_MULT)
            _centre(surface, text, drop)
        return surface

    def _brass_ground(self, width: int, height: int, radius: int, state: str) -> tuple[pygame.Surface, Rgb]:
        t = self._theme
        if state == "disabled":
            fill = (*mix(t.brass, t.felt_outer, 0.55), 120)
            return shapes.rounded(width, height, radius, fill), mix(t.brass, t.felt_outer, 0.2)
        middle = {"hover": t.brass_light, "pressed": t.brass_deep}.get(state, t.brass)
        surface = shapes.rounded(width, height, radius, (*middle, 255))
        sheen = pygame.Surface((1, 8), pygame.SRCALPHA)  # a little lighter above, a little darker below
        for y in range(8):
            sheen.set_at((0, y), (*([255 - y * 3] * 3), 255))
        full = pygame.transform.smoothscale(sheen, (width, height))
        surface.blit(full, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return surface, t.on_brass

    def _plain_ground(self, width: int, height: int, radius: int, state: str) -> tuple[pygame.Surface, Rgb]:
        t = self._theme
        fill, border, ink = t.panel, t.outline, t.text
        if state == "hover":
            fill, border = (*mix(t.panel[:3], t.felt_inner, 0.8), 230), (*t.secondary, 200)
        elif state == "pressed":
            fill = (*mix(t.panel[:3], (0, 0, 0), 0.4), 230)
        elif state == "disabled":
            border, ink = (*t.outline[:3], t.outline[3] // 3), mix(t.secondary, t.felt_outer, 0.45)
        return shapes.rounded(width, height, radius, fill, border, self._hair), ink

    def _label(self, label: str, px: int, ink: Rgb, room: int, brass: bool, bold: bool) -> pygame.Surface:
        """The label as large as fits in `room`, shortened only when 12 px are still too wide."""
        px = self._fonts.fitting(label, px, room, bold)
        label = self._fonts.fit(label, px, room, bold)
        return self.line(label, px, ink, bold, on_felt=not brass)

    def _draw_pill(self, text: str, px: int, fill: Rgba | Rgb, color: Rgb, bold: bool) -> pygame.Surface:
        rgba = (*fill[:3], max(fill[3], _OVER_CARDS)) if len(fill) == 4 else (*fill, 255)
        light = sum(over(rgba, self._theme.felt_outer)) > 384
        ink = self.line(text, px, color, bold, on_felt=not light)
        height = round(px * 1.8)
        surface = shapes.rounded(ink.get_width() + round(px * 1.3), height, height // 2, rgba)
        _centre(surface, ink)
        return surface

    def _draw_banner(
        self, text: str, width: int, height: int, px: int, color: Rgb, lit: bool, clear: int
    ) -> pygame.Surface:
        fonts, room = self._fonts, width - height - 2 * clear
        px = fonts.fitting(text, px, room, least=_least(px))
        lines = fonts.wrap_evenly(text, px, room)
        if len(lines) > 2:
            lines = [lines[0], fonts.fit(text[len(lines[0]) :].strip(), px, room)]
        foot = 0 if len(lines) == 1 else clear // 3
        high = height if len(lines) == 1 else max(height, round(2.3 * fonts.height(px))) + foot
        line = (*self._theme.brass, 200) if lit else self._theme.panel_line
        fill = (*self._theme.panel[:3], _OVER_CARDS)
        banner = shapes.rounded(width, high, height // 2, fill, line, self._hair)
        step = high // len(lines) if len(lines) == 1 else fonts.height(px)
        top = (high - foot - step * len(lines)) // 2
        for i, words in enumerate(lines):
            ink = self.line(words, px, color)
            middle = top + step * i + step // 2
            banner.blit(ink, ((width - ink.get_width()) // 2, middle - ink.get_height() // 2))
        return banner

    def _draw_avatar(self, char: str, diameter: int) -> pygame.Surface:
        surface = shapes.disc(diameter, self._theme.seat)
        _centre(surface, self._fonts.render(char, max(8, round(diameter * 0.46)), self._theme.text, True))
        return shapes.ready(surface)

    def _draw_bar(
        self, width: int, height: int, filled: int, marks: tuple[int, ...], color: Rgb
    ) -> pygame.Surface:
        thick = max(2, height // 2) if marks else height
        top = (height - thick) // 2
        surface = shapes.blank(width, height, self._theme.text)
        surface.blit(shapes.rounded(width, thick, thick // 2, self._theme.faint), (0, top))
        if filled:
            shown = max(filled, thick)  # never less than a dot
            surface.blit(shapes.rounded(shown, thick, thick // 2, (*color, 255)), (0, top))
        for x in marks:
            surface.fill(
                (*self._theme.secondary, 230), (min(width - 1, max(0, x)), 0, max(1, height // 16), height)
            )
        return surface

    def _draw_trump(
        self, level: str, suit: str | None, width: int, height: int, words: str
    ) -> pygame.Surface:
        t = self._theme
        surface = shapes.rounded(
            width, height, max(3, round(width * 0.12)), (*t.ivory, 255), (*t.hairline, 255)
        )
        color = self._faces.colour(suit) if suit else t.ink
        rank = self._fonts.render("10" if level == "T" else level, round(height * 0.36), color, True)
        ink = rank.subsurface(rank.get_bounding_rect())
        surface.blit(ink, ((width - ink.get_width()) // 2, round(height * 0.15)))
        middle = round(height * 0.70)
        if suit:
            shape = self._faces.suit(suit, round(min(width * 0.52, height * 0.36)), color)
            surface.blit(shape, shape.get_rect(center=(width // 2, middle)))
        elif words:
            px = max(LEAST, round(height * 0.22))
            text = self._label(words, px, t.brass_on_ivory, width - 4, True, True)
            surface.blit(text, text.get_rect(center=(width // 2, middle)))
        return surface


def _least(px: int) -> int:
    """How small the type of a banner gets before it takes a second line."""
    return max(LEAST, round(px * 0.85))


def _centre(ground: pygame.Surface, ink: pygame.Surface, drop: int = 0) -> None:
    """Blit `ink` on the middle of `ground`, `drop` px lower."""
    x = (ground.get_width() - ink.get_width()) // 2
    ground.blit(ink, (x, (ground.get_height() - ink.get_height()) // 2 + drop))
