"""Whole ways through the program by mouse: a deal from menu to score sheet, breaking off, coming back."""

import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from gui_player import Player, State, hand_of, position
from program_run import settle_settings
from saved_matches import find_seed, first_bids, my_level_cards

from game.engine import Trump, format_cards, legal_follows, parse_cards, points_of, preset

RULES = preset("lezhong", 2)
HAN = re.compile("[\u4e00-\u9fff]")


def i_can_bid_first(seed: str) -> bool:
    """My first level card comes long before anybody else would bid."""
    mine, others = my_level_cards(seed), first_bids(seed)
    return bool(mine) and mine[0] <= 20 and (not others or others[0][0] >= mine[0] + 40)


def somebody_else_deals(seed: str) -> bool:
    others = first_bids(seed)
    return bool(others) and others[0][0] < 80


def begin(launch: Callable[..., Player], folder: Path, **how: object) -> Player:
    """A match that begins with a deal of somebody else."""
    settle_settings(folder / "data", grace=0.5)
    player = launch(seed=find_seed(somebody_else_deals), **how)
    player.click_button("new")
    return player


def a_legal_play(state: State) -> list[str]:
    """The last of the first few legal replies, or the lowest card as a lead."""
    cards = parse_cards(" ".join(hand_of(state)))
    trump = Trump(state["level"], state["trump"], RULES.two_is_trump)
    if not state["trick"]:
        return [hand_of(state)[-1]]
    lead = parse_cards(state["trick"][0][1])
    replies = list(islice(legal_follows(lead, cards, trump, RULES), 5))
    return format_cards(replies[-1]).split()


def choose(player: Player, by_hint: bool) -> list[str]:
    """Select something to play."""
    if by_hint:
        player.click_button("hint")
        chosen = player.wait(lambda s: s["selected"], what="a hint is selected")["selected"].split()
    elif player.state["selected"]:  # the only play there is
        chosen = player.state["selected"].split()
    else:
        chosen = a_legal_play(player.state)
        player.select(chosen)
    return chosen


def play(player: Player, chosen: list[str], by_button: bool) -> State:
    """Play what is selected; the state once the cards have left the hand, or the sheet that came after."""
    before = player.state
    if by_button:
        player.click_button("play")
    else:
        player.right_click(*player.felt)
    after = player.wait(
        lambda s: s["scene"] == "sheet" or len(s["hand"]) < len(before["hand"]), what="cards leave the hand"
    )
    if after["scene"] == "table":
        gone = len(before["hand"]) - len(after["hand"])
        thrown = not before["trick"]  # only a throw that failed may play fewer
        assert gone == len(chosen) or thrown or not after["hand"]  # the last trick plays itself
        assert not set(hand_of(after)) - set(hand_of(before))
    return after


def play_on(player: Player, turns: int) -> None:
    """So many turns of mine, in one way or another."""
    for turn in range(turns):
        player.wait_turn()
        play(player, choose(player, by_hint=turn % 2 == 0), by_button=turn % 3 == 0)


def play_to_the_end(player: Player) -> State:
    """All that is left of the deal; the score sheet."""
    turn, points = 0, 0
    while True:
        state = player.wait(
            lambda s: s["scene"] == "sheet" or (s["ask"] == "play" and not s["busy"]),
            what="my turn or the sheet",
        )
        if state["scene"] == "sheet":
            return state
        state = player.wait_turn()
        assert state["score"]["points"] >= points
        points = state["score"]["points"]
        assert state["counts"][0] == len(state["hand"])
        assert state["winning"] is None or state["winning"] in [seat for seat, _ in state["trick"]]
        play(player, choose(player, by_hint=turn % 2 == 1), by_button=turn % 2 == 0)
        turn += 1


def test_a_deal_of_mine_from_the_menu_to_the_next_deal(launch: Callable[..., Player], tmp_path: Path) -> None:
    settle_settings(tmp_path / "data", speed=1, grace=0.5)
    player = launch(seed=find_seed(i_can_bid_first), speed=None)
    assert player.state["scene"] == "menu"
    assert not player.state["resume"]
    player.click_button("new")

    # bid as soon as a cell lights up
    state = player.wait(
        lambda s: any(b["name"].startswith("bid:") and b["enabled"] for b in s["buttons"]),
        what="a bid is open",
    )
    assert state["phase"] == "dealing"
    assert state["undealt"]
    cell = next(b["name"] for b in state["buttons"] if b["name"].startswith("bid:") and b["enabled"])
    code, _, copies = cell.removeprefix("bid:").partition("x")
    player.click_button(cell)
    state = player.wait(lambda s: s["bids"], what="the bid stands")
    assert state["bids"][0] == [0, " ".join([code] * int(copies))]
    state = player.wait_turn()
    assert (state["ask"], state["dealer"], state["level"]) == ("bury", 0, "2")
    assert len(state["hand"]) == 33
    assert state["trump"] == state["bids"][-1][1][0]

    # leave, switch the animation off, come back to the very same
    before = position(state)
    player.click_button("leave")
    player.wait_for(scene="menu", resume=True)
    player.click_button("settings")
    player.click_button("speed:0.0")
    player.click_button("back")
    player.wait_for(scene="menu")
    player.click_button("resume")
    state = player.wait_turn()
    assert position(state) == before

    # bury: the last cards of the hand
    chosen = hand_of(state)[-8:]
    player.select(chosen[:7])
    assert not player.can("play")
    player.select(chosen[7:])
    player.click_button("play")
    state = player.wait_turn()
    assert (state["ask"], state["turn"], state["trick"], state["counts"]) == ("play", 0, [], [25] * 4)
    assert sorted(hand_of(state) + chosen) == sorted(before["hand"])

    sheet = play_to_the_end(player)
    last = next(s for s in reversed(player.shown) if s["scene"] == "table")
    assert sorted(sheet["bottom"].split()) == sorted(chosen)
    assert sheet["deal"] == 1
    bottom = points_of(parse_cards(sheet["bottom"])) * sheet["multiplier"]
    in_last_trick = sheet["points"] - bottom - last["score"]["points"]  # not seen: the sheet lies over it
    assert in_last_trick >= 0 if sheet["multiplier"] else in_last_trick == 0
    assert sheet["side"] == ("attackers" if sheet["points"] >= 80 else "dealer")
    player.click_button("next")
    state = player.wait(lambda s: s["scene"] == "table" and s["deal"] == 2, what="the next deal")
    assert state["phase"] in ("dealing", "burying", "playing")  # without waiting nothing takes long
    assert state["score"] == {"levels": sheet["levels"], "points": 0}
    assert state["dealer"] == (2 if sheet["side"] == "dealer" else 1)
    assert player.close_window() == 0
    assert player.errors == ""


