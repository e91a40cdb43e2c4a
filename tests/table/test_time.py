"""Time limits: no turn lasts for ever, what is answered for who is late, and who is taken to be away."""

import pytest

from game.bots.rule import RuleBot
from game.engine import Refusal, new_match, preset, view
from game.engine import commands as co
from game.engine import events as ev
from game.table.table import ASLEEP, MatchSeeds, Pace, Table

TURN = 20.0
PACE = Pace(0, 0, 0, grace=3.0, turn=TURN)


def new_table(**changes: object) -> Table:
    return Table(new_match(preset("lezhong", 1, **changes)), MatchSeeds("time"), PACE, None, 0.0)


def wait(table: Table, now: float) -> tuple[float, tuple[ev.Event, ...]]:
    """Nobody does anything until the table does something."""
    while True:
        due = table.next_due()
        assert due is not None, "the table would wait for ever"
        now = max(now, due)
        if events := table.tick(now):
            return now, events


def until(table: Table, phase: str, now: float = 0.0) -> float:
    """Rule players answer at once until the phase is reached; when that is."""
    bot = RuleBot()
    while table.match.phase != phase:
        seat = next((s for s in range(4) if table.ask(s)), None)
        ask = None if seat is None else table.ask(seat)
        command = bot.answer(view(table.match, seat), ask.question) if ask else None
        if seat is not None and command:
            assert not isinstance(table.handle(seat, command, now), Refusal)
        else:
            now, _ = wait(table, now)
    return now


def test_a_whole_match_goes_by_though_nobody_ever_does_anything() -> None:
    table = new_table(end_level="3")
    now, last = 0.0, 0.0
    kinds = set()
    while table.match.phase != "won":
        now, events = wait(table, last)
        assert now - last <= 3 * TURN, "the longest there is to wait"
        kinds |= {type(event) for event in events}
        last = now
    assert {ev.TimedOut, ev.CardsPlayed, ev.Buried, ev.SeatReady, ev.AutoSet, ev.MatchWon} <= kinds


@pytest.mark.parametrize(("phase", "turns"), [("playing", 1), ("burying", 3), ("ready", 2)])
def test_each_question_has_its_time_and_then_is_answered_for_the_seat(phase: str, turns: int) -> None:
    table = new_table()
    now = until(table, "playing") if phase == "ready" else until(table, phase)
    if phase == "ready":
        now = until(table, phase, now)
    timer = table.timer
    assert timer is not None
    assert timer.limit == turns * TURN
    assert timer.deadline == pytest.approx(now + turns * TURN)
    asked = [s for s in range(4) if table.ask(s)]
    assert table.batch((asked[0] + 1) % 4).timer == timer, "all see the ring"
    assert table.tick(timer.deadline - 0.01) == ()
    late, answer, *_ = table.tick(timer.deadline + 0.01)
    assert late == ev.TimedOut(asked[0])
    assert answer.seat == asked[0]


def test_stakes_too_are_set_when_the_time_is_up() -> None:
    table = new_table(settlement="silver", room="pass")
    now = until(table, "staking")
    for _ in range(4):
        now, (late, stake) = wait(table, now)
        assert isinstance(late, ev.TimedOut)
        assert stake == ev.StakeSet(late.seat, 1)
    assert table.match.phase == "playing"


def test_what_others_do_gives_no_one_more_time() -> None:
    table = new_table()
    now = until(table, "ready", until(table, "playing"))
    timer = table.timer
    table.handle(1, co.Ready(), now + 5)
    table.handle(2, co.SetAuto(True), now + 6)
    assert table.timer == timer
    assert isinstance(table.handle(3, co.Bid((0,)), now + 7), Refusal)
    assert table.timer == timer


def test_the_next_turn_has_its_whole_time() -> None:
    table = new_table()
    now = until(table, "playing")
    seat = table.match.running.turn
    command = RuleBot().answer(view(table.match, seat), table.ask(seat).question)
    table.handle(seat, command, now + 15)
    assert table.timer.deadline == pytest.approx(now + 15 + TURN)


def test_who_misses_two_turns_in_a_row_is_on_auto_play_until_they_say_otherwise() -> None:
    table = new_table()
    now = until(table, "playing")
    dealer = table.match.dealer
    bot = RuleBot()
    missed = 0
    while not table.match.auto[dealer]:
        if table.match.running.turn == dealer:
            now, events = wait(table, now)
            missed += 1
            assert (ev.AutoSet(dealer, True) in events) == (missed == 2)
        else:
            seat = table.match.running.turn
            table.handle(seat, bot.answer(view(table.match, seat), table.ask(seat).question), now)
    assert missed == 2
    table.handle(dealer, co.SetAuto(False), now)
    assert not table.match.auto[dealer]


def test_one_turn_missed_between_others_played_is_forgiven() -> None:
    table = new_table()
    now = until(table, "playing")
    bot = RuleBot()
    miss = dict.fromkeys(range(4), True)
    while table.match.phase == "playing":
        seat = table.match.running.turn
        if miss[seat]:
            now, _ = wait(table, now)
        else:
            table.handle(seat, bot.answer(view(table.match, seat), table.ask(seat).question), now)
        miss[seat] = not miss[seat]
    assert table.match.auto == (False,) * 4


def test_a_machine_that_slept_gives_the_whole_turn_again() -> None:
    table = new_table()
    now = until(table, "playing")
    awake = table.timer.deadline + ASLEEP + 3600
    assert table.tick(awake) == ()
    assert table.timer.deadline == pytest.approx(awake + TURN)
    assert isinstance(table.tick(awake + TURN + 0.01)[0], ev.TimedOut)
    assert now < awake


def test_another_time_for_a_turn_holds_for_the_one_that_runs() -> None:
    table = new_table()
    now = until(table, "playing")
    for turn in (5.0, None, 60.0):
        table.set_turn(turn, now := now + 1)
        timer = table.timer
        assert (timer and (timer.deadline, timer.limit)) == (turn and (now + turn, turn))
    table = new_table()
    now = until(table, "dealing")
    due = table.next_due()
    table.set_turn(5.0, now)
    assert table.next_due() == due, "a deal is not put off"


def test_without_a_limit_the_table_waits() -> None:
    pace = Pace(0, 0, 0, grace=3.0)
    table = Table(new_match(preset("lezhong", 1)), MatchSeeds("time"), pace, None, 0.0)
    now = until(table, "playing")
    assert table.timer is None
    assert table.next_due() is None
    assert table.tick(now + 1e9) == ()


def test_speed_never_takes_a_players_time() -> None:
    for speed in (0, 0.5, 3):
        fast = PACE.at_speed(speed)
        assert (fast.grace, fast.turn) == (3.0, TURN)


class Late:
    """Seeds that come when they come."""

    def __init__(self) -> None:
        self.known: str | None = None

    def seed(self, number: int, redeals: int) -> str | None:
        return self.known


def test_a_deal_waits_for_its_seed() -> None:
    seeds = Late()
    table = Table(new_match(preset("lezhong", 1)), seeds, PACE, None, 0.0)
    for seat in range(4):
        table.handle(seat, co.Ready(), 1.0)
    assert table.next_due() is None
    assert table.tick(1e9) == ()
    seeds.known = "at last"
    table.look(50.0)
    (started,) = table.tick(50.0)
    assert isinstance(started, ev.DealStarted)
    assert started.seed == "at last"
