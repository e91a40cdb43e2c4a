"""The help a player gets at the table: each is an option, and shows what it promises."""

import pytest
from msgspec.structs import replace
from table_helps import Start, button, seat
from table_screen import Seat

from game.bots.rule import RuleBot
from game.engine import commands as co
from game.engine import events as ev
from game.engine import format_cards, parse_cards
from game.scenes.kit import Start as Begin
from game.table.table import Pace
from game.ui.inputs import Move
from game.ui.layout import Rect
from game.ui.widgets import AREA


def dimmed(me: Seat) -> set[str]:
    """The cards that are drawn in shade."""
    faces, hand = me.program.kit.faces, me.scene._hand
    drawn = {id(item.surface) for item in me.scene.items()}
    cards = {sprite.card for sprite in hand.sprites if sprite.card is not None}
    return {format_cards([c]) for c in cards if id(faces.dimmed(c, hand.layout.card[0])) in drawn}


# what may be played


def has_a_choice(me: Seat) -> bool:
    """Enough cards of the led suit to follow with, and enough others to try it with."""
    view = me.view
    n = len(view.plays[0])
    return n < len(suited(me)) < len(view.hand) - n


def suited(me: Seat) -> list[int]:
    """The cards of the led suit."""
    group = me.view.trump.group
    return [card for card in me.view.hand if group[card] == group[me.view.plays[0][0]]]


def test_cards_that_may_not_be_played_are_dimmed_only_if_one_likes_that(program: Start) -> None:
    me = seat(program, {"stand_out": True})
    me.to_follow(lambda _: has_a_choice(me) and len(me.view.plays[0]) == 1)
    assert dimmed(me) == set(format_cards(me.view.hand).split()) - set(format_cards(suited(me)).split())
    me.program.kit.change(replace(me.program.kit.settings, stand_out=False))
    me.program.stack.resized()
    assert dimmed(me) == set()


def test_a_lead_dims_nothing(program: Start) -> None:
    me = seat(program, {"stand_out": True}, deals=True)
    me.to_play()
    assert me.scene.state()["trick"] == []
    assert dimmed(me) == set()


# hints


def test_hints_go_round_and_begin_with_the_computers_choice(program: Start) -> None:
    me = seat(program)
    most = 0
    for _ in range(8):
        me.to_play()
        answer = RuleBot().answer(me.view, me.chair.table.ask(0).question)
        given = []
        me.scene._hand.clear()
        for _ in range(12):
            me.program.click("hint")
            given.append(sorted(me.selected))
        assert given[0] == sorted(format_cards(answer.cards).split())
        different = [cards for i, cards in enumerate(given) if cards not in given[:i]]
        assert given == (different * 12)[:12]
        most = max(most, len(different))
        me.answer()
    assert most > 2


def test_a_hint_is_always_taken(program: Start) -> None:
    me = seat(program, deals=True)
    me.asked("bury")
    me.scene._clicked("hint")
    me.scene._clicked("play")
    for _ in range(5):
        me.to_play()
        me.key("h")
        me.key("return")
        me.settle()
    assert "refused" not in str(me.scene.state()["message"])
    assert len(me.hand) < 21


# what is forced


def test_a_forced_play_is_selected_and_played_by_nobody_else(program: Start) -> None:
    me = seat(program, {"preselect": True})
    for _ in range(25):
        me.to_play()
        view = me.view
        led = view.plays and view.trump.group[view.plays[0][0]]
        suited = [card for card in view.hand if view.plays and view.trump.group[card] == led]
        if view.plays and len(suited) == len(view.plays[0]) < len(view.hand):
            assert sorted(me.selected) == sorted(format_cards(suited).split())
            return
        assert me.selected == [] or len(view.hand) == 1 or len(set(me.selected)) <= len(me.selected)
        me.answer()
    raise AssertionError("nothing was forced in a whole deal")


def test_what_one_had_selected_is_not_replaced(program: Start) -> None:
    me = seat(program, {"preselect": True})
    me.to_play()
    me.answer()
    for _ in range(20):
        mine = me.hand[-1]
        me.select(mine)
        me.to_play()
        assert me.selected == [mine]
        me.scene._hand.clear()
        me.answer()
        if len(me.hand) < 3:
            return


