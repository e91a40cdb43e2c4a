"""A seat is told what it may know and nothing more; a spectator sees no hand."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from engine_play import Table, deck
from msgspec.structs import fields, replace

from game.engine import Deal, Match, format_cards, preset, redact, view
from game.engine import commands as co
from game.engine import events as ev
from game.engine.cards import cards_of, count

SEATS = (0, 1, 2, 3, None)


def stirred(match: Match, seat: int | None, chance: random.Random) -> Match:
    """The match with everything the seat may not know put in another order.

    Other hands, the stock, the bottom and what others buried keep their sizes only; the order the
    cards came in is forgotten. What is shown to all (bids, plays, the bottom at the end) stays.
    """
    deal = match.deal
    if deal is None:
        return match
    shown = match.phase in ("ready", "won")
    mine = seat is not None and deal.buried[seat] is not None
    hidden: list[int] = []
    for s in range(4):
        if s != seat:
            hidden += cards_of(deal.hands[s])
    in_stock = len(deal.order) - deal.drawn if deal.trump is None else 0
    hidden += deal.order[deal.drawn :] if in_stock else ()
    bottom_hidden = bool(deal.bottom) and not mine and not shown
    hidden += deal.bottom if bottom_hidden else ()
    chance.shuffle(hidden)

    def next_cards(n: int) -> tuple[int, ...]:
        taken = tuple(hidden[:n])
        del hidden[:n]
        return taken

    hands = tuple(deal.hands[s] if s == seat else count(next_cards(sum(deal.hands[s]))) for s in range(4))
    if in_stock:
        head = list(deal.order[: deal.drawn])
        chance.shuffle(head)
        order = (*head, *next_cards(in_stock))
    else:
        order = tuple(chance.sample(deal.order, len(deal.order)))
    bottom = next_cards(len(deal.bottom)) if bottom_hidden else deal.bottom
    assert not hidden
    buried = tuple(deal.buried[s] if s == seat or deal.buried[s] is None else bottom for s in range(4))
    changes: dict[str, Any] = {"hands": hands, "order": order, "bottom": bottom, "buried": buried}
    return replace(match, deal=replace(deal, **changes))


@pytest.mark.parametrize("kit", ["lezhong", "popo"])
@pytest.mark.parametrize("decks", [1, 2, 3])
def test_a_view_does_not_depend_on_what_is_hidden(kit: str, decks: int) -> None:
    """In every phase."""
    chance = random.Random(5)
    phases: Counter[str] = Counter()
    really = 0
    for seed in range(3):
        table = Table(preset(kit, decks), seed)
        for match in table.steps():
            if match.phase == "dealing" and not match.running.dealt and chance.random() > 0.15:
                continue
            phases[match.phase] += 1
            for seat in SEATS:
                other = stirred(match, seat, chance)
                really += other.running.hands != match.running.hands
                assert view(other, seat) == view(match, seat), (match.phase, seat)
    assert set(phases) >= {"dealing", "burying", "playing", "ready"}
    assert really > 100


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
    }
    assert {field.name for field in fields(Deal)} == {
        *("number", "level", "first", "dealer", "order", "to_deal", "drawn", "hands", "bids", "passed"),
        *("trump", "bottom", "buried", "leader", "plays", "tricks", "failures", "points", "bottom_shown"),
    }, "a new field of Deal may be a secret: stir it above"


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
    for seed in range(4):
        table = Table(preset("lezhong", 1, end_level="3"), seed)
        for _ in table.deals():
            table.do(seed % 4, co.Ready())
        table.do(1, co.SetAuto(True))
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


def test_nothing_but_public_cards_is_in_what_a_spectator_hears() -> None:
    """Cards named to a spectator were shown, led, followed with or tried, or are the bottom at the end."""
    table = Table(preset("popo", 3), 8)
    table.deal()
    for event in table.events:
        words = msgspec.to_builtins(redact(event, None))
        kind = words.pop("type")
        named = {name for name, value in words.items() if name in ("card", "cards", "seed") and value}
        allowed = kind in ("BidMade", "CardsPlayed", "BottomShown")
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
