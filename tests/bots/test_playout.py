"""What a playout plays for the four seats is legal, and comes to the points the rules give."""

import random

import pytest
from engine.test_lean import any_rules, lean_of
from engine_play import Table

from game.bots.playout import Playout
from game.engine import Standing, Trump, check_follow, new_match, preset, read_shape
from game.engine import commands as co
from game.engine.lean import Lean, Suits, kinds_of


class Heard(Playout):
    """A playout that keeps what it answered."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]  # handed through
        self.said: list[list[int]] = []

    def lead(self, table: Lean) -> list[int]:
        """Half the time any component of a suit, so that all shapes are answered."""
        cards = super().lead(table)
        suit = max(table.hands[table.leader], key=len)
        if len(self.said) % 2:
            kinds = table.kinds
            parts = read_shape(kinds.faces_of(suit), kinds.trump, table.rules)
            cards = sorted(kinds.of_faces(parts[0].cards))
        self.said.append(cards)
        return list(cards)

    def single(self, hand: Suits, led: int, best: int, ours: bool, points: int, after: Suits | None) -> int:
        card = super().single(hand, led, best, ours, points, after)
        self.said.append([card])
        return card

    def several(self, table: Lean) -> list[int]:
        self.said.append(super().several(table))
        return list(self.said[-1])


def played_out(chance: random.Random, decks: int) -> int:
    """A deal, at random up to some play and by a playout from there, then by ``decide`` all the same."""
    rules = any_rules(chance, decks)
    level = chance.choice("23456789TJQKA")
    table = Table(rules, chance.random(), new_match(rules, Standing((level, level), chance.randrange(4), 3)))
    until = chance.choice((0, 0, 3, 10, 20))
    for match in table.steps():
        if match.phase == "playing" and len(match.running.tricks) * 4 + len(match.running.plays) >= until:
            break
    if table.match.phase != "playing":
        return 0
    lean = lean_of(table.match)
    policy = Heard(kinds_of(table.match.running.bound[1]), rules, chance.random)
    points = lean.finish(policy)
    for cards in policy.said:
        table.do(table.match.running.turn, co.Play(lean.kinds.faces_of(cards)))
    assert table.match.result is not None
    assert table.match.result.points == points
    return len(policy.said)


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_playouts_are_legal_and_count_as_the_rules_do(decks: int) -> None:
    chance = random.Random(f"playout {decks}")
    assert sum(played_out(chance, decks) for _ in range(80 // decks)) > 700


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_playouts_are_legal_for_long(decks: int) -> None:
    chance = random.Random(f"playout for long {decks}")
    assert sum(played_out(chance, decks) for _ in range(1000)) > 20000


@pytest.mark.parametrize("decks", [2, 3, 4])
def test_any_shape_gets_a_legal_answer(decks: int) -> None:
    """Components of every width and length led to hands full of pairs and more."""
    chance = random.Random(f"shapes {decks}")
    for _ in range(250):
        rules = preset("lezhong", decks)
        trump = Trump("5", "H")
        kinds = kinds_of(trump)
        group = chance.choice((0, 4))
        chain = trump.chain[group]
        width = chance.randint(2, decks)
        length = chance.randint(1, 4 if width == 2 else 2)
        start = chance.randrange(len(chain) - length + 1)
        lead = [chance.choice(at) for at in chain[start : start + length]] * width
        few = chance.sample([face for at in chain for face in at], 8)
        cards = [face for face in few for _ in range(chance.choice((1, 1, 2, 2, decks)))]
        hands = [kinds.suits(kinds.of_faces(hand)) for hand in (lead, cards, [], [])]
        if len(cards) < len(lead):
            continue
        lean = Lean(kinds, rules, hands, leader=0, dealer=0, points=0, bottom_points=0)
        lean.play(kinds.of_faces(lead))
        answer = kinds.faces_of(Playout(kinds, rules, chance.random).several(lean))
        assert check_follow(lead, cards, answer, trump, rules) is None
