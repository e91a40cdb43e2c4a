"""What goes wrong in networks: nothing of it ends a match, and each end knows in time."""

import signal
import time
from typing import Any

import pytest
from lan_net import PORT, Program, Truth, wait
from lan_table import Table, known, stranger
from program_run import PROGRAM

from game.engine import events as ev
from game.lan import wire

NOTICED = 7.0
BACK = 10.0


def all_back(table: Table, truth: Truth) -> None:
    """The match goes on as if nothing had been: what each heard is true, the deal is fair."""
    table.goes_on(truth, more=4)
    assert not [program for program in table.programs if program.find("ended")]
    table.all_agree(truth)
    table.no_faults()


def returns(guest: Program, since: int, truth: Truth, timeout: float = BACK) -> float:
    """The guest is back by itself, with the cards it has; when."""
    began = truth.look()
    there = guest.wait("there", since=since, timeout=timeout + 5)
    stands = guest.wait("stands", since=guest.lines.index(there))
    truth.look()
    assert truth.stood(guest.wait("seat")["seat"], stands, 0), guest.report()
    assert began
    return float(there["at"])


def test_a_partition_is_noticed_at_both_ends(table: Table, measure: Any) -> None:
    truth = table.playing()
    guest, host = table.guests[0], table.host
    here, there = guest.here, host.here
    guest.pc.cut()
    cut = time.monotonic()
    by_host = host.wait("away", since=there, name="Ann")["at"] - cut
    by_guest = guest.wait("lost", since=here)["at"] - cut
    measure("partition: noticed by the host", by_host, "<= 7 s")
    measure("partition: noticed by the guest", by_guest, "<= 7 s")
    assert by_host <= NOTICED
    assert by_guest <= NOTICED
    guest.pc.heal()
    healed = time.monotonic()
    took = returns(guest, guest.lines.index(guest.wait("lost", since=here)), truth) - healed
    measure("partition healed: the guest is back after", took, "<= 10 s")
    assert took <= BACK
    all_back(table, truth)


@pytest.mark.slow
def test_the_hosts_own_cable(table: Table, measure: Any) -> None:
    truth = table.playing()
    heres = [guest.here for guest in table.guests]
    table.host.pc.plug(False)
    cut = time.monotonic()
    took = (
        max(guest.wait("lost", since=here)["at"] for guest, here in zip(table.guests, heres, strict=True))
        - cut
    )
    measure("the host's link down: noticed by all guests", took, "<= 7 s")
    assert took <= NOTICED
    table.host.pc.plug(True)
    plugged = time.monotonic()
    for guest, here in zip(table.guests, heres, strict=True):
        took = returns(guest, guest.lines.index(guest.wait("lost", since=here)), truth) - plugged
        assert took <= BACK
    measure("the host's link up again: all guests are back after", took, "<= 10 s")
    all_back(table, truth)


def test_three_seconds_without_a_link_are_no_matter(table: Table, measure: Any) -> None:
    truth = table.playing()
    guest, host = table.guests[0], table.host
    here, there = guest.here, host.here
    guest.pc.plug(False)
    time.sleep(3)
    guest.pc.plug(True)
    took = table.goes_on(truth, more=8)
    measure("link down for 3 s, no drop: eight plays after it took", took, "< 7 s")
    assert guest.find("lost", since=here) is None
    assert host.find("away", since=there) is None
    all_back(table, truth)
    table.all_agree(truth, "Dan", "Ann", "Bo", "Cy")


def test_another_address(table: Table, measure: Any) -> None:
    truth = table.playing()
    guest = table.guests[0]
    here = guest.here
    guest.pc.move(77)
    moved = time.monotonic()
    lost = guest.wait("lost", since=here)
    took = returns(guest, guest.lines.index(lost), truth) - moved
    measure("a guest's address changes: it is back after", took, "<= 10 s")
    assert took <= BACK
    all_back(table, truth)


@pytest.mark.slow
def test_another_address_of_the_host(table: Table, measure: Any) -> None:
    truth = table.playing()
    heres = [guest.here for guest in table.guests]
    table.host.pc.move(78)
    moved = time.monotonic()
    for guest, here in zip(table.guests, heres, strict=True):
        lost = guest.wait("lost", since=here)
        took = returns(guest, guest.lines.index(lost), truth, timeout=20) - moved
        assert took <= 2 * BACK
    measure("the host's address changes: all found it and are back after", took, "<= 20 s")
    all_back(table, truth)


