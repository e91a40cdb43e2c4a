"""How the rooms of the house stand to each other: who may import whom, and no state between calls."""

import ast
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import game

HOUSE = Path(game.__file__).parent
FILES = sorted(HOUSE.rglob("*.py"))

ARROWS: dict[str, set[str]] = {
    "__main__": {"app", "cli", "smoke"},
    "smoke": {"app"},
    "app": {"scenes", "script", "options"},
    "script": {"scenes"},
    "options": {"scenes"},
    "cli": {"scenes"},
    "scenes": {"ui", "lan", "table", "profile", "assets", "licences"},
    "lan": {"table", "profile"},
    "table": {"bots"},
    "bots": {"engine"},
    "profile": {"engine"},
    "ui": set(),
    "engine": set(),
    "assets": set(),
    "licences": set(),
}
"""From each room down to those right below it. What is below those may be used as well."""

OUTSIDE: dict[str, set[str]] = {
    "engine": {"msgspec"},
    "bots": set(),
    "table": {"msgspec"},
    "lan": {"msgspec", "cryptography", "spake2", "ifaddr"},
    "profile": {"msgspec", "platformdirs"},
    "ui": {"pygame"},
    "scenes": {"pygame", "msgspec"},
    "app": {"pygame", "msgspec"},
    "smoke": {"pygame"},
    "cli": {"msgspec"},
}
"""What each room uses of other people's work; none that is not named here."""

WITH_SCREEN = {"ui", "scenes", "app", "script", "smoke"}
PURE_UI = {"gestures", "layout", "hand_layout", "editing", "timeline", "inputs", "i18n", "theme"}
"""Those of ``ui`` that need no screen."""


