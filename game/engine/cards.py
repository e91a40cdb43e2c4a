"""Cards, their codes and points (RULES.md, words and section 1).

A card is a face number 0..53: S2..SA, H2..HA, C2..CA, D2..DA, LJ, BJ. Two copies of a face are
equal; the rules never tell them apart. A hand is counts by face, 54 bytes.
"""

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import Annotated, TypeAlias

from msgspec import Meta

Card: TypeAlias = Annotated[int, Meta(ge=0, lt=54)]
"""A face number; the bounds hold for what is decoded."""
Cards: TypeAlias = Annotated[tuple[Card, ...], Meta(max_length=216)]
Counts: TypeAlias = bytes
"""How many copies of each face, indexed by face: always ``FACES`` long."""

SUITS = "SHCD"
RANKS = "23456789TJQKA"
LJ = 52
BJ = 53
FACES = 54
_ONE_FEWER = bytes(max(n - 1, 0) for n in range(256))

CODES = (*(suit + rank for suit in SUITS for rank in RANKS), "LJ", "BJ")
_FACE_OF = {code: face for face, code in enumerate(CODES)}

POINTS = tuple(
    {"5": 5, "T": 10, "K": 10}.get(code[1], 0) if face < LJ else 0 for face, code in enumerate(CODES)
)
"""Points by face: a 5 counts 5, a ten and a king 10."""


def parse_cards(text: str) -> Cards:
    """Cards from codes parted by spaces, ``"HT HT LJ"``. ValueError names the code it can't read."""
    cards = []
    for code in text.split():
        if code not in _FACE_OF:
            raise ValueError(f"{code!r} is no card: write suit S H C D and rank 2..9 T J Q K A, or LJ, BJ")
        cards.append(_FACE_OF[code])
    return tuple(cards)


def format_cards(cards: Iterable[Card]) -> str:
    """The codes of cards in the order given: ``"HT HT LJ"``."""
    return " ".join(CODES[card] for card in cards)


def card(suit: str, rank: str) -> Card:
    """The face of a suit and a rank."""
    return _FACE_OF[suit + rank]


def printed_suit(card: Card) -> str | None:
    """The suit on the card, None for a joker."""
    return None if card >= LJ else SUITS[card // 13]


def rank_of(card: Card) -> str | None:
    """The rank on the card, None for a joker."""
    return None if card >= LJ else RANKS[card % 13]


def points_of(cards: Iterable[Card]) -> int:
    """Sum of the 5s, tens and kings."""
    return sum(POINTS[card] for card in cards)


def count(cards: Iterable[Card]) -> Counts:
    """Cards as counts by face."""
    counts = bytearray(FACES)
    for card in cards:
        counts[card] += 1
    return bytes(counts)


def cards_of(counts: Counts) -> Cards:
    """Counts as cards, by face number."""
    cards: list[Card] = []
    while True:
        faces = list(compress(range(FACES), counts))  # a copy of each face at a time: quick in C
        if not faces:
            return tuple(sorted(cards))
        cards += faces
        counts = counts.translate(_ONE_FEWER)


def add(counts: Counts, cards: Iterable[Card]) -> Counts:
    """Counts with these cards more."""
    new = bytearray(counts)
    for card in cards:
        new[card] += 1
    return bytes(new)


def take(counts: Counts, cards: Iterable[Card]) -> Counts:
    """Counts with these cards fewer. ValueError when one is not there."""
    new = bytearray(counts)
    for card in cards:
        new[card] -= 1  # a bytearray refuses to go below 0 by itself
    return bytes(new)


def lacking(counts: Counts, cards: Sequence[Card]) -> Cards:
    """Those of the cards that counts do not hold; a number that is no face is never held."""
    left = bytearray(counts)
    missing = []
    for card in cards:
        if 0 <= card < FACES and left[card]:
            left[card] -= 1
        else:
            missing.append(card)
    return tuple(missing)


def deck(decks: int) -> Cards:
    """All cards of so many decks, by face number."""
    return tuple(face for face in range(FACES) for _ in range(decks))


def hand_size(decks: int) -> int:
    """Cards each seat is dealt: 12, 25, 39, 52."""
    return (54 * decks - bottom_size(decks)) // 4


def bottom_size(decks: int) -> int:
    """Cards of the bottom: 6, 8, 6, 8."""
    return (6, 8, 6, 8)[decks - 1]
