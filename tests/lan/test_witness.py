"""An honest host is found honest by all its guests, whatever they have not heard."""

import random

import pytest
from engine_play import kind
from fair_play import (
    KINDS,
    MATCH,
    SEATED,
    WATCHES,
    Hosted,
    a_deal,
    another_shuffle,
    batch,
    gather,
    noise,
    over_the_wire,
    swapped_cards,
    witness,
    witnesses,
)
from msgspec.structs import replace

from game.bots.rule import RuleBot
from game.engine import Match, RuleSet, new_match, preset, view
from game.engine import commands as co
from game.engine import events as ev
from game.lan.fair import Gathering, digest
from game.lan.wire import Committed, Entry
from game.lan.witness import Verdict, Witness
from game.table.table import Pace, Table


@pytest.mark.parametrize("rules", KINDS, ids=kind)
@pytest.mark.parametrize("keen", [0.0, 0.7])
def test_an_honest_host_is_found_honest_by_all_through_all_gaps(rules: RuleSet, keen: float) -> None:
    chance = random.Random(f"{keen}")
    guests = witnesses()
    host = Gathering(MATCH, noise("host"))
    table = Hosted(rules, f"honest {keen}", host, keen=keen)
    silent = dict.fromkeys(guests, False)

    def tell(events: tuple[ev.Event, ...], match: Match) -> None:
        for member, guest in guests.items():
            seat = SEATED.get(member)
            if silent[member]:  # nothing arrives, until how things stand is told anew
                if chance.random() < 0.05:
                    silent[member] = False
                    guest.heard(over_the_wire(batch((), match, seat)))
            elif chance.random() < 0.01 and member != 11:
                silent[member] = True
            else:
                told = batch(events, match, seat)
                guest.heard(over_the_wire(told) if member == 13 else told)

    for guest, seat in zip(guests.values(), (*range(4), None), strict=True):
        guest.heard(batch((), table.match, seat))
    table.tell = tell
    whole = 0
    seen: set[str] = set()
    while table.match.phase != "won":
        deal = table.match.deals_played + 1
        gather(host, guests, deal)
        table.deal()
        opened = over_the_wire(host.opened(deal, table.record))
        for member, guest in guests.items():
            verdict = guest.opened(opened)
            assert replace(verdict, partly=False) == Verdict(deal), member
            assert not (verdict.partly and member == 11), "who heard all says so"
            whole += not verdict.partly
        seen |= {type(event).__name__ for event in table.record}
    assert whole > 2 * table.match.deals_played
    assert {"TimedOut", "AutoSet"} <= seen
    if keen == 0:
        assert ("DealVoided" in seen) == (rules.nobody_bids == "redeal")
        assert ("BottomTurned" in seen) == (rules.nobody_bids == "flip_bottom")


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_who_came_in_during_the_deal_looks_at_what_can_be_seen(rules: RuleSet) -> None:
    """Again and again, from wherever the deal was; also what happened before is by the rules."""
    host = Gathering(MATCH, noise("host"))
    table = Hosted(rules, "late", host)
    came: list[tuple[Witness, int | None]] = []

    def tell(events: tuple[ev.Event, ...], match: Match) -> None:
        for guest, seat in came:
            guest.heard(batch(events, match, seat))
        if table.random.random() < 0.1 and match.phase not in ("ready", "won"):
            member = table.random.choice((*SEATED, WATCHES))
            guest = witness(member)
            guest.lost()
            guest.heard(batch((), match, SEATED.get(member)))
            came.append((guest, SEATED.get(member)))

    table.tell = tell
    for deal in (1, 2):
        came.clear()
        gather(host, witnesses(), deal)
        table.deal()
        opened = host.opened(deal, table.record)
        assert len(came) > 5
        for guest, _ in came:
            assert guest.awaited == deal
            assert guest.opened(opened) == Verdict(deal, partly=True)
            assert guest.awaited is None


def test_who_came_in_late_still_finds_a_swapped_card_and_another_shuffle() -> None:
    told = a_deal()
    for change in (swapped_cards(told.opened.events), another_shuffle(told)):
        guest = witness(12)
        guest.lost()
        for at in range(200, len(told.batches[12])):
            guest.heard(replace(told.batches[12][at], events=()) if at == 200 else told.batches[12][at])
        verdict = guest.opened(replace(told.opened, events=change))
        assert (verdict.fault, verdict.partly) == ("deck", True)


def test_a_real_table_with_time_limits_is_found_honest() -> None:
    """Its own record and batches, bots and time outs; every seat, and one who watches."""
    chance = random.Random(5)
    host = Gathering(MATCH, noise("host"))
    guests = witnesses()
    pace = replace(Pace().at_speed(0), turn=10.0)
    table = Table(new_match(preset("lezhong", end_level="3")), host, pace, None, 0.0)
    bot = RuleBot()
    now = 0.0
    for member, guest in guests.items():
        guest.heard(table.batch(SEATED.get(member)))
    while table.match.phase != "won" and table.match.deals_played < 3:
        match = table.match
        if match.phase == "ready" and not host.seed(match.deals_played + 1, 0):
            gather(host, guests, match.deals_played + 1, now)
            table.look(now)
        asked = [seat for seat in range(4) if table.ask(seat)]
        due = table.next_due()
        answer: co.SeatCommand | None = None
        seat = chance.choice(asked) if asked else 0
        if (ask := table.ask(seat)) and chance.random() < 0.8:
            answer = bot.answer(view(match, seat), ask.question)
        if answer:
            events = table.handle(seat, answer, now)
            assert isinstance(events, tuple)
        elif due is not None:
            now = max(now, due)
            events = table.tick(now)
        else:
            continue
        for member, guest in guests.items():
            guest.heard(table.batch(SEATED.get(member), events))
        if any(isinstance(event, ev.DealScored) for event in events):
            deal = table.match.deals_played
            opened = host.opened(deal, table.record)
            assert any(isinstance(event, ev.TimedOut) for event in opened.events)
            for guest in guests.values():
                assert guest.opened(opened) == Verdict(deal)


def test_who_started_the_program_anew_blames_nobody_for_a_seed_it_has_forgotten() -> None:
    told = a_deal(deals=1)
    guest = witness(12)
    guest.lost()
    bound = tuple(Entry(e.member, digest(MATCH, 1, e.member, e.value)) for e in told.opened.entries)
    assert guest.committed(Committed(1, bound)) is None
    for heard in told.batches[12]:
        guest.heard(heard)
    assert guest.opened(told.opened) == Verdict(1)


def test_what_is_told_with_the_end_of_a_deal_but_after_it_is_no_part_of_it() -> None:
    told = a_deal()
    for member, batches in told.batches.items():
        last = batches[-1]
        auto = (not last.view.auto[0], *last.view.auto[1:])
        after = ev.AutoSet(0, auto[0])
        batches[-1] = replace(last, events=(*last.events, after), view=replace(last.view, auto=auto))
        assert told.tell(member).opened(told.opened) == Verdict(2)
