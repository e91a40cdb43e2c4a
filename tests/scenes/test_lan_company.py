"""Company at a LAN table: what happens is told, ways back and out, chat and check over the sheet."""

import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from lan_company import Company, layer
from lan_screens import Table, known
from msgspec.structs import replace

from game.assets import assets_folder
from game.engine import Standing, parse_cards
from game.engine.events import CardsPlayed
from game.lan import wire
from game.lan.remember import Memory
from game.lan.witness import Verdict
from game.scenes.lanmark import FairnessScene
from game.scenes.lanwords import LanWords
from game.scenes.lobby import LobbyScene
from game.scenes.panels import Panels
from game.scenes.portraits import own_portrait, portrait
from game.scenes.prompt import Prompt
from game.scenes.visit import Visit
from game.scenes.words import Words
from game.table.table import Batch
from game.ui.i18n import Texts
from game.ui.inputs import Move, Text


@pytest.fixture
def company(program: Callable[..., Any], tmp_path: Path) -> Iterator[Company]:
    made = Company(program, tmp_path)
    yield made
    for one in made.all:
        one.stack.clear()


def lose(one: Any, seconds: float) -> None:
    """The connection is gone for so long."""
    peer = layer(one)._visit.peer
    peer.status = replace(peer.status, state="lost", since=time.monotonic() - seconds)


# what happens is told


def test_what_happens_is_told_in_the_chat(company: Company) -> None:
    bob, alice = company.guest("Bob"), company.host
    carol = company.guest("Carol")
    company.look()
    assert alice.state["news"] == ["Bob has come in.", "Carol has come in."]
    assert carol.state["news"] == [], "one's own coming is no news"
    assert alice.state["chat"] == []
    company.start(bob, carol)
    assert not layer(alice)._visit.notice, "news of the lobby are over when the match begins"
    carol.click("leave")
    carol.click("leave")
    company.all.remove(carol)
    company.until(lambda: "Carol has left; a computer plays on." in bob.state["lan"]["news"])
    assert layer(bob)._visit.notice == "Carol has left; a computer plays on."
    assert layer(bob)._bubbles(), "and stands on the table for a moment"


def test_a_change_of_the_hosts_asks_all_to_be_ready_again(program: Callable[..., Any]) -> None:
    table = Table()
    table.room.standing = Standing(("5", "T"), 0, 7)
    table.enter("Alice", host=True)
    one = program(language="en")
    peer = table.enter("Bob")
    one.stack.push(LobbyScene(one.kit, Visit(peer, None, table.clock), None))
    host = table.person("Alice")
    changes = (
        (wire.SetOptions(wire.Options(turn=60)), "The options are others now: please be ready again."),
        (
            wire.SetRules(replace(table.room.rules, decks=3)),
            "The rules are others now: please be ready again.",
        ),
        (wire.Afresh(), "The next match is a new one: please be ready again."),
    )
    for change, text in changes:
        one.click("ready")
        one.stack.top.update(0.02)
        assert one.state["ready"]
        table.room.handle(host, change, 0.0)
        table.tell()
        one.stack.top.update(0.02)
        assert one.state["news"][-1] == text
        assert one.state["message"] == "The host has changed what is played: please be ready again."
    one.click("ready")
    one.stack.top.update(0.02)
    assert "again" not in one.state["message"]


def test_who_goes_and_comes_is_told(program: Callable[..., Any]) -> None:
    table = Table()
    table.enter("Alice", host=True)
    one = program(language="en")
    one.stack.push(LobbyScene(one.kit, Visit(table.enter("Bob"), None, table.clock), None))
    table.enter("Carol")
    one.stack.top.update(0.02)
    table.lose("Carol")
    one.stack.top.update(0.02)
    table.room.back(table.person("Carol"))
    table.tell()
    one.stack.top.update(0.02)
    table.room.leave(table.person("Carol"))
    table.tell()
    one.stack.top.update(0.02)
    assert one.state["news"] == [
        "Carol has come in.",
        "Carol has lost the connection.",
        "Carol is back.",
        "Carol has left.",
    ]


