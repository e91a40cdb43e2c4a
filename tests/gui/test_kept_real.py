"""What is kept, by mouse: matches to go on with, statistics, deals seen again, handed on and taken in."""

import contextlib
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gui_player import Player, State, position
from gui_screen import Screen
from kept_play import write_journal
from profile_play import records
from program_run import settle_settings

from game.engine import events as ev
from game.engine import parse_cards, preset
from game.engine.bill import wins
from game.profile.database import Database
from game.profile.record import Record
from game.ui.replay_layout import ReplayLayout
from game.ui.theme import EVENING

KINDS = {
    "20260131-200000-aaaaaa": preset("lezhong", nobody_bids="redeal", end_level="4"),
    "20260131-210000-bbbbbb": preset("popo", decks=1, end_level="4"),
}
"""Matches played to their end, by the names of their journals."""
ONE_DECK = preset("lezhong", decks=1)
"""Of the match that is not over."""


def played(match: str) -> list[Record]:
    return records(KINDS[match], match, match=match)


def fill(data: Path) -> None:
    """The journals of matches that are over, and one of a match with a deal more to play."""
    settle_settings(data, language="en", grace=0.5)
    for match, rules in KINDS.items():
        write_journal(data / "matches", match, rules, match)
    write_journal(data / "matches", "20260131-220000-cccccc", ONE_DECK, 3, deals=1)


def to_the_list(player: Player, tab: str) -> State:
    """The page of matches, once all journals were gone through."""
    if player.state["scene"] == "menu":
        player.click_button("matches")
    player.click_button(f"tab:{tab}")
    return player.wait_for(scene="matches", tab=tab, waiting=False)


