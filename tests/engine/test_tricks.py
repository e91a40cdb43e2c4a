"""How a lead is read, when a throw holds, and who wins the trick."""

from collections import Counter
from typing import Any

import pytest
from engine_play import CODES, deck, examples, levels, some_cards, suits
from hypothesis import given
from hypothesis import strategies as st
from second_reading import best_main, line_of

from game.engine import (
    Cards,
    RuleSet,
    Trump,
    check_throw,
    format_cards,
    parse_cards,
    preset,
    read_shape,
    winner,
)

H2 = Trump("2", "H")
S2 = Trump("2", "S")
COMPARE = ("main_component", "all_components", "highest_card")


@st.composite
def leads(draw: st.DrawFn, most: int = 10) -> tuple[Cards, Trump, RuleSet]:
    decks = draw(st.integers(1, 4))
    rules = preset("lezhong", decks, decompose=draw(st.sampled_from(("longest_first", "tuple_first"))))
    trump = Trump(draw(levels), draw(suits), draw(st.booleans()))
    line = line_of(draw(st.integers(0, 53)), trump)
    start = draw(st.integers(0, max(0, len(line) - 5)))
    faces = [face for place in line[start : start + draw(st.integers(1, 6))] for face in place]
    lead = some_cards(draw, Counter(deck(decks)), faces, draw(st.integers(1, most)))
    return tuple(draw(st.permutations(lead))), trump, rules


@given(leads())
@examples(150)
def test_a_lead_is_read_whole_and_in_order(of: tuple[Cards, Trump, RuleSet]) -> None:
    """Every card belongs to one component; the one with the most cards first, ties the wider, the
    higher, the lower face numbers; or the widest first, then the longest, then the highest."""
    lead, trump, rules = of
    parts = read_shape(lead, trump, rules)
    line = line_of(lead[0], trump)
    place = {face: i for i, faces in enumerate(line) for face in faces}
    about = f"{trump} {format_cards(lead)}: {parts}"
    assert Counter(card for part in parts for card in part.cards) == Counter(lead), about
    for part in parts:
        copies = Counter(part.cards)
        assert set(copies.values()) == {part.width}, about
        places = sorted(place[face] for face in copies)
        assert places == list(range(part.top - part.length + 1, part.top + 1)), about
        assert part.width > 1 or part.length == 1, about
    if rules.decompose == "longest_first":
        keys = [(-len(p.cards), -p.width, -p.top, p.cards) for p in parts]
    else:
        keys = [(-p.width, -p.length, -p.top, p.cards) for p in parts]
    assert keys == sorted(keys), about


@given(leads())
@examples(150)
def test_the_main_component_is_the_greatest_there_is(of: tuple[Cards, Trump, RuleSet]) -> None:
    lead, trump, rules = of
    line = line_of(lead[0], trump)
    held = Counter(lead)
    deep = [max(held[face] for face in faces) for faces in line]
    shapes = [
        (width, length, low + length - 1)
        for width in range(1, 5)
        for length in range(1, len(line) + 1)
        for low in range(len(line) - length + 1)
        if (width > 1 or length == 1) and all(n >= width for n in deep[low : low + length])
    ]
    if rules.decompose == "longest_first":
        wanted = max(shapes, key=lambda s: (s[0] * s[1], s[0], s[2]))
    else:
        wanted = max(shapes)
    main = read_shape(lead, trump, rules)[0]
    assert (main.width, main.length, main.top) == wanted, f"{trump} {format_cards(lead)}"


