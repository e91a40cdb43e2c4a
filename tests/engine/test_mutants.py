"""Corners of the rules that only one small edit of the engine gives away (``mutations.py``)."""

from typing import Any

import pytest
from engine_play import CODES, at_play, deck
from msgspec.structs import replace

from game.engine import (
    Match,
    Reason,
    Refusal,
    RuleSet,
    Trump,
    advance,
    check_follow,
    check_throw,
    decide,
    evolve,
    format_cards,
    judge_bid,
    legal_follows,
    new_match,
    parse_cards,
    points_of,
    preset,
    question,
    view,
    winner,
)
from game.engine import commands as co
from game.engine import events as ev
from game.engine.bids import counters
from game.engine.cards import count

H2, S2 = Trump("2", "H"), Trump("2", "S")


def test_fives_tens_and_kings_count() -> None:
    for code in CODES:
        worth = {"5": 5, "T": 10, "K": 10}.get(code[1], 0)
        assert points_of(parse_cards(code)) == worth, code


@pytest.mark.parametrize(
    ("lead", "other", "forced", "options"),
    [
        ("S4 S4 S5 S5 S5", "S6 S6 S7 S7", "S5", {}),  # both end at the 5: the one with fewer cards
        ("S2 C2", "H2", "S2", {}),  # equal off levels: the lower face number
        ("C2 S2", "BJ", "S2", {"throw_forced": "smallest_first"}),
        ("SQ S9 S7 S7", "SA SK SK", "S9", {"throw_forced": "smallest_first"}),
        ("SQ S9 S7 S7", "SA SK SK", "S7 S7", {}),
    ],
)
def test_which_of_the_beaten_is_forced(lead: str, other: str, forced: str, options: dict[str, Any]) -> None:
    rules = preset("lezhong", 4, **options)
    failure = check_throw(parse_cards(lead), [(), (), parse_cards(other)], H2, rules)
    assert failure is not None
    assert format_cards(failure.forced) == forced


@pytest.mark.parametrize(
    ("plays", "won", "options"),
    [
        # cut as 9 9 T T and 8 8 the pair is too low; cut as 8 8 9 9 and T T nothing is
        ("C3 C3 C4 C4 C9 C9 | C8 C8 C9 C9 CT CT", 1, {"throw_compare": "all_components"}),
        ("CA CQ CQ | SA S3 S3 | S5 S7 S7", 1, {"throw_compare": "highest_card"}),
        ("CA CQ CQ | SA S3 S3 | S5 S7 S7", 2, {"throw_compare": "main_component"}),
        ("CA CQ CQ | S4 S7 S7 | SA S5 S5", 1, {"throw_compare": "all_components"}),
        ("CA CQ CQ | S4 S7 S7 | S4 S7 S7", 1, {"throw_compare": "all_components"}),
        # the highest tractor, 9 9 T T, would leave no triple: it is cut as 8 8 9 9 and T T T
        ("C3 C3 C4 C4 C7 C7 C7 | C8 C8 C9 C9 CT CT CT", 1, {}),
        ("C5 C5 C7 C7 | C8 C8 C8 C8 | C9 C9 CJ CJ", 2, {"wide_over_narrow": True}),  # a throw
        ("C5 C5 C6 C6 | C3 C3 C3 C3 | S3 S3 S4 S4", 2, {"wide_over_narrow": True}),
        ("C5 C5 C6 C6 | C3 C3 C3 C3 | C4 C4 C4 C4", 2, {"wide_over_narrow": True}),
        ("C5 C5 C6 C6 | C4 C4 C4 C4 | C3 C3 C3 C3", 1, {"wide_over_narrow": True}),
    ],
)
def test_who_wins(plays: str, won: int, options: dict[str, Any]) -> None:
    hands = [parse_cards(play) for play in plays.split("|")]
    assert winner(hands, S2, preset("lezhong", 4, **options)) == won


