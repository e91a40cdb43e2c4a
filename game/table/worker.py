"""The process computer players think in: questions come in by a pipe, answers go out.

It knows nothing but the views it is sent. One question at a time; the number of a question comes back
with its answer, so that an answer that is late can be told from one that is due. An empty message asks
for what is found so far of the advice or judgement under way.
"""

import logging
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TypeAlias

import msgspec

from game.bots.judge import Judgement, judge
from game.bots.legal import safe_answer
from game.bots.levels import Level, player, strongest
from game.bots.why import Why
from game.engine import Cards, Question, View
from game.engine.commands import Bid, Bury, PassBid, Play, Ready, SetStake

log = logging.getLogger(__name__)

Answer: TypeAlias = Bid | PassBid | Bury | SetStake | Play | Ready
ENOUGH = b""
"""The message that ends an advice or a judgement early."""


class Asked(msgspec.Struct, frozen=True, tag=True):
    """A question to a computer player of a level, by number. ``seed`` makes its chance repeatable;
    ``seconds`` are what is left of its time."""

    number: int
    level: Level
    seed: int
    view: View
    question: Question
    seconds: float | None = None


class Advise(msgspec.Struct, frozen=True, tag=True):
    """What the strongest player would do, and why."""

    number: int
    view: View
    question: Question
    seconds: float


class Judge(msgspec.Struct, frozen=True, tag=True):
    """What a play was worth by the strongest player's judgement; ``view`` is its seat's before it."""

    number: int
    view: View
    played: Cards
    seconds: float


Request: TypeAlias = Asked | Advise | Judge


class Started(msgspec.Struct, frozen=True, tag=True):
    """The process is there."""

    number: int = 0


class Answered(msgspec.Struct, frozen=True, tag=True):
    """What it says; None for nothing to say now."""

    number: int
    command: Answer | None


class Advised(msgspec.Struct, frozen=True, tag=True):
    """The advice; None where there is none."""

    number: int
    command: Answer | None
    why: Why | None


class Judged(msgspec.Struct, frozen=True, tag=True):
    """The judgement; None where there is none."""

    number: int
    judgement: Judgement | None


Reply: TypeAlias = Started | Answered | Advised | Judged


def serve(line: Connection) -> None:
    """Answer until the other end hangs up."""
    decoder: msgspec.msgpack.Decoder[Request] = msgspec.msgpack.Decoder(Request)
    encoder = msgspec.msgpack.Encoder()
    try:
        line.send_bytes(encoder.encode(Started()))
        while True:
            data = line.recv_bytes()
            if data != ENOUGH:  # else it came when the answer was out already
                line.send_bytes(encoder.encode(_reply(decoder.decode(data), line.poll)))
    except (EOFError, OSError, KeyboardInterrupt):
        return


def _reply(request: Request, stop: Callable[[], bool]) -> Reply:
    number, view = request.number, request.view
    if isinstance(request, Asked):
        bot = player(request.level, request.seed, seconds=request.seconds)
        return Answered(number, safe_answer(bot, view, request.question))  # type: ignore[arg-type]  # players set no auto-play
    critic = strongest(request.seconds, stop)
    try:
        if isinstance(request, Judge):
            return Judged(number, judge(view, request.played, critic))
        command, why = critic.explained(view, request.question)
        return Advised(number, command, why)  # type: ignore[arg-type]  # as above
    except Exception:
        log.exception("a computer player failed")
        return Judged(number, None) if isinstance(request, Judge) else Advised(number, None, None)
