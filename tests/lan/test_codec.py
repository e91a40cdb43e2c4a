"""Messages to bytes and back: nothing changes on the way, little is sent, and what is none is refused."""

import asyncio
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from game.bots.rule import RuleBot
from game.engine import commands as co
from game.engine import new_match, preset, view
from game.lan import wire
from game.lan.codec import HEAD, BadFrame, GuestCodec, HostCodec, read_frame
from game.lan.limits import FRAME_FROM_CLIENT, FRAME_TO_CLIENT, PROTOCOL
from game.lan.room import Room
from game.table.table import MatchSeeds, Pace, Table, Timer

CHAIN = bytes(range(32))


def play(table: Table) -> Any:
    """Every batch's events of a deal, and the deal after them begun."""
    bot, now = RuleBot(), 0.0
    while table.match.deals_played < 1:
        seat = next((s for s in range(4) if table.ask(s)), None)
        ask = None if seat is None else table.ask(seat)
        command = bot.answer(view(table.match, seat), ask.question) if ask else None
        if seat is not None and command:
            events = table.handle(seat, command, now)
        else:
            now = max(now, table.next_due() or now)
            events = table.tick(now)
        assert events
        assert isinstance(events, tuple)
        yield events


@pytest.mark.parametrize("decks", [1, 2, 4])
@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_a_deal_goes_over_the_line_unchanged_and_small(decks: int, seat: int | None) -> None:
    table = Table(new_match(preset("lezhong", decks)), MatchSeeds("wire"), Pace(0, 0, 0, 1, 20), None, 0.0)
    host, guest = HostCodec(lambda: 0.0), GuestCodec(lambda: 0.0)
    total = 0
    for events in play(table):
        told = wire.Told(table.batch(seat, events), CHAIN)
        frame = host.encode(told)
        assert int.from_bytes(frame[:HEAD], "big") == len(frame) - HEAD <= FRAME_TO_CLIENT
        heard = guest.decode(frame[HEAD:])
        assert isinstance(heard, wire.Told)
        assert replace(heard.batch, timer=None) == replace(told.batch, timer=None)
        assert heard.chain == CHAIN
        total += len(frame)
    assert total < 80_000 * decks, "a deal of minutes fits a slow line"


def test_time_left_does_not_depend_on_whose_clock() -> None:
    table = Table(new_match(preset("lezhong", 1)), MatchSeeds("wire"), Pace(0, 0, 0, 1, 20), None, 1000.0)
    batch = table.batch(0)
    assert batch.timer == Timer(1040.0, 40.0)
    frame = HostCodec(lambda: 1010.0).encode(wire.Told(batch, CHAIN))
    heard = GuestCodec(lambda: 5.0).decode(frame[HEAD:])
    assert isinstance(heard, wire.Told)
    assert heard.batch.timer == Timer(35.0, 40.0)


def test_a_new_connection_is_told_the_whole_view() -> None:
    table = Table(new_match(preset("lezhong", 1)), MatchSeeds("wire"), Pace(0, 0, 0, 1), None, 0.0)
    host = HostCodec()
    host.encode(wire.Told(table.batch(0), CHAIN))
    second = host.encode(wire.Told(table.batch(0), CHAIN))
    with pytest.raises(BadFrame):
        GuestCodec().decode(second[HEAD:])  # only what has changed since a first one it never had
    again = GuestCodec().decode(HostCodec().encode(wire.Told(table.batch(0), CHAIN))[HEAD:])
    assert isinstance(again, wire.Told)
    assert again.batch.view == view(table.match, 0)


ASKING: list[wire.Asking] = [
    wire.Hello(PROTOCOL, "1", bytes(32), "名", bytes(16)),
    wire.Hello(PROTOCOL, "1", bytes(32), "名", picture=(5, 11, 255)),
    wire.Proof(bytes(33), bytes(32)),
    wire.Sit(None),
    wire.SetBot(3, "normal"),
    wire.SetRules(preset("popo", 3)),
    wire.SetOptions(wire.Options(turn=60)),
    wire.Say("你好"),
    wire.Act(7, co.Play((3, 3)), 12),
    wire.Act(8, co.SetAuto(True), None),
    wire.Commit(1, bytes(32)),
    wire.Bye(),
]


@pytest.mark.parametrize("message", ASKING, ids=lambda message: type(message).__name__)
def test_what_guests_say_arrives(message: wire.Asking) -> None:
    frame = GuestCodec().encode(message)
    assert len(frame) <= FRAME_FROM_CLIENT
    assert HostCodec().decode(frame[HEAD:]) == message


