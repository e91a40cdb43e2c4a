"""The fair deal, a guest's side: what it was told is compared with what the host opens afterwards."""

import logging
from collections.abc import Callable, Sequence
from hashlib import sha256
from secrets import token_bytes
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from game.engine import Match, View, redact, view
from game.engine import events as ev
from game.engine.chance import deal_seed
from game.engine.replay import Impossible, replayed
from game.lan.fair import SEED, TABLE, deck_seed, digest
from game.lan.wire import CallSeeds, Commit, Committed, Opened, Reveal
from game.table.table import Batch

log = logging.getLogger(__name__)

T = TypeVar("T")

NOBODY = (False,) * 4
TOLD = 8000
"""Batches and events of one deal together at most, several times what any has."""
KEPT = 3
"""Of so many deals a witness remembers what it heard."""

Fault = Literal["left_out", "seeds", "deck", "told", "rules"]
"""What was not fair: my own seed was left out; a seed is not what its member was bound to, or the
digests were changed; the cards are not those the seeds give; I was told something else than happened;
something was against the rules."""


class Verdict(msgspec.Struct, frozen=True):
    """What a guest found in a deal that was opened; ``fault`` None: all as it should be.

    ``member`` is whose seed it is about, ``seat`` whose deed or cards, where that can be said.
    ``left_out`` are members without a part in the shuffle. ``partly``: the guest had not heard the
    whole of it, so not all could be looked at.
    """

    deal: int
    fault: Fault | None = None
    member: int | None = None
    seat: int | None = None
    left_out: tuple[int, ...] = ()
    partly: bool = False


class _Unfair(Exception):
    def __init__(self, fault: Fault, member: int | None = None, seat: int | None = None) -> None:
        super().__init__(fault)
        self.fault, self.member, self.seat = fault, member, seat


class _Trail(msgspec.Struct):
    """What was heard of one deal. ``base``: how the match stood before it, or (not ``whole``) where one
    came in. ``heard``: what each batch told, and what it showed; one without events may have skipped some.
    """

    base: View
    whole: bool
    auto: tuple[bool, bool, bool, bool]
    lost: bool
    heard: list[tuple[tuple[ev.Event, ...], bytes]]
    over: bool = False
    told: int = 0


