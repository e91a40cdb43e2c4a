"""Burying: empty short suits, all but their winners; keep trumps and pairs; no points without need."""

from collections.abc import Sequence
from itertools import combinations
from operator import itemgetter

from game.bots.memory import Known
from game.engine import Cards, View, points_of
from game.engine.cards import POINTS, bottom_size
from game.engine.trump import TRUMP_GROUP

VOIDED, BARED = 14.0, 16.0
"""What it is worth to bury a plain suit whole, and all of it but winners."""
POINT_WEAK, POINT_STRONG = 1.5, 0.4
"""What burying a point costs with few trumps, and with enough to win the last trick."""
WEAK, STRONG = 0.27, 0.48
"""The parts of all trumps up to which a hand is weak, and from which on it is strong."""
WINNER = 14.0
"""What burying a card that nothing unseen beats costs."""
PAIR, PAIR_PLACE, RUN = 3.0, 4.0, 5.0
"""What burying a card of a pair costs: at least, by its place, and of a tractor."""
MINDS = ((1.0, 1.0), (0.3, 1.0), (2.5, 1.0), (1.0, 0.2), (0.3, 0.2))
"""How much dealers mind points and pairs, beside what is usual."""


def choose_bury(view: View) -> Cards:
    """As many cards as the bottom has, within ``bottom_points_limit`` where the hand allows."""
    return min(valued_buries(view), key=itemgetter(0))[1]


def buries_to_try(view: View) -> list[tuple[float, Cards]]:
    """Buries for a search with what they cost by the rules of thumb, the best first: theirs, and those of
    dealers who mind points or pairs less, or points more."""
    known = Known(view)
    price = _prices(known)
    found: dict[Cards, float] = {}
    for points, pairs in MINDS:
        other = _prices(known, points, pairs)
        for cost, cards in _buries(known, other):
            cost += sum([price[f] - other[f] for f in cards])
            found.setdefault(tuple(sorted(cards)), cost)
    return sorted((cost, cards) for cards, cost in found.items())


def valued_buries(view: View) -> list[tuple[float, Cards]]:
    """Buries worth a look with what they cost."""
    known = Known(view)
    return _buries(known, _prices(known))


def _buries(known: Known, price: Sequence[float]) -> list[tuple[float, Cards]]:
    """The cheapest that empty up to two plain suits, of all cards or of all but winners."""
    view = known.view
    size = bottom_size(view.rules.decks)
    limit = view.rules.bottom_points_limit
    cheap = sorted(view.hand, key=lambda f: price[f])
    emptied = []
    for group in range(TRUMP_GROUP):
        suit = [f for f in known.suits[group] for _ in range(known.held[f])]
        losers = [f for f in suit if known.higher(f)]
        emptied.append((group, suit, VOIDED))
        if len(losers) < len(suit):
            emptied.append((group, losers, BARED))
    emptied = [way for way in emptied if 0 < len(way[1]) <= size]
    found: list[tuple[float, Cards]] = []
    for n in range(3):
        for ways in combinations(emptied, n):
            groups = {group for group, _, _ in ways}
            cards = [f for _, gone, _ in ways for f in gone]
            if len(groups) < n or len(cards) > size:
                continue
            cards += [f for f in cheap if known.trump.group[f] not in groups][: size - len(cards)]
            if len(cards) == size and (limit is None or points_of(cards) <= limit):
                gain = sum([worth for _, _, worth in ways])
                found.append((sum([price[f] for f in cards]) - gain, tuple(cards)))
    if found:
        return found
    harmless = tuple(sorted(view.hand, key=lambda f: (POINTS[f], price[f]))[:size])
    return [(sum(price[f] for f in harmless), harmless)]


def _prices(known: Known, points: float = 1.0, pairs: float = 1.0) -> list[float]:
    """What burying a card of each face costs, to one who minds points and pairs so many times as much."""
    decks = known.view.rules.decks
    share = known.in_suit[TRUMP_GROUP] / (known.in_suit[TRUMP_GROUP] + known.unseen_in[TRUMP_GROUP])
    # many trumps: the last trick is likely won
    weak = min(1.0, max(0.0, (STRONG - share) / (STRONG - WEAK)))
    point = POINT_STRONG + (POINT_WEAK - POINT_STRONG) * weak
    price = [0.0] * len(known.held)
    for group, faces in enumerate(known.suits):
        chain = known.trump.chain[group]
        for face in faces:
            place = known.trump.position[face]
            if group == TRUMP_GROUP:
                price[face] = 30.0 + 3.0 * place
                continue
            cost = 3.0 * place / len(chain) + POINTS[face] * point * points
            higher = known.higher(face)
            if higher == 0:
                cost += WINNER
            elif higher <= decks:
                cost += 2.0
            if known.held[face] > 1:
                cost += pairs * (PAIR + PAIR_PLACE * place / len(chain))
                if any(
                    known.held[f] > 1
                    for near in (place - 1, place + 1)
                    if 0 <= near < len(chain)
                    for f in chain[near]
                ):
                    cost += RUN
            price[face] = cost
    return price
