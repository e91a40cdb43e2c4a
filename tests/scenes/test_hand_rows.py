"""How a long hand falls into two rows: whatever the window, the cards, and the order they are held in."""

from itertools import groupby, pairwise, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine import Trump
from game.engine.trump import TRUMP_GROUP
from game.scenes.order import Order
from game.ui.hand_layout import NARROWER, SHORTEST_ROW, HandLayout, lay_hand, two_rows
from game.ui.layout import TableLayout

DECKS = {25: 2, 33: 2, 39: 3, 45: 3, 52: 4, 60: 4}
"""By the number of cards held."""
SIZES = [(1024, 640), (1280, 720), (1920, 1080)]
SCALES = [0.75, 1.0, 1.5, 2.0]
ORDERS = list(product((False, True), repeat=3))
"""Trumps at the right, low cards first, colours by turns."""


def rows_of(hand: HandLayout, groups: list[int]) -> list[list[list[int]]]:
    """The rows that there are, the lower first: of each suit in a row its cards."""
    suit = [number for number, n in enumerate(groups) for _ in range(n)]
    return [[list(cards) for _, cards in groupby(row, key=suit.__getitem__)] for row in hand.rows if row]


def strips(hand: HandLayout) -> list[int]:
    """How much of each card is seen, but for the last of a row."""
    return [hand.rects[right].x - hand.rects[left].x for row in hand.rows for left, right in pairwise(row)]


def check_rows(table: TableLayout, hand: HandLayout, groups: list[int], trumps_last: bool) -> None:
    """What two rows promise."""
    total, most = sum(groups), max(groups)
    trumps = groups[-1 if trumps_last else 0]
    lower, upper = rows_of(hand, groups)
    assert sorted(hand.rows[0] + hand.rows[1]) == list(range(total)), "each card lies there once"
    assert all(list(row) == sorted(row) for row in hand.rows), "in the order it is held"
    assert all(hand.hit(*hand.visible(index).center) == index for index in range(total))

    def fits(n: int, suits: int) -> bool:
        room = table.hand.w - table.card[0] - table.group_gap * (suits - 1)
        return n < 2 or room / (n - 1) >= table.min_strip

    begins = total - trumps if trumps_last else 0
    of_trumps = set(range(begins, begins + trumps))
    split_trumps = bool(of_trumps & set(hand.rows[1]))
    assert not (split_trumps and fits(trumps, 1)), "trumps in one row, the lower, where they fit into one"

    pieces = [suit for row in (lower, upper) for suit in row]
    held = [n for n in groups if n]
    assert len(pieces) <= len(held) + 1, "one suit is broken, if any"
    if len(pieces) > len(held) and not split_trumps:
        end, start = upper[-1], lower[0 if trumps_last or not trumps else 1]
        assert start[0] == end[-1] + 1, "a broken suit ends the upper row and goes on beside the trumps"

    shorter = min(map(len, hand.rows))
    assert shorter >= SHORTEST_ROW * total or most > (1 - SHORTEST_ROW) * total, "the rows are even-handed"
    # in the best case a row holds half of the cards, of half of the suits and a broken one
    possible = fits((total + 1) // 2, 3)
    smallest = table.min_strip if possible else NARROWER * min(table.min_strip, _even(table, total))
    if not split_trumps and shorter >= SHORTEST_ROW * total and trumps <= total / 2:
        assert min(strips(hand)) > smallest - 1.5, "each card can be hit; both its edges are whole pixels"


def _even(table: TableLayout, total: int) -> float:
    """The strip of two rows just as long, each of three suits."""
    return (table.hand.w - table.card[0] - 2 * table.group_gap) / ((total + 1) // 2 - 1)


@pytest.mark.parametrize("cards", DECKS)
@given(seed=st.integers(0, 9999), choice=st.sampled_from(ORDERS), suit=st.sampled_from([*"SHCD", None]))
@settings(max_examples=20)
def test_a_hand_of_any_size_at_any_scale(
    cards: int, seed: int, choice: tuple[bool, bool, bool], suit: str | None
) -> None:
    deck = [face for face in range(54) for _ in range(DECKS[cards])]
    held = Random(seed).sample(deck, cards)
    order = Order(Trump("2", suit), *choice)
    held = [held[place] for place in order.sort(held)]
    groups = order.sizes(held)
    for (width, height), scale in product(SIZES, SCALES):
        table, hand = lay_hand(width, height, scale, groups, order.trump_right)
        if hand.rows[1]:
            check_rows(table, hand, groups, order.trump_right)
            own = {order.trump.group[held[place]] for place in hand.rows[1]}
            assert TRUMP_GROUP not in own or groups[-1 if order.trump_right else 0] > cards / 3
        else:
            assert min(strips(hand)) >= table.min_strip - 1


@given(
    st.lists(st.integers(0, 40), min_size=5, max_size=5).filter(lambda groups: 20 <= sum(groups) <= 60),
    st.booleans(),
    st.sampled_from(list(product(SIZES, SCALES))),
)
@settings(max_examples=200)
def test_a_hand_of_any_suits(groups: list[int], last: bool, window: tuple[tuple[int, int], float]) -> None:
    (width, height), scale = window
    table, hand = lay_hand(width, height, scale, groups, last)
    if hand.rows[1]:
        check_rows(table, hand, groups, last)


def test_two_trumps_get_no_row_of_their_own() -> None:
    for scale in (1.5, 2.0):
        _, hand = lay_hand(1280, 720, scale, (2, 5, 8, 10))
        assert hand.rows == ((0, 1, *range(15, 25)), tuple(range(2, 15)))


@pytest.mark.parametrize(("width", "height", "scale"), [(1024, 640, 1.0), (1280, 720, 1.5), (1024, 640, 1.5)])
def test_sixty_cards_break_no_suit(width: int, height: int, scale: float) -> None:
    _, hand = lay_hand(width, height, scale, (23, 16, 12, 9))
    assert hand.rows[1] == tuple(range(23, 51))
    _, hand = lay_hand(width, height, scale, (16, 12, 9, 23), True)
    assert hand.rows[1] == tuple(range(28))


def test_the_longest_side_suit_is_broken_where_one_must_be() -> None:
    lower, upper = two_rows((3, 1, 1, 20), 800, 80, 10, 30)
    assert (lower, upper) == ([(0, 3), (15, 25)], [(3, 4), (4, 5), (5, 15)])
    lower, upper = two_rows((1, 1, 20, 3), 800, 80, 10, 30, trumps_last=True)
    assert (lower, upper) == ([(12, 22), (22, 25)], [(0, 1), (1, 2), (2, 12)])
