"""Trump and the order of cards (RULES.md section 1), as lookup tables."""

from collections.abc import Iterable
from functools import cache

from game.engine.cards import BJ, FACES, LJ, RANKS, SUITS, Cards, card

TRUMP = "T"
"""The effective suit of every trump."""

GROUPS: tuple[str, ...] = (*SUITS, TRUMP)
"""Effective suits by group number: 0..3 the plain suits, 4 trump."""
TRUMP_GROUP = 4


class Trump:
    """The order in force: level rank, trump suit (None: no trump), whether 2s are trump.

    ``group[card]`` is the card's effective suit as a number, ``position[card]`` its place on that
    suit's chain, 0 the lowest. Ranks are adjacent when their positions differ by 1; cards that
    share a position are equal in strength. ``chain[group][position]`` lists the faces there;
    ``rank_in_hand[card]`` sorts as a hand is held; ``mask[group]``, laid over counts read as a
    number, leaves those of one suit.
    One object a kind: ``Trump("2", "H") is Trump("2", "H")``.
    """

    __slots__ = ("chain", "group", "level", "mask", "position", "rank_in_hand", "suit", "two_is_trump")

    level: str
    suit: str | None
    two_is_trump: bool
    group: tuple[int, ...]
    position: tuple[int, ...]
    chain: tuple[tuple[Cards, ...], ...]
    mask: tuple[int, ...]
    rank_in_hand: tuple[int, ...]

    def __new__(cls, level: str, suit: str | None, two_is_trump: bool = False) -> "Trump":
        return _build(level, suit, two_is_trump)

    def __reduce__(self) -> tuple[type["Trump"], tuple[str, str | None, bool]]:
        return Trump, (self.level, self.suit, self.two_is_trump)

    def __repr__(self) -> str:
        return f"Trump({self.level!r}, {self.suit!r}, two_is_trump={self.two_is_trump})"

    def suit_of(self, card: int) -> str:
        """The effective suit: S H C D, or T for every trump."""
        return GROUPS[self.group[card]]

    def strength(self, card: int) -> int:
        """Place within the card's effective suit, 0 the lowest; equal cards have equal strength."""
        return self.position[card]

    def sort(self, hand: Iterable[int]) -> Cards:
        """As a hand is held: trumps first, then S H C D, each from high to low."""
        return tuple(sorted(hand, key=self.rank_in_hand.__getitem__))


@cache
def _build(level: str, suit: str | None, two_is_trump: bool) -> Trump:
    if level not in tuple(RANKS):
        raise ValueError(f"level {level!r} is none of {' '.join(RANKS)}")
    if suit is not None and suit not in tuple(SUITS):
        raise ValueError(f"trump suit {suit!r} is none of {' '.join(SUITS)}, None")
    specials = ["2", level] if two_is_trump and level != "2" else [level]
    plain = [rank for rank in RANKS if rank not in specials]

    chains: list[list[Cards]] = [[(card(s, rank),) for rank in plain] if s != suit else [] for s in SUITS]
    trumps: list[Cards] = [(card(suit, rank),) for rank in plain] if suit else []
    for rank in specials:
        trumps.append(tuple(card(s, rank) for s in SUITS if s != suit))
        if suit:
            trumps.append((card(suit, rank),))
    trumps += [(LJ,), (BJ,)]
    chains.append(trumps)

    group = [0] * FACES
    position = [0] * FACES
    for g, chain in enumerate(chains):
        for place, faces in enumerate(chain):
            for face in faces:
                group[face], position[face] = g, place
    held = sorted(range(FACES), key=lambda f: ((group[f] + 1) % 5, -position[f], f))

    trump = object.__new__(Trump)
    trump.level, trump.suit, trump.two_is_trump = level, suit, two_is_trump
    trump.group, trump.position = tuple(group), tuple(position)
    trump.chain = tuple(tuple(chain) for chain in chains)
    trump.mask = tuple(
        int.from_bytes(bytes(255 if group[face] == g else 0 for face in range(FACES)), "big")
        for g in range(len(chains))
    )
    ranks = [0] * FACES
    for i, face in enumerate(held):
        ranks[face] = i
    trump.rank_in_hand = tuple(ranks)
    return trump