@pytest.mark.parametrize(
    ("cards", "shapes", "options"),
    [
        ("S3 S3 S3 S4 S4", [(2, 2), (1, 1)], {}),
        ("S3 S3 S3 S4 S4", [(3, 1), (2, 1)], {"decompose": "tuple_first"}),
        ("S3 S3 S3 S3 S4 S4 S4 S4", [(4, 2)], {}),
        ("S3 S3 S3 S4 S4 S4", [(3, 2)], {}),
        ("S3 S3 S3 S3 S7 S7 S8 S8", [(4, 1), (2, 2)], {}),
        ("S3 S3 S3 S4 S4 S4 S7 S7 S8 S8 S9 S9", [(3, 2), (2, 3)], {}),
        ("S3 S3 S4 S4 S5 S5 S5 S5", [(2, 3), (2, 1)], {}),
        ("S3 S3 S4 S4 S5 S5 S5 S5", [(4, 1), (2, 2)], {"decompose": "tuple_first"}),
    ],
)
def test_how_a_lead_is_read(cards: str, shapes: list[tuple[int, int]], options: dict[str, Any]) -> None:
    rules = preset("lezhong", 4, **options)
    assert [part.shape for part in read_shape(parse_cards(cards), H2, rules)] == shapes


@pytest.mark.parametrize("cards", ["SJ SJ S9 S9"])
@pytest.mark.parametrize(("level", "run"), [("T", True), ("3", False)])
def test_ranks_are_adjacent_across_the_level(cards: str, level: str, run: bool) -> None:
    parts = read_shape(parse_cards(cards), Trump(level, "H"), preset("lezhong"))
    assert (len(parts) == 1) == run


@pytest.mark.parametrize(
    ("cards", "run"),
    [
        ("HA HA S2 S2", True),
        ("S2 S2 ST ST", False),
        ("S2 S2 H2 H2", True),
        ("H2 H2 ST ST", True),
        ("ST ST HT HT", True),
        ("HT HT LJ LJ", True),
        ("LJ LJ BJ BJ", True),
        ("HA HA H2 H2", False),
        ("HA HA ST ST", False),
        ("S2 S2 D2 D2", False),
    ],
)
def test_the_chain_of_trumps_with_twos(cards: str, run: bool) -> None:
    """A - off 2 - main 2 - off level - main level - LJ - BJ."""
    rules = preset("lezhong", two_is_trump=True)
    assert (len(read_shape(parse_cards(cards), Trump("T", "H", True), rules)) == 1) == run


@pytest.mark.parametrize(
    ("cards", "run"), [("S2 S2 DT DT", True), ("DT DT LJ LJ", True), ("SA SA S2 S2", None)]
)
def test_the_chain_of_no_trump(cards: str, run: bool | None) -> None:
    trump, rules = Trump("T", None, True), preset("lezhong", two_is_trump=True)
    if run is None:
        with pytest.raises(ValueError, match="suit"):
            read_shape(parse_cards(cards), trump, rules)
    else:
        assert (len(read_shape(parse_cards(cards), trump, rules)) == 1) == run


# Throws


@pytest.mark.parametrize(
    ("lead", "others", "forced", "by", "options"),
    [
        ("S9 S8 S8 S4 S4", ["SJ", "C3", "C4"], "S9", "SJ", {}),
        ("S9 S8 S8 S4 S4", ["SQ SQ", "C3", "C4"], "S4 S4", "SQ SQ", {}),
        ("S9 S8 S8 S4 S4", ["C3", "S5 S5", "C4"], "S4 S4", "S5 S5", {}),
        ("S9 S8 S8 S4 S4", ["C3", "SQ SQ SJ", "C4"], "S4 S4", None, {}),
        ("S9 S8 S8 S4 S4", ["C3", "SQ SQ SJ", "C4"], "S9", None, {"throw_forced": "smallest_first"}),
        ("SK SK S3 S3 S4 S4", ["SA SA", "C3", "S5 S5 S6 S6"], "S3 S3 S4 S4", "S5 S5 S6 S6", {}),
        ("SA SK", ["SA", "H3 H3", "C4"], "SK", "SA", {}),
        ("SA SK", ["H3", "HA HA", "BJ BJ"], None, None, {}),
        ("S3 S3 S4 S4", ["S5 S5 S6 S6", "SA SA SK SK", "C3"], None, None, {}),
        ("S9", ["SA", "SA", "SK"], None, None, {}),
        ("S5 S5 S9", ["S7 S7 S7", "C4", "C4"], "S5 S5", "S7 S7", {}),
        ("S5 S5 S5 S9", ["S7 S7 SA", "C4", "C4"], "S9", "SA", {}),
        ("S3 S3 S4 S4 SA", ["S6 S6 S8 S8", "C4", "C4"], None, None, {}),
    ],
)
def test_a_throw(
    lead: str, others: list[str], forced: str | None, by: str | None, options: dict[str, Any]
) -> None:
    rules = preset("lezhong", 3, **options)
    failure = check_throw(parse_cards(lead), [parse_cards(hand) for hand in others], H2, rules)
    if forced is None:
        assert failure is None
        return
    assert failure is not None
    assert failure.forced == parse_cards(forced)
    if by is not None:
        assert failure.beaten_by == parse_cards(by)
    assert not Counter(failure.beaten_by) - Counter(parse_cards(others[failure.hand]))


