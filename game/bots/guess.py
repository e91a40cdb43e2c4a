"""What is likely of the cards a seat does not see: what players show by how they play.

Who follows an opponent's trick plays low and no points, who follows the partner's gives points, who
is void throws the lowest of a suit, and a dealer buries neither trumps nor winners nor many points.
So a card that would have been played instead is likely not there. Unlike ``knowledge`` a guess
may be wrong, and never rules a card out.
"""

from collections.abc import Sequence

from game.bots.knowledge import BOTTOM, tricks_of
from game.engine import Cards, View
from game.engine.cards import FACES, POINTS
from game.engine.lean import RUFF
from game.engine.trump import TRUMP_GROUP

LOWER, TRUMP_LOWER = 0.25, 0.6
"""A lower bare card where a bare one was played and did not win; the same in trumps."""
RICHER, TRUMP_RICHER = 0.25, 0.7
"""A card of more points where the partner had the trick."""
BARE = 0.15
"""A bare card where points were given to opponents."""
BEATER = 0.3
"""A card that would have won points from the last seat."""
VOID_LOWER, VOID_RICHER = 0.35, 0.45
"""A lower card of a suit thrown from; a card of more points where the partner had the trick."""
LED_LOWER = 0.5
"""A lower bare card of a plain suit that was led low."""
BURIED_TRUMP, BURIED_TOP, BURIED_POINT = 0.08, 0.15, 0.25
"""A trump in a bottom; one of the highest of a plain suit that is no point card; a point card."""
LONG = 1.3
"""A trump in the hand that bid, or led trumps."""
LEAST = 0.06
"""No guess makes a card less likely than this."""
TOPS = 2
"""The highest so many places of a suit are not buried."""


class Guess:
    """``weight[place][face]``: how much likelier than even a card lies at a place; 1.0 is no guess."""

    __slots__ = ("_position", "_power", "_suits", "_trump", "_view", "weight")

    def __init__(self, view: View) -> None:
        self._view, self._trump = view, view.trump
        group, position = view.trump.group, view.trump.position
        self._position = position
        self._power = [position[f] + RUFF * (group[f] == TRUMP_GROUP) for f in range(FACES)]
        self._suits = [[f for f in range(FACES) if group[f] == g] for g in range(5)]
        self.weight = [[1.0] * FACES for _ in range(5)]
        if view.phase != "playing":
            return
        longs = {view.bids[-1].seat} if view.bids else set()
        for leader, plays in tricks_of(view):
            if group[plays[0][0]] == TRUMP_GROUP:
                longs.add(leader)
            self._trick(leader, plays)
        for seat in longs:
            self._less(seat, self._suits[TRUMP_GROUP], LONG)
        self._less(BOTTOM, self._suits[TRUMP_GROUP], BURIED_TRUMP)
        for suit in self._suits[:TRUMP_GROUP]:
            top = max([position[f] for f in suit], default=0) - TOPS
            self._less(BOTTOM, [f for f in suit if position[f] > top and not POINTS[f]], BURIED_TOP)
            self._less(BOTTOM, [f for f in suit if POINTS[f]], BURIED_POINT)
        for row in self.weight:
            for face, weight in enumerate(row):
                if weight < LEAST:
                    row[face] = LEAST

    def _less(self, place: int, faces: Sequence[int], by: float) -> None:
        row = self.weight[place]
        for face in faces:
            row[face] *= by

    def _trick(self, leader: int, plays: Sequence[Cards]) -> None:
        group, power = self._trump.group, self._power
        lead = plays[0]
        led = group[lead[0]]
        me = self._view.seat
        if len(lead) == 1 and leader != me and led != TRUMP_GROUP and not POINTS[lead[0]]:
            self._less(leader, self._bare_below(lead[0]), LED_LOWER)
        ahead, best = leader, max([power[f] for f in lead])
        table = sum([POINTS[f] for f in lead])
        pairs = len(set(lead)) < len(lead)
        for i, play in enumerate(plays[1:], 1):
            seat = (leader + i) % 4
            suits = {group[f] for f in play}
            top = max([power[f] for f in play])
            beats = top > best and len(suits) == 1 and suits <= {led, TRUMP_GROUP}
            beats = beats and (not pairs or len(set(play)) < len(play))
            points = [POINTS[f] for f in play]
            if seat != me and not beats:
                ours = (seat - ahead) % 2 == 0
                if suits == {led}:
                    self._followed(seat, led, play, ours)
                    if len(play) == 1 and i == 3 and not ours and table + sum(points):
                        self._less(seat, [f for f in self._suits[led] if power[f] > best], BEATER)
                elif led not in suits:
                    self._threw(seat, play, ours)
            if beats:
                ahead, best = seat, top
            table += sum(points)

    def _followed(self, seat: int, led: int, play: Cards, ours: bool) -> None:
        """Cards of the led suit that did not win; identical ones may be owed, and tell nothing."""
        if len(play) > 1 and len(set(play)) < len(play):
            return
        suit, trumps = self._suits[led], led == TRUMP_GROUP
        least = min([POINTS[f] for f in play])
        if ours:
            self._less(seat, [f for f in suit if POINTS[f] > least], TRUMP_RICHER if trumps else RICHER)
        elif any(POINTS[f] for f in play) and not trumps:
            self._less(seat, [f for f in suit if not POINTS[f]], BARE)
            return
        bare = [f for f in play if not POINTS[f]]
        if bare:
            dearest = max(bare, key=self._position.__getitem__)
            self._less(seat, self._bare_below(dearest), TRUMP_LOWER if trumps else LOWER)

    def _threw(self, seat: int, play: Cards, ours: bool) -> None:
        """Cards of other suits."""
        least = min([POINTS[f] for f in play])
        if ours:
            for suit in self._suits[:TRUMP_GROUP]:
                self._less(seat, [f for f in suit if POINTS[f] > least], VOID_RICHER)
        if len(play) == 1 and not least and self._trump.group[play[0]] != TRUMP_GROUP:
            self._less(seat, self._bare_below(play[0]), VOID_LOWER)

    def _bare_below(self, face: int) -> list[int]:
        position = self._position
        suit = self._suits[self._trump.group[face]]
        return [f for f in suit if position[f] < position[face] and not POINTS[f]]
