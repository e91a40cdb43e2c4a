"""The licences of everything the program is made of, for people to read.

A frozen program carries them as files; an installed one asks the packages it runs on.
"""

import json
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

FOLDER = "licences"
"""Where they lie in the assets of a frozen program, with ``INDEX`` beside them."""
INDEX = "index.json"
_TEXTS = re.compile(r"(licen[cs]e|copying|notice)", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True)
class Licence:
    """Of one part: its name and version ("" where it has none of its own), the licence's short name
    (mostly as SPDX has it), and the text with all notices ("" where the part brought none)."""

    name: str
    version: str
    terms: str
    text: str


def licences(assets: Path) -> tuple[Licence, ...]:
    """Of all parts, by name. ``assets`` is the folder of the program's own files."""
    index = assets / FOLDER / INDEX
    if index.is_file():
        return tuple(_shipped(index.parent, part) for part in json.loads(index.read_text("utf-8")))
    font = assets / "fonts" / "OFL.txt"
    own = [Licence("Noto Sans SC", "2.004", "OFL-1.1", font.read_text("utf-8"))] if font.is_file() else []
    return in_order([*own, *of_packages(_needs(assets))])


def _needs(assets: Path) -> list[str]:
    """The packages that the program of a checkout, or an installed one, is made for."""
    project = assets.parent / "pyproject.toml"
    if project.is_file():
        return needed(tomllib.loads(project.read_text("utf-8"))["project"]["dependencies"])
    try:
        return needed(distribution("shengji").requires or ())
    except PackageNotFoundError:
        return []


def _shipped(folder: Path, part: dict[str, str]) -> Licence:
    text = (folder / part["file"]).read_text("utf-8")
    return Licence(part["name"], part["version"], part["terms"], text)


def in_order(found: Iterable[Licence]) -> tuple[Licence, ...]:
    """As people look for them."""
    return tuple(sorted(found, key=lambda licence: licence.name.casefold()))


def of_packages(roots: Iterable[str]) -> list[Licence]:
    """Of installed packages and of all they need, ``roots`` first; those not installed are left out."""
    found: list[Licence] = []
    seen: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop(0)
        key = re.sub(r"[-_.]+", "-", name).lower()
        if key in seen:
            continue
        seen.add(key)
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue  # of another system, or a checkout that was not installed
        found.append(Licence(package.name, package.version, _terms(package), _text(package)))
        waiting += needed(package.requires or ())
    return found


def needed(requirements: Iterable[str]) -> list[str]:
    """The names in lines as of ``Requires-Dist``, without those of extras."""
    plain = (line for line in requirements if "extra ==" not in line)
    return [match[0] for line in plain if (match := _NAME.match(line))]


def _terms(package: Distribution) -> str:
    about = package.metadata
    for key in ("License-Expression", "License"):
        if key in about and "\n" not in about[key]:
            return about[key]
    kinds = (kind for kind in about.get_all("Classifier") or () if kind.startswith("License"))
    return ", ".join(kind.split(" :: ")[-1] for kind in kinds)


def _text(package: Distribution) -> str:
    """All licence files that came with it, one after the other."""
    texts = []
    for file in package.files or ():
        place = PurePosixPath(file)
        if place.parts[0].endswith(".dist-info") and _TEXTS.match(place.name):
            texts.append(file.read_text(encoding="utf-8").strip())
    return "\n\n".join(texts)
