"""Finding a table on the LAN, on this PC's own loopback."""

import ipaddress
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import ifaddr
import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from game.lan.find import (
    ANSWER_MAGIC,
    FORGET_AFTER,
    PROBE_MAGIC,
    PROBE_SIZE,
    TABLES,
    TABLES_PER_ADDRESS,
    Answer,
    Answerer,
    Finder,
    Found,
    Replies,
    Tables,
    own_addresses,
    probe,
    targets,
)
from game.lan.limits import NAME_LENGTH, PROTOCOL, TITLE_LENGTH

NONCE = b"12345678"
TABLE = Answer(
    table_id=b"table 01",
    name="张三的牌桌",
    host_name="张三",
    port=27100,
    fingerprint=bytes(range(32)),
    needs_code=True,
    seats_taken=2,
    playing=False,
    preset="lezhong",
    decks=2,
)
LONGEST = Answer(
    table_id=b"\xff" * 8,
    name="🀄" * TITLE_LENGTH,
    host_name="🀄" * NAME_LENGTH,
    port=65535,
    fingerprint=b"\xff" * 32,
    needs_code=True,
    seats_taken=4,
    playing=True,
    preset="a" * 16,
    decks=4,
    protocol=65535,
)


def other(n: int, table: Answer = TABLE) -> Answer:
    return msgspec.structs.replace(table, table_id=n.to_bytes(8, "big"))


def said(table: Answer, nonce: bytes = NONCE) -> bytes:
    """What a host answers."""
    reply = Replies(lambda: table).reply(probe(nonce), "10.0.0.9", 0.0)
    assert reply
    return reply


def until(state: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not state():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.005)


# What a host says


def test_an_answer_is_never_longer_than_the_probe() -> None:
    assert len(probe(NONCE)) == PROBE_SIZE
    assert len(said(TABLE)) <= PROBE_SIZE
    assert len(said(LONGEST)) <= PROBE_SIZE, "the longest names there are"
    bare = PROBE_MAGIC + msgspec.msgpack.encode({"nonce": NONCE, "protocol": 1, "padding": b""})
    assert Replies(lambda: TABLE).reply(bare, "10.0.0.9", 0.0) is None


@given(st.integers(0, 600))
def test_nobody_gets_more_back_than_they_send(padding: int) -> None:
    asked = PROBE_MAGIC + msgspec.msgpack.encode({"nonce": NONCE, "protocol": 1, "padding": bytes(padding)})
    reply = Replies(lambda: TABLE).reply(asked, "10.0.0.9", 0.0)
    assert (reply is not None) == (len(asked) >= len(said(TABLE)))


def test_a_later_version_asks_and_is_answered() -> None:
    later = PROBE_MAGIC + msgspec.msgpack.encode(
        {"nonce": NONCE, "protocol": 7, "padding": bytes(PROBE_SIZE), "colour": "red"}
    )
    assert Replies(lambda: TABLE).reply(later, "10.0.0.9", 0.0) == said(TABLE)


def test_another_game_is_not_answered() -> None:
    replies = Replies(lambda: TABLE)
    assert replies.reply(b"freeciv?" + probe(NONCE)[len(PROBE_MAGIC) :], "10.0.0.9", 0.0) is None
    assert replies.reply(probe(NONCE), "10.0.0.9", 0.0)
    tables = Tables(NONCE)
    tables.hear(b"freeciv!" + said(TABLE)[len(ANSWER_MAGIC) :], "10.0.0.9", 0.0)
    assert tables.listed() == ()


def nested(magic: bytes) -> bytes:
    """A field nobody knows, and what is in it is deeper than a decoder goes."""
    return magic + b"\x81\xa1x" + b"\x91" * 50_000


hostile = (
    st.binary(max_size=700)
    | st.binary(max_size=700).map(PROBE_MAGIC.__add__)
    | st.binary(max_size=700).map(ANSWER_MAGIC.__add__)
    | st.tuples(st.integers(0, 7 + PROBE_SIZE), st.integers(0, 255)).map(
        lambda at: probe(NONCE)[: at[0]] + bytes([at[1]]) + probe(NONCE)[at[0] :]
    )
    | st.sampled_from([nested(PROBE_MAGIC), nested(ANSWER_MAGIC), b"", PROBE_MAGIC, ANSWER_MAGIC])
)


@given(hostile)
@example(nested(PROBE_MAGIC))
def test_nonsense_is_not_answered_with_more_than_it_is(datagram: bytes) -> None:
    reply = Replies(lambda: TABLE).reply(datagram, "10.0.0.9", 0.0)
    assert reply is None or len(reply) <= len(datagram)
    assert not datagram.startswith(ANSWER_MAGIC) or reply is None, "two hosts never talk to each other"


