"""What a card is worth to keep, in points: its power to win later tricks, not the points on it."""

from collections.abc import Sequence

from game.bots.memory import Known
from game.bots.values import LINEAR, blur_of, values_of
from game.engine.cards import hand_size
from game.engine.trump import TRUMP_GROUP

WINNER = 3.5
"""A plain card that nothing higher can beat any more."""
TEMPO = 3.0
"""What the lead is worth, in points."""
TRUMP_LEAST, TRUMP_POWER, TRUMP_PLACE = 2.0, 6.0, 4.0
"""A trump: at least; more as fewer unseen ones are higher; more by its place in the order."""
SECOND = 2.0
"""A plain card with one face higher."""
PAIR_LEAST, PAIR_PLACE, PAIR_TRUMP, PAIR_RUN = 1.0, 3.0, 1.5, 2.0
"""A pair beside its cards: at least; by its place; in trumps; next to another pair."""
LAST, LAST_PAIR = 2.0, 3.0
"""By how much the bottom counts with a single at the last trick, and for attackers with a pair."""
LATE = 0.2
"""The part of a hand from which on the steps of the score count."""


class Worth:
    """Prices of the cards of one hand. ``keep[face]`` is for each copy, ``pair[face]`` for breaking
    or spending the last pair of a face."""

    __slots__ = ("_guarded", "_known", "_near", "_sure", "keep", "pair")

    def __init__(self, known: Known) -> None:
        self._known = known
        keep = [0.0] * len(known.held)
        pair = [0.0] * len(known.held)
        position = known.trump.position
        held = known.held
        for group, faces in enumerate(known.suits):
            if not faces:
                continue
            above = known.unseen_at[group]
            chain = known.trump.chain[group]
            size = len(chain)
            unseen = known.unseen_in[group] or 1
            higher = 0
            place = size
            paired = -1  # the lowest pair so far
            enemies_void = known.void[(known.seat + 1) % 4][group] or known.void[(known.seat + 3) % 4][group]
            for face in reversed(faces):
                while place > position[face] + 1:
                    place -= 1
                    higher += above[place]
                if group == TRUMP_GROUP:
                    keep[face] = TRUMP_LEAST + TRUMP_POWER * (1.0 - higher / unseen) ** 2
                    keep[face] += TRUMP_PLACE * position[face] / size
                else:
                    low = 1.2 * position[face] / size
                    if higher == 0:
                        low += WINNER / 3 if enemies_void else WINNER
                    elif higher <= known.view.rules.decks:
                        low += SECOND
                    keep[face] = low
                if held[face] > 1:
                    pair[face] = PAIR_LEAST + PAIR_PLACE * position[face] / size
                    if group == TRUMP_GROUP:
                        pair[face] += PAIR_TRUMP
                    pair[face] += 2.0 * (held[face] - 2)
                    if paired >= 0 and position[paired] == position[face] + 1:
                        pair[face] += PAIR_RUN
                        pair[paired] += PAIR_RUN
                    paired = face
        self.keep, self.pair = keep, pair
        left = len(known.view.hand)
        self._near = 1.0 if left <= 5 else 0.6 if left <= 10 else 0.25
        self._sure = [f for f in known.suits[TRUMP_GROUP] if not known.higher(f)]
        self._guarded = self._last_trick(held)

    def _last_trick(self, held: Sequence[int]) -> float:
        """What the sure trumps of a hand bring at the last trick, in points."""
        most = max([held[face] for face in self._sure], default=0)
        if most == 0:
            return 0.0
        known = self._known
        times = LAST_PAIR if most > 1 and known.attacking else LAST
        return self._near * self.count(times * known.bottom_points())

    def last_winner(self) -> int | None:
        """The one trump that no unseen one beats: the card to win the last trick with.

        None too when there are several, for then one can be spent.
        """
        return self._sure[0] if sum(self._known.held[f] for f in self._sure) == 1 else None

    def count(self, points: float) -> float:
        """What points won count: near the end by the steps of the score that they reach."""
        known = self._known
        if len(known.view.hand) > LATE * hand_size(known.view.rules.decks):
            return points
        rules, now = known.view.rules, known.view.points
        values = values_of(rules, blur_of(known.view))
        low = now + 5 * int(points // 5)
        there = values.of(low)
        there += (values.of(low + 5) - there) * (points % 5) / 5
        return (there - values.of(now)) * rules.step / (1.0 + LINEAR)

    def unguarded(self, cards: tuple[int, ...]) -> float:
        """What it costs to be without these cards at the last trick, in points."""
        if not self._guarded or not any(face in self._sure for face in cards):
            return 0.0
        left = list(self._known.held)
        for face in cards:
            left[face] -= 1
        return self._guarded - self._last_trick(left)

    def cost(self, cards: tuple[int, ...]) -> float:
        """What it costs to part with the cards, in points."""
        if len(cards) == 1:
            face = cards[0]
            return self.keep[face] + (self.pair[face] if self._known.held[face] == 2 else 0.0)
        total = 0.0
        used: dict[int, int] = {}
        for face in cards:
            total += self.keep[face]
            used[face] = used.get(face, 0) + 1
        held = self._known.held
        for face, n in used.items():
            if held[face] >= 2 > held[face] - n:
                total += self.pair[face]
        return total
