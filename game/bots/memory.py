"""What a seat knows of the cards it does not see: which are gone, who is void, what is likely."""

from collections.abc import Sequence
from math import comb

from game.bots.knowledge import shapes_tell, tricks_of
from game.engine import Cards, Trump, View, seat_team, winner
from game.engine.cards import FACES, POINTS, bottom_size
from game.engine.trump import TRUMP_GROUP

RUFFS_WITH_POINTS = 0.9
"""How likely a void seat that could ruff does so when the trick holds points."""
RUFFS_BARE = 0.6
"""The same when it holds none."""
BURIED = 0.32
"""How likely points are in the bottom, card for card, beside a hand."""


class Known:
    """A seat's knowledge while cards are played, drawn from its view alone.

    ``held[face]`` and ``unseen[face]`` count copies in the own hand, and in the other hands or the
    bottom. ``suits[group]`` lists the own faces of a suit from low to high, each once.
    ``void[seat][group]`` and ``no_pair[seat][group]`` hold what play has proved, ``shown`` the cards
    that others bid with and still hold.
    """

    __slots__ = (
        "_at",
        "_bottom",
        "_buried",
        "_higher",
        "_shares",
        "attacking",
        "counts",
        "held",
        "in_suit",
        "no_pair",
        "seat",
        "shown",
        "suits",
        "trump",
        "unseen",
        "unseen_at",
        "unseen_in",
        "view",
        "void",
    )

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.seat: int = view.seat
        self.trump: Trump = view.trump
        self.counts = view.counts
        self.attacking = view.dealer is not None and seat_team(view.dealer) != seat_team(view.seat)
        self._shares: dict[int, tuple[float, float, float, float]] = {}
        self._higher: dict[tuple[int, int, int, int, int], float] = {}
        self._at: dict[tuple[int, int, int], list[float]] = {}
        trump, seat = self.trump, self.seat
        group, position = trump.group, trump.position

        unseen = [view.rules.decks] * FACES
        held = [0] * FACES
        suits: list[list[int]] = [[], [], [], [], []]
        in_suit = [0] * 5
        for face in view.hand:
            if not held[face]:
                suits[group[face]].append(face)
            held[face] += 1
            unseen[face] -= 1
            in_suit[group[face]] += 1
        for faces in suits:
            faces.sort(key=position.__getitem__)
        # whoever counters takes it up again
        self._buried = view.buried if view.burier == view.seat and view.phase != "burying" else None
        for face in self._buried or ():
            unseen[face] -= 1
        self._bottom = 0 if self._buried else bottom_size(view.rules.decks)

        self.void = [[False] * 5 for _ in range(4)]
        self.no_pair = [[False] * 5 for _ in range(4)]
        self.unseen, self.held, self.suits, self.in_suit = unseen, held, suits, in_suit
        tricks = tricks_of(view)
        self._seen(tricks)
        self.shown = self._shown(tricks)
        self.unseen_at = [[sum([unseen[f] for f in faces]) for faces in chain] for chain in trump.chain]
        self.unseen_in = [sum(places) for places in self.unseen_at]
        for other in range(4):
            if other != seat:
                row = self.void[other]
                for g in range(5):
                    if not self.unseen_in[g]:
                        row[g] = True

    def _seen(self, tricks: Sequence[tuple[int, tuple[Cards, ...]]]) -> None:
        """Take in what was played, and what it proves of who played it."""
        group, unseen = self.trump.group, self.unseen
        tells = shapes_tell(self.view.rules)
        for leader, plays in tricks:
            lead = plays[0]
            led = group[lead[0]]
            paired = tells and len(lead) > 1 and len(set(lead)) < len(lead)
            for i, play in enumerate(plays):
                followed = True
                for face in play:
                    unseen[face] -= 1
                    if group[face] != led:
                        followed = False
                if not followed:
                    self.void[(leader + i) % 4][led] = True
                elif i and paired and len(set(play)) == len(play):
                    self.no_pair[(leader + i) % 4][led] = True

    def _shown(self, tricks: Sequence[tuple[int, tuple[Cards, ...]]]) -> list[tuple[int, int, int]]:
        """(seat, face, copies) of the cards that others showed when they bid and have not played since."""
        shown: dict[tuple[int, int], int] = {}
        for bid in self.view.bids:
            if bid.seat != self.seat:
                key = bid.seat, bid.cards[0]
                shown[key] = max(len(bid.cards), shown.get(key, 0))
        for leader, plays in tricks:
            for i, play in enumerate(plays):
                for face in play:
                    key = (leader + i) % 4, face
                    if key in shown:
                        shown[key] -= 1
        return [(seat, face, copies) for (seat, face), copies in shown.items() if copies > 0]

    @property
    def partner(self) -> int:
        """The seat across the table."""
        return (self.seat + 2) % 4

    def higher(self, face: int) -> int:
        """How many unseen cards of the face's suit are higher."""
        return sum(self.unseen_at[self.trump.group[face]][self.trump.position[face] + 1 :])

    def goes_ahead(self, reply: Cards) -> bool:
        """Whether a reply would be ahead in the running trick."""
        plays = (*self.view.plays, reply)
        return winner(plays, self.trump, self.view.rules) == len(plays) - 1

    def can_be_beaten(self, group: int, width: int, length: int, top: int) -> bool:
        """Whether any other hand may hold a higher component of this shape. Never wrongly False."""
        others = [s for s in range(4) if s != self.seat and not self.void[s][group]]
        if not others:
            return False
        if width == 1:
            return any(self.unseen_at[group][top + 1 :])
        if all(self.no_pair[s][group] or self.counts[s] < width * length for s in others):
            return False
        unseen = self.unseen
        run = 0
        for place, faces in enumerate(self.trump.chain[group]):
            if place <= top - length + 1:
                continue
            run = run + 1 if any(unseen[f] >= width for f in faces) else 0
            if run >= length:
                return True
        return False

    def chance_higher(self, seat: int, group: int, width: int, length: int, top: int) -> float:
        """How likely the seat holds a component of this shape above ``top`` (-1: any) in a suit."""
        key = (seat, group, width, length, top)
        known = self._higher.get(key)
        if known is None:
            known = self._higher[key] = self._chance_higher(seat, group, width, length, top)
        return known

    def _chance_higher(self, seat: int, group: int, width: int, length: int, top: int) -> float:
        if self.void[seat][group] or (width > 1 and self.no_pair[seat][group]):
            return 0.0
        share = self.share(seat, group)
        elsewhere = 0
        if group == TRUMP_GROUP and length == 1:
            for who, face, copies in self.shown:
                if self.trump.position[face] > top:
                    if who != seat:
                        elsewhere += copies
                    elif copies >= width:
                        return 1.0
        if width == 1:
            n = max(0, sum(self.unseen_at[group][top + 1 :]) - elsewhere)
            return float(1.0 - (1.0 - share) ** n)
        if self.counts[seat] < width * length:
            return 0.0
        at = self._at.get((seat, group, width))
        if at is None:
            at = self._at[seat, group, width] = self._chances_at(group, width, share)
        none = 1.0
        for start in range(max(0, top - length + 2), len(at) - length + 1):
            has = 1.0
            for p in at[start : start + length]:
                has *= p
            none *= 1.0 - has
        return 1.0 - none

    def _chances_at(self, group: int, width: int, share: float) -> list[float]:
        """For each place of a suit, the chance that a hand with this share holds it so wide."""
        unseen = self.unseen
        at_least = [_at_least(copies, width, share) for copies in range(self.view.rules.decks + 1)]
        at = []
        for faces in self.trump.chain[group]:
            misses = 1.0
            for f in faces:
                if unseen[f] >= width:
                    misses *= 1.0 - at_least[unseen[f]]
            at.append(1.0 - misses)
        return at

    def share(self, seat: int, group: int) -> float:
        """The part of a suit's unseen cards that the seat holds on average."""
        shares = self._shares.get(group)
        if shares is None:
            weights = [0 if s == self.seat or self.void[s][group] else n for s, n in enumerate(self.counts)]
            whole = sum(weights) + (self._bottom if group != TRUMP_GROUP else self._bottom // 4)
            a, b, c, d = (w / whole if whole else 0.0 for w in weights)
            shares = self._shares[group] = (a, b, c, d)
        return shares[seat]

    def chance_void(self, seat: int, group: int) -> float:
        """How likely the seat has no card of the suit."""
        if self.void[seat][group]:
            return 1.0
        return float((1.0 - self.share(seat, group)) ** self.unseen_in[group])

    def chance_trumps(self, seat: int, number: int) -> float:
        """How likely the seat has so many trumps."""
        if number > self.counts[seat] or self.void[seat][TRUMP_GROUP]:
            return 0.0
        return _at_least(self.unseen_in[TRUMP_GROUP], number, self.share(seat, TRUMP_GROUP))

    def chance_beats(
        self, seat: int, led: int, width: int, length: int, top: int, ruffed: bool, pointed: bool
    ) -> float:
        """How likely the seat, still to play, beats what stands: ``top`` of the led suit or a ruff."""
        if led == TRUMP_GROUP:
            return self.chance_higher(seat, led, width, length, top)
        void = self.chance_void(seat, led)
        ruff = 0.0
        if void > 0.02:
            ruff = self.chance_higher(seat, TRUMP_GROUP, width, length, top if ruffed else -1)
            ruff *= RUFFS_WITH_POINTS if pointed else RUFFS_BARE
        if ruffed:
            return void * ruff
        return void * ruff + (1.0 - void) * self.chance_higher(seat, led, width, length, top)

    def bottom_points(self) -> float:
        """Points in the bottom: known to who buried it, else as many as the unseen ones make likely."""
        if self._buried:
            return sum(POINTS[f] for f in self._buried)
        points = sum([n * p for n, p in zip(self.unseen, POINTS, strict=True) if p])
        likely = BURIED * self._bottom
        return points * likely / (likely + sum(self.unseen_in) - self._bottom)


def _at_least(copies: int, wanted: int, share: float) -> float:
    """Chance that so many of the copies fall to a hand that gets each with chance ``share``."""
    return sum(comb(copies, k) * share**k * (1.0 - share) ** (copies - k) for k in range(wanted, copies + 1))
