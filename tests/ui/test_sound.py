from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from game.ui import sound
from game.ui.sound import CALLS, EFFECTS, RATE, SOUNDS, Sounds, samples


@pytest.fixture(autouse=True)
def _no_mixer_left() -> Iterator[None]:
    yield
    pygame.mixer.quit()


@pytest.mark.parametrize("name", SOUNDS)
def test_each_sound_is_heard_and_clean(name: str) -> None:
    mono = samples(name, 1)
    assert 0.03 <= len(mono) / RATE <= 2.0
    loudest = max(abs(value) for value in mono)
    assert 8_000 < loudest <= 32_767 * 0.86, "loud enough, and nothing is clipped"
    assert abs(sum(mono) / len(mono)) < 100, "no step when it begins or ends"
    assert mono[0] == mono[-1] == 0


@pytest.mark.parametrize("name", SOUNDS)
def test_each_sound_goes_down_before_it_ends(name: str) -> None:
    mono = samples(name, 1)
    loudest = max(abs(value) for value in mono)
    for milliseconds, share in ((1, 0.01), (3, 0.04), (8, 0.12)):
        assert max(abs(value) for value in mono[-RATE * milliseconds // 1000 :]) <= share * loudest


@pytest.mark.parametrize("name", CALLS)
def test_a_call_is_short_and_no_louder_than_the_effects(name: str) -> None:
    def strength(of: str) -> float:
        mono = samples(of, 1)
        return (sum(value * value for value in mono) / len(mono)) ** 0.5

    assert len(samples(name, 1)) / RATE <= 0.6
    assert strength(name) <= 1.2 * max(strength(effect) for effect in EFFECTS)


def test_everything_the_table_tells_by_ear_has_its_sound() -> None:
    told = {"deal", "card", "turn", "ruff", "tractor", "failed", "points", "level", "match"}
    assert set(EFFECTS) == told
    assert set(CALLS) == {"call-pair", "call-tractor", "call-throw"}
    assert len({samples(name, 1).tobytes() for name in SOUNDS}) == len(SOUNDS)


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


def test_volumes_are_kept_in_range_and_reach_the_sounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = Sounds(True, 7.0, 0.5)
    assert (sounds.loudness("card"), sounds.loudness("call-pair")) == (1.0, 0.5)
    sounds.play("card")
    sounds.play("call-pair")
    sounds.tune(-3, 2, False)
    assert (sounds.loudness("card"), sounds.loudness("call-pair")) == (0.0, 1.0)
    sounds.tune(0.25, 0.75, False)
    assert sounds._sounds["card"].get_volume() == pytest.approx(0.25, abs=0.02)
    assert sounds._sounds["call-pair"].get_volume() == pytest.approx(0.75, abs=0.02)


def test_muted_is_silence_also_for_what_sounds_by_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = Sounds(True, 1.0)
    sounds.play("match")
    sounds.tune(1.0, 1.0, True)
    assert sounds._sounds["match"].get_volume() == 0
    pygame.mixer.stop()
    for name in SOUNDS:
        assert sounds.loudness(name) == 0
        sounds.play(name)
    assert not pygame.mixer.get_busy()
    sounds.tune(1.0, 1.0, False)
    sounds.play("call-throw")
    assert pygame.mixer.get_busy()


def test_calls_are_heard_without_effects_and_effects_without_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    for volume, calls in ((0.0, 1.0), (1.0, 0.0)):
        sounds = Sounds(True, volume, calls)
        for name in SOUNDS:
            sounds.play(name)
        assert set(sounds._sounds) == set(CALLS if calls else EFFECTS)


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
