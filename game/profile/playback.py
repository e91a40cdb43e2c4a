"""A finished deal seen again, step by step."""

from bisect import bisect_left, bisect_right

import msgspec

from game.engine import Cards, Match, View, redact, view
from game.engine.cards import cards_of
from game.engine.events import CardsPlayed, Event, ThrowFailed, TrickWon
from game.engine.evolve import evolve
from game.profile.record import Record


class OpenHands(msgspec.Struct, frozen=True):
    """A deal with all cards open: what all saw, the four hands by face number, and the bottom: the cards
    not dealt before it is taken, nothing while it is held, then what was buried."""

    view: View
    hands: tuple[Cards, Cards, Cards, Cards]
    bottom: Cards


class Playback:
    """The steps of a deal, one for each event: step 0 is after the first, the last is its end.

    ``stops`` are the steps to go from trick to trick: the first of all, the one before the first lead,
    the end of each trick, the last. Only one match is held at a time.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.last = len(record.events) - 1
        self.stops = _stops(record.events)
        self._start = evolve(record.start.match(record.rules), record.events[0])
        self._at, self._match = 0, self._start

    def match(self, step: int) -> Match:
        """The match after a step. IndexError when there is no such step, as everywhere here."""
        self._must_be(step)
        if step < self._at:  # a whole deal takes less than a frame
            self._at, self._match = 0, self._start
        while self._at < step:
            self._at += 1
            self._match = evolve(self._match, self.record.events[self._at])
        return self._match

    def view(self, step: int, seat: int | None) -> View:
        """What the seat knew after a step; None: what all knew."""
        return view(self.match(step), seat)

    def open(self, step: int) -> OpenHands:
        """All cards after a step."""
        match = self.match(step)
        deal = match.running
        a, b, c, d = (cards_of(hand) for hand in deal.hands)
        bottom = deal.bottom if deal.trump else deal.order[deal.to_deal :]
        return OpenHands(view(match, None), (a, b, c, d), bottom)

    def event(self, step: int, seat: int | None) -> Event:
        """What led to a step, as the seat was told it."""
        return redact(self.open_event(step), seat)

    def open_event(self, step: int) -> Event:
        """What led to a step, with nothing hidden."""
        self._must_be(step)
        return self.record.events[step]

    def next_stop(self, step: int) -> int:
        """Where the trick after a step is over; from the last step on, the last."""
        return self.stops[min(bisect_right(self.stops, step), len(self.stops) - 1)]

    def previous_stop(self, step: int) -> int:
        """The end of the trick before a step; from the first step on, the first."""
        return self.stops[max(bisect_left(self.stops, step) - 1, 0)]

    def _must_be(self, step: int) -> None:
        if not 0 <= step <= self.last:
            raise IndexError(f"step {step} of {self.last}")


def _stops(events: tuple[Event, ...]) -> tuple[int, ...]:
    led = next((i for i, event in enumerate(events) if isinstance(event, CardsPlayed | ThrowFailed)), 1)
    won = (i for i, event in enumerate(events) if isinstance(event, TrickWon))
    return tuple(sorted({0, led - 1, *won, len(events) - 1}))
