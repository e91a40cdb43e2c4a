"""Four PCs on a LAN for tests: network namespaces on one bridge, with programs that run in them.

The bridge is in a namespace of its own, so that the machine's own network is left alone.
"""

import contextlib
import ctypes
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from program_run import environment

from game.engine import Match, evolve, redact
from game.engine import events as ev
from game.engine.match import Phase
from game.table.journal import SUFFIX, fold, read

Line: TypeAlias = dict[str, Any]
T = TypeVar("T")

PATIENCE = 30.0
"""Seconds after which what was waited for will not come."""
LOOK = 0.01
"""Seconds between two looks."""
PREFIX = "sj"
CODE = "314159"
PORT = 27100
NETWORK = "10.77.0"
_NEWNET = 0x40000000


class Impossible(Exception):
    """This machine can't do it; the text says why."""


def wait(wanted: Callable[[], T], what: str, timeout: float = PATIENCE) -> T:
    """Look until it is so; what it gave then."""
    end = time.monotonic() + timeout
    while True:
        over = time.monotonic() > end
        if found := wanted():
            return found
        if over:
            raise AssertionError(f"waited in vain for {what}")
        time.sleep(LOOK)


def ip(*words: object) -> str:
    """What iproute2 says. Impossible when it can't be done."""
    return _run("ip", *words)


def _run(*words: object) -> str:
    try:
        done = subprocess.run(
            [str(word) for word in words], capture_output=True, text=True, timeout=20, check=False
        )
    except OSError as error:
        raise Impossible(str(error)) from None
    if done.returncode:
        raise Impossible(f"{' '.join(map(str, words))}: {done.stderr.strip()}")
    return done.stdout


class Pc:
    """One PC: a namespace with one network card."""

    def __init__(self, namespace: str, switch: str, number: int) -> None:
        self.namespace = namespace
        self.address = f"{NETWORK}.{number}"
        self._port = f"p{number}"
        self.others: list[str] = []
        """Further addresses it has."""
        self._switch = switch
        ip("netns", "add", namespace)
        here, there = (self._port, "netns", switch), ("name", "eth0", "netns", namespace)
        ip("link", "add", *here, "type", "veth", "peer", *there)
        ip("-n", switch, "link", "set", self._port, "master", "br0", "up")
        ip("-n", namespace, "link", "set", "lo", "up")
        ip("-n", namespace, "link", "set", "eth0", "up")
        ip("-n", namespace, "addr", "add", f"{self.address}/24", "broadcast", "+", "dev", "eth0")

    def run(self, *words: object) -> str:
        """A command there."""
        return ip("netns", "exec", self.namespace, *words)

    def filter(self, *rule: object, table: str = "filter") -> None:
        """One more rule of its packet filter."""
        self.run("iptables", "-w", "-t", table, "-A", *rule)

    def cut(self) -> None:
        """Nothing comes or goes any more, and nothing says so."""
        for chain in ("INPUT", "OUTPUT"):
            self.filter(chain, "-i" if chain == "INPUT" else "-o", "eth0", "-j", "DROP")

    def lose(self, share: float) -> None:
        """Such a share of the packets is lost, each way."""
        chance = ("-m", "statistic", "--mode", "random", "--probability", share)
        for chain in ("INPUT", "OUTPUT"):
            self.filter(chain, *chance, "-j", "DROP")

    def dropped(self) -> int:
        """Packets its filter has let go of since the last ``heal``."""
        lines = self.run("iptables", "-w", "-nvxL").splitlines()
        return sum(int(line.split()[0]) for line in lines if " DROP " in line and "policy" not in line)

    def slow(self, rate: str) -> None:
        """So many bits a second go out, and as many come in."""
        shape = ("root", "tbf", "rate", rate, "burst", "4kb", "latency", "2s")
        self.run("tc", "qdisc", "add", "dev", "eth0", *shape)
        ip("netns", "exec", self._switch, "tc", "qdisc", "add", "dev", self._port, *shape)

    def plug(self, plugged: bool) -> None:
        """The cable: out, or in again."""
        ip("-n", self._switch, "link", "set", self._port, "up" if plugged else "down")

    def move(self, number: int) -> None:
        """Another address, the old one is gone."""
        ip("-n", self.namespace, "addr", "del", f"{self.address}/24", "dev", "eth0")
        self.address = f"{NETWORK}.{number}"
        ip("-n", self.namespace, "addr", "add", f"{self.address}/24", "broadcast", "+", "dev", "eth0")

    def have_more(self, many: int) -> None:
        """So many further addresses, as if there were as many PCs."""
        for number in range(100, 100 + many):
            self.others.append(f"{NETWORK}.{number}")
            ip("-n", self.namespace, "addr", "add", f"{self.others[-1]}/24", "dev", "eth0")

    def heal(self) -> None:
        """The network is as in the beginning, but for the address."""
        while self.others:
            ip("-n", self.namespace, "addr", "del", f"{self.others.pop()}/24", "dev", "eth0")
        for table in ("filter", "nat"):
            self.run("iptables", "-w", "-t", table, "-F")
        with contextlib.suppress(Impossible):
            self.run("tc", "qdisc", "del", "dev", "eth0", "root")
        with contextlib.suppress(Impossible):
            ip("netns", "exec", self._switch, "tc", "qdisc", "del", "dev", self._port, "root")
        self.plug(True)

    def socket(self, source: str = "") -> socket.socket:
        """A TCP socket of this PC's, for the test's own use; from that address of its, where one is given."""
        made: list[socket.socket] = []
        thread = threading.Thread(target=lambda: made.append(_socket_in(self.namespace)))
        thread.start()
        thread.join()
        if not made:
            raise Impossible("no socket could be made in a namespace")
        if source:
            made[0].bind((source, 0))
        return made[0]

    def ports_to(self, port: int) -> list[int]:
        """The PC's own ports of connections to such a port elsewhere."""
        found = self.run("ss", "-Htn", "state", "established", f"( dport = :{port} )")
        return [int(line.split()[2].rsplit(":", 1)[1]) for line in found.splitlines()]


