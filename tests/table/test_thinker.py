"""Computer players in a process of their own: they answer, and nobody waits when they don't."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from game.bots.levels import LADDER, player, thinks
from game.bots.rule import RuleBot
from game.engine import Question, Refusal, View, decide, new_match, preset, view
from game.engine import commands as co
from game.table import thinker as thinking
from game.table.table import MatchSeeds, Pace, Table
from game.table.thinker import Thinker, ThinkingBrain, brain_of

PATIENCE = 20.0


def table(seed: str = "think") -> Table:
    """One deck, at the first lead."""
    made = Table(new_match(preset("lezhong", 1)), MatchSeeds(seed), Pace(0, 0, 0, 0), None, 0.0)
    bot = RuleBot()
    while made.match.phase != "playing":
        seat = next((s for s in range(4) if made.ask(s)), None)
        ask = None if seat is None else made.ask(seat)
        command = bot.answer(view(made.match, seat), ask.question) if ask else None
        if seat is not None and command:
            made.handle(seat, command, 0.0)
        else:
            made.tick(made.next_due() or 0.0)
    return made


def asked(made: Table) -> tuple[int, View, Question]:
    seat = made.match.running.turn
    ask = made.ask(seat)
    assert ask
    return seat, view(made.match, seat), ask.question


def said(thinker: Thinker, level: Any, seen: View, question: Question) -> co.SeatCommand | None:
    """What a player of the level says."""
    answers: list[co.SeatCommand | None] = []
    there = threading.Event()

    def hear(command: co.SeatCommand | None) -> None:
        answers.append(command)
        there.set()

    thinker.ask(level, 7, seen, question, hear)
    assert there.wait(PATIENCE)
    return answers[0]


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    made = Thinker()
    yield made
    made.close()


def test_every_level_answers_legally_from_the_process(thinker: Thinker) -> None:
    made = table()
    for level in LADDER:
        seat, seen, question = asked(made)
        command = said(thinker, level, seen, question)
        assert command is not None
        assert not isinstance(decide(made.match, seat, command), Refusal)
        made.handle(seat, command, 0.0)


def test_the_process_is_another_one_and_ends_with_the_program(thinker: Thinker) -> None:
    _, seen, question = asked(table())
    said(thinker, "expert", seen, question)
    process = thinker.process_id
    assert process not in (None, os.getpid())
    thinker.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process or 0, 0)


def test_when_it_is_killed_the_rule_player_answers_at_once_and_a_new_one_is_begun(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "RESTS", 0.0)
    made = table()
    _, seen, question = asked(made)
    said(thinker, "expert", seen, question)
    first = thinker.process_id
    os.kill(first or 0, signal.SIGKILL)
    began = time.monotonic()
    assert said(thinker, "expert", seen, question) == RuleBot().answer(seen, question)
    assert time.monotonic() - began < 2
    assert said(thinker, "expert", seen, question) is not None
    assert thinker.process_id not in (None, first)


def test_when_it_hangs_nobody_waits_longer_than_its_time_and_half_a_second(thinker: Thinker) -> None:
    _, seen, question = asked(table())
    said(thinker, "expert", seen, question)
    os.kill(thinker.process_id or 0, signal.SIGSTOP)
    began = time.monotonic()
    assert said(thinker, "expert", seen, question) == RuleBot().answer(seen, question)
    assert time.monotonic() - began < thinks("expert") + thinking.GRACE + 1


def test_a_late_answer_is_not_taken_for_the_next_one(thinker: Thinker) -> None:
    made = table()
    _, seen, question = asked(made)
    said(thinker, "expert", seen, question)
    line = thinker._line
    assert line is not None
    line.send_bytes(thinker._encoder.encode(thinking.Asked(10_000, "skilled", 0, seen, question)))
    seat, seen, question = asked(made)
    made.handle(seat, said(thinker, "skilled", seen, question), 0.0)
    seat, seen, question = asked(made)
    command = said(thinker, "skilled", seen, question)
    assert command == player("skilled").answer(seen, question)


def test_a_brain_that_thinks_is_awaited_by_the_table(thinker: Thinker) -> None:
    seat, seen, question = asked(table())
    brain = brain_of("master", thinker)
    assert isinstance(brain, ThinkingBrain)
    command = asyncio.run(brain.answer(seen, question))
    assert command is not None
    assert not isinstance(decide(table().match, seat, command), Refusal)


def test_without_a_process_a_strong_player_plays_by_the_rules_of_thumb() -> None:
    _, seen, question = asked(table())
    brain = brain_of("master", None)
    assert asyncio.run(brain.answer(seen, question)) == RuleBot().answer(seen, question)
