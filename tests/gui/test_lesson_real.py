"""The first lesson, played by mouse from its first page to the last; ways out of it; tool tips."""

from collections.abc import Callable
from pathlib import Path

from gui_player import Player, State, hand_of
from program_run import settle_settings

from game.engine import commands as co
from game.engine import format_cards
from game.scenes.lessonsteps import STEPS
from game.ui.layout import Rect, TableLayout
from game.ui.theme import EVENING

TAUGHT = ["ace", "pair", "tractor", "throw", "failing", "ruff", "answer", "bottom"]
"""Following, pairs, tractors, throws that hold and that fail, ruffing, owing a pair, the bottom: in order."""
BRASS = EVENING.brass


def to_the_lesson(player: Player) -> State:
    """From the menu, where who is new here finds it among the first things."""
    player.click_button("lesson")
    return player.wait(lambda s: s["lesson"]["step"] == "welcome", what="its first page")


def play(player: Player, cards: str) -> None:
    player.clear_selection()
    player.select(cards.split())
    player.click_button("play")


def gone_on(player: Player, done: int) -> State:
    """The state once more steps are done, and the next page or the sheet is there."""
    return player.wait(
        lambda s: s["scene"] == "sheet" or (s["lesson"]["done"] > done and s["lesson"]["step"]),
        what=f"more than {done} steps are done",
    )


def test_the_whole_lesson_by_mouse(launch: Callable[..., Player], tmp_path: Path) -> None:
    settle_settings(tmp_path / "data", language="en")
    player = launch()
    state = to_the_lesson(player)
    table = TableLayout.of(1280, 800, 1.0)
    seen: list[str] = []
    for step in STEPS:
        lesson = state["lesson"]
        seen.append(lesson["step"])
        assert (lesson["step"], lesson["done"], lesson["of"]) == (step.name, len(seen) - 1, len(STEPS))
        assert (lesson["part"], lesson["parts"]) == (0, 1)  # in this window no page is too long
        assert lesson["text"]
        assert state["message"]
        for place in set(step.shows) & set(table.plates):  # a ring around who is told about
            plate = table.plates[place].inflated(6)
            player.wait(lambda _, at=plate: player.coloured(at, BRASS, 6) > 200, what="a ring")
        match step.do:
            case None:
                assert not player.can("play")
                player.click_button("continue")
            case co.Bid(cards):
                player.click_button(f"bid:{format_cards(cards[:1])}x{len(cards)}")
            case co.Bury(cards) | co.Play(cards):
                if step.name == "answer":
                    wrong_attempts(player)
                if step.name == "ruff":
                    player.click_button("hint")
                    player.wait_for(selected=format_cards(cards))
                    player.right_click()
                else:
                    play(player, format_cards(cards))
        state = gone_on(player, len(seen) - 1)
        if step.name == "failing":  # the throw that is made to fail did
            assert "ST" in hand_of(state)
            assert state["trick"] == []
    assert [name for name in seen if name in TAUGHT] == TAUGHT
    assert (state["scene"], state["points"], state["side"]) == ("sheet", 20, "dealer")
    assert [b["name"] for b in state["buttons"]] == ["next"]
    player.click_button("next")
    assert "20 points" in player.wait_for(scene="lesson-end")["text"]
    player.click_button("open")  # and now a real table
    player.wait(lambda s: s["scene"] == "table" and s["deal"] == 1 and "lesson" not in s, what="a real deal")
    player.click_button("leave")
    player.wait_for(scene="menu")
    assert len(list((tmp_path / "data" / "matches").glob("*.journal"))) == 1  # that of the real table
    assert player.close_window() == 0
    assert player.errors == ""


def wrong_attempts(player: Player) -> None:
    """What the rules forbid is refused with the reason, what the lesson does not want is explained."""
    before = player.state
    for cards, said in (
        ("HJ HA", "You still hold a pair of ♥J: a pair must be played."),
        ("HA HA", "Allowed, but for the lesson take ♥J ♥J."),
    ):
        play(player, cards)
        state = player.wait(lambda s, said=said: s["message"].startswith(said), what=said)
        assert (state["lesson"]["step"], state["counts"]) == ("answer", before["counts"])


