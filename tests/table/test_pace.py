"""When a table does something by itself: the pace of a deal, and the time left to bid."""

import pytest
from table_play import NORMAL, ONE_DECK, START, begin, deal_cards, do, new_table, play_on, possible_bid

from game.engine import Refusal, open_bids, preset
from game.engine import commands as co
from game.engine import events as ev
from game.engine.cards import cards_of
from game.table.table import MatchSeeds, Pace, Table, Timer


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
    table = new_table(pace=NORMAL)
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
    table = new_table(pace=NORMAL)
    begin(table)
    for n in range(1, 60):
        due = table.next_due()
        assert due == pytest.approx(START + n * NORMAL.deal)
        assert table.tick(due + 0.05)


def test_after_a_long_sleep_the_cards_do_not_all_come_at_once() -> None:
    table = new_table(pace=NORMAL)
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
    table = new_table(pace=NORMAL)
    begin(table)
    now = deal_cards(table, 60)
    due = table.next_due()
    seat, cards = possible_bid(table)
    do(table, seat, co.Bid(cards), now + 0.01)
    assert table.next_due() == due
    do(table, 0, co.SetAuto(True), now + 0.02)
    assert table.next_due() == due


def test_speed_0_deals_at_once_and_leaves_the_time_to_bid() -> None:
    table = new_table()
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
    table = new_table(pace=NORMAL)
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
    table = new_table(pace=NORMAL)
    begin(table)
    last = deal_cards(table)
    seat, cards = possible_bid(table)
    do(table, seat, co.Bid(cards), last + 2)
    assert table.next_due() == pytest.approx(last + 2 + NORMAL.grace)
    assert table.timer.deadline == pytest.approx(last + 2 + NORMAL.grace)
    assert table.tick(last + NORMAL.grace + 0.01) == ()


def test_neither_passes_nor_refusals_nor_auto_play_make_the_grace_longer() -> None:
    table = new_table(pace=NORMAL)
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
    table = new_table(pace=NORMAL)
    begin(table)
    last = deal_cards(table)
    for seat in (1, 2, 3):
        assert do(table, seat, co.PassBid(), last) == (ev.BidPassed(seat),)
    events = do(table, 0, co.PassBid(), last)
    assert [type(event) for event in events] == [ev.BidPassed, ev.TrumpSet, ev.BottomTaken]
    assert table.match.phase == "burying"
    assert table.next_due() is None


def test_nobody_is_given_time_when_a_bid_stands_that_none_can_beat() -> None:
    table = new_table(ONE_DECK, NORMAL)
    begin(table)
    deal_cards(table, 40)
    seat, cards = possible_bid(table)
    do(table, seat, co.Bid(cards))
    last = deal_cards(table)
    assert table.match.running.drawn == 48, "the cards are dealt all the same"
    assert table.timer is None
    assert table.next_due() == last
    assert [type(event) for event in table.tick(last)] == [ev.TrumpSet, ev.BottomTaken]


def test_the_highest_bid_ends_the_grace_at_once_and_a_lower_one_does_not() -> None:
    table = new_table(preset("lezhong", joker_bids=False), NORMAL)
    begin(table)
    last = deal_cards(table)
    bids = {}
    for holder in range(4):
        hand = cards_of(table.match.running.hands[holder])
        bids |= {len(cards): (holder, cards) for cards in open_bids((), holder, hand, "2", table.match.rules)}
    (one, single), (two, pair) = bids[1], bids[2]
    do(table, one, co.Bid(single), last + 1)
    assert table.timer == Timer(pytest.approx(last + 1 + NORMAL.grace), NORMAL.grace)
    do(table, two, co.Bid(pair), last + 2)
    assert table.timer is None
    assert [type(event) for event in table.tick(last + 2)] == [ev.TrumpSet, ev.BottomTaken]


def test_play_has_no_time_limit() -> None:
    table = new_table()
    play_on(table, phase="playing")
    assert table.next_due() is None
    assert table.tick(START + 1e9) == ()
    asked = [table.ask(seat) for seat in range(4)]
    assert [seat for seat in range(4) if asked[seat]] == [table.match.running.turn]
    assert table.timer is None


def test_the_next_deal_starts_only_when_all_seats_are_ready() -> None:
    table = new_table(ONE_DECK)
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


def test_a_table_gone_on_with_in_the_grace_gives_the_whole_grace_again() -> None:
    table = new_table(pace=NORMAL)
    begin(table)
    deal_cards(table)
    again = Table(table.match, MatchSeeds("a seed"), NORMAL, None, 5.0)
    assert again.next_due() == 5.0 + NORMAL.grace
