"""In which order a hand is held: as the rules know it, or as the player likes it better."""

from collections.abc import Iterable
from itertools import pairwise, permutations
from typing import NamedTuple

from game.engine import Trump
from game.engine.cards import SUITS
from game.engine.trump import TRUMP_GROUP
from game.profile.settings import Settings

PLAIN = range(TRUMP_GROUP)
RED = (SUITS.index("H"), SUITS.index("D"))


class Order(NamedTuple):
    """Trumps first or last, high cards first or low ones, suits as usual or red and black by turns."""

    trump: Trump
    trump_right: bool = False
    low_first: bool = False
    alternate: bool = False

    @classmethod
    def of(cls, trump: Trump, settings: Settings) -> "Order":
        """As the settings say."""
        return cls(trump, settings.trump_right, settings.low_first, settings.alternate)

    def groups(self, cards: Iterable[int]) -> tuple[int, ...]:
        """The effective suits from left to right, for a hand of these cards."""
        plain = tuple(PLAIN)
        if self.alternate:
            held = {self.trump.group[card] for card in cards}
            plain = self._alternating([group for group in PLAIN if group in held])
            plain += tuple(group for group in PLAIN if group not in held)
        return (*plain, TRUMP_GROUP) if self.trump_right else (TRUMP_GROUP, *plain)

    def _alternating(self, held: list[int]) -> tuple[int, ...]:
        """The suits held with as few neighbours of one colour as can be, the trumps' own suit among them."""
        trump = self.trump.suit and SUITS.index(self.trump.suit)

        def alike(suits: tuple[int, ...]) -> int:
            ends = [] if trump is None else [trump]
            row = [*suits, *ends] if self.trump_right else [*ends, *suits]
            return sum((a in RED) == (b in RED) for a, b in pairwise(row))

        return min(permutations(held), key=alike)

    def sort(self, cards: Iterable[int]) -> list[int]:
        """Places of the cards in the order they are held, from left to right."""
        cards = list(cards)
        groups, group, position = self.groups(cards), self.trump.group, self.trump.position
        up = 1 if self.low_first else -1
        return sorted(
            range(len(cards)),
            key=lambda i: (groups.index(group[cards[i]]), up * position[cards[i]], cards[i]),
        )

    def sizes(self, cards: Iterable[int]) -> list[int]:
        """How many cards each suit has, from left to right."""
        cards = list(cards)
        held = [self.trump.group[card] for card in cards]
        return [held.count(group) for group in self.groups(cards)]
