"""Who wins a trick (RULES.md section 5)."""

from collections.abc import Iterator, Sequence
from itertools import islice

from game.engine.follow import wider_top
from game.engine.rules import RuleSet
from game.engine.shapes import cut, one_suit, read_shape
from game.engine.trump import TRUMP_GROUP, Trump


def winner(plays: Sequence[Sequence[int]], trump: Trump, rules: RuleSet) -> int:
    """Index into ``plays`` of the one that wins; ``plays[0]`` led, all are as long."""
    lead = plays[0]
    if len(lead) == 1:
        return _highest_single([play[0] for play in plays], trump)
    parts = read_shape(lead, trump, rules)
    shapes = [part.shape for part in parts]
    led_group = trump.group[lead[0]]
    best = 0
    standing = _Standing(0, parts[0].width, tuple(part.top for part in parts), lead)
    for i, play in enumerate(plays[1:], 1):
        group = one_suit(play, trump)
        if group is None or group not in (led_group, TRUMP_GROUP):
            continue  # a discard
        ruff = int(group != led_group)
        if ruff < standing.ruff:
            continue
        for challenger in _ways(play, shapes, group, ruff, lead, trump, rules):
            if challenger.beats(standing, shapes, trump, rules):
                best, standing = i, challenger
                break
    return best


def _highest_single(cards: Sequence[int], trump: Trump) -> int:
    """The same for single cards, which most tricks are: trumps over the led suit, the rest are discards."""
    best, led = 0, trump.group[cards[0]]
    for i, card in enumerate(cards):
        group = trump.group[card]
        ruffs = group == TRUMP_GROUP != trump.group[cards[best]]
        higher = group == trump.group[cards[best]] and trump.position[card] > trump.position[cards[best]]
        if (group in (led, TRUMP_GROUP)) and (ruffs or higher):
            best = i
    return best


class _Standing:
    """A play cut to the lead's shape: ``tops`` in the order of the led components."""

    __slots__ = ("cards", "ruff", "tops", "width")

    def __init__(self, ruff: int, width: int, tops: tuple[int, ...], cards: Sequence[int]) -> None:
        self.ruff, self.width, self.tops, self.cards = ruff, width, tops, cards

    def beats(
        self, other: "_Standing", shapes: Sequence[tuple[int, int]], trump: Trump, rules: RuleSet
    ) -> bool:
        if (self.ruff, self.width) != (other.ruff, other.width):
            return (self.ruff, self.width) > (other.ruff, other.width)
        if rules.throw_compare == "highest_card" and len(shapes) > 1:
            mine, theirs = (max(trump.position[c] for c in play.cards) for play in (self, other))
            return mine > theirs
        if rules.throw_compare == "all_components" and len(shapes) > 1:
            pairs = list(zip(_by_shape(self.tops, shapes), _by_shape(other.tops, shapes), strict=True))
            return all(mine >= theirs for mine, theirs in pairs) and any(m > t for m, t in pairs)
        return self.tops[0] > other.tops[0]


def _by_shape(tops: Sequence[int], shapes: Sequence[tuple[int, int]]) -> list[int]:
    """Tops sorted by strength within each shape, shape by shape."""
    return [top for _, top in sorted(zip(shapes, tops, strict=True))]


def _ways(
    play: Sequence[int],
    shapes: Sequence[tuple[int, int]],
    group: int,
    ruff: int,
    lead: Sequence[int],
    trump: Trump,
    rules: RuleSet,
) -> Iterator[_Standing]:
    """The ways a play of one suit can stand against the lead, the strongest main component first."""
    if rules.wide_over_narrow and (wide := wider_top(lead, play, trump, rules)):
        yield _Standing(ruff, wide[0], (wide[1],), play)
        return
    tries = None if rules.throw_compare == "all_components" else 1  # elsewhere the first cut decides
    for tops in islice(cut(play, shapes, group, trump), tries):
        yield _Standing(ruff, shapes[0][0], tops, play)
