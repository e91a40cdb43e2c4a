"""In which order a hand is held."""

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine import Trump, parse_cards
from game.engine.trump import TRUMP_GROUP
from game.scenes.order import RED, Order

CARDS = st.lists(st.integers(0, 53), min_size=1, max_size=30)
TRUMPS = st.builds(Trump, st.sampled_from("2TA"), st.sampled_from([None, *"SHCD"]), st.booleans())


@given(CARDS, TRUMPS)
def test_without_options_it_is_the_order_of_the_rules(cards: list[int], trump: Trump) -> None:
    order = Order(trump)
    assert tuple(cards[i] for i in order.sort(cards)) == trump.sort(cards)


@given(CARDS, TRUMPS, st.booleans(), st.booleans(), st.booleans())
def test_any_order_holds_all_cards_suit_by_suit(
    cards: list[int], trump: Trump, right: bool, low: bool, alternate: bool
) -> None:
    order = Order(trump, right, low, alternate)
    held = [cards[i] for i in order.sort(cards)]
    assert sorted(held) == sorted(cards)
    groups = [trump.group[card] for card in held]
    runs = [group for group, before in zip(groups, [None, *groups], strict=False) if group != before]
    assert len(runs) == len(set(runs))
    assert [n for n in order.sizes(held) if n] == [groups.count(group) for group in runs]
    if TRUMP_GROUP in runs:
        assert runs.index(TRUMP_GROUP) == (len(runs) - 1 if right else 0)
    for a, b in pairwise(held):
        if trump.group[a] == trump.group[b]:
            weaker, stronger = (a, b) if low else (b, a)
            assert trump.position[weaker] <= trump.position[stronger]


@pytest.mark.parametrize(("suit", "right"), list(product([None, *"SHCD"], [False, True])))
def test_red_and_black_take_turns(suit: str | None, right: bool) -> None:
    trump = Trump("2", suit)
    cards = parse_cards("SA SK HA HK CA CK DA DK BJ")
    groups = [group for group in Order(trump, right, alternate=True).groups(cards) if group != TRUMP_GROUP]
    plain = [group for group in groups if any(trump.group[card] == group for card in cards)]
    assert all((a in RED) != (b in RED) for a, b in pairwise(plain))


def test_a_suit_not_held_does_not_part_two_of_one_colour_by_chance() -> None:
    cards = parse_cards("SA CA DA BJ")
    groups = Order(Trump("2", None), alternate=True).groups(cards)
    assert [group for group in groups if group in (0, 2, 3)] in ([0, 3, 2], [2, 3, 0])
