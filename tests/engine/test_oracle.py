"""The engine against the slow second statement of the card rules in ``oracle.py``, on random positions.

Every option that concerns the cards is mixed. Positions are seeded by their number, so that one that
failed can be looked at alone: ``examine(position(1234))``.
"""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import oracle
import oracle_shapes
import pytest
from engine_play import CARD_OPTIONS, CODES, RANKS, SUITS

from game.engine import (
    Cards,
    Component,
    RuleSet,
    Trump,
    bottom_multiplier,
    check_follow,
    check_throw,
    format_cards,
    legal_follows,
    parse_cards,
    preset,
    read_shape,
    winner,
)

PLAIN, LONG = 1_500, 100_000
CHUNK, LONG_CHUNK = 250, 5_000


class Position(NamedTuple):
    """A lead and the three other hands, in play order, by card codes."""

    number: int
    level: str
    suit: str | None
    decks: int
    options: dict[str, Any]
    lead: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]

    @property
    def rules(self) -> RuleSet:
        return preset("lezhong", self.decks, **self.options)

    @property
    def trump(self) -> Trump:
        return Trump(self.level, self.suit, self.options["two_is_trump"])

    @property
    def game(self) -> tuple[str, str | None, oracle_shapes.Options]:
        return self.level, self.suit, oracle_shapes.Options(decks=self.decks, **self.options)

    def __str__(self) -> str:
        plain = preset("lezhong")
        changed = {name: value for name, value in self.options.items() if getattr(plain, name) != value}
        hands = " | ".join(map(" ".join, self.hands))
        return (
            f"position {self.number}: lead {' '.join(self.lead)}, hands {hands}; level {self.level}, "
            f"trump {self.suit}, {self.decks} decks, {changed}"
        )


def cards(codes: Sequence[str]) -> Cards:
    return parse_cards(" ".join(codes))


def codes(of: Sequence[int]) -> tuple[str, ...]:
    """As the oracle gives a set of cards: sorted as strings."""
    return tuple(sorted(CODES[card] for card in of))


def position(number: int) -> Position:
    """The position of this number."""
    chance = random.Random(f"position {number}")
    decks = chance.choice((1, 2, 2, 2, 3, 3, 4, 4))
    options = {name: chance.choice(values) for name, values in CARD_OPTIONS.items()}
    level, suit = chance.choice((*RANKS, "2", "3", "A", "8")), chance.choice((*SUITS, None))
    trump = Trump(level, suit, options["two_is_trump"])
    lines = {
        name: sorted(
            (face for face in range(54) if trump.suit_of(face) == name),
            key=lambda face: (trump.strength(face), face),
        )
        for name in (*SUITS, "T")
    }
    led = chance.choice([name for name in (*SUITS, "T", "T", "T", "T") if lines[name]])
    left = Counter(dict.fromkeys(range(54), decks))

    def window(name: str) -> list[int]:
        """A few neighbouring faces of a suit; of the trumps mostly the ones above the plain chain."""
        line = lines[name]
        size = chance.randint(3, 7)
        start = chance.randint(0, max(0, len(line) - size))
        if name == "T" and chance.random() < 0.6:
            start = max(0, len(line) - chance.randint(size, 11))
        return line[start : start + size]

    def some(pool: Sequence[int], size: int) -> list[int]:
        """Cards of a pool, mostly two or more of a face at once."""
        taken: list[int] = []
        while len(taken) < size and (open_faces := [face for face in pool if left[face]]):
            face = chance.choice(open_faces)
            n = min(left[face], size - len(taken), chance.choice((1, 1, 2, 2, 2, 3, 4)))
            left[face] -= n
            taken += [face] * n
        return taken

    near = window(led)
    lead = some(near, chance.choice((1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7)))
    hands = []
    for _ in range(3):
        size = max(len(lead), chance.randint(len(lead), 10))
        kind = chance.random()
        if kind < 0.55:  # mostly the led suit
            far = chance.choice((0, 0, 1, 3))
            pool = near if chance.random() < 0.5 else window(led) if chance.random() < 0.7 else lines[led]
            hand = some(pool, size - far)
        elif kind < 0.85:  # mostly trumps
            hand = some(window("T"), size)
        else:
            hand = []
        other = [face for face in range(54) if kind < 0.55 or trump.suit_of(face) != led]
        hands.append(hand + some(other, size - len(hand)))
    for mixed in (lead, *hands):
        chance.shuffle(mixed)
    told = [tuple(CODES[card] for card in hand) for hand in hands]
    return Position(number, level, suit, decks, options, tuple(CODES[c] for c in lead), tuple(told))


