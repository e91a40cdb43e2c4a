"""Every setting, changed by mouse on its page: seen at once at the table below, and there in the next run."""

from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from gui_player import Player, State, position
from program_run import settle_settings
from saved_matches import (
    FOLLOWING,
    ILLEGAL,
    PAIR,
    at_my_last_card,
    my_turn,
    my_turn_to_follow,
    save_match,
)

from game.engine import Match
from game.profile.settings import Settings
from game.scenes.settingstext import GROUPS, STEPS, step
from game.ui.layout import TableLayout

SIZE = (1280, 720)


def my_first_lead(match: Match) -> bool:
    return my_turn(match) and not match.running.plays


class Changer:
    """A person who goes to the page of the settings and comes back; remembers what should be kept."""

    def __init__(self, player: Player) -> None:
        self.player = player
        chosen = msgspec.json.decode((player.data_dir / "settings.json").read_bytes(), type=Settings)
        self.wished: State = {field: getattr(chosen, field) for fields in GROUPS.values() for field in fields}

    def open(self) -> None:
        if self.player.state["scene"] == "table":
            self.player.click_button("menu")
        self.player.click_button("settings")
        self.player.wait_for(scene="settings")

    def back(self) -> State:
        self.player.click_button("back")
        return self.player.wait(lambda s: s["scene"] != "settings", what="what lies below")

    def choose(self, field: str, wish: Any) -> None:
        """On the page: go to the setting's tab, and click until it is as wished."""
        player = self.player
        tab = next(name for name, fields in GROUPS.items() if field in fields)
        self.player.click_button(f"tab:{tab}")
        if field not in STEPS:
            self.player.click_button(f"{field}:{wish}")
        while field in STEPS and (now := player.state["settings"][field]) != wish:
            by = 1 if wish > now else -1
            soon = step(field, now, by)
            self.player.click_button(f"{field}:{'more' if by > 0 else 'less'}")
            player.wait(lambda s, soon=soon: s["settings"][field] == soon, what=f"{field} moves")
        player.wait(lambda s: s["settings"][field] == wish, what=f"{field} is {wish}")
        self.wished[field] = wish

    def set(self, **wishes: Any) -> State:
        """There and back again; what lies below then."""
        self.open()
        for field, wish in wishes.items():
            self.choose(field, wish)
        return self.back()

    def start_again(self, launch: Callable[..., Player], **how: Any) -> Player:
        """Close the window; the next run, with everything as it was left."""
        assert self.player.close_window() == 0
        player = launch(data_dir=self.player.data_dir, speed=None, size=SIZE, **how)
        if self.wished["fullscreen"]:
            player.wait_for(size=list(player.screen.size))
            to_corner(player)
        player.click_button("settings")
        state = player.wait_for(scene="settings")
        assert state["settings"] == self.wished
        player.click_button("back")
        player.wait_for(scene="menu")
        return player


def open_table(
    launch: Callable[..., Player], folder: Path, until: Callable[[Match], bool], **how: Any
) -> tuple[Player, Changer]:
    """A table in the middle of a deal, nothing fixed by the command line; and who changes its settings."""
    seed, bidder = ("4", 0) if until is my_first_lead else (FOLLOWING, 1)
    save_match(folder / "data", seed, bidder, until)
    player = launch(data_dir=folder / "data", speed=None, size=SIZE, **how)
    player.click_button("resume")
    player.wait_turn()
    return player, Changer(player)


def to_corner(player: Player) -> None:
    """Nobody else puts a window there that fills the screen, without a window manager."""
    player.screen.xdotool("windowmove", player.window, 0, 0)


# what one sees


def last_card(player: Player) -> bytes:
    """The one card of the hand that can be seen in full, but for its round corners."""
    x, y, w, h = player.state["hand"][-1]["rect"]
    return player.pixels(x + 8, y + 8, w - 16, h - 16)


def colour(pixels: bytes) -> tuple[float, float, float]:
    """Red, green and blue, on the average."""
    red, green, blue = (sum(pixels[i::4]) / (len(pixels) / 4) for i in (2, 1, 0))
    return red, green, blue


def until_seen(player: Player, wanted: Callable[[], bool], what: str) -> None:
    """The picture may come a moment after the state."""
    player.wait(lambda _: wanted(), what=what)


OLD = "old-window"


