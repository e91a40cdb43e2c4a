"""Cards, their order and shapes, as the slow and obvious card rules of ``oracle.py`` have them.

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


def sorted_cards(cards, game):
    """Low to high, equal cards by face number; the form in which cards are handed round below."""
    return tuple(sorted(cards, key=lambda card: (strength(card, *game), face_number(card))))


def without(cards, gone):
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def holds(hand, cards):
    return not Counter(cards) - Counter(hand)


def top_of(component, game):
    # "a run ranks by its top"
    return max(strength(card, *game) for card in component[2])


def face_numbers(component):
    return sorted(face_number(card) for card in component[2])


# ---------------------------------------------------------------------------------------------------- shapes


@lru_cache(CACHE)
def components(cards, game):
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
                    found.append((width, length, sorted_cards(chosen * width, game)))
    return found


@lru_cache(CACHE)
def _shapes(cards, game):
    options = game[2]

    def rank(component):
        width, length, _ = component
        if options.decompose == "tuple_first":
            # "`decompose = tuple_first` takes the widest first instead (ties: the longer, then the higher)."
            # READING: after these, the lower face numbers, as in the other manner.
            return (-width, -length, -top_of(component, game), face_numbers(component))
        # "It is READ as components by taking the one with the most cards first (ties: the wider, then the
        # higher, then the lower face numbers), and so on"
        return (-width * length, -width, -top_of(component, game), face_numbers(component))

    read = []
    while cards:
        first = min(components(cards, game), key=rank)
        read.append(first)
        cards = without(cards, first[2])
    return read


def shapes(cards, level, trump_suit, options):
    """The components in the order read, [(width, length, cards)]; None for mixed suits or no cards."""
    game = (level, trump_suit, options)
    # "A lead is any set of cards of one suit."
    if len({suit_of(card, *game) for card in cards}) != 1:
        return None
    return list(_shapes(sorted_cards(cards, game), game))


def read_lead(lead, game):
    read = shapes(lead, *game)
    if read is None:
        raise ValueError(f"not a lead: {lead}")
    return read


def wider_component(lead, play, game):
    """The play as one component, if `wide_over_narrow` sets it above this lead's shape; else None."""
    # "`wide_over_narrow`, for a lead of one component: with the same number of cards, quad > two-pair
    # tractor, hurricane > tractor, carrier > hurricane > tractor, whatever the ranks"
    read, answer = read_lead(lead, game), shapes(play, *game)
    if not game[2].wide_over_narrow or len(read) != 1 or answer is None or len(answer) != 1:
        return None
    if len(play) == len(lead) and answer[0][0] > read[0][0]:
        return answer[0]
    return None
