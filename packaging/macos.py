"""The package for macOS: ``Shengji.app`` in a disk image. Runs on a Mac only."""

import shutil
from pathlib import Path

from project import BUILD, DIST, NAME, machine, run, version

APP = DIST / "Shengji.app"


def image() -> Path:
    """The disk image, with the way to the programs' folder beside the app."""
    folder = BUILD / "dmg"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    run("ditto", APP, folder / APP.name)  # keeps links and signatures
    (folder / "Applications").symlink_to("/Applications")
    made = DIST / f"{NAME}-{version()}-macos-{machine()}.dmg"
    run(
        *("hdiutil", "create", "-ov", "-fs", "HFS+", "-format", "UDZO", "-imagekey", "zlib-level=9"),
        *("-volname", "Shengji", "-srcfolder", folder, made),
    )
    return made
