"""Hands of every size, in one row or two, under a real mouse: each card can be read and hit, also when the
order of the hand changes."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from gui_player import Player, State, hand_of, raised
from gui_screen import Screen
from program_run import settle_settings
from saved_matches import bare_table, find_seed, first_bids, my_turn_to_follow, save_match, to_bury

from game.engine import Match, Trump, format_cards, parse_cards, view
from game.engine.cards import SUITS
from game.engine.trump import TRUMP_GROUP

SIZE = (1280, 720)
INDEX = (0.2, 0.26)
"""Of a card's width and height: the corner with rank and suit."""
ROUND = 6
"""Pixels down to where the round corner of a card ends."""


class Held(NamedTuple):
    """A saved hand: whose bid made hearts the trumps, so that two black suits are left side by side."""

    decks: int
    seed: str
    bidder: int
    until: Callable[[Match], bool]
    rows: int


HANDS = {
    25: Held(2, "4", 1, my_turn_to_follow, 1),
    33: Held(2, "1", 0, to_bury, 1),
    39: Held(3, "2", 1, my_turn_to_follow, 2),
    52: Held(4, "1", 1, my_turn_to_follow, 2),
    60: Held(4, "3", 0, to_bury, 2),
}


@pytest.fixture(scope="module", params=HANDS, ids="{} cards".format)
def opened(
    request: pytest.FixtureRequest, screen: Screen, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Player]:
    """One program for all that is done to a hand."""
    held = HANDS[request.param]
    data = tmp_path_factory.mktemp("hands") / "data"
    save_match(data, held.seed, held.bidder, held.until, held.decks)
    settle_settings(data, preselect=False)
    player = Player(screen, data, size=SIZE)
    player.click_button("resume")
    state = player.wait_turn()
    assert (len(state["hand"]), len(rows_of(state))) == (request.param, held.rows)
    yield player
    player.kill()
    assert "Traceback" not in player.errors


@pytest.fixture
def hand(opened: Player) -> Iterator[Player]:
    """Nothing selected, nothing pressed."""
    opened.screen.xdotool("mouseup", 1)
    opened.clear_selection()
    return opened


def rows_of(state: State) -> list[list[int]]:
    """The places in the hand of each row's cards, the upper row first; nothing is selected."""
    rows = defaultdict(list)
    for place, card in enumerate(state["hand"]):
        rows[card["rect"][1]].append(place)
    return [rows[y] for y in sorted(rows)]


def seen_of(state: State) -> list[tuple[int, int, int, int]]:
    """What can be seen of each card at rest: up to its neighbour, and down to the lower row."""
    rows = rows_of(state)
    seen = {}
    for row, below in zip(rows, [*rows[1:], None], strict=True):
        for place, right in zip(row, [*row[1:], None], strict=True):
            x, y, w, h = state["hand"][place]["rect"]
            if right is not None:
                w = min(w, state["hand"][right]["rect"][0] - x)
            if below is not None:
                h = min(h, state["hand"][below[0]]["rect"][1] - y)
            seen[place] = (x, y, w, h)
    return [seen[place] for place in range(len(state["hand"]))]


def click_all(player: Player, points: list[tuple[int, int]]) -> list[list[int]]:
    """Click all of these, as quick as a hand can; which cards were raised, each time that changed."""
    before = len(player.shown)
    words: list[object] = []
    for x, y in points:
        words += ["mousemove", "--window", player.window, x, y, "mousedown", 1, "mouseup", 1, "sleep", 0.005]
    last = len(raised(player.state))
    player.screen.xdotool(*words)
    player.wait(lambda s: abs(len(raised(s)) - last) == len(points), what="all are clicked")
    return [places for places, _ in groupby(raised(state) for state in player.shown[before:])]


def test_every_card_can_be_read(hand: Player) -> None:
    """Copies show the same corner, and other cards another one: nothing lies over it."""
    state = hand.wait(lambda s: not s["busy"], what="all lies still")
    corners = defaultdict(set)
    for card, (x, y, w, h) in zip(state["hand"], seen_of(state), strict=True):
        wide, tall = (round(card["rect"][i + 2] * share) for i, share in enumerate(INDEX))
        assert wide <= w
        assert tall <= h
        assert w >= 24
        corners[card["card"]].add(hand.pixels(x + 1, y + ROUND, wide - 2, tall - ROUND))
    assert [code for code, looks in corners.items() if len(looks) > 1] == []
    assert len({look for looks in corners.values() for look in looks}) == len(corners)


def test_a_click_on_what_is_seen_of_a_card_hits_it_and_no_other(hand: Player) -> None:
    state = hand.state
    places = list(range(len(state["hand"])))
    changes = click_all(hand, [(x + 1, y + 2) for x, y, _, _ in seen_of(state)])
    assert all(now == places[: len(now)] for now in changes), "from left to right, one after the other"
    # from the upper left edge of each; and again, at the right one and far down
    rise = state["hand"][0]["rect"][1] - hand.state["hand"][0]["rect"][1]
    assert rise > 0
    changes = click_all(hand, [(x + w - 2, y + h - rise - 3) for x, y, w, h in seen_of(state)])
    assert all(now == places[len(places) - len(now) :] for now in changes)


