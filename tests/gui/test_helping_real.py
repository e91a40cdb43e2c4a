"""The help there is at a real table: each option switched by mouse, each help asked for and taken."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import pytest
from gui_player import Player, State, hand_of
from gui_screen import Screen
from saved_matches import at_my_last_card, my_turn, my_turn_to_follow, to_bury

from game.bots.legal import plain_answer
from game.engine import (
    Cards,
    Match,
    Question,
    Trump,
    View,
    check_follow,
    format_cards,
    parse_cards,
    preset,
    read_shape,
    view,
)
from game.engine import commands as co
from game.engine.trump import TRUMP_GROUP
from game.scenes.advice import hints, only_play
from game.ui.layout import TableLayout
from game.ui.theme import Theme

RULES = preset("lezhong", 2)
SHARE = 0.8
"""Of its brightness a card in shade has less than that."""


def pairs(view: View, asked: Question) -> co.SeatCommand | None:
    """Plain answers, but for leads: a plain pair where there is one."""
    if asked.kind == "play" and not view.plays:
        for card, n in Counter(view.hand).items():
            if n == 2 and view.trump.group[card] != TRUMP_GROUP:
                return co.Play((card, card))
    return plain_answer(view, asked)


def to_follow_a_pair(match: Match) -> bool:
    """With a pair of the suit, and some cards besides."""
    if not my_turn(match) or [len(play) for play in match.running.plays[:1]] != [2]:
        return False
    mine = view(match, 0)
    led = mine.trump.group[mine.plays[0][0]]
    suited = [card for card in mine.hand if mine.trump.group[card] == led]
    return led != TRUMP_GROUP and len(set(suited)) >= 4 and max(Counter(suited).values()) == 2


def with_several_hints(match: Match) -> bool:
    """To follow, where more than one play is sensible."""
    if not my_turn(match) or not match.running.plays:
        return False
    return len(hints(view(match, 0), Question("play", ()))) > 1


def to_lead_a_tractor(match: Match) -> bool:
    if not my_turn(match) or match.running.plays:
        return False
    return tractor(view(match, 0).hand, view(match, 0).trump) is not None


def without_a_choice(match: Match) -> bool:
    """To follow with two cards, the only ones of their suit."""
    if not my_turn(match) or [len(play) for play in match.running.plays[:1]] != [2]:
        return False
    return len(set(only_play(view(match, 0)))) == 2


def tractor(hand: Cards, trump: Trump) -> Cards | None:
    """One the hand holds."""
    for group in range(5):
        if suited := [card for card in hand if trump.group[card] == group]:
            for part in read_shape(suited, trump, RULES):
                if part.length > 1:
                    return part.cards
    return None


@pytest.fixture(scope="module")
def shared(screen: Screen, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    """One program for all, its settings as shipped."""
    player = Player(screen, tmp_path_factory.mktemp("helping") / "data", speed=3)
    yield player
    player.kill()


@pytest.fixture
def player(shared: Player) -> Iterator[Player]:
    yield shared
    assert "Traceback" not in shared.errors


def switch(player: Player, **options: bool) -> None:
    """Turn options on or off by the table's menu; the table again."""
    player.click_button("menu")
    player.click_button("settings")
    player.click_button("tab:helps")
    for name, on in options.items():
        player.click_button(f"{name}:{on}")
        player.wait(lambda s, name=name, on=on: s["settings"][name] == on, what=f"{name} is {on}")
    player.click_button("back")
    player.wait_for(scene="table")
    player.point_away()


def trump_of(state: State) -> Trump:
    return Trump(state["level"], state["trump"])


def led(state: State) -> Cards:
    return parse_cards(state["trick"][0][1])


def of_the_suit(state: State) -> list[str]:
    """The own cards of the suit led."""
    group = trump_of(state).group
    return [code for code in hand_of(state) if group[parse_cards(code)[0]] == group[led(state)[0]]]


def allowed(state: State, cards: str) -> bool:
    hand = parse_cards(" ".join(hand_of(state)))
    return check_follow(led(state), hand, parse_cards(cards), trump_of(state), RULES) is None