def _socket_in(namespace: str) -> socket.socket:
    """Only the calling thread moves, and a socket stays where it was made."""
    with open(f"/run/netns/{namespace}", "rb") as there:
        if ctypes.CDLL(None, use_errno=True).setns(there.fileno(), _NEWNET):
            raise OSError(ctypes.get_errno(), "setns")
    return socket.socket(socket.AF_INET, socket.SOCK_STREAM)


class Network:
    """``pcs`` on one bridge. ``close`` takes all of it away, with whatever still runs there."""

    def __init__(self, pcs: int = 4) -> None:
        if os.geteuid() != 0:
            raise Impossible("network namespaces need root")
        for tool in ("ip", "iptables", "ss", "tc"):
            if shutil.which(tool) is None:
                raise Impossible(f"{tool} is not installed (Debian: apt install iproute2 iptables)")
        for left in _namespaces():
            if not _alive(int(left.split("-")[1])):
                _remove(left)
        self._base = f"{PREFIX}-{os.getpid()}-{time.monotonic_ns() % 1_000_000}"
        switch = f"{self._base}-sw"
        self.pcs: list[Pc] = []
        try:
            ip("netns", "add", switch)
            ip("-n", switch, "link", "add", "br0", "type", "bridge")
            ip("-n", switch, "link", "set", "br0", "up")
            for number in range(1, pcs + 1):
                self.pcs.append(Pc(f"{self._base}-{number}", switch, number))
                self.pcs[-1].run("iptables", "-w", "-L")
        except BaseException:
            self.close()
            raise

    def heal(self) -> None:
        """As in the beginning, with whatever still runs there ended."""
        for number, pc in enumerate(self.pcs, 1):
            for process in ip("netns", "pids", pc.namespace).split():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(process), signal.SIGKILL)
            pc.heal()
            if pc.address != f"{NETWORK}.{number}":
                pc.move(number)

    def close(self) -> None:
        for name in _namespaces():
            if name.startswith(self._base):
                _remove(name)


def _namespaces() -> list[str]:
    """All of these tests."""
    names = [line.split()[0] for line in ip("netns", "list").splitlines() if line]
    return [name for name in names if re.fullmatch(rf"{PREFIX}-\d+-\d+-\w+", name)]


def _alive(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def _remove(namespace: str) -> None:
    with contextlib.suppress(Impossible):  # somebody else was quicker
        for process in ip("netns", "pids", namespace).split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(process), signal.SIGKILL)
        ip("netns", "del", namespace)


