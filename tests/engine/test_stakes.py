"""What a settlement reckons with besides the score: counters, stakes, a deal held before."""

from collections import Counter

import pytest
from engine_play import Table
from told_play import HANDS, SEATS, begun, play_out

from game.engine import Reason, Refusal, decide, preset, view
from game.engine import commands as co
from game.engine import events as ev
from game.engine.bids import counters


@pytest.mark.parametrize(
    ("changes", "lines", "number"),
    [
        ({}, ["the table closes"], 0),
        ({}, ["0 bids S2", "the table closes"], 0),
        ({}, ["0 bids S2", "0 bids S2 S2", "the table closes"], 0),
        ({}, ["0 bids S2", "2 bids D2 D2", "the table closes"], 1),
        ({}, ["0 bids S2", "1 bids H2 H2", "3 bids LJ LJ", "3 bids BJ BJ", "the table closes"], 2),
        (
            {"bidding": "after_deal"},
            ["0 bids S2", *("1p", "2p", "3p"), "0 bids S2 S2", *("1p", "2p", "3p", "0p")],
            0,
        ),
        ({"bidding": "after_deal"}, ["0 bids S2", "1 bids H2 H2", *("2p", "3p", "0p", "1p")], 1),
        (
            {"bidding": "counter_to_end"},
            [
                "2 bids D2",
                "1 bids H2 H2",
                "the table closes",
                "2 buries",
                "3 bids LJ LJ",
                "3 buries",
                "0p",
                "1p",
                "2p",
            ],
            2,
        ),
        (
            {"bidding": "counter_to_end"},
            [
                "the table closes",
                "0 buries",
                "1 bids H2",
                "1 buries",
                "2 bids D2 D2",
                "2 buries",
                "3p",
                "0p",
                "1p",
            ],
            1,
        ),
        (
            {"bidding": "counter_to_end"},
            ["1 bids H2", "3 bids LJ LJ", "the table closes", "1 buries", "2p", "3 bids BJ BJ", "3 buries"],
            1,
        ),
    ],
)
def test_a_counter_is_any_replacement_by_another_seat(
    changes: dict[str, str], lines: list[str], number: int
) -> None:
    told = begun(preset("lezhong", **changes), HANDS).deal()
    told(*(line.replace("p", " passes") if len(line) == 2 else line for line in lines))
    assert counters(told.match.running.bids) == number
    if told.match.phase == "burying":
        told(f"{told.match.running.burier} buries")
    result = play_out(told.match).result
    assert result is not None
    assert result.counters == number


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({}, ["the table closes", "0 buries"]),
        ({"bidding": "after_deal"}, ["0 passes", "1 passes", "2 passes", "3 passes", "0 buries"]),
        ({"bidding": "counter_to_end"}, ["the table closes", "0 buries", "1 passes", "2 passes", "3 passes"]),
        (
            {"bidding": "counter_to_end"},
            ["the table closes", "0 buries", "1 passes", "2 passes", "3 bids BJ BJ", "3 buries"],
        ),
    ],
)
@pytest.mark.parametrize(("room", "allowed"), [("common", [1, 2]), ("pass", [1, 2, 4, 8])])
def test_stakes_are_asked_of_all_between_the_last_bury_and_the_first_lead(
    changes: dict[str, str], lines: list[str], room: str, allowed: list[int]
) -> None:
    rules = preset("lezhong", settlement="silver", room=room, **changes)
    told = begun(rules, HANDS).deal()
    for line in lines:
        assert told.refused("0 stakes 1") is Reason.NOT_NOW
        told(line)
    assert told.match.phase == "staking"
    assert told.asked == dict.fromkeys(SEATS, "stake")
    for wrong in (0, -1, 3, 2 * allowed[-1], 16):
        assert told.refused(f"2 stakes {wrong}") is Reason.STAKE
    refusal = decide(told.match, 2, co.SetStake(3))
    assert isinstance(refusal, Refusal)
    assert refusal.number == allowed[-1]
    given = {2: allowed[-1], 0: allowed[0], 3: allowed[1], 1: allowed[0]}
    for n, (seat, stake) in enumerate(given.items()):
        assert told.refused("0 leads S2") is Reason.NOT_NOW
        told(f"{seat} stakes {stake}")
        assert told.events == [ev.StakeSet(seat, stake)]
        if n < 3:
            assert told.refused(f"{seat} stakes 1") is Reason.NOT_NOW, "once"
            assert told.asked == dict.fromkeys([s for s in SEATS if s not in list(given)[: n + 1]], "stake")
    assert told.match.phase == "playing"
    assert told.asked == {0: "play"}
    assert told.refused("0 stakes 1") is Reason.NOT_NOW
    stakes = tuple(given[seat] for seat in SEATS)
    assert view(told.match, None).stakes == stakes
    result = play_out(told.match).result
    assert result is not None
    assert result.stakes == stakes


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"room": "pass"},
        {"settlement": "silver", "room": "practice"},
        {"settlement": "popo", "room": "common"},
    ],
)
def test_no_stakes_are_asked_where_none_are_played_for(changes: dict[str, str]) -> None:
    told = begun(preset("lezhong", **changes)).deal()("the table closes", "0 buries")
    assert told.match.phase == "playing"
    assert told.refused("0 stakes 1") is Reason.NOT_NOW
    result = play_out(told.match).result
    assert result is not None
    assert result.stakes == (1, 1, 1, 1)


def test_each_deal_has_stakes_of_its_own() -> None:
    table = Table(preset("lezhong", 1, settlement="silver", room="pass"), 3)
    seen = set()
    for _ in range(4):
        for match in table.steps():
            if match.phase in ("dealing", "burying"):
                assert match.running.stakes == (None,) * 4
        assert table.match.result is not None
        assert table.match.result.stakes == table.match.running.stakes
        seen.add(table.match.result.stakes)
    assert len(seen) > 1


@pytest.mark.parametrize("kit", ["lezhong", "classic"])
def test_a_streak_is_held_and_held_before(kit: str) -> None:
    seen: Counter[tuple[str, ...]] = Counter()
    for seed in range(12):
        if len([pair for pair in seen if len(pair) == 2]) == 4:
            break
        table = Table(preset(kit, 1, nobody_bids="redeal"), seed, keen=0.1, bold=0.2)
        sides: list[str] = []
        while table.match.phase != "won" and len(sides) < 25:
            table.deal()
            result = table.match.result
            assert result is not None
            sides.append(result.side)
            assert result.streak == (sides[-2:] == ["dealer", "dealer"])
            seen[tuple(sides[-2:])] += 1
    assert len([pair for pair in seen if len(pair) == 2]) == 4, "every way was met"
