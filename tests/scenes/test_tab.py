"""Tab goes through the fields and the buttons of a scene that has both, and comes round."""

from collections.abc import Callable
from typing import Any

from game.scenes.dialogue import Dialogue
from game.scenes.writing import Writing
from game.ui.editing import Limits
from game.ui.inputs import Key, Text
from game.ui.layout import Rect
from game.ui.textfield import TextField
from game.ui.widgets import Button


class Form(Writing, Dialogue):
    """Two fields and two buttons."""

    def _made_buttons(self) -> list[Button]:
        self._fields.show(
            [
                TextField(name, Rect(20, y, 200, 30), 16, "", "", Limits(9))
                for name, y in (("a", 20), ("b", 60))
            ]
        )
        return [Button(name, Rect(20, y, 90, 30), name, 16) for name, y in (("yes", 100), ("no", 140))]


def focus(form: Form) -> str | None:
    fields, buttons = form._fields.focus, form._buttons.focus
    assert None in (fields, buttons)
    return fields or buttons


def test_tab_goes_round_over_fields_and_buttons(program: Callable[..., Any]) -> None:
    one = program()
    form = Form(one.kit)
    one.stack.push(form)
    walked = []
    for _ in range(6):
        form.heard(Key("tab"))
        walked.append(focus(form))
    assert walked == ["a", "b", "yes", "no", "a", "b"]
    for wanted in ("a", "no", "yes", "b", "a"):
        form.heard(Key("tab", shift=True))
        assert focus(form) == wanted


def test_a_field_keeps_its_keys(program: Callable[..., Any]) -> None:
    one = program()
    form = Form(one.kit)
    one.stack.push(form)
    form.heard(Key("tab"))
    form.heard(Text("x y"))
    for name in ("left", "space", "up", "home"):
        form.heard(Key(name))
    assert focus(form) == "a"
    assert form._fields.text("a") == "x y"
