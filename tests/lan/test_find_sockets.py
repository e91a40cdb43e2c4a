"""Finding a table by real sockets, on this PC's own loopback, and on all networks it has."""

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
from hypothesis import given
from hypothesis import strategies as st
from lan_find import NONCE, TABLE, hostile, other, said

from game.lan.find import Answer, Answerer, Finder, Found, own_addresses, probe, targets


def until(state: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not state():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.005)


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
