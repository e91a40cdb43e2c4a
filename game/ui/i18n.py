"""Texts on the screen, in the player's language. Message ids are the English sentences."""

import gettext
from pathlib import Path

LANGUAGES = ("zh_CN", "en")
DOMAIN = "shengji"


class Texts:
    """Looks sentences up. ``tr`` and ``ntr`` are the names the extraction of messages knows."""

    def __init__(self, folder: Path, language: str) -> None:
        """``folder`` holds ``LANGUAGE/LC_MESSAGES/shengji.mo``; English needs none."""
        self.language = language
        self._found = gettext.translation(DOMAIN, folder, [language], fallback=language == "en")

    def tr(self, text: str, **values: object) -> str:
        """The sentence in the player's language, ``{names}`` filled in."""
        found = self._found.gettext(text)
        return found.format(**values) if values else found

    def ntr(self, one: str, many: str, n: int, **values: object) -> str:
        """The same for a sentence that counts; ``{n}`` is filled in with the rest."""
        return self._found.ngettext(one, many, n).format(n=n, **values)