LONGER: dict[str, Any] = {"follow_longer_tuple": "protected"}
FREE: dict[str, Any] = {"follow_partial_tractor": "free"}
KEPT: dict[str, Any] = {"follow_tractor_for_pair": "protected"}
WIDE: dict[str, Any] = {"wide_over_narrow": True}


@pytest.mark.parametrize(
    ("lead", "hand", "play", "legal", "options"),
    [
        ("C3 C3", "C7 C8 D5", "C7 D5", False, {}),
        ("C3 C3", "C7 C7 C7 CJ", "C7 CJ", False, {}),
        ("C3 C3", "C7 C7 C7 CJ", "C7 CJ", True, {"follow_structure": "none"}),
        ("C3 C3", "C7 C7 C7 CJ", "C7 CJ", True, LONGER),
        ("C3 C3", "C7 C7 C7 CJ CJ", "C7 CJ", False, LONGER),
        ("C3 C3", "C7 C7 C7 CJ CJ", "C7 C7", False, LONGER),  # a pair cut from a triple pays no debt
        ("C3 C3 C3", "C7 C7 C7 CJ CJ CQ", "CJ CJ CQ", False, LONGER),
        ("C3 C3 C3", "C7 C7 C8 C8 CJ", "C7 C8 CJ", False, {}),
        ("C3 C3 C4 C4 C5 C5", "C7 C7 C8 C8 CJ CJ CK CK", "C7 C7 CJ CJ CK CK", False, {}),
        ("C3 C3 C4 C4 C5 C5", "C7 C7 C8 C8 CJ CJ CK CK", "C7 C7 CJ CJ CK CK", True, FREE),
        ("C3 C3 C4 C4 C5 C5", "C7 C7 C8 C8 C9 C9 CK CK", "C7 C7 C8 C8 CK CK", False, FREE),
        ("C3 C3", "C7 C7 C8 C8 CJ CK", "CJ CK", False, {}),
        ("C3 C3", "C7 C7 C8 C8 CJ CK", "CJ CK", True, KEPT),
        ("C3 C3", "C7 C7 C8 C8 CJ CJ", "C7 CJ", False, KEPT),
        ("C3 C3", "C7 C7 C8 C8 CJ CJ", "C7 C7", True, KEPT),  # not owed, but it does pay
        ("C4 C4 C6 C6", "C7 C7 C8 C8 CJ CJ CQ", "C7 C7 C8 C8", True, KEPT),
        ("C3 C3 C4 C4", "C7 C7 C8 C8 CJ CQ", "C7 C7 CJ CQ", False, KEPT),  # to a tractor it is owed
        ("C3 C3 C3 C3", "C7 C7 C7 CJ CJ CQ", "C7 C7 CJ CJ", False, {}),
        ("C3 C3 C3 C3", "C7 C7 C9 C9 CJ CQ", "C7 C7 CJ CQ", False, {}),
        ("C4 C4 C6 C6", "C7 C7 C9 C9 CJ CQ", "C7 C7 CJ CQ", False, {}),  # each led pair asks for one
        ("C3 C3 C4 C4", "C7 C7 C7 C7 C8 C8 CJ", "C7 C7 C7 C7", False, {}),
        ("C3 C3 C4 C4", "C7 C7 C7 C7 C8 C8 CJ", "C7 C7 C7 C7", True, WIDE),
        ("C4 C4 C6 C6", "C7 C7 C7 C7 C8 C8 CJ", "C7 C7 C8 C8", True, WIDE),
    ],
)
def test_what_may_follow(lead: str, hand: str, play: str, legal: bool, options: dict[str, Any]) -> None:
    """What is legal is offered, and nothing else."""
    rules = preset("lezhong", 4, **options)
    led, held, played = parse_cards(lead), parse_cards(hand), parse_cards(play)
    assert (check_follow(led, held, played, H2, rules) is None) == legal
    assert (tuple(sorted(played)) in set(legal_follows(led, held, H2, rules))) == legal


