"""The painter promises the same picture as painting everything anew, with less work."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from time import perf_counter

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
from hypothesis import given, settings
from hypothesis import strategies as st

from game.ui.painter import MAX_RECTS, Item, Painter, changes, merge

SIZE = (200, 120)


def block(w: int, h: int, colour: tuple[int, ...], alpha: bool = False) -> pygame.Surface:
    surface = pygame.Surface((w, h), pygame.SRCALPHA if alpha else 0, 32)
    surface.fill(colour)
    pygame.draw.line(surface, (255, 255, 255), (0, 0), (w - 1, h - 1))
    return surface


def surfaces() -> list[pygame.Surface]:
    shadow = block(37, 29, (10, 20, 30, 90), alpha=True)
    keyed = block(21, 33, (255, 0, 255))
    keyed.set_colorkey((255, 0, 255))
    return [
        block(*SIZE, (20, 60, 50)),
        block(30, 44, (200, 10, 10)),
        block(31, 17, (10, 200, 10, 130), alpha=True),
        shadow,
        keyed,
        block(90, 80, (10, 10, 200)),
        block(7, 7, (250, 250, 10)),
    ]


SURFACES = surfaces()


@pytest.fixture(autouse=True)
def display() -> Iterator[None]:
    pygame.display.init()
    yield
    pygame.display.quit()


def paint_all(items: Sequence[Item]) -> pygame.Surface:
    """Everything, back to front, on black."""
    screen = pygame.Surface(SIZE, 0, 32)
    Painter().paint(screen, items)
    return screen


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def naive(items: Sequence[Item]) -> pygame.Surface:
    screen = pygame.Surface(SIZE, 0, 32)
    for surface, x, y, alpha in items:
        copy = surface.copy()
        copy.set_alpha(alpha)
        screen.blit(copy, (x, y))
    return screen


items = st.builds(
    Item,
    st.sampled_from(SURFACES),
    st.integers(-40, 210),
    st.integers(-40, 130),
    st.sampled_from([255, 255, 255, 128, 40, 0]),
)
felt = Item(SURFACES[0], 0, 0)


@st.composite
def films(draw: st.DrawFn) -> list[list[Item]]:
    """Frames that differ as a game's do: something moves, comes, goes, or passes to another depth."""
    frame = draw(st.lists(items, max_size=10))
    if draw(st.booleans()):
        frame = [felt, *frame]
    film = [frame]
    for _ in range(draw(st.integers(1, 6))):
        frame = list(frame)
        for _ in range(draw(st.integers(0, 3))):
            place = draw(st.integers(0, len(frame)))
            kind = draw(st.sampled_from(["add", "drop", "move", "depth", "fade"]))
            if kind == "add" or place == len(frame):
                frame.insert(place, draw(items))
            elif kind == "drop":
                del frame[place]
            elif kind == "move":
                frame[place] = frame[place]._replace(x=draw(st.integers(-40, 210)))
            elif kind == "fade":
                frame[place] = frame[place]._replace(alpha=draw(st.integers(0, 255)))
            else:
                frame.insert(draw(st.integers(0, len(frame) - 1)), frame.pop(place))
        film.append(frame)
    return film


@settings(max_examples=300, deadline=None)
@given(films())
def test_every_frame_looks_as_if_painted_anew(film: list[list[Item]]) -> None:
    painter, screen = Painter(), pygame.Surface(SIZE, 0, 32)
    before = pixels(screen)
    for frame in film:
        dirty = painter.paint(screen, frame)
        after = pixels(screen)
        assert after == pixels(naive(frame))
        if dirty is not None:
            assert len(dirty) <= MAX_RECTS
            told = pygame.image.frombytes(before, SIZE, "RGB")
            for rect in dirty:  # what the display is told to update is all that has changed
                told.blit(screen, rect, rect)
            assert pixels(told) == after
        before = after


def test_nothing_changed_nothing_drawn() -> None:
    painter, screen = Painter(), pygame.Surface(SIZE)
    frame = [felt, Item(SURFACES[1], 10, 10)]
    assert painter.paint(screen, frame) is None
    screen.fill((1, 2, 3))
    assert painter.paint(screen, list(frame)) == []
    assert tuple(screen.get_at((12, 12)))[:3] == (1, 2, 3)


def test_after_a_resize_or_on_request_all_is_painted() -> None:
    painter, screen = Painter(), pygame.Surface(SIZE)
    painter.paint(screen, [felt])
    painter.invalidate()
    screen.fill((1, 2, 3))
    assert painter.paint(screen, [felt]) is None
    assert pixels(screen) == pixels(naive([felt]))
    assert painter.paint(pygame.Surface((300, 300)), [felt]) is None


