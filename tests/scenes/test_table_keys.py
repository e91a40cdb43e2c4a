"""All of the table by the keys alone; and the other scenes' buttons."""

import pytest
from msgspec.structs import replace
from table_helps import Start, seat
from table_screen import Seat

from game.engine import commands as co
from game.engine import format_cards
from game.scenes.kit import Start as Begin
from game.scenes.tricksheet import TricksScene
from game.scenes.victory import VictoryScene
from game.ui.inputs import FocusLost, Key


def focused(me: Seat) -> str | None:
    """The card the focus is on, or the button."""
    hand = me.scene._hand
    card = next((s.card for s in hand.sprites if s.key == hand.focus), None)
    return me.scene._buttons.focus if card is None else format_cards([card])


def test_a_whole_deal_can_be_played_by_keys(program: Start) -> None:
    me = seat(program, deals=True)
    me.asked("bury")
    me.key("right")
    for _ in range(8):
        me.key("space", "right")
    assert len(me.selected) == 8
    assert me.selected == me.hand[:8]
    me.key("return")
    me.settle()
    assert me.scene.state()["phase"] == "playing"
    for _ in range(30):
        me.until(lambda s: s["ask"] == "play" or me.program.state["scene"] != "table")
        if me.program.state["scene"] != "table":
            break
        me.key("h", "return")
        me.settle()
    assert me.program.state["scene"] == "sheet"
    me.key("return")
    assert me.program.state["scene"] == "table"


def to_the_sheet(me: Seat) -> None:
    for _ in range(60):
        if me.program.state["scene"] == "sheet":
            return
        me.until(lambda s: s["ask"] in ("play", "bury") or me.program.state["scene"] != "table")
        if me.program.state["scene"] == "table":
            me.answer()
    raise AssertionError("the deal does not end")


@pytest.mark.parametrize("key", ["return", "enter", "space", "escape"])
def test_a_key_goes_on_from_the_score_sheet_at_once(program: Start, key: str) -> None:
    me = seat(program, deals=True)
    to_the_sheet(me)
    me.key(key)
    assert me.state["scene"] == "table"
    assert isinstance(me.chair.sent[-1], co.Ready)


@pytest.mark.parametrize("key", ["return", "space", "escape"])
def test_a_key_goes_on_from_the_end_of_the_match_at_once(program: Start, key: str) -> None:
    me = seat(program, deals=True)
    to_the_sheet(me)
    left: list[bool] = []
    me.program.stack.push(VictoryScene(me.program.kit, me.view, lambda: left.append(True)))
    me.key(key)
    assert left == [True]


@pytest.mark.parametrize("key", ["return", "space", "escape"])
def test_what_lies_over_the_score_sheet_is_closed_by_a_key(program: Start, key: str) -> None:
    me = seat(program, deals=True)
    to_the_sheet(me)
    me.program.click("bill")
    assert me.state["scene"] == "bill"
    me.key(key)
    assert me.state["scene"] == "sheet"


def test_the_focus_wanders_over_the_hand_and_is_seen(program: Start) -> None:
    me = seat(program, deals=True)
    me.to_play()
    before = me.scene.items()
    me.key("right")
    assert focused(me) == me.hand[0]
    me.key("right", "right", "left")
    assert focused(me) == me.hand[1]
    assert len(me.scene.items()) > len(before)
    me.key("space")
    assert me.selected == [me.hand[1]]
    me.key("space")
    assert me.selected == []
    me.key("escape")
    assert focused(me) is None
    assert me.scene.items() == before


def test_every_button_of_the_table_is_reached_by_arrows(program: Start) -> None:
    me = seat(program, deals=True)
    me.to_play()
    me.answer()
    me.to_play()
    me.select(me.hand[0])
    me.scene._refresh()
    wanted = {b["name"] for b in me.scene.state()["buttons"] if b["enabled"]}
    seen: set[str] = set()
    me.key("right")
    for _ in range(len(me.hand)):
        me.key("right")
    starts = [focused(me)]
    assert starts[0] in wanted
    todo = list(starts)
    buttons = me.scene._buttons
    while todo:
        name = todo.pop()
        if name in seen or name not in wanted:
            continue
        seen.add(name)
        for way in ("left", "right", "up", "down"):
            buttons.focus = name
            if buttons.move(way):
                todo.append(buttons.focus)
    assert seen == wanted


def test_digits_make_the_open_bids_in_their_order(program: Start) -> None:
    me = seat(program)
    me.until(lambda s: sum(b["enabled"] and b["name"].startswith("bid:") for b in s["buttons"]) > 1)
    bids = [b["name"] for b in me.scene.state()["buttons"] if b["enabled"] and b["name"].startswith("bid:")]
    me.key("2")
    assert isinstance(me.chair.sent[-1], co.Bid)
    code, _, n = bids[1].removeprefix("bid:").partition("x")
    assert format_cards(me.chair.sent[-1].cards) == " ".join([code] * int(n))


def test_a_digit_without_a_bid_does_nothing(program: Start) -> None:
    me = seat(program, deals=True)
    me.to_play()
    before = len(me.chair.sent)
    me.key("1", "5", "9", "0")
    assert len(me.chair.sent) == before


