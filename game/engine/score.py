"""Points, levels, and who deals next (RULES.md section 7)."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from game.engine.cards import RANKS, count, printed_suit, rank_of
from game.engine.follow import wider_top
from game.engine.rules import RuleSet
from game.engine.shapes import read_shape
from game.engine.trump import Trump

Side = Literal["dealer", "attackers"]


class Outcome(msgspec.Struct, frozen=True):
    """Who holds or takes the deal, and the levels that side gains."""

    side: Side
    levels: int


def bottom_multiplier(lead: Sequence[int], winning: Sequence[int], trump: Trump, rules: RuleSet) -> int:
    """By what the points of the bottom count when attackers win the last trick with ``winning``."""
    if rules.bottom_multiplier == "popo":
        return 2 * len(read_shape(lead, trump, rules)[0].cards)
    if rules.bottom_multiplier == "lezhong":
        wide = rules.wide_over_narrow and wider_top(lead, winning, trump, rules)
        shapes = [part.shape for part in read_shape(winning if wide else lead, trump, rules)]
        if any(width > 2 for width, _ in shapes):
            return 6
        pairs = max((length for width, length in shapes if width == 2), default=0)
        return 2 if not pairs else 4 if pairs == 1 else 2 * 2**pairs
    copies = [n for n in count(winning) if n > 1]
    if rules.bottom_multiplier == "doubling":
        return int(2 * 2 ** len(copies))
    return sum(6 if n > 2 else 4 for n in copies) or 2


def outcome(points: int, rules: RuleSet) -> Outcome:
    """What the attackers' points come to: the dealer side holds below the bar."""
    if points >= rules.bar:
        side: Side = "attackers"
        gain = (points - rules.bar) // rules.step
    else:
        side = "dealer"
        gain = 3 + -points // rules.step if points <= 0 else 2 if points < rules.step else 1
    return Outcome(side, gain if rules.level_cap is None else min(gain, rules.level_cap))


def advance(
    level: str,
    gain: int,
    side: Side,
    rules: RuleSet,
    *,
    lost_to: Sequence[int] = (),
    trump: Trump | None = None,
) -> str:
    """A side's level after a deal.

    ``side`` is the part that side played in the deal, ``gain`` the levels it won. A gain stops at
    the end level and at the first must-play level on its way; attackers do not leave one.
    ``lost_to`` are the attackers' cards when they won the last trick, for the jack rule: the
    dealer side falls before its gain.
    """
    place = RANKS.index(level)
    if side == "dealer" and falls(level, lost_to, rules):
        trump_jack = trump is not None and printed_suit(lost_to[0]) == trump.suit
        place = 0 if rules.jack_rule == "single_jack_to_2" or trump_jack else place // 2
        if RANKS[place] in rules.must_play:
            return RANKS[place]  # the deal was held at J, not there
    elif side == "attackers" and level in rules.must_play:
        return level
    end = RANKS.index(rules.end_level)
    for _ in range(gain):
        if place >= end:
            break
        place += 1
        if RANKS[place] in rules.must_play:
            break
    return RANKS[place]


def falls(level: str, lost_to: Sequence[int], rules: RuleSet) -> bool:
    """Whether the jack rule strikes: level J, the last trick lost to a single jack."""
    return rules.jack_rule != "off" and level == "J" and len(lost_to) == 1 and rank_of(lost_to[0]) == "J"


def next_dealer(dealer: int, side: Side) -> int:
    """Held: the partner deals next; lost: the next seat after the dealer."""
    return (dealer + (2 if side == "dealer" else 1)) % 4
