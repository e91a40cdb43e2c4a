"""Following: points to a partner who wins, none to an enemy, no more strength than it takes."""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import sqrt

from game.bots import candidates
from game.bots.memory import Known
from game.bots.worth import TEMPO, Worth
from game.engine import Cards, Component, check_follow, legal_follows, points_of, read_shape
from game.engine.cards import POINTS
from game.engine.trump import TRUMP_GROUP

LOOKED_AT = 64
"""Most replies taken from the full list when none of the built ones is legal."""
TO_COME = 2.2
"""Points that each seat still to play adds on average."""
HELD_POINTS = 0.15
"""What a point held back brings later, in points."""
PARTNER_OVER = 0.5
"""How often a partner who could go above the own card also goes above the enemy's that beat it."""
VOIDED = 1.5
"""What it is worth to empty a plain suit while trumps are held."""


def choose_reply(known: Known) -> Cards:
    """The cards to follow with; always legal."""
    return next(valued_replies(known))[1]


def valued_replies(known: Known) -> Iterator[tuple[float, Cards]]:
    """Legal replies worth a look with their value in points, the best first."""
    view = known.view
    lead = view.plays[0]
    parts = read_shape(lead, known.trump, view.rules)
    judge = _Judge(known, parts)
    if len(lead) == 1:
        yield from judge.ranked(_singles(known, lead[0]))
        return
    found = False
    for value, play in judge.ranked(_several(known, parts, judge.worth)):
        if check_follow(lead, view.hand, play, known.trump, view.rules) is None:
            found = True
            yield value, play
    if not found:
        replies = list(islice(legal_follows(lead, view.hand, known.trump, view.rules), LOOKED_AT))
        yield from judge.ranked(replies)


def _singles(known: Known, led: int) -> list[Cards]:
    faces = known.suits[known.trump.group[led]]
    if faces:
        return [(face,) for face in faces]
    return [(face,) for suit in known.suits for face in suit]


def _several(known: Known, parts: Sequence[Component], worth: Worth) -> list[Cards]:
    """Replies worth a look: the cheapest, the one richest in points, and those that may win."""
    keep = [k + p / 2 for k, p in zip(worth.keep, worth.pair, strict=True)]
    save = [k + p for k, p in zip(keep, POINTS, strict=True)]
    give = [k - p for k, p in zip(keep, POINTS, strict=True)]
    found = [candidates.cheapest(known, parts, prices) for prices in (save, give, keep)]
    group = known.trump.group[parts[0].cards[0]]
    size = sum(len(part.cards) for part in parts)
    if known.in_suit[group] >= size:
        if len(parts) == 1:
            found += candidates.same_shape(known, parts[0], group, -1)
            if known.view.rules.wide_over_narrow:
                found += candidates.wider(known, parts[0], group)
    elif known.in_suit[group] == 0:
        found += candidates.ruffs(known, parts)
    return list(dict.fromkeys(tuple(sorted(play)) for play in found))


class _Judge:
    """Values replies to the running trick, in points for the own side."""

    def __init__(self, known: Known, parts: Sequence[Component]) -> None:
        view = known.view
        self.known = known
        self.worth = Worth(known)
        self.parts = parts
        self.lead = view.plays[0]
        self.led = known.trump.group[self.lead[0]]
        self.on_table = sum([POINTS[c] for play in view.plays for c in play])
        self.later = [(known.seat + i) % 4 for i in range(1, 4 - len(view.plays))]
        assert view.winning is not None
        ahead = view.plays[(view.winning - view.leader) % 4]
        self.ours = view.winning % 2 == known.seat % 2
        self.ruffed = known.trump.group[ahead[0]] != self.led
        self._chances: dict[tuple[bool, bool, int], float] = {}
        self.top = self._top(ahead)

    def ranked(self, plays: Sequence[Cards]) -> list[tuple[float, Cards]]:
        """From the most valuable down; of equals the first."""
        if len(plays) == 1:
            return [(0.0, plays[0])]
        return sorted([(self.value(play), play) for play in plays], key=lambda valued: -valued[0])

    def value(self, play: Cards) -> float:
        """Points won or lost by the play, the lead gained, less what the cards are worth later."""
        known = self.known
        group = known.trump.group
        if known.goes_ahead(play):
            chance = self._chance(True, group[play[0]] != self.led, self._top(play))
        else:
            chance = self._chance(self.ours, self.ruffed, self.top)
        points = self.on_table + points_of(play)
        in_all = points + TO_COME * len(self.later) * sqrt(len(play))
        value = (2 * chance - 1) * self.worth.count(in_all) + chance * TEMPO + self._emptied(play)
        return value - self.worth.cost(play) - self.worth.unguarded(play) - HELD_POINTS * points_of(play)

    def _top(self, play: Cards) -> int:
        """Strength of a play that is ahead: of the highest card held as wide as the main component."""
        position = self.known.trump.position
        if len(play) == 1:
            return position[play[0]]
        width = self.parts[0].width
        return max((position[f] for f in play if play.count(f) >= width), default=0)

    def _chance(self, ours: bool, ruffed: bool, top: int) -> float:
        """How likely the own side takes the trick when this play is ahead after the own."""
        key = (ours, ruffed, top)
        known = self._chances.get(key)
        if known is not None:
            return known
        main = self.parts[0]
        pointed = self.on_table > 0
        chance = 1.0 if ours else 0.0
        lost = 0.0  # what an enemy took over, with a card not known
        for seat in self.later:
            beats = self.known.chance_beats(seat, self.led, main.width, main.length, top, ruffed, pointed)
            if len(self.parts) > 1 and not self.known.void[seat][self.led]:
                beats *= 0.2  # a throw is beaten by ruffs only
            if seat % 2 == self.known.seat % 2:
                chance += (1.0 - chance - lost * (1.0 - PARTNER_OVER)) * beats
            else:
                lost += chance * beats
                chance *= 1.0 - beats
        self._chances[key] = chance
        return chance

    def _emptied(self, play: Cards) -> float:
        """The worth of plain suits that a discard empties, while trumps are left to ruff with."""
        known = self.known
        if known.in_suit[self.led] or not known.in_suit[TRUMP_GROUP]:
            return 0.0
        group = known.trump.group
        face = play[0]
        if len(play) == 1:
            return VOIDED if group[face] != TRUMP_GROUP and known.in_suit[group[face]] == 1 else 0.0
        gone = 0.0
        for g in range(TRUMP_GROUP):
            n = sum([1 for c in play if group[c] == g])
            if n and n == known.in_suit[g]:
                gone += VOIDED
        return gone
