"""What is to be seen of a deal at a real window: told by the state dump, looked at where it is a picture."""

import time
from collections.abc import Iterator
from itertools import pairwise
from operator import ne

import pytest
from gui_player import PATIENCE, Player, State, hand_of
from gui_screen import Screen
from program_run import settle_settings
from saved_matches import at_my_last_card, my_turn, my_turn_to_follow

from game.bots.legal import plain_answer
from game.engine import Match, Question, Trump, View, parse_cards, points_of, preset, winner
from game.engine import commands as co
from game.ui.layout import Rect, TableLayout
from game.ui.theme import Theme

RULES = preset("lezhong", 2)
OTHERS = {1: "right", 2: "top", 3: "left"}
IVORY, BRASS, RED = Theme.ivory, Theme.brass, Theme.red

MIDDLE = "17"
"""I deal, hearts are trump, and I am the third to play to the 16th trick; who plays before me is ahead."""
LAST = "18"
"""I deal, and am the last to play to the last trick: the attackers win it, and the deal."""
BURIED = {MIDDLE: 70, LAST: 55}
"""Points in the bottom."""


def rich(view: View, asked: Question) -> co.SeatCommand | None:
    """Plain answers, but for points in the bottom."""
    if asked.kind != "bury":
        return plain_answer(view, asked)
    dear_first = sorted(view.trump.sort(view.hand), key=lambda card: -points_of((card,)))
    return co.Bury(tuple(dear_first[:8]))


def me_third_late_in_the_deal(match: Match) -> bool:
    if not my_turn(match):
        return False
    deal = match.running
    late = len(deal.tricks) >= 15 and len(deal.plays) == 2
    return late and winner(deal.plays, deal.bound[1], match.rules) == 1


def me_to_play_the_last_card(match: Match) -> bool:
    return my_turn_to_follow(match) and at_my_last_card(match)


