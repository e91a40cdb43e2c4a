"""What one member says costs the others little, and a table that had to stop says so to all."""

from pathlib import Path

import pytest
from lan_play import Seat, party, wait

from game.lan import wire
from game.lan.codec import HostCodec
from game.lan.join import rejoin
from game.lan.limits import LOBBIES
from game.lan.remember import Memory


def test_the_lobby_is_told_so_often_and_no_more_and_ends_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[wire.Telling] = []
    encode = HostCodec.encode

    def heard(codec: HostCodec, message: wire.Telling) -> bytes:
        told.append(message)
        return encode(codec, message)

    with party(tmp_path, guests=3) as table:
        monkeypatch.setattr(HostCodec, "encode", heard)
        restless, *others = table.guests
        for n in range(61):
            restless.peer.ask(wire.SetReady(n % 2 == 0))
        restless.peer.ask(wire.Phrase(1))
        wait(lambda: all(seat.peer.talk() for seat in others))
        lobbies = sum(isinstance(message, wire.LobbyIs) for message in told)
        assert lobbies <= LOBBIES[0] * len(table.guests)
        wait(lambda: all(seat.peer.status.lobby.at(1).ready for seat in others))


def test_who_comes_to_a_table_that_had_to_stop_hears_of_it(tmp_path: Path) -> None:
    with party(tmp_path, guests=2) as table:
        table.start()
        first, second = table.guests
        table.play(lambda: first.batches and second.batches)
        running = table.hosted._host._running
        assert running

        def full(events: object) -> None:
            raise OSError("no space left")

        running._runner._call(lambda: setattr(running._runner._table._journal, "append", full))
        table.play(lambda: first.stopped)
        second.peer._hang_up(False)
        table.seats.remove(second)
        (known,) = Memory(tmp_path / "guest 丙").all()
        back = Seat(rejoin(tmp_path / "guest 丙", known, lambda: None))
        table.seats.append(back)
        late = table.guest("丁")
        table.play(lambda: back.stopped and late.stopped)
