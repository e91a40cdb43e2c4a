"""A seat at a LAN table played without a window, and a line for whatever happens there."""

import json
import sys
import threading
import time
from typing import Any, TextIO

import msgspec

from game.cli.player import ScriptPlayer
from game.engine import Reason, redact
from game.lan import wire
from game.lan.peer import Peer, Status
from game.table.session import Stopped
from game.table.table import Ask, Batch, Refused

SLOWED = 1.0
"""Seconds to wait when the host says it was too fast."""
PATIENCE = 0.5
"""Seconds between two looks when nothing was heard."""


class Log:
    """Lines of what happens: JSON for programs, or short ones for people."""

    def __init__(self, as_json: bool, out: TextIO) -> None:
        self._json = as_json
        self._out = out
        self._began = time.monotonic()

    def line(self, what: str, **more: Any) -> None:
        """One line, at once."""
        if self._json:
            text = json.dumps({"at": round(time.monotonic() - self._began, 3), "is": what, **more})
        else:
            text = " ".join([what, *(f"{key}={value}" for key, value in more.items() if value is not None)])
        print(text, file=self._out, flush=True)


class Seat:
    """Plays what is asked of a member until so many ``deals`` are over, or the table is.

    ``events`` takes each public event heard as a line of JSON; ``think`` is how many seconds the player
    takes for an answer.
    """

    def __init__(
        self,
        player: ScriptPlayer | None,
        deals: int | None,
        log: Log,
        events: TextIO | None,
        think: float = 0.0,
    ) -> None:
        self.news = threading.Event()
        self._player = player
        self._deals = deals
        self._log = log
        self._events = events
        self._think = think
        self._asked: tuple[object, ...] | None = None
        self._thought_of: tuple[object, ...] | None = None
        self._due = 0.0  # when the next answer may be given
        self._batch: Batch | None = None
        self._status = Status()
        self._verdict: object = None
        self._played = 0

    def play(self, peer: Peer, seat: int | None = None) -> int:
        """Until the end; 0 when it was as wished, 1 when the table ended it. Asks for ``seat`` first."""
        wished = seat is None
        while True:
            self.news.clear()
            self._look_at(peer)
            status = peer.status
            if status.state == "ended":
                return 0 if self._done() else 1
            if status.state == "there" and status.lobby and not status.lobby.playing and status.mine:
                if not wished and seat is not None and status.mine.seat != seat:
                    peer.ask(wire.Sit(seat))
                    wished = True
                elif status.mine.seat is not None and not status.mine.ready:
                    peer.ask(wire.SetReady(True))
            if self._done():
                return 0
            self.news.wait(max(0.0, min(PATIENCE, self._due - time.monotonic())) or PATIENCE)

    def _done(self) -> bool:
        return self._won() or (self._deals is not None and self._played >= self._deals)

    def _won(self) -> bool:
        return self._batch is not None and self._batch.view.won_by is not None

    def _look_at(self, peer: Peer) -> None:
        before, self._status = self._status, peer.status
        if before.state != self._status.state:
            told = self._status.why or self._status.trouble or None
            self._log.line(self._status.state, why=told, detail=self._status.detail or None)
        was, mine = before.mine, self._status.mine
        if mine and (was is None or was.seat != mine.seat):
            self._log.line("seat", seat=mine.seat, name=mine.name)
        self._look_round(before.lobby, self._status.lobby)
        for said in peer.talk():
            self._log.line("said", name=said.name, text=said.text, phrase=said.phrase)
        for heard in peer.poll():
            match heard:
                case Batch():
                    self._heard(heard, peer)
                case Refused(_, refusal):
                    self._asked = None
                    if refusal.reason is Reason.TOO_FAST:
                        self._due = time.monotonic() + SLOWED
                    elif refusal.reason is not Reason.STALE:
                        self._log.line("refused", reason=refusal.reason.value)
                case Stopped(why):
                    self._log.line("stopped", why=why)
        if peer.verdict and peer.verdict is not self._verdict:
            self._verdict = verdict = peer.verdict
            self._log.line(
                "checked",
                deal=verdict.deal,
                fault=verdict.fault,
                partly=verdict.partly,
                left_out=len(verdict.left_out),
                split=peer.split,
            )
            self._played += 1
        if self._batch and self._batch.ask:
            self._answer(self._batch, self._batch.ask, peer)

    def _look_round(self, before: wire.Lobby | None, now: wire.Lobby | None) -> None:
        """Who of the others has come, is away, is back or has left."""
        if before is None or now is None or before is now:
            return
        for member in now.members:
            old = before.member(member.id)
            if old is None:
                self._log.line("came", name=member.name)
            elif (old.away is None) != (member.away is None):
                self._log.line("back" if member.away is None else "away", name=member.name)
        for old in before.members:
            if now.member(old.id) is None:
                self._log.line("gone", name=old.name)

    def _heard(self, batch: Batch, peer: Peer) -> None:
        if not batch.events:
            self._asked = None
            hand = "".join(f"{card:02}" for card in batch.view.hand)
            self._log.line("stands", deal=batch.view.number, phase=batch.view.phase, hand=hand)
        for event in batch.events:
            if self._events:
                self._events.write(msgspec.json.encode(redact(event, None)).decode() + "\n")
                self._events.flush()
        if self._batch and batch.view.deals_played > self._batch.view.deals_played:
            result = batch.view.result
            points = result.points if result else None
            self._log.line("deal", number=batch.view.deals_played, points=points, levels=batch.view.levels)
        self._batch = batch

    def _answer(self, batch: Batch, ask: Ask, peer: Peer) -> None:
        """Answer a question once; while cards are dealt each one drawn may open a bid."""
        view = batch.view
        key = (ask.number, len(view.hand), view.undealt == 0)
        if self._player is None or self._asked == key:
            return
        now = time.monotonic()
        if self._thought_of != key:
            self._thought_of, self._due = key, max(self._due, now + self._think)
        if now < self._due:
            return
        command = self._player.answer(view, ask.question)
        self._asked = key
        if command is not None:
            peer.send(command, ask.number)


def log_to(as_json: bool) -> Log:
    """A log on standard output."""
    return Log(as_json, sys.stdout)