@pytest.fixture(scope="module")
def shared(screen: Screen, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    """One program for all; slow enough for others' turns to be seen."""
    data = tmp_path_factory.mktemp("seeing") / "data"
    settle_settings(data, turn=180, grace=0.5, preselect=False, last_trick_plays=False)
    player = Player(screen, data, speed=1)
    yield player
    player.kill()


@pytest.fixture
def table(shared: Player) -> Iterator[Player]:
    """My turn late in a deal of mine, and the pointer out of the way."""
    if shared.state["scene"] != "table":
        shared.take_up(MIDDLE, 0, me_third_late_in_the_deal, answer=rich)
    shared.point_away()
    shared.wait_turn()
    yield shared
    assert "Traceback" not in shared.errors


def layout(player: Player) -> TableLayout:
    return TableLayout.of(*player.state["size"], 1.0)


def plates(player: Player) -> dict[int, Rect]:
    """The name plates of the others by seat."""
    return {seat: layout(player).plates[place] for seat, place in OTHERS.items()}


def count_of(plate: Rect) -> Rect:
    """Where on it the number of cards stands."""
    return Rect(plate.right - 40, plate.y + 10, 36, plate.h - 20)


def brass(player: Player, places: dict[int, Rect]) -> dict[int, int]:
    """How much brass is to be seen at each place."""
    return {seat: player.coloured(place, BRASS) for seat, place in places.items()}


def test_the_score_panel_shows_levels_trump_and_points(table: Player) -> None:
    state, places = table.state, layout(table)
    points = state["score"]["points"]
    assert points > 0
    assert state["score"] == {"levels": ["2", "2"], "points": points}
    assert (state["level"], state["trump"]) == ("2", "H")
    badge, bar = places.score_badge, places.score_bar
    assert table.coloured(badge, IVORY) > badge.w * badge.h // 2
    assert table.coloured(badge, RED) > badge.w  # a heart; the level is black
    line = Rect(bar.x, bar.y + bar.h // 4, bar.w, 1)
    assert table.coloured(line, BRASS) == pytest.approx(bar.w * points / 200, abs=6)


def test_who_is_ahead_in_the_trick_is_outlined_and_tagged(table: Player) -> None:
    state, places = table.state, layout(table)
    (leader, _), (ahead, _) = state["trick"]
    assert state["winning"] == ahead
    seen = {}
    for seat in (leader, ahead):
        card = places.trick_cards(OTHERS[seat], 1)[0]
        edge = Rect(card.x, card.y + card.h // 4, 3, card.h // 2)
        tag = Rect(card.right + places.px(10), card.center[1] - 10, places.px(30), 20)
        seen[seat] = table.coloured(edge, BRASS), table.coloured(tag, BRASS)
    assert seen[leader] == (0, 0)
    assert min(seen[ahead]) > 30


def test_a_ring_runs_down_while_it_is_my_turn(table: Player) -> None:
    ring = layout(table).own_picture.inflated(layout(table).px(4))
    left, full = table.state["left"], table.coloured(ring, BRASS)
    assert full > 100
    table.wait(lambda s: s["left"] < left - 1.5 / 60, what="time runs")
    table.wait(lambda _: table.coloured(ring, BRASS) < full - 5, what="the ring is shorter")


def test_the_dealer_may_look_at_the_own_bottom(table: Player) -> None:
    tray = layout(table).bury_tray
    before = table.pixels(*tray)
    for look in (lambda: table.click_button("bottom"), lambda: table.key("b")):
        look()
        state = table.wait_for(peek="bottom")
        assert str(BURIED[MIDDLE]) in state["message"]
        table.point_away()
        table.wait(lambda _: table.coloured(tray, IVORY) > tray.w * tray.h // 3, what="eight cards")
        table.key("Escape")
        table.wait_for(peek=None)
        table.wait(lambda _: table.pixels(*tray) == before, what="the trick again")


def test_the_last_trick_is_shown_while_tab_is_held_or_by_its_button(table: Player) -> None:
    bands = layout(table).bands.values()

    def seen() -> list[bytes]:
        return [table.pixels(*band) for band in bands]

    before, usual = seen(), table.state["message"]
    table.screen.xdotool("keydown", "Tab")
    state = table.wait_for(peek="last")
    assert "上一墩" in state["message"]
    table.wait(lambda _: not any(map(bytes.__eq__, seen(), before)), what="four other plays")
    trick = seen()
    table.still_for(0.5, lambda s: s["peek"] == "last", "shown while the key is held")
    table.screen.xdotool("keyup", "Tab")
    assert table.wait_for(peek=None)["message"] == usual
    table.wait(lambda _: seen() == before, what="the running trick")
    table.click_button("last")
    table.wait_for(peek="last")
    table.point_away()
    table.wait(lambda _: seen() == trick, what="the last trick again")
    table.click_button("last")
    table.wait_for(peek=None)


def test_all_tricks_of_the_deal_are_listed(table: Player) -> None:
    at_table = table.state
    table.click_button("tricks")
    state = table.wait_for(scene="tricks")
    assert state["page"] == state["pages"] > 1
    rows = state["tricks"]
    while state["page"] > 1:
        table.click_button("earlier")
        state = table.wait_for(scene="tricks", page=state["page"] - 1)
        rows = state["tricks"] + rows
    assert len(rows) == at_table["tricks"]
    assert all(before[1] == after[0] for before, after in pairwise(rows))  # who won it led the next
    assert rows[-1][1] == at_table["trick"][0][0]
    for leader, won_by, points, plays in rows:
        cards = [parse_cards(play) for play in plays]
        assert points == sum(points_of(play) for play in cards)
        assert won_by == (leader + winner(cards, Trump("2", at_table["trump"]), RULES)) % 4
    assert sum(row[2] for row in rows if row[1] in (1, 3)) == at_table["score"]["points"]
    table.click_button("close")
    table.wait_for(scene="table")


def test_the_points_taken_are_shown_as_cards(table: Player) -> None:
    tray = layout(table).bury_tray
    felt = table.coloured(tray, IVORY)
    table.click_button("points")
    state = table.wait_for(peek="points")
    assert str(state["score"]["points"]) in state["message"]
    table.point_away()
    table.wait(lambda _: table.coloured(tray, IVORY) > felt, what="cards with points")
    table.key("p")
    table.wait_for(peek=None)


def test_each_suit_says_how_many_cards_it_has_when_asked(table: Player) -> None:
    state = table.state
    trump = Trump(state["level"], state["trump"])
    groups = [trump.group[parse_cards(code)[0]] for code in hand_of(state)]
    firsts = [i for i, group in enumerate(groups) if i == 0 or group != groups[i - 1]]
    assert len(firsts) > 2
    corners = {
        i: Rect(x + 2, y + h - 20, 18, 18)
        for i, (x, y, _, h) in enumerate(card["rect"] for card in state["hand"])
    }
    before = brass(table, corners)

    def counted() -> list[int]:
        return [i for i, n in brass(table, corners).items() if n > before[i] + 60]

    table.click_button("counts")
    table.wait_for(counted=True)
    table.point_away()
    table.wait(lambda _: counted() == firsts, what="a count on the first card of each suit")
    table.key("c")
    table.wait_for(counted=False)
    table.wait(lambda _: counted() == [], what="none")


def test_the_cards_left_are_told_as_they_lie_while_a_trick_rests(table: Player) -> None:
    """A trick of single cards: at its end the others hold alike."""
    places = {seat: count_of(plate) for seat, plate in plates(table).items()}
    tricks, before = table.state["tricks"], table.pixels(*places[1])
    table.click_button("hint")
    table.wait(lambda s: s["selected"], what="a hint")
    table.right_click()
    table.point_away()

    def rests(state: State) -> bool:
        return state["tricks"] == tricks and "得了这一墩" in state["message"]

    def alike(state: State) -> bool:
        now = [table.pixels(*place) for place in places.values()]
        ink = [[min(seen[i : i + 3]) > 180 for i in range(0, len(seen), 4)] for seen in now]
        same = now[0] != before and all(sum(map(ne, ink[0], other)) < 8 for other in ink[1:])
        return same and rests(state) and rests(table.state)  # before and after the look

    table.wait(alike, what="the same number of cards")
    table.wait_turn()


def test_whose_turn_it_is_and_how_many_cards_are_left_stand_on_the_plates(table: Player) -> None:
    places = plates(table)
    counts = {seat: count_of(plate) for seat, plate in places.items()}
    before, numbers = table.state["counts"], {seat: table.pixels(*at) for seat, at in counts.items()}
    still = brass(table, places)
    ringed: set[int] = set()
    end = time.monotonic() + PATIENCE
    while ringed != set(OTHERS):
        assert time.monotonic() < end, ringed
        state = table.state
        seat, held = state["turn"], len(state["hand"])
        if state["ask"] == "play" and not state["busy"]:
            table.click_button("hint")
            table.wait(lambda s: s["selected"], what="a hint")
            table.right_click()
            table.wait(lambda s, held=held: len(s["hand"]) < held, what="cards leave the hand")
        elif seat in OTHERS:
            ring = table.coloured(places[seat], BRASS) > still[seat] + 60
            if ring and table.state["turn"] == seat:  # before and after the look
                ringed.add(seat)
    state = table.wait_turn()
    assert all(now < then for now, then in zip(state["counts"], before, strict=True))
    assert len(state["hand"]) == state["counts"][0]
    table.point_away()
    table.wait(lambda _: brass(table, places) == still, what="no ring but mine")
    assert all(table.pixels(*at) != numbers[seat] for seat, at in counts.items())


def play_the_last_card(player: Player) -> None:
    """In a deal of mine."""
    player.take_up(LAST, 0, me_to_play_the_last_card, answer=rich)
    player.select(hand_of(player.wait_turn()))
    player.right_click()


def test_the_bottom_is_turned_over_with_its_sum_spelled_out(table: Player) -> None:
    play_the_last_card(table)
    tray, points = layout(table).bury_tray, BURIED[LAST]
    text = f"底牌 {points} 分 × 2 = {2 * points}"
    table.wait(
        lambda s: s["message"] == text and table.coloured(tray, IVORY) > tray.w * tray.h // 3,
        what=f"the bottom, and {text!r}",
    )
    sheet = table.wait_for(scene="sheet")
    assert points_of(parse_cards(sheet["bottom"])) == points
    assert (sheet["multiplier"], sheet["side"]) == (2, "attackers")


def test_bids_and_the_next_dealer_are_shown(table: Player) -> None:
    places, own = plates(table), layout(table).own_label
    assert table.state["dealer"] == 0
    mine, others = table.coloured(own, BRASS), brass(table, places)
    assert mine > 60
    play_the_last_card(table)
    table.wait_for(scene="sheet")
    table.click_button("next")

    def bid_is_seen(state: State) -> bool:
        if state["scene"] != "table" or state["deal"] != 2 or not state["bids"] or not state["undealt"]:
            return False
        seat, cards = state["bids"][-1]
        *_, top = layout(table).bid_cards(OTHERS[seat], len(cards.split()))
        words = layout(table).bubbles[OTHERS[seat]]  # while cards are dealt nothing else is said
        return table.coloured(top, IVORY) > top.w * top.h // 2 and table.coloured(words, BRASS) > 20

    table.wait(bid_is_seen, what="a bid, its cards and its words")
    state = table.wait_turn()
    assert state["dealer"] == 1
    table.point_away()
    table.wait(lambda _: table.coloured(own, BRASS) == 0, what="no mark of mine")
    now = brass(table, places)
    assert now[1] > others[1] + 60
    assert {2: now[2], 3: now[3]} == {2: others[2], 3: others[3]}
