"""The process computer players think in: questions come in by a pipe, answers go out.

It knows nothing but the views it is sent. One question at a time; the number of a question comes back
with its answer, so that an answer that is late can be told from one that is due.
"""

from multiprocessing.connection import Connection
from typing import TypeAlias

import msgspec

from game.bots.legal import safe_answer
from game.bots.levels import Level, player
from game.engine import Question, View
from game.engine.commands import Bid, Bury, PassBid, Play, Ready, SetStake

Answer: TypeAlias = Bid | PassBid | Bury | SetStake | Play | Ready


class Asked(msgspec.Struct, frozen=True):
    """A question to a computer player of a level, by number. ``seed`` makes its chance repeatable."""

    number: int
    level: Level
    seed: int
    view: View
    question: Question


class Answered(msgspec.Struct, frozen=True):
    """What it says; None for nothing to say now."""

    number: int
    command: Answer | None


def serve(line: Connection) -> None:
    """Answer until the other end hangs up."""
    decoder, encoder = msgspec.msgpack.Decoder(Asked), msgspec.msgpack.Encoder()
    while True:
        try:
            asked = decoder.decode(line.recv_bytes())
            command = safe_answer(player(asked.level, asked.seed), asked.view, asked.question)
            answer = Answered(asked.number, command)  # type: ignore[arg-type]  # players set no auto-play
            line.send_bytes(encoder.encode(answer))
        except (EOFError, OSError, KeyboardInterrupt):
            return
