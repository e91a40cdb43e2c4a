"""``shengji --smoke``: does this copy of the program work on this machine? For packages, and for bug reports.

Opens the window, plays one deal without animation, meets itself at a table on the loopback, asks the
computer players' process, writes a picture, and says what worked.
"""

import logging
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pygame

from game.app import App, CantStart
from game.assets import assets_folder
from game.bots.legal import plain_answer
from game.bots.levels import FREE_LEVEL
from game.engine import Question, View, preset
from game.engine.commands import SeatCommand
from game.lan import wire
from game.lan.join import join
from game.lan.open import open_table
from game.lan.peer import Peer
from game.licences import licences
from game.options import Options, parse
from game.profile.settings import Settings
from game.table.table import Batch, Pace
from game.table.thinker import Thinker
from game.ui.inputs import Input, Move, Press, Release

PATIENCE = 60.0
"""Seconds each part may take before it counts as failed."""
SIZE = (1280, 800)
SEED = "smoke"
PICTURE = Path("shengji-smoke.png")
"""Where the picture goes unless ``--screenshot`` says otherwise."""
LOOK = 0.005
"""Seconds from one look at the table on the loopback to the next."""
AGAIN = 0.5
"""Seconds until a button is pressed again that seems to have done nothing."""
WAY = ("new", "auto", "hint", "play", "pass")
"""Buttons that lead from the menu through a deal, the foremost that can be pressed first."""


class Failed(Exception):
    """A part that did not come to its end; the text says which."""


def press(state: dict[str, Any], name: str, now: float) -> Iterator[Input]:
    """Click the button of that name, which must be on the screen."""
    x, y, w, h = next(button["rect"] for button in state["buttons"] if button["name"] == name)
    middle = x + w // 2, y + h // 2
    yield Move(*middle, False, now)
    yield Press(1, *middle, now)
    yield Release(1, *middle, now)


def next_button(state: dict[str, Any]) -> str | None:
    """What to press to get on with the deal; None when there is nothing to do but wait."""
    lit = {button["name"] for button in state["buttons"] if button.get("enabled", True)}
    if state["scene"] == "menu":
        return "new"
    if state["scene"] != "table" or state["busy"] or state["ask"] is None:
        return None
    if state["ask"] == "play" and state["auto"][state["seat"]]:
        return None  # the computer plays for us
    if "play" in lit and state["ask"] == "bury":
        return "play"
    return next((name for name in WAY if name in lit), None)


def play_a_deal(app: App) -> dict[str, Any]:
    """From the menu to the score sheet, with the deal kept; its state. Failed when that takes too long."""
    limit = time.monotonic() + PATIENCE
    pressed: Any = None
    again = limit
    while True:
        pygame.event.pump()
        app.step(1 / 60)
        state, now = app.state(), time.monotonic()
        if state["scene"] == "sheet" and all(button["enabled"] for button in state["buttons"]):  # it is kept
            app.step(0.0)  # and have it drawn
            return state
        if now > limit:
            raise Failed(f"the deal stays where it is: {state}")
        name = next_button(state) if "buttons" in state else None
        key = (name, state.get("ask"), state.get("turn"), state.get("selected"))
        if name and app.stack.top and (key != pressed or now > again):
            pressed, again = key, now + AGAIN  # the answer may be under way, or the question another by now
            for heard in press(state, name, now):
                app.stack.top.heard(heard)
        else:
            time.sleep(LOOK)  # the table and its players have threads of their own


def wait(what: Callable[[], object], name: str) -> None:
    """Until it is so. Failed when it is not in time."""
    limit = time.monotonic() + PATIENCE
    while not what():
        if time.monotonic() > limit:
            raise Failed(name)
        time.sleep(LOOK)  # as above


class Guest:
    """A member at a table on the loopback, who answers what is asked in the plainest way."""

    def __init__(self, peer: Peer) -> None:
        self.deals = 0
        self.play: tuple[View, Question] | None = None  # the first that was asked for
        self._peer = peer
        self._answered: object = None

    def look(self) -> None:
        """Hear, and answer."""
        for heard in self._peer.poll():
            if not isinstance(heard, Batch):
                continue
            self.deals, ask = heard.view.deals_played, heard.ask
            key = ask and (ask.number, heard.view.undealt == 0)
            if ask and key != self._answered:
                self._answered = key
                if ask.question.kind == "play" and not self.play:
                    self.play = heard.view, ask.question
                if command := plain_answer(heard.view, ask.question):
                    self._peer.send(command, ask.number)


