"""However messages fall together on the way, an honest host is not accused of anything."""

import random
from itertools import pairwise

import pytest
from fair_play import SEATED, WATCHES, a_deal
from lan_net import out_of_order

from game.engine import RuleSet, preset, redact
from game.lan import wire
from game.lan.chain import Chain
from game.lan.link import _merged
from game.lan.peer import Peer
from game.table.table import Batch

ONE = preset("lezhong", decks=1)


@pytest.mark.parametrize("rules", [ONE, preset("classic")], ids=lambda rules: f"{rules.preset} {rules.decks}")
@pytest.mark.parametrize("seed", range(4))
def test_messages_that_go_out_as_one(rules: RuleSet, seed: int) -> None:
    """What a slow guest was not told yet is put together: the ends of it may lie anywhere."""
    told = a_deal(rules, deals=2, seed=seed)
    chance = random.Random(seed)
    for member in (*SEATED, WATCHES):
        chain, waiting = Chain(), list[wire.Told]()
        for batch in told.batches[member]:
            new = wire.Told(batch, chain.add(batch.events))
            if waiting and waiting[-1].batch.events and batch.events and chance.random() < 0.7:
                waiting[-1] = _merged(waiting[-1], new)
            else:
                waiting.append(new)
        assert len(waiting) < len(told.batches[member])
        for message in waiting:
            told.guests[member].heard(message.batch)
        assert told.guests[member].opened(told.opened).fault is None


@pytest.mark.parametrize("missed", [1, 5, 40])
def test_the_first_thing_told_after_a_return_is_how_things_stand(missed: int) -> None:
    """Even where it comes with what has just happened: what came before that was not heard."""
    told = a_deal(ONE, deals=2, seed=1)
    seat, batches = 1, told.batches[12]
    peer = Peer(lambda: None, lambda message: None, lambda: None)
    chain = Chain()
    messages = [wire.Told(batch, chain.add(batch.events)) for batch in batches]
    welcome = wire.Welcome(b"a match!", 12, "Bo", bytes(16), 1)
    peer.deliver(welcome)
    gone = len(messages) // 2
    for message in messages[:gone]:
        peer.deliver(message)
    peer.lost("closed")
    peer.deliver(welcome)
    for message in messages[gone + missed :]:
        peer.deliver(message)
    heard = [batch for batch in peer.poll() if isinstance(batch, Batch)]
    assert not peer.split
    assert heard[gone].events == ()
    assert heard[gone].view == batches[gone + missed].view
    happened = [event for batch in batches for event in batch.events]
    assert out_of_order([event for batch in heard for event in batch.events], happened) is None
    peer.deliver(told.opened)
    assert peer.verdict
    assert peer.verdict.fault is None
    assert all(redact(event, seat) in happened for batch in heard for event in batch.events)
    assert all(a.revision <= b.revision for a, b in pairwise(heard))
