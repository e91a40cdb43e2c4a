"""What is said to be playable, sensible or one whole, measured by the rules themselves."""

import random
from itertools import islice

import pytest
from engine_play import examples
from hypothesis import given
from hypothesis import strategies as st

from game.bots.lead import valued_leads
from game.bots.memory import Known
from game.bots.reply import valued_replies
from game.bots.rule import RuleBot
from game.engine import (
    Cards,
    Match,
    Question,
    RuleSet,
    Standing,
    Trump,
    View,
    check_follow,
    decide,
    evolve,
    legal_follows,
    new_match,
    parse_cards,
    points_of,
    preset,
    question,
    read_shape,
    view,
)
from game.engine import commands as co
from game.engine.cards import RANKS, bottom_size, deck
from game.scenes.advice import MUCH_WORSE, hints, last_play, only_play, playable, reason, whole

PRESETS = ("lezhong", "classic", "popo")


def asked(rules: RuleSet, trump: Trump, lead: Cards, hand: Cards) -> View:
    """The view of seat 1 that is to follow seat 0's lead."""
    blank = view(new_match(rules), 1)
    changes = {
        "phase": "playing", "level": trump.level, "suit": trump.suit, "trump_set": True, "hand": hand,
        "leader": 0, "turn": 1, "plays": (lead,), "winning": 0, "dealer": 0,
        "counts": (len(hand) - len(lead), len(hand), len(hand), len(hand)),
    }  # fmt: skip
    return View(**{**{name: getattr(blank, name) for name in blank.__struct_fields__}, **changes})


