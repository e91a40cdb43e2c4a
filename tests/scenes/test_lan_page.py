"""The LAN page and the way to a table, in both languages: what is found, typed, remembered, refused."""

import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from lan_screens import CODE, Network, Table, found, known

from game.engine import preset
from game.lan import wire
from game.lan.limits import PROTOCOL
from game.lan.peer import Peer
from game.profile.settings import LanSettings, load
from game.scenes.lan import LanScene
from game.scenes.lanaddress import address_of
from game.scenes.lancheck import checks
from game.scenes.lanrows import known_row
from game.scenes.lanwords import LanWords
from game.scenes.words import Words
from game.ui.inputs import Key, Text
from game.ui.layout import Rect

SIZES = [(1024, 640), (1280, 800), (1920, 1080), (3840, 2160)]
LANGUAGES = ["zh_CN", "en"]
WIDE = "好" * 12


@pytest.fixture
def network(tmp_path: Path) -> Network:
    return Network(tmp_path / "lan")


def opened(program: Any, network: Network, tab: str = "tables", **how: Any) -> Any:
    """A run of the program on the LAN page."""
    one = program(**how)
    one.stack.push(LanScene(one.kit, network))
    look(one)
    one.click(f"tab:{tab}")
    return one


def write(one: Any, field: str, text: str) -> None:
    """Click a field, write over what is in it."""
    one.click(field)
    one.stack.top.heard(Key("a", ctrl=True))
    one.stack.top.heard(Text(text))


def refusal(one: Any, field: str) -> str:
    return next(each["refusal"] for each in one.state["fields"] if each["name"] == field)


def look(one: Any) -> None:
    """Let all that is seen look at what it shows."""
    for scene in list(one.stack.seen):
        scene.update(0.02)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("192.168.1.5", ("192.168.1.5", 27100)),
        ("192.168.1.5:27103", ("192.168.1.5", 27103)),
        ("my-pc.local:5", ("my-pc.local", 5)),
        ("fd00::5", ("fd00::5", 27100)),
        ("", None),
        (":27100", None),
        ("192.168.1.5:", None),
        ("192.168.1.5:0", None),
        ("192.168.1.5:65536", None),
        ("192.168.1.5:x", None),
    ],
)
def test_an_address_is_read_as_it_is_typed(text: str, place: tuple[str, int] | None) -> None:
    assert address_of(text) == place


def test_a_table_that_answers_is_listed_while_it_does(program: Callable[..., Any], network: Network) -> None:
    one = opened(program, network)
    assert not [name for name in one.buttons if name.startswith("join:")]
    network.finders[-1].found = (found(1),)
    look(one)
    assert one.state["tables"] == [
        {"name": "Friday 1", "host": "Alice", "seats": 2, "code": True, "playing": False}
    ]
    assert "join:0" in one.buttons
    network.finders[-1].found = ()
    look(one)
    assert "join:0" not in one.buttons


def test_looking_ends_with_the_page(program: Callable[..., Any], network: Network) -> None:
    network.memory.put(known(3, address="10.9.9.9"))
    one = opened(program, network)
    assert network.finders[-1].asked == ["10.9.9.9"], "remembered tables are asked where they were"
    one.click("back")
    assert network.finders[-1].closed


def test_a_match_under_way_is_joined_while_a_computer_has_a_seat(
    program: Callable[..., Any], network: Network
) -> None:
    network.found = (found(1, playing=True, seats_taken=3), found(2, playing=True, seats_taken=4))
    one = opened(program, network)
    assert "join:0" in one.buttons
    assert "join:1" not in one.buttons


def test_watching_is_offered_where_it_is_allowed(program: Callable[..., Any], network: Network) -> None:
    network.found = (found(1), found(2, spectators=False))
    one = opened(program, network)
    assert one.buttons["watch:0"]["enabled"]
    assert not one.buttons["watch:1"]["enabled"]


def test_the_main_way_to_a_known_table_is_the_one_that_is_there(
    program: Callable[..., Any], network: Network
) -> None:
    network.memory.put(known(1))
    one = opened(program, network, "known")

    def main() -> str:
        kinds = {button.name: button.kind for button in one.stack.top._buttons.all}
        return next(name for name in ("host:0", "rejoin:0") if kinds[name] == "main")

    assert main() == "host:0", "nobody else hosts it"
    network.finders[-1].found = (found(1),)
    look(one)
    assert main() == "rejoin:0"


