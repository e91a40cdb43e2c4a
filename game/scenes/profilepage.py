"""The page of the player: name, drawn picture, purse, title and medals."""

from typing import Any

from msgspec import structs

from game.engine import MEDALS, TITLES
from game.lan.limits import NAME_LENGTH
from game.lan.names import BadName, clean_name
from game.profile.avatar import Part
from game.profile.purse import Purse
from game.scenes.asking import Asking
from game.scenes.kit import Kit
from game.scenes.lanwords import LanWords
from game.scenes.matchwords import MatchWords
from game.scenes.pages import PageScene
from game.scenes.portraits import own_avatar, own_name, own_portrait
from game.scenes.statisticspage import StatisticsScene
from game.scenes.titles import medal_name, title_name
from game.scenes.writing import Writing
from game.ui.editing import Limits
from game.ui.inputs import Input
from game.ui.layout import Rect
from game.ui.medal_art import draw_medal
from game.ui.painter import Item
from game.ui.textfield import Edited, TextField
from game.ui.widgets import Button

PARTS: tuple[Part, ...] = ("shape", "colour", "mark")
SHOWN = 5
"""Medals that are shown: the last ones won, and the next."""


class ProfileScene(Writing, Asking, PageScene):
    """Lies over the menu. Every change holds at once, and is kept when the field is left."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit, "")
        self._purse: Purse | None = None
        self._notice: str | None = None
        self._refusal = ""  # at the name

    # the scene's life

    def entered(self) -> None:
        self._fields.show([self._field()])
        self._ask(lambda books: books.purses.purse(), self._take)
        super().entered()

    def left(self) -> None:
        self._keep_name()

    def _take(self, purse: Purse) -> None:
        self._purse = purse
        self._refresh()

    def _failed(self, error: Exception) -> None:
        self._notice = MatchWords(self._words).failed(error)
        self._refresh()

    # what the player does

    def tabs(self) -> list[tuple[str, str, bool]]:
        return []

    def _tab_buttons(self) -> list[Button]:
        return []

    def _key(self, name: str) -> bool:
        if name == "escape":
            self.stack.pop(self)
        return name == "escape"

    def clicked(self, name: str) -> None:
        verb, _, which = name.partition(":")
        if name == "statistics":
            self.stack.push(StatisticsScene(self.kit))
        elif name == "by-name":
            self._change(avatar=None)
        else:
            for part in PARTS:
                if part == verb:
                    now = own_avatar(self.kit.settings, self._words)
                    self._change(avatar=now.turned(part, 1 if which == "more" else -1))

    def _change(self, **changes: Any) -> None:
        self.kit.change(structs.replace(self.kit.settings, **changes))
        self._refresh()

    def _edited(self, edited: Edited) -> None:
        self._refusal = ""
        self._keep_name()
        if edited.submitted:
            self._fields.take_focus(None)
        self._refresh()

    def heard(self, what: Input) -> None:
        writing = self._fields.focus is not None
        super().heard(what)
        if writing and self._fields.focus is None:
            self.kit.keep()

    def _keep_name(self) -> None:
        """The name is kept when it can be one, and the picture that was of the old name stays no longer."""
        written = self._fields.text("name")
        try:
            name = clean_name(written) if written.strip() else ""
        except BadName as error:
            self._refusal = LanWords(self.kit.texts).bad_name(error.reason)
            return
        lan = self.kit.settings.lan
        name = "" if name == self._words.tr("Player") else name
        if name != lan.name:  # seen at once, but not written with every letter
            changed = structs.replace(self.kit.settings, lan=structs.replace(lan, name=name))
            self.kit.change(changed, keep=False)

    # what is shown

    @property
    def _cards(self) -> tuple[Rect, Rect]:
        """The panel of the person, and that of what it has."""
        frame, top = self.layout.frame, self.layout.body.y
        bottom = self.layout.foot.y - self.layout.px(26)
        gap = self.layout.px(20)
        left = round(frame.w * 0.36)
        return (
            Rect(frame.x, top, left, bottom - top),
            Rect(frame.x + left + gap, top, frame.w - left - gap, bottom - top),
        )

    def _field(self) -> TextField:
        card, px, size = self._cards[0], self.layout.px, self.kit.metrics
        high = max(px(44), round(size.body * 1.9))
        place = Rect(card.x + px(28), card.y + px(28), card.w - px(56), high)
        hint = self._words.tr("Your name")
        limits = Limits(NAME_LENGTH)
        return TextField("name", place, size.body, self.kit.settings.lan.name, hint, limits, self._refusal)

    def _refresh(self) -> None:
        self._fields.show([self._field()])
        super()._refresh()

    def content(self) -> tuple[list[Item], list[Button]]:
        tr, layout, size = self._words.tr, self.layout, self.kit.metrics
        items = self.heading(tr("Profile"), tr("Friends on the LAN see your name and picture."))
        person, having = self._cards
        for card in (person, having):
            items.append(Item(self.kit.skin.panel(card.w, card.h, size.radius), card.x, card.y))
        more, buttons = self._person(person)
        items += more + self._having(having)
        foot = layout.foot
        wide = max(layout.px(180), self.kit.fonts.size(tr("Statistics"), size.body)[0] + foot.h)
        return items, [
            *buttons,
            Button("back", foot._replace(w=layout.px(130)), tr("Back"), size.body),
            Button("statistics", foot._replace(x=foot.right - wide, w=wide), tr("Statistics"), size.body),
        ]

    def _person(self, card: Rect) -> tuple[list[Item], list[Button]]:
        """Picture, the arrows that change it, and the way back to that of the name."""
        tr, px, kit = self._words.tr, self.layout.px, self.kit
        theme, size = kit.theme, kit.metrics
        field = self._fields.all[0].rect
        high = max(px(38), round(size.small * 2))
        gap = max(px(10), 4)
        rows_h = 4 * (high + gap)
        top = field.bottom + px(30) + size.small
        side = max(px(60), min(card.w - px(80), card.bottom - px(20) - rows_h - top - px(16)))
        picture = own_portrait(kit, self._words, side)
        items = [Item(picture, card.center[0] - side // 2, top)]
        labels = {"shape": tr("Shape"), "colour": tr("Colour"), "mark": tr("Mark")}
        buttons = []
        y = card.bottom - px(20) - rows_h
        for part in PARTS:
            place = Rect(card.x + px(28), y, card.w - px(56), high)
            fill, radius = (*theme.felt_outer, 255), round(high * 0.42)
            items.append(Item(kit.skin.panel(place.w, high, radius, fill, theme.outline), place.x, place.y))
            wide = round(high * 1.5)
            room = place.w - 2 * wide - px(8)
            items.append(self.text(labels[part], size.small, theme.text, *place.center, room, align=0.5))
            edge = max(2, px(3))
            less = Rect(place.x + edge, y + edge, wide, high - 2 * edge)
            more = less._replace(x=place.right - edge - wide)
            buttons += [
                Button(f"{part}:less", less, "‹", size.button, "segment"),
                Button(f"{part}:more", more, "›", size.button, "segment"),
            ]
            y += high + gap
        chosen = kit.settings.avatar is not None
        place = Rect(card.x + px(28), y, card.w - px(56), high)
        buttons.append(Button("by-name", place, tr("The picture of the name"), size.small, "plain", chosen))
        return items, buttons

    def _having(self, card: Rect) -> list[Item]:
        """Silver, points with the title, medals."""
        tr, px = self._words.tr, self.layout.px
        purse = self._purse
        if purse is None:
            text, size = self._notice or tr("A moment …"), self.kit.metrics
            color = self.kit.theme.danger if self._notice else self.kit.theme.secondary
            return [self.text(text, size.body, color, *card.center, card.w - px(48), align=0.5)]
        inner = Rect(card.x + px(32), card.y + px(16), card.w - px(64), card.h - px(32))
        parts = [0.23, 0.29, 0.48]
        items: list[Item] = []
        y = inner.y
        for i, share in enumerate(parts):
            place = Rect(inner.x, y, inner.w, round(inner.h * share))
            draw = (self._silver, self._title, self._medals)[i]
            items += draw(place, purse)
            y = place.bottom
            if i < 2:
                hair = self.kit.skin.panel(inner.w, max(1, px(1)), 0, self.kit.theme.faint)
                items.append(Item(hair, inner.x, y))
        return items

    def _silver(self, place: Rect, purse: Purse) -> list[Item]:
        tr, size, theme = self._words.tr, self.kit.metrics, self.kit.theme
        number = f"{purse.silver:,}"
        y = place.center[1]
        big = min(round(size.number * 1.4), round(place.h * 0.5))
        right = self.text(number, big, theme.brass, place.right, y, place.w, True, 1.0)
        small = self.kit.fonts.height(size.body)
        room = right.x - place.x - self.layout.px(16)
        hint = tr("Played for in deals settled in silver.")
        px = self.kit.fonts.fitting(hint, size.small, room)
        return [
            self.text(tr("Silver in the purse"), size.body, theme.text, place.x, y - small // 2, room, True),
            self.text(hint, px, theme.secondary, place.x, y + small // 2, room),
            right,
        ]

    def _progress(
        self, place: Rect, y: int, label: str, name: str, value: str, done: float, to_go: str
    ) -> list[Item]:
        """A name with a number, and how far it is to the next one."""
        kit, px, size, theme = self.kit, self.layout.px, self.kit.metrics, self.kit.theme
        line = kit.fonts.height(size.body)
        number = self.text(value, size.body, theme.text, place.right, y, place.w // 2, True, 1.0)
        first = self.text(label, size.body, theme.secondary, place.x, y, place.w // 3)
        x = place.x + first.surface.get_width() + px(16)
        items = [
            first,
            self.text(name, round(size.body * 1.15), theme.brass, x, y, number.x - x - px(12), True),
            number,
        ]
        high = max(6, px(10))
        at = y + round(line * 0.95)
        filled = round(place.w * max(0.0, min(1.0, done)))
        items.append(Item(kit.skin.bar(place.w, high, filled), place.x, at - high // 2))
        at += round(line * 0.85)
        items.append(self.text(to_go, size.small, theme.secondary, place.x, at, place.w))
        return items

    def _title(self, place: Rect, purse: Purse) -> list[Item]:
        words, tr, step = self._words, self._words.tr, purse.title
        before = TITLES[step - 1] if step else 0
        if purse.to_title is None:
            done, to_go = 1.0, tr("There is no higher title.")
        else:
            done = (purse.points - before) / (TITLES[step] - before)
            to_go = words.ntr(
                "{n} point to the title {name}",
                "{n} points to the title {name}",
                purse.to_title,
                name=title_name(step + 1, words),
            )
        points = words.ntr("{n} point", "{n} points", purse.points).replace("-", "−")
        y = place.y + round(place.h * 0.26)
        return self._progress(place, y, tr("Title"), title_name(step, words), points, done, to_go)

    def _medals(self, place: Rect, purse: Purse) -> list[Item]:
        words, tr, step = self._words, self._words.tr, purse.medal
        before = MEDALS[step - 1] if step else 0
        if purse.to_medal is None:
            done, to_go = 1.0, tr("There is no higher medal.")
        else:
            done = (purse.silver_won - before) / (MEDALS[step] - before)
            name = medal_name(step + 1, words)
            to_go = tr("win {n} more silver for: {name}", n=f"{purse.to_medal:,}", name=name)
        won = tr("{n} silver won", n=f"{purse.silver_won:,}")
        line = self.kit.fonts.height(self.kit.metrics.body)
        y = place.y + round(place.h * 0.07) + line // 2
        items = self._progress(place, y, tr("Medal"), medal_name(step, words), won, done, to_go)
        top = y + round(line * 2.5)
        side = min(place.bottom - top, place.w // SHOWN - self.layout.px(8))
        if side >= 24:
            first = max(1, step - SHOWN + 2)
            for i in range(SHOWN):
                medal = first + i
                piece = draw_medal(self.kit.fonts, medal if medal <= step else 0, side)
                items.append(Item(piece, place.x + i * (side + self.layout.px(14)), top))
        return items

    def items(self) -> list[Item]:
        return super().items() + self._field_items()

    def state(self) -> dict[str, Any]:
        purse, words = self._purse, self._words
        avatar = own_avatar(self.kit.settings, words)
        return {
            "scene": "profile",
            **super().state(),
            "message": self._notice or "",
            "waiting": self.waiting,
            "name": own_name(self.kit.settings, words),
            "avatar": [avatar.shape, avatar.colour, avatar.mark],
            "purse": [purse.silver, purse.points, purse.silver_won] if purse else None,
            "title": title_name(purse.title, words) if purse else None,
            "medal": medal_name(purse.medal, words) if purse else None,
            "fields": self._fields.state(),
        }