def test_trumps_follow_trumps_across_the_levels() -> None:
    """At level 2 no rank is trump twice."""
    for two in (False, True):
        trump = Trump("2", "H", two)
        assert [trump.strength(card) for card in parse_cards("HA S2 H2 LJ BJ")] == [11, 12, 13, 14, 15]


def test_who_fell_to_a_must_has_not_held_the_deal_there() -> None:
    rules = preset("lezhong", jack_rule="single_jack_to_2", must_play=("2", "5"))
    assert advance("J", 2, "dealer", rules, lost_to=parse_cards("DJ"), trump=Trump("J", "D")) == "2"
    assert advance("2", 2, "dealer", rules) == "4"


@pytest.mark.parametrize("two", [False, True])
def test_a_view_orders_the_cards_as_the_table_does(two: bool) -> None:
    match = at_play(preset("lezhong", two_is_trump=two), ["S3", "S4", "S5", "S6"], level="7")
    assert view(match, 0).trump is match.running.trump


@pytest.mark.parametrize(("points", "levels"), [(120, ("5", "T")), (75, ("6", "9"))])
def test_each_side_keeps_a_level_of_its_own(points: int, levels: tuple[str, str]) -> None:
    match = at_play(preset("lezhong"), ["SA", "S3", "S4", "S6"], level="5", levels=("5", "9"), points=points)
    for play in ("SA", "S3", "S4", "S6"):
        match, _ = do(match, match.running.turn, co.Play(parse_cards(play)))
    assert match.levels == levels


def test_any_seat_may_draw_the_first_card_of_a_match() -> None:
    match = new_match(preset("lezhong"))
    firsts = [do(match, None, co.StartDeal(f"{seed}"))[0].running.first for seed in range(40)]
    assert set(firsts) == {0, 1, 2, 3}


# Bidding, through commands


def do(match: Match, seat: int | None, command: co.Command) -> tuple[Match, tuple[ev.Event, ...]]:
    events = decide(match, seat, command)
    assert not isinstance(events, Refusal), (seat, command, events)
    for event in events:
        match = evolve(match, event)
    return match, events


def dealt(rules: RuleSet, dealer: int | None = 0, bottom: str = "", hands: tuple[str, ...] = ()) -> Match:
    """All cards are dealt, these are the bottom, and the seats hold (of what matters) these."""
    match, _ = do(replace(new_match(rules), dealer=dealer), None, co.StartDeal("seed"))
    while not match.running.dealt:
        match, _ = do(match, None, co.DealNext())
    deal = match.running
    last = parse_cards(bottom) or deal.order[deal.to_deal :]
    first = deck(rules.decks)
    for card in last:
        first.remove(card)
    held = tuple(count(parse_cards(hand)) for hand in hands) or deal.hands
    return replace(match, deal=replace(deal, order=(*first, *last), hands=held))


@pytest.mark.parametrize(
    ("bottom", "turned", "suit"),
    [
        ("S3 C2 HA LJ D2 S4 S5 S6", "S3 C2", "C"),
        ("S3 LJ C2 HA D2 S4 S5 S6", "S3 LJ", None),
        ("S3 HK CK DQ S4 S5 S6 S7", "S3 HK CK DQ S4 S5 S6 S7", "H"),
    ],
)
def test_the_bottom_is_turned_over_when_nobody_bids(bottom: str, turned: str, suit: str | None) -> None:
    match = dealt(preset("lezhong", nobody_bids="flip_bottom"), bottom=bottom)
    match, events = do(match, None, co.CloseBids())
    assert events[:2] == (ev.BottomTurned(parse_cards(turned)), ev.TrumpSet(0, suit))
    assert match.phase == "burying"


