"""The runner's thread and its sessions: whole deals, auto-play, and computer players that misbehave."""

import asyncio
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

from game.bots.legal import plain_answer
from game.bots.rule import RuleBot
from game.engine import Match, Question, Reason, View, evolve, new_match, points_of, preset, redact, view
from game.engine import commands as co
from game.engine import events as ev
from game.engine.cards import cards_of
from game.engine.match import Trick
from game.table.journal import SUFFIX, Header, Journal, SeatInfo, fold, read
from game.table.lock import Locked
from game.table.open import HOUSE_SEATS, open_new, open_saved
from game.table.runner import Brain, QuickBrain, Runner
from game.table.session import Heard, Stopped
from game.table.table import Batch, MatchSeeds, Pace, Refused, Table

AT_ONCE = Pace().at_speed(0)
PATIENCE = 10.0
"""Seconds until a table that says nothing counts as stalled."""
ONE_DECK = preset("lezhong", 1)


class Player:
    """A seat whose session is driven from the test's thread."""

    def __init__(self, runner: Runner, seat: int = 0) -> None:
        self._news = threading.Event()
        self.session = runner.session(seat, self._news.set)
        self.heard: list[Heard] = []
        self._looked_at = 0

    @property
    def batches(self) -> list[Batch]:
        return [heard for heard in self.heard if isinstance(heard, Batch)]

    @property
    def last(self) -> Batch:
        return self.batches[-1]

    @property
    def events(self) -> list[ev.Event]:
        return [event for batch in self.batches for event in batch.events]

    def listen(self) -> list[Heard]:
        """Wait to be woken, then take what there is."""
        assert self._news.wait(PATIENCE), "the table says nothing"
        self._news.clear()
        new = self.session.poll()
        self.heard += new
        return new

    def quiet(self, seconds: float) -> None:
        """Listen for so long, whether there is something to hear or not."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self._news.wait(left):
                self.listen()

    def until(self, wanted: Callable[[Heard], bool]) -> Heard:
        """Listen until something not yet looked at is as wanted. A stopped table never goes on."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            while self._looked_at < len(self.heard):
                heard = self.heard[self._looked_at]
                self._looked_at += 1
                if wanted(heard):
                    return heard
                assert not isinstance(heard, Stopped), heard
            self.listen()
        raise AssertionError("waited in vain")

    def until_event(self, kind: type[ev.Event]) -> Batch:
        heard = self.until(
            lambda heard: isinstance(heard, Batch) and any(isinstance(event, kind) for event in heard.events)
        )
        assert isinstance(heard, Batch)
        return heard

    def round_trip(self, times: int = 1) -> None:
        """Have the table refuse something: whatever it had at hand before is done by then."""
        for _ in range(times):
            command_id = self.session.send(co.Bid((0, 1)))
            self.until(lambda heard, n=command_id: isinstance(heard, Refused) and heard.command_id == n)

    def play(
        self,
        done: Callable[[Batch], bool],
        answer: Callable[[View, Question], co.SeatCommand | None] = plain_answer,
        check: Callable[[Batch], None] = lambda batch: None,
    ) -> None:
        """Answer what is asked until a batch says it is done. Only a bid may come too late."""

        def look(heard: Heard) -> bool:
            assert not isinstance(heard, Stopped), heard
            if isinstance(heard, Refused):
                assert heard.refusal.reason is Reason.STALE
                return False
            check(heard)
            return done(heard)

        end = time.monotonic() + PATIENCE
        answered = -1
        while time.monotonic() < end:
            ask = self.last.ask if self.batches else None
            if ask and ask.number != answered and (command := answer(self.last.view, ask.question)):
                self.session.send(command, ask.number)
                answered = ask.number
            self.listen()
            while self._looked_at < len(self.heard):
                self._looked_at += 1
                if look(self.heard[self._looked_at - 1]):
                    return
        raise AssertionError("the deal does not come to its end")


def scored(batch: Batch) -> bool:
    return any(isinstance(event, ev.DealScored) for event in batch.events)


@pytest.fixture
def running() -> Iterator[list[Runner]]:
    """Tables put here are stopped when the test is over."""
    runners: list[Runner] = []
    yield runners
    for runner in runners:
        runner.stop()


