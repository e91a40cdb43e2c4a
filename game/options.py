"""The command line of the window."""

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from game.engine import RulesError, preset
from game.engine.rules import PRESETS
from game.profile.settings import Language
from game.ui.i18n import LANGUAGES

SMALLEST = (1024, 640)


@dataclass(frozen=True)
class Options:
    """What was asked for; None where nothing was."""

    seed: str | None
    speed: float | None
    audio: bool
    size: tuple[int, int] | None
    language: Language | None
    decks: int | None
    rules: str | None
    data_dir: Path | None
    script: Path | None
    screenshot: Path | None
    state_dump: Path | None
    smoke: bool = False


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d+)x(\d+)", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: write it as 1280x800")
    width, height = int(match[1]), int(match[2])
    if width < SMALLEST[0] or height < SMALLEST[1]:
        raise argparse.ArgumentTypeError(f"{text} is too small: at least {SMALLEST[0]}x{SMALLEST[1]}")
    return width, height


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number") from None
    if not 0 <= speed <= 10:
        raise argparse.ArgumentTypeError(f"{text} is not within 0..10 (0: no animation)")
    return speed


def parse(argv: Sequence[str]) -> Options:
    """Read the command line; on a mistake prints usage and exits with code 2."""
    parser = argparse.ArgumentParser(
        prog="shengji",
        description="升级 (Shengji, Tractor): a card game for four. Without a window: "
        "python -m game selfplay --help",
    )
    parser.add_argument("--seed", metavar="N", help="deal new matches from this seed")
    parser.add_argument("--speed", type=_speed, metavar="X", help="speed of animation, 0 for none")
    parser.add_argument("--no-audio", action="store_true", help="play silently")
    parser.add_argument("--size", type=_size, metavar="WxH", help="size of the window in pixels")
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the texts")
    parser.add_argument("--decks", type=int, choices=(1, 2, 3, 4), help="decks at a new table")
    parser.add_argument("--rules", choices=tuple(PRESETS), help="rules at a new table")
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="keep settings and matches here")
    parser.add_argument("--script", type=Path, metavar="FILE", help="play the steps in this file")
    parser.add_argument("--screenshot", type=Path, metavar="FILE", help="write the last picture here (PNG)")
    parser.add_argument("--state-dump", type=Path, metavar="FILE", help="write what is shown as JSON lines")
    parser.add_argument("--smoke", action="store_true", help="see whether this copy works, and end")
    found = parser.parse_args(argv)
    if found.rules:
        try:
            preset(found.rules, found.decks or 2)
        except RulesError as error:
            parser.error(f"--rules {found.rules}: {error}")
    if found.script and not found.script.is_file():
        parser.error(f"--script {found.script}: there is no such file")
    return Options(
        seed=found.seed,
        speed=found.speed,
        audio=not found.no_audio,
        size=found.size,
        language=found.lang,
        decks=found.decks,
        rules=found.rules,
        data_dir=found.data_dir,
        script=found.script,
        screenshot=found.screenshot,
        state_dump=found.state_dump,
        smoke=found.smoke,
    )
