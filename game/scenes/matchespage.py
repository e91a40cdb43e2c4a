"""The page of kept matches: unfinished ones to go on with, finished ones, their deals, deals from files."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeAlias

from game.profile.exchange import DealFile, export, listed, path_of, take
from game.profile.keeper import Books
from game.profile.record import IMPORTED, Record
from game.profile.shelf import DealInfo, MatchInfo, info_of_imported
from game.scenes.asking import Asking
from game.scenes.choice import ChoiceScene
from game.scenes.keeping import forget
from game.scenes.kit import Kit
from game.scenes.lanlist import Row, TableList
from game.scenes.matchwords import MatchWords
from game.scenes.pages import PageScene
from game.scenes.replay import ReplayScene
from game.scenes.statisticspage import StatisticsScene
from game.scenes.writing import Writing
from game.ui.clipboard import SystemClipboard
from game.ui.editing import Limits
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.textfield import Edited, TextField
from game.ui.widgets import Button

Tab: TypeAlias = Literal["unfinished", "finished", "deals", "files"]
LONGEST = 400
"""Characters of a path."""


class MatchesScene(Writing, Asking, PageScene):
    """Lies over the menu. ``go_on`` takes the journal of the match that is to be gone on with."""

    lined = True

    def __init__(self, kit: Kit, go_on: Callable[[Path], None]) -> None:
        super().__init__(kit, "unfinished")
        self._go_on = go_on
        self._unfinished: list[MatchInfo] = []
        self._finished: list[MatchInfo] = []
        self._deals: list[DealInfo] = []  # of the page that is shown
        self._count = 0  # of all deals meant
        self._files: list[DealFile] = []
        self._match: MatchInfo | None = None  # whose deals alone are shown
        self._page = 0
        self._loaded = False
        self._slow = kit.keeper.slow
        self._notice: str | None = None
        self._warns = False
        self._copyable: Path | None = None
        self._refusal = ""  # at the field of the path

    # the scene's life

    def entered(self) -> None:
        self._fields.show([self._field()])
        self._load()
        super().entered()

    def resumed(self) -> None:
        self._load()
        super().resumed()

    def resized(self) -> None:
        super().resized()
        self._load()  # a page has room for more, or for less

    def update(self, dt: float) -> None:
        super().update(dt)
        slow = self.kit.keeper.slow
        if self._slow and not slow:  # journals were gone through meanwhile
            self._load()
        self._slow = slow

    def _load(self) -> None:
        """Ask for what the tab shows."""
        match self._tab:
            case "deals":
                match = self._match.id if self._match else None
                n, page = self._per_page, self._page
                self._ask(lambda b: (b.shelf.count(match), b.shelf.deals(n, page * n, match)), self._dealt)
            case "files":
                folder = self.kit.paths.replays
                self._ask(lambda _: listed(folder), self._listed)
            case _:
                folder = self.kit.paths.matches
                self._ask(partial(_matches, folder=folder), self._found)

    def _found(self, found: tuple[list[MatchInfo], list[MatchInfo]]) -> None:
        self._unfinished, self._finished = found
        if not (self._loaded or self._unfinished or self._slow) and self._tab == "unfinished":
            self._tab = "finished"  # there is nothing to go on with
        self._loaded = not self._slow
        self._refresh()

    def _dealt(self, found: tuple[int, list[DealInfo]]) -> None:
        self._count, self._deals = found
        if self._page and not self._deals:
            self._page = max(0, self._pages(self._count) - 1)
            self._load()
        self._refresh()

    def _listed(self, found: list[DealFile]) -> None:
        self._files = found
        self._refresh()

    def _failed(self, error: Exception) -> None:
        self._say(MatchWords(self._words).failed(error), warn=True)
        self._refresh()

    def _say(self, text: str | None, warn: bool = False, copyable: Path | None = None) -> None:
        self._notice, self._warns, self._copyable = text, warn, copyable

    # what the player does

    def tabs(self) -> list[tuple[str, str, bool]]:
        tr = self._words.tr
        return [
            ("unfinished", tr("Unfinished"), bool(self._unfinished)),
            ("finished", tr("Finished"), False),
            ("deals", tr("Deals"), self._match is not None),
            ("files", tr("Files"), False),
        ]

    def _choose(self, tab: str) -> None:
        """Another tab, from its first page."""
        self._tab, self._page = tab, 0
        self._say(None)
        self._load()
        self._refresh()

    def heard(self, what: Any) -> None:
        before = self._tab
        super().heard(what)
        if self._tab != before and self.stack.top is self:
            self._choose(self._tab)

    def clicked(self, name: str) -> None:
        verb, _, which = name.partition(":")
        if verb != "copy":
            self._say(None)
        match verb:
            case "page":
                self._page += 1 if which == "more" else -1
                self._load()
            case "go":
                journal = self._unfinished[int(which)].journal
                self.stack.pop(self)
                if journal:
                    self._go_on(self.kit.paths.matches / journal)
                return
            case "deals":
                self._match = self._shown_matches[int(which)]
                self._choose("deals")
            case "all":
                self._match = None
                self._choose("deals")
            case "forget":
                self._ask_to_forget(self._shown_matches[int(which)])
            case "drop":
                deal = self._deals[int(which)]
                self._ask(lambda books: books.shelf.forget(deal.match), lambda _: self._load())
            case "replay":
                self._record(self._deals[int(which)], self._replay)
            case "export":
                self._record(self._deals[int(which)], self._export)
            case "open":
                self._take(self._files[int(which)].path)
            case "import":
                self._import()
            case "copy" if self._to_copy:
                SystemClipboard().copy(str(self._to_copy))
                self._say(self._words.tr("The path was copied."))
            case "statistics":
                self.stack.push(StatisticsScene(self.kit))
        self._refresh()

    @property
    def _shown_matches(self) -> list[MatchInfo]:
        return self._unfinished if self._tab == "unfinished" else self._finished

    def _ask_to_forget(self, info: MatchInfo) -> None:
        tr = self._words.tr
        title = tr("Forget this match?")
        text = tr("The match, its deals and their replays are gone for good. Purse and points stay.")
        answers = [("forget", tr("Forget")), ("keep", tr("Keep it"))]

        def picked(name: str) -> None:
            if name == "forget":
                folder = self.kit.paths.matches
                self._ask(lambda books: forget(books, folder, info), self._forgotten)

        self.stack.push(ChoiceScene(self.kit, "forgetting", title, text, answers, picked, escape="keep"))

    def _forgotten(self, done: bool) -> None:
        if not done:
            self._say(self._words.tr("Another copy of this program is playing that match."), warn=True)
        self._load()
        self._refresh()

    def _record(self, deal: DealInfo, then: Callable[[Record], None]) -> None:
        """Have a deal's record read."""

        def found(record: Record | None) -> None:
            if record:
                then(record)
            else:
                self._load()  # forgotten meanwhile, in another copy of the program

        self._ask(lambda books: books.shelf.record(deal.match, deal.number), found)

    def _replay(self, record: Record) -> None:
        if self.stack.top is self:
            self.stack.push(ReplayScene(self.kit, record))

    def _export(self, record: Record) -> None:
        self._ask(lambda _: export(self.kit.paths.replays, record), self._exported)

    def _exported(self, path: Path) -> None:
        self._say(self._words.tr("Written to {path}", path=path), copyable=path)
        self._refresh()

    def _import(self) -> None:
        written = self._fields.text("path")
        if written.strip():
            self._take(path_of(written))
        else:
            self._fields.take_focus("path")

    def _take(self, path: Path) -> None:
        def work(books: Books) -> Record:
            record = take(path)
            books.shelf.keep(record, info_of_imported(record))
            return record

        self._ask(work, self._replay)

    def _edited(self, edited: Edited) -> None:
        if edited.submitted:
            self._import()
        self._refresh()

    # what is shown

    @property
    def _list_place(self) -> Rect:
        """The room for rows: above the way to other pages, and the row of the path."""
        body, px = self.layout.body, self.layout.px
        below = self._pager_h + px(10)
        if self._tab == "files":
            below += self._field_row.h + px(12)
        return body._replace(h=body.h - below)

    @property
    def _pager_h(self) -> int:
        return max(self.layout.px(36), self.kit.metrics.small * 2)

    @property
    def _field_row(self) -> Rect:
        body, px, size = self.layout.body, self.layout.px, self.kit.metrics
        high = max(px(40), round(size.body * 1.9)) + px(28)
        return Rect(body.x, body.bottom - high, body.w, high)

    def _field(self) -> TextField:
        row, px, size = self._field_row, self.layout.px, self.kit.metrics
        high = row.h - px(28)
        wide = self._import_wide
        place = Rect(row.x + px(20), row.y + px(14), row.w - px(40) - wide - px(12), high)
        hint = self._words.tr("Path of a file with a deal, typed or pasted")
        return TextField("path", place, size.body, "", hint, Limits(LONGEST))

    @property
    def _import_wide(self) -> int:
        label, size = self._words.tr("Import"), self.kit.metrics
        return max(self.layout.px(120), self.kit.fonts.size(label, size.small)[0] + size.small * 3)

    @property
    def _per_page(self) -> int:
        blank = Row("", ("", ""), (), ())
        shown = TableList(self.kit, self._words, self.layout.unit)
        return shown.per_page(self._list_place, (blank,))

    def _pages(self, n: int) -> int:
        return max(1, -(-n // self._per_page))

    def _refresh(self) -> None:
        self._fields.show([self._field()] if self._tab == "files" else [])
        if self._tab != "deals":  # those are counted when they are loaded
            total = len(self._files if self._tab == "files" else self._shown_matches)
            self._page = min(self._page, self._pages(total) - 1)
        super()._refresh()

    def content(self) -> tuple[list[Item], list[Button]]:
        tr = self._words.tr
        items = self.heading(tr("Matches"), self._note())
        rows, total = self._rows()
        area = self._list_place
        shown = TableList(self.kit, self._words, self.layout.unit)
        if rows:
            more, buttons = shown.lay(area, rows, 0)
        else:
            more, buttons = self._nothing(area), []
        buttons += self._pager(area, total)
        if self._tab == "files":
            more += self._path_row()
            buttons.append(self._import_button())
        line, foot = self._foot()
        return items + more + line, buttons + foot

    def _note(self) -> str:
        tr = self._words.tr
        if self._tab == "deals" and self._match:
            return MatchWords(self._words).match(self._match, ()).title
        return {
            "unfinished": tr("Go on where you stopped."),
            "finished": tr("What was played to its end."),
            "deals": tr("Every deal can be seen again."),
            "files": tr("Deals to hand on, and those of friends."),
        }[self._tab]

    def _rows(self) -> tuple[list[Row], int]:
        """The rows of this page of the list, and how many there are in all."""
        tr, words, n = self._words.tr, MatchWords(self._words), self._per_page
        first = self._page * n
        if self._tab == "deals":
            rows = []
            for i, deal in enumerate(self._deals[:n]):
                last = ("drop", tr("Remove")) if deal.match.startswith(IMPORTED) else ("export", tr("Export"))
                doing = ((f"replay:{i}", tr("Replay")), (f"{last[0]}:{i}", last[1]))
                rows.append(words.deal(deal, doing))
            return rows, self._count
        if self._tab == "files":
            files = list(enumerate(self._files))[first : first + n]
            return [words.file(file, ((f"open:{i}", tr("Replay")),)) for i, file in files], len(self._files)
        infos = self._shown_matches
        rows = []
        for i, info in list(enumerate(infos))[first : first + n]:
            buttons = [(f"go:{i}", tr("Resume"))] if self._tab == "unfinished" else []
            buttons += [(f"deals:{i}", tr("Deals"))] if info.deals else []
            buttons.append((f"forget:{i}", tr("Forget")))
            rows.append(words.match(info, tuple(buttons)))
        return rows, len(infos)

    def _nothing(self, area: Rect) -> list[Item]:
        tr, size, theme = self._words.tr, self.kit.metrics, self.kit.theme
        text = {
            "unfinished": tr("No match waits to be gone on with."),
            "finished": tr("No match was finished yet."),
            "deals": tr("No deal was finished yet."),
            "files": tr("No file lies in the folder of deals."),
        }[self._tab]
        if self.waiting:
            text = tr("A moment …")
        panel = self.kit.skin.panel(area.w, area.h, size.radius)
        room = area.w - 2 * self.layout.px(24)
        return [
            Item(panel, area.x, area.y),
            self.text(text, size.body, theme.secondary, *area.center, room, align=0.5),
        ]

    def _pager(self, area: Rect, total: int) -> list[Button]:
        """The way to the other pages, and to the deals of all matches."""
        tr, px, size = self._words.tr, self.layout.px, self.kit.metrics.small
        y, high = area.bottom + px(10), self._pager_h
        buttons = []
        pages = self._pages(total)
        x = area.x
        if pages > 1:
            for name, label, enabled in (
                ("page:less", tr("Earlier"), self._page > 0),
                ("page:more", tr("More"), self._page + 1 < pages),
            ):
                buttons.append(Button(name, Rect(x, y, px(120), high), label, size, enabled=enabled))
                x += px(130)
        if self._tab == "deals" and self._match:
            label = tr("Deals of all matches")
            wide = max(px(180), self.kit.fonts.size(label, size)[0] + high)
            buttons.append(Button("all", Rect(area.right - wide, y, wide, high), label, size))
        return buttons

    def _path_row(self) -> list[Item]:
        row = self._field_row
        return [Item(self.kit.skin.panel(row.w, row.h, self.kit.metrics.radius), row.x, row.y)]

    def _import_button(self) -> Button:
        row, px, size = self._field_row, self.layout.px, self.kit.metrics
        wide = self._import_wide
        place = Rect(row.right - px(20) - wide, row.y + px(14), wide, row.h - px(28))
        return Button("import", place, self._words.tr("Import"), size.small)

    @property
    def _to_copy(self) -> Path | None:
        """The path that the line at the foot names."""
        folder = self.kit.paths.replays if self._tab == "files" and not self._notice else None
        return self._copyable or folder

    def _message(self) -> str:
        tr = self._words.tr
        if self._notice:
            return self._notice
        if self._tab == "files":
            return tr("Folder: {path}", path=self.kit.paths.replays)
        return ""

    def _foot(self) -> tuple[list[Item], list[Button]]:
        kit, layout, tr = self.kit, self.layout, self._words.tr
        theme, size, px = kit.theme, kit.metrics, layout.px
        line, foot = layout.line, layout.foot
        items = [Item(kit.skin.panel(layout.frame.w, max(1, px(1)), 0, theme.faint), line.x, line.y - px(11))]
        buttons = [Button("back", foot._replace(w=px(130)), tr("Back"), size.body)]
        wide = max(px(180), kit.fonts.size(tr("Statistics"), size.body)[0] + foot.h)
        buttons.append(
            Button("statistics", foot._replace(x=foot.right - wide, w=wide), tr("Statistics"), size.body)
        )
        room = line.w
        if self._to_copy:
            label = tr("Copy path")
            wide = max(px(150), kit.fonts.size(label, size.small)[0] + line.h)
            buttons.append(Button("copy", line._replace(x=line.right - wide, w=wide), label, size.small))
            room -= wide + px(14)
        text, color = self._message(), theme.danger if self._warns and self._notice else theme.brass
        px_text = kit.fonts.fitting(text, size.body, room)
        items.append(self.text(text, px_text, color, line.x, line.center[1], room))
        return items, buttons

    def items(self) -> list[Item]:
        return super().items() + self._field_items()

    def state(self) -> dict[str, Any]:
        return {
            "scene": "matches",
            **super().state(),
            "message": self._message(),
            "waiting": self.waiting,
            "rows": [row.title for row in self._rows()[0]],
            "fields": self._fields.state(),
        }


def _matches(books: Books, folder: Path) -> tuple[list[MatchInfo], list[MatchInfo]]:
    """Those that can be gone on with here, and those that are over or ended elsewhere."""
    there: Sequence[MatchInfo] = books.shelf.unfinished()
    unfinished = [info for info in there if info.journal and (folder / info.journal).exists()]
    can = {info.id for info in unfinished}
    return unfinished, [info for info in books.shelf.matches() if info.id not in can]