def test_every_step_is_done_for_who_wants_that_and_the_lesson_can_be_left(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    player = launch()
    to_the_lesson(player)
    for name in ("continue", "continue", "skip", "continue", "skip", "skip"):
        done = player.state["lesson"]["done"]
        player.click_button(name)
        state = gone_on(player, done)
    assert (state["lesson"]["step"], state["tricks"]) == ("pair", 1)
    player.click_button("leave")
    state = player.wait_for(scene="menu")
    rows = {b["name"]: b["rect"] for b in state["buttons"]}
    assert rows["lesson"][0] == rows["new"][0]  # it is offered still
    assert not list((tmp_path / "data").glob("matches/*"))
    to_the_lesson(player)
    while player.state["scene"] == "table":
        done = player.state["lesson"]["done"]
        player.click_button("continue" if player.can("continue") else "skip")
        gone_on(player, done)
    player.click_button("next")
    player.wait_for(scene="lesson-end")
    player.click_button("again")
    player.wait(lambda s: s["lesson"]["step"] == "welcome", what="once more")
    player.click_button("leave")
    state = player.wait_for(scene="menu")
    rows = {b["name"]: b["rect"] for b in state["buttons"]}
    assert rows["lesson"][1] == rows["settings"][1]  # once done it stands with the small buttons


def test_with_large_letters_in_a_small_window_a_long_page_is_read_in_parts(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    settle_settings(tmp_path / "data", language="en", ui_scale=1.5)
    player = launch(size=(1024, 640))
    state = to_the_lesson(player)
    read = 0
    while state["lesson"]["step"] != "trumps":
        lesson = state["lesson"]
        for part in range(1, lesson["parts"]):
            player.click_button("continue")
            player.wait(lambda s, p=part: s["lesson"]["part"] == p, what="the next part")
            player.click_button("less")
            player.wait(lambda s, p=part: s["lesson"]["part"] == p - 1, what="the part before")
            player.click_button("continue")
            player.wait(lambda s, p=part: s["lesson"]["part"] == p, what="the next part again")
            read += 1
        player.click_button("continue" if player.can("continue") else "skip")
        state = gone_on(player, lesson["done"])
    assert read >= 2


# tool tips


def tip_comes(player: Player, name: str, over: Rect, near: Rect) -> None:
    """The pointer rests over something: a tip is seen near it, and gone with the pointer."""
    player.point_away()
    player.wait_for(tip=None)
    bare = player.pixels(*near)
    player.glide(*over.center)
    player.wait(lambda s: s["tip"] == name and player.pixels(*near) != bare, what="a tip is seen")
    player.point_away()
    player.wait(lambda s: s["tip"] is None and player.pixels(*near) == bare, what="it is gone")


def test_tips_come_beside_what_the_pointer_rests_on_until_they_are_switched_off(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    settle_settings(tmp_path / "data", grace=0.5, decks=1)
    player = launch(seed="5")
    player.click_button("new")
    player.wait_turn()
    table = TableLayout.of(1280, 800, 1.0)
    hint, play, top = table.second_buttons[0], table.main_button, table.plates["top"]
    tip_comes(player, "hint", hint, Rect(play.x, play.y - 40, play.w, 30))  # "play" can be clicked
    tip_comes(player, "seat:2", top, Rect(top.x, top.bottom + 4, top.w, 30))

    player.click_button("menu")
    player.click_button("settings")
    player.click_button("tab:helps")
    player.click_button("tips:False")
    player.wait(lambda s: s["settings"]["tips"] is False, what="without tips")
    player.click_button("back")
    player.wait_for(scene="table")
    player.glide(*hint.center)
    player.still_for(1.2, lambda s: s["tip"] is None, "no tip")
