"""Scripts: a play written down in steps, for tests and bug reports.

One step a line; empty lines and lines that begin with ``#`` are passed over.

    wait KEY=VALUE ...     until the state (as in --state-dump) has all these values
    click NAME             press the button or text field of that name; waits until it can be pressed
    type TEXT              write the rest of the line; waits until a text field has the focus
    key NAME               press a key, as in "tab", "page up", "shift+left", "ctrl+a"
    select CARDS           click these cards of the hand, as in "H9 H9 SA", copies not selected yet first
    play                   right click on the table
    screenshot FILE        write a PNG
    quit                   end the program
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from game.engine import format_cards, parse_cards
from game.ui.inputs import Input, Key, Move, Press, Release, Text

PATIENCE = 60.0
"""Seconds a step may wait before the script is given up."""


class ScriptError(Exception):
    """A step that can't be read or done; says which."""


class Script:
    """Yields inputs as a player would make them, looking at the state alone."""

    def __init__(self, path: Path) -> None:
        self._steps = [
            (n, _words(line))
            for n, line in enumerate(_text_of(path).splitlines(), 1)
            if line.strip() and not line.lstrip().startswith("#")
        ]
        for n, words in self._steps:
            if words[0] not in ("wait", "click", "type", "key", "select", "play", "screenshot", "quit"):
                raise ScriptError(f"{path}, line {n}: there is no step {words[0]!r}")
            if words[0] in ("click", "screenshot") and len(words) != 2:
                raise ScriptError(f"{path}, line {n}: {words[0]} takes one name")
            if words[0] in ("type", "key") and len(words) != 2:
                raise ScriptError(f"{path}, line {n}: {words[0]} needs to know what")
            if words[0] == "wait" and not all("=" in word for word in words[1:]):
                raise ScriptError(f"{path}, line {n}: write what to wait for as KEY=VALUE")
            if words[0] == "select":
                try:
                    parse_cards(" ".join(words[1:]))
                except ValueError as error:
                    raise ScriptError(f"{path}, line {n}: {error}") from None
        self._path = path
        self._waiting_since: float | None = None
        self.screenshot: Path | None = None
        self.quit = False

    @property
    def done(self) -> bool:
        """Whether every step was made."""
        return not self._steps

    def step(self, state: dict[str, Any], now: float) -> list[Input]:
        """Make the next step if the state allows it. ScriptError when it was waited for too long."""
        if self.done:
            return []
        n, (verb, *rest) = self._steps[0]
        made = self._make(verb, rest, state, now)
        if made is None:
            if self._waiting_since is None:
                self._waiting_since = now
            elif now - self._waiting_since > PATIENCE:
                raise ScriptError(f"{self._path}, line {n}: waited in vain for {' '.join((verb, *rest))!r}")
            return []
        self._waiting_since = None
        self._steps.pop(0)
        return list(made)

    def _make(
        self, verb: str, rest: Sequence[str], state: dict[str, Any], now: float
    ) -> Sequence[Input] | None:
        """The inputs of a step, None when it has to wait."""
        match verb:
            case "wait":
                wanted = dict(word.partition("=")[::2] for word in rest)
                return () if all(_text(state.get(key)) == value for key, value in wanted.items()) else None
            case "click":
                for target in (*state.get("buttons", []), *state.get("fields", [])):
                    if target["name"] == rest[0] and target.get("enabled", True):
                        x, y, w, h = target["rect"]
                        return list(_click(1, x + w // 2, y + h // 2, now))
                return None
            case "type":
                writing = any(field["focus"] for field in state.get("fields", []))
                return [Text(rest[0])] if writing else None
            case "key":
                return [_key(rest[0])]
            case "select":
                return self._select(" ".join(rest), state, now)
            case "play":
                return list(_click(3, 5, 5, now))
            case "screenshot":
                self.screenshot = Path(rest[0])
                return ()
            case _:
                self.quit = True
                return ()

    def _select(self, text: str, state: dict[str, Any], now: float) -> Sequence[Input] | None:
        wanted = [format_cards([card]) for card in parse_cards(text)]
        places = []
        for card in state.get("hand", []):
            if card["card"] in wanted and not card["raised"]:
                wanted.remove(card["card"])
                places.append(card["at"])
        for card in state.get("hand", []):  # the only play there is is selected by itself
            if card["card"] in wanted and card["raised"]:
                wanted.remove(card["card"])
        if wanted:
            return None
        # a second apart, so that no two clicks make a double click
        return [heard for i, at in enumerate(places) for heard in _click(1, at[0], at[1], now + i)]


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ScriptError(f"{path} can't be read: {error}") from None


def _words(line: str) -> list[str]:
    """A step and what belongs to it; what is typed and the name of a key may hold spaces."""
    verb = line.split(maxsplit=1)[0]
    return line.strip().split(maxsplit=1) if verb in ("type", "key") else line.split()


def _key(written: str) -> Key:
    shifted = written.removeprefix("ctrl+")
    name = shifted.removeprefix("shift+")
    return Key(name, shifted != written, name != shifted)


def _click(button: int, x: int, y: int, now: float) -> Iterator[Input]:
    yield Move(x, y, False, now)
    yield Press(button, x, y, now)
    yield Release(button, x, y, now)


def _text(value: object) -> str:
    """A value as a script writes it: true, null, numbers, words."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)
