"""The page of the settings: each can be set there, holds at once, and is kept for the next run."""

import json
from itertools import combinations
from typing import get_args

import pygame
import pytest
from msgspec.structs import replace

from game.assets import assets_folder
from game.profile.settings import CardTheme, Language, Settings, TableTheme, load
from game.scenes import kit
from game.scenes.kit import Start
from game.scenes.lannet import Network
from game.scenes.replay import KEYS
from game.scenes.settingspage import SAMPLE, SettingsPageScene
from game.scenes.settingstext import GROUPS, STEPS, SettingsText, step, values
from game.scenes.words import Words
from game.ui.i18n import LANGUAGES, Texts
from game.ui.layout import Rect
from game.ui.sound import Sounds
from game.ui.theme import TABLES

FIELDS = [field for fields in GROUPS.values() for field in fields]
SIZES = ((1024, 640), (1280, 720), (1920, 1080), (3840, 2160))
ELSEWHERE = {
    *("decks", "preset", "changes", "partner_level", "opponent_level"),
    *("lan", "avatar", "lesson_done"),
}
"""Settings that are made on other pages, or by hand."""


@pytest.fixture(params=LANGUAGES)
def words(request):
    return Words(Texts(assets_folder() / "locale", request.param))


def open_page(program, **how):
    run = program(**how)
    run.click("settings")
    assert run.state["scene"] == "settings"
    return run


def to_tab_of(run, field):
    run.click(f"tab:{next(group for group, fields in GROUPS.items() if field in fields)}")


def pixels(run):
    """The page as it is drawn."""
    surface = pygame.Surface(run.kit.size)
    for item in run.items():
        surface.blit(item.surface, (item.x, item.y))
    return pygame.image.tobytes(surface, "RGB")


def test_every_setting_has_its_place_on_one_tab():
    assert len(FIELDS) == len(set(FIELDS))
    assert set(FIELDS) | ELSEWHERE == set(Settings.__struct_fields__)
    assert not set(FIELDS) & ELSEWHERE


def test_all_that_can_be_set_is_offered_and_what_is_offered_can_be_set(tmp_path):
    for field, kind in (("language", Language), ("card_theme", CardTheme), ("table_theme", TableTheme)):
        assert set(values(field)) == set(get_args(kind))
    for field in FIELDS:
        assert getattr(Settings(), field) in values(field)
        for value in values(field):
            path = tmp_path / "settings.json"
            path.write_text(json.dumps({field: value}))
            assert load(path) == (replace(Settings(), **{field: value}), None)


def test_every_setting_and_each_of_its_values_has_words(words):
    text = SettingsText(words)
    for field in FIELDS:
        assert text.name(field)
        assert text.explanation(field).strip()
        named = [text.value(field, value) for value in values(field)]
        assert all(named)
        assert len(set(named)) == len(named)
    assert len({text.name(field) for field in FIELDS}) == len(FIELDS)
    assert len({text.group(group) for group in GROUPS}) == len(GROUPS)


@pytest.mark.parametrize("field", FIELDS)
def test_every_value_can_be_reached_holds_and_is_there_in_the_next_run(program, field):
    run = open_page(program, start=Start())
    to_tab_of(run, field)
    if field in STEPS:
        while run.buttons[f"{field}:less"]["enabled"]:
            run.click(f"{field}:less")
        clicks = [None] + [f"{field}:more"] * (len(values(field)) - 1)
    else:
        clicks = [f"{field}:{value}" for value in values(field)]
    for click, value in zip(clicks, values(field), strict=True):
        if click:
            run.click(click)
        assert run.state["settings"][field] == value
        assert getattr(run.kit.settings, field) == value
        assert getattr(program(start=Start()).kit.settings, field) == value
    if field in STEPS:
        assert not run.buttons[f"{field}:more"]["enabled"]


def test_a_step_goes_on_from_a_value_between():
    assert step("ui_scale", 1.2, 1) == 1.25
    assert step("ui_scale", 1.2, -1) == 1.1
    assert step("double_click", 0.123, -1) == 0.123
    assert step("volume", 0.65, 1) == 0.7
    assert step("volume", 1.0, 1) == 1.0


def test_times_set_by_hand_are_left_alone(program):
    run = program()
    run.kit.change(replace(run.kit.settings, turn=45, grace=0.5))
    run.click("settings")
    run.click("tab:table")
    run.click("low_first:True")
    assert (run.kit.settings.turn, run.kit.settings.grace) == (45, 0.5)