@st.composite
def throws(draw: st.DrawFn) -> tuple[Cards, list[Cards], Trump, RuleSet]:
    decks = draw(st.integers(1, 4))
    rules = preset("lezhong", decks, throw_forced=draw(st.sampled_from(("lowest_beaten", "smallest_first"))))
    trump = Trump(draw(levels), draw(suits), draw(st.booleans()))
    line = line_of(draw(st.integers(0, 53)), trump)
    faces = [face for place in line for face in place]
    left = Counter(deck(decks))
    lead = some_cards(draw, left, faces[draw(st.integers(0, len(faces) - 1)) :], draw(st.integers(1, 6)))
    others = [
        tuple(some_cards(draw, left, faces, draw(st.integers(0, 6))))
        + tuple(some_cards(draw, left, list(range(54)), 2))
        for _ in range(3)
    ]
    return tuple(lead), others, trump, rules


@given(throws())
@examples(150)
def test_a_throw_holds_when_nothing_beats_it(of: tuple[Cards, list[Cards], Trump, RuleSet]) -> None:
    lead, others, trump, rules = of
    parts = read_shape(lead, trump, rules)
    line = line_of(lead[0], trump)

    def beaten(width: int, length: int, top: int) -> bool:
        for hand in others:
            held = Counter(hand)
            deep = [max(held[face] for face in faces) for faces in line]
            for high in range(top + 1, len(line)):
                if high - length + 1 >= 0 and all(n >= width for n in deep[high - length + 1 : high + 1]):
                    return True
        return False

    fallen = [part for part in parts if beaten(part.width, part.length, part.top)]
    failure = check_throw(lead, others, trump, rules)
    about = f"{trump} {format_cards(lead)} against {[format_cards(hand) for hand in others]}: {failure}"
    if len(parts) == 1 or not fallen:
        assert failure is None, about
        return
    assert failure is not None, about
    if rules.throw_forced == "smallest_first":
        lowest = min(fallen, key=lambda p: (len(p.cards), p.top, p.cards))
    else:
        lowest = min(fallen, key=lambda p: (p.top, len(p.cards), p.cards))
    assert failure.forced == lowest.cards, about
    (better,) = read_shape(failure.beaten_by, trump, rules)
    assert better.shape == lowest.shape, about
    assert better.top > lowest.top, about
    assert not Counter(failure.beaten_by) - Counter(others[failure.hand]), about


# The winner


