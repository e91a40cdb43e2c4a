"""Journeys on the real window need an X server and a hand to move the mouse; without them they are skipped,
or fail where ``SHENGJI_REQUIRE_GUI=1`` says that they must run."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gui_player import Player
from gui_screen import Screen, missing_tools


@pytest.fixture(scope="session")
def screen() -> Iterator[Screen]:
    """One X server for all."""
    missing = missing_tools()
    if missing:
        why = f"{' and '.join(missing)} not installed (Debian: apt install xvfb xdotool)"
        if os.environ.get("SHENGJI_REQUIRE_GUI") == "1":
            pytest.fail(why)
        pytest.skip(why)
    screen = Screen()
    yield screen
    screen.close()


@pytest.fixture
def launch(screen: Screen, tmp_path: Path) -> Iterator[Callable[..., Player]]:
    """Starts programs, each with the data folder ``tmp_path/data`` unless told otherwise; ends them all."""
    running: list[Player] = []

    def start(*options: str, data_dir: Path | None = None, **how: object) -> Player:
        player = Player(screen, data_dir or tmp_path / "data", *options, **how)
        running.append(player)
        return player

    yield start
    for player in running:
        player.kill()
    assert not [player.errors for player in running if "Traceback" in player.errors]
