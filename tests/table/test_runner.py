"""The runner's thread and its sessions: each seat hears of the whole match, and no more than it may know."""

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest
from runner_play import Open, Player, journal_of, scored
from table_play import AT_ONCE, ONE_DECK

from game.bots.legal import plain_answer
from game.bots.rule import RuleBot
from game.engine import Match, Question, Reason, View, evolve, new_match, points_of, preset, redact, view
from game.engine import commands as co
from game.engine import events as ev
from game.engine.cards import cards_of
from game.engine.match import Trick
from game.table.journal import SUFFIX, Header, Journal, SeatInfo, fold, read
from game.table.open import HOUSE_SEATS, open_new
from game.table.runner import Runner
from game.table.table import Batch, MatchSeeds, Pace, Refused, Table


class Ledger:
    """What seat 0 can reckon by itself from the events it is told."""

    def __init__(self) -> None:
        self.counts = [0] * 4
        self.hand: Counter[int] = Counter()
        self.plays: list[tuple[int, ...]] = []
        self.tricks: list[Trick] = []
        self.bids: list[ev.BidMade] = []
        self.leader = 0
        self.dealer: int | None = None
        self.points = 0
        self.buried: tuple[int, ...] | None = None

    def take(self, event: ev.Event) -> None:
        match event:
            case ev.CardDealt(seat, card):
                self.counts[seat] += 1
                if seat == 0:
                    assert card is not None
                    self.hand[card] += 1
            case ev.BidMade():
                self.bids.append(event)
            case ev.TrumpSet(dealer, _):
                self.dealer = self.leader = dealer
            case ev.BottomTaken(seat, cards):
                self.counts[seat] += 8
                self.hand.update(cards or ())
            case ev.Buried(seat, cards):
                self.counts[seat] -= 8
                self.hand.subtract(cards or ())
                self.buried = cards
            case ev.CardsPlayed(seat, cards):
                assert seat == (self.leader + len(self.plays)) % 4
                self.counts[seat] -= len(cards)
                self.plays.append(cards)
                if seat == 0:
                    self.hand.subtract(cards)
            case ev.TrickWon(seat, points):
                assert points == sum(map(points_of, self.plays))
                self.tricks.append(Trick(self.leader, tuple(self.plays), seat, points))
                if self.dealer is not None and (seat - self.dealer) % 2:
                    self.points += points
                self.leader, self.plays = seat, []

    def agrees(self, seen: View) -> None:
        assert seen.seat == 0
        assert seen.counts == tuple(self.counts)
        assert seen.hand == tuple(sorted(self.hand.elements()))
        assert seen.plays == tuple(self.plays)
        assert seen.tricks == tuple(self.tricks)
        assert seen.bids == tuple(self.bids)
        assert seen.points == self.points
        assert seen.buried == self.buried
        assert seen.dealer == self.dealer or seen.phase == "ready"
        if seen.phase == "playing":
            assert seen.turn == (self.leader + len(self.plays)) % 4


@pytest.mark.parametrize("answer", [plain_answer, RuleBot().answer], ids=["plain", "rule"])
def test_a_whole_deal(
    answer: Callable[[View, Question], co.SeatCommand | None], tmp_path: Path, running: list[Runner]
) -> None:
    """Every view fits the events told so far, and the journal has them before the seat hears of them."""
    runner = open_new(tmp_path, preset("lezhong"), "whole deal", AT_ONCE)
    running.append(runner)
    path = journal_of(tmp_path)
    ledger = Ledger()
    revisions: list[int] = []

    def check(batch: Batch) -> None:
        assert batch.revision == len(revisions), "none is left out"
        revisions.append(batch.revision)
        if batch.revision:
            line = path.read_bytes().split(b"\n")[batch.revision]
            record = msgspec.json.decode(line[9:], type=tuple[ev.Event, ...])
            assert batch.events == tuple(redact(event, 0) for event in record)
        else:
            assert batch.events == ()
        for event in batch.events:
            ledger.take(event)
        ledger.agrees(batch.view)

    player = Player(runner)
    assert player.session.seat == 0
    assert player.session.seats == HOUSE_SEATS
    runner.start()
    player.play(scored, answer, check)
    kinds = Counter(type(event) for event in player.events)
    assert kinds[ev.TrickWon] == len(ledger.tricks)
    assert sum(len(trick.plays[0]) for trick in ledger.tricks) == 25
    assert kinds[ev.CardDealt] == 100
    assert kinds[ev.DealScored] == 1
    result = player.last.view.result
    assert result is not None
    assert result.trick_points == ledger.points
    assert result.points == ledger.points + result.bottom_points * result.multiplier
    assert ledger.counts == [0] * 4


def test_one_card_a_trick_makes_25_tricks(tmp_path: Path, running: list[Runner]) -> None:
    class Plain:
        async def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
            return plain_answer(view, ask)

    rules = preset("lezhong")
    journal = Journal.create(
        tmp_path / f"m{SUFFIX}", Header(rules=rules, seed="s", seats=HOUSE_SEATS, began="")
    )
    table = Table(new_match(rules), MatchSeeds("s"), AT_ONCE, journal, time.monotonic())
    runner = Runner(table, HOUSE_SEATS, {seat: Plain() for seat in (1, 2, 3)}, journal.close)
    running.append(runner)
    player = Player(runner)
    runner.start()
    player.play(scored)
    kinds = Counter(type(event) for event in player.events)
    assert (kinds[ev.TrickWon], kinds[ev.CardsPlayed]) == (25, 100)


