"""The sounds of the table, synthesised; silent where there is no device."""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Callable

import pygame

RATE = 44_100  # samples a second played
_MADE = RATE // 2  # samples a second made: nothing here is bright enough to need more
_PEAK = 0.85
_FADE = 0.006  # seconds in which the end of every sound goes down to nothing

Wave = list[float]  # mono samples, -1.0 .. 1.0


def _noise(seconds: float, decay: float, soften: float, seed: int) -> Wave:
    """A burst of noise fading by e every `decay` s; `soften` 0..1 takes its brightness away."""
    draw = random.Random(seed).random
    fall, loud = math.exp(-1 / _MADE / decay), 2.0 * (1 - soften)
    wave, last = [], 0.0
    for _ in range(int(seconds * _MADE)):
        last = last * soften + (draw() - 0.5) * loud
        wave.append(last)
    strength, rise = 1.0, 0.001 * _MADE
    for i, value in enumerate(wave):
        wave[i] = value * strength * min(1.0, i / rise)
        strength *= fall
    return wave


def _tone(hertz: float, seconds: float, decay: float, overtone: float = 0.25, glide: float = 0.0) -> Wave:
    """A struck tone with one overtone; `glide` is by how many Hz it has moved at the end."""
    count = int(seconds * _MADE)
    fall, strength, phase, wave = math.exp(-1 / _MADE / decay), 1.0, 0.0, []
    step, bend = hertz / _MADE * math.tau, glide / _MADE * math.tau / count
    sin, double = math.sin, 2 * overtone
    for _ in range(count):
        phase += step
        step += bend
        one = sin(phase)
        wave.append(one * strength * (1 + double * (1 - one * one)))  # the bracket adds the overtone's colour
        strength *= fall
    edge = int(0.004 * _MADE)
    for i in range(edge):
        wave[i] *= i / edge
        wave[-1 - i] *= i / edge
    return wave


def _mix(*parts: tuple[float, float, Wave]) -> Wave:
    """Parts (start in s, loudness, wave) laid over each other."""
    total = [0.0] * max(int(start * _MADE) + len(wave) for start, _, wave in parts)
    for start, loud, wave in parts:
        first = int(start * _MADE)
        for i, value in enumerate(wave):
            total[first + i] += value * loud
    return total


def _deal() -> Wave:
    return _mix((0, 0.9, _noise(0.045, 0.010, 0.35, 1)), (0, 0.12, _tone(310, 0.03, 0.012)))


def _card() -> Wave:
    return _mix((0, 1.0, _noise(0.08, 0.016, 0.6, 2)), (0, 0.35, _tone(150, 0.08, 0.025, 0.1, -50)))


def _turn() -> Wave:
    return _mix((0, 0.40, _tone(659, 0.30, 0.09)), (0.09, 0.40, _tone(880, 0.38, 0.12)))


def _ruff() -> Wave:
    swish = _noise(0.14, 0.05, 0.2, 3)
    return _mix((0, 0.35, swish), (0.06, 0.6, _tone(120, 0.22, 0.07, 0.3, -45)), (0.06, 0.7, _card()))


def _tractor() -> Wave:
    steps = [(i * 0.075, 0.8, _card()) for i in range(3)]
    return _mix(*steps, (0.15, 0.4, _tone(196, 0.25, 0.08, 0.4)))


def _failed() -> Wave:
    return _mix((0, 0.5, _tone(233, 0.2, 0.09, 0.5, -20)), (0.14, 0.5, _tone(175, 0.32, 0.12, 0.5, -20)))


def _points() -> Wave:
    return _mix(*((i * 0.055, 0.32, _tone(f, 0.25, 0.08)) for i, f in enumerate((784, 988, 1175))))


def _level() -> Wave:
    return _mix(*((i * 0.11, 0.35, _tone(f, 0.45, 0.15)) for i, f in enumerate((523, 659, 784, 1047))))


def _match() -> Wave:
    rise = [(i * 0.13, 0.30, _tone(f, 0.5, 0.18)) for i, f in enumerate((392, 523, 659, 784))]
    chord = [(0.55, 0.24, _tone(f, 1.1, 0.38)) for f in (523, 659, 784, 1047)]
    return _mix(*rise, *chord)


def _voice(seconds: float, pitch: Callable[[float], float], rise: float = 0.02) -> Wave:
    """A sung vowel of `seconds`; `pitch` gives its Hz at 0 (begin) .. 1 (end)."""
    count = int(seconds * _MADE)
    edge, fade = int(rise * _MADE), int(0.07 * _MADE)
    phase, wave, sin = 0.0, [], math.sin
    for i in range(count):
        phase += pitch(i / count) / _MADE * math.tau
        value = sin(phase) + 0.5 * sin(2 * phase) + 0.28 * sin(3 * phase) + 0.12 * sin(4 * phase)
        wave.append(value * min(1.0, i / edge, (count - 1 - i) / fade))
    return wave


