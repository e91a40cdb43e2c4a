"""The profile, by mouse and keys: name and picture, rooms and stakes, the purse, titles, medals."""

from collections.abc import Callable
from pathlib import Path

from gui_player import Player, State
from kept_play import write_journal
from profile_play import records
from program_run import settle_settings

from game.assets import assets_folder
from game.engine import MEDALS, TITLES, preset, title_step, view
from game.profile.avatar import COLOURS, MARKS, SHAPES, avatar_of
from game.profile.database import Database
from game.profile.purse import NEW, bill_of
from game.profile.record import Record
from game.scenes.titles import medal_name, title_name
from game.scenes.words import Words
from game.ui import avatar_art, medal_art
from game.ui.i18n import Texts
from game.ui.layout import Rect, TableLayout

SILVER = preset("lezhong", bidding="counter_to_end", settlement="silver", room="pass", end_level="4")
LOST = 9
"""With this seed I throw in vain in the first deal of such a match, and lose it."""
AVATARS = avatar_art.COLOURS


def book(data: Path, silver: int = 0, points: int = 0, won: int = 0) -> None:
    """As if so much had been settled in earlier matches."""
    database = Database(data / "shelf.sqlite")
    row = ("", "earlier", 1, silver, points, won)
    database.write(lambda c: c.execute("INSERT INTO bookings VALUES (?, ?, ?, ?, ?, ?)", row))
    database.close()


def brings(record: Record) -> int:
    """What a deal with three computers is worth to me."""
    bill = bill_of(view(record.after(), 0), (False, True, True, True))
    assert bill is not None
    return bill.totals[0]


def to_profile(player: Player) -> State:
    """From the menu to the profile, once it knows the purse."""
    player.wait_for(scene="menu")
    player.click_button("profile")
    return player.wait(lambda s: s["scene"] == "profile" and s["purse"], what="the purse")


def chip(player: Player) -> Rect:
    """The player's place on the menu."""
    return Rect(*next(b["rect"] for b in player.state["buttons"] if b["name"] == "profile"))


def picture_of(player: Player) -> Rect:
    """Where the profile shows the picture: between the name and what changes it."""
    state = player.state
    x, y, w, h = state["fields"][0]["rect"]
    arrow = next(b["rect"] for b in state["buttons"] if b["name"] == "shape:less")
    return Rect(x, y + h, w, arrow[1] - y - h)


# who one is


