"""Every file of a player lies below one folder; what can't be read is kept under a new name."""

from pathlib import Path

from game.profile.paths import Paths, set_aside


def places(paths: Paths) -> list[Path]:
    return [getattr(paths, name) for name, value in vars(Paths).items() if isinstance(value, property)]


def test_everything_lies_below_the_folder_asked_for(tmp_path: Path) -> None:
    root = tmp_path / "elsewhere"
    found = places(Paths(root))
    assert len(found) >= 3
    assert len(set(found)) == len(found)
    assert all(place.is_relative_to(root) for place in found)
    assert not root.exists(), "naming a place does not make it"


def test_without_a_folder_it_is_the_systems_own_place_for_the_game() -> None:
    paths = Paths()
    assert "shengji" in paths.root.parts
    assert paths.root.is_absolute()
    assert all(place.is_relative_to(paths.root) for place in places(paths))


def test_a_file_set_aside_is_kept_and_no_longer_in_the_way(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(b"what was in it")
    aside = set_aside(file)
    assert not file.exists()
    assert aside.parent == tmp_path
    assert aside.read_bytes() == b"what was in it"


def test_no_file_set_aside_takes_the_place_of_another(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    kept = []
    for n in range(4):
        file.write_text(f"damage {n}")
        kept.append(set_aside(file))
    assert len(set(kept)) == 4
    assert [path.read_text() for path in kept] == [f"damage {n}" for n in range(4)]


def test_a_journal_set_aside_is_no_journal_any_more(tmp_path: Path) -> None:
    """Else it would be found damaged at every start."""
    file = tmp_path / "match.journal"
    file.write_bytes(b"?")
    set_aside(file)
    assert list(tmp_path.glob("*.journal")) == []
