"""Worlds: ways the unseen cards may lie that fit what a seat knows, drawn by chance.

Cards are placed one after another, the most restricted first, at a place drawn in proportion to the
room left; when none is free others move over. When nothing fits, as against players who follow
other rules, what shapes tell is dropped first, then where cards were shown, then who is void.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from game.bots.knowledge import Knowledge
from game.engine.cards import FACES
from game.engine.lean import Kinds

TRIES = 12
"""How often a world is drawn before less is asked of it."""
ALL, NO_SHAPES, NO_SHOWN, NOTHING = range(4)
"""What is asked of a world, less and less."""

Places: TypeAlias = list[list[int]]
"""Kinds at each place: the seats 0..3 and the bottom."""
Placed: TypeAlias = tuple[int, tuple[int, ...]]
"""A card, as its kind, and the places it may lie at."""


class Worlds:
    """Draws worlds for one question. ``chance`` gives numbers from 0 to 1.

    ``asked`` tells what is still asked of them: ``ALL`` unless nothing was found.
    """

    __slots__ = ("_chance", "_kinds", "_known", "_most", "_runs", "_tight", "_weight", "_wide", "asked")

    def __init__(
        self,
        known: Knowledge,
        kinds: Kinds,
        chance: Callable[[], float],
        weight: Sequence[Sequence[float]] | None = None,
    ) -> None:
        """``weight[place][face]``: how likely a card lies at a place beside what chance says."""
        self._known, self._kinds, self._chance = known, kinds, chance
        rows = weight or [[1.0] * FACES] * 5
        self._weight = [[rows[p][face] for p in range(5)] for face in kinds.face]
        self._set(ALL)

    def draw(self) -> Places:
        """A world."""
        while True:
            for _ in range(TRIES):
                world = self._try()
                if world is not None:
                    return world
            self._set(self.asked + 1)

    def _set(self, asked: int) -> None:
        """Sort the cards into those that may lie anywhere and those that may not."""
        self.asked = asked
        known, kinds = self._known, self._kinds
        decks = known.view.rules.decks
        everywhere = tuple(p for p in range(5) if known.sizes[p])
        shapes = asked < NO_SHAPES
        self._runs = [(s, kinds.kind[x], kinds.kind[y]) for s, x, y in known.no_run if shapes]
        self._most = [[known.most[p][f] if shapes else decks for p in range(5)] for f in kinds.face]
        self._tight: list[Placed] = [(kinds.kind[f], at) for f, at in known.pinned if asked < NO_SHOWN]
        self._wide: list[int] = []
        unseen = kinds.of_faces(known.unseen)
        cards = unseen[:]
        for kind, _ in self._tight:
            cards.remove(kind)
        for kind in cards:
            at = tuple(p for p in everywhere if not known.void[p][kinds.group[kind]] or asked == NOTHING)
            limited = min([self._most[kind][p] for p in everywhere]) < min(decks, unseen.count(kind))
            even = self._weight[kind]
            leans = any(even[p] != even[at[0]] for p in at)
            if at == everywhere and not limited and not leans:
                self._wide.append(kind)
            else:
                self._tight.append((kind, at))

    def _try(self) -> Places | None:
        chance = self._chance
        room = list(self._known.sizes)
        world: Places
        if self._tight:
            placed: list[list[Placed]] = [[], [], [], [], []]
            mixed = [(len(card[1]), chance(), card) for card in self._tight]
            mixed.sort()
            for _, _, card in mixed:
                if not self._place(placed, room, card):
                    return None
            world = [[kind for kind, _ in cards] for cards in placed]
        else:
            world = [[], [], [], [], []]
        wide = [kind for _, kind in sorted([(chance(), kind) for kind in self._wide])]
        start = 0
        for p, n in enumerate(room):
            if n:
                world[p] += wide[start : start + n]
                start += n
        if any(world[s].count(x) > 1 and world[s].count(y) > 1 for s, x, y in self._runs):
            return None
        return world

    def _place(self, placed: list[list[Placed]], room: list[int], card: Placed) -> bool:
        """Put a card at one of its places, in proportion to their room."""
        total = 0.0
        weight = self._weight[card[0]]
        for p in card[1]:
            total += room[p] * weight[p]
        drawn = self._chance() * total
        chosen = -1
        for p in card[1]:
            if room[p] and self._may(placed, card[0], p):
                chosen = p
                drawn -= room[p] * weight[p]
                if drawn < 0:
                    break
        if chosen < 0:
            return self._move_over(placed, room, card)
        placed[chosen].append(card)
        room[chosen] -= 1
        return True

    def _may(self, placed: list[list[Placed]], kind: int, p: int) -> bool:
        """Whether one more copy of the card may lie at the place."""
        most = self._most[kind][p]
        return most >= self._known.view.rules.decks or sum([k == kind for k, _ in placed[p]]) < most

    def _move_over(self, placed: list[list[Placed]], room: list[int], card: Placed) -> bool:
        """Make room at one of the card's places: a chain of cards moves on to where there is room."""
        came: dict[int, tuple[int, int] | None] = {p: None for p in card[1] if self._may(placed, card[0], p)}
        queue = list(came)
        for p in queue:
            if room[p]:
                room[p] -= 1
                while (step := came[p]) is not None:
                    before, i = step
                    placed[p].append(placed[before].pop(i))
                    p = before
                placed[p].append(card)
                return True
            for i, (kind, at) in enumerate(placed[p]):
                for q in at:
                    if q not in came and self._may(placed, kind, q):
                        came[q] = (p, i)
                        queue.append(q)
        return False
