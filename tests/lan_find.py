"""Helpers of the tests of finding tables: a table, what its host answers, and what else may come."""

import msgspec
from hypothesis import strategies as st

from game.lan.find import ANSWER_MAGIC, PROBE_MAGIC, PROBE_SIZE, Answer, Replies, probe

NONCE = b"12345678"
TABLE = Answer(
    table_id=b"table 01",
    name="张三的牌桌",
    host_name="张三",
    port=27100,
    fingerprint=bytes(range(32)),
    needs_code=True,
    seats_taken=2,
    playing=False,
    preset="lezhong",
    decks=2,
)


def other(n: int, table: Answer = TABLE) -> Answer:
    return msgspec.structs.replace(table, table_id=n.to_bytes(8, "big"))


def said(table: Answer, nonce: bytes = NONCE) -> bytes:
    """What a host answers."""
    reply = Replies(lambda: table).reply(probe(nonce), "10.0.0.9", 0.0)
    assert reply
    return reply


def nested(magic: bytes) -> bytes:
    """A field nobody knows, and what is in it is deeper than a decoder goes."""
    return magic + b"\x81\xa1x" + b"\x91" * 50_000


hostile = (
    st.binary(max_size=700)
    | st.binary(max_size=700).map(PROBE_MAGIC.__add__)
    | st.binary(max_size=700).map(ANSWER_MAGIC.__add__)
    | st.tuples(st.integers(0, 7 + PROBE_SIZE), st.integers(0, 255)).map(
        lambda at: probe(NONCE)[: at[0]] + bytes([at[1]]) + probe(NONCE)[at[0] :]
    )
    | st.sampled_from([nested(PROBE_MAGIC), nested(ANSWER_MAGIC), b"", PROBE_MAGIC, ANSWER_MAGIC])
)
