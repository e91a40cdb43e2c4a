"""A table on the loopback with a host and guests in this very process, and players that answer for them."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from game.bots.rule import RuleBot
from game.engine import Reason, RuleSet, preset, redact
from game.engine.events import DealScored, Event
from game.lan import wire
from game.lan.join import join
from game.lan.open import Hosted, open_table
from game.lan.peer import Peer
from game.profile.avatar import Picture
from game.table.session import Stopped
from game.table.table import Batch, Pace, Refused

CODE = "424242"
FAST = Pace(0.001, 0, 0, grace=0.1)
PATIENCE = 30.0


def wait(what: Callable[[], object], patience: float = PATIENCE) -> None:
    """Until it is so."""
    until = time.monotonic() + patience
    while not what():
        assert time.monotonic() < until, f"waited in vain: {what}"
        time.sleep(0.005)


class Seat:
    """A member and the rule player that may answer for it; keeps what was heard."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.batches: list[Batch] = []
        self.refused: list[Refused] = []
        self.stopped: list[Stopped] = []
        self.plays = True
        self._bot = RuleBot()
        self._asked: object = None
        self._pauses = 0.0  # until then nothing is answered: it would be too fast

    @property
    def last(self) -> Batch:
        return self.batches[-1]

    @property
    def public(self) -> list[Event]:
        """What all may know of what was heard."""
        return [redact(event, None) for batch in self.batches for event in batch.events]

    @property
    def first_deal(self) -> list[Event]:
        """What all may know of the first deal, to its end."""
        public = self.public
        return public[: next(i for i, event in enumerate(public) if isinstance(event, DealScored)) + 1]

    @property
    def deals(self) -> int:
        return self.last.view.deals_played if self.batches else 0

    def look(self) -> None:
        """Hear, and answer what is asked."""
        for heard in self.peer.poll():
            match heard:
                case Batch():
                    self.batches.append(heard)
                    if not heard.events:
                        self._asked = None
                case Refused(_, refusal):
                    self.refused.append(heard)
                    assert refusal.reason in (Reason.STALE, Reason.TOO_FAST), refusal
                    if refusal.reason is Reason.TOO_FAST:
                        self._asked, self._pauses = None, time.monotonic() + 0.25
                case Stopped():
                    self.stopped.append(heard)
        if not self.batches or not self.plays or self.last.ask is None:
            return
        view, ask = self.last.view, self.last.ask
        key = (ask.number, view.undealt == 0)
        if self._asked != key and time.monotonic() > self._pauses:
            self._asked = key
            if command := self._bot.answer(view, ask.question):
                self.peer.send(command, ask.number)


class Party:
    """A host with its guests; the host's own place is the first of ``seats``."""

    def __init__(self, folder: Path, hosted: Hosted, seats: Sequence[Seat]) -> None:
        self.folder = folder
        self.hosted = hosted
        self.seats = list(seats)

    @property
    def host(self) -> Seat:
        return self.seats[0]

    @property
    def guests(self) -> list[Seat]:
        return self.seats[1:]

    def guest(
        self, name: str, *, code: str | None = CODE, watch: bool = False, picture: Picture | None = None
    ) -> Seat:
        """Somebody new comes in and is there."""
        peer = self.knock(name, code=code, watch=watch, picture=picture)
        wait(lambda: peer.status.state != "joining" and (peer.status.lobby or peer.status.why))
        assert peer.status.state == "there", peer.status
        seat = Seat(peer)
        self.seats.append(seat)
        return seat

    def knock(
        self, name: str, *, code: str | None = CODE, watch: bool = False, picture: Picture | None = None
    ) -> Peer:
        """Somebody at the door."""
        folder = self.folder / f"guest {name}"
        return join(folder, "127.0.0.1", self.hosted.port, name, code, lambda: None, watch, picture)

    def start(self) -> None:
        """All are ready and the match begins; everybody knows."""
        for seat in self.guests:
            if seat.peer.seat is not None:
                seat.peer.ask(wire.SetReady(True))
        lobby = lambda: self.hosted.lobby  # noqa: E731
        wait(lambda: all(m.ready for m in lobby().members if m.seat is not None))
        self.host.peer.ask(wire.Start())
        wait(lambda: lobby().playing)
        there = [seat.peer for seat in self.seats if seat.peer.status.state == "there"]
        wait(lambda: all(peer.status.lobby and peer.status.lobby.playing for peer in there))

    def play(self, until: Callable[[], object], patience: float = PATIENCE) -> None:
        """All who play go on until it is so."""
        limit = time.monotonic() + patience
        while not until():
            for seat in self.seats:
                seat.look()
            assert time.monotonic() < limit, f"waited in vain: {until}"
            time.sleep(0.001)

    def play_deals(self, n: int = 1) -> None:
        """Until all have heard of the n-th deal's end and looked into it."""
        seats = [seat for seat in self.seats if seat.peer.status.state == "there"]

        def over() -> bool:
            checked = (seat.peer.verdict and seat.peer.verdict.deal >= n for seat in seats)
            return all(seat.deals >= n for seat in seats) and all(checked)

        self.play(over)

    def on_loop(self, job: Callable[[], None]) -> None:
        """Done by the host's loop when this returns."""
        done = threading.Event()

        def all_of_it() -> None:
            job()
            done.set()

        self.hosted._host.call(all_of_it)
        assert done.wait(10)

    def close(self) -> None:
        for seat in self.guests:
            seat.peer.leave()
        self.hosted.close()


@contextmanager
def party(
    folder: Path,
    guests: int = 3,
    rules: RuleSet | None = None,
    options: wire.Options | None = None,
    pace: Pace = FAST,
    picture: Picture | None = None,
) -> Iterator[Party]:
    """A host named 甲 and guests 乙, 丙, 丁, in the lobby."""
    hosted = open_table(
        folder / "host",
        folder / "matches",
        "四方桌",
        "甲",
        rules or preset("lezhong", 1),
        options or wire.Options(turn=20, countdown=30),
        pace,
        lambda: None,
        port=0,
        code=CODE,
        picture=picture,
    )
    assert hosted.peer
    all_of_them = Party(folder, hosted, [Seat(hosted.peer)])
    try:
        for name in "乙丙丁"[:guests]:
            all_of_them.guest(name)
        yield all_of_them
    finally:
        all_of_them.close()
