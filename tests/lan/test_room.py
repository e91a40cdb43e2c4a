"""Who may come to a table, who sits where, what the host may do and others may not."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine import preset
from game.lan import wire
from game.lan.room import Person, Room

RULES = preset("lezhong")


def room(**options: Any) -> Room:
    return Room("桌", RULES, wire.Options(**options))


def admitted(room: Room, name: str, **how: bool) -> Person:
    person = room.admit(name, **how)
    assert isinstance(person, Person), person
    return person


def full(**options: Any) -> tuple[Room, list[Person]]:
    table = room(**options)
    return table, [admitted(table, "甲", host=True), *(admitted(table, name) for name in "乙丙丁")]


def test_newcomers_sit_on_the_first_empty_seat_and_then_on_a_computers() -> None:
    table = room()
    host = admitted(table, "甲", host=True)
    table.handle(host, wire.SetBot(1, "normal"), 0)
    assert admitted(table, "乙").seat == 2
    assert admitted(table, "丙").seat == 3
    assert admitted(table, "丁").seat == 1
    assert table.chairs == [None] * 4
    assert table.admit("戊") == wire.Deny("full")


def test_equal_names_are_told_apart_and_bad_ones_refused() -> None:
    table = room()
    names = [admitted(table, "小明").name for _ in range(3)]
    assert len(set(names)) == 3
    assert table.admit("电脑") == wire.Deny("name", "reserved")
    assert table.admit("a\u202eb") == wire.Deny("name", "control")


def test_spectators_come_only_where_they_may() -> None:
    table, _ = full(spectators=True)
    assert admitted(table, "看").seat is None
    assert room().admit("看", watch=True) == wire.Deny("watch")
    assert admitted(room(spectators=True), "看", watch=True).seat is None


def test_a_taken_seat_is_swapped_for_when_both_wish_it() -> None:
    table, (_, b, c, _) = full()
    table.handle(b, wire.Sit(2), 0)
    assert (b.seat, c.seat, b.wish) == (1, 2, 2)
    table.handle(b, wire.Sit(2), 0)
    assert b.wish is None, "asked again it is taken back"
    table.handle(b, wire.Sit(2), 0)
    table.handle(c, wire.SetReady(True), 0)
    table.handle(c, wire.Sit(1), 0)
    assert (b.seat, c.seat, b.wish, c.wish) == (2, 1, None, None)
    assert not c.ready, "another seat, another partner"


def test_the_host_places_anybody() -> None:
    table, (a, b, c, d) = full()
    table.handle(a, wire.Place(b.id, 3), 0)
    assert [p.seat for p in (a, b, c, d)] == [0, 3, 2, 1]
    table.handle(d, wire.Sit(None), 0)
    table.handle(a, wire.Place(c.id, 1), 0)
    assert (c.seat, d.seat) == (1, None)
    table.handle(a, wire.Place(99, 1), 0)
    assert c.seat == 1


def test_the_match_begins_when_all_who_sit_are_ready() -> None:
    table = room()
    assert not table.can_start
    host, guest = admitted(table, "甲", host=True), admitted(table, "乙")
    assert not table.can_start
    table.handle(guest, wire.SetReady(True), 0)
    assert table.can_start
    table.begin()
    assert not table.can_start
    assert table.chairs == [None, None, "skilled", "skilled"]
    assert host.ready


@pytest.mark.parametrize("change", [wire.SetRules(preset("popo")), wire.SetOptions(wire.Options(turn=60))])
def test_who_was_ready_for_other_rules_is_asked_again(change: wire.SetRules | wire.SetOptions) -> None:
    table, (host, guest, *_) = full()
    table.handle(guest, wire.SetReady(True), 0)
    table.handle(host, change, 0)
    assert not guest.ready
    assert table.rules == preset("popo") or table.options.turn == 60


def test_a_token_is_good_until_the_next_one_is_used() -> None:
    table = room()
    person = admitted(table, "甲")
    first = table.issue(person)
    assert table.resume(first) is person
    second = table.issue(person)
    assert table.resume(first) is person, "the new one may never have arrived"
    third = table.issue(person)
    assert table.resume(second) is None, "it was replaced unused"
    assert table.resume(third) is person
    assert table.resume(first) is None, "the new one was used"
    assert table.resume(bytes(16)) is None
    table.leave(person)
    assert table.resume(third) is None


def test_no_token_is_in_what_others_see_or_in_the_file() -> None:
    table, people = full()
    tokens = [table.issue(person) for person in people] + [table.issue(person) for person in people]
    for shown in (repr(table.lobby(0.0)), repr(table.kept())):
        assert not [token for token in tokens if repr(token) in shown]


def test_chat_is_bounded() -> None:
    table, (host, *_) = full()
    said = [table.handle(host, wire.Say(f"第{n}句"), 1.0 + n / 10) for n in range(12)]
    assert [one is not None for one in said] == [True] * 8 + [False] * 4
    assert table.handle(host, wire.Phrase(3), 12.0) == wire.Said(host.id, "甲", "", 3)
    assert table.handle(host, wire.Say("   "), 30.0) is None
    assert table.handle(host, wire.Say("a\nb"), 30.0) is None


def test_who_is_away_is_given_up_after_the_countdown() -> None:
    table, (_, guest, *_) = full(countdown=30)
    assert table.away(guest, 100.0) is None
    table.lost(guest, 100.0)
    assert table.away(guest, 110.0) == 20.0
    assert table.away(guest, 131.0) == 0.0
    assert table.lobby(110.0).member(guest.id).away == 20.0
    table.options = wire.Options(countdown=0)
    assert table.away(guest, 105.0) == 5.0, "a moment's loss puts nobody out of the lobby"
    table.playing = True
    assert table.away(guest, 100.0) == 0.0
    table.playing = False
    table.back(guest)
    assert table.away(guest, 131.0) is None


def test_a_seat_in_a_match_is_not_given_up_for_another() -> None:
    table, (host, guest, *_) = full()
    table.begin()
    for wish in (wire.Sit(None), wire.Sit(2), wire.SetReady(False)):
        table.handle(guest, wish, 0)
    for order in (wire.SetRules(preset("popo")), wire.SetBot(1, "normal"), wire.Place(guest.id, 0)):
        table.handle(host, order, 0)
    assert (guest.seat, host.seat, table.rules, table.chairs) == (1, 0, RULES, [None] * 4)
    table.leave(guest)
    assert table.chairs == [None, "skilled", None, None]
    late = admitted(table, "戊")
    assert late.seat is None
    table.handle(late, wire.Sit(0), 0)
    assert (late.seat, late.wish) == (None, None)
    table.handle(late, wire.Sit(1), 0)
    assert (late.seat, late.wish, table.chairs[1]) == (None, 1, "skilled"), "not in the middle of a deal"
    assert table.seat_waiting() == [late]
    assert (late.seat, late.wish, table.chairs[1]) == (1, None, None)


def test_a_room_comes_back_from_its_file_with_nobody_there() -> None:
    table, people = full(turn=60)
    for n, person in enumerate(people):
        person.picture = (n, 2 * n, 3 * n)
    tokens = [table.issue(person) for person in people]
    table.begin()
    again = Room.from_kept(table.kept(), 50.0)
    assert again.playing
    assert again.kept() == table.kept()
    for person, token in zip(people, tokens, strict=True):
        back = again.resume(token)
        assert back is not None
        for field in ("id", "name", "seat", "host"):
            assert getattr(back, field) == getattr(person, field)
        assert back.gone == 50.0
        assert back.picture == person.picture is not None
    again.leave(again.people[people[3].id])
    assert admitted(again, "戊").id not in {person.id for person in people}


def test_who_comes_back_is_called_and_pictured_as_it_says() -> None:
    table = room()
    admitted(table, "甲", host=True)
    guest = table.admit("乙", picture=(1, 2, 3))
    assert isinstance(guest, Person)
    assert table.lobby(0.0).member(guest.id).picture == (1, 2, 3)
    table.changed = False
    table.greeted(guest, "乙", (1, 2, 3))
    assert not table.changed, "nothing is new"
    table.greeted(guest, "丙", (3, 2, 1))
    assert table.changed
    assert (table.lobby(0.0).member(guest.id).name, guest.picture) == ("丙", (3, 2, 1))
    table.greeted(guest, "甲", None)
    assert (guest.name, guest.picture) == ("甲 2", None), "no two are called the same"
    for bad in ("电脑", "", "a\u202eb", "x" * 60):
        table.greeted(guest, bad, None)
        assert guest.name == "甲 2"
    table.playing = True
    table.changed = False
    table.greeted(guest, "丁", (5, 5, 5))
    assert (guest.name, guest.picture) == ("甲 2", (5, 5, 5)), "the match goes on under the old name"
    assert table.changed


WISHES = st.one_of(
    st.builds(wire.Sit, st.none() | st.integers(0, 3)),
    st.builds(wire.SetReady, st.booleans()),
    st.builds(wire.SetBot, st.integers(0, 3), st.sampled_from(["normal", None])),
    st.builds(wire.Place, st.integers(0, 7), st.integers(0, 3)),
    st.builds(wire.SetRules, st.sampled_from([RULES, preset("popo")])),
    st.just("leave"),
    st.just("admit"),
    st.just("begin"),
    st.just("reopen"),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 6), WISHES), max_size=60))
def test_whatever_is_wished_a_seat_has_one_owner(wishes: list[tuple[int, Any]]) -> None:
    table = room(spectators=True)
    host = admitted(table, "甲", host=True)
    for who, wish in wishes:
        people = list(table.people.values())
        person = people[who % len(people)]
        before = (table.rules, tuple(table.chairs))
        match wish:
            case "admit":
                table.admit("人")
            case "leave":
                if person is not host:
                    table.leave(person)
            case "begin":
                if table.can_start:
                    table.begin()
            case "reopen":
                table.reopen(None)
            case _:
                table.handle(person, wish, 0.0)
                if not person.host and isinstance(wish, wire.SetBot | wire.SetRules | wire.Place):
                    assert (table.rules, tuple(table.chairs)) == before, "only the host may"
        seats = [person.seat for person in table.people.values() if person.seat is not None]
        assert len(seats) == len(set(seats))
        assert all(table.chairs[seat] is None for seat in seats), "a person or a computer, not both"
        if table.playing:
            assert all(table.chairs[seat] for seat in set(range(4)) - set(seats))


def test_a_wish_that_changes_nothing_is_no_news_for_all() -> None:
    table = room()
    _, guest = admitted(table, "甲", host=True), admitted(table, "乙")
    table.changed = False
    for nothing in (
        wire.SetReady(False), wire.Sit(1), wire.SetBot(2, "normal"), wire.Place(1, 3),
        wire.SetRules(preset("classic")), wire.SetOptions(wire.Options(code=False)),
    ):  # fmt: skip
        table.handle(guest, nothing, 0.0)
        assert not table.changed, nothing
    table.handle(guest, wire.SetReady(True), 0.0)
    assert table.changed
