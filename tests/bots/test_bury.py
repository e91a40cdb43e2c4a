"""Burying. Hearts are trump and 2s the level cards."""

from bots.positions import buried, to_bury

from game.engine import Trump, parse_cards, points_of

TRUMPS = "BJ LJ H2 S2 HA HK HJ H9 H8 H7 H6 H4 H3"


def test_buries_no_points_and_no_trump_when_it_has_a_choice() -> None:
    hand = TRUMPS + " SA SK ST S8 S7 S6 S4 DA DK D9 D8 D7 D3 CA CT C9 C8 C6 C4 C3"
    cards = buried(to_bury(hand))
    trump = Trump("2", "H")
    assert len(cards) == 8
    assert points_of(cards) == 0
    assert all(trump.suit_of(card) != "T" for card in cards)
    assert not set(cards) & set(parse_cards("SA DA CA"))


def test_empties_a_short_weak_suit() -> None:
    hand = TRUMPS + " SA SA SK SK SQ ST S8 S7 D9 D8 D4 CA CK CQ CJ CT C9 C8 C6 C4"
    cards = buried(to_bury(hand))
    assert set(parse_cards("D9 D8 D4")) <= set(cards)


def test_keeps_pairs_and_tractors_of_a_suit() -> None:
    hand = TRUMPS + " S8 S8 S9 S9 SJ SJ D9 D8 D7 D4 D3 DJ C3 C4 C6 C7 C8 C9 CJ CQ"
    assert not set(buried(to_bury(hand))) & set(parse_cards("S8 S9 SJ"))


def test_keeps_within_the_points_that_may_be_buried() -> None:
    points = "ST ST SK SK S5 S5 DT DT DK DK D5 D5 CT CT CK CK C5 C5 HT HT HK HK H5 H5"
    cards = buried(to_bury(points + " BJ LJ H2 S2 HA HQ HJ H9 H8", bottom_points_limit=0))
    assert len(cards) == 8
    assert points_of(cards) == 0


def test_buries_as_many_as_the_bottom_has_with_any_number_of_decks() -> None:
    for decks, size in ((1, 6), (3, 6), (4, 8)):
        hand = "SA SK S8 S7 S6 S4 DA DK D9 D8 D7 D3 CA CT C9 C8 C6 C4"
        assert len(buried(to_bury(hand, decks=decks))) == size