class Witness:
    """One member's memory of a match's deals, of which it judges each. Nothing here raises.

    ``seat`` None is a spectator. Made anew for a member that comes back, it is to be told ``lost``.
    """

    def __init__(
        self, table: bytes, member: int, seat: int | None, random: Callable[[int], bytes] = token_bytes
    ) -> None:
        self._table = table
        self._member = member
        self._seat = seat
        self._random = random
        self._own: dict[int, bytes] = {}  # these three by deal
        self._committed: dict[int, Committed] = {}
        self._trails: dict[int, _Trail] = {}
        self._last_committed = 0
        self._between: View | None = None  # the last view heard between deals
        self._stage = (0, False)  # deals played, and whether one runs
        self._noted: _Unfair | None = None  # for the next verdict
        self._lost = False

    @property
    def awaited(self) -> int | None:
        """A deal that is over and was not opened yet; the next must not begin before."""
        return next((deal for deal, trail in self._trails.items() if trail.over), None)

    def lost(self) -> None:
        """The connection was lost: what was said last may not have arrived."""
        self._lost = True

    def commit(self, call: CallSeeds) -> Commit:
        """Bound to a seed; when asked again, to the same one."""
        if call.deal not in self._own:
            self._own[call.deal] = self._random(SEED)
            _forget(self._own)
            self._lost = False
        return Commit(call.deal, self._digest(call.deal))

    def committed(self, said: Committed) -> Reveal | None:
        """The seed, once all are bound to theirs; None, and a fault is noted, when I am not among them."""
        if said.deal < self._last_committed:
            self._note(_Unfair("seeds"))
            return None
        self._last_committed = said.deal
        before = self._committed.setdefault(said.deal, said)
        _forget(self._committed)
        digests = {entry.member: entry.value for entry in said.entries}
        if before != said or len(digests) < len(said.entries):
            self._note(_Unfair("seeds"))
            return None
        mine = digests.get(self._member)
        if said.deal not in self._own:
            if mine is not None and not self._lost:
                self._note(_Unfair("seeds", self._member))
            return None
        if mine != self._digest(said.deal):
            if mine is not None or not self._lost:
                self._note(_Unfair("left_out", self._member))
            return None
        return Reveal(said.deal, self._own[said.deal])

    def heard(self, batch: Batch) -> None:
        """Remember what the host told."""
        now, events = batch.view, batch.events
        runs = now.number == now.deals_played + 1  # or is to be dealt again
        if (now.deals_played, runs) < self._stage:
            self._note(_Unfair("told"))  # no match goes back
        self._stage = (now.deals_played, runs)
        if runs:
            trail = self._trails.get(now.number)
            if trail is None:
                trail, events = self._began(now), _from_the_start(events)
            trail.told += 1 + len(events)
            if trail.told > TOLD:
                self._note(_Unfair("told"))
            else:
                trail.heard.append((events, _shown(now)))
            return
        trail_over = self._trails.get(now.deals_played)
        if trail_over and not trail_over.over:
            trail_over.over = True
            trail_over.heard.append((_to_the_end(events), _shown(now)))
            self._lost = self._lost and not events  # whoever hears the end is there for the next seeds
        before = self._between
        if before and before.deals_played == now.deals_played and _shown(before) != _shown(now):
            self._note(_Unfair("told"))
        self._between = now

    def opened(self, said: Opened) -> Verdict:
        """Look at all of a deal."""
        deal = said.deal
        trail = self._trails.pop(deal, None)
        committed = self._committed.get(deal)
        seeds = {entry.member: entry.value for entry in said.entries}
        bound = {entry.member for entry in committed.entries} if committed else set()
        if self._seat is not None:
            bound.add(self._member)
        verdict = Verdict(
            deal,
            left_out=tuple(sorted(bound - {*seeds})),
            partly=committed is None or trail is None or not (trail.whole and trail.over),
        )
        try:
            noted, self._noted = self._noted, None
            if noted:
                raise noted
            self._look_at_seeds(said, seeds, committed, trail)
            self._look_at_deck(said, seeds)
            if trail:
                self._look_at_deal(said, trail)
            elif not self._between or self._between.deals_played != deal:
                raise _Unfair("told")  # not the deal that is over
        except _Unfair as unfair:
            return replace(verdict, fault=unfair.fault, member=unfair.member, seat=unfair.seat)
        except Exception:  # whatever a host may have sent
            log.exception("deal %d can't be looked at", deal)
            return replace(verdict, fault="rules")
        return verdict

    def _began(self, now: View) -> _Trail:
        base = self._between
        whole = base is not None and base.deals_played == now.deals_played
        trail = _Trail(base if base and whole else now, whole, now.auto, self._lost, [])
        self._trails[now.number] = trail
        _forget(self._trails)
        self._lost = False
        return trail

    def _look_at_seeds(
        self, said: Opened, seeds: dict[int, bytes], committed: Committed | None, trail: _Trail | None
    ) -> None:
        """Each seed is what its member was bound to, none was added, and mine is among them."""
        deal, me = said.deal, self._member
        own = self._own.get(deal)
        if len(seeds) < len(said.entries):
            raise _Unfair("seeds")
        if committed:
            digests = {entry.member: entry.value for entry in committed.entries}
            for member, seed in seeds.items():
                if digests.get(member) != digest(self._table, deal, member, seed):
                    raise _Unfair("seeds", member)
            if TABLE in digests and TABLE not in seeds:
                raise _Unfair("seeds", TABLE)  # the host could leave its own out once it knows the others
        elif own is not None and seeds.get(me, own) != own:
            raise _Unfair("seeds", me)
        if self._seat is not None and me not in seeds and trail and trail.whole and not trail.lost:
            raise _Unfair("left_out", me)

    def _look_at_deck(self, said: Opened, seeds: dict[int, bytes]) -> None:
        """It was shuffled by the seeds, each time again."""
        seed = deck_seed(self._table, said.deal, seeds)
        shuffles = [event for event in said.events if isinstance(event, ev.DealStarted)]
        for redeals, event in enumerate(shuffles):
            if event.seed != deal_seed(seed, said.deal, redeals):
                raise _Unfair("deck")

    def _look_at_deal(self, said: Opened, trail: _Trail) -> None:
        """It was played by the rules, and is what I was told."""
        events = said.events
        at = played = 0
        shown: dict[int, bytes] = {}  # by how many events were over
        try:
            for after, made in replayed(_start(trail, events), events):
                at += len(made)
                played = after.deals_played
                shown[at] = _shown(view(after, self._seat))
        except Impossible as no:
            event = events[min(no.index, len(events) - 1)]
            dealt = type(event) is type(no.made) and isinstance(
                event, ev.CardDealt | ev.BottomTurned | ev.BottomTaken
            )
            raise _Unfair("deck" if dealt else "rules", seat=_seat_of(event)) from no
        if played != said.deal or not isinstance(events[-1], ev.DealScored | ev.MatchWon):
            raise _Unfair("rules")
        self._compare(trail, tuple(redact(event, self._seat) for event in events), shown)

    def _compare(self, trail: _Trail, told: tuple[ev.Event, ...], shown: dict[int, bytes]) -> None:
        """Follow what was heard through what should have been told. After a gap there may be several
        places to go on from, where nothing was seen to change between them."""
        places = {0}
        for events, seen in trail.heard:
            n = len(events)
            if n:
                after = {at + n for at in places if told[at : at + n] == events}
            else:
                after = {at for at in shown if at >= min(places)}
            after = {at for at in after if shown.get(at) == seen}
            if not after:
                rest = told[min(places) :]
                other = next((mine for mine, real in zip(events, rest, strict=False) if mine != real), None)
                raise _Unfair("told", seat=_seat_of(other))
            places = after

    def _digest(self, deal: int) -> bytes:
        return digest(self._table, deal, self._member, self._own[deal])

    def _note(self, unfair: _Unfair) -> None:
        self._noted = self._noted or unfair


