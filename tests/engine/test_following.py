"""What a reply owes to the lead: suit first, then shape."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from engine_play import CODES, FOLLOW_OPTIONS, deck, examples, some_cards
from hypothesis import given
from hypothesis import strategies as st
from second_reading import line_of, may_follow, owed_words

from game.engine import (
    Cards,
    Reason,
    RuleSet,
    Trump,
    check_follow,
    format_cards,
    legal_follows,
    parse_cards,
    preset,
    read_shape,
)


@st.composite
def situations(draw: st.DrawFn, biggest_lead: int = 5) -> tuple[Cards, Cards, Trump, RuleSet]:
    """A lead and a hand, mostly of one suit and its neighbouring ranks, so that shapes do meet."""
    decks = draw(st.integers(1, 4))
    options = {name: draw(st.sampled_from(values)) for name, values in FOLLOW_OPTIONS.items()}
    two = draw(st.booleans())
    rules = preset("lezhong", decks, two_is_trump=two, **options)
    trump = Trump(draw(st.sampled_from("2378TA")), draw(st.sampled_from([None, *"SHCD"])), two)
    suit = draw(st.sampled_from("STSTSTHCD"))
    faces = [face for face in range(54) if trump.suit_of(face) == suit]
    if not faces:  # the trump suit is no suit of its own
        faces = [face for face in range(54) if trump.suit_of(face) == "T"]
    faces.sort(key=lambda face: (trump.strength(face), face))
    start = draw(st.integers(0, max(0, len(faces) - 6)))
    near = faces[start : start + draw(st.integers(2, 6))]
    left = Counter(deck(decks))
    lead = some_cards(draw, left, near, draw(st.integers(1, biggest_lead)))
    size = draw(st.integers(len(lead), max(len(lead), 9)))
    far = draw(st.integers(0, 2))
    hand = some_cards(draw, left, near if draw(st.booleans()) else faces, size - far)
    hand += some_cards(draw, left, range(54), size - len(hand))
    return tuple(lead), tuple(hand), trump, rules


def said(lead: Cards, hand: Cards, trump: Trump, rules: RuleSet) -> str:
    changed = {name: getattr(rules, name) for name in FOLLOW_OPTIONS}
    return f"{trump}, lead {format_cards(lead)}, hand {format_cards(hand)}, {changed}"


def every_play(hand: Cards, size: int) -> list[Cards]:
    return sorted(set(combinations(sorted(hand), size)))


def compare(lead: Cards, hand: Cards, trump: Trump, rules: RuleSet) -> None:
    offered = [tuple(sorted(play)) for play in legal_follows(lead, hand, trump, rules)]
    about = said(lead, hand, trump, rules)
    assert len(offered) == len(set(offered)), f"offered twice: {about}"
    allowed = [
        play for play in every_play(hand, len(lead)) if check_follow(lead, hand, play, trump, rules) is None
    ]
    assert allowed, f"nothing may be played: {about}"
    missing = [format_cards(play) for play in allowed if play not in set(offered)]
    assert not missing, f"allowed but not offered: {missing[:3]}: {about}"
    wrong = [format_cards(play) for play in offered if play not in set(allowed)]
    assert not wrong, f"offered but not allowed: {wrong[:3]}: {about}"


@given(situations())
@examples(450)
def test_replies_offered_are_exactly_the_replies_allowed(of: tuple[Cards, Cards, Trump, RuleSet]) -> None:
    compare(*of)


@given(situations(biggest_lead=8))
@examples(350)
def test_replies_offered_are_exactly_those_allowed_to_long_leads(
    of: tuple[Cards, Cards, Trump, RuleSet],
) -> None:
    compare(*of)


@pytest.mark.parametrize(
    ("lead", "hand", "options"),
    [
        # a triple and a tractor led; the pairs in the hand's only tractor are not owed to the triple
        (
            "S7 S7 S7 S3 S3 S4 S4",
            "S5 S5 S6 S6 S8 S9 ST SJ SQ",
            {"follow_tractor_for_pair": "protected", "decompose": "tuple_first"},
        ),
        (
            "S7 S7 S7 S7 S3 S3 S4 S4",
            "S5 S5 S6 S6 S8 S9 ST SJ SQ",
            {"follow_tractor_for_pair": "protected"},
        ),
        ("S7 S7 S3 S3 S4 S4", "S5 S5 S6 S6 S8 S8 ST SJ SQ", {"follow_tractor_for_pair": "protected"}),
        ("S7 S7 S7 S8 S8 S8", "S3 S3 S3 S4 S4 S4 S5 S5 S6", {"follow_longer_tuple": "protected"}),
        ("S7 S7 S8 S8 S9 S9", "S3 S3 S4 S4 ST ST SJ SQ SK", {"follow_partial_tractor": "free"}),
        ("S7 S7 S8 S8", "S3 S3 S3 S3 S4 S4 ST SJ", {"wide_over_narrow": True}),
    ],
)
def test_replies_offered_and_allowed_agree_where_options_meet(
    lead: str, hand: str, options: dict[str, Any]
) -> None:
    compare(parse_cards(lead), parse_cards(hand), Trump("2", "H"), preset("lezhong", 4, **options))


@given(situations(), st.randoms(use_true_random=False))
@examples(450)
def test_a_reply_is_judged_as_the_rules_read(of: tuple[Cards, Cards, Trump, RuleSet], chance: Any) -> None:
    lead, hand, trump, rules = of
    plays = every_play(hand, len(lead))
    for play in chance.sample(plays, min(12, len(plays))):
        legal = check_follow(lead, hand, play, trump, rules) is None
        assert legal == may_follow(lead, hand, play, trump, rules), (
            f"play {format_cards(play)}: {said(lead, hand, trump, rules)}"
        )


@given(situations(biggest_lead=8), st.randoms(use_true_random=False))
@examples(250)
def test_what_is_owed_can_be_paid(of: tuple[Cards, Cards, Trump, RuleSet], chance: Any) -> None:
    """A refusal names a unit that the hand holds, and a legal reply gives at least what is owed."""
    lead, hand, trump, rules = of
    line = line_of(lead[0], trump)
    mine = [card for card in hand if any(card in place for place in line)]
    plays = every_play(hand, len(lead))
    for play in chance.sample(plays, min(8, len(plays))):
        refusal = check_follow(lead, hand, play, trump, rules)
        if refusal is None:
            continue
        assert not Counter(refusal.cards) - Counter(hand), said(lead, hand, trump, rules)
        if refusal.reason == Reason.OWED_SHAPE:
            assert len(refusal.cards) == refusal.width * refusal.length > 1
            part = read_shape(refusal.cards, trump, rules)[0]
            assert part.shape == (refusal.width, refusal.length), format_cards(refusal.cards)
            shapes = [p.shape for p in read_shape(lead, trump, rules) if p.width > 1]
            owed = owed_words(mine, mine, line, shapes, rules, owed=True)
            assert any((refusal.width, refusal.length) in word for word in owed)
        else:
            assert refusal.reason == Reason.FOLLOW_SUIT
            assert all(card in mine for card in refusal.cards)
            assert refusal.number == min(len(mine), len(lead))


@given(situations(), st.permutations(range(9)))
@examples(150)
def test_the_order_of_cards_does_not_matter(of: tuple[Cards, Cards, Trump, RuleSet], by: list[int]) -> None:
    lead, hand, trump, rules = of
    play = next(legal_follows(lead, hand, trump, rules))

    def mixed(cards: Cards) -> Cards:
        return tuple(cards[i] for i in by if i < len(cards))

    assert check_follow(mixed(lead), mixed(hand), mixed(play), trump, rules) is None


def test_a_run_is_owed_piece_by_piece() -> None:
    """A 3-pair tractor asks for one, else for a 2-pair tractor and a pair, else pairs, else fewer."""
    trump, rules = Trump("2", "H"), preset("lezhong")
    lead = parse_cards("S3 S3 S4 S4 S5 S5")
    for hand, good, bad in [
        ("S7 S7 S8 S8 S9 S9 SJ SJ", "S7 S7 S8 S8 S9 S9", "S7 S7 S8 S8 SJ SJ"),
        ("S7 S7 S8 S8 SJ SJ SQ SK", "S7 S7 S8 S8 SJ SJ", "S7 S7 S8 S8 SQ SK"),
        ("S7 S7 S9 S9 SJ SJ SQ SK", "S7 S7 S9 S9 SJ SJ", "S7 S7 S9 S9 SQ SK"),
        ("S7 S7 S9 SJ ST SQ SK SA", "S7 S7 S9 SJ ST SQ", "S7 S9 SJ ST SQ SK"),
    ]:
        assert check_follow(lead, parse_cards(hand), parse_cards(good), trump, rules) is None
        refusal = check_follow(lead, parse_cards(hand), parse_cards(bad), trump, rules)
        assert refusal is not None
        assert refusal.reason == Reason.OWED_SHAPE, hand


def test_a_shorter_run_may_be_free_but_a_whole_one_is_owed() -> None:
    trump = Trump("2", "H")
    required, free = preset("lezhong"), preset("lezhong", follow_partial_tractor="free")
    lead = parse_cards("S3 S3 S4 S4 S5 S5")
    shorter, pairs = parse_cards("S7 S7 S8 S8 SJ SJ SK SK SA"), parse_cards("S7 S7 SJ SJ SK SK")
    assert check_follow(lead, shorter, pairs, trump, required) is not None
    assert check_follow(lead, shorter, pairs, trump, free) is None
    whole = parse_cards("S7 S7 S8 S8 S9 S9 SJ SJ SK SK")
    for rules in (required, free):
        refusal = check_follow(lead, whole, pairs, trump, rules)
        assert refusal is not None
        assert (refusal.width, refusal.length) == (2, 3)


def test_a_pair_is_owed_out_of_a_tractor_a_triple_a_quad() -> None:
    trump, rules = Trump("2", "H"), preset("lezhong", 4)
    lead = parse_cards("S3 S3")
    for hand, pair in [("S7 S7 S8 S8 SK", "S7 S7"), ("S7 S7 S7 SK", "S7 S7"), ("S7 S7 S7 S7 SK", "S7 S7")]:
        held = parse_cards(hand)
        assert check_follow(lead, held, parse_cards(pair), trump, rules) is None
        refusal = check_follow(lead, held, parse_cards("S7 SK"), trump, rules)
        assert refusal is not None
        assert format_cards(refusal.cards) == pair


def test_equal_off_levels_are_no_pair() -> None:
    trump, rules = Trump("5", "S"), preset("lezhong")
    lead = parse_cards("S3 S3")
    assert check_follow(lead, parse_cards("H5 D5 S9 SJ"), parse_cards("S9 SJ"), trump, rules) is None


def test_every_code_has_a_line() -> None:
    """The second reading of the order agrees with the engine's, for every trump there is."""
    for level in "23456789TJQKA":
        for suit in (*"SHCD", None):
            for two in (False, True):
                trump = Trump(level, suit, two)
                for face in range(54):
                    line = line_of(face, trump)
                    assert sorted(line[trump.strength(face)]) == sorted(
                        other
                        for other in range(54)
                        if trump.suit_of(other) == trump.suit_of(face)
                        and trump.strength(other) == trump.strength(face)
                    ), CODES[face]