def test_computers_and_people_are_known_by_their_pictures(
    company: Company, program: Callable[..., Any]
) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    table = layer(bob)._hand.table
    disc = round(table.plates["top"].h * 0.76)
    shown = [item.surface for item in bob.items()]
    faces = [bob.kit.skin.computer(seat, disc) for seat in range(4)]
    assert sum(surface in faces for surface in shown) == 2
    assert portrait(bob.kit, "Alice", None, False, 0, disc) in shown


# ways back and out


def test_who_comes_back_to_a_match_sees_no_lobby_and_a_way_out(program: Callable[..., Any]) -> None:
    table = Table()
    table.enter("Alice", host=True)
    peer = table.enter("Bob")
    table.room.begin()
    table.tell()
    one = program(language="en")
    one.stack.push(LobbyScene(one.kit, Visit(peer, None, table.clock), None))
    assert one.state["scene"] == "table", "at once"
    assert one.state["message"] == "Coming back to the table …"
    one.click("leave")
    assert one.state["scene"] == "leaving"
    one.click("leave")
    assert one.state["scene"] == "menu"


def test_who_waits_for_a_seat_where_watching_is_not_allowed_can_ask_for_one(
    program: Callable[..., Any],
) -> None:
    table = Table()
    table.enter("Alice", host=True)
    table.room.begin()
    peer = table.enter("Bob")
    one = program(language="en")
    one.stack.push(LobbyScene(one.kit, Visit(peer, None, table.clock), None))
    assert "You can sit down when the next one begins." in one.state["message"]
    one.click("sit")
    assert table.person("Bob").wish == 1
    one.stack.top.update(0.02)
    one.click("sit")
    assert table.person("Bob").wish is None


