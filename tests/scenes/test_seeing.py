"""What a player must be able to see at the table without asking: bids, stakes, time, tricks, points."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from seeing import drawn, seen
from table_helps import Start, seat
from table_screen import Seat

from game.engine import parse_cards, preset
from game.engine.events import BidMade
from game.scenes import tablesight
from game.scenes.picture import Still
from game.table.table import Timer
from game.ui.layout import Rect, TableLayout
from game.ui.painter import Item
from game.ui.skin import Skin
from game.ui.widgets import AROUND

SIZES = [(1024, 640), (1280, 720), (3840, 2160)]
SCALES = [0.75, 1.0, 1.5]
BIDS = (
    BidMade(1, parse_cards("H5")),
    BidMade(2, parse_cards("S5 S5")),
    BidMade(1, parse_cards("LJ LJ")),
    BidMade(2, parse_cards("BJ BJ")),
)


# bids


def test_a_seat_that_was_overbid_still_shows_its_bid(program: Start, written: Callable[..., Any]) -> None:
    me = seat(program)
    me.until(lambda s: s["phase"] == "dealing" and not s["undealt"])
    theme = me.program.kit.theme
    seen(me, bids=BIDS, passed=(False, True, False, True), level="5")
    lines = written(me)
    assert lines["Little ×2 · overbid"] == theme.secondary
    assert lines["bids Big ×2"] == theme.brass
    assert [text for text in lines if text == "no bid"] == ["no bid"], "the one that never bid"
    seen(me, bids=(*BIDS[:2],), turn=1, phase="countering")
    assert "♥5 · overbid" in written(me), "also while it thinks about another"
    seen(me, bids=(BidMade(0, parse_cards("C5")), *BIDS[1:2]), turn=None)
    assert written(me)["♣5 · overbid"] == theme.secondary, "one's own too"


def test_four_cards_of_a_bid_have_room_on_the_plate(program: Start, cut: list[str]) -> None:
    one = program()
    me = Seat(one, rules=preset("popo", 4))
    me.until(lambda s: s["phase"] == "dealing" and s["undealt"] < 20)
    ten = tuple(BidMade(of, parse_cards(f"{card} " * 4)) for of, card in ((1, "HT"), (0, "DT"), (2, "BJ")))
    seen(me, bids=ten, level="T")
    for look in looks(me):
        cut.clear()
        me.scene._panels().bubbles(None, {})
        assert not cut, look
        me.scene._panels().own_label(0)
        assert not cut, look


def test_who_bid_what_can_be_looked_up_after_the_bidding(program: Start) -> None:
    me = seat(program, seed="3")
    me.until(lambda s: s["phase"] == "dealing" and not s["undealt"] and bool(s["bids"]))
    assert not me.program.buttons["tricks"]["enabled"], "it is all in sight"
    me.to_play()
    bids = me.state["bids"]
    assert bids
    me.key("t")
    assert me.state["scene"] == "tricks"
    assert me.state["bids"] == bids
    me.key("escape")
    me.answer()
    me.to_play()
    seen(me, stakes=(1, 4, 1, 2), bids=BIDS)
    me.key("t")
    assert me.state["bids"] == [[1, "H5"], [2, "S5 S5"], [1, "LJ LJ"], [2, "BJ BJ"]]
    assert me.state["stakes"] == [1, 4, 1, 2]
    assert len(me.state["tricks"]) == len(me.view.tricks)


def test_the_trump_badge_says_who_made_trump_and_with_what(
    program: Start, written: Callable[..., Any]
) -> None:
    me = seat(program)
    me.to_play()
    seen(me, bids=BIDS)
    me.point(*me.scene._hand.table.score_badge.center)
    for _ in range(30):
        me.scene.update(0.05)
    assert me.state["tip"] == "trump"
    text = " ".join(written(me))
    assert "Lin Yue made trump with" in text
    assert "big joker" in text.casefold()
    seen(me, bids=())
    assert "Nobody bid" in " ".join(written(me))


# stakes


def test_raised_stakes_stay_on_the_plates_in_play(program: Start) -> None:
    me = seat(program, rules=preset("popo", settlement="silver", room="pass"))
    while me.asked("stake", "bury", "play")["ask"] == "bury":
        me.answer()
    me.program.click("stake:4")
    me.to_play()
    assert me.state["stakes"][0] == 4
    seen(me, stakes=(4, 2, 8, 1))
    skin, table, small = me.program.kit.skin, me.scene._hand.table, me.program.kit.metrics.small

    def places(n: int) -> list[tuple[int, int]]:
        return [(item.x, item.y) for item in drawn(me, skin.stake_mark(f"×{n}", max(12, round(small * 0.9))))]

    assert places(1) == [], "as usual"
    for n, plate in ((4, table.own_label), (2, table.plates["right"]), (8, table.plates["top"])):
        assert [plate.contains(*at) for at in places(n)] == [True]


# time


def test_the_message_carries_the_time_of_ones_own_turn(
    program: Start, written: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    me = seat(program)
    me.to_follow()
    now = 100.0
    monkeypatch.setattr(tablesight.time, "monotonic", lambda: now)
    theme, table = me.program.kit.theme, me.scene._hand.table

    def bar(color: Any, left: float) -> list[Item]:
        wide = table.message.w - 2 * (table.message.h // 2)
        return drawn(me, me.program.kit.skin.bar(wide, max(4, table.px(4)), round(wide * left), (), color))

    me.scene._timer = Timer(now + 30, 30)
    me.scene.update(0.0)
    assert len(bar(theme.brass, 1.0)) == 1
    redrawn = 0
    for _ in range(200):  # 20 seconds
        now += 0.1
        me.scene.changed = False
        me.scene.update(0.0)
        redrawn += me.scene.changed
    assert redrawn <= 41, "two steps a second"
    now = 120.5
    me.scene.update(0.0)
    assert me.state["seconds"] == 10
    assert written(me)["10"] == theme.brass
    now = 126.5
    me.scene.update(0.0)
    assert written(me)["4"] == theme.danger
    assert bar(theme.danger, me.state["left"])
    me.answer()
    assert not bar(theme.danger, me.state["left"] or 0.0), "it is not my turn any more"


def test_ones_own_plate_has_its_ring_with_and_without_a_clock(program: Start) -> None:
    me = seat(program)
    me.to_follow()
    table, skin = me.scene._hand.table, me.program.kit.skin
    (ring,) = drawn(me, skin.ring(table.px(34), 1.0))
    assert Rect(ring.x, ring.y, *ring.surface.get_size()).encloses(table.own_picture)
    seen(me, turn=1)
    assert not drawn(me, skin.ring(table.px(34), 1.0))


def test_who_chooses_a_stake_has_his_time_around_his_picture(
    program: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = seat(program, rules=preset("popo", settlement="silver", room="pass"))
    table, skin, now = me.scene._hand.table, me.program.kit.skin, 100.0
    monkeypatch.setattr(tablesight.time, "monotonic", lambda: now)
    rings: dict[int, int] = {}

    def ring(self: Skin, diameter: int, fraction: float) -> Any:
        made = draw_ring(self, diameter, fraction)
        rings[id(made)] = diameter
        return made

    draw_ring = Skin.ring
    monkeypatch.setattr(Skin, "ring", ring)
    while me.asked("stake", "bury")["ask"] == "bury":
        me.answer()
    for timer in (None, Timer(now + 15, 30)):
        me.scene._timer = timer
        me.scene.update(0.0)
        (around,) = drawn(me, skin.ring(table.px(34), 0.5 if timer else 1.0))
        assert Rect(around.x, around.y, *around.surface.get_size()).encloses(table.own_picture)
        assert [item for item in me.scene.items() if id(item.surface) in rings] == [around], "no other"
    me.program.click("stake:4")
    me.settle()
    assert not [item for item in me.scene.items() if id(item.surface) in rings]


# plates and lines


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
def test_the_message_about_another_s_turn_lies_over_no_card(
    program: Start, language: str, size: tuple[int, int], scale: float
) -> None:
    one = program(size=size, language=language)
    one.kit.change(replace(one.kit.settings, ui_scale=scale))
    me = Seat(one)
    me.to_play()
    mine, table = me.scene._hand.table.trick_cards("bottom", 3), me.scene._hand.table
    for turn in (1, 2, 3):
        seen(me, turn=turn, plays=(parse_cards("S5 S6 S7"),))
        message = me.state["message"]
        (pill,) = me.scene._panels().message(message, table.message, False, False)
        place = Rect(pill.x, pill.y, *pill.surface.get_size())
        assert not any(place.overlaps(card) for card in mine), message
        assert "already" in message or "先选" in message, "there is room for all of it"
    name = "Wide " * 5
    me.chair.seats = tuple(replace(info, name=name) for info in me.chair.seats)
    told = me.state["message"]
    (pill,) = me.scene._panels().message(told, table.message, False, False)
    assert name.strip()[:4] in told
    assert pill.surface.get_height() == table.message.h, told


def looks(me: Seat) -> Iterator[tuple[object, ...]]:
    """The table in all windows, at all scales, in both languages."""
    one = me.program
    for size, scale, language in product(SIZES, SCALES, ("en", "zh_CN")):
        one.kit.change(replace(one.kit.settings, ui_scale=scale, language=language))
        one.kit.resized(*size)
        one.stack.resized()
        me.scene._still = Still()
        yield size, scale, language


def test_place_and_level_stand_on_every_plate_whatever_is_held(
    program: Start, written: Callable[..., Any]
) -> None:
    me = seat(program)
    me.to_play()
    seen(me, levels=("T", "T"))
    for look in looks(me):
        level, *places = (
            ("lv", "partner", "left", "right") if "en" in look else ("打", "对家", "上家", "下家")
        )
        for held in (9, 25, 52):
            seen(me, counts=(held,) * 4)
            lines = written(me)
            assert all(f"{place} · {level} 10" in lines for place in places), (look, held)


def test_the_number_of_the_trick_has_its_place_in_the_corner(program: Start, cut: list[str]) -> None:
    me = seat(program)
    me.to_play()
    me.answer()
    me.to_play()
    seen(me, tricks=me.view.tricks[:1] * 23)
    for look in looks(me):
        cut.clear()
        number, rules = me.scene._panels().rules_line()
        place = me.scene._hand.table.rules_line
        assert rules.x + rules.surface.get_width() < number.x, look
        assert number.x + number.surface.get_width() <= place.right, look
        assert rules.x >= place.x, look
        assert not cut, look


def test_the_trick_is_counted(program: Start, written: Callable[..., Any]) -> None:
    me = seat(program)
    me.to_play()
    assert "Trick 1" in written(me)
    me.answer()
    me.to_play()
    assert f"Trick {len(me.view.tricks) + 1}" in written(me)
    seen(me, phase="burying")
    assert not [text for text in written(me) if text.startswith("Trick ")]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
def test_the_ring_of_the_own_plate_touches_nothing(size: tuple[int, int], scale: float) -> None:
    for rows in (1, 2):
        table = TableLayout.of(*size, scale, rows)
        ring = table.own_plate.inflated(AROUND)
        assert ring.encloses(table.own_label)
        assert not any(ring.overlaps(place) for place in (table.hand, *table.second_buttons))
        assert Rect(0, 0, *size).encloses(ring)


def test_a_ring_goes_with_the_click_until_the_pointer_comes_anew(program: Start) -> None:
    me = seat(program, deals=True)
    me.to_play()
    table, skin = me.scene._hand.table, me.program.kit.skin
    ring = skin.outline(
        *table.own_plate.inflated(AROUND)[2:], max(4, me.program.kit.metrics.small // 2) + AROUND
    )
    x, y = table.own_label.center
    me.point(x, y)
    assert drawn(me, ring)
    me.program.press(x, y)
    me.point(x + 1, y)
    assert not drawn(me, ring)
    me.point(x, y - 200)
    me.point(x, y)
    assert drawn(me, ring)
