"""Following: what a reply owes to the lead (RULES.md section 4).

Suit first, then shape. The shape owed is a list of units (width, length) for each led component
in the order they were read; the best list the hand can give is owed, and a play is legal when its
own best list is at least as good. For that only the *structure* of a holding counts: which ranks
are held two or more times and which of those are adjacent. So a holding is reduced to its
structure, and the best list is found by taking the best unit again and again over the few
structures that remain possible.
"""

from collections.abc import Iterator, Sequence
from operator import sub
from typing import TypeAlias

from game.engine.cards import Cards, Counts, cards_of, count, lacking
from game.engine.refusal import Reason, Refusal
from game.engine.rules import RuleSet
from game.engine.shapes import in_group, one_suit, placements, read_shape
from game.engine.trump import Trump

Shape: TypeAlias = tuple[int, int]
"""(width, length) of a component or unit."""
Units: TypeAlias = tuple[tuple[Shape, ...], ...]
"""The units that fill the led components, a tuple a component; compares as words do."""

_Rank: TypeAlias = tuple[int, ...]
_Segment: TypeAlias = tuple[_Rank, ...]
_Structure: TypeAlias = tuple[_Segment, ...]
"""Runs of adjacent ranks held at least twice; a rank is the copies of each face there (2 and more),
plus ``_PROTECTED`` where a pair cut from it is not owed."""

_PROTECTED = 16


def check_follow(
    lead: Sequence[int], hand: Sequence[int], play: Sequence[int], trump: Trump, rules: RuleSet
) -> Refusal | None:
    """None when ``play`` is a legal reply from ``hand`` (as it is before the play) to ``lead``."""
    return check_reply(lead, count(hand), play, trump, rules)


def check_reply(
    lead: Sequence[int], held: Counts, play: Sequence[int], trump: Trump, rules: RuleSet
) -> Refusal | None:
    """``check_follow`` for a hand in counts."""
    if not play:
        return Refusal(Reason.NO_CARDS, number=len(lead))
    if len(play) != len(lead):
        return Refusal(Reason.WRONG_COUNT, number=len(lead))
    if missing := lacking(held, play):
        return Refusal(Reason.NOT_HELD, missing)
    group = trump.group[lead[0]]
    of_suit = in_group(held, group, trump)
    played = in_group(count(play), group, trump)
    in_suit, answered = sum(of_suit), sum(played)
    if answered < min(in_suit, len(lead)):
        return Refusal(Reason.FOLLOW_SUIT, lacking(played, cards_of(of_suit)), min(in_suit, len(lead)))
    if in_suit <= len(lead) or _is_wider(lead, play, trump, rules):
        return None
    duties = _duties(lead, trump, rules)
    if not duties:
        return None
    owed = _best_units(_structure(of_suit, of_suit, group, trump, rules, owed=True), duties, rules)
    given = _best_units(_structure(played, of_suit, group, trump, rules, owed=False), duties, rules)
    if given >= owed:
        return None
    return _owes(owed, given, of_suit, played, group, trump, rules)


def legal_follows(lead: Sequence[int], hand: Sequence[int], trump: Trump, rules: RuleSet) -> Iterator[Cards]:
    """Every legal reply, each once (by faces), as it is found; cards by face number."""
    held = count(hand)
    group = trump.group[lead[0]]
    of_suit = in_group(held, group, trump)
    in_suit = sum(of_suit)
    if in_suit <= len(lead):
        others = bytes(map(sub, held, of_suit))
        forced = cards_of(of_suit)
        for free in _choices(others, len(lead) - in_suit):
            yield tuple(sorted(forced + free))
        return
    duties = _duties(lead, trump, rules)
    if not duties:
        yield from _choices(of_suit, len(lead))
        return
    owed = _best_units(_structure(of_suit, of_suit, group, trump, rules, owed=True), duties, rules)
    seen = set()
    for play in _replies(lead, owed, duties, of_suit, group, trump, rules):
        if play not in seen:
            seen.add(play)
            yield play


def _replies(
    lead: Sequence[int],
    owed: Units,
    duties: Sequence[Shape],
    of_suit: Counts,
    group: int,
    trump: Trump,
    rules: RuleSet,
) -> Iterator[Cards]:
    """Replies within the led suit that give what is owed, or more; some come more than once."""
    lists = [[unit for word in owed for unit in word], *_better_lists(owed, duties, rules)]
    for units in lists:
        for base in _with_units(units, of_suit, group, trump, rules):
            left = bytes(map(sub, of_suit, base))
            for fill in _choices(left, len(lead) - sum(base)):
                yield tuple(sorted(cards_of(base) + fill))
    yield from _wider_replies(lead, of_suit, group, trump, rules)


