"""The row of the LAN page in which the address of a table is written."""

from game.lan.find import PORT
from game.scenes.kit import Kit
from game.scenes.pages import PageLayout
from game.scenes.words import Words
from game.ui.editing import ADDRESS, Limits
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.textfield import TextField
from game.ui.widgets import Button

LONGEST = 80
"""Characters of an address."""


def address_of(text: str) -> tuple[str, int] | None:
    """Host and port as typed, "10.0.0.5", "10.0.0.5:27101", "fd00::5"; None for what is none."""
    host, colon, port = text.rpartition(":")
    if not colon or ":" in host:  # no port, or an IPv6 address
        host, port = text, str(PORT)
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        return None
    return host, int(port)


class AddressRow:
    """At the bottom of the page: a field, the ways to go there, a hint or a refusal below."""

    def __init__(self, kit: Kit, words: Words, layout: PageLayout, tests: bool = False) -> None:
        """``tests``: with a button to see whether the address answers, instead of the ways to go there."""
        self._tests = tests
        self._kit = kit
        self._words = words
        self._layout = layout

    @property
    def _high(self) -> int:
        return max(self._layout.px(40), round(self._kit.metrics.body * 1.9))

    @property
    def place(self) -> Rect:
        """The whole row."""
        body, px = self._layout.body, self._layout.px
        high = self._high + px(26) + round(self._kit.metrics.small * 1.6)
        return Rect(body.x, body.bottom - high, body.w, high)

    def _buttons(self) -> tuple[Rect, Rect]:
        """Join and watch, or one to test."""
        place, px, fonts = self.place, self._layout.px, self._kit.fonts
        wide = [
            max(px(104), fonts.size(label, self._kit.metrics.small)[0] + self._high) for label in self._labels
        ]
        join = Rect(place.right - px(20) - wide[0], place.y + px(14), wide[0], self._high)
        if self._tests:
            return join, join
        return join, join._replace(x=join.x - px(8) - wide[1], w=wide[1])

    @property
    def _labels(self) -> tuple[str, ...]:
        tr = self._words.tr
        return (tr("Test"),) if self._tests else (tr("Join"), tr("Watch"))

    def field(self, refusal: str) -> TextField:
        """Where it is written."""
        px, size = self._layout.px, self._kit.metrics
        label = self._kit.fonts.size(self._words.tr("Address"), size.body, True)[0]
        _, watch = self._buttons()
        x = self.place.x + px(20) + label + px(18)
        place = Rect(x, watch.y, watch.x - px(12) - x, self._high)
        limits = Limits(LONGEST, ADDRESS)
        return TextField("address", place, size.body, "", f"192.168.1.5:{PORT}", limits, refusal)

    def lay(self, field: TextField, written: bool) -> tuple[list[Item], list[Button]]:
        """What stands around the field."""
        kit, px, tr = self._kit, self._layout.px, self._words.tr
        theme, size, place = kit.theme, kit.metrics, self.place
        join, watch = self._buttons()
        label = kit.skin.line(tr("Address"), size.body, theme.text, True)
        items = [
            Item(kit.skin.panel(place.w, place.h, size.radius), place.x, place.y),
            Item(label, place.x + px(20), join.center[1] - label.get_height() // 2),
        ]
        if not field.refusal:
            text = tr("As the host's screen shows it; without a port it is {port}.", port=PORT)
            line = kit.fonts.fit(text, size.small, place.right - px(20) - field.rect.x)
            hint = kit.skin.line(line, size.small, theme.secondary)
            room = place.bottom - field.rect.bottom
            items.append(Item(hint, field.rect.x, field.rect.bottom + (room - hint.get_height()) // 2))
        if self._tests:
            return items, [Button("test", join, tr("Test"), size.small, "main", written)]
        return items, [
            Button("join", join, tr("Join"), size.small, "main", written),
            Button("watch", watch, tr("Watch"), size.small, "plain", written),
        ]
