"""Which version of the program this is."""

from importlib.metadata import PackageNotFoundError, version


def game_version() -> str:
    """As people know it; "?" for a checkout that was not installed."""
    try:
        return version("shengji")
    except PackageNotFoundError:
        return "?"