def test_one_address_is_answered_five_times_a_second() -> None:
    replies = Replies(lambda: TABLE)

    def answered(now: float, address: str = "10.0.0.9") -> int:
        return sum(replies.reply(probe(NONCE), address, now) is not None for _ in range(20))

    assert answered(0.0) == 5
    assert answered(0.9) == 0
    assert answered(0.9, "10.0.0.8") == 5
    assert answered(1.0) == 5


def test_all_together_are_answered_fifty_times_a_second() -> None:
    replies = Replies(lambda: TABLE)
    addresses = [f"10.0.0.{n}" for n in range(200)]
    assert sum(replies.reply(probe(NONCE), address, 0.0) is not None for address in addresses) == 50
    assert sum(replies.reply(probe(NONCE), address, 1.0) is not None for address in addresses) == 50


# What one makes of it


def listed(*heard: tuple[Answer, str, float]) -> Tables:
    tables = Tables(NONCE)
    for table, address, now in heard:
        tables.hear(said(table), address, now)
    return tables


def test_a_table_is_where_its_answer_came_from() -> None:
    (found,) = listed((TABLE, "10.0.0.9", 0.0)).listed()
    assert found == Found(address="10.0.0.9", **msgspec.structs.asdict(TABLE))
    assert found.protocol == PROTOCOL


def test_what_an_answer_says_of_its_address_does_not_count() -> None:
    raw = msgspec.msgpack.decode(said(TABLE)[len(ANSWER_MAGIC) :])
    raw["table"]["address"] = raw["address"] = "6.6.6.6"
    tables = Tables(NONCE)
    tables.hear(ANSWER_MAGIC + msgspec.msgpack.encode(raw), "10.0.0.9", 0.0)
    assert [found.address for found in tables.listed()] == ["10.0.0.9"]


def test_an_answer_to_somebody_else_is_not_ours() -> None:
    tables = Tables(NONCE)
    tables.hear(said(TABLE, b"87654321"), "10.0.0.9", 0.0)
    assert tables.listed() == ()


def test_tables_keep_their_order_and_news_of_them_is_taken_in() -> None:
    fuller = msgspec.structs.replace(TABLE, seats_taken=4, playing=True)
    tables = listed((TABLE, "10.0.0.9", 0.0), (other(2), "10.0.0.8", 0.1), (fuller, "10.0.0.9", 0.2))
    assert [(found.address, found.seats_taken) for found in tables.listed()] == [
        ("10.0.0.9", 4),
        ("10.0.0.8", 2),
    ]


def test_a_table_with_several_addresses_is_listed_once() -> None:
    tables = listed((TABLE, "10.0.0.9", 0.0), (TABLE, "192.168.0.9", 0.1), (TABLE, "10.0.0.9", 1.0))
    tables.hear(said(TABLE), "192.168.0.9", 1.1)
    assert [found.address for found in tables.listed()] == ["10.0.0.9"]


def test_a_table_is_kept_by_another_address_when_its_first_falls_silent() -> None:
    tables = listed((TABLE, "10.0.0.9", 0.0))
    for now in (1.0, 2.0, 3.0, 4.0, 5.0):
        tables.hear(said(TABLE), "192.168.0.9", now)
        tables.forget(now)
        assert len(tables.listed()) == 1, "it is never gone in between"
    assert [found.address for found in tables.listed()] == ["192.168.0.9"]


def test_another_certificate_is_another_table() -> None:
    posing = msgspec.structs.replace(TABLE, fingerprint=bytes(32))
    tables = listed((TABLE, "10.0.0.9", 0.0), (posing, "10.0.0.66", 0.0))
    assert [found.address for found in tables.listed()] == ["10.0.0.9", "10.0.0.66"]


def test_a_table_that_is_silent_is_dropped() -> None:
    tables = listed((TABLE, "10.0.0.9", 0.0), (other(2), "10.0.0.8", 0.0), (TABLE, "10.0.0.9", 2.0))
    tables.forget(FORGET_AFTER - 0.1)
    assert len(tables.listed()) == 2
    tables.forget(FORGET_AFTER)
    assert [found.table_id for found in tables.listed()] == [TABLE.table_id]
    tables.forget(FORGET_AFTER + 2)
    assert tables.listed() == ()


def test_nobody_fills_the_list_alone() -> None:
    tables = listed(*((other(n), "10.0.0.66", 0.0) for n in range(100)), (TABLE, "10.0.0.9", 0.0))
    assert len(tables.listed()) == TABLES_PER_ADDRESS + 1
    many = listed(*((other(n), f"10.0.0.{n}", 0.0) for n in range(100)))
    assert len(many.listed()) == TABLES


