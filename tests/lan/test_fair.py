"""The fair deal: all shuffle together, and whoever cheats is found out."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from engine_play import Table as Player
from msgspec.structs import replace

from game.bots.rule import RuleBot
from game.engine import Match, RuleSet, evolve, new_match, preset, redact, view
from game.engine import commands as co
from game.engine import events as ev
from game.engine.cards import cards_of
from game.engine.chance import deal_seed
from game.lan.fair import LIMIT, Gathering, LeftOut, Round, Send, deck_seed, digest
from game.lan.wire import CallSeeds, Commit, Committed, Entry, Opened, Reveal
from game.lan.witness import Verdict, Witness
from game.table.table import Batch, Pace, Table

MATCH = b"a match!"
SEATED = {11: 0, 12: 1, 13: 2, 14: 3}
"""Members and where they sit; another one only watches."""
WATCHES = 20

KINDS = (
    preset("lezhong", nobody_bids="redeal", throw_points=10, end_level="4"),
    preset("classic", nobody_bids="flip_bottom", end_level="4"),
    preset("popo", decks=3, end_level="4"),
    preset("lezhong", bidding="counter_to_end", settlement="silver", room="pass", end_level="4"),
    preset("lezhong", decks=1, nobody_bids="redeal", end_level="4"),
)


def kind(rules: RuleSet) -> str:
    return f"{rules.preset} {rules.decks} {rules.bidding} {rules.nobody_bids}"


def noise(seed: object) -> Callable[[int], bytes]:
    return random.Random(str(seed)).randbytes


def over_the_wire(message: Any) -> Any:
    """As it arrives at the other end."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(message), type=type(message))


def witness(member: int) -> Witness:
    return Witness(MATCH, member, SEATED.get(member), noise(member))


def witnesses() -> dict[int, Witness]:
    return {member: witness(member) for member in (*SEATED, WATCHES)}


def gather(host: Gathering, guests: dict[int, Witness], deal: int, now: float = 0.0) -> None:
    """The seeds of a deal, from all who sit."""
    host.call(deal, SEATED, now)
    while sends := host.take():
        for send in sends:
            for member in guests if send.to is None else send.to:
                message = over_the_wire(send.message)
                if isinstance(message, CallSeeds):
                    assert host.commit(member, guests[member].commit(message), now)
                elif reveal := guests[member].committed(message):
                    assert host.reveal(member, reveal, now)


class Hosted(Player):
    """A table whose seeds are gathered; seats run out of time and give themselves to the computer.

    ``told`` are the batches as they would be, by member; ``record`` the running deal's events.
    """

    def __init__(self, rules: RuleSet, seed: object, host: Gathering, keen: float = 0.5) -> None:
        super().__init__(rules, seed, keen=keen)
        self.host = host
        self.record: list[ev.Event] = []
        self.tell: Callable[[tuple[ev.Event, ...], Match], None] = lambda events, match: None

    def do(self, seat: int | None, command: co.Command) -> None:
        if isinstance(command, co.StartDeal):
            seed = self.host.seed(self.match.deals_played + 1, self.match.redeals)
            assert seed is not None
            command = co.StartDeal(seed)
            if not self.match.redeals:
                self.record.clear()
        elif seat is not None and self.random.random() < 0.1 and not isinstance(command, co.TableCommand):
            seat, command = None, co.TimeOut(seat, command)
        first = len(self.events)
        super().do(seat, command)
        made = tuple(self.events[first:])
        self.record += made
        self.tell(made, self.match)
        if self.match.phase != "won" and not isinstance(command, co.SetAuto) and self.random.random() < 0.03:
            who = self.random.randrange(4)
            self.do(who, co.SetAuto(not self.match.auto[who]))

    def deal(self) -> None:
        for seat in range(4):
            self.do(seat, co.Ready())
        super().deal()


def batch(events: Sequence[ev.Event], match: Match, seat: int | None) -> Batch:
    return Batch(0, tuple(redact(event, seat) for event in events), view(match, seat), None)


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
                guest.heard(over_the_wire(batch(events, match, seat)))

    for guest, seat in zip(guests.values(), (*range(4), None), strict=True):
        guest.heard(batch((), table.match, seat))
    table.tell = tell
    whole = 0
    seen: set[str] = set()
    for match in table.deals():
        deal = match.deals_played + 1
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


# Hosts that cheat


