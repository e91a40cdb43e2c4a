"""A finished deal as a record: the same deal comes back, and from no file anything else."""

import random
import zlib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from engine_play import examples
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from profile_play import KINDS, SEATS, Evening, evening, kind, one, records

from game.engine import Match, RuleSet, evolve, view
from game.engine import events as ev
from game.profile.record import (
    HEAD,
    MAGIC,
    MOST_BYTES,
    MOST_EVENTS,
    BadRecord,
    NewerRecord,
    Player,
    Record,
    Start,
    finished_deals,
    from_bytes,
    imported,
    record_of,
    to_bytes,
)


def packed(data: bytes, format: int = 1) -> bytes:
    """A file whose sum fits, whatever is in it."""
    deflated = zlib.compress(data)
    return MAGIC + format.to_bytes(2, "big") + zlib.crc32(deflated).to_bytes(4, "big") + deflated


def with_changes(record: Record, **changes: object) -> bytes:
    return packed(msgspec.msgpack.encode({**msgspec.to_builtins(record), **changes}))


def bare(match: Match) -> Match:
    """What of a match a record tells: all but who has seen the score meanwhile."""
    return replace(match, ready=(False,) * 4, auto=(False,) * 4)


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_every_deal_comes_back_from_its_file_and_ends_as_it_did(rules: RuleSet) -> None:
    _, deals, after = evening(rules, 1)
    kept = records(rules, 1, own=2)
    assert len(kept) > 1
    for number, (record, deal, end) in enumerate(zip(kept, deals, after, strict=True), 1):
        again = from_bytes(to_bytes(record))
        assert again == record
        assert again.after().result == end.result
        assert bare(again.after()) == bare(end)
        assert (again.number, again.own, again.seats, again.rules) == (number, 2, SEATS, rules)
        assert again.start == deal.start
        assert isinstance(again.events[0], ev.DealStarted)
        assert isinstance(again.events[-1], ev.DealScored | ev.MatchWon)
    assert kept[-1].after().won_by is not None


def test_a_file_is_small() -> None:
    assert all(len(to_bytes(record)) < 6000 for rules in KINDS for record in records(rules, 1))


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_the_deals_of_a_journal_are_those_that_were_told_apart_while_playing(rules: RuleSet) -> None:
    table, deals, _ = evening(rules, 1)
    found = list(finished_deals(table.start, table.decisions))
    assert found == list(deals)
    cut = len(table.decisions) // 2
    half = list(finished_deals(table.start, table.decisions[:cut]))
    over = sum(isinstance(event, ev.DealScored) for events in table.decisions[:cut] for event in events)
    assert half == found[:over], "a deal that is not over is left out"
    assert over < len(found)


def test_a_deal_dealt_again_because_nobody_bid_is_one_from_its_first_card_on() -> None:
    table = Evening(KINDS[0], 1, keen=0.0)
    table.deal()
    (deal,) = finished_deals(table.start, table.decisions)
    started = [i for i, event in enumerate(deal.events) if isinstance(event, ev.DealStarted)]
    assert len(started) > 1
    assert started[0] == 0
    record = made(one(), deal.events)
    assert record.events == deal.events
    assert record.after().result == table.match.result


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_how_the_match_stood_before_is_found_from_within_the_deal(rules: RuleSet) -> None:
    """Whoever goes on with a saved match was not there when the deal began."""
    _, deals, _ = evening(rules, 1)
    for start, events in ((deal.start, deal.events) for deal in deals):
        match = start.match(rules)
        for n, event in enumerate(events, 1):
            match = evolve(match, event)
            if match.deals_played == start.deals_played:
                assert Start.of(match, events[:n]) == start
                assert Start.of(view(match, 3), events[:n]) == start, "a guest sees as much"
            else:
                with pytest.raises(ValueError, match="within the deal"):
                    Start.of(match, events[:n])


def test_what_follows_the_deal_is_left_out_of_its_record() -> None:
    record = one()
    later = (*record.events, ev.SeatReady(0), ev.AutoSet(3, True))
    assert made(record, later) == record


def made(record: Record, events: tuple[ev.Event, ...], **changes: Any) -> Record:
    told = {"match": record.match, "when": record.when, "seats": record.seats, "own": record.own, **changes}
    return record_of(record.start, events, record.rules, **told)


