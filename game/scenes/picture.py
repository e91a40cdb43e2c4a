"""The whole picture of the table, put together from its parts."""

from collections.abc import Mapping
from dataclasses import dataclass

from game.engine import View
from game.scenes import tips
from game.scenes.bidding import BIDDING, BidPanel
from game.scenes.counter import Counter
from game.scenes.hand import Hand
from game.scenes.kit import Kit
from game.scenes.panels import Panels
from game.scenes.peek import Kind, Peek
from game.scenes.stage import Stage
from game.scenes.words import Words
from game.table.journal import SeatInfo
from game.table.table import Ask
from game.ui.painter import Item
from game.ui.widgets import Buttons


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What the table shows besides the view: points on their way, whose turn it is and how much of its time
    is ``left`` (0..1), what is looked back at, the message, who is away, what a tip is about, and what the
    card counter says (None without one)."""

    view: View
    ask: Ask | None
    points: float
    turn: int | None
    left: float | None
    peek: Kind | None
    message: str
    warns: bool
    waited_for: bool
    away: Mapping[int, str]
    tip: str | None
    unseen: tuple[int, ...] | None


@dataclass(frozen=True)
class Picture:
    """Draws it: ``items`` changes nothing."""

    kit: Kit
    words: Words
    hand: Hand
    stage: Stage
    panels: Panels
    buttons: Buttons
    seats: tuple[SeatInfo, ...]

    def items(self, shown: Shown) -> list[Item]:
        """The draw list, back to front."""
        kit, view, panels, stage = self.kit, shown.view, self.panels, self.stage
        me = view.seat or 0
        bidding = view.phase in (*BIDDING, "staking")
        panel = bidding and view.seat is not None
        middle, message = self._middle(shown)
        items = [Item(kit.skin.felt(*kit.size), 0, 0), *stage.items_flying()]
        items += panels.score(shown.points)
        items += panels.rules_line()
        items += panels.plates(stage, shown.turn, shown.left)
        items += panels.bubbles(shown.turn, bidding and not view.undealt, shown.away)
        items += panels.bids()
        if not stage.bottom_moves:
            items += panels.deck() + panels.bottom()
        items += middle + self.hand.items() + message
        if panel:
            items += BidPanel(kit, self.words, self.hand.table, view, shown.ask).items()
        else:
            mine = shown.left if shown.turn == me else None
            items += panels.own_label(len(self.hand.selected), mine)
        if shown.unseen:
            items += Counter(kit, self.words, self.hand.table, view, shown.unseen).items()
        items += self.buttons.items(kit.skin)
        if panel and shown.left is not None:
            items.append(panels.time_to_bid(shown.left))
        return items + stage.items_above() + self._tip(shown)

    def _middle(self, shown: Shown) -> tuple[list[Item], list[Item]]:
        """The trick, or what is looked at instead; and the message, over cards that fly to the hand."""
        table, panels, stage = self.hand.table, self.panels, self.stage
        area, items = table.message, []
        message: list[Item] = []
        if shown.peek:
            peek = Peek(self.kit, self.words, table, shown.view, panels.name)
            items, area = peek.items(shown.peek, stage), peek.area(shown.peek)
        else:
            if shown.ask and shown.ask.question.kind == "bury" and not stage.bottom_moves:
                items, area = panels.tray(self.hand.selected), table.bury_message
            items = items + stage.items_below() + panels.tags(stage)
        if shown.message:
            message = panels.message(shown.message, area, shown.warns, shown.waited_for)
        return items, message

    def _tip(self, shown: Shown) -> list[Item]:
        name, table = shown.tip or "", self.hand.table
        if at := tips.plate(table, shown.view.seat or 0, name):
            text = tips.who(self.words, self.seats, name)
            return tips.draw(self.kit, text, at) if text else []
        button = next((b for b in self.buttons.all if b.name == name), None)
        text = tips.tip(self.words, shown.view, button.name) if button else ""
        return tips.draw(self.kit, text, button.rect) if button and text else []