def test_a_selection_outlives_a_view_sent_anew(program: Start) -> None:
    me = seat(program, deals=True)
    me.to_play()
    me.click_card(4)
    chosen = me.selected
    me.say(me.chair.table.batch(0))
    me.settle()
    assert me.selected == chosen


def test_the_last_trick_plays_itself(program: Start) -> None:
    me = seat(program, {"last_trick_plays": True}, seed="8")
    me.to_play()
    answered = 0
    while me.until(lambda s: s["ask"] == "play" or s["phase"] == "ready")["phase"] != "ready":
        assert not me.scene._help.forced()
        me.answer()
        answered += 1
    played = [command for command in me.chair.sent if isinstance(command, co.Play)]
    assert len(played) == answered + 1


# a refused play


def test_a_refusal_marks_the_cards_it_names(program: Start) -> None:
    me = seat(program)
    me.to_follow(lambda _: has_a_choice(me))
    wrong = [card for card in me.view.hand if card not in suited(me)][: len(me.view.plays[0])]
    me.scene._hand.select_cards(tuple(wrong))
    me.key("return")
    me.settle()
    marked = {sprite.card for sprite in me.scene._hand.sprites if sprite.key in me.scene._hand._marked}
    assert marked == set(suited(me))
    assert sorted(me.selected) == sorted(format_cards(wrong).split())
    me.key("escape")
    assert me.scene._hand._marked == set()


# the order of the hand


def test_the_hand_is_sorted_anew_when_an_option_changes_and_the_selection_stays(program: Start) -> None:
    me = seat(program, deals=True)
    me.to_play()
    before = me.hand
    me.click_card(3)
    me.click_card(9)
    chosen = sorted(me.selected)
    for options in ({"low_first": True}, {"trump_right": True}, {"alternate": True}):
        me.program.kit.change(replace(me.program.kit.settings, **options))
        me.program.stack.resized()
        assert sorted(me.selected) == chosen
    view = me.view
    assert sorted(me.hand) == sorted(before)
    assert me.hand != before
    groups = [view.trump.group[parse_cards(code)[0]] for code in me.hand]
    assert groups.index(4) == len(groups) - groups.count(4)  # trumps at the right
    strengths = [view.trump.position[parse_cards(code)[0]] for code in me.hand]
    for group in set(groups):
        own = [s for s, g in zip(strengths, groups, strict=True) if g == group]
        assert own == sorted(own)


# smart selection


def test_shift_and_click_take_the_whole(program: Start) -> None:
    me = seat(program, deals=True)
    me.asked("bury")
    me.click_card(20, shift=True)
    assert len(me.selected) == 8
    assert me.hand[20] in me.selected
    me.scene._clicked("play")
    me.settle()
    assert len(me.hand) == 25


# time


def test_a_table_of_ones_own_can_have_a_time_limit(program: Start) -> None:
    one = program()
    one.kit.change(replace(one.kit.settings, turn=15))
    assert one.stack.top._pace().turn == 15
    one.kit.change(replace(one.kit.settings, turn=0))
    assert one.stack.top._pace().turn is None


def test_the_ring_runs_on_a_table_with_a_time_limit(program: Start) -> None:
    one = program(language="en")
    me = Seat(one, pace=Pace(deal=0, bot=0, trick=0, grace=0.5, turn=30.0))
    me.to_play()
    assert me.scene._timer is not None
    assert me.scene._timer.limit == 30


def test_a_screen_that_lags_catches_up(program: Start) -> None:
    me = Seat(program(language="en", start=Begin(speed=1.0)))
    me.scene._timeline.speed = me.scene._speed = 0.0
    me.to_play()
    me.scene._speed = 1.0
    before = len(me.view.tricks)
    for _ in range(200):  # nobody looks meanwhile
        ask = me.chair.table.ask(0)
        if ask and ask.question.kind == "play":
            me.chair.send(RuleBot().answer(me.chair.table.batch(0).view, ask.question))
        elif me.chair.match.phase != "playing" or not me.chair.others():
            break
    assert me.chair.match.phase == "ready"  # the deal is over
    me.scene.update(0.0)
    assert len(me.view.tricks) > before + 5
    shown = 0.0
    while me.program.state["scene"] == "table" and shown < 60:
        me.scene.update(0.05)
        shown += 0.05
    assert shown < 6.0  # the last trick and the bottom, and no more


