"""What one looks up at the table: the cards not seen yet, the last trick, the bottom, points and counts."""

from typing import Any

import pytest
from msgspec.structs import replace
from table_helps import Start, button, seat
from table_screen import Seat

from game.bots.rule import RuleBot
from game.engine import events as ev
from game.engine import parse_cards, points_of
from game.scenes.counter import unseen
from game.scenes.kit import Start as Begin
from game.scenes.peek import taken

# the card counter


def test_the_counter_counts_what_is_not_seen(program: Start) -> None:
    me = seat(program, {"counter": True}, deals=True)
    me.to_play()
    for _ in range(4):
        view = me.view
        deal = me.chair.match.running
        theirs = [sum(hand[face] for hand in deal.hands[1:]) for face in range(54)]
        assert list(unseen(view)) == theirs  # what I buried is known to me
        me.answer()
        me.to_play()
    with_counter = me.scene.items()
    me.program.kit.change(replace(me.program.kit.settings, counter=False))
    me.program.stack.resized()
    assert len(me.scene.items()) < len(with_counter)


def counting(program: Start, **options: Any) -> Seat:
    """A seat with the card counter, where things move as they do; it is to play."""
    one = program(size=(1280, 720), language="en", start=Begin(speed=1.0))
    one.kit.change(replace(one.kit.settings, counter=True, last_trick_plays=False))
    me = Seat(one, **options)
    me.to_play()
    return me


def somebody_plays(me: Seat) -> None:
    if not me.chair.others():
        me.chair.send(RuleBot().answer(me.view, me.chair.table.ask(0).question))
    me.scene.update(0.0)


def test_the_counter_counts_every_card_of_a_won_trick_that_still_lies_there(program: Start) -> None:
    me = counting(program, deals=True)
    stage, ended_by_others = me.scene._stage, 0
    while me.chair.match.phase == "playing":
        somebody_plays(me)
        while me.scene.moving and stage.resting is None:
            me.scene.update(0.05)
        if stage.resting:
            deal = me.chair.match.running
            others = [sum(hand[face] for hand in deal.hands[1:]) for face in range(54)]
            assert list(me.scene.state()["unseen"]) == others
            assert len(me.view.tricks) < len(deal.tricks), "the view does not tell of it yet"
            ended_by_others += deal.tricks[-1].leader != 1
        me.settle()
    assert ended_by_others > 5


def test_at_the_end_the_counter_knows_the_bottom_that_was_turned_up(program: Start) -> None:
    me = counting(program)
    while me.chair.match.phase == "playing":
        me.settle()
        somebody_plays(me)
    least = 8
    while me.scene.moving:
        least = min(least, sum(me.scene.state()["unseen"] or (8,)))
        me.scene.update(0.05)
    assert least == 0


def test_who_did_not_bury_does_not_know_the_bottom(program: Start) -> None:
    me = seat(program)
    me.to_play()
    view = me.view
    assert sum(unseen(view)) == sum(view.counts) - len(view.hand) + 8
    assert button(me, "bottom") is None


# looking again


@pytest.mark.parametrize("mine", [True, False])
def test_the_last_trick_is_told_to_who_won_it_as_such(program: Start, mine: bool) -> None:
    me = seat(program)
    me.to_play()
    while not me.view.tricks or (me.view.tricks[-1].winner == 0) != mine:
        me.answer()
        me.to_play()
    me.key("tab")
    assert me.state["message"].startswith("Last trick: you won it, " if mine else "Last trick: won by ")
    assert "You" not in me.state["message"]


def test_the_own_bottom_is_shown_on_demand_and_told_to_nobody_else(program: Start) -> None:
    me = seat(program, deals=True)
    me.to_play()
    view = me.view
    assert view.buried
    before = me.scene.items()
    me.program.click("bottom")
    assert me.state["peek"] == "bottom"
    assert str(points_of(view.buried)) in me.state["message"]
    faces, table = me.program.kit.faces, me.scene._hand.table
    surfaces = {id(item.surface) for item in me.scene.items()}
    width = min(table.trick_card[0], (table.bury_tray.w - 2 * table.px(14) + table.px(7)) // 8 - table.px(7))
    for card in view.buried:
        assert id(faces.face(card, width)) in surfaces
    me.program.click("bottom")
    assert me.state["peek"] is None
    me.point(5, 5)
    assert me.scene.items() == before


def test_the_attackers_points_are_shown_as_cards(program: Start) -> None:
    me = seat(program)
    me.until(lambda s: (s["ask"] == "play" and s["score"]["points"] > 0) or me_plays(me, s))
    view = me.view
    assert points_of(taken(view)) == view.points
    me.key("p")
    assert me.state["peek"] == "points"
    assert str(view.points) in me.state["message"]


def me_plays(me: Seat, state: dict[str, Any]) -> bool:
    if state["ask"] in ("play", "bury"):
        me.answer()
    return False


def test_the_counts_of_the_suits_come_and_go(program: Start) -> None:
    me = seat(program, deals=True)
    me.to_play()
    before = me.scene.items()
    me.key("c")
    view = me.view
    suits = {view.trump.group[card] for card in view.hand}
    assert len(me.scene.items()) == len(before) + len(suits)
    me.program.click("counts")
    me.point(5, 5)
    assert me.scene.items() == before


def test_the_bottom_at_the_end_spells_the_sum_out(program: Start) -> None:
    me = seat(program)
    me.to_play()
    scene, view = me.scene, me.scene._view
    assert view is not None
    bottom = parse_cards("S5 SK D4 D3 C3 C4 H3 H4")
    scene._note(ev.BottomShown(bottom, 15, 4))
    assert "15" in scene._message()
    assert "× 4 = 60" in scene._message()
    me.program.kit.change(replace(me.program.kit.settings, language="zh_CN"))
    me.program.stack.resized()
    scene._note(ev.BottomShown(bottom, 15, 4))
    assert scene._message() == "底牌 15 分 × 4 = 60"


def test_the_bottom_is_seen_with_its_sum_before_the_sheet(program: Start) -> None:
    me = Seat(program(language="en", start=Begin(speed=20.0)))
    seen: list[str] = []
    for _ in range(5000):
        me.scene.update(0.05)
        if me.program.state["scene"] != "table":
            break
        view = me.scene._view
        if view and view.phase == "playing" and me.scene._stage.bottom_moves:
            seen.append(me.scene._message())
        ask = me.chair.table.ask(0)
        if me.scene.state().get("busy", True) or me.chair.others():
            continue
        if ask and ask.question.kind != "ready":
            me.chair.send(RuleBot().answer(me.chair.table.batch(0).view, ask.question))
    result = me.chair.match.result
    assert result is not None
    sums = [text for text in seen if "bottom" in text and str(result.bottom_points) in text]
    assert len(sums) > 1
