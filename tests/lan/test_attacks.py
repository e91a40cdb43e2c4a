"""What modified programs must not bring about at a table."""

import asyncio
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lan_play import Seat, party, wait
from msgspec.structs import replace

from game.engine import Reason, new_match, preset, view
from game.engine import commands as co
from game.engine import events as ev
from game.lan import join as joining
from game.lan import wire
from game.lan.door import Door
from game.lan.limits import CONNECTIONS, CONNECTIONS_PER_ADDRESS
from game.lan.peer import UNREAD, Peer
from game.lan.secure import Identity
from game.lan.witness import TOLD, Witness
from game.table.table import Batch, Refused


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


def test_a_host_that_never_stops_telling_is_left_by_a_guest_whose_screen_is_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game.lan.peer.UNHEARD", 50)
    hung_up: list[bool] = []
    peer = Peer(lambda: None, lambda message: None, hung_up.append)
    peer.deliver(wire.Welcome(bytes(8), 1, "甲", bytes(16), 1))
    told = wire.Told(Batch(1, (), view(new_match(preset("lezhong")), 0), None), bytes(32))
    for _ in range(200):
        peer.deliver(told)
        peer.deliver(wire.Said(1, "甲", "你好"))
    assert (peer.status.state, peer.status.why) == ("ended", "nonsense")
    assert hung_up == [False], "the seat is kept"
    assert len(peer.poll()) == 50
    for _ in range(2 * UNREAD):
        peer.deliver(wire.Said(1, "甲", "你好"))
    assert len(peer.talk()) == UNREAD


def test_a_table_that_never_stops_changing_does_not_keep_a_guests_disk_busy(tmp_path: Path) -> None:
    with party(tmp_path, guests=0) as table:
        written: list[str] = []
        peer = table.knock("乙")
        wait(lambda: peer.status.lobby)
        journey = peer._post.__self__  # type: ignore[attr-defined]  # of the way that carries its messages
        put = journey._memory.put
        journey._memory.put = lambda known: (written.append(known.title), put(known))
        lobby = table.hosted.lobby
        link = next(iter(table.hosted._host._links.values()))
        for n in range(200):
            frame = link._codec.encode(wire.LobbyIs(replace(lobby, name=f"桌 {n}")))
            table.on_loop(lambda frame=frame: link._writer.write(frame))
        wait(lambda: peer.status.lobby.name == "桌 199")
        assert 0 < len(written) <= 20
        peer.leave()


def as_dict(seen: Any) -> dict[str, Any]:
    return {name: getattr(seen, name) for name in seen.__struct_fields__}


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
        table.on_loop(lambda: host._links[guest.peer.status.me].close())
        wait(lambda: guest.peer.status.state == "lost")
        wait(lambda: guest.peer.status.state in ("there", "ended"))
        assert guest.peer.status.state == "there"
        assert visits
        door.shutdown(socket.SHUT_RDWR)
