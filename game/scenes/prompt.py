"""The one line above the hand: what is going on, and what is wanted of the player now."""

from collections.abc import Callable
from typing import NamedTuple

from game.engine import View, open_bids, read_shape
from game.engine import events as ev
from game.engine.bids import counters
from game.engine.cards import bottom_size
from game.scenes.words import Words
from game.table.table import Ask


class Notice(NamedTuple):
    """A line shown instead of the prompt: in the colour of warnings, past the next question, about a
    seat until another one plays. It is said anew whenever it is shown, in the language of then."""

    say: Callable[[Words], str]
    warn: bool
    stays: bool
    of: int | None


class Prompt:
    """Says it for one view. ``name`` gives a seat's name; ``fits`` tells whether one line has the room."""

    def __init__(
        self,
        words: Words,
        view: View,
        ask: Ask | None,
        name: Callable[[int], str],
        fits: Callable[[str], bool] = lambda text: True,
    ) -> None:
        self._words = words
        self._view = view
        self._kind = ask.question.kind if ask else None
        self._name = name
        self._fits = fits

    def text(self, chosen: int, resting: ev.TrickWon | None, dots: bool = False, gone: int = 0) -> str:
        """The line, with so many cards selected; ``resting`` is a finished trick still on the table; with
        ``dots`` cards of the hand have one; so many are ``gone`` from it: played since the view."""
        if resting is not None:
            return self._trick(resting)
        if self._view.seat is None and self._view.phase == "playing":
            turn = self._view.turn
            return "" if turn is None else self._words.tr("{name} is to play.", name=self._name(turn))
        match self._view.phase:
            case "dealing":
                return self._dealing()
            case "flipping":
                return self._flipping()
            case "burying":
                return self._burying(chosen, dots)
            case "countering":
                return self._countering()
            case "staking":
                return self._staking()
            case "playing":
                return self._playing(gone)
            case _:
                return ""

    def _trick(self, won: ev.TrickWon) -> str:
        if won.seat == self._view.seat:
            if not won.points:
                return self._words.tr("You win the trick.")
            return self._words.ntr(
                "You win the trick: {n} point.", "You win the trick: {n} points.", won.points
            )
        name = self._name(won.seat)
        if not won.points:
            return self._words.tr("{name} wins the trick.", name=name)
        return self._words.ntr(
            "{name} wins the trick: {n} point.", "{name} wins the trick: {n} points.", won.points, name=name
        )

    def _dealing(self) -> str:
        view, words, tr = self._view, self._words, self._words.tr
        standing = view.bids[-1] if view.bids else None
        last_chance = not view.undealt and self._kind == "bid"
        able = self._kind == "bid" and bool(
            open_bids(view.bids, view.seat or 0, view.hand, view.level, view.rules)
        )
        if standing is None:
            if last_chance:
                if not able:
                    return tr("You hold nothing to bid with.")
                return tr("All cards are dealt. Last chance to bid.")
            return tr("Nobody has bid yet: you can.") if able else tr("Dealing. Nobody has bid yet.")
        cards = words.cards(standing.cards)
        if standing.seat == view.seat:
            return tr("You bid {cards}.", cards=cards)
        name = self._name(standing.seat)
        if last_chance:
            if not able:
                return tr("{name} bids {cards}. You hold nothing stronger.", name=name, cards=cards)
            return tr("{name} bids {cards}. Last chance to beat it.", name=name, cards=cards)
        if able:
            return tr("Dealing. {name} bids {cards}: you can beat it.", name=name, cards=cards)
        return tr("Dealing. {name} bids {cards}.", name=name, cards=cards)

    def _flipping(self) -> str:
        view, words, tr = self._view, self._words, self._words.tr
        if self._kind != "flip":
            return tr("{name} may flip level cards.", name=self._name(view.turn or 0))
        if not view.bids:
            return tr("Your turn to flip level cards, or to pass.")
        standing = view.bids[-1]
        name, cards = self._name(standing.seat), words.cards(standing.cards)
        return tr("{name} flipped {cards}. Flip more cards, or pass.", name=name, cards=cards)

    def _countering(self) -> str:
        view, words, tr = self._view, self._words, self._words.tr
        if self._kind != "counter":
            return tr("{name} may counter.", name=self._name(view.turn or 0))
        if not view.bids:
            return tr("Nobody has bid: counter with any bid, or pass.")
        standing = view.bids[-1]
        name, cards = self._name(standing.seat), words.cards(standing.cards)
        n = counters(view.bids)
        if n:
            return words.ntr(
                "{name} bid {cards}, countered {n} time. Counter, or pass.",
                "{name} bid {cards}, countered {n} times. Counter, or pass.",
                n,
                name=name,
                cards=cards,
            )
        return tr("{name} bid {cards}. Counter with a stronger bid, or pass.", name=name, cards=cards)

    def _staking(self) -> str:
        if self._kind == "stake":
            return self._words.tr("Choose your stake for this deal.")
        return self._words.tr("The others choose their stakes.")

    def _burying(self, chosen: int, dots: bool) -> str:
        view, words = self._view, self._words
        if self._kind != "bury":
            if view.burier != view.dealer:
                return words.tr("{name} has countered and buries anew.", name=self._name(view.burier or 0))
            return words.tr("{name} is dealer and buries.", name=self._name(view.dealer or 0))
        if dots and not chosen:
            n = bottom_size(view.rules.decks)
            return words.ntr(
                "Select {n} card to bury. Dots mark what the bottom held.",
                "Select {n} cards to bury. Dots mark what the bottom held.",
                n,
            )
        if view.burier != view.dealer:
            return words.ntr(
                "You countered: select {n} card to bury, {chosen} selected.",
                "You countered: select {n} cards to bury, {chosen} selected.",
                bottom_size(view.rules.decks),
                chosen=chosen,
            )
        return words.ntr(
            "You are dealer: select {n} card to bury, {chosen} selected.",
            "You are dealer: select {n} cards to bury, {chosen} selected.",
            bottom_size(view.rules.decks),
            chosen=chosen,
        )

    def _playing(self, gone: int) -> str:
        view, words, tr = self._view, self._words, self._words.tr
        turn = view.turn
        if turn is None:
            return ""
        if view.auto[view.seat or 0]:
            return tr("Auto-play: the computer plays for you.")
        if turn == view.seat and gone:
            if len(view.plays) == 3:
                return ""  # the trick is full
            turn = (turn + 1) % 4
        if turn != view.seat:
            name = self._name(turn)
            whole = tr("{name} is to play. You may select cards already.", name=name)
            if len(view.hand) > gone and self._fits(whole):  # a second line would lie over the own play
                return whole
            return tr("{name} is to play.", name=name)
        if not view.plays:
            return tr("Your lead.")
        lead = view.plays[0]
        suit = words.group(lead[0], view.trump)
        if not any(view.trump.group[card] == view.trump.group[lead[0]] for card in view.hand):
            return words.ntr(
                "No {suit} left: play any {n} card.",
                "No {suit} left: play any {n} cards.",
                len(lead),
                suit=suit,
            )
        if len(lead) == 1:
            return tr("Your turn: follow {suit}.", suit=suit)
        parts = read_shape(lead, view.trump, view.rules)
        if len(parts) == 1 and parts[0].length == 1:
            shape = words.unit(parts[0].width, 1)
            return tr("Your turn: follow {suit}, {shape}.", suit=suit, shape=shape)
        return tr(
            "Your turn: follow {suit}, {shape} ({n} cards).",
            suit=suit,
            shape=words.shape(lead, view.trump, view.rules),
            n=len(lead),
        )


