"""On every screen everything has room: nothing is cut off, covered, too small to read or not translated."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest
from every_screen import OVER, WALKS, WIDE, Stops
from msgspec.structs import replace
from table_screen import Seat

from game.engine import parse_cards
from game.ui.layout import Rect
from game.ui.skin import Skin
from game.ui.text import Fonts

LOOKS = {"en": (((1024, 640), 1.5), ((1280, 720), 0.75)), "zh_CN": (((1024, 640), 1.5),)}
"""Windows and UI scales by language: the tightest."""
SMALLEST = 12
"""Pixels of type."""
FOREIGN = {"en": re.compile("[\u4e00-\u9fff]"), "zh_CN": re.compile("[a-z]{3} [a-z]{2}")}
"""What no text of a language has."""
SAME = re.compile("中文|小周|hello hello|sudo ufw")
"""But for the language's own name, what the players of the tests are called and say, and a command."""


class Eye:
    """Knows which surfaces are lines of text, and what had to be shortened."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.cut: list[str] = []
        self.lines: dict[int, tuple[pygame.Surface, str, int]] = {}
        self._inks: dict[int, tuple[pygame.Surface, pygame.Rect]] = {}
        for maker, name in ((Fonts, "render"), (Skin, "line")):
            patch.setattr(maker, name, self._noting(getattr(maker, name)))
        fit = Fonts.fit

        def watched(fonts: Fonts, text: str, px: int, width: int, bold: bool = False) -> str:
            fitting = fit(fonts, text, px, width, bold)
            if fitting != text and WIDE not in text and "/" not in text:  # names and paths may be
                self.cut.append(text)
            return fitting

        patch.setattr(Fonts, "fit", watched)
        felts: dict[tuple[int, int], pygame.Surface] = {}  # the real one takes long to draw

        def felt(skin: Skin, *size: int) -> pygame.Surface:
            return felts.setdefault(size, pygame.Surface(size))

        patch.setattr(Skin, "felt", felt)

    def _noting(self, make: Callable[..., pygame.Surface]) -> Callable[..., pygame.Surface]:
        def noted(maker: Any, text: str, px: int, *rest: Any, **how: Any) -> pygame.Surface:
            surface = make(maker, text, px, *rest, **how)
            self.lines[id(surface)] = surface, text, px
            return surface

        return noted

    def _ink(self, surface: pygame.Surface) -> pygame.Rect:
        """Where something is drawn."""
        if id(surface) not in self._inks:
            self._inks[id(surface)] = surface, surface.get_bounding_rect(60)
        return self._inks[id(surface)][1]

    def faults(self, one: Any, overlaid: bool) -> Iterator[str]:
        """What is wrong with the scene on top, just laid out; ``overlaid``: part of it is meant to lie over
        the rest."""
        items = one.stack.top.items()
        yield from (f"cut: {text}" for text in self.cut)
        window = pygame.Rect(0, 0, *one.kit.size)
        drawn = [(item, self._ink(item.surface).move(item.x, item.y)) for item in items if item.alpha]
        texts = []
        for i, (item, ink) in enumerate(drawn):
            surface, text, px = self.lines.get(id(item.surface), (None, "", 0))
            if not window.contains(ink) and ink.size != (0, 0):
                yield f"leaves the window: {text or 'a picture'} {ink}"
            if surface is item.surface and text.strip():
                texts.append((i, text, ink))
                if px < SMALLEST:
                    yield f"small: {text}"
                if FOREIGN[one.kit.language].search(text) and not SAME.search(text):
                    yield f"not translated: {text}"
        written = {i for i, _, _ in texts}
        for i, text, ink in texts:
            grounds = [
                under for j, (_, under) in enumerate(drawn[:i]) if j not in written and under != window
            ]
            ground = next((under for under in reversed(grounds) if under.collidepoint(ink.center)), window)
            if not ground.contains(ink):
                yield f"leaves its panel: {text} {ink} {ground}"
            for j, other, place in texts:
                shared = ink.clip(place)
                if (
                    j > i
                    and min(shared.size) > 1
                    and not any(k not in written and drawn[k][1].contains(shared) for k in range(i + 1, j))
                ):
                    yield f"written over: {text}, {other}"
            for j, (item, over) in enumerate(drawn[i + 1 :], i + 1):
                if j not in written and not overlaid and _half_covers(item, over, ink):
                    yield f"covered: {text} {ink} {over}"
        state = one.state
        held = [(each["name"], Rect(*each["rect"])) for each in (*state["buttons"], *state.get("fields", ()))]
        for (name, place), (other, area) in combinations(held, 2):
            nested = place.encloses(area) or area.encloses(place)
            if place.overlaps(area) and not nested and not overlaid:
                yield f"buttons on each other: {name}, {other}"
        yield from (f"leaves the window: {name}" for name, place in held if not window.contains(place))


def _half_covers(item: Any, place: pygame.Rect, ink: pygame.Rect) -> bool:
    """Whether a part of a line, but not all of it, lies under what is opaque of an item."""
    shared = ink.clip(place)
    if min(shared.size) < 3 or item.alpha < 255:
        return False
    part = item.surface.subsurface(shared.move(-item.x, -item.y))
    area = shared.w * shared.h
    if item.surface.get_flags() & pygame.SRCALPHA:
        area = pygame.mask.from_surface(part, 200).count()
    return 0.03 < area / (ink.w * ink.h) < 0.9


@pytest.mark.parametrize("language", LOOKS)
@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.__name__)
def test_everything_has_room(
    program: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    walk: Callable[..., Stops],
    language: str,
) -> None:
    eye, found = Eye(monkeypatch), set()
    for name, one in walk(partial(program, language=language), tmp_path):
        size, settings = one.kit.size, one.kit.settings
        for (width, height), scale in LOOKS[language]:
            eye.cut.clear()
            one.kit.settings = replace(settings, ui_scale=scale)
            one.kit.resized(width, height)
            one.stack.resized()
            faults = eye.faults(one, name.startswith(OVER))
            found |= {f"{name}, {width}x{height} at {scale}: {fault}" for fault in faults}
        one.kit.settings = settings
        one.kit.resized(*size)
        one.stack.resized()
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize(("size", "scale"), [((1024, 640), 1.0), ((1024, 640), 1.5), ((1920, 1080), 1.0)])
@pytest.mark.parametrize("n", [4, 8, 14])
def test_a_tag_covers_no_seat_and_no_other_play(
    program: Callable[..., Any], size: tuple[int, int], scale: float, n: int
) -> None:
    one = program(size=size, language="en")
    one.kit.change(replace(one.kit.settings, ui_scale=scale))
    me = Seat(one)
    me.to_play()
    scene = me.scene
    stage, table, cards = scene._stage, scene._hand.table, parse_cards("S3 S3 S4 S4 S5 S5 S6 S6 " * 2)[:n]
    plays = {place: table.trick_cards(place, n) for place in table.bands}
    for leader in range(4):
        seats = [(leader + i) % 4 for i in range(4)]
        stage.trick = {
            seat: [
                stage._maker.new(card, at) for card, at in zip(cards, plays[stage.place(seat)], strict=True)
            ]
            for seat in seats
        }
        stage.ahead = seats[1]
        for tag, seat in zip(scene._panels().tags(stage), seats, strict=False):
            place, own = Rect(tag.x, tag.y, *tag.surface.get_size()), stage.place(seat)
            others = [at for name, play in plays.items() if name != own for at in play]
            assert not any(place.overlaps(rect) for rect in (*table.plates.values(), *others))
            assert not any(place.y < at.y + at.h // 2 and place.overlaps(at) for at in plays[own]), (
                "the ranks"
            )
