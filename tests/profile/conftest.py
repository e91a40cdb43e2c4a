"""Where the tests of the profile keep their database."""

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Nothing is there yet."""
    return tmp_path / "shelf.sqlite"
