"""The table of a LAN match, played on a real host and a real guest of this PC."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lan_company import PATIENCE, QUICK, Company, layer
from msgspec.structs import replace

from game.engine import Reason, Refusal, preset
from game.engine import commands as co
from game.engine.events import CardsPlayed
from game.lan import wire
from game.lan.find import Finder
from game.lan.folder import Folder
from game.lan.open import open_table
from game.lan.witness import Verdict
from game.profile.paths import Paths
from game.scenes.lansheet import LanSheetScene
from game.scenes.lanwords import LanWords
from game.scenes.rulespage import RulesPageScene
from game.ui.inputs import Key, Text
from game.ui.layout import Rect


@pytest.fixture
def company(program: Callable[..., Any], tmp_path: Path) -> Iterator[Company]:
    made = Company(program, tmp_path)
    yield made
    for one in made.all:
        one.stack.clear()


def test_a_deal_and_the_way_to_the_next_one(company: Company) -> None:
    bob, carol = company.guest("Bob"), company.guest("Carol", watch=True)
    company.start(bob)
    alice = company.host
    assert carol.state["lan"]["watching"]
    assert not carol.state["hand"]
    assert not {"play", "pass", "auto", "hint"} & set(carol.buttons)
    company.to_the_sheet()
    company.until(lambda: all(layer(one).state()["lan"]["checked"] == 1 for one in company.all))
    assert {layer(one).state()["lan"]["fault"] for one in company.all} == {None}
    company.until(lambda: len({layer(one).state()["lan"]["mark"] for one in company.all}) == 1)
    assert "N–S" in carol.state["message"] or "E–W" in carol.state["message"], "not 'we': one watches"
    alice.click("next")
    company.until(lambda: alice.state["message"].startswith("Waiting for Bob: "))
    seconds = int(alice.state["message"].split()[-2])
    assert 0 < seconds <= 60, "twice the time of a turn"
    shown = layer(alice)
    shown._timer = replace(shown._timer, deadline=time.monotonic() + 7.5)
    assert alice.state["message"] == "Waiting for Bob: 8 s."
    bob.click("next")
    company.until(lambda: all(one.state.get("deal") == 2 for one in company.all))
    assert carol.state["scene"] == "table", "a sheet still read closes by itself"


def test_the_sheet_comes_again_when_the_wish_for_the_next_deal_was_refused(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    company.to_the_sheet()
    scene = layer(bob)
    bob.stack.pop(bob.stack.top)
    scene._refused((), Refusal(Reason.TOO_FAST))
    scene.update(0.0)
    assert bob.state["scene"] == "sheet"


def test_a_sheet_that_can_not_be_costs_the_visit_and_not_the_program(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    company.to_the_sheet()
    sheet = bob.stack.top
    assert isinstance(sheet, LanSheetScene)
    sheet.result = replace(sheet.result, bottom=())
    sheet.items()
    company.until(lambda: bob.state["scene"] == "ended")


def test_so_does_a_play_that_can_not_be_when_the_window_changes(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    table = layer(bob)
    company.until(lambda: bool(table.state().get("hand")))
    gone = next(card for card in range(54) if card not in table._hand.cards)
    table._steps.append(CardsPlayed(table._session.seat or 0, (gone,)))
    bob.stack.resized()
    company.until(lambda: bob.state["scene"] == "ended")


def test_talk_at_the_table(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    alice = company.host
    bob.key("return")
    assert bob.state["lan"]["talking"]
    bob.stack.top.heard(Text("hello"))
    bob.key("return")
    company.until(lambda: alice.state["lan"]["unread"] == 1)
    company.until(lambda: bob.state["lan"]["chat"] == [["Bob", "hello"]])
    alice.click("talk")
    assert alice.state["lan"]["unread"] == 0
    alice.click("phrases")
    alice.click("phrase:2")
    company.until(lambda: bob.state["lan"]["chat"][-1] == ["Alice", "Nicely played!"])
    alice.key("escape")
    assert not alice.state["lan"]["talking"]
    assert alice.state["scene"] == "table"


def focus(one: Any) -> str | None:
    """What the keys are at."""
    held = [thing["name"] for thing in one.state["fields"] + one.state["buttons"] if thing["focus"]]
    assert len(held) <= 1
    return held[0] if held else None


@pytest.mark.parametrize("where", ["table", "sheet"])
def test_the_whole_chat_can_be_used_by_keys(company: Company, where: str) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    if where == "sheet":
        company.to_the_sheet()
        company.until(lambda: bob.state["scene"] == "sheet")
    bob.key("return")
    walked = [focus(bob)]
    for _ in range(3):
        bob.key("tab")
        walked.append(focus(bob))
    assert walked == ["say", "phrases", "say-send", "say"]
    bob.stack.top.heard(Key("tab", shift=True))
    assert focus(bob) == "say-send"
    bob.key("tab")
    bob.stack.top.heard(Text("by keys"))
    bob.key("tab")
    bob.key("right")
    assert focus(bob) == "say-send"
    bob.key("space")
    company.until(lambda: bob.state["lan"]["chat"][-1:] == [["Bob", "by keys"]])
    bob.key("left")
    bob.key("return")
    assert focus(bob) == "phrases"
    seen = set()
    while focus(bob) != "say":
        bob.key("tab")
        seen.add(focus(bob))
    assert len([name for name in seen if name and name.startswith("phrase:")]) == 12
    bob.stack.top.heard(Key("tab", shift=True))
    bob.key("h")
    assert focus(bob) == "phrase:11", "no key goes through to what lies below"
    bob.key("return")
    company.until(lambda: bob.state["lan"]["chat"][-1] == ["Bob", "Thanks, that was fun!"])
    assert focus(bob) == "say", "one can go on"
    bob.key("tab")
    bob.key("escape")
    assert not bob.state["lan"]["talking"]
    assert focus(bob) is None
    assert bob.state["scene"] == where


def test_enter_plays_what_is_selected_and_opens_the_chat_else(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)

    def asked() -> bool:
        for one in company.all:
            if one.buttons.get("pass", {}).get("enabled"):
                one.click("pass")
            elif one is not bob and one.state.get("ask") in ("bury", "play") and not one.state["busy"]:
                one.click("play" if one.buttons["play"]["enabled"] else "hint")
        return bob.state.get("ask") in ("bury", "play") and not bob.state["busy"]

    company.until(asked)
    layer(bob)._hand.clear()
    held = len(bob.state["hand"])
    bob.key("return")
    assert bob.state["lan"]["talking"]
    bob.key("escape")
    bob.click("hint")
    bob.key("return")
    assert not bob.state["lan"]["talking"]
    company.until(lambda: len(bob.state["hand"]) < held)


def test_what_is_said_stands_beside_its_speaker_for_a_while(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    scene = layer(company.host)
    scene._visit._lines.clear()
    assert not scene._bubbles()
    scene._visit.peer.deliver(wire.Said(company.hosted.lobby.members[1].id, "Bob", "hello"))
    company.look()
    assert scene._bubbles()
    assert scene.ticking, "or it would not go away"
    later = time.monotonic() + 4.1
    scene._visit._clock = lambda: later
    assert not scene._bubbles()


def test_a_click_on_the_panel_is_not_one_on_the_table(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    company.until(lambda: bob.state["hand"])
    bob.press(*bob.state["hand"][0]["at"])
    selected = bob.state["selected"]
    assert selected
    bob.click("talk")
    place = layer(bob)._panel_place
    for _ in range(2):  # on the table a double click puts all cards back
        bob.press(place.x + 5, place.y + 5)
    assert bob.state["selected"] == selected
    assert bob.state["lan"]["talking"]


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1280, 800), (1920, 1080)])
def test_the_phrases_leave_the_plates_of_the_others_free(
    company: Company, size: tuple[int, int], language: str, cut: list[str]
) -> None:
    company.start()
    alice = company.host
    alice.kit.change(replace(alice.kit.settings, language=language))
    alice.kit.resized(*size)
    alice.stack.resized()
    company.look()
    alice.click("talk")
    alice.click("phrases")
    panel = layer(alice)._panel_place
    plates = layer(alice)._table.plates
    assert not [place for place in ("top", "left", "right") if plates[place].overlaps(panel)]
    phrases = [Rect(*b["rect"]) for name, b in alice.buttons.items() if name.startswith("phrase:")]
    assert len(phrases) == 12
    for n, place in enumerate(phrases):
        assert place.h >= 20
        assert panel.x <= place.x
        assert max(place.right - panel.right, place.bottom - panel.bottom) <= 0
        assert not any(place.overlaps(other) for other in phrases[:n])
    cut.clear()
    alice.items()
    assert not set(cut) & set(LanWords(alice.kit.texts).phrases())


def test_the_mark_explains_what_the_fair_deal_stops_and_what_not(company: Company) -> None:
    company.start()
    alice = company.host
    mark = alice.state["lan"]["mark"]
    alice.click("check")
    assert alice.state["scene"] == "fairness"
    assert mark in alice.state["text"]
    assert "stack the deck" in alice.state["text"]
    assert "looking at the cards" in alice.state["text"]
    alice.key("escape")
    peer = company.hosted.peer
    assert peer is not None
    peer.verdict = Verdict(deal=1, fault="deck", seat=2)
    company.look()
    assert alice.state["lan"]["fault"] == "deck"
    alice.click("check")
    assert "wrong" in alice.state["message"]
    alice.key("escape")
    peer.split = True
    alice.click("check")
    assert "do not agree" in alice.state["message"]


def test_who_is_away_and_a_lost_connection_are_said(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    scene, status = layer(bob), layer(bob)._visit.peer.status
    lobby = status.lobby
    assert lobby is not None
    away = tuple(replace(member, away=23.0 if member.host else None) for member in lobby.members)
    scene._visit.peer.status = replace(status, lobby=replace(lobby, members=away), looked=time.monotonic())
    assert bob.state["lan"]["away"] == {"0": "away 23 s"}
    assert scene.ticking
    scene._visit.peer.status = replace(status, state="lost", since=time.monotonic() - 5.5)
    assert bob.state["message"] == "The connection was lost 5 s ago; trying again …"
    assert scene._warns


def drawn(one: Any, diameter: int, fraction: float) -> bool:
    ring = one.kit.skin.ring(diameter, fraction)
    return any(item.surface is ring for item in one.items())


def test_a_ring_runs_down_at_whoever_is_waited_for(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)

    def at_the_start() -> bool:
        for one in company.all:
            if one.buttons.get("pass", {}).get("enabled"):
                one.click("pass")
            elif one.state.get("ask") == "bury" and not one.state["busy"]:
                one.click("play" if one.buttons["play"]["enabled"] else "hint")
        turns = {one.state["turn"] for one in company.all}
        return company.host.state["phase"] == "playing" and turns <= {0, 1} and len(turns) == 1

    company.until(at_the_start)
    company.look()
    turn = company.host.state["turn"]
    player, other = company.all if turn == 0 else reversed(company.all)
    for one in (player, other):
        layer(one)._fraction = 0.5
        table = layer(one)._hand.table
        own, plate = table.px(34), round(table.plates["right"].h * 0.94)
        assert drawn(one, own, 0.5) == (one is player)
        assert drawn(one, plate, 0.5) == (one is not player)


def test_a_guest_is_asked_before_leaving(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    bob.click("leave")
    assert bob.state["scene"] == "leaving"
    bob.click("stay")
    assert bob.state["scene"] == "table"
    bob.click("leave")
    bob.click("leave")
    assert bob.state["scene"] == "menu"


def test_back_to_the_lobby_takes_all_there_and_another_match_can_begin(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    company.host.click("leave")
    company.host.click("lobby")
    company.until(lambda: all(one.state["scene"] == "lobby" for one in company.all))
    company.start(bob)


def test_a_table_closed_in_a_match_is_told_to_the_guests(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    company.host.click("leave")
    company.host.click("close")
    assert company.host.state["scene"] == "menu"
    company.all.remove(company.host)
    company.until(lambda: bob.state["scene"] == "ended")
    assert bob.state["message"] == "The host has closed the table"


def test_who_watches_takes_a_computers_seat(company: Company) -> None:
    bob, carol = company.guest("Bob"), company.guest("Carol", watch=True)
    company.start(bob)
    carol.click("sit")
    company.until(lambda: layer(carol)._visit.me.wish == 2)
    company.to_the_sheet()
    company.host.click("next")
    bob.click("next")
    company.until(lambda: layer(carol)._visit.peer.seat == 2)
    company.until(lambda: carol.state["scene"] == "sheet" or carol.state["hand"])
    if carol.state["scene"] == "sheet":
        carol.click("next")
    company.until(lambda: carol.state["scene"] == "table" and len(carol.state["hand"]) > 0)
    assert not carol.state["lan"]["watching"]
    assert layer(carol)._stage.place(2) == "bottom", "one looks from one's own seat now"


def test_the_menu_goes_on_with_a_lan_match_as_a_lan_table(
    program: Callable[..., Any], tmp_path: Path
) -> None:
    paths = Paths(tmp_path)
    folder = Folder.take(tmp_path)
    hosted = open_table(
        folder.path, paths.matches, "Friday", "Alice", preset("lezhong"), wire.Options(), QUICK, lambda: None
    )
    assert hosted.peer is not None
    end = time.monotonic() + PATIENCE
    hosted.peer.ask(wire.Start())
    while not any(paths.matches.glob("*.lan")):
        assert time.monotonic() < end
        time.sleep(0.01)
    while not any(hosted.peer.poll()):
        assert time.monotonic() < end
        time.sleep(0.01)
    hosted.close()
    folder.release()
    one = program()
    assert one.state["resume"]
    assert one.kit.texts.tr("LAN · level {level} · deal {n}", level="2", n=1) in {
        button.note for button in one.stack.top._buttons.all
    }
    one.click("resume")
    while one.state["scene"] != "table" or one.state["phase"] == "opening":
        assert time.monotonic() < end
        for scene in one.stack.running:
            scene.update(0.02)
        time.sleep(0.01)
    assert one.state["lan"]["connection"] == "there"


def test_the_page_looks_on_the_real_network(program: Callable[..., Any]) -> None:
    one = program()
    one.click("lan")
    assert isinstance(one.stack.top._finder, Finder)
    one.click("back")
    one.click("lan")
    assert one.state["scene"] == "lan"


def test_the_table_goes_on_below_a_page(company: Company) -> None:
    """One's turn, the chat and the end are no less heard while the rules are read."""
    bob, alice = company.guest("Bob"), company.host
    company.start(bob)
    table = layer(alice)
    rules = RulesPageScene(alice.kit, table._view.rules)
    alice.stack.push(rules)
    assert alice.stack.seen == [rules]
    layer(bob)._visit.peer.ask(wire.Say("hello"))
    company.until(lambda: table.state()["lan"]["chat"] == [["Bob", "hello"]])
    company.until(lambda: not table._session.poll() and not table.moving)
    assert alice.stack.top is rules
    bob.stack.push(RulesPageScene(bob.kit, table._view.rules))
    company.hosted.close()
    company.until(lambda: bob.state["scene"] == "ended")


def test_the_sheet_waits_for_the_reader_of_a_page_and_goes_with_the_next_deal(company: Company) -> None:
    bob, alice = company.guest("Bob"), company.host
    company.start(bob)
    alice.stack.push(RulesPageScene(alice.kit, layer(alice)._view.rules))
    table = alice.stack.running[0]
    for one in (table, layer(bob)):
        one._session.send(co.SetAuto(True))
    company.until(lambda: table._view.phase == "ready")
    company.until(lambda: bob.state["scene"] == "sheet")
    for _ in range(5):
        company.look()
    assert alice.state["scene"] == "rulespage"
    alice.key("escape")
    company.until(lambda: alice.state["scene"] == "sheet")
    page = RulesPageScene(alice.kit, table._view.rules)
    alice.stack.push(page)
    for one in (table, layer(bob)):
        one._session.send(co.Ready())
    company.until(lambda: table._view.phase not in ("ready", "dealing"))
    assert alice.stack.top is page
    alice.key("escape")
    company.look()
    assert alice.state["scene"] == "table"
