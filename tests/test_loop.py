"""The window at rest: how often it looks for events, and what it does for a clock."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from game.app import ASLEEP_LOOK, AWAKE, AWAKE_LOOK, TICK, App
from game.options import parse
from game.scenes.stack import Scene


class Clock(Scene):
    """Nothing but a clock."""

    @property
    def ticking(self) -> bool:
        return True


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    made = App(parse(["--no-audio", "--size", "1024x640", "--data-dir", str(tmp_path)]))
    yield made
    made.close()


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Every wait of the window, which takes no time here; after so many there is an event."""
    found: list[int] = []
    monkeypatch.setattr(pygame.time, "wait", lambda ms: (found.append(ms), ms)[1])
    event = pygame.Event(pygame.USEREVENT)
    monkeypatch.setattr(pygame.event, "get", lambda: [event] if len(found) == 200 else [])
    return found


def test_at_rest_the_looks_grow_rare_until_something_happens(app: App, waits: list[int]) -> None:
    app._quiet = 0
    assert len(app._rest()) == 1
    awake = AWAKE // AWAKE_LOOK
    assert waits == [AWAKE_LOOK] * awake + [ASLEEP_LOOK] * (200 - awake)


def test_a_clock_that_runs_has_its_frames_and_no_more(app: App, waits: list[int]) -> None:
    app.stack.push(Clock(app.kit))
    app._quiet = AWAKE
    assert app._rest() == []
    assert TICK <= sum(waits) < TICK + ASLEEP_LOOK
