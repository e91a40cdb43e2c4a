"""A running table as one sees it: what is heard is animated, event by event, and then shown.

Nothing here changes the match, or answers for the player.
"""

import math
import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import structs

from game.engine import Cards, Refusal, View, format_cards
from game.engine import events as ev
from game.scenes.bidding import BIDDING, BidPanel
from game.scenes.controls import controls
from game.scenes.hand import Hand
from game.scenes.helping import Help
from game.scenes.kit import Kit
from game.scenes.panels import Panels, points_in_all
from game.scenes.peek import Kind, Peek, can_look
from game.scenes.picture import Picture, Shown, Still
from game.scenes.prompt import Notice, Prompt, Told
from game.scenes.stack import Scene
from game.scenes.stage import Stage
from game.scenes.tips import Tips
from game.scenes.viewstate import view_state
from game.scenes.words import Words
from game.table.session import Session, Stopped
from game.table.table import Ask, Batch, Refused, Timer
from game.ui.painter import Item
from game.ui.sprite import SpriteMaker
from game.ui.timeline import Timeline
from game.ui.widgets import Button, Buttons

Step: TypeAlias = ev.Event | Batch
"""What is animated one after the other: a batch's events, then the batch itself."""

LAST_SECONDS = 10
"""So many are counted down where one's own time is limited."""

WAITING, MANY = 6, 12
"""Steps that wait: from the one number on all moves twice as fast, beyond the other all is shown at once."""


