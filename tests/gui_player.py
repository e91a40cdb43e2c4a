"""A player at the real window: sees what the state dump says, acts by mouse and keys."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from gui_screen import Screen
from gui_window import Window
from program_run import environment, settle_settings
from saved_matches import save_match

from game.engine import Match

State: TypeAlias = dict[str, Any]

PATIENCE = 60.0
"""Seconds after which what was waited for will not come, however slow the machine."""
POLL = 0.02

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


class Player(Window):
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
        super().__init__(screen)
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
        while time.monotonic() < end and self.process.poll() is None:
            if found := self.screen.answer("search", "--onlyvisible", "--pid", self.process.pid):
                return found
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
            if self._dump.exists():
                shutil.copy(self._dump, path.with_suffix(".jsonl"))
        return f"{self._death()}{picture}; last state: {json.dumps(self._state, ensure_ascii=False)}"

    # what one does

    def button(self, name: str) -> tuple[int, int]:
        """The middle of a button that can be pressed; waits until it can."""
        state = self.wait(lambda s: self._lit(s, name), what=f"the button {name!r}")
        x, y, w, h = next(b["rect"] for b in state["buttons"] if b["name"] == name)
        return x + w // 2, y + h // 2

    def click_button(self, name: str) -> None:
        """One click on a button, however soon after the last: on buttons no two make a pair."""
        x, y = self.button(name)
        self._last_click = None
        self.click(x, y)

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
            self.screen.xdotool("type", "--delay", 8 if text.isascii() else 200, text)
            with contextlib.suppress(AssertionError):
                return self.wait(lambda s: text in [f["text"] for f in s["fields"] if f["name"] == name], 2.0)
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

    def shift_click_card(self, code: str) -> None:
        """With Shift held until the click has been heard."""
        before = self.state["selected"]
        self._mouse(*self.card(code), "keydown", "shift", "click", 1)
        try:
            self.wait(lambda s: s["selected"] != before, what="something is selected")
        finally:
            self.screen.xdotool("keyup", "shift")

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

    def focus(self) -> None:
        """Have the keys."""
        if self.screen.answer("getwindowfocus") != self.window:
            self.screen.xdotool("windowfocus", self.window)
            self.wait(lambda _: self.screen.answer("getwindowfocus") == self.window, what="the keys")

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

    def pick(self, *codes: str) -> State:
        """Select cards while the hand moves, as others come: a click may miss, so look, and begin again."""
        for _ in range(10):
            for code in codes:
                self.click_card(code)
            with contextlib.suppress(AssertionError):
                return self.wait(lambda s: sorted(s["selected"].split()) == sorted(codes), 2.0)
            self.clear_selection()
        raise AssertionError(f"{codes} can't be selected; {self._report()}")

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
        return self.wait(lambda s: s["scene"] == "sheet" or (s["ask"] and not s["busy"]), what="the table")

    # the end

    def kill(self) -> None:
        """As by a power cut."""
        self.process.kill()
        self.process.wait(10)

    def close_window(self) -> int:
        """By the window's own cross; the exit code."""
        self.screen.ask_to_close(self.window)
        return self.process.wait(PATIENCE)

    def ended(self) -> int:
        """The exit code, once the program has ended by itself."""
        return self.process.wait(PATIENCE)

    @property
    def errors(self) -> str:
        return self._errors.read_text(encoding="utf-8", errors="replace")
