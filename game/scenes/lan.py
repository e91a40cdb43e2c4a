"""The LAN page: tables in this network, tables one was at, the own table, the connection check."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import structs

from game.engine import RuleSet
from game.lan import wire
from game.lan.find import Found
from game.lan.limits import NAME_LENGTH
from game.lan.names import BadName, clean_name, clean_title
from game.lan.open import Hosted
from game.lan.reach import Reach
from game.lan.remember import Known
from game.lan.wire import Options
from game.profile.settings import LanSettings
from game.scenes import lancheck
from game.scenes.joining import JoiningScene, Way
from game.scenes.kit import Kit
from game.scenes.lanaddress import AddressRow, address_of
from game.scenes.lanlist import Row, TableList
from game.scenes.lannet import Network
from game.scenes.lanoptions import CHOICES, changed_by
from game.scenes.lanown import OwnTable
from game.scenes.lanrows import found_row, known_row
from game.scenes.lanwords import LanWords
from game.scenes.lobby import LobbyScene
from game.scenes.newtable import NewTableScene
from game.scenes.pages import PageScene
from game.scenes.visit import Visit
from game.scenes.writing import Writing
from game.ui.editing import Limits
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.textfield import Edited, TextField
from game.ui.widgets import Button


class LanScene(Writing, PageScene):
    """Lies over the menu; the way to each table begins here and ends here."""

    lined = True

    def __init__(self, kit: Kit, network: Network) -> None:
        super().__init__(kit, "tables")
        self._network = network
        self._finder = network.finder()
        self._found: tuple[Found, ...] = ()
        self._page = 0  # of the list that is shown
        self._refusals: dict[str, str] = {}  # by field
        self._notice: str | None = None
        self._reach: Reach | None = None  # an address that was tested
        self._reached: str | None = None  # what was shown of it

    # the scene's life

    def entered(self) -> None:
        for known in self._network.memory.all():
            self._finder.ask(known.address)
        fields = [self._name_field(), self._title_field(), self._address.field("")]
        self._fields.show(fields)  # all keep what is written, whether they are seen or not
        super().entered()

    def left(self) -> None:
        self._keep()
        self._finder.close()

    def resumed(self) -> None:
        self._network.look()
        self._found = self._finder.tables()
        super().resumed()

    def update(self, dt: float) -> None:
        found = self._finder.tables()
        said = self._reach.said if self._reach else None
        if found != self._found or said != self._reached:
            self._found, self._reached = found, said
            self._refresh()

    # what is written

    @property
    def _lan(self) -> LanSettings:
        return self.kit.settings.lan

    @property
    def _name(self) -> str:
        return self._lan.name or self._words.tr("Player")

    def _title(self) -> str:
        """The own table's name: as written, or made of the player's."""
        written = self._fields.text("title").strip()
        return written or self._words.tr("{name}'s table", name=self._own_name() or self._name)

    def _own_name(self) -> str | None:
        """The name as it may be sent; None, and said at the field, when it can't be one."""
        try:
            return clean_name(self._fields.text("name"))
        except BadName as error:
            self._refusals["name"] = LanWords(self.kit.texts).bad_name(error.reason)
            return None

    def _edited(self, edited: Edited) -> None:
        self._refusals.pop(edited.name, None)
        if edited.name == "name":
            self._own_name()
        if edited.submitted:
            self._keep()
            self._fields.take_focus(None)
            if edited.name == "address" and self._tab == "check":
                self._test()
            elif edited.name == "address":
                self._to_address(watch=False)
        self._refresh()

    def _keep(self) -> None:
        """The names are kept for the next time."""
        name = self._own_name()
        title = self._fields.text("title").strip()
        usual = self._words.tr("Player")
        kept = structs.replace(self._lan, name="" if name in (None, usual) else name, title=title)
        if kept != self._lan:
            self.kit.change(structs.replace(self.kit.settings, lan=kept))

    # what the player does

    def tabs(self) -> list[tuple[str, str, bool]]:
        tr = self._words.tr
        return [
            ("tables", tr("Find a table"), bool(self._found)),
            ("known", tr("Tables I know"), False),
            ("open", tr("My own table"), False),
            ("check", tr("Connection check"), self._network.trouble is not None),
        ]

    def clicked(self, name: str) -> None:
        self._notice = None
        verb, _, which = name.partition(":")
        match verb:
            case "page":
                self._page += 1 if which == "more" else -1
            case "join" | "watch" if which:
                self._to_found(self._found[int(which)], verb == "watch")
            case "join" | "watch":
                self._to_address(verb == "watch")
            case "test":
                self._test()
            case "rejoin":
                self.back_to(self._known[int(which)])
            case "go":
                self._to_known(self._known[int(which)])
            case "host":
                known = self._known[int(which)]
                self._open(known.title, known.rules, known.options, known)
            case "forget":
                self._network.memory.forget(self._known[int(which)].table)
            case "rules":
                self._keep()
                take = self._words.tr("Take these rules")
                self.stack.push(NewTableScene(self.kit, lambda: None, label=take))
                return
            case "open":
                self._open(self._title(), self.kit.rules(), self._options())
            case _:
                self._option(name)
        self._refresh()

    @property
    def _known(self) -> tuple[Known, ...]:
        return self._network.memory.all()

    def _options(self) -> wire.Options:
        lan = self._lan
        return wire.Options(lan.turn, lan.countdown, lan.spectators, lan.code)

    def _option(self, name: str) -> None:
        options = changed_by(self._options(), name)
        if options:
            changes = {field: getattr(options, field) for field, _ in CHOICES}
            kept = structs.replace(self._lan, **changes)
            self.kit.change(structs.replace(self.kit.settings, lan=kept))

    def _go(self, title: str, code: bool, go: Callable[[str, str | None], Any]) -> None:
        """On the way to a table, under the name that is written."""
        name = self._own_name()
        if name is None:
            return
        self._keep()
        self._fields.take_focus(None)
        self.stack.push(JoiningScene(self.kit, self._network, Way(title, lambda key: go(name, key), code)))

    def _to_found(self, found: Found, watch: bool) -> None:
        known = self._network.memory.get(found.table_id)
        if known and known.token and not watch:
            self.back_to(structs.replace(known, address=found.address, port=found.port))
            return
        join = self._network.join
        self._go(
            found.name,
            found.needs_code,
            lambda name, code: join(found.address, found.port, name, code, watch),
        )

    def _written(self) -> tuple[str, int] | None:
        """The address as written; None, and said at the field, when it is none."""
        place = address_of(self._fields.text("address"))
        if place is None:
            self._refusals["address"] = self._words.tr("Write it like 192.168.1.5 or 192.168.1.5:27100.")
            self._fields.take_focus("address")
        return place

    def _test(self) -> None:
        if place := self._written():
            self._reach = self._network.reach(*place)

    def _to_address(self, watch: bool) -> None:
        place = self._written()
        if place is None:
            return
        join = self._network.join
        self._go(self._fields.text("address"), False, lambda name, code: join(*place, name, code, watch))

    def _to_known(self, known: Known) -> None:
        join = self._network.join
        self._go(known.title, False, lambda name, code: join(known.address, known.port, name, code, False))

    def back_to(self, known: Known) -> None:
        """On the way to a seat that waits."""
        self._go(known.title, False, lambda name, code: self._network.rejoin(known, name))

    def _open(self, title: str, rules: RuleSet, options: Options, earlier: Known | None = None) -> None:
        name = earlier.name if earlier else self._own_name()
        if name is None:
            return
        self._keep()
        try:
            title = clean_title(title)
            hosted = self._network.open(title, name, rules, options, earlier)
        except BadName:
            self._refusals["title"] = self._words.tr("This name can't be shown.")
        except OSError as error:
            self._notice = self._words.tr("The table can't be opened: {why}", why=error)
        else:
            self.to_table(hosted)

    def to_table(self, hosted: Hosted) -> None:
        """Into the lobby of a table on this PC."""
        self._fields.take_focus(None)
        peer = hosted.peer
        if peer:
            self.stack.push(LobbyScene(self.kit, Visit(peer, hosted), self._network))

    # what is shown

    def _refresh(self) -> None:
        self._fields.show(self._shown_fields())
        super()._refresh()

    def _name_field(self) -> TextField:
        size, layout, title = self.kit.metrics, self.layout, self.layout.title
        high, wide = max(layout.px(40), round(size.body * 1.9)), max(layout.px(210), size.body * 11)
        place = Rect(title.right - wide, title.center[1] - high // 2 - layout.px(4), wide, high)
        hint, refusal = self._words.tr("Your name"), self._refusals.get("name", "")
        return TextField("name", place, size.body, self._name, hint, Limits(NAME_LENGTH), refusal)

    @property
    def _address(self) -> AddressRow:
        return AddressRow(self.kit, self._words, self.layout, tests=self._tab == "check")

    @property
    def _own(self) -> OwnTable:
        return OwnTable(self.kit, self._words, self.layout)

    def _title_field(self) -> TextField:
        name = self._fields.text("name").strip() if self._fields.all else ""
        usual = self._words.tr("{name}'s table", name=name or self._name)
        return self._own.field(self._lan.title, usual, self._refusals.get("title", ""))

    def _shown_fields(self) -> list[TextField]:
        fields = [self._name_field()]
        if self._tab in ("tables", "check"):
            fields.append(self._address.field(self._refusals.get("address", "")))
        elif self._tab == "open":
            fields.append(self._title_field())
        return fields

    def content(self) -> tuple[list[Item], list[Button]]:
        layout, size = self.layout, self.kit.metrics
        name = self._fields.all[0].rect
        items = self.heading(self._words.tr("LAN play"), "")
        label, room = self._words.tr("Your name"), layout.title.w // 3
        x, y = name.x - layout.px(14), name.center[1]
        items.append(self.text(label, size.body, self.kit.theme.secondary, x, y, room, align=1.0))
        more, buttons = {
            "tables": self._tables,
            "known": self._been,
            "open": lambda: self._own.lay(self._options()),
            "check": self._check,
        }[self._tab]()
        line, foot = self._foot()
        return items + more + line, buttons + foot

    def _list(self, area: Rect, rows: Sequence[Row]) -> tuple[list[Item], list[Button]]:
        shown = TableList(self.kit, self._words, self.layout.unit)
        last = max(0, -(-len(rows) // shown.per_page(area, rows)) - 1)
        self._page = max(0, min(self._page, last))
        return shown.lay(area, rows, self._page)

    def _nothing(self, area: Rect, lines: tuple[str, ...]) -> list[Item]:
        """In the middle of an empty list."""
        size, theme = self.kit.metrics, self.kit.theme
        items = [Item(self.kit.skin.panel(area.w, area.h, size.radius), area.x, area.y)]
        pitch = round(size.body * 1.9)
        y = area.center[1] - pitch * (len(lines) - 1) // 2
        for i, line in enumerate(lines):
            px, color = (size.body, theme.text) if i == 0 else (size.small, theme.secondary)
            room = area.w - 2 * self.layout.px(24)
            items.append(self.text(line, px, color, area.center[0], y + i * pitch, room, align=0.5))
        return items

    def _tables(self) -> tuple[list[Item], list[Button]]:
        tr, row, body = self._words.tr, self._address, self.layout.body
        area = body._replace(h=row.place.y - self.layout.px(14) - body.y)
        get = self._network.memory.get
        rows = []
        for i, found in enumerate(self._found):
            known = get(found.table_id)
            rows.append(found_row(i, found, known is not None and known.token is not None, self._words))
        items, buttons = self._list(area, rows)
        if not rows:
            hint = tr("None so far. The host can tell you the address; the connection check helps too.")
            items = self._nothing(area, (tr("Looking for tables in this network …"), hint))
        more, its = row.lay(self._fields.all[1], bool(self._fields.text("address")))
        return items + more, buttons + its

    def _been(self) -> tuple[list[Item], list[Button]]:
        tr, body = self._words.tr, self.layout.body
        there = {found.table_id for found in self._found}
        rows = [known_row(i, known, known.table in there, self._words) for i, known in enumerate(self._known)]
        if rows:
            return self._list(body, rows)
        hint = tr("Tables that you were at stand here, with the way back to your seat.")
        return self._nothing(body, (tr("You were at no table yet."), hint)), []

    def _check(self) -> tuple[list[Item], list[Button]]:
        words, network = LanWords(self.kit.texts), self._network
        addresses, heard, body = network.addresses(), len(self._found), self.layout.body
        found = lancheck.checks(words, addresses, heard, network.trouble, tested=self._reach)
        row = self._address
        area = body._replace(h=row.place.y - self.layout.px(14) - body.y)
        more, its = row.lay(self._fields.all[1], bool(self._fields.text("address")))
        return lancheck.draw(self.kit, found, area) + more, its

    # the foot

    def _message(self) -> str:
        tr = self._words.tr
        return {
            "tables": tr("Choose a table, or write the address of one."),
            "known": tr("Go back to a table, or host its match on this PC."),
            "open": tr("Open a table: others in this network can join it."),
            "check": tr("What this PC knows of the network."),
        }[self._tab]

    def _foot(self) -> tuple[list[Item], list[Button]]:
        kit, layout, tr = self.kit, self.layout, self._words.tr
        theme, size, px = kit.theme, kit.metrics, layout.px
        line, foot = layout.line, layout.foot
        items = [Item(kit.skin.panel(layout.frame.w, max(1, px(1)), 0, theme.faint), line.x, line.y - px(11))]
        text, color = (self._notice, theme.danger) if self._notice else (self._message(), theme.brass)
        items.append(self.text(text, size.body, color, line.x, line.center[1], line.w, True))
        buttons = [Button("back", foot._replace(w=px(130)), tr("Back"), size.body)]
        if self._tab == "open":
            wide = foot._replace(x=foot.right - px(230), w=px(230))
            ready = not self._refusals.get("name")
            buttons.append(Button("open", wide, tr("Open the table"), size.button, "main", ready))
        return items, buttons

    def items(self) -> list[Item]:
        return super().items() + self._field_items()

    def state(self) -> dict[str, Any]:
        return {
            "scene": "lan",
            **super().state(),
            "message": self._notice or self._message(),
            "name": self._fields.text("name"),
            "tables": [
                {
                    "name": found.name,
                    "host": found.host_name,
                    "seats": found.seats_taken,
                    "code": found.needs_code,
                    "playing": found.playing,
                }
                for found in self._found
            ],
            "known": [known.title for known in self._known],
            "fields": self._fields.state(),
        }
