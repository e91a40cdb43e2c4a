"""The score sheet of a LAN table: chat and the check of the deal stay at hand."""

from collections.abc import Callable
from typing import Any

from game.scenes.kit import Kit
from game.scenes.languard import guarded
from game.scenes.lanmark import FairnessScene, mark_items
from game.scenes.lantalk import Talking
from game.scenes.sheet import SheetScene
from game.scenes.visit import Visit
from game.ui.inputs import Input
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.widgets import AREA, Button


class LanSheetScene(Talking, SheetScene):
    """Lies over the table of a visit; ``talk`` gives the place of the chat's button there. The ``rest`` is
    what ``SheetScene`` takes after the kit."""

    def __init__(self, kit: Kit, visit: Visit, talk: Callable[[], Rect], *rest: Any) -> None:
        self._seen: object = None
        self._talk_place = talk
        super().__init__(kit, visit, *rest)

    def update(self, dt: float) -> None:
        with guarded(self._visit):
            super().update(dt)
            self._keep_up()

    def _keep_up(self) -> None:
        """Draw it anew when chat or check are other than before."""
        visit, peer = self._visit, self._visit.peer
        seen = (visit.count, visit.unread, frozenset(visit.muted), peer.mark, peer.verdict, peer.split)
        if seen != self._seen:
            self._seen = seen
            self._refresh()

    def heard(self, what: Input) -> None:
        with guarded(self._visit):
            super().heard(what)

    @property
    def _enter_is_taken(self) -> bool:
        return self._buttons.focus is not None

    @property
    def _panel_place(self) -> Rect:
        """At the right, clear of the sheet's buttons."""
        table = self._table
        right, top = table.width - table.px(14), table.px(84)
        x = min(table.score_sheet.right - table.px(50), right - table.px(320))
        main = next(button.rect for button in self._buttons.all if button.name == "next")
        bottom = main.y - table.px(8) if x < main.right else table.height - table.px(24)
        return Rect(x, top, right - x, bottom - top)

    @property
    def _mark_place(self) -> Rect:
        """Where it is on the table, or in the sheet's corner where the sheet lies over that."""
        sheet, mark, px = self._table.score_sheet, self._table.mark, self._table.px
        return mark._replace(x=sheet.x + px(14), y=sheet.y + px(12)) if sheet.overlaps(mark) else mark

    def _draw_anew(self) -> None:
        self._refresh()

    def _refresh(self) -> None:
        super()._refresh()
        self._lay_talk()

    def _made_buttons(self) -> list[Button]:
        small = self.kit.metrics.small
        return [
            *super()._made_buttons(),
            Button("talk", self._talk_place(), self._talk_label, small),
            Button("check", self._mark_place, self._visit.peer.mark, small, AREA),
        ]

    def _clicked(self, name: str) -> None:
        if name == "talk":
            self._talk_open(not self._talking)
        elif name == "check":
            self.stack.push(FairnessScene(self.kit, self._visit))
        else:
            super()._clicked(name)

    def items(self) -> list[Item]:
        with guarded(self._visit):
            return self._items()
        return []

    def _items(self) -> list[Item]:
        mark = mark_items(self.kit, self._visit, self._mark_place, self._buttons.look("check"))
        return [*super().items(), *mark, *self._talk_items()]

    def state(self) -> dict[str, Any]:
        state = super().state()
        return {
            **state,
            "buttons": [*self._over.state(), *state["buttons"]],
            "fields": self._fields.state(),
            "lan": self._talk_state(),
        }