def meet_on_the_loopback(folder: Path) -> tuple[View, Question]:
    """Host a table, join it with its code, play a deal there; the first play that was asked for. Failed when
    that takes too long."""
    hosted = open_table(
        folder / "host",
        folder / "lan",
        "升级",
        "甲",
        preset("lezhong", 1),
        wire.Options(turn=5),
        Pace(0.001, 0, 0, grace=0.1),
        lambda: None,
        port=0,
    )
    peer = join(folder / "guest", "127.0.0.1", hosted.port, "乙", hosted.code, lambda: None)
    try:
        wait(lambda: peer.status.state != "joining" and peer.status.lobby, "nobody came in")
        peer.ask(wire.SetReady(True))
        wait(lambda: all(member.ready or member.host for member in hosted.lobby.members), "not ready")
        assert hosted.peer  # the host has a place of its own
        hosted.peer.ask(wire.Start())
        guests = [Guest(hosted.peer), Guest(peer)]

        def over() -> bool:
            for guest in guests:
                guest.look()
            return all(guest.deals for guest in guests)

        wait(over, f"the deal on the loopback does not end: {peer.status}")
        assert guests[1].play  # in every deal
        return guests[1].play
    finally:
        peer.leave()
        hosted.close()


def ask_the_players(thinker: Thinker, view: View, question: Question) -> None:
    """Have the computer players' process give an advice. Failed when none comes."""
    heard: SimpleQueue[SeatCommand | None] = SimpleQueue()

    def answered() -> object:
        thinker.advise(view, question, lambda command, _: heard.put(command))
        return heard.get(timeout=PATIENCE)

    wait(answered, "the computer players' process does not answer")


def close_log() -> None:
    """Let go of the log file, which Windows would not delete else."""
    root = logging.getLogger()
    for handler in root.handlers[:]:
        if isinstance(handler, logging.FileHandler):
            root.removeHandler(handler)
            handler.close()


def run(options: Options, folder: Path) -> None:
    """All parts, one line each. Raises Failed, or what the part raised."""
    began = time.perf_counter()

    def say(what: str) -> None:
        print(f"{time.perf_counter() - began:6.2f} s  {what}", flush=True)

    app = App(options)
    try:
        # those that answer on the spot make the same deal of the same seed, on whatever machine
        app.kit.settings = Settings(partner_level=FREE_LEVEL, opponent_level=FREE_LEVEL)
        say(f"window: {pygame.display.get_driver()}, {'x'.join(map(str, app.kit.size))}")
        sheet = play_a_deal(app)
        say(f"deal: {sheet['points']} points, {sheet['side']}")
        asked = meet_on_the_loopback(folder)
        say("LAN: met on the loopback and played a deal")
        ask_the_players(app.kit.thinker, *asked)
        say("players: their process answered")
        say(f"licences: of {len(licences(assets_folder()))} parts")
    finally:
        app.close()
        close_log()
    if not (options.screenshot and options.screenshot.is_file()):
        raise Failed("there is no picture")
    say(f"picture: {options.screenshot}")


def main(argv: Sequence[str]) -> int:
    """0 when all worked, 1 when something did not, 2 when there is no screen."""
    asked = parse(argv)
    with tempfile.TemporaryDirectory(prefix="shengji-smoke-", ignore_cleanup_errors=True) as folder:
        options = replace(
            asked,
            seed=asked.seed or SEED,
            speed=0.0,
            size=asked.size or SIZE,
            data_dir=asked.data_dir or Path(folder) / "data",
            screenshot=asked.screenshot or PICTURE,
        )
        try:
            run(options, Path(folder))
        except (pygame.error, CantStart) as error:
            print(f"no window: {error}", file=sys.stderr)
            return 2
        except Exception as error:
            print(f"failed: {type(error).__name__}: {error}", file=sys.stderr)
            return 1
    print("all is well")
    return 0
