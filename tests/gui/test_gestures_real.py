"""Every gesture at the table, made with a real mouse on a real window."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gui_driver import (
    Player,
    Screen,
    State,
    environment,
    find_seed,
    first_bids,
    hand_of,
    position,
    raised,
    save_match,
    settle_settings,
)

from game.engine import Match

SEED = "3"
"""Seat 1 deals and leads a diamond; I follow last, and hold diamonds, a pair of HJ and a pair of DT."""
SUIT_LED, PAIR, SINGLE, LEGAL, ILLEGAL = "D", "HJ", "HA", "D3", "HA"


def my_turn_to_follow(match: Match) -> bool:
    return match.phase == "playing" and match.running.turn == 0 and len(match.running.plays) == 3


def me_to_bury(match: Match) -> bool:
    return match.phase == "burying"


@pytest.fixture(scope="module")
def shared(screen: Screen, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Player]]:
    """One program for the gestures that play nothing; started anew when a test left it otherwise."""
    running: list[Player] = []
    opened: list[State] = []

    def fresh() -> Player:
        if running:
            player = running[-1]
            if player.process.poll() is None and unmoved(player.state, opened[-1]):
                return player
            player.kill()
        data = tmp_path_factory.mktemp("gestures") / "data"
        save_match(data, SEED, 1, my_turn_to_follow)
        player = Player(screen, data)
        running.append(player)
        player.click_button("resume")
        opened.append(player.wait_turn())
        return player

    yield fresh
    for player in running:
        player.kill()


def unmoved(now: State, before: State) -> bool:
    return all(now.get(key) == before[key] for key in ("scene", "size", "trick", "tricks", "counts"))


@pytest.fixture
def table(shared: Callable[[], Player]) -> Iterator[Player]:
    """My turn to follow, nothing selected, nothing pressed."""
    player = shared()
    player.screen.xdotool("mouseup", 1, "mouseup", 3)
    player.focus()
    player.clear_selection()
    yield player
    assert "Traceback" not in player.errors


@pytest.fixture
def follow(launch: Callable[..., Player], tmp_path: Path) -> Callable[..., Player]:
    """Opens a table of its own at which it is my turn to follow."""

    def start(name: str = "data", **how: object) -> Player:
        save_match(tmp_path / name, SEED, 1, my_turn_to_follow)
        player = launch(data_dir=tmp_path / name, **how)
        player.click_button("resume")
        player.wait_turn()
        return player

    return start


def nothing_played(player: Player, before: State, seconds: float = 0.4) -> None:
    player.still_for(seconds, lambda now: unmoved(now, before), "nothing is played")


# clicks on a card


def test_a_click_selects_a_card_and_another_one_puts_it_back(table: Player) -> None:
    low = table.card(SINGLE)[1]
    table.click_card(SINGLE)
    state = table.wait_for(selected=SINGLE)
    assert [hand_of(state)[i] for i in raised(state)] == [SINGLE]
    assert table.card(SINGLE)[1] < low
    table.click_card(SINGLE)
    state = table.wait_for(selected="")
    assert raised(state) == []


def test_a_click_with_a_shaking_hand_is_still_a_click(table: Player) -> None:
    x, y = table.card(SINGLE)
    table.press(x, y)
    table.glide(x + 2, y + 2, steps=2)
    table.let_go()
    table.wait_for(selected=SINGLE)


def test_a_double_click_selects_all_cards_of_the_face_and_plays_nothing(table: Player) -> None:
    before = table.state
    assert hand_of(before).count(PAIR) == 2
    table.double_click_card(PAIR)
    table.wait_for(selected=f"{PAIR} {PAIR}")
    nothing_played(table, before)
    assert table.state["selected"] == f"{PAIR} {PAIR}"


def test_a_double_click_on_the_second_copy_selects_both(table: Player) -> None:
    table.double_click_card(PAIR, nth=1)
    table.wait_for(selected=f"{PAIR} {PAIR}")


def test_a_double_click_adds_to_what_is_selected(table: Player) -> None:
    table.select([SINGLE])
    table.double_click_card(PAIR)
    table.wait(lambda s: s["selected"].split() == [SINGLE, PAIR, PAIR], what="all three")


@pytest.mark.parametrize(("card", "selected"), [(PAIR, f"{PAIR} {PAIR}"), (SINGLE, SINGLE)])
def test_a_double_click_near_the_lower_edge_finds_the_card_that_rose_away(
    table: Player, card: str, selected: str
) -> None:
    before = table.state
    table.double_click_card(card, below=0.97)
    table.wait_for(selected=selected)
    nothing_played(table, before)
    assert table.state["selected"] == selected


def test_a_raised_card_is_put_back_by_its_lower_edge(table: Player) -> None:
    at = table.card(SINGLE, below=0.97)
    table.click(*at)
    table.wait_for(selected=SINGLE)
    table.click(*at)
    table.wait_for(selected="")


# dragging


@pytest.mark.parametrize(("start", "end"), [(4, 9), (16, 11)])
def test_a_drag_selects_every_card_on_its_way_and_shows_it_before_the_release(
    table: Player, start: int, end: int
) -> None:
    before = table.state
    wanted = list(range(min(start, end), max(start, end) + 1))
    table.press(*table.place(start))
    table.glide(*table.place(end))
    table.wait(lambda s: raised(s) == wanted, what="the range is shown while dragging")
    middle = (start + end) // 2
    table.glide(*table.place(middle))
    fewer = list(range(min(start, middle), max(start, middle) + 1))
    table.wait(lambda s: raised(s) == fewer, what="less of it")
    table.glide(*table.place(end))
    table.wait(lambda s: raised(s) == wanted, what="all of it again")
    table.let_go()
    nothing_played(table, before)
    assert raised(table.state) == wanted
    table.click(*table.place(20))  # selected, not only shown
    table.wait(lambda s: raised(s) == [*wanted, 20], what="one more")


def test_a_quick_drag_without_a_stop_selects_the_range(table: Player) -> None:
    table.drag_cards(2, 6)
    table.wait(lambda s: raised(s) == [2, 3, 4, 5, 6], what="the range")


def test_a_drag_let_go_of_far_above_the_hand_counts(table: Player) -> None:
    before = table.state
    table.press(*table.place(3))
    table.glide(table.place(7)[0], 150)
    table.wait(lambda s: raised(s) == [3, 4, 5, 6, 7], what="the range")
    table.let_go()
    nothing_played(table, before)
    assert raised(table.state) == [3, 4, 5, 6, 7]
    table.click(*table.place(12))  # selected, not only shown
    table.wait(lambda s: raised(s) == [3, 4, 5, 6, 7, 12], what="one more")


def test_a_drag_beyond_the_end_of_the_hand_takes_all_up_to_the_end(table: Player) -> None:
    table.press(*table.place(5))
    table.glide(3, table.place(5)[1])
    table.let_go()
    table.wait(lambda s: raised(s) == [0, 1, 2, 3, 4, 5], what="the whole beginning")


def test_a_drag_adds_to_what_is_selected(table: Player) -> None:
    table.select([hand_of(table.state)[0]])
    table.drag_cards(10, 12)
    table.wait(lambda s: raised(s) == [0, 10, 11, 12], what="both")


def test_a_drag_that_begins_on_the_felt_selects_nothing(table: Player) -> None:
    table.press(*table.felt)
    table.glide(*table.place(5))
    table.let_go()
    table.still_for(0.3, lambda s: s["selected"] == "", "nothing selected")


def test_a_right_click_during_a_drag_cancels_it_and_plays_nothing(table: Player) -> None:
    before = table.state
    table.select([LEGAL])  # it could be played
    chosen = raised(table.state)
    table.press(*table.place(3))
    table.glide(*table.place(7))
    table.wait(lambda s: len(raised(s)) == 6, what="the drag is shown")
    table.screen.xdotool("mousedown", 3, "mouseup", 3)
    table.wait(lambda s: raised(s) == chosen, what="only what was selected before")
    table.glide(*table.place(9))
    table.let_go()
    nothing_played(table, before)
    assert raised(table.state) == chosen


def test_escape_cancels_a_drag(table: Player) -> None:
    table.press(*table.place(3))
    table.glide(*table.place(7))
    table.wait(lambda s: len(raised(s)) == 5, what="the drag is shown")
    table.key("Escape")
    table.wait_for(selected="")
    table.let_go()
    table.still_for(0.3, lambda s: s["selected"] == "", "the release selects nothing")


OTHER_WINDOW = """
import pygame
pygame.display.init()
pygame.display.set_mode((120, 80))
print("open", flush=True)
while True:
    pygame.event.wait(1000)
