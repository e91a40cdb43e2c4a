"""The same play of a deal, lean: one position changed in place, for thousands of playouts a second.

Nothing is judged here and nothing is told: who calls it plays what is legal and needs no events.
Single cards and single components are compared by table; whatever is rarer (throws, wider over
narrower shapes) goes to the functions that ``decide`` uses. It agrees with ``decide`` play for play.

Faces are renumbered as *kinds*, in the order of suit and strength, so that a sorted list of kinds
is a hand's suit from low to high.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Protocol, TypeAlias

from game.engine.cards import FACES, POINTS, Cards
from game.engine.rules import RuleSet
from game.engine.score import bottom_multiplier
from game.engine.shapes import read_shape
from game.engine.throw import check_throw
from game.engine.trick import winner
from game.engine.trump import TRUMP_GROUP, Trump

Suits: TypeAlias = list[list[int]]
"""A hand: for each effective suit its kinds, from low to high."""

FOLLOWERS = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))
"""The seats that follow each leader, in play order."""
RUFF = 64
"""What a trump's power has over its place, so that any trump beats any plain card."""


class Kinds:
    """Tables by kind for one order of cards. ``place[kind]`` is the position in the suit;
    ``power[kind]`` the same, with ``RUFF`` more for trumps; ``starts[group]`` the suit's first kind.
    """

    __slots__ = ("face", "group", "kind", "place", "points", "power", "starts", "trump")

    def __init__(self, trump: Trump) -> None:
        self.trump = trump
        faces = sorted(range(FACES), key=lambda f: (trump.group[f], trump.position[f], f))
        self.face = tuple(faces)
        self.kind = tuple(faces.index(f) for f in range(FACES))
        self.group = tuple(trump.group[f] for f in faces)
        self.place = tuple(trump.position[f] for f in faces)
        self.power = tuple(p + RUFF * (g == TRUMP_GROUP) for p, g in zip(self.place, self.group, strict=True))
        self.points = tuple(POINTS[f] for f in faces)
        self.starts = tuple(bisect_left(self.group, g) for g in range(6))

    def faces_of(self, kinds: Iterable[int]) -> Cards:
        """As cards, in the order given."""
        return tuple([self.face[k] for k in kinds])

    def of_faces(self, cards: Iterable[int]) -> list[int]:
        """As kinds, in the order given."""
        return [self.kind[c] for c in cards]

    def suits(self, kinds: list[int]) -> Suits:
        """A hand from its kinds, which are sorted for it."""
        kinds.sort()
        _, a, b, c, d, _ = self.starts
        i = bisect_left(kinds, a)
        j = bisect_left(kinds, b, i)
        k = bisect_left(kinds, c, j)
        m = bisect_left(kinds, d, k)
        return [kinds[:i], kinds[i:j], kinds[j:k], kinds[k:m], kinds[m:]]


@cache
def kinds_of(trump: Trump) -> Kinds:
    """The tables for a trump: one object a kind."""
    return Kinds(trump)


class Policy(Protocol):
    """Who plays for all seats of a playout. What it answers must be legal; kinds rise."""

    def lead(self, table: "Lean") -> list[int]:
        """Kinds of one suit for ``table.leader`` to lead."""

    def single(self, hand: Suits, led: int, best: int, ours: bool, points: int, after: Suits | None) -> int:
        """A reply to one card of suit ``led``: ``best`` is the power that wins so far, ``ours`` whether
        the partner's, ``points`` those on the table, ``after`` the opponent's hand still to play, if any."""

    def several(self, table: "Lean") -> list[int]:
        """A reply of ``table.turn`` to a lead of several cards."""


