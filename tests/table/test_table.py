"""One running table: its pace, its questions, what it tells whom, and that the journal comes first."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from game.bots.rule import RuleBot
from game.engine import Cards, Reason, Refusal, RuleSet, new_match, open_bids, preset, redact, view
from game.engine import commands as co
from game.engine import events as ev
from game.engine.cards import cards_of
from game.table.journal import Header, Journal, SeatInfo
from game.table.table import MatchSeeds, Pace, Table, Timer

START = 1000.0
NORMAL = Pace()
AT_ONCE = NORMAL.at_speed(0)
SEATS = (SeatInfo("a", False), SeatInfo("b", True), SeatInfo("c", True), SeatInfo("d", True))
Event = ev.Event


def new_table(pace: Pace = AT_ONCE, decks: int = 2, journal: Journal | None = None) -> Table:
    return Table(new_match(preset("lezhong", decks)), MatchSeeds("a seed"), pace, journal, START)


def new_journal(folder: Path, rules: RuleSet) -> Journal:
    header = Header(rules=rules, seed="a seed", seats=SEATS, began="2024-01-01T00:00:00+00:00")
    return Journal.create(folder / "match.journal", header)


def do(table: Table, seat: int, command: co.SeatCommand, now: float) -> tuple[Event, ...]:
    events = table.handle(seat, command, now)
    assert not isinstance(events, Refusal), (seat, command, events)
    return events


def begin(table: Table, now: float = START) -> None:
    """All are ready and the deal begins; no card is out yet."""
    for seat in range(4):
        if not table.match.ready[seat]:
            do(table, seat, co.Ready(), now)
    (event,) = table.tick(now)
    assert isinstance(event, ev.DealStarted)


def deal_cards(table: Table, most: int = 1000) -> float:
    """Cards, each when it is due; when the last of them came."""
    now = START
    while most and not table.match.running.dealt:
        due = table.next_due()
        assert due is not None
        now = max(now, due)
        assert table.tick(now)
        most -= 1
    return now


def possible_bid(table: Table) -> tuple[int, Cards]:
    """A seat that may bid now, and its lowest bid."""
    deal = table.match.running
    for seat in range(4):
        bids = open_bids(deal.bids, seat, cards_of(deal.hands[seat]), deal.level, table.match.rules)
        if bids:
            return seat, min(bids, key=len)
    raise AssertionError("nobody can bid")


def play_on(table: Table, now: float = START, phase: str = "ready") -> list[tuple[Event, ...]]:
    """Rule players answer whatever is asked until the phase is reached; each decision's events."""
    bot = RuleBot()
    made: list[tuple[Event, ...]] = []
    while table.match.phase != phase:
        events = table.tick(now)
        for seat in range(4):
            ask = table.ask(seat)
            if not events and ask and (command := bot.answer(view(table.match, seat), ask.question)):
                events = do(table, seat, command, now)
        assert events, "nobody had anything to do"
        made.append(events)
    return made


# Pace and deadlines


def test_the_first_deal_is_due_when_all_are_ready() -> None:
    table = new_table()
    for seat in (2, 0, 3):
        do(table, seat, co.Ready(), START)
        assert table.next_due() is None
        assert table.tick(START + 1e6) == ()
    do(table, 1, co.Ready(), START + 5)
    assert table.next_due() == START + 5
    (event,) = table.tick(START + 5)
    assert isinstance(event, ev.DealStarted)


def test_cards_come_one_by_one_by_the_pace() -> None:
    table = new_table(NORMAL)
    begin(table)
    for n in range(1, 101):
        due = table.next_due()
        assert due == pytest.approx(START + n * NORMAL.deal)
        assert table.tick(due - 0.001) == ()
        (event,) = table.tick(due)
        assert isinstance(event, ev.CardDealt)
        assert table.match.running.drawn == n
    assert table.match.running.dealt