"""


def test_a_drag_ends_cleanly_when_another_window_takes_the_focus(table: Player) -> None:
    before = table.state
    env = environment(DISPLAY=table.screen.display, PYGAME_HIDE_SUPPORT_PROMPT="1")
    other = subprocess.Popen([sys.executable, "-c", OTHER_WINDOW], env=env, stdout=subprocess.PIPE)
    try:
        assert other.stdout is not None
        assert b"open" in other.stdout.readline()
        window = table.screen.xdotool("search", "--sync", "--onlyvisible", "--pid", other.pid).split()[-1]
        table.focus()
        table.press(*table.place(16))
        table.glide(*table.place(20))
        table.wait(lambda s: len(raised(s)) == 5, what="the drag is shown")
        table.screen.xdotool("windowfocus", window)
        table.wait_for(selected="")
        table.let_go()
        nothing_played(table, before, 0.3)
        assert table.state["selected"] == ""
    finally:
        other.kill()
        other.wait()
    table.focus()
    table.click_card(SINGLE)
    table.wait_for(selected=SINGLE)


# the felt, the wheel, the buttons


def test_a_double_click_on_the_felt_clears_the_selection_and_a_single_one_does_not(table: Player) -> None:
    before = table.state
    table.drag_cards(2, 6)
    chosen = table.wait(lambda s: len(raised(s)) == 5, what="five")["selected"]
    table.click(*table.felt)
    table.still_for(0.3, lambda s: s["selected"] == chosen, "still selected")
    table.double_click_felt()
    table.wait_for(selected="")
    nothing_played(table, before, 0.2)


def test_the_wheel_does_nothing(table: Player) -> None:
    table.select([LEGAL])  # it could be played
    before = table.state
    for x, y in (table.place(4), table.felt, table.button("hint")):
        table.wheel(x, y, up=True)
        table.wheel(x, y, up=False)
    nothing_played(table, before)
    assert table.state == before


def test_a_press_on_the_play_button_that_is_drawn_away_plays_nothing(table: Player) -> None:
    table.select([LEGAL])
    before = table.state
    table.press(*table.button("play"))
    table.glide(*table.felt)
    table.let_go()
    nothing_played(table, before)
    assert table.state["selected"] == LEGAL


def test_a_right_click_on_a_button_plays_nothing(table: Player) -> None:
    table.select([LEGAL])
    before = table.state
    table.right_click(*table.button("play"))
    nothing_played(table, before)


def test_hint_selects_cards_that_may_be_played(table: Player) -> None:
    before = table.state
    table.click_button("hint")
    state = table.wait(lambda s: s["selected"], what="a hint")
    assert state["selected"][0] == SUIT_LED
    nothing_played(table, before, 0.2)


# playing


@pytest.mark.parametrize("how", ["right click", "button"])
def test_a_play_that_is_not_allowed_is_explained_and_nothing_is_lost(table: Player, how: str) -> None:
    table.select([ILLEGAL])
    before = table.state
    if how == "button":
        table.click_button("play")
    else:
        table.right_click()
    state = table.wait(lambda s: s["message"] != before["message"], what="an explanation")
    owed = [code for code in hand_of(before) if code[0] == SUIT_LED]
    named = [code for code in owed if "♦" + code[1].replace("T", "10") in state["message"]]
    assert named, state["message"]
    nothing_played(table, before)
    assert (table.state["selected"], hand_of(table.state)) == (ILLEGAL, hand_of(before))
    assert table.can("play")


def test_a_right_click_with_nothing_selected_plays_nothing(table: Player) -> None:
    before = table.state
    table.right_click()
    nothing_played(table, before)
    assert table.state["ask"] == "play"


def test_a_warning_is_gone_once_cards_are_played(follow: Callable[..., Player]) -> None:
    player = follow()
    usual = player.state["message"]
    player.right_click()
    warning = player.wait(lambda s: s["message"] != usual, what="a warning")["message"]
    player.click_button("hint")
    player.wait(lambda s: s["selected"], what="a hint")
    player.click_button("play")
    player.wait(lambda s: s["tricks"] == 1, what="the trick is full")
    assert player.wait_turn()["message"] != warning


def test_a_right_click_plays_just_as_the_button_does(follow: Callable[..., Player]) -> None:
    positions = []
    for name in ("button", "felt", "card"):
        player = follow(name)
        player.select([LEGAL])
        if name == "button":
            player.click_button("play")
        else:
            player.right_click(*(player.felt if name == "felt" else player.place(1)))
        player.wait(lambda s: s["tricks"] == 1, what="the trick is full")
        positions.append(position(player.wait_turn()))
        player.kill()
    assert positions[0]["counts"] != [25, 24, 24, 24]
    assert positions[0] == positions[1] == positions[2]


def test_a_nervous_double_right_click_plays_once(follow: Callable[..., Player]) -> None:
    player = follow()
    player.select([LEGAL])
    x, y = player.felt
    player.screen.xdotool(
        "mousemove", "--window", player.window, x, y, "click", "--repeat", 3, "--delay", 30, 3
    )
    player.wait(lambda s: s["tricks"] == 1, what="the trick is full")
    player.wait_turn()
    player.still_for(0.4, lambda s: len(s["hand"]) == 24, "one card is gone")


def test_a_right_click_buries_and_too_few_cards_are_refused(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    save_match(tmp_path / "data", "5", 0, me_to_bury)
    player = launch()
    player.click_button("resume")
    state = player.wait_turn()
    assert (state["ask"], len(state["hand"])) == ("bury", 33)
    player.drag_cards(20, 26)
    before = player.wait(lambda s: len(raised(s)) == 7, what="seven cards")
    assert not player.can("play")
    player.right_click()
    state = player.wait(lambda s: s["message"] != before["message"], what="an explanation")
    assert "8" in state["message"]
    player.still_for(0.3, lambda s: s["phase"] == "burying", "still burying")
    assert (player.state["selected"], hand_of(player.state)) == (before["selected"], hand_of(before))
    player.click(*player.place(27))
    state = player.wait(lambda s: len(raised(s)) == 8, what="eight cards")
    buried = [state["hand"][i]["card"] for i in raised(state)]
    player.right_click()
    state = player.wait_for(phase="playing")
    assert len(state["hand"]) == 25
    assert sorted(hand_of(state) + buried) == sorted(hand_of(before))


# what lasts


def test_a_selection_made_before_ones_turn_is_kept(follow: Callable[..., Player]) -> None:
    player = follow(speed=2)
    player.select([LEGAL])
    player.right_click()
    player.wait(lambda s: s["turn"] != 0, what="somebody else's turn")
    player.double_click_card(PAIR)
    player.wait_for(selected=f"{PAIR} {PAIR}")
    assert player.state["ask"] is None
    assert not player.can("play")
    player.right_click()  # too early: no play, and nothing lost
    state = player.wait_turn()
    assert state["selected"] == f"{PAIR} {PAIR}"
    assert len(state["hand"]) == 24
    assert all(s["selected"] == f"{PAIR} {PAIR}" for s in player.shown[-5:])


def test_a_resize_in_the_middle_of_the_deal_keeps_everything(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    seed = find_seed(lambda s: any(seat for _, seat in first_bids(s)))
    settle_settings(tmp_path / "data", grace=0.5)
    player = launch(seed=seed, speed=2)
    player.click_button("new")
    player.wait(lambda s: len(s["hand"]) >= 6, what="some cards")
    chosen = hand_of(player.state)[2]
    player.click_card(chosen)
    player.wait_for(selected=chosen)
    before = player.state
    assert before["undealt"]
    player.resize(1100, 700)
    state = player.wait_for(size=[1100, 700])
    assert state["phase"] == "dealing"
    assert state["selected"] == chosen
    state = player.wait(lambda s: s["phase"] != "dealing" and not s["busy"], what="the end of the deal")
    assert len(state["hand"]) == 25
    assert not set(hand_of(before)) - set(hand_of(state))
    assert state["selected"] == chosen  # though the hand was sorted anew
    state = player.wait_turn()
    assert state["selected"] == chosen
    burying = [s for s in player.shown if s.get("phase") == "burying"]
    assert {s["dealer"] for s in burying} == {state["dealer"]} != {0}
    for x, y, w, h in [thing["rect"] for thing in (*state["hand"], *state["buttons"])]:
        assert 0 <= x <= x + w <= 1100
        assert 0 <= y <= y + h <= 700
    player.click_card(chosen)
    player.wait_for(selected="")


def test_f11_fills_the_screen_and_goes_back(follow: Callable[..., Player]) -> None:
    player = follow()
    player.select([SINGLE])
    before = player.state
    for _ in range(2):
        player.key("F11")
        player.wait_for(size=list(player.screen.size))
        assert (player.state["selected"], hand_of(player.state)) == (SINGLE, hand_of(before))
        player.click_card(LEGAL)
        player.wait(lambda s: LEGAL in s["selected"], what="a click hits its card")
        player.click_card(LEGAL)
        player.wait_for(selected=SINGLE)
        player.key("F11")
        player.wait_for(size=[1280, 800], timeout=5)
    assert position(player.state) == position(before)


def test_the_window_is_known_by_the_programs_name(table: Player) -> None:
    """What task bars and window lists go by."""
    found = table.screen.xdotool("search", "--onlyvisible", "--class", "^shengji$")
    assert table.window in found.split()
