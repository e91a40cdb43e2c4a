"""Memory after many deals: ``python tests/bench/memory.py [DEALS]``.

Runs the real program without animation under the dummy video driver; the computer plays the player's
seat too. Prints the resident memory after every fifth deal.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

import pygame
from window import press

from game.app import App
from game.options import parse

EVERY = 5


def resident() -> float:
    """Megabytes in memory (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(deals: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        options = ["--size", "1280x800", "--speed", "0", "--no-audio", "--lang", "en", "--seed", "1"]
        app = App(parse([*options, "--data-dir", folder]))
        app.step(0.0)
        press(app, "new")
        done, busy = 0, 0.0
        while done < deals:
            pygame.event.pump()
            app.step(0.016)
            state = app.state()
            match state["scene"]:
                case "sheet":
                    done += 1
                    if done % EVERY == 0:
                        print(f"after {done:3} deals {resident():7.1f} MB", flush=True)
                    press(app, "next")
                case "victory":
                    press(app, "menu")
                case "menu":
                    press(app, "new")
                case "table" if "auto" in state and time.monotonic() > busy:
                    busy = time.monotonic() + 0.05
                    if state.get("ask") == "bury":
                        press(app, "play") or press(app, "hint")
                    elif not any(press(app, name) for name in ("pass", "stake:1")) and not state["auto"][0]:
                        press(app, "auto")
            time.sleep(0.001)
        app.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50))
