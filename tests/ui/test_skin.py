from __future__ import annotations

import time
from collections.abc import Callable

import pygame
import pytest
from contrast import contrast

from game.ui.cache import SurfaceCache
from game.ui.faces import Faces
from game.ui.felt import make_felt
from game.ui.skin import KINDS, STATES, Skin
from game.ui.text import Fonts
from game.ui.theme import EVENING as T

PIECES: dict[str, Callable[[Skin], pygame.Surface]] = {
    "felt": lambda s: s.felt(320, 200),
    "panel": lambda s: s.panel(200, 80, 12),
    "sheet": lambda s: s.sheet(200, 80, 12),
    "outline": lambda s: s.outline(200, 80, 12),
    "veil": lambda s: s.veil(200, 80),
    "line": lambda s: s.line("亮 ♥2", 18, T.text),
    "button": lambda s: s.button(120, 40, "出牌", 18, "main", "normal"),
    "pill": lambda s: s.pill("毙", 14, T.brass, T.on_brass),
    "ring": lambda s: s.ring(48, 0.5),
    "avatar": lambda s: s.avatar("林", 40),
    "portrait": lambda s: s.portrait(2, 3, 4, 40),
    "computer": lambda s: s.computer(1, 40),
    "bar": lambda s: s.bar(200, 16, 50, (40, 80)),
    "trump_badge": lambda s: s.trump_badge("5", "H", 58, 88),
    "dealer_mark": lambda s: s.dealer_mark("庄", 14),
    "card_slot": lambda s: s.card_slot(58, 81),
}


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


@pytest.mark.parametrize("piece", PIECES)
def test_same_arguments_same_surface(skin: Skin, piece: str) -> None:
    assert PIECES[piece](skin) is PIECES[piece](skin)


def test_drawn_the_same_with_a_window(skin: Skin, fonts: Fonts, faces: Faces) -> None:
    bare = {piece: pixels(draw(skin)) for piece, draw in PIECES.items()}
    pygame.display.init()
    try:
        pygame.display.set_mode((64, 64))
        other = Skin(fonts, faces, T)
        assert {piece: pixels(draw(other)) for piece, draw in PIECES.items()} == bare
    finally:
        pygame.display.quit()


@pytest.mark.parametrize(("size", "thick"), [((1024, 640), 1), ((1920, 1080), 1), ((3840, 2160), 2)])
def test_hairlines_are_seen_in_a_large_window(skin: Skin, size: tuple[int, int], thick: int) -> None:
    skin.fit(*size)
    for piece in (skin.sheet(200, 80, 12), skin.button(200, 80, "Hint", 18, "plain", "normal")):
        column = [tuple(piece.get_at((100, y))) for y in range(4)]
        assert column.index(column[-1]) == thick


