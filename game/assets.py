"""Where the program's own files lie: fonts and texts."""

import sys
from pathlib import Path


def assets_folder() -> Path:
    """The assets of a frozen program, of an installed one, or of a checkout."""
    package = Path(__file__).parent
    frozen = getattr(sys, "_MEIPASS", None)
    places = [package / "_assets", package.parent / "assets"]
    if frozen:
        places.insert(0, Path(frozen) / "assets")
    for place in places:
        if (place / "fonts").is_dir():
            return place
    looked = ", ".join(map(str, places))
    raise FileNotFoundError(f"the program's fonts and texts are missing: looked in {looked}")
