"""The last two tricks with all hands open: what the best play of both sides comes to.

With one card left nothing is to be chosen, with two only the first trick; so it is quickly looked
through, and the bottom goes to whom it belongs.
"""

from collections.abc import Sequence

from game.engine import RuleSet, bottom_multiplier
from game.engine.lean import Kinds, Lean
from game.engine.trump import TRUMP_GROUP

OPEN = 2
"""With so many cards a hand a deal is looked through."""
FAR = 9999
"""More points than any deal has."""


class Endgame:
    """For deals under one trump. Of two cards of a suit only a pair is led together."""

    __slots__ = ("_attackers", "_bottom", "_group", "_kinds", "_points", "_power", "_rules", "_times")

    def __init__(self, kinds: Kinds, rules: RuleSet) -> None:
        self._kinds, self._rules = kinds, rules
        self._group, self._points, self._power = kinds.group, kinds.points, kinds.power
        self._times: dict[tuple[int, ...], int] = {}
        self._attackers = self._bottom = 0

    def points(self, table: Lean) -> int:
        """The attackers' in all, from the start of a trick with at most ``OPEN`` cards a hand."""
        if not table.left:
            return table.points
        self._attackers, self._bottom = table.attackers, table.bottom_points
        hands = [[k for suit in hand for k in suit] for hand in table.hands]
        leader = table.leader
        own = hands[leader]
        if own[0] == own[-1]:
            all_at_once = self._last(hands, leader)
            if len(own) == 1:
                return table.points + all_at_once
            first = self._first(hands, leader, own[0])
            better = max if leader & 1 == self._attackers else min
            return table.points + better(all_at_once, first)
        better = max if leader & 1 == self._attackers else min
        return table.points + better([self._first(hands, leader, card) for card in own])

    def _first(self, hands: list[list[int]], leader: int, card: int) -> int:
        """What follows when ``leader`` leads one of two cards."""
        left = hands[:]
        left[leader] = _without(hands[leader], card)
        return self._reply(left, leader, 1, self._group[card], leader, self._power[card], self._points[card])

    def _reply(
        self, hands: list[list[int]], leader: int, played: int, led: int, ahead: int, best: int, table: int
    ) -> int:
        """What follows when so many seats have played to the first of two tricks."""
        if played == 4:
            won = table if ahead & 1 == self._attackers else 0
            return won + self._last(hands, ahead)
        seat = (leader + played) % 4
        hand = hands[seat]
        group, power = self._group, self._power
        attacks = seat & 1 == self._attackers
        found = -FAR if attacks else FAR
        follows = group[hand[0]] == led or group[hand[1]] == led
        for i, card in enumerate(hand):
            if (follows and group[card] != led) or (i and card == hand[0]):
                continue
            left = hands[:]
            left[seat] = _without(hand, card)
            beats = power[card] > best and group[card] in (led, TRUMP_GROUP)
            value = self._reply(
                left,
                leader,
                played + 1,
                led,
                seat if beats else ahead,
                power[card] if beats else best,
                table + self._points[card],
            )
            if value > found if attacks else value < found:
                found = value
        return found

    def _last(self, hands: Sequence[Sequence[int]], leader: int) -> int:
        """All play what they have: one card, or two to a pair."""
        group, power, points = self._group, self._power, self._points
        lead = hands[leader]
        led = group[lead[0]]
        ahead, best, table = leader, power[lead[0]], 0
        for seat, cards in enumerate(hands):
            card = cards[0]
            for k in cards:
                table += points[k]
            if card == cards[-1] and power[card] >= best and group[card] in (led, TRUMP_GROUP):
                earlier = (seat - leader) % 4 < (ahead - leader) % 4
                if power[card] > best or earlier:
                    ahead, best = seat, power[card]
        if ahead & 1 != self._attackers:
            return 0
        return table + self._bottom * self._multiplier(lead, hands[ahead]) if self._bottom else table

    def _multiplier(self, lead: Sequence[int], winning: Sequence[int]) -> int:
        key = (*lead, *winning)
        times = self._times.get(key)
        if times is None:
            faces = self._kinds.faces_of
            times = bottom_multiplier(faces(lead), faces(winning), self._kinds.trump, self._rules)
            self._times[key] = times
        return times


def _without(hand: Sequence[int], card: int) -> list[int]:
    """The other one of two cards."""
    return [hand[1] if hand[0] == card else hand[0]]
