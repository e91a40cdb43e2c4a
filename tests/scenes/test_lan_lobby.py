"""The lobby: seats, swaps, computers, readiness, rules, options, chat, who is away, how it ends."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from lan_screens import CODE, Network, Table
from msgspec.structs import replace

from game.lan import wire
from game.lan.limits import CHAT_LENGTH
from game.scenes.lobby import LobbyScene
from game.scenes.visit import Visit
from game.ui.inputs import Text
from game.ui.layout import Rect

SIZES = [(1024, 640), (1280, 800), (1920, 1080), (3840, 2160)]
LANGUAGES = ["zh_CN", "en"]
WIDE = "好" * 12


class Company:
    """Programs of several players at one table."""

    def __init__(self, program: Callable[..., Any], folder: Path, table: Table) -> None:
        self._program = program
        self._network = Network(folder / "lan")
        self.table = table
        self.all: list[Any] = []

    def seat(self, name: str, watch: bool = False, **how: Any) -> Any:
        """Another one's screen, the first one's the host's."""
        one = self._program(**how)
        peer = self.table.enter(name, watch, host=not self.all)
        hosted = None if self.all else self.table
        one.stack.push(LobbyScene(one.kit, Visit(peer, hosted, self.table.clock), self._network))
        self.all.append(one)
        self.look()
        return one

    def look(self) -> None:
        """All look at what they are told."""
        for one in self.all:
            for scene in one.stack.running:
                scene.update(0.02)

    def click(self, one: Any, name: str) -> None:
        """One clicks, and all see what comes of it."""
        one.click(name)
        self.look()

    def asked(self, kind: type[Any]) -> list[Any]:
        return [message for _, message in self.table.asked if isinstance(message, kind)]


@pytest.fixture
def company(program: Callable[..., Any], tmp_path: Path) -> Company:
    return Company(program, tmp_path, Table(spectators=True))


@pytest.fixture
def alice(company: Company) -> Any:
    return company.seat("Alice", language="en")


@pytest.fixture
def bob(company: Company, alice: Any) -> Any:
    return company.seat("Bob", language="en")


def test_the_host_alone_sees_the_code_and_all_addresses(alice: Any, bob: Any) -> None:
    assert alice.state["code"] == CODE
    assert bob.state["code"] is None
    assert alice.stack.top._where() == "Address: 192.168.1.20, fd00::20 · port 27105"


def test_who_clicks_a_free_seat_sits_there_on_all_screens(company: Company, alice: Any, bob: Any) -> None:
    assert alice.state["seats"] == ["Alice", "Bob", None, None]
    company.click(bob, "seat:3")
    assert alice.state["seats"] == bob.state["seats"] == ["Alice", None, None, "Bob"]
    company.click(bob, "stand")
    assert alice.state["seats"] == ["Alice", None, None, None]
    assert bob.state["seat"] is None


def test_a_swap_needs_both(company: Company, alice: Any, bob: Any) -> None:
    company.click(bob, "seat:0")
    assert bob.state["seats"][:2] == ["Alice", "Bob"]
    assert "Bob" in alice.state["message"], "the other one is asked"
    assert "Alice" in bob.state["message"], "and one is told that one asked"
    company.click(alice, "seat:1")
    assert alice.state["seats"][:2] == ["Bob", "Alice"]


def test_a_wish_can_be_taken_back(company: Company, alice: Any, bob: Any) -> None:
    before = alice.state["message"]
    company.click(bob, "seat:0")
    company.click(bob, "seat:0")
    assert alice.state["message"] == before


def test_the_match_starts_when_all_who_sit_are_ready(company: Company, alice: Any, bob: Any) -> None:
    assert not alice.buttons["start"]["enabled"]
    assert "Bob" in alice.state["message"]
    assert "start" not in bob.buttons
    company.click(bob, "ready")
    assert bob.state["ready"]
    assert alice.buttons["start"]["enabled"]
    company.click(bob, "ready")
    assert not alice.buttons["start"]["enabled"], "ready no more"
    company.click(bob, "ready")
    company.click(alice, "start")
    assert company.asked(wire.Start)


def test_a_table_where_nobody_sits_does_not_start(company: Company, alice: Any) -> None:
    company.click(alice, "stand")
    assert not alice.buttons["start"]["enabled"]


def test_the_host_seats_computers_and_takes_them_away(company: Company, alice: Any, bob: Any) -> None:
    company.click(alice, "more:2")
    company.click(alice, "bot:normal")
    assert bob.state["seats"][2] == "bot"
    assert "more:2" not in bob.buttons, "that is the host's alone"
    company.click(alice, "more:2")
    company.click(alice, "bot:none")
    assert bob.state["seats"][2] is None


def test_one_may_sit_where_a_computer_does(company: Company, alice: Any, bob: Any) -> None:
    company.click(alice, "more:2")
    company.click(alice, "bot:normal")
    company.click(bob, "seat:2")
    assert alice.state["seats"] == ["Alice", None, "Bob", None]


