"""A host that cheats in the deal is found out by its guests."""

import random
from typing import Any

import pytest
from fair_play import (
    ALL,
    KINDS,
    MATCH,
    SEATED,
    WATCHES,
    Hosted,
    Told,
    a_deal,
    another_shuffle,
    batch,
    gather,
    heard_by,
    noise,
    over_the_wire,
    swapped_cards,
    witness,
    witnesses,
)
from msgspec.structs import replace

from game.engine import Match, evolve, new_match
from game.engine import commands as co
from game.engine import events as ev
from game.engine.cards import cards_of
from game.lan.fair import LIMIT, Gathering, digest
from game.lan.wire import CallSeeds, Committed, Entry, Opened
from game.lan.witness import Verdict, Witness
from game.table.table import Batch


def all_say(fault: str | None) -> dict[int, str | None]:
    return dict.fromkeys(ALL, fault)


def test_without_cheating_there_is_no_fault() -> None:
    assert a_deal().faults() == all_say(None)


class Stacking(Hosted):
    """A host that deals from an order of its own, while it names the seed that all had made."""

    def do(self, seat: int | None, command: co.Command) -> None:
        super().do(seat, command)
        if isinstance(self.events[-1], ev.DealStarted):
            order = sorted(self.match.running.order)
            self.match = replace(self.match, deal=replace(self.match.running, order=tuple(order)))


def test_a_stacked_deck_is_found_by_all_though_they_were_told_what_was_dealt() -> None:
    host, guests = Gathering(MATCH, noise("host")), witnesses()
    table = Stacking(KINDS[1], "stacked", host)
    table.tell = heard_by(guests)
    table.tell((), table.match)
    gather(host, guests, 1)
    table.deal()
    opened = host.opened(1, table.record)
    assert {guest.opened(opened).fault for guest in guests.values()} == {"deck"}


def test_a_swapped_card_is_found_by_all() -> None:
    told = a_deal()
    assert told.faults(swapped_cards(told.opened.events)) == all_say("deck")


def test_another_shuffle_than_the_seeds_give_is_found_by_all() -> None:
    told = a_deal()
    assert told.faults(another_shuffle(told)) == all_say("deck")


def test_a_deal_dealt_again_from_a_seed_of_the_hosts_own_is_found() -> None:
    told = a_deal(keen=0.0, deals=1)
    events = list(told.opened.events)
    again = [i for i, event in enumerate(events) if isinstance(event, ev.DealStarted)]
    assert len(again) > 1
    assert told.faults() == all_say(None)
    told = a_deal(keen=0.0, deals=1)
    events[again[1]] = replace(events[again[1]], seed="the host's own")
    assert told.faults(events) == all_say("deck")


def test_a_seed_changed_afterwards_is_named_by_all() -> None:
    for member in (0, 13):
        told = a_deal()
        entries = tuple(
            Entry(entry.member, bytes(32)) if entry.member == member else entry
            for entry in told.opened.entries
        )
        for verdict in told.judge(entries=entries).values():
            assert (verdict.fault, verdict.member) == ("seeds", member)


def test_a_seed_added_afterwards_or_given_twice_is_found_by_all() -> None:
    told = a_deal()
    for entry in (Entry(15, bytes(32)), told.opened.entries[2]):
        told = a_deal()
        assert told.faults(entries=(*told.opened.entries, entry)) == all_say("seeds")


def test_the_host_can_not_leave_out_the_tables_own_seed() -> None:
    told = a_deal()
    for verdict in told.judge(entries=told.opened.entries[1:]).values():
        assert (verdict.fault, verdict.member) == ("seeds", 0)


def deal_without(left_out: int, stage: str) -> dict[int, Verdict]:
    """A deal shuffled without a member's seed, at this stage; what each finds."""
    host, guests = Gathering(MATCH, noise("host")), witnesses()
    heard_by(guests)((), new_match(KINDS[0]))
    asked = [member for member in SEATED if stage != "call" or member != left_out]
    host.call(1, asked, 0.0)
    for member in asked:
        said = guests[member].commit(CallSeeds(1))
        if stage != "commit" or member != left_out:
            assert host.commit(member, said, 0.0)
    if stage == "commit":
        host.tick(LIMIT)
    committed = host.take()[-1].message
    assert isinstance(committed, Committed)
    for member, guest in guests.items():
        reveal = guest.committed(committed)
        assert (reveal is None) == (member == WATCHES or (member == left_out and stage != "reveal"))
        if reveal and member != left_out:
            assert host.reveal(member, reveal, LIMIT)
    host.tick(2 * LIMIT)
    table = Hosted(KINDS[0], "left out", host)
    table.tell = heard_by(guests)
    table.deal()
    opened = host.opened(1, table.record)
    return {member: guest.opened(opened) for member, guest in guests.items()}


