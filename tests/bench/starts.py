"""Start, rest and selfplay: ``python tests/bench/starts.py`` (Linux: reads /proc).

Time from starting the program to its first frame, its modules compiled as an installed copy has them;
share of a core it takes while the table waits for the player, without a clock and with one; whole deals a
second of ``selfplay``.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def lines(path: Path) -> list[dict]:
    return (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    )


def started(folder: str, *options: str) -> tuple[subprocess.Popen, Path]:
    dump = Path(folder) / "state.jsonl"
    command = [sys.executable, "-m", "game", "--data-dir", folder, "--state-dump", str(dump), *options]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL), dump


def first_frame() -> float:
    """Seconds from the start of the process to the first picture."""
    with tempfile.TemporaryDirectory() as folder:
        before = time.perf_counter()
        program, dump = started(folder, "--size", "1280x800")
        while not (dump.exists() and dump.stat().st_size):
            time.sleep(0.001)  # fine enough against the figure looked for
        took = time.perf_counter() - before
        program.kill()
        program.wait()
        return took


def rest(turn: int, seconds: float = 8.0) -> float:
    """Share of a core, in percent, while it is the player's turn of so many seconds; 0 for no clock."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "settings.json").write_text(json.dumps({"turn": turn}), encoding="utf-8")
        script = Path(folder) / "script"
        script.write_text("click new\nwait undealt=0\nkey 0\nwait ask=play busy=false\n")
        program, dump = started(folder, "--seed", "3", "--speed", "0", "--script", str(script))
        while not any(s.get("ask") == "play" and not s["busy"] for s in lines(dump)):
            time.sleep(0.1)
        time.sleep(1)  # let the last frames pass
        before = cpu(program.pid)
        time.sleep(seconds)
        used = cpu(program.pid) - before
        program.kill()
        program.wait()
        return 100 * used / seconds


def cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def selfplay(deals: int = 100) -> float:
    command = [sys.executable, "-m", "game", "selfplay", "--deals", str(deals), "--seed", "1", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])["deals_per_second"]


def main() -> int:
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as compiled:
        os.environ["PYTHONPYCACHEPREFIX"] = compiled
        first_frame()  # compiles the modules
        times = [first_frame() for _ in range(5)]
        print(f"start to first frame: {statistics.median(times):.2f} s (median of 5)")
        print(f"at rest at the table: {rest(0):.1f} % of a core, with a clock {rest(60):.1f} %")
        print(f"selfplay: {selfplay():.0f} deals a second")
    return 0


if __name__ == "__main__":
    sys.exit(main())
