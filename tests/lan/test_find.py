"""Finding a table on the LAN: what a host says of it, and what one makes of that."""

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lan_find import NONCE, TABLE, hostile, nested, other, said

from game.lan.find import (
    ANSWER_MAGIC,
    FORGET_AFTER,
    PROBE_MAGIC,
    PROBE_SIZE,
    TABLES,
    TABLES_PER_ADDRESS,
    Answer,
    Found,
    Replies,
    Tables,
    probe,
)
from game.lan.limits import NAME_LENGTH, PROTOCOL, TITLE_LENGTH

LONGEST = Answer(
    table_id=b"\xff" * 8,
    name="🀄" * TITLE_LENGTH,
    host_name="🀄" * NAME_LENGTH,
    port=65535,
    fingerprint=b"\xff" * 32,
    needs_code=True,
    seats_taken=4,
    playing=True,
    preset="a" * 16,
    decks=4,
    protocol=65535,
)


# What a host says


def test_an_answer_is_never_longer_than_the_probe() -> None:
    assert len(probe(NONCE)) == PROBE_SIZE
    assert len(said(TABLE)) <= PROBE_SIZE
    assert len(said(LONGEST)) <= PROBE_SIZE, "the longest names there are"
    bare = PROBE_MAGIC + msgspec.msgpack.encode({"nonce": NONCE, "protocol": 1, "padding": b""})
    assert Replies(lambda: TABLE).reply(bare, "10.0.0.9", 0.0) is None


@given(st.integers(0, 600))
def test_nobody_gets_more_back_than_they_send(padding: int) -> None:
    asked = PROBE_MAGIC + msgspec.msgpack.encode({"nonce": NONCE, "protocol": 1, "padding": bytes(padding)})
    reply = Replies(lambda: TABLE).reply(asked, "10.0.0.9", 0.0)
    assert (reply is not None) == (len(asked) >= len(said(TABLE)))


def test_a_later_version_asks_and_is_answered() -> None:
    later = PROBE_MAGIC + msgspec.msgpack.encode(
        {"nonce": NONCE, "protocol": 7, "padding": bytes(PROBE_SIZE), "colour": "red"}
    )
    assert Replies(lambda: TABLE).reply(later, "10.0.0.9", 0.0) == said(TABLE)


def test_another_game_is_not_answered() -> None:
    replies = Replies(lambda: TABLE)
    assert replies.reply(b"freeciv?" + probe(NONCE)[len(PROBE_MAGIC) :], "10.0.0.9", 0.0) is None
    assert replies.reply(probe(NONCE), "10.0.0.9", 0.0)
    tables = Tables(NONCE)
    tables.hear(b"freeciv!" + said(TABLE)[len(ANSWER_MAGIC) :], "10.0.0.9", 0.0)
    assert tables.listed() == ()


@given(hostile)
@example(nested(PROBE_MAGIC))
def test_nonsense_is_not_answered_with_more_than_it_is(datagram: bytes) -> None:
    reply = Replies(lambda: TABLE).reply(datagram, "10.0.0.9", 0.0)
    assert reply is None or len(reply) <= len(datagram)
    assert not datagram.startswith(ANSWER_MAGIC) or reply is None, "two hosts never talk to each other"


def test_one_address_is_answered_five_times_a_second() -> None:
    replies = Replies(lambda: TABLE)

    def answered(now: float, address: str = "10.0.0.9") -> int:
        return sum(replies.reply(probe(NONCE), address, now) is not None for _ in range(20))

    assert answered(0.0) == 5
    assert answered(0.9) == 0
    assert answered(0.9, "10.0.0.8") == 5
    assert answered(1.0) == 5


def test_all_together_are_answered_fifty_times_a_second() -> None:
    replies = Replies(lambda: TABLE)
    addresses = [f"10.0.0.{n}" for n in range(200)]
    assert sum(replies.reply(probe(NONCE), address, 0.0) is not None for address in addresses) == 50
    assert sum(replies.reply(probe(NONCE), address, 1.0) is not None for address in addresses) == 50


# What one makes of it


def listed(*heard: tuple[Answer, str, float]) -> Tables:
    tables = Tables(NONCE)
    for table, address, now in heard:
        tables.hear(said(table), address, now)
    return tables


def test_a_table_is_where_its_answer_came_from() -> None:
    (found,) = listed((TABLE, "10.0.0.9", 0.0)).listed()
    assert found == Found(address="10.0.0.9", **msgspec.structs.asdict(TABLE))
    assert found.protocol == PROTOCOL


