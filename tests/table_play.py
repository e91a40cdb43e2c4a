"""One running table, driven step by step: by hand, by rule players, by its own clock."""

from collections.abc import Callable

from game.bots.rule import RuleBot
from game.engine import Cards, Question, Refusal, RuleSet, Standing, View, new_match, open_bids, preset, view
from game.engine import commands as co
from game.engine import events as ev
from game.engine.cards import cards_of
from game.table.journal import Header, Journal, SeatInfo
from game.table.table import MatchSeeds, Pace, Table

START = 1000.0
NORMAL = Pace()
AT_ONCE = NORMAL.at_speed(0)
TWO_DECKS, ONE_DECK = preset("lezhong"), preset("lezhong", 1)
SEATS = (SeatInfo("甲", False), SeatInfo("b", True), SeatInfo("c", True), SeatInfo("d", True))

Command = tuple[int, co.SeatCommand] | None
"""A seat's command, None for what the table does by itself."""


def new_table(rules: RuleSet = TWO_DECKS, pace: Pace = AT_ONCE, journal: Journal | None = None) -> Table:
    return Table(new_match(rules), MatchSeeds("a seed"), pace, journal, START)


def header(rules: RuleSet, seed: str = "a seed", standing: Standing | None = None) -> Header:
    return Header(rules=rules, seed=seed, seats=SEATS, began="2024-05-01T12:00:00+00:00", standing=standing)


def do(table: Table, seat: int, command: co.SeatCommand, now: float = START) -> tuple[ev.Event, ...]:
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
    """Cards, each when it is due, and nobody bids; when the last of them came."""
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


def play_on(table: Table, now: float = START, phase: str = "ready") -> list[tuple[ev.Event, ...]]:
    """Rule players answer whatever is asked until the phase is reached; each decision's events."""
    bot = RuleBot()
    made: list[tuple[ev.Event, ...]] = []
    while table.match.phase != phase:
        events = table.tick(now)
        for seat in range(4):
            ask = table.ask(seat)
            if not events and ask and (command := bot.answer(view(table.match, seat), ask.question)):
                events = do(table, seat, command, now)
        assert events, "nobody had anything to do"
        made.append(events)
    return made


def next_command(table: Table, answer: Callable[[View, Question], co.SeatCommand | None]) -> Command:
    """What somebody answers next; None, the table's turn, when nobody has anything to say.

    While cards are dealt seats are asked at every fourth card only.
    """
    deal = table.match.deal
    for seat in range(4):
        ask = table.ask(seat)
        if ask is None or (ask.question.kind == "bid" and deal and deal.drawn % 4):
            continue
        if command := answer(view(table.match, seat), ask.question):
            return seat, command
    return None


def take(table: Table, command: Command) -> tuple[ev.Event, ...]:
    events = table.tick(1e9) if command is None else table.handle(*command, now=0.0)
    assert events
    assert not isinstance(events, Refusal)
    return events