def brightness(player: Player) -> list[float]:
    """Of the ground of each card of the hand."""
    means = []
    for card in player.state["hand"]:
        x, y = card["rect"][:2]
        seen = player.pixels(x + 5, y + card["rect"][3] - 16, 6, 8)
        means.append(sum(seen) / len(seen))
    return means


def test_cards_that_may_be_played_stand_out_if_one_likes_that(player: Player) -> None:
    state = player.take_up("3", 1, my_turn_to_follow)
    player.point_away()
    suited = of_the_suit(state)
    assert 1 < len(suited) < len(state["hand"])
    plain = brightness(player)
    assert not any(card["dimmed"] for card in state["hand"])
    switch(player, stand_out=True)
    state = player.state
    assert [card["card"] for card in state["hand"] if not card["dimmed"]] == suited
    player.wait(
        lambda s: (
            [now < SHARE * before for now, before in zip(brightness(player), plain, strict=True)]
            == [card["dimmed"] for card in s["hand"]]
        ),
        what="the others in shade",
    )
    switch(player, stand_out=False)
    assert not any(card["dimmed"] for card in player.state["hand"])
    player.wait(lambda _: brightness(player) == plain, what="all alike")


def test_hints_go_round_over_plays_that_are_allowed(player: Player) -> None:
    player.take_up("5", 1, with_several_hints)  # to a trick that is lost, with three plain low cards
    before, seen, usual = "", len(player.shown), player.state["message"]
    for i in range(14):
        if i % 4:
            player.key("h")
        else:
            player.click_button("hint")
        state = player.wait(lambda s, before=before: s["selected"] not in ("", before), what="a hint")
        before = state["selected"]
        assert allowed(state, before)
        assert state["message"] != usual, "each says why"
    given = [cards for cards, _ in groupby(s["selected"] for s in player.shown[seen:]) if cards]
    del given[:2]  # the first may have given way to better advice
    different = list(dict.fromkeys(given))
    assert 1 < len(different) <= 6
    assert given == (different * 14)[: len(given)]
    assert len(given) >= 12


def test_a_refused_play_is_explained_with_its_cards_and_marked(player: Player) -> None:
    state = player.take_up("18", 1, to_follow_a_pair, answer=pairs)
    suited = of_the_suit(state)
    paired = [code for code in suited if suited.count(code) == 2]
    player.select(list(dict.fromkeys(suited))[:2])
    tried = player.state["selected"]
    assert not allowed(state, tried)
    usual = player.state["message"]
    player.click_button("play")
    state = player.wait(lambda s: s["message"] != usual and not s["busy"], what="an explanation")
    assert "对子" in state["message"]
    marked = [card["card"] for card in state["hand"] if card["marked"]]
    assert set(marked) <= set(paired) != set()
    assert len(marked) == 2
    for code in marked:
        assert "♠♥♣♦"["SHCD".index(code[0])] + code[1].replace("T", "10") in state["message"]
    at = next(card for card in state["hand"] if card["marked"])["rect"]
    sign = TableLayout.of(*state["size"], 1.0).hand._replace(
        x=at[0], y=at[1] + at[3] // 3, w=28, h=at[3] // 2
    )
    player.wait(lambda _: player.coloured(sign, Theme.danger) > 60, what="a sign on the card")
    assert (state["selected"], len(state["hand"])) == (tried, state["counts"][0])
    player.key("Escape")
    player.wait(lambda s: not any(card["marked"] for card in s["hand"]), what="no marks")


def test_shift_and_click_select_the_right_number_to_follow_with(player: Player) -> None:
    state = player.take_up("18", 1, to_follow_a_pair, answer=pairs)
    suited = of_the_suit(state)
    code = next(code for code in suited if suited.count(code) == 2)
    player.shift_click_card(code)
    player.wait_for(selected=f"{code} {code}")
    player.clear_selection()
    other = next(code for code in hand_of(state) if code not in suited)  # it can't follow
    player.shift_click_card(other)
    player.wait_for(selected=other)


