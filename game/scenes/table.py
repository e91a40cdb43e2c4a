"""The table: deals, bids, buries and plays, by mouse and keys.

The scene never changes the match. What the player does goes to the session as commands.
"""

from collections.abc import Callable

from msgspec import structs

from game.engine import Cards, Reason, Refusal, View, parse_cards
from game.engine import commands as co
from game.scenes.helping import Hint
from game.scenes.keyboard import Keyboard
from game.scenes.kit import Kit
from game.scenes.peek import KINDS, Kind, can_look
from game.scenes.prompt import Notice
from game.scenes.reasons import in_words
from game.scenes.sheet import SheetScene
from game.scenes.tablemenu import TableMenuScene
from game.scenes.tablesight import TableSight
from game.scenes.tips import TRUMP, told_at
from game.scenes.tricksheet import TricksScene, can_list
from game.scenes.words import Words
from game.table.session import Session
from game.ui import gestures as ge
from game.ui.inputs import FocusLost, Input, Key, KeyUp, Move, Press, Release

BETWEEN = ("ready", "won")
"""Phases in which a score sheet may lie over the table."""
HOLD = 0.35
"""Seconds from which on a key is held, not pressed."""


class TableScene(TableSight):
    """A seat at a running table, and its player."""

    def __init__(self, kit: Kit, session: Session) -> None:
        super().__init__(kit, session)
        self._keyboard = Keyboard(self._hand, self._buttons)
        self._gestures = ge.Gestures(
            self._target_at, self._hand.range_between, kit.settings.double_click, kit.metrics.body * 0.4
        )

    def covered(self) -> None:
        super().covered()
        self._session.hold(True)

    def resumed(self) -> None:
        super().resumed()
        self._session.hold(False)
        self._buttons.handle(FocusLost())  # the pointer is elsewhere by now
        self.changed = True

    def resized(self) -> None:
        self._gestures.slop = self.kit.metrics.body * 0.4
        self._gestures.double_time = self.kit.settings.double_click
        super().resized()

    def left(self) -> None:
        self._help.stop()
        super().left()

    def update(self, dt: float) -> None:
        super().update(dt)
        self._take(self._help.better())
        if (
            self._view
            and self._view.phase not in BETWEEN
            and not self._hidden
            and (sheet := self._sheet_above())
        ):
            self.stack.pop(sheet)  # the next deal has begun while the last one's sheet was still read

    # what is asked, and what became of the answers

    def _asked_to_play(self, view: View) -> None:
        """It is my turn: what need not be chosen is done, or selected."""
        if view.auto[self._me]:
            return
        forced = self._help.forced()
        if forced:
            self._send(co.Play(forced), forced)
            return
        self._help.preselect()
        self.kit.sounds.play("turn")

    def _sheet_above(self) -> SheetScene | None:
        """The score sheet that lies over the table."""
        above = self.stack.above(self)
        return next((scene for scene in above if isinstance(scene, SheetScene)), None)

    def _between_deals(self, view: View) -> None:
        if view.result is None:
            self._session.send(co.Ready())
            return
        sheet = self._sheet_above()
        if sheet and sheet.result == view.result:
            return
        if sheet:
            self.stack.pop(sheet)  # of a deal before: something was read over it to the end of this one
        self.stack.push(self._sheet(view))

    def _sheet(self, view: View) -> SheetScene:
        """The score sheet of the deal that is over."""
        return SheetScene(self.kit, view, self._session.seats, self._next_deal, self._leave, self._after())

    def _next_deal(self) -> None:
        if self._session.seat is None:
            return
        if self._view and self._view.auto[self._me]:
            self._session.send(co.SetAuto(False))  # for the rest of a deal, not for the whole match
        self._session.send(co.Ready())

    def _refused(self, tried: Cards, refusal: Refusal) -> None:
        assert self._view is not None
        trump, burying = self._view.trump, self._ask is not None and self._ask.question.kind == "bury"
        self._notice = Notice(lambda words: words.refusal(refusal, tried, trump, burying), True, False, None)
        self._hand.refuse()
        self._hand.mark(refusal.cards)
        self.kit.sounds.play("failed")
        self._refresh()

    def _forget_notice(self) -> None:
        """The player goes on: what was said about the last try is over."""
        self._hand.mark(())
        if self._notice and not self._notice.stays:
            self._notice = None

    # what the player does

    def heard(self, what: Input) -> None:
        clicked, looks = (None, False) if isinstance(what, Key) else self._buttons.handle(what)
        self.changed |= looks
        if clicked:
            self._clicked(clicked)
        intents: list[ge.Intent] = []
        match what:
            case Press(button, x, y, now, shift):
                intents = self._gestures.press(button, x, y, now, shift)
                self.changed |= self._keyboard.leave()
            case Move(x, y, held, now):
                intents = self._gestures.move(x, y, held, now)
            case Release(button, x, y, now):
                intents = self._gestures.release(button, x, y, now)
            case FocusLost():
                intents = self._gestures.focus_lost()
            case Key():
                self._key(what)
            case KeyUp("tab", held) if held > HOLD and self._peek == "last":
                self._peek = None
                self.changed = True
        for intent in intents:
            if self.kit.settings.right_click_plays or not isinstance(intent, ge.PlaySelected):
                self._do(intent)
        self.changed |= self._tips.point(self._told_about(what) if self.kit.settings.tips else None)

    def _told_about(self, what: Input) -> str | None:
        """What the pointer is on that has a tip."""
        if not isinstance(what, Move) or what.held:
            return None
        at = told_at(self._hand.table, self._me, what.x, what.y)
        return at if at == TRUMP else self._buttons.hovered or at

    def _key(self, key: Key) -> None:
        """A key went down."""
        self.changed = True
        match key.name:
            case "tab":
                self._look("last")
            case "escape":
                self._escape()
            case _:
                for meant in self._keyboard.press(key):
                    if isinstance(meant, str):
                        self._clicked(meant)
                    else:
                        self._do(meant)

    def _escape(self) -> None:
        """Give up what is under way, one thing after the other; when there is nothing, open the menu."""
        drag = self._gestures.cancel()
        if self._peek and not drag:
            self._peek = None
        elif drag or self._hand.selected or self._keyboard.leave():
            self._do(*drag or [ge.ClearSelection()])
        else:
            self._clicked("menu")

    def _target_at(self, x: float, y: float) -> ge.Target:
        button = self._buttons.at(x, y)
        if button:
            return ge.OtherTarget(button.name)
        return self._hand.target(x, y) or ge.TableTarget()

    def _do(self, intent: ge.Intent) -> None:
        hand = self._hand
        self._peek = None
        self.changed = True
        match intent:
            case ge.Toggle(key):
                hand.toggle(key)
            case ge.SelectSame(key):
                hand.select_same(key)
            case ge.SelectWhole(key):
                hand.select_cards(self._help.whole(hand.face(key)))
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
            self._take(self._help.hint())
        elif name == "clear":
            self._forget_notice()
            self._hand.clear()
            self._refresh()
        elif name == "auto":
            now = view.auto[self._me] if self._auto_wish is None else self._auto_wish
            self._auto_wish = not now
            self._session.send(co.SetAuto(not now))
            self._refresh()
        elif kind := next((kind for kind in KINDS if kind == name), None):
            self._look(kind)
        elif name == "counts":
            self._hand.counted = not self._hand.counted
            self.changed = True
        elif name == "tricks" and can_list(view):
            self.stack.push(TricksScene(self.kit, view, self._session.seats))
        elif name == "mute":
            self._mute()
        elif name == "menu":
            self.stack.push(TableMenuScene(self.kit, view.rules, self._leave, self._about_table))
        elif name == "leave":
            self._leave()

    def _take(self, hint: Hint | None) -> None:
        """Select what is hinted at, and say why."""
        if hint is None or self._view is None:
            return
        self._forget_notice()
        self._hand.select_cards(hint.cards)
        if why := hint.why:
            trump = self._view.trump
            self._notice = Notice(lambda words: in_words(why, trump, words, hint.other), False, False, None)
        self._refresh()

    def _look(self, kind: Kind) -> None:
        """Show something again, or the running trick instead."""
        possible = self._view is not None and can_look(self._view, kind)
        self._peek = kind if possible and self._peek != kind else None
        self.changed = True

    def _mute(self) -> None:
        settings = self.kit.settings
        muted = not settings.muted
        self.kit.change(structs.replace(settings, muted=muted))

        def say(words: Words) -> str:
            return words.tr("Sound is off.") if muted else words.tr("Sound is on.")

        self._notice = Notice(say, False, False, None)
        self.changed = True

    def _leave(self) -> None:
        self.stack.pop(self)

    @property
    def _about_table(self) -> Callable[[], None] | None:
        """Shows what there is to know of a table in company; None at one of one's own."""
        return None

    def _after(self) -> tuple[Callable[[], None], str] | None:
        """What is done after the match, and how its button is called; to leave if None."""
        return None
