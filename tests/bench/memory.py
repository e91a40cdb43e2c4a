"""Memory after many deals: ``python tests/bench/memory.py [DEALS]``.

Runs the real program without animation under the dummy video driver; the computer plays the player's
seat too. Prints the resident memory after every fifth deal.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from game.app import App
from game.options import parse
from game.ui.inputs import Press, Release

EVERY = 5


def resident() -> float:
    """Megabytes in memory (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def click(app: App, name: str) -> bool:
    """Press a button of the top scene, if it is there and can be pressed."""
    for button in app.state()["buttons"]:
        if button["name"] == name and button["enabled"]:
            x, y, w, h = button["rect"]
            for heard in (Press(1, x + w // 2, y + h // 2, 0.0), Release(1, x + w // 2, y + h // 2, 0.0)):
                app.stack.top.heard(heard)
            return True
    return False


def main(deals: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        options = ["--size", "1280x800", "--speed", "0", "--no-audio", "--lang", "en", "--seed", "1"]
        app = App(parse([*options, "--data-dir", folder]))
        app.step(0.0)
        click(app, "new")
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
                    click(app, "next")
                case "victory":
                    click(app, "menu")
                case "menu":
                    click(app, "new")
                case "table" if "auto" in state and time.monotonic() > busy:
                    busy = time.monotonic() + 0.05
                    if state.get("ask") == "bury":
                        click(app, "play") or click(app, "hint")
                    elif not any(click(app, name) for name in ("pass", "stake:1")) and not state["auto"][0]:
                        click(app, "auto")
            time.sleep(0.001)
        app.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50))
