"""What a seat knows from the tricks it has seen."""

import random

import pytest
from bots.positions import midway, table
from engine.test_lean import any_rules
from engine_play import Table
from msgspec.structs import replace

from game.bots.knowledge import Knowledge
from game.bots.memory import Known
from game.engine import Standing, new_match, parse_cards, view
from game.engine.cards import count

SPADES, HEARTS, CLUBS, DIAMONDS, TRUMPS = range(5)


def face(code: str) -> int:
    return parse_cards(code)[0]


def test_counts_what_is_neither_held_nor_played_nor_buried_by_the_own_hand() -> None:
    known = Known(table("SA S4 D7", tricks=((1, "SA | S3 | S4 | D3"),), buried="D7 D8 C3 C4 C6 C7 C8 C9"))
    assert [known.unseen[face(code)] for code in ("SA", "S3", "S4", "D7", "D8", "SK")] == [0, 1, 0, 0, 1, 2]
    assert known.higher(face("S4")) == 2 * 9 - 0  # fives to kings; both aces are seen


def test_what_it_buried_is_not_gone_once_another_has_taken_it_up() -> None:
    """A counter takes the bottom and buries other cards; the first burier remembers its own."""
    buried = "SA D7 D8 C3 C4 C6 C7 C8"
    kept = Known(table("SK SK S4", buried=buried))
    taken = Known(table("SK SK S4", buried=buried, burier=1, bidding="counter_to_end"))
    assert (kept.unseen[face("SA")], taken.unseen[face("SA")]) == (1, 2)
    king = kept.trump.position[face("SK")]
    assert not kept.can_be_beaten(SPADES, 2, 1, king)
    assert taken.can_be_beaten(SPADES, 2, 1, king), "a pair of aces may be out"


def test_what_it_buried_and_took_up_again_is_counted_once() -> None:
    """Two bids after its own it counters, and has the bottom in hand once more."""
    buried = "SA D7 D8 C3 C4 C6 C7 C8"
    view = table(f"SK SK S4 {buried}", buried=buried, bidding="counter_to_end")
    again = Known(replace(view, phase="burying"))
    assert again.unseen[face("SA")] == 1
    assert min(again.unseen) >= 0


@pytest.mark.parametrize("decks", [3, 4])
def test_what_it_remembers_is_what_is_certain(decks: int) -> None:
    """Of the same cards, whatever was bid, taken up and buried; it knows no void and no lack of pairs that
    play has not proved."""
    again = 0
    for number in range(12):
        chance = random.Random(f"memory {decks} {number}")
        rules = replace(any_rules(chance, decks), bidding="counter_to_end")
        start = new_match(rules, Standing(("9", "9"), number % 4, 3))
        for match in Table(rules, chance.random(), start, keen=0.0).steps():
            asked = match.phase in ("countering", "burying")
            if not asked and (match.phase != "playing" or chance.random() < 0.8):
                continue
            seat = match.running.burier if match.phase == "burying" else chance.randrange(4)
            seen = view(match, seat)
            known, certain = Known(seen), Knowledge(seen)
            assert known.unseen == list(count(certain.unseen))
            again += seen.phase == "burying" and seen.buried is not None
            for other in range(4):
                for group in range(5):
                    unseen = [f for f in dict.fromkeys(certain.unseen) if seen.trump.group[f] == group]
                    if other != seat and known.void[other][group]:
                        assert not unseen or certain.void[other][group]
                    if other != seat and known.no_pair[other][group]:
                        assert all(certain.most[other][f] < 2 for f in unseen if known.unseen[f] > 1)
    assert again, "somebody took up again what it had buried"


def test_what_was_taken_up_and_played_by_another_is_counted_once() -> None:
    cards = "S9 SA D7 D8 C3 C4 C6 C7"
    known = Known(
        table("S4 D3", tricks=((1, "S9 | S3 | S4 | S6"),), buried=cards, burier=1, bidding="counter_to_end")
    )
    assert known.unseen[face("S9")] == 1
    assert min(known.unseen) >= 0


