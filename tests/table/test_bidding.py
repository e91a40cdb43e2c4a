"""A table in every manner of bidding: its pace, what it asks, and that its journal can be cut anywhere."""

import random
from itertools import accumulate
from pathlib import Path

import pytest
from table_play import AT_ONCE, NORMAL, START, begin, deal_cards, do, header, new_table, next_command, take

from game.bots.legal import plain_answer
from game.bots.rule import RuleBot
from game.engine import Reason, Refusal, RuleSet, View, new_match, open_bids, preset, view
from game.engine import commands as co
from game.engine import events as ev
from game.engine.ask import Question
from game.table.journal import Journal
from game.table.table import MatchSeeds, Table

SILVER = {"settlement": "silver", "room": "pass"}
PHASES = {"flip": "flipping", "counter": "countering"}


class Bold:
    """Flips and counters when it can (now and then not), bids little, stakes at a venture."""

    def __init__(self, seed: object, dealt: float = 0.02, in_turn: float = 0.8) -> None:
        self.chance = random.Random(f"{seed}")
        self.dealt, self.in_turn = dealt, in_turn

    def answer(self, seen: View, ask: Question) -> co.SeatCommand | None:
        chance = self.chance
        assert seen.seat is not None
        if ask.kind == "stake":
            return co.SetStake(chance.choice(seen.rules.stakes))
        if ask.kind in ("bid", "flip", "counter"):
            phase = PHASES.get(ask.kind, "dealing")
            bids = open_bids(seen.bids, seen.seat, seen.hand, seen.level, seen.rules, phase)
            if bids and chance.random() < (self.dealt if ask.kind == "bid" else self.in_turn):
                return co.Bid(chance.choice(bids))
        elif ask.kind == "bury":
            return RuleBot().answer(seen, ask)
        return plain_answer(seen, ask)


def asked(table: Table) -> dict[int, str]:
    asks = {seat: table.ask(seat) for seat in range(4)}
    return {seat: ask.question.kind for seat, ask in asks.items() if ask}


# Pace and asks


def test_there_is_no_grace_time_after_the_deal_when_flips_are_in_turn() -> None:
    table = new_table(preset("classic"), NORMAL)
    begin(table)
    assert asked(table) == {}, "nobody is asked while cards come"
    last = deal_cards(table)
    assert table.next_due() is None, "all the time there is"
    assert table.tick(last + 1e6) == ()
    first = table.match.running.first
    for i in range(4):
        seat = (first + i) % 4
        assert asked(table) == {seat: "flip"}
        ask = table.ask(seat)
        assert ask is not None
        assert table.timer is None
        assert table.batch(seat).ask == ask
        do(table, seat, co.PassBid(), last + 1e6)
    assert table.match.phase == "burying"
    assert table.next_due() is None


def test_counters_and_stakes_have_no_time_limit_but_bids_before_have() -> None:
    rules = preset("lezhong", bidding="counter_to_end", **SILVER)
    table = new_table(rules, NORMAL)
    begin(table)
    assert asked(table) == dict.fromkeys(range(4), "bid")
    last = deal_cards(table)
    assert table.next_due() == pytest.approx(last + NORMAL.grace)
    assert table.timer.deadline == pytest.approx(last + NORMAL.grace)
    now = last + NORMAL.grace + 0.01
    assert [type(event) for event in table.tick(now)] == [ev.TrumpSet, ev.BottomTaken]
    dealer = table.match.dealer
    assert dealer is not None
    do(table, dealer, co.Bury(view(table.match, dealer).hand[:8]), now)
    for i in (1, 2, 3):
        seat = (dealer + i) % 4
        assert asked(table) == {seat: "counter"}
        assert table.timer is None
        assert table.next_due() is None
        assert table.tick(now + 1e6) == ()
        do(table, seat, co.PassBid(), now)
    assert asked(table) == dict.fromkeys(range(4), "stake")
    numbers = [table.ask(seat).number for seat in range(4)]
    for seat in (3, 1, 0, 2):
        assert table.timer is None
        assert table.ask(seat).number == numbers[seat], "another's stake is no new question"
        assert table.next_due() is None
        do(table, seat, co.SetStake(4), now)
        assert table.ask(seat) is None or table.match.phase == "playing"
    assert asked(table) == {dealer: "play"}


