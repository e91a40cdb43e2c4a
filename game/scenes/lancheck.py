"""The connection check: what this PC knows of the network, and what may keep two PCs apart."""

import sys
from typing import NamedTuple

from game.lan.find import PORT
from game.lan.reach import Reach
from game.scenes.kit import Kit
from game.scenes.lanwords import LanWords
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.theme import Rgb

SMALLEST = 12
"""Pixels of type."""


class Check(NamedTuple):
    """A paragraph: "good", "bad" or "plain", a heading, and what it says."""

    kind: str
    title: str
    text: str


def checks(
    words: LanWords,
    addresses: tuple[str, ...],
    heard: int,
    trouble: tuple[str, str] | None,
    system: str = sys.platform,
    tested: Reach | None = None,
) -> list[Check]:
    """All there is to say; ``heard`` tables answer, ``trouble`` is why and detail of the last failed try,
    ``tested`` an address one wanted to know about."""
    tr = words.tr
    found = []
    if tested:
        found.append(_tested(words, tested))
    if trouble:
        title, text = words.ended(*trouble)
        found.append(Check("bad", tr("Last try: {what}", what=title), text))
    outward = [address for address in addresses if not address.startswith("127.") and address != "::1"]
    if outward:
        said = tr("Both PCs need addresses of one network, most often alike in their first three numbers.")
        title = tr("This PC: {addresses}", addresses=", ".join(outward[:4]))
        found.append(Check("good", title, said))
    else:
        said = tr("Connect it by Wi-Fi or cable to the network the others are in.")
        found.append(Check("bad", tr("This PC is in no network"), said))
    if heard:
        title = words.ntr("{n} table answers", "{n} tables answer", heard)
        found.append(Check("good", title, tr("Probes go out and come back: looking for tables works.")))
    else:
        said = tr(
            "Either none is open, or probes do not get through. "
            "A table can be joined by its address all the same."
        )
        found.append(Check("plain", tr("No table answers"), said))
    found.append(Check("plain", tr("Firewall"), _firewall(words, system)))
    said = tr(
        "Guest networks and many public ones let no PC talk to another. "
        "Use another Wi-Fi, a cable, or the hotspot of a phone; switch a VPN off while you play."
    )
    found.append(Check("plain", tr("Wi-Fi that keeps PCs apart"), said))
    return found


def _tested(words: LanWords, reach: Reach) -> Check:
    """What came of trying an address."""
    tr, place = words.tr, f"{reach.address} : {reach.port}"
    if reach.said is None:
        return Check("plain", tr("{place}: trying …", place=place), tr("This takes some seconds at most."))
    if not reach.said:
        said = tr("A program listens there: nothing between the two PCs holds it back.")
        return Check("good", tr("{place}: answers", place=place), said)
    title, text = words.ended("unreachable", reach.said)
    return Check("bad", tr("{place}: {what}", place=place, what=title), text)


def _firewall(words: LanWords, system: str) -> str:
    tr = words.tr
    if system == "win32":
        return tr(
            "When Windows asks, allow the game on private networks. Asked no more? Windows Security, "
            "Firewall, Allow an app; and let the network be a private one."
        )
    if system == "darwin":
        return tr(
            "Allow the game in System Settings: Network, Firewall; and Privacy & Security, Local Network."
        )
    return tr(
        "On the host open TCP port {port} and UDP port {port}, with ufw: sudo ufw allow {port}", port=PORT
    )


def draw(kit: Kit, found: list[Check], area: Rect) -> list[Item]:
    """The paragraphs on a panel, in type that fits."""
    theme, fonts, size = kit.theme, kit.fonts, kit.metrics
    unit = min(kit.size[1], kit.size[0] * 0.625) / 800
    pad = round(24 * unit)
    mark = round(26 * unit)
    room = area.w - 2 * pad - mark
    small, body = size.small, size.body

    def height(small: int, body: int) -> int:
        lines = sum(len(fonts.wrap_evenly(check.text, small, room)) for check in found)
        return lines * fonts.height(small) + len(found) * fonts.height(body, True)

    while small > SMALLEST and height(small, body) + 2 * pad + (len(found) - 1) * pad // 3 > area.h:
        small, body = small - 1, max(SMALLEST, body - 1)
    gap = min(pad, max(2, (area.h - 2 * pad - height(small, body)) // max(1, len(found) - 1)))
    items = [Item(kit.skin.panel(area.w, area.h, size.radius), area.x, area.y)]
    y = area.y + pad
    for check in found:
        color: Rgb = {"good": theme.brass, "bad": theme.danger}.get(check.kind, theme.secondary)
        sign = {"good": "✓", "bad": "!"}.get(check.kind, "·")
        high = fonts.height(body, True)
        items.append(Item(kit.skin.line(sign, body, color, True), area.x + pad, y))
        title = fonts.fit(check.title, body, room, True)
        items.append(
            Item(
                kit.skin.line(title, body, theme.danger if check.kind == "bad" else theme.text, True),
                area.x + pad + mark,
                y,
            )
        )
        y += high
        for line in fonts.wrap_evenly(check.text, small, room):
            items.append(Item(kit.skin.line(line, small, theme.secondary), area.x + pad + mark, y))
            y += fonts.height(small)
        y += gap
    return items
