"""The first lesson: it can be played from the first page to the last, and left at any time; it teaches by
the real rules; nothing of it is kept but that it is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from game.engine import Cards, check_follow, check_throw, format_cards, parse_cards, read_shape
from game.engine import commands as co
from game.engine.cards import cards_of, points_of
from game.scenes.kit import Start as Begin
from game.scenes.lesson import LessonScene
from game.scenes.lessondeal import BID, BURY, FAILS, OVER, THROWN, TRICKS, prepared
from game.scenes.lessonpanel import LEAST
from game.scenes.lessonsteps import STEPS
from game.scenes.lessontable import LessonTable
from game.ui.inputs import Press, Release
from game.ui.layout import Rect

Start = Callable[..., Any]
LONG = 4000


class Learner:
    """Somebody in front of the lesson."""

    def __init__(self, program: Any) -> None:
        self.program = program
        self.opened = 0
        self.scene = LessonScene(program.kit, self._open)
        program.stack.push(self.scene)

    def _open(self) -> None:
        self.opened += 1

    @property
    def state(self) -> dict[str, Any]:
        return self.program.state

    @property
    def step(self) -> str | None:
        return self.state["lesson"]["step"]

    def wait(self) -> str | None:
        """Until a page is shown, or something else lies over the table; the step's name."""
        for _ in range(LONG):
            self.program.stack.top.update(0.05)
            if self.program.stack.top is not self.scene:
                return None
            if self.state.get("lesson", {}).get("step"):
                return self.step
        raise AssertionError(f"no page comes: {self.state}")

    def rest(self) -> None:
        for _ in range(200):
            self.scene.update(0.05)

    def play(self, cards: Cards) -> None:
        """Select these and press the button."""
        self.scene._hand.select_cards(cards)
        self.scene._refresh()
        self.program.click("play")
        self.scene.update(0.0)

    def do(self) -> None:
        """What the page asks for."""
        step = next(step for step in STEPS if step.name == self.step)
        while (lesson := self.state["lesson"])["part"] + 1 < lesson["parts"]:
            self.program.click("continue")
        match step.do:
            case None:
                self.program.click("continue")
            case co.Bid(cards):
                self.program.click(f"bid:{format_cards(cards[:1])}x{len(cards)}")
            case co.Bury(cards) | co.Play(cards):
                self.play(cards)

    def to(self, name: str) -> None:
        """Until this step's page is shown."""
        while (step := self.wait()) != name:
            assert step
            self.do()


@pytest.fixture
def learner(program: Start) -> Learner:
    return Learner(program(size=(1280, 720), language="en"))


def files(learner: Learner) -> set[str]:
    root = learner.program.kit.paths.root
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}


# the prepared deal


def test_the_deal_is_two_whole_decks() -> None:
    order = prepared().running.order
    assert Counter(order) == Counter(dict.fromkeys(range(54), 2))


def table_at(trick: int) -> LessonTable:
    """The table with the learner to play to a trick, after all that is planned."""
    table = LessonTable()
    table.set_speed(0)
    table.pass_time(0.1, 1)
    table.send(co.Bid(BID))
    for _ in range(40):
        table.pass_time(0.1, OVER)
    table.send(co.Bury(BURY))
    for i in range(trick):
        table.pass_time(0.1, OVER)
        table.send(co.Play(THROWN if i == FAILS else TRICKS[i].plays[0]))
    table.pass_time(0.1, OVER)
    return table


def test_what_is_planned_is_what_happens() -> None:
    table = table_at(len(TRICKS))
    match = table._table.match
    assert table.stage == OVER
    deal = match.running
    for planned, trick in zip(TRICKS, deal.tricks, strict=True):
        assert trick.leader == planned.leader
        for i, cards in enumerate(trick.plays):
            assert sorted(cards) == sorted(planned.plays[(planned.leader + i) % 4])
    assert [failure.forced for failure in deal.failures] == [parse_cards("S8")]
    assert match.result is not None
    assert match.result.points == 20
    assert match.result.levels == ("4", "2")


