"""The searching player: legal under any rules, repeatable, and blind to what its seat does not see."""

import random

import pytest
from bots.positions import table as position
from bots.test_legal import Restless, sample_rules
from msgspec.structs import replace

from game.bots.legal import Player
from game.bots.search import Effort, SearchBot, choices_of
from game.bots.values import values_of
from game.cli.selfplay import apply, deal_cards, play_deal
from game.engine import (
    Match,
    Question,
    Standing,
    View,
    check_follow,
    format_cards,
    new_match,
    preset,
    question,
    view,
)
from game.engine.cards import RANKS, add, cards_of, take
from game.engine.chance import deal_seed
from game.engine.commands import Command, Play, StartDeal

QUICK = Effort(3)


def play_of(seen: View, worlds: int = 100, seed: int = 0) -> str:
    answer = SearchBot(Effort(worlds), seed).answer(seen, Question("play", (4,)))
    assert isinstance(answer, Play)
    return format_cards(answer.cards)


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["lezhong", "classic", "popo"])
def test_whole_deals_of_a_preset_pass(name: str, decks: int) -> None:
    match = play_deal(new_match(preset(name, decks)), [SearchBot(QUICK)] * 4, f"search {name}")
    assert match.result is not None


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_any_options_pass_in_any_position(decks: int) -> None:
    chance = random.Random(f"search {decks}")
    for number in range(2):
        level = chance.choice(RANKS)
        start = Standing((level, level), chance.choice((None, 0, 1, 2, 3)), 3)
        match = new_match(sample_rules(chance, decks), start)
        restless = Restless(chance)
        players: list[Player] = [SearchBot(QUICK), restless, SearchBot(QUICK), restless]
        assert play_deal(match, players, deal_seed(f"search {decks}", number)).result is not None


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_any_options_pass_for_long(decks: int) -> None:
    chance = random.Random(f"search for long {decks}")
    for number in range(150):
        match = new_match(sample_rules(chance, decks))
        players: list[Player] = [SearchBot(QUICK), Restless(chance), SearchBot(QUICK), Restless(chance)]
        play_deal(match, players, deal_seed(f"search for long {decks}", number))


def positions(seed: str, every: int) -> list[tuple[Match, int]]:
    """Matches in play, of one deal of rule players, and whose turn it is."""
    found = []
    chance = random.Random(seed)
    match = deal_cards(apply(new_match(preset("lezhong")), None, StartDeal(seed)), [Restless(chance)] * 4)
    players = [Restless(chance)] * 4
    while match.phase != "ready":
        for seat in range(4):
            ask = question(match, seat)
            if ask and ask.kind != "ready":
                if ask.kind == "play" and chance.randrange(every) == 0:
                    found.append((match, seat))
                command = players[seat].answer(view(match, seat), ask)
                assert command is not None
                match = apply(match, seat, command)
    return found


def test_the_same_view_gets_the_same_answer_from_any_player() -> None:
    used = SearchBot(QUICK)
    asked = positions("repeat", 6)
    assert len(asked) > 8
    for match, seat in asked:
        seen = view(match, seat)
        assert used.answer(seen, Question("play", (4,))) == SearchBot(QUICK).answer(
            seen, Question("play", (9,))
        )


def swapped(match: Match, seat: int, chance: random.Random) -> Match:
    """The match with cards changed between two hands, and in the bottom, out of the seat's sight."""
    deal = match.running
    one, other = chance.sample([s for s in range(4) if s != seat], 2)
    hands = list(deal.hands)
    a, b = chance.choice(cards_of(hands[one])), chance.choice(cards_of(hands[other]))
    hands[one] = add(take(hands[one], (a,)), (b,))
    hands[other] = add(take(hands[other], (b,)), (a,))
    w, x, y, z = hands
    deal = replace(deal, hands=(w, x, y, z))
    if deal.burier != seat:
        deal = replace(deal, bottom=tuple(reversed(deal.bottom)))
    return replace(match, deal=deal)


def test_cards_it_does_not_see_make_no_difference() -> None:
    chance = random.Random(8)
    compared = 0
    for match, seat in positions("hidden", 4):
        if min(sum(hand) for hand in match.running.hands) < 2:
            continue
        other = swapped(match, seat, chance)
        answers = [SearchBot(QUICK).answer(view(m, seat), Question("play", (4,))) for m in (match, other)]
        assert answers[0] == answers[1]
        compared += other.running.hands != match.running.hands
    assert compared > 8


def test_players_of_other_rules_do_not_stop_it() -> None:
    """All three discarded on spades, though more spades are out than the bottom takes."""
    many = "H3 H3 H4 H4 H5 H5 H6 H6 H7 H7 H8 H8 H9 HT HJ HQ HK HA LJ LJ BJ H2 C2"
    seen = position(many, tricks=((0, "S4 | D3 | D4 | C3"), (0, "S5 | D3 | D4 | C3")))
    assert set(play_of(seen, 6).split()) <= set(many.split())


def test_equal_neighbours_are_tried_once() -> None:
    seen = position("S3 S4 S7 S9 D3", "SA | S6 | S8", tricks=((1, "SA | S3 | S4 | SJ"),))
    choices = [format_cards(cards) for _, cards in choices_of(seen)]
    assert set(choices) in ({"S3", "S7", "S9"}, {"S4", "S7", "S9"})


def test_neighbours_with_the_winning_card_between_them_are_both_tried() -> None:
    """No queen or ace is unseen, and both kings are on the table or gone; only the ace takes the trick."""
    gone = ((1, "SK | S3 | SQ | SA"),)
    choices = [format_cards(cards) for _, cards in choices_of(position("SQ SA D3 D7", "SK", tricks=gone))]
    assert sorted(choices) == ["SA", "SQ"]
    choices = [format_cards(cards) for _, cards in choices_of(position("SQ SA D3 D7", "S4", tricks=gone))]
    assert len(choices) == 2, "a king is still out"


def test_every_choice_is_legal() -> None:
    checked = 0
    for match, seat in positions("legal", 3):
        seen = view(match, seat)
        if seen.plays:
            for _, cards in choices_of(seen):
                assert check_follow(seen.plays[0], seen.hand, cards, seen.trump, seen.rules) is None
                checked += 1
    assert checked > 30


def test_keeps_the_winner_for_the_last_trick() -> None:
    """Thirty points lie in the bottom that the attackers' big joker would double, once it is the last."""
    buried = "SK SK S5 S5 D3 D4 C3 C4"
    tricks = tuple((0, "C9 | C6 | C7 | C8") for _ in range(2))
    seen = position("BJ H3", "D6", tricks=tricks, seat=0, dealer=0, buried=buried)
    assert play_of(seen) == "H3"


def test_an_end_is_worth_more_with_every_level() -> None:
    rules = preset("lezhong")
    sharp = values_of(rules, 0)
    ends = [sharp.of(points) for points in (0, 5, 40, 75, 80, 120, 200)]
    assert ends == sorted(ends)
    assert sharp.of(80) - sharp.of(75) > 2
    smooth = values_of(rules, 25)
    assert 0 < smooth.of(80) - smooth.of(75) < 0.5


def test_thinks_no_longer_than_it_may() -> None:
    ticks = iter(range(1000))
    bot = SearchBot(Effort(10**6, seconds=20.0), clock=lambda: float(next(ticks)))
    match, seat = positions("time", 3)[2]
    command: Command | None = bot.answer(view(match, seat), Question("play", (4,)))
    assert isinstance(command, Play)
    assert next(ticks) < 30
