"""Whole deals and matches at random, in every preset, deck count and manner of bidding."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from engine_play import RANKS, Table, expected_gain, stirred, whole_deal

from game.engine import Match, RuleSet, View, evolve, preset, question, seat_team, view
from game.engine import commands as co
from game.engine import events as ev

EVENTS = msgspec.json.Decoder(list[ev.Event])
KITS = ("lezhong", "classic", "popo")
MANNERS = ("ladder", "after_deal", "counter_to_end")
QUIET = {"flipping", "burying", "countering", "staking"}
"""Phases of few steps: looked at whenever they come; others now and then."""


def some_rules(kit: str, decks: int, bidding: str, chance: random.Random) -> RuleSet:
    silver = chance.random() < 0.5
    changes: dict[str, Any] = {
        "bidding": bidding,
        "joker_bids": chance.random() < 0.7,
        "first_dealer": chance.choice(["first_bidder", "last_bidder"]),
        "nobody_bids": chance.choice(["no_trump", "flip_bottom", "redeal"]),
        "two_is_trump": chance.random() < 0.3,
        "throw_points": chance.choice([0, 0, 10]),
        "settlement": "silver" if silver else "points",
        "room": chance.choice(["common", "pass"] if silver else ["practice", "pass"]),
        "end_level": chance.choice("A579"),
    }
    return preset(kit, decks, **changes)


class Watch:
    """Looks at a table at each step, and remembers what it met."""

    def __init__(self, table: Table, chance: random.Random, often: float) -> None:
        self.table, self.chance, self.often = table, chance, often
        self.met: Counter[str] = Counter()

    def look(self, match: Match) -> None:
        self.met[match.phase] += 1
        if match.phase not in QUIET and self.chance.random() > self.often:
            return
        self.asked(match)
        for seat in (0, 1, 2, 3, None):
            seen = view(match, seat)
            other = stirred(match, seat, self.chance)
            assert view(other, seat) == seen, (match.phase, seat)
            if seat is not None:
                assert question(other, seat) == question(match, seat)
        assert msgspec.json.decode(msgspec.json.encode(seen), type=View) == seen
        mine = view(match, self.chance.randrange(4))
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(mine), type=View) == mine

    def asked(self, match: Match) -> None:
        """Who is asked what, phase by phase."""
        deal = match.running
        found = {seat: question(match, seat) for seat in range(4)}
        kinds = {seat: asked.kind for seat, asked in found.items() if asked}
        if match.phase == "ready":
            wanted = {seat: "ready" for seat in range(4) if not match.ready[seat]}
        elif match.phase == "dealing":
            open_seats = [] if match.rules.bidding == "after_deal" else range(4)
            wanted = {seat: "bid" for seat in open_seats if not deal.passed[seat]}
        elif match.phase == "staking":
            wanted = {seat: "stake" for seat in range(4) if deal.stakes[seat] is None}
        elif match.phase == "won":
            wanted = {}
        else:
            kind = {"flipping": "flip", "countering": "counter", "burying": "bury", "playing": "play"}
            turn = view(match, None).turn
            assert turn is not None
            wanted = {turn: kind[match.phase]}
        assert kinds == wanted

    def bidding(self, events: list[ev.Event]) -> None:
        """Turns and ends of one deal's bidding, read from what was told."""
        rules = self.table.match.rules
        start = max(i for i, event in enumerate(events) if isinstance(event, ev.DealStarted))
        told = events[start:]
        began = told[0]
        assert isinstance(began, ev.DealStarted)
        buries = [i for i, event in enumerate(told) if isinstance(event, ev.Buried)]
        takes = [event for event in told if isinstance(event, ev.BottomTaken)]
        dealer = next(event.dealer for event in told if isinstance(event, ev.TrumpSet))
        assert takes[0].seat == dealer
        assert len(buries) == len(takes)
        assert {event.dealer for event in told if isinstance(event, ev.TrumpSet)} == {dealer}
        assert next(event for event in told if isinstance(event, ev.CardsPlayed)).seat == dealer
        if rules.bidding == "after_deal":
            turns = [event for event in told[: buries[0]] if isinstance(event, ev.BidMade | ev.BidPassed)]
            assert [event.seat for event in turns] == [(began.first + i) % 4 for i in range(len(turns))]
            assert [type(event) for event in turns[-4:]] == [ev.BidPassed] * 4
            for i in range(len(turns) - 4):
                assert any(isinstance(event, ev.BidMade) for event in turns[i : i + 4])
        if rules.bidding != "counter_to_end":
            assert len(buries) == 1
            return
        for at, until in zip(buries, [*buries[1:], len(told)], strict=True):
            burier = told[at]
            assert isinstance(burier, ev.Buried)
            turns = [event for event in told[at:until] if isinstance(event, ev.BidMade | ev.BidPassed)]
            assert [event.seat for event in turns] == [(burier.seat + 1 + i) % 4 for i in range(len(turns))]
            assert len(turns) <= 3
            if until < len(told):
                assert isinstance(turns[-1], ev.BidMade)
                self.met["countered"] += 1
            else:
                assert not any(isinstance(event, ev.BidMade) for event in turns)
                assert len(turns) in (0, 3)


