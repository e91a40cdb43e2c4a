"""The fair deal, the host's side: everybody at the table puts a seed into the shuffle.

First all bind themselves by digests, then all show the seeds to the host; so nobody, the host
neither, can choose a seed by what the others chose. Member 0 is the table itself. What a guest
makes of it afterwards is in ``witness``.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from hashlib import sha256
from secrets import token_bytes
from typing import Literal

import msgspec
from msgspec.structs import replace

from game.engine import events as ev
from game.engine.chance import deal_seed
from game.lan.wire import CallSeeds, Commit, Committed, Entry, Opened, Reveal

LIMIT = 5.0
"""Seconds a member has to commit, and again to reveal."""
SEED = 32
"""Bytes of a seed."""
TABLE = 0
"""The member that the table itself is."""


def digest(table: bytes, deal: int, member: int, seed: bytes) -> bytes:
    """What binds a member to a seed, for this deal at this table alone."""
    return _hash(b"shengji seed", table, deal, _number(member) + seed)


def deck_seed(table: bytes, deal: int, seeds: Mapping[int, bytes]) -> str:
    """What a deal is shuffled by, from all members' seeds."""
    parts = b"".join(_number(member) + seeds[member] for member in sorted(seeds))
    return _hash(b"shengji deck", table, deal, parts).hex()


def _hash(tag: bytes, table: bytes, deal: int, rest: bytes) -> bytes:
    return sha256(tag + _number(len(table)) + table + _number(deal) + rest).digest()


def _number(n: int) -> bytes:
    return n.to_bytes(8, "big")


class Send(msgspec.Struct, frozen=True):
    """Something to tell these members; None: everybody at the table, spectators too."""

    to: tuple[int, ...] | None
    message: CallSeeds | Committed


class LeftOut(msgspec.Struct, frozen=True):
    """A member that was asked has no part in the shuffle of a deal, and why."""

    deal: int
    member: int
    why: Literal["no digest", "no seed", "wrong seed"]


class Round(msgspec.Struct, frozen=True):
    """How far the seeds of one deal are; the host keeps it on disk, as secret as the cards.

    ``digests`` are complete, the table's with them, once the step is no longer "commits"; ``seeds``
    once it is "done". ``wrong`` are members whose seed did not fit.
    """

    table: bytes
    deal: int
    asked: tuple[int, ...]
    own: bytes
    step: Literal["commits", "reveals", "done"] = "commits"
    digests: tuple[Entry, ...] = ()
    seeds: tuple[Entry, ...] = ()
    wrong: tuple[int, ...] = ()


