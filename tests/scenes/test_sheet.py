"""The score sheet: it comes when a deal is over, lies where it should, and says what was gained."""

from collections.abc import Callable
from dataclasses import replace as with_start
from typing import Any

import pytest
from msgspec.structs import replace
from profile_play import KINDS, records
from table_screen import Seat

from game.bots.rule import RuleBot
from game.engine import Reason, Refusal, Trump, View, bottom_multiplier, outcome, parse_cards, preset, view
from game.profile.purse import bill_of
from game.scenes.billpage import BillScene
from game.scenes.sheet import SheetScene
from game.table.journal import SeatInfo
from game.table.open import HOUSE_SEATS
from game.table.table import Batch, Pace, Refused
from game.ui.inputs import Move

MANY = 3000


def after_a_deal(seat: int = 0, **changes: Any) -> View:
    """Seat's view when a deal is over; ``changes`` are of its result."""
    known = view(records(KINDS[0], 1)[0].after(), seat)
    assert known.result is not None
    return replace(known, result=replace(known.result, **changes))


def sheet_of(program: Any, known: View) -> Any:
    """A window with nothing but the sheet, quite there."""
    one = program(size=(1280, 720), language="en")
    one.stack.push(SheetScene(one.kit, known, HOUSE_SEATS, lambda: None, lambda: None))
    for _ in range(20):
        one.stack.top.update(0.05)
    return one


def frame(one: Any) -> None:
    for scene in one.stack.seen:
        scene.update(0.05)


def played(me: Seat, shown: Callable[[], object] = lambda: None) -> None:
    """The deal is played to its end, by computers; ``shown`` lets the screen follow."""
    chair = me.chair
    for _ in range(MANY):
        if chair.match.phase == "ready" and chair.match.result is not None:
            return
        if not chair.others() and (ask := chair.table.ask(0)):
            answer = RuleBot().answer(chair.table.batch(0).view, ask.question)
            assert answer
            chair.send(answer)
        shown()
    raise AssertionError("the deal never ends")


def test_the_sheet_goes_when_the_next_deal_begins_without_the_reader(program: Any) -> None:
    one = program(size=(1280, 720), language="en")
    me = Seat(one, pace=Pace(deal=0, bot=0, trick=0, grace=0.5, turn=15))
    played(me, lambda: frame(one))
    frame(one)
    assert one.state["scene"] == "sheet"
    chair = me.chair
    for _ in range(MANY):  # nobody touches anything: time passes
        while chair.others():
            pass
        due = chair.table.next_due()
        assert due is not None
        chair.put(chair.table.batch(0, chair.table.tick(due)))
        frame(one)
        if chair.match.phase == "playing":
            break
    assert one.state["scene"] == "table"


def test_the_sheet_does_not_jump_over_a_page_that_is_read(program: Any) -> None:
    """A change of the looks there has the table shown at once, but not what comes next."""
    one = program(size=(1280, 720), language="en")
    one.kit.change(replace(one.kit.settings, last_trick_plays=False), with_start(one.kit.start, speed=1.0))
    me = Seat(one)

    def follow() -> None:
        for _ in range(200):
            if me.chair.match.phase == "ready" or not me.scene.state().get("busy", True):
                return
            frame(one)

    played(me, follow)
    frame(one)  # heard, but not shown yet
    one.key("escape")
    frame(one)
    one.click("settings")
    frame(one)
    one.click("tab:sound")
    one.click("volume:less")
    assert one.state["scene"] == "settings"
    while one.state["scene"] != "table":
        one.key("escape")
    for _ in range(MANY):
        frame(one)
        if one.state["scene"] == "sheet":
            return
    raise AssertionError("it never comes")


def test_a_match_won_while_one_was_away_is_told_on_coming_back(program: Any) -> None:
    one = program(size=(1280, 720), language="en")
    me = Seat(one)
    me.to_play()
    after = records(KINDS[0], 1)[-1].after()
    assert after.phase == "won"
    me.chair.put(Batch(999, (), view(after, 0), None))
    for _ in range(40):
        frame(one)
    assert one.state["scene"] == "sheet"


