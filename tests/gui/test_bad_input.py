"""What goes wrong around the program: damaged files, no screen, no sound, two at once."""

import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from gui_player import Player
from program_run import run, settle_settings
from saved_matches import find_seed, first_bids, my_turn, save_match

from game.engine import Match
from game.table.journal import FORMAT


def my_third_turn(match: Match) -> bool:
    return my_turn(match) and len(match.running.tricks) == 2


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[99]", b"\xff\xfe\x00"], ids=["empty", "torn", "nonsense", "not text"]
)
def test_damaged_settings_are_set_aside_with_a_word(
    launch: Callable[..., Player], tmp_path: Path, damage: bytes
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "settings.json").write_bytes(damage)
    player = launch()
    aside = data / "settings.json.damaged-1"
    assert aside.name in player.state["message"]
    assert aside.read_bytes() == damage
    player.click_button("settings")
    player.click_button("speed:2.0")
    player.click_button("back")
    player.wait_for(scene="menu", message="")
    assert b'"speed"' in (data / "settings.json").read_bytes()  # settings are kept again


def test_a_damaged_match_is_set_aside_with_a_word_and_a_new_one_works(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    path = save_match(tmp_path / "data", "3", 1, my_third_turn)
    whole = path.read_bytes()
    half = len(whole) // 2
    path.write_bytes(whole[:half] + bytes([whole[half] ^ 1]) + whole[half + 1 :])
    player = launch(seed="3")
    aside = path.with_name(f"{path.name}.damaged-1")
    assert aside.name in player.state["message"]
    assert not player.state["resume"]
    assert aside.exists()
    assert not path.exists()
    player.click_button("new")
    player.wait(lambda s: len(s["hand"]) >= 12, what="a new deal")


def test_a_match_that_is_nothing_but_noise_is_set_aside(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    path = save_match(tmp_path / "data", "3", 1, my_third_turn)
    path.with_name("noise.journal").write_bytes(b"\x00\xffnoise\n\x01\n")
    player = launch()
    assert "noise.journal.damaged-1" in player.state["message"]
    assert player.state["resume"]  # the other one is whole
    player.click_button("resume")
    player.wait_turn()


@pytest.mark.parametrize("cut", [1, 25])
def test_a_match_torn_at_its_end_is_gone_on_with(
    launch: Callable[..., Player], tmp_path: Path, cut: int
) -> None:
    path = save_match(tmp_path / "data", "3", 1, my_third_turn)
    path.write_bytes(path.read_bytes()[:-cut])
    player = launch()
    assert player.state["message"] == ""
    assert player.state["resume"]
    player.click_button("resume")
    state = player.wait_turn()
    assert (state["tricks"], len(state["hand"])) == (2, 23)  # the lost play was made anew
    player.click_button("hint")
    player.wait(lambda s: s["selected"], what="a hint")
    player.click_button("play")
    player.wait(lambda s: len(s["hand"]) < 23, what="the match goes on")


def test_a_match_of_a_newer_version_is_left_alone_with_a_word(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    path = save_match(tmp_path / "data", "3", 1, my_third_turn)
    header = path.read_bytes().split(b"\n", 1)[0].partition(b" ")[2]
    data = header.replace(b'"format":%d' % FORMAT, b'"format":99')
    newer = b"%08x %s\n" % (zlib.crc32(data), data)
    path.write_bytes(newer)
    player = launch()
    assert player.state["message"]
    assert not player.state["resume"]
    assert path.read_bytes() == newer


def test_without_a_screen_it_says_so_and_ends(tmp_path: Path) -> None:
    done = run("--data-dir", tmp_path / "data", folder=tmp_path, DISPLAY=None, SDL_VIDEODRIVER=None)
    assert done.returncode == 2
    assert "screen" in done.stderr
    assert "DISPLAY" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("driver", ["alsa", None])
def test_without_a_sound_device_it_plays_on_silently(
    launch: Callable[..., Player], tmp_path: Path, driver: str | None
) -> None:
    settle_settings(tmp_path / "data", grace=0.5)
    nowhere = str(tmp_path / "nowhere")
    player = launch(
        seed=find_seed(lambda seed: first_bids(seed) and first_bids(seed)[0][0] < 80),
        env={
            "SDL_AUDIODRIVER": driver,
            "ALSA_CONFIG_PATH": nowhere,
            "PULSE_SERVER": nowhere,
            "PIPEWIRE_REMOTE": nowhere,
            "JACK_NO_START_SERVER": "1",
        },
    )
    player.click_button("new")
    player.wait_turn()
    player.click_button("hint")
    player.wait(lambda s: s["selected"], what="a hint")
    player.click_button("play")
    player.wait(lambda s: len(s["hand"]) < 25, what="a card is played")
    assert player.close_window() == 0
    assert "Traceback" not in player.errors


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--no-such-option"], "--no-such-option"),
        (["--size", "80x60"], "80x60"),
        (["--speed", "fast"], "fast"),
        (["--decks", "9"], "9"),
        (["--script", "/no/such/file"], "/no/such/file"),
    ],
)
def test_an_option_it_does_not_know_is_named_and_ends_it(
    tmp_path: Path, words: list[str], named: str
) -> None:
    done = run(*words, folder=tmp_path)
    assert done.returncode == 2
    assert named in done.stderr
    assert "Traceback" not in done.stderr


def test_two_copies_can_be_played_at_once(launch: Callable[..., Player], tmp_path: Path) -> None:
    save_match(tmp_path / "data", "3", 1, my_third_turn)
    first = launch()
    first.click_button("resume")
    state = first.wait_turn()
    second = launch(seed="5")
    assert second.state["message"] == ""
    assert not second.state["resume"]  # the first one has it
    second.click_button("new")
    second.wait(lambda s: len(s["hand"]) >= 12, what="a deal of its own")
    second.click_button("leave")
    second.wait_for(scene="menu", resume=True)
    assert second.close_window() == 0

    first.focus()
    first.click_button("hint")
    first.wait(lambda s: s["selected"], what="a hint")
    first.right_click()
    first.wait(lambda s: len(s["hand"]) < len(state["hand"]), what="the first table goes on")
    assert first.close_window() == 0


@pytest.mark.parametrize("name", ["settings.json", "matches/other.journal"])
def test_a_file_that_cannot_be_read_does_not_keep_the_program_from_starting(
    launch: Callable[..., Player], tmp_path: Path, name: str
) -> None:
    """As when it belongs to somebody else; a folder of that name can't be read by anyone."""
    save_match(tmp_path / "data", "3", 1, my_third_turn)
    (tmp_path / "data" / name).mkdir(parents=True)
    player = launch()
    assert player.state["scene"] == "menu"
    assert player.state["resume"]
    player.click_button("resume")
    player.wait_turn()


def test_a_match_that_another_copy_has_opened_meanwhile_is_refused_with_a_reason(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    save_match(tmp_path / "data", "3", 1, my_third_turn)
    second = launch()
    assert second.state["resume"]
    first = launch()
    first.click_button("resume")
    first.wait_turn()
    first.screen.xdotool("windowmove", first.window, *first.screen.size)  # aside
    second.focus()
    second.click_button("resume")
    state = second.wait(lambda s: s["message"], what="a refusal")
    assert not state["resume"]
    assert not state["message"].endswith(("：", ": ", ":")), state["message"]
