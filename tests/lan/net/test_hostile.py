"""Strangers on the network who mean no good: they get nothing, and the match goes on meanwhile."""

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lan_net import NETWORK, PORT, Network, Pc, wait
from lan_table import Stranger, Table, known, stranger

from game.engine import commands as co
from game.engine import events as ev
from game.lan import wire
from game.lan.codec import HostCodec
from game.lan.limits import CONNECTIONS_PER_ADDRESS, WRONG_CODES
from game.lan.secure import HostProof, Identity

MEGA = 1024 * 1024


def test_a_thousand_silent_connections(table: Table, measure: Any) -> None:
    truth = table.playing()
    host, evil = table.host, table.lan.pcs[1]
    evil_address = (host.pc.address, PORT)
    before, here = host.memory, host.here
    most, slowest = before, 0.0
    silent: list[socket.socket] = []
    for _ in range(20):
        for _ in range(50):
            sock = evil.socket()
            sock.setblocking(False)
            sock.connect_ex(evil_address)
            silent.append(sock)
        slowest = max(slowest, table.goes_on(truth, ev._Event))
        most = max(most, host.memory)
    grown = (most - before) / MEGA
    for sock in silent:
        sock.close()
    measure("1000 silent connections: the host's memory grows by", f"{grown:.1f} MB", "< 64 MB")
    measure("1000 silent connections: longest wait for the next event", slowest, "< 5 s")
    assert grown < 64
    table.goes_on(truth, more=4)
    assert not [line for line in host.lines[here:] if line["is"] == "away"]
    assert not [guest for guest in table.guests if guest.find("lost")]
    table.all_agree(truth, "Dan", "Ann", "Bo", "Cy")
    table.no_faults()


@pytest.fixture
def three(table: Table) -> Table:
    """A match under way whose fourth seat is that of a stranger."""
    table.think = 0.08
    table.open(3, "--countdown", 1)
    table.seat(2, 3)
    return table


@pytest.mark.parametrize("burst", [1000, 60])
def test_one_who_asks_and_does_not_read(three: Table, measure: Any, burst: int) -> None:
    """All at once; or in bursts until no more answers can go out, and then all at once."""
    host = three.host
    sock = three.lan.pcs[1].socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    eve = Stranger(sock, host.pc.address).encrypt()
    assert isinstance(eve.come_in(), wire.Welcome)
    eve.send(wire.SetReady(True))
    truth = wait(three.begun, "the match")
    eve.wait(wire.Told)
    before, here = host.memory, host.here
    began, most = time.monotonic(), before
    pings = eve.codec.encode(wire.Ping(7)) * burst
    eve.raw.settimeout(0.5)
    with contextlib.suppress(OSError):  # until it is cut off
        while host.find("away", since=here, name="Eve") is None and time.monotonic() < began + 30:
            with contextlib.suppress(TimeoutError):
                eve.raw.sendall(pings)
            if time.monotonic() < began + 1.5 and burst < 1000:
                time.sleep(0.01)
            most = max(most, host.memory)
    took = host.wait("away", since=here, name="Eve")["at"] - began
    grown = (max(most, host.memory) - before) / MEGA
    measure(f"asks, {burst} at a time, and never reads: cut off after", took, "<= 7 s")
    measure(f"asks, {burst} at a time, and never reads: memory grows by", f"{grown:.1f} MB", "< 8 MB")
    assert took <= 7
    assert grown < 8
    eve.close()
    three.goes_on(truth)  # the computer has the seat
    three.all_agree(truth, "Dan", "Bo", "Cy")


def test_wrong_codes(lan: Network, table: Table, measure: Any) -> None:
    host = table.open(1)
    for number in range(WRONG_CODES[0]):
        with stranger(lan.pcs[1], host.pc.address) as eve:
            answer = eve.come_in(code=f"00000{number}")
            assert isinstance(answer, wire.Deny)
            assert answer.why == "code"
    for code in ("000009", "314159"):
        with stranger(lan.pcs[1], host.pc.address) as eve:
            answer = eve.come_in(code=code)
            assert isinstance(answer, wire.Deny)
            assert answer.why == "tries"
    assert host.log.count("wrong code") == WRONG_CODES[0]
    table.guest(2).wait("there")  # from another address one may
    measure("wrong codes: refused as such, then as too many", "5, then all", "5 a minute")


