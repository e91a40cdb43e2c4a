"""``selfplay``: what it prints, what it refuses, and that points add up."""

import json

import pytest

from game.bots.rule import RuleBot
from game.cli import selfplay
from game.engine import Question, View, new_match, points_of, preset
from game.engine.chance import deal_seed, shuffled
from game.engine.commands import Command, PassBid, Play, SeatCommand
from game.engine.rules import PRESETS

KEYS = "deal dealer level trump points multiplier bottom side levels_gained levels"


def play_many(decks: int, deals: int) -> None:
    """Whole deals; all the points there are lie in tricks or in the bottom."""
    for name in PRESETS:
        match = new_match(preset(name, decks))
        for number in range(deals):
            match = selfplay.play_deal(match, [RuleBot()] * 4, deal_seed("soak", number))
            deal = match.running
            assert sum(trick.points for trick in deal.tricks) + points_of(deal.bottom) == 100 * decks
            if match.won_by is not None:
                match = new_match(preset(name, decks))


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_ten_deals_go_through_and_points_add_up(decks: int) -> None:
    play_many(decks, 10)


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_a_hundred_deals_go_through_and_points_add_up(decks: int) -> None:
    play_many(decks, 100)


def test_prints_a_line_a_deal_and_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert selfplay.main(["--deals", "3", "--decks", "1", "--rules", "popo", "--seed", "1", "--json"]) == 0
    *deals, summary = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [" ".join(line) for line in deals] == [KEYS] * 3
    assert [line["deal"] for line in deals] == [1, 2, 3]
    assert list(summary) == ["summary", "deals", "matches", "seconds", "deals_per_second"]
    assert summary["summary"] is True
    assert summary["deals"] == 3


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_played(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert selfplay.main(["--deals", "6", "--rules", name, "--seed", "1", "--json"]) == 0
    *deals, summary = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["deal"] for line in deals] == [1, 2, 3, 4, 5, 6]
    assert summary["deals"] == 6
    assert len({line["trump"] for line in deals}) > 1, "somebody bids"


MANNERS = [
    {"bidding": bidding, "nobody_bids": nobody, "settlement": "silver", "room": "pass"}
    for bidding in ("ladder", "after_deal", "counter_to_end")
    for nobody in ("no_trump", "flip_bottom", "redeal")
]


@pytest.mark.parametrize("changes", MANNERS, ids=lambda changes: " ".join(list(changes.values())[:2]))
def test_whole_deals_in_every_manner_of_bidding(changes: dict[str, str]) -> None:
    for decks in (1, 2):
        match = new_match(preset("classic", decks, **changes))
        for number in range(4):
            match = selfplay.play_deal(match, [RuleBot()] * 4, deal_seed("manner", number))
            assert match.deals_played == number + 1
            assert match.redeals == 0
            assert match.result is not None
            assert set(match.running.stakes) <= set(match.rules.stakes)


class Mute(RuleBot):
    """Never bids."""

    def answer(self, view: View, ask: Question) -> SeatCommand | None:
        if ask.kind in ("bid", "flip", "counter"):
            return None if view.undealt else PassBid()
        return super().answer(view, ask)


@pytest.mark.parametrize("bidding", ["ladder", "after_deal", "counter_to_end"])
def test_a_deal_without_a_bid_is_dealt_again_by_itself(bidding: str) -> None:
    match = new_match(preset("lezhong", 1, bidding=bidding, nobody_bids="redeal"))
    match = selfplay.play_deal(match, [Mute()] * 4, "nobody")
    assert match.deals_played == 1
    assert match.result is not None
    assert match.result.suit is None
    assert match.running.order == shuffled("nobody again 3", 1)


def test_the_same_seed_gives_the_same_deals(capsys: pytest.CaptureFixture[str]) -> None:
    def deals(*options: str) -> list[str]:
        assert selfplay.main(["--deals", "2", "--decks", "1", "--json", *options]) == 0
        return capsys.readouterr().out.splitlines()[:-1]

    assert deals("--seed", "9") == deals("--seed", "9") != deals("--seed", "10")
    assert deals() != deals()


def test_without_json_a_table_names_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert selfplay.main(["--deals", "2", "--decks", "1", "--seed", "abc"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "seed abc"
    assert len(lines) == 5


@pytest.mark.parametrize(
    "options",
    [["--rules", "bridge"], ["--decks", "5"], ["--rules", "CLASSIC"], ["--deals", "0"], ["--colour"]],
)
def test_what_cannot_be_played_is_refused_with_usage(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        selfplay.main(options)
    assert ended.value.code == 2
    assert "usage" in capsys.readouterr().err


def test_a_new_match_starts_when_one_is_won(capsys: pytest.CaptureFixture[str]) -> None:
    assert selfplay.main(["--deals", "60", "--decks", "1", "--seed", "1", "--json"]) == 0
    *deals, summary = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert summary["matches"] >= 1
    assert sum(line["level"] == "2" for line in deals) >= 2


class Cheat(RuleBot):
    """Plays a big joker, held or not."""

    def answer(self, view: View, ask: Question) -> Command | None:
        return Play((53,)) if ask.kind == "play" else super().answer(view, ask)


def test_a_refused_move_ends_the_run_and_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selfplay, "RuleBot", Cheat)
    assert selfplay.main(["--deals", "2", "--decks", "1", "--seed", "1"]) == 1
    assert "Play BJ refused: not_held" in capsys.readouterr().err