def test_a_deal_of_somebody_else_and_auto_play(launch: Callable[..., Player], tmp_path: Path) -> None:
    player = begin(launch, tmp_path)
    state = player.wait_turn()
    assert (state["phase"], state["ask"]) == ("playing", "play")
    assert state["dealer"] == state["bids"][0][0] != 0
    assert len(state["hand"]) == 25
    play_on(player, 3)
    player.wait_turn()
    player.click_button("auto")
    sheet = player.wait_for(scene="sheet")
    assert len(sheet["bottom"].split()) == 8
    player.click_button("next")
    player.wait(lambda s: s["scene"] == "table" and s["deal"] == 2, what="the next deal")
    player.click_button("leave")
    player.wait_for(scene="menu", resume=True)
    player.click_button("quit")
    assert player.ended() == 0
    assert player.errors == ""


def test_after_a_power_cut_in_the_middle_of_a_trick_all_is_as_it_was(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    player = begin(launch, tmp_path)
    player.wait_turn()
    while player.state["tricks"] < 3 or not player.state["trick"]:
        play_on(player, 1)
        player.wait_turn()
    before = player.state
    player.kill()

    player = launch()
    assert player.state["resume"]
    player.click_button("resume")
    state = player.wait_turn()
    assert position(state) == position(before)
    play_on(player, 2)
    player.wait(lambda s: s["tricks"] > before["tricks"], what="the match goes on")


def test_after_a_power_cut_while_cards_are_dealt_the_deal_goes_on(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    player = begin(launch, tmp_path, speed=2)
    before = player.wait(lambda s: len(s["hand"]) >= 8, what="some cards")
    player.kill()
    assert before["undealt"]

    player = launch()
    player.click_button("resume")
    state = player.wait_turn()
    assert len(state["hand"]) == (25 if state["ask"] == "play" else 33)
    assert not set(hand_of(before)) - set(hand_of(state))
    assert state["deal"] == 1


def test_leaving_and_coming_back_in_the_middle_of_a_trick_and_at_the_score_sheet(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    player = begin(launch, tmp_path)
    player.wait_turn()
    play_on(player, 2)
    before = player.wait_turn()
    player.select(a_legal_play(before))
    player.click_button("leave")
    player.wait_for(scene="menu", resume=True)
    player.click_button("resume")
    assert position(player.wait_turn()) == position(before)
    player.click_button("auto")
    sheet = player.wait_for(scene="sheet")
    player.click_button("leave")
    player.wait_for(scene="menu", resume=True)
    player.click_button("resume")
    again = player.wait_for(scene="sheet")
    assert {**again, "buttons": None} == {**sheet, "buttons": None}
    player.click_button("next")
    player.wait(lambda s: s["scene"] == "table" and s["deal"] == 2, what="the next deal")


def test_the_language_changes_at_once_and_is_kept(launch: Callable[..., Player]) -> None:
    player = launch(seed=find_seed(somebody_else_deals), speed=2)
    assert player.state["language"] == "zh_CN"

    def words_at_the_table() -> str:
        player.click_button("new")
        state = player.wait(lambda s: s["scene"] == "table" and s["message"], what="a message")
        player.click_button("leave")
        player.wait_for(scene="menu")
        return str(state["message"])

    assert HAN.search(words_at_the_table())
    player.click_button("language")
    player.wait_for(language="en")
    english = words_at_the_table()
    assert re.search("[A-Za-z]{4}", english)
    assert not HAN.search(english)
    player.click_button("quit")
    assert player.ended() == 0

    player = launch(seed="1", speed=2)
    assert player.state["language"] == "en"
    player.click_button("language")
    player.wait_for(language="zh_CN")
    assert HAN.search(words_at_the_table())


@pytest.mark.parametrize("where", ["menu", "dealing", "playing", "sheet"])
def test_closing_the_window_ends_the_program_without_a_word(
    launch: Callable[..., Player], tmp_path: Path, where: str
) -> None:
    settle_settings(tmp_path / "data", grace=0.5)
    player = launch(seed=find_seed(somebody_else_deals), speed=2 if where == "dealing" else 0)
    if where != "menu":
        player.click_button("new")
        player.wait(lambda s: len(s["hand"]) >= 4, what="cards")
    if where in ("playing", "sheet"):
        player.wait_turn()
    if where == "sheet":
        player.click_button("auto")
        player.wait_for(scene="sheet")
    assert player.close_window() == 0
    assert player.errors == ""
    assert (tmp_path / "data" / "shengji.log").read_text() == ""
