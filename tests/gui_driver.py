"""A player at the real window: sees what the state dump says, acts by xdotool on an X server of its own."""

import contextlib
import ctypes
import ctypes.util
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import game
from game.bots.legal import plain_answer
from game.bots.rule import RuleBot
from game.engine import Match, Question, View, new_match, preset, view
from game.engine import commands as co
from game.table.journal import SUFFIX, Header, Journal
from game.table.open import HOUSE_SEATS
from game.table.table import MatchSeeds, Pace, Table
from game.ui.layout import Rect
from game.ui.theme import Rgb

State: TypeAlias = dict[str, Any]

PROGRAM = Path(game.__file__).parents[1]
PATIENCE = 20.0
POLL = 0.02
DOUBLE_CLICK = 0.4
"""Seconds within which the program takes two clicks for a pair: its setting as shipped."""


def missing_tools() -> list[str]:
    """What these tests need and this machine lacks."""
    return [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]


class _ClientMessage(ctypes.Structure):
    """``XClientMessageEvent`` of Xlib, as long as its union of events."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("pad", ctypes.c_long * 24),
    )


class Screen:
    """An X server nobody looks at."""

    def __init__(self, size: tuple[int, int] = (1400, 900)) -> None:
        self.size = size
        self._memory = tempfile.TemporaryDirectory(prefix="shengji-screen-")
        screen = f"{size[0]}x{size[1]}x24"
        self._server = subprocess.Popen(
            # -noreset: or it is deaf for a moment whenever the last window has gone
            [
                *("Xvfb", "-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp", "-noreset"),
                *("-fbdir", self._memory.name),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._server.stdout is not None
        number = self._server.stdout.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.display = f":{number}"

    def close(self) -> None:
        self._server.terminate()
        self._server.wait(10)
        self._memory.cleanup()

    def pixels(self, x: int, y: int, w: int, h: int) -> bytes:
        """This part of the screen, row after row, four bytes a pixel: blue, green, red, nothing."""
        with (Path(self._memory.name) / "Xvfb_screen0").open("rb") as file:  # a window dump as of xwd
            header = struct.unpack(">25I", file.read(100))
            start, row = header[0] + 12 * header[19], header[12]
            rows = []
            for line in range(y, y + h):
                file.seek(start + line * row + 4 * x)
                rows.append(file.read(4 * w))
        return b"".join(rows)

    def xdotool(self, *words: object, timeout: float = 20) -> str:
        done = subprocess.run(
            ["xdotool", *map(str, words)],
            env={**os.environ, "DISPLAY": self.display},
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
        if done.returncode:
            raise AssertionError(f"xdotool {' '.join(map(str, words))}: {done.stderr.strip()}")
        return done.stdout

    def ask_to_close(self, window: str) -> None:
        """What a window manager sends when the cross of a window is clicked."""
        x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XInternAtom.restype = ctypes.c_ulong
        display = ctypes.c_void_p(x11.XOpenDisplay(self.display.encode()))
        protocols, delete = (
            x11.XInternAtom(display, name, False) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW")
        )
        message = _ClientMessage(
            type=33, window=int(window), message_type=protocols, format=32, data=(ctypes.c_long * 5)(delete)
        )
        x11.XSendEvent(display, ctypes.c_ulong(int(window)), False, ctypes.c_long(0), ctypes.byref(message))
        x11.XSync(display, False)
        x11.XCloseDisplay(display)

    def picture(self, path: Path) -> bool:
        """The screen as a PNG; False where there is nothing to make one with."""
        if shutil.which("import") is None:
            return False
        done = subprocess.run(
            ["import", "-display", self.display, "-window", "root", str(path)],
            capture_output=True,
            timeout=30,
            check=False,
        )
        return done.returncode == 0


def environment(**changes: str | None) -> dict[str, str]:
    """What the program is started with; None takes a variable away."""
    wanted: dict[str, str | None] = {
        **{key: value for key, value in os.environ.items() if not key.startswith("SDL_")},
        "PYTHONPATH": str(PROGRAM),
        "SDL_VIDEODRIVER": "x11",
        "SDL_AUDIODRIVER": "dummy",
        "SDL_FRAMEBUFFER_ACCELERATION": "0",
        "WAYLAND_DISPLAY": None,
        **changes,
    }
    return {key: value for key, value in wanted.items() if value is not None}


def settle_settings(data_dir: Path, **settings: object) -> None:
    """Settings as if they had been chosen before."""
    data_dir.mkdir(parents=True, exist_ok=True)
    plays = {"partner_level": "skilled", **settings}  # answers at once, and from a seed always the same
    (data_dir / "settings.json").write_text(json.dumps(plays), encoding="utf-8")


POSITION = """
    phase seat turn ask deal level trump dealer bids undealt trick tricks winning score counts