@pytest.mark.parametrize("stage", ["call", "commit", "reveal"])
def test_whose_seed_is_left_out_knows_it(stage: str) -> None:
    verdicts = deal_without(12, stage)
    mine = verdicts.pop(12)
    assert (mine.fault, mine.member, mine.left_out) == ("left_out", 12, (12,))
    for verdict in verdicts.values():
        assert verdict == Verdict(1, left_out=(12,) if stage == "reveal" else ())


def test_whose_connection_was_lost_blames_nobody_for_being_left_out() -> None:
    told = a_deal(deals=1)
    guest = witness(12)
    guest.commit(CallSeeds(1))
    guest.lost()
    committed = Committed(1, tuple(e for e in digests(told.opened) if e.member != 12))
    assert guest.committed(committed) is None
    for batch_told in told.batches[12]:
        guest.heard(batch_told)
    left = tuple(entry for entry in told.opened.entries if entry.member != 12)
    verdict = guest.opened(replace(told.opened, entries=left))
    assert verdict.left_out == (12,)
    assert verdict.fault == "deck", "told of a deck that his seed is in"


def digests(opened: Opened) -> tuple[Entry, ...]:
    return tuple(
        Entry(entry.member, digest(MATCH, opened.deal, entry.member, entry.value)) for entry in opened.entries
    )


def test_digests_told_twice_get_the_same_seed_and_other_digests_none() -> None:
    guest = witness(12)
    mine = guest.commit(CallSeeds(3))
    assert guest.commit(CallSeeds(3)) == mine, "one seed for a deal"
    all_bound = Committed(3, (Entry(0, bytes(32)), Entry(12, mine.digest)))
    reveal = guest.committed(all_bound)
    assert reveal
    assert digest(MATCH, 3, 12, reveal.seed) == mine.digest
    assert guest.committed(all_bound) == reveal
    other = Committed(3, (Entry(0, b"x" * 32), Entry(12, mine.digest)))
    assert guest.committed(other) is None, "the host chooses no seed after it has seen mine"
    for deal in range(4, 12):  # nor when the guest was made to forget
        guest.committed(Committed(deal, ()))
    assert guest.committed(other) is None
    assert guest.opened(Opened(3, (), ())).fault == "seeds"


def test_the_buried_cards_can_not_be_changed_afterwards() -> None:
    told = a_deal()
    events = list(told.opened.events)
    at = next(i for i, event in enumerate(events) if isinstance(event, ev.Buried))
    buried = events[at]
    assert isinstance(buried, ev.Buried)
    assert buried.cards
    match = told.start
    for event in events[:at]:
        match = evolve(match, event)
    spare = next(c for c in cards_of(match.running.hands[buried.seat]) if c not in buried.cards)
    events[at] = replace(buried, cards=(*buried.cards[1:], spare))
    # every event that follows from it is changed as well, as far as it goes
    verdicts = told.judge(events)
    assert {verdict.fault for verdict in verdicts.values()} == {"rules"}


def test_the_bottom_opened_is_the_one_that_was_shown() -> None:
    told = a_deal()
    events = list(told.opened.events)
    at = next(i for i, event in enumerate(events) if isinstance(event, ev.Buried))
    shown = next(i for i, event in enumerate(events) if isinstance(event, ev.BottomShown))
    buried, bottom = events[at], events[shown]
    assert isinstance(buried, ev.Buried)
    assert isinstance(bottom, ev.BottomShown)
    assert buried.cards
    turned = buried.cards[::-1]
    events[at], events[shown] = replace(buried, cards=turned), replace(bottom, cards=turned)
    assert told.faults(events) == all_say("told"), "the bottom was shown otherwise"