def module_of(path: Path) -> str:
    parts = path.relative_to(HOUSE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(module: str) -> str:
    """``game.ui.text`` lies in ``ui``; ``game.app`` is a room by itself; ``game`` is the house."""
    return [*module.split("."), ""][1]


def below(room: str) -> set[str]:
    found: set[str] = set()
    open_doors = list(ARROWS[room])
    while open_doors:
        door = open_doors.pop()
        if door not in found:
            found.add(door)
            open_doors += ARROWS[door]
    return found


def imports(tree: ast.AST) -> Iterator[str]:
    """All modules named by an import, wherever in the file, ``from game import ui`` as ``game.ui``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are by the whole name"
            assert node.module
            if node.module == "game":
                yield from (f"game.{alias.name}" for alias in node.names)
            else:
                yield node.module


def wrong_imports(room: str, source: str) -> list[str]:
    allowed = below(room) | {room} if room else set()
    wrong = []
    for name in imports(ast.parse(source)):
        top = name.split(".")[0]
        if top == "game":
            if room_of(name) not in allowed:
                wrong.append(name)
        elif top not in sys.stdlib_module_names and top not in OUTSIDE.get(room, set()):
            wrong.append(name)
    return wrong


def test_every_room_is_on_the_plan() -> None:
    rooms = {room_of(module_of(path)) for path in FILES} - {""}
    assert rooms <= set(ARROWS)
    assert rooms >= {"engine", "bots", "table", "profile", "ui", "scenes", "cli", "app"}


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_imports_point_down_only(path: Path) -> None:
    assert wrong_imports(room_of(module_of(path)), path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("room", "line"),
    [
        ("engine", "import game.bots.rule"),
        ("engine", "from game.table import lock"),
        ("engine", "import pygame"),
        ("bots", "from game.table.table import Table"),
        ("table", "from game import ui"),
        ("table", "def f():\n    from game.scenes.kit import Kit"),
        ("table", "import pygame"),
        ("lan", "import game.ui.text"),
        ("profile", "from game.table.journal import Journal"),
        ("ui", "from game.engine import Cards"),
        ("ui", "import game.assets"),
        ("scenes", "import game.app"),
        ("options", "from game import app"),
        ("cli", "import numpy"),
        ("assets", "import game.engine"),
        ("", "from game.engine import Cards"),
    ],
)
def test_an_import_upwards_would_be_found(room: str, line: str) -> None:
    assert wrong_imports(room, line)


def test_the_plan_has_no_way_round() -> None:
    assert not [room for room in ARROWS if room in below(room)]
    assert below("ui") == below("engine") == set()
    assert below("bots") == {"engine"}
    assert below("table") == {"bots", "engine"}
    assert "ui" not in below("lan")


BLIND = """
import importlib, sys
sys.modules["pygame"] = None  # whoever imports it fails
for name in sys.argv[1:]:
    importlib.import_module(name)
print(*sorted(name for name in sys.modules if name.startswith("game.")))
"""


def test_what_needs_no_screen_imports_none() -> None:
    """Everything outside the rooms with a screen, and the pure part of ``ui``, without pygame."""
    modules = [module_of(path) for path in FILES]
    blind = [m for m in modules if room_of(m) not in WITH_SCREEN]
    blind += [m for m in modules if room_of(m) == "ui" and m.split(".")[-1] in PURE_UI]
    assert {m.split(".")[-1] for m in blind} >= PURE_UI
    env = {**os.environ, "PYTHONPATH": str(HOUSE.parent)}
    done = subprocess.run(
        [sys.executable, "-c", BLIND, *blind],
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert loaded >= {m for m in blind if m != "game"}
    assert not {m for m in loaded if room_of(m) in WITH_SCREEN - {"ui"}}, "not by a roundabout way either"
    assert {m for m in loaded if room_of(m) == "ui"} <= {"game.ui", *(f"game.ui.{name}" for name in PURE_UI)}


# No state at module level


MUTABLE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
MAKERS = {"list", "dict", "set", "bytearray", "deque", "defaultdict", "Counter", "OrderedDict", "ChainMap"}
CHANGERS = {
    *("append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "add", "discard"),
    *("update", "setdefault", "popitem", "appendleft", "popleft", "move_to_end", "subtract"),
    *("difference_update", "intersection_update", "symmetric_difference_update"),
}


def is_mutable(value: ast.expr) -> bool:
    """A list, dict or set as such; wrapped in MappingProxyType, tuple or frozenset it is none."""
    if isinstance(value, ast.Call):
        maker = value.func
        return (maker.attr if isinstance(maker, ast.Attribute) else getattr(maker, "id", "")) in MAKERS
    return isinstance(value, MUTABLE)


def top_names(tree: ast.Module) -> Iterator[tuple[str, ast.expr | None]]:
    """Names bound in the module's own body, with what they are bound to."""
    body = list(tree.body)
    while body:
        node = body.pop(0)
        if isinstance(node, ast.If | ast.Try | ast.For | ast.With | ast.While):
            for field in ("body", "orelse", "finalbody"):
                body += getattr(node, field, [])
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                for name in ast.walk(target):
                    if isinstance(name, ast.Name):
                        yield name.id, node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, node.value
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            yield node.target.id + " +=", None


def is_constant(name: str) -> bool:
    """CAPITALS; names of types; ``log``; what Python itself looks for."""
    return (
        name.isupper()
        or (name.lstrip("_")[:1].isupper() and "_" not in name.strip("_"))
        or name
        in (
            "log",
            "__all__",
        )
    )


def state_in(source: str) -> list[str]:
    """What a module would remember from one call to the next."""
    tree = ast.parse(source)
    bound = dict(top_names(tree))
    found = [f"{name} is no constant" for name in bound if not is_constant(name)]
    found += [
        f"{name} is mutable"
        for name, v in bound.items()
        if v and is_mutable(v) and not name.isupper() and name != "__all__"
    ]
    for node in ast.walk(tree):
        match node:
            case ast.Global(names):
                found.append(f"global {', '.join(names)}")
            case ast.Subscript(ast.Name(name), ctx=ast.Store() | ast.Del()) if name.isupper():
                found.append(f"{name}[...] is changed")
            case ast.Attribute(ast.Name(name), ctx=ast.Store() | ast.Del()) if name.isupper():
                found.append(f"{name}.... is changed")
            case ast.AugAssign(ast.Name(name)) if name.isupper():
                found.append(f"{name} is changed")
            case ast.Call(ast.Attribute(ast.Name(name), method)) if name.isupper() and method in CHANGERS:
                found.append(f"{name}.{method}() changes it")
            case ast.Call(ast.Attribute(ast.Attribute(_, name), method)) if (
                name.isupper() and method in CHANGERS
            ):
                found.append(f"{name}.{method}() changes it")
            case ast.Subscript(ast.Attribute(_, name), ctx=ast.Store() | ast.Del()) if name.isupper():
                found.append(f"{name}[...] is changed")
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
                found += [f"{node.name} keeps a default" for value in defaults if is_mutable(value)]
            case ast.ClassDef():
                found += [
                    f"{node.name}.{name} is shared by all"
                    for name, value in top_names(ast.Module(node.body, []))
                    if value and is_mutable(value)
                ]
    return found


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_modules_hold_constants_and_no_state(path: Path) -> None:
    assert state_in(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "cache = {}",
        "_seen = set()",
        "players: list[str] = []",
        "count = 0",
        "if True:\n    table = None",
        "import collections\nRecent = collections.deque()",
        "TABLE = None\ndef f():\n    global TABLE\n    TABLE = 1",
        "KNOWN = {}\ndef f(x):\n    KNOWN[x] = 1",
        "KNOWN = []\ndef f(x):\n    KNOWN.append(x)",
        "from game.ui import skin\ndef f():\n    skin.MARKS.update(a=1)",
        "from game.ui import skin\ndef f():\n    del skin.MARKS['a']",
        "def f(x, seen=[]):\n    pass",
        "class A:\n    all = []",
        "STEPS = 0\nSTEPS += 1",
    ],
)
def test_state_would_be_found(source: str) -> None:
    assert state_in(source)