def test_a_deal_nobody_bids_in_is_dealt_again_three_times() -> None:
    match = new_match(preset("lezhong", nobody_bids="redeal"))
    firsts = set()
    for time in range(4):
        match, _ = do(match, None, co.StartDeal(f"again {time}"))
        firsts.add(match.running.first)
        while not match.running.dealt:
            match, _ = do(match, None, co.DealNext())
        match, events = do(match, None, co.CloseBids())
        assert isinstance(events[0], ev.DealVoided if time < 3 else ev.TrumpSet)
    assert len(firsts) == 1, "the first card goes where it went before"
    assert match.running.bound == (firsts.pop(), Trump("2", None))


@pytest.mark.parametrize("manner", ["ladder", "counter_to_end"])
def test_nobody_bids_and_there_is_no_trump(manner: Any) -> None:
    _, events = do(dealt(preset("lezhong", bidding=manner)), None, co.CloseBids())
    assert events[0] == ev.TrumpSet(0, None)


@pytest.mark.parametrize(("who", "seat"), [("first_bidder", 2), ("last_bidder", 1)])
@pytest.mark.parametrize("dealer", [None, 3])
def test_who_deals_first(who: Any, seat: int, dealer: int | None) -> None:
    match = dealt(preset("lezhong", first_dealer=who), dealer, hands=("", "H2 H2", "D2", ""))
    for bidder, bid in [(2, "D2"), (1, "H2 H2")]:
        match, _ = do(match, bidder, co.Bid(parse_cards(bid)))
    _, events = do(match, None, co.CloseBids())
    later = seat if dealer is None else dealer  # later bids only choose the suit
    assert events[0] == ev.TrumpSet(later, "H")


@pytest.mark.parametrize(("limit", "most"), [(10, 10), (0, 0), (None, 80)])
def test_points_may_be_buried_up_to_the_limit(limit: int | None, most: int) -> None:
    bottom = "S3 S4 S6 S7 S8 S9 SJ SQ"
    hands = ("S5 S5 ST ST SK SK HT HT HK HK CT CT", "", "", "")
    rules = preset("lezhong", bottom_points_limit=limit)
    match, _ = do(dealt(rules, bottom=bottom, hands=hands), None, co.CloseBids())
    for worth, points in [("S5", 5), ("S5 S5", 10), ("ST", 10), ("S5 ST", 15), (hands[0][:23], 70)]:
        cards = (*parse_cards(worth), *parse_cards(bottom))[:8]
        assert isinstance(decide(match, 0, co.Bury(cards)), Refusal) == (points > most), worth


@pytest.mark.parametrize(
    ("before", "seat", "bid", "decks", "reason"),
    [
        ("", 0, "H2", 2, None),
        ("H2", 1, "S2", 2, Reason.BID_TOO_LOW),
        ("H2", 1, "S2 S2", 2, None),
        ("H2", 0, "H2 H2", 2, None),
        ("", 0, "BJ BJ", 2, Reason.BID_JOKERS),
        ("H2", 1, "S2", 1, None),
        ("H2 S2", 0, "C2", 1, Reason.BID_TOO_LOW),  # seat 0 has flipped
        ("H2 S2", 2, "C2", 1, None),
    ],
)
def test_flips(before: str, seat: int, bid: str, decks: int, reason: Reason | None) -> None:
    rules = preset("classic", decks, joker_bids=True)
    history = [ev.BidMade(i, (card,)) for i, card in enumerate(parse_cards(before))]
    cards = parse_cards(bid)
    refusal = judge_bid(history, seat, cards, cards, "2", rules, "flipping")
    assert (refusal and refusal.reason) == reason
    early = judge_bid(history, seat, cards, cards, "2", rules, "dealing")
    assert early is not None
    assert early.reason == Reason.NOT_NOW, "nobody bids while cards come"


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_flips_end_with_four_passes_in_a_row(dealer: int) -> None:
    """Asked in play order from the first drawer, able or not, round and round."""
    match = dealt(preset("classic"), dealer, hands=("H2", "H2", "H2", "H2"))
    for turn in range(8):
        asked = [seat for seat in range(4) if question(match, seat)]
        assert asked == [(dealer + turn) % 4]
        command = co.Bid(parse_cards("H2")) if turn == 3 else co.PassBid()
        match, _ = do(match, asked[0], command)
        assert match.phase == ("flipping" if turn < 7 else "burying")


