"""The table's screen at a real table that has no thread: nothing happens but what a test lets happen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.bots.legal import plain_answer
from game.bots.rule import RuleBot
from game.engine import Match, Refusal, RuleSet, Standing, View, new_match, parse_cards, preset
from game.engine import commands as co
from game.scenes.table import TableScene
from game.table.open import HOUSE_SEATS
from game.table.session import Heard
from game.table.table import Batch, MatchSeeds, Pace, Refused, Table
from game.ui.inputs import Key, KeyUp, Move, Press, Release

AT_ONCE = Pace(deal=0, bot=0, trick=0, grace=0.5)
STEPS = 2000


class Chair:
    """Seat 0 of a table: a session whose other seats play when ``others`` is called."""

    seats = HOUSE_SEATS
    seat: int | None = 0

    def __init__(self, rules: RuleSet, seed: str, standing: Standing | None, pace: Pace = AT_ONCE) -> None:
        self.table = Table(new_match(rules, standing), MatchSeeds(seed), pace, None, 0.0)
        self.sent: list[co.SeatCommand] = []
        self.speeds: list[float] = []
        self.gone = False
        self.held = False
        self._heard: list[Heard] = [self.table.batch(0)]

    @property
    def match(self) -> Match:
        return self.table.match

    def send(self, command: co.SeatCommand, answers: int | None = None) -> int:
        self.sent.append(command)
        number = len(self.sent)
        events = self.table.handle(0, command, 0.0, answers)
        if isinstance(events, Refusal):
            self._heard.append(Refused(number, events))
        else:
            self._heard.append(self.table.batch(0, events, number))
        return number

    def poll(self) -> list[Heard]:
        heard, self._heard = self._heard, []
        return heard

    def put(self, heard: Heard) -> None:
        """Have the screen hear this."""
        self._heard.append(heard)

    def set_speed(self, speed: float) -> None:
        self.speeds.append(speed)

    def set_turn(self, turn: float | None) -> None:
        self.table.set_turn(turn, 0.0)
        self._heard.append(self.table.batch(0))

    def hold(self, held: bool) -> None:
        if self.held and not held:
            self._heard.append(self.table.batch(0))
        self.held = held

    def hurry(self) -> None:
        """Nobody thinks here."""

    def leave(self) -> None:
        self.gone = True

    def others(self) -> bool:
        """One step of somebody else, or of the table; False when only this seat is waited for."""
        for seat in (1, 2, 3):
            ask = self.table.ask(seat)
            if ask:
                answer = RuleBot().answer(self.table.batch(seat).view, ask.question)
                events = self.table.handle(seat, answer, 0.0) if answer else ()
                if events and not isinstance(events, Refusal):
                    self._heard.append(self.table.batch(0, events))
                    return True
        own = self.table.ask(0)
        if own is None or own.question.kind == "bid":
            events = self.table.tick(self.table.next_due() or 0.0)
            if events:
                self._heard.append(self.table.batch(0, events))
                return True
        return False


class Seat:
    """A player in front of the screen. Seat 0 deals when ``deals`` is so."""

    def __init__(
        self,
        program: Any,
        deals: bool = False,
        seed: str = "7",
        rules: RuleSet | None = None,
        table: type[TableScene] = TableScene,
        **options: Any,
    ) -> None:
        standing = Standing(("5", "K"), 0 if deals else 1, 3)
        self.chair = Chair(rules or preset("lezhong"), seed, standing, **options)
        self.program = program
        self.scene = table(program.kit, self.chair)
        program.stack.push(self.scene)

    @property
    def state(self) -> dict[str, Any]:
        return self.program.state

    @property
    def view(self) -> View:
        """What the screen shows now."""
        assert self.scene._view is not None
        return self.scene._view

    @property
    def hand(self) -> list[str]:
        return [card["card"] for card in self.scene.state()["hand"]]

    @property
    def selected(self) -> list[str]:
        return self.scene.state()["selected"].split()

    def settle(self) -> None:
        """Let all that moves come to its end."""
        for _ in range(STEPS):
            self.scene.update(0.05)
            if not self.scene.state().get("busy", True):
                return
        raise AssertionError("it never comes to rest")

    def until(self, told: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The others go on, and I pass, until the table's state tells what is waited for."""
        for _ in range(STEPS):
            self.settle()
            state = self.scene.state()
            if told(state):
                return state
            if not self.chair.others():
                ask = self.chair.table.ask(0)
                assert ask, state
                assert ask.question.kind in ("bid", "flip", "ready"), state
                answer = plain_answer(self.chair.table.batch(0).view, ask.question)
                if answer:
                    self.chair.send(answer)
        raise AssertionError(f"waited in vain: {self.scene.state()}")

    def asked(self, *kinds: str) -> dict[str, Any]:
        """Until I am asked one of these."""
        return self.until(lambda state: state["ask"] in kinds)

    def to_play(self) -> dict[str, Any]:
        """Until it is my turn to play; what is to be buried is."""
        if self.asked("bury", "play")["ask"] == "bury":
            self.answer()
        return self.asked("play")

    def answer(self) -> None:
        """As the computer would."""
        ask = self.chair.table.ask(0)
        assert ask
        answer = RuleBot().answer(self.chair.table.batch(0).view, ask.question)
        assert answer
        self.chair.send(answer)
        self.settle()

    def to_follow(self, told: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """Until I am to follow, in a position of which this is so."""
        for _ in range(60):
            state = self.to_play()
            if state["trick"] and told(state):
                return state
            self.answer()
        raise AssertionError("never")

    def select(self, cards: str) -> None:
        self.scene._hand.select_cards(parse_cards(cards))

    def key(self, *names: str) -> None:
        for name in names:
            self.program.stack.top.heard(Key(name))

    def let_go(self, name: str, held: float) -> None:
        self.scene.heard(KeyUp(name, held))

    def click_card(self, place: int, shift: bool = False, button: int = 1) -> None:
        x, y = self.scene.state()["hand"][place]["at"]
        self.scene.heard(Press(button, x, y, 0.0, shift))
        self.scene.heard(Release(button, x, y, 0.0))

    def point(self, x: int, y: int) -> None:
        self.scene.heard(Move(x, y, False, 0.0))

    def say(self, *batches: Batch) -> None:
        for batch in batches:
            self.chair.put(batch)
