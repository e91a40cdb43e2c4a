"""Mouse gestures at the card table: raw pointer events and time in, intents out.

Pure: no pygame, no clock. Positions are window pixels, times are seconds of one monotonic clock.

What a player can do:

- left click on a card: toggle it, at once, without waiting whether a second click follows;
- double click on a card: the first click toggles, the second one takes all cards of the same face;
- click with Shift on a card: take the whole it belongs to (what that is, the table knows);
- press on a card and drag: every card from there to the pointer, shown live, kept on release;
- right click anywhere on the table: play the selected cards;
- click on the empty table: skip running animation; double click: clear the selection.

The second click of a double click belongs to the card of the first, whatever lies under the pointer by
then: a selected card rises, and near its lower edge it leaves the pointer behind.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

LEFT = 1
RIGHT = 3


@dataclass(frozen=True, slots=True)
class CardTarget:
    """A card of the own hand: its place in the hand and what it is known by while the hand is re-sorted."""

    index: int
    key: Hashable


@dataclass(frozen=True, slots=True)
class TableTarget:
    """The empty felt."""


@dataclass(frozen=True, slots=True)
class OtherTarget:
    """A button or panel: it has its own ways, gestures leave it alone."""

    name: str


Target = CardTarget | TableTarget | OtherTarget


@dataclass(frozen=True, slots=True)
class Toggle:
    """Select the card, or put it back."""

    key: Hashable


@dataclass(frozen=True, slots=True)
class SelectSame:
    """Select every card of the same face as this one."""

    key: Hashable


@dataclass(frozen=True, slots=True)
class SelectWhole:
    """Select what it makes sense to play, or to bury, together with this card."""

    key: Hashable


@dataclass(frozen=True, slots=True)
class SelectRange:
    """Select these cards; with `preview` the drag is still going on and only shows what it would take."""

    keys: tuple[Hashable, ...]
    preview: bool


@dataclass(frozen=True, slots=True)
class CancelRange:
    """The drag came to nothing: show the selection as it was before."""


@dataclass(frozen=True, slots=True)
class PlaySelected:
    """Play the selected cards (or say why not)."""


@dataclass(frozen=True, slots=True)
class ClearSelection:
    """Put all selected cards back."""


@dataclass(frozen=True, slots=True)
class Skip:
    """Let running animation jump to its end."""


Intent = Toggle | SelectSame | SelectWhole | SelectRange | CancelRange | PlaySelected | ClearSelection | Skip


@dataclass(slots=True)
class _Press:
    """A button that is down, and what has become of it so far."""

    button: int
    x: float
    y: float
    time: float
    target: Target
    shift: bool = False
    moved: bool = False
    shown: tuple[Hashable, ...] | None = None  # the range previewed last; None before the first preview


class Gestures:
    """Turns the pointer's events into intents. One object for one table.

    `target_at(x, y)` says what lies under the pointer. `range_between(key, x)` gives the keys of the cards
    from the card `key` to the pointer's x, within that card's row (empty when the card has left the hand).
    `double_time` (seconds) is counted from press to press; `slop` (pixels, set it anew when the UI scale
    changes) is how far a hand may shake within a click and between the two clicks of a pair.
    """

    def __init__(
        self,
        target_at: Callable[[float, float], Target],
        range_between: Callable[[Hashable, float], Sequence[Hashable]],
        double_time: float = 0.4,
        slop: float = 6.0,
    ) -> None:
        self.double_time = double_time
        self.slop = slop
        self._target_at = target_at
        self._range_between = range_between
        self._press: _Press | None = None
        self._last: _Press | None = None  # the click a next one may make a pair with

    def press(self, button: int, x: float, y: float, now: float, shift: bool = False) -> list[Intent]:
        """A button went down. Wheel and middle button (2, 4 and above) are nobody's gesture."""
        if button not in (LEFT, RIGHT):
            return []
        held = self._press
        if held is not None:
            intents = self.cancel()
            if held.button != button:
                return intents  # both buttons together mean nothing, above all not "play"
        else:
            intents = []
        self._press = _Press(button, x, y, now, self._target_at(x, y), shift)
        if button == RIGHT:
            self._last = None
        return intents

    def move(self, x: float, y: float, buttons_down: bool, now: float) -> list[Intent]:
        """The pointer moved; `buttons_down` tells whether any button is held according to the event."""
        press = self._press
        if press is None:
            return []
        if not buttons_down:
            return self.cancel()  # the release happened where we could not see it
        if not press.moved and self._far(press, x, y):
            press.moved = True
        if not (press.moved and _draws_range(press)):
            return []
        keys = self._range(press, x)
        if keys == press.shown:
            return []
        press.shown = keys
        return [SelectRange(keys, preview=True)]

    def release(self, button: int, x: float, y: float, now: float) -> list[Intent]:
        """A button went up."""
        press = self._press
        if press is None or press.button != button:
            return []
        self._press = None
        if press.moved or self._far(press, x, y):
            self._last = None
            return [SelectRange(self._range(press, x), preview=False)] if _draws_range(press) else []
        if button == RIGHT:
            return [] if isinstance(press.target, OtherTarget) else [PlaySelected()]
        return self._click(press)

    def focus_lost(self) -> list[Intent]:
        """The window lost the focus: whatever was going on is over."""
        return self.cancel()

    def cancel(self) -> list[Intent]:
        """Escape: give up the drag, forget a press. An empty answer: there was no drag to give up."""
        press, self._press = self._press, None
        self._last = None
        return [CancelRange()] if press is not None and press.shown is not None else []

    def _click(self, press: _Press) -> list[Intent]:
        first, self._last = self._last, None
        if press.shift and isinstance(press.target, CardTarget):
            return [SelectWhole(press.target.key)]
        if first is not None and self._pair(first, press):
            # A third click starts anew: `_last` stays empty.
            target = first.target
            return [SelectSame(target.key) if isinstance(target, CardTarget) else ClearSelection()]
        if isinstance(press.target, OtherTarget):
            return []
        self._last = press
        return [Toggle(press.target.key) if isinstance(press.target, CardTarget) else Skip()]

    def _pair(self, first: _Press, second: _Press) -> bool:
        if second.time - first.time > self.double_time or self._far(first, second.x, second.y):
            return False
        # Just missing a card and hitting it with the next click must not clear the selection.
        return isinstance(first.target, CardTarget) or isinstance(second.target, TableTarget)

    def _far(self, press: _Press, x: float, y: float) -> bool:
        dx, dy = x - press.x, y - press.y
        return dx * dx + dy * dy > self.slop * self.slop

    def _range(self, press: _Press, x: float) -> tuple[Hashable, ...]:
        assert isinstance(press.target, CardTarget)
        return tuple(self._range_between(press.target.key, x))


def _draws_range(press: _Press) -> bool:
    return press.button == LEFT and isinstance(press.target, CardTarget)
