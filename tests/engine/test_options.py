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
        ("bidding", "after_deal"),
        ("bidding", "counter_to_end"),
        ("joker_bids", "on"),
        ("first_dealer", "second_bidder"),
        ("nobody_bids", "shrug"),
        ("nobody_bids", "flip_bottom"),
        ("nobody_bids", "redeal"),
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
        ("settlement", "silver"),
        ("colour", "red"),
    ],
)
@pytest.mark.parametrize("kit", ["lezhong", "popo"])
def test_what_can_t_be_had_is_refused_by_name(kit: str, field: str, value: Any) -> None:
    with pytest.raises(RulesError) as told:
        preset(kit, **{field: value})
    assert told.value.field == field
    assert field in str(told.value)


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
    for bad in (b'{"decks": 7}', b'{"colour": 1}', b'{"bidding": "counter_to_end"}'):
        with pytest.raises((RulesError, msgspec.ValidationError)):
            msgspec.json.decode(bad, type=RuleSet)


def test_the_presets() -> None:
    lezhong, popo = preset("lezhong"), preset("popo")
    same = {
        "decks": 2,
        "bidding": "ladder",
        "joker_bids": True,
        "first_dealer": "first_bidder",
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
    }
    differ = {
        "preset": ("lezhong", "popo"),
        "wide_over_narrow": (False, True),
        "bottom_multiplier": ("lezhong", "popo"),
        "level_cap": (None, 3),
        "settlement": ("points", "popo"),
    }
    for field, value in same.items():
        assert getattr(lezhong, field) == getattr(popo, field) == value, field
    for field, (one, two) in differ.items():
        assert (getattr(lezhong, field), getattr(popo, field)) == (one, two), field
    assert {*same, *differ} == set(RuleSet.__struct_fields__)


def test_classic_differs_where_its_text_does() -> None:
    """Its bidding after the deal can't be played yet; by the ladder the rest of it can."""
    with pytest.raises(RulesError) as told:
        preset("classic")
    assert told.value.field == "bidding"
    rules = preset("classic", bidding="ladder")
    assert (rules.joker_bids, rules.first_dealer) == (False, "last_bidder")
    assert (rules.bottom_multiplier, rules.settlement, rules.level_cap) == ("classic", "classic", None)


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_step_and_bar(decks: int) -> None:
    rules = preset("lezhong", decks)
    assert (rules.step, rules.bar) == (20 * decks, 40 * decks)
