"""What the table promises: nothing covers anything, the hand fits, every card can be hit."""

from __future__ import annotations

from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.hand_layout import WIDEST_STRIP, HandLayout, lay_hand, rows_needed
from game.ui.layout import CARD_HEIGHT, Rect, TableLayout

WIDE = [(1024, 640), (1280, 720), (1280, 800), (1366, 768), (1920, 1080), (2560, 1080), (3840, 2160)]
SIZES = [*WIDE, (1024, 768)]
SCALES = [0.75, 1.0, 1.25, 1.5, 2.0]
HANDS = {
    12: (5, 2, 3, 2),
    25: (10, 5, 6, 4),
    33: (13, 8, 5, 7),
    39: (16, 9, 8, 6),
    52: (22, 10, 9, 11),
    60: (27, 11, 9, 13),
}
WINDOWS = [pytest.param(w, h, scale, id=f"{w}x{h}@{scale}") for (w, h), scale in product(SIZES, SCALES)]


# Rectangles


def test_a_rectangle_knows_its_edges() -> None:
    rect = Rect(10, 20, 30, 40)
    assert (rect.right, rect.bottom, rect.center) == (40, 60, (25, 40))
    assert rect.contains(10, 20)
    assert rect.contains(39.5, 59.5)
    assert not rect.contains(40, 30)
    assert not rect.contains(20, 60)
    assert rect.moved(1, -2) == (11, 18, 30, 40)
    assert rect.inflated(5) == (5, 15, 40, 50)
    assert rect.inflated(-5, 0) == (15, 20, 20, 40)
    assert rect.union(Rect(0, 30, 5, 50)) == (0, 20, 40, 60)
    assert rect.encloses(rect)
    assert not rect.encloses(rect.moved(1, 0))


rects = st.builds(Rect, st.integers(0, 20), st.integers(0, 20), st.integers(0, 10), st.integers(0, 10))


@given(rects, rects)
def test_overlapping_means_sharing_a_pixel(one: Rect, other: Rect) -> None:
    shared = any(one.contains(x, y) and other.contains(x, y) for x, y in product(range(31), range(31)))
    assert one.overlaps(other) == other.overlaps(one) == shared


# The table


def hand_with_risen_cards(table: TableLayout) -> Rect:
    hand = HandLayout.on(table, HANDS[60])
    return table.hand.union(table.hand.moved(0, -hand.raise_by))


def always(table: TableLayout) -> dict[str, Rect]:
    return {
        "hand": hand_with_risen_cards(table),
        "score": table.score_panel,
        "own label": table.own_label,
        "own picture": table.own_picture,
        "rules": table.rules_line,
        "mark": table.mark,
        **{f"plate {place}": rect for place, rect in table.plates.items()},
        **{f"bubble {place}": rect for place, rect in table.bubbles.items()},
        **{f"button {i}": rect for i, rect in enumerate(table.top_buttons([60] * 4))},
    }


def actions(table: TableLayout) -> dict[str, Rect]:
    return {
        "main button": table.main_button,
        **{f"button under it {i}": rect for i, rect in enumerate(table.second_buttons)},
    }


def in_play(table: TableLayout, dealer: str) -> dict[str, Rect]:
    trick = {f"play {place}": rect for place, rect in table.bands.items()}
    backs = {"backs": table.bottom_backs[dealer]}
    counter = {"counter": table.counter}
    return {**always(table), **actions(table), **trick, **backs, **counter, "message": table.message}


def in_look_back(table: TableLayout, dealer: str) -> dict[str, Rect]:
    tray = {"tray": table.bury_tray, "tray message": table.bury_message}
    backs = {"backs": table.bottom_backs[dealer], "counter": table.counter}
    return {**always(table), **actions(table), **tray, **backs}


def in_deal(table: TableLayout, dealer: str) -> dict[str, Rect]:
    return {
        **always(table),
        **{f"bid {place}": rect for place, rect in table.bids.items()},
        "stack": table.stack,
        "stack label": table.stack_label,
        "bid panel": table.bid_panel,
        "backs": table.bottom_backs[dealer],  # when the bottom may be won by bidding after the deal
        "message": table.message,
    }