class Told(msgspec.Struct):
    """A deal as an honest host tells it; each batch by member; ``matches`` after each."""

    host: Gathering
    guests: dict[int, Witness]
    batches: dict[int, list[Batch]]
    opened: Opened
    start: Match

    def tell(self, member: int, change: Callable[[Batch], Batch] = lambda told: told) -> Witness:
        for told in self.batches[member]:
            self.guests[member].heard(change(told))
        return self.guests[member]

    def judge(self, events: Sequence[ev.Event] | None = None, **changes: Any) -> dict[int, Verdict]:
        """What each finds who was told everything, when the deal is opened with changes."""
        if events is not None:
            changes["events"] = tuple(events)
        opened = replace(self.opened, **changes)
        return {member: self.tell(member).opened(opened) for member in self.guests}

    def faults(self, events: Sequence[ev.Event] | None = None, **changes: Any) -> dict[int, str | None]:
        return {member: verdict.fault for member, verdict in self.judge(events, **changes).items()}


def a_deal(rules: RuleSet = KINDS[0], deals: int = 2, seed: object = 1, keen: float = 1.0) -> Told:
    """The last of so many deals; the guests have heard the others, and given their seeds to this one."""
    host, guests = Gathering(MATCH, noise("host")), witnesses()
    table = Hosted(rules, seed, host, keen=keen)
    batches: dict[int, list[Batch]] = {member: [] for member in guests}

    def tell(events: tuple[ev.Event, ...], match: Match) -> None:
        for member in guests:
            batches[member].append(batch(events, match, SEATED.get(member)))

    tell((), table.match)
    table.tell = tell
    for deal in range(1, deals + 1):
        start = table.match
        gather(host, guests, deal)
        table.deal()
        opened = host.opened(deal, table.record)
        if deal < deals:
            for member, guest in guests.items():
                for told in batches[member]:
                    guest.heard(told)
                assert guest.opened(opened) == Verdict(deal)
                batches[member].clear()
    return Told(host, guests, batches, opened, start)


ALL = (*SEATED, WATCHES)


def all_say(fault: str | None) -> dict[int, str | None]:
    return dict.fromkeys(ALL, fault)


def test_without_cheating_there_is_no_fault() -> None:
    assert a_deal().faults() == all_say(None)


def swapped_cards(events: Sequence[ev.Event]) -> tuple[ev.Event, ...]:
    """Two seats get each other's card."""
    dealt = [(i, event) for i, event in enumerate(events) if isinstance(event, ev.CardDealt)]
    one, mine = dealt[0]
    other, theirs = next(
        (i, event) for i, event in dealt if event.seat != mine.seat and event.card != mine.card
    )
    changed = list(events)
    changed[one], changed[other] = replace(mine, card=theirs.card), replace(theirs, card=mine.card)
    return tuple(changed)


def another_shuffle(told: Told) -> tuple[ev.Event, ...]:
    """A deal by the rules, of a deck the host liked better."""

    class Chosen(Gathering):
        def seed(self, number: int, redeals: int) -> str:
            return deal_seed("the host's own", number, redeals)

    start = replace(told.start, ready=(False,) * 4)
    table = Hosted(start.rules, "chosen", Chosen(MATCH), keen=1.0)
    table.start = table.match = start
    table.deal()
    return Gathering.opened(told.host, told.opened.deal, table.record).events


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

    def tell(events: tuple[ev.Event, ...], match: Match) -> None:
        for member, guest in guests.items():
            guest.heard(batch(events, match, SEATED.get(member)))

    tell((), table.match)
    table.tell = tell
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
    for member, guest in guests.items():
        guest.heard(batch((), new_match(KINDS[0]), SEATED.get(member)))
    asked = [member for member in SEATED if stage != "call" or member != left_out]
    host.call(1, asked, 0.0)
    for member in asked:
        said = guests[member].commit(CallSeeds(1))
        if stage != "commit" or member != left_out:
            assert host.commit(member, said, 0.0)
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

    def tell(events: tuple[ev.Event, ...], match: Match) -> None:
        for member, guest in guests.items():
            guest.heard(batch(events, match, SEATED.get(member)))

    table.tell = tell
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
    for deal in (1,):
        guest.commit(CallSeeds(deal))
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
        guest.commit(CallSeeds(deal))
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


def test_who_buried_knows_that_other_cards_were_buried_in_another_order_even() -> None:
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
    for changes in (
        {"points": 5},
        {"levels": ("3", "A")},
        {"counts": (1, 1, 1, 1)},
        {"seat": 3 - (member == 14)},
    ):
        told = a_deal()
        at = len(told.batches[member]) // 2
        wrong = told.batches[member][at]
        told.batches[member][at] = replace(wrong, view=replace(wrong.view, **changes))  # type: ignore[arg-type]
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

    def tell(events: tuple[ev.Event, ...], match: Match) -> None:
        for member, guest in guests.items():
            guest.heard(batch(events, match, SEATED.get(member)))

    tell((), table.match)
    table.tell = tell
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
    rubbish = (ev.TrumpSet(0, "nonsense"), ev.StakeSet(1, 1 << 40), ev.MatchWon(99), ev.BidMade(2, ()))
    rubbish += (ev.TimedOut(3),) * 1900  # type: ignore[assignment]
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


