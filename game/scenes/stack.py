"""The scene manager: a stack of scenes, of which the top one is played and all above the last opaque one
are seen."""

from itertools import islice
from typing import Any

from game.scenes.kit import Kit
from game.ui.inputs import Input
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.widgets import Buttons


class Scene:
    """A screen. It hears input while on top, moves with ``update``, and says what it shows.

    ``items`` changes nothing: calling it twice gives the same list. ``changed`` is set whenever the
    picture may differ from the last one.
    """

    opaque = True

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.changed = True
        self.stack: Stack

    def entered(self) -> None:
        """Now on the stack: ``stack`` is there, the size is known."""

    def covered(self) -> None:
        """No more on top."""

    def resumed(self) -> None:
        """On top again."""

    def left(self) -> None:
        """Taken off the stack; let go of what runs."""

    def resized(self) -> None:
        """The window's size, the language or the looks are others."""

    def heard(self, what: Input) -> None:
        """The player did something."""

    def update(self, dt: float) -> None:
        """``dt`` seconds have passed."""

    @property
    def goes_on(self) -> bool:
        """Whether it moves on also below a page that hides it."""
        return False

    @property
    def _hidden(self) -> bool:
        """Whether a page lies over it."""
        return self not in self.stack.seen

    @property
    def moving(self) -> bool:
        """Whether something moves by itself, so that frames must go on."""
        return False

    @property
    def ticking(self) -> bool:
        """Whether a clock runs, so that the picture changes by itself now and then."""
        return False

    @property
    def caret(self) -> Rect | None:
        """Where the caret stands, in window pixels; None while no text field has the focus.

        Text input, and with it an input method, is on while there is one.
        """
        return None

    @property
    def _tabbed(self) -> Buttons | None:
        """The buttons that Tab goes through; None where it does something else."""
        return None

    def items(self) -> list[Item]:
        """The draw list, back to front."""
        return []

    def state(self) -> dict[str, Any]:
        """What the screen shows, for tests and bug reports."""
        return {"scene": type(self).__name__.removesuffix("Scene").lower()}


class Stack:
    """Scenes, bottom to top. When the last one is popped the program ends."""

    def __init__(self) -> None:
        self._scenes: list[Scene] = []
        self.ending = False
        """Whether scenes are left because the program ends."""

    @property
    def top(self) -> Scene | None:
        """The scene being played."""
        return self._scenes[-1] if self._scenes else None

    @property
    def seen(self) -> list[Scene]:
        """The scenes to be drawn, bottom to top."""
        first = next((i for i in range(len(self._scenes) - 1, -1, -1) if self._scenes[i].opaque), 0)
        return self._scenes[first:]

    @property
    def running(self) -> list[Scene]:
        """The scenes to be updated, bottom to top: those seen, and the next below them that goes on."""
        seen = self.seen
        if any(scene.goes_on for scene in seen):
            return seen
        below = (scene for scene in self._scenes[-len(seen) - 1 :: -1] if scene.goes_on)
        return [*islice(below, 1), *seen]

    def above(self, scene: Scene) -> list[Scene]:
        """What lies over a scene, bottom to top."""
        return self._scenes[self._scenes.index(scene) + 1 :]

    def push(self, scene: Scene) -> None:
        """Put a scene on top."""
        if self.top:
            self.top.covered()
        scene.stack = self
        self._scenes.append(scene)
        scene.entered()
        scene.changed = True

    def pop(self, scene: Scene) -> None:
        """Take a scene off, and all above it."""
        while scene in self._scenes:
            self._scenes.pop().left()
        if self.top:
            self.top.changed = True
            self.top.resumed()

    def uncover(self, scene: Scene) -> None:
        """Take off all that lies above a scene."""
        while scene in self._scenes and self.top is not scene:
            self._scenes.pop().left()
            scene.changed = True

    def replace(self, scene: Scene, by: Scene) -> None:
        """One scene, and all above it, for another."""
        while scene in self._scenes:
            self._scenes.pop().left()
        self.push(by)

    def clear(self) -> None:
        """Take all scenes off: the end of the program."""
        self.ending = True
        while self._scenes:
            self._scenes.pop().left()

    def resized(self) -> None:
        """Tell every scene."""
        for scene in self._scenes:
            scene.resized()
            scene.changed = True
