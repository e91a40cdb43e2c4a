"""The table: deals, bids, buries and plays, by mouse.

The scene never changes the match. It hears batches, animates their events one by one, and then shows
the view that came with them; what the player does goes to the session as commands.
"""

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from game.bots.legal import safe_answer
from game.bots.rule import RuleBot
from game.engine import Cards, Reason, Refusal, View, format_cards, parse_cards
from game.engine import commands as co
from game.engine import events as ev
from game.scenes.bidding import BIDDING, BidPanel
from game.scenes.controls import controls
from game.scenes.hand import Hand
from game.scenes.kit import Kit
from game.scenes.panels import Panels
from game.scenes.prompt import Notice, Prompt, Told
from game.scenes.sheet import SheetScene
from game.scenes.stack import Scene
from game.scenes.stage import Stage
from game.scenes.viewstate import view_state
from game.scenes.words import Words
from game.table.session import Session, Stopped
from game.table.table import Ask, Batch, Refused, Timer
from game.ui import gestures as ge
from game.ui.inputs import FocusLost, Input, Key, Move, Press, Release
from game.ui.painter import Item
from game.ui.sprite import SpriteMaker
from game.ui.theme import MOTION
from game.ui.timeline import Timeline
from game.ui.widgets import Buttons

Step: TypeAlias = ev.Event | Batch
"""What is animated one after the other: a batch's events, then the batch itself."""


