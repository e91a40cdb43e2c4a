"""Every gesture at the table that plays nothing, made with a real mouse on a real window."""

import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from gui_player import Player, State, hand_of, raised
from gui_screen import Screen
from program_run import environment
from saved_matches import FOLLOWING, ILLEGAL, LEGAL, PAIR, SUIT_LED, my_turn_to_follow, save_match


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
        save_match(data, FOLLOWING, 1, my_turn_to_follow)
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


def nothing_played(player: Player, before: State, seconds: float = 0.4) -> None:
    player.still_for(seconds, lambda now: unmoved(now, before), "nothing is played")


# clicks on a card


def test_a_click_selects_a_card_and_another_one_puts_it_back(table: Player) -> None:
    low = table.card(ILLEGAL)[1]
    table.click_card(ILLEGAL)
    state = table.wait_for(selected=ILLEGAL)
    assert [hand_of(state)[i] for i in raised(state)] == [ILLEGAL]
    assert table.card(ILLEGAL)[1] < low
    table.click_card(ILLEGAL)
    state = table.wait_for(selected="")
    assert raised(state) == []


def test_a_click_with_a_shaking_hand_is_still_a_click(table: Player) -> None:
    x, y = table.card(ILLEGAL)
    table.press(x, y)
    table.glide(x + 2, y + 2, steps=2)
    table.let_go()
    table.wait_for(selected=ILLEGAL)


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
    table.select([ILLEGAL])
    table.double_click_card(PAIR)
    table.wait(lambda s: s["selected"].split() == [ILLEGAL, PAIR, PAIR], what="all three")


@pytest.mark.parametrize(("card", "selected"), [(PAIR, f"{PAIR} {PAIR}"), (ILLEGAL, ILLEGAL)])
def test_a_double_click_near_the_lower_edge_finds_the_card_that_rose_away(
    table: Player, card: str, selected: str
) -> None:
    before = table.state
    table.double_click_card(card, below=0.97)
    table.wait_for(selected=selected)
    nothing_played(table, before)
    assert table.state["selected"] == selected


def test_a_raised_card_is_put_back_by_its_lower_edge(table: Player) -> None:
    at = table.card(ILLEGAL, below=0.97)
    table.click(*at)
    table.wait_for(selected=ILLEGAL)
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
    table.click_card(ILLEGAL)
    table.wait_for(selected=ILLEGAL)


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
    assert {**table.state, "tip": None} == {**before, "tip": None}


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


# what may not be played


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


def test_the_window_is_known_by_the_programs_name(table: Player) -> None:
    """What task bars and window lists go by."""
    found = table.screen.xdotool("search", "--onlyvisible", "--class", "^shengji$")
    assert table.window in found.split()
