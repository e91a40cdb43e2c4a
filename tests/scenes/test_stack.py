"""The stack of scenes: what is seen, and what goes on though it is not."""

from typing import Any

import pytest

from game.scenes.stack import Scene, Stack


class Sheet(Scene):
    opaque = False


class Table(Scene):
    @property
    def goes_on(self) -> bool:
        return True


KINDS = {"page": Scene, "sheet": Sheet, "table": Table}


@pytest.mark.parametrize(
    ("scenes", "seen", "running"),
    [
        ("page", 1, ["page"]),
        ("page page", 1, ["page"]),
        ("page sheet", 2, ["page", "sheet"]),
        ("page table", 1, ["table"]),
        ("table page", 1, ["table", "page"]),
        ("table page page", 1, ["table", "page"]),
        ("table page sheet", 2, ["table", "page", "sheet"]),
        ("table sheet page", 1, ["table", "page"]),
        ("table table", 1, ["table"]),
        ("table table page", 1, ["table", "page"]),
    ],
)
def test_what_lies_below_a_page_rests_but_for_the_nearest_that_goes_on(
    scenes: str, seen: int, running: list[str]
) -> None:
    kit: Any = None
    stack = Stack()
    pushed = [KINDS[name](kit) for name in scenes.split()]
    for scene in pushed:
        stack.push(scene)
    assert stack.seen == pushed[-seen:]
    assert [type(scene) for scene in stack.running] == [KINDS[name] for name in running]
    assert stack.running[-1] is stack.top
    if "table table page" in scenes:
        assert stack.running[0] is pushed[1]
    for i, scene in enumerate(pushed):
        assert stack.above(scene) == pushed[i + 1 :]


def test_an_empty_stack_has_nothing_running() -> None:
    assert Stack().running == []