# tips


def test_a_tip_comes_where_the_pointer_rests(program: Start) -> None:
    me = seat(program, deals=True)
    me.to_play()
    x, y, w, h = button(me, "hint")["rect"]
    before = len(me.scene.items())
    me.scene.heard(Move(x + w // 2, y + h // 2, False, 0.0))
    assert me.scene.moving
    for _ in range(11):
        me.scene.update(0.05)
    assert me.state["tip"] is None
    me.scene.update(0.1)
    assert me.state["tip"] == "hint"
    assert len(me.scene.items()) > before
    assert not me.scene.moving
    me.scene.heard(Move(x - 50, y - 80, False, 0.0))
    assert me.state["tip"] is None


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1280, 800), (1920, 1080)])
def test_no_tip_covers_what_one_plays_with(
    program: Start, size: tuple[int, int], scale: float, language: str
) -> None:
    one = program(size=size, language=language)
    one.kit.change(replace(one.kit.settings, ui_scale=scale, preselect=False))
    me = Seat(one)

    def look(*names: str) -> None:
        buttons = me.scene._buttons.all
        keep = [b for b in buttons if b.kind != AREA]
        for name in names:
            (own,) = (b for b in buttons if b.name == name)
            me.point(0, 0)
            bare = len(me.scene.items()) + (own.kind == AREA)  # the pointer puts a ring around that
            me.point(*own.rect.center)
            me.scene.update(1.0)
            assert me.state["tip"] == name
            ground = me.scene.items()[bare]
            place = Rect(ground.x, ground.y, *ground.surface.get_size())
            assert min(place.x, place.y, size[0] - place.right, size[1] - place.bottom) >= 6
            assert not [b.name for b in keep if b.name != name and b.rect.overlaps(place)], name
            told, area = me.state["message"], me.scene._hand.table.message
            for line in (*panels().message(told, area, False, True), *panels().rules_line()):
                assert not place.overlaps(Rect(line.x, line.y, *line.surface.get_size())), name
            assert not any(place.overlaps(plate) for plate in me.scene._hand.table.plates.values()), name

    panels = me.scene._panels
    me.until(lambda s: s["phase"] == "dealing" and not s["undealt"])
    look("pass")
    me.to_play()
    me.answer()
    me.to_play()
    me.select(me.hand[0])
    me.scene._refresh()
    look("play", "hint", "auto", "counts", "last", "tricks", "menu", "leave")


def test_no_tips_for_who_does_not_want_them(program: Start) -> None:
    me = seat(program, {"tips": False}, deals=True)
    me.to_play()
    x, y, w, h = button(me, "hint")["rect"]
    me.scene.heard(Move(x + w // 2, y + h // 2, False, 0.0))
    for _ in range(30):
        me.scene.update(0.05)
    assert me.state["tip"] is None


def test_the_right_button_plays_only_if_it_should(program: Start) -> None:
    me = seat(program, {"right_click_plays": False}, deals=True)
    me.to_play()
    me.click_card(0)
    me.click_card(0, button=3)
    assert len(me.hand) == 25
    me.program.kit.change(replace(me.program.kit.settings, right_click_plays=True))
    me.click_card(0, button=3)
    me.settle()
    assert len(me.hand) == 24


def test_a_pair_a_tractor_and_a_throw_are_called_out_when_led(
    program: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = seat(program, deals=True)
    me.to_play()
    heard: list[str] = []
    monkeypatch.setattr(me.program.kit.sounds, "play", heard.append)
    trump = me.view.trump.suit
    plain = "S" if trump != "S" else "C"
    leads = {"3": [], "3 3": ["call-pair"], "3 3 4 4": ["call-tractor"], "A K": ["call-throw"]}
    for ranks, calls in leads.items():
        cards = parse_cards(" ".join(plain + rank for rank in ranks.split()))
        me.scene._stage.animate(ev.CardsPlayed(1, cards), replace(me.view, plays=()))
        assert [name for name in heard if name.startswith("call")] == calls
        heard.clear()
        me.scene._stage.animate(ev.CardsPlayed(2, cards), replace(me.view, plays=(cards,)))
        assert not any(name.startswith("call") for name in heard)
        heard.clear()
