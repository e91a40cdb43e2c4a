"""Trials of plays, buries and bids: the deal played out from each, in worlds that fit the view."""

import random
from collections.abc import Callable, Sequence

from game.bots.endgame import OPEN, Endgame
from game.bots.guess import Guess
from game.bots.knowledge import BOTTOM, Knowledge
from game.bots.playout import Playout
from game.bots.values import Values
from game.bots.worlds import Worlds
from game.engine import Cards, Trump, View, bid_suit, points_of, seat_team
from game.engine.cards import RANKS, SUITS, bottom_size, hand_size
from game.engine.lean import Kinds, Lean, kinds_of
from game.engine.trump import TRUMP_GROUP

LEVEL_CARD = 1.5
"""What a level card counts beside one card of the suit, in who is likely to bid it."""
BOSS, PAIR, POINT, LENGTH = 8.0, 3.0, 1.0, 0.6
"""What it costs to bury the highest card of a suit, one of a pair, a point; and a card of a long suit."""


def play_trial(
    view: View, choices: Sequence[Cards], chance: random.Random, values: Values
) -> Callable[[Sequence[int]], Sequence[float]]:
    """Plays a deal out after each play; scores for the own side, world by world."""
    assert view.seat is not None
    assert view.dealer is not None
    kinds = kinds_of(view.trump)
    known = Knowledge(view)
    worlds = Worlds(known, kinds, chance.random, Guess(view).weight)
    policy, endgame = Playout(kinds, view.rules, chance.random), Endgame(kinds, view.rules)
    sign = 1.0 if seat_team(view.seat) != seat_team(view.dealer) else -1.0
    own = kinds.suits(kinds.of_faces(view.hand))
    own_bottom = None if known.sizes[BOTTOM] or view.buried is None else points_of(view.buried)
    plays = [kinds.of_faces(cards) for cards in choices]
    seat, dealer = view.seat, view.dealer

    def scores(running: Sequence[int]) -> Sequence[float]:
        world = worlds.draw()
        policy.mix()
        dealt = [kinds.suits(cards) for cards in world[:BOTTOM]]
        dealt[seat] = own
        bottom = sum([kinds.points[k] for k in world[BOTTOM]]) if own_bottom is None else own_bottom
        found = []
        for choice in running:
            lean = Lean(
                kinds,
                view.rules,
                [[suit[:] for suit in hand] for hand in dealt],
                leader=view.leader,
                dealer=dealer,
                points=view.points,
                bottom_points=bottom,
            )
            lean.put(view.plays)
            lean.play(plays[choice][:])
            lean.finish(policy, OPEN)
            found.append(sign * values.of(endgame.points(lean)))
        return found

    return scores


def bury_trial(
    view: View, choices: Sequence[Cards], chance: random.Random, values: Values
) -> Callable[[Sequence[int]], Sequence[float]]:
    """Plays a deal out after each bury; scores for the own side, world by world."""
    assert view.seat is not None
    assert view.dealer is not None
    seat, dealer = view.seat, view.dealer
    kinds = kinds_of(view.trump)
    worlds = Worlds(Knowledge(view), kinds, chance.random)
    policy, endgame = Playout(kinds, view.rules, chance.random), Endgame(kinds, view.rules)
    sign = -1.0 if seat_team(seat) == seat_team(dealer) else 1.0
    kept = []
    for cards in choices:
        left = list(view.hand)
        for card in cards:
            left.remove(card)
        kept.append(kinds.suits(kinds.of_faces(left)))

    def scores(running: Sequence[int]) -> Sequence[float]:
        dealt = [kinds.suits(cards) for cards in worlds.draw()[:BOTTOM]]
        policy.mix()
        found = []
        for choice in running:
            hands = [kept[choice] if s == seat else hand for s, hand in enumerate(dealt)]
            lean = Lean(
                kinds,
                view.rules,
                [[suit[:] for suit in hand] for hand in hands],
                leader=dealer,
                dealer=dealer,
                points=view.points,
                bottom_points=points_of(choices[choice]),
            )
            lean.finish(policy, OPEN)
            found.append(sign * values.of(endgame.points(lean)))
        return found

    return scores