@pytest.mark.parametrize("share", [0.05, pytest.param(0.2, marks=pytest.mark.slow)])
def test_loss(table: Table, measure: Any, share: float) -> None:
    table.lan.pcs[1].lose(share)
    table.open(3)
    began = time.monotonic()
    table.seat(1, 2, 3)
    truth = wait(table.begun, "the match")
    table.goes_on(truth, ev.DealScored, timeout=120)
    assert table.lan.pcs[1].dropped() > 0
    measure(
        f"loss of {share:.0%} each way: joined, and a deal over after", time.monotonic() - began, "< 60 s"
    )
    assert time.monotonic() - began < 120
    all_back(table, truth)


@pytest.mark.slow
def test_a_slow_line(table: Table, measure: Any) -> None:
    pc = table.lan.pcs[1]
    try:
        pc.slow("64kbit")
    except Exception as error:
        pytest.skip(f"tc can't slow a link here: {error}")
    table.open(3)
    began = time.monotonic()
    guests = table.seat(1, 2, 3)
    truth = wait(table.begun, "the match")
    table.goes_on(truth, ev.DealScored, timeout=120)
    measure("64 kbit/s each way: joined, and a deal over after", time.monotonic() - began, "< 60 s")
    assert guests[0].find("lost") is None
    all_back(table, truth)


@pytest.mark.slow
@pytest.mark.parametrize("who", ["guest", "host"])
def test_fifteen_seconds_asleep(table: Table, measure: Any, who: str) -> None:
    truth = table.playing("--turn", 60)
    guest, host = table.guests[0], table.host
    here, there = guest.here, host.here
    sleeper = guest if who == "guest" else host
    slept = sleeper.signal(signal.SIGSTOP)
    if who == "guest":
        took = host.wait("away", since=there, name="Ann")["at"] - slept
    else:
        took = guest.wait("lost", since=here)["at"] - slept
    measure(f"the {who} sleeps: noticed at the other end after", took, "<= 7 s")
    assert took <= NOTICED
    wait(lambda: time.monotonic() > slept + 15, "the end of the sleep")
    woke = sleeper.signal(signal.SIGCONT)
    for each in [guest] if who == "guest" else table.guests:
        lost = each.wait("lost", since=here if each is guest else 0)
        took = returns(each, each.lines.index(lost), truth) - woke
        assert took <= BACK
    measure(f"the {who} wakes after 15 s: all back after", took, "<= 10 s")
    all_back(table, truth)


def test_a_ghost_has_no_claim_to_a_seat(table: Table, measure: Any) -> None:
    """A guest has died and its PC did not say so: whoever has its token has its seat, at once."""
    truth = table.playing()
    guest, host = table.guests[0], table.host
    here = host.here
    for port in guest.pc.ports_to(PORT):
        guest.pc.filter("OUTPUT", "-p", "tcp", "--sport", port, "-j", "DROP")
        guest.pc.filter("INPUT", "-p", "tcp", "--dport", port, "-j", "DROP")
    seat = guest.wait("seat")["seat"]
    since = truth.look()
    guest.kill()
    token = known(guest.data).token
    assert token
    with stranger(guest.pc, host.pc.address) as again:
        began = time.monotonic()
        welcome = again.come_back(token)
        assert isinstance(welcome, wire.Welcome)
        told = again.wait(wire.Told).batch
        took = time.monotonic() - began
    measure("a ghost on the seat: its owner has it after", took, "< 1 s")
    assert took < 1
    truth.look()
    assert told.view.seat == seat
    hands = [match.deal.hands[seat] for match in truth.matches[since:] if match.deal]
    assert bytes(told.view.hand.count(card) for card in range(54)) in hands
    began = time.monotonic()
    there = table.guest(1).wait("there")["at"]
    measure("a ghost on the seat: its owner's program has it after", there - began, "< 2 s")
    assert there - began < 5
    assert host.find("away", since=here, name="Ann")
    all_back(table, truth)


def test_no_clock_matters_but_ones_own(table: Table, measure: Any, tmp_path: Any) -> None:
    """PCs whose clocks, of either kind, are a day apart, and whose wall clocks jump by a day each second."""
    (tmp_path / "sitecustomize.py").write_text(JUMPING)
    table.think = 0.08
    jumping = ("env", f"PYTHONPATH={tmp_path}:{PROGRAM}")
    table.open(3, before=jumping)
    table.guests = [
        table.guest(1, before=("unshare", "--time", "--monotonic", "86400", "--boottime", "86400")),
        table.guest(2, before=jumping),
        table.guest(3),
    ]
    truth = wait(table.begun, "the match")
    table.goes_on(truth, ev.DealScored, timeout=60)
    table.goes_on(truth, timeout=20)
    assert not [program for program in table.programs if program.find("lost") or program.find("away")]
    table.all_agree(truth, "Dan", "Ann", "Bo", "Cy")
    table.no_faults()
    measure("clocks a day apart, and jumping by a day: sessions lost", "0", "0")


JUMPING = """
import time

_now = time.time
time.time = lambda: _now() + 86400 * (int(_now()) % 3 - 1)
"""
