"""Computer players in a process of their own: they answer, and nobody waits when they don't."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from game.bots.judge import Judgement
from game.bots.levels import LADDER, player, thinks
from game.bots.rule import RuleBot
from game.bots.why import Code, Why
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


def there_is(thinker: Thinker) -> int:
    """The id of its process, never 0: that would be this very group of processes."""
    assert thinker.process_id
    return thinker.process_id


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    """One whose process is there."""
    made = Thinker()
    _, seen, question = asked(table())
    until = time.monotonic() + PATIENCE
    while made._fresh:
        said(made, "beginner", seen, question)
        assert time.monotonic() < until
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
    process = there_is(thinker)
    assert process != os.getpid()
    thinker.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_when_it_is_killed_the_rule_player_answers_at_once_and_a_new_one_is_begun(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "RESTS", 0.0)
    made = table()
    _, seen, question = asked(made)
    said(thinker, "expert", seen, question)
    first = there_is(thinker)
    os.kill(first, signal.SIGKILL)
    began = time.monotonic()
    assert said(thinker, "expert", seen, question) == RuleBot().answer(seen, question)
    assert time.monotonic() - began < 2
    assert said(thinker, "expert", seen, question) is not None
    assert thinker.process_id not in (None, first)


def test_when_it_hangs_nobody_waits_longer_than_its_time_and_half_a_second(thinker: Thinker) -> None:
    _, seen, question = asked(table())
    said(thinker, "expert", seen, question)
    os.kill(there_is(thinker), signal.SIGSTOP)
    began = time.monotonic()
    assert said(thinker, "expert", seen, question) == RuleBot().answer(seen, question)
    assert time.monotonic() - began < thinks("expert") + thinking.GRACE + 1


def test_when_it_hangs_who_thinks_less_does_not_wait_for_who_thinks_longer(thinker: Thinker) -> None:
    _, seen, question = asked(table())
    said(thinker, "expert", seen, question)
    os.kill(there_is(thinker), signal.SIGSTOP)
    began = time.monotonic()
    last = threading.Event()
    thinker.ask("master", 1, seen, question, lambda _: last.set())
    assert said(thinker, "expert", seen, question) == RuleBot().answer(seen, question)
    assert time.monotonic() - began < thinks("master")
    assert not last.is_set()
    assert last.wait(PATIENCE)


def test_an_answer_nobody_can_take_holds_up_no_other(thinker: Thinker) -> None:
    def refuse(_: object) -> None:
        raise ValueError("not now")

    _, seen, question = asked(table())
    thinker.judge(seen, seen.hand[:1], refuse)
    thinker.ask("expert", 1, seen, question, refuse)
    assert said(thinker, "expert", seen, question) is not None


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


# nobody waits for long


def test_a_table_does_not_wait_for_the_process_to_start() -> None:
    _, seen, question = asked(table())
    began = time.monotonic()
    made = Thinker()
    try:
        assert said(made, "skilled", seen, question) == RuleBot().answer(seen, question)
        assert time.monotonic() - began < thinking.GRACE + 1.5
    finally:
        made.close()


def test_many_at_once_are_all_answered_within_one_players_time(thinker: Thinker) -> None:
    _, seen, question = asked(table())
    answers: list[float] = []
    there = threading.Semaphore(0)

    def hear(_: object) -> None:
        answers.append(time.monotonic())
        there.release()

    began = time.monotonic()
    for seed in range(12):
        thinker.ask("expert", seed, seen, question, hear)
    for _ in range(12):
        assert there.acquire(timeout=PATIENCE)
    assert max(answers) - began < thinks("expert") + thinking.GRACE + 0.5


# advice and judgements


def advice(thinker: Thinker, seen: View, question: Question) -> tuple[Any, Any]:
    told: list[Any] = []
    there = threading.Event()

    def hear(command: object, why: object) -> None:
        told.extend((command, why))
        there.set()

    thinker.advise(seen, question, hear)
    assert there.wait(PATIENCE)
    return told[0], told[1]


def test_an_advice_is_legal_and_has_a_reason(thinker: Thinker) -> None:
    made = table()
    seat, seen, question = asked(made)
    command, why = advice(thinker, seen, question)
    assert not isinstance(decide(made.match, seat, command), Refusal)
    assert isinstance(why, Why)
    assert why.code is not Code.FORCED


def test_a_judgement_comes_back(thinker: Thinker) -> None:
    _, seen, _ = asked(table())
    found: list[Judgement | None] = []
    there = threading.Event()

    def hear(judgement: Judgement | None) -> None:
        found.append(judgement)
        there.set()

    thinker.judge(seen, seen.hand[:1], hear)
    assert there.wait(PATIENCE)
    assert found[0] is not None
    assert found[0].cost >= 0.0
    assert found[0].better


def test_an_advice_gives_way_to_a_table_that_waits(thinker: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "ADVICE", 60.0)
    _, seen, question = asked(table())
    told = threading.Event()
    thinker.advise(seen, question, lambda *_: told.set())
    began = time.monotonic()
    assert said(thinker, "skilled", seen, question) == RuleBot().answer(seen, question)
    assert time.monotonic() - began < 5
    assert told.wait(PATIENCE), "what was found so far is told"


def test_what_is_cancelled_is_never_heard_of(thinker: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "ADVICE", 60.0)
    _, seen, question = asked(table())
    told: list[object] = []
    jobs = [thinker.advise(seen, question, lambda *found: told.append(found)) for _ in range(3)]
    for job in jobs:
        job.cancel()
    began = time.monotonic()
    assert said(thinker, "skilled", seen, question) is not None
    assert time.monotonic() - began < 5
    assert told == []
    assert thinker.process_id is not None, "and it is no failure"


def test_an_advice_that_can_not_be_had_is_none(thinker: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    _, seen, question = asked(table())
    os.kill(there_is(thinker), signal.SIGKILL)
    assert advice(thinker, seen, question) == (None, None)
