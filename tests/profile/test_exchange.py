"""Deals as files: what is written can be taken by a friend, and nothing else can."""

import os
from pathlib import Path

import pytest
from profile_play import KINDS, records

from game.profile.exchange import export, listed, path_of, take
from game.profile.record import IMPORTED, MOST_BYTES, BadRecord


def test_a_friend_gets_the_deal_that_was_written(tmp_path: Path) -> None:
    for rules in KINDS:
        record = records(rules, 1)[0]
        path = export(tmp_path / "replays", record)
        taken = take(path)
        assert taken.events == record.events
        assert taken.rules == record.rules
        assert taken.seats == record.seats
        assert taken.own is None, "nobody's own deal elsewhere"
        assert taken.match.startswith(IMPORTED)


def test_the_same_deal_has_the_same_file_and_another_one_another(tmp_path: Path) -> None:
    kept = records(KINDS[0], 1)
    paths = {export(tmp_path, record) for record in (*kept, *kept)}
    assert len(paths) == len(kept)
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in paths}, "nothing else is left"


def test_files_are_listed_the_newest_first(tmp_path: Path) -> None:
    assert listed(tmp_path / "nowhere") == []
    paths = [export(tmp_path, record) for record in records(KINDS[0], 1)[:3]]
    for i, path in enumerate(paths):
        os.utime(path, (1000 + i, 1000 + i))
    (tmp_path / "notes.txt").write_text("no deal")
    found = listed(tmp_path)
    assert [file.path for file in found] == paths[::-1]
    assert [file.bytes for file in found] == [path.stat().st_size for path in paths[::-1]]


@pytest.mark.parametrize("written", ["{}", "  {} ", '"{}"', "'{}'"])
def test_a_path_is_taken_as_file_managers_give_it(written: str, tmp_path: Path) -> None:
    assert path_of(written.format(tmp_path / "a b.deal")) == tmp_path / "a b.deal"
    assert path_of("~/x.deal") == Path.home() / "x.deal"


def test_what_is_no_deal_is_not_taken(tmp_path: Path) -> None:
    path = tmp_path / "x.deal"
    for data in (b"", b"hello", os.urandom(2000), b"SHENGJI\n" + bytes(MOST_BYTES + 4096)):
        path.write_bytes(data)
        with pytest.raises(BadRecord):
            take(path)
    with pytest.raises(FileNotFoundError):
        take(tmp_path / "none")


@pytest.mark.parametrize("written", ["~nobody-of-that-name/x.deal", "~"])
def test_a_path_is_one_whoever_it_names(written: str) -> None:
    assert path_of(written).name