def test_a_moving_card_dirties_where_it_was_and_where_it_is() -> None:
    painter, screen = Painter(), pygame.Surface(SIZE)
    card = Item(SURFACES[1], 10, 10)
    painter.paint(screen, [felt, card])
    old, new = pygame.Rect(10, 10, 30, 44), pygame.Rect(150, 10, 30, 44)
    assert painter.paint(screen, [felt, card._replace(x=150)]) == [old, new]
    assert painter.paint(screen, [felt, card._replace(x=152)]) == [new.union(new.move(2, 0))]


def test_a_big_change_repaints_all_and_the_clip_of_the_screen_is_left_as_it_was() -> None:
    painter, screen = Painter(), pygame.Surface(SIZE)
    painter.paint(screen, [felt])
    assert painter.paint(screen, [Item(SURFACES[0], 1, 0)]) is None
    assert screen.get_clip() == screen.get_rect()
    painter.paint(screen, [Item(SURFACES[0], 1, 0), Item(SURFACES[6], 20, 20)])
    assert screen.get_clip() == screen.get_rect()


def test_what_shows_through_a_card_is_painted_too() -> None:
    for cover in (SURFACES[2], SURFACES[4]):  # half transparent, and with a transparent colour
        painter, screen = Painter(), pygame.Surface(SIZE, 0, 32)
        frame = [felt, Item(SURFACES[6], 12, 12), Item(cover, 10, 10)]
        painter.paint(screen, [felt, frame[2]])
        assert painter.paint(screen, frame) == [pygame.Rect(12, 12, 7, 7)]
        assert pixels(screen) == pixels(naive(frame))


def test_a_window_that_grew_is_painted_whole() -> None:
    painter = Painter()
    painter.paint(pygame.display.set_mode(SIZE), [felt])
    assert painter.paint(pygame.display.set_mode((300, 200)), [felt]) is None  # the same surface, larger


def test_what_is_not_there_or_off_screen_costs_nothing() -> None:
    painter, screen = Painter(), pygame.Surface(SIZE)
    painter.paint(screen, [felt])
    away = [Item(SURFACES[1], 10, 10, 0), Item(SURFACES[1], 500, 10)]
    assert painter.paint(screen, [felt, *away]) == []


def test_fading_leaves_the_cached_surface_as_it_was() -> None:
    for surface in SURFACES:
        before = surface.get_alpha(), pygame.image.tobytes(surface, "RGBA")
        paint_all([felt, Item(surface, 3, 3, 77)])
        assert (surface.get_alpha(), pygame.image.tobytes(surface, "RGBA")) == before


def test_a_card_coming_to_the_top_is_one_change() -> None:
    pile = [Item(SURFACES[1], 10 * i, 5) for i in range(9)]
    top = [*pile[:3], *pile[4:], pile[3]]
    assert changes(pile, top) == ([pile[3]], [pile[3]])
    assert changes(pile, pile[1:]) == ([pile[0]], [])
    assert changes(pile[1:], pile) == ([], [pile[0]])


orders = st.lists(st.integers(0, 9), unique=True, max_size=10)


@given(orders, orders)
def test_no_more_is_changed_than_must_be(old: list[int], new: list[int]) -> None:
    one, two = ([Item(SURFACES[0], number, 0) for number in numbers] for numbers in (old, new))
    gone, come = changes(one, two)
    kept = [item for item in one if item not in gone]
    assert kept == [item for item in two if item not in come]
    assert len(kept) == longest_common(one, two)


def longest_common(one: Sequence[Item], two: Sequence[Item]) -> int:
    """Length of the longest common subsequence, the plain way."""
    row = [0] * (len(two) + 1)
    for a in one:
        above, row = row, [0]
        for j, b in enumerate(two):
            row.append(above[j] + 1 if a == b else max(above[j + 1], row[j]))
    return row[-1]


rects = st.builds(pygame.Rect, st.integers(0, 99), st.integers(0, 99), st.integers(1, 40), st.integers(1, 40))


@given(st.lists(rects, max_size=60))
def test_merged_rectangles_are_few_and_cover_all(many: list[pygame.Rect]) -> None:
    few = merge(many)
    assert len(few) <= MAX_RECTS
    assert all(any(one.contains(rect) for one in few) for rect in many)


def test_two_moving_cards_in_a_full_table_are_quick() -> None:
    screen = pygame.Surface((1920, 1080), 0, 32)
    card = block(128, 178, (250, 247, 236, 255), alpha=True)
    ground = Item(block(1920, 1080, (20, 60, 50)), 0, 0)
    still = [Item(card, 40 + 14 * i, 870) for i in range(127)]
    painter, best = Painter(), 1.0
    for step in range(40):
        flying = [Item(card, 300 + 9 * step, 200 + 5 * step), Item(card, 1500 - 9 * step, 250)]
        start = perf_counter()
        painter.paint(screen, [ground, *still, *flying])
        best = min(best, perf_counter() - start)
    assert best < 0.005  # well below 1 ms on an idle desktop; the bound leaves room for a busy one
