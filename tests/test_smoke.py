"""``shengji --smoke``: says that all is well where it is, and never where it is not."""

import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from program_run import run

from game import smoke
from game.app import App
from game.options import parse
from game.smoke import Failed, next_button, play_a_deal


def start(folder: Path, *options: object, **changes: str) -> subprocess.CompletedProcess[str]:
    return run("--smoke", *options, folder=folder, **changes)


def test_a_copy_that_works_says_so_and_leaves_only_its_picture(tmp_path: Path) -> None:
    done = start(tmp_path)
    assert done.returncode == 0, done.stderr
    for part in ("window: dummy, 1280x800", "deal:", "LAN:", "players:", "licences:", "picture:"):
        assert part in done.stdout
    assert done.stdout.endswith("all is well\n")
    assert [path.name for path in tmp_path.iterdir()] == ["shengji-smoke.png"]
    assert (tmp_path / "shengji-smoke.png").stat().st_size > 20_000, "more than an empty table"


def test_the_picture_is_the_same_each_time(tmp_path: Path) -> None:
    """So that those of two packages can be compared, however fast the machine is."""
    for name in ("a.png", "b.png"):
        assert start(tmp_path, "--screenshot", name).returncode == 0
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_players_that_never_answer_are_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mute:
        def advise(self, view: Any, question: Any, told: Any) -> None:
            told(None, None)

    mute: Any = Mute()
    monkeypatch.setattr(smoke, "PATIENCE", 0.05)
    with pytest.raises(Failed, match="players' process"):
        smoke.ask_the_players(mute, mute, mute)


def test_the_player_s_own_matches_are_left_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    places = {"HOME": str(home), "XDG_DATA_HOME": str(home), "LOCALAPPDATA": str(home)}
    done = start(tmp_path, "--screenshot", "p.png", **places)
    assert done.returncode == 0, done.stderr
    assert list(home.iterdir()) == []


def test_a_picture_that_can_t_be_written_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = start(tmp_path, "--screenshot", tmp_path / "file" / "p.png")
    assert done.returncode == 1
    assert "picture" in done.stderr
    assert "all is well" not in done.stdout


def test_no_screen_is_told_from_a_failure(tmp_path: Path) -> None:
    done = start(tmp_path, SDL_VIDEODRIVER="nonsense")
    assert done.returncode == 2
    assert "no window" in done.stderr


@pytest.mark.parametrize("part", ["play_a_deal", "meet_on_the_loopback", "ask_the_players"])
def test_every_part_counts(
    part: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise Failed(f"{part} is broken")

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(smoke, part, broken)
    assert smoke.main(["--smoke", "--screenshot", str(tmp_path / "p.png")]) == 1
    assert f"{part} is broken" in capsys.readouterr().err


@pytest.mark.parametrize("rules", ["lezhong", "classic"])
def test_a_deal_ends_whatever_is_asked(rules: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Bids, flips and auto-play."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    options = parse(["--rules", rules, "--seed", "1", "--speed", "0", "--size", "1280x800", "--no-audio"])
    app = App(replace(options, data_dir=tmp_path))
    try:
        assert play_a_deal(app)["deal"] == 1
    finally:
        app.close()


def button(name: str, enabled: bool = True) -> dict[str, Any]:
    return {"name": name, "rect": [0, 0, 10, 10], "enabled": enabled}


def table(
    ask: str | None, *buttons: dict[str, Any], auto: bool = False, busy: bool = False
) -> dict[str, Any]:
    seats = [auto, False, False, False]
    return {"scene": "table", "ask": ask, "busy": busy, "seat": 0, "auto": seats, "buttons": list(buttons)}


@pytest.mark.parametrize(
    ("state", "pressed"),
    [
        ({"scene": "menu", "buttons": [button("resume"), button("new")]}, "new"),
        (table(None, button("play")), None),
        (table("play", button("auto"), busy=True), None),
        (table("play", button("hint"), button("auto")), "auto"),
        (table("play", button("hint"), button("auto"), auto=True), None),
        (table("bury", button("hint"), button("play", enabled=False)), "hint"),
        (table("bury", button("hint"), button("play")), "play"),
        (table("bid", button("bid:H2x1"), button("pass")), "pass"),
        (table("bid", button("pass", enabled=False)), None),
    ],
)
def test_what_is_pressed_gets_the_deal_on(state: dict[str, Any], pressed: str | None) -> None:
    assert next_button(state) == pressed
