"""One connection whose other end does not do its part."""

import asyncio
import contextlib
import socket
import time
from typing import Any

import pytest

from game.lan import wire
from game.lan.codec import GuestCodec, HostCodec
from game.lan.limits import DEAD, MESSAGES, QUEUED, SLOW
from game.lan.link import HIGH, Link, Lost, tune

HostLink = Link[wire.Asking, wire.Telling]


async def served(guest: socket.socket, talk: Any) -> tuple[str, float]:
    """What the host's end of a connection says of its end; and how long it took."""
    done: asyncio.Future[tuple[str, float]] = asyncio.get_running_loop().create_future()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tune(writer)
        link: HostLink = Link(reader, writer, HostCodec())
        began = time.monotonic()
        talking = asyncio.ensure_future(talk(link, writer))
        try:
            async with link.sending():
                while True:
                    await link.receive()
        except Lost as lost:
            done.set_result((str(lost), time.monotonic() - began))
        finally:
            talking.cancel()
            link.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    guest.setblocking(False)
    await asyncio.get_running_loop().sock_connect(guest, server.sockets[0].getsockname())
    try:
        return await asyncio.wait_for(done, 30)
    finally:
        server.close()


def test_who_does_not_read_is_cut_off_when_the_buffers_are_full(measure: Any) -> None:
    full: list[float] = []
    waiting = 0

    async def talk(link: HostLink, writer: asyncio.StreamWriter) -> None:
        nonlocal waiting
        while True:
            link.send(wire.Said(1, "Ann", "x" * 200))
            waiting = max(waiting, len(link._out), writer.transport.get_write_buffer_size() // 200)
            if not full and writer.transport.get_write_buffer_size() > HIGH:
                full.append(time.monotonic())
            await asyncio.sleep(0.002 if not full else 0.05)

    async def alive(guest: socket.socket) -> None:
        n = 0
        while True:
            n += 1
            with contextlib.suppress(OSError):
                guest.send(GuestCodec().encode(wire.Ping(n)))
            await asyncio.sleep(1)

    async def all_of_it() -> str:
        guest = socket.socket()
        guest.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        task = asyncio.ensure_future(served(guest, talk))
        await asyncio.sleep(0.2)
        signs = asyncio.ensure_future(alive(guest))
        why, _ = await task
        signs.cancel()
        guest.close()
        return why

    assert asyncio.run(all_of_it()) == "slow"
    took = time.monotonic() - full[0]
    measure("alive, but reads nothing: cut off after its buffers are full", took, "<= 5 s")
    assert took <= SLOW + 1
    assert waiting * 200 < QUEUED


async def _quiet(link: HostLink, writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(60)


def test_who_is_silent_is_cut_off(measure: Any) -> None:
    with socket.socket() as guest:
        why, took = asyncio.run(served(guest, _quiet))
    assert why == "silent"
    measure("silent: cut off after", took, f"{DEAD:.0f} s")
    assert DEAD - 0.1 <= took <= DEAD + 1


@pytest.mark.parametrize("sign", [wire.Ping(1), wire.Pong(1)])
def test_too_many_signs_of_life_are_a_flood(sign: wire.Ping | wire.Pong) -> None:
    async def all_of_it() -> str:
        with socket.socket() as guest:
            task = asyncio.ensure_future(served(guest, _quiet))
            await asyncio.sleep(0.2)
            await asyncio.get_running_loop().sock_sendall(
                guest, GuestCodec().encode(sign) * (MESSAGES[0] + 1)
            )
            return (await task)[0]

    assert asyncio.run(all_of_it()) == "flood"