def test_the_looks(launch: Callable[..., Player], tmp_path: Path) -> None:
    settle_settings(tmp_path / "data", speed=0)
    player, page = open_table(launch, tmp_path, my_turn_to_follow)
    before = player.state
    usual = last_card(player)

    red, _, blue = colour(usual)
    assert red > blue + 10  # a diamond
    assert not before["message"].isascii()

    state = page.set(language="en", card_theme="large", four_colours=True)
    assert state["message"].isascii()
    until_seen(player, lambda: (c := colour(last_card(player)))[2] > c[0] + 10, "a blue diamond")
    changed = last_card(player)
    state = page.set(language="zh_CN", card_theme="classic")
    assert state["message"] == before["message"]
    until_seen(player, lambda: last_card(player) not in (usual, changed), "a classic one, in blue")
    page.set(four_colours=False)
    until_seen(player, lambda: last_card(player) == usual, "the face of before")
    page.set(language="en", card_theme="large", four_colours=True)
    until_seen(player, lambda: last_card(player) == changed, "and the other one")

    felts = []
    for theme, strongest in (("harbour", 2), ("evening", 1), ("chestnut", 0)):
        page.set(table_theme=theme)
        until_seen(
            player,
            lambda i=strongest: (c := colour(player.pixels(440, 140, 20, 20))).index(max(c)) == i,
            theme,
        )
        felts.append(player.pixels(440, 140, 20, 20))
    assert len(set(felts)) == 3

    state = page.set(ui_scale=0.9)
    assert state["hand"][0]["rect"][3] < before["hand"][0]["rect"][3] * 0.95

    # another window, and all that was on it
    player.select([ILLEGAL])
    now, seen = position(player.state), last_card(player)
    player.screen.xdotool("set_window", "--classname", OLD, player.window)
    page.open()
    page.choose("compatible", True)
    player.wait(lambda _: not player.screen.answer("search", "--classname", OLD), what="the old window goes")
    player.window = player.find_window()
    player.focus()
    page.back()
    until_seen(player, lambda: last_card(player) == seen, "the same picture")
    assert (position(player.state), player.state["selected"]) == (now, ILLEGAL)
    player.click_card(ILLEGAL)
    player.wait_for(selected="")

    to_corner(player)
    page.open()
    page.choose("fullscreen", True)
    player.wait_for(size=list(player.screen.size))
    page.back()
    assert position(player.state) == position(before)
    player.select([ILLEGAL])
    player.click_card(ILLEGAL)
    player.wait_for(selected="")
    seen = last_card(player)

    player = page.start_again(launch)
    assert player.state["size"] == list(player.screen.size)
    player.click_button("resume")
    player.wait_turn()
    until_seen(player, lambda: last_card(player) == seen, "the picture of before")
    assert position(player.state) == position(before)
    assert player.errors == ""


def test_the_ways_of_the_table_and_its_helps(launch: Callable[..., Player], tmp_path: Path) -> None:
    settle_settings(tmp_path / "data", speed=0, tips=False, language="en")
    player, page = open_table(launch, tmp_path, my_turn_to_follow)
    usual = player.state["message"]
    counter = TableLayout.of(*SIZE, 1.0).counter
    bare = player.pixels(*counter)
    assert not any(card["dimmed"] for card in player.state["hand"])

    page.set(counter=True, stand_out=True)
    assert all(card["dimmed"] != card["card"].startswith("D") for card in player.state["hand"])
    until_seen(player, lambda: player.pixels(*counter) != bare, "the card counter")
    page.set(counter=False, stand_out=False)
    until_seen(player, lambda: player.pixels(*counter) == bare, "no card counter")
    assert not any(card["dimmed"] for card in player.state["hand"])

    for seconds, pause, chosen in ((0.2, 1.0, ""), (1.0, 0.3, f"{PAIR} {PAIR}")):
        page.set(double_click=seconds)
        x, y = player.card(PAIR)
        click = ("mousedown", 1, "mouseup", 1)
        player.screen.xdotool("mousemove", "--window", player.window, x, y, *click, "sleep", pause, *click)
        player.wait_for(selected=chosen)
    player.clear_selection()

    page.set(right_click_plays=False)
    player.select([ILLEGAL])
    player.right_click()
    player.still_for(0.3, lambda s: s["message"] == usual, "the right button does nothing")
    page.set(right_click_plays=True)
    player.right_click()
    player.wait(lambda s: s["message"] != usual, what="the play is refused")
    player.clear_selection()
    page.set(right_click_plays=False)

    rest = player.button("hint")
    player.glide(*rest, steps=2)
    player.still_for(0.9, lambda s: s["tip"] is None, "no tip")
    page.set(tips=True)
    player.glide(*player.felt, steps=2)
    player.glide(*rest, steps=2)
    player.wait_for(tip="hint")

    assert player.state["left"] is None
    page.set(turn=30)
    first = player.wait(lambda s: s["left"], what="the clock runs")["left"]
    assert first > 0.5
    player.wait(lambda s: s["left"] < first, what="time passes")
    page.set(turn=0)
    player.wait_for(left=None)
    page.set(turn=60)
    player.wait(lambda s: s["left"] and s["left"] > 0.5, what="a turn again")

    # a deal begins slowly, and is over at once
    page.set(speed=0.5)
    player.click_button("leave")
    player.wait_for(scene="menu")
    player.click_button("new")
    state = player.wait(lambda s: s["hand"], what="the first cards")
    player.still_for(1, lambda s: len(s["hand"]) < 8, "cards come slowly")
    page.set(speed=0.0)
    player.wait(lambda s: len(s["hand"]) >= 25, timeout=8, what="all is dealt")

    page.set(double_click=0.3, low_first=True, trump_right=True, alternate=True, counter=True)
    state = page.start_again(launch).state
    assert state["scene"] == "menu"


