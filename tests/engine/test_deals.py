"""Whole deals and whole matches: cards, points, levels, and the same match from the same events."""

from collections import Counter
from typing import Any

import msgspec
import pytest
from engine_play import RANKS, Table, deck, expected_gain, whole_deal

from game.engine import (
    Refusal,
    RulesError,
    Standing,
    decide,
    evolve,
    format_cards,
    new_match,
    preset,
    seat_team,
)
from game.engine import commands as co
from game.engine import events as ev

EVENTS = msgspec.json.Decoder(list[ev.Event])
KITS = ("lezhong", "popo")

TOUGH: dict[str, Any] = {
    "follow_longer_tuple": "protected",
    "follow_partial_tractor": "free",
    "follow_tractor_for_pair": "protected",
    "throw_compare": "all_components",
    "throw_forced": "smallest_first",
    "throw_points": 10,
    "two_is_trump": True,
    "decompose": "tuple_first",
    "bottom_multiplier": "classic",
}


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
@pytest.mark.parametrize("kit", KITS)
@pytest.mark.parametrize("options", [{}, TOUGH], ids=["plain", "tough"])
def test_no_card_is_lost_and_no_point(kit: str, decks: int, options: dict[str, Any]) -> None:
    rules = preset(kit, decks, **options)
    for seed in range(3):
        table = Table(rules, seed)
        whole_deal(table)
        if table.match.phase == "ready":
            whole_deal(table)


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
@pytest.mark.parametrize("kit", KITS)
@pytest.mark.parametrize("options", [{}, TOUGH], ids=["plain", "tough"])
def test_no_card_is_lost_over_many_deals(kit: str, decks: int, options: dict[str, Any]) -> None:
    rules = preset(kit, decks, **options)
    for seed in range(15):
        table = Table(rules, f"long {seed}")
        for _ in range(8):
            whole_deal(table)
            if table.match.phase == "won":
                break


@pytest.mark.parametrize("kit", KITS)
@pytest.mark.parametrize("decks", [1, 2, 4])
def test_the_same_commands_give_the_same_match(kit: str, decks: int) -> None:
    table = Table(preset(kit, decks), 7)
    table.deal()
    if table.match.phase == "ready":
        table.do(2, co.Ready())
        table.do(1, co.SetAuto(True))
        table.deal()
    match, events = table.start, []
    for seat, command in table.log:
        decision = decide(match, seat, command)
        assert not isinstance(decision, Refusal)
        assert decision == decide(match, seat, command)
        for event in decision:
            events.append(event)
            match = evolve(match, event)
    assert events == table.events
    assert match == table.match

    folded = table.start
    for event in table.events:
        folded = evolve(folded, event)
    assert folded == table.match

    packed = msgspec.msgpack.decode(msgspec.msgpack.encode(table.events), type=list[ev.Event])
    written = EVENTS.decode(msgspec.json.encode(table.events))
    for back in (packed, written):
        assert back == table.events
        again = table.start
        for event in back:
            again = evolve(again, event)
        assert again == table.match


def test_commands_survive_the_codec() -> None:
    table = Table(preset("lezhong"), 3)
    table.deal()
    told = [command for _, command in table.log]
    assert msgspec.json.decode(msgspec.json.encode(told), type=list[co.Command]) == told
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(told), type=list[co.Command]) == told


def test_seeds_deal_differently_and_always_alike() -> None:
    """The order of a seed is fixed for good: a journal of today must be read by every later program."""
    one = evolve(new_match(preset("lezhong")), ev.DealStarted(1, "a", None, 0, "2")).running.order
    two = evolve(new_match(preset("lezhong")), ev.DealStarted(1, "b", None, 0, "2")).running.order
    assert one != two
    assert Counter(one) == Counter(two) == Counter(deck(2))
    for seed, cards in PINNED.items():
        order = evolve(new_match(preset("lezhong")), ev.DealStarted(1, seed, None, 0, "2")).running.order
        assert format_cards(order[:4]) == cards, seed


PINNED = {
    "a": "H4 S3 DJ D3",
    "b": "C5 HK DQ C8",
    "c": "S5 ST H9 D4",
    "d": "C9 S8 D8 SK",
    "e": "HJ H6 HQ C3",
    "f": "D9 S6 BJ SQ",
    "g": "D2 D4 DA SK",
    "h": "S6 SK HT S6",
}


def test_cards_come_singly_from_the_dealer_on() -> None:
    for seed in range(4):
        table = Table(preset("lezhong", end_level="3"), seed)
        starts = [(match.dealer, len(table.events)) for match in table.deals()]
        ends = [*(start for _, start in starts[1:]), len(table.events)]
        for (dealer, start), end in zip(starts, ends, strict=True):
            started = table.events[start]
            assert isinstance(started, ev.DealStarted)
            assert started.dealer == dealer
            assert dealer is None or started.first == dealer
            drawn = [e.seat for e in table.events[start:end] if isinstance(e, ev.CardDealt)]
            assert drawn == [(started.first + i) % 4 for i in range(100)]