def test_the_tables_usual_name_follows_the_players(program: Callable[..., Any], network: Network) -> None:
    one = opened(program, network, "open", language="en")
    write(one, "name", "Dora")
    assert next(f for f in one.stack.top._fields.all if f.name == "title").placeholder == "Dora's table"


def test_an_address_can_be_tested(program: Callable[..., Any], network: Network) -> None:
    one = opened(program, network, "check", language="en")
    assert not one.buttons["test"]["enabled"]
    with socket.create_server(("127.0.0.1", 0)) as there:
        port = there.getsockname()[1]
        write(one, "address", f"127.0.0.1:{port}")
        one.click("test")
        reached(network)
        assert network.reached.said == ""
    one.click("test")
    reached(network)
    assert network.reached.said == "refused"
    look(one)
    found = checks(LanWords(one.kit.texts), (), 0, None, tested=network.reached)
    assert found[0] == ("bad", f"127.0.0.1 : {port}: No table there", found[0].text)
    write(one, "address", ":27100")
    one.click("test")
    assert refusal(one, "address")


def reached(network: Network) -> None:
    end = time.monotonic() + 10
    while network.reached.said is None:
        assert time.monotonic() < end
        time.sleep(0.002)


def test_a_table_of_another_version_cannot_be_gone_to(program: Callable[..., Any], network: Network) -> None:
    network.found = (found(1, protocol=PROTOCOL + 1),)
    one = opened(program, network)
    assert not {"watch:0", "join:0"} & set(one.buttons)


def test_the_way_to_a_table_asks_for_its_code_and_leads_to_its_lobby(
    program: Callable[..., Any], network: Network
) -> None:
    table = Table()
    table.enter("Alice", host=True)
    network.found = (found(1),)
    network.answer = lambda code: table.enter("Bob") if code == CODE else ("code", "")
    one = opened(program, network)
    write(one, "name", "Bob")
    one.click("join:0")
    assert (one.state["scene"], one.state["stage"]) == ("joining", "code")
    assert not one.buttons["enter"]["enabled"], "six digits make a code"
    one.stack.top.heard(Text("1x23 45７"))
    assert one.state["fields"][0]["text"] == "123457"
    one.key("return")
    look(one)
    assert one.state["stage"] == "code"
    assert one.state["wrong"]
    assert refusal(one, "code")
    one.stack.top.heard(Text(CODE))
    assert not refusal(one, "code"), "a code not tried yet is not wrong"
    one.click("enter")
    look(one)
    assert one.state["scene"] == "lobby"
    assert one.state["code"] is None
    assert network.joined == [
        ("192.168.1.30", 27101, "Bob", "123457", False),
        ("192.168.1.30", 27101, "Bob", CODE, False),
    ]


def test_a_typed_address_asks_for_a_code_once_it_is_known_that_there_is_one(
    program: Callable[..., Any], network: Network
) -> None:
    network.answer = lambda code: ("code", "")
    one = opened(program, network)
    write(one, "address", "10.0.0.7:27102")
    one.key("return")
    look(one)
    assert one.state["stage"] == "code"
    assert not one.state["wrong"]
    assert network.joined[-1][:2] == ("10.0.0.7", 27102)


def test_what_is_no_address_is_said_at_the_field(program: Callable[..., Any], network: Network) -> None:
    one = opened(program, network)
    write(one, "address", "10.0.0.7:")
    one.click("join")
    assert one.state["scene"] == "lan"
    assert refusal(one, "address")
    one.stack.top.heard(Text("1"))
    assert not refusal(one, "address"), "it goes when one writes on"


def test_the_way_can_be_broken_off(program: Callable[..., Any], network: Network) -> None:
    network.answer = lambda code: ("waits", "")
    one = opened(program, network)
    write(one, "address", "10.0.0.7")
    one.click("watch")
    look(one)
    assert one.state["stage"] == "way"
    assert network.joined[-1][4], "to watch"
    one.key("escape")
    assert one.state["scene"] == "lan"