def test_the_host_places_anybody(company: Company, alice: Any, bob: Any) -> None:
    company.click(alice, "more:1")
    company.click(alice, "place:3")
    assert bob.state["seat"] == 3
    company.click(alice, "more:2")
    company.click(alice, f"place:{bob.state['me']}")
    assert bob.state["seat"] == 2


def test_who_is_sent_away_is_told_so(company: Company, alice: Any, bob: Any) -> None:
    company.click(alice, "more:1")
    company.click(alice, "kick")
    assert bob.state["scene"] == "ended"
    assert bob.state["message"]
    company.click(bob, "back")
    assert bob.state["scene"] == "menu"
    assert alice.state["there"] == 1


def say(company: Company, one: Any, text: str) -> None:
    one.click("say")
    one.stack.top.heard(Text(text))
    one.key("return")
    company.look()


def test_what_is_said_and_quick_phrases_reach_all(company: Company, alice: Any, bob: Any) -> None:
    say(company, bob, "hello")
    assert alice.state["chat"] == bob.state["chat"] == [["Bob", "hello"]]
    assert next(field for field in bob.state["fields"] if field["name"] == "say")["text"] == ""
    company.click(alice, "phrases")
    assert len([name for name in alice.buttons if name.startswith("phrase:")]) == wire.PHRASES
    company.click(alice, "phrase:1")
    assert bob.state["chat"][-1] == ["Alice", "Good luck!"]
    assert "phrase:1" not in alice.buttons, "the lines are shown again"


def test_what_says_nothing_is_not_sent(company: Company, alice: Any) -> None:
    say(company, alice, "   ")
    assert not company.asked(wire.Say)


def test_who_is_muted_is_muted_here_alone(company: Company, alice: Any, bob: Any) -> None:
    company.click(bob, "more:0")
    company.click(bob, "mute")
    say(company, alice, "hello")
    assert bob.state["chat"] == []
    assert alice.state["chat"] == [["Alice", "hello"]]
    company.click(bob, "more:0")
    company.click(bob, "mute")
    assert bob.state["chat"] == [["Alice", "hello"]]


def test_keys_reach_the_field_and_escape_leaves_it_before_the_table(company: Company, bob: Any) -> None:
    bob.key("return")
    bob.stack.top.heard(Text("hi"))
    bob.key("return")
    company.look()
    assert bob.state["chat"] == [["Bob", "hi"]]
    bob.key("escape")
    assert bob.state["scene"] == "lobby"
    bob.key("escape")
    assert bob.state["scene"] == "menu"


def test_options_are_changed_by_the_host_and_seen_by_all(company: Company, alice: Any, bob: Any) -> None:
    company.click(bob, "ready")
    company.click(alice, "options")
    for name in ("turn:120", "countdown:180", "spectators:False", "code:False"):
        company.click(alice, name)
    company.click(alice, "done")
    assert company.table.room.options == wire.Options(120, 180, False, False)
    assert "120" in bob.state["options"]
    assert not bob.state["ready"], "it was for something else"
    assert alice.state["code"] is None
    assert "options" not in bob.buttons


def test_rules_are_chosen_by_the_host_and_read_by_the_others(company: Company, alice: Any, bob: Any) -> None:
    company.click(alice, "rules")
    assert alice.state["scene"] == "newtable"
    company.click(alice, "preset:popo")
    company.click(alice, "start")
    assert alice.state["scene"] == "lobby"
    assert company.table.room.rules.preset == "popo"
    company.click(bob, "rules")
    assert "Popo" in str(bob.stack.top._book._rules.preset).title()
    bob.key("escape")
    assert bob.state["scene"] == "lobby"


def test_who_is_away_is_counted_down(company: Company, alice: Any, bob: Any) -> None:
    company.table.lose("Bob")
    company.look()
    assert alice.state["members"][1]["away"] == 30
    assert alice.stack.top.ticking, "or the seconds would stand still"
    company.table.clock.now += 7
    company.look()
    assert alice.state["members"][1]["away"] == 23
    card = alice.stack.top._shown
    company.table.clock.now += 1
    company.look()
    assert alice.stack.top._shown != card, "drawn anew each second"


def test_a_lost_connection_is_said_with_its_seconds(company: Company, bob: Any) -> None:
    peer = company.table.peers[bob.state["me"]]
    peer.lost("silent")
    company.table.clock.now += 4
    company.look()
    assert bob.state["connection"] == "lost"
    assert " 4 s" in bob.state["message"]


def test_who_watches_has_no_seat_and_can_take_one(company: Company, alice: Any) -> None:
    carol = company.seat("Carol", watch=True, language="en")
    assert carol.state["seat"] is None
    assert not {"ready", "stand", "start"} & set(carol.buttons)
    assert f"member:{carol.state['me']}" in alice.buttons
    company.click(carol, "seat:2")
    assert carol.state["seat"] == 2