def test_everything_a_first_lesson_teaches_comes_up() -> None:
    """A single, a pair answered by a pair, tractors, a ruff with points, a discard, throws, the bottom."""
    deal = table_at(len(TRICKS))._table.match.running
    _, trump = deal.bound
    rules = prepared().rules
    shapes = [read_shape(trick.plays[0], trump, rules) for trick in deal.tricks]
    assert {(part.width, part.length) for shape in shapes for part in shape} >= {(1, 1), (2, 1), (2, 2)}
    assert any(len(shape) > 1 for shape in shapes), "a throw that holds"
    assert deal.failures, "a throw that fails"

    def mine(trick: Any) -> Cards:
        return trick.plays[-trick.leader % 4]

    ruffs = [
        trick
        for trick in deal.tricks
        if trump.suit_of(trick.plays[0][0]) != "T" and all(trump.suit_of(card) == "T" for card in mine(trick))
    ]
    assert [trick.winner for trick in ruffs] == [0]
    assert sum(map(points_of, ruffs[0].plays)) == 30
    assert any(trick.winner == 2 and points_of(mine(trick)) for trick in deal.tricks), "points to the partner"
    led = deal.tricks[9]
    assert read_shape(led.plays[0], trump, rules)[0].width == 2
    assert read_shape(mine(led), trump, rules)[0].width == 2
    assert points_of(deal.bottom) == 5


def test_what_the_pages_say_of_refusals_and_throws_is_so() -> None:
    at = table_at(9)._table.match.running
    hand = cards_of(at.hands[0])
    _, trump = at.bound
    rules = prepared().rules
    assert check_follow(at.plays[0], hand, parse_cards("HJ HA"), trump, rules) is not None
    for trick, holds in ((3, True), (FAILS, False)):
        deal = table_at(trick)._table.match.running
        cards = TRICKS[trick].plays[0] if holds else THROWN
        others = [cards_of(deal.hands[seat]) for seat in (1, 2, 3)]
        assert (check_throw(cards, others, trump, rules) is None) == holds


# the whole of it


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_lesson_goes_from_the_first_page_to_the_end(program: Start, language: str) -> None:
    learner = Learner(program(language=language))
    before = files(learner)
    seen = []
    while step := learner.wait():
        seen.append(step)
        learner.do()
    assert seen == [step.name for step in STEPS]
    assert learner.state["scene"] == "sheet"
    assert learner.state["points"] == 20
    assert set(learner.program.buttons) == {"next"}
    learner.program.click("next")
    assert learner.state["scene"] == "lesson-end"
    assert "20" in learner.state["text"]
    assert learner.program.kit.settings.lesson_done
    learner.program.click("open")
    assert learner.opened == 1
    assert learner.state["scene"] == "menu"
    assert files(learner) - before <= {"settings.json"}, "no journal, no shelf"


def test_every_step_can_be_skipped(learner: Learner) -> None:
    while learner.wait():
        learner.program.click("continue" if "continue" in learner.program.buttons else "skip")
    assert learner.state["scene"] == "sheet"


def test_it_moves_at_the_pace_that_is_set_as_well(program: Start) -> None:
    learner = Learner(program(start=Begin(speed=1.0)))
    learner.to("pair")
    assert len(learner.scene._view.tricks) == 1


def test_enter_reads_on(learner: Learner) -> None:
    learner.wait()
    learner.program.key("return")
    assert learner.wait() == "points"
    learner.program.key("space")
    assert learner.wait() == "bid"


def test_the_lesson_can_be_taken_once_more(learner: Learner) -> None:
    while learner.wait():
        learner.program.click("continue" if "continue" in learner.program.buttons else "skip")
    learner.program.click("next")
    learner.program.click("again")
    assert learner.state["scene"] == "table"
    assert learner.program.stack.top is not learner.scene


