"""The options of a table in words: groups, names, explanations, values, and a rule set in one line.

What each value means in full sentences stands in ``rulevalues``.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from game.bots.levels import LADDER, Level
from game.engine import RulesError, RuleSet, preset
from game.engine.cards import RANKS
from game.scenes.words import Words

GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "basics": ("preset", "decks"),
        "bidding": ("bidding", "joker_bids", "first_dealer", "nobody_bids"),
        "throwing": ("decompose", "throw_forced", "throw_points"),
        "following": (
            "follow_structure",
            "follow_longer_tuple",
            "follow_partial_tractor",
            "follow_tractor_for_pair",
        ),
        "winning": ("two_is_trump", "throw_compare", "wide_over_narrow"),
        "bottom": ("bottom_points_limit", "bottom_multiplier"),
        "levels": ("end_level", "must_play", "level_cap", "jack_rule"),
        "settlement": ("settlement", "room"),
    }
)
"""Every option of ``RuleSet``, by the group it is shown in."""
PLAYERS = ("opponent_level", "partner_level")
"""What else is chosen for a table of one's own, from the settings, among the basics: who plays there."""

_STEPS: Mapping[str, tuple[Any, ...]] = MappingProxyType(
    {
        "throw_points": tuple(range(0, 51, 5)),
        "bottom_points_limit": (None, *range(0, 101, 5)),
        "level_cap": (None, *range(1, 14)),
    }
)
LISTED = 2
"""So many changes are named in the line that describes a rule set; more are counted."""


def values(field: str) -> tuple[Any, ...]:
    """The values of an option that are offered, in order; of ``must_play`` the levels to choose from."""
    if field in _STEPS:
        return _STEPS[field]
    match field:
        case "decks":
            return (1, 2, 3, 4)
        case "end_level":
            return tuple(RANKS[1:])
        case "must_play":
            return tuple(RANKS)
        case "partner_level" | "opponent_level":
            return LADDER
    kind = get_type_hints(RuleSet)[field]
    return tuple(get_args(kind)) if get_origin(kind) is Literal else (False, True)


def control(field: str) -> str:
    """How an option is set: "choice", "steps" (one at a time), "levels" (one of them) or "toggles"."""
    if field in _STEPS:
        return "steps"
    return {"end_level": "levels", "must_play": "toggles"}.get(field, "choice")


def step(field: str, value: Any, by: int) -> Any:
    """The offered value next to this one, upwards or downwards; the same at the end."""
    offered = values(field)
    if value in offered:
        at = offered.index(value) + by
    else:  # between two of them
        higher = [i for i, other in enumerate(offered) if other is not None and other > value]
        first = higher[0] if higher else len(offered)
        at = first if by > 0 else first - 1
    return offered[max(0, min(at, len(offered) - 1))]


def changed(rules: Mapping[str, Any]) -> tuple[str, ...]:
    """The options that differ from the preset, in the order of the groups."""
    usual = preset(rules["preset"])
    return tuple(
        field
        for fields in GROUPS.values()
        for field in fields
        if field not in ("preset", "decks") and rules[field] != getattr(usual, field)
    )


def changes(rules: RuleSet) -> tuple[str, ...]:
    """The options of a rule set that differ from its preset."""
    return changed({field: getattr(rules, field) for field in rules.__struct_fields__})


@lru_cache(maxsize=8)
def describe(rules: RuleSet, words: Words, listed: int = LISTED) -> str:
    """A rule set in one line: preset, decks, and what was changed: named, or counted when there is more."""
    parts = [words.preset(rules.preset), words.decks(rules.decks)]
    fields = changes(rules)
    if len(fields) > listed:
        parts.append(words.ntr("{n} change", "{n} changes", len(fields)))
    else:
        text = RuleText(words)
        parts += [
            words.tr(
                "{option}: {value}", option=text.name(field), value=text.value(field, getattr(rules, field))
            )
            for field in fields
        ]
    return " · ".join(parts)


