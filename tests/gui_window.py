"""A window of the program on its screen: what a hand does to it, by xdotool, and what an eye sees of it."""

import time

from gui_screen import Screen
from program_run import DOUBLE_CLICK

from game.ui.layout import Rect
from game.ui.theme import Rgb


class Window:
    """Places are in the window's own coordinates."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.window = ""
        """Its number on the screen, as X has it."""
        self._last_click: tuple[int, int] | None = None

    def click(self, x: int, y: int, button: int = 1) -> None:
        """One click. The second one at a place comes late enough not to make a pair with the first."""
        if button == 1:
            self._no_pair(x, y)
        self._mouse(x, y, "click", button)

    def double_click(self, x: int, y: int) -> None:
        self._no_pair(x, y)
        self._mouse(x, y, "click", "--repeat", 2, "--delay", 50, 1)

    def _no_pair(self, x: int, y: int) -> None:
        """Let so long pass that a program which is late with the last click, and not with this one, takes
        them for two all the same."""
        if self._last_click == (x, y):
            time.sleep(1.5 * DOUBLE_CLICK)
        self._last_click = (x, y)

    def right_click(self, x: int = 5, y: int = 5) -> None:
        self.click(x, y, 3)

    def press(self, x: int, y: int, button: int = 1) -> None:
        self._last_click = None
        self._mouse(x, y, "mousedown", button)

    def glide(self, x: int, y: int, steps: int = 6) -> None:
        """Move the pointer there, as a hand does, over places between."""
        x0, y0 = self.pointer
        words: list[object] = []
        for i in range(1, steps + 1):
            at = (x0 + (x - x0) * i // steps, y0 + (y - y0) * i // steps)
            words += ["mousemove", "--window", self.window, *at, "sleep", 0.01]
        self.screen.xdotool(*words)

    @property
    def pointer(self) -> tuple[int, int]:
        """Where the pointer is, in the window's coordinates."""
        found = self._shell("getmouselocation", "--shell")
        window = self._shell("getwindowgeometry", "--shell", self.window)
        return found["X"] - window["X"], found["Y"] - window["Y"]

    def let_go(self, button: int = 1) -> None:
        self.screen.xdotool("mouseup", button)

    def wheel(self, x: int, y: int, up: bool) -> None:
        self._mouse(x, y, "click", "--repeat", 3, "--delay", 10, 4 if up else 5)

    def _mouse(self, x: int, y: int, *words: object) -> None:
        self.screen.xdotool("mousemove", "--window", self.window, x, y, *words)

    def key(self, name: str) -> None:
        self.screen.xdotool("key", name)

    def resize(self, width: int, height: int) -> None:
        self.screen.xdotool("windowsize", self.window, width, height)

    def pixels(self, x: int, y: int, w: int, h: int) -> bytes:
        """What is to be seen in this part of the window."""
        window = self._shell("getwindowgeometry", "--shell", self.window)
        return self.screen.pixels(window["X"] + x, window["Y"] + y, w, h)

    def coloured(self, place: Rect, color: Rgb, within: int = 24) -> int:
        """How many pixels of this place have a colour, or nearly."""
        seen = self.pixels(*place)
        lowest, highest = ([channel + by for channel in color] for by in (-within, within))
        return sum(
            lowest[0] <= r <= highest[0] and lowest[1] <= g <= highest[1] and lowest[2] <= b <= highest[2]
            for b, g, r in zip(seen[::4], seen[1::4], seen[2::4], strict=True)
        )

    def _shell(self, *words: object) -> dict[str, int]:
        lines = (line.partition("=") for line in self.screen.xdotool(*words).split())
        return {key: int(value) for key, _, value in lines if value.isdecimal()}