def told_another(told: Told, member: int, kind_: type[ev.Event], **changes: Any) -> dict[int, Verdict]:
    """One member is told something else, once, by an event of its own seat if it may know it alone."""
    done: list[ev.Event] = []

    def change(heard: Batch) -> Batch:
        for event in heard.events:
            own = getattr(event, "seat", None) == SEATED[member]
            if not done and isinstance(event, kind_) and (own or kind_ is ev.CardsPlayed):
                done.append(event)
                other = replace(event, **changes)
                events = tuple(other if e is event else e for e in heard.events)
                return replace(heard, events=events)
        return heard

    told.tell(member, change)
    assert done
    verdicts = {member: told.guests[member].opened(told.opened)}
    for other in told.guests:
        if other != member:
            verdicts[other] = told.tell(other).opened(told.opened)
    return verdicts


def test_who_was_told_another_card_than_was_dealt_knows_it() -> None:
    told = a_deal()
    card = next(e.card for e in told.opened.events if isinstance(e, ev.CardDealt) and e.seat == SEATED[13])
    assert card is not None
    verdicts = told_another(told, 13, ev.CardDealt, card=(card + 1) % 54)
    assert verdicts.pop(13) == Verdict(2, fault="told", seat=SEATED[13])
    assert {verdict.fault for verdict in verdicts.values()} == {None}


def test_who_was_told_of_another_play_than_the_others_knows_it() -> None:
    told = a_deal()
    first = next(e for e in told.opened.events if isinstance(e, ev.CardsPlayed))
    other = tuple((card + 1) % 54 for card in first.cards)
    verdicts = told_another(told, 14, ev.CardsPlayed, cards=other)
    assert verdicts.pop(14) == Verdict(2, fault="told", seat=first.seat)
    assert {verdict.fault for verdict in verdicts.values()} == {None}


@pytest.mark.parametrize("member", ALL)
def test_views_that_do_not_fit_the_events_are_found(member: int) -> None:
    wrongs: list[dict[str, Any]] = [
        {"points": 5},
        {"levels": ("3", "A")},
        {"counts": (1, 1, 1, 1)},
        {"seat": 3 - (member == 14)},
    ]
    for changes in wrongs:
        told = a_deal()
        at = len(told.batches[member]) // 2
        wrong = told.batches[member][at]
        told.batches[member][at] = replace(wrong, view=replace(wrong.view, **changes))
        assert told.faults()[member] == "told", changes


def test_a_deal_that_the_host_lets_end_otherwise_is_found() -> None:
    """Levels changed at the end, or between two deals."""
    told = a_deal()
    for at in (-1, 0):
        told = a_deal()
        for member in ALL:
            last = told.batches[member][at]
            told.batches[member][at] = replace(last, view=replace(last.view, levels=("A", "A")))
        assert told.faults() == all_say("told")


def test_a_match_that_goes_back_is_found() -> None:
    told = a_deal()
    guest = told.tell(12)
    for again in told.batches[12][-30:]:
        guest.heard(again)
    assert guest.opened(told.opened).fault == "told"


def test_an_illegal_play_let_through_is_found_by_all() -> None:
    """All hear of it, and all fits together; only it was not allowed."""

    class Lenient(Hosted):
        cheated = -1

        def do(self, seat: int | None, command: co.Command) -> None:
            deal = self.match.deal
            if self.cheated < 0 and self.match.phase == "playing" and deal and len(deal.plays) == 2:
                _, trump = deal.bound
                hand = cards_of(deal.hands[deal.turn])
                suit = trump.suit_of(deal.plays[0][0])
                off = [card for card in hand if trump.suit_of(card) != suit][: len(deal.plays[0])]
                if len(off) == len(deal.plays[0]) and len(off) + 2 < len(hand) - len(deal.plays[0]):
                    self.cheated = deal.turn
                    made = ev.CardsPlayed(deal.turn, tuple(off))
                    self.match = evolve(self.match, made)
                    self.record.append(made)
                    self.events.append(made)
                    self.tell((made,), self.match)
                    return
            super().do(seat, command)

    host, guests = Gathering(MATCH, noise("host")), witnesses()
    table = Lenient(KINDS[0], "lenient", host)
    table.tell = heard_by(guests)
    table.tell((), table.match)
    gather(host, guests, 1)
    table.deal()
    opened = host.opened(1, table.record)
    assert table.cheated >= 0
    assert {guest.opened(opened) for guest in guests.values()} == {
        Verdict(1, fault="rules", seat=table.cheated)
    }