class TableSight(Scene):
    """What a seat, or who watches, sees of a running table."""

    def __init__(self, kit: Kit, session: Session) -> None:
        super().__init__(kit)
        self._session = session
        self._words = Words(kit.texts)
        self._speed = kit.speed
        self._turn_time = kit.settings.turn
        self._timeline = Timeline(self._speed)
        maker = SpriteMaker()
        self._hand = Hand(kit, self._timeline, maker)
        self._stage = Stage(kit, self._timeline, maker, self._hand)
        self._me = session.seat or 0  # where one sits, or looks from
        self._stage.me = self._me
        self._help = Help(kit, self._hand)
        self._buttons = Buttons()
        self._tips = Tips()
        self._still = Still()
        self._steps: deque[Step] = deque()
        self._view: View | None = None
        self._ask: Ask | None = None
        self._sent: dict[int, Cards] = {}  # commands not answered yet, with their cards
        self._notice: Notice | None = None
        self._stopped: str | None = None  # why the table can't go on
        self._sheet_due = False  # the deal is over: a sheet comes, or the next deal
        self._peek: Kind | None = None  # what one looks at again
        self._auto_wish: bool | None = None  # auto-play as asked for and not heard of yet
        self._last: Batch | None = None  # the last one heard of
        self._timer: Timer | None = None  # of whoever is waited for
        self._stands_since: float | None = None  # from when on a table of one's own has been covered
        self._fraction: float | None = None  # how much of its time is left
        self._last_seconds: int | None = None  # the last ones of it, where it is one's own

    # the scene's life

    def left(self) -> None:
        self._session.leave()

    def resized(self) -> None:
        self._words = Words(self.kit.texts)
        self._take_pace()
        if self._view is None:
            return
        while self._steps or self._timeline.busy:  # let all that is under way end first
            self._timeline.finish_all()
            self._next_steps()
        self._hand.sort(self._view.trump)
        self._hand.settle(0)
        self._stage.show(self._view)
        self._refresh()

    def covered(self) -> None:
        if not self.goes_on and self._stands_since is None:
            self._stands_since = time.monotonic()

    def resumed(self) -> None:
        self._take_pace()
        if self._stands_since is None:
            return
        stood, self._stands_since = time.monotonic() - self._stands_since, None
        if self._timer:
            self._timer = structs.replace(self._timer, deadline=self._timer.deadline + stood)

    def _take_pace(self) -> None:
        """Table and animation are as fast as is set now, and a turn as long."""
        if self._speed != self.kit.speed:
            self._speed = self.kit.speed
            self._timeline.speed = self._speed
            self._session.set_speed(self._speed)
        if self._turn_time != self.kit.settings.turn:
            self._turn_time = self.kit.settings.turn
            self._session.set_turn(self._turn_time or None)

    @property
    def moving(self) -> bool:
        return self._timeline.busy or bool(self._steps) or self._tips.waiting

    @property
    def ticking(self) -> bool:
        return self._fraction is not None and self._stands_since is None

    def update(self, dt: float) -> None:
        for heard in self._session.poll():
            self.changed = True
            match heard:
                case Batch():
                    self._take_in(heard)
                case Refused(command_id, refusal):
                    self._auto_wish = None
                    self._refused(self._sent.pop(command_id, ()), refusal)
                case Stopped(why):
                    self._stopped, self._ask = why, None
                    self._refresh()
        if self._timeline.busy:
            self.changed = True
            self.kit.faces.draw_ahead(self._hand.table.fronts, self._hand.table.backs)
        self._catch_up()
        self._timeline.advance(dt)
        self._next_steps()
        if self._sheet_due and self._view and not self._hidden:  # a page is read to its end
            self._sheet_due = False
            self._between_deals(self._view)
        self.changed |= self._tips.rest(dt)
        fraction, seconds = self._time_left(), self._count_down()
        self.changed |= (fraction, seconds) != (self._fraction, self._last_seconds)
        self._fraction, self._last_seconds = fraction, seconds

    def _take_in(self, batch: Batch) -> None:
        """Have a batch shown after what is to be shown before; without events it is how things stand."""
        last, self._last = self._last, batch
        if batch.events:
            self._steps += (*batch.events, batch)
        elif last is None or batch != structs.replace(last, events=(), timer=batch.timer, taken=batch.taken):
            self._timeline.finish_all()
            self._steps = deque([batch])
        elif self._steps and isinstance(waits := self._steps[-1], Batch):
            self._steps[-1] = structs.replace(waits, timer=batch.timer)  # else as before: cut nothing short
        else:
            self._timer = batch.timer

    def _catch_up(self) -> None:
        """The table sets the pace: what comes faster than it can be shown is shown faster, or at once."""
        while len(self._steps) > MANY:
            self._timeline.finish_all()
            self._next_steps()
        self._timeline.speed = self._speed * (2 if len(self._steps) > WAITING else 1)

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
        last, old_ask = self._view, self._ask
        self._view, self._ask = batch.view, None if self._stopped is not None else batch.ask
        self._timer = batch.timer
        self._stage.score(points_in_all(batch.view), first)
        if batch.ask is None or old_ask is None or batch.ask.number != old_ask.number:
            self._sent.clear()
        if first:
            self._hand.reset(batch.view.hand, batch.view.trump, keep=True)
            self._stage.show(batch.view)
        elif self._hand.sort(batch.view.trump):
            self._hand.settle()
        if not first:
            self._stage.relay()
        self._stage.ahead = batch.view.winning
        self._stage.bottom_moves = False
        self._stage.played.clear()
        ask = self._ask
        asked = ask.question.kind if ask else None
        other = (ask and ask.number) != (old_ask and old_ask.number)
        new = ask is not None and other
        if self._peek and (new or not can_look(batch.view, self._peek)):
            self._peek = None
        if self._auto_wish == batch.view.auto[self._me]:
            self._auto_wish = None
        if other and self._notice and not self._notice.stays:
            self._notice = None
        self._help.look(batch.view, self._ask)
        if new and asked == "play":
            self._asked_to_play(batch.view)
        self._refresh()
        ends = ev.MatchWon if batch.view.seat is not None else ev.DealScored
        came_late = batch.view.phase == "won" and (last is None or last.phase != "won")
        if (new and asked == "ready") or came_late or any(isinstance(e, ends) for e in batch.events):
            self._sheet_due = True

    def _note(self, event: ev.Event) -> None:
        """What an event leaves to be read."""
        if isinstance(event, ev.ThrowFailed) and event.seat == self._session.seat:
            self._hand.clear()
        match event:
            case ev.CardsPlayed(seat, cards) if seat != self._me:
                self._help.turned_up(cards)
            case ev.BottomShown(cards) if self._view and self._view.burier != self._me:
                self._help.turned_up(cards)
        seats, me = self._session.seats, self._me
        told = Told(self._session.seat, me, lambda words, of: words.name(seats[of].name, (of - me) % 4))
        self._notice = told.after(event, self._view, self._notice)
        self.changed = True

    # what the player is left to answer

    def _asked_to_play(self, view: View) -> None:
        """It is one's turn."""

    def _between_deals(self, view: View) -> None:
        """A deal is over, or the first one may begin."""

    def _refused(self, tried: Cards, refusal: Refusal) -> None:
        """A command was not taken."""

    # what a table in company has besides

    def _corner(self) -> Sequence[tuple[str, str]]:
        """Names and labels of further buttons in the corner."""
        return ()

    def _areas(self) -> Sequence[Button]:
        """Further places one can click."""
        return ()

    def _away(self) -> Mapping[int, str]:
        """By seat what is said of who lost the connection."""
        return {}

    # what is shown

    def _now(self) -> float:
        """The table's time, which stands while it does."""
        return time.monotonic() if self._stands_since is None else self._stands_since

    def _time_left(self) -> float | None:
        """How much of the time to answer is left, in sixtieths, 0..1; None when there is no limit."""
        if self._timer is None or self._stopped is not None:
            return None
        left = (self._timer.deadline - self._now()) / self._timer.limit
        return round(max(0.0, min(1.0, left)) * 60) / 60

    @property
    def _waited_for(self) -> bool:
        """Whether the game waits for this player."""
        kind = self._ask.question.kind if self._ask and not self._sent else None
        return kind in ("flip", "bury", "counter", "stake", "play")

    def _count_down(self) -> int | None:
        """How many seconds there are left to answer when they are few; None before that."""
        if self._timer is None or self._stopped is not None or not self._waited_for:
            return None
        left = max(0, math.ceil(self._timer.deadline - self._now()))
        return left if left <= LAST_SECONDS else None

    def _turn(self) -> int | None:
        """Whose turn it is, until that seat has played."""
        turn = self._view.turn if self._view and self._stage.resting is None else None
        return None if turn is None or self._stage.played[turn] else turn

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
        self._help.look(view, ask)
        table, more, hint = self._hand.table, self._corner(), self._help.place
        buttons = controls(self.kit, self._words, table, view, ask, chosen, auto, more, hint)
        buttons += self._areas()
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
            return self._notice.say(self._words)
        if self._peek:
            return Peek(self.kit, self._words, self._hand.table, view, self._panels().name).text(self._peek)
        panels = self._panels()
        prompt = Prompt(self._words, view, self._ask, panels.name, panels.fits)
        stage, hand = self._stage, self._hand
        gone = stage.played[self._me] or sum(map(len, self._sent.values()))
        return prompt.text(len(hand.selected), stage.resting, bool(hand.fresh), gone)

    def items(self) -> list[Item]:
        kit, view = self.kit, self._view
        if view is None:
            return [Item(kit.skin.felt(*kit.size), 0, 0)]
        shown = Shown(
            view=view,
            ask=self._ask,
            points=self._stage.points,
            turn=self._turn(),
            left=self._fraction,
            seconds=self._last_seconds,
            peek=self._peek,
            message=self._message(),
            warns=self._warns,
            waited_for=self._waited_for,
            away=self._away(),
            tip=self._tips.shown,
            unseen=self._help.unseen,
        )
        picture = Picture(
            kit=kit,
            words=self._words,
            hand=self._hand,
            stage=self._stage,
            panels=self._panels(),
            buttons=self._buttons,
            seats=self._session.seats,
            still=self._still,
        )
        return picture.items(shown)

    def state(self) -> dict[str, Any]:
        view = self._view
        if view is None:
            return {"scene": "table", "phase": "opening"}
        return {
            "scene": "table",
            **view_state(view),
            "busy": self._timeline.busy or bool(self._steps),
            "ask": self._ask.question.kind if self._ask and not self._sent else None,
            "left": self._fraction,
            "seconds": self._last_seconds,
            "peek": self._peek,
            "tip": self._tips.shown,
            "hand": self._hand.state(),
            "counted": self._hand.counted,
            "unseen": self._help.unseen,
            "selected": format_cards(self._hand.selected),
            "buttons": self._buttons.state(),
            "message": self._message(),
        }
