"""The page of statistics says what the own deals come to."""

import pytest
from kept_play import click, fill
from profile_play import KINDS, records

from game.engine.rules import PRESETS


def opened(program, **how):
    one = program(**how)
    fill(one, records(KINDS[0], 1))
    fill(one, records(KINDS[1], 2, match="n", at=9000))
    fill(one, records(KINDS[2], 1, own=None, match="o", at=19000))
    click(one, "matches")
    click(one, "statistics")
    return one


def test_in_all_and_by_preset(program):
    one = opened(program)
    first, second = len(records(KINDS[0], 1)), len(records(KINDS[1], 2))
    assert (one.state["deals"], one.state["matches"]) == (first + second, 2)
    found = {}
    for name in PRESETS:
        click(one, f"tab:{name}")
        found[name] = one.state["deals"]
    assert found == {"lezhong": first, "classic": second, "popo": 0}, "what was watched does not count"


def test_the_best_deal_can_be_seen_again(program):
    one = opened(program)
    click(one, "best")
    assert one.state["scene"] == "replay"
    click(one, "end")
    assert one.state["points"] >= 0


def test_without_deals_it_says_so(program):
    one = program(language="en")
    click(one, "profile")
    click(one, "statistics")
    assert one.state["deals"] == 0
    assert "best" not in one.buttons
    click(one, "back")
    assert one.state["scene"] == "profile"


@pytest.mark.parametrize("language", ["zh_CN", "en"])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
def test_everything_has_room(program, size, language, cut):
    one = opened(program, size=size, language=language)
    for tab in one.tabs():
        click(one, tab)
        one.items()
    assert cut == []