def test_a_slow_moment_does_not_slow_the_whole_deal() -> None:
    table = new_table(NORMAL)
    begin(table)
    for n in range(1, 60):
        due = table.next_due()
        assert due == pytest.approx(START + n * NORMAL.deal)
        assert table.tick(due + 0.05)


def test_after_a_long_sleep_the_cards_do_not_all_come_at_once() -> None:
    table = new_table(NORMAL)
    begin(table)
    now = START + 3600
    at_once = 0
    while table.tick(now):
        at_once += 1
    assert 1 <= at_once <= 5
    due = table.next_due()
    assert due is not None
    assert now < due <= now + NORMAL.deal


def test_what_a_seat_does_while_cards_are_dealt_does_not_put_off_the_next_card() -> None:
    table = new_table(NORMAL)
    begin(table)
    now = deal_cards(table, 60)
    due = table.next_due()
    seat, cards = possible_bid(table)
    do(table, seat, co.Bid(cards), now + 0.01)
    assert table.next_due() == due
    do(table, 0, co.SetAuto(True), now + 0.02)
    assert table.next_due() == due


def test_speed_0_deals_at_once_and_leaves_the_time_to_bid() -> None:
    table = new_table(AT_ONCE)
    begin(table)
    for _ in range(100):
        (event,) = table.tick(START)
        assert isinstance(event, ev.CardDealt)
    assert table.tick(START) == ()
    assert table.next_due() == START + NORMAL.grace


def test_a_speed_divides_all_waits_but_the_time_to_bid() -> None:
    slow, fast = Pace(0.1, 0.8, 2.0, 5.0), Pace(0.1, 0.8, 2.0, 5.0).at_speed(2)
    assert fast == Pace(0.05, 0.4, 1.0, 5.0)
    assert slow.at_speed(0) == Pace(0.0, 0.0, 0.0, 5.0)


def test_bids_close_by_themselves_when_the_grace_after_the_last_card_is_over() -> None:
    table = new_table(NORMAL)
    begin(table)
    deal_cards(table, 99)
    assert table.timer is None, "no deadline while cards come"
    last = deal_cards(table)
    for seat in range(4):
        ask = table.ask(seat)
        assert ask is not None
        assert ask.question.kind == "bid"
        assert table.timer == Timer(pytest.approx(last + NORMAL.grace), NORMAL.grace)
        assert table.batch(seat).ask == ask
        assert table.batch(seat).timer == table.timer
    assert table.tick(last + NORMAL.grace - 0.01) == ()
    trump, taken = table.tick(last + NORMAL.grace + 0.01)
    assert isinstance(trump, ev.TrumpSet)
    assert isinstance(taken, ev.BottomTaken)
    assert table.next_due() is None, "the dealer may take all the time there is to bury"
    assert [bool(table.ask(seat)) for seat in range(4)] == [seat == trump.dealer for seat in range(4)]


def test_a_bid_within_the_grace_gives_the_whole_grace_again() -> None:
    table = new_table(NORMAL)
    begin(table)
    last = deal_cards(table)
    seat, cards = possible_bid(table)
    do(table, seat, co.Bid(cards), last + 2)
    assert table.next_due() == pytest.approx(last + 2 + NORMAL.grace)
    assert table.timer.deadline == pytest.approx(last + 2 + NORMAL.grace)
    assert table.tick(last + NORMAL.grace + 0.01) == ()


def test_neither_passes_nor_refusals_nor_auto_play_make_the_grace_longer() -> None:
    table = new_table(NORMAL)
    begin(table)
    last = deal_cards(table)
    due = table.next_due()
    do(table, 0, co.PassBid(), last + 1)
    do(table, 2, co.PassBid(), last + 1.5)
    do(table, 3, co.SetAuto(True), last + 1.7)
    assert isinstance(table.handle(1, co.Bury(()), last + 2), Refusal)
    assert table.next_due() == due
    assert table.timer.deadline == due
    assert table.ask(0) is None, "who passed is not asked again"


