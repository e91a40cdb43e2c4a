"""Programs that are killed at any point: the match goes on where it was, and nothing happens twice."""

import random
import time
from typing import Any

import pytest
from lan_net import Program, wait
from lan_table import NAMES, Table

from game.engine import events as ev

KILLS = (2, pytest.param(20, marks=pytest.mark.slow))


def some_time(table: Table, truth: Any, chance: random.Random) -> None:
    """Until a point by chance: in the middle of dealing, burying, a trick, or between deals."""
    table.goes_on(truth, ev._Event, more=chance.randint(1, 50))


@pytest.mark.parametrize("kills", KILLS)
def test_a_guest_that_is_killed_comes_back_to_its_cards(table: Table, measure: Any, kills: int) -> None:
    truth = table.playing()
    host, chance = table.host, random.Random(kills)
    noticed, back = 0.0, 0.0
    for _ in range(kills):
        some_time(table, truth, chance)
        number = chance.choice((1, 2))
        guest = table.guests[number - 1]
        seat = guest.wait("seat")["seat"]
        here = host.here
        since = truth.look()
        killed = guest.kill()
        noticed = max(noticed, host.wait("away", since=here, name=NAMES[number])["at"] - killed)
        started = time.monotonic()
        table.guests[number - 1] = guest = table.guest(number)
        stands = guest.wait("stands")
        back = max(back, stands["at"] - started)
        host.wait("back", since=here, name=NAMES[number])
        truth.look()
        assert truth.stood(seat, stands, since), guest.report()
        assert guest.find("there")
        table.goes_on(truth, more=2)
    assert "flood" not in host.log
    measure(f"kill -9 of a guest, {kills} times: the host knows after", noticed, "< 1 s")
    measure(f"kill -9 of a guest, {kills} times: program started to cards", back, "< 10 s")
    assert noticed < 1
    assert back < 10
    table.all_agree(truth, "Dan", "Cy")
    table.no_faults()


@pytest.mark.parametrize("kills", KILLS)
def test_a_host_that_is_killed_offers_the_table_again(table: Table, measure: Any, kills: int) -> None:
    truth = table.playing()
    chance = random.Random(kills)
    seats = [guest.wait("seat")["seat"] for guest in table.guests]
    noticed, back = 0.0, 0.0
    for _ in range(kills):
        some_time(table, truth, chance)
        heres = [guest.here for guest in table.guests]
        killed = table.host.kill()
        since = truth.look()
        for guest, here in zip(table.guests, heres, strict=True):
            noticed = max(noticed, guest.wait("lost", since=here)["at"] - killed)
        started = time.monotonic()
        host = table.reopen()
        for guest, here, seat in zip(table.guests, heres, seats, strict=True):
            stands = again(guest, here)
            back = max(back, stands["at"] - started)
            truth.look()
            assert truth.stood(seat, stands, since), guest.report()
        truth.look()
        assert host.wait("open")["playing"]
        assert truth.stood(host.wait("seat")["seat"], host.wait("stands"), since), host.report()
        table.goes_on(truth, more=2)
        assert not [guest for guest in table.guests if guest.find("ended")]
    measure(f"kill -9 of the host, {kills} times: guests know after", noticed, "< 1 s")
    measure(f"kill -9 of the host, {kills} times: started to all back", back, "< 10 s")
    assert noticed < 1
    assert back < 10
    if kills > 2:
        table.goes_on(truth, ev.DealScored, timeout=60)
    table.all_agree(truth)
    table.no_faults()


def again(guest: Program, here: int) -> dict[str, Any]:
    """How things stand when the guest is back at the table."""
    lost = guest.lines.index(guest.wait("lost", since=here))
    there = guest.lines.index(guest.wait("there", since=lost))
    return guest.wait("stands", since=there)


def test_the_computer_plays_for_a_guest_that_stays_away(table: Table, measure: Any) -> None:
    truth = table.playing("--countdown", 1)
    guest = table.guests[0]
    seat = guest.wait("seat")["seat"]
    here = table.host.here
    killed = guest.kill()
    took = table.host.wait("away", since=here, name="Ann")["at"] - killed
    measure("kill -9 of a guest: the countdown is shown after", took, "< 2 s")
    assert took < 2
    wait(lambda: truth.look() and truth.matches[-1].auto[seat], "the computer takes over")
    took = time.monotonic() - killed
    measure("kill -9 of a guest, countdown 1 s: the computer plays after", took, "< 3 s")
    assert took < 3
    table.goes_on(truth, ev.DealScored, timeout=60)
    table.guest(1).wait("stands")
    wait(lambda: truth.look() and not truth.matches[-1].auto[seat], "the guest plays again")
    table.all_agree(truth, "Dan", "Bo", "Cy")
