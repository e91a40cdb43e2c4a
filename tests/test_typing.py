"""Typing in the window: when an input method is listened to, and what keys become."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from game.app import App
from game.options import parse
from game.scenes.kit import Kit
from game.scenes.stack import Scene
from game.ui.clipboard import SystemClipboard
from game.ui.inputs import Input, Key
from game.ui.layout import Rect
from game.ui.textfield import Fields, TextField

NAME = Rect(100, 50, 200, 40)


class Page(Scene):
    """A field, and the keys that were not for it."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self.fields = Fields(kit.fonts, SystemClipboard())
        self.fields.show([TextField("name", NAME, 18, "张三")])
        self.keys: list[Key] = []

    @property
    def caret(self) -> Rect | None:
        return self.fields.caret

    def heard(self, what: Input) -> None:
        if self.fields.focus is None and isinstance(what, Key):
            self.keys.append(what)
        self.fields.handle(what)


class Listening:
    """What the window asked of the system: text input on or off, and where."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.on = True  # as it is at first
        self.at: Rect | None = None
        patch.setattr(pygame.key, "start_text_input", lambda: self.turn(True))
        patch.setattr(pygame.key, "stop_text_input", lambda: self.turn(False))
        patch.setattr(pygame.key, "set_text_input_rect", self.place)

    def turn(self, on: bool) -> None:
        self.on = on

    def place(self, at: Rect) -> None:
        self.at = at


@pytest.fixture
def listening(monkeypatch: pytest.MonkeyPatch) -> Listening:
    return Listening(monkeypatch)


@pytest.fixture
def app(tmp_path: Path, listening: Listening) -> Iterator[App]:
    made = App(parse(["--data-dir", str(tmp_path)]))
    made.stack.push(Page(made.kit))
    made.step(0.0)
    pygame.event.clear()
    yield made
    made.close()


def hear(app: App, *events: tuple[int, dict[str, object]]) -> None:
    """The system tells of these; then the window looks."""
    for kind, what in events:
        pygame.event.post(pygame.event.Event(kind, what))
    for event in pygame.event.get():
        app._event(event)
    app.step(0.0)


def down(key: int, mod: int = 0) -> tuple[int, dict[str, object]]:
    return pygame.KEYDOWN, {"key": key, "mod": mod}


def up(key: int) -> tuple[int, dict[str, object]]:
    return pygame.KEYUP, {"key": key, "mod": 0}


def page_of(app: App) -> Page:
    assert isinstance(app.stack.top, Page)
    return app.stack.top


def test_an_input_method_is_on_only_while_a_field_is_written_in(app: App, listening: Listening) -> None:
    assert not listening.on, "it would take the keys of the card table"
    page = page_of(app)
    hear(app, (pygame.MOUSEBUTTONDOWN, {"button": 1, "pos": NAME.center}))
    assert listening.on
    assert listening.at == page.caret
    hear(app, (pygame.TEXTEDITING, {"text": "feng", "start": 4, "length": 0}))
    assert listening.at == page.caret
    hear(app, (pygame.TEXTINPUT, {"text": "丰"}))
    assert page.fields.text("name") == "张三丰"
    app.stack.push(Scene(app.kit))
    app.step(0.0)
    assert not listening.on, "another scene lies over it"
    app.stack.pop(app.stack.seen[-1])
    app.step(0.0)
    assert listening.on
    hear(app, down(pygame.K_ESCAPE), up(pygame.K_ESCAPE))
    assert not listening.on


def test_keys_come_with_what_is_held(app: App) -> None:
    page = page_of(app)
    main = pygame.KMOD_LMETA if sys.platform == "darwin" else pygame.KMOD_LCTRL
    pressed = [
        *(down(pygame.K_TAB), up(pygame.K_TAB), down(pygame.K_TAB, pygame.KMOD_RSHIFT), up(pygame.K_TAB)),
        *(down(pygame.K_v, main), up(pygame.K_v), down(pygame.K_v, main | pygame.KMOD_RALT)),
    ]
    hear(app, *pressed)
    assert page.keys == [Key("tab"), Key("tab", shift=True), Key("v", ctrl=True), Key("v")], "AltGr writes"


def test_the_key_that_left_a_field_is_not_heard_again_while_it_is_held(app: App) -> None:
    page = page_of(app)
    page.fields.take_focus("name")
    app.step(0.0)
    page.fields.handle(Key("end"))
    hear(app, down(pygame.K_BACKSPACE), down(pygame.K_BACKSPACE))
    assert page.fields.text("name") == "", "held, it goes on"
    hear(app, up(pygame.K_BACKSPACE), down(pygame.K_ESCAPE))
    hear(app, down(pygame.K_ESCAPE))
    assert page.keys == []
    hear(app, up(pygame.K_ESCAPE), down(pygame.K_ESCAPE))
    assert page.keys == [Key("escape")]
