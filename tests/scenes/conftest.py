"""The real scenes on a real kit, without a window: clicks go to the buttons that the state tells of."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
from table_screen import Seat

from game.assets import assets_folder
from game.profile.paths import Paths
from game.profile.settings import load
from game.scenes.kit import Kit, Start
from game.scenes.menu import MenuScene
from game.scenes.picture import Still
from game.scenes.stack import Stack
from game.ui.inputs import Key, Press, Release
from game.ui.painter import Item
from game.ui.skin import Skin
from game.ui.sound import Sounds
from game.ui.text import Fonts


class Program:
    """The scenes of one run, beginning with the menu; settings are those kept in the folder."""

    def __init__(self, folder: Path, size: tuple[int, int], language: str | None, start: Start) -> None:
        paths = Paths(folder)
        settings, damaged = load(paths.settings)
        assert damaged is None
        self.kit = Kit(assets_folder(), paths, settings, start, Sounds(False, 0.0), lambda: None)
        if language:
            self.kit.change(type(settings)(**{**_fields(settings), "language": language}))
        self.kit.resized(*size)
        self.stack = Stack()
        self.stack.push(MenuScene(self.kit))

    @property
    def state(self) -> dict[str, Any]:
        """What the top scene shows."""
        assert self.stack.top is not None
        return self.stack.top.state()

    @property
    def buttons(self) -> dict[str, dict[str, Any]]:
        """The buttons there are, by name."""
        return {button["name"]: button for button in self.state["buttons"]}

    def click(self, name: str) -> None:
        """Press and release on the middle of a button or a text field."""
        fields = {field["name"]: field for field in self.state.get("fields", [])}
        x, y, w, h = (self.buttons | fields)[name]["rect"]
        self.press(x + w // 2, y + h // 2)

    def press(self, x: int, y: int) -> None:
        """Press and release there."""
        assert self.stack.top is not None
        self.stack.top.heard(Press(1, x, y, 0.0))
        if self.stack.top is not None:
            self.stack.top.heard(Release(1, x, y, 0.0))

    def key(self, name: str) -> None:
        """A key goes down."""
        assert self.stack.top is not None
        self.stack.top.heard(Key(name))

    def items(self) -> list[Item]:
        """What is drawn of the top scene."""
        assert self.stack.top is not None
        return self.stack.top.items()

    def tabs(self) -> list[str]:
        """The tabs of the page that is shown."""
        return [name for name in self.buttons if name.startswith("tab:")]


def _fields(settings: Any) -> dict[str, Any]:
    return {name: getattr(settings, name) for name in settings.__struct_fields__}


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Callable[..., Program]]:
    """Starts a run of the program; all runs of a test keep their settings in one folder, or in that named."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 64))
    running: list[Program] = []

    def start(
        size: tuple[int, int] = (1024, 640),
        language: str | None = None,
        start: Start | None = None,
        folder: Path = tmp_path,
    ) -> Program:
        running.append(Program(folder, size, language, start or Start(speed=0.0)))
        return running[-1]

    yield start
    for one in running:
        one.stack.clear()
        one.kit.close()
    pygame.quit()


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that was too long for its room and had to be shortened."""
    found: list[str] = []
    fit = Fonts.fit

    def watched(self: Fonts, text: str, px: int, width: int, bold: bool = False) -> str:
        fitting = fit(self, text, px, width, bold)
        if fitting != text:
            found.append(text)
        return fitting

    monkeypatch.setattr(Fonts, "fit", watched)
    return found


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Callable[[Seat], dict[str, Any]]:
    """Tells all lines that stand on the table now, with their colours."""
    lines: dict[str, Any] = {}

    def noting(make: Callable[..., Any], color: int) -> Callable[..., Any]:
        def noted(skin: Skin, text: str, *rest: Any, **how: Any) -> Any:
            lines[text] = rest[color]
            return make(skin, text, *rest, **how)

        return noted

    monkeypatch.setattr(Skin, "line", noting(Skin.line, 1))
    monkeypatch.setattr(Skin, "pill", noting(Skin.pill, 2))

    def read(me: Seat) -> dict[str, Any]:
        lines.clear()
        me.scene._still = Still()
        me.scene.items()
        return dict(lines)

    return read
