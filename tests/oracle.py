"""A second, slow and obvious statement of the card rules, for checking a faster one on small positions.

Cards and shapes are in ``oracle_shapes.py``, which also says how both are written; here throws, replies,
tricks and the bottom are judged by them.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations

from oracle_shapes import (
    CACHE,
    components,
    face_numbers,
    holds,
    read_lead,
    sorted_cards,
    strength,
    suit_of,
    top_of,
    wider_component,
    without,
)

# ----------------------------------------------------------------------------------------- leading, throwing


def throw(lead, others, level, trump_suit, options):
    """None when the lead stands, else the cards (sorted) that must be played instead."""
    game = (level, trump_suit, options)
    read = read_lead(lead, game)
    # "One component may always be led."
    if len(read) == 1:
        return None
    suit = suit_of(lead[0], *game)
    beaten = []
    for width, length, cards in read:
        component = (width, length, cards)
        # "A component is beaten when one of the three other hands (the partner's too) holds, in that suit, a
        # component of the same width and length (cut from anything larger) that is higher."
        # "Void hands' trumps never break a throw."  "An equal card does not beat."
        for hand in others:
            held = sorted_cards([card for card in hand if suit_of(card, *game) == suit], game)
            if any(
                other[:2] == (width, length) and top_of(other, game) > top_of(component, game)
                for other in components(held, game)
            ):
                beaten.append(component)
                break
    # "Several at once is a throw: every component must be unbeatable."
    if not beaten:
        return None

    def rank(component):
        size = len(component[2])
        if options.throw_forced == "smallest_first":
            # "the beaten component with the fewest cards, then the lowest"
            return (size, top_of(component, game), face_numbers(component))
        # "the leader must play instead the lowest-ranked beaten component (a run ranks by its top; ties: the
        # one with fewer cards, then the lower face numbers)"
        return (top_of(component, game), size, face_numbers(component))

    return tuple(sorted(min(beaten, key=rank)[2]))


# ------------------------------------------------------------------------------------------------- following


def _units(cards, width, length, whole, kept, game):
    """All units that may go into a led component of this width and length.

    `whole`: (face, count) of the faces that count only whole; `kept`: faces whose pairs are not owed to a
    component of length 1.
    """
    options, whole, units = game[2], dict(whole), []
    for unit in components(cards, game):
        unit_width, unit_length, unit_cards = unit
        # "Into a component of width w and length n go units (pairs or wider, and runs of them) no wider than
        # w and no longer than n"
        if unit_width < 2 or unit_width > width or unit_length > length:
            continue
        # "`follow_partial_tractor = free`: a run shorter than the led one counts as its pairs."
        # READING: a short run of triples or quads counts as its triples or quads.
        if options.follow_partial_tractor == "free" and 1 < unit_length < length:
            continue
        # "`follow_longer_tuple = protected`: a face held three or four times counts only whole, into a
        # component at least as wide"
        if any(whole.get(card, unit_width) != unit_width for card in unit_cards):
            continue
        # "`follow_tractor_for_pair = protected`: for a component of length 1, pairs that stand in a tractor
        # of the hand are not owed."
        # READING: only units that are pairs; a triple or quad is owed wherever it stands.
        if length == 1 and unit_width == 2 and unit_cards[0] in kept:
            continue
        units.append(unit)
    return units


@lru_cache(CACHE)
def _fillings(cards, width, length, room, whole, kept, game):
    """All ways of filling a led component with disjoint units: {(list of (width, length), cards left)}."""
    ways = {((), cards)}
    for unit in _units(cards, width, length, whole, kept, game):
        size = len(unit[2])
        # "as many as its cards allow"
        if size <= room:
            rest = without(cards, unit[2])
            for units, left in _fillings(rest, width, length, room - size, whole, kept, game):
                # "widest first, then longest"
                ways.add((tuple(sorted((*units, unit[:2]), reverse=True)), left))
    return ways


@lru_cache(CACHE)
def _best_list(cards, led, whole, kept, game):
    """The best list of units that these cards give to the led components, one list for each component.

    Loose singles take no part: they fill what the units leave open, in whatever way.
    """
    if not led:
        return ()
    # "A reply fills the led components in the order they were read."
    (width, length), later = led[0], led[1:]
    # "The list of units (their width and length, component by component) is compared item by item, as words
    # in a dictionary."
    # READING: the lists for the first component are compared first, and only if equal those for the second.
    return max(
        (units, *_best_list(left, later, whole, kept, game))
        for units, left in _fillings(cards, width, length, width * length, whole, kept, game)
    )


@lru_cache(CACHE)
def _duty(led, held, game):
    """What the hand owes to the led shapes: (best list, faces that count only whole)."""
    options = game[2]
    whole = ()
    if options.follow_longer_tuple == "protected":
        # "both lists, owed and played, are made that way from the hand before the play, so a pair cut from a
        # triple pays no debt"
        whole = tuple((face, count) for face, count in sorted(Counter(held).items()) if count >= 3)
    kept = frozenset()
    if options.follow_tractor_for_pair == "protected":
        # READING: a pair stands in a tractor when its face is part of some run of pairs that can be cut from
        # the led suit's cards in the hand before the play, faces that count only whole staying out of it.
        kept = frozenset(
            card
            for width, length, cards in components(held, game)
            if width == 2 and length >= 2 and not any(card in dict(whole) for card in cards)
            for card in cards
        )
    # "The best list that the hand can give is owed"
    return _best_list(held, led, whole, kept, game), whole


def may_follow(lead, hand, play, level, trump_suit, options):
    """Whether `play` is a legal reply to `lead` from `hand` (the hand before playing)."""
    game = (level, trump_suit, options)
    led = tuple((width, length) for width, length, _ in read_lead(lead, game))
    # "Follow with as many cards as were led."
    if len(play) != len(lead) or not holds(hand, play):
        return False
    suit = suit_of(lead[0], *game)
    held = sorted_cards([card for card in hand if suit_of(card, *game) == suit], game)
    given = sorted_cards([card for card in play if suit_of(card, *game) == suit], game)
    # "Holding n or fewer of the led suit: play them all, the rest is free."
    if len(held) <= len(lead):
        return given == held
    # "Holding more: only that suit."
    if len(given) != len(play):
        return False
    # "`follow_structure = none`: only suit and count matter."
    if options.follow_structure == "none":
        return True
    # "the wider shape is then always a legal reply"
    # READING: always as to its shape; the duty to follow suit stands.
    if wider_component(lead, play, game):
        return True
    # "a play is legal when its own best list is at least as good"
    owed, whole = _duty(led, held, game)
    return _best_list(given, led, whole, frozenset(), game) >= owed


def follows(lead, hand, level, trump_suit, options):
    """All legal replies, as a set of sorted tuples."""
    plays = set(combinations(sorted(hand), len(lead)))
    return {play for play in plays if may_follow(lead, hand, play, level, trump_suit, options)}


# ------------------------------------------------------------------------------------------- winning a trick


@lru_cache(CACHE)
def _cuttings(cards, led, game):
    """All ways of cutting the cards into exactly the led shapes.

    Each way is the tuple of the components' tops, in the order of the led shapes and, where several are of
    the same shape, from high to low (equal shapes always stand together in the order read).
    """
    if not led:
        return set() if cards else {()}
    ways = set()
    for component in components(cards, game):
        if component[:2] == led[0]:
            for tops in _cuttings(without(cards, component[2]), led[1:], game):
                same = led.count(led[0])
                group = sorted((top_of(component, game), *tops[: same - 1]), reverse=True)
                ways.add((*group, *tops[same - 1 :]))
    return ways


def _higher(tops, standing):
    # "sorted by strength within each shape, none lower and one higher"
    pairs = list(zip(tops, standing, strict=True))
    return all(a >= b for a, b in pairs) and any(a > b for a, b in pairs)


def winner(plays, level, trump_suit, options):
    """The index of the winning play; plays[0] is the lead, all plays are taken to be legal."""
    game = (level, trump_suit, options)
    lead = plays[0]
    read = read_lead(lead, game)
    led = tuple((width, length) for width, length, _ in read)
    suit = suit_of(lead[0], *game)
    best, standing = None, None
    for index, play in enumerate(plays):
        suits = {suit_of(card, *game) for card in play}
        # "A ruff is trumps only, from a hand void in the led suit"
        if suits not in ({suit}, {"T"}) or len(play) != len(lead):
            continue
        ruff = suits != {suit}
        # "The highest play of the led suit that matches the lead's shape wins, unless it is ruffed."
        # "it must match the lead's shape (at least as many tractors and pairs, of at least their size; every
        # way of cutting the reply is tried); else it is a discard and cannot win"
        # Whatever has them at least that large can be cut down to exactly the lead's shapes.
        cuttings = _cuttings(sorted_cards(play, game), led, game)
        wider = wider_component(lead, play, game)
        if not cuttings and not wider:
            continue
        if len(led) == 1:
            # "A ruff still beats the led suit: plays compare by (ruff?, width, rank), then the earlier."
            # Without `wide_over_narrow` all widths are the same.
            width, top = (wider[0], top_of(wider, game)) if wider else (led[0][0], max(cuttings)[0])
            takes, value = best is None or (ruff, width, top) > standing, (ruff, width, top)
        elif options.throw_compare == "main_component":
            # "by the best component that can stand for the lead's main component, every way of cutting tried;
            # nothing else counts"
            value = (ruff, max(tops[0] for tops in cuttings))
            takes = best is None or value > standing
        elif options.throw_compare == "highest_card":
            value = (ruff, max(strength(card, *game) for card in play))
            takes = best is None or value > standing
        else:
            # READING: the standing winner stands by the cutting with which it took the lead, by the highest
            # of them (first component first) if there were several.
            if best is not None and ruff == standing[0]:
                cuttings = {tops for tops in cuttings if _higher(tops, standing[1])}
            takes = bool(cuttings) and (best is None or ruff >= standing[0])
            value = (ruff, max(cuttings)) if takes else None
        # "Equal plays: the earlier wins."
        if takes:
            best, standing = index, value
    return best


# --------------------------------------------------------------------------------------------------- bottom


def multiplier(lead, winning, level, trump_suit, options):
    """What the bottom's points are multiplied by when the attackers win the last trick with `winning`."""
    game = (level, trump_suit, options)
    read = read_lead(lead, game)
    counts = Counter(winning).values()
    if options.bottom_multiplier == "classic":
        # "by the attackers' winning cards as they lie: 6 for each triple or wider + 4 for each remaining
        # pair, a tractor counting its pairs; neither: 2"
        return sum(6 if count >= 3 else 4 if count == 2 else 0 for count in counts) or 2
    if options.bottom_multiplier == "doubling":
        # "2·2^k, k = pairs or wider in those cards"
        return 2 * 2 ** sum(count >= 2 for count in counts)
    if options.bottom_multiplier == "popo":
        # "by the lead's main component: single 2, pair 4, triple 6, quad 8, run 2 × its cards"
        width, length, _ = read[0]
        return 2 * width * length
    # "by the winning play cut to the lead's shape (or its own, where a wider shape won): a triple or wider 6;
    # else its longest tractor of n pairs 2·2^n; else a pair 4; else 2"
    wider = wider_component(lead, winning, game)
    cut = [(width, length) for width, length, _ in ([wider] if wider else read)]
    if any(width >= 3 for width, _ in cut):
        return 6
    longest = max([length for width, length in cut if width == 2], default=0)
    if longest >= 2:
        return 2 * 2**longest
    return 4 if longest == 1 else 2
