"""The page of a new table: every option of its rules, group by group, and the way to the table."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
from msgspec import structs

from game.engine import RulesError, RuleSet, preset
from game.engine.cards import RANKS
from game.scenes.kit import Kit
from game.scenes.pages import PageScene
from game.scenes.rulespage import RulesPageScene
from game.scenes.ruletext import GROUPS, PLAYERS, RuleText, changed, control, describe, step, values
from game.scenes.rulevalues import meaning
from game.scenes.words import Words
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.widgets import Button

ROWS = 4
"""Options on a page at most."""


class NewTableScene(PageScene):
    """Lies over the menu. Every change is kept at once; ``open_table`` opens one by the rules kept.

    It begins with ``rules`` if they are given; ``label`` is that of its main button. With ``players`` one
    also chooses how strong the computer players are.
    """

    lined = True

    def __init__(
        self,
        kit: Kit,
        open_table: Callable[[], None],
        rules: RuleSet | None = None,
        label: str | None = None,
        players: bool = False,
    ) -> None:
        super().__init__(kit, "basics")
        self._open_table = open_table
        self._label = label
        self._groups = {**GROUPS, "basics": (*GROUPS["basics"], *PLAYERS)} if players else GROUPS
        self._text = RuleText(self._words)
        self._rules = rules or kit.rules()
        self._draft: dict[str, Any] = _fields(self._rules)
        self._refused: RulesError | None = None
        self._meant = self._rules  # what the sentences tell about: without the option that is refused

    def resized(self) -> None:
        self._text = RuleText(Words(self.kit.texts))
        super().resized()

    def tabs(self) -> list[tuple[str, str, bool]]:
        marked = set(changed(self._draft))
        return [
            (name, self._text.group(name), not marked.isdisjoint(fields))
            for name, fields in self._groups.items()
        ]

    def clicked(self, name: str) -> None:
        match name:
            case "start":
                self.stack.pop(self)
                self._open_table()
            case "rulespage":
                self.stack.push(RulesPageScene(self.kit, self._rules))
            case "preset-back":
                self._take(_fields(preset(self._draft["preset"], self._draft["decks"])))
            case _:
                field, _, which = name.partition(":")
                self._set(field, which)

    def _value(self, field: str) -> Any:
        return getattr(self.kit.settings, field) if field in PLAYERS else self._draft[field]

    def _set(self, field: str, which: str) -> None:
        """A control of an option was clicked."""
        now = self._value(field)
        match control(field):
            case "toggles":
                chosen = set(now) ^ {which}
                value: Any = tuple(level for level in RANKS if level in chosen)
            case "steps":
                value = step(field, now, 1 if which == "more" else -1)
            case _:
                value = next(value for value in values(field) if str(value) == which)
        if field in PLAYERS:
            self.kit.change(structs.replace(self.kit.settings, **{field: value}))
            self._refresh()
        elif field == "preset" and value != now:
            self._take(_fields(preset(value, self._draft["decks"])))
        else:
            self._take({**self._draft, field: value})

    def _take(self, draft: dict[str, Any]) -> None:
        """The options as chosen: a rule set, which is kept, or a refusal."""
        self._draft = draft
        try:
            self._rules = RuleSet(**draft)
        except RulesError as error:
            self._refused = error
            usual = preset(draft["preset"])
            self._meant = RuleSet(**{**draft, error.field: getattr(usual, error.field)})
        else:
            self._refused = None
            self._meant = self._rules
            kit, rules = self.kit, self._rules
            settings = structs.replace(
                kit.settings,
                preset=rules.preset,
                decks=rules.decks,
                changes={field: msgspec.to_builtins(draft[field]) for field in changed(draft)},
            )
            kit.change(settings, replace(kit.start, preset=None, decks=None))
        self._refresh()

    def content(self) -> tuple[list[Item], list[Button]]:
        tr = self._words.tr
        items = self.heading(tr("New table"), tr("Every change is kept for the next table."))
        buttons: list[Button] = []
        fields = self._groups[self._tab]
        rows = self._rows(len(fields))
        px = self._type(fields, rows[0])
        for field, rect in zip(fields, rows, strict=True):
            more, its = self._row(field, rect, px)
            items += more
            buttons += its
        line, foot = self._foot()
        return items + line, buttons + foot

    def _rows(self, n: int) -> list[Rect]:
        """The places of n options."""
        layout, size, fonts = self.layout, self.kit.metrics, self.kit.fonts
        area, gap = layout.body, layout.px(12)
        wish = fonts.height(size.body, True) + 3 * fonts.height(size.small) + layout.px(38)
        height = min(max(wish, layout.px(118)), (area.h + gap) // ROWS - gap)
        return [Rect(area.x, area.y + i * (height + gap), area.w, height) for i in range(n)]

    @property
    def _control_width(self) -> int:
        return self.layout.px(430)

    def _type(self, fields: tuple[str, ...], rect: Rect) -> int:
        """The largest type, that of the names at most, in which all options of a page have room."""
        size, fonts, px = self.kit.metrics, self.kit.fonts, self.layout.px
        beside, below = rect.w - self._control_width - px(60), rect.w - px(40)
        for type_px in range(size.body, size.small, -1):
            room = (rect.h - px(20) - fonts.height(size.body, True)) // fonts.height(type_px) - 1
            if all(
                fonts.size(self._text.explanation(field), type_px)[0] <= beside
                and len(fonts.wrap_evenly(self._meaning(field), type_px, below)) <= room
                for field in fields
            ):
                return type_px
        return size.small

    def _row(self, field: str, rect: Rect, type_px: int) -> tuple[list[Item], list[Button]]:
        """An option: name and explanation, its control at the right, and below what its value means."""
        kit, layout, tr = self.kit, self.layout, self._words.tr
        theme, size, fonts = kit.theme, kit.metrics, kit.fonts
        px, pad = layout.px, layout.px(20)
        marked = field in changed(self._draft)
        refused = self._refused is not None and self._refused.field == field
        line = (*theme.danger, 255) if refused else None
        items = [Item(kit.skin.panel(rect.w, rect.h, kit.metrics.radius, None, line), rect.x, rect.y)]
        wide = self._control_width
        held = Rect(rect.right - pad - wide, 0, wide, max(px(38), round(size.small * 2)))
        name_h, small_h = fonts.height(size.body, True), fonts.height(type_px)
        lines = self.kit.fonts.wrap_evenly(self._meaning(field), type_px, rect.w - 2 * pad)
        text_h = name_h + small_h * (1 + len(lines))
        above = min(px(16), max(0, rect.h - text_h - px(10)) // 2)
        y = rect.y + above
        room = held.x - px(20) - rect.x - pad
        label = self._text.name(field)
        items.append(self.text(label, size.body, theme.text, rect.x + pad, y + name_h // 2, room, True))
        if marked:
            at = rect.x + pad + fonts.size(label, size.body, True)[0] + px(16)
            items.append(self.dot(at, y + name_h // 2))
            at += px(12)
            items.append(
                self.text(
                    tr("changed"), size.small, theme.brass, at, y + name_h // 2, rect.x + pad + room - at
                )
            )
        y += name_h
        explanation = self._text.explanation(field)
        small = fonts.fitting(explanation, type_px, room)
        items.append(self.text(explanation, small, theme.secondary, rect.x + pad, y + small_h // 2, room))
        middle = (rect.y + above + y + small_h) // 2
        held = held._replace(y=max(rect.y + px(8), middle - held.h // 2))
        y = rect.bottom - above - small_h * len(lines)
        for text in lines:
            items.append(
                self.text(text, type_px, theme.text, rect.x + pad, y + small_h // 2, rect.w - 2 * pad)
            )
            y += small_h
        more, buttons = self._control(field, held, marked)
        return items + more, buttons

    def _meaning(self, field: str) -> str:
        """The sentence that the option's value stands for."""
        if field in PLAYERS:
            return self._text.strength(self._value(field))
        if self._refused and self._refused.field == field:
            return self._text.refusal(self._refused)
        return meaning(field, self._meant, self._words)

    def _control(self, field: str, area: Rect, marked: bool) -> tuple[list[Item], list[Button]]:
        kind, offered, now = control(field), values(field), self._value(field)
        note = "*" if marked else ""
        if kind == "steps":
            return self._stepper(field, area)
        if kind == "choice":
            if len(offered) == 2:
                area = area._replace(x=area.right - area.w * 2 // 3, w=area.w * 2 // 3)
            cells = [(str(value), self._text.value(field, value), value == now) for value in offered]
            first, columns = 0, len(cells)
        else:  # both rows of levels in the same columns
            chosen = now if kind == "toggles" else (now,)
            cells = [(level, self._words.rank(level), level in chosen) for level in offered]
            first, columns = len(RANKS) - len(cells), len(RANKS)
        px, edge = self.kit.metrics.small, max(2, self.layout.px(3))
        edges = [area.x + edge + round((area.w - 2 * edge) * i / columns) for i in range(columns + 1)]
        ground = Rect(edges[first] - edge, area.y, area.right - edges[first] + edge, area.h)
        buttons = [
            Button(
                f"{field}:{name}",
                Rect(
                    edges[first + i],
                    area.y + edge,
                    edges[first + i + 1] - edges[first + i],
                    area.h - 2 * edge,
                ),
                label,
                px,
                "segment-on" if on else "segment",
                True,
                note,
            )
            for i, (name, label, on) in enumerate(cells)
        ]
        return [self._ground(ground)], buttons

    def _stepper(self, field: str, area: Rect) -> tuple[list[Item], list[Button]]:
        kit, now = self.kit, self._draft[field]
        area = area._replace(x=area.right - area.w * 2 // 3, w=area.w * 2 // 3)
        size, edge = kit.metrics, max(2, self.layout.px(3))
        side = area.h - 2 * edge
        wide = round(side * 1.4)
        less = Rect(area.x + edge, area.y + edge, wide, side)
        more = less._replace(x=area.right - edge - wide)
        items = [
            self._ground(area),
            self.text(
                self._text.value(field, now),
                size.small,
                kit.theme.text,
                *area.center,
                area.w - 2 * wide - 4 * edge,
                True,
                0.5,
            ),
        ]
        buttons = [
            Button(f"{field}:less", less, "‹", size.button, "segment", step(field, now, -1) != now),
            Button(f"{field}:more", more, "›", size.button, "segment", step(field, now, 1) != now),
        ]
        return items, buttons

    def _ground(self, area: Rect) -> Item:
        theme = self.kit.theme
        fill = (*theme.felt_outer, 255)
        return Item(
            self.kit.skin.panel(area.w, area.h, round(area.h * 0.42), fill, theme.outline), area.x, area.y
        )

    def _foot(self) -> tuple[list[Item], list[Button]]:
        kit, layout, tr = self.kit, self.layout, self._words.tr
        theme, size, px = kit.theme, kit.metrics, layout.px
        line, foot = layout.line, layout.foot
        reset = Rect(line.right - px(200), line.y, px(200), line.h)
        hair = Item(kit.skin.panel(layout.frame.w, max(1, px(1)), 0, theme.faint), line.x, line.y - px(11))
        items = [hair]
        room = reset.x - line.x - px(20)
        y = line.center[1]
        if self._refused:
            text, color = self._text.refusal(self._refused), theme.danger
        else:
            text, color = describe(self._rules, self._words), theme.brass
            if kit.fonts.size(text, size.body, True)[0] > room:
                text = describe(self._rules, self._words, 0)
        items.append(self.text(text, size.body, color, line.x, y, room, True))
        wide, narrow, gap = px(230), px(130), px(12)
        differs = bool(changed(self._draft))
        buttons = [
            Button("preset-back", reset, tr("Back to the preset"), size.small, "plain", differs),
            Button("back", Rect(foot.x, foot.y, narrow, foot.h), tr("Back"), size.body),
            Button("rulespage", Rect(foot.x + narrow + gap, foot.y, narrow, foot.h), tr("Rules"), size.body),
            Button(
                "start",
                Rect(foot.right - wide, foot.y, wide, foot.h),
                self._label or tr("Open the table"),
                size.button,
                "main",
                self._refused is None,
            ),
        ]
        return items, buttons

    def state(self) -> dict[str, Any]:
        message = self._text.refusal(self._refused) if self._refused else ""
        return {
            "scene": "newtable",
            **super().state(),
            "message": message,
            "rules": msgspec.to_builtins(self._draft),
            "changed": list(changed(self._draft)),
            "summary": "" if self._refused else describe(self._rules, self._words),
        }


def _fields(rules: RuleSet) -> dict[str, Any]:
    return {field: getattr(rules, field) for field in rules.__struct_fields__}
