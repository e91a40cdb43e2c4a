"""Burying: empty short weak suits; keep trumps, aces, pairs; bury no points without need."""

from itertools import combinations
from operator import itemgetter

from game.bots.memory import Known
from game.engine import Cards, View, points_of
from game.engine.cards import POINTS, bottom_size
from game.engine.trump import TRUMP_GROUP

VOIDED = 8.5
"""What an empty plain suit is worth."""
POINT, POINT_STRONG = 1.0, 0.4
"""What burying a point costs, and with trumps enough to win the last trick."""
STRONG = 0.43
"""The part of all trumps from which on the hand is strong."""
WINNER = 14.0
"""What burying a card that nothing unseen beats costs."""
PAIR, PAIR_PLACE, RUN = 3.0, 4.0, 5.0
"""What burying a card of a pair costs: at least, by its place, and of a tractor."""


def choose_bury(view: View) -> Cards:
    """As many cards as the bottom has, within ``bottom_points_limit`` where the hand allows."""
    return min(valued_buries(view), key=itemgetter(0))[1]


def valued_buries(view: View) -> list[tuple[float, Cards]]:
    """Buries worth a look with what they cost, each that empties up to two plain suits."""
    known = Known(view)
    size = bottom_size(view.rules.decks)
    limit = view.rules.bottom_points_limit
    price = _prices(known)
    cheap = sorted(view.hand, key=lambda f: price[f])
    found: list[tuple[float, Cards]] = []
    plain = [g for g in range(TRUMP_GROUP) if 0 < known.in_suit[g] <= size]
    for n in range(3):
        for emptied in combinations(plain, n):
            cards = [f for g in emptied for f in known.suits[g] for _ in range(known.held[f])]
            if len(cards) > size:
                continue
            rest = [f for f in cheap if known.trump.group[f] not in emptied]
            cards += rest[: size - len(cards)]
            if limit is not None and points_of(cards) > limit:
                continue
            found.append((sum(price[f] for f in cards) - VOIDED * n, tuple(cards)))
    if found:
        return found
    harmless = tuple(sorted(view.hand, key=lambda f: (POINTS[f], price[f]))[:size])
    return [(sum(price[f] for f in harmless), harmless)]


def _prices(known: Known) -> list[float]:
    """What burying a card of each face costs."""
    decks = known.view.rules.decks
    share = known.in_suit[TRUMP_GROUP] / (known.in_suit[TRUMP_GROUP] + known.unseen_in[TRUMP_GROUP])
    strong = share > STRONG
    price = [0.0] * len(known.held)
    for group, faces in enumerate(known.suits):
        chain = known.trump.chain[group]
        for face in faces:
            place = known.trump.position[face]
            if group == TRUMP_GROUP:
                price[face] = 30.0 + 3.0 * place
                continue
            cost = 3.0 * place / len(chain) + POINTS[face] * (POINT_STRONG if strong else POINT)
            higher = known.higher(face)
            if higher == 0:
                cost += WINNER
            elif higher <= decks:
                cost += 2.0
            if known.held[face] > 1:
                cost += PAIR + PAIR_PLACE * place / len(chain)
                if any(
                    known.held[f] > 1
                    for near in (place - 1, place + 1)
                    if 0 <= near < len(chain)
                    for f in chain[near]
                ):
                    cost += RUN
            price[face] = cost
    return price
