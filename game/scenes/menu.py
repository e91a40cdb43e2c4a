"""The menu: go on with a match, open a table, a few choices, the language."""

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import structs

from game.lan.keep import Kept, kept
from game.lan.remember import Known
from game.profile.paths import set_aside
from game.profile.purse import Purse
from game.profile.settings import Language
from game.scenes.aboutpage import AboutScene
from game.scenes.asking import Asking
from game.scenes.keeping import all_journals, of_journal
from game.scenes.kit import Kit
from game.scenes.lanback import waits_at
from game.scenes.lesson import LessonScene
from game.scenes.matchespage import MatchesScene
from game.scenes.matchwords import MatchWords
from game.scenes.newtable import NewTableScene
from game.scenes.portraits import own_name, own_portrait
from game.scenes.profilepage import ProfileScene
from game.scenes.rulespage import RulesPageScene
from game.scenes.ruletext import describe
from game.scenes.settingspage import SettingsPageScene
from game.scenes.table import TableScene
from game.scenes.words import Words
from game.table.journal import SUFFIX, Damaged, NewerFormat, Unfinished, find
from game.table.lock import Locked
from game.table.open import house_seats, open_new, open_saved
from game.table.runner import Runner
from game.table.table import Pace
from game.ui.inputs import FocusLost, Input
from game.ui.layout import Rect, TableLayout
from game.ui.painter import Item
from game.ui.sound import SOUNDS
from game.ui.widgets import AREA, Button, Buttons

if TYPE_CHECKING:
    from game.scenes.lannet import Network

FAN = ((52, 17), (53, 9), (25, 0), (11, -9), (42, -17))
"""Cards of the title picture, with the degrees they are turned by."""
SMALLEST_FAN = 24
"""Pixels of a card's width; in a window too narrow for that there is no picture."""
FAN_REACH = 1.93
"""From its middle to either side, in widths of a card."""


