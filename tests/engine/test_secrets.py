"""A seat is told what it may know and nothing more; a spectator sees no hand."""

import random
from collections import Counter
from itertools import pairwise

import msgspec
import pytest
from engine_play import Table, deck, stirred
from msgspec.structs import fields, replace

from game.engine import Cards, Deal, Match, Result, RuleSet, format_cards, preset, question, redact, view
from game.engine import commands as co
from game.engine import events as ev
from game.engine.cards import cards_of

SEATS = (0, 1, 2, 3, None)


SILVER = {"settlement": "silver", "room": "pass"}


@pytest.mark.parametrize(
    ("rules", "keen", "bold", "wanted"),
    [
        (preset("lezhong", 1), 1.0, 0.5, "dealing burying playing ready"),
        (preset("popo", 2), 1.0, 0.5, "dealing burying playing ready"),
        (preset("lezhong", 3, **SILVER), 1.0, 0.5, "dealing burying staking playing ready"),
        (preset("classic", 1), 1.0, 0.5, "dealing flipping burying playing ready"),
        (preset("classic", 2, nobody_bids="redeal"), 1.0, 0.04, "dealing flipping burying playing ready"),
        (
            preset("lezhong", 1, bidding="counter_to_end", nobody_bids="flip_bottom", **SILVER),
            0.0,
            1.0,
            "dealing burying countering staking playing ready",
        ),
        (
            preset("popo", 2, bidding="counter_to_end", **SILVER),
            0.01,
            0.9,
            "dealing burying countering staking playing ready",
        ),
    ],
    ids=lambda of: f"{of.preset} {of.decks} {of.bidding} {of.nobody_bids}" if hasattr(of, "preset") else "",
)
def test_a_view_does_not_depend_on_what_is_hidden(
    rules: RuleSet, keen: float, bold: float, wanted: str
) -> None:
    """In every phase; and neither does what is asked."""
    chance = random.Random(5)
    phases: Counter[str] = Counter()
    really = buried_twice = 0
    for seed in range(3):
        table = Table(rules, seed, keen=keen, bold=bold)
        for match in table.steps():
            if match.phase == "dealing" and not match.running.dealt and chance.random() > 0.15:
                continue
            phases[match.phase] += 1
            buried_twice += 4 - match.running.buried.count(None) > 1
            for seat in SEATS:
                other = stirred(match, seat, chance)
                really += other.running.hands != match.running.hands
                assert view(other, seat) == view(match, seat), (match.phase, seat)
                if seat is not None:
                    assert question(other, seat) == question(match, seat)
    assert set(phases) == set(wanted.split())
    assert really > 100
    assert bool(buried_twice) == (rules.bidding == "counter_to_end")


def test_a_view_shows_a_seat_its_own() -> None:
    table = Table(preset("lezhong"), 2)
    for match in table.steps():
        deal = match.running
        for seat in range(4):
            seen = view(match, seat)
            assert seen.hand == cards_of(deal.hands[seat])
            assert seen.counts == tuple(map(sum, deal.hands))
            assert seen.buried == deal.buried[seat]
            assert seen.plays == deal.plays
            assert seen.tricks == deal.tricks
        spectator = view(match, None)
        assert spectator.hand == ()
        assert spectator.buried is None
        if match.phase == "playing":
            dealer = deal.bound[0]
            assert view(match, dealer).buried == deal.bottom
            assert all(view(match, seat).buried is None for seat in SEATS if seat != dealer)
            assert view(match, 0).turn == deal.turn


