"""The last two tricks come to what the best play of both sides comes to, tried move by move."""

import random

import pytest
from engine.test_lean import any_rules

from game.bots.endgame import OPEN, Endgame
from game.engine import Trump, legal_follows
from game.engine.cards import deck
from game.engine.lean import Kinds, Lean, kinds_of


def copied(table: Lean) -> Lean:
    """The same position, to be played on."""
    other = Lean(
        table.kinds,
        table.rules,
        [[suit[:] for suit in hand] for hand in table.hands],
        leader=table.leader,
        dealer=1 - table.attackers,
        points=table.points,
        bottom_points=table.bottom_points,
    )
    other.put([table.kinds.faces_of(play) for play in table.plays])
    return other


def choices(table: Lean) -> list[list[int]]:
    """Kinds that may be played: singles and pairs to lead, any legal reply."""
    kinds = table.kinds
    own = [k for suit in table.hands[table.turn] for k in suit]
    if not table.plays:
        return [[k] for k in own] + ([own] if len(own) == 2 and own[0] == own[1] else [])
    lead = kinds.faces_of(table.plays[0])
    replies = legal_follows(lead, kinds.faces_of(own), kinds.trump, table.rules)
    return [kinds.of_faces(reply) for reply in replies]


def best(table: Lean) -> int:
    """The attackers' points when both sides play as well as can be, by trying everything."""
    if not table.left:
        return table.points
    ends = []
    for cards in choices(table):
        after = copied(table)
        after.play(cards)
        ends.append(best(after))
    return max(ends) if table.turn & 1 == table.attackers else min(ends)


def last_tricks(chance: random.Random, decks: int, cards: int) -> Lean:
    """So many cards a hand, of few faces so that suits, pairs and ties meet."""
    rules = any_rules(chance, decks)
    kinds: Kinds = kinds_of(Trump(chance.choice("25TA"), chance.choice(("H", None)), rules.two_is_trump))
    few = chance.sample(deck(1), 9)
    pack = [card for card in few for _ in range(decks)]
    chance.shuffle(pack)
    hands = [kinds.suits(kinds.of_faces(pack[cards * s : cards * s + cards])) for s in range(4)]
    leader, dealer = chance.randrange(4), chance.randrange(4)
    bottom = chance.choice((0, 5, 20, 40))
    return Lean(kinds, rules, hands, leader=leader, dealer=dealer, points=60, bottom_points=bottom)


@pytest.mark.parametrize("decks", [2, 3, 4])
@pytest.mark.parametrize("cards", [0, 1, OPEN])
def test_no_play_of_either_side_is_better(decks: int, cards: int) -> None:
    chance = random.Random(f"endgame {decks} {cards}")
    for _ in range(150):
        table = last_tricks(chance, decks, cards)
        hands = [[table.kinds.faces_of(suit) for suit in hand] for hand in table.hands]
        assert Endgame(table.kinds, table.rules).points(table) == best(table), hands