def test_enter_plays_what_is_selected_and_nothing_else(program: Start) -> None:
    me = seat(program, deals=True)
    me.to_play()
    me.key("return")
    me.settle()
    assert len(me.hand) == 25
    assert me.state["message"] == "Select the cards to play first."
    me.key("right", "space", "enter")
    me.settle()
    assert len(me.hand) == 24


def test_escape_goes_back_step_by_step_and_then_opens_the_menu(program: Start) -> None:
    me = seat(program, deals=True)
    me.to_play()
    me.key("right", "space", "escape")
    assert me.selected == []
    assert me.state["scene"] == "table"
    me.key("escape", "escape")
    assert me.state["scene"] == "table-menu"
    me.key("escape")
    assert me.state["scene"] == "table"


def test_escape_ends_a_look_back_and_keeps_the_selection(program: Start) -> None:
    me = seat(program, deals=True)
    me.to_play()
    me.key("right", "space", "b")
    assert me.state["peek"] == "bottom"
    me.key("escape")
    assert me.state["peek"] is None
    assert len(me.selected) == 1


def test_the_menu_leads_to_settings_keys_rules_and_away(program: Start) -> None:
    me = seat(program, deals=True)
    me.to_play()
    for name, scene in (("settings", "settings"), ("keys", "keys"), ("rules", "rulespage")):
        me.program.click("menu")
        me.program.click(name)
        assert me.state["scene"] == scene
        me.key("escape")
        assert me.state["scene"] == "table"
    me.program.click("menu")
    me.program.click("leave")
    assert me.state["scene"] == "menu"
    assert me.chair.gone


def test_tab_shows_the_last_trick_while_held_or_until_pressed_again(program: Start) -> None:
    me = seat(program)
    me.to_play()
    me.answer()
    me.to_play()
    me.key("tab")
    assert me.state["peek"] == "last"
    me.let_go("tab", 1.0)
    assert me.state["peek"] is None
    me.key("tab")
    me.let_go("tab", 0.1)
    assert me.state["peek"] == "last"
    me.key("tab")
    me.let_go("tab", 0.1)
    assert me.state["peek"] is None
    me.key("tab")
    me.scene.heard(FocusLost())  # Alt+Tab
    me.let_go("tab", 2.0)
    assert me.state["peek"] is None


def test_m_turns_the_sound_off_and_on(program: Start) -> None:
    me = seat(program, deals=True)
    me.to_play()
    me.key("m")
    assert me.program.kit.settings.muted
    assert me.state["message"] == "Sound is off."
    me.key("m")
    assert not me.program.kit.settings.muted


def test_auto_play_goes_on_and_off_at_once(program: Start) -> None:
    me = seat(program, deals=True)
    me.to_play()
    me.program.click("auto")
    me.program.click("auto")
    assert me.chair.sent[-2:] == [co.SetAuto(True), co.SetAuto(False)]
    me.key("a", "a")
    assert me.chair.sent[-4:] == [co.SetAuto(True), co.SetAuto(False)] * 2
    me.key("a")
    me.settle()
    assert me.view.auto[0]
    assert me.state["message"] == "Auto-play: the computer plays for you."


def test_there_is_no_auto_play_before_the_first_lead(program: Start) -> None:
    me = seat(program, deals=True)
    me.asked("bury")
    before = len(me.chair.sent)
    me.key("a")
    assert len(me.chair.sent) == before


def test_all_tricks_are_shown_with_leader_winner_and_points(program: Start) -> None:
    me = seat(program)
    me.to_play()
    for _ in range(4):
        me.answer()
        me.to_play()
    me.key("t")
    state = me.state
    assert state["scene"] == "tricks"
    tricks = me.view.tricks
    assert [row[:3] for row in state["tricks"]] == [[t.leader, t.winner, t.points] for t in tricks]
    me.key("escape")
    assert me.state["scene"] == "table"


def test_many_tricks_have_pages_of_which_the_last_comes_first(program: Start) -> None:
    me = seat(program)
    me.to_play()
    me.answer()
    me.to_play()
    trick = me.view.tricks[0]
    many = replace(me.view, tricks=tuple(replace(trick, points=n) for n in range(30)))
    me.program.stack.push(TricksScene(me.program.kit, many, me.chair.seats))
    pages = me.state["pages"]
    assert pages > 1
    shown = [row[2] for row in me.state["tricks"]]
    assert shown[-1] == 29
    for _ in range(pages):
        if me.program.buttons["earlier"]["enabled"]:
            me.program.click("earlier")
            shown = [row[2] for row in me.state["tricks"]] + shown
    assert shown == list(range(30))
    me.key("page down")
    assert me.state["page"] == 2


def test_menus_pages_and_sheets_are_walked_by_keys(program: Start) -> None:
    one = program(start=Begin(speed=0.0))
    walked = set()
    for _ in range(12):
        one.stack.top.heard(Key("tab"))
        walked.add(one.stack.top._buttons.focus)
    assert walked == {name for name, b in one.buttons.items() if b["enabled"]}
    while one.stack.top._buttons.focus != "settings":
        one.key("tab")
    one.key("return")
    assert one.state["scene"] == "settings"
    tab = one.state["tab"]
    one.key("down")
    assert one.state["tab"] != tab
    while one.stack.top._buttons.focus != "back":
        one.key("tab")
    shown = one.items()
    one.key("tab")
    assert one.items() != shown
    one.stack.top._buttons.focus = "back"
    one.key("space")
    assert one.state["scene"] == "menu"