BAD = {
    "name": ["", "a" * 25, "a\u202eb", "  张三", "e\u0301", 7],
    "host_name": ["", "a" * 13, "a\nb", "电脑"],
    "table_id": [b"", b"1234567", "12345678"],
    "fingerprint": [b"", bytes(31), bytes(33)],
    "port": [0, -1, 65536, True],
    "seats_taken": [-1, 5],
    "decks": [0, 5],
    "preset": ["", "a" * 17, "classic\n", "../../x"],
    "needs_code": [1, None],
}


@pytest.mark.parametrize(("field", "value"), [(field, value) for field in BAD for value in BAD[field]])
def test_an_answer_that_can_not_be_is_no_table(field: str, value: object) -> None:
    raw = msgspec.msgpack.decode(said(TABLE)[len(ANSWER_MAGIC) :])
    tables = Tables(NONCE)
    tables.hear(ANSWER_MAGIC + msgspec.msgpack.encode(raw), "10.0.0.9", 0.0)
    assert len(tables.listed()) == 1, "as it is it would be one"
    raw["table"]["table_id"] = b"another1"
    raw["table"][field] = value
    tables.hear(ANSWER_MAGIC + msgspec.msgpack.encode(raw), "10.0.0.9", 0.0)
    assert len(tables.listed()) == 1


@given(hostile)
@example(nested(ANSWER_MAGIC))
def test_nonsense_is_no_table(datagram: bytes) -> None:
    tables = Tables(NONCE)
    tables.hear(datagram, "10.0.0.9", 0.0)
    assert tables.listed() == ()


# The whole way, by real sockets


@contextmanager
def host(table: Callable[[], Answer], port: int = 0) -> Iterator[Answerer]:
    with closing(Answerer(table, port)) as answerer:
        answerer.start()
        yield answerer


@contextmanager
def seeker(
    port: int, wake: Callable[[], None] = lambda: None, forget_after: float = 20.0
) -> Iterator[Finder]:
    with closing(Finder(wake, port, every=0.25, forget_after=forget_after)) as finder:
        finder.start()
        yield finder


@contextmanager
def plain_socket() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as plain:
        plain.bind(("127.0.0.1", 0))
        plain.settimeout(10)
        yield plain


def test_a_table_on_the_same_pc_is_found_with_news_of_it_and_its_end() -> None:
    now = [TABLE]
    woken = threading.Event()
    with host(lambda: now[0]) as answerer, seeker(answerer.port, woken.set, forget_after=1.0) as finder:
        assert answerer.listening
        assert answerer.why == ""
        seen: list[Found] = []
        until(lambda: seen.extend(finder.tables()) or bool(seen))
        found = seen[0]
        assert found == Found(address=found.address, **msgspec.structs.asdict(TABLE))
        assert found.address in own_addresses()
        until(woken.is_set)
        woken.clear()
        now[0] = msgspec.structs.replace(TABLE, seats_taken=3)
        until(lambda: [found.seats_taken for found in finder.tables()] == [3])
        until(woken.is_set)
        woken.clear()
        answerer.close()
        until(lambda: finder.tables() == ())
        until(woken.is_set)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the loopback alone has no broadcast")
def test_two_copies_on_one_pc_are_both_found() -> None:
    with (
        host(lambda: TABLE) as first,
        host(lambda: other(2), first.port) as second,
        seeker(first.port) as finder,
    ):
        assert first.listening
        assert second.listening
        until(lambda: {found.table_id for found in finder.tables()} == {TABLE.table_id, other(2).table_id})


@pytest.fixture
def busy_port() -> Iterator[int]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:  # without sharing it
        taken.bind(("", 0))
        yield taken.getsockname()[1]


def test_without_the_port_a_host_goes_on_unfound(busy_port: int) -> None:
    with host(lambda: TABLE, busy_port) as answerer:
        assert not answerer.listening
        assert answerer.why
        assert answerer.port == busy_port


def test_the_port_is_free_again_after_closing() -> None:
    with host(lambda: TABLE) as answerer:
        pass
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as next_one:
        next_one.bind(("", answerer.port))


@pytest.mark.parametrize("started", [True, False])
def test_closing_takes_no_time_and_may_be_done_twice(started: bool) -> None:
    before = threading.active_count()
    answerer, finder = Answerer(lambda: TABLE, 0), Finder(lambda: None, 1)
    for each in (answerer, finder):
        if started:
            each.start()
        began = time.monotonic()
        each.close()
        each.close()
        assert time.monotonic() - began < 5, "the wait without it is for ever, or a whole round"
    assert threading.active_count() == before


