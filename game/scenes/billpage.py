"""The settlement of a deal or a match, its arithmetic line by line."""

from typing import Any

from game.engine import Bill, View
from game.scenes.billtext import bill_line, signed
from game.scenes.dialogue import Dialogue
from game.scenes.kit import Kit
from game.table.journal import SeatInfo
from game.ui.layout import Rect, TableLayout
from game.ui.painter import Item
from game.ui.widgets import Button


class BillScene(Dialogue):
    """Lies over the score sheet."""

    def __init__(self, kit: Kit, view: View, seats: tuple[SeatInfo, ...], bill: Bill) -> None:
        super().__init__(kit)
        self._view = view
        self._seats = seats
        self._bill = bill

    def _clicked(self, name: str) -> None:
        self.stack.pop(self)

    def _escaped(self) -> None:
        self.stack.pop(self)

    @property
    def _sheet(self) -> Rect:
        return TableLayout.of(*self.kit.size, self.kit.settings.ui_scale).score_sheet

    def _made_buttons(self) -> list[Button]:
        sheet, kit = self._sheet, self.kit
        unit = sheet.h / 600
        w, h = round(176 * unit), round(48 * unit)
        main = Rect(sheet.right - round(60 * unit) - w, sheet.bottom - round(68 * unit), w, h)
        return [Button("back", main, self._words.tr("Back"), kit.metrics.button, "main")]

    def _name(self, seat: int) -> str:
        return self._words.name(self._seats[seat].name, (seat - (self._view.seat or 0)) % 4)

    def _title(self) -> str:
        tr = self._words.tr
        return {
            "points": tr("Settlement in points"),
            "silver": tr("Settlement in silver"),
            "classic": tr("Settlement of the match"),
            "popo": tr("Settlement in Popo points"),
        }[self._view.rules.settlement]

    def _rows(self) -> list[tuple[str, str]]:
        bots = [seat.bot for seat in self._seats]
        return [bill_line(line, self._words, self._name, bots) for line in self._bill.lines]

    def items(self) -> list[Item]:
        kit, sheet = self.kit, self._sheet
        theme, size, skin, fonts = kit.theme, kit.metrics, kit.skin, kit.fonts
        unit = sheet.h / 600
        left, right = sheet.x + round(60 * unit), sheet.right - round(60 * unit)
        items = self._ground(sheet, round(22 * unit))
        title = fonts.render(self._title(), size.heading, theme.text, True)
        items.append(Item(title, sheet.center[0] - title.get_width() // 2, sheet.y + round(28 * unit)))
        rows = self._rows()
        top, bottom = sheet.y + round(92 * unit), sheet.bottom - round(128 * unit)
        pitch = min(round(34 * unit), (bottom - top) // max(len(rows), 1))
        px = max(12, min(size.body, round(pitch * 0.68)))
        for i, (text, amount) in enumerate(rows):
            y = top + i * pitch
            number = fonts.render(amount, px, theme.text, True)
            line = fonts.render(fonts.fit(text, px, right - left - number.get_width() - px), px, theme.text)
            items += [Item(line, left, y), Item(number, right - number.get_width(), y)]
        y = bottom + round(10 * unit)
        items.append(Item(skin.panel(right - left, max(1, round(unit)), 0, theme.faint), left, y))
        x = left
        for seat in range(4):
            own, total = seat == self._view.seat, " " + signed(self._bill.totals[seat])
            color = theme.brass if own else theme.secondary
            room = (right - left) // 4 - round(10 * unit)
            small = fonts.fitting(self._name(seat) + total, size.small, room, own)
            name = fonts.fit(self._name(seat), small, room - fonts.size(total, small, own)[0], own)
            items.append(Item(fonts.render(name + total, small, color, own), x, y + round(12 * unit)))
            x += (right - left) // 4
        return items + self._buttons.items(skin)

    def state(self) -> dict[str, Any]:
        return {
            "scene": "bill",
            "lines": [list(row) for row in self._rows()],
            "totals": list(self._bill.totals),
            "house": self._bill.house,
            "message": self._title(),
            "buttons": self._buttons.state(),
        }
