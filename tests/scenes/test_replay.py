"""A deal seen again: every step as it was, all hands open or as one seat saw it."""

import itertools
import re
from collections import Counter

import pytest
from kept_play import click, run_until, settle
from msgspec import structs
from profile_play import KINDS, kind, records

from game.engine import events as ev
from game.engine import parse_cards, preset
from game.profile.playback import Playback
from game.scenes.kit import Start
from game.scenes.replay import ReplayScene
from game.ui.layout import Rect
from game.ui.replay_layout import ReplayLayout


def opened(program, record, **how):
    one = program(**how)
    one.stack.push(ReplayScene(one.kit, record))
    return one


def hands(state):
    return [parse_cards(hand) for hand in state["hands"] if hand is not None]


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_all_hands_are_open_and_no_card_is_lost(program, rules):
    record = records(rules, 1)[0]
    one = opened(program, record)
    one.key("home")
    playback = Playback(record)
    while one.state["step"] < one.state["last"]:
        state = one.state
        match = playback.match(state["step"])
        played = [card for trick in match.running.tricks for cards in trick.plays for card in cards]
        played += [card for cards in match.running.plays for card in cards]
        held = [card for hand in hands(state) for card in hand]
        bottom = parse_cards(state["bottom"] or "")
        assert len(hands(state)) == 4
        undealt = match.running.to_deal - match.running.drawn
        assert len(held) + len(played) + len(bottom) + undealt == 54 * rules.decks, state["message"]
        assert max(Counter([*held, *played, *bottom]).values()) <= rules.decks
        before = state["step"]
        one.key("right")
        assert one.state["step"] > before
    assert one.state["points"] == record.after().running.points


def test_captions_are_sentences_though_nobody_has_a_name(program):
    record = records(KINDS[0], 1)[0]
    nameless = tuple(structs.replace(seat, name="") for seat in record.seats)
    one = opened(program, structs.replace(record, seats=nameless, own=0), language="en")
    one.key("home")
    said = {"en": set(), "zh_CN": set()}
    for language, found in said.items():
        one.kit.change(structs.replace(one.kit.settings, language=language))
        one.stack.resized()
        one.key("home")
        while one.state["step"] < one.state["last"]:
            found.add(one.state["message"])
            one.key("right")
    assert all(text[0] == text[0].upper() for text in said["en"])
    for name in ("You", "Right player", "Partner", "Left player"):
        assert any(text.startswith(f"{name} played ") for text in said["en"])
    for name in ("你", "下家", "对家", "上家"):
        assert any(text.startswith(name) for text in said["zh_CN"])
    assert not [text for text in said["zh_CN"] if re.search("[a-z]", text)]


def test_steps_forward_are_the_steps_back(program):
    record = records(KINDS[0], 1)[0]
    one, events = opened(program, record), record.events
    one.key("home")
    there = [one.state["step"]]
    while there[-1] < one.state["last"]:
        one.key("right")
        there.append(one.state["step"])
    back = [there[-1]]
    while back[-1]:
        one.key("left")
        back.append(one.state["step"])
    assert back[::-1] == there
    dealt = [step for step in there if isinstance(events[step], ev.CardDealt)]
    assert not any(step + 1 in dealt for step in dealt), "cards dealt in a row are one step"


def test_from_trick_to_trick_and_who_won_each(program):
    record = records(KINDS[0], 1)[0]
    one = opened(program, record, language="en")
    tricks = [event for event in record.events if isinstance(event, ev.TrickWon)]
    for number, event in enumerate(tricks, 1):
        one.key("page down")
        assert one.state["tricks"] == number
        assert f"won trick {number}" in one.state["message"]
        assert (f"{event.points} point" in one.state["message"]) == bool(event.points)
    one.click("at:2")
    assert one.state["tricks"] == 3
    one.key("page up")
    assert one.state["tricks"] == 2
    one.key("end")
    assert one.state["step"] == one.state["last"]
    assert not one.buttons["end"]["enabled"]


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_one_seats_view_shows_what_the_seat_knew_and_nothing_else(program, rules):
    record = records(rules, 1)[0]
    one = opened(program, record)
    one.click("view:seat")
    playback = Playback(record)
    for turn in range(4):
        assert one.state["seat"] == turn
        one.key("home")
        while one.state["step"] < one.state["last"]:
            state = one.state
            known = playback.view(state["step"], turn)
            assert [seat for seat in range(4) if state["hands"][seat] is not None] == [turn]
            assert Counter(parse_cards(state["hands"][turn])) == Counter(known.hand)
            shown = known.phase in ("ready", "won") or isinstance(
                record.events[state["step"]], ev.BottomShown
            )
            if state["bottom"] is not None and not shown:
                assert known.buried is not None
                assert Counter(parse_cards(state["bottom"])) == Counter(known.buried)
            one.key("page down")
        one.click("turn")
    assert one.state["seat"] == 0


def test_it_plays_by_itself_at_the_chosen_speed_and_stops_at_the_end(program):
    one = opened(program, records(KINDS[1], 1)[0])
    took = {}
    for speed in (1.0, 4.0):
        one.key("end")
        one.click(f"speed:{speed}")
        one.key("space")
        scene = one.stack.top
        assert one.state["running"]
        assert one.state["step"] == 0, "from the start"
        frames = 0
        while one.state["running"]:
            assert scene.moving
            scene.update(0.05)
            frames += 1
            assert frames < 100_000
        took[speed] = frames
        assert one.state["step"] == one.state["last"]
    assert 3.5 < took[1.0] / took[4.0] < 4.5
    one.key("home")
    one.key("space")
    one.key("space")
    assert not one.state["running"]
    assert not one.stack.top.moving
    one.key("-")
    assert one.state["speed"] == 2.0