def test_a_wrong_code_by_the_program(table: Table) -> None:
    table.open(1)
    guest = table.guest(1, "--code", "000000")
    assert guest.wait("ended")["why"] == "code"
    assert guest.ends() == 1


class Between:
    """One in the middle: ends the encryption with a certificate of its own, and passes all on."""

    def __init__(self, pc: Pc, target: str, folder: Path) -> None:
        self.heard = b""
        self.connections = 0
        self._pc = pc
        self._target = target
        self._context = Identity.load(folder).server_context()
        self._server = pc.socket()
        self._server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._server.bind(("", PORT))
        self._server.listen(8)
        threading.Thread(target=self._main, daemon=True).start()

    def _main(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                sock, _ = self._server.accept()
                threading.Thread(target=self._between, args=(sock,), daemon=True).start()

    def _between(self, raw: socket.socket) -> None:
        with contextlib.suppress(OSError, EOFError):
            guest = self._context.wrap_socket(raw, server_side=True)
            self.connections += 1
            with stranger(self._pc, self._target) as host:
                threading.Thread(target=self._pass_on, args=(host.raw, guest), daemon=True).start()
                while data := guest.recv(4096):
                    self.heard += data
                    host.raw.sendall(data)

    @staticmethod
    def _pass_on(host: socket.socket, guest: ssl.SSLSocket) -> None:
        with contextlib.suppress(OSError, ValueError):
            while data := host.recv(4096):
                guest.sendall(data)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()


@pytest.fixture
def between(lan: Network, tmp_path: Path) -> Iterator[Between]:
    """On the last PC, in the way to the first."""
    between = Between(lan.pcs[3], lan.pcs[0].address, tmp_path / "between")
    yield between
    between.close()


def test_one_in_the_middle_is_found_out_by_the_right_code(
    table: Table, between: Between, measure: Any
) -> None:
    table.open(1)
    for _ in range(3):
        guest = table.guest(1, address=f"{NETWORK}.4")
        assert guest.wait("ended")["why"] in ("code", "impostor"), guest.report()
        assert guest.ends() == 1
    assert between.connections == 3
    assert not table.host.find("came")
    measure("one in the middle, and the right code: let in", "0 of 3", "0")


class Liar:
    """A host that does not know the code, and says that one is welcome all the same."""

    def __init__(self, pc: Pc, folder: Path, asks: bool) -> None:
        self._asks = asks
        self._identity = Identity.load(folder)
        self._server = pc.socket()
        self._server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._server.bind(("", PORT))
        self._server.listen(1)
        threading.Thread(target=self._main, daemon=True).start()

    def _main(self) -> None:
        codec = HostCodec()
        with contextlib.suppress(OSError), self._server:
            raw, _ = self._server.accept()
            with self._identity.server_context().wrap_socket(raw, server_side=True) as guest:
                guest.recv(4096)
                if self._asks:
                    guest.sendall(
                        codec.encode(wire.Prove(HostProof("000000", self._identity.fingerprint).share))
                    )
                    guest.recv(4096)
                mac = bytes(32) if self._asks else None
                guest.sendall(codec.encode(wire.Welcome(b"t" * 8, 1, "Ann", b"k" * 16, 1, mac)))
                guest.recv(4096)


@pytest.mark.parametrize("asks", [True, False])
def test_a_host_that_does_not_know_the_code_is_no_host(table: Table, tmp_path: Path, asks: bool) -> None:
    Liar(table.lan.pcs[3], tmp_path / "liar", asks)
    guest = table.guest(1, address=f"{NETWORK}.4")
    assert guest.wait("ended")["why"] == "impostor"
    assert not guest.find("there")


def test_a_token_is_not_sent_to_another_certificate(table: Table, between: Between, measure: Any) -> None:
    """In the middle of a match all that a guest sends is led to somebody else."""
    truth = table.playing_at(1)
    guest, host = table.guests[0], table.host
    token = known(guest.data).token
    assert token
    here = guest.here
    to_host = ("-p", "tcp", "-d", host.pc.address, "--dport", PORT)
    guest.pc.filter("OUTPUT", *to_host, "-j", "DNAT", "--to-destination", f"{NETWORK}.4:{PORT}", table="nat")
    guest.pc.filter("OUTPUT", *to_host, "-j", "REJECT", "--reject-with", "tcp-reset")
    ended = guest.wait("ended", since=here)
    assert ended["why"] == "impostor"
    assert guest.ends() == 1
    assert between.connections >= 1
    assert token not in between.heard
    assert between.heard == b""
    assert known(guest.data).token == token  # the seat still waits
    guest.pc.heal()
    guest = table.guest(1)
    guest.wait("stands")
    table.goes_on(truth)
    measure("certificate changed in a match: the token was sent", "0 times", "0")


def test_a_token_that_was_replaced(table: Table, measure: Any) -> None:
    """A token is good until the next one was used; a copy of it gets nothing, and the log says so."""
    truth = table.playing()
    guest, host = table.guests[0], table.host
    old = known(guest.data).token
    assert old
    for _ in range(2):  # the first time it comes back by the old one
        here = guest.here
        for port in guest.pc.ports_to(PORT):
            guest.pc.filter(
                "OUTPUT", "-p", "tcp", "--sport", port, "-j", "REJECT", "--reject-with", "tcp-reset"
            )
        guest.wait("there", since=guest.lines.index(guest.wait("lost", since=here)))
    assert known(guest.data).token != old
    here = guest.here
    with stranger(table.lan.pcs[3], host.pc.address) as eve:
        answer = eve.come_back(old)
        assert isinstance(answer, wire.Deny)
        assert answer.why == "token"
    assert "token" in host.log
    table.goes_on(truth, more=4)
    assert not guest.find("lost", since=here)
    measure("a replaced token: let in", "0 of 1", "0")


def test_actions_and_seeds_that_come_again(three: Table, measure: Any) -> None:
    """A command of a member's sent again is answered again and not done again; others' are not its own."""
    host = three.host
    with stranger(three.lan.pcs[1], host.pc.address) as eve:
        welcome = eve.come_in()
        assert isinstance(welcome, wire.Welcome)
        its_token = welcome.token
        eve.send(wire.SetReady(True))
        truth = wait(three.begun, "the match")
        told = eve.wait(wire.Told)
        while not (told.batch.ask and told.batch.ask.question.kind == "ready"):
            told = eve.wait(wire.Told)
        assert told.batch.ask
        ready = wire.Act(1, co.Ready(), told.batch.ask.number)
        for _ in range(5):
            eve.send(ready)
        calls = eve.first(wire.CallSeeds)
        for seed in (b"\1" * 32, b"\2" * 32):
            eve.send(wire.Commit(calls.deal, seed))  # of no seed it knows
            eve.send(wire.Reveal(calls.deal, seed))
        eve.send(wire.Kick(0))
        eve.send(wire.Start())
        eve.send(wire.Reopen())
        eve.send(wire.Act(2, co.Play((0,)), None))
        refused = eve.first(wire.No)
        assert refused.seq == 2
        three.goes_on(truth, ev.DealStarted, timeout=60)
        seat = told.batch.view.seat
        truth.look()
        began = next(i for i, event in enumerate(truth.events) if isinstance(event, ev.DealStarted))
        mine = [event for event in truth.events[:began] if event == ev.SeatReady(seat)]
        assert len(mine) <= 1
    with stranger(three.lan.pcs[1], host.pc.address) as eve:
        welcome = eve.come_back(its_token)
        assert isinstance(welcome, wire.Welcome)
        assert welcome.acts == 2  # so a program begun anew does not say again what was answered
        eve.send(wire.Act(3, co.Play((0,)), None))
        while eve.wait(wire.No).seq != 3:
            pass
    three.all_agree(truth, "Dan", "Bo", "Cy")
    three.no_faults()
    measure("one action sent five times: done", f"{len(mine)} times", "at most once")


def test_connections_from_one_address(lan: Network, table: Table, measure: Any) -> None:
    """Others still find the door open."""
    host = table.open(1)
    with contextlib.ExitStack() as stack:
        for _ in range(CONNECTIONS_PER_ADDRESS + 4):
            with contextlib.suppress(OSError):
                stack.enter_context(stranger(lan.pcs[1], host.pc.address, encrypt=False))
        began = time.monotonic()
        table.guest(2).wait("there")
        measure("one address holds the door: another is in after", time.monotonic() - began, "< 2 s")
        assert time.monotonic() - began < 5
