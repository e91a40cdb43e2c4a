from __future__ import annotations

import dataclasses

import pytest

from game.ui.theme import EVENING, MOTION, Metrics, Motion, Rgb, contrast, mix, over

T = EVENING
ENOUGH = 4.5


def test_contrast_of_known_pairs() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21.0)
    assert contrast((90, 90, 90), (90, 90, 90)) == pytest.approx(1.0)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert contrast(T.ink, T.ivory) == contrast(T.ivory, T.ink)


@pytest.mark.parametrize("ground", ["felt_inner", "felt_outer", "panel", "sheet"])
@pytest.mark.parametrize(
    "name",
    ["text", "secondary", "brass", "danger", "red_on_felt", "blue_on_felt", "green_on_felt"],
)
def test_what_is_written_on_the_table_can_be_read(name: str, ground: str) -> None:
    value = getattr(T, ground)
    grounds = [value] if len(value) == 3 else [over(value, T.felt_inner), over(value, T.felt_outer)]
    for rgb in grounds:
        assert contrast(getattr(T, name), rgb) >= ENOUGH


@pytest.mark.parametrize("ground", ["ivory", "parchment"])
@pytest.mark.parametrize("name", ["ink", "red", "blue", "green", "brass_on_ivory"])
def test_what_is_printed_on_cards_can_be_read(name: str, ground: str) -> None:
    wanted = 4.2 if (name, ground) == ("brass_on_ivory", "parchment") else ENOUGH  # an emblem, not a text
    assert contrast(getattr(T, name), getattr(T, ground)) >= wanted


@pytest.mark.parametrize("brass", ["brass", "brass_light", "brass_deep"])
def test_buttons_and_the_avatar_can_be_read(brass: str) -> None:
    assert contrast(T.on_brass, getattr(T, brass)) >= ENOUGH
    assert contrast(T.text, T.seat) >= ENOUGH


def test_colours_are_bytes() -> None:
    for field in dataclasses.fields(T):
        value = getattr(T, field.name)
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
    assert all(0 < value <= 1.5 for value in dataclasses.astuple(MOTION))
    with pytest.raises(dataclasses.FrozenInstanceError):
        MOTION.deal = 1.0