def _start(trail: _Trail, events: Sequence[ev.Event]) -> Match:
    """The match just before the deal. Who was on auto-play then, one has from the first change in it."""
    base, first = trail.base, events[0]
    dealer, failed = base.dealer, list(base.failed_throws)
    if not trail.whole:
        dealer = first.dealer if isinstance(first, ev.DealStarted) else None
        for failure in base.failures:
            failed[failure.seat] -= 1
    auto = list(trail.auto)
    for event in reversed(events):
        if isinstance(event, ev.AutoSet):
            auto[event.seat] = not event.on
    return Match(
        rules=base.rules,
        levels=base.levels,
        dealer=dealer,
        deals_played=base.deals_played,
        failed_throws=(failed[0], failed[1], failed[2], failed[3]),
        ready=(True,) * 4,
        auto=(auto[0], auto[1], auto[2], auto[3]),
        result=base.result,
    )


def _shown(seen: View) -> bytes:
    """A view in short, but for what seats set between deals; that is told by events."""
    return sha256(msgspec.msgpack.encode(replace(seen, ready=NOBODY, auto=NOBODY))).digest()


def _from_the_start(events: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
    """Those from the start of the deal, where it is among them."""
    starts = (i for i, event in enumerate(events) if isinstance(event, ev.DealStarted))
    return events[next(starts, 0) :]


def _to_the_end(events: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
    """Those up to the end of the deal."""
    ends = [i for i, event in enumerate(events) if isinstance(event, ev.DealScored | ev.MatchWon)]
    return events[: ends[-1] + 1] if ends else events


def _seat_of(event: ev.Event | None) -> int | None:
    return getattr(event, "seat", None)


def _forget(by_deal: dict[int, T]) -> None:
    """Keep the last few, so that deals that never end fill no memory."""
    while len(by_deal) > KEPT:
        del by_deal[next(iter(by_deal))]