def test_a_name_is_typed_and_a_picture_chosen_and_both_are_seen_where_one_plays(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    settle_settings(tmp_path / "data", grace=0.5, decks=1)
    player = launch(seed="5")
    to_profile(player)
    player.write("name", "host")
    player.wait(lambda s: s["fields"][0]["refusal"], what="such a name is refused")
    player.write("name", "小满 Ann")
    player.wait(lambda s: not s["fields"][0]["refusal"], what="this one is not")
    player.key("Return")
    named = avatar_of("小满 Ann")
    state = player.wait_for(name="小满 Ann", avatar=[named.shape, named.colour, named.mark])
    assert not player.can("by-name")

    # each arrow turns its part, forward and back, and the picture with it
    for i, (part, n) in enumerate((("shape", SHAPES), ("colour", COLOURS), ("mark", MARKS))):
        before, seen = state["avatar"], player.pixels(*picture_of(player))
        for by, arrow in ((1, "more"), (0, "less"), (-1, "less"), (0, "more"), (1, "more")):
            player.click_button(f"{part}:{arrow}")
            turned = [*before]
            turned[i] = (before[i] + by) % n
            state = player.wait_for(avatar=turned)
            player.point_away()
            assert (player.pixels(*picture_of(player)) == seen) == (by == 0), (part, by)
    colour = AVATARS[state["avatar"][1]]
    assert player.coloured(picture_of(player), colour, 6) > 2000
    player.click_button("back")

    # on the menu, at the table, and when the program is started again
    player.wait_for(scene="menu")
    assert player.coloured(chip(player), colour, 6) > 200
    player.click_button("new")
    player.wait_turn()
    table = TableLayout.of(1280, 800, 1.0)
    assert player.coloured(table.own_picture, colour, 6) > 100
    for place in ("left", "top", "right"):  # computers, and each with a face of its own
        plate = table.plates[place]
        assert player.coloured(plate._replace(w=plate.h), (226, 230, 221), 16) > 100
    player.kill()
    player = launch()
    assert player.coloured(chip(player), colour, 6) > 200
    again = to_profile(player)
    assert (again["name"], again["avatar"]) == ("小满 Ann", state["avatar"])
    player.click_button("by-name")
    player.wait_for(avatar=[named.shape, named.colour, named.mark])


# what one plays for


def test_a_room_with_stakes_is_chosen_and_a_deal_there_goes_to_the_purse(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    settle_settings(tmp_path / "data", language="en", grace=0.5, decks=1)
    player = launch(seed="5")
    player.click_button("table")
    player.click_button("tab:settlement")
    player.click_button("settlement:silver")
    for room in ("practice", "common", "pass"):
        player.click_button(f"room:{room}")
        player.wait(lambda s, room=room: s["rules"]["room"] == room, what=f"the room {room}")
    player.click_button("start")
    state = player.wait(lambda s: s["ask"] == "stake", what="I am asked for my stake")
    assert [b["name"] for b in state["buttons"] if b["name"].startswith("stake:")] == [
        f"stake:{n}" for n in (1, 2, 4, 8)
    ]
    player.click_button("stake:4")
    player.wait_turn()
    player.click_button("auto")
    player.wait_for(scene="sheet")
    player.wait(lambda _: player.can("replay"), what="the deal is kept")
    player.click_button("bill")
    bill = player.wait_for(scene="bill")
    total = bill["totals"][0]
    mine = [amount for text, amount in bill["lines"] if text.startswith("You: ")]
    assert sum(int(amount.replace("−", "-")) for amount in mine) == total != 0
    player.click_button("back")
    player.click_button("leave")
    state = to_profile(player)
    assert state["purse"][0] == NEW + total
    player.click_button("back")
    player.click_button("resume")  # the sheet once more: nothing is booked twice
    player.wait_for(scene="sheet")
    player.wait(lambda _: player.can("replay"), what="the deal is known")
    player.click_button("bill")
    assert player.wait_for(scene="bill")["totals"] == bill["totals"]
    player.click_button("back")
    player.click_button("leave")
    assert to_profile(player)["purse"][0] == NEW + total


def test_a_purse_pays_no_more_than_it_holds_and_both_are_told(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    data = tmp_path / "data"
    settle_settings(data, language="en")
    book(data, silver=60 - NEW)
    write_journal(data / "matches", "20260131-200000-aaaaaa", SILVER, LOST, deals=1)
    player = launch()
    player.click_button("resume")
    player.wait_for(scene="sheet")
    player.wait(lambda _: player.can("replay"), what="the deal is known")
    player.click_button("bill")
    bill = player.wait_for(scene="bill")
    mine = [(text, amount) for text, amount in bill["lines"] if text.startswith("You: ")]
    assert mine == [
        ("You: failed throw, 300 due; the purse held 60", "−60"),
        ("You: 3200 × 4/8 = 1600 due; the purse held 0", "0"),
    ]
    assert bill["totals"][0] == -60
    assert bill["totals"][2] == -1600  # a computer has no purse that could be empty
    player.click_button("back")
    player.click_button("leave")
    assert to_profile(player)["purse"][0] == 0


def test_points_make_titles_and_silver_won_makes_medals(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    data = tmp_path / "data"
    settle_settings(data, language="en")
    book(data, points=TITLES[5] - 1, won=MEDALS[41])
    rules = preset("lezhong", decks=1, end_level="4")
    won = next(seed for seed in range(1, 20) if brings(records(rules, seed)[0]) > 0)
    write_journal(data / "matches", "20260131-200000-aaaaaa", rules, won, deals=1)
    words = Words(Texts(assets_folder() / "locale", "en"))
    player = launch()
    state = to_profile(player)
    silver, points, silver_won = state["purse"]
    assert (silver, silver_won) == (NEW, MEDALS[41])
    assert points >= TITLES[5]
    assert state["title"] == title_name(title_step(points), words) != title_name(5, words)
    assert state["medal"] == medal_name(42, words)
    bronze = medal_art.TIERS[4]
    right = Rect(640, 400, 620, 300)
    assert player.coloured(right, bronze, 10) > 500
    assert player.coloured(right, medal_art.TIERS[5], 10) < 50  # silver: not yet
