"""Small edits that break one rule each, to see that the tests notice.

    python tests/mutations.py [-j N] [name ...]

copies the checkout to a temporary folder, makes one edit at a time there and runs the tests it names, fast
ones first, up to the first failure. Printed are the edits that survive: each is a hole in the tests. An edit
whose old text is not found exactly once is an error, and so are tests that fail without any edit.
"""

import argparse
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ENGINE = Path("game/engine")
EDITS = ROOT / "tests/edits"
"""Here they stand, a file for each part of the rules; ``read`` says how they are written."""
SECONDS = 120
"""Longest an edit's tests may take; what takes longer never ends, which is noticed too."""

# Failing examples are not made smaller: that they fail is enough. An edit's tests run in one process: xdist
# would end with 2 at the first failure, not with 1.
RUN = """
import sys, pytest, hypothesis as h
h.settings.register_profile("edit", phases=[h.Phase.explicit, h.Phase.generate])
h.settings.load_profile("edit")
sys.exit(pytest.main(["-x", "-n", "0", "-p", "no:cacheprovider", "--no-header", *sys.argv[1:]]))
"""


class Mutation(NamedTuple):
    """An edit of a file of the engine, the rule it breaks, and the test files (by their middle names)
    that should notice."""

    name: str
    file: str
    old: str
    new: str
    breaks: str
    tests: str

    @property
    def path(self) -> Path:
        return ENGINE / f"{self.file}.py"

    def edited(self, root: Path) -> str:
        """The file with the edit made. ValueError when there is not exactly one place for it."""
        text = (root / self.path).read_text("utf-8")
        if (found := text.count(self.old)) != 1:
            raise ValueError(f"{self.name}: {self.old!r} is {found} times in {self.path}")
        return text.replace(self.old, self.new)


def read(text: str) -> Iterator[Mutation]:
    """The edits of such a text: name | file | tests | rule, and the lines before (-) and after (+)."""
    parts: list[list[str]] = []
    for line in text.splitlines():
        if line[:2] in ("- ", "+ "):
            parts[-1].append(line)
        elif line and line[0] != "#":
            parts.append([line])
    for head, *lines in parts:
        name, file, tests, breaks = head.split(" | ")
        old, new = ("\n".join(line[2:] for line in lines if line[0] == mark) for mark in "-+")
        yield Mutation(name, file, old, new, breaks, tests)


MUTATIONS = tuple(m for path in sorted(EDITS.glob("*.txt")) for m in read(path.read_text("utf-8")))


def files(mutations: Sequence[Mutation]) -> list[str]:
    """The test files these edits name, each once."""
    return list(dict.fromkeys(f"tests/engine/test_{name}.py" for m in mutations for name in m.tests.split()))


def run_tests(copy: Path, tests: Sequence[str]) -> tuple[int | None, str]:
    """What the tests end with (0 passed, 1 failed, None they did not end), and what they say."""
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(copy)}
    try:
        done = subprocess.run(
            [sys.executable, "-c", RUN, *tests],
            cwd=copy,
            env=env,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stdout + done.stderr


def checkout(place: Path) -> Path:
    for name in ("game", "tests"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", place)
    return place


def survivors(mutations: Sequence[Mutation], jobs: int = 1, verbose: bool = False) -> list[str]:
    """What there is to complain of: a line for each edit that survives or can't be tried."""
    with tempfile.TemporaryDirectory() as folder:
        copies: queue.Queue[Path] = queue.Queue()
        first = checkout(Path(folder) / "0")
        for i in range(1, jobs):
            copies.put(Path(shutil.copytree(first, Path(folder) / str(i))))
        complaints = []
        for m in mutations:
            try:
                m.edited(first)
            except ValueError as error:
                complaints.append(str(error))
        if complaints:
            return complaints
        code, said = run_tests(first, files(mutations))
        if code != 0:
            return [f"the tests fail without any edit:\n{said[-2000:]}"]
        copies.put(first)

        def tried(m: Mutation) -> str:
            copy, start = copies.get(), time.monotonic()
            place = copy / m.path
            whole = place.read_bytes()
            try:
                place.write_text(m.edited(copy), "utf-8")
                code, said = run_tests(copy, files([m]))
            finally:
                place.write_bytes(whole)
                copies.put(copy)
            if verbose:
                told = {0: "SURVIVES", 1: "noticed", None: "does not end"}.get(code, "can't be tried")
                print(f"{time.monotonic() - start:5.1f} s  {m.name}: {told}", flush=True)
            if code == 0:
                return f"{m.name} survives ({m.breaks}): {m.path}: {m.old!r} -> {m.new!r}"
            return "" if code in (1, None) else f"{m.name} can't be tried:\n{said[-1000:]}"

        with ThreadPoolExecutor(jobs) as pool:
            return [line for line in pool.map(tried, mutations) if line]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Which edits of the rules do the tests not notice?")
    parser.add_argument("names", nargs="*", metavar="name", help="edits to try; all, when none is named")
    parser.add_argument("-j", type=int, default=1, dest="jobs", help="edits tried at the same time")
    parser.add_argument("-v", action="store_true", dest="verbose", help="say how long each takes")
    options = parser.parse_args(arguments)
    known = {m.name: m for m in MUTATIONS}
    if unknown := [name for name in options.names if name not in known]:
        parser.error(f"no such edit: {', '.join(unknown)}")
    chosen = [known[name] for name in options.names] or list(MUTATIONS)
    start = time.monotonic()
    complaints = survivors(chosen, options.jobs, options.verbose)
    for line in complaints:
        print(line)
    print(f"{len(chosen)} edits, {len(complaints)} complaints, {time.monotonic() - start:.0f} s")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
