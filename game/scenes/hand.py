"""The own hand on the table: its sprites, how they lie, which are selected."""

import math
from collections.abc import Hashable, Sequence
from itertools import accumulate

from game.engine import Cards, Trump, format_cards
from game.scenes.kit import Kit
from game.ui.gestures import CardTarget
from game.ui.hand_layout import HandLayout, lay_hand
from game.ui.layout import Rect, TableLayout
from game.ui.painter import Item
from game.ui.sprite import Sprite, SpriteMaker
from game.ui.theme import MOTION
from game.ui.timeline import Timeline


class Hand:
    """Owns the sprites of the own cards, in the order they are held, and the selection.

    The selection is by copy, not by place or face: it stays when the hand is sorted anew.
    """

    def __init__(self, kit: Kit, timeline: Timeline, maker: SpriteMaker) -> None:
        self._kit = kit
        self._timeline = timeline
        self._maker = maker
        self.sprites: list[Sprite] = []
        self.fresh: set[int] = set()  # keys of cards just taken from the bottom
        self.shake = 1.0  # 0..1, how far a refused play has shaken
        self._selected: set[int] = set()
        self._preview: frozenset[int] = frozenset()
        self._trump = Trump("2", None)
        self._firsts: set[int] = set()  # where a suit begins, but for the first
        self.table, self.layout = self._lay()

    @property
    def cards(self) -> Cards:
        """The faces in hand order."""
        return tuple(sprite.card for sprite in self.sprites if sprite.card is not None)

    @property
    def selected(self) -> Cards:
        """The faces selected, in hand order, those under a running drag too."""
        return tuple(s.card for s in self.sprites if self.is_raised(s) and s.card is not None)

    def is_raised(self, sprite: Sprite) -> bool:
        """Whether the card is shown as selected."""
        return sprite.key in self._selected or sprite.key in self._preview

    def _lay(self) -> tuple[TableLayout, HandLayout]:
        groups = [0] * 5
        for sprite in self.sprites:
            if sprite.card is not None:
                groups[(self._trump.group[sprite.card] + 1) % 5] += 1  # trumps first
        width, height = self._kit.size
        starts = list(accumulate(groups, initial=0))[:-1]
        self._firsts = {start for start, n in zip(starts, groups, strict=True) if n and start}
        return lay_hand(width, height, self._kit.settings.ui_scale, groups)

    def settle(self, duration: float = MOTION.relayout, late: Sequence[Sprite] = ()) -> None:
        """Move every card to where it belongs; ``late`` ones are on their way already."""
        self.table, self.layout = self._lay()
        for sprite, rect in zip(self.sprites, self.layout.rects, strict=True):
            if duration <= 0:
                self._timeline.stop(sprite)
                sprite.lift = float(self.is_raised(sprite))
                sprite.put(rect)
            else:
                sprite.fly(self._timeline, rect, MOTION.deal if sprite in late else duration)

    def sort(self, trump: Trump) -> bool:
        """Hold the cards in the order of this trump; whether anything changed."""
        changed = trump is not self._trump  # the gaps between suits may move, even if no card does
        self._trump = trump
        before = list(self.sprites)
        self.sprites.sort(key=lambda sprite: trump.rank_in_hand[sprite.card or 0])
        return changed or before != self.sprites

    def reset(self, cards: Cards, trump: Trump) -> None:
        """Hold just these cards, nothing selected, all in place."""
        self.sprites = [self._maker.new(card, Rect(0, 0, 1, 1)) for card in cards]
        self._selected.clear()
        self._preview = frozenset()
        self.fresh.clear()
        self.sort(trump)
        self.settle(0)

    def add(self, cards: Cards, origin: Rect, trump: Trump) -> list[Sprite]:
        """Cards come from ``origin`` into the hand."""
        new = [self._maker.new(card, origin) for card in cards]
        self.sprites += new
        self.sort(trump)
        self.settle(late=new)
        return new

    def give_back(self, sprites: list[Sprite], trump: Trump) -> None:
        """Cards that had left the hand come back from where they lie."""
        self.sprites += sprites
        self.sort(trump)
        self.settle(late=sprites)

    def take(self, cards: Cards) -> list[Sprite]:
        """These faces leave the hand, selected copies first; the others close up."""
        taken = []
        for face in cards:
            copies = [s for s in self.sprites if s.card == face]
            sprite = next((s for s in copies if s.key in self._selected), copies[0])
            self.sprites.remove(sprite)
            sprite.y -= sprite.lift * self.layout.raise_by
            sprite.lift = 0.0
            self._timeline.stop(sprite)
            self._selected.discard(sprite.key)
            taken.append(sprite)
        self._preview = frozenset()
        self.settle()
        return taken

    def target(self, x: float, y: float) -> CardTarget | None:
        """The card under a point."""
        raised = [i for i, sprite in enumerate(self.sprites) if self.is_raised(sprite)]
        index = self.layout.hit(x, y, raised)
        return None if index is None else CardTarget(index, self.sprites[index].key)

    def range_between(self, key: Hashable, x: float) -> Sequence[Hashable]:
        """Keys of the cards from one card to the pointer, within its row."""
        start = next((i for i, sprite in enumerate(self.sprites) if sprite.key == key), None)
        return () if start is None else [self.sprites[i].key for i in self.layout.range(start, x)]

    def toggle(self, key: Hashable) -> None:
        """Select a card, or put it back."""
        self._select(self._selected ^ {key})

    def select_same(self, key: Hashable) -> None:
        """Select every copy of a card's face."""
        face = next((s.card for s in self.sprites if s.key == key), None)
        self._select(self._selected | {s.key for s in self.sprites if s.card == face})

    def select_range(self, keys: Sequence[Hashable], preview: bool) -> None:
        """Select these too; with ``preview`` only show how it would be."""
        if preview:
            self._preview = frozenset(key for key in keys if isinstance(key, int))
            self._raise()
        else:
            self._select(self._selected | set(keys))

    def cancel_range(self) -> None:
        """Back to what was selected before the drag."""
        self._select(self._selected)

    def clear(self) -> None:
        """Nothing selected any more."""
        self._select(set())

    def select_cards(self, cards: Cards) -> None:
        """Select just these faces, a copy each."""
        wanted = list(cards)
        keys: set[Hashable] = set()
        for sprite in self.sprites:
            if sprite.card in wanted:
                wanted.remove(sprite.card)
                keys.add(sprite.key)
        self._select(keys)

    def _select(self, keys: set[Hashable] | set[int]) -> None:
        self._preview = frozenset()
        self._selected = {key for key in keys if isinstance(key, int)}
        self._raise()

    def _raise(self) -> None:
        for sprite in self.sprites:
            to = float(self.is_raised(sprite))
            if sprite.lift != to:
                self._timeline.tween(sprite, "lift", sprite.lift, to, MOTION.raise_)

    def refuse(self) -> None:
        """Shake the selected cards: no."""
        self._timeline.tween(self, "shake", 0.0, 1.0, MOTION.shake)

    def items(self) -> list[Item]:
        """The draw list."""
        faces, skin = self._kit.faces, self._kit.skin
        swing = math.sin(self.shake * 5 * math.pi) * (1 - self.shake) * self.layout.card[0] * 0.12
        dot = max(8, self.layout.card[0] // 7)
        items = []
        shadow, margin = faces.shadow(self.layout.card[0]), faces.shadow_margin(self.layout.card[0])
        for index in self.layout.draw_order:
            sprite = self.sprites[index]
            if index in self._firsts:  # a suit begins: it stands off from the one before
                items.append(Item(shadow, round(sprite.x) - margin, round(sprite.y) - margin))
            raised = self.is_raised(sprite)
            item = sprite.item(faces, raised, self.layout.raise_by, round(swing) if raised else 0)
            items.append(item)
            if sprite.key in self.fresh:
                mark = skin.panel(dot, dot, dot // 2, (*self._kit.theme.brass_deep, 255))
                items.append(Item(mark, item.x + dot // 2, item.y + round(self.layout.card[1] * 0.48)))
        return items

    def state(self) -> list[dict[str, object]]:
        """Each card with its rectangle as it rests or is raised, and the middle of its visible strip."""
        cards = []
        for index, sprite in enumerate(self.sprites):
            raised = self.is_raised(sprite)
            rect = self.layout.raised(index) if raised else self.layout.rects[index]
            row = self.layout.rows[self.layout.row_of[index]]
            place = row.index(index)
            strip = rect.w
            if place + 1 < len(row):
                strip = min(strip, self.layout.rects[row[place + 1]].x - self.layout.rects[index].x)
            cards.append(
                {
                    "card": format_cards([sprite.card or 0]),
                    "rect": list(rect),
                    "raised": raised,
                    "at": [rect.x + strip // 2, rect.y + rect.h // 5],
                }
            )
        return cards