"""


def hand_of(state: State) -> list[str]:
    """The codes of the own cards, from left to right."""
    return [card["card"] for card in state["hand"]]


def raised(state: State) -> list[int]:
    """The places of the selected cards."""
    return [i for i, card in enumerate(state["hand"]) if card["raised"]]


def position(state: State) -> State:
    """All there is to a position, whatever is selected and wherever it lies."""
    return {**{key: state[key] for key in POSITION.split()}, "hand": hand_of(state)}


class Player:
    """One running program, and a person in front of it."""

    def __init__(
        self,
        screen: Screen,
        data_dir: Path,
        *options: str,
        seed: str | None = None,
        speed: float | None = 0,
        size: tuple[int, int] = (1280, 800),
        env: dict[str, str | None] | None = None,
    ) -> None:
        self.screen = screen
        self.data_dir = data_dir
        if not (data_dir / "settings.json").exists():
            settle_settings(data_dir)
        runs = len(list(data_dir.parent.glob(f"{data_dir.name}.*.jsonl")))
        self._dump = data_dir.with_name(f"{data_dir.name}.{runs}.jsonl")
        self._errors = data_dir.with_name(f"{data_dir.name}.{runs}.stderr")
        words = ["--data-dir", data_dir, "--state-dump", self._dump, "--size", f"{size[0]}x{size[1]}"]
        if seed is not None:
            words += ["--seed", seed]
        if speed is not None:
            words += ["--speed", speed]
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "game", *map(str, words), *options],
                cwd=data_dir,
                env=environment(DISPLAY=screen.display, **(env or {})),
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )
        self._offset = 0
        self._tail = b""
        self._state: State = {}
        self._last_click: tuple[int, int] | None = None
        try:
            self.window = self.find_window()
            self.wait(lambda state: "scene" in state, what="the program shows something")
            self.focus()
        except BaseException:
            self.kill()
            raise

    def find_window(self) -> str:
        """This very process's window: there may be several programs at once."""
        end = time.monotonic() + PATIENCE
        words = ("search", "--onlyvisible", "--pid", self.process.pid)
        while time.monotonic() < end and self.process.poll() is None:
            with contextlib.suppress(AssertionError):
                found = self.screen.xdotool(*words).split()
                if found:
                    return found[-1]
            time.sleep(POLL)
        raise AssertionError(f"no window came; {self._death()}")

    # what one sees

    @property
    def state(self) -> State:
        """What the program shows now: the last whole line of its state dump."""
        if self._dump.exists():
            with self._dump.open("rb") as file:
                file.seek(self._offset)
                fresh = file.read()
            self._offset += len(fresh)
            *lines, self._tail = (self._tail + fresh).split(b"\n")
            if lines:
                self._state = json.loads(lines[-1])
        return self._state

    @property
    def shown(self) -> list[State]:
        """All that was ever shown, in order."""
        return [json.loads(line) for line in self._dump.read_bytes().split(b"\n")[:-1]]

    def wait(
        self, wanted: Callable[[State], object], timeout: float = PATIENCE, what: str = "what was expected"
    ) -> State:
        """Look until it is so; the state then. A state without the keys asked for is not yet it."""
        end = time.monotonic() + timeout
        while True:
            over = time.monotonic() > end or self.process.poll() is not None
            state = self.state
            with contextlib.suppress(KeyError):
                if wanted(state):
                    return state
            if over:
                raise AssertionError(f"waited in vain for: {what}; {self._report()}")
            time.sleep(POLL)

    def wait_for(self, timeout: float = PATIENCE, **values: object) -> State:
        """Look until these keys have these values."""
        return self.wait(
            lambda state: all(state.get(key) == value for key, value in values.items()), timeout, str(values)
        )

    def wait_turn(self, timeout: float = PATIENCE) -> State:
        """Look until it is one's turn to play or to bury, and everything lies still."""
        return self.wait(
            lambda s: s.get("ask") in ("play", "bury") and not s["busy"] and self._lit(s, "hint"),
            timeout,
            "my turn",
        )

    def still_for(self, seconds: float, wanted: Callable[[State], object], what: str) -> None:
        """Nothing else happens for so long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not wanted(self.state):
                raise AssertionError(f"did not stay: {what}; {self._report()}")
            time.sleep(POLL)

    @staticmethod
    def _lit(state: State, name: str) -> bool:
        return any(b["name"] == name and b["enabled"] for b in state.get("buttons", []))

    def can(self, name: str) -> bool:
        """Whether the button is there and can be pressed."""
        return self._lit(self.state, name)

    def _death(self) -> str:
        code = self.process.poll()
        errors = self._errors.read_text(encoding="utf-8", errors="replace").strip()[-2000:]
        return f"exit code {code}; stderr: {errors or 'empty'}"

    def _report(self) -> str:
        picture = ""
        folder = os.environ.get("SHENGJI_ARTEFACTS")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            path = Path(folder) / f"{self._dump.parent.name}-{self._dump.stem}-{time.time_ns()}.png"
            if self.screen.picture(path):
                picture = f"; picture: {path}"
            shutil.copy(self._dump, path.with_suffix(".jsonl"))
        return f"{self._death()}{picture}; last state: {json.dumps(self._state, ensure_ascii=False)}"

    # what one does

    def button(self, name: str) -> tuple[int, int]:
        """The middle of a button that can be pressed; waits until it can."""
        state = self.wait(lambda s: self._lit(s, name), what=f"the button {name!r}")
        x, y, w, h = next(b["rect"] for b in state["buttons"] if b["name"] == name)
        return x + w // 2, y + h // 2

    def click_button(self, name: str) -> None:
        self.click(*self.button(name))

    def click_on(self, name: str) -> None:
        """One click on a button, however soon after the last: where no two clicks make a pair."""
        self._last_click = None
        self.click_button(name)

    def take_field(self, name: str) -> None:
        """Click into a text field."""
        state = self.wait(lambda s: name in [f["name"] for f in s["fields"]], what=f"the field {name!r}")
        x, y, w, h = next(f["rect"] for f in state["fields"] if f["name"] == name)
        self.click(x + w // 2, y + h // 2)
        self.wait(lambda s: name in [f["name"] for f in s["fields"] if f["focus"]], what="it has the focus")

    def write(self, name: str, text: str) -> State:
        """Type into a text field, over all that it held; the state with that in it."""
        self.take_field(name)
        for _ in range(10):  # xdotool borrows keys for what is on none; the program may look too late
            self.key("ctrl+a")
            self.screen.xdotool("type", "--delay", 8 if text.isascii() else 50, text)
            with contextlib.suppress(AssertionError):
                return self.wait(lambda s: text in [f["text"] for f in s["fields"] if f["name"] == name], 1.0)
        raise AssertionError(f"{text!r} can't be typed; {self._report()}")

    def card(self, code: str, nth: int = 0, below: float | None = None) -> tuple[int, int]:
        """Where the nth copy of a card can be hit: high on its visible strip, or so far down."""
        copies = [card for card in self.state["hand"] if card["card"] == code]
        x, y = copies[nth]["at"]
        if below is not None:
            y = copies[nth]["rect"][1] + round(copies[nth]["rect"][3] * below)
        return x, y

    def place(self, index: int) -> tuple[int, int]:
        """Where the card at this place of the hand can be hit."""
        x, y = self.state["hand"][index]["at"]
        return x, y

    def click_card(self, code: str, nth: int = 0) -> None:
        self.click(*self.card(code, nth))

    def double_click_card(self, code: str, nth: int = 0, below: float | None = None) -> None:
        self.double_click(*self.card(code, nth, below))

    def click(self, x: int, y: int, button: int = 1) -> None:
        """One click. The second one at a place comes late enough not to make a pair with the first."""
        if button == 1 and self._last_click == (x, y):
            time.sleep(DOUBLE_CLICK * 1.25)
        self._last_click = (x, y)
        self._mouse(x, y, "click", button)

    def double_click(self, x: int, y: int) -> None:
        if self._last_click == (x, y):
            time.sleep(DOUBLE_CLICK * 1.25)
        self._last_click = (x, y)
        self._mouse(x, y, "click", "--repeat", 2, "--delay", 50, 1)

    def right_click(self, x: int = 5, y: int = 5) -> None:
        self.click(x, y, 3)

    def shift_click(self, x: int, y: int) -> None:
        self._mouse(x, y, "keydown", "shift", "click", 1, "keyup", "shift")

    def point_away(self) -> None:
        """The pointer rests where nothing lights up."""
        self._mouse(*self.felt)

    def double_click_felt(self) -> None:
        self.double_click(*self.felt)

    @property
    def felt(self) -> tuple[int, int]:
        """A place of the table where nothing lies but the trick."""
        width, height = self.state["size"]
        return round(width * 0.5), round(height * 0.45)

    def drag_cards(self, start: int, end: int) -> None:
        """Press on the card at one place of the hand, drag to another, let go."""
        self.press(*self.place(start))
        self.glide(*self.place(end))
        self.let_go()

    def press(self, x: int, y: int, button: int = 1) -> None:
        self._last_click = None
        self._mouse(x, y, "mousedown", button)

    def glide(self, x: int, y: int, steps: int = 6) -> None:
        """Move the pointer there, as a hand does, over places between."""
        x0, y0 = self.pointer
        words: list[object] = []
        for i in range(1, steps + 1):
            at = (x0 + (x - x0) * i // steps, y0 + (y - y0) * i // steps)
            words += ["mousemove", "--window", self.window, *at, "sleep", 0.01]
        self.screen.xdotool(*words)

    @property
    def pointer(self) -> tuple[int, int]:
        """Where the pointer is, in the window's coordinates."""
        found = self._shell("getmouselocation", "--shell")
        window = self._shell("getwindowgeometry", "--shell", self.window)
        return found["X"] - window["X"], found["Y"] - window["Y"]

    def _shell(self, *words: object) -> dict[str, int]:
        lines = (line.partition("=") for line in self.screen.xdotool(*words).split())
        return {key: int(value) for key, _, value in lines if value.isdecimal()}

    def let_go(self, button: int = 1) -> None:
        self.screen.xdotool("mouseup", button)

    def pixels(self, x: int, y: int, w: int, h: int) -> bytes:
        """What is to be seen in this part of the window."""
        window = self._shell("getwindowgeometry", "--shell", self.window)
        return self.screen.pixels(window["X"] + x, window["Y"] + y, w, h)

    def coloured(self, place: Rect, color: Rgb, within: int = 24) -> int:
        """How many pixels of this place have a colour, or nearly."""
        seen = self.pixels(*place)
        lowest, highest = ([channel + by for channel in color] for by in (-within, within))
        return sum(
            lowest[0] <= r <= highest[0] and lowest[1] <= g <= highest[1] and lowest[2] <= b <= highest[2]
            for b, g, r in zip(seen[::4], seen[1::4], seen[2::4], strict=True)
        )

    def wheel(self, x: int, y: int, up: bool) -> None:
        self._mouse(x, y, "click", "--repeat", 3, "--delay", 10, 4 if up else 5)

    def _mouse(self, x: int, y: int, *words: object) -> None:
        self.screen.xdotool("mousemove", "--window", self.window, x, y, *words)

    def key(self, name: str) -> None:
        self.screen.xdotool("key", name)

    def resize(self, width: int, height: int) -> None:
        self.screen.xdotool("windowsize", self.window, width, height)

    def focus(self) -> None:
        """Have the keys. SDL drops a click that comes with the focus, so a person looks up first."""
        with contextlib.suppress(AssertionError):  # where nobody has it
            if self.screen.xdotool("getwindowfocus").strip() == self.window:
                return
        self.screen.xdotool("windowfocus", self.window)
        time.sleep(0.1)

    def clear_selection(self) -> None:
        if self.state["selected"]:
            self.key("Escape")
            self.wait_for(selected="")

    def select(self, cards: Sequence[str]) -> None:
        """Click these cards, one after the other, each a copy not selected yet."""
        for code in cards:
            hand = self.state["hand"]
            nth = next(i for i, c in enumerate([c for c in hand if c["card"] == code]) if not c["raised"])
            chosen = len(self.state["selected"].split())
            self.click_card(code, nth)
            self.wait(lambda s, n=chosen + 1: len(s["selected"].split()) == n, what=f"{code} selected")

    def take_up(self, seed: str, bidder: int, until: Callable[[Match], object], **how: Any) -> State:
        """From the menu or from a table, sit down at a match saved as ``save_match`` says."""
        path = save_match(self.data_dir, seed, bidder, until, **how)
        soon = time.time() + 60  # later than what the table left behind may still write
        os.utime(path, (soon, soon))
        if self.state["scene"] == "menu":  # which looks for matches when one comes back to it
            self.click_button("settings")
            self.click_button("back")
        else:
            self.click_button("leave")
        self.wait_for(scene="menu")
        self.click_button("resume")
        return self.wait(lambda s: s["scene"] == "sheet" or not s["busy"], what="the table")

    # the end

    def kill(self) -> None:
        """As by a power cut."""
        self.process.kill()
        self.process.wait(10)

    def close_window(self) -> int:
        """By the window's own cross; the exit code."""
        self.screen.ask_to_close(self.window)
        return self.process.wait(15)

    def ended(self) -> int:
        """The exit code, once the program has ended by itself."""
        return self.process.wait(15)

    @property
    def errors(self) -> str:
        return self._errors.read_text(encoding="utf-8", errors="replace")


