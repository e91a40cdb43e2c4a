"""Looking through a folder of journals: which match to go on with, its deal and its level."""

import os
from pathlib import Path

from journal_play import HEADER, flipped, played, sealed
from table_play import header

from game.engine import Standing, new_match, preset
from game.table.journal import SUFFIX, Journal, find


def put(folder: Path, name: str, data: bytes, age: int) -> Path:
    """A journal last written so many seconds ago."""
    path = folder / f"{name}{SUFFIX}"
    path.write_bytes(data)
    os.utime(path, (1_700_000_000 - age,) * 2)
    return path


def test_an_empty_or_missing_folder_has_nothing(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        found = find(folder)
        assert (found.latest, found.damaged, found.newer) == (None, (), ())


def test_the_match_played_last_is_found(tmp_path: Path) -> None:
    whole = played()
    put(tmp_path, "c", whole.cut(9), age=30)
    second = put(tmp_path, "a", whole.cut(8), age=10)
    put(tmp_path, "b", whole.cut(7), age=20)
    (tmp_path / "notes.txt").write_text("not a journal")
    found = find(tmp_path).latest
    assert found is not None
    assert found.path == second
    assert found.header == HEADER


def test_what_cannot_be_gone_on_with_is_passed_over(tmp_path: Path) -> None:
    whole = played()
    put(tmp_path, "finished", whole.data, age=1)
    damaged = put(tmp_path, "damaged", flipped(whole.cut(70), 30, 4), age=2)
    empty = put(tmp_path, "empty", b"", age=3)
    newer = put(tmp_path, "newer", sealed(b'{"format":99,"rule_version":1}'), age=4)
    held = put(tmp_path, "held", whole.cut(60), age=5)
    good = put(tmp_path, "good", whole.cut(50), age=6)
    journal, _, _, _ = Journal.resume(held)
    os.utime(held, (1_700_000_000 - 5,) * 2)
    found = find(tmp_path)
    assert found.latest is not None
    assert found.latest.path == good
    assert set(found.damaged) == {damaged, empty}
    assert found.newer == (newer,)
    journal.close()
    free = find(tmp_path).latest
    assert free is not None
    assert free.path == held
    held.unlink()
    good.unlink()
    assert find(tmp_path).latest is None


def test_looking_changes_nothing_and_holds_nothing(tmp_path: Path) -> None:
    data = played().cut(40) + b"torn"
    path = put(tmp_path, "match", data, age=1)
    assert find(tmp_path).latest is not None
    assert path.read_bytes() == data
    journal, _, _, _ = Journal.resume(path)
    journal.close()


def test_deal_number_and_level_are_those_of_the_current_deal(tmp_path: Path) -> None:
    whole = played()
    levels = set()
    between = [n for n, match in enumerate(whole.matches) if match.phase == "ready"]
    for n in [*between, *range(5, len(whole.commands), 23), len(whole.commands) - 1]:
        path = put(tmp_path, "match", whole.cut(n), age=1)
        found = find(tmp_path).latest
        match = whole.matches[n]
        assert found is not None
        assert found.path == path
        running = match.phase != "ready"
        assert found.number == (match.running.number if running else match.deals_played + 1)
        assert found.level == (match.running.level if running else match.level)
        levels.add((found.number, found.level))
    assert {level for _, level in levels} == {"2", "3"}
    assert {number for number, _ in levels} == set(range(1, whole.matches[-1].deals_played + 1))


def test_deal_number_and_level_of_a_match_that_came_from_elsewhere(tmp_path: Path) -> None:
    """Before its first deal here; the dealer's side plays its own level."""
    rules = preset("lezhong", 2)
    standing = Standing(("3", "7"), 1, 5)
    Journal.create(tmp_path / f"match{SUFFIX}", header(rules, standing=standing)).close()
    found = find(tmp_path).latest
    assert found is not None
    match = new_match(rules, standing)
    assert (found.number, found.level) == (match.deals_played + 1, match.level) == (6, "7")