@pytest.mark.parametrize(
    "rules",
    [
        preset("classic", 1, nobody_bids="redeal"),
        preset("classic", 2, **SILVER),
        preset("lezhong", 1, bidding="counter_to_end", nobody_bids="redeal", **SILVER),
        preset("lezhong", 2, bidding="counter_to_end", **SILVER),
    ],
    ids=lambda rules: f"{rules.bidding} {rules.decks}",
)
def test_every_question_has_a_number_of_its_own(rules: RuleSet) -> None:
    """Over deals with flips, counters and redeals; an answer to an old one is stale."""
    kinds: set[str] = set()
    for seed in range(4):
        table = new_table(rules)
        player = Bold(seed, in_turn=(0.9, 0.05)[seed % 2])
        numbers: list[dict[int, object]] = [{} for _ in range(4)]
        while table.match.deals_played < 1:
            for seat in range(4):
                if ask := table.ask(seat):
                    kinds.add(ask.question.kind)
                    if ask.number not in numbers[seat]:
                        assert ask.number > max(numbers[seat], default=-1)
                    assert numbers[seat].setdefault(ask.number, ask.question) == ask.question
            command = next_command(table, player.answer)
            if command is not None:
                seat, what = command
                number = table.ask(seat).number
                assert table.handle(seat, what, START, answers=number - 1) == Refusal(Reason.STALE)
                assert not isinstance(table.handle(seat, what, START, answers=number), Refusal)
                assert table.handle(seat, what, START, answers=number) == Refusal(Reason.STALE)
            else:
                assert table.tick(1e9)
    wanted = {"flip"} if rules.bidding == "after_deal" else {"bid", "counter"}
    assert kinds >= {*wanted, "bury", "play", "ready"}
    assert ("stake" in kinds) == (len(rules.stakes) > 1)


@pytest.mark.parametrize("bidding", ["ladder", "after_deal", "counter_to_end"])
def test_a_deal_nobody_bid_in_is_dealt_again_by_itself(bidding: str) -> None:
    table = new_table(preset("lezhong", 1, bidding=bidding, nobody_bids="redeal"), NORMAL)
    for seat in range(4):
        do(table, seat, co.Ready())
    orders, numbers = [], [0] * 4
    for again in range(4):
        due = table.next_due()
        assert due is not None
        assert due <= START, "at once"
        (started,) = table.tick(START)
        assert isinstance(started, ev.DealStarted)
        assert started.number == 1
        orders.append(table.match.running.order)
        last = deal_cards(table)
        for seat in range(4):
            if ask := table.ask(seat):
                assert ask.number > numbers[seat], "a question of the new deal"
                numbers[seat] = ask.number
        first = table.match.running.first
        events: tuple[ev.Event, ...] = ()
        for i in range(4):
            events = do(table, (first + i) % 4, co.PassBid(), last)
        if again < 3:
            assert events[-1] == ev.DealVoided()
            assert table.match.phase == "ready"
            assert asked(table) == {}
            assert table.next_due() == last
            table = Table(
                table.match, MatchSeeds("a seed"), NORMAL, None, START
            )  # one gone on with does so too
            numbers = [0] * 4
        else:
            assert isinstance(events[-1], ev.BottomTaken)
    assert len(set(orders)) == 4, "other cards each time"
    assert table.match.phase == "burying"


