"""All that a host says, to whom, and how much of the cards each may have known then; for tests.

With one deck every card is there once, so a card that is named is that very card.
"""

import bisect
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from game.engine import Reason, View
from game.engine import events as ev
from game.engine.match import Result
from game.lan import wire
from game.lan.codec import HEAD, GuestCodec, HostCodec
from game.lan.host import Host
from game.table.journal import SUFFIX, read
from game.table.table import Ask

FACES = 54
SHOWN = (ev.BidMade, ev.BottomTurned, ev.CardsPlayed, ev.BottomShown)
"""Events whose cards lie open."""
EVENTS = inspect.type_info(tuple[ev.Event, ...])
VIEW = inspect.type_info(View)
ASK = inspect.type_info(Ask)


class Spoken(msgspec.Struct):
    """A message to a member: where it sat, and how long the journal was."""

    member: int
    seat: int | None
    message: wire.Telling
    raw: bytes
    journal: int


class Tap:
    """Hears all that a host sends; ``said`` in order."""

    def __init__(self, host: Host, matches: Path) -> None:
        self.said: list[Spoken] = []
        self._host = host
        self._matches = matches
        self._lock = threading.Lock()
        self._ends: dict[int, tuple[HostCodec, GuestCodec]] = {}
        self._members: dict[int, int] = {}
        self._seats: dict[int, int | None] = {}
        self._real = HostCodec.encode

    def encode(self, codec: HostCodec, message: wire.Telling) -> bytes:
        """In place of ``HostCodec.encode``."""
        raw = self._real(codec, message)
        with self._lock:
            _, guest = self._ends.setdefault(id(codec), (codec, GuestCodec()))
            heard = guest.decode(raw[HEAD:])
            if isinstance(heard, wire.Welcome):
                self._members[id(codec)] = heard.member
            self._note(self._members.get(id(codec), -1), heard, raw)
        return raw

    def deliver(self, member: int, message: wire.Telling) -> None:
        """What the host's own screen is told."""
        with self._lock:
            self._note(member, message, b"")

    def _note(self, member: int, message: wire.Telling, raw: bytes) -> None:
        if person := self._host.room.people.get(member):
            self._seats[member] = person.seat
        length = sum(file.stat().st_size for file in self._matches.glob(f"*{SUFFIX}"))
        self.said.append(Spoken(member, self._seats.get(member), message, raw, length))


class Open(msgspec.Struct):
    """Cards of a deal that became known to all, or (``seat``) to one, with a record of the journal."""

    place: int
    seat: int | None
    cards: tuple[int, ...]


class Known:
    """What each seat may know, by deal and by how much of the journal was written."""

    def __init__(self, journal: Path) -> None:
        data = journal.read_bytes()
        _, records, _ = read(data)
        self._ends = [0]
        for line in data.split(b"\n")[1 : len(records) + 1]:
            self._ends.append(self._ends[-1] + len(line) + 1)
        first = data.index(b"\n") + 1
        self._ends = [first + end for end in self._ends]
        self._open: dict[int, list[Open]] = {}
        self._over: dict[int, int] = {}
        deal = 0
        for place, record in enumerate(records, 1):
            for event in record:
                if isinstance(event, ev.DealStarted):
                    deal = event.number
                elif isinstance(event, ev.DealScored):
                    self._over[deal] = place
                self._open.setdefault(deal, []).extend(_opened_by(event, place))

    def _place(self, journal: int) -> int:
        return bisect.bisect_right(self._ends, journal) - 1

    def cards(self, seat: int | None, deal: int, journal: int) -> set[int]:
        place = self._place(journal)
        return {
            card
            for shown in self._open.get(deal, ())
            if shown.place <= place and shown.seat in (None, seat)
            for card in shown.cards
        }

    def over(self, deal: int, journal: int) -> bool:
        """Whether that deal was over."""
        return deal in self._over and self._over[deal] <= self._place(journal)


