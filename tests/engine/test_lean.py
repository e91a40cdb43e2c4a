"""The lean play of playouts and the real one are the same game, play for play."""

import random

import pytest
from engine_play import CARD_OPTIONS, Table, at_play

from game.engine import (
    Match,
    Refusal,
    RuleSet,
    Standing,
    decide,
    evolve,
    new_match,
    parse_cards,
    points_of,
    preset,
    winner,
)
from game.engine.cards import cards_of
from game.engine.commands import Play
from game.engine.lean import Lean, kinds_of

OPTIONS: dict[str, tuple[object, ...]] = {
    "bidding": ("ladder", "after_deal"),
    "throw_points": (0, 10),
    **CARD_OPTIONS,
}


def any_rules(chance: random.Random, decks: int) -> RuleSet:
    """A preset, half the time with each option drawn."""
    name = chance.choice(("lezhong", "classic", "popo"))
    changes = {option: chance.choice(values) for option, values in OPTIONS.items()}
    return preset(name, decks, **changes if chance.random() < 0.5 else {})


def lean_of(match: Match) -> Lean:
    """The position as the lean play has it."""
    deal = match.running
    dealer, trump = deal.bound
    kinds = kinds_of(trump)
    lean = Lean(
        kinds,
        match.rules,
        [kinds.suits(kinds.of_faces(cards_of(hand))) for hand in deal.hands],
        leader=deal.leader,
        dealer=dealer,
        points=deal.points,
        bottom_points=points_of(deal.bottom),
    )
    lean.put(deal.plays)
    return lean


def same(lean: Lean, match: Match) -> None:
    """Hands, turn, running trick, who is ahead and points are what the match has."""
    deal = match.running
    kinds = lean.kinds
    for suits, counts in zip(lean.hands, deal.hands, strict=True):
        assert sorted(kinds.faces_of(k for suit in suits for k in suit)) == list(cards_of(counts))
    if match.phase == "playing":
        assert (lean.leader, lean.turn, lean.points) == (deal.leader, deal.turn, deal.points)
        assert [sorted(kinds.faces_of(play)) for play in lean.plays] == [sorted(p) for p in deal.plays]
        if deal.plays:
            assert lean.ahead == (deal.leader + winner(deal.plays, kinds.trump, match.rules)) % 4
    else:
        assert match.result is not None
        assert (lean.left, lean.points) == (0, match.result.points)


def a_deal_in_both(chance: random.Random, decks: int) -> int:
    """A deal played at random in both; the plays compared."""
    rules = any_rules(chance, decks)
    level = chance.choice("23456789TJQKA")
    table = Table(rules, chance.random(), new_match(rules, Standing((level, level), chance.randrange(4), 3)))
    lean: Lean | None = None
    compared = 0
    for match in table.steps():
        if match.phase == "playing" and (lean is None or (match.running.plays and chance.random() < 0.05)):
            lean = lean_of(match)  # at the first lead, and now and then anew in the middle of a trick
        elif lean is not None and table.log and hasattr(table.log[-1][1], "cards"):
            tried = table.log[-1][1].cards
            lean.play(lean.kinds.of_faces(tried))
            same(lean, match)
            compared += 1
    return compared


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_lean_play_and_decide_agree_play_for_play(decks: int) -> None:
    chance = random.Random(f"lean {decks}")
    assert sum(a_deal_in_both(chance, decks) for _ in range(60 // decks)) > 700


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_lean_play_and_decide_agree_for_long(decks: int) -> None:
    chance = random.Random(f"lean for long {decks}")
    assert sum(a_deal_in_both(chance, decks) for _ in range(1000)) > 20000


LAST = {
    "a pair": ("SA SA", "S3 S3", "S4 S4", "S5 S5"),
    "a tractor": ("SA SA SK SK", "S3 S3 S4 S4", "D4 D4 D5 D5", "S5 S5 S6 S6"),
    "a triple": ("SA SA SA", "S3 S3 S3", "S4 S4 S4", "S5 S5 S6"),
    "a throw": ("SA SA SK", "S3 S3 S4", "S4 S4 S5", "S5 S6 S7"),
    "a ruffed pair": ("SA SA", "H3 H3", "S4 S4", "S5 S5"),
    "an over-ruffed tractor": ("SA SA SK SK", "H3 H3 H4 H4", "H5 H5 H6 H6", "S5 S5 S6 S6"),
    "a quad on a tractor": ("S7 S7 S8 S8", "S3 S3 S3 S3", "S4 S4 S5 S5", "S6 S6 SJ SJ"),
    "a mixed discard": ("SA SA", "H3 D3", "HA HK", "S5 S6"),
}


@pytest.mark.parametrize("multiplier", ["lezhong", "classic", "doubling", "popo"])
@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("hands", LAST.values(), ids=LAST)
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_last_trick_brings_the_same(
    multiplier: str, wide: bool, hands: tuple[str, ...], dealer: int
) -> None:
    """Points of the trick and of the bottom, with its multiplier, by whoever wins."""
    rules = preset("lezhong", 4, bottom_multiplier=multiplier, wide_over_narrow=wide)
    match = at_play(rules, hands, dealer=dealer, leader=0, bottom="SK S5 ST D3 D4 C3 C4 C6", points=35)
    lean = lean_of(match)
    for seat, hand in enumerate(hands):
        cards = parse_cards(hand)
        events = decide(match, seat, Play(cards))
        assert not isinstance(events, Refusal)
        for event in events:
            match = evolve(match, event)
        lean.play(lean.kinds.of_faces(cards))
        same(lean, match)