def test_a_host_gone_for_long_leaves_a_way_out_with_the_seat_kept(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    bob.click("leave")
    assert "With the code" not in bob.state["text"], "this table has none"
    assert "A computer plays on for you" in bob.state["text"]
    bob.click("stay")
    lose(bob, 15)
    assert "You may leave" not in bob.state["message"]
    lose(bob, 25)
    assert "You may leave" in bob.state["message"]
    bob.click("leave")
    assert "computer" not in bob.state["text"], "nobody could say that to the host"
    bob.click("leave")
    assert bob.state["scene"] == "menu"
    memory = company._folder / "pc1"
    assert Memory(memory).all()[0].token, "the seat is kept"


@pytest.mark.parametrize("told", ["a level", "a play", "a trick"])
def test_a_host_that_tells_what_cannot_be_costs_the_visit_and_not_the_program(
    company: Company, told: str
) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    peer, view = layer(bob)._visit.peer, layer(bob)._view
    assert view is not None
    assert view.seat is not None
    lost = tuple(card for card in range(54) if card not in view.hand)[:2]
    seen = replace(view, phase="playing", level="2", suit="S", trump_set=True, turn=None, bids=())
    batch = {
        "a level": Batch(1, (), replace(seen, level="Z", plays=((3,),)), None),
        "a play": Batch(1, (CardsPlayed(view.seat, lost),), seen, None),
        "a trick": Batch(1, (CardsPlayed(2, ()), CardsPlayed(3, ())), seen, None),
    }[told]
    peer._heard.put(batch)
    company.until(lambda: bob.items() and bob.state["scene"] == "ended")
    assert bob.state["message"] == "The two programs did not understand each other"
    assert Memory(company._folder / "pc1").all()[0].token, "the seat is kept"
    bob.click("back")


def test_the_own_table_hides_no_fault_of_the_program(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    layer(company.host)._stage.animate = None
    view = layer(company.host)._view
    assert view is not None
    layer(company.host)._visit.peer._heard.put(Batch(1, (CardsPlayed(2, (3,)),), view, None))
    with pytest.raises(TypeError):
        company.until(lambda: False)


@pytest.mark.parametrize(
    ("age", "changes", "offered"),
    [
        (60, {}, True),
        (60, {"token": None}, False),
        (60, {"players": ("Alice", "", "", "")}, False),
        (24 * 3600, {}, False),
    ],
)
def test_the_menu_leads_back_to_a_seat_that_waits(
    program: Callable[..., Any], tmp_path: Path, age: float, changes: dict[str, Any], offered: bool
) -> None:
    Memory(tmp_path / "lan").put(replace(known(1), when=time.time() - age, address="127.0.0.1", **changes))
    one = program(language="en")
    first = one.state["buttons"][0]["name"]
    assert (first == "back") == offered
    if offered:
        one.click("back")
        assert one.state["scene"] == "joining"
        one.key("escape")
        assert one.state["scene"] == "lan"


# at the table


def test_the_host_sees_code_addresses_and_members_and_sends_away(company: Company) -> None:
    bob, alice = company.guest("Bob"), company.host
    company.start(bob)
    alice.click("menu")
    alice.click("table")
    assert alice.state["scene"] == "the-table"
    assert f"port {company.hosted.port}" in alice.state["text"]
    assert "Bob" in alice.state["text"]
    bob.click("menu")
    bob.click("table")
    assert "port" not in bob.state["text"]
    assert set(bob.buttons) == {"close"}
    kick = next(name for name in alice.buttons if name.startswith("kick:"))
    alice.click(kick)
    alice.click("stay")
    assert alice.state["scene"] == "table"
    alice.click("menu")
    alice.click("table")
    alice.click(kick)
    alice.click("kick")
    company.until(lambda: bob.state["scene"] == "ended")


def test_chat_and_check_are_at_hand_over_the_sheet(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    company.to_the_sheet()
    bob.key("return")
    assert bob.state["lan"]["talking"]
    bob.stack.top.heard(Text("well"))
    bob.key("return")
    alice = company.host
    company.until(lambda: alice.state["lan"]["unread"] == 1)
    alice.click("talk")
    assert alice.state["lan"]["chat"] == [["Bob", "well"]]
    assert alice.state["scene"] == "sheet"
    alice.key("escape")
    alice.click("check")
    assert alice.state["scene"] == "fairness"
    alice.key("escape")
    assert alice.state["scene"] == "sheet"


def test_who_watches_may_wait_for_a_computers_seat_or_not(company: Company) -> None:
    carol = company.guest("Carol", watch=True)
    company.start()
    assert label(carol, "sit") == "Sit down from the next deal on"
    carol.click("sit")
    company.until(lambda: label(carol, "sit") == "Next deal: Xiao Zhou's seat. Cancel")
    carol.click("sit")
    company.until(lambda: label(carol, "sit") == "Sit down from the next deal on")


def test_a_long_name_leaves_room_for_level_mark_and_what_is_selected(company: Company) -> None:
    bob = company.guest("好" * 12)
    company.start(bob)
    scene = layer(bob)
    view, area = scene._view, scene._hand.table.own_label
    assert view is not None
    seen = replace(view, dealer=view.seat, phase="playing", result=None)
    panels = Panels(bob.kit, Words(bob.kit.texts), scene._hand.table, seen, scene._session.seats)
    picture = own_portrait(bob.kit, Words(bob.kit.texts), scene._hand.table.own_picture.w)
    assert picture in [item.surface for item in panels.own_label(0)]
    for chosen in (0, 1, 12):
        beside = [item for item in panels.own_label(chosen, 0.5) if item.x >= area.x]  # of the picture
        items = sorted(beside, key=lambda item: item.x)
        assert len(items) == (3 if chosen else 2)
        for item, after in pairwise(items):
            assert item.x + item.surface.get_width() <= after.x
        assert items[-1].x + items[-1].surface.get_width() <= area.right


def test_what_flies_covers_neither_plates_nor_the_message(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    scene, kit = layer(bob), bob.kit
    company.until(lambda: bool(scene._hand.items()))
    table = scene._hand.table
    back = scene._stage._maker.new(None, table.stack)
    scene._stage._flying.append(back)
    drawn = [item.surface for item in scene.items()]
    plate = table.plates["left"]
    assert drawn.index(back.item(kit.faces).surface) < drawn.index(
        kit.skin.panel(plate.w, plate.h, plate.h // 2)
    )
    hand = scene._hand.items()
    assert hand
    color = kit.theme.danger if scene._warns else kit.theme.text
    area = table.bury_message if scene._ask and scene._ask.question.kind == "bury" else table.message
    text, lit = scene._message(), scene._waited_for
    banner = kit.skin.banner(text, area.w, area.h, kit.metrics.body, color, lit)
    assert drawn.index(hand[-1].surface) < drawn.index(banner)


def test_several_plays_told_at_once_are_shown_one_after_the_other(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    scene = layer(bob)
    view = scene._view
    assert view is not None
    between = replace(view, phase="playing", level="2", suit="C", trump_set=True, plays=(), bids=())
    scene._stage.clear()
    scene._view = between
    for seat, cards in ((2, "HK HK"), (3, "H5 D4")):  # the view is from before both
        scene._stage.animate(CardsPlayed(seat, parse_cards(cards)), between)
        scene.items()
    assert scene._stage.lead == (2, parse_cards("HK HK"))


def test_no_page_leaves_a_ring_where_the_pointer_was(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    x, y, w, h = bob.buttons["check"]["rect"]
    bob.stack.top.heard(Move(x + w // 2, y + h // 2, False, 0.0))
    assert layer(bob)._buttons.hovered == "check"
    bob.click("check")
    bob.key("escape")
    assert layer(bob)._buttons.hovered is None


def test_who_holds_none_of_the_led_suit_is_told_so(company: Company) -> None:
    bob = company.guest("Bob")
    company.start(bob)
    view = layer(bob)._view
    assert view is not None
    led = (parse_cards("HA HA"),)
    asked = replace(view, phase="playing", level="2", suit="S", trump_set=True, turn=view.seat, plays=led)
    words = Words(bob.kit.texts)

    def said(hand: str) -> str:
        return Prompt(words, replace(asked, hand=parse_cards(hand)), None, str).text(0, None)

    assert said("C3 C4 S9") == "No hearts left: play any 2 cards."
    assert said("C3 H4 S9") == "Your turn: follow hearts, pair."
    assert said("C3 H2 S9") == "No hearts left: play any 2 cards.", "a level card is a trump"


def label(one: Any, name: str) -> str:
    return next((b.label for b in layer(one)._buttons.all if b.name == name), "")


def test_the_mark_changes_with_a_trick_and_its_page_follows(company: Company) -> None:
    bob, alice = company.guest("Bob"), company.host
    company.start(bob)
    alice.click("check")
    assert isinstance(alice.stack.top, FairnessScene)
    peer = layer(alice)._visit.peer
    peer.mark = "12AB"
    company.look()
    assert "12AB" in alice.state["text"]
    peer.verdict = Verdict(deal=1, left_out=(2, 77))
    company.look()
    assert "Without a part in the shuffle: Bob, #77." in alice.state["text"]


def test_chinese_sentences_stand_together_and_names_apart() -> None:
    texts = Texts(assets_folder() / "locale", "zh_CN")
    assert texts.tr("{name} has come in.", name="Bob") == "Bob 进来了。"
    assert texts.tr("{name} has come in.", name="小周") == "小周进来了。"
    text = LanWords(texts).verdict(Verdict(deal=1, left_out=(2,), partly=True), lambda member: "李")[1]
    assert " " not in text.replace("第 1 局", "")


@pytest.mark.parametrize(
    ("name", "wanted"), [("Bob", "Bob 离线太久，由电脑代打。"), ("小周", "小周离线太久，由电脑代打。")]
)
def test_a_seat_given_to_the_computer_is_told_as_every_sentence_is(
    program: Callable[..., Any], tmp_path: Path, name: str, wanted: str
) -> None:
    table = Table()
    one = program(language="zh_CN")
    one.stack.push(LobbyScene(one.kit, Visit(table.enter("Alice", host=True), table, table.clock), None))
    table.enter(name)
    table.room.begin()
    table.lose(name)
    for _ in range(2):
        table.tell()
        for scene in one.stack.running:
            scene.update(0.02)
        table.clock.now += 600
    assert layer(one)._visit.news[-1] == wanted