def _opened_by(event: ev.Event, place: int) -> Iterator[Open]:
    match event:
        case ev.CardDealt(seat, card):
            assert card is not None
            yield Open(place, seat, (card,))
        case ev.BottomTaken(seat, cards) | ev.Buried(seat, cards):
            yield Open(place, seat, cards or ())
        case ev.ThrowFailed():
            yield Open(place, None, (*event.tried, *event.forced, *event.beaten_by))
        case _ if isinstance(event, SHOWN):
            yield Open(place, None, event.cards)


def cards_in(value: Any, kind: inspect.Type, deal: int) -> Iterator[tuple[int, int]]:
    """Each card in a message, whatever field it is in, with the deal it is of."""
    match kind:
        case inspect.Metadata(type=inner):
            yield from cards_in(value, inner, deal)
        case inspect.IntType(lt=lt):
            if lt == FACES:
                yield deal, value
        case inspect.VarTupleType(item_type=inner) | inspect.ListType(item_type=inner):
            for each in value:
                yield from cards_in(each, inner, deal)
                deal = getattr(each, "number", deal) if isinstance(each, ev.DealStarted) else deal
        case inspect.TupleType(item_types=inners):
            for each, inner in zip(value, inners, strict=True):
                yield from cards_in(each, inner, deal)
        case inspect.UnionType(types=inners):
            for inner in inners:
                if _fits(value, inner):
                    yield from cards_in(value, inner, deal)
                    break
        case inspect.StructType():
            if isinstance(value, Result):
                deal = value.number
            for field in kind.fields:
                yield from cards_in(getattr(value, field.name), field.type, deal)


def _fits(value: Any, kind: inspect.Type) -> bool:
    match kind:
        case inspect.Metadata(type=inner):
            return _fits(value, inner)
        case inspect.NoneType():
            return value is None
        case inspect.StructType(cls=cls):
            return isinstance(value, cls)
        case inspect.IntType():
            return isinstance(value, int)
        case inspect.TupleType() | inspect.VarTupleType() | inspect.ListType():
            return isinstance(value, tuple | list)
        case _:
            return False


def leaks(said: list[Spoken], known: Known, code: str, host: int) -> list[str]:
    """What was told to whom who may not have known it. Nothing when all is well."""
    found: list[str] = []
    tokens = {one.message.token: one.member for one in said if isinstance(one.message, wire.Welcome)}
    seeds = {
        entry.value: one.message.deal
        for one in said
        if isinstance(one.message, wire.Opened)
        for entry in one.message.entries
    }
    deals: dict[int, int] = {}  # by member: of the last view
    for one in said:
        message, about = one.message, f"{type(one.message).__name__} to member {one.member}"
        if isinstance(message, wire.Opened):
            if not known.over(message.deal, one.journal):
                found.append(f"{about}: deal {message.deal} is not over")
            continue
        if one.raw and one.member != host and code.encode() in one.raw:
            found.append(f"{about}: the code")
        found += [
            f"{about}: a token"
            for token, member in tokens.items()
            if token in one.raw and member != one.member
        ]
        found += [
            f"{about}: a seed"
            for seed, deal in seeds.items()
            if seed in one.raw and not known.over(deal, one.journal)
        ]
        if isinstance(message, wire.Told):
            parts = [(message.batch.events, EVENTS, deals.get(one.member, 0))]
            deals[one.member] = message.batch.view.number
            parts.append((message.batch.view, VIEW, message.batch.view.number))
            if message.batch.ask:
                parts.append((message.batch.ask, ASK, message.batch.view.number))
            if message.batch.view.seat not in (one.seat, None):
                found.append(f"{about}: the view of seat {message.batch.view.seat}")
            starts = (event for event in message.batch.events if isinstance(event, ev.DealStarted))
            found += [f"{about}: the seed of the deck" for event in starts if event.seed is not None]
        elif isinstance(message, wire.No) and message.refusal.reason is Reason.NOT_HELD:
            continue  # it names what the member has named itself
        else:
            parts = [(message, inspect.type_info(type(message)), deals.get(one.member, 0))]
        for value, kind, deal in parts:
            for of, card in cards_in(value, kind, deal):
                if card not in known.cards(one.seat, of, one.journal):
                    found.append(f"{about}, seat {one.seat}: card {card} of deal {of}")
    return found