@pytest.fixture(scope="module")
def kept(screen: Screen, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    """One program with three matches for the journeys that play nothing."""
    data = tmp_path_factory.mktemp("kept") / "data"
    fill(data)
    player = Player(screen, data)
    to_the_list(player, "unfinished")
    player.wait(lambda s: len(s["rows"]) == 1, what="the one that is not over")
    yield player
    player.kill()
    assert "Traceback" not in player.errors


@pytest.fixture
def shelf(kept: Player) -> Player:
    """The page of matches."""
    kept.focus()
    for _ in range(4):
        if kept.state["scene"] in ("menu", "matches"):
            break
        kept.click_button(next(name for name in ("back", "leave") if kept.can(name)))
    to_the_list(kept, "deals")
    if kept.can("all"):
        kept.click_button("all")
        kept.wait_for(waiting=False)
    return kept


# matches that wait


def my_table(player: Player) -> State:
    """At a table, mine to play."""
    player.wait_for(scene="table")
    return player.wait_turn()


def test_several_matches_wait_and_any_of_them_can_be_gone_on_with(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    settle_settings(tmp_path / "data", grace=0.5)
    player = launch(seed="11")
    left: list[State] = []
    for rules, decks in (("lezhong", 1), ("popo", 2)):
        player.click_button("table")
        player.click_button(f"preset:{rules}")
        player.click_button(f"decks:{decks}")
        player.wait(lambda s, d=decks: s["rules"]["decks"] == d, what="so many decks")
        player.click_button("start")
        n = len(my_table(player)["hand"])
        player.click_button("hint")
        player.wait(lambda s: s["selected"], what="a hint")
        player.click_button("play")
        player.wait(lambda s, n=n: len(s["hand"]) < n, what="cards leave the hand")
        left.append(position(my_table(player)))
        player.click_button("leave")
        player.wait_for(scene="menu", resume=True)
        time.sleep(1)  # when a match was played is kept to the second
    player.kill()

    player = launch()
    for row, match in enumerate(reversed(left)):  # the one played last comes first
        player.click_button("matches")
        state = player.wait(lambda s: s["scene"] == "matches" and len(s["rows"]) == 2, what="both wait")
        assert state["tab"] == "unfinished"
        player.click_button(f"go:{row}")
        assert position(my_table(player)) == match
        player.click_button("leave")
        player.wait_for(scene="menu")
    assert len(list((tmp_path / "data" / "matches").glob("*.journal"))) == 2


# statistics


def test_statistics_are_those_of_the_deals_in_all_and_by_preset(shelf: Player) -> None:
    more = records(ONE_DECK, 3, match="c")[:1]
    shelf.click_button("statistics")
    for tab, deals in (
        ("popo", played("20260131-210000-bbbbbb")),
        ("lezhong", played("20260131-200000-aaaaaa") + more),
        ("classic", []),
        ("all", [record for match in KINDS for record in played(match)] + more),
    ):
        shelf.click_button(f"tab:{tab}")
        state = shelf.wait_for(scene="statistics", tab=tab, waiting=False)
        results = [record.after().result for record in deals]
        won = [result for result in results if result and wins(result, 0)]
        over = len({record.match for record in deals if record.after().phase == "won"})
        assert (state["deals"], state["won"]) == (len(deals), len(won))
        assert state["gained"] == sum(result.gain for result in won)
        assert state["matches"] == over
    shelf.click_button("back")
    shelf.wait_for(scene="matches")


# deals seen again


FACE, BACK = EVENING.ivory, EVENING.back_field


def shown_open(player: Player, place: str) -> bool:
    """Whether the picture has faces, not backs, where a hand lies."""
    hand = ReplayLayout.of(*player.state["size"], 1.0).hands[place]
    player.point_away()
    return player.coloured(hand, FACE) > player.coloured(hand, BACK)


def to_a_replay(player: Player, match: str) -> Record:
    """The last deal of a match that is over, from the list; by whose levels it is found."""
    last = played(match)[-1]
    result = last.after().result
    assert result is not None
    levels = [re.escape("10" if level == "T" else level) for level in result.levels]
    titles = to_the_list(player, "finished")["rows"]
    (row,) = (i for i, title in enumerate(titles) if re.search(rf"We {levels[0]} : They {levels[1]}", title))
    player.click_button(f"deals:{row}")
    state = player.wait_for(tab="deals", waiting=False)
    assert state["rows"][0].startswith(f"Deal {last.number} ")
    player.click_button("replay:0")
    player.wait_for(scene="replay", last=len(last.events) - 1, seat=0, open=True)
    return last


def test_a_deal_on_the_list_is_seen_again_by_steps_by_tricks_and_from_any_seat(shelf: Player) -> None:
    record = to_a_replay(shelf, "20260131-210000-bbbbbb")
    assert all(shelf.state["hands"])
    assert all(shown_open(shelf, place) for place in ("left", "top", "right", "bottom"))

    # from trick to trick: who won it, with how much
    tricks = [event for event in record.events if isinstance(event, ev.TrickWon)]
    for number, event in enumerate(tricks, 1):
        shelf.click_button("trick")
        state = shelf.wait_for(tricks=number)
        assert f"won trick {number}" in state["message"]
        assert (f"{event.points} point" in state["message"]) == bool(event.points)
    shelf.click_button("end")
    result = record.after().result
    assert result is not None
    shelf.wait_for(step=len(record.events) - 1, points=result.points)
    shelf.click_button("at:3")
    shelf.wait_for(tricks=4)
    shelf.click_button("trick-back")
    before = shelf.wait_for(tricks=3)

    # step by step: the next four plays, and back
    plays: list[str] = []
    while len(plays) < 4:
        shelf.click_button("step")
        at = before["step"] + len(plays)
        state = shelf.wait(lambda s, at=at: s["step"] > at, what="a step")
        plays.append(state["message"])
        event = record.events[state["step"]]
        assert isinstance(event, ev.CardsPlayed)
        assert (" led " in plays[-1]) == (len(plays) == 1)
        assert ("You " in plays[-1]) == (event.seat == 0)
    for _ in plays:
        shelf.click_button("step-back")
    assert shelf.wait_for(step=before["step"])["message"] == before["message"]

    # as one seat saw it: the others' hands lie closed
    shelf.click_button("view:seat")
    for seat in (0, 1, 2, 3):
        state = shelf.wait_for(seat=seat, open=False)
        assert [i for i, hand in enumerate(state["hands"]) if hand is not None] == [seat]
        assert state["hands"][seat] == before["hands"][seat]
        assert shown_open(shelf, "bottom")
        assert not any(shown_open(shelf, place) for place in ("left", "top", "right"))
        shelf.click_button("turn")
    shelf.wait_for(seat=0)
    shelf.click_button("view:open")
    shelf.wait_for(hands=before["hands"])


def test_a_deal_plays_by_itself_at_the_chosen_speed_and_stops_at_its_end(shelf: Player) -> None:
    record = to_a_replay(shelf, "20260131-210000-bbbbbb")
    took = {}
    for speed in ("0.5", "4.0"):
        shelf.click_button("at:0")
        first = shelf.wait_for(tricks=1)["step"]
        shelf.click_button(f"speed:{speed}")
        shelf.click_button("play")
        shelf.wait_for(running=True)
        began = time.monotonic()
        shelf.wait(lambda s, n=first: s["step"] >= n + 2, what="two more plays")
        took[speed] = time.monotonic() - began
        shelf.click_button("play")
        shelf.wait_for(running=False)
    assert took["0.5"] > 2 * took["4.0"]
    tricks = sum(isinstance(event, ev.TrickWon) for event in record.events)
    shelf.click_button(f"at:{tricks - 2}")
    shelf.wait_for(tricks=tricks - 1)
    shelf.click_button("play")
    shelf.wait_for(running=False, step=len(record.events) - 1, tricks=tricks)


def test_the_list_of_all_deals_goes_on_page_by_page(shelf: Player) -> None:
    titles = list(shelf.state["rows"])
    while shelf.can("page:more"):
        before = shelf.state["rows"]
        shelf.click_button("page:more")
        titles += shelf.wait(lambda s, b=before: s["rows"] != b and not s["waiting"], what="more")["rows"]
    assert len(titles) == sum(len(played(match)) for match in KINDS) + 1
    shelf.click_button("page:less")
    shelf.wait(lambda s: s["rows"][0] in titles[:-1] and not s["waiting"], what="those before")


# handed on and taken in


def exported(player: Player) -> Path:
    """What a line says was written."""
    said = player.wait(lambda s: "Written to " in s["message"], what="where it was written")["message"]
    return Path(said.removeprefix("Written to "))


def test_the_sheet_leads_to_its_deal_which_goes_out_as_one_file_and_comes_in_again(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    settle_settings(tmp_path / "data", language="en", grace=0.5, decks=1)
    player = launch(seed="5")
    player.click_button("new")
    player.wait_turn()
    player.click_button("auto")
    sheet = player.wait_for(scene="sheet")
    player.click_button("replay")
    state = player.wait_for(scene="replay")
    hands = [hand.split() for hand in state["hands"]]
    assert [len(hand) for hand in hands] == [12] * 4
    assert sorted(parse_cards(" ".join([*state["hands"], state["bottom"]]))) == list(range(54))
    player.click_button("end")
    player.wait_for(points=sheet["points"])
    player.click_button("export")
    path = exported(player)
    assert path.parent == tmp_path / "data" / "replays"
    whole = path.read_bytes()
    player.click_button("copy")  # of its path
    player.wait_for(message="The path was copied.")
    player.click_button("leave")
    player.wait_for(scene="sheet", deal=1)
    player.click_button("leave")
    player.wait_for(scene="menu")

    # the path is pasted, the file read in: on another computer this would be all
    to_the_list(player, "files")
    player.wait_for(rows=[path.name])
    player.take_field("path")
    player.key("ctrl+v")
    player.wait(lambda s: s["fields"][0]["text"] == str(path), what="the path stands there")
    player.click_button("import")
    state = player.wait_for(scene="replay")
    assert [hand.split() for hand in state["hands"]] == hands
    player.click_button("leave")
    rows = to_the_list(player, "deals")["rows"]
    assert len(rows) == 2
    assert rows[0].split(" · ")[1:] == rows[1].split(" · ")[1:]
    player.click_button("statistics")
    player.wait_for(scene="statistics", waiting=False, deals=1)  # what came in from a file does not count
    player.click_button("back")

    # from the list of files; then damaged ones, each with a word
    to_the_list(player, "files")
    player.click_button("open:0")
    player.wait_for(scene="replay")
    player.click_button("leave")
    for name, data, said in (
        ("torn.deal", whole[: len(whole) // 2], "This file holds no deal, or a damaged one"),
        ("gone.deal", None, "There is no such file."),
        ("noise.deal", b"\x00\xff" * 500, "This file holds no deal"),
    ):
        other = tmp_path / "from friends" / name
        other.parent.mkdir(exist_ok=True)
        if data is not None:
            other.write_bytes(data)
        player.wait_for(scene="matches", tab="files")
        player.write("path", str(other))
        player.key("Return")
        player.wait(lambda s, said=said: s["message"].startswith(said), what=said)
    to_the_list(player, "deals")
    player.wait_for(rows=rows)
    assert player.close_window() == 0
    assert player.errors == ""


@pytest.mark.parametrize("damage", ["noise", "torn", "a page"])
def test_a_damaged_shelf_is_put_aside_with_a_word_and_filled_again(
    launch: Callable[..., Player], tmp_path: Path, damage: str
) -> None:
    data = tmp_path / "data"
    settle_settings(data, language="en")
    write_journal(data / "matches", "x", ONE_DECK, 3, deals=1)
    shelf = data / "shelf.sqlite"
    with contextlib.closing(Database(shelf)) as books:
        books.read(lambda _: None)
    whole = shelf.read_bytes()
    shelf.write_bytes(
        {
            "noise": b"nothing" * 999,
            "torn": whole[:1000],
            "a page": whole[:2048] + b"x" * 2048 + whole[4096:],
        }[damage]
    )
    player = launch()
    player.wait(lambda s: "shelf.sqlite.damaged-1" in s["message"], what="it is said")
    assert (data / "shelf.sqlite.damaged-1").exists()
    to_the_list(player, "deals")
    player.wait(lambda s: len(s["rows"]) == 1, what="the deal of the journal is back")
    player.click_button("replay:0")
    player.wait_for(scene="replay")
