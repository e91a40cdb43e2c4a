"""Chat: what was said, a field to say something, and the quick phrases. Used by the lobby and the table."""

from game.lan import wire
from game.lan.limits import CHAT_LENGTH
from game.lan.names import BadName, clean_chat
from game.scenes.kit import Kit
from game.scenes.lannews import news
from game.scenes.lanwords import LanWords
from game.scenes.visit import NEWS, Visit
from game.ui.editing import Limits
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.textfield import Edited, Fields, TextField
from game.ui.widgets import Button

FIELD = "say"
PHRASE = "phrase:"


class Talk:
    """The panel for one visit. ``phrases`` says whether it shows the quick phrases instead of the lines."""

    def __init__(self, kit: Kit, visit: Visit, fields: Fields) -> None:
        self.phrases = False
        self._kit = kit
        self._visit = visit
        self._fields = fields

    @property
    def _words(self) -> LanWords:
        return LanWords(self._kit.texts)

    def look(self) -> bool:
        """Take in what was said; whether there was something."""
        visit, words, texts = self._visit, self._words, self._kit.texts
        me = visit.peer.status.me

        def computer(name: str) -> str:
            return words.tr("{name} is away for long: a computer plays on.", name=name)

        return visit.look(words.phrases(), lambda old, new: news(old, new, me, texts), computer)

    def clicked(self, name: str) -> bool:
        """Whether the button was one of the panel's, and is dealt with."""
        if name == "phrases":
            self.phrases = not self.phrases
        elif name == "say-send":
            self.say()
        elif name.startswith(PHRASE):
            self._visit.peer.ask(wire.Phrase(int(name.removeprefix(PHRASE))))
            self.phrases = False
        else:
            return False
        return True

    def edited(self, edited: Edited) -> None:
        """Enter says what is written."""
        if edited.name == FIELD and edited.submitted:
            self.say()

    def say(self) -> None:
        """Send what is written; what can't be shown stays in the field."""
        try:
            text = clean_chat(self._fields.text(FIELD))
        except BadName:
            return
        self._visit.peer.ask(wire.Say(text))
        self._fields.write(FIELD, "")

    def lay(self, area: Rect, unit: float, over: bool = False) -> tuple[list[Item], list[Button], TextField]:
        """Into a place; ``unit`` pixels for a design pixel; ``over`` what must not shine through."""
        kit, tr = self._kit, self._words.tr
        size = kit.metrics
        pad, gap = round(14 * unit), round(8 * unit)
        high = max(round(38 * unit), round(size.small * 2.1))
        foot = area.bottom - pad - high
        send_w = max(round(72 * unit), kit.fonts.size(tr("Send"), size.small)[0] + high)
        more_w = max(round(72 * unit), kit.fonts.size(tr("Phrases"), size.small)[0] + high)
        send = Rect(area.right - pad - send_w, foot, send_w, high)
        more = Rect(send.x - gap - more_w, foot, more_w, high)
        place = Rect(area.x + pad, foot, more.x - gap - area.x - pad, high)
        field = TextField(
            FIELD, place, size.small, placeholder=tr("Say something"), limits=Limits(CHAT_LENGTH)
        )
        label = tr("Chat") if self.phrases else tr("Phrases")
        buttons = [
            Button("phrases", more, label, size.small),
            Button("say-send", send, tr("Send"), size.small),
        ]
        ground = kit.skin.sheet if over else kit.skin.panel
        items = [Item(ground(area.w, area.h, size.radius), area.x, area.y)]
        inner = Rect(area.x + pad, area.y + pad, area.w - 2 * pad, foot - gap - area.y - pad)
        if self.phrases:
            return items, buttons + self._phrase_buttons(inner, gap), field
        return items + self._lines(inner), buttons, field

    def narrowest(self, unit: float, columns: int = 2) -> int:
        """Pixels in which the phrases stand in so many columns."""
        return sum(self._columns(columns)) + (columns - 1) * round(8 * unit) + 2 * round(14 * unit)

    def _columns(self, columns: int) -> list[int]:
        """How wide each column of phrases has to be."""
        px, fonts, phrases = self._kit.metrics.small, self._kit.fonts, self._words.phrases()
        rows = -(-len(phrases) // columns)
        wide = [fonts.size(text, px)[0] + round(px * 1.25) for text in phrases]
        return [max(wide[n : n + rows]) for n in range(0, len(wide), rows)]

    def _phrase_buttons(self, area: Rect, gap: int) -> list[Button]:
        """One below the other, in as many columns as have room."""
        phrases, px = self._words.phrases(), self._kit.metrics.small
        columns = next((n for n in (3, 2) if sum(self._columns(n)) + (n - 1) * gap <= area.w), 1)
        if columns == 1 and area.h < 2 * px * len(phrases):
            columns = 2  # too narrow, but one column would be too low
        widths = self._columns(columns)
        spare = (area.w - (columns - 1) * gap - sum(widths)) // columns
        rows = -(-len(phrases) // columns)
        pitch = min(
            (area.h + gap // 2) // rows, round(px * 2.05) + gap // 2
        )  # or its ends take the label's room
        buttons, x = [], area.x
        for column, wide in enumerate(widths):
            for row, n in enumerate(range(column * rows, min(len(phrases), (column + 1) * rows))):
                place = Rect(x, area.y + row * pitch, wide + spare, pitch - gap // 2)
                buttons.append(Button(f"{PHRASE}{n}", place, phrases[n], px))
            x += wide + spare + gap
        return buttons

    def _lines(self, area: Rect) -> list[Item]:
        """The newest at the bottom, as far up as there is room."""
        kit = self._kit
        theme, px, fonts = kit.theme, kit.metrics.small, kit.fonts
        high = fonts.height(px)
        if not self._visit.lines:
            text = fonts.fit(self._words.tr("Nobody has said anything yet."), px, area.w)
            quiet = kit.skin.line(text, px, theme.secondary)
            return [Item(quiet, area.x, area.bottom - high)]
        items: list[Item] = []
        y = area.bottom
        me = self._visit.peer.status.me
        for said in reversed(self._visit.lines):
            own = said.member == NEWS
            name = "" if own else fonts.fit(f"{said.name}  ", px, area.w // 2, True)
            name_w = 0 if own else fonts.size(name, px, True)[0]
            lines = fonts.wrap(said.text, px, area.w - name_w)
            room = (y - area.y - high // 5) // high
            if len(lines) > room:
                if items or room < 1:
                    break
                lines = [*lines[: room - 1], fonts.fit(lines[room - 1] + "…", px, area.w - name_w)]
            y -= len(lines) * high + high // 5
            color = theme.brass if said.member == me else theme.secondary
            if name:
                items.append(Item(kit.skin.line(name, px, color, True), area.x, y))
            ink = theme.secondary if own else theme.text
            items += [
                Item(kit.skin.line(line, px, ink), area.x + name_w, y + i * high)
                for i, line in enumerate(lines)
            ]
        return items