def test_four_passes_close_the_bids_at_once() -> None:
    table = new_table(NORMAL)
    begin(table)
    last = deal_cards(table)
    for seat in (1, 2, 3):
        assert do(table, seat, co.PassBid(), last) == (ev.BidPassed(seat),)
    events = do(table, 0, co.PassBid(), last)
    assert [type(event) for event in events] == [ev.BidPassed, ev.TrumpSet, ev.BottomTaken]
    assert table.match.phase == "burying"
    assert table.next_due() is None


def test_play_has_no_time_limit() -> None:
    table = new_table()
    play_on(table, phase="playing")
    assert table.next_due() is None
    assert table.tick(START + 1e9) == ()
    asked = [table.ask(seat) for seat in range(4)]
    assert [seat for seat in range(4) if asked[seat]] == [table.match.running.turn]
    assert table.timer is None


def test_the_next_deal_starts_only_when_all_seats_are_ready() -> None:
    table = new_table(decks=1)
    play_on(table, phase="playing")
    seen = play_on(table)
    assert isinstance(seen[-1][-1], ev.DealScored)
    first = table.match.running.order
    for seat in (3, 1, 0):
        assert table.ask(seat).question.kind == "ready"
        do(table, seat, co.Ready(), START + 7)
        assert table.ask(seat) is None
        assert table.next_due() is None
        assert table.tick(START + 1e6) == ()
    do(table, 2, co.Ready(), START + 9)
    (event,) = table.tick(START + 9)
    assert isinstance(event, ev.DealStarted)
    assert event.number == 2
    assert event.dealer == table.match.dealer
    assert table.match.running.order != first, "each deal is shuffled anew"


# Questions and their numbers


def test_cards_dealt_do_not_make_a_bid_stale() -> None:
    table = new_table()
    begin(table)
    numbers = [table.ask(seat).number for seat in range(4)]
    while not table.match.running.dealt:
        table.tick(START)
        assert [table.ask(seat).number for seat in range(4)] == numbers
    seat, cards = possible_bid(table)
    events = table.handle(seat, co.Bid(cards), START, answers=numbers[seat])
    assert events == (ev.BidMade(seat, cards),)


def test_a_bid_makes_the_question_a_new_one_for_all() -> None:
    table = new_table()
    begin(table)
    deal_cards(table)
    before = [table.ask(seat).number for seat in range(4)]
    seat, cards = possible_bid(table)
    do(table, seat, co.Bid(cards), START)
    assert all(table.ask(s).number != before[s] for s in range(4))


def test_what_does_not_change_the_question_does_not_change_its_number() -> None:
    table = new_table()
    play_on(table, phase="playing")
    turn = table.match.running.turn
    ask = table.ask(turn)
    do(table, (turn + 1) % 4, co.SetAuto(True), START)
    do(table, turn, co.SetAuto(True), START)
    assert isinstance(table.handle(turn, co.Play(()), START), Refusal)
    assert table.ask(turn) == ask


def test_every_question_of_a_deal_has_a_number_of_its_own() -> None:
    table = new_table(decks=1)
    asked: list[dict[int, object]] = [{} for _ in range(4)]
    for _ in range(2):
        begin(table)
        while table.match.phase != "ready":
            for seat in range(4):
                if ask := table.ask(seat):
                    assert asked[seat].setdefault(ask.number, ask.question) == ask.question
            if not table.tick(START):
                seat = next(s for s in range(4) if table.ask(s))
                do(table, seat, RuleBot().answer(view(table.match, seat), table.ask(seat).question), START)
    assert all(len(numbers) > 24 for numbers in asked)
    assert all(list(numbers) == sorted(numbers) for numbers in asked)
    assert all(len(set(numbers.values())) == len(numbers) for numbers in asked)


