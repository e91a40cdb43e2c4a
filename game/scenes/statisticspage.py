"""The page of statistics: what the own deals and matches come to, in all and by preset."""

from typing import Any

from game.engine.rules import PRESETS
from game.profile.record import Record
from game.profile.statistics import Best, Figures, Statistics, statistics_of
from game.scenes.asking import Asking
from game.scenes.kit import Kit
from game.scenes.matchwords import MatchWords
from game.scenes.pages import PageScene
from game.scenes.replay import ReplayScene
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.widgets import Button

ALL = "all"


class StatisticsScene(Asking, PageScene):
    """Lies over the page of matches or the profile."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit, ALL)
        self._found: Statistics | None = None
        self._notice: str | None = None

    def entered(self) -> None:
        self._ask(lambda books: statistics_of(books.database), self._take)
        super().entered()

    def _take(self, found: Statistics) -> None:
        self._found = found
        self._refresh()

    def _failed(self, error: Exception) -> None:
        self._notice = MatchWords(self._words).failed(error)
        self._refresh()

    def tabs(self) -> list[tuple[str, str, bool]]:
        return [(ALL, self._words.tr("In all"), False)] + [
            (name, self._words.preset(name), False) for name in PRESETS
        ]

    def clicked(self, name: str) -> None:
        best = self._figures.best
        if name == "best" and best:
            self._ask(lambda books: books.shelf.record(best.match, best.number), self._replay)

    def _replay(self, record: Record | None) -> None:
        if record and self.stack.top is self:
            self.stack.push(ReplayScene(self.kit, record))

    @property
    def _figures(self) -> Figures:
        if self._found is None:
            return Figures()
        return self._found.all if self._tab == ALL else self._found.presets[self._tab]

    # what is shown

    def content(self) -> tuple[list[Item], list[Button]]:
        tr, layout, figures = self._words.tr, self.layout, self._figures
        note = tr("Deals you watched, or took from a file, do not count.")
        items = self.heading(tr("Statistics"), note)
        foot, size = layout.foot, self.kit.metrics
        buttons = [Button("back", foot._replace(w=layout.px(130)), tr("Back"), size.body)]
        body = layout.body
        if not figures.deals:
            text = self._notice or (
                tr("A moment …") if self._found is None else tr("No deal was finished yet.")
            )
            color = self.kit.theme.danger if self._notice else self.kit.theme.secondary
            panel = self.kit.skin.panel(body.w, body.h, size.radius)
            room = body.w - layout.px(48)
            line = self.text(text, size.body, color, *body.center, room, align=0.5)
            return [*items, Item(panel, body.x, body.y), line], buttons
        gap = layout.px(14)
        high = [round((body.h - 2 * gap) * share) for share in (0.27, 0.44)]
        top = body._replace(h=high[0])
        middle = Rect(body.x, top.bottom + gap, body.w, high[1])
        lower = Rect(body.x, middle.bottom + gap, body.w, body.bottom - middle.bottom - gap)
        items += self._tiles(top, gap, figures)
        half = (middle.w - gap) // 2
        items += self._side(middle._replace(w=half), True, figures)
        items += self._side(middle._replace(x=middle.right - half, w=half), False, figures)
        more, button = self._best(lower, figures)
        return items + more, buttons + button

    def _tiles(self, area: Rect, gap: int, figures: Figures) -> list[Item]:
        """The four numbers one looks for first."""
        tr = self._words.tr
        tiles = (
            (str(figures.deals), tr("deals"), tr("{n} won", n=figures.won)),
            (_percent(figures.won, figures.deals), tr("deals won"), tr("longest run {n}", n=figures.run)),
            (
                _one(figures.gained_each),
                tr("levels a deal"),
                tr("the others {n}", n=_one(figures.lost_each)),
            ),
            (
                str(figures.matches),
                tr("matches finished"),
                tr("{n} won", n=figures.matches_won),
            ),
        )
        wide = (area.w + gap) // len(tiles) - gap
        items = []
        for i, (number, label, note) in enumerate(tiles):
            place = Rect(area.x + i * (wide + gap), area.y, wide, area.h)
            items += self._tile(place, number, label, note)
        return items

    def _tile(self, place: Rect, number: str, label: str, note: str) -> list[Item]:
        kit, theme, size, fonts = self.kit, self.kit.theme, self.kit.metrics, self.kit.fonts
        room, middle = place.w - self.layout.px(24), place.center[0]
        big = min(round(size.number * 1.5), round((place.h - 2.7 * fonts.height(size.small)) * 0.7))
        heights = [fonts.height(big, True), fonts.height(size.small), fonts.height(size.small)]
        y = place.center[1] - sum(heights) // 2
        items = [Item(kit.skin.panel(place.w, place.h, size.radius), place.x, place.y)]
        rows = ((number, big, theme.text, True), (label, size.small, theme.secondary, False))
        for (text, px, color, bold), high in zip(
            (*rows, (note, size.small, theme.brass, False)), heights, strict=True
        ):
            px = fonts.fitting(text, px, room, bold)
            items.append(self.text(text, px, color, middle, y + high // 2, room, bold, 0.5))
            y += high
        return items

    def _side(self, place: Rect, dealt: bool, figures: Figures) -> list[Item]:
        """How one fares as dealer side, or as attackers."""
        tr, kit, px = self._words.tr, self.kit, self.layout.px
        theme, size = kit.theme, kit.metrics
        deals = figures.dealt if dealt else figures.attacked
        won = figures.dealt_won if dealt else figures.attacked_won
        points = figures.conceded_each if dealt else figures.points_each
        left, right = place.x + px(24), place.right - px(24)
        items = [Item(kit.skin.panel(place.w, place.h, size.radius), place.x, place.y)]
        title = tr("As the dealer side") if dealt else tr("As attackers")
        rows = (
            (tr("Deals played"), str(deals)),
            (tr("Won"), tr("{n} ({percent})", n=won, percent=_percent(won, deals))),
            (tr("Points given, on average") if dealt else tr("Points made, on average"), f"{points:.0f}"),
        )
        pitch = place.h // (len(rows) + 2)
        y = place.y + round(pitch * 0.7)
        items.append(self.text(title, size.body, theme.text, left, y, right - left, True))
        y += round(pitch * 0.68)
        high = max(6, px(10))
        filled = round((right - left) * won / deals) if deals else 0
        items.append(Item(kit.skin.bar(right - left, high, filled), left, y - high // 2))
        for label, value in rows:
            y += round(pitch * 0.95)
            number = self.text(value, size.body, theme.text, right, y, right - left, True, 1.0)
            room = number.x - left - px(10)
            items += [self.text(label, size.body, theme.secondary, left, y, room), number]
            y -= round(pitch * 0.05)
        return items

    def _best(self, place: Rect, figures: Figures) -> tuple[list[Item], list[Button]]:
        """The clearest deal won, and the way to see it again."""
        tr, kit, px = self._words.tr, self.kit, self.layout.px
        theme, size = kit.theme, kit.metrics
        items = [Item(kit.skin.panel(place.w, place.h, size.radius), place.x, place.y)]
        best = figures.best
        label = tr("Replay")
        wide, high = (
            max(px(130), kit.fonts.size(label, size.small)[0] + size.small * 3),
            max(px(40), round(size.small * 2.1)),
        )
        button = Rect(place.right - px(24) - wide, place.center[1] - high // 2, wide, high)
        x, room = place.x + px(24), button.x - place.x - px(44)
        line = kit.fonts.height(size.body)
        middle = place.center[1]
        items.append(
            self.text(tr("Best deal"), size.body, theme.text, x, middle - round(line * 0.6), room, True)
        )
        text = self._best_in_words(best) if best else tr("none won yet")
        items.append(self.text(text, size.body, theme.secondary, x, middle + round(line * 0.6), room))
        return items, [Button("best", button, label, size.small)] if best else []

    def _best_in_words(self, best: Best) -> str:
        tr, ntr = self._words.tr, self._words.ntr
        if best.dealt:
            return ntr(
                "held with {points} points against it: up {n} level",
                "held with {points} points against it: up {n} levels",
                best.gain,
                points=best.points,
            )
        if best.gain == 0:
            return tr("taken with {points} points", points=best.points)
        return ntr(
            "taken with {points} points: up {n} level",
            "taken with {points} points: up {n} levels",
            best.gain,
            points=best.points,
        )

    def state(self) -> dict[str, Any]:
        figures = self._figures
        return {
            "scene": "statistics",
            **super().state(),
            "message": self._notice or "",
            "waiting": self.waiting,
            "deals": figures.deals,
            "won": figures.won,
            "matches": figures.matches,
            "gained": figures.gained,
        }


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "—"


def _one(number: float) -> str:
    return f"{number:.1f}"
