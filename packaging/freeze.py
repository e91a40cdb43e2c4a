"""Freeze the program: from ``build.spec`` to a folder that runs on its own."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from licences import unknown
from project import BUILD, BUNDLE, DIST, ROOT, run, source_date


class NotShippable(Exception):
    """The frozen program can't be given to others; the text says why."""


def freeze() -> Path:
    """Make the folder anew. NotShippable when a part's licence is not known."""
    run(
        *(sys.executable, "-m", "PyInstaller", "--clean", "--noconfirm", "--log-level", "WARN"),
        *("--distpath", DIST, "--workpath", BUILD / "pyinstaller", ROOT / "build.spec"),
    )
    strange = unknown(path.name for path in BUNDLE.rglob("*") if not path.is_symlink())
    if strange:
        raise NotShippable(f"packaging/texts/index.toml does not know the licence of: {', '.join(strange)}")
    if sys.platform == "linux":
        forget_builder(BUNDLE)
    tidy(BUNDLE)
    return BUNDLE


def tidy(folder: Path) -> None:
    """The same date and the same rights on the same files, whoever builds; only programs can be run."""
    date = source_date()
    for path in [folder, *folder.rglob("*")]:
        if path.is_symlink():
            continue
        if os.name == "posix":
            program = path.is_dir() or (path.parent == folder and not path.suffix)
            path.chmod(0o755 if program else 0o644)
        os.utime(path, (date, date))


def _elf_files(folder: Path) -> Iterator[tuple[Path, str]]:
    """Programs and libraries of Linux, each with what objdump tells of its head."""
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        with path.open("rb") as file:
            magic = file.read(4)
        if magic == b"\x7fELF":
            told = subprocess.run(["objdump", "-p", str(path)], capture_output=True, text=True, check=True)
            yield path, told.stdout


def forget_builder(folder: Path) -> None:
    """No library looks into folders of the machine it was built on (Linux)."""
    for path, told in _elf_files(folder):
        if re.search(r"R(UN)?PATH +/", told):
            run("chrpath", "--delete", path, quiet=True)


def glibc(folder: Path) -> str:
    """The oldest C library that everything in the folder runs with, as in "2.35" (Linux)."""
    found = {
        (int(major), int(minor))
        for _, told in _elf_files(folder)
        for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", told)
    }
    return ".".join(map(str, max(found)))
