"""The score sheet at the end of a lesson: the same sheet, but there is only one way on."""

from game.scenes.sheet import SheetScene
from game.ui.layout import Rect
from game.ui.widgets import Button


class LessonSheet(SheetScene):
    """No next deal, no settlement and no replay: nothing of a lesson is kept."""

    def _made_buttons(self) -> list[Button]:
        sheet, px = self._sheet, self._px
        place = Rect(sheet.right - px(60) - px(164), sheet.bottom - px(68), px(164), px(48))
        return [Button("next", place, self._words.tr("Continue"), self.kit.metrics.button, "main")]
