"""The page of the player's settings: tabs of rows, each change kept and seen at once."""

from dataclasses import replace
from typing import Any

import msgspec
from msgspec import structs

from game.profile.keeper import Trouble
from game.profile.settings import Settings
from game.scenes.keyspage import KeysPageScene
from game.scenes.kit import Kit
from game.scenes.lanoptions import segments
from game.scenes.matchwords import MatchWords
from game.scenes.pages import PageScene
from game.scenes.settingstext import GROUPS, STEPS, SettingsText, step, values
from game.scenes.words import Words
from game.ui.layout import Rect, fitting_scale
from game.ui.painter import Item
from game.ui.widgets import Button

ROWS = max(len(fields) for fields in GROUPS.values())
"""Places on every tab, so that rows lie alike on all of them."""
SAMPLE = (53, 52, 12, 21, 36, 50, 42)
"""The cards shown under the looks: jokers, ♠A, ♥10, ♣Q, ♦K, ♦5."""
LISTEN = {"muted": "turn", "volume": "card", "calls": "call-pair"}
"""What one hears after a change of it."""


class SettingsPageScene(PageScene):
    """Lies over the menu, or over a table."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit, "general")
        self._text = SettingsText(self._words)

    def resized(self) -> None:
        self._text = SettingsText(Words(self.kit.texts))
        super().resized()

    def tabs(self) -> list[tuple[str, str, bool]]:
        return [(name, self._text.group(name), False) for name in GROUPS]

    def clicked(self, name: str) -> None:
        if name == "keys":
            self.stack.push(KeysPageScene(self.kit))
        elif name == "reset":
            self._take(**self._usual())
        else:
            field, _, which = name.partition(":")
            if field in STEPS:
                value = step(field, getattr(self.kit.settings, field), 1 if which == "more" else -1)
            else:
                value = next(value for value in values(field) if str(value) == which)
            self._take(**{field: value})
            if field in LISTEN:
                self.kit.sounds.play(LISTEN[field])
                self._refresh()  # by now it is known whether there is a device

    def _usual(self) -> dict[str, Any]:
        """What this tab's settings are at first; nobody wants to lose the language."""
        usual = Settings()
        return {field: getattr(usual, field) for field in GROUPS[self._tab] if field != "language"}

    def _take(self, **changes: Any) -> None:
        """Keep changes and show them, here and on all that lies below; they go before the command line."""
        kit = self.kit
        fixed = {field: None for field in ("language", "speed") if field in changes}
        kit.change(structs.replace(kit.settings, **changes), replace(kit.start, **fixed))
        self.stack.resized()

    def _now(self, field: str) -> Any:
        """The value that holds: the command line's word before the settings'."""
        return getattr(self.kit if field in ("language", "speed") else self.kit.settings, field)

    def content(self) -> tuple[list[Item], list[Button]]:
        tr = self._words.tr
        items = self.heading(tr("Settings"), self._note(), self.kit.unwritten)
        buttons: list[Button] = []
        places = self._places()
        fields = GROUPS[self._tab]
        for field, place in zip(fields, places, strict=False):
            more, its = self._row(field, place)
            items += more
            buttons += its
        rest = places[len(fields) :]
        if self._tab == "looks":
            top = rest[0].y + self.layout.px(8)
            items += self._sample(rest[0]._replace(y=top, h=self.layout.body.bottom - top))
        elif self._tab == "sound" and (why := self._why_silent()):
            room = rest[0].w - self.layout.px(40)
            x, y = rest[0].x + self.layout.px(20), rest[0].y + self.layout.px(24)
            items.append(self.text(why, self.kit.metrics.body, self.kit.theme.danger, x, y, room))
        return items, buttons + self._foot()

    def _note(self) -> str:
        """What becomes of the changes."""
        if self.kit.unwritten:
            return MatchWords(self._words).trouble(Trouble("settings"))
        return self._words.tr("Every change holds at once and is kept.")

    def _places(self) -> list[Rect]:
        area, gap = self.layout.body, self.layout.px(12)
        pitch = min((area.h + gap) // ROWS, max(self.layout.px(112), self.kit.metrics.small * 7))
        return [Rect(area.x, area.y + i * pitch, area.w, pitch - gap) for i in range(ROWS)]

    def _why_silent(self) -> str:
        tr, sounds = self._words.tr, self.kit.sounds
        if not sounds.enabled:
            return tr("This run makes no sound, as the command line says.")
        return tr("No device for sound was found.") if sounds.silent else ""

    def _explanation(self, field: str) -> str:
        if field == "ui_scale":
            fitting = fitting_scale(*self.kit.size, self.kit.settings.ui_scale)
            if fitting < self.kit.settings.ui_scale:
                return self._words.tr("In this window there is room for {n} %.", n=int(fitting * 100))
        return self._text.explanation(field)

    def _row(self, field: str, place: Rect) -> tuple[list[Item], list[Button]]:
        """A setting: name over explanation, its control at the right."""
        kit, px = self.kit, self.layout.px
        theme, size, fonts = kit.theme, kit.metrics, kit.fonts
        pad = px(20)
        wide = px(430) if field not in STEPS and len(values(field)) > 2 else px(287)
        high = min(max(px(38), size.small * 2), place.h - px(8))
        area = Rect(place.right - pad - wide, place.y + (place.h - high) // 2, wide, high)
        items = [Item(kit.skin.panel(place.w, place.h, size.radius), place.x, place.y)]
        room = area.x - px(24) - place.x - pad
        name_h = fonts.height(size.body, True)
        small, lines = self._fitted(self._explanation(field), room, place.h - name_h - px(16))
        small_h = fonts.height(small)
        y = place.y + (place.h - name_h - small_h * len(lines)) // 2
        x, color = place.x + pad, theme.text
        items.append(self.text(self._text.name(field), size.body, color, x, y + name_h // 2, room, True))
        y += name_h
        for line in lines:
            items.append(self.text(line, small, theme.secondary, x, y + small_h // 2, room))
            y += small_h
        more, buttons = self._stepper(field, area) if field in STEPS else self._choice(field, area)
        return items + more, buttons

    def _fitted(self, text: str, room: int, height: int) -> tuple[int, list[str]]:
        """The largest small type in which a text has room, and its lines."""
        px = self.kit.metrics.small
        while True:
            lines = self.kit.fonts.wrap_evenly(text, px, room)
            if len(lines) * self.kit.fonts.height(px) <= height or px <= 12:
                return px, lines
            px -= 1

    def _choice(self, field: str, area: Rect) -> tuple[list[Item], list[Button]]:
        now = self._now(field)
        cells = [
            (f"{field}:{value}", self._text.value(field, value), value == now) for value in values(field)
        ]
        return segments(self.kit, area, cells, self.layout.unit)

    def _stepper(self, field: str, area: Rect) -> tuple[list[Item], list[Button]]:
        kit, now, px = self.kit, self._now(field), self.layout.px
        edge = max(2, px(3))
        side = area.h - 2 * edge
        wide = round(side * 1.4)
        less = Rect(area.x + edge, area.y + edge, wide, side)
        more = less._replace(x=area.right - edge - wide)
        fill, radius = (*kit.theme.felt_outer, 255), round(area.h * 0.42)
        items = [Item(kit.skin.panel(area.w, area.h, radius, fill, kit.theme.outline), area.x, area.y)]
        room = area.w - 2 * wide - 4 * edge
        label = self._text.value(field, now)
        items.append(self.text(label, kit.metrics.small, kit.theme.text, *area.center, room, True, 0.5))
        size = kit.metrics.button
        return items, [
            Button(f"{field}:less", less, "‹", size, "segment", step(field, now, -1) != now),
            Button(f"{field}:more", more, "›", size, "segment", step(field, now, 1) != now),
        ]

    def _sample(self, place: Rect) -> list[Item]:
        """Cards as they look now, on the table as it looks now."""
        faces, n = self.kit.faces, len(SAMPLE) + 1
        tall = min(place.h, self.layout.px(134), place.w // n)
        width = next(w for w in range(tall, 0, -1) if faces.height(w) <= tall)
        gap = round(width * 0.16)
        margin = faces.shadow_margin(width)
        x = place.x + (place.w - n * width - (n - 1) * gap) // 2
        y = place.y + (place.h - tall) // 2
        items: list[Item] = []
        for card in (*SAMPLE, None):
            items.append(Item(faces.shadow(width), x - margin, y - margin))
            items.append(Item(faces.back(width) if card is None else faces.face(card, width), x, y))
            x += width + gap
        return items

    def _foot(self) -> list[Button]:
        layout, tr, size = self.layout, self._words.tr, self.kit.metrics
        foot, px = layout.foot, layout.px
        narrow, wide = px(130), px(230)
        usual = self._usual()
        differs = any(getattr(self.kit.settings, field) != value for field, value in usual.items())
        second = Rect(foot.x + narrow + px(12), foot.y, narrow, foot.h)
        right = Rect(foot.right - wide, foot.y, wide, foot.h)
        return [
            Button("back", Rect(foot.x, foot.y, narrow, foot.h), tr("Back"), size.body),
            Button("keys", second, tr("Keys"), size.body),
            Button("reset", right, tr("As at first"), size.body, "plain", differs),
        ]

    def state(self) -> dict[str, Any]:
        return {
            "scene": "settings",
            **super().state(),
            "note": self._note(),
            "message": self._why_silent(),
            "settings": {
                field: msgspec.to_builtins(self._now(field)) for group in GROUPS.values() for field in group
            },
        }
