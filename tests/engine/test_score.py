"""Points, levels, and what the bottom is worth."""

from typing import Any

import pytest
from engine_play import RANKS, at_play, examples, levels
from hypothesis import given
from hypothesis import strategies as st

from game.engine import (
    Outcome,
    Refusal,
    Trump,
    advance,
    bottom_multiplier,
    decide,
    evolve,
    next_dealer,
    outcome,
    parse_cards,
    preset,
)
from game.engine import commands as co
from game.engine import events as ev
from game.engine.match import Match

TABLES = {
    # decks: (points, side, levels), from the texts' tables
    1: "0:d3 5:d2 15:d2 20:d1 35:d1 40:a0 55:a0 60:a1 80:a2 100:a3 120:a4 140:a5 160:a6 180:a7 195:a7 200:a8",
    2: "0:d3 5:d2 35:d2 40:d1 75:d1 80:a0 115:a0 120:a1 155:a1 160:a2 200:a3 240:a4 280:a5 320:a6 360:a7",
    3: "0:d3 5:d2 55:d2 60:d1 115:d1 120:a0 175:a0 180:a1 240:a2 300:a3 360:a4 420:a5 480:a6 540:a7 600:a8",
    4: "0:d3 5:d2 75:d2 80:d1 155:d1 160:a0 235:a0 240:a1 320:a2 400:a3",
}


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_the_tables_of_the_texts(decks: int) -> None:
    for entry in TABLES[decks].split():
        points, told = entry.split(":")
        found = outcome(int(points), preset("lezhong", decks))
        assert (found.side[0], found.levels) == (told[0], int(told[1])), entry
        capped = outcome(int(points), preset("popo", decks))
        assert capped.levels == min(3, found.levels), entry


def test_negative_totals_add_a_level_for_each_full_step() -> None:
    rules = preset("lezhong", throw_points=10)
    gains = [outcome(points, rules).levels for points in (0, -5, -35, -40, -75, -80)]
    assert gains == [3, 3, 3, 4, 4, 5]


@given(st.integers(-300, 1500), st.integers(1, 4), st.sampled_from([None, 1, 2, 3, 13]))
@examples(200)
def test_more_points_are_never_worse_for_the_attackers(points: int, decks: int, cap: int | None) -> None:
    rules = preset("lezhong", decks, level_cap=cap)
    one, two = outcome(points, rules), outcome(points + 5, rules)

    def worth(found: Outcome) -> int:
        return found.levels if found.side == "attackers" else -found.levels - 1

    assert worth(one) <= worth(two)
    assert cap is None or one.levels <= cap


@given(
    levels,
    st.integers(0, 20),
    st.sampled_from(["dealer", "attackers"]),
    st.sampled_from(RANKS[1:]),
    st.lists(levels, max_size=4),
)
@examples(500)
def test_a_gain_stops_at_the_end_and_at_each_must(
    level: str, gain: int, side: Any, end: str, musts: list[str]
) -> None:
    must = tuple(m for m in musts if RANKS.index(m) <= RANKS.index(end))
    if RANKS.index(level) > RANKS.index(end):
        level = end
    after = RANKS.index(advance(level, gain, side, preset("lezhong", end_level=end, must_play=must)))
    place = RANKS.index(level)
    if side == "attackers" and level in must:
        assert after == place
        return
    walls = [RANKS.index(m) for m in (*must, end) if RANKS.index(m) > place]
    assert after == min([place + gain, *walls]) if place < RANKS.index(end) else after == place


@pytest.mark.parametrize(
    ("rule", "jack", "after"),
    [
        ("off", "DJ", "J"),
        ("single_jack_to_2", "DJ", "2"),
        ("single_jack_to_2", "SJ", "2"),
        ("main_to_2_off_half", "DJ", "2"),
        ("main_to_2_off_half", "SJ", "6"),
        ("single_jack_to_2", "SA", "J"),
        ("single_jack_to_2", "DJ DJ", "J"),
        ("single_jack_to_2", "LJ", "J"),
        ("single_jack_to_2", "BJ", "J"),
    ],
)
def test_the_jack(rule: Any, jack: str, after: str) -> None:
    rules = preset("lezhong", jack_rule=rule)
    lost = parse_cards(jack)
    assert advance("J", 0, "dealer", rules, lost_to=lost, trump=Trump("J", "D")) == after
    assert advance("T", 0, "dealer", rules, lost_to=lost, trump=Trump("T", "D")) == "T"
    assert advance("J", 0, "attackers", rules, lost_to=lost, trump=Trump("J", "D")) == "J"


def test_the_jack_falls_before_the_gain() -> None:
    rules = preset("lezhong", jack_rule="single_jack_to_2")
    assert advance("J", 2, "dealer", rules, lost_to=parse_cards("DJ"), trump=Trump("J", "D")) == "4"


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_who_deals_next(dealer: int) -> None:
    assert next_dealer(dealer, "dealer") == (dealer + 2) % 4
    assert next_dealer(dealer, "attackers") == (dealer + 1) % 4


