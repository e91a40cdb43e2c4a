"""One of the four plays in the window: it finds the table, joins by the code, and sees the same match."""

import json
import subprocess
import sys
from typing import Any

from lan_net import CODE, wait
from lan_table import Table
from program_run import environment

from game.engine import events as ev
from game.engine import format_cards
from game.engine.cards import cards_of

STEPS = f"""
wait scene=menu
click lan
wait scene=lan
click join:0
wait scene=joining
type {CODE}
click enter
wait scene=lobby
click ready
wait scene=table
wait phase=playing
click auto
"""


class Window:
    """The program with its window, on a PC without a screen."""

    def __init__(self, table: Table, number: int, steps: str) -> None:
        folder = table.folder / "window"
        folder.mkdir()
        (folder / "steps").write_text(steps)
        self._dump = folder / "state.jsonl"
        self._errors = folder / "stderr"
        words = ["--script", folder / "steps", "--data-dir", folder / "data", "--state-dump", self._dump]
        pc = table.lan.pcs[number]
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [
                    "ip",
                    "netns",
                    "exec",
                    pc.namespace,
                    sys.executable,
                    "-m",
                    "game",
                    *map(str, words),
                    "--speed",
                    "0",
                ],
                cwd=folder,
                env=environment(SDL_VIDEODRIVER="dummy"),
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )

    @property
    def states(self) -> list[dict[str, Any]]:
        """All that it has shown."""
        lines = self._dump.read_bytes().split(b"\n")[:-1] if self._dump.exists() else []
        return [json.loads(line) for line in lines]

    def until(self, timeout: float = 30, **values: object) -> dict[str, Any]:
        def look() -> dict[str, Any] | None:
            assert self.process.poll() is None, self.errors
            return next((state for state in self.states if values.items() <= state.items()), None)

        try:
            return wait(look, f"{values}", timeout)
        except AssertionError as error:
            raise AssertionError(f"{error}; {self.states[-1:]} {self.errors}") from None

    @property
    def errors(self) -> str:
        return self._errors.read_text(errors="replace")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(10)


def test_a_window_among_the_four(table: Table) -> None:
    table.think = 0.05
    table.open(3, "--turn", 5)
    table.seat(1, 2)
    window = Window(table, 3, STEPS)
    try:
        window.until(scene="lobby")
        window.until(scene="table", phase="playing", timeout=60)
        truth = wait(table.begun, "the match")
        table.goes_on(truth, ev.DealScored, timeout=90)
        result = truth.matches[-1].result
        assert result
        sheet = window.until(scene="sheet", deal=1)
        assert (sheet["points"], sheet["bottom"]) == (result.points, format_cards(result.bottom))
        shown = [state for state in window.states if state.get("deal") == 1 and state["scene"] == "table"]
        assert all((state["lan"]["split"], state["lan"]["fault"]) == (False, None) for state in shown)
        still = [state for state in shown if not state["busy"] and state["phase"] == "playing"]
        seat = still[0]["seat"]
        hands = [cards_of(match.deal.hands[seat]) for match in truth.matches if match.deal]
        codes = [sorted(format_cards([card]) for card in hand) for hand in hands]
        assert all(sorted(card["card"] for card in state["hand"]) in codes for state in still)
        for program in (table.host, *table.guests):
            checked = program.wait("checked")
            assert (checked["fault"], checked["split"]) == (None, False)
        table.all_agree(truth, "Dan", "Ann", "Bo")
        assert window.errors == ""
    finally:
        window.kill()
