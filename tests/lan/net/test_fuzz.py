"""Bytes that make no sense: whoever sends them is cut off, and nobody else notices."""

import contextlib
import itertools
import random
import socket
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from lan_fuzz import Fuzz, asking, telling
from lan_net import wait
from lan_table import Stranger, Table, stranger

from game.engine import events as ev
from game.lan import wire
from game.lan.codec import BadFrame, GuestCodec, HostCodec

MANY = (20_000, pytest.param(1_000_000, marks=pytest.mark.slow))


@pytest.mark.parametrize("many", MANY)
@pytest.mark.parametrize("end", ["host", "guest"])
def test_what_is_no_message_is_told_apart(end: str, many: int, measure: Any) -> None:
    """Nothing but ``BadFrame`` comes of it, quickly."""
    fuzz = Fuzz(asking() if end == "host" else telling(), many)
    codec: HostCodec | GuestCodec = HostCodec() if end == "host" else GuestCodec()
    bad, longest = 0, 0.0
    for _ in range(many):
        data = fuzz.data()
        began = time.perf_counter()
        try:
            codec.decode(data)
        except BadFrame:
            bad += 1
        longest = max(longest, time.perf_counter() - began)
    measure(f"{many} bad messages read by a {end}: other errors", "0", "0")
    measure(f"{many} bad messages read by a {end}: the longest took", f"{longest * 1000:.1f} ms", "< 200 ms")
    assert many * 0.7 < bad <= many
    assert longest < 1


@pytest.mark.parametrize("many", [1000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_a_host_under_fire(table: Table, measure: Any, many: int) -> None:
    """Before anything is encrypted, in place of a greeting, and from a member in a running match."""
    table.think = 0.08
    host = table.open(3, "--countdown", 1, "--spectators")
    table.seat(2, 3)
    evil = table.lan.pcs[1]
    evil.have_more(100)  # or most would be turned away at the door
    sources = itertools.cycle(evil.others)
    eve = Member(table, sources)
    truth = wait(table.begun, "the match")
    here = host.here
    fuzz, chance = Fuzz(asking(), many), random.Random(many)
    how: Counter[str] = Counter()
    began, before = time.monotonic(), host.memory
    for _ in range(many):
        match chance.randrange(12):
            case 0:
                how["from a member"] += eve.says(fuzz.frame())
            case n if n < 6:
                with stranger(evil, host.pc.address, encrypt=False, source=next(sources)) as one:
                    how["plain"] += spoilt(one, fuzz.frame())
            case _:
                with stranger(evil, host.pc.address, source=next(sources)) as one:
                    how["in place of a greeting"] += spoilt(one, fuzz.frame())
        assert host.process.poll() is None, host.report()
    assert how.total() == many
    if many <= 1000:  # of more not all is still in the log
        assert host.log.count("at the door:") >= 0.9 * (how["plain"] + how["in place of a greeting"])
    took = time.monotonic() - began
    eve.close()
    table.goes_on(truth, ev.DealScored if many > 1000 else ev.CardsPlayed, timeout=60)
    grown = (host.memory - before) / (1024 * 1024)
    for guest in table.guests:
        assert guest.find("lost") is None, guest.report()
    assert not [line for line in host.lines[here:] if line["is"] == "away" and line["name"] != "Eve"]
    assert "ERROR" not in host.log
    assert host.errors == ""
    table.all_agree(truth, "Dan", "Bo", "Cy")
    table.no_faults()
    measure(f"{many} bad frames to a host in a match: errors, drops", "0, 0", "0, 0")
    measure(f"{many} bad frames to a host in a match: memory grows by", f"{grown:.1f} MB", "< 32 MB")
    measure(f"{many} bad frames to a host in a match: in", took, "-")
    assert grown < 32


def spoilt(one: Stranger, frame: bytes) -> bool:
    """Say it; whether the other end then hung up."""
    with contextlib.suppress(OSError):  # it may hang up while one still speaks
        one.raw.sendall(frame)
        one.raw.shutdown(socket.SHUT_WR)
    try:
        while one.raw.recv(4096):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


class Member:
    """One who sits at the table, says what makes no sense, and comes back when put out."""

    def __init__(self, table: Table, sources: Iterator[str]) -> None:
        self._sources = sources
        self._pc, self._address = table.lan.pcs[1], table.host.pc.address
        self._one: Stranger | None = None
        self._token: bytes | None = None
        self._n = 0
        self._connect()
        assert self._one
        self._one.send(wire.SetReady(True))

    def _connect(self) -> Stranger:
        self._one = one = Stranger(self._pc.socket(next(self._sources)), self._address).encrypt()
        welcome = one.come_back(self._token) if self._token else one.come_in()
        if isinstance(welcome, wire.Deny):  # what it said made it get up for good
            one.close()
            self._one = one = Stranger(self._pc.socket(next(self._sources)), self._address).encrypt()
            welcome = one.come_in(watch=True)
        assert isinstance(welcome, wire.Welcome), welcome
        self._token = welcome.token
        return one

    def says(self, frame: bytes) -> bool:
        """Whether the host has taken note: it hung up, or answers the next question."""
        self._n += 1
        one = self._one or self._connect()
        try:
            one.raw.sendall(frame)
            one.send(wire.Ping(self._n))
            while True:
                said = one.receive()
                if isinstance(said, wire.Pong) and said.n == self._n:
                    return True
        except TimeoutError:
            self.close()
            return False
        except (OSError, EOFError):
            self.close()
            return True

    def close(self) -> None:
        if self._one:
            self._one.close()
            self._one = None
