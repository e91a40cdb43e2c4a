"""A scroll bar: what part is seen of something longer than its place, by wheel, by dragging, or told."""

from game.ui.inputs import FocusLost, Input, Move, Press, Release, Wheel
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.skin import Skin
from game.ui.theme import Theme

NOTCH = 3
"""Lines for a notch of the wheel."""


class ScrollBar:
    """Counts in lines, whatever these are: ``top`` is the first one that is seen."""

    def __init__(self) -> None:
        self.top = 0
        self.seen = 1
        """How many there is room for."""
        self.whole = 0
        """How many there are."""
        self._track = Rect(0, 0, 0, 0)
        self._around = Rect(0, 0, 0, 0)
        self._turned = 0.0  # parts of a line that the wheel was turned by
        self._grip: int | None = None  # pixels from the thumb's top to where it is held

    def show(self, track: Rect, around: Rect, seen: int, whole: int) -> None:
        """What there is from now on, the bar at ``track``; the wheel turns it anywhere ``around``."""
        self._track, self._around = track, around
        self.seen, self.whole = max(1, seen), whole
        self.go(self.top)

    @property
    def needed(self) -> bool:
        """Whether not all is seen at once."""
        return self.whole > self.seen

    def go(self, top: int) -> bool:
        """See what begins there, or as far on as there is something; whether that is another part."""
        before, self.top = self.top, max(0, min(top, self.whole - self.seen))
        return self.top != before

    def handle(self, heard: Input) -> bool:
        """Whether the looks changed: another part is seen, or the thumb is taken or let go."""
        before = self.top, self._grip is None
        match heard:
            case Wheel(x, y, by) if self._around.contains(x, y):
                self._turned -= by * NOTCH
                lines = int(self._turned)
                self._turned -= lines
                self.go(self.top + lines)
            case Press(1, x, y) if self.needed and self._track.contains(x, y):
                thumb = self._thumb
                held = thumb.y <= y < thumb.bottom
                self._grip = y - thumb.y if held else thumb.h // 2
                self._drag(y)
            case Move(_, y, True) if self._grip is not None:
                self._drag(y)
            case Move() | Release() | FocusLost():
                self._grip = None
        return (self.top, self._grip is None) != before

    def holds(self, heard: Input) -> bool:
        """Whether a press is on the bar, or the bar is being dragged."""
        return self._grip is not None or (
            isinstance(heard, Press) and self.needed and self._track.contains(heard.x, heard.y)
        )

    @property
    def _thumb(self) -> Rect:
        track = self._track
        high = min(track.h, max(2 * track.w, track.h * self.seen // max(1, self.whole)))
        way = (track.h - high) * self.top // max(1, self.whole - self.seen)
        return track._replace(y=track.y + way, h=high)

    def _drag(self, y: int) -> None:
        assert self._grip is not None
        room = self._track.h - self._thumb.h
        way = y - self._grip - self._track.y
        self.go(round(way * (self.whole - self.seen) / max(1, room)))

    def items(self, skin: Skin, theme: Theme) -> list[Item]:
        """The draw list: nothing while all is seen."""
        if not self.needed:
            return []
        track, thumb = self._track, self._thumb
        fill = (*(theme.brass if self._grip is not None else theme.secondary), 150)
        return [
            Item(skin.panel(track.w, track.h, track.w // 2, theme.faint, theme.faint), track.x, track.y),
            Item(skin.panel(thumb.w, thumb.h, thumb.w // 2, fill, fill), thumb.x, thumb.y),
        ]

    def state(self) -> dict[str, object]:
        """The part that is seen and where the thumb is, for tests and bug reports."""
        return {"top": self.top, "seen": self.seen, "whole": self.whole, "thumb": list(self._thumb)}
