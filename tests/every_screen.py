"""Walks through the program that stop at every screen there is, each by its own name."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from kept_play import click, fill, run_until, settle, write_journal
from lan_company import Company
from lan_screens import Network, Table, found, known
from msgspec.structs import replace
from profile_play import KINDS, records
from table_screen import Seat

from game.bots.judge import Judgement
from game.bots.why import Code, Why
from game.engine import Cards, View, format_cards, preset
from game.engine import commands as co
from game.engine import events as ev
from game.profile.exchange import export
from game.scenes.lan import LanScene
from game.scenes.lesson import LessonScene
from game.scenes.lessonsteps import STEPS
from game.scenes.lobby import LobbyScene
from game.scenes.replay import ReplayScene
from game.scenes.review import Review
from game.scenes.reviewpage import ReviewScene
from game.scenes.rulespage import RulesPageScene
from game.scenes.sheet import SheetScene
from game.scenes.visit import Visit
from game.table.thinker import Job
from game.ui.inputs import Key, Text

Start: TypeAlias = Callable[..., Any]
Stops: TypeAlias = Iterator[tuple[str, Any]]
"""Names, and the program that is looked at."""

LONG = 4000
WIDE = "W" * 12
"""As long a name as a player may have."""


class Oracle:
    """A thinker without a process: it advises nothing and thinks every play a mistake."""

    def advise(self, view: View, *_: Any) -> Job:
        return Job(None, 0.0, lambda *_: None, True)

    def judge(self, view: View, played: Cards, told: Callable[[Judgement], None]) -> Job:
        told(Judgement(12.0, played, Why(Code.SEARCH, played, 12)))
        return Job(None, 0.0, lambda *_: None, True)

    def close(self) -> None:
        """Nothing runs."""


def begun(program: Start) -> Any:
    """A run of the program with nobody who thinks beside it."""
    one = program()
    one.kit._thinker = Oracle()
    return one


def tabs(one: Any, name: str) -> Stops:
    """Every tab of the page on top."""
    for tab in one.tabs():
        click(one, tab)
        yield f"{name} {tab.removeprefix('tab:')}", one


def write(one: Any, field: str, text: str) -> None:
    one.click(field)
    one.stack.top.heard(Key("a", ctrl=True))
    one.stack.top.heard(Text(text))


def look(*ones: Any) -> None:
    """All look at what they are told."""
    for one in ones:
        for scene in list(one.stack.seen):
            scene.update(0.02)


def rest(one: Any) -> None:
    """What moves comes to its end."""
    for _ in range(40):
        look(one)


def menu(program: Start, folder: Path) -> Stops:
    yield "new", begun(program)
    write_journal(folder / "matches", "20260131-210000-bbbbbb", KINDS[1], 2, deals=2)
    (folder / "matches" / "20260131-220000-cccccc.journal").write_text("damaged")
    one = begun(program)
    fill(one, records(KINDS[0], 1))
    settle(one)
    one.stack.top._waits = known(1, title="Friday evening")
    one.stack.top._refresh()
    yield "full", one


def pages(program: Start, folder: Path) -> Stops:
    """What the menu leads to, but for the lists."""
    one = begun(program)
    one.click("table")
    yield from tabs(one, "new table")
    one.click("back")
    one.stack.push(RulesPageScene(one.kit, preset("popo", 4, two_is_trump=True)))
    for name, _ in tabs(one, "rules"):
        yield name, one
        while one.buttons.get("page:more", {"enabled": False})["enabled"]:
            one.click("page:more")
            yield name, one
    one.click("back")
    one.click("settings")
    yield from tabs(one, "settings")
    one.click("keys")
    yield from tabs(one, "keys")
    one.click("back")
    one.click("back")
    click(one, "about")
    yield "about", one


def lists(program: Start, folder: Path) -> Stops:
    """Matches, statistics and the profile."""
    write_journal(folder / "matches", "20260131-200000-aaaaaa", KINDS[1], 2, deals=2)
    export(folder / "replays", records(KINDS[0], 1)[0])
    one = begun(program)
    run_until(one, lambda _: not one.kit.keeper.slow)
    fill(one, records(KINDS[0], 1))
    fill(one, records(KINDS[3], 1, match="n", at=9000), lan=True)
    fill(one, records(KINDS[1], 1, own=None, match="o", at=19000))
    click(one, "matches")
    for name, _ in tabs(one, "matches"):
        yield name, one
    click(one, "tab:finished")
    one.click("forget:0")
    yield "forgetting", one
    one.key("escape")
    click(one, "statistics")
    yield from tabs(one, "statistics")
    one.key("escape")
    one.key("escape")
    click(one, "profile")
    write(one, "name", "host")
    yield "profile", one


def replays(program: Start, folder: Path) -> Stops:
    one = begun(program)
    one.stack.push(ReplayScene(one.kit, records(preset("lezhong", 4, end_level="4"), 1)[0]))
    for key in ("home", "page down", "page down", "right", "end"):
        one.key(key)
        yield f"replay, {key}", one
    one.click("view:seat")
    one.key("page up")
    yield "replay of a seat", one
    record = records(KINDS[0], 1)[0]
    mine = tuple(event for event in record.events if not isinstance(event, ev.AutoSet))
    record = replace(record, events=mine, start=replace(record.start, auto=(False,) * 4))
    review = Review(one.kit, record)
    one.stack.push(ReviewScene(one.kit, review))
    while not review.done:
        review.work()
    look(one)
    yield "review", one


def lesson(program: Start, folder: Path) -> Stops:
    one = begun(program)
    scene = LessonScene(one.kit, lambda: None)
    one.stack.push(scene)
    for step in STEPS:
        for _ in range(LONG):
            scene.update(0.05)
            if one.state.get("lesson", {}).get("step") == step.name:
                break
        yield step.name, one
        while (told := one.state["lesson"])["part"] + 1 < told["parts"]:
            one.click("continue")
        match step.do:
            case None:
                one.click("continue")
            case co.Bid(cards):
                one.click(f"bid:{format_cards(cards[:1])}x{len(cards)}")
            case co.Bury(cards) | co.Play(cards):
                scene._hand.select_cards(cards)
                scene._refresh()
                one.click("play")
    rest(one)
    yield "sheet", one
    one.click("next")
    yield "end", one


def table(program: Start, folder: Path) -> Stops:
    """A deal as an attacker."""
    one = begun(program)
    one.kit.change(replace(one.kit.settings, preselect=False))
    me = Seat(one)
    me.until(lambda state: state["phase"] == "dealing" and state["undealt"] < 60)
    yield "dealing", one
    me.to_follow()
    one.click("hint")
    yield "hint", one
    me.scene._hand.clear()
    me.select(format_cards(me.view.hand[-1:] * (len(me.view.plays[0]) + 1)))
    me.scene._send(co.Play(me.view.hand[-3:]), me.view.hand[-3:])
    me.settle()
    yield "refused", one
    for seed in range(20):
        one.stack.pop(me.scene)
        me = Seat(one, seed=str(seed))
        for _ in range(5):
            me.to_play()
            me.answer()
        me.to_follow()
        if one.buttons["points"]["enabled"]:
            break
    for peek in ("last", "points"):
        one.click(peek)
        yield peek, one
        one.click(peek)
    one.kit.change(replace(one.kit.settings, counter=True))
    one.stack.resized()
    me.scene._hand.counted = True
    one.click("auto")
    yield "counter", one
    one.click("auto")
    for name in ("tricks", "menu"):
        one.click(name)
        yield name, one
        one.key("escape")
    me.point(*me.scene._hand.table.plates["right"].center)
    for _ in range(60):
        me.scene.update(0.05)
    yield "tip", one


def dealer(program: Start, folder: Path) -> Stops:
    """The bottom taken and buried, with hands of 25 cards and of 52."""
    for decks in (2, 4):
        one = begun(program)
        me = Seat(one, deals=True, rules=preset("lezhong", decks))
        me.until(lambda state: state["phase"] == "dealing" and state["undealt"] < 20)
        yield f"dealing {decks} decks", one
        me.asked("bury")
        one.click("hint")
        yield f"burying of {decks} decks", one
        one.click("play")
        me.to_play()
        one.click("bottom")
        yield f"bottom of {decks} decks", one


def phases(program: Start, folder: Path) -> Stops:
    """What some rules ask for besides."""
    for kind, rules in (
        ("flip", preset("lezhong", bidding="after_deal")),
        ("counter", preset("popo", 4, bidding="counter_to_end")),
        ("stake", preset("lezhong", settlement="silver", room="pass")),
    ):
        one = begun(program)
        Seat(one, rules=rules).asked(kind, "play")
        yield kind, one


def over(program: Start, folder: Path) -> Stops:
    """The end of a deal, and of a match."""
    one = begun(program)
    me = Seat(one, rules=preset("lezhong", settlement="silver", room="pass"))
    for _ in range(LONG):
        me.settle()
        if one.state["scene"] == "sheet":
            break
        if not me.chair.others():
            me.chair.send(co.SetStake(8)) if me.chair.table.ask(0).question.kind == "stake" else me.answer()
    rest(one)
    yield "sheet", one
    one.click("bill")
    yield "bill", one
    one.key("escape")
    ended = replace(me.view, won_by=0, phase="won")
    one.stack.push(SheetScene(one.kit, ended, me.chair.seats, lambda: None, lambda: None))
    rest(one)
    yield "last sheet", one
    one.click("next")
    rest(one)
    yield "victory", one


def lan(program: Start, folder: Path) -> Stops:
    """The LAN page and the ways to a table."""
    one = begun(program)
    network = Network(folder / "lan")
    one.stack.push(LanScene(one.kit, network))
    yield from tabs(one, "no table,")
    one.click("back")
    network.found = (found(1), found(2, playing=True, needs_code=False), found(3, name=WIDE, host_name=WIDE))
    network.memory.put(known(1, players=(WIDE,) * 4, when=time.time()))
    network.memory.put(known(2, when=time.time()))
    network.trouble = ("unreachable", "timeout")
    one.stack.push(LanScene(one.kit, network))
    look(one)
    yield from tabs(one, "tables,")
    one.click("tab:tables")
    one.click("join:2")
    look(one)
    yield "code", one
    one.key("escape")
    for why in ("waits", "code", "impostor"):
        network.answer = lambda code, why=why: (why, "")
        one.click("join:0")
        look(one)
        yield why, one
        one.key("escape")


def lobby(program: Start, folder: Path) -> Stops:
    network, at = Network(folder / "lan"), Table("Friday", spectators=True)
    people = []
    for name, watches in ((WIDE, False), ("Alice", False), ("小周", True)):
        one = begun(program)
        peer = at.enter(name, watches, host=not people)
        one.stack.push(LobbyScene(one.kit, Visit(peer, None if people else at, at.clock), network))
        people.append(one)
        look(*people)
    host, guest, _ = people
    yield "guest", guest
    host.click("more:2")
    yield "menu of a seat", host
    host.click("bot:normal")
    guest.click("seat:0")
    write(guest, "say", "hello " * 12)
    guest.key("return")
    at.lose("Alice")
    look(*people)
    yield "host", host
    host.click("phrases")
    look(host)
    yield "phrases", host
    for name in ("options", "leave"):
        host.click(name)
        look(host)
        yield name, host
        host.key("escape")


def company(program: Start, folder: Path) -> Stops:
    """A table on the LAN."""
    there = Company(lambda **_: begun(program), folder)
    alice, bob, carol = there.host, there.guest("Bob"), there.guest("Carol", watch=True)
    try:
        there.start(bob)
        bob.key("return")
        bob.stack.top.heard(Text("hello"))
        bob.key("return")
        there.until(lambda: alice.state["lan"]["unread"] == 1)
        yield "chat heard", alice
        yield "watching", carol
        alice.key("return")
        yield OVER + "chat", alice
        alice.click("phrases")
        yield OVER + "phrases", alice
        alice.key("escape")
        for name in ("check", "leave"):
            alice.click(name)
            yield name, alice
            alice.key("escape")
        alice.click("menu")
        alice.click("table")
        yield "the table", alice
        alice.key("escape")
        there.to_the_sheet()
        rest(alice)
        yield "sheet", alice
        alice.key("return")
        yield OVER + "chat, sheet", alice
    finally:
        for one in there.all:
            one.stack.clear()


OVER = "over: "
"""So begins the name of a stop where something is meant to lie over the rest."""

WALKS = (menu, pages, lists, replays, lesson, table, dealer, phases, over, lan, lobby, company)
