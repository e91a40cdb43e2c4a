"""The comparison mark with the tick of the last check, and the page that explains both."""

from game.scenes.choice import ChoiceScene
from game.scenes.kit import Kit
from game.scenes.lanwords import LanWords
from game.scenes.visit import Visit
from game.ui.layout import Rect
from game.ui.painter import Item

UNKNOWN = "····"
"""In the place of a mark that is not known before the next trick."""


def mark_items(kit: Kit, visit: Visit, place: Rect, look: str) -> list[Item]:
    """The tick or the fault of the last check, and the mark; ``look`` as of a button."""
    peer = visit.peer
    theme, px = kit.theme, max(12, round(kit.metrics.small * 0.95))
    verdict = peer.verdict
    bad = peer.split or (verdict is not None and verdict.fault is not None)
    sign = "!" if bad else "✓" if verdict else "·"
    color = theme.danger if bad else theme.secondary
    ground = kit.skin.button(place.w, place.h, "", px, "plain", look)
    tick = kit.skin.line(sign, px, theme.danger if bad else theme.brass, True)
    mark = kit.skin.line(kit.fonts.fit(peer.mark or UNKNOWN, px, place.w), px, color)
    wide = tick.get_width() + px // 3 + mark.get_width()
    x = place.x + (place.w - wide) // 2
    y = place.center[1] - tick.get_height() // 2
    return [
        Item(ground, place.x, place.y),
        Item(tick, x, y),
        Item(mark, x + tick.get_width() + px // 3, y),
    ]


class FairnessScene(ChoiceScene):
    """What the fair deal stops, what it does not, and what the mark is for; follows what happens."""

    def __init__(self, kit: Kit, visit: Visit) -> None:
        self._visit = visit
        self._seen: object = None
        super().__init__(kit, "fairness", "", "", (), lambda _: None, escape="close")

    def update(self, dt: float) -> None:
        peer = self._visit.peer
        if self._seen != (peer.mark, peer.split, peer.verdict):
            self._refresh()

    def _refresh(self) -> None:
        words, peer = LanWords(self.kit.texts), self._visit.peer
        tr = words.tr
        self._seen = (peer.mark, peer.split, peer.verdict)
        title, text = words.verdict(peer.verdict, self._visit.name_of)
        if peer.split:
            title = tr("The screens do not agree")
            text = tr("The host has told others something else than you.") + "\n\n" + text
        mark = tr("The mark is known again after the next trick.")
        if peer.mark:
            mark = tr(
                "The mark {mark} is the same on all screens as long as all are told the same: compare it. "
                "It changes with every trick.",
                mark=peer.mark,
            )
        parts = (
            text,
            tr(
                "All at the table shuffle together, and after each deal your PC checks it. "
                "So nobody can stack the deck, the host neither."
            ),
            tr(
                "It does not stop a host from looking at the cards: they are dealt on the host's PC. "
                "Play with people you trust."
            ),
            mark,
        )
        self._title, self._text = title, "\n\n".join(parts)
        self._answers = (("close", tr("Close")),)
        super()._refresh()
