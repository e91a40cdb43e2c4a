"""What goes into the frozen program: its own files, its licences, nothing twice, nothing of use to nobody."""

import sys
from collections.abc import Callable
from importlib.metadata import distributions
from pathlib import Path
from types import ModuleType

import pytest

from game import __main__
from game.assets import assets_folder
from game.licences import licences, needed


@pytest.fixture
def contents(script: Callable[[str], ModuleType]) -> ModuleType:
    return script("contents")


def test_all_of_the_game_is_in_it(contents: ModuleType) -> None:
    assert set(contents.game_modules()) >= {"game", "game.__main__", "game.smoke", "game.bots.rule"}
    assert not [name for name in contents.game_modules() if name.endswith("__init__")]


@pytest.fixture
def shipped(contents: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The places of the assets."""
    monkeypatch.setattr(contents, "BUILD", tmp_path)
    return [f"{folder}/{Path(source).name}".replace("\\", "/") for source, folder in contents.assets()]


def test_fonts_texts_and_licences_are_in_it(shipped: list[str]) -> None:
    assert "assets/fonts/NotoSansSC-Regular.ttf" in shipped
    assert "assets/fonts/coverage.txt" in shipped
    assert "assets/locale/zh_CN/LC_MESSAGES/shengji.mo" in shipped
    assert "assets/licences/index.json" in shipped
    assert len(shipped) == len(set(shipped))


def test_what_they_were_made_of_is_not(shipped: list[str]) -> None:
    assert not [place for place in shipped if place.endswith((".po", ".pot", ".py", ".md"))]
    assert not [place for place in shipped if place.startswith("assets/icon")]


def entries(*places: str) -> list[tuple[str, str, str]]:
    return [(place, f"/somewhere/{place}", "BINARY") for place in places]


def test_linux_keeps_its_own_compiler_libraries(contents: ModuleType) -> None:
    """The graphics driver could not be loaded beside older ones."""
    given = entries("libstdc++.so.6", "libgcc_s.so.1", "libz.so.1", "pygame/base.so")
    assert contents.without_doubles(given, "linux") == entries("libz.so.1", "pygame/base.so")
    assert contents.without_doubles(given, "darwin") == given


def test_windows_gets_each_library_once(contents: ModuleType) -> None:
    given = entries("SDL2.dll", "pygame\\SDL2.dll", "pygame\\portmidi.dll", "pygame\\base.pyd", "base.pyd")
    left = [place for place, _, _ in contents.without_doubles(given, "win32")]
    assert left == ["SDL2.dll", "pygame\\portmidi.dll", "pygame\\base.pyd", "base.pyd"]


@pytest.mark.parametrize(
    ("place", "kept"),
    [
        ("pygame/pygame_icon.bmp", True),
        ("pygame/freesansbold.ttf", False),
        ("pygame/base.pyi", False),
        ("cryptography-50.0.2.dist-info/METADATA", True),
        ("cryptography-50.0.2.dist-info/RECORD", False),
        ("cryptography-50.0.2.dist-info/licenses/LICENSE.METADATA", False),
    ],
)
def test_data_of_packages(place: str, kept: bool, contents: ModuleType) -> None:
    assert contents.wanted(place) is kept


# Licences


@pytest.fixture
def collector(script: Callable[[str], ModuleType]) -> ModuleType:
    return script("licences")


def test_the_collected_licences_are_the_ones_that_are_shown(collector: ModuleType, tmp_path: Path) -> None:
    collected = collector.collect(tmp_path / "licences")
    shown = licences(tmp_path)
    assert [part.name for part in shown] == [part.name for part in collected]
    for part in shown:
        assert part.terms, part.name
        assert len(part.text) > 400, part.name


def test_every_package_and_library_has_one(collector: ModuleType) -> None:
    names = {part.name.lower() for part in collector.all_of_them()}
    here = {found.name.lower() for found in distributions()}
    project = collector.requirements()
    assert len(needed(project)) == len(project)
    assert {name for name in needed(project) if name in here} <= names
    assert names >= {"python", "sdl", "noto sans sc", "openssl", "sqlite"}


def test_the_lesser_gpl_comes_with_its_text(collector: ModuleType) -> None:
    lesser = [part for part in collector.all_of_them() if part.terms.startswith("LGPL")]
    assert {part.name for part in lesser} >= {"pygame-ce", "FluidSynth", "mpg123", "libsndfile"}
    for part in lesser:
        assert "GNU LESSER GENERAL PUBLIC LICENSE" in part.text, part.name


def test_python_comes_with_the_notices_of_what_is_built_into_it(collector: ModuleType) -> None:
    text = collector.python().text
    for words in ("PYTHON SOFTWARE FOUNDATION LICENSE", "Mersenne Twister", "libmpdec", "SipHash"):
        assert words in text


def test_an_installed_copy_asks_its_packages() -> None:
    names = [part.name for part in licences(assets_folder())]
    assert "Noto Sans SC" in names
    assert names == sorted(names, key=str.casefold)
    assert "shengji" not in names


@pytest.mark.parametrize(
    ("library", "part"),
    [
        ("libSDL2-2-50d19f93.0.so.0.3200.10", "SDL"),
        ("libSDL2_mixer-2.0.0.800.2.dylib", "SDL_mixer"),
        ("SDL2.dll", "SDL"),
        ("SDL2_ttf.dll", "SDL_ttf"),
        ("libopus-0.dll", "Opus"),
        ("libopusfile.0.dylib", "Opusfile"),
        ("libz.so.1", "zlib"),
        ("libz.1.3.1.zlib-ng.dylib", "zlib"),
        ("libcrypto-3.dll", "OpenSSL"),
        ("libssl.so.3", "OpenSSL"),
        ("libpython3.11.so.1.0", "Python"),
        ("python313.dll", "Python"),
        ("vcruntime140_1.dll", "Python"),
        ("libstrange.so.1", None),
        ("libzstd.so.1", None),
    ],
)
def test_libraries_are_known_by_their_names(library: str, part: str | None, collector: ModuleType) -> None:
    assert collector.part_of(library) == part


def test_an_unknown_library_is_noticed(collector: ModuleType) -> None:
    modules = ["_ssl.cpython-311-x86_64-linux-gnu.so", "_rust.abi3.so", "_ssl.pyd", "base_library.zip"]
    assert collector.unknown([*modules, "libz.so.1"]) == []
    assert collector.unknown([*modules, "libnew.so.2", "new.dll"]) == ["libnew.so.2", "new.dll"]


# The frozen program's own ways


def test_a_worker_of_the_frozen_program_goes_to_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the same program, started anew: it must not open a second window."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)

    def to_work() -> None:
        raise SystemExit(77)

    monkeypatch.setattr("multiprocessing.freeze_support", to_work)
    with pytest.raises(SystemExit, match="77"):
        __main__.main(["--multiprocessing-fork", "tracker_fd=5"])


def test_the_frozen_program_looks_into_its_own_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "assets" / "fonts").mkdir(parents=True)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert assets_folder() == tmp_path / "assets"
