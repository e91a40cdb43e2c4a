"""Helpers of the tests of the fair deal: a table whose seeds are gathered, and who watches its host."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from engine_play import Table as Player
from engine_play import kinds
from msgspec.structs import replace

from game.engine import Match, RuleSet, redact, view
from game.engine import commands as co
from game.engine import events as ev
from game.engine.chance import deal_seed
from game.lan.fair import Gathering
from game.lan.wire import CallSeeds, Opened
from game.lan.witness import Verdict, Witness
from game.table.table import Batch

MATCH = b"a match!"
SEATED = {11: 0, 12: 1, 13: 2, 14: 3}
"""Members and where they sit; another one only watches."""
WATCHES = 20

KINDS = kinds("3")


def noise(seed: object) -> Callable[[int], bytes]:
    return random.Random(str(seed)).randbytes


def over_the_wire(message: Any) -> Any:
    """As it arrives at the other end."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(message), type=type(message))


def witness(member: int) -> Witness:
    return Witness(MATCH, member, SEATED.get(member), noise(member))


def witnesses() -> dict[int, Witness]:
    return {member: witness(member) for member in (*SEATED, WATCHES)}


def gather(host: Gathering, guests: dict[int, Witness], deal: int, now: float = 0.0) -> None:
    """The seeds of a deal, from all who sit."""
    host.call(deal, SEATED, now)
    while sends := host.take():
        for send in sends:
            for member in guests if send.to is None else send.to:
                message = over_the_wire(send.message)
                if isinstance(message, CallSeeds):
                    assert host.commit(member, guests[member].commit(message), now)
                elif reveal := guests[member].committed(message):
                    assert host.reveal(member, reveal, now)


class Hosted(Player):
    """A table whose seeds are gathered; seats run out of time and give themselves to the computer.

    ``told`` are the batches as they would be, by member; ``record`` the running deal's events.
    """

    def __init__(self, rules: RuleSet, seed: object, host: Gathering, keen: float = 0.5) -> None:
        super().__init__(rules, seed, keen=keen, bold=0.5 if keen else 0.0)
        self.host = host
        self.record: list[ev.Event] = []
        self.tell: Callable[[tuple[ev.Event, ...], Match], None] = lambda events, match: None

    def do(self, seat: int | None, command: co.Command) -> None:
        if isinstance(command, co.StartDeal):
            seed = self.host.seed(self.match.deals_played + 1, self.match.redeals)
            assert seed is not None
            command = co.StartDeal(seed)
            if not self.match.redeals:
                self.record.clear()
        elif seat is not None and self.random.random() < 0.1 and not isinstance(command, co.TableCommand):
            command, seat = co.TimeOut(seat, command), None
        first = len(self.events)
        super().do(seat, command)
        made = tuple(self.events[first:])
        self.record += made
        self.tell(made, self.match)
        if self.match.phase != "won" and not isinstance(command, co.SetAuto) and self.random.random() < 0.03:
            who = self.random.randrange(4)
            self.do(who, co.SetAuto(not self.match.auto[who]))

    def deal(self) -> None:
        for seat in range(4):
            self.do(seat, co.Ready())
        super().deal()


def batch(events: Sequence[ev.Event], match: Match, seat: int | None) -> Batch:
    return Batch(0, tuple(redact(event, seat) for event in events), view(match, seat), None)


def heard_by(guests: dict[int, Witness]) -> Callable[[tuple[ev.Event, ...], Match], None]:
    """Tells all of them what happened, each as it may know it."""

    def tell(events: tuple[ev.Event, ...], match: Match) -> None:
        for member, guest in guests.items():
            guest.heard(batch(events, match, SEATED.get(member)))

    return tell


ALL = (*SEATED, WATCHES)


class Told(msgspec.Struct):
    """A deal as an honest host tells it; each batch by member; ``matches`` after each."""

    host: Gathering
    guests: dict[int, Witness]
    batches: dict[int, list[Batch]]
    opened: Opened
    start: Match

    def tell(self, member: int, change: Callable[[Batch], Batch] = lambda told: told) -> Witness:
        for told in self.batches[member]:
            self.guests[member].heard(change(told))
        return self.guests[member]

    def judge(self, events: Sequence[ev.Event] | None = None, **changes: Any) -> dict[int, Verdict]:
        """What each finds who was told everything, when the deal is opened with changes."""
        if events is not None:
            changes["events"] = tuple(events)
        opened = replace(self.opened, **changes)
        return {member: self.tell(member).opened(opened) for member in self.guests}

    def faults(self, events: Sequence[ev.Event] | None = None, **changes: Any) -> dict[int, str | None]:
        return {member: verdict.fault for member, verdict in self.judge(events, **changes).items()}


def a_deal(rules: RuleSet = KINDS[0], deals: int = 2, seed: object = 1, keen: float = 1.0) -> Told:
    """The last of so many deals; the guests have heard the others, and given their seeds to this one."""
    host, guests = Gathering(MATCH, noise("host")), witnesses()
    table = Hosted(rules, seed, host, keen=keen)
    batches: dict[int, list[Batch]] = {member: [] for member in guests}

    def tell(events: tuple[ev.Event, ...], match: Match) -> None:
        for member in guests:
            batches[member].append(batch(events, match, SEATED.get(member)))

    tell((), table.match)
    table.tell = tell
    for deal in range(1, deals + 1):
        start = table.match
        gather(host, guests, deal)
        table.deal()
        opened = host.opened(deal, table.record)
        if deal < deals:
            for member, guest in guests.items():
                for told in batches[member]:
                    guest.heard(told)
                assert guest.opened(opened) == Verdict(deal)
                batches[member].clear()
    return Told(host, guests, batches, opened, start)


def swapped_cards(events: Sequence[ev.Event]) -> tuple[ev.Event, ...]:
    """Two seats get each other's card."""
    dealt = [(i, event) for i, event in enumerate(events) if isinstance(event, ev.CardDealt)]
    one, mine = dealt[0]
    other, theirs = next(
        (i, event) for i, event in dealt if event.seat != mine.seat and event.card != mine.card
    )
    changed = list(events)
    changed[one], changed[other] = replace(mine, card=theirs.card), replace(theirs, card=mine.card)
    return tuple(changed)


def another_shuffle(told: Told) -> tuple[ev.Event, ...]:
    """A deal by the rules, of a deck the host liked better."""

    class Chosen(Gathering):
        def seed(self, number: int, redeals: int) -> str:
            return deal_seed("the host's own", number, redeals)

    start = replace(told.start, ready=(False,) * 4)
    table = Hosted(start.rules, "chosen", Chosen(MATCH), keen=1.0)
    table.start = table.match = start
    table.deal()
    return Gathering.opened(told.host, told.opened.deal, table.record).events
