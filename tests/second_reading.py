"""The card rules read a second time, from their text alone: slow, plain, and no table of the engine's."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from engine_play import CODES, RANKS, SUITS

from game.engine import Card, Cards, RuleSet, Trump, read_shape


@cache
def order(level: str, suit: str | None, two_is_trump: bool) -> dict[str, list[list[str]]]:
    """Each effective suit (``T`` is trump) from low to high, equal cards side by side."""
    special = [level]
    if two_is_trump and level != "2":
        special.insert(0, "2")
    lines: dict[str, list[list[str]]] = {s: [] for s in (*SUITS, "T")}
    for s in SUITS:
        lines["T" if s == suit else s] = [[s + rank] for rank in RANKS if rank not in special]
    for rank in special:
        off = [s + rank for s in SUITS if s != suit]
        lines["T"].append(off)
        if suit:
            lines["T"].append([suit + rank])
    lines["T"] += [["LJ"], ["BJ"]]
    return lines


def line_of(card: Card, trump: Trump) -> list[list[Card]]:
    """The whole suit a card belongs to, from low to high, as faces."""
    code = CODES[card]
    for line in order(trump.level, trump.suit, trump.two_is_trump).values():
        if any(code in place for place in line):
            return [[CODES.index(c) for c in place] for place in line]
    raise AssertionError(code)


Words = tuple[tuple[tuple[int, int], ...], ...]


def owed_words(
    held: Sequence[Card],
    hand: Sequence[Card],
    line: list[list[Card]],
    shapes: Sequence[tuple[int, int]],
    rules: RuleSet,
    *,
    owed: bool,
) -> Words:
    """The best list of units that ``held`` (of one suit, a part of ``hand``) gives to the led shapes."""
    whole_hand = Counter(hand)
    start = Counter(held)
    if rules.follow_longer_tuple == "protected":
        for face in list(start):
            if whole_hand[face] > 2 and start[face] < whole_hand[face]:
                del start[face]
    place_of = {face: place for place, faces in enumerate(line) for face in faces}
    in_tractor: set[Card] = set()
    if owed and rules.follow_tractor_for_pair == "protected":
        whole = rules.follow_longer_tuple == "protected"  # three or four of a face are no pair then
        pairs = {face for face, n in start.items() if (n == 2 if whole else n > 1)}
        paired = {place_of[face] for face in pairs}
        for face in pairs:
            if paired & {place_of[face] - 1, place_of[face] + 1}:
                in_tractor.add(face)

    def runs(left: dict[Card, int], width: int, length: int, alone: bool) -> Iterator[tuple[Card, ...]]:
        def fits(face: Card) -> bool:
            n = left.get(face, 0)
            if alone and width == 2 and face in in_tractor:
                return False
            return n == width if rules.follow_longer_tuple == "protected" else n >= width

        for low in range(len(line) - length + 1):
            yield from product(*([f for f in faces if fits(f)] for faces in line[low : low + length]))

    @cache
    def best(left: tuple[tuple[Card, int], ...], i: int, room: int) -> Words:
        if i == len(shapes):
            return ()
        width, length = shapes[i]
        after = best(left, i + 1, shapes[i + 1][0] * shapes[i + 1][1]) if i + 1 < len(shapes) else ()
        found: Words = ((), *after)
        stock = dict(left)
        for w in range(2, width + 1):
            for n in range(1, length + 1):
                if w * n > room or (1 < n < length and rules.follow_partial_tractor == "free"):
                    continue
                for faces in runs(stock, w, n, length == 1):
                    less = Counter(stock)
                    less.subtract(dict.fromkeys(faces, w))
                    key = tuple(sorted((f, c) for f, c in less.items() if c))
                    more = best(key, i, room - w * n)
                    found = max(found, (((w, n), *more[0]), *more[1:]))
        return found

    if not shapes:
        return ()
    return best(tuple(sorted(start.items())), 0, shapes[0][0] * shapes[0][1])


def may_follow(lead: Cards, hand: Sequence[Card], play: Sequence[Card], trump: Trump, rules: RuleSet) -> bool:
    """Section 4, read once more."""
    line = line_of(lead[0], trump)
    faces = {face for place in line for face in place}
    mine = [card for card in hand if card in faces]
    given = [card for card in play if card in faces]
    if len(mine) <= len(lead):
        return len(given) == len(mine)
    if len(given) < len(lead):
        return False
    if rules.follow_structure == "none":
        return True
    parts = read_shape(lead, trump, rules)
    if rules.wide_over_narrow and len(parts) == 1:
        own = read_shape(play, trump, rules)
        if len(own) == 1 and own[0].width > parts[0].width:
            return True
    shapes = [(part.width, part.length) for part in parts if part.width > 1]
    owes = owed_words(mine, mine, line, shapes, rules, owed=True)
    return owed_words(given, mine, line, shapes, rules, owed=False) >= owes


def best_main(play: Sequence[Card], shapes: Sequence[tuple[int, int]], line: list[list[Card]]) -> int | None:
    """The highest top that can stand for the first shape when all of ``play`` is cut so, or None."""
    found: list[int] = []

    def rest(left: Counter[Card], i: int, top: int | None) -> bool:
        if i == len(shapes):
            return not +left
        width, length = shapes[i]
        for low in range(len(line) - length, -1, -1):
            choices = ([f for f in faces if left[f] >= width] for faces in line[low : low + length])
            for faces in product(*choices):
                less = Counter(left)
                less.subtract(dict.fromkeys(faces, width))
                if rest(less, i + 1, top):
                    if i == 0:
                        found.append(low + length - 1)
                    return True
        return False

    return found[0] if rest(Counter(play), 0, None) else None
