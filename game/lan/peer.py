"""``Peer``: a member's place at a LAN table, whoever's PC the table runs on.

It is the ``Session`` that the table scene plays through, and what the lobby shows. The host's own
screen has one as well; only the way its messages take differs.
"""

import contextlib
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

from game.bots.levels import FREE_LEVEL
from game.engine import Reason, Refusal, View
from game.engine import commands as co
from game.engine.events import DealScored, DealStarted, TrickWon
from game.lan import wire
from game.lan.chain import Chain
from game.lan.finished import FinishedDeal, finished
from game.lan.witness import Verdict, Witness
from game.table.journal import SeatInfo
from game.table.open import HOUSE_SEATS
from game.table.runner import Seats
from game.table.session import Heard, Stopped
from game.table.table import Refused

UNHEARD = 10_000
"""Things told that may wait for the screen, many deals' worth: a host that tells more fills the memory."""
UNREAD = 200
"""Things said that may wait for the screen; older ones are dropped."""

State: TypeAlias = Literal["joining", "there", "lost", "ended"]
"""On the way in; at the table; the connection is lost and tried again; over for good."""

Why: TypeAlias = wire.Refusing | wire.Ending | Literal["impostor", "unreachable", "left", "parted"]
"""Why it is over: the host's word; the host is not who it was, or does not know the code; it can't be
reached; one left, for good or because the program ended."""


BOTS = ("Chen Mo", *(info.name for info in HOUSE_SEATS[1:]))
"""Names of computer players by seat."""


class Status(msgspec.Struct, frozen=True):
    """How things stand between this member and the table. ``since`` is when ``state`` began, ``looked``
    when the ``lobby`` came (both monotonic).

    ``code`` is the room's code on the host's own screen; ``trouble`` a word of the system's while lost.
    """

    state: State = "joining"
    since: float = 0.0
    lobby: wire.Lobby | None = None
    looked: float = 0.0
    me: int = 0
    code: str | None = None
    why: Why | None = None
    detail: str = ""
    trouble: str = ""

    @property
    def mine(self) -> wire.Member | None:
        """The own entry among the members."""
        return self.lobby.member(self.me) if self.lobby else None


