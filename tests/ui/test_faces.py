from __future__ import annotations

import time
from typing import get_args

import pygame
import pytest
from contrast import contrast

from game.profile.settings import CardTheme
from game.ui.card_art import PIPS
from game.ui.faces import BIG_JOKER, FACES, LITTLE_JOKER, PAINTERS, Faces, name
from game.ui.painter import Item
from game.ui.text import Fonts
from game.ui.theme import EVENING, TABLES

INDEX_SHARE = 0.22
"""Of the card's width: all that shows of a card in a full hand."""


@pytest.fixture(params=PAINTERS)
def faces(request: pytest.FixtureRequest, fonts: Fonts) -> Faces:
    """The cards of every theme."""
    return Faces(fonts, EVENING, card_theme=request.param)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


def dark_columns(surface: pygame.Surface, rows: range) -> list[int]:
    """Columns with printed ink in some of `rows`, hairline and border left out."""
    found = []
    for x in range(2, surface.get_width() - 2):
        if any(contrast(surface.get_at((x, y))[:3], EVENING.ivory) > 2.5 for y in rows):
            found.append(x)
    return found


def test_names() -> None:
    assert [name(card) for card in (0, 8, 12, 13, 26, 51)] == [
        ("2", "S"), ("T", "S"), ("A", "S"), ("2", "H"), ("2", "C"), ("A", "D"),
    ]  # fmt: skip
    assert name(LITTLE_JOKER) == ("L", "J")
    assert name(BIG_JOKER) == ("B", "J")
    for wrong in (-1, 54):
        with pytest.raises(ValueError, match="no such card"):
            name(wrong)


@pytest.mark.parametrize("width", [40, 96])
def test_every_face_differs(faces: Faces, width: int) -> None:
    pictures = {pixels(faces.face(card, width)) for card in range(FACES)} | {pixels(faces.back(width))}
    assert len(pictures) == FACES + 1


@pytest.mark.parametrize("width", [60, 96, 140])
def test_every_index_differs_and_lies_in_its_strip(faces: Faces, width: int) -> None:
    strip = int(width * INDEX_SHARE)
    high = faces.height(width) * 36 // 100
    seen = set()
    for card in range(FACES):
        face = faces.face(card, width)
        seen.add(pixels(face.subsurface((0, 0, strip, high))))
        # Between index and picture there is a column without ink: nothing of the index is cut off.
        columns = dark_columns(face, range(3, high))
        inside = [x for x in columns if x <= strip]
        assert len(inside) >= width * 0.08, name(card)
        assert strip not in columns or strip + 1 not in columns, name(card)
        assert not any(strip < x < width * 0.26 for x in columns), name(card)
    assert len(seen) == FACES


def test_ahead_fronts_and_backs_are_drawn_one_at_a_time(faces: Faces) -> None:
    faces.face(7, 40)
    count = 0
    while faces.draw_ahead((40, 44), (30,)):
        count += 1
    assert count == 2 * FACES + 1 - 1, "all but the one that was there"
    assert not faces.draw_ahead((40, 44), (30,))
    assert faces.draw_ahead((40, 44), (31,))


def test_size_and_transparent_corners(faces: Faces) -> None:
    face = faces.face(0, 96)
    assert face.get_size() == (96, 134) == (96, faces.height(96))
    for corner in ((0, 0), (95, 0), (0, 133), (95, 133)):
        assert face.get_at(corner).a < 40
    assert face.get_at((48, 5))[:3] == EVENING.ivory
    assert face.get_at((48, 67)).a == 255


def test_the_rounded_edge_has_no_dark_fringe(faces: Faces) -> None:
    face = faces.face(1, 96)
    for x in range(8):
        for y in range(8):
            color = face.get_at((x, y))
            if 0 < color.a < 255:
                assert min(color[:3]) >= min(EVENING.hairline) - 8


def test_same_arguments_same_surface(faces: Faces) -> None:
    for draw in (faces.face, faces.dimmed):
        assert draw(17, 80) is draw(17, 80)
        assert draw(17, 80) is not draw(17, 81)
        assert draw(17, 80).get_size() == (80, faces.height(80))
    assert faces.back(80) is faces.back(80)
    assert faces.shadow(80) is faces.shadow(80)
    assert faces.suit("S", 20, (1, 2, 3)) is faces.suit("S", 20, (1, 2, 3))
    assert faces.turned(3, 80, 14.9) is faces.turned(3, 80, 15.2)


def test_states_leave_the_plain_face_alone(faces: Faces) -> None:
    before = pixels(faces.face(5, 96))
    assert pixels(faces.dimmed(5, 96)) != before
    assert pixels(faces.face(5, 96)) == before


def test_a_front_that_stands_out_has_a_brass_frame_over_it(faces: Faces) -> None:
    front = Item(faces.face(5, 96), 3, 4, 200)
    assert faces.framed(front, False) == [front]
    below, above = faces.framed(front, True)
    assert below == front
    assert above[1:] == front[1:], "at the same place, as opaque"
    frame = above.surface
    assert frame is faces.frame(96)
    assert frame.get_size() == front.surface.get_size()
    assert frame.get_at((0, 67))[:3] == EVENING.brass
    assert frame.get_at((48, 67)).a == 0, "nothing of the card is covered"