def test_the_deal_of_another_time_is_not_this_one() -> None:
    told = a_deal()
    earlier = a_deal(deals=1).opened
    assert told.faults(earlier.events, entries=earlier.entries) == all_say("seeds")
    assert a_deal().faults(earlier.events) == all_say("deck")
    told = a_deal()
    later = {told.tell(member).opened(replace(told.opened, deal=7)).fault for member in SEATED}
    assert later == {"deck"}
    assert {told.guests[member].awaited for member in SEATED} == {2}, "that deal is still to be opened"
    late = witness(WATCHES)
    late.heard(told.batches[WATCHES][-1])
    assert late.opened(told.opened) == Verdict(2, partly=True)
    assert late.opened(a_deal(deals=1).opened).fault == "told", "not the deal that is over"


def test_half_a_record_is_not_a_deal() -> None:
    for cut in (0, 1, 60, -2, -1):
        told = a_deal()
        assert told.faults(told.opened.events[:cut]) == all_say("rules"), cut


def test_whatever_a_host_opens_nothing_is_raised() -> None:
    chance = random.Random(3)
    told = a_deal()
    for member in ALL:
        told.tell(member)
    rubbish: tuple[ev.Event, ...] = (
        ev.TrumpSet(0, "nonsense"),
        ev.StakeSet(1, 1 << 40),
        ev.MatchWon(99),
        ev.BidMade(2, ()),
    )
    rubbish += (ev.TimedOut(3),) * 1900
    for _ in range(60):
        events = list(told.opened.events)
        events[chance.randrange(len(events))] = chance.choice(rubbish)
        trail = a_guest_that_heard(told, 12)
        assert trail.opened(over_the_wire(replace(told.opened, events=tuple(events)))).fault
    guest = a_guest_that_heard(told, 12)
    assert guest.opened(replace(told.opened, events=rubbish)).fault == "rules"


def a_guest_that_heard(told: Told, member: int) -> Witness:
    guest = witness(member)
    guest.lost()
    for heard in told.batches[member]:
        guest.heard(heard)
    return guest


def test_digests_with_a_member_in_twice_get_no_seed() -> None:
    guest = witness(12)
    mine = Entry(12, guest.commit(CallSeeds(1)).digest)
    assert guest.committed(Committed(1, (mine, Entry(0, bytes(32)), mine))) is None
    assert guest.opened(Opened(1, (), ())).fault == "seeds"


def test_a_seed_that_was_not_mine_is_found_though_no_digests_were_told() -> None:
    guest = witness(12)
    guest.commit(CallSeeds(1))
    verdict = guest.opened(Opened(1, (Entry(0, bytes(32)), Entry(12, bytes(32))), ()))
    assert (verdict.fault, verdict.member, verdict.partly) == ("seeds", 12, True)


def test_who_was_back_before_the_seeds_were_called_may_blame_the_host() -> None:
    guest = witness(12)
    guest.lost()
    guest.commit(CallSeeds(1))
    assert guest.committed(Committed(1, (Entry(0, bytes(32)),))) is None
    assert guest.opened(Opened(1, (), ())).fault == "left_out"


def test_who_was_back_before_the_deal_was_over_may_blame_the_host_in_the_next() -> None:
    host, guests = Gathering(MATCH, noise("host")), witnesses()
    table, guest = Hosted(KINDS[0], "back", host), guests[12]

    def tell(events: tuple[ev.Event, ...], match: Match) -> None:
        if isinstance(events[0], ev.Buried):
            guest.lost()
        guest.heard(batch(events, match, SEATED[12]))

    guest.heard(batch((), table.match, SEATED[12]))
    table.tell = tell
    gather(host, guests, 1)
    table.deal()
    assert guest.opened(host.opened(1, table.record)) == Verdict(1)
    host.call(2, (), 0.0)
    table.tell = lambda events, match: guest.heard(batch(events, match, SEATED[12]))
    table.deal()
    assert guest.opened(host.opened(2, table.record)) == Verdict(2, "left_out", 12, None, (12,), True)


def test_a_guest_can_not_be_made_to_forget_what_it_heard() -> None:
    told = a_deal()
    told.batches[12][50] = replace(told.batches[12][50], events=(ev.MatchWon(1),))
    guest = told.tell(12)
    last = told.batches[12][-1]
    for number in range(50, 60):
        guest.heard(replace(last, events=(), view=replace(last.view, number=number, deals_played=number - 1)))
    guest.heard(replace(last, events=()))
    assert guest.opened(told.opened).fault == "told"
