"""A finished deal seen again: each step is what the table was, for one seat's eyes or with all cards open."""

import random
from collections import Counter

import pytest
from engine_play import deck, stirred
from profile_play import KINDS, evening, kind, records

from game.engine import Match, RuleSet, evolve, redact, view
from game.engine import events as ev
from game.engine.cards import cards_of
from game.profile.playback import Playback


def matches_of(rules: RuleSet, index: int = 0) -> list[Match]:
    """The match after each event, by another way than the playback's."""
    _, deals, _ = evening(rules, 1)
    match, found = deals[index].start.match(rules), []
    for event in deals[index].events:
        match = evolve(match, event)
        found.append(match)
    return found


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_each_step_is_what_the_table_was_in_whatever_order_one_looks(rules: RuleSet) -> None:
    record = records(rules, 1)[0]
    was = matches_of(rules)
    playback = Playback(record)
    assert playback.last == len(was) - 1
    steps = list(range(len(was)))
    random.Random(1).shuffle(steps)
    for step in (*range(len(was)), *reversed(range(len(was))), *steps):
        assert playback.match(step) == was[step], step
    for step in steps[:60]:
        for seat in (0, 1, 2, 3, None):
            assert playback.view(step, seat) == view(was[step], seat)
            assert playback.event(step, seat) == redact(record.events[step], seat)
        assert playback.open_event(step) == record.events[step]


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_open_cards_are_all_cards(rules: RuleSet) -> None:
    playback = Playback(records(rules, 1)[0])
    for step in range(playback.last + 1):
        seen, match = playback.open(step), playback.match(step)
        deal = match.running
        assert seen.view == view(match, None)
        assert seen.hands == tuple(map(cards_of, deal.hands))
        cards = Counter(card for hand in (*seen.hands, seen.bottom) for card in hand)
        cards.update(deal.order[deal.drawn : deal.to_deal])
        cards.update(card for trick in deal.tricks for play in trick.plays for card in play)
        cards.update(card for play in deal.plays for card in play)
        assert cards == Counter(deck(rules.decks))


@pytest.mark.parametrize("rules", KINDS[:2], ids=kind)
def test_one_seats_eyes_see_no_more_than_the_seat_saw(rules: RuleSet) -> None:
    """With everything the seat could not know put in another order, it sees the same."""
    chance = random.Random(3)
    playback = Playback(records(rules, 1)[0])
    for step in chance.sample(range(playback.last + 1), 40):
        for seat in (0, 1, 2, 3, None):
            other = stirred(playback.match(step), seat, chance)
            assert view(other, seat) == playback.view(step, seat)


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_one_goes_from_trick_to_trick_and_back(rules: RuleSet) -> None:
    for record in records(rules, 1):
        playback = Playback(record)
        was = [playback.match(step) for step in range(playback.last + 1)]
        tricks = len(was[-1].running.tricks)
        step, path = 0, [0]
        while step < playback.last:
            step = playback.next_stop(step)
            path.append(step)
        assert path == list(playback.stops)
        begin = path[1]
        assert was[begin].phase == "playing"
        assert isinstance(record.events[begin + 1], ev.CardsPlayed | ev.ThrowFailed)
        assert not was[begin].running.plays
        assert not was[begin].running.tricks
        ends = path[2:-1]
        assert [len(was[end].running.tricks) for end in ends] == list(range(1, tricks + 1))
        assert all(len(was[end - 1].running.tricks) == n for n, end in enumerate(ends))
        back = [playback.last]
        while back[-1] > 0:
            back.append(playback.previous_stop(back[-1]))
        assert back == path[::-1]
        for step in range(playback.last + 1):
            assert playback.next_stop(step) == min((s for s in path if s > step), default=playback.last)
            assert playback.previous_stop(step) == max((s for s in path if s < step), default=0)


def test_there_are_no_steps_outside_the_deal() -> None:
    playback = Playback(records(KINDS[0], 1)[0])
    for step in (-1, playback.last + 1):
        with pytest.raises(IndexError):
            playback.match(step)
        with pytest.raises(IndexError):
            playback.event(step, 0)
        with pytest.raises(IndexError):
            playback.open_event(step)


def test_a_later_deal_shows_the_match_as_it_stood() -> None:
    record = records(KINDS[0], 1)[1]
    seen = Playback(record).view(0, 0)
    assert (seen.number, seen.deals_played) == (2, 1)
    assert seen.levels == record.start.levels
    assert seen.result == record.start.result
    assert seen.result is not None


def test_what_a_replay_takes_of_memory_does_not_grow_with_the_steps() -> None:
    record = records(KINDS[0], 1)[0]
    playback = Playback(record)
    held = {name for name, value in vars(playback).items() if isinstance(value, Match)}
    for step in range(playback.last + 1):
        playback.match(step)
    assert {name for name, value in vars(playback).items() if isinstance(value, Match)} == held
    assert not [v for v in vars(playback).values() if isinstance(v, list | dict)]