def bid_trial(
    view: View, choices: Sequence[Cards], chance: random.Random, values: Values
) -> Callable[[Sequence[int]], Sequence[float]]:
    """Deals the rest, buries and plays out in the trump of each bid; () is to let be what stands.

    Where nothing stands, the seat with the longest suit that it can bid is taken to bid it.
    """
    assert view.seat is not None
    seat, rules = view.seat, view.rules
    drawing = kinds_of(view.trump)
    worlds = Worlds(Knowledge(view), drawing, chance.random)
    policies: dict[str | None, Playout] = {}
    size = hand_size(rules.decks)

    def scores(running: Sequence[int]) -> Sequence[float]:
        world = worlds.draw()
        rest = [face for _, face in sorted([(chance.random(), drawing.face[k]) for k in world[BOTTOM]])]
        hands = []
        for s in range(4):
            hand = list(view.hand) if s == seat else list(drawing.faces_of(world[s]))
            more = size - len(hand)
            hands.append(hand + rest[:more])
            rest = rest[more:]
        found = []
        for choice in running:
            bidder, suit = _outcome(view, choices[choice], hands)
            dealer = bidder if view.dealer is None else view.dealer
            kinds = kinds_of(Trump(view.level, suit, rules.two_is_trump))
            if suit not in policies:
                policies[suit] = Playout(kinds, rules, chance.random)
            policy = policies[suit]
            policy.mix()
            dealt = [kinds.of_faces(hand) for hand in hands]
            bottom = buried(kinds, dealt[dealer] + kinds.of_faces(rest), bottom_size(rules.decks))
            dealt[dealer] += kinds.of_faces(rest)
            for kind in bottom:
                dealt[dealer].remove(kind)
            lean = Lean(
                kinds,
                rules,
                [kinds.suits(hand) for hand in dealt],
                leader=dealer,
                dealer=dealer,
                points=0,
                bottom_points=sum([kinds.points[k] for k in bottom]),
            )
            value = values.of(lean.finish(policy))
            found.append(-value if seat_team(seat) == seat_team(dealer) else value)
        return found

    return scores


def _outcome(view: View, bid: Cards, hands: Sequence[Sequence[int]]) -> tuple[int, str | None]:
    """(who deals if nobody deals yet, trump suit) when this bid is the last."""
    assert view.seat is not None
    first = view.bids[0].seat if view.bids and view.rules.first_dealer == "first_bidder" else None
    if bid:
        return view.seat if first is None else first, bid_suit(bid)
    if view.bids:
        return view.bids[-1].seat if first is None else first, bid_suit(view.bids[-1].cards)
    level = RANKS.index(view.level)
    best: tuple[float, int, str | None] = (0.0, view.first, None)
    for s, hand in enumerate(hands):
        for i, suit in enumerate(SUITS):
            levels = hand.count(13 * i + level)
            if levels:
                length = sum([13 * i <= face < 13 * i + 13 for face in hand])
                best = max(best, (length + LEVEL_CARD * levels, s, suit), key=lambda b: b[0])
    return best[1], best[2]


def buried(kinds: Kinds, hand: Sequence[int], size: int) -> list[int]:
    """What a dealer buries in a hurry: low plain cards of short suits, no points and no winners."""
    length = [0] * 5
    for kind in hand:
        length[kinds.group[kind]] += 1
    price = {}
    for kind in hand:
        group = kinds.group[kind]
        if group == TRUMP_GROUP:
            cost = 100.0 + kinds.place[kind]
        else:
            cost = 0.3 * kinds.place[kind] + POINT * kinds.points[kind] + LENGTH * length[group]
            cost += BOSS * (kind + 1 == kinds.starts[group + 1]) + PAIR * (hand.count(kind) > 1)
        price[kind] = cost
    return sorted(hand, key=price.__getitem__)[:size]
