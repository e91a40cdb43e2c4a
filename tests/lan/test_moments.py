"""What unlucky moments and odd orders must not bring about at a table."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lan_play import FAST, Party, Seat, party, wait

from game.engine import Standing, new_match, preset, view
from game.engine import commands as co
from game.engine import events as ev
from game.lan import join as joining
from game.lan import wire
from game.lan.codec import HEAD, HostCodec
from game.lan.limits import FRAME_TO_CLIENT
from game.lan.link import Link
from game.lan.open import open_table, reopen_table
from game.lan.peer import Peer
from game.lan.relay import Relay
from game.lan.room import Room
from game.table.lock import Locked
from game.table.table import Batch, Pace


def in_time(job: Callable[[], None]) -> None:
    """The job ends by itself, and well."""
    ended: list[bool] = []
    thread = threading.Thread(target=lambda: (job(), ended.append(True)), daemon=True)
    thread.start()
    thread.join(10)
    assert ended, "it waits for ever, or failed"


# The match: its start, its end, its journal


def test_a_journal_another_program_has_is_said_to_be_locked(tmp_path: Path) -> None:
    with party(tmp_path, guests=1) as table:
        table.start()
        table.play(lambda: table.host.batches)
        (path,) = (tmp_path / "matches").glob("*.journal")

        def open_again() -> None:
            with pytest.raises(Locked):
                reopen_table(tmp_path / "other", path, FAST, lambda: None)

        in_time(open_again)


def test_a_standing_that_does_not_fit_the_rules_is_said_and_the_lobby_stays(tmp_path: Path) -> None:
    hosted = open_table(
        tmp_path / "host", tmp_path / "m", "桌", "甲", preset("lezhong", 1), wire.Options(), FAST,
        lambda: None, port=0, standing=Standing(("K", "5"), 0, 12),
    )  # fmt: skip
    try:
        assert hosted.peer
        seat = Seat(hosted.peer)
        table = Party(tmp_path, hosted, [seat])
        hosted.peer.ask(wire.SetRules(preset("lezhong", 1, end_level="9")))
        hosted.peer.ask(wire.Start())
        table.play(lambda: seat.stopped)
        assert not hosted.lobby.playing
        assert not list((tmp_path / "m").glob("*")), "no match without a beginning"
        hosted.peer.ask(wire.SetRules(preset("lezhong", 1)))
        hosted.peer.ask(wire.Start())
        table.play(lambda: seat.batches)
        assert seat.last.view.levels == ("K", "5")
    finally:
        hosted.close()


def test_nothing_of_a_match_put_away_comes_after_the_lobby(tmp_path: Path) -> None:
    with party(tmp_path, guests=1) as table:
        table.start()
        guest = table.guests[0]
        table.play(lambda: guest.batches)
        running = table.hosted._host._running
        assert running
        session = running.relay._places[guest.peer.status.me].session
        table.host.peer.ask(wire.Reopen())
        wait(lambda: not guest.peer.status.lobby.playing)
        guest.peer.poll()
        session.hear(running._runner._table.batch(1))  # the runner's thread was about to say it
        table.host.peer.ask(wire.Phrase(1))
        wait(guest.peer.talk)
        assert not guest.peer.poll()


def test_commands_of_one_match_are_not_sent_again_in_the_next() -> None:
    posted: list[wire.Asking] = []
    peer = Peer(lambda: None, posted.append, lambda: None)
    lobby = Room("桌", preset("lezhong"), wire.Options()).lobby(0.0)
    peer.deliver(wire.Welcome(bytes(8), 1, "甲", bytes(16), 1))
    peer.send(co.SetAuto(True))
    peer.deliver(wire.LobbyIs(lobby))
    posted.clear()
    peer.deliver(wire.Welcome(bytes(8), 1, "甲", bytes(16), 1))
    assert not posted


def test_over_is_over_whatever_comes_later() -> None:
    peer = Peer(lambda: None, lambda message: None, lambda for_good: None)
    peer.deliver(wire.Welcome(bytes(8), 1, "甲", bytes(16), 1))
    peer.leave()
    peer.deliver(wire.Welcome(bytes(8), 1, "甲", bytes(16), 1))
    peer.lost("closed")
    assert (peer.status.state, peer.status.why) == ("ended", "left")


def test_who_was_put_out_as_too_slow_knows_that_it_may_have_missed_something(tmp_path: Path) -> None:
    with party(tmp_path, guests=1) as table:
        table.start()
        guest = table.guests[0]
        table.play(lambda: guest.batches and guest.last.view.phase == "playing")
        witness = guest.peer._witness
        assert witness
        assert not witness._lost
        heard: list[str] = []
        change = guest.peer._change

        def watched(**changes: Any) -> None:
            heard.append(str(changes.get("state")))
            change(**changes)

        guest.peer._change = watched  # type: ignore[method-assign]
        host = table.hosted._host
        table.on_loop(lambda: host._links[guest.peer.status.me].close(wire.Gone("slow")))
        wait(lambda: "there" in heard)
        assert heard[0] == "lost"
        assert witness._lost


def test_a_name_the_system_looks_for_long_does_not_hold_up_who_gives_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, found = threading.Event(), threading.Event()

    def looks(*what: object, **how: object) -> None:
        asked.set()
        found.wait(10)
        raise OSError("no such name")

    monkeypatch.setattr("socket.getaddrinfo", looks)
    peer = joining.join(tmp_path, "nowhere.example", 27100, "甲", None, lambda: None)
    assert asked.wait(10)
    began = time.monotonic()
    peer.leave()
    took = time.monotonic() - began
    found.set()
    assert took < 1.0


def test_a_pc_without_sockets_left_is_told_so_and_does_not_wait_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left(describe: object) -> None:
        raise OSError(24, "too many open files")

    monkeypatch.setattr("game.lan.host.Answerer", none_left)

    def open_one() -> None:
        with pytest.raises(OSError, match="too many open files"):
            open_table(
                tmp_path / "host", tmp_path / "m", "桌", "甲", preset("lezhong"), wire.Options(), FAST,
                lambda: None, port=0,
            )  # fmt: skip

    in_time(open_one)


def test_who_could_not_be_welcomed_is_not_said_to_be_there(tmp_path: Path) -> None:
    with party(tmp_path, guests=1) as table:
        table.start()
        guest, host = table.guests[0], table.hosted._host
        assert host._running
        me = guest.peer.status.me
        tried = threading.Event()

        def broken(person: object) -> None:
            tried.set()
            raise RuntimeError("broken")

        host._running.entered = broken  # type: ignore[method-assign]
        table.on_loop(lambda: host._links[me].close())
        assert tried.wait(10), "it comes back by itself"
        guest.peer._hang_up(False)
        wait(lambda: me not in host._links and host.room.people[me].gone is not None, 5)
        wait(lambda: table.hosted.lobby.member(me).away is not None)


# Seats


def test_a_seat_taken_by_one_of_the_same_name_is_not_the_computers(tmp_path: Path) -> None:
    with party(tmp_path) as table:
        table.start()
        leaver = table.guests[2]
        table.play(lambda: leaver.batches)
        table.seats.remove(leaver)
        host = table.hosted._host
        running = host._running
        assert running
        gate = threading.Event()
        running._runner._call(lambda: gate.wait(10) and None)  # the runner is busy meanwhile
        old = host.room.people[leaver.peer.status.me]

        def both() -> None:
            host._puts_out(old, None)
            new = host.room.admit(old.name)
            assert not isinstance(new, wire.Deny)
            host._asked(new, wire.Sit(3))
            assert host.room.seat_waiting() == [new]
            running.relay.enter(new)

        table.on_loop(both)
        gate.set()
        done = threading.Event()
        running._runner._call(done.set)
        assert done.wait(10)
        assert 3 not in running._runner._brains
        assert running._runner.seats[3].name == old.name
        leaver.peer._hang_up(False)


def test_who_missed_turns_while_away_has_the_seat_back_on_return(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "WAITS", (2.0,))  # so that it is away when the turns are missed
    with party(tmp_path, options=wire.Options(turn=20, countdown=180)) as table:
        table.start()
        guest = table.guests[0]
        table.play(lambda: guest.batches and guest.last.view.phase == "playing")
        host = table.hosted._host
        running = host._running
        assert running
        runner = running._runner
        person = host.room.people[guest.peer.status.me]
        table.on_loop(lambda: host._links[person.id].close())
        wait(lambda: guest.peer.status.state == "lost")
        guest.plays = False
        runner._call(lambda: runner._publish(runner._table._take(1, co.SetAuto(True), time.monotonic())))
        table.play(lambda: guest.peer.status.state == "there" and person.gone is None)
        table.play(lambda: ev.AutoSet(1, False) in table.host.public)


def test_who_leaves_amid_many_messages_is_gone_at_once(tmp_path: Path) -> None:
    with party(tmp_path, guests=0, options=wire.Options(spectators=True)) as table:
        host = table.hosted._host
        over = threading.Event()

        def talk() -> None:
            while not over.is_set():
                host.call(
                    lambda: [link.send(wire.Said(1, "甲", "!")) for link in host._links.values()] and None
                )
                over.wait(0.002)

        thread = threading.Thread(target=talk)
        thread.start()
        try:
            guests = [table.guest(f"客{n}", watch=True) for n in range(8)]
            for guest in guests:
                guest.peer.leave()
            table.seats[1:] = []
            left = [guest.peer.status.me for guest in guests]
            wait(lambda: not any(table.hosted.lobby.member(member) for member in left), 3)
        finally:
            over.set()
            thread.join()


# What waits to be told


def test_a_slow_moment_of_the_host_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one member is told something a whole deal is dealt."""
    batch, slept = Relay._batch, []

    def slow(relay: Relay, person: Any, place: Any, heard: Batch) -> None:
        if person.seat is None and heard.view.undealt and not slept:
            slept.append(True)
            running = relay._runner
            wait(lambda: running._table.match.phase != "dealing" or running._table.match.running.dealt)
        batch(relay, person, place, heard)

    monkeypatch.setattr(Relay, "_batch", slow)
    rules, options = preset("lezhong", 2), wire.Options(spectators=True)
    with party(tmp_path, guests=1, rules=rules, options=options, pace=Pace(0, 0, 0, grace=0.1)) as table:
        for name in ("看客", "过客"):
            table.guest(name, watch=True)
        table.start()
        table.play(lambda: all(seat.batches and seat.last.view.phase == "playing" for seat in table.seats))
        assert slept
        for seat in table.seats:
            dealt = [event for event in seat.public if isinstance(event, ev.CardDealt)]
            assert len(dealt) == 100
            assert not seat.peer.split