class Gathering:
    """Gathers the seeds of a match, deal after deal. Time comes in as ``now``, seconds, monotonic.

    ``table`` tells this match from all others. What is to be sent waits for ``take``. All is for one
    thread, but ``seed`` may be read from any.
    """

    def __init__(self, table: bytes, random: Callable[[int], bytes] = token_bytes) -> None:
        self._table = table
        self._random = random
        self._round: Round | None = None
        self._seeds: dict[int, str] = {}  # by deal; what another thread reads
        self._gone: set[int] = set()
        self._due: float | None = None
        self._out: list[Send] = []
        self._left_out: list[LeftOut] = []

    @classmethod
    def from_state(
        cls, state: Round, now: float, random: Callable[[int], bytes] = token_bytes
    ) -> "Gathering":
        """Go on after the host was stopped. Whoever is still waited for has the whole time again."""
        gathering = cls(state.table, random)
        gathering._round = state
        if state.step == "done":
            gathering._seeds[state.deal] = _shuffled_by(state)
        else:
            gathering._due = now + LIMIT
        return gathering

    def state(self) -> Round | None:
        """What ``from_state`` needs; None before the first call. Changes with every step."""
        return self._round

    def seed(self, number: int, redeals: int) -> str | None:
        """What the table shuffles by (``Seeds``); None while seeds are being gathered."""
        seed = self._seeds.get(number)
        return None if seed is None else deal_seed(seed, number, redeals)

    def call(self, deal: int, members: Collection[int], now: float) -> None:
        """Ask these members for seeds for a deal. Nothing happens when that deal was called before."""
        if self._round and deal <= self._round.deal:
            return
        asked = tuple(sorted({*members} - {TABLE}))
        self._round = Round(self._table, deal, asked, self._random(SEED))
        self._seeds = {n: seed for n, seed in self._seeds.items() if n == deal - 1}
        self._gone.clear()
        self._due = now + LIMIT
        if asked:
            self._out.append(Send(asked, CallSeeds(deal)))
        self._go_on(now)

    def commit(self, member: int, said: Commit, now: float) -> bool:
        """A member binds itself. False: not asked for, or not any more."""
        at = self._round
        if not at or at.step != "commits" or said.deal != at.deal or member not in at.asked:
            return False
        if member in _members(at.digests):
            return False
        self._round = replace(at, digests=_with(at.digests, member, said.digest))
        self._go_on(now)
        return True

    def reveal(self, member: int, said: Reveal, now: float) -> bool:
        """A member shows its seed. False: not asked for, not any more, or not what it was bound to."""
        at = self._round
        if not at or at.step != "reveals" or said.deal != at.deal or member not in self._unseen(at):
            return False
        fits = Entry(member, digest(self._table, at.deal, member, said.seed)) in at.digests
        if fits:
            self._round = replace(at, seeds=_with(at.seeds, member, said.seed))
        else:
            self._round = replace(at, wrong=(*at.wrong, member))
            self._left_out.append(LeftOut(at.deal, member, "wrong seed"))
        self._go_on(now)
        return fits

    def gone(self, member: int, now: float) -> None:
        """A member is not connected: it is not waited for, but may still come back in time."""
        self._gone.add(member)
        self._go_on(now)

    def back(self, member: int) -> None:
        """A member is there again: it is told once more what it has yet to answer."""
        self._gone.discard(member)
        at = self._round
        if at and at.step == "commits" and member in {*at.asked} - _members(at.digests):
            self._out.append(Send((member,), CallSeeds(at.deal)))
        elif at and at.step == "reveals" and member in self._unseen(at):
            self._out.append(Send((member,), Committed(at.deal, at.digests)))

    def tick(self, now: float) -> None:
        """Go on without those whose time is up."""
        if self._due is not None and now >= self._due:
            self._go_on(now, late=True)

    def next_due(self) -> float | None:
        """When ``tick`` has something to do; None while nobody is waited for."""
        return self._due

    def take(self) -> list[Send]:
        """What is to be sent, in order; each thing once."""
        out, self._out = self._out, []
        return out

    def take_left_out(self) -> list[LeftOut]:
        """Who has no part though asked, to be shown; each once."""
        left_out, self._left_out = self._left_out, []
        return left_out

    def opened(self, deal: int, events: Sequence[ev.Event]) -> Opened:
        """What everybody may know of the deal, now that it is over; ``events`` is the table's record.

        ValueError when these are not the last called deal, gathered and played to its end.
        """
        at = self._round
        if not at or at.deal != deal or at.step != "done":
            raise ValueError(f"the seeds of deal {deal} are not at hand")
        ends = [i for i, event in enumerate(events) if isinstance(event, ev.DealScored | ev.MatchWon)]
        if not ends:
            raise ValueError(f"deal {deal} is not over")
        return Opened(deal, at.seeds, tuple(events[: ends[-1] + 1]))

    def _go_on(self, now: float, late: bool = False) -> None:
        """The next step, and the one after, where nobody is waited for (any longer)."""
        at = self._round
        if at and at.step == "commits":
            missing = {*at.asked} - _members(at.digests)
            if missing <= self._gone or late:
                self._left_out += [LeftOut(at.deal, member, "no digest") for member in sorted(missing)]
                own = digest(self._table, at.deal, TABLE, at.own)
                digests = _with(at.digests, TABLE, own)
                at = replace(at, step="reveals", digests=digests, seeds=(Entry(TABLE, at.own),))
                self._round = at
                self._due, late = now + LIMIT, False
                self._out.append(Send(None, Committed(at.deal, digests)))
        if at and at.step == "reveals":
            missing = self._unseen(at)
            if missing <= self._gone or late:
                self._left_out += [LeftOut(at.deal, member, "no seed") for member in sorted(missing)]
                self._round = at = replace(at, step="done")
                self._due = None
                self._seeds[at.deal] = _shuffled_by(at)

    def _unseen(self, at: Round) -> set[int]:
        """Who is bound to a seed and has not shown any."""
        return _members(at.digests) - _members(at.seeds) - {*at.wrong}


def _shuffled_by(at: Round) -> str:
    return deck_seed(at.table, at.deal, {entry.member: entry.value for entry in at.seeds})


def _members(entries: Sequence[Entry]) -> set[int]:
    return {entry.member for entry in entries}


def _with(entries: Sequence[Entry], member: int, value: bytes) -> tuple[Entry, ...]:
    return tuple(sorted((*entries, Entry(member, value)), key=lambda entry: entry.member))