def test_a_view_holds_no_more_than_it_should() -> None:
    """A new field of a view has to be thought about here first."""
    table = Table(preset("lezhong"), 1)
    open_fields = set(view(table.match, 0).__struct_fields__)
    assert open_fields == {
        *("seat", "rules", "phase", "levels", "dealer", "deals_played", "ready", "auto", "won_by", "result"),
        *("number", "level", "first", "suit", "trump_set", "undealt", "hand", "counts", "bids", "passed"),
        *("buried", "leader", "turn", "plays", "winning", "tricks", "failures", "points"),
        *("turned", "burier", "stakes", "failed_throws"),
    }
    assert {field.name for field in fields(Deal)} == {
        *("number", "level", "first", "dealer", "order", "to_deal", "drawn", "hands", "bids", "passed"),
        *("trump", "bottom", "buried", "leader", "plays", "tricks", "failures", "points", "bottom_shown"),
        *("asked", "turned", "burier", "stakes"),
    }, "a new field of Deal may be a secret: have it stirred"
    assert {field.name for field in fields(Match)} == {
        *("rules", "levels", "dealer", "deals_played", "redeals", "failed_throws", "phase", "ready", "auto"),
        *("deal", "result", "won_by"),
    }
    assert {field.name for field in fields(Result)} == {
        *("number", "dealer", "level", "suit", "trick_points", "bottom", "bottom_points", "multiplier"),
        *("points", "side", "gain", "levels_before", "levels", "fell", "counters", "streak", "stakes"),
        *("auto", "failures", "won_by"),
    }, "a result is told to all: it may hold only what all have seen"


def test_failed_throws_are_those_all_were_told_of() -> None:
    table = Table(preset("lezhong", 1), 3)
    for _ in range(3):
        for match in table.steps():
            failed = Counter(event.seat for event in table.events if isinstance(event, ev.ThrowFailed))
            for seat in SEATS:
                assert view(match, seat).failed_throws == tuple(failed[s] for s in range(4))
    assert sum(failed.values()) > 3


def test_a_result_holds_only_what_all_have_seen() -> None:
    """It follows from the events told to a spectator, who sees least."""
    chance = random.Random(2)
    for seed in range(6):
        rules = preset("lezhong", 1, bidding="counter_to_end", throw_points=10, **SILVER)
        table = Table(rules, seed, keen=0.01, bold=0.9)
        table.do(seed % 4, co.SetAuto(True))
        table.deal()
        result = table.match.result
        assert result is not None
        told = [redact(hidden_stirred(event, None, chance), None) for event in table.events]
        bottom = next(event for event in told if isinstance(event, ev.BottomShown))
        scored = next(event for event in told if isinstance(event, ev.DealScored))
        trump = [event for event in told if isinstance(event, ev.TrumpSet)][-1]
        bids = [event for event in told if isinstance(event, ev.BidMade)]
        stakes = {event.seat: event.stake for event in told if isinstance(event, ev.StakeSet)}
        taken = [event for event in told if isinstance(event, ev.TrickWon)]
        failed = [event for event in told if isinstance(event, ev.ThrowFailed)]
        won = sum(event.points for event in taken if event.seat % 2 != trump.dealer % 2)
        won += sum(10 if event.seat % 2 == trump.dealer % 2 else -10 for event in failed)
        assert result == Result(
            number=1,
            dealer=trump.dealer,
            level="2",
            suit=trump.suit,
            trick_points=won,
            bottom=bottom.cards,
            bottom_points=bottom.points,
            multiplier=bottom.multiplier,
            points=scored.points,
            side=scored.side,
            gain=scored.gain,
            levels_before=("2", "2"),
            levels=scored.levels,
            fell=None,
            counters=sum(one.seat != two.seat for one, two in pairwise(bids)),
            streak=False,
            stakes=tuple(stakes[seat] for seat in range(4)),
            auto=tuple(seat == seed % 4 for seat in range(4)),
            failures=tuple(failed),
        )


def test_no_other_seat_learns_what_was_buried_and_taken_up_again() -> None:
    seen = 0
    for seed in range(12):
        table = Table(preset("lezhong", 2, bidding="counter_to_end"), seed, keen=0.02, bold=0.9)
        last: dict[int, Cards] = {}
        for match in table.steps():
            event = table.events[-1]
            if isinstance(event, ev.Buried):
                assert event.cards is not None
                last[event.seat] = event.cards
            for seat in range(4):
                assert view(match, seat).buried == last.get(seat)
            assert view(match, None).buried is None
            seen += len(last) > 1
        for event in table.events:
            if isinstance(event, ev.Buried | ev.BottomTaken):
                for seat in SEATS:
                    told = redact(event, seat)
                    assert isinstance(told, ev.Buried | ev.BottomTaken)
                    assert told.cards == (event.cards if seat == event.seat else None)
    assert seen > 50