def packed(**fields: object) -> bytes:
    return msgspec.msgpack.encode(fields)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        packed(),
        packed(**{"is": "Nothing"}),
        packed(**{"is": "Sit"}),
        packed(**{"is": "Sit", "seat": 4}),
        packed(**{"is": "Sit", "seat": -1}),
        packed(**{"is": "Sit", "seat": True}),
        packed(**{"is": "Sit", "seat": 1, "more": 1}),
        packed(**{"is": "Say", "text": "x" * 201}),
        packed(**{"is": "Say", "text": ""}),
        packed(**{"is": "Phrase", "n": wire.PHRASES}),
        packed(**{"is": "Commit", "deal": 1, "digest": bytes(31)}),
        packed(**{"is": "Act", "seq": 1, "answers": 1, "command": {"type": "Play", "cards": [54]}}),
        packed(**{"is": "Act", "seq": 1, "answers": 1, "command": {"type": "Play", "cards": [-1]}}),
        packed(**{"is": "Act", "seq": 1, "answers": 1, "command": {"type": "Play", "cards": [1] * 217}}),
        packed(**{"is": "Act", "seq": 1, "answers": 1, "command": {"type": "StartDeal", "seed": "a"}}),
        packed(**{"is": "Act", "seq": 1, "answers": 1, "command": {"type": "TimeOut", "seat": 1}}),
        packed(**{"is": "Act", "seq": -1, "answers": 1, "command": {"type": "Ready"}}),
        packed(**{"is": "SetRules", "rules": {"decks": 9}}),
        packed(**{"is": "SetRules", "rules": {"must_play": ["A"], "end_level": "5"}}),
        packed(**{"is": "SetOptions", "options": {"turn": 0}}),
        packed(**{"is": "Welcome", "table": bytes(8)}),
        packed(**{"is": "Sit", "seat": 1}) + b"\x00",
        b"\x91" * 60_000 + b"\xc0",
        b"\x81\xa2is\x81" * 2000,
        b"\xdd\xff\xff\xff\xff",
        b"GET / HTTP/1.1\r\n\r\n",
    ],
)
def test_what_makes_no_sense_is_refused(data: bytes) -> None:
    with pytest.raises(BadFrame):
        HostCodec().decode(data)


HELLO = {"is": "Hello", "protocol": PROTOCOL, "game": "1", "digest": bytes(32), "name": "名"}
NO_PICTURES = [
    (), (1, 2), (1, 2, 3, 4), (0, 0, 256), (-1, 0, 0), (0, 1.5, 0), (0, "1", 0), "abc", b"abc", 7, True,
    {"shape": 1, "colour": 1, "mark": 1}, [[1, 2, 3]], (1 << 64 - 1, 0, 0), (None, None, None),
]  # fmt: skip


@pytest.mark.parametrize("picture", NO_PICTURES, ids=repr)
def test_what_is_no_picture_is_refused(picture: object) -> None:
    with pytest.raises(BadFrame):
        HostCodec().decode(packed(**HELLO, picture=picture))
    member = {"id": 1, "name": "名", "seat": 0, "picture": picture}
    lobby = msgspec.to_builtins(Room("桌", preset("lezhong"), wire.Options()).lobby(0.0))
    with pytest.raises(BadFrame):
        GuestCodec().decode(packed(**{"is": "LobbyIs", "lobby": {**lobby, "members": [member]}}))
    member["picture"] = (1, 2, 3)
    GuestCodec().decode(packed(**{"is": "LobbyIs", "lobby": {**lobby, "members": [member]}}))


def test_a_greeting_of_another_version_is_understood_so_far_that_it_can_be_answered() -> None:
    later = HostCodec().decode(packed(**{**HELLO, "protocol": PROTOCOL + 1}, wishes={"tea": [1]}))
    assert isinstance(later, wire.Hello)
    assert later.protocol == PROTOCOL + 1
    earlier = HostCodec().decode(packed(**{**HELLO, "protocol": 1}))
    assert isinstance(earlier, wire.Hello)
    assert earlier.picture is None


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_are_a_message_or_refused(data: bytes) -> None:
    for codec in (HostCodec(), GuestCodec()):
        try:
            codec.decode(data)
        except BadFrame:
            continue


@pytest.mark.parametrize("length", [0, FRAME_FROM_CLIENT + 1, 2**31, 2**32 - 1])
def test_a_frame_of_such_a_length_is_not_waited_for(length: int) -> None:
    async def read() -> bytes:
        reader = asyncio.StreamReader()
        reader.feed_data(length.to_bytes(4, "big"))
        return await asyncio.wait_for(read_frame(reader, FRAME_FROM_CLIENT), 1)

    with pytest.raises(BadFrame):
        asyncio.run(read())
