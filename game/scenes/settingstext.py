"""The settings of a player: which there are, their values, and their words."""

from types import MappingProxyType
from typing import Any

from game.scenes.words import Words

GROUPS = MappingProxyType(
    {
        "general": ("language", "speed", "double_click", "fullscreen", "compatible"),
        "looks": ("ui_scale", "table_theme", "card_theme", "four_colours"),
        "table": ("turn", "grace", "right_click_plays", "trump_right", "low_first", "alternate"),
        "helps": ("tips", "stand_out", "preselect", "last_trick_plays", "counter"),
        "sound": ("muted", "volume", "calls"),
    }
)
"""The settings of each tab, from top to bottom."""

_TENTHS = tuple(i / 10 for i in range(11))

VALUES: MappingProxyType[str, tuple[Any, ...]] = MappingProxyType(
    {
        "language": ("zh_CN", "en"),
        "speed": (0.5, 1.0, 2.0, 3.0, 0.0),
        "double_click": (0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0),
        "ui_scale": (0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0),
        "table_theme": ("evening", "harbour", "chestnut"),
        "card_theme": ("classic", "large"),
        "turn": (0, 15, 30, 60),
        "grace": (3.0, 5.0, 8.0, 12.0),
        "volume": _TENTHS,
        "calls": _TENTHS,
    }
)
"""What can be chosen; any setting that is not named is off or on."""

STEPS = ("double_click", "ui_scale", "volume", "calls")
"""Settings that go up and down; of the others one value is picked."""


def values(field: str) -> tuple[Any, ...]:
    """What can be chosen of a setting, in the order it is offered."""
    return VALUES.get(field, (False, True))


def step(field: str, now: float, by: int) -> float:
    """The next value up (``by`` 1) or down (-1), of one in between too; the same one at the end."""
    beyond = [value for value in values(field) if (value - now) * by > 0]
    return min(beyond, key=lambda value: abs(value - now), default=now)


class SettingsText:
    """Names, explanations and values in the player's language."""

    def __init__(self, words: Words) -> None:
        self._words = words
        tr = words.tr
        self._groups = {
            "general": tr("General"),
            "looks": tr("Looks"),
            "table": tr("At the table"),
            "helps": tr("Helps"),
            "sound": tr("Sound"),
        }
        self._texts = {
            "language": (tr("Language"), tr("The language of all texts.")),
            "speed": (tr("Speed"), tr("How fast cards are dealt, played and taken.")),
            "double_click": (
                tr("Double click"),
                tr("Two clicks within this time take all cards of the same kind."),
            ),
            "fullscreen": (tr("Full screen"), tr("The table fills the screen. The key F11 does it too.")),
            "compatible": (
                tr("Compatible display"),
                tr("Draws without the graphics card: for pictures that stutter or stay black."),
            ),
            "ui_scale": (tr("Size"), tr("How large texts, buttons and cards are.")),
            "table_theme": (tr("Table colour"), tr("Green, blue or brown cloth.")),
            "card_theme": (
                tr("Card faces"),
                tr("Large print is plain and easy to read, also when it is small."),
            ),
            "four_colours": (tr("Four colours"), tr("Each suit has a colour of its own: ♠ ♥ ♣ ♦")),
            "turn": (
                tr("Time for a turn"),
                tr("Then the computer plays for you; not on the LAN."),
            ),
            "grace": (
                tr("Time to bid"),
                tr("After the last card or bid; from the next table on."),
            ),
            "right_click_plays": (tr("Right click plays"), tr("The right button plays the selected cards.")),
            "trump_right": (tr("Trumps at the right"), tr("Trumps lie at the right end of the hand.")),
            "low_first": (tr("Low cards first"), tr("In each suit the lowest card lies at the left.")),
            "alternate": (tr("Suits alternate"), tr("Red and black suits take turns in the hand.")),
            "tips": (tr("Tips"), tr("Short advice at the table for those who are new.")),
            "stand_out": (tr("Playable cards"), tr("Cards that may be played now stand out.")),
            "preselect": (tr("Forced plays"), tr("When only one play is allowed, it is selected for you.")),
            "last_trick_plays": (tr("Last cards"), tr("In the last trick your cards are played for you.")),
            "counter": (tr("Card counter"), tr("Shows how many of each card have not been played yet.")),
            "muted": (tr("Mute"), tr("No sound at all. The key M does it too.")),
            "volume": (tr("Effects"), tr("Cards, your turn, points, levels and victory.")),
            "calls": (tr("Calls"), tr("A short tune when a pair, a tractor or a throw is led.")),
        }
        self._values = {
            ("language", "zh_CN"): "中文",
            ("language", "en"): "English",
            ("speed", 0.0): tr("at once"),
            ("turn", 0): tr("no limit"),
            ("table_theme", "evening"): tr("Evening"),
            ("table_theme", "harbour"): tr("Harbour"),
            ("table_theme", "chestnut"): tr("Chestnut"),
            ("card_theme", "classic"): tr("Classic cards"),
            ("card_theme", "large"): tr("Large print"),
        }

    def group(self, group: str) -> str:
        """The name of a tab."""
        return self._groups[group]

    def name(self, field: str) -> str:
        """The name of a setting."""
        return self._texts[field][0]

    def explanation(self, field: str) -> str:
        """What a setting does, in a line."""
        return self._texts[field][1]

    def value(self, field: str, value: Any) -> str:
        """A value of a setting, in short."""
        if (field, value) in self._values:
            return self._values[field, value]
        tr = self._words.tr
        match field:
            case "speed":
                return f"{value:g}×"
            case "turn" | "grace" | "double_click":
                return tr("{n} s", n=f"{value:g}")
            case "ui_scale" | "volume" | "calls":
                return f"{round(value * 100)} %"
            case _:
                return tr("On") if value else tr("Off")