@pytest.mark.parametrize(
    "change",
    [
        lambda events: events[1:],
        lambda events: events[:-1],
        lambda events: events[: len(events) // 2],
        lambda events: (*events[:40], *events[41:]),
        lambda events: (*events, *events),
        lambda events: (),
        lambda events: tuple(ev.SeatReady(0) for _ in events),
        lambda events: (events[0], *(ev.AutoSet(0, n % 2 == 0) for n in range(MOST_EVENTS)), *events[1:]),
    ],
    ids=["no beginning", "no end", "half", "a card less", "twice", "nothing", "no deal", "too long"],
)
def test_only_a_whole_deal_by_the_rules_makes_a_record(
    change: Callable[[tuple[ev.Event, ...]], tuple[ev.Event, ...]],
) -> None:
    record = one()
    with pytest.raises(BadRecord):
        made(record, change(record.events))


@pytest.mark.parametrize(
    "change",
    [
        {"match": ""},
        {"match": "../x"},
        {"match": "x" * 90},
        {"when": "yesterday"},
        {"when": "2026-01-31 20:00:00+00:00"},
        {"when": "2026-01-31T20:00:00"},
        {"when": "2026-01-31T20:00:00+08:00"},
        {"when": "2026-13-31T20:00:00+00:00"},
        {"when": "9999-12-31T23:59:59+00:00"},
        {"when": "0001-01-01T00:00:00+00:00"},
        {"own": 4},
        {"seats": (Player("x" * 41, False), *SEATS[1:])},
    ],
    ids=str,
)
def test_what_could_not_be_read_again_makes_no_record(change: dict[str, object]) -> None:
    record = one()
    with pytest.raises(BadRecord):
        made(record, record.events, **change)


def test_a_newer_file_is_refused_as_newer() -> None:
    record = one()
    data = to_bytes(record)
    newer = data[: len(MAGIC)] + (2).to_bytes(2, "big") + b"something else altogether"
    files = [newer, with_changes(record, rule_version=2), with_changes(record, format=2)]
    files += [with_changes(record, format=2, events=[{"type": "SomethingNew"}])]
    for file in files:
        with pytest.raises(NewerRecord):
            from_bytes(file)


def test_every_damaged_byte_is_found() -> None:
    data = to_bytes(one())
    for at in range(len(data)):
        for flip in (1, 0x80):
            with pytest.raises((BadRecord, NewerRecord)):
                from_bytes(data[:at] + bytes([data[at] ^ flip]) + data[at + 1 :])


def test_every_cut_is_found() -> None:
    data = to_bytes(one())
    for at in range(len(data)):
        with pytest.raises((BadRecord, NewerRecord)):
            from_bytes(data[:at])
    with pytest.raises(BadRecord, match="damaged"):
        from_bytes(data + b"\0")


@given(st.binary(max_size=300), st.sampled_from([b"", MAGIC, MAGIC + b"\0\1"]))
@examples(300)
def test_bytes_from_anywhere_are_refused(data: bytes, head: bytes) -> None:
    for file in (head + data, packed(data)):
        with pytest.raises((BadRecord, NewerRecord)):
            from_bytes(file)


TREES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=5) | st.floats(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=6,
)


@given(st.data())
@examples(100)
def test_a_value_in_place_of_another_is_refused_or_harmless(data: st.DataObject) -> None:
    """The sum fits: somebody wrote the file to do harm."""
    tree = msgspec.to_builtins(records(KINDS[3], 1)[-1])
    spot: Any = tree
    while True:
        keys = list(range(len(spot))) if isinstance(spot, list | tuple) else list(spot)
        key = data.draw(st.sampled_from(keys))
        if isinstance(spot[key], tuple):
            spot[key] = list(spot[key])
        if not isinstance(spot[key], dict | list) or not spot[key] or data.draw(st.integers(0, 5)) == 0:
            break
        spot = spot[key]
    spot[key] = data.draw(TREES)
    try:
        record = from_bytes(packed(msgspec.msgpack.encode(tree)))
    except (BadRecord, NewerRecord):
        return
    assert record.after().deals_played == record.number
    assert from_bytes(to_bytes(record)) == record


def test_a_file_that_swells_up_is_refused_early() -> None:
    for bomb in (packed(b"\0" * (64 << 20)), packed(b"\xc1" + random.Random(1).randbytes(2 * MOST_BYTES))):
        with pytest.raises(BadRecord, match="too long"):
            from_bytes(bomb)


def test_nesting_without_end_is_refused() -> None:
    for deep in (b"\x91" * 100_000, b"\x81\xa5rules" * 100_000, b"\x81\xa6format" * 50_000):
        with pytest.raises(BadRecord):
            from_bytes(packed(deep))


def test_more_after_the_end_of_what_is_packed_is_refused() -> None:
    deflated = to_bytes(one())[HEAD:] + b"and more"
    file = MAGIC + b"\0\1" + zlib.crc32(deflated).to_bytes(4, "big") + deflated
    with pytest.raises(BadRecord):
        from_bytes(file)


@pytest.mark.parametrize(
    "change",
    [
        {"levels": ("2", "1")},
        {"levels": ("2", "Joker")},
        {"deals_played": -1},
        {"failed_throws": (0, 0, 0, -1)},
        {"dealer": 5},
    ],
    ids=str,
)
def test_a_deal_can_not_begin_from_what_is_no_match(change: dict[str, object]) -> None:
    record = one()
    start = {**msgspec.to_builtins(record.start), **change}
    with pytest.raises(BadRecord):
        from_bytes(with_changes(record, start=start))


@pytest.mark.parametrize("field", ["level", "suit", "fell", "levels", "levels_before", "won_by"])
def test_the_deal_before_is_looked_at_too(field: str) -> None:
    """A screen shows it."""
    record = records(KINDS[0], 1)[1]
    tree = msgspec.to_builtins(record)
    assert tree["start"]["result"]
    tree["start"]["result"][field] = ("X", "X") if "levels" in field else 1 if field == "won_by" else "X"
    with pytest.raises(BadRecord):
        from_bytes(packed(msgspec.msgpack.encode(tree)))


def test_a_deal_played_otherwise_is_not_taken_from_a_file() -> None:
    record = one()
    for index, event in enumerate(record.events):
        if isinstance(event, ev.TrickWon | ev.DealScored | ev.BottomShown):
            other = replace(event, points=event.points + 5)
            events = (*record.events[:index], other, *record.events[index + 1 :])
            with pytest.raises(BadRecord, match="rules"):
                from_bytes(with_changes(record, events=msgspec.to_builtins(events)))


def test_what_is_imported_is_nobodys_own_and_of_no_match_that_is_kept() -> None:
    record, other = records(KINDS[0], 1, own=0)[:2]
    got = imported(to_bytes(record))
    assert got == replace(record, own=None, match=got.match)
    assert got.match != record.match
    assert imported(to_bytes(record)).match == got.match, "the same file is the same match"
    assert imported(to_bytes(other)).match != got.match
    assert from_bytes(to_bytes(got)) == got
    with pytest.raises(BadRecord):
        imported(b"?")
