"""Leading, in the game's words. Hearts are trump and 2s the level cards."""

from bots.positions import played, table, tidy

from game.bots.memory import Known
from game.engine import parse_cards


def test_leads_an_ace_before_a_low_card() -> None:
    assert played(table("SA S4 D7 D8 C9 CJ H3 H9")) == "SA"


def test_leads_a_tractor_of_high_pairs() -> None:
    assert played(table("SA SA SK SK D7 D8 C9 CJ H3 H9")) == tidy("SA SA SK SK")


def test_does_not_lead_a_king_under_an_unseen_ace() -> None:
    assert played(table("SK S4 D7 D8 C9 CJ H3 H9")) != "SK"


def test_leads_the_king_once_both_aces_are_gone() -> None:
    view = table("SK S4 D7 D8 C9 CJ", tricks=((1, "SA | S3 | S6 | S7"), (1, "SA | S8 | S9 | S3")))
    assert Known(view).higher(parse_cards("SK")[0]) == 0
    assert played(view) == "SK"


def test_does_not_lead_a_naked_joker_early() -> None:
    assert played(table("S4 S7 D7 D8 C9 CJ H3 BJ LJ")) not in ("BJ", "LJ")


def test_throws_only_what_nothing_unseen_beats() -> None:
    # both aces in hand and one king: an unseen king is no higher than a king
    assert played(table("SA SA SK D7 D8 H3 H4 H5")) == tidy("SA SA SK")


def test_never_throws_what_an_unseen_card_could_beat() -> None:
    # a pair of queens could be beaten by the unseen pair of kings, the jack by any queen
    lead = parse_cards(played(table("SA SQ SQ SJ D7 D8 H3 H4")))
    assert len(set(lead)) == 1


def test_throws_a_whole_suit_when_all_others_are_void() -> None:
    # 24 spades in play: everyone but the leader has shown out
    tricks = ((0, "SA | D3 | D4 | D6"),)
    assert played(table("S4 S7 ST H3 H4", tricks=tricks, dealer=0)) in (tidy("S4 S7 ST"), "S4", "H3")
    known = Known(table("S4 S7 ST H3 H4", tricks=tricks))
    assert not known.can_be_beaten(0, 1, 1, 0)


def test_leads_away_from_a_suit_an_enemy_ruffs() -> None:
    tricks = ((0, "SQ | H3 | S4 | S6"),)
    view = table("SA S9 DA D4 C6 C7 H3", tricks=tricks)
    assert played(view) == "DA"
