"""What a seat takes for certain is certain: the true cards always fit it, and it is not nothing."""

import random

import pytest
from bots.certain import allows
from bots.positions import table as position
from engine.test_lean import any_rules
from engine_play import Table

from game.bots.knowledge import Knowledge
from game.engine import Match, Standing, new_match, parse_cards, preset, view
from game.engine.cards import cards_of

SPADES, HEARTS, CLUBS, DIAMONDS, TRUMPS = range(5)


def truth(match: Match, seat: int) -> list[tuple[int, ...]]:
    """The cards at each place that the seat does not see."""
    deal = match.running
    places = [() if s == seat else cards_of(hand) for s, hand in enumerate(deal.hands)]
    if deal.bottom:
        bottom = () if deal.burier == seat and deal.buried[seat] is not None else deal.bottom
    elif deal.trump is None:
        bottom = deal.order[deal.drawn :]
    else:
        bottom = ()  # taken up
    return [*places, bottom]


def deal_checked(chance: random.Random, decks: int, **fixed: object) -> int:
    """A deal of seats that throw and counter wildly; how much the four knew, summed over it."""
    drawn = any_rules(chance, decks)
    options = {
        name: getattr(drawn, name) for name in drawn.__struct_fields__ if name not in ("preset", "decks")
    }
    options["bidding"] = chance.choice(("ladder", "after_deal", "counter_to_end"))
    options["nobody_bids"] = chance.choice(("no_trump", "flip_bottom"))
    rules = preset(drawn.preset, decks, **{**options, **fixed})
    level = chance.choice("23456789TJQKA")
    dealer = chance.choice((None, 0, 1, 2, 3))
    start = new_match(rules, Standing((level, level), dealer, 3))
    table = Table(rules, chance.random(), start, keen=chance.choice((0.0, 0.3, 1.0)))
    facts = 0
    for match in table.steps():
        if match.phase not in ("dealing", "countering", "burying", "playing") or chance.random() < 0.5:
            continue
        for seat in range(4):
            known = Knowledge(view(match, seat))
            places = truth(match, seat)
            assert sorted(known.unseen) == sorted(card for cards in places for card in cards)
            assert known.sizes == tuple(map(len, places))
            assert allows(known, places)
            facts += len(known.pinned) + len(known.no_run) + sum(map(sum, known.void))
            facts += sum(most < decks for row in known.most for most in row)
    return facts


@pytest.mark.parametrize(
    "option", [{"follow_longer_tuple": "protected"}, {"follow_tractor_for_pair": "protected"}]
)
def test_a_protected_shape_that_was_not_given_may_still_be_there(option: dict[str, object]) -> None:
    chance = random.Random("protected")
    for _ in range(5):
        deal_checked(chance, 3, follow_structure="required", **option)


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_the_true_cards_are_never_ruled_out(decks: int) -> None:
    chance = random.Random(f"knowledge {decks}")
    assert sum(deal_checked(chance, decks) for _ in range(12 // decks)) > 300


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_the_true_cards_are_never_ruled_out_for_long(decks: int) -> None:
    chance = random.Random(f"knowledge for long {decks}")
    assert sum(deal_checked(chance, decks) for _ in range(400)) > 10000


def face(code: str) -> int:
    return parse_cards(code)[0]


def test_a_discard_shows_a_void() -> None:
    known = Knowledge(position("SA S4 D7", tricks=((1, "SQ | S3 | D4 | S6"),)))
    assert [seat for seat in range(4) if known.void[seat][SPADES]] == [3]


def test_two_singles_on_a_pair_show_that_no_pair_is_left() -> None:
    known = Knowledge(position("SA S4 D7", tricks=((1, "SQ SQ | S3 S4 | S6 S6 | S7 S8"),)))
    assert known.most[2][face("SK")] == 1
    assert known.most[3][face("SK")] == 2
    assert known.most[2][face("CK")] == 2


def test_a_pair_and_two_singles_on_a_tractor_show_that_no_pair_is_left() -> None:
    trick = "S6 S6 S7 S7 | S3 S3 S4 S9 | S8 S8 ST ST | H3 H4 H5 H6"
    known = Knowledge(position("SA S4 D7", tricks=((1, trick),)))
    assert known.most[2][face("SK")] == 1
    assert known.most[3][face("SK")] == 2
    assert known.most[3][face("SJ")] == 1, "it would have made a tractor with the tens"
    assert (3, face("SQ"), face("SK")) in known.no_run


def test_a_pair_on_a_triple_shows_that_no_triple_is_left() -> None:
    trick = "SQ SQ SQ | S3 S3 S4 | S7 S8 S9 | S6 S6 S6"
    known = Knowledge(position("SA S4 D7", tricks=((1, trick),), decks=3))
    assert [known.most[seat][face("SK")] for seat in (2, 3)] == [2, 1]


def test_what_stays_in_hand_after_a_failed_throw_is_known() -> None:
    table = Table(preset("lezhong"), "throws")
    for match in table.steps():
        if match.phase == "playing" and match.running.failures:
            failed = match.running.failures[0]
            other = next(s for s in range(4) if s not in (failed.seat, failed.holder))
            known = Knowledge(view(match, other))
            assert {(f, (failed.seat,)) for f in failed.tried if f not in failed.forced} <= set(known.pinned)
            assert {(f, (failed.holder,)) for f in failed.beaten_by} <= set(known.pinned)
            break
    else:
        pytest.fail("no throw failed")


def test_what_was_not_owed_may_still_be_there() -> None:
    trick = ((1, "SQ SQ | S3 S4 | S6 S6 | S7 S8"),)
    for option in ({"follow_tractor_for_pair": "protected"}, {"follow_structure": "none"}):
        assert Knowledge(position("SA S4 D7", tricks=trick, **option)).most[2][face("SK")] == 2
    whole = Knowledge(position("SA S4 D7", tricks=trick, decks=3, follow_longer_tuple="protected"))
    assert whole.most[2][face("SK")] == 3
