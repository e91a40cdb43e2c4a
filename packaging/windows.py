"""Packages for Windows: an installer and a zip, of the frozen program."""

import shutil
import time
import zipfile
from pathlib import Path

from project import BUILD, BUNDLE, DIST, ICONS, NAME, PACKAGING, machine, run, size_of, source_date, version

README = "双击 shengji.exe 即可开始。所有许可证见 _internal\\assets\\licences。\n"
README += "Start shengji.exe. All licences lie in _internal\\assets\\licences.\n"


def _name() -> str:
    """How all files for Windows begin."""
    return f"{NAME}-{version()}-windows-{machine().replace('x86_64', 'x64')}"


def _files() -> list[Path]:
    """All files of the program, in one order everywhere."""
    return sorted((path for path in BUNDLE.rglob("*") if path.is_file()), key=lambda path: path.as_posix())


def archive() -> Path:
    """The folder as a zip, to be unpacked and started where it lies."""
    name = _name()
    made = DIST / f"{name}.zip"
    date = time.gmtime(source_date())[:6]
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zipped:
        for path in _files():
            entry = zipfile.ZipInfo(f"{name}/{path.relative_to(BUNDLE).as_posix()}", date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            zipped.writestr(entry, path.read_bytes(), compresslevel=9)
        zipped.writestr(zipfile.ZipInfo(f"{name}/README.txt", date), "\ufeff" + README)
    return made


def file_lists(folder: Path) -> tuple[Path, Path]:
    """What the installer's script includes: what to unpack, and exactly that to delete again."""
    unpack, delete = [], []
    folders = {path.parent for path in _files()}
    for place in sorted(folders):
        inside = place.relative_to(BUNDLE)
        target = "$INSTDIR" if inside == Path() else "$INSTDIR\\" + "\\".join(inside.parts)
        unpack.append(f'SetOutPath "{target}"')
        for path in (path for path in _files() if path.parent == place):
            unpack.append(f'File "{path}"')
            delete.append(f'Delete "{target}\\{path.name}"')
    all_folders = {parent.relative_to(BUNDLE) for place in folders for parent in (place, *place.parents)
                   if parent.is_relative_to(BUNDLE)} - {Path()}  # fmt: skip
    for inside in sorted(all_folders, key=lambda path: len(path.parts), reverse=True):
        delete.append('RMDir "$INSTDIR\\' + "\\".join(inside.parts) + '"')
    lists = folder / "unpack.nsh", folder / "delete.nsh"
    for path, lines in zip(lists, (unpack, delete), strict=True):
        path.write_text("\n".join(lines) + "\n", "utf-8-sig")
    return lists


def installer() -> Path:
    """A setup program for one person, which needs no rights: ``makensis`` must be installed."""
    folder = BUILD / "nsis"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    unpack, delete = file_lists(folder)
    made = DIST / f"{_name()}-setup.exe"
    four = (version().split(".") + ["0"] * 4)[:4]
    words = {
        "VERSION": version(),
        "VERSION4": ".".join(part if part.isdigit() else "0" for part in four),
        "KILOBYTES": str(size_of(BUNDLE) // 1024),
        "ICON": str(ICONS / f"{NAME}.ico"),
        "PICTURE": str(ICONS / "setup.bmp"),
        "UNPACK": str(unpack),
        "DELETE": str(delete),
        "OUTPUT": str(made),
    }
    run(
        *(tool() or "makensis", "-V2", "-INPUTCHARSET", "UTF8"),
        *(f"-D{key}={word}" for key, word in words.items()),
        PACKAGING / "windows.nsi",
    )
    return made


def tool() -> str | None:
    """Where NSIS is: on the way, or where its own setup puts it."""
    usual = Path("C:/Program Files (x86)/NSIS/makensis.exe")
    return shutil.which("makensis") or (str(usual) if usual.is_file() else None)