def outbox() -> Link[wire.Asking, wire.Telling]:
    transport = SimpleNamespace(set_write_buffer_limits=lambda *_: None)
    return Link(None, SimpleNamespace(transport=transport), HostCodec())  # type: ignore[arg-type]  # unused


def told(revision: int, events: tuple[ev.Event, ...]) -> wire.Told:
    seen = view(new_match(preset("lezhong")), None)
    return wire.Told(Batch(revision, events, seen, None), bytes(32))


def test_what_waits_for_a_slow_reader_still_fits_into_frames() -> None:
    link = outbox()
    for n in range(5000):
        link.send(told(n, (ev.CardDealt(n % 4, None),)))
    codec = HostCodec()
    sent = list(link._out)
    assert len(sent) < 40, "many go together"
    assert all(len(codec.encode(message)) - HEAD <= FRAME_TO_CLIENT for message in sent)  # type: ignore[arg-type]
    assert sum(len(message.batch.events) for message in sent if isinstance(message, wire.Told)) == 5000


def test_a_lobby_does_not_overtake_the_end_of_a_match() -> None:
    room = Room("桌", preset("lezhong"), wire.Options())
    link = outbox()
    room.playing = True
    link.send(wire.LobbyIs(room.lobby(0.0)))
    link.send(wire.LobbyIs(room.lobby(0.0)))
    link.send(told(1, (ev.SeatReady(0),)))
    room.playing = False
    link.send(wire.LobbyIs(room.lobby(0.0)))
    kinds = [message.lobby.playing if isinstance(message, wire.LobbyIs) else "told" for message in link._out]
    assert kinds == [True, "told", False]