class Lean:
    """A deal in play. ``hands`` are the seats' suits; ``plays`` the running trick from ``leader``, as
    sorted kinds; ``ahead`` the seat that wins it and ``best`` with what power; ``shape`` the lead's
    (width, length), (0, 0) for a throw; ``points`` the attackers' so far, after the last trick with
    the bottom's. ``attackers`` is their side.
    """

    __slots__ = (
        "ahead",
        "attackers",
        "best",
        "bottom_points",
        "hands",
        "kinds",
        "leader",
        "left",
        "on_table",
        "plays",
        "points",
        "rules",
        "shape",
    )

    def __init__(
        self,
        kinds: Kinds,
        rules: RuleSet,
        hands: list[Suits],
        *,
        leader: int,
        dealer: int,
        points: int,
        bottom_points: int,
    ) -> None:
        """The start of a trick; ``hands`` are taken over and changed."""
        self.kinds, self.rules, self.hands = kinds, rules, hands
        self.leader = self.ahead = leader
        self.attackers = 1 - dealer % 2
        self.points, self.bottom_points = points, bottom_points
        self.left = sum([len(suit) for suit in hands[leader]])
        self.plays: list[list[int]] = []
        self.best = self.on_table = 0
        self.shape = (0, 0)

    @property
    def turn(self) -> int:
        """Whose play it is."""
        return (self.leader + len(self.plays)) % 4

    def put(self, plays: Sequence[Sequence[int]]) -> None:
        """A trick begun before, by cards (faces) that are no longer in the hands."""
        for play in plays:
            cards = sorted(self.kinds.of_faces(play))
            if not self.plays:
                self.left = sum([len(suit) for suit in self.hands[self.leader]]) + len(cards)
            self._judge(cards)

    def play(self, cards: list[int]) -> list[int]:
        """The next seat plays ``cards`` (kinds, sorted here); the kinds that a throw comes down to."""
        hand = self.hands[self.turn]
        group = self.kinds.group
        cards.sort()
        if not self.plays and len(cards) > 1:
            cards = self._thrown(cards)
        for k in cards:
            hand[group[k]].remove(k)
        self._judge(cards)
        return cards

    def finish(self, policy: Policy, left: int = 0) -> int:
        """Play until at most so many cards a hand are left; the attackers' points so far."""
        while self.plays:
            if len(self.plays[0]) > 1:
                self.play(policy.several(self))
                continue
            led = self.kinds.group[self.plays[0][0]]
            seat = self.turn
            ours = (seat ^ self.ahead) & 1 == 0
            after = None if len(self.plays) == 3 else self.hands[(seat + 1) % 4]
            self.play([policy.single(self.hands[seat], led, self.best, ours, self.on_table, after)])
        kinds, hands = self.kinds, self.hands
        group, power, points = kinds.group, kinds.power, kinds.points
        lead, single = policy.lead, policy.single
        while self.left > left:
            cards = lead(self)
            if len(cards) > 1:
                self.play(cards)
                while self.plays:
                    self.play(policy.several(self))
                continue
            first = card = cards[0]
            leader = ahead = self.leader
            led = group[card]
            hands[leader][led].remove(card)
            best, on_table = power[card], points[card]
            winning = card
            a, b, c = FOLLOWERS[leader]
            for seat, after in ((a, hands[b]), (b, hands[c]), (c, None)):
                hand = hands[seat]
                card = single(hand, led, best, (seat ^ ahead) & 1 == 0, on_table, after)
                suit = group[card]
                hand[suit].remove(card)
                on_table += points[card]
                if power[card] > best and suit in (led, TRUMP_GROUP):
                    ahead, best, winning = seat, power[card], card
            self.left -= 1
            self.leader = ahead
            if ahead & 1 == self.attackers:
                self.points += on_table
                if not self.left:
                    self._take_bottom([first], [winning])
        return self.points

    def _thrown(self, cards: list[int]) -> list[int]:
        """What a lead of several cards comes down to, its points for a failed throw paid."""
        if cards[0] == cards[-1]:
            return cards
        kinds, rules = self.kinds, self.rules
        faces = kinds.faces_of(cards)
        if len(read_shape(faces, kinds.trump, rules)) == 1:
            return cards
        group = kinds.group[cards[0]]
        others = [kinds.faces_of(self.hands[seat][group]) for seat in FOLLOWERS[self.leader]]
        failure = check_throw(faces, others, kinds.trump, rules)
        if failure is None:
            return cards
        self.points += -rules.throw_points if self.leader & 1 == self.attackers else rules.throw_points
        return sorted(kinds.of_faces(failure.forced))

    def _judge(self, cards: list[int]) -> None:
        """Put a play on the table: who is ahead, and after the fourth who has won."""
        kinds, plays = self.kinds, self.plays
        seat = (self.leader + len(plays)) % 4
        plays.append(cards)
        self.on_table += sum([kinds.points[k] for k in cards])
        if len(plays) == 1:
            self.ahead, self.best = seat, kinds.power[cards[-1]]
            self.shape = self._shape(cards)
            return
        if len(cards) == 1:
            card = cards[0]
            power = kinds.power[card]
            if power > self.best and (power >= RUFF or kinds.group[card] == kinds.group[plays[0][0]]):
                self.ahead, self.best = seat, power
        elif self.shape == (0, 0) or self.rules.wide_over_narrow:
            if kinds.group[cards[0]] in (kinds.group[plays[0][0]], TRUMP_GROUP):
                self._compare(seat)
        elif kinds.power[cards[-1]] > self.best and self._matches(cards):
            self.ahead, self.best = seat, kinds.power[cards[-1]]
        if len(plays) == 4:
            self._won()

    def _shape(self, cards: list[int]) -> tuple[int, int]:
        if cards[0] == cards[-1]:
            return len(cards), 1
        parts = read_shape(self.kinds.faces_of(cards), self.kinds.trump, self.rules)
        return parts[0].shape if len(parts) == 1 else (0, 0)

    def _matches(self, cards: list[int]) -> bool:
        """Whether a reply is of the led suit or trumps and makes the one component that was led."""
        kinds = self.kinds
        group = kinds.group[cards[0]]
        if group not in (kinds.group[self.plays[0][0]], TRUMP_GROUP) or kinds.group[cards[-1]] != group:
            return False
        width, length = self.shape
        place = kinds.place[cards[0]]
        for i in range(length):
            first = cards[i * width]
            if first != cards[i * width + width - 1] or kinds.place[first] != place + i:
                return False
        return True

    def _compare(self, seat: int) -> None:
        """Ask the rules who is ahead, where no table tells."""
        kinds = self.kinds
        plays = [kinds.faces_of(play) for play in self.plays]
        index = winner(plays, kinds.trump, self.rules)
        if index == len(plays) - 1:
            cards = self.plays[-1]
            self.ahead = seat
            width = max(self.shape[0], 1)
            wide = [k for k in cards if cards.count(k) >= width] or cards
            self.best = kinds.power[wide[-1]]

    def _won(self) -> None:
        plays = self.plays
        self.left -= len(plays[0])
        if self.ahead & 1 == self.attackers:
            self.points += self.on_table
            if not self.left:
                self._take_bottom(plays[0], plays[(self.ahead - self.leader) % 4])
        self.leader = self.ahead
        self.on_table = 0
        self.plays = []

    def _take_bottom(self, lead: list[int], winning: list[int]) -> None:
        if self.bottom_points:
            faces = self.kinds.faces_of
            times = bottom_multiplier(faces(lead), faces(winning), self.kinds.trump, self.rules)
            self.points += self.bottom_points * times
