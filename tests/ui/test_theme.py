from __future__ import annotations

import dataclasses
from itertools import combinations
from typing import get_args

import pytest
from contrast import contrast

from game.profile.settings import TableTheme
from game.ui.felt import make_felt
from game.ui.theme import EVENING, MOTION, TABLES, Metrics, Motion, Rgb, Theme, mix, over

ENOUGH = 4.5


@pytest.fixture(params=TABLES)
def theme(request: pytest.FixtureRequest) -> Theme:
    """Every table."""
    return TABLES[request.param]


def grounds(theme: Theme, name: str) -> list[Rgb]:
    """The opaque colours that a ground of the theme is seen as, wherever on the felt it lies."""
    value = getattr(theme, name)
    if len(value) == 3:
        return [value]
    return [over(value, theme.felt_inner), over(value, theme.felt_outer)]


def test_every_table_that_can_be_set_has_its_palette() -> None:
    assert set(TABLES) == set(get_args(TableTheme))
    assert TABLES["evening"] == EVENING
    for one, other in combinations(TABLES.values(), 2):
        assert one.felt_inner != other.felt_inner
        assert sum(abs(a - b) for a, b in zip(one.felt_inner, other.felt_inner, strict=True)) > 40


def test_contrast_of_known_pairs() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21.0)
    assert contrast((90, 90, 90), (90, 90, 90)) == pytest.approx(1.0)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert contrast(EVENING.ink, EVENING.ivory) == contrast(EVENING.ivory, EVENING.ink)


@pytest.mark.parametrize("ground", ["felt_inner", "felt_outer", "panel", "sheet"])
@pytest.mark.parametrize(
    "name",
    ["text", "secondary", "brass", "danger", "red_on_felt", "blue_on_felt", "green_on_felt"],
)
def test_what_is_written_on_the_table_can_be_read(theme: Theme, name: str, ground: str) -> None:
    for rgb in grounds(theme, ground):
        assert contrast(getattr(theme, name), rgb) >= ENOUGH


@pytest.mark.parametrize("ground", ["ivory", "parchment"])
@pytest.mark.parametrize("name", ["ink", "red", "blue", "green", "brass_on_ivory"])
def test_what_is_printed_on_cards_can_be_read(theme: Theme, name: str, ground: str) -> None:
    wanted = 4.2 if (name, ground) == ("brass_on_ivory", "parchment") else ENOUGH  # an emblem, not a text
    assert contrast(getattr(theme, name), getattr(theme, ground)) >= wanted


@pytest.mark.parametrize("brass", ["brass", "brass_light", "brass_deep"])
def test_the_main_button_can_be_read(theme: Theme, brass: str) -> None:
    ground = getattr(theme, brass)
    assert contrast(theme.on_brass, ground) >= ENOUGH
    assert contrast(mix(theme.on_brass, theme.brass, 0.25), ground) >= ENOUGH, "the note on it too"


def test_what_is_chosen_and_what_is_hovered_can_be_read(theme: Theme) -> None:
    assert contrast(theme.text, theme.seat) >= ENOUGH
    hovered = (*mix(theme.panel[:3], theme.felt_inner, 0.8), 230)
    for felt in (theme.felt_inner, theme.felt_outer):
        assert contrast(theme.text, over(hovered, felt)) >= ENOUGH
    assert contrast(theme.secondary, over(theme.faint, theme.felt_outer)) >= ENOUGH
    assert contrast(mix(theme.secondary, theme.felt_outer, 0.3), theme.felt_outer) >= ENOUGH, "a placeholder"


def test_cards_stand_out_from_the_cloth(theme: Theme) -> None:
    for felt in (theme.felt_inner, theme.felt_outer):
        assert contrast(theme.ivory, felt) >= 7
        assert contrast(theme.hairline, theme.ivory) >= 1.5


def test_suits_on_the_table_are_told_apart(theme: Theme) -> None:
    colours = (theme.text, theme.red_on_felt, theme.blue_on_felt, theme.green_on_felt)
    for one, other in combinations(colours, 2):
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 60


def test_every_cloth_can_be_drawn_without_bands(theme: Theme) -> None:
    assert max(*theme.felt_inner, *theme.felt_outer) * 3 + 10 <= 255, "kept in thirds of a colour step"
    cloth = make_felt(96, 60, theme.felt_inner, theme.felt_outer)
    middle, corner = cloth.get_at((48, 27))[:3], cloth.get_at((0, 59))[:3]
    assert middle == pytest.approx(theme.felt_inner, abs=6)
    assert corner == pytest.approx(theme.felt_outer, abs=6)


def test_colours_are_bytes(theme: Theme) -> None:
    for field in dataclasses.fields(theme):
        value = getattr(theme, field.name)
        assert len(value) in (3, 4), field.name
        assert all(isinstance(v, int) and 0 <= v <= 255 for v in value), field.name


def test_mixing() -> None:
    white: Rgb = (255, 255, 255)
    assert mix((0, 0, 0), white, 0.0) == (0, 0, 0)
    assert mix((0, 0, 0), white, 1.0) == white
    assert over((255, 255, 255, 0), (1, 2, 3)) == (1, 2, 3)
    assert over((9, 8, 7, 255), (1, 2, 3)) == (9, 8, 7)


def test_sizes_follow_the_height_and_the_scale() -> None:
    small, large = Metrics.of(1280, 800, 1.0), Metrics.of(2560, 1600, 1.0)
    assert (small.body, small.small, small.number) == (18, 14, 27)
    assert (large.body, large.small, large.number) == (35, 27, 54)
    assert Metrics.of(1280, 800, 2.0).body == large.body
    assert Metrics.of(1920, 800, 1.0).body == small.body  # a wider window gives no larger text


def test_text_is_never_too_small() -> None:
    least = Metrics.of(1024, 640, 0.75)
    assert min(least.small, least.body, least.number, least.heading) >= 12
    assert least.small == 12


def test_a_narrow_window_is_ruled_by_its_width() -> None:
    assert Metrics.of(800, 1200, 1.0).body < Metrics.of(1920, 1200, 1.0).body


def test_motion_is_one_frozen_table_of_seconds() -> None:
    assert Motion() == MOTION
    assert (MOTION.deal, MOTION.trick_rest, MOTION.trick_fly) == (0.18, 1.0, 0.26)
    assert all(0 < value <= 2 for value in dataclasses.astuple(MOTION))
    with pytest.raises(dataclasses.FrozenInstanceError):
        MOTION.deal = 1.0