def test_the_first_seat_of_a_match_is_drawn() -> None:
    firsts: Counter[int] = Counter()
    for seed in range(80):
        started = decide(new_match(preset("lezhong")), None, co.StartDeal(f"{seed}"))
        assert not isinstance(started, Refusal)
        assert isinstance(started[0], ev.DealStarted)
        firsts[started[0].first] += 1
    assert set(firsts) == {0, 1, 2, 3}
    assert min(firsts.values()) > 5


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"decks": 1, "end_level": "6"},
        {"decks": 1, "level_cap": 1, "end_level": "5"},
        {"decks": 1, "must_play": ("5", "T", "K", "A")},
        {"decks": 1, "must_play": ("2", "3"), "end_level": "3"},
        {"decks": 1, "jack_rule": "single_jack_to_2"},
        {"decks": 1, "jack_rule": "main_to_2_off_half", "end_level": "K"},
        {"decks": 1, "throw_points": 30},
        {"decks": 1, "first_dealer": "last_bidder", "bottom_multiplier": "doubling"},
        {"decks": 3, "end_level": "7"},
    ],
    ids=str,
)
@pytest.mark.parametrize("kit", KITS)
def test_a_match_goes_its_way_and_ends(kit: str, options: dict[str, Any]) -> None:
    """Levels rise to the end level and never past it; the loser's level stays; the match is won only
    by holding the deal at the end level; held: the partner deals next, lost: the next seat."""
    rules = preset(kit, **options)
    end = RANKS.index(rules.end_level)
    for seed in range(4 if rules.decks == 1 else 1):
        table = Table(rules, seed)
        played = 0
        while table.match.phase != "won":
            before = table.match
            table.deal()
            played += 1
            assert played < 400, "a match must end"
            match, result = table.match, table.match.result
            assert result is not None
            assert match.deals_played == result.number == played
            dealer, side = result.dealer, seat_team(result.dealer)
            bids = table.match.running.bids
            if before.dealer is not None:
                assert dealer == before.dealer, "later bids only choose the suit"
            elif bids:
                assert dealer == bids[0 if rules.first_dealer == "first_bidder" else -1].seat
            else:
                assert dealer == match.running.first
            if not bids:
                assert result.suit is None
            elif bids[-1].cards[0] < 52:
                assert result.suit == "SHCD"[bids[-1].cards[0] // 13]
            else:
                assert result.suit is None

            assert result.level == before.levels[side]
            assert result.levels_before == before.levels
            assert (result.side, result.gain) == expected_gain(result.points, rules.decks, rules.level_cap)
            winners = side if result.side == "dealer" else 1 - side
            old = [RANKS.index(level) for level in before.levels]
            new = [RANKS.index(level) for level in match.levels]
            assert max(new) <= end
            jack = result.fell is not None
            if jack:
                assert rules.jack_rule != "off"
                assert result.level == "J"
                last = match.running.tricks[-1]
                taken = last.plays[(last.winner - last.leader) % 4]
                assert len(taken) == 1
                assert RANKS[taken[0] % 13] == "J"
                old[side] = RANKS.index(result.fell or "")
                assert old[side] in (0, 4)
            assert new[1 - winners] == old[1 - winners], "the losers stay"
            assert old[winners] <= new[winners] <= old[winners] + result.gain
            gates = [RANKS.index(level) for level in rules.must_play]
            if winners != side and old[winners] in gates:
                assert new[winners] == old[winners]
            else:
                stops = [end, *(gate for gate in gates if gate > old[winners])]
                assert new[winners] == min([old[winners] + result.gain, *stops])
            assert match.dealer == (dealer + (2 if result.side == "dealer" else 1)) % 4
            holds_the_end = result.side == "dealer" and result.level == rules.end_level
            assert (match.phase == "won") == (holds_the_end and not jack)
            assert match.won_by == (side if match.phase == "won" else None)
        for command in (co.StartDeal("more"), co.DealNext(), co.CloseBids()):
            assert isinstance(decide(table.match, None, command), Refusal)


def test_a_match_goes_on_elsewhere() -> None:
    rules = preset("lezhong")
    match = new_match(rules, Standing(("9", "K"), 3, 11))
    assert match.level == "K"
    table = Table(rules, 1, match)
    table.deal()
    assert table.match.deals_played == 12
    assert table.match.running.bound[0] == 3
    assert table.match.running.level == "K"
    for wrong, field in [
        (Standing(("9", "X"), 3, 1), "levels"),
        (Standing(("9", "9"), 4, 1), "dealer"),
        (Standing(("9", "8"), None, 1), "dealer"),
    ]:
        with pytest.raises(RulesError) as told:
            new_match(rules, wrong)
        assert told.value.field == field
    with pytest.raises(RulesError):
        new_match(preset("lezhong", end_level="5"), Standing(("6", "2"), 0, 1))
