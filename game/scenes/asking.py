"""What scenes share that ask the keeper: nothing waits, answers are taken up when they are there."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from game.profile.keeper import Work
from game.scenes.kit import Kit
from game.scenes.stack import Scene

T = TypeVar("T")


class Asking(Scene):
    """Comes before the other base class of a scene."""

    def __init__(self, kit: Kit, *rest: Any) -> None:
        self._asked: list[tuple[Future[Any], Callable[[Any], None]]] = []
        super().__init__(kit, *rest)

    def _ask(self, work: Work[T], then: Callable[[T], None]) -> None:
        """Have ``work`` done on the keeper's thread, and ``then`` take what it found, on this one."""
        self._asked.append((self.kit.keeper.ask(work), then))

    @property
    def waiting(self) -> bool:
        """Whether an answer is still to come."""
        return bool(self._asked)

    def update(self, dt: float) -> None:
        super().update(dt)
        while self._asked and self._asked[0][0].done():
            done, then = self._asked.pop(0)
            self.changed = True
            if done.cancelled():
                continue
            error = done.exception()
            if error is None:
                then(done.result())
            elif isinstance(error, Exception):
                self._failed(error)

    def _failed(self, error: Exception) -> None:
        """What was asked can't be had."""
        raise error