# Matches made beforehand


def bare_table(seed: str, journal: Journal | None = None, decks: int = 2) -> Table:
    """A table without a thread and without waiting; all four are ready."""
    table = Table(new_match(preset("lezhong", decks)), MatchSeeds(seed), Pace(0, 0, 0, 0), journal, 0.0)
    for seat in range(4):
        table.handle(seat, co.Ready(), 0.0)
    return table


def save_match(
    data_dir: Path,
    seed: str,
    bidder: int,
    until: Callable[[Match], object],
    decks: int = 2,
    answer: Callable[[View, Question], co.SeatCommand | None] = plain_answer,
) -> Path:
    """A saved match in which ``bidder`` deals, played by plain answers up to ``until``; its journal."""
    folder = data_dir / "matches"
    path = folder / f"20240101-{len(list(folder.glob('*'))):06}-{seed}{SUFFIX}"
    began = "2024-01-01T00:00:00+00:00"
    header = Header(rules=preset("lezhong", decks), seed=seed, seats=HOUSE_SEATS, began=began)
    journal = Journal.create(path, header)
    table = bare_table(seed, journal, decks)
    while not until(table.match):
        match = table.match
        if match.phase == "ready" and not all(match.ready):
            command: co.SeatCommand | None = co.Ready()
            seat = match.ready.index(False)
        elif match.phase == "dealing" and match.running.dealt:
            deal = match.running
            seat = deal.passed.index(False) if deal.bids else bidder
            command = co.PassBid()
            if not deal.bids:
                level_cards = [card for card in view(match, bidder).hand if card < 52 and card % 13 == 0]
                command = co.Bid(tuple(level_cards[:1]))
        elif match.phase in ("burying", "playing"):
            seat = next(s for s in range(4) if table.ask(s))
            asked = table.ask(seat)
            assert asked is not None
            command = answer(view(match, seat), asked.question)
        else:
            table.tick(0.0)
            continue
        assert command is not None
        done = table.handle(seat, command, 0.0)
        assert isinstance(done, tuple), done
    journal.close()
    return path


