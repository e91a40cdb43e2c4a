"""Names and chat as they may be shown: no text from elsewhere may hide, turn round or pose as something."""

import unicodedata
from collections.abc import Collection
from typing import Literal

from game.lan.limits import CHAT_LENGTH, NAME_LENGTH, TITLE_LENGTH

Fault = Literal["empty", "long", "control", "reserved"]

RESERVED = frozenset({"电脑", "ai", "host", "房主", "computer", "bot"})
"""Names that say what one is, folded."""
UNSHOWN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories: control, format (bidi and zero width among them), surrogate, private, unassigned, breaks."""
JOINERS = "\u200c\u200d"
"""Of zero width, but letters and emoji are joined by them."""
BLANK = frozenset(
    chr(code)
    for first, last in (
        (0x034F, 0x034F),  # combining grapheme joiner
        (0x115F, 0x1160),  # Hangul fillers
        (0x17B4, 0x17B5),  # Khmer inherent vowels
        (0x180B, 0x180F),  # Mongolian variation selectors
        (0x2800, 0x2800),  # Braille without dots
        (0x3164, 0x3164),  # Hangul fillers
        (0xFE00, 0xFE0F),  # variation selectors
        (0xFFA0, 0xFFA0),  # Hangul fillers
        (0xE0100, 0xE01EF),  # variation selectors
    )
    for code in range(first, last + 1)
)
"""Characters by whose category one would not tell that nothing is seen of them."""


class BadName(ValueError):
    """A name or a line of chat that is not taken, and why."""

    def __init__(self, reason: Fault) -> None:
        super().__init__(reason)
        self.reason: Fault = reason


def clean_name(text: str) -> str:
    """A player's name as it is kept: 1 to 12 characters, NFC, single spaces. BadName when it can't be one."""
    name = _clean_line(text, NAME_LENGTH)
    if _folded(name) in RESERVED:
        raise BadName("reserved")
    return name


def clean_title(text: str) -> str:
    """A table's name as it is kept: 1 to 24 characters, else as a player's; any word may be in it."""
    return _clean_line(text, TITLE_LENGTH)


def clean_chat(text: str) -> str:
    """A line of chat as it is shown: 1 to 200 characters, NFC, no spaces around it. BadName when it can't."""
    if any(unicodedata.category(c) in UNSHOWN - {"Co", "Cn"} and c not in JOINERS for c in text):
        raise BadName("control")
    return _within(unicodedata.normalize("NFC", text).strip(), CHAT_LENGTH)


def distinct(name: str, taken: Collection[str]) -> str:
    """The name, or "张三 2" where one that reads the same is taken; within the length of a name."""
    folded = {_folded(other) for other in taken}
    fresh = name
    number = 1
    while _folded(fresh) in folded:
        number += 1
        suffix = f" {number}"
        fresh = name[: NAME_LENGTH - len(suffix)].rstrip() + suffix
    return fresh


def _clean_line(text: str, most: int) -> str:
    if any(unicodedata.category(c) in UNSHOWN or c in BLANK for c in text):
        raise BadName("control")
    return _within(" ".join(unicodedata.normalize("NFC", text).split()), most)


def _within(text: str, most: int) -> str:
    """BadName when nothing is to be seen (accents on no letter are nothing) or too much."""
    if all(c in BLANK or c in JOINERS or unicodedata.category(c)[0] in "MZ" for c in text):
        raise BadName("empty")
    if len(text) > most:
        raise BadName("long")
    return text


def _folded(name: str) -> str:
    """Names that read the same give the same: no case, no full width."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
