"""The table of a replay, drawn: hands, plays, points, the bottom, the strip of tricks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.engine import Cards, Trump, View, seat_team
from game.engine import events as ev
from game.engine.cards import bottom_size
from game.profile.record import Record
from game.scenes.kit import Kit
from game.scenes.panels import Panels
from game.scenes.portraits import own_portrait, portrait
from game.scenes.words import PLACES, Words
from game.table.journal import SeatInfo
from game.ui.layout import Rect, TableLayout
from game.ui.painter import Item
from game.ui.replay_layout import ReplayLayout


@dataclass(frozen=True, slots=True)
class Shown:
    """What is seen at a step; a hand that is None is closed, and so is the bottom."""

    view: View
    hands: tuple[Cards | None, Cards | None, Cards | None, Cards | None]
    bottom: Cards | None
    event: ev.Event


class ReplayTable:
    """Draws steps of one record into one window, seat ``me`` at the bottom."""

    def __init__(
        self,
        kit: Kit,
        words: Words,
        layout: ReplayLayout,
        record: Record,
        name: Callable[[int], str],
        me: int,
    ) -> None:
        self._kit = kit
        self._words = words
        self._layout = layout
        self._record = record
        self._name = name
        self._me = me

    def _place(self, seat: int) -> str:
        return PLACES[(seat - self._me) % 4]

    def items(
        self, shown: Shown, message: str, tricks: Sequence[int], step: int, flying: int | None
    ) -> list[Item]:
        """All but the buttons; ``tricks`` are the steps at which tricks were won, ``flying`` is the seat
        whose play is still on its way, and drawn by others."""
        items = self._score(shown.view)
        items += self._bottom(shown)
        for seat in range(4):
            items += self._label(seat, shown.view)
            items += self._hand(seat, shown)
        items += self._deck(shown.view) + self._plays(shown, flying)
        items += self._strip(tricks, step, shown.view)
        layout, kit = self._layout, self._kit
        area = layout.message
        items.append(
            Item(kit.skin.banner(message, area.w, area.h, kit.metrics.body, kit.theme.text), area.x, area.y)
        )
        return items

    def _score(self, view: View) -> list[Item]:
        kit = self._kit
        table = TableLayout.of(*kit.size, kit.settings.ui_scale)
        a, b, c, d = (SeatInfo(player.name, player.bot) for player in self._record.seats)
        panels = Panels(kit, self._words, table, view, (a, b, c, d))
        return panels.score(view.points)

    def _dealer(self, view: View) -> int | None:
        over = view.phase in ("ready", "won") and view.result is not None
        return view.result.dealer if over and view.result else view.dealer

    def _label(self, seat: int, view: View) -> list[Item]:
        """Who sits there: name, whether the dealer, how many cards."""
        kit, layout, words = self._kit, self._layout, self._words
        theme, size, place = kit.theme, kit.metrics, self._place(seat)
        area = layout.labels[place]
        disc = area.h
        acts = view.turn == seat
        name = self._name(seat)
        name_px = max(12, round(size.body * 0.92))
        mark = kit.skin.dealer_mark(words.tr("D"), size.small) if seat == self._dealer(view) else None
        count = words.ntr("{n} card", "{n} cards", view.counts[seat])
        count_w = kit.fonts.size(count, size.small)[0]
        gap = layout.px(8)
        fixed = disc + gap + gap + count_w + (mark.get_width() + gap if mark else 0)
        text = kit.fonts.fit(name, name_px, area.w - fixed, True)
        ink = kit.skin.line(text, name_px, theme.brass if acts else theme.text, True)
        used = fixed + ink.get_width()
        x = area.x + (area.w - used) // 2
        x = {"left": area.x, "right": area.right - used}.get(place, x)
        middle = area.center[1]
        player = self._record.seats[seat]
        if seat == self._record.own:
            picture = own_portrait(kit, words, disc)
        else:
            picture = portrait(kit, player.name, player.picture, player.bot, seat, disc)
        items = [Item(picture, x, area.y)]
        if acts:
            items.append(Item(kit.skin.outline(disc, disc, disc // 2, max(2, disc // 14)), x, area.y))
        x += disc + gap
        items.append(Item(ink, x, middle - ink.get_height() // 2))
        x += ink.get_width() + gap
        if mark:
            items.append(Item(mark, x, middle - mark.get_height() // 2))
            x += mark.get_width() + gap
        line = kit.skin.line(count, size.small, theme.secondary)
        items.append(Item(line, x, middle - line.get_height() // 2))
        return items

    def _hand(self, seat: int, shown: Shown) -> list[Item]:
        faces, layout, place = self._kit.faces, self._layout, self._place(seat)
        hand, width = shown.hands[seat], layout.card[0]
        if hand is None:
            return [
                Item(faces.back(width), rect.x, rect.y)
                for rect in layout.backs(place, shown.view.counts[seat])
            ]
        trump = shown.view.trump
        cards = trump.sort(hand)
        rects = layout.hand(place, _groups(cards, trump))
        return [
            Item(faces.face(card, width), rect.x, rect.y) for card, rect in zip(cards, rects, strict=True)
        ]

    def _deck(self, view: View) -> list[Item]:
        """The stack while cards are dealt."""
        if not view.undealt:
            return []
        kit, place = self._kit, self._layout.deck
        items = [
            Item(kit.faces.back(place.w), place.x - i * 2, place.y - i * 2)
            for i in range(min(4, 1 + view.undealt // 12))
        ]
        left = self._words.ntr("{n} card", "{n} cards", view.undealt)
        line = kit.skin.line(left, kit.metrics.small, kit.theme.secondary)
        middle = place.center[1] - line.get_height() // 2
        return [*items, Item(line, place.right + self._layout.px(12), middle)]

    def flights(self, before: Shown, seat: int, cards: Cards) -> list[tuple[int, Rect, Rect]]:
        """Each card of a play with where it lay in the hand, and where in the trick it goes."""
        layout, place, trump = self._layout, self._place(seat), before.view.trump
        hand = before.hands[seat]
        if hand is None:
            lay = layout.backs(place, before.view.counts[seat])[-len(cards) :]
        else:
            held = list(trump.sort(hand))
            rects = layout.hand(place, _groups(trump.sort(hand), trump))
            lay = []
            for card in trump.sort(cards):
                at = held.index(card)
                lay.append(rects.pop(at))
                held.pop(at)
        return list(zip(trump.sort(cards), lay, layout.play(place, len(cards)), strict=True))

    def _plays(self, shown: Shown, flying: int | None) -> list[Item]:
        """The trick, the one that was just won, the standing bid, or a throw that failed."""
        view, event = shown.view, shown.event
        if isinstance(event, ev.ThrowFailed):
            return [
                *self._cards(event.seat, view.trump.sort(event.tried), False),
                *self._cards(event.holder, view.trump.sort(event.beaten_by), True),
            ]
        if view.plays or view.tricks:
            trick = None if view.plays else view.tricks[-1]
            leader, plays, winner = (
                (view.leader, view.plays, view.winning)
                if trick is None
                else (trick.leader, trick.plays, trick.winner)
            )
            items = []
            for i, cards in enumerate(plays):
                seat = (leader + i) % 4
                if seat != flying:
                    items += self._cards(seat, view.trump.sort(cards), seat == winner)
            return items
        if view.turned and not view.trump_set:
            return self._cards(self._me, view.turned, False)
        if view.bids:
            bid = view.bids[-1]
            return self._cards(bid.seat, bid.cards, True)
        return []

    def _cards(self, seat: int, cards: Cards, outlined: bool) -> list[Item]:
        faces, layout = self._kit.faces, self._layout
        width, items = layout.trick_card[0], []
        for card, rect in zip(cards, layout.play(self._place(seat), len(cards)), strict=True):
            items += faces.framed(Item(faces.face(card, width), rect.x, rect.y), outlined)
        return items

    def _bottom(self, shown: Shown) -> list[Item]:
        """The bottom's cards, closed or open, while nobody holds them."""
        kit, layout, view = self._kit, self._layout, shown.view
        held = view.phase == "burying"
        cards = shown.bottom
        if held or (not cards and view.burier is None and view.phase != "dealing"):
            return []
        size, theme = kit.metrics, kit.theme
        label = kit.skin.line(self._words.tr("bottom"), size.small, theme.secondary)
        n = len(cards) if cards else bottom_size(self._record.rules.decks)
        rects = layout.bottom_cards(n, label.get_height())
        area = layout.bottom
        items = [Item(label, area.right - label.get_width(), area.y)]
        for i, rect in enumerate(rects):
            piece = kit.faces.face(cards[i], rect.w) if cards else kit.faces.back(rect.w)
            items.append(Item(piece, rect.x, rect.y))
        return items

    def _strip(self, tricks: Sequence[int], step: int, view: View) -> list[Item]:
        """A cell for each trick: full and brass where the attackers won it, half and green where the dealer
        side did, with its points above; those to come are empty."""
        kit, layout = self._kit, self._layout
        theme, px = kit.theme, max(12, round(kit.metrics.small * 0.85))
        cells = layout.cells(len(tricks))
        items = []
        dealer = self._dealer(view)
        for at, cell in zip(tricks, cells, strict=True):
            ground = kit.skin.panel(cell.w, cell.h, max(2, cell.h // 5), theme.panel, theme.panel_line)
            items.append(Item(ground, cell.x, cell.y))
            if at > step or dealer is None:
                continue
            event = self._record.events[at]
            assert isinstance(event, ev.TrickWon)
            attackers = seat_team(event.seat) != seat_team(dealer)
            high = cell.h if attackers else cell.h // 2
            fill = (*(theme.brass if attackers else theme.seat), 255)
            piece = kit.skin.panel(cell.w, high, max(2, cell.h // 5), fill, fill)
            items.append(Item(piece, cell.x, cell.bottom - high))
            if event.points:
                color = theme.brass if attackers else theme.secondary
                text = kit.skin.line(str(event.points), px, color, attackers)
                items.append(Item(text, cell.center[0] - text.get_width() // 2, cell.y - text.get_height()))
        return items


def _groups(cards: Cards, trump: Trump) -> list[int]:
    """How many cards each group of a sorted hand has, trumps first."""
    groups = [0] * 5
    for card in cards:
        groups[(trump.group[card] + 1) % 5] += 1
    return groups
