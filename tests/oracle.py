"""A second, slow and obvious statement of the card rules, for checking a faster one on small positions.

Everything is done by trying all the ways: all components that can be cut from some cards, all ways of filling
a led component, all ways of cutting a play, all sub-multisets of a hand.  Only useful for hands of about ten
cards and leads of about seven.

Cards are codes ("S2".."SA", "H..", "C..", "D..", ten is "T", jokers "LJ" and "BJ"); `trump_suit` is a suit
letter or None for no trump; `level` is a rank letter.  "Sorted" results are sorted as plain strings; the
cards inside a shape go from low to high.

Readings chosen where a sentence allows two are marked READING.
"""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

SUITS = "SHCD"
RANKS = "23456789TJQKA"
CACHE = 100_000


@dataclass(frozen=True)
class Options:
    """The options that concern the card rules; "on" and "off" are taken for True and False."""

    decks: int = 2
    two_is_trump: bool = False
    decompose: str = "longest_first"  # tuple_first
    throw_forced: str = "lowest_beaten"  # smallest_first
    throw_compare: str = "main_component"  # all_components, highest_card
    follow_structure: str = "required"  # none
    follow_longer_tuple: str = "split"  # protected
    follow_partial_tractor: str = "required"  # free
    follow_tractor_for_pair: str = "give"  # protected
    wide_over_narrow: bool = False
    bottom_multiplier: str = "lezhong"  # classic, doubling, popo

    def __post_init__(self):
        for name in ("two_is_trump", "wide_over_narrow"):
            value = getattr(self, name)
            object.__setattr__(self, name, {"on": True, "off": False}.get(value, value))
        allowed = {
            "decks": (1, 2, 3, 4),
            "two_is_trump": (False, True),
            "decompose": ("longest_first", "tuple_first"),
            "throw_forced": ("lowest_beaten", "smallest_first"),
            "throw_compare": ("main_component", "all_components", "highest_card"),
            "follow_structure": ("required", "none"),
            "follow_longer_tuple": ("split", "protected"),
            "follow_partial_tractor": ("required", "free"),
            "follow_tractor_for_pair": ("give", "protected"),
            "wide_over_narrow": (False, True),
            "bottom_multiplier": ("lezhong", "classic", "doubling", "popo"),
        }
        for name, values in allowed.items():
            if getattr(self, name) not in values:
                raise ValueError(f"{name}: {getattr(self, name)!r}")


# ---------------------------------------------------------------------------------------------- cards, order


def face_number(card):
    # "Face numbers 0..53: S2..SA, H2..HA, C2..CA, D2..DA, LJ, BJ."
    if card == "LJ":
        return 52
    if card == "BJ":
        return 53
    return 13 * SUITS.index(card[0]) + RANKS.index(card[1])


def suit_of(card, level, trump_suit, options):
    # "Trump = jokers, all level cards, the trump suit; with `two_is_trump` also all 2s."
    # "In no trump trump = jokers and level cards (and 2s)."
    if card in ("LJ", "BJ"):
        return "T"
    if card[1] == level:
        return "T"
    if options.two_is_trump and card[1] == "2":
        return "T"
    if card[0] == trump_suit:
        return "T"
    # "Everything else belongs to its printed suit."
    return card[0]


def strength(card, level, trump_suit, options):
    """The card's place in the chain of its suit: adjacent ranks are one apart, equal cards share a place."""
    # "Plain suits: A K Q ... 2 without the level rank (and without 2 under `two_is_trump`)."
    plain = [rank for rank in RANKS if rank != level and not (options.two_is_trump and rank == "2")]
    if suit_of(card, level, trump_suit, options) != "T":
        return plain.index(card[1])
    # "At level 2 `two_is_trump` changes nothing."
    twos = options.two_is_trump and level != "2"
    if trump_suit is None:
        # "In no trump all level cards are equal (and all 2s)."  "In no trump: [2 –] level – LJ – BJ."
        chain = (["2"] if twos else []) + ["level", "LJ", "BJ"]
        if card in ("LJ", "BJ"):
            return chain.index(card)
        return chain.index("level" if card[1] == level else "2")
    # "Trump, high to low: BJ, LJ, main level, off level (the other suits' level cards, all equal),
    # [main 2, off 2], A K Q ... of the trump suit."
    chain = plain + (["off 2", "main 2"] if twos else []) + ["off level", "main level", "LJ", "BJ"]
    if card in ("LJ", "BJ"):
        return chain.index(card)
    side = "main" if card[0] == trump_suit else "off"
    if card[1] == level:
        return chain.index(side + " level")
    if twos and card[1] == "2":
        return chain.index(side + " 2")
    return chain.index(card[1])


def _sorted_cards(cards, game):
    """Low to high, equal cards by face number; the form in which cards are handed round below."""
    return tuple(sorted(cards, key=lambda card: (strength(card, *game), face_number(card))))


def _without(cards, gone):
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def _holds(hand, cards):
    return not Counter(cards) - Counter(hand)


def _top(component, game):
    # "a run ranks by its top"
    return max(strength(card, *game) for card in component[2])


def _faces(component):
    return sorted(face_number(card) for card in component[2])


# ---------------------------------------------------------------------------------------------------- shapes


