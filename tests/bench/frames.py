"""Frame times while a two-deck deal is dealt: ``python tests/bench/frames.py``.

Runs the real program at speed 1 under the dummy video driver and times every frame (moving and
drawing, not the wait for the next one), at several window sizes.
"""

import os
import statistics
import sys
import tempfile
import time

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from game.app import FRAME_RATE, App
from game.options import parse
from game.ui.inputs import Press, Release

SIZES = ("1280x800", "1920x1080", "3840x2160")


def deal(size: str) -> list[float]:
    """Milliseconds of each frame, from the first card dealt to the last."""
    with tempfile.TemporaryDirectory() as folder:
        app = App(parse(["--size", size, "--seed", "5", "--speed", "1", "--no-audio", "--data-dir", folder]))
        while app.stack.top.moving:  # a player reads the menu meanwhile
            app.step(0.016)
        x, y, w, h = next(b["rect"] for b in app.state()["buttons"] if b["name"] == "new")
        for heard in (Press(1, x + w // 2, y + h // 2, 0.0), Release(1, x + w // 2, y + h // 2, 0.0)):
            app.stack.top.heard(heard)
        clock = pygame.time.Clock()
        frames = []
        while True:
            pygame.event.pump()
            dt = clock.tick(FRAME_RATE) / 1000
            before = time.perf_counter()
            app.step(dt)
            took = (time.perf_counter() - before) * 1000
            state = app.state()
            if state.get("phase") == "dealing":
                frames.append(took)
                if state["undealt"] == 0:
                    break
        app.close()
        return frames


def main() -> int:
    print("size        frames   median ms   p99 ms   worst ms")
    for size in SIZES:
        frames = sorted(deal(size))
        p99 = frames[int(len(frames) * 0.99)]
        print(f"{size:10} {len(frames):7} {statistics.median(frames):11.2f} {p99:8.2f} {frames[-1]:10.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