class Program:
    """A program on a PC, whose lines of JSON say what happens. ``at`` of a line is when it was heard."""

    def __init__(
        self, pc: Pc, data: Path, command: str, *options: object, before: Sequence[str] = ()
    ) -> None:
        self.pc = pc
        self.data = data
        self.lines: list[Line] = []
        data.mkdir(parents=True, exist_ok=True)
        runs = len(list(data.glob("*.stderr")))
        self._errors = data / f"{runs}.stderr"
        words = [*before, sys.executable, "-m", "game", command, *options, "--json", "--data-dir", data]
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                ["ip", "netns", "exec", pc.namespace, *map(str, words)],
                cwd=data,
                env=environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for text in self.process.stdout:
            with contextlib.suppress(ValueError):  # the last one may be cut short
                self.lines.append({**json.loads(text), "at": time.monotonic()})

    def find(self, kind: str, since: int = 0, **values: object) -> Line | None:
        """The first such line from this place on."""
        lines = (line for line in self.lines[since:] if line["is"] == kind)
        return next((line for line in lines if values.items() <= line.items()), None)

    def wait(self, kind: str, since: int = 0, timeout: float = PATIENCE, **values: object) -> Line:
        """The first such line from this place on, as soon as it is there."""

        def look() -> Line | None:
            ended = self.process.poll() is not None and not self._reader.is_alive()
            found = self.find(kind, since, **values)
            assert found or not ended, f"it ended before {kind} {values}: {self.report()}"
            return found

        try:
            return wait(look, f"{kind} {values}", timeout)
        except AssertionError as error:
            raise AssertionError(f"{error}: {self.report()}") from None

    @property
    def here(self) -> int:
        """The place of the next line."""
        return len(self.lines)

    @property
    def errors(self) -> str:
        """What it has said on its standard error."""
        return self._errors.read_text(errors="replace")

    @property
    def log(self) -> str:
        """Its log file."""
        file = self.data / "shengji.log"
        return file.read_text(errors="replace") if file.exists() else ""

    @property
    def memory(self) -> int:
        """Bytes it has in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s*(\d+) kB", status)
        assert found
        return int(found[1]) * 1024

    def report(self) -> str:
        last = "\n".join(map(str, self.lines[-15:]))
        return f"on {self.pc.address}, code {self.process.poll()}:\n{last}\n{self.errors}\n{self.log[-3000:]}"

    def signal(self, what: signal.Signals) -> float:
        """Send it; when."""
        os.kill(self.process.pid, what)
        return time.monotonic()

    def kill(self) -> float:
        """As if the power had failed; when."""
        at = time.monotonic()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)
        self._reader.join(10)
        return at

    def ends(self, timeout: float = PATIENCE) -> int:
        """Its exit code."""
        try:
            code = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it does not end: {self.report()}") from None
        self._reader.join(10)
        return code


class Truth:
    """A match's journal: what really happened. Read anew by ``look``."""

    def __init__(self, host_data: Path) -> None:
        (self.path,) = host_data.rglob(f"*{SUFFIX}")
        self.events: list[ev.Event] = []
        self.matches: list[Match] = []
        """Before all events, and after each."""
        self.look()

    def look(self) -> int:
        """Take in what is new; how many events there are."""
        header, records, _ = read(self.path.read_bytes())
        events = [event for record in records for event in record]
        if not self.matches:
            self.matches.append(fold(header, ()))
        assert events[: len(self.events)] == self.events, "the journal has changed"
        for event in events[len(self.events) :]:
            self._check(self.matches[-1], event)
            self.matches.append(evolve(self.matches[-1], event))
        self.events = events
        return len(events)

    @staticmethod
    def _check(match: Match, event: ev.Event) -> None:
        """Nobody plays out of turn, or what he has played before."""
        if isinstance(event, ev.CardsPlayed):
            assert match.deal is not None
            assert match.deal.turn == event.seat
            held = match.deal.hands[event.seat]
            assert all(event.cards.count(card) <= held[card] for card in event.cards)

    @property
    def public(self) -> list[ev.Event]:
        """What all could hear."""
        return [redact(event, None) for event in self.events]

    def stood(self, seat: int, line: Line, since: int) -> bool:
        """Whether it stood so at that seat at some moment after so many events."""
        return any(
            _stands(match, seat) == tuple(line[key] for key in _STANDS) for match in self.matches[since:]
        )


_STANDS = ("deal", "phase", "hand")


def _stands(match: Match, seat: int) -> tuple[int, Phase, str]:
    deal = match.deal
    held = deal.hands[seat] if deal else ()
    hand = "".join(f"{card:02}" * n for card, n in enumerate(held))
    return deal.number if deal else 0, match.phase, hand


def heard(file: Path) -> list[bytes]:
    """The public events a member has heard, line by line; a last one that is cut short is none."""
    return file.read_bytes().split(b"\n")[:-1]


def out_of_order(some: Sequence[T], all_of_them: Sequence[T]) -> int | None:
    """The place of the first that shows that ``some`` is not what is left of the others when some are taken
    out; None when it is."""
    others: Iterator[T] = iter(all_of_them)
    return next((i for i, each in enumerate(some) if each not in others), None)
