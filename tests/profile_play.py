"""Helpers of the profile's tests: matches that play by themselves, as records of their deals."""

from datetime import UTC, datetime, timedelta
from functools import cache

from engine_play import Table
from msgspec.structs import replace

from game.engine import Match, RuleSet, preset
from game.engine import commands as co
from game.engine import events as ev
from game.profile.record import Finished, Player, Players, Record, Start, record_of
from game.profile.shelf import MatchInfo, info_of

KINDS = (
    preset("lezhong", nobody_bids="redeal", throw_points=10, end_level="4"),
    preset("classic", decks=1, nobody_bids="flip_bottom", end_level="4"),
    preset("popo", decks=3, end_level="4"),
    preset("lezhong", bidding="counter_to_end", settlement="silver", room="pass", end_level="4"),
)
SEATS: Players = (Player("小周", False), Player("Lin Yue", True), Player("", False), Player("A-Qiang", True))
BEGAN = datetime(2026, 1, 31, 20, 0, tzinfo=UTC)


def kind(rules: RuleSet) -> str:
    return f"{rules.preset} {rules.decks} {rules.bidding}"


def stamp(seconds: int) -> str:
    return (BEGAN + timedelta(seconds=seconds)).isoformat(timespec="seconds")


class Evening(Table):
    """A table that keeps its decisions, at which seats give themselves to the computer and come back, also
    between deals."""

    def __init__(self, rules: RuleSet, seed: object, match: Match | None = None, keen: float = 0.5) -> None:
        super().__init__(rules, seed, match, keen)
        self.decisions: list[tuple[ev.Event, ...]] = []

    def do(self, seat: int | None, command: co.Command) -> None:
        before = len(self.events)
        super().do(seat, command)
        self.decisions.append(tuple(self.events[before:]))
        if self.match.phase != "won" and self.random.random() < 0.02:
            who = self.random.randrange(4)
            self.do(who, co.SetAuto(not self.match.auto[who]))


@cache
def evening(rules: RuleSet, seed: object) -> tuple[Evening, tuple[Finished, ...], tuple[Match, ...]]:
    """A whole match: the table; its deals, told apart while they were played; the match after each."""
    table = Evening(rules, seed)
    deals, after = [], []
    while table.match.phase != "won":
        for seat in range(4):
            table.do(seat, co.Ready())
        first, start = len(table.events), Start.of(table.match)
        table.deal()
        ends = [i for i, e in enumerate(table.events) if isinstance(e, ev.DealScored | ev.MatchWon)]
        deals.append(Finished(start, tuple(table.events[first : ends[-1] + 1])))
        after.append(table.match)
    return table, tuple(deals), tuple(after)


def records(rules: RuleSet, seed: object, own: int | None = 0, match: str = "m", at: int = 0) -> list[Record]:
    """A whole match as records; one deal a minute from ``at`` seconds on."""
    return list(_records(rules, seed, own, match, at))


@cache
def _records(rules: RuleSet, seed: object, own: int | None, match: str, at: int) -> tuple[Record, ...]:
    _, deals, _ = evening(rules, seed)
    return tuple(
        record_of(
            deal.start,
            deal.events,
            rules,
            match=match,
            when=stamp(at + 60 * number),
            seats=SEATS,
            own=own,
        )
        for number, deal in enumerate(deals, 1)
    )


def info(record: Record, lan: bool = False, journal: str | None = None) -> MatchInfo:
    return info_of(
        record.match,
        record.rules,
        began=stamp(0),
        seats=record.seats,
        own=record.own,
        lan=lan,
        journal=journal,
    )


def one(**changes: object) -> Record:
    """Some record, changed."""
    return replace(records(KINDS[0], 1)[0], **changes)
