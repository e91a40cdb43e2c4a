"""How many cards are buried, and with how many points; which ones stands among the situations."""

from bots.positions import buried, to_bury

from game.bots.bury import valued_buries
from game.engine import parse_cards, points_of

TRUMPS = "BJ LJ H2 S2 HA HK HJ H9 H8 H7 H6 H4 H3"


def test_keeps_within_the_points_that_may_be_buried() -> None:
    points = "ST ST SK SK S5 S5 DT DT DK DK D5 D5 CT CT CK CK C5 C5 HT HT HK HK H5 H5"
    cards = buried(to_bury(points + " BJ LJ H2 S2 HA HQ HJ H9 H8", bottom_points_limit=0))
    assert len(cards) == 8
    assert points_of(cards) == 0


def test_buries_as_many_as_the_bottom_has_with_any_number_of_decks() -> None:
    for decks, size in ((1, 6), (3, 6), (4, 8)):
        hand = "SA SK S8 S7 S6 S4 DA DK D9 D8 D7 D3 CA CT C9 C8 C6 C4"
        assert len(buried(to_bury(hand, decks=decks))) == size


def test_a_suit_is_worth_emptying_with_and_without_its_winners() -> None:
    hand = TRUMPS + " SA SK ST S8 S7 S6 S4 DA D9 D8 D7 D3 CA CT C9 C8 C6 C4 C3 CJ"
    buries = [set(cards) for _, cards in valued_buries(to_bury(hand))]
    losers, ace = set(parse_cards("D9 D8 D7 D3")), set(parse_cards("DA"))
    assert any(cards >= losers | ace for cards in buries)
    assert any(cards >= losers and not cards & ace for cards in buries)
    assert all(len(cards) == 8 for _, cards in valued_buries(to_bury(hand)))


def test_points_go_with_a_short_suit_when_trumps_are_many() -> None:
    short = "DT D4 D3"
    many = f"{TRUMPS} HA HQ HQ LJ BJ H2 D2 SA SK SQ SJ S9 CA CK CQ {short}"
    few = f"H3 H4 H6 H7 H8 H9 HJ SA SK SQ SJ S9 S8 S7 S6 S4 CA CK CQ CJ C9 C8 C7 C6 C4 C3 S8 S7 S6 C8 {short}"
    assert set(parse_cards(short)) <= set(buried(to_bury(many)))
    assert points_of(buried(to_bury(few))) == 0
