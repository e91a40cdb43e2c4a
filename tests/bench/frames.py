"""Frame times at the table: ``python tests/bench/frames.py``.

Runs the real program at speed 1 under the dummy video driver and times every frame (moving and
drawing, not the wait for the next one): while a two-deck deal is dealt, at several window sizes; and
while it is played by others, by players that answer on the spot and by those that think.
"""

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pygame
from window import press

from game.app import FRAME_RATE, App
from game.bots.levels import Level
from game.options import parse

SIZES = ("1280x800", "1920x1080", "3840x2160")
PLAY = 30.0
"""Seconds of play that are timed."""


def frames(size: str, level: Level) -> Iterator[tuple[App, float]]:
    """The program at a new table, after each frame with its milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"partner_level": level, "opponent_level": level, "tips": False}
        (Path(folder) / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
        app = App(parse(["--size", size, "--seed", "5", "--speed", "1", "--no-audio", "--data-dir", folder]))
        while app.stack.top.moving:  # a player reads the menu meanwhile
            app.step(0.016)
        press(app, "new")
        clock = pygame.time.Clock()
        try:
            while True:
                pygame.event.pump()
                dt = clock.tick(FRAME_RATE) / 1000
                before = time.perf_counter()
                app.step(dt)
                yield app, (time.perf_counter() - before) * 1000
        finally:
            app.close()


def deal(size: str) -> list[float]:
    """Milliseconds of each frame, from the first card dealt to the last."""
    taken = []
    for app, took in frames(size, "skilled"):
        state = app.state()
        if state.get("phase") == "dealing":
            taken.append(took)
            if state["undealt"] == 0:
                break
    return taken


def play(size: str, level: Level) -> list[float]:
    """Milliseconds of each frame while the computer plays, on the own seat too."""
    taken: list[float] = []
    end = None
    for app, took in frames(size, level):
        state = app.state()
        phase = state.get("phase")
        if phase == "dealing" and state["undealt"] == 0:
            press(app, "pass")
        elif phase == "burying":
            press(app, "hint")
            press(app, "play")
        elif phase == "playing":
            now = time.perf_counter()
            if end is None:
                end = now + PLAY
                press(app, "auto")
            else:
                taken.append(took)
            if now > end:
                break
        elif taken:
            break
    return taken


def line(name: str, taken: list[float]) -> str:
    taken = sorted(taken)
    p99 = taken[int(len(taken) * 0.99)]
    return f"{name:28} {len(taken):7} {statistics.median(taken):11.2f} {p99:8.2f} {taken[-1]:10.2f}"


def main() -> int:
    print(f"{'':28}  frames   median ms   p99 ms   worst ms")
    for size in SIZES:
        print(line(f"dealing, {size}", deal(size)))
    levels: tuple[Level, ...] = ("skilled", "master")
    for level in levels:
        print(line(f"playing, 1920x1080, {level}", play("1920x1080", level)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
