"""A damaged journal is found out and left as it is; one of a newer program is told from it."""

import random
from pathlib import Path

import msgspec
import pytest
from journal_play import HEADER, SHORT, flipped, played, sealed
from table_play import header

from game.engine import Standing
from game.engine import events as ev
from game.engine.rules import VERSION
from game.table.journal import FORMAT, Damaged, Journal, NewerFormat, find, fold, read


def check_damage(data: bytes) -> str:
    """What a changed file is taken for. Fails unless that is damage or whole records from the start."""
    whole = played()
    try:
        found, records, size = read(data)
        match = fold(found, records)
    except Damaged:
        return "damaged"
    n = len(records)
    assert found == HEADER
    assert size == whole.ends[n]
    assert data[:size] == whole.cut(n)
    assert match == whole.matches[n]
    return f"{n} whole"


def test_a_changed_byte_is_found_out() -> None:
    whole = played()
    chance = random.Random(200)
    data, last = whole.data, len(whole.commands)
    taken = [
        check_damage(flipped(data, chance.randrange(len(data)), chance.randint(1, 255))) for _ in range(200)
    ]
    assert set(taken) <= {"damaged", f"{last - 1} whole"}
    assert taken.count("damaged") > 180


def test_a_changed_byte_in_the_beginning_or_at_the_end_is_found_out() -> None:
    whole = played()
    chance = random.Random(201)
    data = whole.cut(20)
    for at in range(whole.ends[0]):
        assert check_damage(flipped(data, at, 1 << chance.randrange(8))) == "damaged"
    last = whole.after(ev.DealScored)
    data = whole.cut(last)
    for at in range(whole.ends[last - 1], whole.ends[last]):
        assert check_damage(flipped(data, at, chance.randint(1, 255))) == f"{last - 1} whole"


def test_a_byte_become_a_line_end_or_the_other_way_is_found_out() -> None:
    whole = played()
    for n in (0, 5, 60):
        end = whole.ends[n] - 1
        assert whole.data[end : end + 1] == b"\n"
        assert check_damage(whole.data[:end] + b" " + whole.data[end + 1 :]) == "damaged"
        assert check_damage(whole.data[: end - 3] + b"\n" + whole.data[end - 2 :]) == "damaged"


def test_a_record_lost_inside_the_file_is_found_out_when_the_others_contradict_it() -> None:
    """The sum of every line is right, yet the records do not fit together."""
    whole = played()
    lines = whole.data.splitlines(keepends=True)
    started, taken = whole.after(ev.DealStarted), whole.after(ev.BottomTaken)
    for gone in (started, taken):
        assert check_damage(b"".join(lines[:gone] + lines[gone + 1 :])) == "damaged"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"hello\n",
        b"\x00" * 4096,
        bytes(range(256)) * 8,
        sealed(b"{}"),
        sealed(b"[]"),
        sealed(b"\xff\xfe"),
        sealed(b'{"format":1,"rule_version":1}'),
    ],
    ids=lambda data: repr(data[:12]),
)
def test_what_never_was_a_journal_is_damaged(data: bytes, path: Path) -> None:
    with pytest.raises(Damaged):
        read(data)
    path.write_bytes(data)
    with pytest.raises(Damaged):
        Journal.resume(path)
    assert path.read_bytes() == data, "left as it was, to be set aside"


@pytest.mark.parametrize(
    "standing",
    [Standing(("Q", "2"), 0, 4), Standing(("2", "3"), None, 4), Standing(("2", "2"), 7, 4)],
    ids=["level", "no dealer", "seat"],
)
def test_a_beginning_that_contradicts_itself_is_damage(standing: Standing) -> None:
    """A level above the end level, sides apart without a dealer, a fifth seat."""
    data = sealed(msgspec.json.encode(header(SHORT, standing=standing)))
    with pytest.raises(Damaged):
        fold(*read(data)[:2])


def test_rules_that_cannot_be_are_damage() -> None:
    text = msgspec.json.encode(HEADER).replace(b'"decks":1', b'"decks":9')
    with pytest.raises(Damaged):
        read(sealed(text))


def test_a_damaged_file_is_not_held(path: Path) -> None:
    data = played().data
    path.write_bytes(flipped(data, 30, 1))
    with pytest.raises(Damaged) as damage:
        Journal.resume(path)
    path.write_bytes(data)
    journal, _, _, _ = Journal.resume(path)  # while the error is still being told
    journal.close()
    assert str(damage.value)


@pytest.mark.parametrize("field", ["format", "rule_version"])
def test_a_file_of_a_newer_program_is_told_from_a_broken_one(field: str, path: Path) -> None:
    values = msgspec.json.decode(msgspec.json.encode(HEADER))
    assert (values["format"], values["rule_version"]) == (FORMAT, VERSION)
    values[field] += 1
    values["rules"]["weather"] = "fair"
    data = sealed(msgspec.json.encode(values)) + sealed(b'[{"type":"NotYetThoughtOf"}]') + b"torn"
    path.write_bytes(data)
    with pytest.raises(NewerFormat):
        Journal.resume(path)
    assert path.read_bytes() == data, "left as it was"
    assert find(path.parent).newer == (path,)
    assert find(path.parent).damaged == ()
