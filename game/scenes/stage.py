"""What moves on the table besides the own hand: dealt backs, plays, the bottom, points.

The stage animates events; it holds sprites only, and knows nothing the seat was not told.
"""

from collections import Counter
from collections.abc import Callable

from game.engine import Cards, Trump, View, points_of, read_shape, seat_team
from game.engine import events as ev
from game.engine.cards import bottom_size
from game.engine.trump import TRUMP_GROUP
from game.scenes.hand import Hand
from game.scenes.kit import Kit
from game.scenes.words import PLACES
from game.ui.layout import Rect, TableLayout, centred
from game.ui.painter import Item
from game.ui.sprite import Sprite, SpriteMaker
from game.ui.theme import MOTION
from game.ui.timeline import Timeline


class Label:
    """Words on the move: points on their way to the bar."""

    def __init__(self, text: str, x: float, y: float) -> None:
        self.text, self.x, self.y = text, x, y


class Stage:
    """Sprites in the middle of the table, by seat as seen from here."""

    def __init__(self, kit: Kit, timeline: Timeline, maker: SpriteMaker, hand: Hand) -> None:
        self._kit = kit
        self._timeline = timeline
        self._maker = maker
        self._hand = hand
        self.me = 0
        self.trick: dict[int, list[Sprite]] = {}
        self.ahead: int | None = None  # seat whose play is outlined
        self.resting: ev.TrickWon | None = None  # the finished trick that still lies there
        self.played: Counter[int] = Counter()  # by seat the cards that left its hand since the view
        self.points = 0.0  # the attackers', as the bar shows them: on their way to what is won
        self._won = 0.0  # the points that are shown, or on their way
        self.bottom_moves = False  # it is not where the view still says
        self._flying: list[Sprite] = []
        self._shown: list[Sprite] = []  # cards turned up for a moment: the bottom, what beat a throw
        self._labels: list[Label] = []
        self._counted: set[int] = set()  # keys of cards of the bottom with points

    @property
    def _table(self) -> TableLayout:
        return self._hand.table

    @property
    def lead(self) -> tuple[int, Cards]:
        """Who led the trick that lies there, and what. (Plays are kept in the order they came.)"""
        seat = next(iter(self.trick))
        return seat, self.cards(seat)

    def cards(self, seat: int) -> Cards:
        """What a seat has played to the trick that lies there."""
        return tuple(sprite.card for sprite in self.trick[seat] if sprite.card is not None)

    def lies(self, seat: int) -> bool:
        """Whether a seat's play is where it belongs: not on its way there, nor gathered."""
        sprites = self.trick[seat]
        rects = self._table.trick_cards(self.place(seat), len(sprites))
        return all(_lies(sprite, rect) for sprite, rect in zip(sprites, rects, strict=True))

    def place(self, seat: int) -> str:
        """Where a seat sits."""
        return PLACES[(seat - self.me) % 4]

    def home(self, seat: int) -> Rect:
        """Where cards of a seat come from and go to: its plate, or my hand's middle."""
        table = self._table
        place = self.place(seat)
        if place == "bottom":
            return centred(*table.hand.center, *table.trick_card)
        return centred(*table.plates[place].center, *table.trick_card)

    def _edge(self, seat: int) -> Rect:
        """A card's place beside the plate of another seat, on the side of the middle."""
        if self.place(seat) == "bottom":  # one watches
            return self.home(seat)
        plate, (w, h) = self._table.plates[self.place(seat)], self._table.trick_card
        x, y = plate.center
        match self.place(seat):
            case "left":
                x = plate.right
            case "right":
                x = plate.x
            case _:
                y = plate.bottom
        return centred(x, y, w, h)

    def clear(self) -> None:
        """An empty table."""
        self.trick.clear()
        self.ahead = self.resting = None
        self._flying.clear()
        self._shown.clear()
        self._labels.clear()
        self._counted.clear()

    def animate(self, event: ev.Event, view: View) -> None:
        """Begin to show an event; ``view`` is what was seen before it. Blocks the timeline while it lasts."""
        play = self._kit.sounds.play
        hand, table = self._hand, self._table
        match event:
            case ev.DealStarted(level=level):
                self._timeline.finish_all()
                self.clear()
                hand.reset((), Trump(level, None, view.rules.two_is_trump))
            case ev.CardDealt(seat, card):
                play("deal")
                if card is None:
                    self._deal(seat)
                else:
                    hand.add((card,), table.stack, view.trump)
            case ev.BidMade(seat, cards):
                play("card")
                self._bid(seat, cards)
            case ev.BottomTaken(seat, cards):
                self.bottom_moves = True
                if cards is None:
                    self._move_backs(table.stack, self.home(seat), bottom_size(view.rules.decks))
                else:
                    hand.fresh = {sprite.key for sprite in hand.add(cards, table.stack, view.trump)}
                    self._timeline.block(MOTION.deal)
            case ev.Buried(seat, cards):
                self.bottom_moves = True
                hand.fresh.clear()
                if cards is not None:
                    hand.take(cards)
                to = centred(*table.bottom_backs[self.place(seat)].center, *table.trick_card)
                self._move_backs(self.home(seat), to, bottom_size(view.rules.decks))
            case ev.ThrowFailed():
                play("failed")
                self._show_failed(event, view)
            case ev.CardsPlayed(seat, cards):
                ordered = view.trump.sort(cards)
                led = self._led(seat, view)
                self.played[seat] += len(cards)
                self._play(seat, ordered, hand.take(ordered) if seat == view.seat else None)
                for name in _sounds(cards, led, view):
                    play(name)
            case ev.TrickWon(seat, points):
                self.resting = event
                gained = view.dealer is not None and seat_team(seat) != seat_team(view.dealer)
                self._finish_trick(seat, points if gained else 0)
                if points and gained:
                    play("points")
            case ev.BottomTurned(cards):
                self._turn_bottom(cards, table.stack, MOTION.trick_rest)
            case ev.DealVoided():
                self.clear()
                hand.reset((), Trump(view.level, None, view.rules.two_is_trump))
            case ev.BottomShown(cards, points, multiplier):
                self.bottom_moves = True
                self._turn_bottom(cards, self.home(view.burier or 0), MOTION.bottom_rest, counted=True)
                self._win_bottom(len(cards), points * multiplier)
            case ev.DealScored():
                play("level")
            case ev.MatchWon():
                play("match")

    def show(self, view: View) -> None:
        """Everything as the view says, at once (on sitting down, or after the window changed)."""
        self.clear()
        for i, cards in enumerate(view.plays):
            seat = (view.leader + i) % 4
            rects = self._table.trick_cards(self.place(seat), len(cards))
            self.trick[seat] = [
                self._maker.new(card, rect) for card, rect in zip(view.trump.sort(cards), rects, strict=True)
            ]
        self.ahead = view.winning
        self.played.clear()

    def score(self, points: int, at_once: bool) -> None:
        """How many points the attackers have: the bar is on its way there, unless they are fewer now."""
        if at_once or points < self.points:
            self._timeline.stop(self)
            self.points = self._won = float(points)
        elif points != self._won:
            self._gain(points - self._won)

    def _gain(self, points: float) -> None:
        """The attackers have won so many more: the bar fills."""
        self._won += points
        self._timeline.tween(self, "points", self.points, self._won, MOTION.points)

    def relay(self) -> None:
        """Move the trick to where it belongs, when the table was laid out anew for a shorter hand."""
        for seat, sprites in self.trick.items():
            for sprite, rect in zip(
                sprites, self._table.trick_cards(self.place(seat), len(sprites)), strict=True
            ):
                if not _lies(sprite, rect):
                    sprite.fly(self._timeline, rect, MOTION.relayout)

    def _deal(self, seat: int) -> None:
        """A back flies from the stack to another seat."""
        back = self._maker.new(None, self._table.flying(self._table.stack))
        self._flying.append(back)
        back.fly(self._timeline, self._table.flying(self._edge(seat)), MOTION.deal)
        self._timeline.after(MOTION.deal, self._removal(back))

    def _bid(self, seat: int, cards: Cards) -> None:
        """The cards of a bid are laid beside the seat."""
        self._timeline.block(MOTION.play)
        flown = []
        for card, rect in zip(cards, self._table.bid_cards(self.place(seat), len(cards)), strict=True):
            sprite = self._maker.new(card, self.home(seat))
            sprite.fly(self._timeline, rect, MOTION.play)
            flown.append(sprite)
        self._shown += flown
        self._timeline.after(MOTION.play, lambda: self._put_away(flown))

    def _put_away(self, sprites: list[Sprite]) -> None:
        self._shown = [sprite for sprite in self._shown if sprite not in sprites]

    def _move_backs(self, origin: Rect, to: Rect, n: int) -> None:
        """Some backs fly together: the bottom, taken or buried."""
        self._timeline.block(MOTION.deal + MOTION.stagger * n)
        for i in range(n):
            back = self._maker.new(None, self._table.flying(origin))
            self._flying.append(back)
            back.fly(self._timeline, self._table.flying(to), MOTION.deal, MOTION.stagger * i)
            self._timeline.after(MOTION.deal + MOTION.stagger * i, self._removal(back))

    def _removal(self, sprite: Sprite) -> Callable[[], None]:
        return lambda: self._flying.remove(sprite) if sprite in self._flying else None

    def _play(self, seat: int, cards: Cards, sprites: list[Sprite] | None) -> None:
        """A play goes to its spot; ``sprites`` are mine, other seats' come from their plates."""
        self._timeline.block(MOTION.play)
        if sprites is None:
            sprites = [self._maker.new(card, self.home(seat)) for card in cards]
        rects = self._table.trick_cards(self.place(seat), len(cards))
        for sprite, rect in zip(sprites, rects, strict=True):
            sprite.fly(self._timeline, rect, MOTION.play)
        self.trick[seat] = sprites

    def _led(self, seat: int, view: View) -> Cards:
        """What a seat's play follows; () where it leads. The view may be older than what lies there."""
        if self.trick and seat in self.trick:
            return view.plays[0] if view.plays else ()
        return self.lead[1] if self.trick else ()

    def _finish_trick(self, winner: int, gained: int) -> None:
        """The trick rests, then flies to the winner; the points that the attackers ``gained`` to the bar."""
        self.ahead = winner
        rest, fly = MOTION.trick_rest, MOTION.trick_fly
        self._timeline.block(rest + fly)
        home = self.home(winner)
        for sprite in [s for sprites in self.trick.values() for s in sprites]:
            sprite.fly(self._timeline, home, fly, rest, keep_width=True)
            self._timeline.tween(sprite, "alpha", 255, 0, fly, rest)
        self._timeline.after(rest, self._flight_begins)
        self._timeline.after(rest + fly, self._trick_gone)
        if gained:
            self._timeline.after(rest, lambda: self._fly_points(self._table.spot(self.place(winner)), gained))
            self._timeline.after(rest + fly, lambda: self._gain(gained))

    def _flight_begins(self) -> None:
        self.ahead = None

    def _trick_gone(self) -> None:
        self.trick.clear()
        self.ahead = self.resting = None

    def _fly_points(self, origin: tuple[int, int], points: int) -> None:
        x, y = origin
        label = Label(f"+{points}", x, y)
        self._labels.append(label)
        to = self._table.score_points.center
        self._timeline.tween(label, "x", x, to[0], MOTION.points)
        self._timeline.tween(label, "y", y, to[1], MOTION.points)
        self._timeline.after(MOTION.points, self._labels.clear)

    def _show_failed(self, event: ev.ThrowFailed, view: View) -> None:
        """A throw that failed lies for a moment beside what beat it; then all cards go back."""
        seen = MOTION.play + MOTION.trick_rest * 2
        back = seen + MOTION.trick_fly
        mine = event.seat == self.me
        for seat, cards in ((event.seat, view.trump.sort(event.tried)), (event.holder, event.beaten_by)):
            own = mine and seat == event.seat
            home = self.home(seat)
            sprites = self._hand.take(cards) if own else [self._maker.new(card, home) for card in cards]
            rects = self._table.trick_cards(self.place(seat), len(cards))
            for sprite, rect in zip(sprites, rects, strict=True):
                sprite.fly(self._timeline, rect, MOTION.play)
            self._shown += sprites
            self._timeline.after(seen, self._return(sprites, None if own else home))
            self._timeline.after(back, self._putting_away(sprites))
            if own:
                self._timeline.after(back, self._giving_back(sprites, view.trump))
        self._timeline.block(back)

    def _return(self, sprites: list[Sprite], home: Rect | None) -> Callable[[], None]:
        def fly() -> None:
            for sprite in sprites if home else []:
                sprite.fly(self._timeline, home or self._table.stack, MOTION.trick_fly, keep_width=True)
                self._timeline.tween(sprite, "alpha", 255, 0, MOTION.trick_fly)

        return fly

    def _giving_back(self, sprites: list[Sprite], trump: Trump) -> Callable[[], None]:
        return lambda: self._hand.give_back(sprites, trump)

    def _putting_away(self, sprites: list[Sprite]) -> Callable[[], None]:
        return lambda: self._put_away(sprites)

    def _turn_bottom(self, cards: Cards, origin: Rect, rest: float, counted: bool = False) -> None:
        """The bottom is turned over in the middle, a card at a time, and rests; ``counted``: points show."""
        turned = []
        for i, (card, rect) in enumerate(zip(cards, self._table.bury_slots(len(cards)), strict=True)):
            sprite = self._maker.new(None, centred(*origin.center, rect.w, rect.h))
            turned.append(sprite)
            if counted and points_of((card,)):
                self._counted.add(sprite.key)
            sprite.fly(self._timeline, rect, MOTION.deal, MOTION.stagger * i)
            self._timeline.after(MOTION.deal + MOTION.flip * (i + 1) / 2, self._turning(sprite, card))
        seen = MOTION.deal + MOTION.flip * len(cards) / 2 + rest
        self._shown += turned
        self._timeline.block(seen)
        self._timeline.after(seen, lambda: self._put_away(turned))

    def _win_bottom(self, n: int, gained: int) -> None:
        """What the attackers ``gained`` by the bottom of n cards flies to the bar, once its sum is read."""
        if not gained:
            return
        read = MOTION.deal + MOTION.flip * n / 2 + MOTION.sum_rest
        self._timeline.after(read, lambda: self._kit.sounds.play("points"))
        self._timeline.after(read, lambda: self._fly_points(self._table.bury_tray.center, gained))
        self._timeline.after(read + MOTION.points, lambda: self._gain(gained))

    @staticmethod
    def _turning(sprite: Sprite, card: int) -> Callable[[], None]:
        def turn() -> None:
            sprite.card = card

        return turn

    def last_trick(self, view: View) -> list[Item]:
        """The trick before the running one, as it lay, its winner outlined."""
        trick = view.tricks[-1]
        items = []
        for i, cards in enumerate(trick.plays):
            seat = (trick.leader + i) % 4
            for card, rect in zip(
                view.trump.sort(cards), self._table.trick_cards(self.place(seat), len(cards)), strict=True
            ):
                faces = self._kit.faces
                front = Item(faces.face(card, rect.w), rect.x, rect.y)
                items += faces.framed(front, seat == trick.winner)
        return items

    def items_below(self) -> list[Item]:
        """The trick, and cards turned up."""
        faces = self._kit.faces
        items = []
        for seat, sprites in self.trick.items():
            for sprite in sprites:
                items += faces.framed(sprite.item(faces), seat == self.ahead)
        for sprite in self._shown:
            counts = sprite.card is not None and sprite.key in self._counted
            items += faces.framed(sprite.item(faces), counts)
        return items

    def items_flying(self) -> list[Item]:
        """Backs on their way, below all that can be read."""
        return [sprite.item(self._kit.faces) for sprite in self._flying]

    def items_above(self) -> list[Item]:
        """What flies over all else: points."""
        kit = self._kit
        items: list[Item] = []
        for label in self._labels:
            surface = kit.skin.pill(label.text, kit.metrics.body, kit.theme.brass, kit.theme.on_brass, True)
            at = centred(label.x, label.y, *surface.get_size())
            items.append(Item(surface, at.x, at.y))
        return items


def _lies(sprite: Sprite, rect: Rect) -> bool:
    return (round(sprite.x), round(sprite.y)) == (rect.x, rect.y)


def _sounds(cards: Cards, led: Cards, view: View) -> tuple[str, ...]:
    """What a play sounds like, after what was ``led`` (nothing: it is the lead), and what is called out
    with a lead. ``view`` may be older, where several steps are told at once."""
    trump = view.trump
    if led:
        led_plain = trump.group[led[0]] != TRUMP_GROUP
        ruffs = led_plain and all(trump.group[card] == TRUMP_GROUP for card in cards)
        return ("ruff",) if ruffs else ("card",)
    if len({trump.group[card] for card in cards}) > 1:
        return ("card",)
    main, *others = read_shape(cards, trump, view.rules)
    if others:
        return "card", "call-throw"
    if main.length > 1:
        return "tractor", "call-tractor"
    return ("card", "call-pair") if main.width == 2 else ("card",)