def _call_pair() -> Wave:
    """Falls, as 对 does."""
    return _mix((0, 0.3, _voice(0.24, lambda at: 392 - 150 * at * at)))


def _call_tractor() -> Wave:
    """Three even syllables, as 拖拉机."""
    starts, lengths = (0.0, 0.15, 0.30), (0.13, 0.13, 0.24)
    return _mix(
        *(
            (start, 0.3, _voice(length, lambda at: 392 + 4 * at))
            for start, length in zip(starts, lengths, strict=True)
        )
    )


def _call_throw() -> Wave:
    """Dips and comes back, as 甩 does."""
    return _mix(
        (0, 0.3, _voice(0.38, lambda at: 300 - 130 * math.sin(math.pi * min(1.0, at * 1.15)) + 40 * at))
    )


EFFECTS: dict[str, Callable[[], Wave]] = {
    "deal": _deal,  # a card is dealt
    "card": _card,  # cards are put down
    "turn": _turn,  # your turn
    "ruff": _ruff,
    "tractor": _tractor,
    "failed": _failed,  # a throw failed
    "points": _points,  # a trick with points is won
    "level": _level,  # level up
    "match": _match,  # match won
}
CALLS: dict[str, Callable[[], Wave]] = {
    "call-pair": _call_pair,
    "call-tractor": _call_tractor,
    "call-throw": _call_throw,
}
"""What is called out when it is led, with a volume of its own."""
SOUNDS = {**EFFECTS, **CALLS}


def samples(name: str, channels: int) -> array[int]:
    """Sound `name` as signed 16-bit samples at `RATE`, interleaved for `channels`."""
    wave = SOUNDS[name]()
    fade = int(_FADE * _MADE)
    for i in range(fade):
        wave[-1 - i] *= i / fade
    loudest = max(1.0, max(abs(value) for value in wave))
    scale = 32767 * _PEAK / loudest
    made = array("h", [round(value * scale) for value in wave])
    played = array("h", bytes(4 * channels * len(made)))
    between = array("h", [(a + b) // 2 for a, b in zip(made, [*made[1:], 0], strict=True)])
    for channel in range(channels):
        played[channel :: 2 * channels] = made
        played[channel + channels :: 2 * channels] = between
    return played


class Sounds:
    """Plays sounds by name. Never raises: without mixer or device it is silent.

    Opens the mixer and makes each sound when it is first wanted; `warm` does it beforehand.
    """

    def __init__(self, enabled: bool, volume: float, calls: float = 0.6) -> None:
        """`volume` of the effects and `calls` of what is called out are 0.0 .. 1.0."""
        self.enabled = enabled
        self._volume = self._calls = 0.0
        self._muted = False
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._broken = False
        self.tune(volume, calls, False)

    def tune(self, volume: float, calls: float, muted: bool) -> None:
        """These volumes from now on, 0.0 .. 1.0; what is muted makes no sound, also what sounds by now."""
        self._volume = min(1.0, max(0.0, volume))
        self._calls = min(1.0, max(0.0, calls))
        self._muted = muted
        for name, sound in self._sounds.items():
            sound.set_volume(self.loudness(name))

    def loudness(self, name: str) -> float:
        """How loud the sound of this name is now, 0.0 .. 1.0."""
        if self._muted:
            return 0.0
        return self._calls if name in CALLS else self._volume

    @property
    def silent(self) -> bool:
        """Whether a device was tried and found missing."""
        return self._broken

    def play(self, name: str) -> None:
        """Play sound `name` of `SOUNDS` now, over what still sounds; an unknown name is silence."""
        if not self.enabled or self._broken or self.loudness(name) == 0:
            return
        sound = self._get(name)
        if sound is None:
            return
        try:
            sound.play()
        except (pygame.error, NotImplementedError):  # the latter where pygame was built without a mixer
            self._broken = True

    def warm(self, *names: str) -> None:
        """Make the named sounds (all without names) ready, so that their first time is not late."""
        if self.enabled:
            for name in names or SOUNDS:
                self._get(name)

    def _get(self, name: str) -> pygame.mixer.Sound | None:
        if name in self._sounds:
            return self._sounds[name]
        if name not in SOUNDS or self._broken:
            return None
        try:
            if not pygame.mixer.get_init():
                pygame.mixer.init(RATE, -16, 2, 1024, allowedchanges=0)
            opened = pygame.mixer.get_init()
            if not opened or opened[0] != RATE or opened[1] != -16:
                self._broken = True  # opened by someone else in a format ours would shriek in
                return None
            sound = pygame.mixer.Sound(buffer=samples(name, opened[2]))
            sound.set_volume(self.loudness(name))
        except (pygame.error, NotImplementedError, AttributeError):  # no device, or no mixer at all
            self._broken = True
            return None
        self._sounds[name] = sound
        return sound
