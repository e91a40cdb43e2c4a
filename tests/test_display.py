"""The window is opened anew where a setting asks for it, and all goes on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from game.app import ACCELERATION, App
from game.options import parse
from game.profile.settings import Settings, save


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], App]]:
    monkeypatch.delenv(ACCELERATION, raising=False)
    running: list[App] = []

    def begin() -> App:
        running.append(App(parse(["--no-audio", "--size", "1024x640", "--data-dir", str(tmp_path)])))
        return running[-1]

    yield begin
    os.environ.pop(ACCELERATION, None)
    for app in running:
        app.close()


def click(app: App, *names: str) -> None:
    """Buttons, one after the other, with a frame after each."""
    for name in names:
        x, y, w, h = next(b["rect"] for b in app.state()["buttons"] if b["name"] == name)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            app._event(pygame.Event(kind, button=1, pos=(x + w // 2, y + h // 2)))
        app.step(0.0)


def test_compatible_display_is_asked_for_before_the_display_starts(
    start: Callable[[], App], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(tmp_path / "settings.json", Settings(compatible=True))
    asked: list[str | None] = []
    real = pygame.display.init
    monkeypatch.setattr(
        pygame.display, "init", lambda: (asked.append(os.environ.get(ACCELERATION)), real())[1]
    )
    start()
    assert asked[0] == "0"


def test_compatible_display_takes_effect_at_once_and_the_page_stays(start: Callable[[], App]) -> None:
    app = start()
    assert os.environ.get(ACCELERATION) is None
    click(app, "settings")
    before = pygame.display.get_surface()
    click(app, "compatible:True")
    assert os.environ.get(ACCELERATION) == "0"
    assert pygame.display.get_surface() is not before
    app.step(0.0)
    assert app.state()["scene"] == "settings"
    assert pygame.display.get_surface().get_at((5, 5))[:3] != (0, 0, 0), "and is drawn again"
    click(app, "compatible:False")
    assert os.environ.get(ACCELERATION) is None, "as the system has it"
    click(app, "back")
    assert app.state()["scene"] == "menu"


def test_full_screen_is_there_from_the_first_picture_on(
    start: Callable[[], App], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(tmp_path / "settings.json", Settings(fullscreen=True))
    opened: list[tuple[tuple[int, int], int]] = []
    real = pygame.display.set_mode
    monkeypatch.setattr(
        pygame.display, "set_mode", lambda size, flags: (opened.append((size, flags)), real(size, flags))[1]
    )
    app = start()
    app.step(0.0)
    assert opened == [((0, 0), pygame.FULLSCREEN)], "no window before it"
    app._event(pygame.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0))
    app.step(0.0)
    assert opened[1] == ((1024, 640), pygame.RESIZABLE), "the size of the window is known all the same"


def test_who_asked_for_it_outside_keeps_it(start: Callable[[], App], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ACCELERATION, "0")
    app = start()
    click(app, "settings", "compatible:True", "compatible:False")
    assert os.environ.get(ACCELERATION) == "0"


def test_a_table_may_wake_the_window_while_it_is_being_opened_anew(
    start: Callable[[], App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = start()
    pygame.display.quit()
    with monkeypatch.context() as patch:
        patch.setattr(pygame.display, "get_init", lambda: True)  # it was still there when asked
        app._wake()
    app._wake()
    pygame.display.init()
    app._open_window()
    app._wake()
    assert any(event.type == app._wake_event for event in pygame.event.get())


def test_a_changed_look_is_drawn_with_the_next_frame(start: Callable[[], App]) -> None:
    app = start()
    app.step(0.0)
    colour = app._screen.get_at((5, 5))
    click(app, "settings", "tab:looks", "table_theme:harbour", "back")
    assert app.state()["scene"] == "menu"
    assert app._screen.get_at((5, 5)) != colour
