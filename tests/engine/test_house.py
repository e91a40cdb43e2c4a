"""The engine stands alone: no screen, no clock, no chance but the seed's."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import game.engine

ROOM = Path(game.engine.__file__).parent
FILES = sorted(ROOM.glob("*.py"))
FORBIDDEN = {
    *("pygame", "asyncio", "time", "random", "datetime", "secrets", "uuid", "threading", "socket"),
    *("os", "io", "pathlib", "tempfile", "shutil", "logging", "subprocess", "sqlite3", "gettext", "locale"),
}

BLOCK = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] in ('pygame', 'asyncio'):
            raise ImportError(f'the engine asked for {name}')
sys.meta_path.insert(0, Block())
import importlib, pkgutil
import game.engine
names = [m.name for m in pkgutil.walk_packages(game.engine.__path__, 'game.engine.')]
for name in names:
    importlib.import_module(name)
assert not {'pygame', 'asyncio'} & set(sys.modules), sorted(sys.modules)
others = [m for m in sys.modules if m.startswith('game.') and not m.startswith('game.engine')]
assert not others, others
print(len(names))
"""


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports by a relative name"
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_module_imports_the_library_msgspec_and_the_engine(path: Path) -> None:
    for name in imported(path):
        top = name.split(".")[0]
        assert top not in FORBIDDEN, name
        if top == "game":
            assert name.startswith("game.engine"), name
        else:
            assert top == "msgspec" or top in sys.stdlib_module_names, name


def test_the_engine_needs_no_screen() -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOM.parent.parent)}
    done = subprocess.run(
        [sys.executable, "-c", BLOCK], env=env, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= len(FILES) - 1


def test_the_front_door_is_open() -> None:
    for name in game.engine.__all__:
        assert getattr(game.engine, name) is not None
    front = "parse_cards format_cards RuleSet preset Trump read_shape check_follow legal_follows check_throw"
    front += " winner judge_bid open_bids bottom_multiplier outcome advance next_dealer new_match decide"
    front += " evolve view redact"
    assert set(front.split()) <= set(game.engine.__all__)