def _better_lists(owed: Units, duties: Sequence[Shape], rules: RuleSet) -> Iterator[list[Shape]]:
    """Beginnings of every list of units that outdoes the one owed.

    There are some only where pairs in tractors are not owed: given all the same they may outdo it.
    """
    if rules.follow_tractor_for_pair != "protected" or all(length > 1 for _, length in duties):
        return
    before: list[Shape] = []
    for (width, length), word in zip(duties, owed, strict=True):
        room = width * length
        for i in range(len(word) + 1):
            least = word[i] if i < len(word) else (0, 0)
            for w in range(min(width, room), 1, -1):
                for n in range(min(length, room // w), 0, -1):
                    free = rules.follow_partial_tractor == "free" and 1 < n < length
                    if (w, n) > least and not free:
                        yield [*before, *word[:i], (w, n)]
            room -= least[0] * least[1]
        before += word


def _duties(lead: Sequence[int], trump: Trump, rules: RuleSet) -> list[Shape]:
    """The led components that ask for units."""
    if rules.follow_structure == "none" or len(lead) == 1:
        return []
    return [part.shape for part in read_shape(lead, trump, rules) if part.width > 1]


def _structure(
    counts: Counts, hand: Counts, group: int, trump: Trump, rules: RuleSet, owed: bool
) -> _Structure:
    """Reduce a holding of one suit; ``hand`` is the whole holding it comes from."""
    whole = rules.follow_longer_tuple == "protected"
    ranks: list[_Rank] = []
    for faces in trump.chain[group]:
        usable = (counts[f] for f in faces if counts[f] > 1 and not (whole and counts[f] < hand[f] > 2))
        ranks.append(tuple(sorted(usable)))
    if owed and rules.follow_tractor_for_pair == "protected":
        # a face that counts only whole makes no tractor of pairs
        pairs = [2 in rank if whole else bool(rank) for rank in ranks]
        beside = [a or b for a, b in zip([False, *pairs[:-1]], [*pairs[1:], False], strict=True)]
        ranks = [
            tuple(n + _PROTECTED if near and (n == 2 or not whole) else n for n in rank)
            for rank, near in zip(ranks, beside, strict=True)
        ]
    return _segments(ranks)


def _segments(ranks: Sequence[_Rank]) -> _Structure:
    """Split at the ranks that hold nothing; mirror images and the order of segments are alike."""
    segments: list[_Segment] = []
    run: list[_Rank] = []
    for rank in (*ranks, ()):
        if rank:
            run.append(rank)
        elif run:
            segments.append(min(tuple(run), tuple(reversed(run))))
            run = []
    return tuple(sorted(segments))


def _best_units(structure: _Structure, duties: Sequence[Shape], rules: RuleSet) -> Units:
    """The best list the structure can give to the led components."""
    frontier = {structure}
    words = []
    for i, (width, length) in enumerate(duties):
        if all(later == 1 for _, later in duties[i:]):
            frontier = {_loose(structure) for structure in frontier}
        room = width * length
        word: list[Shape] = []
        while room > 1 and any(frontier):
            best, frontier_then = _best_unit(frontier, (width, length), room, rules)
            if best is None:
                break
            word.append(best)
            frontier = frontier_then
            room -= best[0] * best[1]
        words.append(tuple(word))
    return tuple(words)


def _loose(structure: _Structure) -> _Structure:
    """The same ranks with nothing adjacent: once no run is asked for, neighbours do not matter."""
    return tuple(sorted((rank,) for segment in structure for rank in segment))


def _best_unit(
    frontier: set[_Structure], duty: Shape, room: int, rules: RuleSet
) -> tuple[Shape | None, set[_Structure]]:
    """The widest, then longest unit any structure can give, and what then may be left."""
    for width in range(min(duty[0], room), 1, -1):
        for length in range(min(duty[1], room // width), 0, -1):
            if 1 < length < duty[1] and rules.follow_partial_tractor == "free":
                continue
            then = {s for structure in frontier for s in _without(structure, (width, length), duty, rules)}
            if then:
                return (width, length), then
    return None, frontier


def _without(structure: _Structure, unit: Shape, duty: Shape, rules: RuleSet) -> Iterator[_Structure]:
    """What may be left of a structure when a unit is taken from it."""
    width, length = unit
    whole = rules.follow_longer_tuple == "protected"
    free_pairs_only = duty[1] == 1 and width == 2

    def usable(n: int) -> bool:
        if n >= _PROTECTED:
            if free_pairs_only:
                return False
            n -= _PROTECTED
        return n == width if whole else n >= width

    for i, segment in enumerate(structure):
        if i and structure[i - 1] == segment:
            continue
        for start in range(len(segment) - length + 1):
            pools = [sorted({n for n in rank if usable(n)}) for rank in segment[start : start + length]]
            for taken in _pick(pools):
                ranks = list(segment)
                for place, n in enumerate(taken, start):
                    rank = list(ranks[place])
                    rank.remove(n)
                    if n % _PROTECTED - width > 1:
                        rank.append(n - width)
                    ranks[place] = tuple(sorted(rank))
                yield tuple(sorted((*structure[:i], *_segments(ranks), *structure[i + 1 :])))


def _pick(pools: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    if not pools:
        yield ()
    else:
        for rest in _pick(pools[1:]):
            for n in pools[0]:
                yield (n, *rest)


def _is_wider(lead: Sequence[int], play: Sequence[int], trump: Trump, rules: RuleSet) -> bool:
    """Whether the play is of the led suit and, under ``wide_over_narrow``, outranks it by width."""
    if not rules.wide_over_narrow or one_suit(play, trump) != trump.group[lead[0]]:
        return False
    return wider_top(lead, play, trump, rules) is not None


def wider_top(lead: Sequence[int], play: Sequence[int], trump: Trump, rules: RuleSet) -> Shape | None:
    """(width, top) of a play of one suit whose single component is wider than the single led one."""
    led = read_shape(lead, trump, rules)
    own = read_shape(play, trump, rules)
    if len(led) == len(own) == 1 and len(lead) == len(play) and own[0].width > led[0].width:
        return own[0].width, own[0].top
    return None


def _wider_replies(
    lead: Sequence[int], of_suit: Counts, group: int, trump: Trump, rules: RuleSet
) -> Iterator[Cards]:
    if not rules.wide_over_narrow:
        return
    led = read_shape(lead, trump, rules)
    if len(led) != 1:
        return
    for width in range(led[0].width + 1, rules.decks + 1):
        if len(lead) % width == 0:
            for faces in placements(of_suit, trump.chain[group], width, len(lead) // width):
                yield tuple(sorted(faces * width))


def _with_units(
    units: Sequence[Shape], of_suit: Counts, group: int, trump: Trump, rules: RuleSet
) -> Iterator[Counts]:
    """Every set of cards made of just these units, as counts; some come more than once."""
    whole = rules.follow_longer_tuple == "protected"
    chain = trump.chain[group]
    units = sorted(units, reverse=True)

    def rest(left: Counts, base: Counts, i: int, last: Cards) -> Iterator[Counts]:
        if i == len(units):
            yield base
            return
        width, length = units[i]
        again = i and units[i] == units[i - 1]  # equal units in rising order: one way, not n!
        for faces in placements(left, chain, width, length, whole):
            if again and faces < last:
                continue
            fewer, more = bytearray(left), bytearray(base)
            for face in faces:
                fewer[face] -= width
                more[face] += width
            yield from rest(bytes(fewer), bytes(more), i + 1, faces)

    yield from rest(of_suit, bytes(len(of_suit)), 0, ())


def _choices(counts: Counts, size: int) -> Iterator[Cards]:
    """Every way to take so many cards, by faces."""
    faces = [face for face, n in enumerate(counts) if n]
    behind = [0] * (len(faces) + 1)  # cards from this face on
    for i in range(len(faces) - 1, -1, -1):
        behind[i] = behind[i + 1] + counts[faces[i]]

    def rest(i: int, wanted: int) -> Iterator[Cards]:
        if wanted == 0:
            yield ()
        elif behind[i] >= wanted:
            for n in range(min(counts[faces[i]], wanted), -1, -1):
                for more in rest(i + 1, wanted - n):
                    yield (faces[i],) * n + more

    return rest(0, size)


def _owes(
    owed: Units, given: Units, of_suit: Counts, played: Counts, group: int, trump: Trump, rules: RuleSet
) -> Refusal:
    """Say which unit is missing, by cards of the hand that would make it: the lowest not played."""
    wanted = [unit for word in owed for unit in word]
    had = [unit for word in given for unit in word]
    unit = next((u for i, u in enumerate(wanted) if had[i : i + 1] < [u]), wanted[-1])
    width, length = unit
    whole = rules.follow_longer_tuple == "protected"
    ways = list(placements(of_suit, trump.chain[group], width, length, whole))
    faces = next((way for way in ways if any(played[face] < width for face in way)), ways[0])
    cards = tuple(face for face in faces for _ in range(width))
    return Refusal(Reason.OWED_SHAPE, cards, width=width, length=length)