def test_what_an_answer_says_of_its_address_does_not_count() -> None:
    raw = msgspec.msgpack.decode(said(TABLE)[len(ANSWER_MAGIC) :])
    raw["table"]["address"] = raw["address"] = "6.6.6.6"
    tables = Tables(NONCE)
    tables.hear(ANSWER_MAGIC + msgspec.msgpack.encode(raw), "10.0.0.9", 0.0)
    assert [found.address for found in tables.listed()] == ["10.0.0.9"]


def test_an_answer_to_somebody_else_is_not_ours() -> None:
    tables = Tables(NONCE)
    tables.hear(said(TABLE, b"87654321"), "10.0.0.9", 0.0)
    assert tables.listed() == ()


def test_tables_keep_their_order_and_news_of_them_is_taken_in() -> None:
    fuller = msgspec.structs.replace(TABLE, seats_taken=4, playing=True)
    tables = listed((TABLE, "10.0.0.9", 0.0), (other(2), "10.0.0.8", 0.1), (fuller, "10.0.0.9", 0.2))
    assert [(found.address, found.seats_taken) for found in tables.listed()] == [
        ("10.0.0.9", 4),
        ("10.0.0.8", 2),
    ]


def test_a_table_with_several_addresses_is_listed_once() -> None:
    tables = listed((TABLE, "10.0.0.9", 0.0), (TABLE, "192.168.0.9", 0.1), (TABLE, "10.0.0.9", 1.0))
    tables.hear(said(TABLE), "192.168.0.9", 1.1)
    assert [found.address for found in tables.listed()] == ["10.0.0.9"]


def test_a_table_is_kept_by_another_address_when_its_first_falls_silent() -> None:
    tables = listed((TABLE, "10.0.0.9", 0.0))
    for now in (1.0, 2.0, 3.0, 4.0, 5.0):
        tables.hear(said(TABLE), "192.168.0.9", now)
        tables.forget(now)
        assert len(tables.listed()) == 1, "it is never gone in between"
    assert [found.address for found in tables.listed()] == ["192.168.0.9"]


def test_another_certificate_is_another_table() -> None:
    posing = msgspec.structs.replace(TABLE, fingerprint=bytes(32))
    tables = listed((TABLE, "10.0.0.9", 0.0), (posing, "10.0.0.66", 0.0))
    assert [found.address for found in tables.listed()] == ["10.0.0.9", "10.0.0.66"]


def test_a_table_that_is_silent_is_dropped() -> None:
    tables = listed((TABLE, "10.0.0.9", 0.0), (other(2), "10.0.0.8", 0.0), (TABLE, "10.0.0.9", 2.0))
    tables.forget(FORGET_AFTER - 0.1)
    assert len(tables.listed()) == 2
    tables.forget(FORGET_AFTER)
    assert [found.table_id for found in tables.listed()] == [TABLE.table_id]
    tables.forget(FORGET_AFTER + 2)
    assert tables.listed() == ()


def test_nobody_fills_the_list_alone() -> None:
    tables = listed(*((other(n), "10.0.0.66", 0.0) for n in range(100)), (TABLE, "10.0.0.9", 0.0))
    assert len(tables.listed()) == TABLES_PER_ADDRESS + 1
    many = listed(*((other(n), f"10.0.0.{n}", 0.0) for n in range(100)))
    assert len(many.listed()) == TABLES


BAD = {
    "name": ["", "a" * 25, "a\u202eb", "  张三", "e\u0301", 7],
    "host_name": ["", "a" * 13, "a\nb", "电脑"],
    "table_id": [b"", b"1234567", "12345678"],
    "fingerprint": [b"", bytes(31), bytes(33)],
    "port": [0, -1, 65536, True],
    "seats_taken": [-1, 5],
    "decks": [0, 5],
    "preset": ["", "a" * 17, "classic\n", "../../x"],
    "needs_code": [1, None],
}


@pytest.mark.parametrize(("field", "value"), [(field, value) for field in BAD for value in BAD[field]])
def test_an_answer_that_can_not_be_is_no_table(field: str, value: object) -> None:
    raw = msgspec.msgpack.decode(said(TABLE)[len(ANSWER_MAGIC) :])
    tables = Tables(NONCE)
    tables.hear(ANSWER_MAGIC + msgspec.msgpack.encode(raw), "10.0.0.9", 0.0)
    assert len(tables.listed()) == 1, "as it is it would be one"
    raw["table"]["table_id"] = b"another1"
    raw["table"][field] = value
    tables.hear(ANSWER_MAGIC + msgspec.msgpack.encode(raw), "10.0.0.9", 0.0)
    assert len(tables.listed()) == 1


@given(hostile)
@example(nested(ANSWER_MAGIC))
def test_nonsense_is_no_table(datagram: bytes) -> None:
    tables = Tables(NONCE)
    tables.hear(datagram, "10.0.0.9", 0.0)
    assert tables.listed() == ()
