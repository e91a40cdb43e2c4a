"""What the packaging scripts need to know of the project: its version, folders and time."""

import os
import platform
import subprocess
import tomllib
from pathlib import Path
from typing import Any

NAME = "shengji"
TITLE = "升级 Shengji"
SUMMARY = "Card game for four: Shengji (Tractor), alone or on a LAN"
ROOT = Path(__file__).resolve().parents[1]
PACKAGING = ROOT / "packaging"
ICONS = ROOT / "assets" / "icon"
DIST = ROOT / "dist"
"""What is made for others goes here."""
BUILD = ROOT / "build"
"""What is only needed on the way."""
BUNDLE = DIST / NAME
"""The frozen program, a folder."""


def _project() -> dict[str, Any]:
    return dict(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"])


def version() -> str:
    """As in ``pyproject.toml``."""
    return str(_project()["version"])


def licence() -> str:
    """The game's own licence as SPDX has it; none is given as long as ``pyproject.toml`` names none."""
    return str(_project().get("license", "LicenseRef-proprietary"))


def requirements() -> list[str]:
    """What the game needs to run, as in ``pyproject.toml``."""
    return list(_project()["dependencies"])


def source_date() -> int:
    """Seconds since 1970 that all files made are dated: of the commit, so that a build can be repeated."""
    if told := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(told)
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    try:
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    except (OSError, subprocess.CalledProcessError, ValueError):
        return 1_700_000_000  # no checkout: any date, but always the same


def environment() -> dict[str, str]:
    """For the tools that are called: dates and hashes that do not change from run to run."""
    return {**os.environ, "SOURCE_DATE_EPOCH": str(source_date()), "PYTHONHASHSEED": "1", "TZ": "UTC"}


def machine() -> str:
    """The processor, as Linux and macOS call it: x86_64, aarch64, arm64."""
    return platform.machine().lower().replace("amd64", "x86_64")


def run(*command: str | Path, quiet: bool = False) -> None:
    """Call a tool; CalledProcessError when it fails."""
    out = subprocess.DEVNULL if quiet else None
    subprocess.run([str(word) for word in command], cwd=ROOT, env=environment(), stdout=out, check=True)


def size_of(folder: Path) -> int:
    """Bytes of all files below, links not followed."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir() or path.is_symlink())