@pytest.mark.parametrize(
    "source",
    [
        "SUITS = 'SHCD'",
        "_FACE_OF = {code: 1 for code in 'ab'}",
        "Cards = tuple[int, ...]",
        "T = TypeVar('T')",
        "log = logging.getLogger(__name__)",
        "def f():\n    found = []\n    found.append(1)\n    found[0] = 2",
        "__all__ = ['f']",
    ],
)
def test_constants_are_no_state(source: str) -> None:
    assert state_in(source) == []


def test_nothing_happens_when_the_stub_is_imported() -> None:
    """Worker processes import it again."""
    tree = ast.parse((HOUSE / "__main__.py").read_text("utf-8"))
    for node in tree.body:
        is_doc = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        is_guard = isinstance(node, ast.If) and "__name__" in ast.unparse(node.test)
        assert is_doc or is_guard or isinstance(node, ast.Import | ast.ImportFrom | ast.FunctionDef)


WALL = [
    *(["time", name] for name in ("time", "time_ns", "localtime", "gmtime", "ctime", "strftime")),
    *(["datetime", name] for name in ("now", "utcnow", "today")),
    ["date", "today"],
]
"""Calls that ask for the date."""


def test_no_clock_on_the_wall_is_looked_at_but_for_dates() -> None:
    """It may be set at any time."""
    found = Counter[str]()
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_bytes())):
            assert not isinstance(node, ast.ImportFrom) or node.module != "time", "it would go unseen here"
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-2:] in WALL:
                found[path.relative_to(HOUSE).as_posix()] += 1
    assert found == {
        "table/open.py": 1,  # when a match began
        "lan/join.py": 2,  # when one was at a table
        "scenes/lanback.py": 1,  # how long ago that was
        "scenes/lannet.py": 1,  # when a deal ended
        "scenes/lanrows.py": 1,  # what year it is
    }