def in_bury(table: TableLayout, dealer: str) -> dict[str, Rect]:
    tray = {"tray": table.bury_tray, "tray message": table.bury_message}
    return {**always(table), **actions(table), **tray}


@pytest.mark.parametrize("rows", [1, 2])
@pytest.mark.parametrize(("width", "height", "scale"), WINDOWS)
def test_nothing_on_the_table_covers_anything_else(width: int, height: int, scale: float, rows: int) -> None:
    table = TableLayout.of(width, height, scale, rows)
    window = Rect(0, 0, width, height)
    for shown, dealer in product((in_play, in_deal, in_bury, in_look_back), table.bottom_backs):
        places = shown(table, dealer)
        for name, rect in places.items():
            assert window.encloses(rect), f"{name} leaves the window"
            assert rect.w >= 20, f"{name} is too narrow"
            assert rect.h >= 12, f"{name} is too low"
        for (name, rect), (other_name, other) in combinations(places.items(), 2):
            assert not rect.overlaps(other), f"{name} {rect} covers {other_name} {other}"


@pytest.mark.parametrize(("width", "height", "scale"), WINDOWS)
def test_what_lies_in_a_panel_stays_in_it(width: int, height: int, scale: float) -> None:
    table = TableLayout.of(width, height, scale)
    score = [table.score_badge, table.score_text, table.score_points, table.score_bar]
    action = [table.main_button, *table.second_buttons, table.own_label]
    bidding = [table.bid_title, table.bid_pass]
    sheet = table.score_sheet
    assert Rect(0, 0, width, height).encloses(sheet)
    assert abs(sheet.center[0] - width // 2) <= 1
    menu = [table.menu_title, *table.menu_items(5), table.menu_footer]
    for panel, parts in (
        (table.score_panel, score),
        (table.action_panel, action),
        (table.bury_tray, table.bury_slots(6)),
        (table.bury_tray, table.bury_slots(8)),
        (Rect(0, 0, width, height), menu),
        *((table.bid_panel, [*table.bid_cells(decks).values(), *bidding]) for decks in range(1, 5)),
    ):
        assert all(panel.encloses(part) for part in parts)
        assert not any(one.overlaps(other) for one, other in combinations(parts, 2))


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_the_bid_grid_has_a_place_for_every_bid(decks: int) -> None:
    cells = TableLayout.of(1280, 800, 1.0).bid_cells(decks)
    suits = {(suit, n) for suit in "SHCD" for n in range(1, decks + 1)}
    assert set(cells) == suits | {(joker, n) for joker in ("LJ", "BJ") for n in range(2, decks + 1)}
    assert all(cells["S", n].x == cells["D", n].x for n in range(1, decks + 1))
    assert all(cells["H", 1].y == cells["H", n].y for n in range(1, decks + 1))
    assert min(rect.h for rect in cells.values()) >= 24


@pytest.mark.parametrize("n", [1, 2, 4, 8, 12, 16])
@pytest.mark.parametrize("rows", [1, 2])
@pytest.mark.parametrize(("width", "height", "scale"), WINDOWS)
def test_a_long_play_fits_its_place(width: int, height: int, scale: float, rows: int, n: int) -> None:
    table = TableLayout.of(width, height, scale, rows)
    for place, band in table.bands.items():
        cards = table.trick_cards(place, n)
        assert len(cards) == n
        assert all(band.encloses(card) for card in cards)
        steps = [right.x - left.x for left, right in pairwise(cards)]
        assert all(step >= 0.1 * table.trick_card[0] for step in steps), "ranks cannot be read"


def test_each_play_lies_towards_its_player() -> None:
    table = TableLayout.of(1280, 800, 1.0)
    x = {place: table.spot(place)[0] for place in table.bands}
    y = {place: table.spot(place)[1] for place in table.bands}
    assert x["left"] < x["top"] == x["bottom"] < x["right"]
    assert y["top"] < y["left"] == y["right"] < y["bottom"]
    assert x["top"] - x["left"] == x["right"] - x["top"]
    four = table.trick_cards("left", 4)
    assert abs((four[0].x + four[-1].right) // 2 - x["left"]) <= 1


@pytest.mark.parametrize(("width", "height"), WIDE)
def test_the_hand_is_as_large_as_the_look_asks(width: int, height: int) -> None:
    table = TableLayout.of(width, height, 1.0)
    assert table.card[1] == round(CARD_HEIGHT * height)
    assert table.card[0] == pytest.approx(table.card[1] * 96 / 134, abs=1)
    larger = TableLayout.of(width, height, 1.25)
    assert larger.card[1] == round(CARD_HEIGHT * height * 1.25)
    assert larger.trick_card[1] > table.trick_card[1]


@pytest.mark.parametrize("rows", [1, 2])
@pytest.mark.parametrize(("width", "height", "scale"), WINDOWS)
def test_the_trick_can_be_read_at_any_scale(width: int, height: int, scale: float, rows: int) -> None:
    table = TableLayout.of(width, height, scale, rows)
    assert table.trick_card[1] >= 0.115 * height * min(scale, 1.0)


def test_any_window_gets_a_table() -> None:
    for width, height, scale in product((640, 800, 1600, 5120), (480, 600, 1200, 2880), (0.5, 1, 3)):
        table = TableLayout.of(width, height, scale, 2)
        assert min(*table.card, *table.trick_card) > 0
        assert all(rect.w > 0 and rect.h > 0 for rect in table.plates.values())


# The hand


@pytest.mark.parametrize("cards", HANDS)
@pytest.mark.parametrize(("width", "height", "scale"), WINDOWS)
def test_every_hand_fits_and_each_card_can_be_hit(width: int, height: int, scale: float, cards: int) -> None:
    table, hand = lay_hand(width, height, scale, HANDS[cards])
    assert len(hand.rects) == len(hand.row_of) == cards
    assert sorted(hand.draw_order) == list(range(cards))
    for index, rect in enumerate(hand.rects):
        assert table.hand.encloses(rect)
        assert hand.hit(rect.x + 1, rect.y + 1) == index
        assert hand.hit(rect.x + 0.18 * rect.w, rect.y + 0.35 * rect.h) == index, "its corner is covered"
        assert hand.hit(rect.x + 1, rect.y - hand.raise_by + 1, {index}) == index


@pytest.mark.parametrize("cards", HANDS)
@pytest.mark.parametrize(("width", "height", "scale"), WINDOWS)
def test_one_row_unless_the_strips_were_too_narrow(width: int, height: int, scale: float, cards: int) -> None:
    _, hand = lay_hand(width, height, scale, HANDS[cards])
    one_row = TableLayout.of(width, height, scale, 1)
    forced = HandLayout.on(one_row, HANDS[cards])
    steps = [right.x - left.x for left, right in pairwise(forced.rects)]
    assert (len(set(hand.row_of)) == 1) == (min(steps) + 1 > one_row.min_strip)


def test_the_mocks_hands() -> None:
    assert set(lay_hand(1280, 800, 1.0, HANDS[25])[1].row_of) == {0}
    assert set(lay_hand(1280, 800, 1.0, HANDS[33])[1].row_of) == {0}
    assert set(lay_hand(1280, 720, 1.0, HANDS[60])[1].row_of) == {0, 1}


def test_few_cards_sit_together_in_the_middle() -> None:
    table, hand = lay_hand(1920, 1080, 1.0, (2, 1))
    first, second, third = hand.rects
    assert second.x - first.x == pytest.approx(WIDEST_STRIP * table.card[0], abs=1)
    assert third.x - second.x == pytest.approx(WIDEST_STRIP * table.card[0] + table.group_gap, abs=2)
    assert abs(first.x + third.right - table.hand.x - table.hand.right) <= 2
    (only,) = lay_hand(1920, 1080, 1.0, (0, 0, 1))[1].rects
    assert abs(only.center[0] - table.hand.center[0]) <= 1
    assert lay_hand(1920, 1080, 1.0, ())[1].rects == ()


AREA = Rect(0, 0, 700, 220)


def two_rows(*groups: int) -> HandLayout:
    return HandLayout(groups, AREA, (80, 100), 10, 20, rows=2)


def test_trumps_lie_below_and_plain_suits_above() -> None:
    hand = two_rows(14, 6, 7, 8)
    assert hand.rows == (tuple(range(14)), tuple(range(14, 35)))
    assert hand.rects[0].bottom == AREA.bottom
    assert hand.rects[14].y == AREA.y


def test_a_whole_suit_moves_below_when_the_upper_row_is_too_long() -> None:
    hand = two_rows(8, 14, 13, 15)
    assert hand.rows == (tuple(range(8)) + tuple(range(35, 50)), tuple(range(8, 35)))
    equal = two_rows(8, 14, 14, 14)
    assert equal.rows[0] == tuple(range(8)) + tuple(range(36, 50)), "of equal suits the last one moves"


def test_a_suit_is_split_only_where_it_is_too_long_alone() -> None:
    hand = two_rows(50, 4, 3)
    assert hand.rows[0] == tuple(range(29))
    assert hand.rows[1] == tuple(range(29, 57))
    assert two_rows(60).rows == (tuple(range(30)), tuple(range(30, 60)))


groupings = st.lists(st.integers(0, 40), max_size=5).filter(lambda groups: sum(groups) <= 70)


@given(groupings, st.sampled_from([None, 1, 2]))
def test_any_hand_is_laid_out_in_order_within_its_area(groups: list[int], rows: int | None) -> None:
    hand = HandLayout(groups, AREA, (80, 100), 10, 20, rows)
    assert sorted(hand.rows[0] + hand.rows[1]) == list(range(sum(groups)))
    for row in hand.rows:
        assert list(row) == sorted(row)
        xs = [hand.rects[index].x for index in row]
        assert all(left < right for left, right in pairwise(xs))
    assert all(AREA.encloses(rect) for rect in hand.rects)
    if rows is None:
        assert (hand.rows[1] == ()) == (rows_needed(groups, AREA.w, 80, 10, 20) == 1)


@given(groupings, st.data())
def test_the_card_hit_is_the_one_seen(groups: list[int], data: st.DataObject) -> None:
    hand = two_rows(*groups)
    raised = data.draw(st.sets(st.integers(0, max(sum(groups) - 1, 0))))
    x, y = data.draw(st.integers(-5, 705)), data.draw(st.integers(-30, 225))
    seen = None
    for index in hand.draw_order:  # painted back to front: the last one that covers the point is seen
        rect = hand.raised(index) if index in raised else hand.rects[index]
        seen = index if rect.contains(x, y) else seen
    hit = hand.hit(x, y, raised)
    if hit != seen:
        # Only where a card has risen from may it be hit without being seen there, and never through
        # a card that is drawn above it.
        assert hit in raised
        assert hand.rects[hit].contains(x, y)
        assert seen is None or hand.draw_order.index(seen) < hand.draw_order.index(hit)


def test_a_risen_card_is_still_hit_at_its_lower_edge_but_not_through_its_neighbour() -> None:
    _, hand = lay_hand(1280, 800, 1.0, HANDS[25])
    card, neighbour = hand.rects[3], hand.rects[4]
    assert hand.hit(card.x + 5, card.bottom - 2, {3}) == 3
    assert hand.hit(neighbour.x + 5, neighbour.y + 5, {3}) == 4
    assert hand.hit(neighbour.x + 5, neighbour.y - 5, {3}) == 3, "its risen edge shows beside the neighbour"
    assert hand.hit(card.x + 5, card.y - 5) is None


def test_a_range_goes_by_x_alone_and_stays_in_its_row() -> None:
    hand = two_rows(14, 6, 7, 8)
    middle = [rect.x + 3 for rect in hand.rects]
    assert hand.range(4, middle[7]) == (4, 5, 6, 7)
    assert hand.range(4, middle[2]) == (2, 3, 4)
    assert hand.range(4, middle[4]) == (4,)
    assert hand.range(4, -50) == (0, 1, 2, 3, 4)
    assert hand.range(12, 5000) == (12, 13)
    assert hand.range(20, middle[23]) == (20, 21, 22, 23)
    assert hand.range(33, 5000) == (33, 34)


def test_a_range_runs_over_a_split_row() -> None:
    hand = two_rows(8, 14, 13, 15)  # the last suit lies below, beside the trumps
    assert hand.range(6, hand.rects[36].x) == (6, 7, 35, 36)


# What else the table asks of its layout


@pytest.mark.parametrize("trumps_last", [False, True])
@pytest.mark.parametrize("cards", HANDS)
@pytest.mark.parametrize(("width", "height", "scale"), WINDOWS)
def test_every_card_can_be_read_and_hit(
    width: int, height: int, scale: float, cards: int, trumps_last: bool
) -> None:
    groups = HANDS[cards][::-1] if trumps_last else HANDS[cards]
    table, hand = lay_hand(width, height, scale, groups, trumps_last)
    for index in range(cards):
        seen = hand.visible(index)
        assert table.hand.encloses(seen)
        assert seen.w >= 12
        assert hand.hit(*seen.center) == index
        assert hand.hit(seen.x, seen.y) == index


def test_trumps_stay_below_at_either_end() -> None:
    for groups, last in (((20, 9, 9, 12, 10), False), ((9, 9, 12, 10, 20), True)):
        hand = HandLayout(groups, AREA, (80, 100), 10, 20, 2, last)
        trumps = range(40, 60) if last else range(20)
        lower = hand.rows[0]
        assert set(trumps) <= set(lower)
        assert list(lower) == sorted(lower)


def test_of_trumps_too_many_for_a_row_the_high_ones_stay_below() -> None:
    first = HandLayout((50, 5, 5), AREA, (80, 100), 10, 20, 2)
    assert first.rows[0][0] == 0
    last = HandLayout((5, 5, 50), AREA, (80, 100), 10, 20, 2, trumps_last=True)
    assert last.rows[0][-1] == 59
    assert last.rows[1][-1] < last.rows[0][0]


def test_arrows_go_from_card_to_card_and_from_row_to_row() -> None:
    hand = HandLayout((20, 9, 9, 12), AREA, (80, 100), 10, 20, rows=2)
    lower, upper = hand.rows
    assert hand.beside(lower[0], "left") is None
    assert hand.beside(lower[0], "right") == lower[1]
    assert hand.beside(lower[-1], "right") is None
    assert hand.beside(lower[3], "down") is None
    above = hand.beside(lower[3], "up")
    assert above in upper
    assert hand.beside(above, "up") is None
    assert hand.beside(above, "down") in lower
    for way in ("left", "right"):
        place = lower[0] if way == "right" else lower[-1]
        walked = [place]
        while (place := hand.beside(place, way)) is not None:
            walked.append(place)
        assert sorted(walked) == sorted(lower)


@pytest.mark.parametrize(("width", "height", "scale"), WINDOWS)
def test_the_corner_has_room_for_its_buttons(width: int, height: int, scale: float) -> None:
    table = TableLayout.of(width, height, scale)
    for needs in ([40], [60, 30, 50, 45], [300, 300, 300], [60, 50, 60, 60, 50, 50]):
        places = table.top_buttons(needs)
        assert places[-1].right == width - table.px(18)
        assert all(a.right + table.px(6) == b.x for a, b in pairwise(places))
        if places[0].x > table.plates["top"].right + table.px(14):
            assert all(place.w >= need for place, need in zip(places, needs, strict=True))
        assert places[0].x >= table.plates["top"].right
