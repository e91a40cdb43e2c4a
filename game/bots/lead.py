"""Leading: winners, pairs and tractors while the suits are whole, throws only when certain."""

from collections.abc import Iterator
from operator import itemgetter

from game.bots.memory import RUFFS_BARE, RUFFS_WITH_POINTS, Known
from game.bots.worth import TEMPO, Worth
from game.engine import Cards, points_of, read_shape
from game.engine.trump import TRUMP_GROUP

ADDED = 3.5
"""Points that the other three add to a trick, for each card led."""
TRUMP_SPENT = 0.4
"""The part of a trump's worth that leading it costs."""
TOP_SPENT = 0.7
"""The same for a single trump that nothing beats: it draws few trumps for its price."""
WINNER_SPENT = 0.15
"""The part of a plain card's worth that leading it costs when it wins; all of it when it loses."""
DRAWS = 1.5
"""What it is worth to draw trumps, for a dealer side that is longer in them."""
RUFFED = 1.5
"""What a throw costs those who ruff it, for each of their trumps."""
PARTNER_RUFFS = 2.5
"""What it is worth to lead a suit the partner can ruff."""
PARTNER_OVER = 0.35
"""How often a partner who can go above an enemy's winning card does so in time."""


def choose_lead(known: Known) -> Cards:
    """The cards to lead: one component, or a throw that nothing unseen can beat."""
    return max(valued_leads(known), key=itemgetter(0))[1]


def valued_leads(known: Known) -> Iterator[tuple[float, Cards]]:
    """Every lead worth a look with its value in points."""
    worth = Worth(known)
    for group, faces in enumerate(known.suits):
        if not faces:
            continue
        for cards, width, length in _components(known, group):
            yield _value(known, worth, group, cards, width, length), cards
        thrown = _throw(known, group)
        if thrown:
            yield _throw_value(known, worth, group, thrown), thrown


def _components(known: Known, group: int) -> Iterator[tuple[Cards, int, int]]:
    """Single components of a suit that are worth a look, as (cards, width, length)."""
    faces = known.suits[group]
    held = known.held
    for face in faces:
        for width in range(1, held[face] + 1):
            yield (face,) * width, width, 1
    if all(held[face] < 2 for face in faces):
        return
    chain = known.trump.chain[group]
    for width in range(2, known.view.rules.decks + 1):
        run: list[int] = []
        for place in (*chain, ()):
            wide = [f for f in place if held[f] >= width]
            if wide:
                run.append(wide[0])
                continue
            if len(run) > 1:
                yield tuple(f for f in run for _ in range(width)), width, len(run)
            run = []


def _throw(known: Known, group: int) -> Cards:
    """All components of a suit that are certainly unbeatable, when they are several; else ()."""
    if known.in_suit[group] < 2:
        return ()
    rules = known.view.rules
    everything = [f for f in known.suits[group] for _ in range(known.held[f])]
    if known.can_be_beaten(group, 1, 1, known.trump.position[everything[-1]]) and all(
        known.held[f] < 2 for f in known.suits[group]
    ):
        return ()
    parts = read_shape(everything, known.trump, rules)
    sure = [p for p in parts if not known.can_be_beaten(group, p.width, p.length, p.top)]
    if len(sure) < 2:
        return ()
    cards = tuple(c for part in sure for c in part.cards)
    again = read_shape(cards, known.trump, rules)
    if any(known.can_be_beaten(group, p.width, p.length, p.top) for p in again):
        return ()
    return cards


def _chance(known: Known, group: int, width: int, length: int, top: int) -> float:
    """How likely the own side wins the trick."""
    seat = known.seat
    first, second = (
        known.chance_beats((seat + i) % 4, group, width, length, top, False, True) for i in (1, 3)
    )
    alone = (1.0 - first) * (1.0 - second)
    partner = known.chance_beats(known.partner, group, width, length, top, False, True)
    return alone + (1.0 - alone) * partner * PARTNER_OVER


def _value(known: Known, worth: Worth, group: int, cards: Cards, width: int, length: int) -> float:
    """Points expected from leading one component, less the worth of its cards."""
    top = max(known.trump.position[c] for c in cards)
    points = points_of(cards)
    chance = _chance(known, group, width, length, top)
    if known.view.rules.wide_over_narrow and len(cards) > 1 and width < known.view.rules.decks:
        chance *= 0.95
    value = (2 * chance - 1) * worth.count(points + ADDED * len(cards)) + chance * TEMPO
    cost = worth.cost(cards)
    if group == TRUMP_GROUP:
        sure = width == 1 and not known.can_be_beaten(group, width, length, top)
        value -= (TOP_SPENT if sure else TRUMP_SPENT) * cost + worth.unguarded(cards)
        if not known.attacking and known.in_suit[group] * 3 > known.unseen_in[group]:
            value += DRAWS
        return value
    value -= cost * (1.0 - (1.0 - WINNER_SPENT) * chance)
    if known.void[known.partner][group] and not known.void[known.partner][TRUMP_GROUP]:
        value += PARTNER_RUFFS
    return value


def _throw_value(known: Known, worth: Worth, group: int, cards: Cards) -> float:
    """Points expected from a sure throw: only a ruff of the whole shape beats it."""
    parts = read_shape(cards, known.trump, known.view.rules)
    chance = 1.0
    points = points_of(cards)
    if group != TRUMP_GROUP:
        ruffs = RUFFS_WITH_POINTS if points else RUFFS_BARE
        for seat in ((known.seat + 1) % 4, (known.seat + 3) % 4):
            has = known.chance_trumps(seat, len(cards))
            for part in parts:
                if part.width > 1:
                    has *= known.chance_higher(seat, TRUMP_GROUP, part.width, part.length, -1)
            chance *= 1.0 - known.chance_void(seat, group) * has * ruffs
    value = (2 * chance - 1) * worth.count(points + ADDED * len(cards)) + chance * TEMPO
    value += (1.0 - chance) * RUFFED * len(cards)
    weight = TRUMP_SPENT if group == TRUMP_GROUP else 1.0 - (1.0 - WINNER_SPENT) * chance
    return value - weight * worth.cost(cards) - worth.unguarded(cards)