class TableScene(Scene):
    """A seat at a running table."""

    def __init__(self, kit: Kit, session: Session) -> None:
        super().__init__(kit)
        self._session = session
        self._words = Words(kit.texts)
        self._timeline = Timeline(kit.speed)
        maker = SpriteMaker()
        self._hand = Hand(kit, self._timeline, maker)
        self._stage = Stage(kit, self._timeline, maker, self._hand)
        self._me = session.seat or 0  # where one sits, or looks from
        self._stage.me = self._me
        self._buttons = Buttons()
        self._gestures = ge.Gestures(
            self._target_at, self._hand.range_between, kit.settings.double_click, kit.metrics.body * 0.4
        )
        self._steps: deque[Step] = deque()
        self._view: View | None = None
        self._ask: Ask | None = None
        self._sent: dict[int, Cards] = {}  # commands not answered yet, with their cards
        self._notice: Notice | None = None
        self._stopped: str | None = None  # why the table can't go on
        self._looks_back = False  # at the last trick
        self._auto_wish: bool | None = None  # auto-play as asked for and not heard of yet
        self._timer: Timer | None = None  # of whoever is waited for
        self._fraction: float | None = None  # how much of its time is left
        self._bot = RuleBot()
        self.points = 0.0  # as the bar shows them: on their way to those of the view

    # the scene's life

    def left(self) -> None:
        self._session.leave()

    def resized(self) -> None:
        self._words = Words(self.kit.texts)
        self._gestures.slop = self.kit.metrics.body * 0.4
        if self._view is None:
            return
        while self._steps or self._timeline.busy:  # let all that is under way end first
            self._timeline.finish_all()
            self._next_steps()
        self._hand.settle(0)
        self._stage.show(self._view)
        self._refresh()

    def resumed(self) -> None:
        self._timeline.speed = self.kit.speed

    @property
    def moving(self) -> bool:
        return self._timeline.busy or bool(self._steps) or self._fraction is not None

    def update(self, dt: float) -> None:
        for heard in self._session.poll():
            self.changed = True
            match heard:
                case Batch(events=()):  # how things stand, whatever was to be shown before
                    self._timeline.finish_all()
                    self._steps = deque([heard])
                case Batch(events=events):
                    self._steps.extend(events)
                    self._steps.append(heard)
                case Refused(command_id, refusal):
                    self._refused(self._sent.pop(command_id, ()), refusal)
                case Stopped(why):
                    self._stopped, self._ask = why, None
                    self._refresh()
        if self._timeline.busy:
            self.changed = True
            self.kit.faces.draw_ahead((self._hand.table.card[0], self._hand.table.trick_card[0]))
        self._timeline.advance(dt)
        self._next_steps()
        fraction = self._time_left()
        self.changed |= fraction != self._fraction
        self._fraction = fraction

    def _next_steps(self) -> None:
        """Begin what comes next, as far as nothing running forbids it."""
        while self._steps and not self._timeline.blocked:
            step = self._steps.popleft()
            if isinstance(step, Batch):
                self._shown(step)
            elif self._view is not None:  # a session begins with a batch that has no events
                self._note(step)
                self._stage.animate(step, self._view)
            if self._timeline.speed <= 0:
                self._timeline.finish_all()

    # what is heard

    def _shown(self, batch: Batch) -> None:
        """All of a batch's events are done: now its view is what one sees."""
        first = self._view is None or not batch.events
        old_ask = self._ask
        self._view, self._ask = batch.view, None if self._stopped is not None else batch.ask
        self._timer = batch.timer
        if batch.view.points < self.points or first:
            self.points = float(batch.view.points)
        elif batch.view.points > self.points:
            self._timeline.tween(self, "points", self.points, batch.view.points, MOTION.points)
        if batch.ask is None or old_ask is None or batch.ask.number != old_ask.number:
            self._sent.clear()
        if first:
            self._hand.reset(batch.view.hand, batch.view.trump)
            self._stage.show(batch.view)
        elif self._hand.sort(batch.view.trump):
            self._hand.settle()
        if not first:
            self._stage.relay()
        self._stage.ahead = batch.view.winning
        self._stage.bottom_moves = False
        ask = self._ask
        asked = ask.question.kind if ask else None
        other = (ask and ask.number) != (old_ask and old_ask.number)
        new = ask is not None and other
        self._looks_back &= bool(batch.view.tricks) and not new
        if self._auto_wish == batch.view.auto[self._me]:
            self._auto_wish = None
        if other and self._notice and not self._notice.stays:
            self._notice = None
        if new and asked == "play":
            self.kit.sounds.play("turn")
        self._refresh()
        ends = ev.MatchWon if batch.view.seat is not None else ev.DealScored
        if (new and asked == "ready") or any(isinstance(e, ends) for e in batch.events):
            self._between_deals(batch.view)

    def _between_deals(self, view: View) -> None:
        if view.result is None:
            self._session.send(co.Ready())
        else:
            seats, go_on = self._session.seats, self._next_deal
            self.stack.push(SheetScene(self.kit, view, seats, go_on, self._leave, self._after()))

    def _next_deal(self) -> None:
        if self._session.seat is None:
            return
        if self._view and self._view.auto[self._me]:
            self._session.send(co.SetAuto(False))  # for the rest of a deal, not for the whole match
        self._session.send(co.Ready())

    def _note(self, event: ev.Event) -> None:
        """What an event leaves to be read."""
        if isinstance(event, ev.ThrowFailed) and event.seat == self._session.seat:
            self._hand.clear()
        told = Told(self._words, self._session.seat, self._me, self._panels().name)
        self._notice = told.after(event, self._view, self._notice)
        self.changed = True

    def _refused(self, tried: Cards, refusal: Refusal) -> None:
        assert self._view is not None
        burying = self._ask is not None and self._ask.question.kind == "bury"
        text = self._words.refusal(refusal, tried, self._view.trump, burying)
        self._notice = Notice(text, True, False, None)
        self._hand.refuse()
        self.kit.sounds.play("failed")
        self._refresh()

    def _forget_notice(self) -> None:
        """The player goes on: what was said about the last try is over."""
        if self._notice and not self._notice.stays:
            self._notice = None

    # what the player does

    def heard(self, what: Input) -> None:
        clicked, looks = self._buttons.handle(what)
        self.changed |= looks
        if clicked:
            self._clicked(clicked)
        match what:
            case Press(button, x, y, now):
                intents = self._gestures.press(button, x, y, now)
            case Move(x, y, held, now):
                intents = self._gestures.move(x, y, held, now)
            case Release(button, x, y, now):
                intents = self._gestures.release(button, x, y, now)
            case FocusLost():
                intents = self._gestures.focus_lost()
            case Key("tab"):
                self._look_back()
                intents = []
            case Key("escape"):
                intents = self._gestures.cancel() or [ge.ClearSelection()]
            case _:
                intents = []
        for intent in intents:
            self._do(intent)

    def _target_at(self, x: float, y: float) -> ge.Target:
        button = self._buttons.at(x, y)
        if button:
            return ge.OtherTarget(button.name)
        return self._hand.target(x, y) or ge.TableTarget()

    def _do(self, intent: ge.Intent) -> None:
        hand = self._hand
        self._looks_back = False
        self.changed = True
        match intent:
            case ge.Toggle(key):
                hand.toggle(key)
            case ge.SelectSame(key):
                hand.select_same(key)
            case ge.SelectRange(keys, preview):
                hand.select_range(keys, preview)
            case ge.CancelRange():
                hand.cancel_range()
            case ge.ClearSelection():
                hand.clear()
            case ge.PlaySelected():
                self._play_selected()
                return
            case ge.Skip():
                self._timeline.finish_all()
                self._session.hurry()
        if not isinstance(intent, ge.Skip):
            self._forget_notice()
        self._refresh()

    def _play_selected(self) -> None:
        """The selected cards are played, or buried; what can't be is explained, and stays selected."""
        view, ask = self._view, self._ask
        if view is None or view.phase not in ("burying", "playing"):
            return
        cards = self._hand.selected
        kind = ask.question.kind if ask else None
        if kind == "bury":
            self._send(co.Bury(cards), cards)
        elif kind == "play":
            self._send(co.Play(cards), cards)
        elif cards and not self._sent:
            self._refused(cards, Refusal(Reason.NOT_YOUR_TURN))

    def _send(self, command: co.SeatCommand, cards: Cards = ()) -> None:
        """Answer what is asked, once."""
        if self._ask is None or self._sent:
            return
        self._sent[self._session.send(command, self._ask.number)] = cards
        self._refresh()

    def _clicked(self, name: str) -> None:
        view, ask = self._view, self._ask
        if view is None:
            return
        if name.startswith("bid:"):
            code, _, n = name[4:].partition("x")
            cards = parse_cards(code) * int(n)
            self._send(co.Bid(cards), cards)
        elif name == "pass":
            self._send(co.PassBid())
        elif name.startswith("stake:"):
            self._send(co.SetStake(int(name[6:])))
        elif name == "play":
            self._play_selected()
        elif name == "hint" and ask:
            answer = safe_answer(self._bot, view, ask.question)
            if isinstance(answer, co.Play | co.Bury):
                self._forget_notice()
                self._hand.select_cards(answer.cards)
                self._refresh()
        elif name == "clear":
            self._forget_notice()
            self._hand.clear()
            self._refresh()
        elif name == "auto":
            now = view.auto[self._me] if self._auto_wish is None else self._auto_wish
            self._auto_wish = not now
            self._session.send(co.SetAuto(not now))
            self._refresh()
        elif name == "last":
            self._look_back()
        elif name == "leave":
            self._leave()

    def _look_back(self) -> None:
        """Show the last trick, or the running one again."""
        self._looks_back = not self._looks_back and self._view is not None and bool(self._view.tricks)
        self.changed = True

    def _leave(self) -> None:
        self.stack.pop(self)

    # what a table in company has besides

    def _after(self) -> tuple[Callable[[], None], str] | None:
        """What is done after the match, and how its button is called; to leave if None."""
        return None

    def _corner(self) -> Sequence[tuple[str, str]]:
        """Names and labels of further buttons in the corner."""
        return ()

    def _away(self) -> Mapping[int, str]:
        """By seat what is said of who lost the connection."""
        return {}

    # what is shown

    def _time_left(self) -> float | None:
        """How much of the time to answer is left, in sixtieths, 0..1; None when there is no limit."""
        if self._timer is None or self._stopped is not None:
            return None
        left = (self._timer.deadline - time.monotonic()) / self._timer.limit
        return round(max(0.0, min(1.0, left)) * 60) / 60

    @property
    def _waited_for(self) -> bool:
        """Whether the game waits for this player."""
        kind = self._ask.question.kind if self._ask and not self._sent else None
        return kind in ("flip", "bury", "counter", "stake", "play")

    def _turn(self) -> int | None:
        return self._view.turn if self._view and self._stage.resting is None else None

    def _panels(self) -> Panels:
        assert self._view is not None
        return Panels(self.kit, self._words, self._hand.table, self._view, self._session.seats)

    def _refresh(self) -> None:
        """Say anew which buttons there are."""
        self.changed = True
        view = self._view
        if view is None:
            return
        ask = None if self._sent else self._ask
        auto = view.auto[self._me] if self._auto_wish is None else self._auto_wish
        chosen = len(self._hand.selected)
        buttons = controls(self.kit, self._words, self._hand.table, view, ask, chosen, auto, self._corner())
        if view.phase in (*BIDDING, "staking") and view.seat is not None:
            buttons += BidPanel(self.kit, self._words, self._hand.table, view, ask).buttons()
        self._buttons.show(buttons)

    @property
    def _warns(self) -> bool:
        """Whether the message tells of a trouble."""
        return self._stopped is not None or (self._notice is not None and self._notice.warn)

    def _message(self) -> str:
        view = self._view
        if view is None:
            return ""
        if self._stopped is not None:
            return self._words.tr("The table had to stop: {why}", why=self._stopped)
        if self._notice:
            return self._notice.text
        prompt = Prompt(self._words, view, self._ask, self._panels().name)
        if self._looks_back:
            return prompt.last_trick()
        return prompt.text(len(self._hand.selected), self._stage.resting)

    def items(self) -> list[Item]:
        kit, table = self.kit, self._hand.table
        items = [Item(kit.skin.felt(*kit.size), 0, 0)]
        view = self._view
        if view is None:
            return items
        panels = self._panels()
        bidding = view.phase in (*BIDDING, "staking")
        panel = bidding and view.seat is not None
        turn, left = self._turn(), self._fraction
        items += panels.score(self.points)
        items += panels.rules_line()
        items += panels.plates(turn, left)
        items += panels.bubbles(turn, bidding and not view.undealt, self._away())
        items += panels.bids()
        if not self._stage.bottom_moves:
            items += panels.deck() + panels.bottom()
        burying = self._ask is not None and self._ask.question.kind == "bury"
        burying &= not self._stage.bottom_moves
        if burying:
            items += panels.tray(self._hand.selected)
        if self._looks_back:
            items += self._stage.last_trick(view)
        else:
            items += self._stage.items_below() + panels.tags(self._stage)
        message = self._message()
        if message:
            area = table.bury_message if burying else table.message
            items += panels.message(message, area, self._warns, self._waited_for)
        items += self._hand.items()
        if panel:
            items += BidPanel(kit, self._words, table, view, self._ask).items()
        else:
            mine = left if turn == self._me else None
            items += panels.own_label(len(self._hand.selected), mine)
        items += self._buttons.items(kit.skin)
        if panel and left is not None:
            items.append(panels.time_to_bid(left))
        items += self._stage.items_above()
        return items

    def state(self) -> dict[str, Any]:
        view = self._view
        if view is None:
            return {"scene": "table", "phase": "opening"}
        return {
            "scene": "table",
            **view_state(view),
            "busy": self._timeline.busy or bool(self._steps),
            "ask": self._ask.question.kind if self._ask else None,
            "hand": self._hand.state(),
            "selected": format_cards(self._hand.selected),
            "buttons": self._buttons.state(),
            "message": self._message(),
        }
