"""A record leads back to the commands it came from, and shows whether it was played by the rules."""

import random
from collections.abc import Iterator, Sequence

import pytest
from engine_play import Table, kind, kinds
from msgspec.structs import replace

from game.engine import Match, RuleSet, cards, parse_cards
from game.engine import commands as co
from game.engine import events as ev
from game.engine.replay import Impossible, cause, replayed

KINDS = kinds("4")


class Distracted(Table):
    """A table where now and then a seat lets its time run out, or gives itself to the computer."""

    def do(self, seat: int | None, command: co.Command) -> None:
        if seat is not None and self.random.random() < 0.1 and not isinstance(command, co.TableCommand):
            super().do(None, co.TimeOut(seat, command))
        else:
            super().do(seat, command)
        if self.match.phase != "won" and self.random.random() < 0.03:
            who = self.random.randrange(4)
            super().do(who, co.SetAuto(not self.match.auto[who]))

    def deal(self) -> None:
        for seat in range(4):
            self.do(seat, co.Ready())
        super().deal()


def through(match: Match, events: Sequence[ev.Event]) -> Match:
    """The match at the end of a record. Impossible when there is no such."""
    for after, _ in replayed(match, events):
        match = after
    return match


def a_record(rules: RuleSet, seed: object, keen: float = 0.5) -> tuple[Match, list[ev.Event], Match]:
    """One deal: the match before, the events, the match after."""
    table = Distracted(rules, seed, keen=keen)
    table.deal()
    return table.start, table.events, table.match


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_a_whole_match_is_played_again_from_its_record(rules: RuleSet) -> None:
    seen: set[str] = set()
    for keen in (0.0, 1.0):
        table = Distracted(rules, f"whole {keen}", keen=keen)
        for _ in table.deals():
            pass
        again: list[ev.Event] = []
        match = table.start
        for after, events in replayed(table.start, table.events):
            again += events
            match = after
        assert again == table.events
        assert match == table.match
        assert match.phase == "won"
        seen |= {type(event).__name__ for event in table.events}
    assert {"TimedOut", "AutoSet", "ThrowFailed", "SeatReady", "MatchWon"} <= seen
    assert ("DealVoided" in seen) == (rules.nobody_bids == "redeal")
    assert ("BottomTurned" in seen) == (rules.nobody_bids == "flip_bottom")
    assert ("StakeSet" in seen) == (rules.settlement == "silver")


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_the_causes_are_the_commands_that_were_given(rules: RuleSet) -> None:
    table = Distracted(rules, "causes")
    table.deal()
    at, commands = 0, []
    for _, events in replayed(table.start, table.events):
        commands.append(cause(table.events[at:]))
        at += len(events)
    closed = (None, co.CloseBids())
    assert [(seat, command) for seat, command in table.log if (seat, command) != closed] == [
        given for given in commands if given != closed
    ]


def changed(event: ev.Event, chance: random.Random) -> Iterator[ev.Event]:
    """The event with another seat, other cards, another seed."""
    if isinstance(seat := getattr(event, "seat", None), int):
        yield replace(event, seat=(seat + chance.randint(1, 3)) % 4)
    if held := getattr(event, "cards", None):
        yield replace(
            event, cards=(*held[:-1], (held[-1] + chance.randint(1, cards.FACES - 1)) % cards.FACES)
        )
        yield replace(event, cards=held[1:])
    match event:
        case ev.CardDealt(card=int(card)):
            yield replace(event, card=(card + chance.randint(1, cards.FACES - 1)) % cards.FACES)
        case ev.DealStarted():
            yield replace(event, seed="another seed")
            yield replace(event, number=event.number + 1)
        case ev.DealScored() | ev.BottomShown() | ev.TrickWon():
            yield replace(event, points=event.points + 5)
        case ev.AutoSet():
            yield replace(event, on=not event.on)


