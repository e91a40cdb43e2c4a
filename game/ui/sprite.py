"""A card on the move: one copy, with its place in pixels."""

from dataclasses import dataclass
from itertools import count

from game.ui.faces import Faces
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.timeline import Timeline


@dataclass(slots=True, eq=False)
class Sprite:
    """One copy of a card, face up (``card``) or down (None), top left corner at (x, y).

    ``lift`` 0..1 says how far it has risen; ``alpha`` 0..255.
    """

    key: int
    card: int | None
    width: int
    x: float = 0.0
    y: float = 0.0
    lift: float = 0.0
    alpha: float = 255.0

    def put(self, rect: Rect) -> None:
        """Lie there, at once."""
        self.width, self.x, self.y = rect.w, rect.x, rect.y

    def fly(
        self, timeline: Timeline, rect: Rect, duration: float, delay: float = 0.0, keep_width: bool = False
    ) -> None:
        """Move there; the size is the new one from the start, so that no frame has to scale."""
        if not keep_width:
            self.width = rect.w
        timeline.tween(self, "x", self.x, rect.x, duration, delay)
        timeline.tween(self, "y", self.y, rect.y, duration, delay)

    def item(self, faces: Faces, rise: int = 0, dx: int = 0, dimmed: bool = False) -> Item:
        """As it is drawn now; ``rise`` is how many pixels a full lift is."""
        if self.card is None:
            surface = faces.back(self.width)
        elif dimmed:
            surface = faces.dimmed(self.card, self.width)
        else:
            surface = faces.face(self.card, self.width)
        return Item(surface, round(self.x) + dx, round(self.y - self.lift * rise), round(self.alpha))


class SpriteMaker:
    """Gives every copy a key of its own."""

    def __init__(self) -> None:
        self._keys = count(1)

    def new(self, card: int | None, rect: Rect) -> Sprite:
        """A sprite lying at a place."""
        return Sprite(next(self._keys), card, rect.w, rect.x, rect.y)