@st.composite
def tricks(draw: st.DrawFn) -> tuple[list[Cards], Trump, RuleSet]:
    """Four plays as they may lie on the table: of the led suit, trumps, or anything."""
    decks = draw(st.integers(1, 4))
    rules = preset(
        "lezhong",
        decks,
        throw_compare=draw(st.sampled_from(COMPARE)),
        wide_over_narrow=draw(st.booleans()),
        decompose=draw(st.sampled_from(("longest_first", "tuple_first"))),
    )
    trump = Trump(draw(levels), draw(suits), draw(st.booleans()))
    led_line = line_of(draw(st.integers(0, 53)), trump)
    led = [face for place in led_line for face in place]
    trump_faces = [face for place in line_of(53, trump) for face in place]
    left = Counter(deck(decks))
    lead = some_cards(draw, left, led, draw(st.integers(1, 6)))
    shapes = [part.shape for part in read_shape(lead, trump, rules)]
    plays = [tuple(lead)]
    for _ in range(3):
        pool = draw(st.sampled_from((led, trump_faces, trump_faces, list(range(54)))))
        play: list[int] = []
        if pool in (led, trump_faces) and draw(st.booleans()):  # a play cut to the lead's shape
            line = led_line if pool == led else line_of(53, trump)
            for width, length in shapes:
                ways = [
                    [next(f for f in faces if left[f] >= width) for faces in line[low : low + length]]
                    for low in range(len(line) - length + 1)
                    if all(any(left[f] >= width for f in faces) for faces in line[low : low + length])
                ]
                if not ways:
                    break
                for face in draw(st.sampled_from(ways)):
                    left[face] -= width
                    play += [face] * width
        play += some_cards(draw, left, pool, len(lead) - len(play))
        play += some_cards(draw, left, list(range(54)), len(lead) - len(play))
        plays.append(tuple(play))
    return plays, trump, rules


def told(plays: list[Cards], trump: Trump, rules: RuleSet) -> str:
    return (
        f"{trump} {' | '.join(map(format_cards, plays))} ({rules.throw_compare}, "
        f"wide {rules.wide_over_narrow}, {rules.decompose})"
    )


@given(tricks(), st.randoms(use_true_random=False))
@examples(150)
def test_the_winner_is_one_of_the_plays_and_no_discard(
    of: tuple[list[Cards], Trump, RuleSet], chance: Any
) -> None:
    plays, trump, rules = of
    won = winner(plays, trump, rules)
    about = told(plays, trump, rules)
    assert won in range(4), about
    suits = {trump.suit_of(card) for card in plays[won]}
    assert len(suits) == 1, about
    assert suits <= {trump.suit_of(plays[0][0]), "T"}, about
    mixed = [tuple(chance.sample(play, len(play))) for play in plays]
    assert winner(mixed, trump, rules) == won, f"the order of cards within a play mattered: {about}"


@given(tricks())
@examples(150)
def test_equal_plays_the_earlier_wins(of: tuple[list[Cards], Trump, RuleSet]) -> None:
    """A play that repeats one before it never takes the trick from it."""
    plays, trump, rules = of
    won = winner(plays, trump, rules)
    twice = [*plays[: won + 1], plays[won], *plays[won + 1 :]]
    assert winner(twice, trump, rules) == won, told(plays, trump, rules)
    assert winner([*plays, *plays], trump, rules) == won, told(plays, trump, rules)


@given(tricks())
@examples(300)
def test_the_best_main_component_wins(of: tuple[list[Cards], Trump, RuleSet]) -> None:
    """Read once more: ruff before led suit, the wider before the narrower, the higher main component,
    the earlier; a play that can't be cut to the lead's shape can't win."""
    plays, trump, rules = of
    if rules.throw_compare != "main_component":
        return
    lead = plays[0]
    parts = read_shape(lead, trump, rules)
    led_line, trump_line = line_of(lead[0], trump), line_of(53, trump)
    best = 0
    standing = (False, parts[0].width, parts[0].top)
    for i, play in enumerate(plays[1:], 1):
        for ruff, line in ((False, led_line), (True, trump_line)):
            if ruff and led_line == trump_line:
                continue
            if not all(any(card in place for place in line) for card in play):
                continue
            if rules.wide_over_narrow and len(parts) == 1:
                own = read_shape(play, trump, rules)
                if len(own) == 1 and own[0].width > parts[0].width:
                    key = (ruff, own[0].width, own[0].top)
                    if key > standing:
                        best, standing = i, key
                    continue
            top = best_main(play, [part.shape for part in parts], line)
            if top is not None and (ruff, parts[0].width, top) > standing:
                best, standing = i, (ruff, parts[0].width, top)
    assert winner(plays, trump, rules) == best, told(plays, trump, rules)


