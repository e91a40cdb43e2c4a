"""What a table asks, by numbers, and that it refuses what is no answer."""

from pathlib import Path

import pytest
from table_play import (
    ONE_DECK,
    START,
    TWO_DECKS,
    begin,
    deal_cards,
    do,
    header,
    new_table,
    play_on,
    possible_bid,
)

from game.bots.rule import RuleBot
from game.engine import Reason, Refusal, view
from game.engine import commands as co
from game.engine import events as ev
from game.table.journal import Journal


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
    table = new_table(ONE_DECK)
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
    journal = Journal.create(tmp_path / "match.journal", header(TWO_DECKS))
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
    journal = Journal.create(tmp_path / "match.journal", header(TWO_DECKS))
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
    table = new_table(ONE_DECK)
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