def changes_nothing(record: Sequence[ev.Event], index: int) -> bool:
    """What a match does not remember: that seats were ready, that time ran out, and, while all may bid,
    who has passed."""
    closed = next(i for i, event in enumerate(record) if isinstance(event, ev.TrumpSet | ev.BottomTurned))
    return isinstance(record[index], ev.SeatReady | ev.TimedOut) or (
        isinstance(record[index], ev.BidPassed) and index < closed
    )


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_any_change_is_impossible_or_another_match(rules: RuleSet) -> None:
    chance = random.Random(1)
    start, record, end = a_record(rules, "change")
    dealt = [i for i, event in enumerate(record) if isinstance(event, ev.CardDealt)]
    others = [i for i in range(len(record)) if not isinstance(record[i], ev.CardDealt)]
    impossible = 0
    for index in (*chance.sample(dealt, 8), *chance.sample(others, min(60, len(others)))):
        event = record[index]
        before, after = record[:index], record[index + 1 :]
        variants = [[*before, *after], [*before, event, event, *after]]
        variants += [[*before, other, *after] for other in changed(event, chance)]
        for variant in variants:
            try:
                same = through(start, variant) == end
            except Impossible:
                impossible += 1
            else:
                assert not same or changes_nothing(record, index), event
    assert impossible > 80


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_a_changed_result_or_dealt_card_is_impossible_where_it_stands(rules: RuleSet) -> None:
    chance = random.Random(2)
    start, record, _ = a_record(rules, "result")
    kinds = ev.CardDealt | ev.TrumpSet | ev.TrickWon | ev.BottomShown | ev.DealScored | ev.ThrowFailed
    places = [i for i, event in enumerate(record) if isinstance(event, kinds)]
    for index in (*chance.sample(places, 20), places[-1], places[-2]):
        for other in changed(record[index], chance):
            with pytest.raises(Impossible) as no:
                through(start, [*record[:index], other, *record[index + 1 :]])
            if not isinstance(record[index], ev.ThrowFailed):
                assert no.value.index == index
                assert no.value.made == record[index]


def test_a_record_that_ends_within_a_decision_is_impossible() -> None:
    start, record, _ = a_record(KINDS[0], "short")
    assert isinstance(record[-1], ev.DealScored)
    with pytest.raises(Impossible) as no:
        through(start, record[:-1])
    assert no.value.index == len(record) - 1
    assert no.value.made == record[-1]


def test_another_seed_in_the_middle_of_dealing_again_is_impossible() -> None:
    start, record, _ = a_record(KINDS[0], "again", keen=0.0)
    again = [i for i, event in enumerate(record) if isinstance(event, ev.DealStarted)]
    assert len(again) > 1
    other = replace(record[again[1]], seed="another seed")
    with pytest.raises(Impossible):
        through(start, [*record[: again[1]], other, *record[again[1] + 1 :]])


HEARTS = parse_cards("HT HT")


@pytest.mark.parametrize(
    "events",
    [
        [],
        [ev.TrickWon(0, 10)],
        [ev.BottomTaken(0, HEARTS)],
        [ev.BottomShown(HEARTS, 20, 2)],
        [ev.MatchWon(1)],
        [ev.DealStarted(1, None, None, 0, "2")],
        [ev.Buried(0, None)],
        [ev.TimedOut(2)],
        [ev.TimedOut(2), ev.CardsPlayed(1, HEARTS)],
        [ev.TimedOut(2), ev.TimedOut(2), ev.CardsPlayed(2, HEARTS)],
        [ev.TimedOut(2), ev.TrumpSet(2, "H")],
    ],
    ids=str,
)
def test_nothing_is_the_cause_of_what_can_not_come_first(events: list[ev.Event]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - it is a ValueError and no more
        cause(events)


def test_what_was_played_for_a_seat_that_was_late_is_its_own_answer() -> None:
    assert cause([ev.TimedOut(2), ev.CardsPlayed(2, HEARTS)]) == (None, co.TimeOut(2, co.Play(HEARTS)))
    failed = ev.ThrowFailed(3, HEARTS, HEARTS[:1], 0, HEARTS[:1])
    assert cause([failed, ev.CardsPlayed(3, HEARTS[:1])]) == (3, co.Play(HEARTS))
