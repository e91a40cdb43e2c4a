"""What a card is worth to keep, in points: its power to win later tricks, not the points on it."""

from game.bots.memory import Known
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


class Worth:
    """Prices of the cards of one hand. ``keep[face]`` is for each copy, ``pair[face]`` for breaking
    or spending the last pair of a face."""

    __slots__ = ("_known", "keep", "pair")

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
            last_pair = -2
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
                    if last_pair == position[face] + 1:
                        pair[face] += PAIR_RUN
                        pair[faces[faces.index(face) + 1]] += PAIR_RUN
                    last_pair = position[face]
        self.keep, self.pair = keep, pair
        best = self.last_winner()
        if best is not None:
            left = len(known.view.hand)
            near = 1.0 if left <= 5 else 0.6 if left <= 10 else 0.25
            keep[best] += 2.0 * near * known.bottom_points()

    def last_winner(self) -> int | None:
        """The one trump that no unseen one beats: the card to win the last trick with.

        None too when there are several, for then one can be spent.
        """
        known = self._known
        sure = [f for f in known.suits[TRUMP_GROUP][-2:] if known.higher(f) == 0]
        return sure[0] if sum(known.held[f] for f in sure) == 1 else None

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
