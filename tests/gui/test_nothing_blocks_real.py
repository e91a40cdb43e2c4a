"""What a desktop does to a window in the middle of a deal: nothing waits for it, and nothing is lost."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gui_player import PATIENCE, POLL, Player, State, hand_of, position
from gui_screen import Screen
from program_run import environment, settle_settings
from saved_matches import (
    FOLLOWING,
    LEGAL,
    PAIR,
    at_my_last_card,
    find_seed,
    first_bids,
    my_turn_to_follow,
    save_match,
)

from game.engine import Match
from game.table.table import ASLEEP
from game.ui.layout import TableLayout

SIZE = (1280, 720)


def my_next_turn(match: Match) -> bool:
    return my_turn_to_follow(match) and len(match.running.tricks) > 0


def needed(found: object, package: str) -> None:
    """Skip without it, or fail where nothing may be skipped."""
    if not found:
        why = f"{package} not installed (Debian: apt install {package})"
        if os.environ.get("SHENGJI_REQUIRE_GUI") == "1":
            pytest.fail(why)
        pytest.skip(why)


@pytest.fixture(scope="module")
def desk(screen: Screen) -> Iterator[Screen]:
    """The screen with a window manager on it."""
    needed(shutil.which("openbox"), "openbox")
    manager = subprocess.Popen(
        ["openbox", "--sm-disable"],
        env={**os.environ, "DISPLAY": screen.display},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_for(lambda: screen.answer("get_num_desktops"), "openbox")
    yield screen
    manager.terminate()
    manager.wait(10)


@pytest.fixture
def elsewhere(desk: Screen) -> Iterator[str]:
    """The window of another program, which has the keys by now."""
    lines = ("import pygame", "pygame.display.set_mode((200, 100))", "while True: pygame.event.wait(100)")
    program = subprocess.Popen(
        [sys.executable, "-c", "\n".join(lines)],
        env=environment(DISPLAY=desk.display),
        stdout=subprocess.DEVNULL,
    )
    yield wait_for(lambda: desk.answer("search", "--onlyvisible", "--pid", program.pid), "another window")
    program.kill()
    program.wait(10)


def wait_for(look: Callable[[], str], what: str) -> str:
    end = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(POLL)
    return found


def begin_deal(launch: Callable[..., Player], folder: Path) -> Player:
    """A deal in which somebody else will be dealer, at its seventh card of mine, the third one selected."""
    settle_settings(folder / "data", grace=0.5)
    seed = find_seed(lambda s: any(seat for _, seat in first_bids(s)))
    player = launch(data_dir=folder / "data", seed=seed, speed=1, size=SIZE)
    notice(player)
    player.click_button("new")
    player.pick(hand_of(player.wait(lambda s: len(s["hand"]) >= 7, what="some cards"))[2])
    return player


def open_table(
    launch: Callable[..., Player],
    folder: Path,
    until: Callable[[Match], bool] = my_turn_to_follow,
    **how: object,
) -> Player:
    save_match(folder / "data", FOLLOWING, 1, until)
    player = launch(data_dir=folder / "data", size=SIZE, **how)
    notice(player)
    player.click_button("resume")
    player.wait_turn()
    return player


def notice(player: Player) -> None:
    """Nothing of a change of windows is still to come: the keys are there, and are heard."""
    player.wait(lambda _: player.screen.answer("getwindowfocus") == player.window, what="the keys")
    player.key("Down")
    player.wait(
        lambda s: any(place["focus"] for place in (*s.get("hand", ()), *s["buttons"])),
        what="the keys are heard",
    )


def whole_deal(player: Player, before: State) -> State:
    """The deal goes on to my turn; all cards have come, and what was selected still is."""
    state = player.wait_turn()
    assert len(state["hand"]) == 25
    assert not set(hand_of(before)) - set(hand_of(state))
    assert before["selected"] in state["selected"].split()
    return state


def picture(player: Player) -> bytes:
    return player.screen.pixels(0, 0, *player.screen.size)


def window_at(player: Player) -> str:
    return player.screen.xdotool("getwindowgeometry", "--shell", player.window)


def minimise(player: Player) -> str:
    """Where the window was."""
    place = window_at(player)
    player.screen.xdotool("windowminimize", player.window)
    words = ("search", "--onlyvisible", "--pid", player.process.pid)
    player.wait(lambda _: not player.screen.answer(*words), what="no window")
    return place


def restore(player: Player, place: str) -> None:
    """Show it again, and wait until it has the keys and has flown to its place."""
    player.screen.xdotool("windowmap", player.window, "windowactivate", player.window)
    player.wait(lambda _: window_at(player) == place, what="it is back")
    notice(player)


def picture_at_rest(player: Player) -> bytes:
    """Once all lies still, and was drawn anew."""
    player.wait(lambda s: not s["busy"], what="all lies still")
    restore(player, minimise(player))
    now = b""
    while now != (now := picture(player)):
        time.sleep(0.5)
    return now


def check_picture(player: Player) -> None:
    """What is to be seen is what is drawn when all is drawn anew."""
    notice(player)
    player.wait(lambda s: not s["busy"], what="all lies still")
    now = picture(player)
    restore(player, minimise(player))
    player.wait(lambda _: picture(player) == now, what="the same picture, all drawn anew")


# the window


def test_a_deal_goes_on_behind_a_minimised_window(
    desk: Screen, launch: Callable[..., Player], tmp_path: Path
) -> None:
    player = begin_deal(launch, tmp_path)
    place = minimise(player)
    before = player.state
    assert before["undealt"]
    whole_deal(player, before)
    restore(player, place)
    player.click_card(before["selected"])
    player.wait(lambda s: before["selected"] not in s["selected"].split(), what="a click hits")
    check_picture(player)


def test_a_deal_goes_on_while_the_window_is_dragged(
    desk: Screen, launch: Callable[..., Player], tmp_path: Path
) -> None:
    player = begin_deal(launch, tmp_path)
    place = window_at(player)
    player.press(SIZE[0] // 2, -10)  # its title
    before = player.state
    assert before["undealt"]
    for x in (700, 640, 720, 660):
        player.screen.xdotool("mousemove", x, 70, "sleep", 0.1)
    player.wait(lambda s: s["undealt"] < before["undealt"] - 8, what="cards come all the while")
    player.let_go()
    assert window_at(player) != place
    whole_deal(player, before)


SIZES = ((1100, 700), (1024, 640), (1300, 800), (1180, 660))


def shake(player: Player) -> None:
    """Pull the edge of the window to and fro."""
    for width, height in SIZES:
        player.resize(width, height)
        player.wait_for(size=[width, height])


def check_places(player: Player) -> None:
    width, height = player.state["size"]
    for x, y, w, h in [thing["rect"] for thing in (*player.state["hand"], *player.state["buttons"])]:
        assert 0 <= x <= x + w <= width
        assert 0 <= y <= y + h <= height


def test_resizes_while_cards_are_dealt(desk: Screen, launch: Callable[..., Player], tmp_path: Path) -> None:
    player = begin_deal(launch, tmp_path)
    before = player.state
    assert before["undealt"]
    shake(player)
    whole_deal(player, before)
    check_places(player)


def test_resizes_while_a_trick_is_swept_away(
    desk: Screen, launch: Callable[..., Player], tmp_path: Path
) -> None:
    seen = []
    for name, speed in (("undisturbed", 0), ("shaken", 1)):
        player = open_table(launch, tmp_path / name, speed=speed)
        player.select([LEGAL])
        player.right_click()
        player.wait(lambda s: len(s["hand"]) == 24, what="my card has left")
        if name == "undisturbed":
            player.wait_turn()
        else:
            player.wait(lambda s: s["busy"], what="it is on its way")
        shake(player)
        state = player.wait_turn()
        check_places(player)
        seen.append((position(state), picture_at_rest(player)))
        player.kill()
    assert seen[0][0] == seen[1][0]
    assert seen[0][1] == seen[1][1]


def test_resizes_while_the_bottom_is_turned_over_and_over_the_settlement(
    desk: Screen, launch: Callable[..., Player], tmp_path: Path
) -> None:
    settle_settings(tmp_path / "data", last_trick_plays=False, language="en")
    player = open_table(launch, tmp_path, at_my_last_card, speed=1)
    place = TableLayout.of(*SIZE, 1.0).bury_slots(8)[0].inflated(-12)
    felt = player.pixels(*place)
    player.click_button("play")
    player.wait(lambda s: s["scene"] == "table" and player.pixels(*place) != felt, what="the bottom comes")
    shake(player)
    state = player.wait_for(scene="sheet")
    points = state["message"]
    for button, scene in (("", "sheet"), ("bill", "bill"), ("", "bill"), ("back", "sheet")):
        if button:
            player.click_button(button)
        else:
            shake(player)
        state = player.wait_for(scene=scene)
    assert state["message"] == points
    player.click_button("next")
    player.wait_for(scene="table", deal=2)


# time


def test_sleep_takes_no_turn_and_no_card(desk: Screen, launch: Callable[..., Player], tmp_path: Path) -> None:
    """Two at once, as it takes a while: one thinks about its turn, the other one is dealt cards."""
    turn = 2
    settle_settings(tmp_path / "thinker" / "data", turn=turn)
    thinker = open_table(launch, tmp_path / "thinker")
    thinker.process.send_signal(signal.SIGSTOP)
    stopped = time.monotonic()
    hand, asleep = thinker.state["hand"], len(thinker.shown)
    assert (thinker.state["ask"], len(hand)) == ("play", 25)

    dealt = begin_deal(launch, tmp_path / "dealt")
    dealt.process.send_signal(signal.SIGSTOP)
    before, dealt_so_far = dealt.state, len(dealt.shown)
    assert before["undealt"]

    time.sleep(max(3.0, stopped + turn + ASLEEP + 0.5 - time.monotonic()))
    woken = time.monotonic()
    for player in (thinker, dealt):
        player.process.send_signal(signal.SIGCONT)

    def given() -> list[State]:
        return [s for s in thinker.shown[asleep:] if s["left"] and s["left"] > 0.5]

    thinker.wait(lambda _: given(), what="time is given again")
    assert (given()[0]["ask"], given()[0]["hand"]) == ("play", hand)
    thinker.wait(lambda s: len(s["hand"]) < len(hand), what="that time is over too")
    assert time.monotonic() - woken > 0.75 * turn

    assert dealt.shown[dealt_so_far]["undealt"] > before["undealt"] - 25, "cards do not come all at once"
    whole_deal(dealt, before)


def test_the_clock_on_the_wall_is_set_during_a_turn(
    desk: Screen, launch: Callable[..., Player], tmp_path: Path
) -> None:
    library = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
    needed(library, "faketime")
    wall = tmp_path / "wall"
    wall.write_text("+0")
    settle_settings(tmp_path / "data", turn=60)
    env = {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(wall),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    player = open_table(launch, tmp_path, env=env)
    left, since = player.state["left"], time.monotonic()
    for jump in ("+3d", "-3d"):
        wall.write_text(jump)
        state = player.wait(lambda s, before=player.state["left"]: s["left"] < before, what="time passes")
        assert state["ask"] == "play"
        assert left - state["left"] < (time.monotonic() - since) / 60 + 0.1
        player.double_click_card(PAIR)
        player.wait_for(selected=f"{PAIR} {PAIR}")
        player.clear_selection()
    player.select([LEGAL])
    player.right_click()
    player.wait(lambda s: len(s["hand"]) == 24, what="it is played")
    player.wait_turn()
    assert player.close_window() == 0  # faketime's own memory is put away


# the keys


def test_keys_let_go_elsewhere_are_not_held(
    desk: Screen, launch: Callable[..., Player], elsewhere: str, tmp_path: Path
) -> None:
    player = open_table(launch, tmp_path, my_next_turn)
    xdotool = desk.xdotool

    def focused(state: State) -> int:
        return [card["focus"] for card in state["hand"]].index(True)

    def change(*words: object, to: str) -> None:
        xdotool(*words)  # for a moment none may be in front, which xdotool calls an error
        player.wait(lambda _: desk.answer("getactivewindow") == to, what="the other window")

    notice(player)
    start = focused(player.state)
    xdotool("keydown", "Right")
    player.wait(lambda s: focused(s) == start + 1, what="one card on")
    change("key", "--delay", 50, "alt+Tab", to=elsewhere)
    xdotool("keyup", "Right")
    change("key", "--delay", 50, "alt+Tab", to=player.window)
    player.key("Right")
    player.wait(lambda s: focused(s) == start + 2, what="and one more")
    assert player.state["peek"] is None

    xdotool("keydown", "Tab")
    player.wait_for(peek="last")
    time.sleep(0.5)  # it is held, not pressed
    change("windowactivate", elsewhere, to=elsewhere)
    xdotool("keyup", "Tab")
    change("windowactivate", player.window, to=player.window)
    player.wait_for(peek=None)
    player.key("Tab")
    player.wait_for(peek="last")
    player.key("Tab")
    player.wait_for(peek=None)

    xdotool("keydown", "shift")
    change("windowactivate", elsewhere, to=elsewhere)
    xdotool("keyup", "shift")
    change("windowactivate", player.window, to=player.window)
    notice(player)
    player.click_card(PAIR)
    player.wait_for(selected=PAIR)  # with Shift it would be both