# Gathering the seeds


def sent(host: Gathering) -> list[Send]:
    return host.take()


def bound(member: int, deal: int, seed: bytes = bytes(32)) -> Commit:
    return Commit(deal, digest(MATCH, deal, member, seed))


def test_seeds_are_shown_only_when_all_are_bound_and_then_the_deal_has_one() -> None:
    host = Gathering(MATCH, noise("host"))
    host.call(1, (5, 6), 100.0)
    assert sent(host) == [Send((5, 6), CallSeeds(1))]
    assert not host.reveal(5, Reveal(1, bytes(32)), 100.0), "too early"
    assert host.commit(5, bound(5, 1), 100.0)
    assert sent(host) == []
    assert host.commit(6, bound(6, 1, b"6" * 32), 101.0)
    (send,) = sent(host)
    assert send.to is None
    assert isinstance(send.message, Committed)
    assert [entry.member for entry in send.message.entries] == [0, 5, 6]
    assert host.reveal(6, Reveal(1, b"6" * 32), 101.0)
    assert host.seed(1, 0) is None
    assert host.reveal(5, Reveal(1, bytes(32)), 101.0)
    state = host.state()
    assert state
    assert digest(MATCH, 1, 0, state.own) == send.message.entries[0].value
    assert host.next_due() is None
    seeds = {0: state.own, 5: bytes(32), 6: b"6" * 32}
    assert host.seed(1, 0) == deal_seed(deck_seed(MATCH, 1, seeds), 1, 0)
    assert host.seed(1, 1) == deal_seed(deck_seed(MATCH, 1, seeds), 1, 1)
    assert host.seed(2, 0) is None
    assert host.take_left_out() == []


def test_nobody_is_waited_for_longer_than_the_limit() -> None:
    host = Gathering(MATCH, noise("host"))
    host.call(1, (5, 6, 7), 100.0)
    host.commit(5, bound(5, 1), 101.0)
    host.commit(6, bound(6, 1), 101.0)
    assert host.next_due() == 100.0 + LIMIT
    host.tick(100.0 + LIMIT - 0.1)
    assert [type(send.message) for send in sent(host)] == [CallSeeds]
    host.tick(100.0 + LIMIT)
    (send,) = sent(host)
    assert [entry.member for entry in send.message.entries] == [0, 5, 6]  # type: ignore[union-attr]
    assert not host.commit(7, bound(7, 1), 105.1), "too late"
    assert host.next_due() == 100.0 + 2 * LIMIT
    host.reveal(6, Reveal(1, bytes(32)), 106.0)
    host.tick(100.0 + 2 * LIMIT)
    assert host.seed(1, 0)
    assert not host.reveal(5, Reveal(1, bytes(32)), 111.0), "too late"
    assert host.take_left_out() == [LeftOut(1, 7, "no digest"), LeftOut(1, 5, "no seed")]
    assert host.take_left_out() == []


def test_who_is_gone_is_not_waited_for_and_may_come_back_in_time() -> None:
    host = Gathering(MATCH, noise("host"))
    host.call(1, (5, 6), 0.0)
    host.gone(6, 0.0)
    sent(host)
    host.back(6)
    assert sent(host) == [Send((6,), CallSeeds(1))]
    host.commit(5, bound(5, 1), 1.0)
    host.gone(5, 1.0)
    assert sent(host) == [], "6 is waited for again"
    host.commit(6, bound(6, 1), 1.0)
    (told,) = sent(host)
    host.back(5)
    assert sent(host) == [Send((5,), told.message)]
    assert host.reveal(5, Reveal(1, bytes(32)), 2.0)
    assert host.seed(1, 0) is None
    host.gone(6, 2.0)
    assert host.seed(1, 0)
    host.call(2, (5,), 3.0)
    host.gone(5, 3.0)
    assert host.seed(2, 0), "the table itself always takes part"


def test_without_members_the_table_shuffles_alone() -> None:
    host = Gathering(MATCH)
    host.call(1, (), 0.0)
    assert host.seed(1, 0)
    assert [type(send.message) for send in sent(host)] == [Committed]
    seed = host.seed(1, 0)
    host.call(1, (5,), 0.0)
    assert host.seed(1, 0) == seed, "a deal is called once"