@pytest.mark.parametrize(
    ("plays", "won", "options"),
    [
        # text: 9988 72 ruffs AK5544, and not AA5544
        ("CA CK C5 C5 C4 C4 | S9 S9 S8 S8 S7 S4", 1, {}),
        ("CA CA C5 C5 C4 C4 | S9 S9 S8 S8 S7 S4", 0, {}),
        ("C5 C4 C4 | S9 S7 S7 | S8 S8 S4", 2, {}),
        ("C5 C6 C7 | S9 S7 S7 | S8 S8 S4", 1, {}),
        # the reply is cut, whichever way it is read: 5 5 5 5 stands for two pairs, tractor or not
        ("C5 C5 C7 C7 | S9 S9 S9 S9", 1, {}),
        ("C5 C5 C6 C6 | S9 S9 S9 S9", 0, {}),
        ("C5 C5 C6 C6 | S9 S9 S9 S9", 1, {"wide_over_narrow": True}),
        ("C5 C5 C6 C6 C7 C7 | C3 C3 C3 C4 C4 C4", 1, {"wide_over_narrow": True}),
        ("C5 C5 C6 C6 C7 C7 | C3 C3 C3 C4 C4 C4", 0, {}),
        ("C5 C5 C6 C6 | C3 C3 C3 C3 | S3 S3 S4 S4", 2, {"wide_over_narrow": True}),
        ("C5 C5 C6 C6 | S3 S3 S3 S3 | SA SA SK SK", 1, {"wide_over_narrow": True}),
        # only for a lead of one component
        ("C5 C5 C7 C7 | C8 C8 C8 C8 | C9 C9 CJ CJ", 2, {"wide_over_narrow": True}),
        # all components: none lower and one higher
        ("CA CQ CQ | SA S5 S5 | S4 S7 S7", 1, {"throw_compare": "all_components"}),
        ("CA CQ CQ | SA S5 S5 | SA S7 S7", 2, {"throw_compare": "all_components"}),
        ("CA CA CK CQ | S4 S4 S8 S7 | S9 S9 S5 S5", 2, {"throw_compare": "all_components"}),  # 55, 9 9
        ("CA CQ CQ | SA S5 S5 | S4 S7 S7", 1, {"throw_compare": "highest_card"}),
        # a tractor of trumps that is no tractor of the lead's length is a discard
        ("C5 C5 C6 C6 C7 C7 | S3 S3 S4 S4 S9 S9", 0, {}),
        # off levels are equal: the earlier wins
        ("C3 | H2 | D2 | C4", 1, {}),
        # trumps of a mixed play win nothing
        ("C3 C3 | BJ BJ | S5 D9", 1, {}),
        ("C3 C3 | BJ D3 | S5 D9", 0, {}),
    ],
)
def test_who_wins(plays: str, won: int, options: dict[str, Any]) -> None:
    hands = [parse_cards(play) for play in plays.split("|")]
    assert winner(hands, S2, preset("lezhong", 4, **options)) == won


def test_codes() -> None:
    """SJ is the jack of spades; LJ and BJ the jokers; faces 0..53 in the written order."""
    assert parse_cards(" ".join(CODES)) == tuple(range(54))
    assert format_cards(range(54)) == " ".join(CODES)
    for wrong in ("XX", "10", "S1", "s2", "SJOKER"):
        with pytest.raises(ValueError, match=wrong):
            parse_cards(f"S2 {wrong}")