@lru_cache(CACHE)
def _components(cards, game):
    """Every component that can be cut from cards of one suit, as (width, length, cards)."""
    counts = Counter(cards)
    found = []
    for width in (1, 2, 3, 4):
        # "A component is w identical cards (w = 1 single, 2 pair, 3 triple, 4 quad)"
        faces = [face for face in sorted(counts) if counts[face] >= width]
        found += [(width, 1, (face,) * width) for face in faces]
        # "or a run of n >= 2 adjacent ranks with w >= 2 each"
        if width < 2:
            continue
        for length in range(2, len(faces) + 1):
            for chosen in combinations(faces, length):
                places = sorted(strength(face, *game) for face in chosen)
                # "Two ranks are adjacent when they are next to each other in that order"
                # "Equal cards of different faces are equal in strength and are not a pair."
                if all(high == low + 1 for low, high in pairwise(places)):
                    found.append((width, length, _sorted_cards(chosen * width, game)))
    return found


@lru_cache(CACHE)
def _shapes(cards, game):
    options = game[2]

    def rank(component):
        width, length, _ = component
        if options.decompose == "tuple_first":
            # "`decompose = tuple_first` takes the widest first instead (ties: the longer, then the higher)."
            # READING: after these, the lower face numbers, as in the other manner.
            return (-width, -length, -_top(component, game), _faces(component))
        # "It is READ as components by taking the one with the most cards first (ties: the wider, then the
        # higher, then the lower face numbers), and so on"
        return (-width * length, -width, -_top(component, game), _faces(component))

    read = []
    while cards:
        first = min(_components(cards, game), key=rank)
        read.append(first)
        cards = _without(cards, first[2])
    return read


def shapes(cards, level, trump_suit, options):
    """The components in the order read, [(width, length, cards)]; None for mixed suits or no cards."""
    game = (level, trump_suit, options)
    # "A lead is any set of cards of one suit."
    if len({suit_of(card, *game) for card in cards}) != 1:
        return None
    return list(_shapes(_sorted_cards(cards, game), game))


def _read_lead(lead, game):
    read = shapes(lead, *game)
    if read is None:
        raise ValueError(f"not a lead: {lead}")
    return read


def _wider_component(lead, play, game):
    """The play as one component, if `wide_over_narrow` sets it above this lead's shape; else None."""
    # "`wide_over_narrow`, for a lead of one component: with the same number of cards, quad > two-pair
    # tractor, hurricane > tractor, carrier > hurricane > tractor, whatever the ranks"
    read, answer = _read_lead(lead, game), shapes(play, *game)
    if not game[2].wide_over_narrow or len(read) != 1 or answer is None or len(answer) != 1:
        return None
    if len(play) == len(lead) and answer[0][0] > read[0][0]:
        return answer[0]
    return None


# ----------------------------------------------------------------------------------------- leading, throwing


def throw(lead, others, level, trump_suit, options):
    """None when the lead stands, else the cards (sorted) that must be played instead."""
    game = (level, trump_suit, options)
    read = _read_lead(lead, game)
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
            held = _sorted_cards([card for card in hand if suit_of(card, *game) == suit], game)
            if any(
                other[:2] == (width, length) and _top(other, game) > _top(component, game)
                for other in _components(held, game)
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
            return (size, _top(component, game), _faces(component))
        # "the leader must play instead the lowest-ranked beaten component (a run ranks by its top; ties: the
        # one with fewer cards, then the lower face numbers)"
        return (_top(component, game), size, _faces(component))

    return tuple(sorted(min(beaten, key=rank)[2]))


# ------------------------------------------------------------------------------------------------- following


def _units(cards, width, length, whole, kept, game):
    """All units that may go into a led component of this width and length.

    `whole`: (face, count) of the faces that count only whole; `kept`: faces whose pairs are not owed to a
    component of length 1.
    """
    options, whole, units = game[2], dict(whole), []
    for unit in _components(cards, game):
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
            rest = _without(cards, unit[2])
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
            for width, length, cards in _components(held, game)
            if width == 2 and length >= 2 and not any(card in dict(whole) for card in cards)
            for card in cards
        )
    # "The best list that the hand can give is owed"
    return _best_list(held, led, whole, kept, game), whole


def may_follow(lead, hand, play, level, trump_suit, options):
    """Whether `play` is a legal reply to `lead` from `hand` (the hand before playing)."""
    game = (level, trump_suit, options)
    led = tuple((width, length) for width, length, _ in _read_lead(lead, game))
    # "Follow with as many cards as were led."
    if len(play) != len(lead) or not _holds(hand, play):
        return False
    suit = suit_of(lead[0], *game)
    held = _sorted_cards([card for card in hand if suit_of(card, *game) == suit], game)
    given = _sorted_cards([card for card in play if suit_of(card, *game) == suit], game)
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
    if _wider_component(lead, play, game):
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
    for component in _components(cards, game):
        if component[:2] == led[0]:
            for tops in _cuttings(_without(cards, component[2]), led[1:], game):
                same = led.count(led[0])
                group = sorted((_top(component, game), *tops[: same - 1]), reverse=True)
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
    read = _read_lead(lead, game)
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
        cuttings = _cuttings(_sorted_cards(play, game), led, game)
        wider = _wider_component(lead, play, game)
        if not cuttings and not wider:
            continue
        if len(led) == 1:
            # "A ruff still beats the led suit: plays compare by (ruff?, width, rank), then the earlier."
            # Without `wide_over_narrow` all widths are the same.
            width, top = (wider[0], _top(wider, game)) if wider else (led[0][0], max(cuttings)[0])
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
    read = _read_lead(lead, game)
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
    wider = _wider_component(lead, winning, game)
    cut = [(width, length) for width, length, _ in ([wider] if wider else read)]
    if any(width >= 3 for width, _ in cut):
        return 6
    longest = max([length for width, length in cut if width == 2], default=0)
    if longest >= 2:
        return 2 * 2**longest
    return 4 if longest == 1 else 2
