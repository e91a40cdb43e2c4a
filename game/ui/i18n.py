"""Texts on the screen, in the player's language. Message ids are the English sentences."""

import gettext
import re
from pathlib import Path

LANGUAGES = ("zh_CN", "en")
DOMAIN = "shengji"
BEFORE = re.compile(r"([\u4e00-\u9fff])(?=[A-Za-z][A-Za-z0-9])")
"""A Chinese character before a Latin word."""
AFTER = re.compile(r"(?<![A-Za-z0-9])([A-Za-z][A-Za-z0-9]+)(?=[\u4e00-\u9fff])")
"""A Latin word before a Chinese character."""


class Texts:
    """Looks sentences up. ``tr`` and ``ntr`` are the names the extraction of messages knows."""

    def __init__(self, folder: Path, language: str) -> None:
        """``folder`` holds ``LANGUAGE/LC_MESSAGES/shengji.mo``; English needs none."""
        self.language = language
        self._found = gettext.translation(DOMAIN, folder, [language], fallback=language == "en")

    def tr(self, text: str, **values: object) -> str:
        """The sentence in the player's language, ``{names}`` filled in."""
        found = self._found.gettext(text)
        return self._spaced(found.format(**values)) if values else found

    def ntr(self, one: str, many: str, n: int, **values: object) -> str:
        """The same for a sentence that counts; ``{n}`` is filled in with the rest."""
        return self._spaced(self._found.ngettext(one, many, n).format(n=n, **values))

    def _spaced(self, text: str) -> str:
        """With a space between Chinese characters and the Latin words that were filled in."""
        return AFTER.sub(r"\1 ", BEFORE.sub(r"\1 ", text)) if self.language == "zh_CN" else text
