"""What one may look at again in the middle of the table: the last trick, the own bottom, the points taken."""

from collections import Counter
from collections.abc import Callable
from typing import Literal

from game.engine import Cards, View, points_of, seat_team
from game.engine.cards import POINTS
from game.scenes.kit import Kit
from game.scenes.stage import Stage
from game.scenes.words import Words
from game.ui.layout import CARD_RATIO, Rect, TableLayout, centred
from game.ui.painter import Item

Kind = Literal["last", "bottom", "points"]
KINDS: tuple[Kind, ...] = ("last", "bottom", "points")

SHADE = 150
"""How dense the veil over the table is under the last trick, of 255."""


def taken(view: View) -> Cards:
    """The cards with points in the attackers' tricks: kings, tens and fives, suit by suit."""
    if view.dealer is None:
        return ()
    attackers = 1 - seat_team(view.dealer)
    cards = [
        card
        for trick in view.tricks
        if seat_team(trick.winner) == attackers
        for play in trick.plays
        for card in play
        if POINTS[card]
    ]
    return tuple(sorted(cards, key=lambda card: (-(card % 13), card)))


def own_bottom(view: View) -> Cards:
    """What lies in the bottom, to whom buried it."""
    lies = view.phase in ("countering", "staking", "playing")
    return view.buried or () if lies and view.burier is not None and view.burier == view.seat else ()


def can_look(view: View, kind: Kind) -> bool:
    """Whether there is anything to see of it."""
    match kind:
        case "last":
            return bool(view.tricks)
        case "bottom":
            return bool(own_bottom(view))
        case "points":
            return view.phase == "playing" and bool(taken(view))


class Peek:
    """Draws one of them for a view; ``name`` gives a seat's name."""

    def __init__(
        self, kit: Kit, words: Words, table: TableLayout, view: View, name: Callable[[int], str]
    ) -> None:
        self._kit = kit
        self._words = words
        self._table = table
        self._view = view
        self._name = name

    def text(self, kind: Kind) -> str:
        """The line that goes with it."""
        ntr, view = self._words.ntr, self._view
        match kind:
            case "last":
                trick = view.tricks[-1]
                if trick.winner == view.seat:
                    return ntr(
                        "Last trick: you won it, {n} point.",
                        "Last trick: you won it, {n} points.",
                        trick.points,
                    )
                return ntr(
                    "Last trick: won by {name}, {n} point.",
                    "Last trick: won by {name}, {n} points.",
                    trick.points,
                    name=self._name(trick.winner),
                )
            case "bottom":
                points = points_of(own_bottom(view))
                return ntr("You buried these: {n} point.", "You buried these: {n} points.", points)
            case "points":
                return ntr(
                    "The attackers have taken {n} point.", "The attackers have taken {n} points.", view.points
                )

    def area(self, kind: Kind) -> Rect:
        """Where the line stands."""
        return self._table.message if kind == "last" else self._table.bury_message

    def items(self, kind: Kind, stage: Stage) -> list[Item]:
        """The cards, instead of the running trick; the last one on a table in shade, with its name."""
        kit = self._kit
        if kind == "last":
            veil = Item(kit.skin.veil(*kit.size), 0, 0, SHADE)
            return [veil, *stage.last_trick(self._view), self._name_of_trick()]
        tray = self._table.bury_tray
        items = [Item(self._kit.skin.panel(tray.w, tray.h, self._kit.metrics.radius), tray.x, tray.y)]
        cards = own_bottom(self._view) if kind == "bottom" else taken(self._view)
        return items + (self._piles(cards) if kind == "points" else self._row(cards))

    def _name_of_trick(self) -> Item:
        """In the middle of the last trick, so that nobody takes it for the running one."""
        table, theme = self._table, self._kit.theme
        text, px = self._words.tr("Last trick"), self._kit.metrics.body
        pill = self._kit.skin.pill(text, px, theme.panel, theme.brass, True)
        middle = centred(table.width // 2, table.bands["left"].center[1], *pill.get_size())
        return Item(pill, middle.x, middle.y)

    def _row(self, cards: Cards) -> list[Item]:
        """Cards side by side on the tray, those with points outlined."""
        faces, table, tray = self._kit.faces, self._table, self._table.bury_tray
        gap = table.px(7)
        w = min(table.trick_card[0], (tray.w - 2 * table.px(14) + gap) // max(len(cards), 1) - gap)
        x = tray.center[0] - (len(cards) * (w + gap) - gap) // 2
        y = tray.center[1] - round(w / CARD_RATIO) // 2
        items = []
        for i, card in enumerate(cards):
            front = Item(faces.face(card, w), x + i * (w + gap), y)
            items += faces.framed(front, points_of((card,)) > 0)
        return items

    def _piles(self, cards: Cards) -> list[Item]:
        """Each face once, with the number of its copies; overlapping where room is short."""
        kit, table, tray = self._kit, self._table, self._table.bury_tray
        copies = Counter(cards)
        n, w = len(copies), table.trick_card[0]
        step = min(w + table.px(7), (tray.w - 2 * table.px(14) - w) // max(n - 1, 1))
        x = tray.center[0] - ((n - 1) * step + w) // 2
        h = round(w / CARD_RATIO)
        y = tray.center[1] - h // 2
        px = max(12, round(kit.metrics.small * 0.9))
        items = []
        for card, number in copies.items():
            items.append(Item(kit.faces.face(card, w), x, y))
            if number > 1:
                pill = kit.skin.sign(str(number), px, kit.theme.on_brass, kit.theme.brass)
                items.append(Item(pill, x + table.px(3), y + h - pill.get_height() - table.px(3)))
            x += step
        return items
