"""What the tests of the drawing kit share: shipped fonts and the kit on them, without a window."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from game.ui.faces import Faces
from game.ui.skin import Skin
from game.ui.text import Fonts
from game.ui.theme import EVENING


@pytest.fixture(scope="session")
def font_folder() -> Path:
    return Path(__file__).parents[2] / "assets" / "fonts"


@pytest.fixture
def fonts(font_folder: Path) -> Iterator[Fonts]:
    pygame.font.init()
    yield Fonts(font_folder)
    pygame.font.quit()


@pytest.fixture
def faces(fonts: Fonts) -> Faces:
    return Faces(fonts, EVENING)


@pytest.fixture
def skin(fonts: Fonts, faces: Faces) -> Skin:
    return Skin(fonts, faces, EVENING)