def test_a_replay_is_written_to_a_file(program, tmp_path):
    one = opened(program, records(KINDS[0], 1)[0])
    click(one, "export")
    (path,) = (tmp_path / "replays").iterdir()
    assert str(path) in one.state["message"]
    assert "copy" in one.buttons
    one.key("escape")
    assert one.state["scene"] == "menu"


def test_the_score_sheet_leads_to_the_replay_of_its_deal(program):
    one = program(start=Start(seed="7", speed=0.0, decks=1, preset="classic"), language="en")
    one.click("new")
    scene = run_until(one, lambda s: s.state().get("phase") not in (None, "opening"))

    def over(top):
        if top.state()["scene"] == "sheet":
            return one.buttons["replay"]["enabled"]
        for button in top.state().get("buttons", []):
            if button["name"] == "pass" and button["enabled"]:
                top._clicked("pass")
        if top.state().get("ask") in ("play", "bury") and not top.state()["busy"]:
            top._clicked("hint")
            top._clicked("play")
        return False

    run_until(one, over)
    points = one.state["points"]
    settle(one)
    one.click("replay")
    assert one.state["scene"] == "replay"
    one.key("end")
    assert one.state["points"] == points
    one.key("escape")
    assert one.state["scene"] == "sheet"
    assert scene.stack is one.stack
    shelf = one.kit.keeper.ask(lambda books: (books.shelf.count(), books.purses.purse())).result()
    assert shelf[0] == 1


SCORE_PANEL = {"no trump", "no bid yet", "deal", "attack"}
"""What the table's own panel shortens where it is small."""
FOUR = preset("lezhong", decks=4, end_level="4", nobody_bids="redeal")


@pytest.mark.parametrize("language", ["zh_CN", "en"])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5])
def test_buttons_have_room_and_labels_are_whole(program, size, scale, language, cut):
    one = program(size=size, language=language)
    one.kit.change(structs.replace(one.kit.settings, ui_scale=scale))
    one.stack.push(ReplayScene(one.kit, records(FOUR, 1)[0]))
    for key in ("home", "page down", "page down", "right", "end"):
        one.key(key)
        one.items()
        rects = [Rect(*button["rect"]) for button in one.state["buttons"]]
        whole = Rect(0, 0, *size)
        assert all(whole.encloses(rect) for rect in rects)
        assert not any(a.overlaps(b) for a, b in itertools.combinations(rects, 2))
    assert set(cut) <= SCORE_PANEL


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1280, 800), (1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5])
@pytest.mark.parametrize("crowded", [False, True])
def test_hands_plays_and_lines_do_not_lie_on_each_other(size, scale, crowded):
    layout = ReplayLayout.of(*size, scale, crowded)
    whole = Rect(0, 0, *size)
    still = [layout.message, layout.strip, layout.controls, layout.corner, layout.bottom]
    places = [*still, *layout.labels.values(), *layout.hands.values()]
    assert all(whole.encloses(place) for place in places)
    assert not any(a.overlaps(b) for a, b in itertools.combinations(places, 2))
    for place in ("left", "top", "right", "bottom"):
        for groups in ((12, 12, 12, 12, 12), (60, 0, 0, 0, 0), (1, 0, 0, 0, 0), (5, 5, 5, 5, 5)):
            cards = layout.hand(place, groups)
            assert len(cards) == sum(groups)
            assert all(layout.hands[place].inflated(1).encloses(card) for card in cards)
        for n in (1, 2, 8, 20):
            play = layout.play(place, n)
            assert all(layout.spots[place].inflated(1).encloses(card) for card in play)
            others = [layout.labels[p] for p in layout.labels] + [layout.hands[p] for p in layout.hands]
            assert not any(card.overlaps(other) for card in play for other in others)
    for n in (6, 8):
        assert all(layout.bottom.inflated(1).encloses(card) for card in layout.bottom_cards(n, 12))
    for n in (12, 25, 33, 39, 52):
        cells = layout.cells(n)
        assert all(layout.strip.inflated(1).encloses(cell) for cell in cells)
        assert not any(a.overlaps(b) for a, b in itertools.combinations(cells, 2))


def test_played_cards_fly_to_the_trick_and_end_where_they_belong(program):
    record = records(KINDS[0], 1)[0]
    one = opened(program, record, start=Start(speed=1.0))
    scene = one.stack.top
    for view in ("open", "seat"):
        one.click(f"view:{view}")
        one.key("home")
        one.key("page down")
        for _ in range(6):
            one.key("right")
            flies = isinstance(record.events[one.state["step"]], ev.CardsPlayed)
            assert scene.moving == flies
            on_the_way = scene.items()
            for _ in range(30):
                scene.update(0.02)
            assert not scene.moving
            scene.update(0.02)
            there = scene.items()
            assert (on_the_way != there) == flies
            frame = one.kit.faces.frame(scene.layout.trick_card[0])
            flying, lying = ([i for i in seen if i.surface is not frame] for seen in (on_the_way, there))
            assert len(flying) == len(lying), "no card is seen twice"
            one.stack.resized()
            assert scene.items() == there, "where they would lie without a flight"


def test_nothing_flies_when_nothing_is_to_move(program):
    one = opened(program, records(KINDS[0], 1)[0])
    one.key("page down")
    for _ in range(6):
        one.key("right")
        assert not one.stack.top.moving
