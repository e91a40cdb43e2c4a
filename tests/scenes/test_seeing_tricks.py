"""What a player must be able to see at the table without asking: the running trick, the last, the bottom."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from seeing import drawn
from table_helps import Start, seat
from table_screen import Seat

from game.bots.rule import RuleBot
from game.engine import format_cards
from game.scenes.kit import Start as Begin

# the running trick


def each_moment(me: Seat) -> Iterator[None]:
    """One frame after the other, from now until all is still."""
    me.scene._speed = 1.0
    yield
    while me.scene.state().get("busy") or me.chair._heard:
        me.scene.update(0.03)
        yield


def test_what_a_lead_is_called_stands_there_while_its_cards_lie(
    program: Start, written: Callable[..., Any]
) -> None:
    me = seat(program, seed="1", deals=True)
    me.to_play()
    stage, seen_when = me.scene._stage, set()
    while me.chair.match.phase == "playing":
        if not me.chair.others():
            me.chair.send(RuleBot().answer(me.view, me.chair.table.ask(0).question))
        for _ in each_moment(me):
            leader, lead = stage.lead if stage.trick else (0, ())
            if len(lead) != 2 or lead[0] != lead[1] or (stage.ahead == leader and len(stage.trick) > 1):
                continue
            spots = me.scene._hand.table.trick_cards(stage.place(leader), 2)
            lies = [(round(card.x), round(card.y)) for card in stage.trick[leader]] == [
                at[:2] for at in spots
            ]
            assert ("pair" in written(me)) == lies
            seen_when.add((leader == 0, lies, stage.resting is not None))
    assert len(seen_when) == 8, "on its way, there, at rest and gathered: mine and others'"


@pytest.mark.parametrize(
    ("language", "asks", "waits", "may_select"),
    [
        ("en", ("Your ", "No "), "is to play.", "select"),
        ("zh_CN", ("轮到你", "没有"), "等待", "选"),
    ],
)
def test_who_has_played_is_not_asked_again_while_the_card_flies(
    program: Start, language: str, asks: tuple[str, ...], waits: str, may_select: str
) -> None:
    me = seat(program, language=language, seed="1", deals=True)
    places = set()
    me.to_play()
    while me.chair.match.phase == "playing":
        me.scene._speed = 0.0
        me.settle()
        if me.chair.others():
            continue
        place, cards = len(me.view.plays), RuleBot().answer(me.view, me.chair.table.ask(0).question).cards
        assert me.state["message"].startswith(asks)
        me.select(format_cards(cards))
        me.key("return")
        left = len(me.view.hand) - len(cards)
        for _ in each_moment(me):
            said, view = me.state["message"], me.view
            assert said.startswith(asks) == me.scene._waited_for
            if me.scene._stage.resting is None and view.phase == "playing" and view.turn == 0:
                assert (waits in said) == (place < 3 and not me.scene._waited_for)
            assert (may_select in said) == (waits in said and left > 0), "with something to select"
        places.add((place, left > 0))
    assert {place for place, _ in places} == {0, 1, 2, 3}
    assert any(not left and place < 3 for place, left in places)


# looking back, and the bottom


def test_the_last_trick_is_not_taken_for_the_running_one(program: Start, written: Callable[..., Any]) -> None:
    me = seat(program)
    me.to_play()
    me.answer()
    me.to_follow()
    veil = me.program.kit.skin.veil(*me.program.kit.size)
    assert not drawn(me, veil)
    assert "Last trick" not in written(me)
    me.key("tab")
    (item,) = drawn(me, veil)
    items = me.scene.items()
    faces, table = me.program.kit.faces, me.scene._hand.table
    card = faces.face(me.view.tricks[-1].plays[0][0], table.trick_card[0])
    assert items.index(item) < [other.surface for other in items].index(card), "the trick is not in the shade"
    assert "Last trick" in written(me)


def test_it_is_said_once_what_the_dots_mean(program: Start) -> None:
    me = seat(program, deals=True)
    assert "Dots" in me.asked("bury")["message"]
    me.click_card(0)
    assert "1 selected" in me.state["message"]
    assert "Dots" not in me.state["message"]
    me.click_card(0)
    me.scene._hand.fresh.clear()
    assert "0 selected" in me.state["message"], "without dots there is nothing to tell"


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_what_the_dots_mean_fits_into_one_line(program: Start, language: str) -> None:
    one = program(size=(1024, 640), language=language)
    me = Seat(one, deals=True)
    message, area = me.asked("bury")["message"], me.scene._hand.table.bury_message
    assert one.kit.fonts.size(message, one.kit.metrics.body)[0] <= area.w - area.h


# the end of a deal


def test_the_bottom_flies_to_the_bar_before_the_sheet_comes(program: Start) -> None:
    for seed in range(12):
        me = Seat(program(language="en", start=Begin(speed=1.0)), seed=str(seed))
        moments = last_moments(me)
        result = me.chair.match.result
        assert result is not None
        if result.bottom_points * result.multiplier:
            break
    turned = [moment for moment in moments if moment["bottom"]]
    assert all(moment["counts"] == [0] * 4 and moment["turn"] is None for moment in turned)
    assert turned[0]["points"] == result.trick_points
    gained = f"+{result.bottom_points * result.multiplier}"
    assert any(gained in moment["flying"] for moment in turned)
    assert turned[-1]["points"] == result.points
    assert me.program.state["scene"] == "sheet"
    assert me.scene._stage.points == result.points, "behind the sheet too"


def last_moments(me: Seat) -> list[dict[str, Any]]:
    """The deal is played; what the screen shows from the last play on until the sheet comes."""
    me.scene._speed = 0.0
    me.to_play()
    while me.chair.match.phase == "playing":
        me.settle()
        if not me.chair.others():
            me.chair.send(RuleBot().answer(me.view, me.chair.table.ask(0).question))
    me.scene._speed = 1.0
    moments = []
    for _ in range(400):
        me.scene.update(0.05)
        if me.program.state["scene"] != "table":
            break
        stage = me.scene._stage
        moments.append(
            {
                "bottom": bool(stage._shown),
                "counts": [me.view.counts[seat] - stage.played[seat] for seat in range(4)],
                "turn": me.scene._turn(),
                "points": round(stage.points),
                "flying": [label.text for label in stage._labels],
            }
        )
    return moments
