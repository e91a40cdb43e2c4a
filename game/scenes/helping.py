"""The help a player gets with a question: what may be played, the forced play, hints one after the other."""

import queue
from collections import Counter
from typing import NamedTuple

from game.bots.why import Why
from game.engine import Cards, View
from game.engine import commands as co
from game.scenes.advice import MOST, hints, last_play, only_play, playable, reason, whole
from game.scenes.counter import counts, unseen
from game.scenes.hand import Hand
from game.scenes.kit import Kit
from game.table.table import Ask
from game.table.thinker import Job


class Hint(NamedTuple):
    """Cards to play or bury, what speaks for them where that is known, and whether ``other`` cards are the
    best choice."""

    cards: Cards
    why: Why | None
    other: bool = False


class Help:
    """Worked out once a question, as far as the settings want it, and shown on the hand."""

    def __init__(self, kit: Kit, hand: Hand) -> None:
        self._kit = kit
        self._hand = hand
        self._view: View | None = None
        self._ask: Ask | None = None
        self._hints: tuple[Cards, ...] | None = None
        self._better: Hint | None = None  # than the first of them would have been
        self._given = 0  # hints so far
        self._job: Job | None = None  # the strongest player's advice, under way
        self._advice: queue.SimpleQueue[tuple[int, Hint]] = queue.SimpleQueue()  # by number of the question
        self._allowed: tuple[frozenset[int] | None] | None = None
        self.unseen: tuple[int, ...] | None = None
        """What the card counter says; None when there is none."""

    def look(self, view: View, ask: Ask | None) -> None:
        """What is asked now; also when the settings are others. Its answer under way is no question."""
        if ask is None or self._ask is None or ask.number != self._ask.number:
            self._hints, self._better, self._given, self._allowed = None, None, 0, None
            self.stop()
        if not (self._kit.settings.counter and counts(view)):
            self.unseen = None
        elif self.unseen is None or view is not self._view:
            self.unseen = unseen(view)
        self._view, self._ask = view, ask
        self._hand.allowed = self._standing_out(view)

    def turned_up(self, cards: Cards) -> None:
        """Others' cards are shown that the view does not tell of yet."""
        if self.unseen is not None:
            shown = Counter(cards)
            self.unseen = tuple(n - shown[face] for face, n in enumerate(self.unseen))

    @property
    def _kind(self) -> str | None:
        return self._ask.question.kind if self._ask else None

    def _standing_out(self, view: View) -> frozenset[int] | None:
        if not self._kit.settings.stand_out or self._kind != "play":
            return None
        if self._allowed is None:
            self._allowed = (playable(view),)
        return self._allowed[0]

    def forced(self) -> Cards:
        """What is played without asking, the whole hand in the last trick; () for nothing."""
        if not self._kit.settings.last_trick_plays or self._view is None or self._kind != "play":
            return ()
        return last_play(self._view)

    def preselect(self) -> None:
        """Select the one play there is, unless the player has selected something."""
        if self._view is None or self._kind != "play" or self._hand.selected:
            return
        if self._kit.settings.preselect and (cards := only_play(self._view)):
            self._hand.select_cards(cards)

    def hint(self) -> Hint | None:
        """The next hint, None where there is none. With the first the strongest player begins to think."""
        if self._view is None or self._ask is None:
            return None
        if self._hints is None:
            self._hints = hints(self._view, self._ask.question)
        if not self._hints:
            return None
        self.stop()
        if not self._given and len(self._hints) > 1 and sorted(self._hints[0]) == sorted(self._hand.selected):
            self._given = 1  # that one is there already
        at = self._given % len(self._hints)
        first = not self._given
        self._given += 1
        if first and (len(self._hints) > 1 or self._kind == "bury"):
            self._think(self._view, self._ask)
        if not at and self._better:
            return self._better
        cards = self._hints[at]
        return Hint(cards, reason(self._view, self._ask.question, cards), at > 0)

    def _think(self, view: View, ask: Ask) -> None:
        """Ask the strongest player, beside the window."""
        advice, wake = self._advice, self._kit.wake

        def told(command: co.SeatCommand | None, why: Why | None) -> None:
            if isinstance(command, co.Play | co.Bury):
                advice.put((ask.number, Hint(command.cards, why)))
                wake()

        self._job = self._kit.thinker.advise(view, ask.question, told)

    def better(self) -> Hint | None:
        """The strongest player's advice, when it has just come and says something else than the first hint,
        which is selected as it was given."""
        found = None
        while not self._advice.empty():
            number, hint = self._advice.get_nowait()
            if self._ask and number == self._ask.number:
                found = hint
        if found is None or self._job is None or not self._hints:
            return None
        self._job = None
        first, now = sorted(self._hints[0]), sorted(self._hand.selected)
        if self._given != 1 or now != first or sorted(found.cards) == first:
            return None
        others = [cards for cards in self._hints if sorted(cards) != sorted(found.cards)]
        self._hints, self._better = (found.cards, *others)[:MOST], found
        return found

    def stop(self) -> None:
        """No advice is wanted any more."""
        if self._job:
            self._job.cancel()
            self._job = None

    @property
    def place(self) -> tuple[int, int] | None:
        """Which hint was given last, of how many; None before the first, or where there is but one."""
        if not self._given or not self._hints or len(self._hints) < 2:
            return None
        return (self._given - 1) % len(self._hints) + 1, len(self._hints)

    def whole(self, card: int) -> Cards:
        """What to select along with a card of the hand."""
        if self._view is None:
            return (card,)
        return whole(self._view, self._kind, self._hand.selected, card)