def same_shapes(of: Position) -> None:
    wanted = oracle_shapes.shapes(of.lead, *of.game)
    assert wanted is not None
    found = read_shape(cards(of.lead), of.trump, of.rules)

    def as_told(part: Component) -> tuple[int, int, tuple[str, ...]]:
        return part.width, part.length, tuple(CODES[card] for card in part.cards)

    assert list(map(as_told, found)) == wanted, f"read otherwise: {of}"


def same_throw(of: Position) -> None:
    failure = check_throw(cards(of.lead), list(map(cards, of.hands)), of.trump, of.rules)
    found = None if failure is None else codes(failure.forced)
    wanted = oracle.throw(of.lead, of.hands, *of.game)
    assert found == wanted, f"throw: engine {found}, oracle {wanted}: {of}"


def same_follows(of: Position, hand: tuple[str, ...], chance: random.Random) -> None:
    lead, held = cards(of.lead), cards(hand)
    wanted = oracle.follows(of.lead, hand, *of.game)
    found = [codes(play) for play in legal_follows(lead, held, of.trump, of.rules)]
    about = f"from {' '.join(hand)}: {of}"
    assert len(found) == len(set(found)), f"a reply is offered twice {about}"
    missing, extra = sorted(wanted - set(found)), sorted(set(found) - wanted)
    assert not missing, f"replies the oracle allows are not offered, {missing[:3]} {about}"
    assert not extra, f"replies the oracle forbids are offered, {extra[:3]} {about}"
    plays = sorted(set(combinations(sorted(hand), len(lead))))
    for play in chance.sample(plays, min(20, len(plays))):
        allowed = check_follow(lead, held, cards(play), of.trump, of.rules) is None
        assert allowed == (play in wanted), f"{play} is {'' if allowed else 'not '}allowed {about}"


def same_winner(of: Position, chance: random.Random) -> None:
    """Three legal replies, mostly ones with pairs; then who wins, and what the bottom would be worth."""
    lead = cards(of.lead)
    plays = [lead]
    for hand in of.hands:
        replies = sorted(legal_follows(lead, cards(hand), of.trump, of.rules))
        tried = [chance.choice(replies) for _ in range(chance.choice((1, 3, 8)))]
        alike = [play for play in tried if len({of.trump.suit_of(card) for card in play}) == 1]
        plays.append(min(alike or tried, key=lambda play: len(set(play))))
    told = [tuple(CODES[card] for card in play) for play in plays]
    about = f"{' | '.join(map(format_cards, plays))}: {of}"
    found, wanted = winner(plays, of.trump, of.rules), oracle.winner(told, *of.game)
    assert found == wanted, f"the winner is play {found} or {wanted} of {about}"
    worth = bottom_multiplier(lead, plays[found], of.trump, of.rules)
    assert worth == oracle.multiplier(of.lead, told[found], *of.game), f"multiplier {worth}, of {about}"


def examine(of: Position) -> None:
    chance = random.Random(of.number)
    same_shapes(of)
    same_throw(of)
    same_follows(of, of.hands[0], chance)
    same_winner(of, chance)


@pytest.mark.parametrize("start", range(0, PLAIN, CHUNK))
def test_the_engine_and_the_oracle_agree(start: int) -> None:
    for number in range(start, start + CHUNK):
        examine(position(number))


@pytest.mark.slow
@pytest.mark.parametrize("start", range(PLAIN, PLAIN + LONG, LONG_CHUNK))
def test_the_engine_and_the_oracle_agree_for_long(start: int) -> None:
    for number in range(start, start + LONG_CHUNK):
        examine(position(number))