def test_the_grace_ending_without_a_bid_deals_again_too() -> None:
    table = new_table(preset("lezhong", 1, nobody_bids="redeal"), NORMAL)
    begin(table)
    old = [table.ask(seat).number for seat in range(4)]
    last = deal_cards(table)
    now = last + NORMAL.grace
    assert table.tick(now) == (ev.DealVoided(),)
    assert table.next_due() == now
    assert table.handle(0, co.PassBid(), now, answers=old[0]) == Refusal(Reason.STALE)
    (started,) = table.tick(now)
    assert isinstance(started, ev.DealStarted)
    assert table.next_due() == pytest.approx(now + NORMAL.deal), "card by card as ever"
    assert [table.ask(seat).number > old[seat] for seat in range(4)] == [True] * 4
    assert table.handle(0, co.PassBid(), now, answers=old[0]) == Refusal(Reason.STALE)


# The journal


@pytest.mark.parametrize(
    ("rules", "deals"),
    [
        (preset("classic", 1), 2),
        (preset("lezhong", 1, bidding="counter_to_end", nobody_bids="redeal", **SILVER), 1),
        (preset("lezhong", 2, bidding="counter_to_end", nobody_bids="flip_bottom", **SILVER), 1),
    ],
    ids=lambda of: f"{of.bidding} {of.decks}" if isinstance(of, RuleSet) else "",
)
def test_a_journal_cut_at_every_record_goes_on_to_the_same_match(
    rules: RuleSet, deals: int, path: Path
) -> None:
    made = header(rules, "seed 1")
    journal = Journal.create(path, made)
    table = Table(new_match(rules), MatchSeeds(made.seed), AT_ONCE, journal, 0.0)
    player = Bold("cut", dealt=0.0 if rules.nobody_bids != "no_trump" else 0.02, in_turn=0.9)
    commands, matches, phases = [], [table.match], {table.match.phase}
    kinds: set[type] = set()
    while table.match.deals_played < deals:
        command = next_command(table, player.answer)
        kinds.update(map(type, take(table, command)))
        commands.append(command)
        matches.append(table.match)
        phases.add(table.match.phase)
    journal.close()
    data = path.read_bytes()
    ends = list(accumulate(len(line) for line in data.splitlines(keepends=True)))
    assert len(ends) == len(matches)
    if rules.bidding == "after_deal":
        assert phases >= {"flipping"}
        assert kinds >= {ev.BidMade, ev.BidPassed}
    else:
        assert phases >= {"countering", "staking"}
        assert kinds >= {ev.BidMade, ev.BidPassed, ev.StakeSet}
        assert kinds & {ev.DealVoided, ev.BottomTurned}
        assert sum(cards is not None for cards in table.match.running.buried) > 1, "it was countered"

    def before(n: int) -> bool:
        """Whether the record is one of cards dealt, of which there are many alike."""
        return commands[n - 1] is None and matches[n].phase == matches[n - 1].phase == "dealing"

    for n in range(len(ends)):
        torn = n % 7 if n + 1 < len(ends) else 0
        path.write_bytes(data[: ends[n] + torn])
        journal, found, match, _ = Journal.resume(path)
        assert found == made
        assert match == matches[n]
        if n and before(n) and n % 10:  # read as it stood; played on from every tenth
            journal.close()
            continue
        journal.close()
        # on without a journal, so that the disk need not be waited for at each of so many records
        table = Table(match, MatchSeeds(made.seed), AT_ONCE, None, 0.0)
        for command in commands[n:]:
            take(table, command)
        assert table.match == matches[-1]
    for n in (ends.index(end) for end in ends if matches[ends.index(end)].phase in PHASES.values()):
        path.write_bytes(data[: ends[n] + 3])
        journal, found, match, _ = Journal.resume(path)
        table = Table(match, MatchSeeds(made.seed), AT_ONCE, journal, 0.0)
        for command in commands[n : n + 30]:
            take(table, command)
        journal.close()
        assert path.read_bytes() == data[: ends[min(n + 30, len(commands))]], "byte by byte"