def test_what_is_chosen_and_played_by_itself(launch: Callable[..., Player], tmp_path: Path) -> None:
    settle_settings(tmp_path / "data", speed=0, preselect=True, last_trick_plays=False)
    player, page = open_table(launch, tmp_path, at_my_last_card)

    def come_back() -> None:
        """To the same question, asked anew."""
        player.click_button("leave")
        player.wait_for(scene="menu")
        player.click_button("resume")

    (card,) = player.state["hand"]
    player.wait_for(selected=card["card"])
    page.set(preselect=False)
    come_back()
    player.wait_turn()
    player.still_for(0.3, lambda s: s["selected"] == "" and len(s["hand"]) == 1, "nothing by itself")
    page.set(last_trick_plays=True)
    come_back()
    player.wait_for(scene="sheet")
    player.click_button("leave")
    player.wait_for(scene="menu")
    page.start_again(launch)


# what one hears

BYTES = 4 * 44_100
"""Of a second of sound: two channels of 16 bits."""


class Ear:
    """Hears what SDL's disk driver writes in the place of a device."""

    def __init__(self, player: Player, path: Path) -> None:
        self.player = player
        self.path = path

    @property
    def now(self) -> int:
        """How much was heard until now, in bytes."""
        return self.path.stat().st_size // 4 * 4

    def loudest(self, since: int) -> int:
        """The largest sample since then."""
        with self.path.open("rb") as file:
            file.seek(max(0, since))
            data = file.read()
        return max(map(abs, array("h", data[: len(data) // 2 * 2])), default=0)

    def after(self, button: str) -> int:
        """How loud it is, at most, until half a second after what a button does; all is silent before."""
        self.player.wait(lambda _: self.loudest(self.now - BYTES // 8) == 0, what="silence")
        mark, shown = self.now, self.player.state
        self.player.click_button(button)
        self.player.wait(lambda s: any(s.get(key) != shown.get(key) for key in ("settings", "hand")))
        end = self.now + BYTES // 2
        self.player.wait(lambda _: self.now >= end, what="sound is written")
        return self.loudest(mark)


def test_the_sound(launch: Callable[..., Player], tmp_path: Path) -> None:
    settle_settings(tmp_path / "data", speed=0, language="en")
    heard = tmp_path / "heard.raw"
    env = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(heard)}
    player, page = open_table(launch, tmp_path, my_first_lead, env=env)
    ear = Ear(player, heard)

    page.open()
    page.choose("volume", 1.0)
    loud = ear.after("volume:less")
    page.choose("volume", 0.4)
    low = ear.after("volume:less")
    assert low > 0
    assert abs(loud / low - 3) < 0.5  # 0.9 and 0.3
    page.choose("calls", 0.9)
    assert ear.after("calls:more") > 0
    page.choose("muted", True)
    assert ear.after("calls:less") == 0
    page.choose("muted", False)
    page.choose("volume", 0.0)
    page.choose("calls", 1.0)
    page.back()

    # M, and a pair that is called out
    for said in ("off", "on"):
        player.key("m")
        player.wait(lambda s, said=said: said in s["message"], what=f"sound is {said}")
    cards = [card["card"] for card in player.state["hand"]]
    pair = next(code for code in cards if cards.count(code) == 2)
    player.double_click_card(pair)
    player.wait_for(selected=f"{pair} {pair}")
    assert ear.after("play") > 0
    player.wait_turn()
    player.key("m")
    player.wait(lambda s: "off" in s["message"], what="sound is off")
    page.wished["muted"] = True
    player.click_button("hint")
    player.wait(lambda s: s["selected"], what="a hint")
    assert ear.after("play") == 0

    again = tmp_path / "again.raw"
    player = page.start_again(launch, env={**env, "SDL_DISKAUDIOFILE": str(again)})
    player.click_button("settings")
    player.click_button("tab:sound")
    page = Changer(player)
    page.choose("muted", False)
    page.choose("calls", 0.9)
    player.wait(lambda _: again.exists(), what="the device is open")
    assert Ear(player, again).after("calls:less") > 0
