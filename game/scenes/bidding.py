"""The panel in which one bids, flips, counters, or chooses a stake: fixed places, lit when open."""

from game.engine import View, open_bids, possible_bids
from game.engine.cards import CODES, LJ
from game.engine.rules import STAKES
from game.scenes.kit import Kit
from game.scenes.words import Words
from game.table.table import Ask
from game.ui.layout import TableLayout, centred
from game.ui.painter import Item
from game.ui.widgets import Button

BIDDING = ("dealing", "flipping", "countering")
"""Phases in which bids are made."""


class BidPanel:
    """For one view; ``ask`` None while an answer is under way."""

    def __init__(self, kit: Kit, words: Words, table: TableLayout, view: View, ask: Ask | None) -> None:
        self._kit = kit
        self._words = words
        self._table = table
        self._view = view
        self._kind = ask.question.kind if ask else None
        self._small = kit.metrics.small

    def _heading(self) -> tuple[str, str]:
        """Title, and a note beside it."""
        view, tr = self._view, self._words.tr
        match view.phase:
            case "flipping":
                return tr("Flip"), tr("more cards beat fewer") if view.bids else tr("level cards")
            case "countering":
                return tr("Counter"), tr("stronger bids only") if view.bids else tr("any bid counters")
            case "staking":
                return tr("Stake"), tr("raises win and loss")
            case _:
                return tr("Bid"), tr("more cards beat fewer") if view.bids else tr("any bid opens")

    def items(self) -> list[Item]:
        """The panel behind the buttons, with its title."""
        kit, table, fonts = self._kit, self._table, self._kit.fonts
        panel, title = table.bid_panel, table.bid_title
        if self._view.phase == "staking":
            panel = panel._replace(h=table.bid_cells(2)["H", 1].bottom + table.px(14) - panel.y)
        heading, note = self._heading()
        bold = fonts.render(heading, max(12, round(kit.metrics.body * 0.9)), kit.theme.text, True)
        px = max(12, round(self._small * 0.9))
        room = title.w - bold.get_width() - table.px(8)
        side = fonts.render(fonts.fit(note, px, room), px, kit.theme.secondary)
        y = title.center[1]
        return [
            Item(kit.skin.panel(panel.w, panel.h, kit.metrics.radius), panel.x, panel.y),
            Item(bold, title.x, y - bold.get_height() // 2),
            Item(side, title.right - side.get_width(), y - side.get_height() // 2),
            *self._rows(),
        ]

    def _rows(self) -> list[Item]:
        """Where only counts stand on the buttons: which joker a row is for."""
        view, cells = self._view, self._table.bid_cells(self._view.rules.decks)
        if view.rules.decks < 3 or view.phase == "staking" or ("LJ", 2) not in cells:
            return []
        if not any(cards[0] >= LJ for cards in possible_bids(view.level, view.rules)):
            return []
        items = []
        for joker, name in (("LJ", self._words.tr("little")), ("BJ", self._words.tr("big"))):
            place = cells[joker, 2]._replace(x=cells["S", 1].x)
            text = self._kit.fonts.render(name, self._small, self._kit.theme.secondary)
            at = centred(*place.center, *text.get_size())
            items.append(Item(text, at.x, at.y))
        return items

    def buttons(self) -> list[Button]:
        """The cells of the grid and the pass, or the stakes."""
        return self._stakes() if self._view.phase == "staking" else self._bids()

    def _stakes(self) -> list[Button]:
        table, free = self._table, self._view.rules.stakes
        asked = self._kind == "stake"
        cells = table.bid_cells(2)
        places = [cells["S", 1], cells["S", 2], cells["H", 1], cells["H", 2]]
        return [
            Button(f"stake:{n}", place, f"×{n}", self._kit.metrics.body, "bid", asked and n in free)
            for n, place in zip(STAKES, places, strict=True)
        ]

    def _bids(self) -> list[Button]:
        view, table, tr = self._view, self._table, self._words.tr
        me = view.seat or 0
        asked = self._kind in ("bid", "flip", "counter")
        phase = view.phase
        free: set[tuple[int, ...]] = set()
        if asked and phase in ("dealing", "flipping", "countering"):
            free = set(open_bids(view.bids, me, view.hand, view.level, view.rules, phase))
        cells = table.bid_cells(view.rules.decks)
        buttons = []
        for cards in possible_bids(view.level, view.rules):
            card, n = cards[0], len(cards)
            row = CODES[card][0] if card < LJ else CODES[card]
            label = self._words.bid(card, n, view.rules.decks > 2)
            name = f"bid:{CODES[card]}x{n}"
            buttons.append(Button(name, cells[row, n], label, self._small, "bid", cards in free))
        label = {"flipping": tr("No flip"), "countering": tr("No counter")}.get(phase, tr("No bid"))
        may_pass = asked and not view.undealt
        return [*buttons, Button("pass", table.bid_pass, label, self._small, enabled=may_pass)]