def test_the_host_is_asked_before_the_table_is_closed(company: Company, alice: Any, bob: Any) -> None:
    company.click(alice, "leave")
    assert alice.state["scene"] == "leaving"
    company.click(alice, "stay")
    assert not company.table.closed
    company.click(alice, "leave")
    company.click(alice, "leave")
    assert company.table.closed
    assert alice.state["scene"] == "menu"


def test_a_guest_leaves_at_once(company: Company, alice: Any, bob: Any) -> None:
    company.click(bob, "leave")
    assert bob.state["scene"] == "menu"
    assert company.asked(wire.Bye)
    company.look()
    assert alice.state["there"] == 1


def test_a_match_that_starts_or_a_table_that_closes_does_not_wait_for_a_reader(
    company: Company, alice: Any, bob: Any
) -> None:
    carol = company.seat("Carol", language="en")
    company.click(bob, "rules")
    company.click(carol, "more:0")
    company.table.room.begin()
    company.table.tell()
    company.look()
    assert [one.state["scene"] for one in (alice, bob, carol)] == ["table"] * 3
    company.table.room.reopen(None)
    company.table.tell()
    company.look()
    assert [one.state["scene"] for one in (alice, bob, carol)] == ["lobby"] * 3
    peer = company.table.peers[bob.state["me"]]
    company.click(bob, "rules")
    peer.deliver(wire.Gone("closed"))
    company.look()
    assert bob.state["scene"] == "ended"


@pytest.mark.parametrize("why", [why for why in get_args(wire.Ending) if why != "slow"])
def test_every_end_is_told_in_words(company: Company, bob: Any, why: wire.Ending) -> None:
    company.table.peers[bob.state["me"]].deliver(wire.Gone(why))
    company.look()
    assert bob.state["scene"] == "ended"
    assert bob.state["message"]
    bob.key("escape")
    assert bob.state["scene"] == "menu"


def test_an_end_is_told_whatever_lies_above(company: Company, bob: Any) -> None:
    peer = company.table.peers[bob.state["me"]]
    company.click(bob, "more:0")
    peer.deliver(wire.Gone("closed"))
    company.look()
    assert bob.state["scene"] == "ended"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_or_covered_at_any_size(
    program: Callable[..., Any], tmp_path: Path, cut: list[str], size: tuple[int, int], language: str
) -> None:
    company = Company(program, tmp_path, Table("好" * 24, spectators=True))
    host = company.seat("好" * 9 + " 1", size=size, language=language)
    guest = company.seat("好" * 9 + " 2", size=size, language=language)
    company.seat("好" * 6, watch=True, size=size, language=language)
    company.click(host, "more:2")
    host.items()
    company.click(host, "bot:normal")
    company.click(guest, "seat:0")
    say(company, guest, "好" * 200)
    company.table.lose(company.table.room.people[2].name)
    company.click(host, "phrases")
    company.look()
    for one in (host, guest):
        one.items()
        rects = [
            Rect(*each["rect"])
            for each in (*one.state["buttons"], *one.state["fields"])
            if not each["name"].startswith("seat:")  # these hold other buttons
        ]
        for i, rect in enumerate(rects):
            assert Rect(0, 0, *size).encloses(rect)
            assert not any(rect.overlaps(other) for other in rects[:i])
    company.click(host, "options")
    host.items()
    assert not [text for text in cut if set(text) - set("好 12…")], "only names may be"


def test_whoever_reads_the_rules_or_changes_settings_is_told_what_happens(
    company: Company, alice: Any, bob: Any
) -> None:
    company.click(bob, "rules")
    company.table.lose("Alice")
    company.look()
    lobby = bob.stack.running[0]
    assert lobby.state()["scene"] == "lobby"
    assert lobby.state()["members"][0]["away"] is not None
    assert bob.state["scene"] == "rulespage"
    company.table.peers[lobby.state()["me"]].deliver(wire.Gone("kicked"))
    company.look()
    assert bob.state["scene"] == "ended"


@pytest.mark.parametrize("text", ["好" * CHAT_LENGTH, ("hello friend " * 16)[:CHAT_LENGTH]], ids=["zh", "en"])
@pytest.mark.parametrize("scale", [1.0, 1.4])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 800)])
def test_the_line_said_last_is_seen_however_long(
    company: Company, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], scale: float, text: str
) -> None:
    one = company.seat("Alice", language="en", size=size)
    one.kit.change(replace(one.kit.settings, ui_scale=scale))
    company.table.enter("Bob").ask(wire.Say(text))
    shown: list[str] = []
    line = one.kit.skin.line

    def drawn(said: str, *args: Any, **how: Any) -> Any:
        shown.append(said.strip())
        return line(said, *args, **how)

    monkeypatch.setattr(one.kit.skin, "line", drawn)
    company.look()
    assert [said for said in shown if len(said) > 5 and said[:5] in text]