def test_what_does_not_belong_is_refused_quietly() -> None:
    host = Gathering(MATCH, noise("host"))
    assert not host.commit(5, bound(5, 1), 0.0), "nobody was asked"
    host.call(1, (5, 6), 0.0)
    assert not host.commit(9, bound(9, 1), 0.0), "not asked"
    assert not host.commit(0, bound(0, 1), 0.0), "the table speaks for itself"
    assert not host.commit(5, bound(5, 2), 0.0), "another deal"
    assert host.commit(5, bound(5, 1), 0.0)
    assert not host.commit(5, bound(5, 1, b"x" * 32), 0.0), "a second time"
    assert host.commit(6, bound(6, 1), 0.0)
    assert not host.reveal(5, Reveal(2, bytes(32)), 0.0)
    assert not host.reveal(0, Reveal(1, bytes(32)), 0.0)
    assert not host.reveal(5, Reveal(1, b"y" * 32), 0.0), "not what it was bound to"
    assert host.take_left_out() == [LeftOut(1, 5, "wrong seed")]
    assert not host.reveal(5, Reveal(1, bytes(32)), 0.0), "it had its chance"
    assert host.seed(1, 0) is None
    assert host.reveal(6, Reveal(1, bytes(32)), 0.0)
    assert host.seed(1, 0), "without 5"


@pytest.mark.parametrize("other", [(MATCH, 1, 5), (MATCH, 2, 6), (b"another!", 2, 5)])
def test_a_replayed_commit_does_not_pass(other: tuple[bytes, int, int]) -> None:
    """Of an earlier deal, another member, another table: the seed that fits it there fits nothing here."""
    host = Gathering(MATCH, noise("host"))
    host.call(2, (5,), 0.0)
    assert not host.commit(5, Commit(1, digest(*other, bytes(32))), 0.0)
    host.commit(5, Commit(2, digest(*other, bytes(32))), 0.0)
    assert not host.reveal(5, Reveal(2, bytes(32)), 0.0)


def test_every_part_counts_for_the_seed_of_a_deal() -> None:
    seeds = {0: bytes(32), 5: b"5" * 32}
    one = deck_seed(MATCH, 1, seeds)
    assert one == deck_seed(MATCH, 1, dict(reversed(seeds.items())))
    others = {
        deck_seed(b"another!", 1, seeds),
        deck_seed(MATCH, 2, seeds),
        deck_seed(MATCH, 1, {0: bytes(32)}),
        deck_seed(MATCH, 1, {0: bytes(32), 6: b"5" * 32}),
        deck_seed(MATCH, 1, {0: b"5" * 32, 5: bytes(32)}),
    }
    assert len(others - {one}) == 5


def test_a_host_that_was_stopped_goes_on_where_it_was() -> None:
    """After every step; the deal has the same seed as without the stop, and can be opened."""
    record = [ev.DealScored(0, "dealer", 1, ("3", "2"), 0), ev.SeatReady(1)]

    def run(stop_after: int) -> tuple[str, Opened]:
        host, guests = Gathering(MATCH, noise("host")), {5: witness(5), 6: witness(6)}
        host.call(1, guests, 0.0)
        steps = 0
        while True:
            if steps == stop_after:
                kept = msgspec.msgpack.decode(msgspec.msgpack.encode(host.state()), type=Round)
                host = Gathering.from_state(kept, 50.0, noise("other"))
                for member in guests:
                    host.back(member)
            steps += 1
            sends = host.take()
            if not sends:
                break
            for send in sends:
                for member in guests if send.to is None else send.to:
                    if isinstance(send.message, CallSeeds):
                        host.commit(member, guests[member].commit(send.message), 1.0)
                    elif reveal := guests[member].committed(send.message):
                        host.reveal(member, reveal, 1.0)
        seed = host.seed(1, 0)
        assert seed
        opened = host.opened(1, record)
        assert opened.events == tuple(record[:1]), "what comes after is no part of the deal"
        return seed, opened

    assert len({run(stop) for stop in (0, 1, 2, 99)}) == 1


def test_what_is_not_over_or_not_gathered_is_not_opened() -> None:
    host = Gathering(MATCH)
    with pytest.raises(ValueError, match="not at hand"):
        host.opened(1, [])
    host.call(1, (5,), 0.0)
    with pytest.raises(ValueError, match="not at hand"):
        host.opened(1, [])
    host.gone(5, 0.0)
    with pytest.raises(ValueError, match="not over"):
        host.opened(1, [ev.SeatReady(0)])