def test_a_finder_may_be_closed_by_its_own_news() -> None:
    finders: list[Finder] = []
    done = threading.Event()

    def leave() -> None:
        finders[0].close()
        done.set()

    with host(lambda: TABLE) as answerer, seeker(answerer.port, leave) as finder:
        finders.append(finder)
        assert done.wait(20)


@given(st.lists(hostile.filter(lambda datagram: len(datagram) < 9000), max_size=5))
def test_a_host_answers_whatever_it_was_sent_before(datagrams: list[bytes]) -> None:
    with host(lambda: TABLE) as answerer, plain_socket() as plain, plain_socket() as noise:
        for datagram in datagrams:
            noise.sendto(datagram, ("127.0.0.1", answerer.port))
        plain.sendto(probe(NONCE), ("127.0.0.1", answerer.port))
        answer, source = plain.recvfrom(2048)
    assert source == ("127.0.0.1", answerer.port)
    assert answer == said(TABLE)


def test_a_host_outlives_clients_that_are_gone_before_it_answers() -> None:
    """Their ports are closed: on some systems the next word from anybody is an error then."""
    with host(lambda: TABLE) as answerer:
        for _ in range(3):
            with plain_socket() as gone:
                gone.sendto(probe(NONCE), ("127.0.0.1", answerer.port))
        with plain_socket() as plain:
            plain.sendto(probe(NONCE), ("127.0.0.1", answerer.port))
            assert plain.recv(2048) == said(TABLE)


def adapter(*ips: tuple[object, int]) -> ifaddr.Adapter:
    return ifaddr.Adapter("a", "a", [ifaddr.IP(ip, prefix, "a") for ip, prefix in ips])  # type: ignore[arg-type]  # as on any system


def test_a_network_that_fails_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """192.0.2.77 is no address of this PC: no socket can be opened on it."""
    monkeypatch.setattr(
        ifaddr, "get_adapters", lambda: [adapter(("192.0.2.77", 24)), adapter(("127.0.0.1", 8))]
    )
    with host(lambda: TABLE) as answerer, seeker(answerer.port) as finder:
        until(lambda: [found.address for found in finder.tables()] == ["127.0.0.1"])


def test_a_probe_that_can_not_be_sent_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the loopback no way leads out."""
    monkeypatch.setattr("game.lan.find.targets", lambda address, prefix: ("192.0.2.1", "127.0.0.1"))
    with host(lambda: TABLE) as answerer, seeker(answerer.port) as finder:
        until(lambda: len(finder.tables()) == 1)


def test_when_the_networks_can_not_be_listed_the_own_pc_is_still_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> list[ifaddr.Adapter]:
        raise OSError("no")

    monkeypatch.setattr(ifaddr, "get_adapters", fail)
    assert own_addresses() == ()
    with host(lambda: TABLE) as answerer, seeker(answerer.port) as finder:
        until(lambda: [found.address for found in finder.tables()] == ["127.0.0.1"])


def test_a_remembered_address_is_asked_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.lan.find.targets", lambda address, prefix: ())  # the networks say nothing
    with host(lambda: TABLE) as answerer, seeker(answerer.port) as finder:
        for address in ("host.invalid", "::1", "", "256.1.1.1"):
            finder.ask(address)
        finder.ask("127.0.0.1")
        until(lambda: [found.address for found in finder.tables()] == ["127.0.0.1"])


def test_probes_go_to_all_of_each_network() -> None:
    assert targets("10.77.0.3", 24) == ("10.77.0.255", "255.255.255.255")
    assert targets("172.16.5.1", 12) == ("172.31.255.255", "255.255.255.255")
    assert targets("127.0.0.1", 8) == ("127.255.255.255", "127.0.0.1")
    assert targets("10.8.0.2", 32) == ("255.255.255.255",)


def test_own_addresses_are_those_one_can_be_reached_by(monkeypatch: pytest.MonkeyPatch) -> None:
    adapters = [
        adapter(("127.0.0.1", 8), (("::1", 0, 0), 128)),
        adapter(("169.254.3.4", 16)),
        adapter(("192.168.1.5", 24), (("fe80::1", 0, 2), 64), (("fd00::5", 0, 0), 64)),
        adapter(("10.8.0.2", 32), ("192.168.1.5", 24), (("2001:db8::5", 0, 0), 64)),
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    assert own_addresses() == (
        *("192.168.1.5", "10.8.0.2", "fd00::5", "2001:db8::5"),
        "169.254.3.4",
        "127.0.0.1",
    )


def test_this_pc_has_addresses() -> None:
    addresses = own_addresses()
    assert "127.0.0.1" in addresses
    assert all(ipaddress.ip_address(address) for address in addresses)