def test_shift_and_click_select_the_whole_tractor_to_lead(player: Player) -> None:
    state = player.take_up("18", 0, to_lead_a_tractor)
    whole = tractor(parse_cards(" ".join(hand_of(state))), trump_of(state))
    assert whole is not None
    player.shift_click_card(format_cards(whole[:1]))
    state = player.wait(lambda s: len(s["selected"].split()) == len(whole), what="all of it")
    assert sorted(parse_cards(state["selected"])) == sorted(whole)
    player.right_click()
    state = player.wait(lambda s: s["trick"], what="it lies on the table")
    assert state["trick"][0] == [0, state["trick"][0][1]]
    assert sorted(parse_cards(state["trick"][0][1])) == sorted(whole)
    player.wait_turn()


def test_shift_and_click_select_all_that_is_to_be_buried(player: Player) -> None:
    state = player.take_up("5", 0, to_bury)
    dear = hand_of(state)[0]
    player.shift_click_card(dear)
    chosen = player.wait(lambda s: len(s["selected"].split()) == 8, what="eight")["selected"].split()
    assert dear in chosen
    player.right_click()
    after = player.wait_for(phase="playing", busy=False)
    assert sorted(hand_of(after) + chosen) == sorted(hand_of(state))


def test_the_only_play_is_selected_if_one_likes_that(player: Player) -> None:
    state = player.take_up("5", 1, without_a_choice, answer=pairs)
    assert sorted(state["selected"].split()) == sorted(of_the_suit(state))
    player.still_for(0.3, lambda s: len(s["hand"]) == len(state["hand"]), "it is left to me to play it")
    switch(player, preselect=False)
    state = player.take_up("5", 1, without_a_choice, answer=pairs)
    assert (state["ask"], state["selected"]) == ("play", "")
    switch(player, preselect=True)


def test_the_last_trick_plays_itself_if_one_likes_that(player: Player) -> None:
    player.take_up("3", 1, at_my_last_card)
    player.wait_for(scene="sheet")
    player.take_up("3", 1, my_turn_to_follow)
    switch(player, last_trick_plays=False)
    state = player.take_up("5", 1, at_my_last_card)
    assert (state["ask"], len(state["hand"])) == ("play", 1)
    player.still_for(0.4, lambda s: s["scene"] == "table" and len(s["hand"]) == 1, "it is left to me")
    switch(player, last_trick_plays=True)
    player.right_click()
    player.wait_for(scene="sheet")


def test_auto_play_goes_on_and_off_at_once(player: Player) -> None:
    state = player.take_up("18", 0, to_lead_a_tractor)
    player.click_button("auto")
    player.wait(lambda s: s["auto"][0] and len(s["hand"]) < len(state["hand"]), what="the computer plays")
    player.wait(lambda s: s["tricks"] >= 1, what="a trick")
    player.click_button("auto")
    player.wait(lambda s: not s["auto"][0], what="my own turn again", timeout=5)
    state = player.wait_turn()
    player.still_for(0.6, lambda s: len(s["hand"]) == len(state["hand"]), "nobody plays for me")
    player.click_button("hint")
    player.wait(lambda s: s["selected"], what="a hint")
    player.right_click()
    player.wait(lambda s: len(s["hand"]) < len(state["hand"]), what="I play")
    player.wait_turn()


def test_the_card_counter_counts_what_is_unseen_if_one_likes_that(player: Player) -> None:
    state = player.take_up("18", 0, to_lead_a_tractor)
    place = TableLayout.of(*state["size"], 1.0).counter
    player.point_away()
    before = player.pixels(*place)
    assert state["unseen"] is None
    switch(player, counter=True)
    state = player.state
    assert sum(state["unseen"]) == sum(state["counts"][1:])  # I know what I buried
    player.wait(lambda _: player.coloured(place, Theme.text, 60) > 300, what="numbers")
    numbers, held = player.pixels(*place), state["unseen"]
    player.click_button("hint")
    player.wait(lambda s: s["selected"], what="a hint")
    player.right_click()
    player.wait(lambda s: s["counts"][3] < state["counts"][3], what="the others play")
    state = player.wait_turn()
    assert sum(state["unseen"]) == sum(state["counts"][1:]) < sum(held)
    assert all(now <= then for now, then in zip(state["unseen"], held, strict=True))
    player.point_away()
    player.wait(lambda _: player.pixels(*place) != numbers, what="other numbers")
    switch(player, counter=False)
    assert player.state["unseen"] is None
    player.wait(lambda _: player.pixels(*place) == before, what="the felt again")
