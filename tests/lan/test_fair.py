"""The fair deal: the host gathers a seed of everybody, and none can choose theirs by the others'."""

import random
from collections.abc import Callable

import msgspec
import pytest

from game.engine import events as ev
from game.engine.chance import deal_seed
from game.lan.fair import LIMIT, Gathering, LeftOut, Round, Send, deck_seed, digest
from game.lan.wire import CallSeeds, Commit, Committed, Opened, Reveal
from game.lan.witness import Witness

MATCH = b"a match!"


def noise(seed: object) -> Callable[[int], bytes]:
    return random.Random(str(seed)).randbytes


def bound(member: int, deal: int, seed: bytes = bytes(32)) -> Commit:
    return Commit(deal, digest(MATCH, deal, member, seed))


def test_seeds_are_shown_only_when_all_are_bound_and_then_the_deal_has_one() -> None:
    host = Gathering(MATCH, noise("host"))
    host.call(1, (5, 6), 100.0)
    assert host.take() == [Send((5, 6), CallSeeds(1))]
    assert not host.reveal(5, Reveal(1, bytes(32)), 100.0), "too early"
    assert host.commit(5, bound(5, 1), 100.0)
    assert host.take() == []
    assert host.commit(6, bound(6, 1, b"6" * 32), 101.0)
    (send,) = host.take()
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
    assert [type(send.message) for send in host.take()] == [CallSeeds]
    host.tick(100.0 + LIMIT)
    (send,) = host.take()
    assert isinstance(send.message, Committed)
    assert [entry.member for entry in send.message.entries] == [0, 5, 6]
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
    host.take()
    host.back(6)
    assert host.take() == [Send((6,), CallSeeds(1))]
    host.commit(5, bound(5, 1), 1.0)
    host.gone(5, 1.0)
    assert host.take() == [], "6 is waited for again"
    host.commit(6, bound(6, 1), 1.0)
    (told,) = host.take()
    host.back(5)
    assert host.take() == [Send((5,), told.message)]
    assert host.reveal(5, Reveal(1, bytes(32)), 2.0)
    assert host.seed(1, 0) is None
    host.gone(6, 2.0)
    assert host.seed(1, 0)
    host.call(2, (6,), 3.0)
    assert host.seed(2, 0) is None, "who is asked is there"
    host.gone(6, 3.0)
    assert host.seed(2, 0), "the table itself always takes part"


def test_without_members_the_table_shuffles_alone() -> None:
    host = Gathering(MATCH)
    host.call(1, (0,), 0.0)
    assert host.seed(1, 0), "it need not be asked"
    assert [type(send.message) for send in host.take()] == [Committed]
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
    record: list[ev.Event] = [ev.DealScored(0, "dealer", 1, ("3", "2"), 0), ev.SeatReady(1)]

    def run(stop_after: int) -> tuple[str, Opened]:
        host = Gathering(MATCH, noise("host"))
        guests = {member: Witness(MATCH, member, member - 5, noise(member)) for member in (5, 6)}
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


def test_after_a_stop_whoever_is_waited_for_has_the_whole_time_again() -> None:
    host = Gathering(MATCH)
    assert host.state() is None
    host.call(1, (5,), 0.0)
    state = host.state()
    assert state
    again = Gathering.from_state(state, 1000.0)
    assert again.next_due() == 1000.0 + LIMIT
    again.tick(1000.0 + LIMIT)
    assert again.seed(1, 0)