def first_bids(seed: str) -> list[tuple[int, int]]:
    """(cards drawn, seat) of each bid the computer players make in the first deal while I stay silent,
    and what they would do when all is dealt."""
    table, bot = bare_table(seed), RuleBot()
    made: list[tuple[int, int]] = []
    while table.match.phase in ("ready", "dealing"):
        deal = table.match.deal
        if deal is not None and deal.dealt:
            break
        table.tick(0.0)
        for seat in (1, 2, 3):
            asked = table.ask(seat)
            command = bot.answer(view(table.match, seat), asked.question) if asked else None
            if isinstance(command, co.Bid) and isinstance(table.handle(seat, command, 0.0), tuple):
                made.append((table.match.running.drawn, seat))
    return made


def my_level_cards(seed: str) -> list[int]:
    """How many cards were drawn by all when each of my level cards came, in the first deal."""
    table = bare_table(seed)
    came = []
    while table.match.deal is None or not table.match.running.dealt:
        table.tick(0.0)
        deal = table.match.deal
        if deal is not None:
            held = sum(1 for card in view(table.match, 0).hand if card < 52 and card % 13 == 0)
            if held > len(came):
                came.append(deal.drawn)
    return came


def find_seed(wanted: Callable[[str], object]) -> str:
    """The first seed with which it is so."""
    return next(seed for seed in map(str, range(1, 500)) if wanted(seed))