def test_the_first_thing_heard_is_how_the_table_stands(opened: Open) -> None:
    runner = opened({})
    player = Player(runner)
    assert player.session.poll() == []
    runner.start()
    (first,) = player.listen()
    assert isinstance(first, Batch)
    assert first.events == ()
    assert first.view == view(new_match(ONE_DECK), 0)
    assert first.ask is not None
    assert first.ask.question.kind == "ready"


def test_commands_are_numbered_and_a_refusal_names_its_command(opened: Open) -> None:
    runner = opened({})
    player = Player(runner)
    runner.start()
    one, two = player.session.send(co.Play((3,))), player.session.send(co.PassBid(), 17)
    assert one != two
    player.until(lambda heard: isinstance(heard, Refused) and heard.command_id == two)
    refused = {heard.command_id: heard.refusal.reason for heard in player.heard if isinstance(heard, Refused)}
    assert refused == {one: Reason.NOT_NOW, two: Reason.STALE}
    assert len(player.batches) == 1, "a refusal is no news"


def test_all_seats_hear_of_it_each_in_its_own_way(opened: Open) -> None:
    runner = opened({})
    players = [Player(runner, seat) for seat in range(4)]
    runner.start()
    for player in players:
        player.session.send(co.Ready())
    for player in players:
        player.until(lambda heard: isinstance(heard, Batch) and sum(heard.view.counts) == 48)
    told = [[e.card for e in player.events if isinstance(e, ev.CardDealt)] for player in players]
    assert all(sum(card is not None for card in cards) == 12 for cards in told)
    for cards in zip(*told, strict=True):
        assert sum(card is not None for card in cards) == 1, "a card drawn is one seat's to know"
    assert len({len(player.batches) for player in players}) == 1


def test_the_speed_can_be_changed_while_cards_are_dealt(opened: Open) -> None:
    """At a card a minute the deal would take most of an hour."""
    runner = opened(pace=Pace(deal=0.3, bot=60, trick=60, grace=3))
    player = Player(runner)
    runner.start()
    player.session.send(co.Ready())
    player.until_event(ev.CardDealt)
    player.session.set_speed(0)
    player.play(scored)


# What is hidden stays hidden


class PassesOnly:
    """Never bids, so that nothing depends on its cards."""

    async def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
        return plain_answer(view, ask)


def dealing(order: Sequence[int], first: int) -> Match:
    match = evolve(new_match(preset("lezhong")), ev.DealStarted(1, "x", None, first, "2"))
    return msgspec.structs.replace(match, deal=msgspec.structs.replace(match.running, order=tuple(order)))


@pytest.mark.parametrize("first", [1, 2, 3])
def test_what_a_seat_hears_does_not_depend_on_cards_it_may_not_know(
    first: int, running: list[Runner]
) -> None:
    """Two deals that differ only in others' hands, the order they came in, and the bottom."""
    chance = random.Random(first)
    order = [face for face in range(54) for _ in range(2)]
    chance.shuffle(order)
    hidden = [i for i in range(108) if i >= 100 or (first + i) % 4 != 0]
    moved = list(order)
    for i, j in zip(hidden, chance.sample(hidden, len(hidden)), strict=True):
        moved[i] = order[j]
    assert moved != order
    heard: list[list[Batch]] = []
    hands = []
    for deck in (order, moved):
        table = Table(dealing(deck, first), MatchSeeds("unused"), AT_ONCE, None, 50.0)
        brains = {seat: PassesOnly() for seat in (1, 2, 3)}
        runner = Runner(table, HOUSE_SEATS, brains, lambda: None, clock=lambda: 50.0)
        running.append(runner)
        player = Player(runner)
        runner.start()
        player.until(
            lambda heard: isinstance(heard, Batch) and heard.view.passed == (False, True, True, True)
        )
        player.session.send(co.PassBid())
        player.until_event(ev.BottomTaken)
        runner.stop()
        taken = next(i for i, b in enumerate(player.batches) if b.view.phase == "burying")
        heard.append(player.batches[: taken + 1])
        hands.append([cards_of(hand) for hand in table.match.running.hands])
    assert hands[0][1:] != hands[1][1:]
    assert len(heard[0]) == 1 + 100 + 4
    assert heard[0] == heard[1]
    assert msgspec.json.encode(heard[0]) == msgspec.json.encode(heard[1])


# The journal as a whole


def test_the_journal_is_the_match_that_was_heard(opened: Open, tmp_path: Path) -> None:
    runner = opened()
    player = Player(runner)
    runner.start()
    player.play(scored)
    runner.stop()
    player.heard += player.session.poll()
    header, records, size = read(journal_of(tmp_path).read_bytes())
    assert size == journal_of(tmp_path).stat().st_size
    assert [batch.events for batch in player.batches[1:]] == [
        tuple(redact(event, 0) for event in events) for events in records
    ]
    match = fold(header, records)
    assert view(match, 0) == player.last.view
    assert header.seats[0] == SeatInfo("", bot=False)
