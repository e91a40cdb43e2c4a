"""Flips, counters and stakes on the real screen: a scripted player answers what is asked."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from game.engine import Standing, preset
from game.table.journal import SUFFIX, Header, Journal
from game.table.open import HOUSE_SEATS

ABLE = "15"
"""The seed of a deal in which seat 0 could flip, or counter after the bury."""


def played(folder: Path, steps: str, seed: str = "7", **options: Any) -> list[dict[str, Any]]:
    """What the screen showed, state by state, while the steps were played on a match of these rules.

    Seat 1, a computer player, deals.
    """
    header = Header(
        rules=preset("lezhong", **options),
        seed=seed,
        seats=HOUSE_SEATS,
        began="2026-01-01T00:00:00+00:00",
        standing=Standing(("5", "K"), 1, 26),
    )
    Journal.create(folder / "matches" / f"match{SUFFIX}", header).close()
    script, dump = folder / "script", folder / "dump"
    script.write_text(f"click resume\n{steps}\nquit\n", encoding="utf-8")
    options_line = ["--speed", "0", "--no-audio", "--lang", "en", "--size", "1280x800"]
    files = ["--data-dir", str(folder), "--script", str(script), "--state-dump", str(dump)]
    done = subprocess.run(
        [sys.executable, "-m", "game", *options_line, *files],
        env={**os.environ, "SDL_VIDEODRIVER": "dummy"},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (folder / "shengji.log").read_text() == ""
    return [json.loads(line) for line in dump.read_text(encoding="utf-8").splitlines()]


def enabled(state: dict[str, Any]) -> set[str]:
    return {button["name"] for button in state["buttons"] if button["enabled"]}


def test_flips_are_asked_in_turn_after_the_deal(tmp_path: Path) -> None:
    states = played(
        tmp_path,
        "wait ask=flip busy=false\nclick pass\nwait ask=play busy=false",
        ABLE,
        bidding="after_deal",
    )
    dealing = [state for state in states if state.get("phase") == "dealing"]
    assert all(not any(name.startswith("bid:") for name in enabled(state)) for state in dealing)
    asked = [state for state in states if state.get("ask") == "flip"]
    assert asked
    assert all("pass" in enabled(state) and len(state["hand"]) == 25 for state in asked)
    assert all(state["trump"] is None for state in asked)


def test_a_bury_is_countered_or_not_and_stakes_are_chosen(tmp_path: Path) -> None:
    states = played(
        tmp_path,
        "wait ask=counter busy=false\nclick pass\nwait ask=stake busy=false\nclick stake:4\n"
        "wait ask=play busy=false",
        ABLE,
        bidding="counter_to_end",
        settlement="silver",
        room="pass",
    )
    counter = next(state for state in states if state.get("ask") == "counter")
    assert counter["burier"] is not None
    assert counter["dealer"] == 1
    assert "pass" in enabled(counter)
    stake = next(state for state in states if state.get("ask") == "stake")
    assert {"stake:1", "stake:2", "stake:4", "stake:8"} <= enabled(stake)
    assert states[-1]["stakes"] == [4, 1, 1, 1]
    assert states[-1]["dealer"] == 1


@pytest.mark.parametrize(("room", "most"), [("common", "stake:2"), ("pass", "stake:8")])
def test_a_room_offers_no_higher_stakes_than_it_has(tmp_path: Path, room: str, most: str) -> None:
    states = played(
        tmp_path,
        "wait ask=stake busy=false\nclick stake:1\nwait ask=play busy=false",
        settlement="silver",
        room=room,
    )
    stake = next(state for state in states if state.get("ask") == "stake")
    assert max(name for name in enabled(stake) if name.startswith("stake:")) == most


def test_the_settlement_is_spelled_out_behind_the_score_sheet(tmp_path: Path) -> None:
    states = played(
        tmp_path,
        "wait ask=play busy=false\nclick auto\nwait scene=sheet\nclick bill\n"
        "wait scene=bill\nclick back\nwait scene=sheet\nclick next\nwait deal=28 ask=play",
    )
    bill = next(state for state in states if state["scene"] == "bill")
    assert len(bill["totals"]) == 4
    assert any("×" in text for text, _ in bill["lines"])