@pytest.mark.parametrize(
    ("standing", "bid", "higher"),
    [
        ("H2 H2", "S2 S2", True),
        ("H2 H2", "C2 C2", False),
        ("D2 D2", "C2 C2", True),
        ("C2", "S2", False),
        ("S2 S2", "LJ LJ", True),
    ],
)
def test_equal_counts_rank_by_suit_where_one_counters_to_the_end(
    standing: str, bid: str, higher: bool
) -> None:
    rules = preset("lezhong", bidding="counter_to_end")
    history = [ev.BidMade(0, parse_cards(standing))]
    cards = parse_cards(bid)
    for phase in ("dealing", "countering"):
        assert (judge_bid(history, 1, cards, cards, "2", rules, phase) is None) == higher


def test_who_counters_takes_the_bottom_and_the_dealer_leads() -> None:
    bottom = "S3 S4 S5 S6 S7 S8 S9 ST"
    rules = preset("lezhong", bidding="counter_to_end")
    match = dealt(rules, bottom=bottom, hands=("D2 C3", "H2 H2 C4", "C5", "C6"))
    match, _ = do(match, 0, co.Bid(parse_cards("D2")))
    match, _ = do(match, None, co.CloseBids())
    match, _ = do(match, 0, co.Bury(parse_cards(bottom)))
    match, events = do(match, 1, co.Bid(parse_cards("H2 H2")))
    assert events[1:] == (ev.TrumpSet(0, "H"), ev.BottomTaken(1, parse_cards(bottom)))
    match, _ = do(match, 1, co.Bury(parse_cards(bottom)))
    for seat in (2, 3, 0):
        assert match.phase == "countering"
        match, _ = do(match, seat, co.PassBid())
    assert match.phase == "playing"
    assert match.running.turn == 0


@pytest.mark.parametrize(("decks", "bid"), [(2, "BJ BJ"), (1, "D2")])
def test_nothing_is_asked_when_no_bid_can_be_stronger(decks: int, bid: str) -> None:
    bottom = "S3 S4 S5 S6 S7 S8 S9 ST" if decks == 2 else "S3 S4 S5 S6 S7 S8"
    rules = preset("lezhong", decks, bidding="counter_to_end")
    match = dealt(rules, bottom=bottom, hands=(bid, "", "", ""))
    match, _ = do(match, 0, co.Bid(parse_cards(bid)))
    match, _ = do(match, None, co.CloseBids())
    match, _ = do(match, 0, co.Bury(parse_cards(bottom)))
    assert match.phase == "playing"


# What the settlements ask


def test_a_counter_is_made_by_another_seat() -> None:
    shown = [(0, "D2"), (0, "D2 D2"), (1, "LJ LJ"), (3, "BJ BJ")]
    assert counters([ev.BidMade(seat, parse_cards(bid)) for seat, bid in shown]) == 2


def test_a_streak_is_two_deals_held_one_after_the_other() -> None:
    last: Match | None = None
    for points, side, streak in [
        (75, "dealer", False),
        (75, "dealer", True),
        (80, "attackers", False),
        (75, "dealer", False),
    ]:
        match = at_play(preset("lezhong"), ["SA", "S3", "S4", "S6"], points=points)
        match = replace(match, result=last.result if last else None)
        for play in ("SA", "S3", "S4", "S6"):
            match, _ = do(match, match.running.turn, co.Play(parse_cards(play)))
        assert match.result is not None
        assert (match.result.side, match.result.streak) == (side, streak)
        last = match


def test_stakes_go_as_high_as_the_room_allows() -> None:
    for room, highest in [("practice", 1), ("common", 2), ("pass", 8)]:
        assert max(preset("lezhong", settlement="silver", room=room).stakes) == highest
        assert preset("lezhong", room=room).stakes == (1,)