class Peer:
    """Thread-safe: messages come in on one thread, the screen looks from another.

    ``post`` sends a message; ``hang_up`` ends the connection, and is told whether for good.
    """

    def __init__(
        self,
        wake: Callable[[], None],
        post: Callable[[wire.Asking], None],
        hang_up: Callable[[bool], None],
        returning: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.status = Status(since=clock())
        self.verdict: Verdict | None = None
        """What came of checking the last deal."""
        self.split = False
        """Whether the host told others something else than this member."""
        self.mark = ""
        """Four characters that are the same on all screens that heard the same, from trick to trick; ""
        where one came in the middle of a trick."""
        self.on_deal: Callable[[FinishedDeal], None] | None = None
        """Told each deal that the host opened, on the thread that carries the messages."""
        self._within: View | None = None  # the deal that runs, or ran last, as first seen
        self._wake = wake
        self._post = post
        self._hang_up = hang_up
        self._returning = returning  # to a seat that an earlier run of the program had
        self._clock = clock
        self._heard: queue.SimpleQueue[Heard] = queue.SimpleQueue()
        self._talk: deque[wire.Said] = deque(maxlen=UNREAD)
        self._chain = Chain()
        self._behind = True  # nothing was told yet on this connection
        self._witness: Witness | None = None
        self._witnessed_from: int | None = None
        self._epoch: int | None = None
        self._table = b""
        self._lock = threading.Lock()
        self._seq = 0
        self._waiting: dict[int, wire.Act] = {}  # commands without an answer, by number

    # for the screen

    @property
    def seat(self) -> int | None:
        """Where one sits; None for who watches."""
        mine = self.status.mine
        return mine.seat if mine else None

    @property
    def seats(self) -> Seats:
        """Who sits where."""
        lobby = self.status.lobby
        if lobby is None:
            return HOUSE_SEATS
        a, b, c, d = (seat_info(lobby, seat) for seat in range(4))
        return a, b, c, d

    def send(self, command: co.SeatCommand, answers: int | None = None) -> int:
        """A command of the own seat; gives its id."""
        with self._lock:
            self._seq += 1
            act = wire.Act(self._seq, command, answers)
            self._waiting[act.seq] = act
        self._post(act)
        return act.seq

    def ask(self, what: wire.Asking) -> None:
        """Anything that is not a command of the seat: sit, be ready, say something."""
        self._post(what)

    def poll(self) -> list[Heard]:
        """What has been heard at the table since, in order."""
        found: list[Heard] = []
        with contextlib.suppress(queue.Empty):
            while True:
                found.append(self._heard.get_nowait())
        return found

    def talk(self) -> list[wire.Said]:
        """What was said since, in order."""
        found: list[wire.Said] = []
        with contextlib.suppress(IndexError):
            while True:
                found.append(self._talk.popleft())
        return found

    def set_speed(self, speed: float) -> None:
        """The host's PC sets the pace."""

    def set_turn(self, turn: float | None) -> None:
        """The table has a time of its own."""

    def hold(self, held: bool) -> None:
        """The others play on."""

    def hurry(self) -> None:
        """The host's PC sets the pace."""

    def leave(self) -> None:
        """Get up for good; the host closes the table by it."""
        if self.status.state != "ended":
            self._post(wire.Bye())
            self._change(state="ended", why="left")
        self._hang_up(True)

    def part(self) -> None:
        """Go without getting up, as at the end of the program: the seat is kept as for a lost connection."""
        self.over("parted")
        self._hang_up(False)

    def break_off(self) -> None:
        """What the host tells can't be: hear no more of it. The seat is kept."""
        self.over("nonsense")
        self._hang_up(False)

    # for whoever carries the messages

    def lost(self, trouble: str) -> None:
        """There is no connection, or none any more; it is tried again."""
        if self.status.state == "joining":
            self._change(trouble=trouble)
        elif self.status.state != "ended":
            if self._witness:
                self._witness.lost()
            self._change(state="lost", trouble=trouble)

    def over(self, why: Why, detail: str = "") -> None:
        """It can't go on."""
        if self.status.state != "ended":
            self._change(state="ended", why=why, detail=detail)

    def deliver(self, message: wire.Telling) -> None:
        """A message of the host."""
        match message:
            case wire.Welcome():
                self._welcome(message)
            case wire.LobbyIs(lobby, code):
                if not lobby.playing:
                    self._witness = self.verdict = None
                    with self._lock:
                        self._waiting.clear()  # what was asked in a match is not asked in the next
                self._change(lobby=lobby, code=code, looked=self._clock())
            case wire.Told():
                self._told(message)
            case wire.No(seq, refusal):
                if self._answered(seq):
                    self._hear(Refused(seq, refusal))
            case wire.Halt(why):
                self._hear(Stopped(why))
            case wire.Said():
                self._talk.append(message)
                self._wake()
            case wire.Deny(why, detail):
                self.over(why, detail)
            case wire.Gone("slow"):
                pass  # the connection is lost
            case wire.Gone(why):
                self.over(why)
            case wire.CallSeeds():
                self._post(self._witness_at(self.seat).commit(message))
            case wire.Committed() if self._witness:
                if reveal := self._witness.committed(message):
                    self._post(reveal)
            case wire.Opened() if self._witness:
                self.verdict = self._witness.opened(message)
                self._pass_on(message)
                self._wake()

    def _welcome(self, message: wire.Welcome) -> None:
        same = message.epoch == self._epoch
        self._epoch, self._table = message.epoch, message.table
        self._behind = True
        with self._lock:
            self._seq = max(self._seq, message.acts)
            waiting = list(self._waiting.values())
            if not same:
                self._waiting.clear()
        self._change(state="there", me=message.member, trouble="")
        for act in waiting:
            if same:
                self._post(act)  # it is answered once, however often it is sent
            else:  # the host's program began anew: what was asked then is not what is asked now
                self._hear(Refused(act.seq, Refusal(Reason.STALE)))

    def _told(self, message: wire.Told) -> None:
        batch = message.batch
        self._answered(batch.taken)
        if self._behind:  # what happened just before may not have been heard, so this is how things stand
            batch = msgspec.structs.replace(batch, events=())
            self._behind = False
        for event in batch.events:
            self._chain.add((event,))
            if isinstance(event, TrickWon | DealScored | DealStarted):
                self.mark = self._chain.mark
        if self._chain.value != message.chain:
            self.split |= bool(batch.events)
            self._chain.adopt(message.chain)
            self.mark = ""
        if self._chain.value == Chain().value:  # nothing has happened yet
            self.mark = self._chain.mark
        self._witness_at(batch.view.seat).heard(batch)
        if batch.view.phase not in ("ready", "won"):
            self._within = batch.view
        self._hear(batch)

    def _pass_on(self, opened: wire.Opened) -> None:
        """A deal is over, and the host has shown all of it."""
        mine = self.status.mine
        deal = finished(self._within, opened) if self._within else None
        if self.on_deal and deal and mine and self._within:
            rules = self._within.rules
            self.on_deal(FinishedDeal(self._table, deal, rules, self.seats, mine.seat, mine.host))

    def _witness_at(self, seat: int | None) -> Witness:
        """The one there is for the match; a seat taken later on begins anew."""
        if self._witness is None or (self._witnessed_from is None and seat is not None):
            self._witness, self._witnessed_from = Witness(self._table, self.status.me, seat), seat
            if self._returning:
                self._witness.lost()
        return self._witness

    def _answered(self, seq: int) -> bool:
        with self._lock:
            return self._waiting.pop(seq, None) is not None

    def _hear(self, heard: Heard) -> None:
        if self._heard.qsize() < UNHEARD:
            self._heard.put(heard)
        elif self.status.state != "ended":
            self.break_off()
        self._wake()

    def _change(self, **changes: object) -> None:
        with self._lock:  # the screen's thread may end what the other one is about to change
            if self.status.state != "ended":
                if changes.get("state", self.status.state) != self.status.state:
                    changes["since"] = self._clock()
                self.status = msgspec.structs.replace(self.status, **changes)
        self._wake()


def seat_info(lobby: wire.Lobby, seat: int) -> SeatInfo:
    """Who sits at a seat of a lobby, for the table; a computer player has one of the house's names."""
    member = lobby.at(seat)
    level = lobby.chairs[seat] or FREE_LEVEL
    if member is None:
        return SeatInfo(BOTS[seat], bot=True, level=level)
    return SeatInfo(member.name, bot=False, picture=member.picture)