def test_an_answer_to_a_question_no_longer_asked_is_refused(tmp_path: Path) -> None:
    journal = new_journal(tmp_path, preset("lezhong"))
    table = new_table(journal=journal)
    begin(table)
    deal_cards(table)
    old = [table.ask(seat).number for seat in range(4)]
    seat, cards = possible_bid(table)
    do(table, seat, co.Bid(cards), START)
    match, revision, on_disk = table.match, table.revision, journal.path.read_bytes()
    for s in range(4):
        for command in (co.PassBid(), co.Bid(cards)):
            assert table.handle(s, command, START, answers=old[s]) == Refusal(Reason.STALE)
    assert table.handle(0, co.PassBid(), START, answers=99) == Refusal(Reason.STALE)
    assert (table.match, table.revision) == (match, revision)
    assert journal.path.read_bytes() == on_disk
    new = table.ask(0).number
    assert table.handle(0, co.PassBid(), START, answers=new) == (ev.BidPassed(0),)
    journal.close()


def test_a_play_answered_twice_is_taken_once() -> None:
    table = new_table()
    play_on(table, phase="playing")
    turn = table.match.running.turn
    number = table.ask(turn).number
    command = RuleBot().answer(view(table.match, turn), table.ask(turn).question)
    assert not isinstance(table.handle(turn, command, START, answers=number), Refusal)
    assert table.handle(turn, command, START, answers=number) == Refusal(Reason.STALE)


def test_refusals_change_neither_match_nor_journal(tmp_path: Path) -> None:
    journal = new_journal(tmp_path, preset("lezhong"))
    table = new_table(journal=journal)

    def refused(seat: int, command: co.SeatCommand, reason: Reason) -> None:
        before = (table.match, table.revision, table.next_due(), [table.ask(s) for s in range(4)])
        on_disk = journal.path.read_bytes()
        result = table.handle(seat, command, START + 50)
        assert isinstance(result, Refusal)
        assert result.reason is reason
        assert (table.match, table.revision, table.next_due(), [table.ask(s) for s in range(4)]) == before
        assert journal.path.read_bytes() == on_disk

    refused(0, co.Play((0,)), Reason.NOT_NOW)
    begin(table)
    deal_cards(table, 40)
    refused(1, co.PassBid(), Reason.NOT_DEALT)
    refused(1, co.Ready(), Reason.NOT_NOW)
    deal_cards(table)
    play_on(table, phase="burying")
    dealer = table.match.running.dealer
    assert dealer is not None
    hand = view(table.match, dealer).hand
    refused((dealer + 1) % 4, co.Bury(hand[:8]), Reason.NOT_YOUR_TURN)
    refused(dealer, co.Bury(hand[:7]), Reason.WRONG_COUNT)
    do(table, dealer, co.Bury(hand[:8]), START)
    missing = next(face for face in range(54) if face not in view(table.match, dealer).hand)
    refused(dealer, co.Play((missing,)), Reason.NOT_HELD)
    refused((dealer + 2) % 4, co.Play(()), Reason.NOT_YOUR_TURN)
    refused(dealer, co.SetAuto(False), Reason.NOT_NOW)
    journal.close()


@pytest.mark.parametrize("card", [54, 99, 1000, -1, -54])
def test_cards_that_do_not_exist_are_refused(card: int) -> None:
    """Whoever sent them, over whatever wire: a value, not the end of the table."""
    table = new_table(decks=1)
    begin(table)
    deal_cards(table)
    assert isinstance(table.handle(0, co.Bid((card,)), START), Refusal)
    play_on(table, phase="burying")
    dealer = table.match.running.dealer
    assert dealer is not None
    assert isinstance(table.handle(dealer, co.Bury((card,) * 6), START), Refusal)
    play_on(table, phase="playing")
    turn = table.match.running.turn
    assert isinstance(table.handle(turn, co.Play((card,)), START), Refusal)
    do(table, turn, RuleBot().answer(view(table.match, turn), table.ask(turn).question), START)
    turn = table.match.running.turn
    lead = table.match.running.plays[0]
    assert isinstance(table.handle(turn, co.Play((card,) * len(lead)), START), Refusal)


# What is told to whom


