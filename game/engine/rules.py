"""The options of a match (RULES.md section 9) and its three presets.

Every option is a named field of ``RuleSet``; what is unknown, out of range or contradictory is
refused when the rule set is made, with the field's name.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from game.engine.cards import RANKS

VERSION = 1
"""Version of the rules as a whole: a journal names the one it was played by."""

Level = str
"""A level: one of 2 3 4 5 6 7 8 9 T J Q K A."""


class RulesError(ValueError):
    """An option that can't be had; ``field`` names it."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field


class RuleSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What two tables may play differently. Section numbers are those of RULES.md."""

    preset: Literal["lezhong", "classic", "popo"] = "lezhong"
    decks: int = 2
    """1 to 4 decks of 54 cards (1)."""
    bidding: Literal["ladder", "after_deal", "counter_to_end"] = "ladder"
    """How trump is bid for (6)."""
    joker_bids: bool = True
    """Two or more identical jokers bid no trump (6)."""
    first_dealer: Literal["first_bidder", "last_bidder"] = "first_bidder"
    """Who deals the first deal of a match (6)."""
    nobody_bids: Literal["no_trump", "flip_bottom", "redeal"] = "no_trump"
    """What happens when nobody bids (6)."""
    two_is_trump: bool = False
    """All 2s are trump, below the level cards: 2 为常主 (1)."""
    decompose: Literal["longest_first", "tuple_first"] = "longest_first"
    """Which component of a lead is read first (2)."""
    throw_forced: Literal["lowest_beaten", "smallest_first"] = "lowest_beaten"
    """Which beaten component a failed throw plays instead (3)."""
    throw_points: int = 0
    """Trick points the other side gains by a failed throw, 0..50 (3)."""
    throw_compare: Literal["main_component", "all_components", "highest_card"] = "main_component"
    """How two plays on a throw are compared (5)."""
    follow_structure: Literal["required", "none"] = "required"
    """Whether pairs must answer pairs at all (4)."""
    follow_longer_tuple: Literal["split", "protected"] = "split"
    """Whether a triple or quad must be broken to answer a pair (4)."""
    follow_partial_tractor: Literal["required", "free"] = "required"
    """Whether a shorter tractor is owed to a longer one (4)."""
    follow_tractor_for_pair: Literal["give", "protected"] = "give"
    """Whether a tractor must be broken to answer a pair (4)."""
    wide_over_narrow: bool = False
    """Quad over tractor, hurricane over tractor, carrier over both (5)."""
    bottom_points_limit: int | None = None
    """Most points that may be buried, None for any (6)."""
    bottom_multiplier: Literal["lezhong", "classic", "doubling", "popo"] = "lezhong"
    """What the bottom is worth to attackers who win the last trick (7)."""
    level_cap: int | None = None
    """Most levels a side gains in a deal, None for any (7)."""
    end_level: Level = "A"
    """The level that must be held to win the match (7)."""
    must_play: tuple[Level, ...] = ()
    """Levels that a side leaves only by holding the deal there (7)."""
    jack_rule: Literal["off", "single_jack_to_2", "main_to_2_off_half"] = "off"
    """How far the dealer side falls when a jack takes the last trick at level J (7)."""
    settlement: Literal["points", "silver", "classic", "popo"] = "points"
    """How players are paid (8)."""
    room: Literal["practice", "common", "pass"] = "common"
    """The channel: base, factor, tax and highest stake (8)."""

    def __post_init__(self) -> None:
        for field in msgspec.structs.fields(self):
            try:
                msgspec.convert(getattr(self, field.name), field.type, strict=True)
            except msgspec.ValidationError as error:
                raise RulesError(field.name, str(error)) from None
        _within("decks", self.decks, 1, 4)
        _within("throw_points", self.throw_points, 0, 50)
        if self.bottom_points_limit is not None:
            _within("bottom_points_limit", self.bottom_points_limit, 0, 100)
        if self.level_cap is not None:
            _within("level_cap", self.level_cap, 1, 13)
        if self.end_level not in tuple(RANKS[1:]):
            raise RulesError("end_level", f"{self.end_level!r} is none of {' '.join(RANKS[1:])}")
        if not isinstance(self.must_play, tuple):
            raise RulesError("must_play", "the levels are given as a tuple")
        for level in self.must_play:
            if level not in tuple(RANKS):
                raise RulesError("must_play", f"{level!r} is none of {' '.join(RANKS)}")
            if RANKS.index(level) > RANKS.index(self.end_level):
                raise RulesError("must_play", f"{level} lies above the end level {self.end_level}")

    @property
    def stakes(self) -> tuple[int, ...]:
        """The stakes a player may choose from; only silver is played with any but 1."""
        highest = ROOMS[self.room].stake if self.settlement == "silver" else 1
        return tuple(stake for stake in STAKES if stake <= highest)

    @property
    def step(self) -> int:
        """Points to a level: 20 a deck."""
        return 20 * self.decks

    @property
    def bar(self) -> int:
        """Points at which the attackers take the deal: 40 a deck."""
        return 40 * self.decks


def _within(field: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise RulesError(field, f"{value} is not within {low}..{high}")


class Room(msgspec.Struct, frozen=True):
    """Where one plays for points or silver (8). ``tax`` is per cent; ``stake`` the highest allowed."""

    base: int
    factor: int
    tax: int
    stake: int


ROOMS: Mapping[str, Room] = MappingProxyType(
    {"practice": Room(0, 0, 0, 1), "common": Room(10, 1, 5, 2), "pass": Room(50, 2, 5, 8)}
)
"""练习, 普通, 通行证."""

STAKES = (1, 2, 4, 8)

PRESETS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "lezhong": MappingProxyType({}),
        "classic": MappingProxyType(
            {
                "bidding": "after_deal",
                "joker_bids": False,
                "first_dealer": "last_bidder",
                "bottom_multiplier": "classic",
                "settlement": "classic",
            }
        ),
        "popo": MappingProxyType(
            {"wide_over_narrow": True, "bottom_multiplier": "popo", "level_cap": 3, "settlement": "popo"}
        ),
    }
)


def preset(name: str, decks: int = 2, **changes: Any) -> RuleSet:
    """A preset of section 9 with changes on top. RulesError names what can't be had."""
    if name not in PRESETS:
        raise RulesError("preset", f"{name!r} is none of {', '.join(PRESETS)}")
    known = set(RuleSet.__struct_fields__)
    for field in changes:
        if field not in known:
            raise RulesError(field, "there is no such option")
    return RuleSet(**{"preset": name, "decks": decks, **PRESETS[name], **changes})