def hidden_stirred(event: ev.Event, seat: int | None, chance: random.Random) -> ev.Event:
    """The event as it would be had the hidden cards been others."""
    some = tuple(chance.sample(deck(2), 8))
    match event:
        case ev.DealStarted():
            return replace(event, seed=f"{chance.random()}")
        case ev.CardDealt(seat=other) if other != seat:
            return replace(event, card=some[0])
        case ev.BottomTaken(seat=other) | ev.Buried(seat=other) if other != seat:
            return replace(event, cards=some)
        case _:
            return event


def test_told_events_do_not_depend_on_what_is_hidden() -> None:
    chance = random.Random(9)
    kinds: Counter[str] = Counter()
    tables = [Table(preset("lezhong", 1, end_level="3"), seed) for seed in range(4)]
    tables.append(
        Table(preset("classic", 1, end_level="3", nobody_bids="flip_bottom"), 1, keen=0.1, bold=0.05)
    )
    redeals = {"bidding": "counter_to_end", "nobody_bids": "redeal", "end_level": "3"}
    tables.append(Table(preset("lezhong", 1, **redeals, **SILVER), 1, keen=0.1, bold=0.05))
    for seed, table in enumerate(tables):
        for _ in table.deals():
            table.do(seed % 4, co.Ready())
        table.do(1, co.SetAuto(True))
        table.do(None, co.TimeOut(1, co.SetAuto(False)))
        for event in table.events:
            kinds[type(event).__name__] += 1
            for seat in SEATS:
                told = redact(event, seat)
                assert type(told) is type(event)
                assert redact(hidden_stirred(event, seat, chance), seat) == told
                # what is not hidden comes through whole, and telling twice changes nothing
                for field in event.__struct_fields__:
                    was, now = getattr(event, field), getattr(told, field)
                    assert now == was or now is None
                assert redact(told, seat) == told
    every = {member.__name__ for member in ev.Event.__args__}
    assert set(kinds) == every, "each kind of event was told"


def test_a_seat_is_told_its_own_cards_in_full() -> None:
    table = Table(preset("lezhong"), 4)
    table.deal()
    for event in table.events:
        if isinstance(event, ev.DealStarted):
            assert all(redact(event, seat) == replace(event, seed=None) for seat in SEATS)
        elif isinstance(event, ev.CardDealt | ev.BottomTaken | ev.Buried):
            secret = "card" if isinstance(event, ev.CardDealt) else "cards"
            for seat in SEATS:
                told = redact(event, seat)
                assert told == (event if seat == event.seat else replace(event, **{secret: None}))
        else:
            assert all(redact(event, seat) == event for seat in SEATS)


@pytest.mark.parametrize(
    ("kit", "changes", "keen"),
    [
        ("popo", {}, 1.0),
        ("classic", {"nobody_bids": "flip_bottom"}, 0.0),
        ("lezhong", {"bidding": "counter_to_end", "nobody_bids": "flip_bottom", **SILVER}, 0.2),
    ],
)
def test_nothing_but_public_cards_is_in_what_a_spectator_hears(
    kit: str, changes: dict[str, str], keen: float
) -> None:
    """Cards named to a spectator were shown, led, followed with or tried, or are the bottom at the end,
    or were turned over in it when nobody bid."""
    table = Table(preset(kit, 3, **changes), 8, keen=keen, bold=keen)
    table.deal()
    for event in table.events:
        words = msgspec.to_builtins(redact(event, None))
        kind = words.pop("type")
        named = {name for name, value in words.items() if name in ("card", "cards", "seed") and value}
        allowed = kind in ("BidMade", "CardsPlayed", "BottomShown", "BottomTurned")
        assert not named or (allowed and named == {"cards"}), (kind, words)


def test_the_views_of_all_seats_are_the_match() -> None:
    """Put together the four hands are everything that is still held."""
    table = Table(preset("lezhong"), 6)
    for match in table.steps():
        if match.phase != "playing":
            continue
        held: Counter[int] = Counter()
        for seat in range(4):
            held.update(view(match, seat).hand)
        for trick in match.running.tricks:
            for play in trick.plays:
                held.update(play)
        for play in match.running.plays:
            held.update(play)
        held.update(match.running.bottom)
        assert held == Counter(deck(2)), format_cards(sorted(held))