class Told:
    """What events leave to be read: for ``seat`` (None: who watches), seen from ``me``."""

    def __init__(self, seat: int | None, me: int, name: Callable[[Words, int], str]) -> None:
        self._seat = seat
        self._me = me
        self._name = name

    def after(self, event: ev.Event, view: View | None, before: Notice | None) -> Notice | None:
        """The notice after an event; ``view`` and ``before`` are those until then."""
        match event:
            case ev.DealStarted(number=number) if view and view.number == number:
                return before  # dealt again: the notice says why
            case ev.DealStarted() | ev.BidMade() | ev.TrumpSet():
                return None
            case ev.DealVoided():
                return Notice(
                    lambda words: words.tr("Nobody bid: the cards are dealt again."), False, True, None
                )
            case ev.Buried(seat) if seat == self._seat:
                return Notice(lambda words: words.tr("Buried."), False, False, None)
            case ev.BottomShown():
                return Notice(lambda words: _bottom(words, event), False, True, None)
            case ev.ThrowFailed(seat):
                return Notice(lambda words: self._failure(words, event), True, True, seat)
            case ev.CardsPlayed(seat) if before and before.of != seat:
                return None
        return before

    def _failure(self, words: Words, event: ev.ThrowFailed) -> str:
        """A failed throw: what was tried, what beat it, what is played instead."""
        tried, forced = words.cards(event.tried), words.cards(event.forced)
        beaten_by, holder = words.cards(event.beaten_by), self._name(words, event.holder)
        if event.seat == self._me:
            return words.tr(
                "You tried to throw {tried}. {holder} held {beaten_by}, so {forced} must be played.",
                tried=tried,
                holder=holder,
                beaten_by=beaten_by,
                forced=forced,
            )
        return words.tr(
            "{name} tried to throw {tried}. {holder} held {beaten_by}, so {forced} must be played.",
            name=self._name(words, event.seat),
            tried=tried,
            holder=holder,
            beaten_by=beaten_by,
            forced=forced,
        )


def _bottom(words: Words, shown: ev.BottomShown) -> str:
    """What the bottom is worth."""
    if not shown.multiplier:
        return words.ntr(
            "The dealer side keeps the bottom: {n} point.",
            "The dealer side keeps the bottom: {n} points.",
            shown.points,
        )
    return words.ntr(
        "The bottom: {n} point × {by} = {sum}",
        "The bottom: {n} points × {by} = {sum}",
        shown.points,
        by=shown.multiplier,
        sum=shown.points * shown.multiplier,
    )
