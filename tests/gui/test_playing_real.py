"""Cards played and buried with a real mouse, and a selection that lasts whatever happens around it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from gui_player import Player, hand_of, position, raised
from program_run import settle_settings
from saved_matches import (
    FOLLOWING,
    ILLEGAL,
    LEGAL,
    PAIR,
    find_seed,
    first_bids,
    my_turn_to_follow,
    save_match,
    to_bury,
)


@pytest.fixture
def follow(launch: Callable[..., Player], tmp_path: Path) -> Callable[..., Player]:
    """Opens a table of its own at which it is my turn to follow."""

    def start(name: str = "data", **how: object) -> Player:
        save_match(tmp_path / name, FOLLOWING, 1, my_turn_to_follow)
        player = launch(data_dir=tmp_path / name, **how)
        player.click_button("resume")
        player.wait_turn()
        return player

    return start


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
    save_match(tmp_path / "data", "5", 0, to_bury)
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
    player = follow(speed=0.5)
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
    player = launch(seed=seed, speed=1)
    player.click_button("new")
    chosen = hand_of(player.wait(lambda s: len(s["hand"]) >= 6, what="some cards"))[2]
    before = player.pick(chosen)
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
    player.select([ILLEGAL])
    before = player.state
    for _ in range(2):
        player.key("F11")
        player.wait_for(size=list(player.screen.size))
        assert (player.state["selected"], hand_of(player.state)) == (ILLEGAL, hand_of(before))
        player.click_card(LEGAL)
        player.wait(lambda s: LEGAL in s["selected"], what="a click hits its card")
        player.click_card(LEGAL)
        player.wait_for(selected=ILLEGAL)
        player.key("F11")
        player.wait_for(size=[1280, 800])
    assert position(player.state) == position(before)
