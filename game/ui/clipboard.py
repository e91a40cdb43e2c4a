"""What was copied, in this program or another."""

import logging
from typing import Protocol

import pygame

log = logging.getLogger(__name__)


class Clipboard(Protocol):
    """Holds one text."""

    def copy(self, text: str) -> None:
        """Hold this text from now on."""

    def paste(self) -> str:
        """The text held, "" if there is none."""


class SystemClipboard:
    """The one of the desktop; needs a window. Without one to be had nothing is copied and nothing pasted."""

    def copy(self, text: str) -> None:
        try:
            pygame.scrap.put_text(text)
        except pygame.error as error:
            log.warning("nothing was copied: %s", error)

    def paste(self) -> str:
        try:
            return pygame.scrap.get_text()
        except (pygame.error, UnicodeError) as error:
            log.warning("nothing was pasted: %s", error)
            return ""