def test_a_discard_shows_a_void() -> None:
    known = Known(table("SA S4 D7", tricks=((1, "SQ | S3 | D4 | S6"),)))
    assert known.void[3][SPADES]
    assert not known.void[2][SPADES]
    assert known.chance_higher(3, SPADES, 1, 1, 0) == 0


def test_a_ruff_shows_a_void_and_no_void_in_trumps() -> None:
    known = Known(table("SA S4 D7", tricks=((1, "SQ | S3 | H4 | S6"),)))
    assert known.void[3][SPADES]
    assert not known.void[3][TRUMPS]
    assert known.chance_beats(3, SPADES, 1, 1, 11, False, True) > 0.5


def test_two_singles_on_a_pair_show_that_no_pair_is_left() -> None:
    tricks = ((1, "SQ SQ | S3 S4 | S6 S6 | S7 S8"),)
    known = Known(table("SA S4 D7", tricks=tricks))
    assert known.no_pair[2][SPADES]
    assert not known.no_pair[3][SPADES]
    free = Known(table("SA S4 D7", tricks=tricks, follow_structure="none"))
    assert not free.no_pair[2][SPADES]


def test_a_pair_is_beaten_only_by_an_unseen_higher_pair() -> None:
    known = Known(table("SK SA S4 D7"))
    queens = known.trump.position[face("SQ")]
    assert not known.can_be_beaten(SPADES, 2, 1, queens)
    assert known.can_be_beaten(SPADES, 1, 1, queens)
    assert known.can_be_beaten(SPADES, 2, 1, queens - 2)


def test_a_tractor_is_beaten_only_by_an_unseen_higher_tractor() -> None:
    known = Known(table("SQ SA S4 D7"))
    assert not known.can_be_beaten(SPADES, 2, 2, known.trump.position[face("SJ")])
    assert known.can_be_beaten(SPADES, 2, 2, known.trump.position[face("S9")])


def test_who_showed_no_pair_beats_no_pair() -> None:
    """Both opponents and the partner answered a pair with single cards: any pair is now the highest."""
    tricks = ((0, "S3 S3 | S4 S6 | S7 S8 | S9 SJ"),)
    known = Known(table("SQ SQ D7", tricks=tricks))
    assert known.unseen[face("SK")] == 2
    queens = known.trump.position[face("SQ")]
    assert not known.can_be_beaten(SPADES, 2, 1, queens)
    assert known.can_be_beaten(SPADES, 1, 1, queens)
    assert Known(table("SQ SQ D7", tricks=tricks, follow_structure="none")).can_be_beaten(
        SPADES, 2, 1, queens
    )


def test_cards_that_were_bid_are_with_who_bid_them() -> None:
    bids = ((1, "H2"), (3, "S2 S2"))
    known = Known(table("SA S4 D7", bids=bids))
    off = known.trump.position[face("S2")]
    assert known.chance_higher(3, TRUMPS, 2, 1, off - 1) == 1.0
    assert known.chance_higher(1, TRUMPS, 1, 1, off) == 1.0
    assert known.chance_higher(2, TRUMPS, 1, 1, off) < 1.0
    played = Known(table("SA S4 D7", bids=bids, tricks=((1, "H2 | H3 | H4 | H5"),)))
    assert played.chance_higher(1, TRUMPS, 1, 1, off) < 1.0


def test_few_have_trumps_for_a_long_throw() -> None:
    known = Known(table("SA S4 D7 D8 D9 C4 C6", tricks=((1, "SQ | S3 | H4 | S6"),)))
    chances = [known.chance_trumps(3, n) for n in (1, 2, 3, 8)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.5
    assert chances[-1] == 0


def test_the_bottom_holds_more_points_the_more_of_the_unseen_are_points() -> None:
    """Unless it was buried by this seat: then it is known."""
    buried = "SK SK S5 S5 D3 D4 C3 C4"
    assert Known(midway("D6 D7 LJ", buried=buried)).bottom_points() == 30
    rich = Known(midway("D6 D7 LJ H3", out="SK SK DK DT CK CT"))
    poor = Known(midway("D6 D7 LJ H3", gone="SK SK ST ST DK DK DT DT CK CK CT CT"))
    assert rich.bottom_points() > poor.bottom_points()
