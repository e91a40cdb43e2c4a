"""The program as a process of its own: what it is started with, and what it found when it started."""

import json
import os
import subprocess
import sys
from pathlib import Path

import game

PROGRAM = Path(game.__file__).parents[1]
DOUBLE_CLICK = 1.0
"""Seconds within which two clicks are a pair, unless told otherwise: more than the setting as shipped, as the
program may be late with the second one where the machine is busy."""


def environment(**changes: str | None) -> dict[str, str]:
    """What the program is started with; None takes a variable away."""
    wanted: dict[str, str | None] = {
        **{key: value for key, value in os.environ.items() if not key.startswith("SDL_")},
        "PYTHONPATH": str(PROGRAM),
        "PYTHONIOENCODING": "utf-8",
        "SDL_VIDEODRIVER": "x11",
        "SDL_AUDIODRIVER": "dummy",
        "SDL_FRAMEBUFFER_ACCELERATION": "0",
        "SDL_MOUSE_FOCUS_CLICKTHROUGH": "1",  # or a click that comes with the focus is dropped
        "WAYLAND_DISPLAY": None,
        **changes,
    }
    return {key: value for key, value in wanted.items() if value is not None}


def run(
    *words: object, folder: Path | None = None, **changes: str | None
) -> subprocess.CompletedProcess[str]:
    """The program until it has ended; without a screen, unless a change to its environment gives it one."""
    return subprocess.run(
        [sys.executable, "-m", "game", *map(str, words)],
        cwd=folder,
        env=environment(**{"SDL_VIDEODRIVER": "dummy", **changes}),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def settle_settings(data_dir: Path, **settings: object) -> None:
    """Settings as if they had been chosen before."""
    data_dir.mkdir(parents=True, exist_ok=True)
    usual = {
        "partner_level": "skilled",  # answers at once, and from a seed always the same
        "double_click": DOUBLE_CLICK,
    }
    (data_dir / "settings.json").write_text(json.dumps({**usual, **settings}), encoding="utf-8")
