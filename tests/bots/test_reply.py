"""Following, in the game's words. Hearts are trump and 2s the level cards unless a test says else."""

from bots.positions import played, table

from game.engine import parse_cards, points_of


def test_gives_points_to_a_partner_who_surely_wins() -> None:
    view = table("S4 S9 SK D3 D7 H3", "S6 | SA | S7")
    assert view.winning == 2
    assert played(view) == "SK"


def test_gives_a_ten_as_discard_to_a_partner_who_surely_wins() -> None:
    view = table("D3 DT DJ C4 C9 H3", "S6 | SA | S7")
    assert played(view) == "DT"


def test_gives_no_points_to_an_enemy_who_surely_wins() -> None:
    assert played(table("S4 ST SK D3 D7 H3", "S6 | S7 | SA")) == "S4"
    assert played(table("D3 DT DK C5 C9", "S6 | S7 | SA")) in ("D3", "C9")


def test_takes_with_the_cheapest_winner_when_last() -> None:
    assert played(table("S4 SJ SQ SA D3 H3", "S6 | S7 | ST")) in ("SJ", "SQ")


def test_does_not_play_over_a_winning_partner_needlessly() -> None:
    assert played(table("S4 SA D3 D7 H3", "S6 | SK | S7")) == "S4"


def test_ruffs_twenty_points_with_the_big_joker() -> None:
    assert played(table("D3 D7 DJ C9 C8 BJ", "SK | S7 | ST")) == "BJ"


def test_does_not_spend_the_big_joker_on_a_trick_without_points() -> None:
    assert played(table("D3 D7 DJ C9 C8 BJ", "S6 | S7 | S9")) != "BJ"


def test_ruffs_with_a_small_trump_when_last() -> None:
    assert played(table("D3 D7 C9 H3 HA BJ", "SK | S7 | SQ")) == "H3"


def test_over_ruffs_no_higher_than_it_takes() -> None:
    assert played(table("D3 D7 C9 H3 H9 BJ", "SK | S7 | H7")) == "H9"


def test_does_not_ruff_a_partner_who_wins() -> None:
    assert points_of(parse_cards(played(table("D3 D7 C9 H3 H9 BJ", "S6 | SA | S7")))) == 0
    assert not played(table("D3 D7 C9 H3 H9 BJ", "S6 | SA | S7")).startswith(("H", "B"))


def test_discards_the_last_card_of_a_short_suit() -> None:
    assert played(table("D8 C7 C7 CQ H3 H9", "S6 | S7 | SA")) == "D8"


def test_answers_a_pair_with_the_low_pair_when_it_cannot_win() -> None:
    assert played(table("S4 S4 SK SK SJ H3", "SA SA | S6 S7 | S8 S9")) == "S4 S4"


def test_gives_the_pair_of_tens_to_a_partner_who_leads_the_top_pair() -> None:
    assert played(table("S4 S4 ST ST SJ H3", "S6 S7 | SA SA | S8 S9", seat=0)) in ("S4 S4", "ST ST")
    # the partner led: nobody can go over two aces, and the last enemy has followed
    view = table("S4 S4 ST ST SJ H3", "SA SA | S6 S7", seat=2, dealer=0)
    assert played(view) == "ST ST"


def test_breaks_a_low_pair_rather_than_give_a_ten() -> None:
    assert played(table("S4 S4 ST H3 H4", "SA | S6 | S8", seat=3, dealer=0)) == "S4"


def test_keeps_the_top_trump_for_the_last_trick_when_points_are_buried() -> None:
    # two cards left, twenty points buried by this very dealer: ten points now are worth less
    view = table("D3 BJ", "ST | S7 | S8", buried="SK DT C3 C4 C6 C7 D4 D6", seat=0)
    assert played(view) == "D3"


def test_spends_the_top_trump_when_nothing_is_buried() -> None:
    view = table("D3 BJ", "ST | S7 | SK", buried="C3 C3 C4 C6 C7 C8 D4 D6", seat=0)
    assert played(view) == "BJ"
