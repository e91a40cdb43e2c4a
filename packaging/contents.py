"""What goes into the frozen program, and what stays out. Used by ``build.spec``."""

from collections.abc import Iterable, Sequence
from pathlib import PurePath

from licences import collect
from project import BUILD, NAME, ROOT, SUMMARY, TITLE, version

Entry = tuple[str, str, str]
"""Of PyInstaller: place in the bundle, source, kind."""

NOT_SHIPPED = (".py", ".po", ".pot", ".md")
"""Of what lies in ``assets``: what the files were made with and from."""
SYSTEM_LIBRARIES = ("libstdc++.so.", "libgcc_s.so.")
"""Of Linux: the graphics driver brings newer ones, and can't be loaded beside older ones."""


def assets() -> list[tuple[str, str]]:
    """Fonts, compiled texts and whatever else the program loads, and all licences: source and folder."""
    found = []
    for path in sorted((ROOT / "assets").rglob("*")):
        place = path.relative_to(ROOT)
        if path.is_file() and path.suffix not in NOT_SHIPPED and place.parts[1] != "icon":
            found.append((str(path), str(place.parent)))
    licences = BUILD / "licences"
    collect(licences)
    return [*found, *((str(path), "assets/licences") for path in sorted(licences.iterdir()))]


def metadata() -> list[tuple[str, str]]:
    """What tells the program its own version."""
    folder = BUILD / f"{NAME}-{version()}.dist-info"
    folder.mkdir(parents=True, exist_ok=True)
    about = folder / "METADATA"
    about.write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {version()}\n", "utf-8")
    return [(str(about), folder.name)]


def game_modules() -> list[str]:
    """All of the game, whoever imports it and when."""
    found = []
    for path in sorted((ROOT / "game").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return found


def excluded() -> list[str]:
    """Modules that others would pull in and the game never calls."""
    names = (
        "numpy OpenGL PIL cffi pycparser tkinter _tkinter readline pdb pydoc doctest unittest lib2to3"
        " ensurepip idlelib turtle turtledemo xmlrpc test sqlite3.test pkg_resources setuptools"
        " _distutils_hack distutils packaging pip wheel pytest _pytest hypothesis babel fontTools mypy"
        " pygame.tests pygame.examples pygame.docs pygame.surfarray pygame.sndarray"
    )
    return names.split()


def wanted(place: str) -> bool:
    """Whether a data file of a package is of use: not what pip noted down, nor a font we do not show."""
    path = PurePath(place)
    if ".dist-info" in str(path.parent):
        return path.name == "METADATA"
    return path.name not in ("freesansbold.ttf", "py.typed") and path.suffix != ".pyi"


def without_doubles(binaries: Iterable[Entry], system: str) -> list[Entry]:
    """The shared libraries less those of the system (Linux), and less second copies (Windows)."""
    entries = list(binaries)
    if system.startswith("linux"):
        return [e for e in entries if not PurePath(e[0]).name.startswith(SYSTEM_LIBRARIES)]
    if system.startswith("win"):
        return _each_once(entries)
    return entries


def _each_once(entries: Sequence[Entry]) -> list[Entry]:
    """pygame's own hook puts its DLLs both at the top and beside its modules; the top is where all look."""
    places = {e[0].replace("\\", "/").lower() for e in entries}

    def is_second(entry: Entry) -> bool:
        place = entry[0].replace("\\", "/").lower()
        folder, _, name = place.rpartition("/")
        return folder == "pygame" and name.endswith(".dll") and name in places

    return [e for e in entries if not is_second(e)]


def windows_version() -> object:
    """What Windows shows of the program's properties."""
    from PyInstaller.utils.win32 import versioninfo as vi

    numbers = [int(part) for part in version().split(".") if part.isdigit()][:4]
    four = tuple(numbers + [0] * (4 - len(numbers)))
    words = {
        "FileDescription": TITLE,
        "ProductName": TITLE,
        "Comments": SUMMARY,
        "InternalName": NAME,
        "OriginalFilename": f"{NAME}.exe",
        "FileVersion": version(),
        "ProductVersion": version(),
    }
    table = vi.StringTable("040904B0", [vi.StringStruct(key, word) for key, word in words.items()])
    languages = [0x0409, 1200, 0x0804, 1200]
    return vi.VSVersionInfo(
        ffi=vi.FixedFileInfo(filevers=four, prodvers=four),
        kids=[
            vi.StringFileInfo([table]),
            vi.VarFileInfo([vi.VarStruct("Translation", languages)]),
        ],
    )
