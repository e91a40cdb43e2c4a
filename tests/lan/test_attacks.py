"""What modified programs, unlucky moments and odd orders must not bring about at a table."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lan_play import FAST, Party, Seat, party, wait

from game.engine import Reason, Standing, new_match, preset, view
from game.engine import commands as co
from game.engine import events as ev
from game.lan import join as joining
from game.lan import wire
from game.lan.codec import HEAD, HostCodec
from game.lan.door import Door
from game.lan.limits import CONNECTIONS, CONNECTIONS_PER_ADDRESS, FRAME_TO_CLIENT
from game.lan.link import Link
from game.lan.open import open_table, reopen_table
from game.lan.peer import Peer
from game.lan.relay import Relay
from game.lan.room import Room
from game.lan.secure import Identity
from game.lan.witness import TOLD, Witness
from game.table.lock import Locked
from game.table.table import Batch, Pace, Refused


def on_loop(table: Party, job: Callable[[], None]) -> None:
    """Done by the host's loop when this returns."""
    done = threading.Event()

    def all_of_it() -> None:
        job()
        done.set()

    table.hosted._host.call(all_of_it)
    assert done.wait(10)


# the match: its start, its end, its journal


def test_a_journal_another_program_has_is_said_to_be_locked(tmp_path: Path) -> None:
    with party(tmp_path, guests=1) as table:
        table.start()
        table.play(lambda: table.host.batches)
        (path,) = (tmp_path / "matches").glob("*.journal")
        came: list[BaseException] = []

        def open_again() -> None:
            with pytest.raises(Locked) as caught:
                reopen_table(tmp_path / "other", path, FAST, lambda: None)
            came.append(caught.value)

        thread = threading.Thread(target=open_again, daemon=True)
        thread.start()
        thread.join(10)
        assert came, "it waits for ever"


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


# commands


def answers(guest: Seat, seq: int) -> list[object]:
    """What comes of a command, heard until there is something."""
    heard: list[object] = []

    def came() -> bool:
        for one in guest.peer.poll():
            mine = (isinstance(one, Batch) and one.taken == seq) or (
                isinstance(one, Refused) and one.command_id == seq
            )
            heard.extend([one] if mine else [])
        return bool(heard)

    wait(came)
    return heard


def say(guest: Seat, act: wire.Act) -> list[object]:
    guest.peer._waiting[act.seq] = act
    guest.peer.ask(act)
    return answers(guest, act.seq)


def test_a_command_that_was_never_done_is_not_said_to_be_taken(tmp_path: Path) -> None:
    with party(tmp_path, guests=1) as table:
        table.start()
        guest = table.guests[0]
        assert isinstance(say(guest, wire.Act(10, co.SetAuto(True), None))[0], Batch)
        (never,) = say(guest, wire.Act(7, co.SetAuto(False), None))
        assert isinstance(never, Refused)
        assert never.refusal.reason is Reason.STALE


def test_what_was_too_fast_stays_so_when_it_is_sent_again(tmp_path: Path) -> None:
    with party(tmp_path, guests=1) as table:
        table.start()
        guest = table.guests[0]
        reason = None
        seq = 0
        while reason is not Reason.TOO_FAST:
            seq += 1
            (said,) = say(guest, wire.Act(seq, co.Bury(()), None))
            assert isinstance(said, Refused)
            reason = said.refusal.reason
        assert seq == 21
        (again,) = say(guest, wire.Act(seq, co.Bury(()), None))
        assert isinstance(again, Refused)
        assert again.refusal.reason is Reason.TOO_FAST


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


# seats


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

        on_loop(table, both)
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
        on_loop(table, lambda: host._links[person.id].close())
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
                over.wait(0.0003)

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


# the door, the lobby, the outbox, the other's memory


