"""Chance from a seed: the same cards on every machine and Python.

Bytes are HMAC-SHA256(seed, counter); whole numbers come by rejection sampling, so that every
order of the deck is equally likely.
"""

import hmac

from game.engine.cards import Cards, deck


class Stream:
    """Random numbers drawn from a seed and a label; two streams of one seed do not correlate."""

    def __init__(self, seed: str, label: str) -> None:
        self._key = f"{label}:{seed}".encode()
        self._block = 0
        self._pool = b""

    def _word(self) -> int:
        """The next 32 bits."""
        if len(self._pool) < 4:
            self._pool += hmac.digest(self._key, self._block.to_bytes(8, "big"), "sha256")
            self._block += 1
        word, self._pool = self._pool[:4], self._pool[4:]
        return int.from_bytes(word, "big")

    def below(self, n: int) -> int:
        """A number 0..n-1, each equally likely."""
        limit = (1 << 32) - (1 << 32) % n
        while True:
            word = self._word()
            if word < limit:
                return word % n


def shuffled(seed: str, decks: int) -> Cards:
    """The whole deck in the order it is dealt, by Fisher-Yates; the bottom is what remains."""
    stream = Stream(seed, "deck")
    cards = list(deck(decks))
    for i in range(len(cards) - 1, 0, -1):
        j = stream.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def first_seat(seed: str) -> int:
    """Who draws the first card of a match's first deal."""
    return Stream(seed, "first").below(4)


def deal_seed(match_seed: str, number: int, redeals: int = 0) -> str:
    """The seed of a match's deal, from the seed of the match; another for each time it is dealt again."""
    label = f"deal {number}" if not redeals else f"deal {number} again {redeals}"
    return hmac.digest(match_seed.encode(), label.encode(), "sha256").hex()
