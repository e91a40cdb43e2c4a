from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from game.ui import sound
from game.ui.sound import EFFECTS, RATE, Sounds, samples


@pytest.fixture(autouse=True)
def _no_mixer_left() -> Iterator[None]:
    yield
    pygame.mixer.quit()


@pytest.mark.parametrize("name", EFFECTS)
def test_each_effect_is_heard_and_clean(name: str) -> None:
    mono = samples(name, 1)
    assert 0.03 <= len(mono) / RATE <= 2.0
    assert 3_000 < max(abs(value) for value in mono) <= 32_767 * 0.86
    assert abs(mono[0]) < 9_000
    assert abs(mono[-1]) < 700  # ends without a click


def test_stereo_holds_the_same_twice() -> None:
    mono, stereo = samples("card", 1), samples("card", 2)
    assert stereo[0::2] == mono
    assert stereo[1::2] == mono


def test_effects_are_the_same_every_time_and_differ() -> None:
    made = {name: samples(name, 1).tobytes() for name in ("deal", "card", "turn", "failed")}
    assert made == {name: samples(name, 1).tobytes() for name in made}
    assert len(set(made.values())) == len(made)


def test_plays_and_makes_each_effect_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    made: list[str] = []
    real = samples
    monkeypatch.setattr(sound, "samples", lambda name, channels: made.append(name) or real(name, channels))
    sounds = Sounds(True, 0.5)
    assert not pygame.mixer.get_init()  # nothing is opened before it is wanted
    sounds.play("card")
    sounds.play("card")
    assert made == ["card"]
    assert not sounds.silent
    assert pygame.mixer.get_busy()
    sounds.warm("turn", "card")
    assert made == ["card", "turn"]


def test_off_makes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> Any:
        raise AssertionError("made a sound")

    monkeypatch.setattr(sound, "samples", never)
    Sounds(False, 1.0).play("card")
    Sounds(False, 1.0).warm()
    Sounds(True, 0.0).play("card")
    Sounds(True, 1.0).play("no such effect")


def test_volume_is_kept_in_range_and_reaches_the_effects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = Sounds(True, 7.0)
    assert sounds.volume == 1.0
    sounds.play("card")
    sounds.volume = -3
    assert sounds.volume == 0.0
    sounds.volume = 0.25
    assert sounds._sounds["card"].get_volume() == pytest.approx(0.25, abs=0.02)


@pytest.mark.parametrize("error", [pygame.error("no device"), NotImplementedError("no mixer")])
def test_without_a_device_it_is_silent(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    tries = []

    def fail(*_: Any, **__: Any) -> None:
        tries.append(1)
        raise error

    monkeypatch.setattr(pygame.mixer, "init", fail)
    sounds = Sounds(True, 1.0)
    sounds.play("card")
    sounds.play("turn")
    sounds.warm()
    assert sounds.silent
    assert len(tries) == 1  # a missing device is not asked for again and again


def test_a_mixer_in_another_format_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.mixer, "get_init", lambda: (22_050, 8, 1))
    sounds = Sounds(True, 1.0)
    sounds.play("card")
    assert sounds.silent
