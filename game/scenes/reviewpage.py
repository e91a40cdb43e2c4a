"""The own plays that cost most in a deal: what was better, and why. A click shows the position."""

from typing import Any

from game.engine import format_cards
from game.scenes.dialogue import Dialogue
from game.scenes.kit import Kit
from game.scenes.reasons import in_words
from game.scenes.replay import ReplayScene
from game.scenes.review import Mistake, Review
from game.ui.layout import Rect, TableLayout
from game.ui.painter import Item
from game.ui.widgets import AREA, Button

ROWS = 5
"""Plays that are shown at once."""
PLAY = "play:"


class ReviewScene(Dialogue):
    """Lies over the score sheet; what is still being judged comes in by and by."""

    def __init__(self, kit: Kit, review: Review) -> None:
        super().__init__(kit)
        self._review = review
        self._first = 0  # of the plays that are shown
        self._seen: object = None

    @property
    def moving(self) -> bool:
        return self._review.looking

    def update(self, dt: float) -> None:
        review = self._review
        review.work()  # the sheet below does it too, so that what is new shows by how far it has come
        if self._seen != (review.looking, review.judged, review.done):
            self._seen = (review.looking, review.judged, review.done)
            self._refresh()

    def _clicked(self, name: str) -> None:
        if name.startswith(PLAY):
            step = int(name.removeprefix(PLAY))
            self.stack.push(ReplayScene(self.kit, self._review.record, step - 1))
        elif name == "page:more":
            self._first = self._first + ROWS if self._first + ROWS < len(self._review.mistakes) else 0
            self._refresh()
        else:
            self.stack.pop(self)

    def _escaped(self) -> None:
        self.stack.pop(self)

    @property
    def _sheet(self) -> Rect:
        return TableLayout.of(*self.kit.size, self.kit.settings.ui_scale).score_sheet

    def _px(self, design: float) -> int:
        """Lengths of the sheet, by its own height: 600 in the design."""
        return round(design * self._sheet.h / 600)

    @property
    def _shown(self) -> list[Mistake]:
        return self._review.mistakes[self._first : self._first + ROWS]

    def _row(self, i: int) -> Rect:
        sheet, px = self._sheet, self._px
        return Rect(sheet.x + px(44), sheet.y + px(126) + i * px(78), sheet.w - px(88), px(70))

    def _made_buttons(self) -> list[Button]:
        sheet, px, size, tr = self._sheet, self._px, self.kit.metrics, self._words.tr
        main = Rect(sheet.right - px(60) - px(164), sheet.bottom - px(68), px(164), px(48))
        rows = [
            Button(f"{PLAY}{mistake.step}", self._row(i), "", size.small, AREA)
            for i, mistake in enumerate(self._shown)
        ]
        if len(self._review.mistakes) > ROWS:
            more = main._replace(x=sheet.x + px(44))
            rows.append(Button("page:more", more, tr("More"), size.button))
        return [*rows, Button("back", main, tr("Back"), size.button, "main")]

    def _about(self) -> str:
        """How far it is, or what came of it."""
        review, tr, ntr = self._review, self._words.tr, self._words.ntr
        if not review.done:
            if review.looking:
                return tr("Looking at your plays …")
            return tr("Trying your plays out: {n} of {all} …", n=review.judged, all=review.total)
        if not review.plays:
            return tr("The computer played for you")
        if not review.mistakes:
            return tr("No clear mistakes")
        n = len(review.mistakes)
        return ntr(
            "By what you could know then, {n} play could have been better.",
            "By what you could know then, {n} plays could have been better.",
            n,
        )

    def _told(self, mistake: Mistake) -> tuple[str, str, str]:
        """What was played and what was better, what it cost, and why."""
        words, judgement = self._words, mistake.judgement
        what = words.tr(
            "Trick {n}: {played}, better {better}",
            n=mistake.trick,
            played=words.cards(mistake.played),
            better=words.cards(judgement.better),
        )
        cost = words.ntr("about {n} point", "about {n} points", round(judgement.cost))
        return what, cost, in_words(judgement.why, mistake.trump, words)

    def items(self) -> list[Item]:
        kit, sheet, px = self.kit, self._sheet, self._px
        theme, size = kit.theme, kit.metrics
        items = self._ground(sheet, px(22))
        middle, room = sheet.center[0], sheet.w - px(120)
        title = self._words.tr("Your plays that cost most")
        items.append(self._fitted(title, size.heading, theme.text, middle, sheet.y + px(54), room, True, 0.5))
        about, y = self._about(), sheet.y + px(96)
        if self._shown:
            items.append(self._fitted(about, size.small, theme.secondary, middle, y, room, align=0.5))
        else:  # there is nothing else to read
            y = (self._row(0).y + self._row(ROWS - 1).bottom) // 2
            items.append(self._fitted(about, size.heading, theme.secondary, middle, y, room, align=0.5))
        for i, mistake in enumerate(self._shown):
            row, pad = self._row(i), px(16)
            what, cost, why = self._told(mistake)
            items.append(Item(kit.skin.panel(row.w, row.h, size.radius), row.x, row.y))
            y = row.y + round(row.h * 0.31)
            number = self._fitted(cost, size.body, theme.brass, row.right - pad, y, row.w // 3, True, 1.0)
            wide = number.x - row.x - 2 * pad
            items += [number, self._fitted(what, size.body, theme.text, row.x + pad, y, wide, True)]
            y = row.y + round(row.h * 0.72)
            items.append(self._fitted(why, size.small, theme.secondary, row.x + pad, y, row.w - 2 * pad))
        return items + self._buttons.items(kit.skin)

    def state(self) -> dict[str, Any]:
        review = self._review
        return {
            "scene": "review",
            "done": review.done,
            "judged": review.judged,
            "plays": [
                {
                    "step": mistake.step,
                    "trick": mistake.trick,
                    "played": format_cards(mistake.played),
                    "better": format_cards(mistake.judgement.better),
                    "cost": round(mistake.judgement.cost),
                    "text": " · ".join(self._told(mistake)),
                }
                for mistake in self._shown
            ],
            "message": self._about(),
            "buttons": self._buttons.state(),
        }
