"""Where every file of the program lies."""

from pathlib import Path

import platformdirs


class Paths:
    """All whereabouts, below one folder (``--data-dir`` moves it)."""

    def __init__(self, root: Path | None = None) -> None:
        self.root = root or platformdirs.user_data_path("shengji", appauthor=False)

    @property
    def settings(self) -> Path:
        """The settings file."""
        return self.root / "settings.json"

    @property
    def matches(self) -> Path:
        """The folder of the matches' journals."""
        return self.root / "matches"

    @property
    def shelf(self) -> Path:
        """The database of matches, finished deals and the purse."""
        return self.root / "shelf.sqlite"

    @property
    def replays(self) -> Path:
        """The folder of deals written to files of their own."""
        return self.root / "replays"

    @property
    def log(self) -> Path:
        """What the program says about its troubles."""
        return self.root / "shengji.log"


def set_aside(path: Path) -> Path:
    """Rename a file that can't be read, so that it is kept but no longer in the way; its new path."""
    n = 1
    while (aside := path.with_name(f"{path.name}.damaged-{n}")).exists():
        n += 1
    return path.rename(aside)