@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
def test_felt(skin: Skin, size: tuple[int, int]) -> None:
    felt = skin.felt(*size)
    assert felt.get_size() == size
    assert felt.get_at((5, 5)).a == 255
    width, height = size
    middle = pygame.transform.average_color(
        felt, pygame.Rect(width // 2 - 20, int(height * 0.46) - 10, 40, 20)
    )
    corner = pygame.transform.average_color(felt, pygame.Rect(width - 24, height - 24, 24, 24))
    assert all(abs(a - b) <= 1 for a, b in zip(middle[:3], T.felt_inner, strict=True))
    assert all(abs(a - b) <= 1 for a, b in zip(corner[:3], T.felt_outer, strict=True))


def test_felt_has_no_bands(skin: Skin) -> None:
    # Along a row single pixels must go to and fro all the way: a band would be a run of equal ones.
    felt = skin.felt(1920, 1080)
    longest = run = 0
    for x in range(1, 1920):
        same = felt.get_at((x, 540)) == felt.get_at((x - 1, 540))
        run = run + 1 if same else 0
        longest = max(longest, run)
    assert longest < 20


def test_felt_is_quick(skin: Skin) -> None:
    start = time.perf_counter()
    skin.felt(1920, 1080)
    assert time.perf_counter() - start < 0.6  # 30 ms measured; a busy machine gets its share


def test_felt_refuses_a_light_cloth() -> None:
    make_felt(32, 32, (120, 110, 100), (40, 40, 40))
    with pytest.raises(ValueError, match="too light"):
        make_felt(32, 32, (200, 190, 180), (40, 40, 40))


def test_panel_is_translucent_with_clear_smooth_corners(skin: Skin) -> None:
    panel = skin.panel(200, 80, 16)
    assert panel.get_at((0, 0)).a == 0
    assert tuple(panel.get_at((100, 40))) == T.panel
    corner = {panel.get_at((x, y)).a for x in range(16) for y in range(16)}
    assert len(corner) > 8  # antialiased, not in or out
    mirrored = pygame.transform.flip(panel, True, True)
    assert pixels(mirrored) == pixels(panel)


@pytest.mark.parametrize("radius", [0, 1, 40, 500])
def test_panel_takes_any_radius(skin: Skin, radius: int) -> None:
    assert skin.panel(61, 37, radius).get_size() == (61, 37)


@pytest.mark.parametrize("kind", KINDS)
def test_each_state_of_a_button_looks_different(skin: Skin, kind: str) -> None:
    drawn = {pixels(skin.button(176, 48, "出牌", 20, kind, state)) for state in STATES}
    assert len(drawn) == len(STATES)
    assert skin.button(176, 48, "出牌", 20, kind, "normal").get_size() == (176, 48)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("state", STATES)
def test_labels_of_buttons_can_be_read(skin: Skin, kind: str, state: str) -> None:
    table = pygame.Surface((176, 48))
    table.fill(T.felt_inner)
    table.blit(skin.button(176, 48, "国国国", 20, kind, state), (0, 0))
    ground = table.get_at((150, 24))[:3]
    best = max(contrast(table.get_at((x, y))[:3], ground) for x in range(16, 130) for y in range(12, 36))
    assert best >= (2.5 if state == "disabled" else 4.5)


def test_a_label_too_long_stays_inside(skin: Skin) -> None:
    button = skin.button(90, 36, "一个非常非常长的标签放不下", 18, "plain", "normal")
    light = [
        x for x in range(90) if any(contrast(button.get_at((x, y))[:3], T.text) < 1.3 for y in range(12, 24))
    ]
    assert min(light) >= 4
    assert max(light) <= 85


def test_unknown_kinds_are_refused(skin: Skin) -> None:
    with pytest.raises(ValueError, match="no such button"):
        skin.button(10, 10, "x", 12, "gold", "normal")
    with pytest.raises(ValueError, match="no such button"):
        skin.button(10, 10, "x", 12, "main", "asleep")


def test_line_draws_suits_in_their_colours(skin: Skin, fonts: Fonts) -> None:
    line = skin.line("亮 ♥2", 20, T.text)
    colours = {line.get_at((x, y))[:3] for x in range(line.get_width()) for y in range(line.get_height())}
    assert T.red_on_felt in colours
    assert skin.line("没有花色", 20, T.text) is fonts.render("没有花色", 20, T.text)
    assert line.get_height() == fonts.height(20)


def test_ring_runs_down_in_steps(skin: Skin) -> None:
    assert skin.ring(48, 0.5) is skin.ring(48, 0.501)
    full, half, none = (pygame.mask.from_surface(skin.ring(60, f), 100).count() for f in (1.0, 0.5, 0.0))
    assert full == pytest.approx(2 * half, rel=0.1)
    assert none == 0
    assert skin.ring(48, 7.0) is skin.ring(48, 1.0)


def test_bar_fills(skin: Skin) -> None:
    bar = skin.bar(200, 10, 120)
    assert bar.get_at((60, 5))[:3] == T.brass
    assert bar.get_at((160, 5))[:3] != T.brass
    assert skin.bar(200, 10, 999) is skin.bar(200, 10, 200)
    assert pixels(skin.bar(200, 10, 1)) != pixels(skin.bar(200, 10, 0))
    marked = skin.bar(200, 16, 0, (50,))
    assert marked.get_at((50, 0)).a > 200
    assert marked.get_at((60, 0)).a == 0


def test_trump_badge_tells_level_suit_and_none(skin: Skin) -> None:
    shown = [
        skin.trump_badge("T", "S", 58, 88),
        skin.trump_badge("T", "C", 58, 88),
        skin.trump_badge("5", "S", 58, 88),
        skin.trump_badge("5", None, 58, 88, "无主"),
        skin.trump_badge("5", None, 58, 88, "No trump"),
    ]
    assert len({pixels(badge) for badge in shown}) == len(shown)
    assert all(badge.get_size() == (58, 88) for badge in shown)


def test_veil_darkens(skin: Skin) -> None:
    ground = pygame.Surface((20, 20))
    ground.fill(T.felt_inner)
    ground.blit(skin.veil(20, 20), (0, 0))
    assert sum(ground.get_at((10, 10))[:3]) < sum(T.felt_inner) * 0.6


def test_the_cache_keeps_to_its_budget() -> None:
    cache = SurfaceCache(3 * 100 * 4 * 10)
    for i in range(10):
        cache.get(i, lambda: pygame.Surface((100, 10), pygame.SRCALPHA))
    assert len(cache) == 3
    kept = cache.get(7, lambda: pygame.Surface((1, 1)))
    assert kept.get_size() == (100, 10)
    cache.get(11, lambda: pygame.Surface((100, 10), pygame.SRCALPHA))
    assert cache.get(7, lambda: pygame.Surface((1, 1))) is kept  # used last, so 8 went first
    huge = cache.get("huge", lambda: pygame.Surface((1000, 100), pygame.SRCALPHA))
    assert cache.get("huge", lambda: pygame.Surface((1, 1))) is huge
    assert len(cache) == 1
    cache.clear()
    assert (len(cache), cache.used) == (0, 0)