class MenuScene(Asking):
    """Where the program begins and ends."""

    def __init__(self, kit: Kit, notice: str | None = None) -> None:
        super().__init__(kit)
        self._words = Words(kit.texts)
        self._buttons = Buttons()
        self._unfinished: Unfinished | None = None
        self._notice = notice
        self._network: Network | None = None
        self._waits: Known | None = None  # a seat at somebody's table
        self._kept: Kept | None = None  # the match to go on with is one of a table on the LAN
        self._silver: int | None = None
        self._slow = False
        self._chip: list[Item] = []  # the player, at the top right
        self._drawing = True
        self._silent = list(SOUNDS)  # those not made yet

    def entered(self) -> None:
        folder = self.kit.paths.matches
        if any(folder.glob(f"*{SUFFIX}")):
            self.kit.keeper.slowly(lambda books: all_journals(books, folder))
        self._look()

    def resumed(self) -> None:
        self._buttons.handle(FocusLost())  # the pointer is elsewhere by now
        self._look()

    def left(self) -> None:
        """The program ends; whatever lay above has put its match away."""
        self.kit.close()

    def resized(self) -> None:
        self._words = Words(self.kit.texts)
        self._refresh()

    def _look(self) -> None:
        """See which match can be gone on with; damaged ones are put aside and said so."""
        found = find(self.kit.paths.matches)
        self._unfinished = found.latest
        self._kept = kept(found.latest.path) if found.latest else None
        self._waits = waits_at(self.kit.paths.root)
        for path in found.damaged:
            self._put_aside(path)
        if found.newer:
            self._notice = self._words.tr(
                "A saved match is from a newer version of this program; it was left as it is."
            )
        if self.kit.paths.shelf.exists():
            self._ask(lambda books: books.purses.purse(), self._purse)
        self._refresh()

    def _purse(self, purse: Purse) -> None:
        self._silver = purse.silver
        self._refresh()

    def _failed(self, error: Exception) -> None:
        """No purse is shown; the keeper tells of the trouble once."""

    def _put_aside(self, path: Path) -> None:
        """A match that can't be read is kept under another name, and said so."""
        name = path.name
        with contextlib.suppress(OSError):  # it can't be renamed: then it stays where it is
            name = set_aside(path).name
        self._notice = self._words.tr("A saved match was damaged. It was set aside as {name}.", name=name)

    def _refresh(self) -> None:
        kit, tr, words = self.kit, self._words.tr, self._words
        table = TableLayout.of(*kit.size, kit.settings.ui_scale)
        size = kit.metrics
        entries: list[tuple[str, str, str]] = []
        if self._unfinished:
            saved = self._unfinished
            note = tr(
                "level {level} · deal {number} · {rules}",
                level=words.rank(saved.level),
                number=saved.number,
                rules=words.rules(saved.header.rules.preset, saved.header.rules.decks),
            )
            if self._kept:
                note = tr("LAN · level {level} · deal {n}", level=words.rank(saved.level), n=saved.number)
            entries.append(("resume", tr("Go on"), note))
        if self._waits:
            back = ("back", tr("Back to {table}", table=self._waits.title), tr("seat kept"))
            entries.insert(0 if self._waits.when > self._unfinished_since else 1, back)
        entries += [
            ("new", tr("Open a table"), tr("with three computers")),
            *([("lesson", tr("First lesson"), tr("ten minutes, step by step"))] if self._new_here else []),
            ("lan", tr("Play on the LAN"), tr("with friends")),
            ("table", tr("Table"), describe(kit.rules(), words, 0)),
            ("matches", tr("Matches"), tr("replays, statistics")),
        ]
        buttons = []
        rects = table.menu_items(len(entries))
        for i, ((name, label, note), rect) in enumerate(zip(entries, rects, strict=True)):
            kind = "menu-main" if i == 0 else "menu"
            buttons.append(Button(name, rect, label, size.button, kind, True, note))
        self._chip, chip = self._player(table)
        self._buttons.show([*buttons, *self._footer(table), chip])
        self.changed = True

    @property
    def _unfinished_since(self) -> float:
        """When the match one can go on with was last played, by ``time.time()``; 0 without one."""
        try:
            return self._unfinished.path.stat().st_mtime if self._unfinished else 0.0
        except OSError:
            return 0.0

    @property
    def _new_here(self) -> bool:
        """Whether nothing was played yet, no lesson either: then it is offered among the first things."""
        return not (self.kit.settings.lesson_done or self._unfinished or self.kit.paths.shelf.exists())

    def _player(self, table: TableLayout) -> tuple[list[Item], Button]:
        """Picture and name, the way to the profile."""
        kit, tr, words = self.kit, self._words.tr, self._words
        theme, size, px = kit.theme, kit.metrics, table.px
        lines = [(own_name(kit.settings, words), size.body, theme.text, True)]
        if self._silver is not None:
            lines.append((tr("{n} silver", n=f"{self._silver:,}"), size.small, theme.secondary, False))
        text = [kit.skin.line(line, size, color, bold) for line, size, color, bold in lines]
        high = max(px(58), sum(line.get_height() for line in text) + px(12))
        disc = high - px(14)
        wide = disc + px(7) + px(12) + max(line.get_width() for line in text) + px(22)
        place = Rect(kit.size[0] - px(28) - wide, px(24), wide, high)
        picture = own_portrait(kit, words, disc)
        items = [
            Item(kit.skin.panel(wide, high, high // 2), place.x, place.y),
            Item(picture, place.x + px(7), place.y + px(7)),
        ]
        y = place.center[1] - sum(line.get_height() for line in text) // 2
        for line in text:
            items.append(Item(line, place.x + px(7) + disc + px(12), y))
            y += line.get_height()
        return items, Button("profile", place, tr("Profile"), high, AREA)

    def _footer(self, table: TableLayout) -> list[Button]:
        """The small buttons at the bottom, each as wide as its text needs, together at least the column."""
        kit, tr = self.kit, self._words.tr
        footer, gap, px = table.menu_footer, table.px(8), kit.metrics.small
        labels = {
            **({} if self._new_here else {"lesson": tr("Lesson")}),
            "settings": tr("Settings"),
            "rulespage": tr("Rules"),
            "about": tr("About"),
            "language": "中文 / English",
            "quit": tr("Quit"),
        }
        needs = [kit.fonts.size(label, px)[0] + footer.h for label in labels.values()]
        spare = max(0, footer.w - sum(needs) - gap * (len(needs) - 1)) // len(needs)
        buttons, x = [], footer.x
        for (name, label), need in zip(labels.items(), needs, strict=True):
            buttons.append(Button(name, footer._replace(x=x, w=need + spare), label, px, "plain"))
            x += need + spare + gap
        return buttons

    @property
    def moving(self) -> bool:
        return self._drawing

    def update(self, dt: float) -> None:
        """Nothing moves here, but faces and sounds for the table are made while the player reads."""
        super().update(dt)
        slow = self.kit.keeper.slow
        if self._slow and not slow:  # old deals were booked meanwhile
            self._look()
        self._slow = slow
        if trouble := self.kit.keeper.take_trouble():
            self._notice = MatchWords(self._words).trouble(trouble)
            self.changed = True
        table = TableLayout.of(*self.kit.size, self.kit.settings.ui_scale)
        self._drawing = self.kit.faces.draw_ahead(table.fronts, table.backs)
        if not self._drawing and self._silent:
            self.kit.sounds.warm(self._silent.pop())
            self._drawing = True

    def heard(self, what: Input) -> None:
        clicked, looks = self._buttons.handle(what)
        self.changed |= looks
        if clicked:
            self._notice = None
            self._clicked(clicked)

    def _clicked(self, name: str) -> None:
        kit = self.kit
        settings = kit.settings
        match name:
            case "resume" if self._unfinished:
                self._resume(self._unfinished.path)
            case "back" if self._waits:
                self._to_lan(None, self._waits)
                return
            case "new":
                self._open()
            case "lan":
                self._to_lan(None)
                return
            case "matches":
                self.stack.push(MatchesScene(kit, self._resume))
                return
            case "profile":
                self.stack.push(ProfileScene(kit))
                return
            case "table":
                self.stack.push(NewTableScene(kit, self._open, players=True))
                return
            case "lesson":
                self.stack.push(LessonScene(kit, self._open))
                return
            case "rulespage":
                self.stack.push(RulesPageScene(kit, kit.rules()))
                return
            case "settings":
                self.stack.push(SettingsPageScene(kit))
                return
            case "about":
                self.stack.push(AboutScene(kit))
                return
            case "language":
                other: Language = "en" if kit.language == "zh_CN" else "zh_CN"
                kit.change(structs.replace(settings, language=other), replace(kit.start, language=None))
                self.stack.resized()
                return
            case "quit":
                self.stack.clear()
                return
        self._refresh()

    def _to_lan(self, journal: Path | None, waits: Known | None = None) -> None:
        """The LAN page; with the journal of a table of one's own, or where a seat waits, straight on to
        that table."""
        # loaded only now: cryptography takes as long as all else together
        from game.scenes.lan import LanScene
        from game.scenes.lannet import Network

        try:
            self._network = self._network or Network(self.kit)
            hosted = self._network.reopen(journal) if journal else None
        except OSError as error:
            self._notice = self._words.tr("LAN play can't begin: {why}", why=error)
            self._refresh()
            return
        page = LanScene(self.kit, self._network)
        self.stack.push(page)
        if hosted:
            page.to_table(hosted)
        elif waits and self._network.memory.get(waits.table):  # else another copy of the program has it
            page.back_to(waits)

    def _pace(self) -> Pace:
        settings = self.kit.settings
        return Pace(grace=settings.grace, turn=settings.turn or None)

    def _open(self) -> None:
        kit = self.kit
        try:
            runner = open_new(
                kit.paths.matches,
                kit.rules(),
                kit.start.seed,
                self._pace(),
                self._written,
                house_seats(kit.settings.partner_level, kit.settings.opponent_level),
                kit.thinker,
            )
        except OSError as error:
            self._notice = self._words.tr("The match can't be saved: {why}", why=error)
            return
        self._sit_down(runner)

    def _written(self, journal: Path) -> None:
        """A match began or a deal of it is over, says the runner's thread."""
        self.kit.keeper.keep(lambda books: of_journal(books, journal))

    def _resume(self, journal: Path) -> None:
        try:
            if kept(journal):
                self._to_lan(journal)
                return
            runner = open_saved(journal, self._pace(), self._written, self.kit.thinker)
        except Damaged:
            self._put_aside(journal)
            self._look()
            return
        except Locked:
            self._notice = self._words.tr("Another copy of this program is playing that match.")
            self._look()
            return
        except (NewerFormat, OSError) as error:
            self._notice = self._words.tr("The match can't be opened: {why}", why=error)
            self._look()
            return
        self._sit_down(runner)

    def _sit_down(self, runner: Runner) -> None:
        runner.set_speed(self.kit.speed)
        session = runner.session(0, self.kit.wake)
        runner.start()
        self.stack.push(TableScene(self.kit, session))

    def items(self) -> list[Item]:
        kit = self.kit
        theme, size, tr = kit.theme, kit.metrics, self._words.tr
        table = TableLayout.of(*kit.size, kit.settings.ui_scale)
        items = [Item(kit.skin.felt(*kit.size), 0, 0)]
        title = table.menu_title
        big = kit.fonts.render(tr("Shengji"), size.title, theme.text, True)
        under = kit.fonts.render(tr("Tractor · Eighty Points"), round(size.body * 1.1), theme.secondary)
        items.append(Item(big, title.x, title.y))
        items.append(Item(under, title.x + table.px(6), title.y + big.get_height() - table.px(8)))
        items += self._fan()
        if self._notice:
            high, x = round(size.body * 1.8), table.menu_footer.x
            wide = min(self._chip[0].x - x - table.px(24), kit.fonts.size(self._notice, size.body)[0] + high)
            banner = kit.skin.banner(self._notice, wide, high, size.body, theme.danger)
            items.append(Item(banner, x, table.px(24 if banner.get_height() == high else 10)))
        return items + self._chip + self._buttons.items(kit.skin)

    def _fan(self) -> list[Item]:
        kit = self.kit
        width, height = kit.size
        table = TableLayout.of(width, height, kit.settings.ui_scale)
        left, right = table.menu_column.right + table.px(24), width - table.px(24)
        card = round(min(height * 0.21, (right - left) / (2 * FAN_REACH)))
        if card < SMALLEST_FAN:
            return []
        reach = round(card * FAN_REACH)
        middle, base = min(max(round(width * 0.69), left + reach), right - reach), round(height * 0.5)
        items = []
        for i, (face, degrees) in enumerate(FAN):
            surface = kit.faces.turned(face, card, degrees)
            x = middle + round((i - 2) * card * 0.62)
            y = base + round(abs(i - 2) ** 2 * card * 0.07)
            items.append(Item(surface, x - surface.get_width() // 2, y - surface.get_height() // 2))
        return items

    def state(self) -> dict[str, Any]:
        return {
            "scene": "menu",
            "message": self._notice or "",
            "language": self.kit.language,
            "resume": self._unfinished is not None,
            "buttons": self._buttons.state(),
        }