@st.composite
def positions(draw: st.DrawFn, most: int = 25, longest: int = 4) -> View:
    """A lead of up to ``longest`` cards of one suit, rather pairs than not, and a hand."""
    decks = draw(st.integers(1, 4))
    rules = preset(draw(st.sampled_from(PRESETS)), decks)
    suit = draw(st.sampled_from([None, *"SHCD"]))
    trump = Trump(draw(st.sampled_from(RANKS)), suit, rules.two_is_trump)
    cards = list(deck(decks))
    random.Random(draw(st.integers(0, 1 << 30))).shuffle(cards)
    size = draw(st.integers(longest, min(most, len(cards) // 2)))
    hand, rest = tuple(sorted(cards[:size])), cards[size:]
    group = trump.group[draw(st.sampled_from(rest))]
    pool = [card for card in rest if trump.group[card] == group]
    if draw(st.booleans()):
        pool.sort(key=lambda card: (-pool.count(card), card))
    return asked(rules, trump, tuple(pool[: draw(st.integers(1, longest))]), hand)


@given(positions())
@examples(400)
def test_just_the_cards_of_legal_replies_stand_out(seen: View) -> None:
    legal = set()
    for play in legal_follows(seen.plays[0], seen.hand, seen.trump, seen.rules):
        legal.update(play)
    found = playable(seen)
    assert (set(seen.hand) if found is None else found) == legal


def test_what_is_no_pair_may_not_follow_a_pair_however_many_pairs_there_are() -> None:
    trump = Trump("2", "H")
    pairs = parse_cards("S3 S3 S4 S4 S6 S6 S8 S8 ST ST SQ SQ SA SA")
    hand = (*pairs, *parse_cards("S5 S7 DK DK"))
    assert playable(asked(preset("lezhong"), trump, parse_cards("SK SK"), hand)) == frozenset(pairs)


@given(positions(most=60, longest=8))
@examples(150)
def test_no_card_of_a_legal_reply_is_ever_dimmed(seen: View) -> None:
    found = playable(seen)
    for play in islice(legal_follows(seen.plays[0], seen.hand, seen.trump, seen.rules), 3000):
        assert found is None or found.issuperset(play)


@given(positions(most=12))
@examples(200)
def test_a_play_is_forced_when_there_is_no_other(seen: View) -> None:
    plays = list(islice(legal_follows(seen.plays[0], seen.hand, seen.trump, seen.rules), 2))
    assert only_play(seen) == (plays[0] if len(plays) == 1 or len(seen.hand) == 1 else ())


def test_the_last_trick_leaves_no_choice() -> None:
    rules, trump = preset("lezhong"), Trump("2", "H")
    lead, hand = parse_cards("SK SK"), parse_cards("S3 DA")
    assert last_play(asked(rules, trump, lead, hand)) == hand
    assert last_play(asked(rules, trump, lead, (*hand, *hand))) == ()


def deal(seed: str, decks: int, name: str) -> tuple[View, ...]:
    """What each seat saw when it was asked to bury or to play, through a deal of computer players."""
    match = new_match(preset(name, decks), Standing(("5", "K"), 0, 3))
    seen = []
    for seat in range(4):
        match = step(match, seat, co.Ready())
    match = step(match, None, co.StartDeal(seed))
    while match.phase not in ("ready", "won"):
        if match.phase == "dealing":
            match = step(match, None, co.CloseBids() if match.running.dealt else co.DealNext())
            continue
        seat = next(seat for seat in range(4) if question(match, seat))
        own, asks = view(match, seat), question(match, seat)
        assert asks
        if asks.kind in ("bury", "play"):
            seen.append(own)
            given_hints = hints(own, asks)
            answer = RuleBot().answer(own, asks)
            assert isinstance(answer, co.Bury | co.Play)
            assert given_hints[0] == answer.cards
            assert len({tuple(sorted(cards)) for cards in given_hints}) == len(given_hints)
            for cards in given_hints:
                kind = co.Bury if asks.kind == "bury" else co.Play
                assert not hasattr(decide(match, seat, kind(cards)), "reason"), cards
        match = step(match, seat, RuleBot().answer(own, asks))
    return tuple(seen)


def step(match: Match, seat: int | None, command: co.Command | None) -> Match:
    assert command is not None
    events = decide(match, seat, command)
    assert isinstance(events, tuple), (seat, command, events)
    for event in events:
        match = evolve(match, event)
    return match


@pytest.mark.parametrize(("decks", "name"), [(1, "popo"), (2, "lezhong"), (2, "classic"), (4, "lezhong")])
def test_hints_are_legal_different_and_begin_with_the_computers_choice(decks: int, name: str) -> None:
    seen = deal("11", decks, name)
    several = [own for own in seen if own.phase == "playing" and len(own.hand) > 5]
    assert sum(len(hints(own, question_of(own))) > 1 for own in several) > len(several) // 3


def test_no_hint_is_much_worse_than_the_first_and_each_has_its_reason() -> None:
    for own in deal("11", 2, "lezhong"):
        if own.phase != "playing" or len(own.hand) == 1:
            continue
        known, ask = Known(own), question_of(own)
        first, *others = hints(own, ask)
        valued = valued_replies(known) if own.plays else valued_leads(known)
        value = {tuple(sorted(cards)): worth for worth, cards in valued}
        lost = len(own.plays) > 1 and own.winning is not None and (own.winning - own.seat) % 2
        for cards in others:
            assert max(value.values()) - value[tuple(sorted(cards))] <= MUCH_WORSE
            assert not lost or known.goes_ahead(cards) or points_of(cards) <= points_of(first)
            assert reason(own, ask, cards)


def test_points_are_not_thrown_to_opponents_who_win() -> None:
    """Thirty points in three cards may be played to a throw of theirs, and twenty-five less."""
    hand = parse_cards("S3 S3 S4 S5 S6 ST ST DA D6")
    seen = asked(preset("lezhong"), Trump("2", "H"), parse_cards("SA SK SK"), hand)
    legal = [points_of(play) for play in legal_follows(seen.plays[0], hand, seen.trump, seen.rules)]
    assert (min(legal), max(legal)) == (0, 25)
    assert [points_of(cards) for cards in hints(seen, question_of(seen))][:3] == [0]


def question_of(own: View) -> Question:
    return Question("play", (own.number, len(own.tricks), len(own.plays)))


def test_a_whole_reply_has_the_right_number_and_the_card() -> None:
    rules, trump = preset("lezhong"), Trump("2", "H")
    hand = parse_cards("S3 S3 S5 S8 S8 SQ DA DA")
    seen = asked(rules, trump, parse_cards("SK SK"), hand)
    for card in parse_cards("S3 S8"):
        chosen = whole(seen, "play", (), card)
        assert card in chosen
        assert check_follow(seen.plays[0], hand, chosen, trump, rules) is None
    assert whole(seen, "play", (), parse_cards("DA")[0]) == parse_cards("DA")  # no reply has it


@pytest.mark.parametrize(("card", "taken"), [("S3", "S3 S3 S4 S4"), ("SK", "SK SK"), ("S9", "S9")])
def test_a_whole_lead_is_the_tractor_the_pair_or_the_card(card: str, taken: str) -> None:
    rules, trump = preset("lezhong"), Trump("2", "H")
    hand = parse_cards("S3 S3 S4 S4 S9 SK SK DA")
    seen = asked(rules, trump, parse_cards("SA"), hand)
    leads = View(**{**{n: getattr(seen, n) for n in seen.__struct_fields__}, "plays": (), "winning": None})
    chosen = whole(leads, "play", (), parse_cards(card)[0])
    assert sorted(chosen) == sorted(parse_cards(taken))
    assert len(read_shape(chosen, trump, rules)) == 1


def test_a_whole_bury_keeps_what_is_chosen_and_comes_to_the_number() -> None:
    own = next(own for own in deal("11", 2, "lezhong") if own.phase == "burying")
    chosen = own.hand[:3]
    cards = whole(own, "bury", chosen, own.hand[5])
    assert len(cards) == bottom_size(2)
    assert cards[:4] == (*chosen, own.hand[5])
    for card in cards:
        assert cards.count(card) <= own.hand.count(card)
    assert whole(own, "bury", own.hand[:8], own.hand[20]) == own.hand[:8]  # full already