WHYS = [
    *(("unreachable", detail) for detail in ("refused", "timeout", "no-host", "no-route", "denied", "name")),
    *((why, "") for why in (*get_args(wire.Refusing), *get_args(wire.Ending), "impostor") if why != "code"),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words_of_its_own(
    program: Callable[..., Any], network: Network, cut: list[str], language: str
) -> None:
    one = opened(program, network, language=language)
    said = {}
    for why, detail in WHYS:
        network.answer = lambda code, why=why, detail=detail: (why, detail)
        write(one, "address", "10.0.0.7")
        one.key("return")
        look(one)
        assert one.state["stage"] == "refused"
        assert one.state["why"] == why
        one.items()
        said[why, detail] = one.state["message"]
        assert one.state["text"]
        one.click("cancel")
    assert len(set(said.values())) == len(said)
    assert not cut


def test_a_way_that_failed_is_explained_by_the_connection_check(
    program: Callable[..., Any], network: Network
) -> None:
    network.answer = lambda code: ("unreachable", "timeout")
    one = opened(program, network, language="en")
    write(one, "address", "10.0.0.7")
    one.key("return")
    look(one)
    one.click("cancel")
    found_there = checks(LanWords(one.kit.texts), network.addresses(), 0, network.trouble)
    assert found_there[0].kind == "bad"
    assert "No answer" in found_there[0].title


@pytest.mark.parametrize("system", ["win32", "darwin", "linux"])
def test_the_check_names_the_addresses_and_this_systems_firewall(
    program: Callable[..., Any], network: Network, system: str
) -> None:
    words = LanWords(program(language="en").kit.texts)
    told = checks(words, ("192.168.1.20", "127.0.0.1"), 2, None, system)
    assert "192.168.1.20" in told[0].title
    assert "127.0.0.1" not in told[0].title
    assert "2 tables" in told[1].title
    hint = next(check.text for check in told if check.title == "Firewall")
    others = [checks(words, (), 0, None, other) for other in {"win32", "darwin", "linux"} - {system}]
    assert not [check for told in others for check in told if check.text == hint]
    assert checks(words, ("127.0.0.1",), 0, None, system)[0].kind == "bad", "in no network at all"


@pytest.mark.parametrize("name", ["   ", "host", "电脑"])
def test_a_name_that_cannot_be_one_is_said_and_not_sent(
    program: Callable[..., Any], network: Network, name: str
) -> None:
    network.found = (found(1, needs_code=False),)
    one = opened(program, network)
    write(one, "name", name)
    assert refusal(one, "name")
    one.click("join:0")
    assert one.state["scene"] == "lan"
    assert not network.joined
    one.click("tab:open")
    assert not one.buttons["open"]["enabled"]


def test_names_and_options_are_kept_for_the_next_time(program: Callable[..., Any], network: Network) -> None:
    one = opened(program, network, "open")
    write(one, "name", "Bob")
    write(one, "title", "Friday night")
    for name in ("turn:60", "countdown:0", "spectators:True", "code:False"):
        one.click(name)
    one.click("back")
    kept, _ = load(one.kit.paths.settings)
    assert kept.lan == LanSettings(
        name="Bob", title="Friday night", turn=60, countdown=0, spectators=True, code=False
    )
    two = opened(program, network, "open")
    two.click("open")
    title, name, rules, options, earlier = network.opened[-1]
    assert (title, name, earlier) == ("Friday night", "Bob", None)
    assert options == wire.Options(turn=60, countdown=0, spectators=True, code=False)
    assert rules == two.kit.rules()
    assert two.state["scene"] == "lobby"


def test_a_table_without_a_name_has_one_made_of_the_hosts(
    program: Callable[..., Any], network: Network
) -> None:
    one = opened(program, network, "open", language="en")
    write(one, "name", "Bob")
    one.click("open")
    assert network.opened[-1][:2] == ("Bob's table", "Bob")


def test_a_table_that_cannot_be_opened_says_why(program: Callable[..., Any], network: Network) -> None:
    network.fails = OSError("no port is free")
    one = opened(program, network, "open")
    one.click("open")
    assert one.state["scene"] == "lan"
    assert "no port is free" in one.state["message"]


def test_a_remembered_table_leads_back_to_the_seat(program: Callable[..., Any], network: Network) -> None:
    network.memory.put(known(1))
    network.memory.put(known(2, token=None))
    one = opened(program, network, "known")
    assert one.state["known"] == ["Friday 2", "Friday 1"]
    assert {"go:0", "rejoin:1"} <= set(one.buttons)
    write(one, "name", "Bobby")
    one.click("rejoin:1")
    assert network.joined[-1] == ("192.168.1.30", 27101, "Bobby", bytes(16), False), "under the name of now"


def test_a_seat_that_waits_is_taken_where_the_table_answers_now(
    program: Callable[..., Any], network: Network
) -> None:
    network.memory.put(known(1))
    network.found = (found(1, address="192.168.1.77", port=27109, playing=True),)
    one = opened(program, network)
    write(one, "name", "Bob")
    one.click("join:0")
    assert network.joined[-1] == ("192.168.1.77", 27109, "Bob", bytes(16), False), "without a code"


def test_any_pc_can_go_on_with_a_match_it_saw(program: Callable[..., Any], network: Network) -> None:
    rules = preset("popo", 3)
    network.memory.put(known(1, rules=rules))
    one = opened(program, network, "known")
    one.click("host:0")
    title, name, opened_with, _, earlier = network.opened[-1]
    assert earlier is not None
    assert (title, name, opened_with, earlier.standing) == ("Friday 1", "Bob", rules, known().standing)
    assert network.table.person("Bob").seat == 1, "one's own seat of before"


def test_a_remembered_table_can_be_forgotten(program: Callable[..., Any], network: Network) -> None:
    network.memory.put(known(1))
    one = opened(program, network, "known")
    one.click("forget:0")
    assert one.state["known"] == []
    assert not network.memory.all()


def test_long_lists_have_pages(program: Callable[..., Any], network: Network) -> None:
    network.found = tuple(found(n, needs_code=False) for n in range(12))
    one = opened(program, network)
    seen = set()
    for _ in range(12):
        seen |= {name for name in one.buttons if name.startswith("join:")}
        if not one.buttons["page:more"]["enabled"]:
            break
        one.click("page:more")
    assert seen == {f"join:{n}" for n in range(12)}
    one.click("join:11")
    assert network.joined[-1][1] == 27111


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_or_covered_at_any_size(
    program: Callable[..., Any], network: Network, cut: list[str], size: tuple[int, int], language: str
) -> None:
    network.found = (found(1, name=WIDE, host_name=WIDE), found(2, playing=True, needs_code=False))
    network.memory.put(known(1, title=WIDE, players=("好" * 6,) * 4))
    network.trouble = ("unreachable", "timeout")
    one = opened(program, network, size=size, language=language)
    for tab in one.tabs():
        one.click(tab)
        one.items()
        rects = [Rect(*each["rect"]) for each in (*one.state["buttons"], *one.state["fields"])]
        for i, rect in enumerate(rects):
            assert Rect(0, 0, *size).encloses(rect)
            assert not any(rect.overlaps(other) for other in rects[:i]), tab
    assert not cut


def test_keys_go_to_the_field_that_is_written_in(program: Callable[..., Any], network: Network) -> None:
    one = opened(program, network)
    write(one, "name", "Bob")
    one.key("escape")
    assert one.state["scene"] == "lan", "Escape leaves the field first"
    one.key("escape")
    assert one.state["scene"] == "menu"


def test_a_peer_let_in_late_is_not_left_behind(program: Callable[..., Any], network: Network) -> None:
    gone: list[bool] = []
    waiting = Peer(lambda: None, lambda message: None, lambda for_good: gone.append(True))
    network.answer = lambda code: waiting
    one = opened(program, network)
    write(one, "address", "10.0.0.7")
    one.key("return")
    one.click("cancel")
    assert gone
    assert waiting.status.why == "left"


@pytest.mark.parametrize("when", [1e300, -1e300, 1e12, 0.0])
def test_a_table_of_no_time_has_its_row_all_the_same(program: Callable[..., Any], when: float) -> None:
    words = Words(program(language="en").kit.texts)
    row = known_row(0, known(when=when), there=False, words=words)
    assert "192.168.1.30" in row.lines[0]
