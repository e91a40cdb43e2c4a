"""Four PCs on one network play whole deals, and all see the same."""

from typing import Any

from lan_net import NETWORK, PORT, heard
from lan_table import NAMES, Table

from game.engine import events as ev


def test_four_pcs(table: Table, measure: Any) -> None:
    """Found by broadcast, joined with the code, a whole deal, and every one of them heard the same."""
    host = table.open(3, "--deals", 1)
    guests = [table.guest(number, "--deals", 1, address="find") for number in (1, 2, 3)]
    for guest in guests:
        found = guest.wait("found")
        assert (found["address"], found["port"]) == (f"{NETWORK}.1", PORT)
        took = guest.wait("there")["at"] - found["at"]
        measure("join: from the table found to a seat", took, "< 2 s")
        assert took < 5
    programs = [host, *guests]
    for program in programs:
        checked = program.wait("checked", timeout=60)
        assert (checked["deal"], checked["fault"], checked["split"]) == (1, None, False)
        assert not checked["partly"]
        assert checked["left_out"] == 0
    assert sorted(program.wait("seat")["seat"] for program in programs) == [0, 1, 2, 3]
    for program in programs:
        assert program.ends() == 0, program.report()
    truth = table.truth()
    table.all_agree(truth, *NAMES)
    ends = [i for i, event in enumerate(truth.public) if isinstance(event, ev.DealScored)]
    assert ends, "no deal was over"
    for name in NAMES:
        assert len(heard(table.events(name))) > ends[0]
