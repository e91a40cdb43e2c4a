"""What it means that cards fit all a seat knows for certain: worlds and the true cards are held to it."""

from collections.abc import Sequence

from game.bots.knowledge import Knowledge
from game.engine.cards import count


def allows(known: Knowledge, places: Sequence[Sequence[int]]) -> bool:
    """Whether cards (faces, for each place) fit all that is known."""
    group = known.view.trump.group
    held = [count(cards) for cards in places]
    if any(known.void[p][group[face]] for p, cards in enumerate(places) for face in cards):
        return False
    if any(n > most for p in range(5) for n, most in zip(held[p], known.most[p], strict=True)):
        return False
    if any(held[s][x] > 1 and held[s][y] > 1 for s, x, y in known.no_run):
        return False
    wanted: dict[tuple[int, tuple[int, ...]], int] = {}
    for pin in known.pinned:
        wanted[pin] = wanted.get(pin, 0) + 1
    return all(sum(held[p][face] for p in at) >= n for (face, at), n in wanted.items())