def test_a_dimmed_card_can_still_be_read(faces: Faces) -> None:
    for card in (5, 18):
        dim = faces.dimmed(card, 96)
        ground = dim.get_at((90, 67))[:3]
        darkest = max(contrast(dim.get_at((x, y))[:3], ground) for x in range(4, 20) for y in range(6, 46))
        assert darkest >= 3.0


def test_every_card_theme_that_can_be_set_is_drawn(fonts: Fonts) -> None:
    assert set(PAINTERS) == set(get_args(CardTheme))
    assert pixels(Faces(fonts, EVENING).face(5, 96)) == pixels(
        Faces(fonts, EVENING, card_theme="classic").face(5, 96)
    )


def ink_box(surface: pygame.Surface, rows: range, columns: range) -> tuple[int, int]:
    """Width and height of what is printed there."""
    dark = [
        (x, y) for x in columns for y in rows if contrast(surface.get_at((x, y))[:3], EVENING.ivory) > 2.5
    ]
    xs, ys = [x for x, _ in dark], [y for _, y in dark]
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


@pytest.mark.parametrize("width", [60, 96, 200])
def test_large_print_has_larger_indices_and_no_less_of_a_picture(fonts: Fonts, width: int) -> None:
    classic, large = (Faces(fonts, EVENING, card_theme=theme) for theme in ("classic", "large"))
    strip = range(2, int(width * INDEX_SHARE) + 1)
    split_classic, split_large = (round(width * share / 96) for share in (28, 35))
    for card in range(LITTLE_JOKER):
        _, usual = ink_box(classic.face(card, width), range(3, split_classic), strip)
        _, tall = ink_box(large.face(card, width), range(3, split_large), strip)
        assert tall >= usual * 1.2, name(card)
    for card in (0, 8, 11, 12):  # the rank once more, to be read from afar
        face = large.face(card, width)
        high = large.height(width)
        _, rank = ink_box(face, range(high // 12, high // 2), range(width * 36 // 100, width - 3))
        assert rank >= high * 0.26


@pytest.mark.parametrize("table", TABLES)
def test_cards_are_drawn_on_every_table(fonts: Fonts, table: str) -> None:
    faces = Faces(fonts, TABLES[table])
    assert faces.face(0, 96).get_at((90, 67))[:3] == TABLES[table].ivory
    back = faces.back(96)
    assert contrast(back.get_at((48, 2))[:3], TABLES[table].felt_outer) > 7, "an ivory border round it"


def test_suits_are_the_same_shape_in_both_colour_schemes(fonts: Fonts) -> None:
    for theme in PAINTERS:
        two, four = (Faces(fonts, EVENING, colours, theme) for colours in (False, True))
        for card in (3, 16, 29, 42):
            shape_two, shape_four = (
                {
                    (x, y)
                    for x in range(3, 93)
                    for y in range(3, 131)
                    if contrast(faces.face(card, 96).get_at((x, y))[:3], EVENING.ivory) > 3
                }
                for faces in (two, four)
            )
            assert len(shape_two ^ shape_four) < 0.12 * len(shape_two)


def test_pips_are_as_many_as_the_rank_says() -> None:
    for rank, places in PIPS.items():
        assert len(set(places)) == (10 if rank == "T" else int(rank))
        assert sum(y for _, y in places) / len(places) == pytest.approx(67, abs=5)


def test_colours_of_the_suits(fonts: Fonts) -> None:
    two, four = Faces(fonts, EVENING), Faces(fonts, EVENING, four_colours=True)
    assert len({two.colour(suit) for suit in "SHCD"}) == 2
    assert len({four.colour(suit) for suit in "SHCD"}) == 4
    assert len({four.colour(suit, on_felt=True) for suit in "SHCD"}) == 4
    assert pixels(two.face(30, 96)) != pixels(four.face(30, 96))
    assert pixels(two.face(3, 96)) == pixels(four.face(3, 96))


def test_suit_shapes_differ_and_fill_their_square(faces: Faces) -> None:
    shapes = [faces.suit(suit, 24, (200, 10, 20)) for suit in "SHCD"]
    assert len({pixels(shape) for shape in shapes}) == 4
    for shape in shapes:
        ink = shape.get_bounding_rect()
        assert ink.h >= 22
        assert shape.get_at(ink.center)[:3] == (200, 10, 20)
        mask = pygame.mask.from_surface(shape)
        assert abs(mask.centroid()[0] - 11.5) <= 1  # upright: left and right alike
    with pytest.raises(ValueError, match="no such suit"):
        faces.suit("X", 24, (0, 0, 0))


def test_the_shadow_is_soft_and_larger(faces: Faces) -> None:
    shadow, margin = faces.shadow(96), faces.shadow_margin(96)
    assert shadow.get_size() == (96 + 2 * margin, 134 + 2 * margin)
    alphas = [shadow.get_at((x, shadow.get_height() // 2)).a for x in range(margin * 2)]
    assert alphas == sorted(alphas)
    assert alphas[0] < 12
    assert shadow.get_at((shadow.get_width() // 2, shadow.get_height() // 2)).a > 80


def test_a_face_is_drawn_quickly(faces: Faces) -> None:
    faces.face(0, 97)
    start = time.thread_time()
    for card in range(FACES):
        faces.face(card, 96)
    assert (time.thread_time() - start) / FACES < 0.02  # 1.5 ms measured