def test_the_time_to_bid_holds_from_the_next_table_on_here_and_on_the_lan(program):
    run = open_page(program)
    run.click("tab:table")
    run.click("grace:8.0")
    run.click("back")
    run.click("new")
    assert run.stack.top._session._runner._table.pace.grace == 8.0
    assert Network(run.kit)._pace.grace == 8.0


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("table_theme", "harbour"),
        ("table_theme", "chestnut"),
        ("card_theme", "large"),
        ("four_colours", "True"),
        ("language", "en"),
    ],
)
def test_looks_change_at_once_here_and_below(program, field, value):
    run = open_page(program)
    to_tab_of(run, field)
    before = pixels(run)
    run.click(f"{field}:{value}")
    now = pixels(run)
    assert now != before
    run.stack.resized()
    assert pixels(run) == now, "nothing was left as it was"
    run.click("back")
    assert run.state["scene"] == "menu"
    below = pixels(run)
    fresh = program()
    assert below == pixels(fresh), "the menu looks as one that begins with these settings"


def test_the_size_changes_at_once(program):
    run = open_page(program, size=(1280, 800))
    run.click("tab:looks")
    usual = run.kit.metrics
    run.click("ui_scale:less")
    assert run.kit.metrics.body < usual.body
    run.click("ui_scale:more")
    assert run.kit.metrics == usual
    run.click("ui_scale:more")
    assert run.kit.metrics.body > usual.body


def test_a_size_there_is_no_room_for_is_said_so(program):
    run = open_page(program, size=(1024, 640), language="en")
    run.click("tab:looks")
    page = run.stack.top
    assert page._explanation("ui_scale") == page._text.explanation("ui_scale")
    while run.buttons["ui_scale:more"]["enabled"]:
        run.click("ui_scale:more")
    assert "140 %" in page._explanation("ui_scale")


def test_the_page_over_a_running_table_changes_it_too(program):
    run = program(start=Start(seed="3"))
    run.click("new")
    table = run.stack.top
    table.update(0.1)
    run.stack.push(SettingsPageScene(run.kit))
    run.click("tab:looks")
    run.click("table_theme:harbour")
    run.click("card_theme:large")
    run.click("tab:general")
    run.click("language:en")
    run.click("speed:0.0")
    run.key("escape")
    assert run.stack.top is table
    assert run.kit.language == "en"
    assert run.kit.theme == TABLES["harbour"]
    assert table._timeline.speed == 0
    felt = run.kit.skin.felt(*run.kit.size)
    assert any(item.surface is felt for item in run.items())


def test_the_command_line_holds_until_the_page_says_otherwise(program):
    run = open_page(program, start=Start(speed=3.0, language="en"))
    assert run.state["settings"]["speed"] == 3.0
    assert run.state["settings"]["language"] == "en"
    run.click("fullscreen:True")
    assert (run.kit.speed, run.kit.language) == (3.0, "en")
    run.click("speed:0.5")
    run.click("language:zh_CN")
    assert (run.kit.speed, run.kit.language) == (0.5, "zh_CN")


def test_as_at_first_brings_one_tab_back_and_never_the_language(program):
    run = open_page(program, language="en")
    assert not run.buttons["reset"]["enabled"]
    run.click("fullscreen:True")
    run.click("tab:table")
    assert not run.buttons["reset"]["enabled"]
    run.click("turn:30")
    run.click("alternate:True")
    run.click("reset")
    assert run.kit.settings == Settings(language="en", fullscreen=True)
    assert not run.buttons["reset"]["enabled"]
    run.click("tab:general")
    run.click("reset")
    assert run.kit.settings == Settings(language="en")


def test_volumes_and_muting_reach_the_sounds_and_are_heard_at_once(program, monkeypatch):
    played = []
    run = open_page(program)
    monkeypatch.setattr(Sounds, "play", lambda self, name: played.append((name, self.loudness(name))))
    run.click("tab:sound")
    run.click("volume:more")
    run.click("calls:less")
    assert played == [("card", 0.7), ("call-pair", 0.5)]
    run.click("muted:True")
    run.click("calls:more")
    assert [loudness for _, loudness in played[2:]] == [0, 0]
    assert program().kit.sounds.loudness("card") == 0, "also in the next run"


def test_a_run_without_sound_says_why(program):
    run = open_page(program, language="en")
    assert "command line" in run.state["message"]
    run.kit.sounds.enabled = True
    assert run.state["message"] == ""
    run.kit.sounds._broken = True
    assert "device" in run.state["message"]