@pytest.mark.parametrize(
    ("lead", "won", "lezhong", "classic", "doubling", "popo"),
    [
        ("HA", "S3", 2, 2, 2, 2),
        ("HA HK", "S3 S4", 2, 2, 2, 2),
        ("HA HA", "HA HA", 4, 4, 4, 4),
        ("HA HA HA", "HA HA HA", 6, 6, 4, 6),
        ("HA HA HA HA", "HA HA HA HA", 6, 6, 4, 8),
        ("HK HK HA HA", "HK HK HA HA", 8, 8, 8, 8),
        ("HQ HQ HA HA", "HQ HQ HA HA", 4, 8, 8, 4),
        ("HQ HQ HK HK HA HA", "HQ HQ HK HK HA HA", 16, 12, 16, 12),
        ("HK HK HK HA HA HA", "S3 S3 S3 S4 S4 S4", 6, 12, 8, 12),
        ("HK HK HK HK HA HA HA HA", "HK HK HK HK HA HA HA HA", 6, 12, 8, 16),
        ("HA HA HA HK HK", "S3 S3 S3 S4 S4", 8, 10, 8, 8),
        ("HA HK", "S3 S3", 2, 4, 4, 2),
        ("HA HA HQ HJ", "S3 S3 S4 S4", 4, 8, 8, 4),
        ("HA HA HA H3", "HA HA HA H3", 6, 6, 4, 6),
    ],
)
def test_what_the_bottom_is_worth(
    lead: str, won: str, lezhong: int, classic: int, doubling: int, popo: int
) -> None:
    cards, winning = parse_cards(lead), parse_cards(won)
    for name, wanted in [("lezhong", lezhong), ("classic", classic), ("doubling", doubling), ("popo", popo)]:
        rules = preset("lezhong", 4, bottom_multiplier=name)
        assert bottom_multiplier(cards, winning, Trump("2", "S"), rules) == wanted, name


def test_a_wider_shape_is_worth_its_own() -> None:
    lead, won = parse_cards("HK HK HA HA"), parse_cards("H3 H3 H3 H3")
    wide = preset("popo", 4, bottom_multiplier="lezhong")
    assert bottom_multiplier(lead, won, Trump("2", "S"), wide) == 6
    assert bottom_multiplier(lead, won, Trump("2", "S"), preset("lezhong", 4)) == 8


# The end of a deal, through commands


def finish(match: Match, *plays: str) -> tuple[Match, list[ev.Event]]:
    heard: list[ev.Event] = []
    for play in plays:
        events = decide(match, match.running.turn, co.Play(parse_cards(play)))
        assert not isinstance(events, Refusal), (play, events)
        for event in events:
            match = evolve(match, event)
            heard.append(event)
    return match, heard


def test_attackers_win_the_bottom() -> None:
    match = at_play(
        preset("lezhong"),
        ["S9 S9", "SA SA", "S4 S3", "SK ST"],
        bottom="D5 DT DK D3 D4 D6 D7 D8",
        points=45,
    )
    match, heard = finish(match, "S9 S9", "SA SA", "S4 S3", "SK ST")
    assert match.phase == "ready"
    assert heard[-2:] == [
        ev.BottomShown(parse_cards("D5 DT DK D3 D4 D6 D7 D8"), 25, 4),
        ev.DealScored(45 + 20 + 100, "attackers", 2, ("2", "4"), 1),
    ]
    assert match.result is not None
    assert match.result.trick_points == 65
    assert match.dealer == 1


def test_the_dealer_side_keeps_the_bottom() -> None:
    match = at_play(preset("lezhong"), ["SA", "S5", "S4", "SK"], bottom="D5 DT DK D3 D4 D6 D7 D8", points=75)
    match, heard = finish(match, "SA", "S5", "S4", "SK")
    assert heard[-2:] == [
        ev.BottomShown(parse_cards("D5 DT DK D3 D4 D6 D7 D8"), 25, 0),
        ev.DealScored(75, "dealer", 1, ("3", "2"), 2),
    ]


@pytest.mark.parametrize(
    ("level", "end", "points", "won"),
    [("A", "A", 0, True), ("K", "A", 0, False), ("T", "T", 75, True), ("A", "A", 80, False)],
)
def test_the_match_is_won_by_holding_at_the_end(level: str, end: str, points: int, won: bool) -> None:
    rules = preset("lezhong", end_level=end)
    levels_then = ("2", level)
    match = at_play(
        rules, ["S3", "SA", "S4", "S6"], level=level, dealer=1, leader=1, levels=levels_then, points=points
    )
    match, heard = finish(match, "SA", "S4", "S6", "S3")
    assert (match.phase == "won") == won
    assert match.won_by == (1 if won else None)
    assert isinstance(heard[-1], ev.MatchWon) == won


def test_a_failed_throw_costs_points_where_the_table_says_so() -> None:
    for seat, points in [(0, 10), (1, -10)]:
        hands = ["S9 S3 C3", "S9 S3 C3", "SA SK C4", "SA SK C4"]
        match = at_play(preset("lezhong", throw_points=10), hands, leader=seat)
        match, heard = finish(match, "S9 S3")
        assert match.running.points == points
        assert [type(event).__name__ for event in heard] == ["ThrowFailed", "CardsPlayed"]
        assert match.running.plays == (parse_cards("S3"),)
        assert heard[0].tried == parse_cards("S9 S3")
        match = at_play(preset("lezhong"), hands, leader=seat)
        match, _ = finish(match, "S9 S3")
        assert match.running.points == 0


def test_the_jack_wins_the_last_trick() -> None:
    rules = preset("lezhong", jack_rule="main_to_2_off_half", end_level="J")
    for jack, fell, after in [("HJ", "2", "3"), ("DJ", "6", "7")]:
        match = at_play(rules, ["S9", jack, "S4", "S6"], level="J", trump="H", levels=("J", "5"), points=40)
        match, _ = finish(match, "S9", jack, "S4", "S6")
        assert match.result is not None
        assert (match.result.fell, match.levels) == (fell, (after, "5"))
        assert match.phase == "ready", "who falls has not held the end level"
