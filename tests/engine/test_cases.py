"""The worked cases of the rules, as a table."""

import json
from pathlib import Path
from typing import Any

import pytest
from engine_play import Table

from game.engine import (
    RuleSet,
    Trump,
    advance,
    bid_suit,
    bottom_multiplier,
    check_follow,
    check_throw,
    format_cards,
    judge_bid,
    next_dealer,
    outcome,
    parse_cards,
    points_of,
    preset,
    read_shape,
    winner,
)
from game.engine.events import BidMade

CASES = json.loads((Path(__file__).parent / "cases.json").read_text("utf-8"))["cases"]


def cards(codes: list[str]) -> tuple[int, ...]:
    return parse_cards(" ".join(codes))


def told(hands: list[list[str]]) -> str:
    return " | ".join(" ".join(hand) for hand in hands)


def the_trump(case: dict[str, Any]) -> Trump:
    return Trump(case["level"], case["trump"], case["input"].get("two_is_trump", False))


def decompose(case: dict[str, Any], rules: RuleSet, expected: dict[str, Any]) -> None:
    trump = the_trump(case)
    lead = cards(case["input"]["cards"])
    if expected.get("invalid"):
        with pytest.raises(ValueError, match="suit"):
            read_shape(lead, trump, rules)
        return
    runs = {2: "tractor", 3: "hurricane", 4: "carrier"}
    alike = {1: "single", 2: "pair", 3: "triple", 4: "quad"}
    found = [
        (
            (runs if part.length > 1 else alike)[part.width],
            part.width,
            part.length,
            sorted(part.cards),
        )
        for part in read_shape(lead, trump, rules)
    ]
    wanted = [(c["type"], c["width"], c["length"], sorted(cards(c["cards"]))) for c in expected["components"]]
    assert sorted(found) == sorted(wanted), told([case["input"]["cards"]])


def legal_follow(case: dict[str, Any], rules: RuleSet, expected: dict[str, Any]) -> None:
    of = case["input"]
    refusal = check_follow(cards(of["lead"]), cards(of["hand"]), cards(of["play"]), the_trump(case), rules)
    assert (refusal is None) == expected["legal"], (
        f"lead {told([of['lead']])}, hand {told([of['hand']])}, play {told([of['play']])}: {refusal}"
    )


def beats(case: dict[str, Any], rules: RuleSet, expected: dict[str, Any]) -> None:
    plays = [cards(play) for play in case["input"]["plays"]]
    assert winner(plays, the_trump(case), rules) == expected["winner"], told(case["input"]["plays"])
    if "points" in expected:
        assert sum(map(points_of, plays)) == expected["points"], told(case["input"]["plays"])


def throw(case: dict[str, Any], rules: RuleSet, expected: dict[str, Any]) -> None:
    of = case["input"]
    others = [cards(hand) for hand in of["others"]]
    failure = check_throw(cards(of["lead"]), others, the_trump(case), rules)
    said = f"throw {told([of['lead']])} against {told(of['others'])}: {failure}"
    assert (failure is None) == expected["ok"], said
    if failure is not None:
        assert sorted(failure.forced) == sorted(cards(expected["forced"])), said
        assert set(failure.beaten_by) <= set(others[failure.hand]), said


def kitty(case: dict[str, Any], rules: RuleSet, expected: dict[str, Any]) -> None:
    of = case["input"]
    lead, won_with = cards(of["last_lead"]), cards(of["winner_cards"])
    for rule, wanted in expected["multiplier_by_rule"].items():
        names = {rule: wanted}
        if isinstance(wanted, dict):
            names = {"classic": wanted["table"], "doubling": wanted["prose"]}
        for name, multiplier in names.items():
            changed = preset("lezhong", case["decks"], bottom_multiplier=name)
            found = bottom_multiplier(lead, won_with, the_trump(case), changed)
            assert found == multiplier, f"{name}: {format_cards(won_with)} on {format_cards(lead)}"


def level(case: dict[str, Any], rules: RuleSet, expected: dict[str, Any]) -> None:
    of = case["input"]
    changes: dict[str, Any] = {"must_play": tuple(of.get("must_play", ()))}
    more: dict[str, Any] = {}
    if "jack_rule" in of:
        changes["jack_rule"] = of["jack_rule"]
        more = {"lost_to": cards(of["winning_cards"]), "trump": Trump(of["level"], of["trump"])}
    changed = preset("lezhong", case["decks"], **changes)
    assert advance(of["level"], of["gain"], of["side"], changed, **more) == expected["level"], of


def order(case: dict[str, Any], rules: RuleSet, expected: dict[str, Any]) -> None:
    trump = the_trump(case)
    held = trump.sort(cards(case["input"]["cards"]))
    trumps = [card for card in held if trump.suit_of(card) == "T"]
    found: dict[int, set[int]] = {}
    for card in trumps:
        found.setdefault(trump.strength(card), set()).add(card)
    groups = [set(cards(group)) for group in expected["trump_high_to_low"]]
    assert list(found.values()) == groups, format_cards(held)
    assert list(found) == sorted(found, reverse=True), format_cards(held)
    for suit, codes in expected.get("side", {}).items():
        assert [card for card in held if trump.suit_of(card) == suit] == list(cards(codes))


def score(case: dict[str, Any], rules: RuleSet, expected: dict[str, Any]) -> None:
    found = outcome(case["input"]["attacker_points"], rules)
    assert (found.side, found.levels) == (expected["winner"], expected["levels"])


def rotation(case: dict[str, Any], rules: RuleSet, expected: dict[str, Any]) -> None:
    assert next_dealer(case["input"]["dealer"], case["input"]["winner"]) == expected["next_dealer"]


def bid(case: dict[str, Any], rules: RuleSet, expected: dict[str, Any]) -> None:
    of = case["input"]
    history = [BidMade(of["current"]["seat"], cards(of["current"]["cards"]))] if of["current"] else []
    shown = cards(of["bid"]["cards"])
    refusal = judge_bid(history, of["bid"]["seat"], shown, cards(of["hand_has"]), case["level"], rules)
    assert (refusal is None) == expected["legal"], f"{of}: {refusal}"
    if "trump" in expected:
        assert bid_suit(shown) == expected["trump"]


def deal(case: dict[str, Any], rules: RuleSet, expected: dict[str, Any]) -> None:
    table = Table(rules, case["id"])
    for match in table.steps():
        if match.running.dealt:
            assert [sum(hand) for hand in match.running.hands] == [expected["hand"]] * 4
            assert len(match.running.order) - match.running.drawn == expected["kitty"]
            return
    raise AssertionError("the deal never ended")


KINDS = {
    f.__name__: f
    for f in (decompose, legal_follow, beats, throw, kitty, level, order, score, rotation, bid, deal)
}


def variants() -> list[Any]:
    out = []
    for case in CASES:
        out.append(pytest.param(case, {}, case["expected"], id=case["id"]))
        for other in case.get("alternatives", ()):
            name, _, value = other["option"].partition("=")
            option = {name: {"on": True, "off": False}.get(value, value)}
            out.append(pytest.param(case, option, other["expected"], id=f"{case['id']}-{other['option']}"))
    return out


@pytest.mark.parametrize(("case", "option", "expected"), variants())
def test_worked_case(case: dict[str, Any], option: dict[str, Any], expected: dict[str, Any]) -> None:
    rules = preset("lezhong", case["decks"], **option)
    KINDS[case["kind"]](case, rules, expected)


def test_the_table_is_whole() -> None:
    assert len(CASES) == len({case["id"] for case in CASES}) == 84
    assert {case["kind"] for case in CASES} == set(KINDS)