# waiting, and leaving


@pytest.mark.parametrize("name", ["welcome", "bid", "trumps", "failed", "bottom"])
def test_the_table_waits_for_the_reader(learner: Learner, name: str) -> None:
    learner.to(name)
    before = learner.state
    learner.rest()
    assert learner.state == before
    assert not learner.scene.moving


@pytest.mark.parametrize("name", ["welcome", "bury", "failed", "answer"])
def test_it_can_be_left_at_any_time_and_is_not_done_then(learner: Learner, name: str) -> None:
    learner.to(name)
    learner.program.click("leave")
    assert learner.state["scene"] == "menu"
    assert not learner.program.kit.settings.lesson_done


# wrong attempts


def test_what_the_rules_forbid_is_refused_with_the_reason(learner: Learner) -> None:
    learner.to("answer")
    learner.play(parse_cards("HJ HA"))
    learner.rest()
    assert learner.step == "answer"
    assert learner.state["message"] == "You still hold a pair of ♥J: a pair must be played."


def test_what_is_allowed_but_not_wanted_is_explained(learner: Learner) -> None:
    learner.to("answer")
    learner.play(parse_cards("HA HA"))
    learner.rest()
    assert learner.step == "answer"
    assert learner.state["message"].startswith("Allowed, but for the lesson take ♥J ♥J.")
    assert learner.state["counts"][0] == 8, "nothing was played"
    learner.do()
    assert learner.wait() == "trump-tractor"


@pytest.mark.parametrize("step", [step.name for step in STEPS if step.do and not isinstance(step.do, co.Bid)])
def test_at_no_step_other_cards_lead_on(learner: Learner, step: str) -> None:
    learner.to(step)
    do = next(each.do for each in STEPS if each.name == step)
    assert isinstance(do, co.Play | co.Bury)
    hand = learner.scene._hand.cards
    other = tuple(card for card in hand if card not in do.cards)[: len(do.cards)] or hand[:1]
    learner.play(other)
    learner.rest()
    assert learner.step == step
    assert learner.state["message"]


def test_nothing_is_played_before_the_page_is_read(learner: Learner) -> None:
    learner.to("bottom")
    learner.scene._hand.select_cards(parse_cards("H2 H2"))
    learner.scene._play_selected()
    assert learner.step == "bottom"
    assert learner.state["message"] == "Read on first: press Continue."


def test_the_hint_is_what_the_lesson_wants(learner: Learner) -> None:
    learner.to("ruff")
    learner.program.click("hint")
    assert learner.state["selected"] == "H5 H5"
    assert learner.state["message"] == "Right. Now press Play."


def test_a_click_on_the_page_does_not_reach_the_table(learner: Learner) -> None:
    learner.to("ruff")
    place = learner.scene._page.place
    learner.scene._hand.select_cards(parse_cards("H5 H5"))
    for button in (1, 3):
        learner.scene.heard(Press(button, place.x + 5, place.bottom - 5, 0.0))
        learner.scene.heard(Release(button, place.x + 5, place.bottom - 5, 0.0))
    assert learner.step == "ruff"
    assert learner.state["selected"] == "H5 H5"


# what is seen


def overlap(a: Rect, b: Rect) -> bool:
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize(
    ("size", "scale"),
    [
        *(((1024, 640), scale) for scale in (1.0, 1.25, 1.5)),
        *(((1280, 720), scale) for scale in (1.0, 2.0)),
        ((1920, 1080), 0.75),
    ],
)
def test_the_page_covers_nothing_that_is_needed(
    program: Start, cut: list[str], size: tuple[int, int], scale: float, language: str
) -> None:
    one = program(size=size, language=language)
    one.kit.change(structs.replace(one.kit.settings, ui_scale=scale))
    learner = Learner(one)
    while step := learner.wait():
        scene = learner.scene
        view, table, page = scene._view, scene._hand.table, scene._page
        needed = [*table.plates.values(), table.score_panel, table.action_panel, table.hand]
        if view.phase == "dealing":
            needed += [table.stack, table.bid_panel]
        elif view.phase == "burying":
            needed += [table.bury_message, table.bury_tray]
        for place, sprites in ((scene._stage.place(seat), s) for seat, s in scene._stage.trick.items()):
            needed += table.trick_cards(place, len(sprites))
        assert not [rect for rect in needed if overlap(page.place, rect)], step
        assert page.place.right <= size[0]
        assert all(page.place.encloses(button.rect) for button in page.buttons), step
        learner.program.items()
        learner.do()
    titles = {learner.scene._text.page(step).title for step in STEPS}
    assert not titles.intersection(cut)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize(("size", "least"), [((1024, 640), LEAST), ((1280, 800), 17)])