def checked_deal(table: Table, watch: Watch) -> None:
    """One deal with everything that must hold of it."""
    rules, before = table.match.rules, table.match
    first_event = len(table.events)
    whole_deal(table, watch.look)
    told = table.events[first_event:]
    watch.bidding(told)
    voided = sum(isinstance(event, ev.DealVoided) for event in told)
    watch.met["voided"] += voided
    watch.met["turned"] += any(isinstance(event, ev.BottomTurned) for event in told)
    match, result, deal = table.match, table.match.result, table.match.running
    assert result is not None

    assert voided <= (3 if rules.nobody_bids == "redeal" else 0)
    assert match.deals_played == result.number == before.deals_played + 1
    firsts = [event.first for event in told if isinstance(event, ev.DealStarted)]
    assert len(firsts) == voided + 1
    assert len(set(firsts)) == 1, "dealt again from the same seat"
    in_deal = next(i for i in range(len(told) - 1, -1, -1) if isinstance(told[i], ev.DealStarted))
    taken = next(i for i in range(in_deal, len(told)) if isinstance(told[i], ev.BottomTaken))
    bids = [event for event in told[in_deal:taken] if isinstance(event, ev.BidMade)]
    if before.dealer is not None:
        assert result.dealer == firsts[0] == before.dealer
    elif bids:
        assert result.dealer == bids[0 if rules.first_dealer == "first_bidder" else -1].seat
    else:
        assert result.dealer == firsts[0]
    if deal.bids:
        card = deal.bids[-1].cards[0]
        assert result.suit == (None if card >= 52 else "SHCD"[card // 13])
    elif rules.nobody_bids != "flip_bottom":
        assert result.suit is None
    assert result.counters == sum(
        deal.bids[i].seat != deal.bids[i - 1].seat for i in range(1, len(deal.bids))
    )
    assert result.streak == (
        result.side == "dealer" and before.result is not None and before.result.side == "dealer"
    )
    if len(rules.stakes) > 1:
        assert result.stakes == deal.stakes
        assert set(result.stakes) <= set(rules.stakes)
    else:
        assert result.stakes == (1, 1, 1, 1)

    side = seat_team(result.dealer)
    assert (result.side, result.gain) == expected_gain(result.points, rules.decks, rules.level_cap)
    winners = side if result.side == "dealer" else 1 - side
    levels = list(before.levels)
    at = RANKS.index(levels[winners]) + result.gain
    levels[winners] = RANKS[min(at, RANKS.index(rules.end_level))]
    assert match.levels == result.levels == tuple(levels)
    assert match.dealer == (result.dealer + (2 if result.side == "dealer" else 1)) % 4
    won = result.side == "dealer" and result.level == rules.end_level
    assert (match.phase, match.won_by) == (("won", side) if won else ("ready", None))


def folded(table: Table) -> None:
    """The match is what its events make of it, whichever way they were written down."""
    told = [command for _, command in table.log]
    assert msgspec.json.decode(msgspec.json.encode(told), type=list[co.Command]) == told
    for back in (
        EVENTS.decode(msgspec.json.encode(table.events)),
        msgspec.msgpack.decode(msgspec.msgpack.encode(table.events), type=list[ev.Event]),
    ):
        assert back == table.events
    match = table.start
    for event in back:
        match = evolve(match, event)
    assert match == table.match


def random_matches(
    kit: str, decks: int, bidding: str, matches: int, deals: int, often: float
) -> Counter[str]:
    met: Counter[str] = Counter()
    for seed in range(matches):
        chance = random.Random(f"{kit} {decks} {bidding} {seed}")
        rules = some_rules(kit, decks, bidding, chance)
        keen, bold = ((1.0, 0.3), (0.01, 0.8), (0.0, 0.04 if bidding == "after_deal" else 0.6))[seed % 3]
        table = Table(rules, seed, keen=keen, bold=bold)
        for _ in range(deals):
            watch = Watch(table, chance, often)
            checked_deal(table, watch)
            met += watch.met
            if table.match.phase == "won":
                break
        folded(table)
    return met


@pytest.mark.parametrize("kit", KITS)
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_random_deals_in_every_manner(kit: str, decks: int) -> None:
    met: Counter[str] = Counter()
    for bidding in MANNERS:
        met += random_matches(kit, decks, bidding, 3, 2, 0.03)
    assert set(met) >= {"dealing", "flipping", "burying", "countering", "playing", "ready", "countered"}


@pytest.mark.parametrize("kit", KITS)
@pytest.mark.parametrize("bidding", MANNERS)
def test_a_whole_match_in_every_manner(kit: str, bidding: str) -> None:
    chance = random.Random(f"{kit} {bidding}")
    rules = preset(kit, 1, bidding=bidding, end_level="5", settlement="silver", room="pass")
    table = Table(rules, 1, keen=0.1)
    for _ in range(200):
        watch = Watch(table, chance, 0.005)
        checked_deal(table, watch)
        if table.match.phase == "won":
            break
    assert table.match.phase == "won"
    assert table.match.won_by is not None
    folded(table)


@pytest.mark.slow
@pytest.mark.parametrize("bidding", MANNERS)
@pytest.mark.parametrize("kit", KITS)
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_random_matches_for_long(kit: str, decks: int, bidding: str) -> None:
    met = random_matches(kit, decks, bidding, 24, 8, 0.05)
    assert met["voided"]
    assert met["turned"]
    assert met["staking"]
    assert bool(met["countered"]) == (bidding == "counter_to_end")