def test_a_batch_tells_a_seat_what_it_may_know_and_no_more() -> None:
    """Over a whole deal, at every decision, at every seat."""
    table = new_table(decks=1)
    kinds: set[type] = set()
    revision = table.revision
    for seat in range(4):
        do(table, seat, co.Ready(), START)
        revision += 1
    bot = RuleBot()
    while table.match.phase != "ready" or not table.match.deals_played:
        events: Sequence[Event] = table.tick(START)
        if not events:
            asked = next(s for s in range(4) if table.ask(s))
            command = bot.answer(view(table.match, asked), table.ask(asked).question)
            events = do(table, asked, command, START)
        revision += 1
        for seat in range(4):
            batch = table.batch(seat, events)
            assert batch.revision == revision, "a decision, a revision"
            assert batch.view == view(table.match, seat)
            assert batch.view.seat == seat
            assert batch.ask == table.ask(seat)
            assert batch.events == tuple(redact(event, seat) for event in events)
            for told, event in zip(batch.events, events, strict=True):
                kinds.add(type(told))
                match told:
                    case ev.DealStarted():
                        assert told.seed is None
                    case ev.CardDealt():
                        assert (told.card is not None) == (told.seat == seat)
                    case ev.BottomTaken() | ev.Buried():
                        assert (told.cards is not None) == (told.seat == seat)
                    case _:
                        assert told == event
    assert kinds >= {ev.DealStarted, ev.CardDealt, ev.BottomTaken, ev.Buried, ev.CardsPlayed, ev.DealScored}


def test_a_batch_without_events_tells_how_things_stand() -> None:
    table = new_table()
    begin(table)
    deal_cards(table, 30)
    batch = table.batch(3)
    assert batch.events == ()
    assert batch.revision == table.revision
    assert batch.view == view(table.match, 3)
    assert batch.ask == table.ask(3)


# The journal comes first


class Disk:
    """Stands for a journal: remembers how the table stood at each record, and can be full."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.full = False
        self.records: list[tuple[Event, ...]] = []

    def append(self, events: Sequence[Event]) -> None:
        if self.full:
            raise OSError("no space left")
        assert self.table is not None
        self.records.append(tuple(events))
        self.before = (self.table.match, self.table.revision)


def test_events_are_in_the_journal_before_anybody_hears_of_them() -> None:
    disk = Disk()
    table = disk.table = new_table(decks=1, journal=disk)
    told: list[tuple[Event, ...]] = []
    bot = RuleBot()
    while table.match.deals_played < 1:
        stood = (table.match, table.revision)
        events = table.tick(START)
        if not events:
            asked = next(s for s in range(4) if table.ask(s))
            command = bot.answer(view(table.match, asked), table.ask(asked).question)
            events = do(table, asked, command, START)
        assert disk.before == stood, "written while the match was still as before"
        told.append(events)
    assert disk.records == told, "one record a decision"


def test_what_cannot_be_written_has_not_happened() -> None:
    disk = Disk()
    table = disk.table = new_table(journal=disk)

    def fails(job: object) -> None:
        before = (table.match, table.revision, table.next_due(), [table.ask(s) for s in range(4)])
        disk.full = True
        with pytest.raises(OSError, match="no space left"):
            job()
        disk.full = False
        assert (table.match, table.revision, table.next_due(), [table.ask(s) for s in range(4)]) == before

    fails(lambda: table.handle(0, co.Ready(), START))
    begin(table)
    fails(lambda: table.tick(START))
    play_on(table, phase="playing")
    turn = table.match.running.turn
    command = RuleBot().answer(view(table.match, turn), table.ask(turn).question)
    fails(lambda: table.handle(turn, command, START))
    assert table.handle(turn, command, START) == disk.records[-1], "the same can be done when there is room"


def test_a_table_gone_on_with_in_the_grace_gives_the_whole_grace_again() -> None:
    table = new_table(NORMAL)
    begin(table)
    deal_cards(table)
    again = Table(table.match, MatchSeeds("a seed"), NORMAL, None, 5.0)
    assert again.next_due() == 5.0 + NORMAL.grace
