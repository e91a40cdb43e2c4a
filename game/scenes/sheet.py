"""The score sheet after a deal: who won it, the sum spelled out, the bottom, the levels."""

from collections.abc import Callable
from typing import Any

from game.engine import Outcome, Result, RuleSet, Trump, View, format_cards, outcome, points_of, seat_team
from game.profile.purse import bill_of
from game.profile.record import Record
from game.scenes.billpage import BillScene
from game.scenes.billtext import signed
from game.scenes.dialogue import Dialogue
from game.scenes.kit import Kit
from game.scenes.order import Order
from game.scenes.replay import ReplayScene
from game.scenes.review import Review
from game.scenes.reviewpage import ReviewScene
from game.scenes.victory import VictoryScene
from game.scenes.words import Words
from game.table.journal import SeatInfo
from game.ui.layout import Rect, TableLayout
from game.ui.painter import Item
from game.ui.theme import MOTION, Rgb
from game.ui.timeline import Timeline
from game.ui.widgets import Button


class SheetScene(Dialogue):
    """Lies over the table until the player goes on or leaves."""

    def __init__(
        self,
        kit: Kit,
        view: View,
        seats: tuple[SeatInfo, ...],
        go_on: Callable[[], None],
        leave: Callable[[], None],
        after: tuple[Callable[[], None], str] | None = None,
    ) -> None:
        """``after``: what is done after the match's end, and what its button says; to leave if None."""
        super().__init__(kit)
        self._after = after
        assert view.result is not None
        self._view = view
        self.result: Result = view.result
        self._seats = seats
        self._go_on = go_on
        self._leave = leave
        a, b, c, d = (seat.bot for seat in seats)
        self._bill = bill_of(view, (a, b, c, d))  # what is due; later what the purse can pay of it
        self._record: Record | None = None  # of this deal, once it is kept
        self._review: Review | None = None  # of one's own plays in it
        self._timeline = Timeline(kit.speed)
        self.shown = 0.0  # 0..1, fading in
        self._timeline.tween(self, "shown", 0.0, 1.0, MOTION.fade)

    @property
    def moving(self) -> bool:
        return self._timeline.busy or (self._review is not None and self._review.looking)

    def left(self) -> None:
        super().left()
        if self._review:
            self._review.close()

    def update(self, dt: float) -> None:
        self.changed |= self._timeline.busy
        self._timeline.advance(dt)
        latest = self.kit.keeper.latest
        if self._record is None and latest and latest.result == self.result:
            self._record = latest.record
            self._bill = latest.bill or self._bill
            if latest.record.own is not None:
                self._review = Review(self.kit, latest.record)
            self._refresh()
        if self._review:
            self._review.work()

    def _clicked(self, name: str) -> None:
        if name == "next":
            stack = self.stack
            stack.pop(self)
            if self._view.won_by is None:
                self._go_on()
            else:
                do, label = self._after or (self._leave, None)
                stack.push(VictoryScene(self.kit, self._view, do, label))
        elif name == "leave":
            self._leave()
        elif name == "replay" and self._record:
            self.stack.push(ReplayScene(self.kit, self._record))
        elif name == "review" and self._review:
            self.stack.push(ReviewScene(self.kit, self._review))
        elif name == "bill" and self._bill:
            self.stack.push(BillScene(self.kit, self._view, self._seats, self._bill))

    def _escaped(self) -> None:
        self._clicked("next")  # who has read it goes on

    @property
    def _sheet(self) -> Rect:
        return TableLayout.of(*self.kit.size, self.kit.settings.ui_scale).score_sheet

    def _px(self, design: float) -> int:
        """Lengths of the sheet, by its own height: 600 in the design."""
        return round(design * self._sheet.h / 600)

    def _made_buttons(self) -> list[Button]:
        sheet, px, tr = self._sheet, self._px, self._words.tr
        won = self._view.won_by is not None
        label = tr("Match result") if won else tr("Next deal")
        if self._view.seat is None and not won:
            label = tr("Close")
        right = sheet.right - px(60)
        main = Rect(right - px(164), sheet.bottom - px(68), px(164), px(48))
        size = self.kit.metrics
        others = [] if won else [("leave", tr("Leave"), True)]
        others.append(("replay", tr("Replay"), self._record is not None))
        if self._view.seat is not None:
            others.append(("review", tr("Review"), self._review is not None))
        if self._bill and self._view.seat is not None:
            own = signed(self._bill.totals[self._view.seat])
            others.append(("bill", tr("Settlement {own}", own=own), True))
        buttons = [Button("next", main, label, size.button, "main")]
        x, high = sheet.x + px(60), px(40)
        for name, label, ready in others:
            wide = max(px(70), self.kit.fonts.size(label, size.small)[0] + round(high * 0.7))
            at = Rect(x, sheet.bottom - px(64), wide, high)
            buttons.append(Button(name, at, label, size.small, "plain", ready))
            x = at.right + px(8)
        return buttons

    @property
    def _mine(self) -> int:
        return seat_team(self._view.seat or 0)

    def _title(self) -> str:
        """Who held or took the deal, as one sees it from the own seat."""
        result, tr, ntr = self.result, self._words.tr, self._words.ntr
        if self._view.seat is None:
            return self._title_for_watchers()
        ours = (seat_team(result.dealer) == self._mine) == (result.side == "dealer")
        if self._view.won_by is not None:
            return tr("We hold the last deal") if ours else tr("They hold the last deal")
        if result.side == "dealer" and ours:
            return ntr("We hold the deal: up {n} level", "We hold the deal: up {n} levels", result.gain)
        if result.side == "dealer":
            return ntr("They hold the deal: up {n} level", "They hold the deal: up {n} levels", result.gain)
        if result.gain == 0:
            return tr("We take the deal") if ours else tr("They take the deal")
        if ours:
            return ntr("We take the deal: up {n} level", "We take the deal: up {n} levels", result.gain)
        return ntr("They take the deal: up {n} level", "They take the deal: up {n} levels", result.gain)

    def _title_for_watchers(self) -> str:
        result, tr, ntr = self.result, self._words.tr, self._words.ntr
        dealers = seat_team(result.dealer)
        side = self._sides[dealers if result.side == "dealer" else 1 - dealers]
        if result.gain == 0:
            return tr("{side} take the deal", side=side)
        if result.side == "dealer":
            return ntr(
                "{side} hold the deal: up {n} level",
                "{side} hold the deal: up {n} levels",
                result.gain,
                side=side,
            )
        return ntr(
            "{side} take the deal: up {n} level",
            "{side} take the deal: up {n} levels",
            result.gain,
            side=side,
        )

    @property
    def _sides(self) -> tuple[str, str]:
        """What the own side and the other are called."""
        return self._words.sides(self._view.seat is None)

    def _subtitle(self, dealer: str) -> str:
        result, words, tr = self.result, self._words, self._words.tr
        level = words.rank(result.level)
        if result.suit is None:
            return tr(
                "Deal {number} · no trump · level {level} · dealer {name}",
                number=result.number,
                level=level,
                name=dealer,
            )
        return tr(
            "Deal {number} · trump {suit} · level {level} · dealer {name}",
            number=result.number,
            suit=words.suit(result.suit),
            level=level,
            name=dealer,
        )

    def _rows(self) -> list[tuple[str, str]]:
        """The sum, line by line."""
        result, tr = self.result, self._words.tr
        rows = [(tr("Points in tricks"), str(result.trick_points))]
        if result.multiplier:
            rows.append(
                (
                    tr(
                        "Bottom won: {points} points × {multiplier} ({why})",
                        points=result.bottom_points,
                        multiplier=result.multiplier,
                        why=won_with(result.multiplier, self._view.rules, self._words),
                    ),
                    str(result.bottom_points * result.multiplier),
                )
            )
        else:
            rows.append(
                (tr("Bottom kept by the dealer side: {points} points", points=result.bottom_points), "—")
            )
        return rows

    def items(self) -> list[Item]:
        kit, sheet, px = self.kit, self._sheet, self._px
        theme, skin, size = kit.theme, kit.skin, kit.metrics
        result, words, tr = self.result, self._words, self._words.tr
        items = self._ground(sheet, px(22))
        left, right = sheet.x + px(60), sheet.right - px(60)
        middle = sheet.center[0]

        def text(
            line: str, pixels: int, color: Rgb, x: int, y: int, bold: bool = False, align: float = 0.0
        ) -> None:
            surface = skin.line(kit.fonts.fit(line, pixels, right - left, bold), pixels, color, bold)
            items.append(Item(surface, round(x - surface.get_width() * align), y - surface.get_height() // 2))

        small, body = size.small, size.body
        text(self._title(), size.heading, theme.text, middle, sheet.y + px(58), True, 0.5)
        dealer = words.name(self._seats[result.dealer].name, (result.dealer - (self._view.seat or 0)) % 4)
        text(
            self._subtitle(dealer),
            small,
            theme.secondary,
            middle,
            sheet.y + px(98),
            align=0.5,
        )
        self._scale(items, text, left, right, sheet.y + px(160))
        y = sheet.y + px(240)
        for label, value in self._rows():
            text(label, body, theme.text, left, y)
            text(value, body, theme.text, right, y, True, 1.0)
            y += px(34)
        items.append(Item(skin.panel(right - left, max(1, px(1)), 0, theme.faint), left, y - px(16)))
        text(tr("Total"), body, theme.brass, left, y + px(6), True)
        text(str(result.points), body, theme.brass, right, y + px(6), True, 1.0)
        self._bottom(items, text, left, right, sheet.y + px(372))
        y = sheet.y + px(500)
        for x, side, label in ((left, self._mine, self._sides[0]), (middle, 1 - self._mine, self._sides[1])):
            before, after = result.levels_before[side], result.levels[side]
            text(label, body, theme.secondary, x, y)
            level = words.rank(after) if before == after else f"{words.rank(before)} → {words.rank(after)}"
            color = theme.text if before == after else theme.brass
            text(level, size.number, color, x + kit.fonts.size(label, body)[0] + px(16), y, True)
        if result.fell:
            text(
                tr(
                    "The last trick fell to a jack: the dealer side drops to {level}",
                    level=words.rank(result.fell),
                ),
                small,
                theme.danger,
                middle,
                y - px(28),
                align=0.5,
            )
        items += self._buttons.items(skin)
        alpha = round(255 * self.shown)
        return [item._replace(alpha=alpha) for item in items] if alpha < 255 else items

    def _scale(self, items: list[Item], text: Callable[..., None], left: int, right: int, y: int) -> None:
        """The attackers' points on the steps, with what each step means."""
        kit, px, result, words = self.kit, self._px, self.result, self._words
        step = self._view.rules.step
        width = right - left
        per = width / 5
        filled = round(min(max(result.points / step, 0), 5) * per)
        marks = tuple(round(per * i) for i in range(1, 5))
        height = px(28)
        items.append(Item(kit.skin.bar(width, height, filled, marks), left, y))
        small = max(12, round(kit.metrics.small * 0.9))
        ours = seat_team(result.dealer) == self._mine
        dealers, others = self._sides if ours else self._sides[::-1]
        here = max(0, min(4, result.points // step))
        steps = [outcome(max(1, step * i), self._view.rules) for i in range(5)]
        none = outcome(0, self._view.rules)  # not a point: the scale's left end
        if result.points <= 0:
            here, none = -1, Outcome(result.side, result.gain)
        else:
            steps[here] = Outcome(result.side, result.gain)  # which may be beyond the right end
        names = [
            words.tr("{side} +{n}", side=dealers if one.side == "dealer" else others, n=one.levels)
            if one.levels
            else words.tr("change of deal")
            for one in (*steps, none)
        ]
        for i, name in enumerate(names[:5]):
            color = kit.theme.brass if i == here else kit.theme.secondary
            text(name, small, color, round(left + per * (i + 0.5)), y - px(14), align=0.5)
        wide, first = (kit.fonts.size(name, small)[0] for name in (names[-1], names[0]))
        color = kit.theme.brass if here < 0 else kit.theme.secondary
        x = min(left + wide // 2, round(left + (per - first) / 2) - px(10))
        text(names[-1], small, color, x, y - px(14), align=1.0)
        under = y + height + px(10)
        x = left + max(px(8), filled)
        text(str(result.points), kit.metrics.body, kit.theme.brass, x, under, True, 0.5)
        for i, mark in enumerate((0, *marks)):
            if abs(left + mark - x) > px(34):  # the points themselves come before a mark's number
                text(str(step * i), small, kit.theme.secondary, left + mark, under, align=0.5)

    def _bottom(self, items: list[Item], text: Callable[..., None], left: int, right: int, y: int) -> None:
        """The buried cards in the order of a hand, those with points outlined."""
        kit, px, result = self.kit, self._px, self.result
        text(self._words.tr("Bottom"), kit.metrics.small, kit.theme.secondary, left, y - px(6))
        trump = Trump(result.level, result.suit, self._view.rules.two_is_trump)
        cards = [result.bottom[i] for i in Order.of(trump, kit.settings).sort(result.bottom)]
        n, room = len(cards), right - left
        width = min(px(56), (room - px(6) * (n - 1)) // n)
        pitch = min((room - width) / (n - 1), width * 1.3)  # to the right edge, or in the middle
        x = left + (room - width - pitch * (n - 1)) / 2
        for i, card in enumerate(cards):
            front = Item(kit.faces.face(card, width), round(x + i * pitch), y + px(12))
            items += kit.faces.framed(front, points_of((card,)) > 0)

    def state(self) -> dict[str, Any]:
        result = self.result
        return {
            "scene": "sheet",
            "phase": self._view.phase,
            "deal": result.number,
            "points": result.points,
            "bottom": format_cards(result.bottom),
            "multiplier": result.multiplier,
            "side": result.side,
            "levels": list(result.levels),
            "message": self._title(),
            "buttons": self._buttons.state(),
        }


def won_with(multiplier: int, rules: RuleSet, words: Words) -> str:
    """By which shape the bottom was won, so that its points count by so much."""
    tr, ntr, unit = words.tr, words.ntr, words.unit
    match rules.bottom_multiplier, multiplier:
        case "popo", _:
            return ntr("{n} card together", "{n} cards together", multiplier // 2)
        case "doubling", _:
            pairs = multiplier.bit_length() - 2
            return ntr("{n} pair", "{n} pairs", pairs) if pairs else tr("no pair")
        case _, 2:
            return unit(1, 1)
        case _, 4:
            return unit(2, 1)
        case _, 6:
            return tr("three or more alike")
        case "lezhong", _:
            return tr("tractor of {n} pairs", n=multiplier.bit_length() - 2)
    return tr("pairs and wider, added up")
