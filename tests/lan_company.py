"""A LAN match on a real host and real guests of this PC, with the scenes of each."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from game.engine import preset
from game.lan import wire
from game.lan.join import join
from game.lan.open import open_table
from game.lan.peer import Peer
from game.scenes.lanlayer import LanTableScene
from game.scenes.lobby import LobbyScene
from game.scenes.visit import Visit
from game.table.table import Pace

PATIENCE = 10.0
QUICK = Pace(deal=0, bot=0, trick=0, grace=0.05)


class Company:
    """A host's program and its guests', with a match under way."""

    def __init__(self, program: Callable[..., Any], folder: Path) -> None:
        self._program = program
        self._folder = folder
        self.hosted = open_table(
            self._own(0), folder / "matches", "Friday", "Alice", preset("lezhong"),
            wire.Options(spectators=True, code=False), QUICK, lambda: None,
        )  # fmt: skip
        self.all: list[Any] = []
        self.host = self._screen(self.hosted.peer, self.hosted)

    def _own(self, n: int) -> Path:
        path = self._folder / f"pc{n}"
        path.mkdir()
        return path

    def _screen(self, peer: Peer | None, hosted: Any = None) -> Any:
        assert peer is not None
        one = self._program(language="en")
        one.stack.push(LobbyScene(one.kit, Visit(peer, hosted), None))
        self.all.append(one)
        there = len(self.all)
        self.until(lambda: all(screen.state.get("there") == there for screen in self.all))
        return one

    def guest(self, name: str, watch: bool = False) -> Any:
        folder = self._own(len(self.all))
        return self._screen(join(folder, "127.0.0.1", self.hosted.port, name, None, lambda: None, watch))

    def look(self) -> None:
        for one in self.all:
            for scene in one.stack.running:
                scene.update(0.02)

    def until(self, told: Callable[[], bool]) -> None:
        """All go on until it is so."""
        end = time.monotonic() + PATIENCE
        while not told():
            assert time.monotonic() < end, [one.state for one in self.all]
            self.look()
            time.sleep(0.002)

    def start(self, *ready: Any) -> None:
        for one in ready:
            self.until(lambda one=one: "ready" in one.buttons)
            one.click("ready")
        self.until(lambda: all(one["ready"] or one["seat"] is None for one in self.host.state["members"]))
        self.look()
        self.host.click("start")
        before = (None, "opening", "ready")
        self.until(lambda: all(one.state.get("phase") not in before for one in self.all))

    def to_the_sheet(self) -> None:
        """Everybody has the computer play until the deal is over."""
        played: set[int] = set()  # by the computer

        def over() -> bool:
            for one in self.all:
                buttons = one.buttons
                if buttons.get("pass", {}).get("enabled"):
                    one.click("pass")
                elif one.state.get("ask") == "bury" and not one.state["busy"]:
                    if buttons["play"]["enabled"]:
                        one.click("play")
                    elif buttons["hint"]["enabled"]:
                        one.click("hint")
                elif buttons.get("auto", {}).get("enabled") and id(one) not in played:
                    played.add(id(one))  # once: who clicks too often is refused
                    one.click("auto")
            return all(one.state["scene"] == "sheet" for one in self.all)

        self.until(over)


def layer(one: Any) -> LanTableScene:
    return next(scene for scene in one.stack.seen if isinstance(scene, LanTableScene))
