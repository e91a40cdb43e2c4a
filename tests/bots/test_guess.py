"""What players show by how they play: guesses, never certainties."""

import random
from collections.abc import Iterator

from bots.positions import table as position

from game.bots.guess import LEAST, Guess
from game.bots.knowledge import BOTTOM, Knowledge
from game.bots.rule import RuleBot
from game.bots.worlds import Worlds
from game.cli.selfplay import apply, deal_cards
from game.engine import Match, Standing, View, new_match, parse_cards, preset, question, view
from game.engine.chance import deal_seed
from game.engine.commands import StartDeal
from game.engine.lean import kinds_of

HAND = "S4 D7 C9"
BURIED = "C3 C3 C4 C6 C7 C7 D3 D4"


def weight(seen: View, place: int, code: str) -> float:
    return Guess(seen).weight[place][parse_cards(code)[0]]


def after(trick: str, leader: int = 1) -> View:
    """Seat 0 after one trick, with a bottom of its own."""
    return position(HAND, tricks=((leader, trick),), buried=BURIED)


def test_who_gives_points_to_opponents_has_nothing_less_in_the_suit() -> None:
    seen = after("SA | SK | S3 | S6")
    assert weight(seen, 2, "S7") < 0.2 < weight(seen, 2, "ST")
    assert weight(seen, 2, "D7") == 1


def test_who_plays_a_middling_card_under_an_opponent_has_no_lower_one() -> None:
    seen = after("SA | S9 | S3 | S6")
    assert weight(seen, 2, "S7") < 0.3
    assert weight(seen, 2, "SJ") == 1
    assert weight(seen, 2, "SK") == 1, "points are kept from opponents"


def test_who_gives_a_partner_no_points_has_none_in_the_suit() -> None:
    seen = after("SA | S6 | S3 | S7")
    assert weight(seen, 3, "SK") < 0.3
    assert weight(seen, 3, "DK") == 1
    given = after("SA | S6 | ST | S7")
    assert weight(given, 3, "S5") == weight(given, 3, "SK") == 1


def test_who_does_not_take_points_from_the_last_seat_cannot() -> None:
    seen = after("SQ | ST | S3 | S4", leader=2)
    assert weight(seen, 1, "SA") < 0.4


def test_who_is_void_throws_the_lowest_of_a_suit() -> None:
    seen = after("SA | D9 | S3 | S6")
    assert weight(seen, 2, "D8") < 0.4
    assert weight(seen, 2, "DJ") == 1


def test_a_ruff_shows_nothing_of_the_plain_suits() -> None:
    seen = after("SQ | H4 | S3 | S6")
    assert {weight(seen, 2, code) for code in ("D3", "DK", "C8")} == {1.0}


def test_cards_that_are_owed_show_nothing() -> None:
    """A pair answers a pair, whatever it is."""
    seen = after("SQ SQ | S9 S9 | S3 S6 | S7 S8")
    assert weight(seen, 2, "S7") == 1
    assert weight(seen, 3, "ST") < 0.3, "the partner of a pair that wins gave no points"


def test_own_plays_show_nothing() -> None:
    seen = position(HAND, tricks=((1, "SA | S3 | S6 | S9"),), buried=BURIED)
    assert set(Guess(seen).weight[0]) == {1.0}


def test_who_leads_trumps_or_bid_them_has_more() -> None:
    seen = after("H4 | H3 | H6 | H7")
    assert weight(seen, 1, "HQ") > 1 == weight(seen, 3, "HQ")


def test_a_dealer_buries_neither_trumps_nor_winners_and_few_points() -> None:
    seen = position(HAND, dealer=1)
    low = weight(seen, BOTTOM, "C6")
    assert all(weight(seen, BOTTOM, code) < low / 2 for code in ("H6", "BJ", "SA", "ST"))


def deals(number: int) -> Iterator[tuple[Match, int]]:
    """Matches at a play of rule players, with the seat whose turn it is."""
    chance = random.Random("guess")
    bot = RuleBot()
    for i in range(number):
        match = new_match(preset("lezhong", 2), Standing(("5", "5"), i % 4, 3))
        match = deal_cards(apply(match, None, StartDeal(deal_seed("guess", i))), [bot] * 4)
        while match.phase not in ("ready", "won"):
            seat = match.running.burier if match.phase == "burying" else match.running.turn
            assert seat is not None
            ask = question(match, seat)
            assert ask is not None
            if match.phase == "playing" and chance.random() < 0.05 and len(view(match, seat).hand) > 1:
                yield match, seat
            command = bot.answer(view(match, seat), ask)
            assert command is not None
            match = apply(match, seat, command)


def misses(match: Match, seat: int, guess: Guess | None) -> float:
    """By how much worlds are off the true hands: squares of copies, over all faces and seats."""
    seen = view(match, seat)
    kinds = kinds_of(seen.trump)
    worlds = Worlds(Knowledge(seen), kinds, random.Random(3).random, guess.weight if guess else None)
    number = 40
    share = [[0.0] * 54 for _ in range(4)]
    for _ in range(number):
        for other, cards in enumerate(worlds.draw()[:BOTTOM]):
            for kind in cards:
                share[other][kinds.face[kind]] += 1 / number
    return sum(
        (share[other][face] - match.running.hands[other][face]) ** 2
        for other in range(4)
        if other != seat
        for face in range(54)
    )


def test_guesses_bring_worlds_nearer_to_the_truth_and_rule_nothing_out() -> None:
    even = guessed = 0.0
    for match, seat in deals(20):
        guess = Guess(view(match, seat))
        assert min(min(row) for row in guess.weight) >= LEAST > 0
        even += misses(match, seat, None)
        guessed += misses(match, seat, guess)
    assert guessed < 0.97 * even
