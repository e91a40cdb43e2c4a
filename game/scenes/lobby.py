"""The lobby of a LAN table: who sits where, the code, chat, and what each still has to do."""

from typing import Any

from game.lan import wire
from game.scenes.choice import ChoiceScene
from game.scenes.kit import Kit
from game.scenes.lanlayer import LanTableScene
from game.scenes.lannet import Network
from game.scenes.lanoptions import in_words
from game.scenes.lanwords import LanWords
from game.scenes.lobbyabout import About
from game.scenes.lobbymenus import SeatMenus
from game.scenes.newtable import NewTableScene
from game.scenes.optionspage import OptionsScene
from game.scenes.pages import PageScene
from game.scenes.rulespage import RulesPageScene
from game.scenes.ruletext import describe
from game.scenes.seatcards import SEAT, LobbyButtons, SeatCards
from game.scenes.talk import Talk
from game.scenes.thetable import where
from game.scenes.visit import Visit
from game.scenes.writing import Writing
from game.ui.inputs import Input, Key
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.textfield import Edited
from game.ui.widgets import Button

MEMBER = "member:"


class LobbyScene(Writing, PageScene):
    """Lies over the LAN page as long as the visit lasts; its matches lie over it."""

    lined = True

    def __init__(self, kit: Kit, visit: Visit, network: Network) -> None:
        super().__init__(kit, "")
        self._buttons = LobbyButtons(kit)
        self._visit = visit
        self._network = network
        self._talk = Talk(kit, visit, self._fields)
        self._above: list[Item] = []  # what lies on the buttons
        self._shown: tuple[object, ...] = ()  # what the picture was made from

    # the scene's life

    def entered(self) -> None:
        super().entered()
        if self._visit.lobby and self._visit.lobby.playing:
            self.stack.push(LanTableScene(self.kit, self._visit, self, returning=True))

    def left(self) -> None:
        self._visit.end(for_good=not self.stack.ending)

    @property
    def goes_on(self) -> bool:
        return True  # what happens there does not wait for a reader

    @property
    def ticking(self) -> bool:
        return self._visit.counting

    def update(self, dt: float) -> None:
        said = self._talk.look()
        visit, status = self._visit, self._visit.peer.status
        if status.state == "ended":
            self.ended()
            return
        if visit.lobby and visit.lobby.playing:
            self._fields.take_focus(None)
            self.stack.uncover(self)
            self.stack.push(LanTableScene(self.kit, visit, self))
            return
        visit.unread = 0
        now = (status.lobby, status.state, status.code, visit.lost_for(), self._countdowns())
        if said or now != self._shown:
            self._shown = now
            self._refresh()

    def _countdowns(self) -> tuple[int | None, ...]:
        lobby = self._visit.lobby
        return tuple(self._visit.away(member) for member in lobby.members) if lobby else ()

    def ended(self) -> None:
        """It is over: say why, then back to the LAN page."""
        status, stack = self._visit.peer.status, self.stack
        tr = self._words.tr
        title, text = LanWords(self.kit.texts).ended(status.why, status.detail)
        stack.pop(self)
        if status.why not in ("left", "parted"):
            answers = [("back", tr("Back"))]
            stack.push(ChoiceScene(self.kit, "ended", title, text, answers, lambda _: None, escape="back"))

    # what the player does

    def tabs(self) -> list[tuple[str, str, bool]]:
        return []

    def _tab_buttons(self) -> list[Button]:
        return []

    def _key(self, name: str) -> bool:
        if name == "escape" and self._talk.phrases:
            self._talk.phrases = False
            self._refresh()
        elif name == "escape":
            self._leave()
        elif name in ("return", "enter") and self._buttons.focus is None:
            self._fields.take_focus("say")
            self.changed = True
        else:
            return False
        return True

    def heard(self, what: Input) -> None:
        if what == Key("escape") and self._fields.focus and not self._fields.text("say"):
            self._fields.take_focus(None)
            self.changed = True
        else:
            super().heard(what)

    def _edited(self, edited: Edited) -> None:
        self._talk.edited(edited)

    def clicked(self, name: str) -> None:
        visit, ask = self._visit, self._visit.peer.ask
        if self._talk.clicked(name):
            self._refresh()
        elif name.startswith(SEAT):
            seat = int(name.removeprefix(SEAT))
            if visit.me and visit.me.seat != seat:
                ask(wire.Sit(seat))
        elif name.startswith("more:") and visit.lobby:
            self.stack.push(self._menus.of(visit.lobby, int(name.removeprefix("more:"))))
        elif name.startswith(MEMBER) and visit.lobby:
            member = visit.lobby.member(int(name.removeprefix(MEMBER)))
            if member:
                self.stack.push(self._menus.about(visit.lobby, member))
        elif name == "ready" and visit.me:
            ask(wire.SetReady(not visit.me.ready))
        elif name == "start":
            ask(wire.Start())
        elif name == "afresh":
            ask(wire.Afresh())
        elif name == "stand":
            ask(wire.Sit(None))
        elif name == "options" and visit.lobby:
            self.stack.push(OptionsScene(self.kit, visit))
        elif name == "rules":
            self._rules()
        elif name == "leave":
            self._leave()

    @property
    def _menus(self) -> SeatMenus:
        return SeatMenus(self.kit, self._words, self._visit, self._refresh)

    def _rules(self) -> None:
        """The host chooses them, the others read them."""
        lobby = self._visit.lobby
        if lobby is None:
            return
        if not self._visit.host:
            self.stack.push(RulesPageScene(self.kit, lobby.rules))
            return
        label = self._words.tr("Take these rules")
        self.stack.push(NewTableScene(self.kit, self._take_rules, lobby.rules, label))

    def _take_rules(self) -> None:
        lobby, rules = self._visit.lobby, self.kit.rules()
        if lobby and rules != lobby.rules:
            self._visit.peer.ask(wire.SetRules(rules))

    def _leave(self) -> None:
        """A host with guests is asked."""
        visit, tr = self._visit, self._words.tr
        lobby = visit.lobby
        if not (visit.host and lobby and len(lobby.members) > 1):
            self.stack.pop(self)
            return
        answers = [("leave", tr("Close the table")), ("stay", tr("Stay"))]
        text = tr("The table is closed for everybody who is here.")

        def pick(name: str) -> None:
            if name == "leave":
                self.stack.pop(self)

        ask = ChoiceScene(self.kit, "leaving", tr("Close the table?"), text, answers, pick, escape="stay")
        self.stack.push(ask)

    # what is shown

    def content(self) -> tuple[list[Item], list[Button]]:
        lobby, tr = self._visit.lobby, self._words.tr
        self._above = []
        if lobby is None:
            self._fields.show([])
            return self.heading(tr("LAN play"), ""), self._foot()[1][:1]
        layout, px = self.layout, self.layout.px
        body = layout.tabs.union(layout.body)
        gap = px(14)
        left = Rect(body.x, body.y, round((body.w - gap) * 0.58), body.h)
        right = Rect(left.right + gap, body.y, body.right - left.right - gap, body.h)
        host = next((member.name for member in lobby.members if member.host), "")
        items = self.heading(lobby.name, "" if self._visit.host else tr("{name} hosts", name=host))
        about = About(self.kit, self._words, layout, lobby, self._visit.host)
        seats = left._replace(h=left.h - about.height - gap)
        cards = SeatCards(self.kit, self._words, self._visit, seats, layout.unit)
        below, above, buttons = cards.lay(lobby, self._visit.host)
        self._above += above
        items += below
        for lay in (
            about.lay(left._replace(y=seats.bottom + gap, h=about.height)),
            self._foot(),
        ):
            items += lay[0]
            buttons += lay[1]
        top = right.y
        if self._visit.host:
            items += self._code(right._replace(h=self._code_height()))
            top += self._code_height() + gap
        more, its, top = self._others(right, top, lobby)
        items += more
        buttons += its
        talk, its, field = self._talk.lay(right._replace(y=top, h=right.bottom - top), layout.unit)
        self._fields.show([field])
        return items + talk, buttons + its

    # the code, for the host

    def _code_height(self) -> int:
        fonts, size = self.kit.fonts, self.kit.metrics
        return fonts.height(size.number, True) + 2 * fonts.height(size.small) + self.layout.px(34)

    def _code(self, area: Rect) -> list[Item]:
        kit, px, tr = self.kit, self.layout.px, self._words.tr
        theme, size, fonts = kit.theme, kit.metrics, kit.fonts
        code = self._visit.peer.status.code
        line = (*theme.brass, 120)
        items = [Item(kit.skin.panel(area.w, area.h, size.radius, None, line), area.x, area.y)]
        x, room = area.x + px(18), area.w - 2 * px(18)
        y = area.y + px(14) + fonts.height(size.small) // 2
        label = tr("Code of the table") if code else tr("No code is needed")
        items.append(self.text(label, size.small, theme.secondary, x, y, room))
        y += (fonts.height(size.small) + fonts.height(size.number, True)) // 2 + px(2)
        shown = " ".join((code[:3], code[3:])) if code else "—"
        items.append(self.text(shown, round(size.number * 1.1), theme.brass, x, y, room, True))
        y += (fonts.height(size.small) + fonts.height(size.number, True)) // 2 + px(4)
        text = self._where()
        small = fonts.fitting(text, size.small, room)
        items.append(self.text(text, small, theme.text, x, y, room))
        return items

    def _where(self) -> str:
        return where(self._visit, self.kit.texts)

    # who has no seat

    def _others(self, area: Rect, top: int, lobby: wire.Lobby) -> tuple[list[Item], list[Button], int]:
        """A line with those who watch, each a button; and where the room below begins."""
        kit, px, size = self.kit, self.layout.px, self.kit.metrics
        others = [member for member in lobby.members if member.seat is None]
        if not others:
            return [], [], top
        label = self._words.tr("Watching")
        high = max(px(34), round(size.small * 2))
        items = [self.text(label, size.small, kit.theme.secondary, area.x, top + high // 2, area.w // 3)]
        x = area.x + items[0].surface.get_width() + px(12)
        buttons = []
        for member in others:
            name = member.name if self._visit.away(member) is None else f"{member.name} …"
            if member.id in self._visit.muted:
                name = self._words.tr("{name} (muted)", name=name)
            wide = kit.fonts.size(name, size.small)[0] + high
            if x + wide > area.right:
                break
            mine = member.id == self._visit.peer.status.me
            rect = Rect(x, top, wide, high)
            buttons.append(Button(f"{MEMBER}{member.id}", rect, name, size.small, enabled=not mine))
            x += wide + px(8)
        return items, buttons, top + high + px(12)

    # the foot

    def _message(self) -> tuple[str, bool]:
        """What is wanted now, and whether it is a trouble."""
        visit, tr = self._visit, self._words.tr
        lobby, mine, seconds = visit.lobby, visit.me, visit.lost_for()
        if seconds is not None:
            return tr("The connection was lost {n} s ago; trying again …", n=seconds), True
        if lobby is None or mine is None:
            return "", False
        asker = next((one for one in lobby.members if one.wish is not None and one.wish == mine.seat), None)
        if asker:
            text = tr("{name} would like to swap seats: click {name}'s seat to agree.", name=asker.name)
            return text, False
        if mine.wish is not None and (other := lobby.at(mine.wish)):
            return tr("You asked {name} to swap seats; click again to take it back.", name=other.name), False
        if lobby.playing and mine.wish is not None:
            return tr("You sit down when the next deal begins."), False
        waits = [one.name for one in lobby.members if one.seat is not None and not (one.ready or one.host)]
        if mine.host:
            if waits:
                return tr("Not ready yet: {names}.", names=tr(", ").join(waits)), False
            if not any(one.seat is not None for one in lobby.members):
                return tr("Somebody has to sit down before the match can start."), False
            return tr("All are ready: start when you like. Computers take the free seats."), False
        if mine.seat is None:
            return self._watching(lobby), False
        if not mine.ready and visit.again:
            return tr("The host has changed what is played: please be ready again."), False
        if not mine.ready:
            return tr("Say that you are ready, or click another seat."), False
        return tr("You are ready. Waiting for the host to start."), False

    def _watching(self, lobby: wire.Lobby) -> str:
        """What who watches can do."""
        tr = self._words.tr
        free = [seat for seat in range(4) if lobby.at(seat) is None]
        if any(lobby.chairs[seat] is None for seat in free):
            return tr("You watch. Click a free seat to sit down.")
        if free:
            return tr("You watch. Click a computer's seat to take it.")
        return tr("You watch.")

    def _foot(self) -> tuple[list[Item], list[Button]]:
        kit, layout, tr = self.kit, self.layout, self._words.tr
        theme, size, px = kit.theme, kit.metrics, layout.px
        line, foot = layout.line, layout.foot
        items = [Item(kit.skin.panel(layout.frame.w, max(1, px(1)), 0, theme.faint), line.x, line.y - px(11))]
        text, trouble = self._message()
        color = theme.danger if trouble else theme.brass
        small = kit.fonts.fitting(text, size.body, line.w, True)
        items.append(self.text(text, small, color, line.x, line.center[1], line.w, True))
        lobby, mine = self._visit.lobby, self._visit.me
        buttons = [Button("leave", foot._replace(w=px(150)), tr("Leave"), size.body)]
        if lobby is None or mine is None:
            return items, buttons
        main = foot._replace(x=foot.right - px(230), w=px(230))
        if mine.seat is not None:
            stand = foot._replace(x=foot.x + px(162), w=px(150))
            buttons.append(Button("stand", stand, tr("Stand up"), size.body))
        if mine.host:
            waits = any(one.seat is not None and not (one.ready or one.host) for one in lobby.members)
            sits = any(one.seat is not None for one in lobby.members)
            able = sits and not waits
            buttons.append(Button("start", main, tr("Start"), size.button, "main", able))
        elif mine.seat is not None:
            label = tr("Not ready") if mine.ready else tr("Ready")
            buttons.append(Button("ready", main, label, size.button, "plain" if mine.ready else "main"))
        return items, buttons

    def items(self) -> list[Item]:
        return super().items() + self._above + self._field_items()

    def state(self) -> dict[str, Any]:
        lobby, status = self._visit.lobby, self._visit.peer.status
        if lobby is None:
            return {"scene": "lobby", "buttons": self._buttons.state(), "fields": []}
        seats = []
        for seat in range(4):
            member = lobby.at(seat)
            seats.append(member.name if member else "bot" if lobby.chairs[seat] else None)
        mine = self._visit.me
        return {
            "scene": "lobby",
            "table": lobby.name,
            "connection": status.state,
            "seats": seats,
            "members": [
                {
                    "id": member.id,
                    "name": member.name,
                    "seat": member.seat,
                    "ready": member.ready,
                    "host": member.host,
                    "away": self._visit.away(member),
                }
                for member in lobby.members
            ],
            "me": status.me,
            "seat": mine.seat if mine else None,
            "ready": mine.ready if mine else False,
            "host": self._visit.host,
            "there": len(lobby.members),
            "code": status.code,
            "port": self._visit.hosted.port if self._visit.hosted else None,
            "rules": describe(lobby.rules, self._words),
            "options": in_words(lobby.options, self._words),
            "message": self._message()[0],
            "chat": [[line.name, line.text] for line in self._visit.said],
            "news": self._visit.news,
            "fields": self._fields.state(),
            "buttons": self._buttons.state(),
        }