@pytest.mark.parametrize("scale", [1.5, 2.0])
def test_a_page_that_is_too_long_is_read_in_parts_not_in_small_print(
    program: Start, size: tuple[int, int], least: int, scale: float, language: str
) -> None:
    one = program(size=size, language=language)
    one.kit.change(structs.replace(one.kit.settings, ui_scale=scale))
    learner = Learner(one)
    paged = 0
    while learner.wait():
        parts = learner.state["lesson"]["parts"]
        paged += parts > 1
        read = []
        for part in range(parts):
            assert learner.state["lesson"]["part"] == part
            assert ("less" in one.buttons) == (part > 0)
            lines = learner.scene._page.items[3:]
            assert min(line.surface.get_height() for line in lines) >= one.kit.fonts.height(least)
            read += lines
            if part + 1 < parts:
                one.key("return") if part % 2 else one.click("continue")
        if parts > 1:
            assert len(read) > len(lines)
            one.click("less")
            assert learner.state["lesson"]["part"] == parts - 2
        learner.do()
    assert paged or size != (1024, 640)


def test_the_cards_of_a_step_stand_out(learner: Learner) -> None:
    learner.to("tractor")
    assert learner.scene._hand.allowed == frozenset(parse_cards("SQ SJ"))
    learner.to("failed")
    assert learner.scene._hand.allowed is None, "there is only something to read"


def test_the_language_may_change_meanwhile(learner: Learner) -> None:
    learner.to("tractor")
    kit = learner.program.kit
    before = learner.state["lesson"]["text"]
    kit.change(structs.replace(kit.settings, language="zh_CN"))
    learner.program.stack.resized()
    assert learner.state["lesson"]["text"] != before
    assert "拖拉机" in learner.state["lesson"]["text"]
    learner.do()
    assert learner.wait() == "throw"


# the way there


def test_who_never_played_is_offered_the_lesson(program: Start) -> None:
    new = program()
    assert new.buttons["lesson"]["rect"][0] == new.buttons["new"]["rect"][0], "among the first things"
    new.click("lesson")
    new.stack.top.update(0.0)
    assert new.state["lesson"]["step"] == "welcome"
    new.key("escape")
    assert new.state["scene"] == "table-menu"


def test_afterwards_it_stands_with_the_small_buttons(program: Start) -> None:
    one = program()
    one.kit.change(structs.replace(one.kit.settings, lesson_done=True))
    one.stack.resized()
    assert one.buttons["lesson"]["rect"][1] == one.buttons["settings"]["rect"][1]
    again = program()
    assert again.kit.settings.lesson_done
    again.click("lesson")
    assert again.state["scene"] == "table"


def test_no_time_passes_under_the_menu(program: Start) -> None:
    learner = Learner(program())
    while not learner.scene._lesson.goes_on(learner.scene._until):
        learner.wait()
        learner.do()
    learner.program.key("escape")
    assert learner.state["scene"] == "table-menu"
    before = learner.scene._lesson._table.revision
    learner.rest()
    assert learner.scene._lesson._table.revision == before
    learner.program.key("escape")
    learner.rest()
    assert learner.scene._lesson._table.revision > before
