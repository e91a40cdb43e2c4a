"""Components, and how a set of cards is read as them (RULES.md section 2)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from game.engine.cards import FACES, Cards, Counts, count
from game.engine.rules import RuleSet
from game.engine.trump import Trump


class Component(msgspec.Struct, frozen=True):
    """``length`` adjacent ranks of ``width`` identical cards each; ``top`` is the highest rank's
    strength in its suit. Width 1 always has length 1."""

    width: int
    length: int
    top: int
    cards: Cards

    @property
    def shape(self) -> tuple[int, int]:
        """(width, length)."""
        return self.width, self.length


def one_suit(cards: Sequence[int], trump: Trump) -> int | None:
    """The group all cards belong to, None when they are of several suits (or none at all)."""
    groups = {trump.group[card] for card in cards}
    return groups.pop() if len(groups) == 1 else None


def in_group(counts: Counts, group: int, trump: Trump) -> Counts:
    """Only those counts that belong to an effective suit."""
    return (int.from_bytes(counts, "big") & trump.mask[group]).to_bytes(FACES, "big")


def placements(
    counts: Counts, chain: Sequence[Cards], width: int, length: int, whole: bool = False
) -> Iterator[Cards]:
    """Every way to take ``length`` adjacent ranks of ``width`` identical cards, by faces, low to high.

    With ``whole`` a face counts only at exactly ``width`` copies.
    """
    at = [tuple(f for f in faces if (counts[f] == width if whole else counts[f] >= width)) for faces in chain]
    for start in range(len(chain) - length + 1):
        yield from _products(at[start : start + length])


def _products(choices: Sequence[Cards]) -> Iterator[Cards]:
    if not choices:
        yield ()
    elif choices[0]:
        for rest in _products(choices[1:]):
            for face in choices[0]:
                yield (face, *rest)


def longest_run(depth: Sequence[int], width: int) -> tuple[int, int]:
    """(length, top) of the longest run of ranks at least ``width`` deep; of equals the highest."""
    best = run = 0
    top = -1
    for place, n in enumerate(depth):
        run = run + 1 if n >= width else 0
        if run and run >= best:
            best, top = run, place
    return best, top


def read_shape(cards: Sequence[int], trump: Trump, rules: RuleSet) -> tuple[Component, ...]:
    """The components a lead is read as, the main component first.

    ValueError when the cards are of several suits, or there are none.
    """
    return _read(tuple(cards), trump, rules.decompose)


@lru_cache(maxsize=1024)
def _read(cards: Cards, trump: Trump, decompose: str) -> tuple[Component, ...]:
    """A lead is read by every follower and for every view: work it out once."""
    group = one_suit(cards, trump)
    if group is None:
        raise ValueError("a lead is one or more cards of one suit")
    chain = trump.chain[group]
    if len(cards) == 1:
        return (Component(1, 1, trump.position[cards[0]], (cards[0],)),)
    left = bytearray(count(cards))
    components = []
    total = len(cards)
    while total:
        depth = [max(left[face] for face in faces) for faces in chain]
        best = (0, 0, 0)
        shape = (1, 1, 0)
        for width in range(1, max(depth) + 1):
            length, top = longest_run(depth, width)
            if width == 1:
                length = 1
                top = max(place for place, n in enumerate(depth) if n)
            size = width * length
            key = (size, width, top) if decompose == "longest_first" else (width, length, top)
            if key > best:
                best, shape = key, (width, length, top)
        width, length, top = shape
        taken: list[int] = []
        for place in range(top - length + 1, top + 1):
            face = next(f for f in chain[place] if left[f] >= width)
            left[face] -= width
            taken += [face] * width
        components.append(Component(width, length, top, tuple(taken)))
        total -= width * length
    return tuple(components)


def cut(
    cards: Sequence[int], shapes: Sequence[tuple[int, int]], group: int, trump: Trump
) -> Iterator[tuple[int, ...]]:
    """Every way to cut cards of one suit into shapes (width, length), as the tops the shapes get.

    The shapes must use up all cards; highest tops of the first shape come first, then of the
    second, and so on. Nothing comes when the cards can't be cut so.
    """
    chain = trump.chain[group]

    def rest(left: bytearray, i: int, last: tuple[int, Cards]) -> Iterator[tuple[int, ...]]:
        if i == len(shapes):
            yield ()
            return
        width, length = shapes[i]
        if (width, length) == (1, 1) and all(shape == (1, 1) for shape in shapes[i:]):
            singles = [trump.position[face] for face, n in enumerate(left) for _ in range(n)]
            yield tuple(sorted(singles, reverse=True))
            return
        found = [
            (-trump.position[faces[-1]], faces) for faces in placements(bytes(left), chain, width, length)
        ]
        again = i and shapes[i] == shapes[i - 1]  # equal shapes in falling order: one way, not n!
        for place in sorted(found):
            if again and place < last:
                continue
            top, faces = -place[0], place[1]
            for face in faces:
                left[face] -= width
            for tops in rest(left, i + 1, place):
                yield (top, *tops)
            for face in faces:
                left[face] += width

    if sum(width * length for width, length in shapes) == len(cards):
        yield from rest(bytearray(count(cards)), 0, (0, ()))
