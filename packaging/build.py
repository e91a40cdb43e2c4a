"""Make a package: ``python packaging/build.py TARGET``, from a checkout with the extra "build" installed.

Prints what was made, its size and its SHA-256. ``dist`` holds it.
"""

import argparse
import hashlib
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import linux
import lock
import macos
import windows
from freeze import NotShippable, freeze
from project import BUNDLE, DIST, size_of

TARGETS: Mapping[str, tuple[Callable[[], Path], str]] = {
    "folder": (lambda: BUNDLE, "the frozen program, a folder (any system)"),
    "deb": (linux.deb, "for Debian and Ubuntu (needs dpkg-deb)"),
    "rpm": (linux.rpm, "for Fedora and openSUSE (needs rpmbuild)"),
    "tar": (linux.tarball, "for any Linux, portable"),
    "installer": (windows.installer, "setup program for Windows (needs NSIS)"),
    "zip": (windows.archive, "for Windows, portable"),
    "dmg": (macos.image, "for macOS"),
}


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def listing(folder: Path) -> str:
    """SHA-256 of a folder's file names and sizes, the same for the same commit."""
    lines = [
        f"{path.relative_to(folder).as_posix()} {path.stat().st_size}\n"
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    ]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def told(path: Path) -> str:
    """A line about what was made."""
    if path.is_dir():
        files = sum(1 for file in path.rglob("*") if file.is_file())
        return f"{path.name}/  {size_of(path) / 1e6:.1f} MB  {files} files  listing {listing(path)}"
    return f"{path.name}  {path.stat().st_size / 1e6:.1f} MB  sha256 {digest(path)}"


def main() -> int:
    """The command line; the exit code."""
    parser = argparse.ArgumentParser(description="Make packages of the game, into dist.")
    parser.add_argument("target", nargs="+", choices=[*TARGETS, "lock"], metavar="TARGET", help=", ".join(
        [*(f"{name}: {what}" for name, (_, what) in TARGETS.items()), "lock: write requirements.txt anew"]
    ))  # fmt: skip
    parser.add_argument(
        "--reuse", action="store_true", help="take the folder that is there, don't freeze anew"
    )
    options = parser.parse_args()
    if "lock" in options.target:
        if options.target != ["lock"]:
            parser.error("lock changes what the others are built with: call it alone, then install anew")
        print(told(lock.write()))
        return 0
    try:
        if not options.reuse:
            began = time.monotonic()
            shutil.rmtree(BUNDLE, ignore_errors=True)
            freeze()
            print(f"frozen in {time.monotonic() - began:.0f} s")
        print(told(BUNDLE))
        for name in options.target:
            made, _ = TARGETS[name]
            DIST.mkdir(exist_ok=True)
            began = time.monotonic()
            path = made()
            if path != BUNDLE:
                print(f"{told(path)}  {time.monotonic() - began:.0f} s")
    except NotShippable as error:
        print(error, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"{error.cmd[0]} failed", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
