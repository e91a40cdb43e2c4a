"""Playouts: quick sensible play of all four hands to the end of a deal, by the lean engine.

Every reply is legal (``tests/bots/test_playout.py`` plays them through ``decide``). The common ones
are made by hand here; where an option changes what is owed, the engine's own list is asked.
"""

from collections.abc import Callable, Sequence

from game.engine import RuleSet, legal_follows
from game.engine.lean import FOLLOWERS, Kinds, Lean, Suits
from game.engine.trump import TRUMP_GROUP

PLAIN = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
"""The plain suits, from each of them on."""
LEADS_TRUMP, LEADS_PAIR, RUFFS_BARE = 0.3, 0.6, 0.5
"""How often a leader without a winner leads trumps, a pair it has; how often a bare trick is ruffed."""
KEEPS = 5
"""With so many cards left a leader keeps a trump that nothing beats for the last trick."""

NOISE, STRIDE = 1009, 61
"""Chances drawn for a policy, and how many further on the next world begins."""


class Playout:
    """The policy of a playout: winners first, points to a partner who is ahead, cheap cards else.

    What it leaves to chance depends on the trick alone until ``mix`` is called, so that the same
    world played out from two choices differs by little but the choice.
    """

    __slots__ = ("_give", "_keep", "_kinds", "_noise", "_plain", "_points", "_power", "_rules", "_start")

    def __init__(self, kinds: Kinds, rules: RuleSet, chance: Callable[[], float]) -> None:
        """``chance`` gives numbers from 0 to 1."""
        self._kinds, self._rules = kinds, rules
        self._noise = [chance() for _ in range(NOISE)]
        self._start = 0
        self._points = kinds.points
        self._power = (*kinds.power, -1)  # no card, -1, has no power
        self._keep = tuple(p + 4 * n for p, n in zip(kinds.power, kinds.points, strict=True))
        self._give = tuple(p - 8 * n for p, n in zip(kinds.power, kinds.points, strict=True))
        self._plain = (
            rules.follow_structure == "required"
            and rules.follow_longer_tuple == "split"
            and rules.follow_partial_tractor == "required"
            and rules.follow_tractor_for_pair == "give"
        )

    def mix(self) -> None:
        """Other chances from here on: for the next world."""
        self._start = (self._start + STRIDE) % NOISE

    def lead(self, table: Lean) -> list[int]:
        """A pair or card that nothing can beat, a card to a partner who has one, else a low one."""
        hands, leader = table.hands, table.leader
        at = self._start + table.left
        noise, power = self._noise, self._power
        hand = hands[leader]
        first, second, third = FOLLOWERS[leader]
        before, across, after = hands[first], hands[second], hands[third]
        spare = give = -1
        for g in PLAIN[int(noise[at % NOISE] * 4)]:
            suit = hand[g]
            if not suit:
                continue
            spare = g
            top = suit[-1]
            x, y, z = before[g], across[g], after[g]
            if len(suit) > 1:
                pair = _pair(suit)
                if (
                    pair >= 0
                    and (_pair(x) <= pair if x else _pair(before[4]) < 0)
                    and (_pair(z) <= pair if z else _pair(after[4]) < 0)
                ):
                    return [k for k in suit if k == pair]
            high = y[-1] if y and y[-1] > top else top
            if (x[-1] <= high if x else not before[4]) and (z[-1] <= high if z else not after[4]):
                if high == top:
                    return [top]
                give = g
        if give >= 0:
            return [self._richest(hand[give])]
        trumps = hand[4]
        if spare < 0 or (trumps and noise[(at + 60) % NOISE] < LEADS_TRUMP):
            suit = trumps
            x, z = before[4], after[4]
            pair = _pair(suit)
            if pair >= 0 and power[_pair(x)] <= power[pair] and power[_pair(z)] <= power[pair]:
                return [k for k in suit if k == pair]
            if table.left > KEEPS or len(suit) == 1:
                top = suit[-1]
                if (not x or power[x[-1]] <= power[top]) and (not z or power[z[-1]] <= power[top]):
                    return [top]
        else:
            suit = hand[spare]
        if noise[(at + 120) % NOISE] < LEADS_PAIR:
            pair = _pair(suit)
            if pair >= 0:
                return [pair, pair]
        points = self._points
        for k in suit:
            if not points[k]:
                return [k]
        return [suit[0]]

    def single(self, hand: Suits, led: int, best: int, ours: bool, points: int, after: Suits | None) -> int:
        """A reply to one card: what wins for sure, points to a partner who does, else the least."""
        suit, trumps = hand[led], hand[4]
        power, points_of = self._power, self._points
        bare = not points and self._noise[(self._start + best) % NOISE] >= RUFFS_BARE
        guard = -1  # the power the opponent after may play
        if after is not None:
            behind = after[led] or (() if bare else after[4])
            if behind:
                guard = power[behind[-1]]
        if ours and guard <= best:
            return self._richest(suit or hand[0] + hand[1] + hand[2] + hand[3] or trumps)
        if suit:
            if power[suit[-1]] > best:
                win = -1
                for k in suit:
                    if power[k] > best and power[k] >= guard and (win < 0 or points_of[k] > points_of[win]):
                        win = k
                if win >= 0:
                    return win
            for k in suit:
                if not points_of[k]:
                    return k
            return suit[0]
        if not ours and not bare and led != TRUMP_GROUP:
            for k in trumps:
                if power[k] > best and power[k] >= guard:
                    return k
        low = -1
        size = 99
        for g in (0, 1, 2, 3):
            suit = hand[g]
            if suit and len(suit) < size:
                for k in suit:
                    if not points_of[k]:
                        low, size = k, len(suit)
                        break
        if low >= 0:
            return low
        for g in (0, 1, 2, 3):
            if hand[g]:
                return hand[g][0]
        return trumps[0]

    def _richest(self, suit: Sequence[int]) -> int:
        """The lowest card of most points."""
        points = self._points
        best = suit[0]
        most = points[best]
        for k in suit:
            if points[k] > most:
                best, most = k, points[k]
        return best

    def several(self, table: Lean) -> list[int]:
        """A reply to several cards."""
        seat = table.turn
        hand = table.hands[seat]
        lead = table.plays[0]
        size = len(lead)
        led = self._kinds.group[lead[0]]
        suit = hand[led]
        ours = (seat ^ table.ahead) & 1 == 0
        if len(suit) <= size:
            if not suit and led != TRUMP_GROUP and not ours and len(hand[4]) >= size:
                ruff = self._component(hand[4], table, table.best)
                if ruff and (table.on_table or self._noise[(self._start + table.left) % NOISE] < RUFFS_BARE):
                    return ruff
            return suit + self._others(hand, led, size - len(suit), ours)
        price = (self._give if ours else self._keep).__getitem__
        if self._rules.follow_structure == "none":
            return sorted(suit, key=price)[:size]
        width, length = table.shape
        if not self._plain or not width:
            return self._by_the_book(table, hand)
        if length == 1:
            return self._like_one(suit, table, width, ours, price)
        answer = self._component(suit, table, table.best if not ours else -1) or self._component(
            suit, table, -1
        )
        if answer:
            return answer
        if width > 2:
            return self._by_the_book(table, hand)
        return self._pairs(suit, table, size, price)

    def _like_one(
        self, suit: list[int], table: Lean, width: int, ours: bool, price: Callable[[int], int]
    ) -> list[int]:
        """What is owed to identical cards: as wide as can be, again and again, then singles."""
        answer: list[int] = []
        left = suit[:]
        wide = width
        while wide > 1:
            found = [k for i, k in enumerate(left[wide - 1 :]) if left[i] == k]
            if not found:
                wide -= 1
                continue
            chosen = min(found, key=price)
            if wide == width and not ours:
                chosen = next((k for k in found if self._power[k] > table.best), chosen)
            answer += [chosen] * wide
            for _ in range(wide):
                left.remove(chosen)
            wide = min(wide, width - len(answer))
        left.sort(key=price)
        return answer + left[: width - len(answer)]

    def _component(self, suit: list[int], table: Lean, above: int) -> list[int]:
        """The lowest component of the led shape with more power than ``above``; [] for none."""
        width, length = table.shape
        if not width:
            return []
        power, place = self._power, self._kinds.place
        run: list[int] = []
        before = -1
        for i in range(len(suit) - width + 1):
            k = suit[i]
            if k == before or suit[i + width - 1] != k:
                continue
            before = k
            if run and place[k] == place[run[-1]]:
                continue
            if run and place[k] != place[run[-1]] + 1:
                run = []
            run.append(k)
            if len(run) >= length and power[k] > above:
                return [c for c in run[-length:] for _ in range(width)]
        return []

    def _pairs(self, suit: list[int], table: Lean, size: int, price: Callable[[int], int]) -> list[int]:
        """What is owed to a tractor of pairs that can't be answered whole: the longest runs, then singles."""
        place = self._kinds.place
        pairs = [k for i, k in enumerate(suit[1:]) if suit[i] == k]
        if len({place[k] for k in pairs}) < len(pairs):
            return self._by_the_book(table, table.hands[table.turn])
        answer: list[int] = []
        while pairs and len(answer) < size:
            runs: list[list[int]] = []
            for k in pairs:
                if runs and place[k] == place[runs[-1][-1]] + 1:
                    runs[-1].append(k)
                else:
                    runs.append([k])
            room = (size - len(answer)) // 2
            longest = max(min(len(run), room) for run in runs)
            taken = min(
                (run[:longest] for run in runs if len(run) >= longest), key=lambda r: sum(map(price, r))
            )
            answer += [k for k in taken for _ in (0, 1)]
            pairs = [k for k in pairs if k not in taken]
        left = suit[:]
        for k in answer:
            left.remove(k)
        return answer + sorted(left, key=price)[: size - len(answer)]

    def _others(self, hand: Suits, led: int, number: int, ours: bool) -> list[int]:
        """Cards of other suits: points for a partner who is ahead, else what is worth least."""
        if not number:
            return []
        rest = [k for g, suit in enumerate(hand) if g != led for k in suit]
        rest.sort(key=(self._give if ours else self._keep).__getitem__)
        return rest[:number]

    def _by_the_book(self, table: Lean, hand: Suits) -> list[int]:
        """The first legal reply the engine names."""
        kinds = self._kinds
        own = [k for suit in hand for k in suit]
        replies = legal_follows(kinds.faces_of(table.plays[0]), kinds.faces_of(own), kinds.trump, self._rules)
        return kinds.of_faces(next(replies))


def _pair(suit: Sequence[int]) -> int:
    """The highest kind of which there are two, -1 for none."""
    for i in range(len(suit) - 1, 0, -1):
        if suit[i] == suit[i - 1]:
            return suit[i]
    return -1