Open = Callable[..., Runner]


@pytest.fixture
def opened(tmp_path: Path, running: list[Runner]) -> Open:
    """Opens a table, its journal (``journal_of``) in the test's folder, with brains of the test's choice."""

    def make(
        brains: Mapping[int, Brain] | None = None,
        pace: Pace = AT_ONCE,
        match: Match | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> Runner:
        start = match or new_match(ONE_DECK)
        path = tmp_path / f"match{SUFFIX}"
        header = Header(
            rules=start.rules, seed="a seed", seats=HOUSE_SEATS, began="2024-05-01T12:00:00+00:00"
        )
        journal = Journal.create(path, header)
        table = Table(start, MatchSeeds("a seed"), pace, journal, clock())
        if brains is None:
            brains = {seat: QuickBrain(RuleBot()) for seat in (1, 2, 3)}
        runner = Runner(table, HOUSE_SEATS, brains, journal.close, clock)
        running.append(runner)
        return runner

    return make


def journal_of(folder: Path) -> Path:
    (path,) = folder.glob(f"*{SUFFIX}")
    return path


# A whole deal


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


# Stopping and going on


def test_stopping_lets_go_of_the_journal_and_one_can_go_on_at_once(
    tmp_path: Path, running: list[Runner]
) -> None:
    runner = open_new(tmp_path, ONE_DECK, "go on", AT_ONCE)
    path = journal_of(tmp_path)
    player = Player(runner)
    runner.start()
    player.play(lambda batch: len(batch.view.tricks) >= 3 and batch.view.turn == 0)
    with pytest.raises(Locked):
        open_saved(path, AT_ONCE)
    player.session.leave()
    player.heard += player.session.poll()

    again = open_saved(path, AT_ONCE)
    running.append(again)
    assert again.seats == HOUSE_SEATS
    back = Player(again)
    again.start()
    (first, *_) = back.listen()
    assert isinstance(first, Batch)
    assert first.view == player.last.view, "the same trick"
    assert first.view.turn == 0
    assert len(first.view.plays) == len(player.last.view.plays)
    assert first.ask is not None
    assert first.ask.question == player.last.ask.question
    back.play(scored)
    tricks = Counter(type(event) for event in player.events + back.events)[ev.TrickWon]
    assert tricks == len(back.last.view.tricks)


def test_a_table_stopped_while_cards_are_dealt_deals_on(tmp_path: Path, running: list[Runner]) -> None:
    runner = open_new(tmp_path, ONE_DECK, "deal on", AT_ONCE)
    player = Player(runner)
    runner.start()
    player.play(lambda batch: sum(batch.view.counts) >= 7)
    runner.stop()
    player.heard += player.session.poll()
    again = open_saved(journal_of(tmp_path), AT_ONCE)
    running.append(again)
    back = Player(again)
    again.start()
    back.play(scored)
    assert back.batches[0].view == player.last.view
    dealt = [e.seat for e in player.events + back.events if isinstance(e, ev.CardDealt)]
    assert Counter(dealt) == dict.fromkeys(range(4), 12)


def test_a_table_can_be_stopped_twice_and_after_it_is_over(opened: Open, tmp_path: Path) -> None:
    runner = opened({})
    player = Player(runner)
    runner.start()
    player.listen()
    runner.stop()
    runner.stop()
    player.session.leave()
    player.session.send(co.Ready())
    assert player.session.poll() == []
    Journal.resume(journal_of(tmp_path))[0].close()


def test_a_table_stopped_before_it_began_lets_go_of_the_journal(tmp_path: Path) -> None:
    runner = open_new(tmp_path, ONE_DECK, "never", AT_ONCE)
    runner.stop()
    Journal.resume(journal_of(tmp_path))[0].close()


def test_a_journal_that_cannot_be_written_stops_the_table(
    tmp_path: Path, running: list[Runner], monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = open_new(tmp_path, ONE_DECK, "full disk", AT_ONCE)
    running.append(runner)
    player = Player(runner)
    runner.start()
    player.play(lambda batch: batch.view.turn == 0)

    def full(self: Journal, events: Sequence[ev.Event]) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(Journal, "append", full)
    player.session.send(plain_answer(player.last.view, player.last.ask.question))
    stopped = player.until(lambda heard: isinstance(heard, Stopped))
    assert stopped == Stopped("no space left on device")
    monkeypatch.undo()
    runner.stop()
    assert player.session.poll() == [], "nothing is heard of what was not written"
    journal, _, match, _ = Journal.resume(journal_of(tmp_path))
    journal.close()
    assert view(match, 0) == player.last.view


# Computer players that misbehave


class Odd:
    """Says what it should not whenever it is asked."""

    def __init__(self, says: Callable[[View], object]) -> None:
        self._says = says

    async def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
        return self._says(view)


def raises(seen: View) -> object:
    raise RuntimeError("lost the thread")


def not_held(seen: View) -> object:
    return co.Play((next(face for face in range(54) if face not in seen.hand),))


@pytest.mark.parametrize(
    "says",
    [
        pytest.param(raises, id="raises"),
        pytest.param(not_held, id="a card it does not hold"),
        pytest.param(lambda seen: co.Play(()), id="no cards"),
        pytest.param(lambda seen: co.Play(seen.hand), id="all its cards"),
        pytest.param(lambda seen: co.Bury(seen.hand[:1]), id="a card to bury"),
        pytest.param(lambda seen: co.Play((99,)), id="no such card"),
        pytest.param(lambda seen: co.Bury((99,) * 6), id="no such cards to bury"),
        pytest.param(lambda seen: co.Bid((99,)), id="no such card for a bid"),
        pytest.param(lambda seen: co.Play((-1,)), id="a negative card"),
        pytest.param(lambda seen: co.SetAuto(True), id="something not asked for"),
        pytest.param(lambda seen: co.CloseBids(), id="the table's own command"),
        pytest.param(lambda seen: "pass", id="no command"),
        pytest.param(lambda seen: None, id="nothing"),
    ],
)
def test_a_computer_player_that_answers_wrongly_never_stalls_the_table(
    says: Callable[[View], object], opened: Open, tmp_path: Path
) -> None:
    """What it should have said is said for it, as plainly as can be."""
    runner = opened({seat: Odd(says) for seat in (1, 2, 3)})
    player = Player(runner)
    runner.start()
    player.play(scored)
    header, records, _ = read(journal_of(tmp_path).read_bytes())
    match = new_match(header.rules)
    plain = 0
    for events in records:
        for event in events:
            if isinstance(event, ev.CardsPlayed | ev.Buried) and event.seat:
                seen = view(match, event.seat)
                asked, command = ("bury", co.Bury) if isinstance(event, ev.Buried) else ("play", co.Play)
                if len(seen.hand) > 1:  # with one card left there is no wrong one
                    assert plain_answer(seen, Question(asked, ())) == command(event.cards)
                    plain += 1
            match = evolve(match, event)
    assert plain >= 20


class Asleep:
    """Thinks until its task is ended."""

    async def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
        await asyncio.sleep(3600)
        raise AssertionError("slept well")


def test_a_slow_computer_player_does_not_keep_others_waiting(opened: Open) -> None:
    runner = opened({1: QuickBrain(RuleBot()), 2: Asleep(), 3: QuickBrain(RuleBot())})
    player = Player(runner)
    runner.start()
    player.until(lambda heard: isinstance(heard, Batch) and heard.view.ready == (False, True, False, True))
    player.session.send(co.SetAuto(True))
    player.until_event(ev.AutoSet)
    player.session.send(co.Ready())
    assert player.until_event(ev.SeatReady).view.ready == (True, True, False, True)
    before = time.monotonic()
    runner.stop()
    assert time.monotonic() - before < 5, "nor does it keep the program from ending"


class Late:
    """Answers the first question at leisure, with what was right then; others at once."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.asked = 0

    async def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
        self.loop = asyncio.get_running_loop()
        if ask.kind == "bid" and not view.undealt:
            self.asked += 1
            if self.asked == 1:
                await self.go.wait()
        return plain_answer(view, ask)


def test_an_answer_that_comes_too_late_is_not_taken(opened: Open) -> None:
    """The bids have closed by themselves meanwhile; the player is not given up for it."""
    pace = Pace(0, 0, 0, grace=0.05)
    late = Late()
    runner = opened({1: Odd(plain_bidder), 2: late, 3: Odd(plain_bidder)}, pace)
    player = Player(runner)
    runner.start()
    player.session.send(co.Ready())
    batch = player.until_event(ev.TrumpSet)
    assert isinstance(batch.events[0], ev.TrumpSet), "closed by the clock"
    late.loop.call_soon_threadsafe(late.go.set)
    player.round_trip(5)
    player.play(scored)
    assert Counter(type(e) for e in player.events)[ev.BidPassed] <= 3
    assert not any(isinstance(e, ev.BidPassed) and e.seat == 2 for e in player.events)


def plain_bidder(seen: View) -> co.SeatCommand | None:
    kind = {"ready": "ready", "dealing": "bid", "burying": "bury", "playing": "play"}[seen.phase]
    return plain_answer(seen, Question(kind, ()))


# Auto-play


def test_auto_play_plays_the_seat_but_does_not_press_ready(opened: Open) -> None:
    runner = opened()
    player = Player(runner)
    runner.start()
    player.session.send(co.SetAuto(True))
    player.until(lambda heard: isinstance(heard, Batch) and heard.view.ready == (False, True, True, True))
    player.round_trip(5)
    assert player.last.view.phase == "ready", "not even before the first deal"
    player.session.send(co.Ready())
    player.until_event(ev.DealScored)
    mine = [e for e in player.events if isinstance(e, ev.CardsPlayed) and e.seat == 0]
    assert sum(len(e.cards) for e in mine) == 12
    player.until(lambda heard: isinstance(heard, Batch) and heard.view.ready == (False, True, True, True))
    player.round_trip(5)
    assert player.last.view.ready == (False, True, True, True)
    assert player.last.view.auto[0]
    assert player.last.ask is not None
    assert player.last.ask.question.kind == "ready"
    player.session.send(co.Ready())
    assert player.until_event(ev.DealStarted).view.number == 2


def test_auto_play_hands_the_seat_back(opened: Open) -> None:
    runner = opened()
    player = Player(runner)
    runner.start()
    player.play(lambda batch: batch.view.phase == "playing")
    player.session.send(co.SetAuto(True))
    player.until(lambda heard: isinstance(heard, Batch) and len(heard.view.tricks) >= 2)
    player.session.send(co.SetAuto(False))
    back = player.until_event(ev.AutoSet)
    if back.view.turn != 0:
        player.until(lambda heard: isinstance(heard, Batch) and heard.view.turn == 0)
    player.round_trip(5)
    assert player.last.ask is not None, "the seat is asked again"
    since = [event for b in player.batches if b.revision > back.revision for event in b.events]
    assert not any(isinstance(e, ev.CardsPlayed) and e.seat == 0 for e in since)
    played = player.session.send(
        plain_answer(player.last.view, player.last.ask.question), player.last.ask.number
    )
    heard = player.until_event(ev.CardsPlayed)
    assert heard.events[0].seat == 0
    assert not [h for h in player.heard if isinstance(h, Refused) and h.command_id == played]


def test_what_auto_play_had_in_mind_is_not_played_after_the_seat_was_taken_back(opened: Open) -> None:
    """It seems to think for a moment, and in that moment the player takes the seat back."""
    runner = opened(pace=Pace(deal=0, bot=0.3, trick=0, grace=3))
    player = Player(runner)
    runner.start()
    player.play(lambda batch: batch.view.turn == 0 and batch.view.phase == "playing")
    player.session.send(co.SetAuto(True))
    player.until_event(ev.AutoSet)
    player.session.send(co.SetAuto(False))
    player.until_event(ev.AutoSet)
    back = player.last.revision
    player.quiet(0.7)
    assert player.last.revision == back, "the table waits for the player"


def test_a_bot_seat_is_not_played_twice_when_set_on_auto_play(opened: Open) -> None:
    runner = opened()
    player, other = Player(runner), Player(runner, 2)
    runner.start()
    other.session.send(co.SetAuto(True))
    player.play(scored)
    plays = Counter(e.seat for e in player.events if isinstance(e, ev.CardsPlayed))
    assert len(set(plays.values())) == 1


# Pace


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
