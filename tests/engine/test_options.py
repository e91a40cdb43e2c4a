"""The options: three presets, what can be changed, and what is refused by name."""

from typing import Any

import msgspec
import pytest

from game.engine import RulesError, RuleSet, preset


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("decks", 0),
        ("decks", 5),
        ("decks", "2"),
        ("decks", True),
        ("bidding", "auction"),
        ("joker_bids", "on"),
        ("first_dealer", "second_bidder"),
        ("nobody_bids", "shrug"),
        ("two_is_trump", 1),
        ("decompose", "shortest_first"),
        ("throw_forced", "largest_first"),
        ("throw_points", -1),
        ("throw_points", 51),
        ("throw_compare", "by_luck"),
        ("follow_structure", "optional"),
        ("follow_longer_tuple", "kept"),
        ("follow_partial_tractor", "no"),
        ("follow_tractor_for_pair", "take"),
        ("wide_over_narrow", "off"),
        ("bottom_points_limit", -1),
        ("bottom_points_limit", 101),
        ("bottom_multiplier", "ten"),
        ("level_cap", 0),
        ("level_cap", 14),
        ("end_level", "2"),
        ("end_level", "10"),
        ("end_level", "B"),
        ("must_play", ("10",)),
        ("must_play", ("5", "X")),
        ("jack_rule", "on"),
        ("settlement", "gold"),
        ("settlement", None),
        ("room", "lounge"),
        ("room", 2),
        ("colour", "red"),
    ],
)
@pytest.mark.parametrize("kit", ["lezhong", "classic", "popo"])
def test_what_can_t_be_had_is_refused_by_name(kit: str, field: str, value: Any) -> None:
    with pytest.raises(RulesError) as told:
        preset(kit, **{field: value})
    assert told.value.field == field
    assert field in str(told.value)


EVERY: dict[str, tuple[Any, ...]] = {
    "decks": (1, 2, 3, 4),
    "bidding": ("ladder", "after_deal", "counter_to_end"),
    "joker_bids": (True, False),
    "first_dealer": ("first_bidder", "last_bidder"),
    "nobody_bids": ("no_trump", "flip_bottom", "redeal"),
    "two_is_trump": (False, True),
    "decompose": ("longest_first", "tuple_first"),
    "throw_forced": ("lowest_beaten", "smallest_first"),
    "throw_points": (0, 10, 50),
    "throw_compare": ("main_component", "all_components", "highest_card"),
    "follow_structure": ("required", "none"),
    "follow_longer_tuple": ("split", "protected"),
    "follow_partial_tractor": ("required", "free"),
    "follow_tractor_for_pair": ("give", "protected"),
    "wide_over_narrow": (False, True),
    "bottom_points_limit": (None, 0, 40, 100),
    "bottom_multiplier": ("lezhong", "classic", "doubling", "popo"),
    "level_cap": (None, 1, 13),
    "end_level": ("3", "T", "A"),
    "must_play": ((), ("5", "K")),
    "jack_rule": ("off", "single_jack_to_2", "main_to_2_off_half"),
    "settlement": ("points", "silver", "classic", "popo"),
    "room": ("practice", "common", "pass"),
}


@pytest.mark.parametrize("kit", ["lezhong", "classic", "popo"])
def test_every_value_of_every_option_can_be_had_on_every_preset(kit: str) -> None:
    assert {"preset", *EVERY} == set(RuleSet.__struct_fields__), "a new option has values too"
    for field, values in EVERY.items():
        for value in values:
            changes = {"must_play": (), field: value}
            decks = changes.pop("decks", 2)
            rules = preset(kit, decks, **changes)
            assert getattr(rules, field) == value
            assert msgspec.json.decode(msgspec.json.encode(rules), type=RuleSet) == rules


@pytest.mark.parametrize(
    ("settlement", "room", "stakes"),
    [
        ("points", "pass", (1,)),
        ("classic", "pass", (1,)),
        ("popo", "common", (1,)),
        ("silver", "practice", (1,)),
        ("silver", "common", (1, 2)),
        ("silver", "pass", (1, 2, 4, 8)),
    ],
)
def test_stakes_are_those_of_the_room_and_only_for_silver(
    settlement: str, room: str, stakes: tuple[int, ...]
) -> None:
    assert preset("lezhong", settlement=settlement, room=room).stakes == stakes


def test_a_level_above_the_end_can_t_be_a_must() -> None:
    with pytest.raises(RulesError) as told:
        preset("lezhong", end_level="T", must_play=("5", "J"))
    assert told.value.field == "must_play"
    assert preset("lezhong", end_level="T", must_play=("5", "T")).must_play == ("5", "T")


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(RulesError) as told:
        preset("house")
    assert told.value.field == "preset"


def test_what_is_written_down_is_judged_like_what_is_made() -> None:
    written = msgspec.json.encode(preset("popo", 3, must_play=("5", "K"), throw_points=10))
    assert msgspec.json.decode(written, type=RuleSet) == preset(
        "popo", 3, must_play=("5", "K"), throw_points=10
    )
    for bad in (b'{"decks": 7}', b'{"colour": 1}', b'{"bidding": "auction"}'):
        with pytest.raises((RulesError, msgspec.ValidationError)):
            msgspec.json.decode(bad, type=RuleSet)


def test_the_presets() -> None:
    kits = [preset(name) for name in ("lezhong", "classic", "popo")]
    same = {
        "decks": 2,
        "nobody_bids": "no_trump",
        "two_is_trump": False,
        "decompose": "longest_first",
        "throw_forced": "lowest_beaten",
        "throw_points": 0,
        "throw_compare": "main_component",
        "follow_structure": "required",
        "follow_longer_tuple": "split",
        "follow_partial_tractor": "required",
        "follow_tractor_for_pair": "give",
        "bottom_points_limit": None,
        "end_level": "A",
        "must_play": (),
        "jack_rule": "off",
        "room": "common",
    }
    differ = {
        "preset": ["lezhong", "classic", "popo"],
        "bidding": ["ladder", "after_deal", "ladder"],
        "joker_bids": [True, False, True],
        "first_dealer": ["first_bidder", "last_bidder", "first_bidder"],
        "wide_over_narrow": [False, False, True],
        "bottom_multiplier": ["lezhong", "classic", "popo"],
        "level_cap": [None, None, 3],
        "settlement": ["points", "classic", "popo"],
    }
    for field, value in same.items():
        assert [getattr(rules, field) for rules in kits] == [value] * 3, field
    for field, values in differ.items():
        assert [getattr(rules, field) for rules in kits] == values, field
    assert {*same, *differ} == set(RuleSet.__struct_fields__)


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_step_and_bar(decks: int) -> None:
    rules = preset("lezhong", decks)
    assert (rules.step, rules.bar) == (20 * decks, 40 * decks)