def test_a_crowd_that_says_nothing_does_not_keep_a_member_from_coming_back() -> None:
    """From few addresses many connections: the newest of them are for who has none yet."""

    async def crowd() -> None:
        house = SimpleNamespace(identity=SimpleNamespace(server_context=lambda: None))
        door = Door(house)  # type: ignore[arg-type]  # nobody gets behind it
        served: list[str] = []

        async def let_in(reader: object, writer: Any, address: str) -> None:
            served.append(address)
            await asyncio.sleep(60)

        door._let_in = let_in  # type: ignore[assignment,method-assign]  # everybody is silent
        knocks = []

        async def knock(address: str) -> asyncio.Task[None]:
            writer = SimpleNamespace(
                get_extra_info=lambda _: (address, 1), transport=SimpleNamespace(abort=lambda: None)
            )
            task = asyncio.create_task(door.knock(None, writer))  # type: ignore[arg-type]
            knocks.append(task)
            for _ in range(3):
                await asyncio.sleep(0)
            return task

        for n in range(CONNECTIONS):
            await knock(f"10.0.0.{n // CONNECTIONS_PER_ADDRESS}")
        assert len(served) == CONNECTIONS
        for address in ("10.0.1.1", "10.0.1.2"):
            assert not (await knock(address)).done(), "there is room"
        assert sum(task.done() for task in knocks) == 2, "for each a silent one went"
        for _ in range(2 * CONNECTIONS):
            await knock("10.0.0.0")
        assert not any(task.done() for task in knocks[CONNECTIONS : CONNECTIONS + 2]), "none is pushed out"
        for task in knocks:
            task.cancel()
        await asyncio.gather(*knocks)
        assert not door._open
        assert not door._at_door

    asyncio.run(crowd())


def test_a_wish_that_changes_nothing_is_no_news_for_all() -> None:
    room = Room("桌", preset("lezhong"), wire.Options())
    host, guest = room.admit("甲", host=True), room.admit("乙")
    assert not isinstance(host, wire.Deny)
    assert not isinstance(guest, wire.Deny)
    room.changed = False
    for nothing in (
        wire.SetReady(False), wire.Sit(1), wire.SetBot(2, "normal"), wire.Place(1, 3),
        wire.SetRules(preset("classic")), wire.SetOptions(wire.Options(code=False)),
    ):  # fmt: skip
        room.handle(guest, nothing, 0.0)
        assert not room.changed, nothing
    room.handle(guest, wire.SetReady(True), 0.0)
    assert room.changed


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


def test_a_host_that_never_stops_telling_fills_no_memory() -> None:
    witness = Witness(bytes(8), 1, 0)
    seen = view(new_match(preset("lezhong")), 0)
    dealing = Batch(1, (ev.CardDealt(1, None),) * 100, seen, None)
    running = Batch(1, dealing.events, type(seen)(**{**as_dict(seen), "number": 1}), None)
    for _ in range(TOLD):
        witness.heard(running)
    (trail,) = witness._trails.values()
    assert sum(len(events) for events, _ in trail.heard) <= TOLD
    assert witness.opened(wire.Opened(1, (), ())).fault == "told"


def as_dict(seen: Any) -> dict[str, Any]:
    return {name: getattr(seen, name) for name in seen.__struct_fields__}


def test_over_is_over_whatever_comes_later() -> None:
    peer = Peer(lambda: None, lambda message: None, lambda for_good: None)
    peer.deliver(wire.Welcome(bytes(8), 1, "甲", bytes(16), 1))
    peer.leave()
    peer.deliver(wire.Welcome(bytes(8), 1, "甲", bytes(16), 1))
    peer.lost("closed")
    assert (peer.status.state, peer.status.why) == ("ended", "left")


# the way back


def test_somebody_who_says_to_have_the_table_does_not_keep_a_member_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table's id and its certificate's fingerprint are no secret; the certificate's key is."""
    with party(tmp_path, guests=1) as table, socket.create_server(("127.0.0.1", 0)) as door:
        host, guest = table.hosted._host, table.guests[0]
        context = Identity.load(tmp_path / "evil").server_context()
        visits: list[bool] = []

        def answer() -> None:
            while True:
                try:
                    caller, _ = door.accept()
                except OSError:
                    return
                visits.append(True)
                try:
                    with context.wrap_socket(caller, server_side=True) as other:
                        other.recv(1000)
                except OSError:
                    pass

        threading.Thread(target=answer, daemon=True).start()
        claim = SimpleNamespace(
            table_id=host.table,
            fingerprint=host.identity.fingerprint,
            address="127.0.0.1",
            port=door.getsockname()[1],
        )

        class Finder:
            def __init__(self, wake: Callable[[], None]) -> None: ...

            def start(self) -> None: ...

            def close(self) -> None: ...

            def tables(self) -> tuple[Any, ...]:
                return (claim,)

        connected = joining._connected

        async def troubled(address: str, port: int) -> Any:
            if port == host.port and not visits:
                raise joining.Unreachable("refused")
            return await connected(address, port)

        monkeypatch.setattr(joining, "Finder", Finder)
        monkeypatch.setattr(joining, "_connected", troubled)
        on_loop(table, lambda: host._links[guest.peer.status.me].close())
        wait(lambda: guest.peer.status.state == "lost")
        wait(lambda: guest.peer.status.state in ("there", "ended"))
        assert guest.peer.status.state == "there"
        assert visits
        door.shutdown(socket.SHUT_RDWR)
