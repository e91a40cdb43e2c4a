"""Worlds are made of the unseen cards, fit all that is certain, and are not partial."""

import random

import pytest
from bots.certain import allows
from bots.positions import table as position
from engine.test_lean import any_rules
from engine_play import Table

from game.bots.knowledge import BOTTOM, Knowledge
from game.bots.worlds import ALL, NO_SHAPES, NOTHING, Worlds
from game.engine import Standing, View, new_match, parse_cards, view
from game.engine.lean import kinds_of


def drawn(seen: View, number: int, seed: object = 1) -> tuple[Worlds, list[list[tuple[int, ...]]]]:
    """So many worlds, as faces at each place."""
    kinds = kinds_of(seen.trump)
    worlds = Worlds(Knowledge(seen), kinds, random.Random(str(seed)).random)
    return worlds, [[kinds.faces_of(place) for place in worlds.draw()] for _ in range(number)]


def deal_checked(chance: random.Random, decks: int) -> tuple[int, int]:
    """A deal at random: worlds checked, and for how many something certain had to be dropped."""
    rules = any_rules(chance, decks)
    level = chance.choice("23456789TJQKA")
    table = Table(rules, chance.random(), new_match(rules, Standing((level, level), chance.randrange(4), 3)))
    checked = dropped = 0
    for match in table.steps():
        if match.phase not in ("burying", "playing") or chance.random() < 0.7:
            continue
        seat = match.running.turn if match.phase == "playing" else match.running.burier
        seen = view(match, seat)
        known = Knowledge(seen)
        worlds, found = drawn(seen, 3, chance.random())
        for world in found:
            assert tuple(map(len, world)) == known.sizes
            assert sorted(card for place in world for card in place) == sorted(known.unseen)
            assert worlds.asked != ALL or allows(known, world)
            checked += 1
        dropped += worlds.asked != ALL
    return checked, dropped


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_a_world_fits_all_that_is_certain(decks: int) -> None:
    chance = random.Random(f"worlds {decks}")
    checked, dropped = map(sum, zip(*(deal_checked(chance, decks) for _ in range(24 // decks)), strict=True))
    assert checked > 300
    assert dropped * 1000 < checked


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_a_world_fits_all_that_is_certain_for_long(decks: int) -> None:
    chance = random.Random(f"worlds for long {decks}")
    checked, dropped = map(sum, zip(*(deal_checked(chance, decks) for _ in range(300)), strict=True))
    assert checked > 10000
    assert dropped * 1000 < checked


MANY = "H3 H3 H4 H4 H5 H5 H6 H6 H7 H7 H8 H8 H9 HT HJ HQ HK HA LJ LJ BJ H2 C2"
"""23 trumps: two tricks have been played."""


def in_suit(cards: tuple[int, ...], suit: str, seen: View) -> int:
    return sum(seen.trump.suit_of(card) == suit for card in cards)


def test_every_place_gets_its_share() -> None:
    """One seat is known to be void: its room is filled with the rest, all others alike."""
    seen = position(MANY, tricks=((1, "SQ | S3 | D4 | S6"), (1, "SA | S3 | D4 | S6")))
    _, worlds = drawn(seen, 1000)
    shares = {
        suit: [sum(in_suit(world[place], suit, seen) for world in worlds) / 1000 for place in range(5)]
        for suit in "SC"
    }
    spades, clubs = shares["S"], shares["C"]
    assert spades[3] == 0
    assert spades[1:3] == pytest.approx([18 * 23 / 54] * 2, rel=0.03)
    assert spades[BOTTOM] == pytest.approx(18 * 8 / 54, rel=0.06)
    assert clubs[1] == pytest.approx(clubs[2], rel=0.04)
    assert clubs[3] > 1.2 * clubs[1]


def test_the_same_seed_draws_the_same_worlds() -> None:
    seen = position(MANY, tricks=((1, "SQ | S3 | D4 | S6"), (1, "SA | S3 | D4 | S6")))
    assert drawn(seen, 5)[1] == drawn(seen, 5)[1]
    assert drawn(seen, 5)[1] != drawn(seen, 5, seed=2)[1]


def test_players_of_other_rules_do_not_stop_it() -> None:
    """All three are seen to be void in spades, yet more spades are out than the bottom takes."""
    seen = position(MANY, tricks=((0, "S4 | D3 | D4 | C3"), (0, "S5 | D3 | D4 | C3")))
    worlds, found = drawn(seen, 3)
    assert worlds.asked == NOTHING
    assert all(tuple(map(len, world)) == Knowledge(seen).sizes for world in found)


def test_what_shapes_tell_is_dropped_before_voids() -> None:
    seen = position(MANY, tricks=((1, "SQ | S3 | D4 | S6"), (1, "SA | S3 | D4 | S6")))
    known = Knowledge(seen)
    for place in range(5):
        known.most[place][parse_cards("SK")[0]] = 0
    kinds = kinds_of(seen.trump)
    worlds = Worlds(known, kinds, random.Random(1).random)
    world = worlds.draw()
    assert worlds.asked == NO_SHAPES
    assert not in_suit(kinds.faces_of(world[3]), "S", seen)
