"""A cache of drawn surfaces with a budget in bytes; what was not used for longest goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

import pygame


class SurfaceCache:
    """Surfaces by key. Owns them; whoever gets one may blit it but not draw on it."""

    def __init__(self, budget: int) -> None:
        """`budget` is the most bytes of pixels kept; the surface made last is kept whatever its size."""
        self._budget = budget
        self._used = 0
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def used(self) -> int:
        """Bytes of pixels held now."""
        return self._used

    def __contains__(self, key: Hashable) -> bool:
        return key in self._kept

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface kept under `key`, made by `make` when there is none."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        surface = make()
        self._kept[key] = surface
        self._used += _bytes(surface)
        self._trim()
        return surface

    def limit(self, budget: int) -> None:
        """Keep at most so many bytes from now on."""
        self._budget = budget
        self._trim()

    def _trim(self) -> None:
        while self._used > self._budget and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._used -= _bytes(oldest)

    def clear(self) -> None:
        """Forget everything, as after a change of theme."""
        self._kept.clear()
        self._used = 0


def _bytes(surface: pygame.Surface) -> int:
    return surface.get_pitch() * surface.get_height()