def test_keys_lead_through_the_pages_and_back(program):
    run = open_page(program)
    run.key("down")
    assert run.state["tab"] == "looks"
    run.click("keys")
    assert run.state["scene"] == "keys"
    run.key("down")
    assert run.state["tab"] == "mouse"
    run.key("escape")
    assert (run.state["scene"], run.state["tab"]) == ("settings", "looks")
    run.click("back")
    assert run.state["scene"] == "menu"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_page_names_every_key_of_the_table(program, language):
    run = open_page(program, language=language)
    run.click("keys")
    named = {word for line in run.state["lines"] for word in line[:-1]}
    space = {"zh_CN": "空格", "en": "Space"}[language]
    assert named >= {"←", "→", "↑", "↓", space, "Enter", "Esc", "H", "Tab", "F11", "M", "1", "5"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_page_names_every_key_of_a_replay_and_of_the_chat(program, language):
    run = open_page(program, language=language)
    run.click("keys")
    run.click("tab:replay")
    lines = run.state["lines"]
    named = {word for line in lines for word in line[:-1]}
    caps = {"left": "←", "right": "→", "up": "↑", "down": "↓"}
    caps["space"] = {"zh_CN": "空格", "en": "Space"}[language]
    said = " ".join(line[-1] for line in lines)
    for key in KEYS:
        assert caps.get(key, key.title()) in named or key.title() in said, key
    assert named >= {"+", "-", "Tab", "Enter", "Esc"}
    run.click("tab:chat")
    assert {word for line in run.state["lines"] for word in line[:-1]} >= {"Enter", "Tab", "Esc"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_and_nothing_overlaps(program, cut, size, scale, language):
    run = program(size=size, language=language)
    run.kit.change(replace(run.kit.settings, ui_scale=scale))
    run.stack.resized()
    run.click("settings")
    window = Rect(0, 0, *size)
    for page in ("settings", "keys"):
        if page == "keys":
            run.click("keys")
        for tab in run.tabs():
            run.click(tab)
            layout = run.stack.top.layout
            body = layout.body.inflated(layout.px(14))  # shadows of cards reach beyond it
            rects = [Rect(*button["rect"]) for button in run.buttons.values()]
            assert all(window.encloses(rect) for rect in rects)
            assert not [pair for pair in combinations(rects, 2) if pair[0].overlaps(pair[1])]
            still = [Rect(item.x, item.y, *item.surface.get_size()) for item in run.stack.top._still[2:]]
            assert all(body.encloses(rect) for rect in still)
            run.items()
            assert cut == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5])
def test_what_a_setting_says_stays_in_its_row_and_off_its_control(program, language, scale):
    run = program(language=language)
    run.kit.change(replace(run.kit.settings, ui_scale=scale))
    run.stack.resized()
    run.click("settings")
    page = run.stack.top
    for group, fields in GROUPS.items():
        run.click(f"tab:{group}")
        controls = [Rect(*button["rect"]) for name, button in run.buttons.items() if ":" in name]
        for field, place in zip(fields, page._places(), strict=False):
            ground, *texts = page._row(field, place)[0]
            assert Rect(ground.x, ground.y, *ground.surface.get_size()) == place
            written = [Rect(i.x, i.y, *i.surface.get_size()) for i in texts if i.x < place.center[0]]
            words = [rect for rect in written if rect.x == place.x + page.layout.px(20)]
            assert len(words) >= 2
            assert all(place.encloses(rect) for rect in words)
            assert not [1 for rect in words for control in controls if rect.overlaps(control)]
            assert not [1 for a, b in combinations(words, 2) if a.overlaps(b)]


def test_the_sample_shows_the_cards_as_they_are(program):
    run = open_page(program)
    run.click("tab:looks")
    for theme in values("card_theme"):
        run.click(f"card_theme:{theme}")
        faces = run.kit.faces
        shown = [item.surface for item in run.items()]
        sizes = {s.get_width() for s in shown if s.get_height() == faces.height(s.get_width())}
        assert [
            width
            for width in sizes
            if all(faces.face(card, width) in shown for card in SAMPLE) and faces.back(width) in shown
        ]


def fails(*_):
    raise OSError(28, "No space left on device")


def test_settings_that_cannot_be_written_are_told_there_and_once_on_the_menu(program, monkeypatch):
    run = open_page(program, language="en")
    kept = run.state["note"]
    monkeypatch.setattr(kit, "save", fails)
    to_tab_of(run, "volume")
    run.click("volume:less")
    assert "can't be written" in run.state["note"]
    run.key("escape")
    run.stack.top.update(0.0)
    assert "can't be written" in run.state["message"]
    run.click("language")
    run.stack.top.update(0.0)
    assert run.state["message"] == "", "once"
    monkeypatch.undo()
    run.click("language")
    run.click("settings")
    assert run.state["note"] == kept
    assert load(run.kit.paths.settings)[0] == run.kit.settings, "that of before is written with it"


def test_a_change_leaves_what_another_copy_of_the_program_has_kept_meanwhile(program):
    one, other = program(), program()
    one.kit.change(replace(one.kit.settings, ui_scale=1.5))
    other.kit.change(replace(other.kit.settings, volume=0.25))
    kept, _ = load(one.kit.paths.settings)
    assert (kept.ui_scale, kept.volume) == (1.5, 0.25)