def test_a_double_click_takes_every_copy_in_whatever_row(hand: Player) -> None:
    state = hand.state
    for row in rows_of(state):
        codes = [state["hand"][place]["card"] for place in row]
        face = max(codes, key=codes.count)
        assert codes.count(face) >= 2
        hand.double_click(*hand.place(row[codes.index(face)]))
        now = hand.wait_for(selected=" ".join([face] * hand_of(state).count(face)))
        assert {now["hand"][place]["card"] for place in raised(now)} == {face}
        hand.clear_selection()


def test_a_drag_takes_a_range_of_its_own_row(hand: Player) -> None:
    rows = rows_of(hand.state)
    seen = seen_of(hand.state)
    for row in rows:
        first, last = row[1], row[6]
        hand.press(*hand.place(first))
        for other in rows:  # a hand that shakes, over the other row too
            hand.glide(seen[last][0] + 4, seen[other[0]][1] + 8, steps=3)
            hand.wait(lambda s, n=row[1:7]: raised(s) == n, what="what the drag would take")
        hand.glide(*hand.place(last), steps=2)
        hand.let_go()
        hand.still_for(0.1, lambda s, n=row[1:7]: raised(s) == n, "the range")
        hand.clear_selection()
        hand.drag_cards(last, first)
        hand.wait(lambda s, n=row[1:7]: raised(s) == n, what="the range from right to left")
        hand.clear_selection()


# in which order


def check_order(state: State, right: bool = False, low: bool = False) -> list[str]:
    """Trumps at their end, each suit together and sorted; the plain suits from left to right."""
    cards, trump = parse_cards(" ".join(hand_of(state))), Trump(state["level"], state["trump"])
    suits = [group for group, _ in groupby(trump.group[card] for card in cards)]
    assert len(suits) == len(set(suits))
    assert suits.pop(-1 if right else 0) == TRUMP_GROUP
    for a, b in pairwise(cards):
        if trump.group[a] == trump.group[b]:
            weak, strong = (a, b) if low else (b, a)
            assert trump.position[weak] <= trump.position[strong]
    return [SUITS[suit] for suit in suits]


def test_the_order_can_be_chosen_in_the_middle_of_a_selection(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    held = HANDS[52]
    save_match(tmp_path / "data", held.seed, held.bidder, held.until, held.decks)
    settle_settings(tmp_path / "data", preselect=False)
    player = launch(size=SIZE)
    player.click_button("resume")
    before = player.wait_turn()
    assert check_order(before) == ["S", "C", "D"]
    for place in (0, 26, 51):
        player.click(*player.place(place))
    chosen = player.wait(lambda s: len(raised(s)) == 3, what="three cards")["selected"].split()
    for wish, right in (("low_first", False), ("trump_right", True), ("alternate", True)):
        player.click_button("menu")
        player.click_button("settings")
        player.click_button("tab:table")
        player.click_button(f"{wish}:True")
        player.wait(lambda s, wish=wish: s["settings"][wish], what=wish)
        player.key("Escape")
        state = player.wait_for(scene="table")
        suits = check_order(state, right, low=True)
        assert sorted(state["selected"].split()) == sorted(chosen)
        assert sorted(hand_of(state)) == sorted(hand_of(before))
    assert suits == ["S", "D", "C"]
    player.clear_selection()
    changes = click_all(player, [player.place(place) for place in range(52)])
    assert all(now == list(range(len(now))) for now in changes)


def test_the_hand_is_sorted_anew_when_trumps_are_made_and_keeps_its_selection(
    launch: Callable[..., Player], tmp_path: Path
) -> None:
    settle_settings(tmp_path / "data", grace=0.5)
    player = launch(seed=find_seed(i_can_bid), speed=0.5, size=SIZE)
    player.click_button("new")
    state = player.wait(lambda s: len(s["hand"]) >= 10 and a_bid(s), what="a bid of mine is open")
    cell = a_bid(state)
    suit = cell.removeprefix("bid:")[0]
    plain = [code for code in hand_of(state) if code[0] in SUITS and code[1] != "2"]
    mine = next(code for code in plain if code[0] == suit)
    other = next(code for code in plain if code[0] != suit)
    chosen = sorted([mine, other])
    hand = hand_of(player.pick(*chosen))
    assert hand.index(other) < hand.index(mine)
    player.click_button(cell)
    state = player.wait(lambda s: s["trump"] == suit, what="trumps are made")
    check_order(state)
    assert hand_of(state).index(mine) < hand_of(state).index(other)
    assert sorted(state["selected"].split()) == chosen
    state = player.wait(lambda s: s["phase"] != "dealing" and not s["busy"], what="the end of the deal")
    check_order(state)
    kept = [sorted(s["selected"].split()) for s in player.shown if s.get("bids")]
    assert len(kept) > 20
    assert all(now == chosen for now in kept)


def i_can_bid(seed: str) -> bool:
    """A level card comes early, not that of spades, whose suit lies first anyway; nobody else bids soon."""
    table = bare_table(seed)
    while table.match.deal is None or table.match.running.drawn < 40:
        table.tick(0.0)
    mine = {"H2", "C2", "D2"} & set(format_cards(view(table.match, 0).hand).split())
    return bool(mine) and all(drawn > 80 for drawn, _ in first_bids(seed))


def a_bid(state: State) -> str:
    """The name of a cell of the bids that is open to me, but for spades; "" for none."""
    names = [b["name"] for b in state["buttons"] if b["enabled"] and b["name"].startswith("bid:")]
    return next((name for name in names if name[4] in "HCD"), "")
