"""The options of a LAN table besides its rules: a row each, with the choices there are."""

from typing import Any

from msgspec.structs import replace

from game.lan.wire import Options
from game.scenes.kit import Kit
from game.scenes.words import Words
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.widgets import Button

CHOICES: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("turn", (15, 20, 30, 60, 120)),
    ("countdown", (0, 10, 30, 60, 180)),
    ("spectators", (False, True)),
    ("code", (False, True)),
)


def changed_by(options: Options, name: str) -> Options | None:
    """The options after a click on the button of that name; None if it is none of theirs."""
    field, _, written = name.partition(":")
    for known, choices in CHOICES:
        if known == field:
            return replace(options, **{field: next(value for value in choices if str(value) == written)})
    return None


def in_words(options: Options, words: Words) -> str:
    """All in one line."""
    tr = words.tr
    return " · ".join(
        (
            tr("{n} s a turn", n=options.turn),
            tr("computer after {n} s", n=options.countdown) if options.countdown else tr("computer at once"),
            tr("watching allowed") if options.spectators else tr("no watching"),
            tr("with a code") if options.code else tr("without a code"),
        )
    )


class OptionRows:
    """Draws them as rows: name and explanation at the left, the choices at the right."""

    def __init__(self, kit: Kit, words: Words) -> None:
        self._kit = kit
        tr = words.tr
        self._texts = {
            "turn": (tr("Time for a turn"), tr("Seconds; then the computer answers.")),
            "countdown": (
                tr("Who is away"),
                tr("Seconds until a computer plays for them."),
            ),
            "spectators": (tr("Watching"), tr("Others may look on; they see no hand.")),
            "code": (tr("Code"), tr("Others need the code on your screen.")),
        }
        self._values = {
            "turn": tuple(str(value) for value in CHOICES[0][1]),
            "countdown": (tr("at once"), *(str(value) for value in CHOICES[1][1][1:])),
            "spectators": (tr("no one"), tr("allowed")),
            "code": (tr("not needed"), tr("needed")),
        }

    def rows(self, options: Options, places: list[Rect], unit: float) -> tuple[list[Item], list[Button]]:
        """Into a place for each; ``unit`` pixels for a design pixel."""
        items: list[Item] = []
        buttons: list[Button] = []
        for (field, choices), place in zip(CHOICES, places, strict=True):
            title, hint = self._texts[field]
            control = round(min(430 * unit, place.w * 0.48))
            room = place.w - control - round(56 * unit)
            items += row_ground(self._kit, place, title, hint, room, unit)
            wide = control if len(choices) > 2 else control * 2 // 3
            high = min(max(round(38 * unit), round(self._kit.metrics.small * 2)), place.h - 6)
            area = Rect(place.right - round(20 * unit) - wide, place.y + (place.h - high) // 2, wide, high)
            now = getattr(options, field)
            more, its = segments(
                self._kit,
                area,
                [
                    (f"{field}:{value}", label, value == now)
                    for value, label in zip(choices, self._values[field], strict=True)
                ],
                unit,
            )
            items += more
            buttons += its
        return items, buttons


def row_ground(kit: Kit, place: Rect, title: str, hint: str, room: int, unit: float) -> list[Item]:
    """The panel of a row with its name over its explanation, both within ``room`` pixels."""
    theme, size, fonts = kit.theme, kit.metrics, kit.fonts
    name_h, small_h = fonts.height(size.body, True), fonts.height(size.small)
    x, y = place.x + round(20 * unit), place.y + (place.h - name_h - (small_h if hint else 0)) // 2
    items = [
        Item(kit.skin.panel(place.w, place.h, size.radius), place.x, place.y),
        Item(kit.skin.line(fonts.fit(title, size.body, room, True), size.body, theme.text, True), x, y),
    ]
    if hint:
        small = fonts.fitting(hint, size.small, room)
        line = kit.skin.line(fonts.fit(hint, small, room), small, theme.secondary)
        items.append(Item(line, x, y + name_h + (small_h - line.get_height()) // 2))
    return items


def segments(
    kit: Kit, area: Rect, cells: list[tuple[str, str, bool]], unit: float
) -> tuple[list[Item], list[Button]]:
    """A choice of one of several, side by side: name, label and whether it is the one."""
    edge, theme = max(2, round(3 * unit)), kit.theme
    edges = [area.x + edge + round((area.w - 2 * edge) * i / len(cells)) for i in range(len(cells) + 1)]
    room = (area.w - 2 * edge) // len(cells) - 8
    px = min(kit.fonts.fitting(label, kit.metrics.small, room, True) for _, label, _ in cells)
    fill = (*theme.felt_outer, 255)
    ground = kit.skin.panel(area.w, area.h, round(area.h * 0.42), fill, theme.outline)
    return [Item(ground, area.x, area.y)], [
        Button(
            name,
            Rect(edges[i], area.y + edge, edges[i + 1] - edges[i], area.h - 2 * edge),
            label,
            px,
            "segment-on" if on else "segment",
        )
        for i, (name, label, on) in enumerate(cells)
    ]