def test_a_wish_for_auto_play_that_is_refused_is_none(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    one = program(size=(1280, 720), language="en")
    me = Seat(one)
    me.to_play()

    def label() -> str:
        return next(button.label for button in me.scene._buttons.all if button.name == "auto")

    before = label()
    monkeypatch.setattr(me.chair, "send", lambda command, answers=None: 99)
    one.click("auto")
    assert label() != before
    me.chair.put(Refused(99, Refusal(Reason.TOO_FAST)))
    me.settle()
    assert label() == before


@pytest.mark.parametrize(("cap", "points"), [(1, 25), (None, 0), (None, 30), (None, 200), (1, 130)])
def test_the_step_of_the_scale_that_shines_says_what_was_gained(
    program: Any, monkeypatch: pytest.MonkeyPatch, cap: int | None, points: int
) -> None:
    rules = preset("lezhong", 2, level_cap=cap)
    got = outcome(points, rules)
    known = after_a_deal(points=points, side=got.side, gain=got.levels)
    one = sheet_of(program, replace(known, rules=rules))
    shining: list[str] = []
    line = one.kit.skin.line

    def drawn(text: str, px: int, color: Any, bold: bool = False, **how: Any) -> Any:
        shining.extend([text] if color == one.kit.theme.brass else [])
        return line(text, px, color, bold, **how)

    monkeypatch.setattr(one.kit.skin, "line", drawn)
    one.items()
    (step,) = [text for text in shining if "+" in text or text == "change of deal"]
    assert step.endswith(f"+{got.levels}" if got.levels else "change of deal")


def test_no_button_shines_where_the_pointer_was_before_a_page(program: Any) -> None:
    one = sheet_of(program, after_a_deal())
    sheet = one.stack.top
    drawn = [item.surface for item in sheet.items()]
    x, y, w, h = one.buttons["bill"]["rect"]
    sheet.heard(Move(x + w // 2, y + h // 2, False, 0.0))
    assert [item.surface for item in sheet.items()] != drawn
    one.click("bill")
    assert one.state["scene"] == "bill"
    one.click("back")
    assert [item.surface for item in sheet.items()] == drawn


@pytest.mark.parametrize(
    ("kind", "lead", "said"),
    [
        ("lezhong", "S9", "single"),
        ("lezhong", "S9 S9", "pair"),
        ("lezhong", "S9 S9 ST ST", "tractor of 2 pairs"),
        ("lezhong", "S8 S8 S9 S9 ST ST", "tractor of 3 pairs"),
        ("lezhong", "S9 S9 S9", "three or more alike"),
        ("classic", "S9", "single"),
        ("classic", "S9 S9", "pair"),
        ("classic", "S9 S9 S9", "three or more alike"),
        ("classic", "S9 S9 ST ST", "pairs and wider, added up"),
        ("doubling", "S9", "no pair"),
        ("doubling", "S9 S9", "1 pair"),
        ("doubling", "S9 S9 ST ST", "2 pairs"),
        ("popo", "S9", "1 card together"),
        ("popo", "S9 S9 ST ST", "4 cards together"),
    ],
)
def test_the_sheet_says_why_the_bottom_counts_by_so_much(
    program: Any, kind: str, lead: str, said: str
) -> None:
    rules = preset("lezhong", 3, bottom_multiplier=kind)
    cards = parse_cards(lead)
    multiplier = bottom_multiplier(cards, cards, Trump("2", "H"), rules)
    known = after_a_deal(multiplier=multiplier, bottom_points=20)
    one = sheet_of(program, replace(known, rules=rules))
    assert any(label.endswith(f"20 points × {multiplier} ({said})") for label, _ in one.stack.top._rows())


def test_the_bottom_lies_as_in_a_hand_from_edge_to_edge(program: Any) -> None:
    cards = parse_cards("D3 H2 S5 BJ C9 SK DK S4")
    one = sheet_of(program, after_a_deal(bottom=cards, level="2", suit="H"))
    sheet, faces = one.stack.top, one.kit.faces
    width = sheet._px(56)
    drawn = {id(faces.face(card, width)): card for card in cards}
    lie = [(item.x, drawn[id(item.surface)]) for item in sheet.items() if id(item.surface) in drawn]
    assert [card for _, card in lie] == list(parse_cards("BJ H2 SK S5 S4 C9 DK D3"))
    left, right = sheet._sheet.x + sheet._px(60), sheet._sheet.right - sheet._px(60)
    assert (lie[0][0], lie[-1][0] + width) == (left, right)


@pytest.mark.parametrize("bots", [(True,) * 4, (False, True, False, True), (False,) * 4], ids=str)
def test_a_computer_is_not_said_to_be_on_auto_play(program: Any, bots: tuple[bool, ...]) -> None:
    seats = tuple(SeatInfo("", bot=bot) for bot in bots)
    known = after_a_deal(auto=(False,) * 4)
    a, b, c, d = bots
    bill = bill_of(known, (a, b, c, d))
    assert bill is not None
    one = program(language="en")
    one.stack.push(BillScene(one.kit, known, seats, bill))
    lines = [line for line, _ in one.state["lines"]]
    assert not any("auto-play" in line for line in lines)
    assert any("computer" in line for line in lines) == any(bots)
