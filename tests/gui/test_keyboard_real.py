"""The keys of a real keyboard alone: bid, bury and play, and every button of every page."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from gui_player import Player, State, hand_of
from gui_screen import Screen
from program_run import settle_settings
from saved_matches import at_my_last_card, find_seed, first_bids, my_level_cards, my_turn, save_match, to_bury

from game.engine import Match
from game.ui.layout import Rect
from game.ui.widgets import ARROWS, nearest


def only_i_bid(seed: str) -> bool:
    """Nobody else would, and I can in two ways."""
    return len(my_level_cards(seed)) > 2 and not first_bids(seed)


def all_is_dealt(match: Match) -> bool:
    return match.phase == "dealing" and match.running.dealt


def my_turn_again(match: Match) -> bool:
    return my_turn(match) and bool(match.running.tricks)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("keys") / "data"
    settle_settings(folder, grace=30, preselect=False)
    return folder


@pytest.fixture(scope="module")
def shared(screen: Screen, data: Path) -> Iterator[Player]:
    """One program for all."""
    save_match(data, find_seed(only_i_bid), 0, all_is_dealt)
    player = Player(screen, data, speed=3)
    yield player
    player.kill()


@pytest.fixture
def player(shared: Player) -> Iterator[Player]:
    shared.screen.xdotool("mousemove", 3, 3)  # no button lights up under it
    yield shared
    assert "Traceback" not in shared.errors


def focus(state: State) -> str | None:
    """What the keys are at: a button, or a field to write in."""
    return next((thing["name"] for thing in _things(state) if thing["focus"]), None)


def reachable(state: State) -> set[str]:
    return {thing["name"] for thing in _things(state) if thing.get("enabled", True)}


def _things(state: State) -> list[State]:
    return [*state.get("fields", []), *state["buttons"]]


def card_in_focus(state: State) -> int | None:
    """The place in the hand."""
    return next((i for i, card in enumerate(state["hand"]) if card["focus"]), None)


def tab(player: Player) -> str:
    """What Tab comes to."""
    before = focus(player.state)
    if before is not None and reachable(player.state) == {before}:
        return before
    player.key("Tab")
    return str(focus(player.wait(lambda s: focus(s) not in (None, before), what="the focus moves")))


def walk(player: Player) -> None:
    """Tab goes over all that can be pressed, in a round; or in two, where some buttons come late."""
    seen: set[str] = set()
    pressed = 0
    while missing := reachable(player.state) - seen:
        assert pressed < 2 * len(seen | missing), missing
        seen.add(tab(player))
        pressed += 1


def press(player: Player, name: str, key: str = "Return") -> None:
    """Go to a button by Tab, and press it."""
    player.wait(lambda s: name in reachable(s), what=f"the button {name!r}")
    while focus(player.state) != name:
        tab(player)
    player.key(key)


def walk_tabs(player: Player) -> None:
    """All of a page, tab by tab."""
    for name in [b["name"] for b in player.state["buttons"] if b["name"].startswith("tab:")]:
        press(player, name)
        player.wait_for(tab=name.removeprefix("tab:"))
        walk(player)


def way(state: State, goal: str) -> list[str]:
    """The arrows from the button with the focus to another one."""
    rects = {b["name"]: Rect(*b["rect"]) for b in state["buttons"] if b["enabled"]}
    start = focus(state)
    assert start is not None
    ways: dict[str, list[str]] = {start: []}
    for here in (todo := [start]):
        for arrow in ARROWS:
            there = nearest(rects[here], [(rect, name) for name, rect in rects.items()], arrow)
            if there is not None and there not in ways:
                ways[there] = [*ways[here], arrow]
                todo.append(there)
    assert goal in ways, f"no arrows lead from {start} to {goal}"
    return ways[goal]


def arrow(player: Player, name: str) -> State:
    """The state once an arrow has moved the focus."""
    before = focus(player.state), card_in_focus(player.state)
    player.key(name.title())
    return player.wait(lambda s: (focus(s), card_in_focus(s)) != before, what=f"{name} moves the focus")


def go_to(player: Player, place: int) -> None:
    """By arrows to a card of the hand."""
    while (at := card_in_focus(player.state)) != place:
        arrow(player, "right" if at is None or at < place else "left")


def open_bids(state: State) -> list[str]:
    return [b["name"] for b in state.get("buttons", []) if b["enabled"] and b["name"].startswith("bid:")]


def test_from_the_menu_to_a_bid(player: Player) -> None:
    assert player.state["scene"] == "menu"
    press(player, "resume")
    state = player.wait(
        lambda s: s["scene"] == "table" and not s["busy"] and player.can("pass"), what="my bid"
    )
    assert not state["bids"]
    code, _, copies = open_bids(state)[2].removeprefix("bid:").partition("x")
    player.key("3")  # a single card, so that a pair may follow
    state = player.wait(lambda s: s["bids"], what="the bid stands")
    assert state["bids"][0] == [0, " ".join([code] * int(copies))]
    player.wait(lambda _: player.can("pass"), what="I may bid more")
    player.key("0")
    player.wait(lambda s: s["phase"] != "dealing", what="nobody waits for me", timeout=20)
    player.wait_turn()


def test_arrows_space_and_enter_bury_and_play(player: Player) -> None:
    state = player.take_up("5", 0, to_bury)
    for place in range(3, 11):
        go_to(player, place)
        player.key("space")
        player.wait(lambda s, place=place: s["hand"][place]["raised"], what="the card is selected")
    buried = player.state["selected"].split()
    assert buried == hand_of(state)[3:11]
    player.key("Return")
    player.wait_for(phase="playing")
    after = player.wait_turn()
    assert sorted(hand_of(after) + buried) == sorted(hand_of(state))

    go_to(player, 1)
    lead = hand_of(after)[1]
    for selected in (lead, "", lead):
        player.key("space")
        player.wait_for(selected=selected)
    player.key("Return")
    state = player.wait(lambda s: s["trick"], what="it is played")
    assert state["trick"][0] == [0, lead]
    state = player.wait_turn()
    player.key("h")
    player.wait(lambda s: s["selected"], what="a hint")
    player.key("KP_Enter")
    player.wait(lambda s: len(s["hand"]) < len(state["hand"]), what="it is played")
    player.wait_turn()


def test_escape_takes_back_step_by_step_and_then_opens_the_menu(player: Player) -> None:
    player.take_up("3", 1, my_turn_again)
    arrow(player, "right")
    player.key("space")
    player.wait(lambda s: s["selected"], what="a card")
    player.key("Tab")
    player.wait_for(peek="last")
    player.key("Escape")
    state = player.wait_for(peek=None)
    assert state["selected"]
    player.key("Escape")
    player.wait_for(selected="")
    assert card_in_focus(player.state) is not None
    player.key("Escape")
    player.wait(lambda s: card_in_focus(s) is None, what="no focus")
    player.key("Escape")
    player.wait_for(scene="table-menu")
    player.key("Escape")
    player.wait_for(scene="table")


def test_tab_m_and_f11(player: Player, data: Path) -> None:
    state = player.take_up("3", 1, my_turn_again)
    for peek in ("last", None):
        player.key("Tab")
        player.wait_for(peek=peek)
    for muted in (True, False):
        said = player.state["message"]
        player.key("m")
        player.wait(lambda s, said=said: s["message"] != said, what="word of the sound")
        assert json.loads((data / "settings.json").read_text())["muted"] is muted
    player.key("F11")
    player.wait_for(size=list(player.screen.size))
    player.key("F11")
    after = player.wait_for(size=state["size"])
    assert hand_of(after) == hand_of(state)


def test_arrows_reach_every_button_of_the_table(player: Player) -> None:
    player.take_up("5", 0, my_turn_again)
    player.key("h")
    player.wait(lambda s: s["selected"], what="a hint, so that there is something to play")
    state = arrow(player, "right")
    assert card_in_focus(state) == 0
    while focus(player.state) is None:
        arrow(player, "right")
    seen = {focus(player.state)}
    for goal in sorted(reachable(player.state)):
        for name in way(player.state, goal):
            seen.add(focus(arrow(player, name)))
        assert focus(player.state) == goal
    assert seen == reachable(player.state) >= {"play", "hint", "auto", "menu", "leave", "last", "bottom"}
    for name in way(player.state, "counts"):
        arrow(player, name)
    player.key("Return")
    player.wait_for(counted=True)
    player.key("space")
    player.wait_for(counted=False)


def test_the_pages_over_a_table(player: Player) -> None:
    player.take_up("5", 0, my_turn_again)
    player.key("t")
    player.wait_for(scene="tricks")
    walk(player)
    player.key("Escape")
    player.wait_for(scene="table")
    player.key("Escape")
    player.wait_for(scene="table-menu")
    walk(player)
    press(player, "keys")
    state = player.wait_for(scene="keys")
    told = {key for *keys, _ in state["lines"] for key in keys}
    assert {"←", "→", "↑", "↓", "Enter", "Esc", "H", "Tab", "1", "5", "M", "F11"} <= told
    walk_tabs(player)
    player.key("Next")
    player.wait_for(tab="keys")
    press(player, "back", "space")
    player.wait_for(scene="table")


def test_the_score_sheet_and_what_it_leads_to(player: Player) -> None:
    player.take_up("5", 0, at_my_last_card)
    player.wait_for(scene="sheet")
    player.wait(lambda s: {"replay", "review", "bill"} <= reachable(s), what="all of its buttons")
    walk(player)
    for name, scene in (("replay", "replay"), ("review", "review"), ("bill", "bill")):
        press(player, name)
        player.wait_for(scene=scene)
        walk(player)
        player.key("Escape")
        player.wait_for(scene="sheet")
    press(player, "leave")
    player.wait_for(scene="menu")


@pytest.mark.parametrize("page", ["settings", "rulespage", "table", "matches", "profile"])
def test_the_pages_of_the_menu(player: Player, page: str) -> None:
    if player.state["scene"] != "menu":
        player.click_button("leave")
        player.wait_for(scene="menu")
    if page == "settings":
        walk(player)
    press(player, page)
    state = player.wait(lambda s: s["scene"] != "menu", what="the page")
    if state.get("tab"):
        walk_tabs(player)
    else:
        walk(player)
    if any(field["focus"] for field in player.state.get("fields", [])):
        player.key("Escape")  # out of the field
        player.wait(lambda s: focus(s) is None, what="no focus")
    player.key("Escape")
    player.wait_for(scene="menu")
