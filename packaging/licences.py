"""Collect the licences of everything that is shipped into one folder, as ``game/licences.py`` reads it.

Python packages bring theirs; those of shared libraries, which come without, lie in ``packaging/texts``.
"""

import json
import re
import shutil
import sys
import sysconfig
import tomllib
from collections.abc import Iterable
from fnmatch import fnmatch
from importlib.metadata import distribution
from pathlib import Path

from project import PACKAGING, ROOT, requirements

if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from game.licences import INDEX, Licence, in_order, needed, of_packages

TEXTS = PACKAGING / "texts"
LIBRARY = re.compile(r"(\.so(\.[0-9.]+)?|\.dylib|\.dll)$", re.IGNORECASE)
OF_PYTHON = ("python*", "vcruntime*", "msvcp*", "ucrtbase*", "api-ms-win-*", "pywintypes*")
"""Libraries that the licence text of Python itself speaks of."""


def parts() -> list[dict]:
    """The table of shared libraries."""
    return tomllib.loads((TEXTS / "index.toml").read_text("utf-8"))["part"]


def _stem(name: str) -> str:
    return name.lower().removeprefix("lib")


def part_of(name: str) -> str | None:
    """Which part a shared library belongs to; None when the table does not know it."""
    stem = _stem(name)
    if any(fnmatch(stem, pattern) for pattern in OF_PYTHON):
        return "Python"
    for part in parts():
        bare = LIBRARY.sub("", stem)
        if any(fnmatch(stem, pattern) or fnmatch(bare, pattern) for pattern in part["files"]):
            return str(part["name"])
    return None


def unknown(names: Iterable[str]) -> list[str]:
    """Shared libraries whose licence nobody has looked up; extension modules of Python are no such."""
    modules = re.compile(r"\.(cpython-|abi3)|\.pyd$")
    return sorted(
        name for name in names if LIBRARY.search(name) and not modules.search(name) and not part_of(name)
    )


def python() -> Licence:
    """Of Python itself, with the notices of what is built into it."""
    places = [Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix), Path(sys.base_prefix) / "doc"]
    names = ("LICENSE.txt", "LICENSE", "License.txt")
    debian = Path(f"/usr/share/doc/python{sys.version_info.major}.{sys.version_info.minor}/copyright")
    for path in [*(place / name for place in places for name in names), debian]:
        if path.is_file():
            texts = [path.read_text("utf-8").strip(), (TEXTS / "Python.txt").read_text("utf-8")]
            return Licence("Python", sys.version.split()[0], "PSF-2.0", "\n\n".join(texts))
    raise FileNotFoundError("the licence of this Python is not where it should be")


def libraries() -> list[Licence]:
    """Of the shared libraries of the table."""
    found = []
    for part in parts():
        texts = [part["text"]]
        texts += ["LGPL-2.1.txt"] if part.get("lgpl") else []
        texts += ["Apache-2.0.txt"] if part.get("apache") else []
        text = "\n\n".join((TEXTS / name).read_text("utf-8").strip() for name in texts)
        found.append(Licence(part["name"], "", part["terms"], text))
    return found


def crates(package: str) -> str:
    """What is linked into a package's own binaries, by the lists it carries; one line each."""
    lines: set[str] = set()
    for file in distribution(package).files or ():
        if "/sboms/" not in str(file) or not str(file).endswith(".json"):
            continue
        for component in json.loads(file.read_text(encoding="utf-8")).get("components", ()):
            terms = [
                entry.get("expression") or entry.get("license", {}).get("id") or ""
                for entry in component.get("licenses", ())
            ]
            line = " ".join([component["name"], component.get("version", ""), *filter(None, terms)])
            lines.add(line.strip())
    return "\n".join(sorted(lines))


def all_of_them() -> tuple[Licence, ...]:
    """Of every part of the frozen program."""
    found = [python(), *libraries()]
    for licence in of_packages(needed(requirements())):
        text = licence.text
        if "pygame" in licence.name.lower():
            text = text or (TEXTS / "LGPL-2.1.txt").read_text("utf-8")
        if linked := crates(licence.name):
            text += f"\n\nLinked into it:\n\n{linked}"
        found.append(Licence(licence.name, licence.version, licence.terms, text))
    for licence in of_packages(["pyinstaller"])[:1]:  # its small program starts ours
        terms = "GPL-2.0-or-later WITH Bootloader-exception"
        found.append(Licence("PyInstaller bootloader", licence.version, terms, licence.text))
    fonts = (ROOT / "assets" / "fonts" / "OFL.txt").read_text("utf-8")
    found.append(Licence("Noto Sans SC", "2.004", "OFL-1.1", fonts))
    return in_order(found)


def collect(folder: Path) -> tuple[Licence, ...]:
    """Write all texts and their index there, anew; what was written."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    index, found = [], all_of_them()
    for licence in found:
        file = re.sub(r"[^A-Za-z0-9]+", "-", licence.name) + ".txt"
        (folder / file).write_text(licence.text.strip() + "\n", "utf-8")
        index.append({"name": licence.name, "version": licence.version, "terms": licence.terms, "file": file})
    (folder / INDEX).write_text(json.dumps(index, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return found
