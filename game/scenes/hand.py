"""The own hand on the table: its sprites, how they lie, which are selected."""

import math
from collections.abc import Hashable, Sequence
from itertools import accumulate

from pygame import Surface

from game.engine import Cards, Trump, format_cards
from game.scenes.kit import Kit
from game.scenes.order import Order
from game.ui.gestures import CardTarget
from game.ui.hand_layout import HandLayout, lay_hand
from game.ui.layout import Rect, TableLayout
from game.ui.painter import Item
from game.ui.sprite import Sprite, SpriteMaker
from game.ui.theme import MOTION
from game.ui.timeline import Timeline


class Hand:
    """Owns the sprites of the own cards, in the order they are held, and the selection.

    The selection is by copy, not by place or face: it stays when the hand is sorted anew. ``focus`` is the
    card the keys are at; ``allowed`` the faces that may be played now, None for all; ``counted`` whether
    each suit says how many cards it has.
    """

    def __init__(self, kit: Kit, timeline: Timeline, maker: SpriteMaker) -> None:
        self._kit = kit
        self._timeline = timeline
        self._maker = maker
        self.sprites: list[Sprite] = []
        self.fresh: set[int] = set()  # keys of cards just taken from the bottom
        self.shake = 1.0  # 0..1, how far a refused play has shaken
        self.focus: int | None = None
        self.allowed: frozenset[int] | None = None
        self.counted = False
        self._marked: set[int] = set()  # keys of cards a refusal names
        self._focus_at = 0  # where the focus was last
        self._selected: set[int] = set()
        self._preview: frozenset[int] = frozenset()
        self._order = Order.of(Trump("2", None), kit.settings)
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

    def _dimmed(self, sprite: Sprite) -> bool:
        """Whether the card is in shade, as one that may not be played now."""
        return self.allowed is not None and sprite.card not in self.allowed

    def _lay(self) -> tuple[TableLayout, HandLayout]:
        groups = self._order.sizes(self.cards)
        width, height = self._kit.size
        starts = list(accumulate(groups, initial=0))[:-1]
        self._firsts = {start for start, n in zip(starts, groups, strict=True) if n and start}
        return lay_hand(width, height, self._kit.settings.ui_scale, groups, self._order.trump_right)

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
        """Hold the cards in the order of this trump, and of the settings; whether anything changed."""
        order = Order.of(trump, self._kit.settings)
        changed = order != self._order  # the gaps between suits may move, even if no card does
        self._order = order
        before = self.sprites
        self.sprites = [before[i] for i in order.sort(self.cards)]
        return changed or before != self.sprites

    def reset(self, cards: Cards, trump: Trump, keep: bool = False) -> None:
        """Hold just these cards, all in place; nothing selected, or what was with ``keep``."""
        chosen = self.selected if keep else ()
        self.sprites = [self._maker.new(card, Rect(0, 0, 1, 1)) for card in cards]
        self._selected.clear()
        if chosen:
            self.select_cards(chosen)
        self._preview = frozenset()
        self.fresh.clear()
        self._marked.clear()
        self.focus = None
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
        if self.focus in [sprite.key for sprite in taken]:
            self.focus = None
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

    def face(self, key: Hashable) -> int:
        """The face of a card by its key; StopIteration when it has left the hand."""
        return next(sprite.card or 0 for sprite in self.sprites if sprite.key == key)

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

    def go(self, arrow: str) -> bool:
        """Move the focus to the card in that direction, or bring it back; False where there is none."""
        if not self.sprites:
            return False
        here = next((i for i, sprite in enumerate(self.sprites) if sprite.key == self.focus), None)
        there: int | None = min(self._focus_at, len(self.sprites) - 1)
        if here is not None:
            there = self.layout.beside(here, arrow)
        if there is None:
            return False
        self.focus, self._focus_at = self.sprites[there].key, there
        return True

    def mark(self, cards: Cards) -> None:
        """Put a mark on these faces, of which a refusal tells; () takes all marks away."""
        self._marked = {sprite.key for sprite in self.sprites if sprite.card in cards}

    def refuse(self) -> None:
        """Shake the selected cards: no."""
        self._timeline.tween(self, "shake", 0.0, 1.0, MOTION.shake)

    def items(self) -> list[Item]:
        """The draw list."""
        faces, skin = self._kit.faces, self._kit.skin
        swing = math.sin(self.shake * 5 * math.pi) * (1 - self.shake) * self.layout.card[0] * 0.12
        dot = max(8, self.layout.card[0] // 7)
        items, ring = [], []
        shadow, margin = faces.shadow(self.layout.card[0]), faces.shadow_margin(self.layout.card[0])
        for index in self.layout.draw_order:
            sprite = self.sprites[index]
            if index in self._firsts:  # a suit begins: it stands off from the one before
                items.append(Item(shadow, round(sprite.x) - margin, round(sprite.y) - margin))
            raised = self.is_raised(sprite)
            dx = round(swing) if raised else 0
            dimmed = self._dimmed(sprite) and not raised
            item = sprite.item(faces, self.layout.raise_by, dx, dimmed)
            items += faces.framed(item, raised)
            middle = item.y + round(self.layout.card[1] * 0.48)
            if sprite.key in self._marked:
                mark = self._warning()
                items.append(Item(mark, item.x + dot // 4, middle))
            elif sprite.key in self.fresh:
                mark = skin.panel(dot, dot, dot // 2, (*self._kit.theme.brass_deep, 255))
                items.append(Item(mark, item.x + dot // 2, middle))
            if sprite.key == self.focus:
                seen = self.layout.visible(index)
                ring = self._ring(Rect(item.x, item.y, seen.w, seen.h))
        return items + ring + (self._counts() if self.counted else [])

    def _warning(self) -> Surface:
        """The sign on a card that a refusal names."""
        theme, px = self._kit.theme, max(12, round(self.layout.card[0] * 0.2))
        return self._kit.skin.sign("!", px, theme.on_brass, theme.danger)

    def _ring(self, seen: Rect) -> list[Item]:
        """Around what is seen of the card the keys are at: light on dark, so that it shows on any card."""
        theme, skin = self._kit.theme, self._kit.skin
        line, radius = max(2, self.layout.card[0] // 28), round(self.layout.card[0] * 0.068)
        outer = skin.outline(seen.w + 2 * line, seen.h + 2 * line, radius + line, line, theme.text)
        inner = skin.outline(seen.w, seen.h, radius, line, theme.felt_outer)
        return [Item(outer, seen.x - line, seen.y - line), Item(inner, seen.x, seen.y)]

    def _counts(self) -> list[Item]:
        """On the first card of each suit how many there are of it."""
        kit, items = self._kit, []
        sizes = self._order.sizes(self.cards)
        for start, n in zip(accumulate(sizes, initial=0), sizes, strict=False):
            if n:
                place = self.layout.visible(start)
                pill = kit.skin.pill(str(n), kit.metrics.small, kit.theme.brass, kit.theme.on_brass, True)
                items.append(Item(pill, place.x, place.bottom - pill.get_height()))
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
                    "dimmed": not raised and self._dimmed(sprite),
                    "marked": sprite.key in self._marked,
                    "focus": sprite.key == self.focus,
                    "at": [rect.x + strip // 2, rect.y + rect.h // 5],
                }
            )
        return cards
