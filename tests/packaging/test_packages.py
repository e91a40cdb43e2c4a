"""The packages' own promises, as far as they can be seen without building them."""

import configparser
import os
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path, PureWindowsPath
from types import ModuleType

import pytest

HASH = re.compile(r"[0-9a-f]{40}")


def test_the_menu_entry_finds_program_icon_and_window(root: Path) -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # names as they are written
    entry.read(root / "packaging" / "shengji.desktop", encoding="utf-8")
    words = entry["Desktop Entry"]
    assert words["Exec"] == words["Icon"] == "shengji"
    assert words["StartupWMClass"] == "shengji"
    assert f'"SDL_VIDEO_X11_WMCLASS", "{words["StartupWMClass"]}"' in (root / "game/__main__.py").read_text(
        "utf-8"
    )
    assert words["Name[zh_CN]"] == "升级"
    for key in ("Name", "Comment", "GenericName", "Keywords"):
        assert f"{key}[zh_CN]" in words


def test_software_centres_are_told_in_both_languages(
    script: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    linux = script("linux")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    linux._share(tmp_path)
    text = (tmp_path / "metainfo" / "shengji.metainfo.xml").read_text("utf-8")
    assert "@" not in text, "every mark is filled in"
    about = ET.fromstring(text)
    assert about.findtext("launchable") == "shengji.desktop"
    release = about.find("releases/release")
    assert release is not None
    assert release.attrib == {"version": linux.version(), "date": "2023-11-14"}
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    for tag in ("name", "summary", "description/p", "description/ul/li"):
        found = [element.get(language) for element in about.findall(tag)]
        assert found == [None, "zh_CN"] * (len(found) // 2), tag
    assert (tmp_path / "icons/hicolor/48x48/apps/shengji.png").is_file()


def test_the_uninstaller_deletes_what_was_unpacked_and_nothing_else(
    script: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    windows = script("windows")
    bundle = tmp_path / "bundle"
    files = ["shengji.exe", "_internal/a.dll", "_internal/assets/fonts/f.ttf", "_internal/deep/er/x"]
    for name in files:
        (bundle / name).parent.mkdir(parents=True, exist_ok=True)
        (bundle / name).write_text("")
    monkeypatch.setattr(windows, "BUNDLE", bundle)
    unpack, delete = (path.read_text("utf-8-sig").splitlines() for path in windows.file_lists(tmp_path))
    assert [line.split('"')[1] for line in unpack if line.startswith("File")] == [
        str(bundle / name) for name in sorted(files, key=lambda n: (Path(n).parent, n))
    ]
    deleted = [line.split('"')[1] for line in delete if line.startswith("Delete")]
    assert sorted(deleted) == sorted("$INSTDIR\\" + str(PureWindowsPath(name)) for name in files)
    gone = [line.split('"')[1] for line in delete if line.startswith("RMDir")]
    assert set(gone) == {
        f"$INSTDIR\\_internal{rest}" for rest in ("", "\\assets", "\\assets\\fonts", "\\deep", "\\deep\\er")
    }
    assert not [(a, b) for i, a in enumerate(gone) for b in gone[i:] if b != a and b.startswith(a)], (
        "inner first"
    )
    assert not [line for line in delete if "/r" in line], "a folder may hold files of the player's own"


def test_the_uninstaller_keeps_matches_unless_told_to(root: Path) -> None:
    text = (root / "packaging" / "windows.nsi").read_text("utf-8")
    assert re.search(r'MessageBox MB_YESNO.*"\$\(Saved\)" /SD IDNO', text)
    assert text.count("RMDir /r") == 1
    assert "RequestExecutionLevel user" in text
    for name in re.findall(r"LangString (\w+)", text):
        assert {f"LangString {name} ${{LANG_{of}}}" in text for of in ("ENGLISH", "SIMPCHINESE")} == {True}


def test_the_lock_has_hashes_and_no_addresses(root: Path, script: Callable[[str], ModuleType]) -> None:
    text = (root / "packaging" / "requirements.txt").read_text("utf-8")
    assert "://" not in text
    assert "--index" not in text
    entries = re.split(r"\n(?=[a-z])", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).strip())
    names = set()
    for entry in entries:
        assert re.match(r"[a-z0-9-]+==\d", entry), entry
        assert "--hash=sha256:" in entry, entry
        names.add(entry.split("==")[0])
    needs = script("licences").needed(script("project").requirements())
    assert names >= {*needs, "pyinstaller"}


def workflows(root: Path) -> list[Path]:
    found = sorted((root / ".github" / "workflows").glob("*.yml"))
    assert len(found) == 3
    return found


def test_workflows_use_actions_by_their_commit(root: Path) -> None:
    for path in workflows(root):
        uses = re.findall(r"uses: (\S+)(.*)", path.read_text("utf-8"))
        assert uses
        for action, remark in uses:
            if action.startswith("./"):
                assert (root / action).is_file()
                continue
            assert HASH.fullmatch(action.partition("@")[2]), f"{path.name}: {action}"
            assert re.fullmatch(r" # v\d+\.\d+\.\d+", remark), f"{path.name}: {action} of which version?"


def test_workflows_have_no_more_rights_than_they_need(root: Path) -> None:
    for path in workflows(root):
        text = path.read_text("utf-8")
        assert "\npermissions: {}\n" in text
        writes = re.findall(r"^\s+([a-z-]+): write", text, re.MULTILINE)
        assert writes == (["contents", "id-token", "attestations"] if path.name == "release.yml" else [])
        assert text.count("actions/checkout@") == text.count("persist-credentials: false")
        assert "pull_request_target" not in text
        assert "secrets: inherit" not in text
        for line in text.splitlines():
            assert not re.search(r"run:.*\$\{\{", line), f"{path.name}: {line}"


def test_a_listing_tells_names_and_sizes_apart(script: Callable[[str], ModuleType], tmp_path: Path) -> None:
    listing = script("build").listing
    (tmp_path / "a").write_text("one")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c").write_text("two")
    first = listing(tmp_path)
    (tmp_path / "a").write_text("ONE")
    assert listing(tmp_path) == first
    (tmp_path / "a").write_text("more")
    assert listing(tmp_path) != first
    (tmp_path / "a").rename(tmp_path / "d")
    (tmp_path / "d").write_text("one")
    assert listing(tmp_path) != first


def test_files_are_dated_and_may_be_run_alike_whoever_builds(
    script: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    program, library = tmp_path / "shengji", tmp_path / "_internal" / "libz.so.1"
    library.parent.mkdir(mode=0o700)
    for path, mode in ((program, 0o700), (library, 0o777)):
        path.write_text("x")
        path.chmod(mode)
    script("freeze").tidy(tmp_path)
    for path in (tmp_path, program, library, library.parent):
        assert path.stat().st_mtime == 1_700_000_000
    if os.name == "posix":
        rights = [path.stat().st_mode & 0o777 for path in (program, library, library.parent)]
        assert rights == [0o755, 0o644, 0o755]
