"""Bidding: with enough trumps, more boldly as the deal goes on; never against the partner lightly."""

from game.engine import Cards, View, judge_bid, seat_team
from game.engine.bids import Phase, strength
from game.engine.cards import BJ, LJ, POINTS, RANKS, SUITS, hand_size

LEVEL_CARD = 1.3
JOKER = 1.0
PAIR = 0.7
"""A trump of the suit counts 1; these are the others' and a pair's worth beside it."""
FAIR = 0.36
"""What a card is worth on average."""
EARLY, LATE = 1.1, 0.9
"""Strength wanted (1 is a fair share of the trumps) with no card dealt, and with all."""
NO_TRUMP, NO_TRUMP_OVER, NO_TRUMP_PARTNER = 1.35, 0.15, 0.6
"""Strength wanted for no trump: at first, more over another bid, and still more over the partner's."""
NO_TRUMP_POINTS, NO_TRUMP_ATTACK = 0.15, 0.1
"""How much less will do when the level cards are points, and for attackers."""
NO_TRUMP_COUNTER = 0.65
"""Strength wanted for it after a bury: the bottom is taken up with it, and few bids are left to beat it."""


def choose_bid(view: View) -> Cards | None:
    """The cards to show now, None for none."""
    hand = view.hand
    level = RANKS.index(view.level)
    held = [0] * 54
    for face in hand:
        held[face] += 1
    phase = _phase(view)
    best: Cards | None = None
    best_gain = 0.0
    for i in range(4):
        face = 13 * i + level
        if held[face] and _higher(view, phase, (face,) * held[face]):
            gain = suit_strength(view, held, i) - _wanted(view, held, i)
            if gain > best_gain or (best is None and gain >= 0):
                best, best_gain = (face,) * held[face], gain
    if view.rules.joker_bids and phase != "flipping":
        for face in (LJ, BJ):
            if held[face] >= 2 and _higher(view, phase, (face,) * held[face]):
                gain = _no_trump_strength(view, held, level) - _no_trump_wanted(view)
                if gain > best_gain:
                    best, best_gain = (face,) * held[face], gain
    if best is None or view.seat is None:
        return None
    if judge_bid(view.bids, view.seat, best, hand, view.level, view.rules, phase) is not None:
        return None
    return best


def _phase(view: View) -> Phase:
    """When this bid would be made."""
    if view.phase == "flipping" or view.phase == "countering":
        return view.phase
    return "dealing"


def _higher(view: View, phase: Phase, cards: Cards) -> bool:
    """Whether a bid could beat what stands, at a glance."""
    if not view.bids or (phase == "flipping" and view.rules.decks == 1):
        return True
    standing = view.bids[-1].cards
    if phase == "flipping":
        return len(cards) > len(standing)
    return strength(cards, view.rules) > strength(standing, view.rules)


def suit_strength(view: View, held: list[int], suit: int) -> float:
    """How the hand would stand with this suit as trump: 1 is a fair share, seen to the full hand."""
    level = RANKS.index(view.level)
    score = 0.0
    for face in range(13 * suit, 13 * suit + 13):
        n = held[face]
        if n:
            score += n + PAIR * (n > 1)
    for i in range(4):
        score += held[13 * i + level] * (LEVEL_CARD - (1.0 if i == suit else 0.0))
    score += JOKER * (held[LJ] + held[BJ]) + PAIR * ((held[LJ] > 1) + (held[BJ] > 1)) + 0.5 * held[BJ]
    if view.rules.two_is_trump and level:
        score += sum(0.8 * held[13 * i] for i in range(4) if i != suit)
    size = hand_size(view.rules.decks)
    dealt = len(view.hand)
    # a small hand says little: mix in a fair share for the cards to come
    seen = score + (size - dealt) * FAIR
    return seen / (size * FAIR)


def _wanted(view: View, held: list[int], suit: int) -> float:
    """The strength it takes to bid this suit now."""
    progress = len(view.hand) / hand_size(view.rules.decks)
    wanted = EARLY + (LATE - EARLY) * progress
    if view.dealer is None:
        wanted -= 0.12  # the first bid also makes the dealer
    elif view.seat is not None and seat_team(view.dealer) != seat_team(view.seat):
        wanted += 0.03
    if not view.bids or view.seat is None:
        return wanted
    standing = view.bids[-1]
    same = SUITS[suit] == (None if standing.cards[0] >= LJ else SUITS[standing.cards[0] // 13])
    if standing.seat == view.seat:
        if same:
            return 0.0  # more of the same locks it
        if standing.cards[0] >= LJ:
            return wanted + 0.25
        return suit_strength(view, held, standing.cards[0] // 13) + 0.25
    if standing.seat % 2 == view.seat % 2:
        return 1.55 if not same else 9.0
    return wanted + 0.05


def _no_trump_wanted(view: View) -> float:
    """The strength it takes to bid no trump now: less with points for level cards, and for attackers."""
    wanted = NO_TRUMP_COUNTER if view.phase == "countering" else NO_TRUMP
    if POINTS[RANKS.index(view.level)]:
        wanted -= NO_TRUMP_POINTS
    if view.seat is not None and view.dealer is not None and seat_team(view.dealer) != seat_team(view.seat):
        wanted -= NO_TRUMP_ATTACK
    if view.bids:
        if view.phase != "countering":
            wanted += NO_TRUMP_OVER
        if view.bids[-1].seat % 2 == (view.seat or 0) % 2:
            wanted += NO_TRUMP_PARTNER
    return wanted


def _no_trump_strength(view: View, held: list[int], level: int) -> float:
    """How the hand would stand without a trump suit: a fair share of big cards is 1."""
    decks = view.rules.decks
    big = 1.5 * held[BJ] + 1.2 * held[LJ] + sum(held[13 * i + level] for i in range(4))
    ace = 12 if level != 12 else 11
    big += 0.7 * sum(held[13 * i + ace] for i in range(4))
    return big / (0.25 * decks * (2.7 + 4 + 2.8))
