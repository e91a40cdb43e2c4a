"""Settings: kept between runs, never half written, and damage costs no more than the settings."""

import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.profile.avatar import Avatar
from game.profile.settings import LanSettings, Settings, load, save

OTHER = Settings(
    language="en",
    speed=0.5,
    grace=12.0,
    ui_scale=1.5,
    double_click=0.25,
    volume=0.0,
    calls=0.25,
    muted=True,
    card_theme="large",
    table_theme="chestnut",
    four_colours=True,
    fullscreen=True,
    compatible=True,
    turn=30,
    right_click_plays=False,
    trump_right=True,
    low_first=True,
    alternate=True,
    tips=False,
    stand_out=True,
    preselect=False,
    last_trick_plays=False,
    counter=True,
    decks=4,
    preset="popo",
    changes={"two_is_trump": True},
    lan=LanSettings(name="Lin", title="At home", turn=60, countdown=0, spectators=True, code=False),
    avatar=Avatar(1, 2, 3),
    lesson_done=True,
    partner_level="master",
    opponent_level="beginner",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "down" / "settings.json"


def test_what_is_saved_is_loaded(path: Path) -> None:
    assert all(getattr(OTHER, name) != getattr(Settings(), name) for name in Settings.__struct_fields__)
    save(path, OTHER)
    assert load(path) == (OTHER, None)
    save(path, Settings())
    assert load(path) == (Settings(), None)


def test_without_a_file_all_is_as_at_first(path: Path) -> None:
    assert load(path) == (Settings(), None)
    assert not path.exists()


def test_a_player_can_read_the_file(path: Path) -> None:
    save(path, OTHER)
    text = path.read_text("utf-8")
    assert json.loads(text) == msgspec.to_builtins(OTHER)
    assert text.count("\n") >= len(Settings.__struct_fields__)


def test_what_an_older_version_left_out_is_as_at_first(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_text('{"volume": 0.25}')
    assert load(path) == (msgspec.structs.replace(Settings(), volume=0.25), None)


def test_what_a_newer_version_added_does_not_lose_the_rest(path: Path) -> None:
    values: dict[str, Any] = {
        **msgspec.to_builtins(OTHER),
        "card_back": "cranes",
        "wallet": {"silver": [1, 2]},
    }
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(values))
    assert load(path) == (OTHER, None)


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"speed": 1.0',
        b"\xff\xfe\x00",
        b'{"language": "\xc3\x28"}',
        b"\x00" * 200,
    ],
    ids=repr,
)
def test_a_damaged_file_is_set_aside(damage: bytes, path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(damage)
    settings, aside = load(path)
    assert settings == Settings()
    assert aside is not None
    assert aside.read_bytes() == damage
    assert load(path) == (Settings(), None), "and is not in the way any more"


def test_what_was_damaged_is_kept_each_time(path: Path) -> None:
    path.parent.mkdir(parents=True)
    kept = []
    for damage in (b"one", b"two", b"three"):
        path.write_bytes(damage)
        _, aside = load(path)
        kept.append(aside)
        save(path, OTHER)
        assert load(path) == (OTHER, None)
    assert [aside.read_bytes() for aside in kept if aside] == [b"one", b"two", b"three"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("language", "tlh"),
        ("speed", -0.1),
        ("speed", 10.5),
        ("grace", 0),
        ("grace", 601),
        ("ui_scale", 0.5),
        ("ui_scale", 2.5),
        ("double_click", 0),
        ("double_click", 3),
        ("volume", -1),
        ("volume", 1.01),
        ("calls", 1.01),
        ("calls", "loud"),
        ("muted", 0),
        ("card_theme", "tarot"),
        ("table_theme", "lawn"),
        ("turn", -1),
        ("turn", 601),
        ("compatible", "yes"),
        ("preselect", None),
        ("four_colours", 1),
        ("fullscreen", None),
        ("decks", 0),
        ("decks", 5),
        ("decks", 2.5),
        ("preset", "bridge"),
    ],
)
def test_a_value_that_cannot_be_one_is_as_at_first_and_the_rest_stays(
    field: str, value: object, path: Path
) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({**msgspec.to_builtins(OTHER), field: value}))
    usual = getattr(Settings(), field)
    assert load(path) == (msgspec.structs.replace(OTHER, **{field: usual}), None)


