"""Text fields of a scene: where they are, what is written in them, which one is being written in."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from game.ui.clipboard import Clipboard
from game.ui.editing import ANYTHING, Limits, Line
from game.ui.field_art import FieldLook, caret_width, padding
from game.ui.inputs import Composing, FocusLost, Input, Key, Move, Press, Release, Text
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.skin import Skin
from game.ui.text import Fonts
from game.ui.theme import Theme


@dataclass(frozen=True, slots=True)
class TextField:
    """A field as it should be now. ``px`` is the type size; ``text`` what it holds when first shown.

    ``refusal`` says under the field, in a smaller line, why what it holds can't be taken; "" if it can.
    """

    name: str
    rect: Rect
    px: int
    text: str = ""
    placeholder: str = ""
    limits: Limits = ANYTHING
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Edited:
    """The text of the field of that name was changed, or ``submitted`` as it is, by Enter."""

    name: str
    submitted: bool = False


@dataclass(frozen=True, slots=True)
class _Shown:
    """A field's text as it is seen, with what is being composed; places count characters of it."""

    text: str
    caret: int
    selected: tuple[int, int]
    composed: tuple[int, int] = (0, 0)
    chosen: tuple[int, int] = (0, 0)


class Fields:
    """The text fields of one scene, told anew whenever something changed; keeps what is written by name.

    While one has the focus every key is its: a scene asks ``focus`` before it takes a key for itself. The
    caret does not blink, so that a page at rest draws nothing.
    """

    def __init__(self, fonts: Fonts, clipboard: Clipboard) -> None:
        self.all: tuple[TextField, ...] = ()
        self.focus: str | None = None
        self._fonts = fonts
        self._clipboard = clipboard
        self._lines: dict[str, Line] = {}
        self._composing: Composing | None = None
        self._hovered: str | None = None
        self._dragging = False
        self._scroll = 0  # pixels of the text out of sight at the left, in the field with the focus

    def show(self, fields: Sequence[TextField]) -> None:
        """What there is from now on. A field shown before keeps its text."""
        self.all = tuple(fields)
        for field in self.all:
            self._lines.setdefault(field.name, Line.of(field.text, field.limits))
        if self._field is None:
            self.take_focus(None)
        self._follow()

    def text(self, name: str) -> str:
        """What is written in a field; KeyError if there never was one of that name."""
        return self._lines[name].text

    def write(self, name: str, text: str) -> None:
        """Put a text into a field that is shown, as far as it is allowed, the caret at its end."""
        field = next(field for field in self.all if field.name == name)
        self._lines[name] = Line.of(text, field.limits)
        if name == self.focus:
            self._composing = None
            self._follow()

    def take_focus(self, name: str | None) -> None:
        """The field that is written in from now on, all its text selected; None for none."""
        self._leave()
        self.focus = name
        if name is not None:
            self._lines[name] = self._lines[name].all()
        self._follow()

    @property
    def composing(self) -> bool:
        """Whether an input method holds something not written yet."""
        return self._composing is not None

    def at(self, x: float, y: float) -> TextField | None:
        """The field under a point."""
        return next((field for field in self.all if field.rect.contains(x, y)), None)

    def handle(self, heard: Input) -> tuple[Edited | None, bool]:
        """What became of a field's text, and whether the looks changed."""
        before = self._looks()
        edited = None
        match heard:
            case Move():
                self._move(heard)
            case Press(1, x, y):
                self._press(x, y)
            case Release(1):
                self._dragging = False
            case FocusLost():
                self._hovered = self._composing = None
                self._dragging = False
            case Text() | Composing() | Key():
                field = self._field
                if field:
                    edited = self._write(field, heard)
        self._follow()
        return edited, self._looks() != before

    @property
    def caret(self) -> Rect | None:
        """Where the caret stands, in window pixels; None while no field has the focus."""
        field = self._field
        if field is None:
            return None
        shown, rect = self._shown(field), field.rect
        x = rect.x + padding(rect.h) - self._scroll + self._width(field, shown.text[: shown.caret])
        return Rect(x, rect.y, caret_width(field.px), rect.h)

    def items(self, skin: Skin, theme: Theme) -> list[Item]:
        """The draw list."""
        items = []
        for field in self.all:
            rect = field.rect
            items.append(Item(skin.field(rect.w, rect.h, field.px, self._look(field)), rect.x, rect.y))
            if field.refusal:
                px = max(12, round(field.px * 0.78))
                pad = padding(rect.h)
                words = self._fonts.fit(field.refusal, px, rect.w - pad)
                items.append(Item(skin.line(words, px, theme.danger), rect.x + pad, rect.bottom + px // 4))
        return items

    def state(self) -> list[dict[str, object]]:
        """Name, rectangle, text and whether it has the focus, for tests and bug reports."""
        return [
            {
                "name": field.name,
                "rect": list(field.rect),
                "text": self._lines[field.name].text,
                "focus": field.name == self.focus,
                "refusal": field.refusal,
            }
            for field in self.all
        ]

    @property
    def _field(self) -> TextField | None:
        """The field with the focus."""
        return next((field for field in self.all if field.name == self.focus), None)

    def _leave(self) -> None:
        """The field with the focus is left as it is, nothing selected."""
        if self.focus is not None:
            line = self._lines[self.focus]
            self._lines[self.focus] = line.to(line.caret)
        self.focus = self._composing = None
        self._dragging = False
        self._scroll = 0

    def _press(self, x: int, y: int) -> None:
        field = self.at(x, y)
        if field is None or field.name != self.focus:
            self._leave()
        if field:
            self._composing = None
            self.focus = field.name
            self._lines[field.name] = self._lines[field.name].to(self._place(field, x))
            self._dragging = True

    def _move(self, move: Move) -> None:
        under = self.at(move.x, move.y)
        self._hovered = under.name if under else None
        self._dragging &= move.held
        field = self._field
        if self._dragging and field:
            line = self._lines[field.name]
            self._lines[field.name] = line.to(self._place(field, move.x), select=True)

    def _write(self, field: TextField, heard: Text | Composing | Key) -> Edited | None:
        """Something was typed into the field."""
        line = self._lines[field.name]
        match heard:
            case Text(text):
                self._composing = None
                new = line.put(text, field.limits)
            case Composing(text):
                self._composing = heard if text else None
                new = line.cut() if text else line
            case _ if self._composing:
                return None  # the key is the input method's
            case Key("return" | "enter"):
                return Edited(field.name, submitted=True)
            case Key("escape"):
                self.take_focus(None)
                return None
            case Key("tab"):
                names = [field.name for field in self.all]
                by = -1 if heard.shift else 1
                self.take_focus(names[(names.index(field.name) + by) % len(names)])
                return None
            case Key(name, ctrl=True):
                new = self._command(name, line, field.limits)
            case Key(name):
                new = line.key(name, heard.shift)
        self._lines[field.name] = new
        return Edited(field.name) if new.text != line.text else None

    def _command(self, name: str, line: Line, limits: Limits) -> Line:
        """A key with Ctrl."""
        match name:
            case "a":
                return line.all()
            case "c" | "x" if line.selected:
                self._clipboard.copy(line.selected)
                return line.cut() if name == "x" else line
            case "v":
                return line.put(self._clipboard.paste(), limits)
        return line

    def _shown(self, field: TextField) -> _Shown:
        line = self._lines[field.name]
        made = self._composing if field.name == self.focus else None
        if made is None:
            return _Shown(line.text, line.caret, line.selection)
        at, length = line.caret, len(made.text)
        start = max(0, min(length, made.start))
        end = max(start, min(length, start + made.length))
        text = line.text[:at] + made.text + line.text[at:]
        return _Shown(text, at + start, (0, 0), (at, at + length), (at + start, at + end))

    def _look(self, field: TextField) -> FieldLook:
        focus = field.name == self.focus
        shown = self._shown(field)
        state = "hover" if field.name == self._hovered else "normal"
        if field.refusal:
            state = "refused"
        elif focus:
            state = "focus"
        if not focus:
            return FieldLook(shown.text or field.placeholder, state, not shown.text)

        def span(places: tuple[int, int]) -> tuple[int, int]:
            start, end = (self._width(field, shown.text[:place]) for place in places)
            return start, end

        return FieldLook(
            shown.text or field.placeholder,
            state,
            not shown.text,
            self._scroll,
            self._width(field, shown.text[: shown.caret]),
            span(shown.selected),
            span(shown.composed),
            span(shown.chosen),
        )

    def _looks(self) -> tuple[object, ...]:
        """All that the drawing depends on, besides the fields themselves."""
        line = self._lines[self.focus] if self.focus is not None else None
        return self.focus, self._hovered, line, self._composing, self._scroll

    def _follow(self) -> None:
        """Scroll as little as brings the caret into sight, with no room left empty behind the text."""
        field = self._field
        if field is None:
            return
        shown, room = self._shown(field), field.rect.w - 2 * padding(field.rect.h)
        at, whole = self._width(field, shown.text[: shown.caret]), self._width(field, shown.text)
        self._scroll = max(0, at - room, min(self._scroll, at, whole - room))

    def _place(self, field: TextField, x: int) -> int:
        """The place between two characters that is nearest to an x of the window."""
        text = self._lines[field.name].text
        scroll = self._scroll if field.name == self.focus else 0
        along = x - field.rect.x - padding(field.rect.h) + scroll
        places = range(len(text) + 1)
        after = bisect_left(places, along, key=lambda place: self._width(field, text[:place]))
        near = places[max(0, after - 1) : after + 1]
        return min(near, key=lambda place: abs(self._width(field, text[:place]) - along))

    def _width(self, field: TextField, text: str) -> int:
        return self._fonts.size(text, field.px)[0]