class RuleText:
    """Names and explanations of the options in the player's language."""

    def __init__(self, words: Words) -> None:
        self._words = words
        tr = words.tr
        self._groups = {
            "basics": tr("Basics"),
            "bidding": tr("Bidding"),
            "throwing": tr("Throwing"),
            "following": tr("Following"),
            "winning": tr("Winning"),
            "bottom": tr("The bottom"),
            "levels": tr("Levels"),
            "settlement": tr("Settlement"),
        }
        self._names = {
            "preset": tr("Rule text"),
            "decks": tr("Decks"),
            "two_is_trump": tr("2s always trump"),
            "bidding": tr("Manner of bidding"),
            "joker_bids": tr("Joker bids"),
            "first_dealer": tr("First dealer"),
            "nobody_bids": tr("Nobody bids"),
            "decompose": tr("Reading a lead"),
            "throw_forced": tr("Failed throw plays"),
            "throw_points": tr("Penalty for a failed throw"),
            "follow_structure": tr("Duty of shape"),
            "follow_longer_tuple": tr("Triples and quads"),
            "follow_partial_tractor": tr("Shorter tractors"),
            "follow_tractor_for_pair": tr("Tractors against a pair"),
            "throw_compare": tr("Comparing throws"),
            "wide_over_narrow": tr("Wide beats narrow"),
            "bottom_points_limit": tr("Points that may be buried"),
            "bottom_multiplier": tr("Bottom multiplier"),
            "end_level": tr("End level"),
            "must_play": tr("Must-play levels"),
            "level_cap": tr("Most levels in a deal"),
            "jack_rule": tr("Last trick to a jack"),
            "settlement": tr("Settlement"),
            "room": tr("Room"),
            "partner_level": tr("Your partner"),
            "opponent_level": tr("The opponents"),
        }
        self._explanations = {
            "preset": tr("The rules to start from."),
            "decks": tr("Each of 54 cards."),
            "two_is_trump": tr("Whether all 2s are trump at every level."),
            "bidding": tr("When the trump suit is bid for."),
            "joker_bids": tr("Whether jokers may bid no trump."),
            "first_dealer": tr("Who deals the first deal of a match."),
            "nobody_bids": tr("What is trump when no one bids."),
            "decompose": tr("Which shape is seen first in several cards."),
            "throw_forced": tr("Which of the beaten shapes is played instead."),
            "throw_points": tr("Trick points for the other side."),
            "follow_structure": tr("Whether pairs must answer pairs."),
            "follow_longer_tuple": tr("Whether they must be broken to give a pair."),
            "follow_partial_tractor": tr("Whether they are owed to a longer tractor."),
            "follow_tractor_for_pair": tr("Whether they must be broken to give a pair."),
            "throw_compare": tr("By what one ruff beats another."),
            "wide_over_narrow": tr("Shapes of as many cards against each other."),
            "bottom_points_limit": tr("A limit for the dealer who buries."),
            "bottom_multiplier": tr("What the bottom's points are multiplied by."),
            "end_level": tr("Hold the deal there to win the match."),
            "must_play": tr("Levels that can't be jumped over."),
            "level_cap": tr("A limit to what one deal is worth."),
            "jack_rule": tr("Whether a lone J sends the dealer side back."),
            "settlement": tr("How players are paid."),
            "room": tr("Base, factor, tax and highest stake."),
            "partner_level": tr("How well the player across plays."),
            "opponent_level": tr("How well the two at the sides play."),
        }
        self._strengths: Mapping[Level, str] = {
            "beginner": tr("Remembers no trick that is over, and plays by simple rules of thumb."),
            "normal": tr("Remembers the last three tricks, and plays by rules of thumb."),
            "skilled": tr("Counts all cards, and plays by rules of thumb."),
            "expert": tr("Counts all cards, and tries its plays out in its mind for a moment."),
            "master": tr("As an expert, but thinks longer, up to a second and a half for a play."),
        }
        levels = {level: words.level(level) for level in LADDER}
        none, limitless = tr("None"), tr("No limit")
        self._none = {"must_play": none, "bottom_points_limit": limitless, "level_cap": limitless}
        switch = {False: tr("Off"), True: tr("On")}
        self._values: dict[str, dict[Any, str]] = {
            "preset": {name: words.preset(name) for name in values("preset")},
            "decks": {n: words.decks(n) for n in values("decks")},
            "two_is_trump": switch,
            "bidding": {
                "ladder": tr("During the deal"),
                "after_deal": tr("After the deal"),
                "counter_to_end": tr("To the end"),
            },
            "joker_bids": switch,
            "first_dealer": {"first_bidder": tr("First bidder"), "last_bidder": tr("Last bidder")},
            "nobody_bids": {
                "no_trump": tr("No trump"),
                "flip_bottom": tr("Turn the bottom"),
                "redeal": tr("Deal again"),
            },
            "decompose": {"longest_first": tr("Most cards first"), "tuple_first": tr("Widest first")},
            "throw_forced": {"lowest_beaten": tr("The lowest"), "smallest_first": tr("Fewest cards")},
            "follow_structure": {"required": tr("Owed"), "none": tr("Suit only")},
            "follow_longer_tuple": {"split": tr("Broken"), "protected": tr("Kept whole")},
            "follow_partial_tractor": {"required": tr("Owed"), "free": tr("Not owed")},
            "follow_tractor_for_pair": {"give": tr("Broken"), "protected": tr("Kept whole")},
            "throw_compare": {
                "main_component": tr("Main shape"),
                "all_components": tr("Every shape"),
                "highest_card": tr("Highest card"),
            },
            "wide_over_narrow": switch,
            "bottom_multiplier": {
                "lezhong": tr("Lezhong"),
                "classic": tr("Classic"),
                "doubling": tr("Doubling"),
                "popo": tr("Popo"),
            },
            "jack_rule": {
                "off": tr("Off"),
                "single_jack_to_2": tr("To 2"),
                "main_to_2_off_half": tr("To 2 or half"),
            },
            "settlement": {
                "points": tr("Points"),
                "silver": tr("Silver"),
                "classic": tr("Classic"),
                "popo": tr("Popo"),
            },
            "room": {"practice": tr("Practice"), "common": tr("Common"), "pass": tr("Pass")},
            "partner_level": levels,
            "opponent_level": levels,
        }

    def group(self, group: str) -> str:
        """The name of a group of options."""
        return self._groups[group]

    def name(self, field: str) -> str:
        """The name of an option."""
        return self._names[field]

    def explanation(self, field: str) -> str:
        """What an option settles, in one line."""
        return self._explanations[field]

    def strength(self, level: Level) -> str:
        """What a computer player of that level does, in a sentence."""
        return self._strengths[level]

    def value(self, field: str, value: Any) -> str:
        """A value of an option, in short."""
        if field in self._none and value in (None, ()):
            return self._none[field]
        match field:
            case "throw_points" | "bottom_points_limit":
                return self._words.ntr("{n} point", "{n} points", value)
            case "level_cap":
                return self._words.ntr("{n} level", "{n} levels", value)
            case "end_level":
                return self._words.rank(value)
            case "must_play":
                return " ".join(self._words.rank(level) for level in value)
        return self._values[field][value]

    def refusal(self, error: RulesError) -> str:
        """Why a rule set can't be had, naming the option."""
        tr = self._words.tr
        if error.field == "must_play":
            return tr(
                "{option}: none may lie above the end level. Change one of the two.",
                option=self.name("must_play"),
            )
        return tr("{option}: this value can't be had.", option=self._names.get(error.field, error.field))