def test_the_same_goes_for_those_of_the_lan(path: Path) -> None:
    path.parent.mkdir(parents=True)
    lan = {**msgspec.to_builtins(OTHER.lan), "turn": "long"}
    path.write_text(json.dumps({**msgspec.to_builtins(OTHER), "lan": lan}))
    wanted = msgspec.structs.replace(OTHER.lan, turn=LanSettings().turn)
    assert load(path) == (msgspec.structs.replace(OTHER, lan=wanted), None)


def test_what_a_newer_version_wrote_stays_until_it_is_changed_here(path: Path) -> None:
    path.parent.mkdir(parents=True)
    newer = {"card_theme": "woodcut", "card_back": "cranes", "lan": {"name": "Lin", "turn": "long"}}
    path.write_text(json.dumps(newer))
    before, _ = load(path)
    now = msgspec.structs.replace(before, volume=0.25, lan=msgspec.structs.replace(before.lan, title="Here"))
    save(path, now, before)
    kept = json.loads(path.read_text())
    assert (kept["card_theme"], kept["card_back"], kept["lan"]["turn"]) == ("woodcut", "cranes", "long")
    assert load(path) == (now, None)
    save(path, msgspec.structs.replace(now, card_theme="large"), now)
    assert load(path)[0].card_theme == "large"


def test_two_copies_of_the_program_keep_what_each_has_changed(path: Path) -> None:
    save(path, Settings())
    mine = msgspec.structs.replace(Settings(), ui_scale=1.5, lan=LanSettings(name="Lin"))
    yours = msgspec.structs.replace(Settings(), volume=0.0, lan=LanSettings(turn=60))
    save(path, mine, Settings())
    save(path, yours, Settings())
    lan = LanSettings(name="Lin", turn=60)
    assert load(path) == (msgspec.structs.replace(mine, volume=0.0, lan=lan), None)


@pytest.mark.parametrize("damage", [None, b"", b"[]"], ids=repr)
def test_a_file_that_is_gone_or_damaged_meanwhile_is_written_anew(damage: bytes | None, path: Path) -> None:
    if damage is not None:
        path.parent.mkdir(parents=True)
        path.write_bytes(damage)
    save(path, OTHER, msgspec.structs.replace(OTHER, volume=0.5))
    assert load(path) == (OTHER, None)


@pytest.mark.parametrize("bound", ["ge", "le"])
def test_values_at_the_ends_of_their_ranges_are_taken(bound: str, path: Path) -> None:
    changes: dict[str, Any] = {}
    for field in msgspec.inspect.type_info(Settings).fields:
        if (limit := getattr(field.type, bound, None)) is not None:
            changes[field.name] = limit
    assert len(changes) >= 6
    wanted = msgspec.structs.replace(Settings(), **changes)
    save(path, wanted)
    assert load(path) == (wanted, None)


@pytest.mark.parametrize("step", ["write", "fsync", "replace"])
def test_a_save_that_fails_leaves_the_old_settings_whole(
    step: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the disk is full, does not answer, or the program is killed before the last step."""
    save(path, OTHER)
    before = path.read_bytes()

    def fails(*args: object, **kwargs: object) -> None:
        raise OSError("no space left on device")

    if step == "write":
        monkeypatch.setattr(msgspec.json, "format", fails)
    elif step == "fsync":
        monkeypatch.setattr(os, "fsync", fails)
    else:
        for owner, name in ((Path, "replace"), (Path, "rename"), (os, "replace"), (os, "rename")):
            monkeypatch.setattr(owner, name, fails)
    with pytest.raises(OSError, match="no space left"):
        save(path, Settings())
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert load(path) == (OTHER, None)
    save(path, Settings())
    assert load(path) == (Settings(), None), "and the next one goes through"


def test_nothing_is_written_into_the_file_itself(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the moment before the change, the old file is whole and so is the new one beside it."""
    save(path, OTHER)
    before = path.read_bytes()
    seen: list[bytes] = []
    replace = Path.replace

    def look(self: Path, target: Path) -> Path:
        seen.extend((path.read_bytes(), self.read_bytes()))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", look)
    save(path, Settings())
    assert seen == [before, path.read_bytes()]
    assert [file.name for file in path.parent.iterdir()] == [path.name], "nothing is left lying about"
