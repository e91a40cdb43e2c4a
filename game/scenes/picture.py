"""The whole picture of the table, put together from its parts."""

from collections.abc import Callable, Mapping, Sequence
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
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.widgets import AREA, Buttons


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What the table shows besides the view: points on their way, whose turn it is and how much of its time
    is ``left`` (0..1, and its last ``seconds`` when they are one's own), what is looked back at, the
    message, who is away, what a tip is about, and what the card counter says (None without one)."""

    view: View
    ask: Ask | None
    points: float
    turn: int | None
    left: float | None
    seconds: int | None
    peek: Kind | None
    message: str
    warns: bool
    waited_for: bool
    away: Mapping[int, str]
    tip: str | None
    unseen: tuple[int, ...] | None


class Still:
    """Parts of the picture that are put together anew only when what they show is another."""

    def __init__(self) -> None:
        self._parts: dict[str, tuple[object, list[Item]]] = {}

    def part(self, name: str, shows: tuple[object, ...], draw: Callable[[], list[Item]]) -> list[Item]:
        """What ``draw`` gives, which is the same as long as it ``shows`` the same."""
        kept = self._parts.get(name)
        if kept is None or kept[0] != shows:
            kept = self._parts[name] = shows, draw()
        return kept[1]


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
    still: Still

    def items(self, shown: Shown) -> list[Item]:
        """The draw list, back to front."""
        kit, view, stage = self.kit, shown.view, self.stage
        table, chosen = self.hand.table, len(self.hand.selected)
        lying = tuple(stage.played[seat] for seat in range(4))
        both = (kit.settings, self.words, table, self.seats, view, shown.turn, shown.left)
        under = (*both, shown.points, dict(shown.away), lying, stage.bottom_moves)
        beside = (*both, shown.ask, shown.waited_for, chosen, shown.unseen)
        middle, message = self._middle(shown)
        items = [Item(kit.skin.felt(*kit.size), 0, 0), *stage.items_flying()]
        items += self.still.part("under", under, lambda: self._under(shown))
        items += middle + self.hand.items() + message
        items += self.still.part("beside", beside, lambda: self._beside(shown, chosen))
        items += self.buttons.items(kit.skin)
        if view.phase in BIDDING and view.seat is not None and shown.left is not None:
            items.append(self.panels.time_to_bid(shown.left))
        return items + stage.items_above() + self._tip(shown, message)

    @staticmethod
    def _panel(view: View) -> bool:
        """Whether there is the panel in which one bids."""
        return view.phase in (*BIDDING, "staking") and view.seat is not None

    def _under(self, shown: Shown) -> list[Item]:
        """The panels below all cards."""
        panels, stage = self.panels, self.stage
        items = panels.score(shown.points)
        items += panels.rules_line()
        items += panels.plates(stage, shown.turn, shown.left)
        items += panels.bubbles(shown.turn, shown.away)
        items += panels.bids()
        if not stage.bottom_moves:
            items += panels.deck() + panels.bottom()
        return items

    def _beside(self, shown: Shown, chosen: int) -> list[Item]:
        """What lies beside the hand: the own label, the bid panel, the card counter."""
        kit, view, table = self.kit, shown.view, self.hand.table
        left = 1.0 if shown.left is None else shown.left
        staking = view.phase == "staking" and shown.waited_for  # all do at once: it is nobody's turn
        my_turn = staking or shown.turn == (view.seat or 0)
        items = self.panels.own_label(chosen, left if my_turn else None)
        if self._panel(view):
            items += BidPanel(kit, self.words, table, view, shown.ask).items()
        if shown.unseen:
            items += Counter(kit, self.words, table, view, shown.unseen).items()
        return items

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
            timed = shown.waited_for and shown.left is not None
            message = panels.message(shown.message, area, shown.warns, shown.waited_for, timed)
            if timed and shown.left is not None:
                message += panels.time_to_answer(area, shown.left, shown.seconds)
        return items, message

    def _tip(self, shown: Shown, message: list[Item]) -> list[Item]:
        """What is told about where the pointer rests, clear of the ``message``."""
        name, table = shown.tip or "", self.hand.table
        keep = _places(message)
        if at := tips.place(table, shown.view.seat or 0, name):
            text = tips.about(self.words, shown.view, self.seats, self.panels.name, name)
            beside = table.score_panel if name == tips.TRUMP else at
            return tips.draw(self.kit, text, beside, keep) if text else []
        button = next((b for b in self.buttons.all if b.name == name), None)
        text = tips.tip(self.words, shown.view, button.name) if button else ""
        if button is None or not text:
            return []
        keep += [b.rect for b in self.buttons.all if b.kind != AREA and b != button]
        keep += [*_places(self.panels.rules_line()), *table.plates.values()]
        if not self._panel(shown.view):
            keep.append(table.hand)
        return tips.draw(self.kit, text, button.rect, keep)


def _places(items: Sequence[Item]) -> list[Rect]:
    """Where they lie."""
    return [Rect(item.x, item.y, *item.surface.get_size()) for item in items]
