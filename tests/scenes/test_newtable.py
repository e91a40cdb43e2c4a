"""The page of a new table: every option can be set, is kept, and makes the table that is opened."""

from itertools import combinations
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from game.assets import assets_folder
from game.bots.levels import LADDER
from game.engine import RulesError, RuleSet, preset
from game.engine.rules import PRESETS
from game.profile.settings import Settings, Strength, save
from game.scenes.kit import Start
from game.scenes.newtable import NewTableScene
from game.scenes.ruletext import GROUPS, PLAYERS, RuleText, changes, control, describe, step, values
from game.scenes.rulevalues import meaning
from game.scenes.table import TableScene
from game.scenes.words import Words
from game.table.journal import read
from game.ui.i18n import LANGUAGES, Texts
from game.ui.layout import Rect

FIELDS = RuleSet.__struct_fields__
EVERY = {**GROUPS, "basics": (*GROUPS["basics"], *PLAYERS)}
SIZES = ((1024, 640), (1280, 800), (1920, 1080))


@pytest.fixture(params=LANGUAGES)
def words(request):
    return Words(Texts(assets_folder() / "locale", request.param))


def rules_of(state):
    return msgspec.convert(state["rules"], RuleSet)


def open_page(program, **how):
    run = program(**how)
    run.click("table")
    assert run.state["scene"] == "newtable"
    return run


def group_of(field):
    return next(name for name, fields in GROUPS.items() if field in fields)


def test_every_option_stands_in_one_group():
    assert sorted(field for fields in GROUPS.values() for field in fields) == sorted(FIELDS)


@pytest.mark.parametrize("field", FIELDS)
def test_every_option_and_each_of_its_values_has_words(field, words):
    text = RuleText(words)
    assert text.name(field)
    assert text.explanation(field)
    named = [text.value(field, value) for value in values(field)] if field != "must_play" else []
    assert all(named)
    assert len(set(named)) == len(named)
    for value in values(field) if field != "must_play" else ((), ("5",), ("5", "T", "K")):
        rules = replace(preset("lezhong"), **{field: value})
        assert text.value(field, value)
        assert meaning(field, rules, words)
    assert len(
        {meaning(field, replace(preset("lezhong"), **{field: v}), words) for v in offered(field)}
    ) == len(offered(field))


def offered(field):
    return ((), ("5",)) if field == "must_play" else values(field)


def test_names_of_options_tell_them_apart(words):
    text = RuleText(words)
    assert len({text.name(field) for field in FIELDS}) == len(FIELDS)


def test_every_control_makes_a_rule_set_that_is_kept(program):
    run = open_page(program)
    for tab in run.tabs():
        run.click(tab)
        names = [name for name, button in run.buttons.items() if button["enabled"]]
        for name in [name for name in names if name.split(":")[0] in FIELDS and name != "preset:lezhong"]:
            run.click("preset-back") if run.buttons["preset-back"]["enabled"] else None
            if not run.buttons[name]["enabled"]:
                continue
            field = name.split(":")[0]
            before = run.state["rules"][field]
            run.click(name)
            state = run.state
            assert run.kit.rules() == rules_of(state)
            assert state["message"] == ""
            if state["rules"][field] != before and field not in ("preset", "decks"):
                assert state["changed"] == [field]
                assert run.buttons["preset-back"]["enabled"]
            if field == "preset":
                assert state["rules"]["preset"] == name.split(":")[1]
                run.click("preset:lezhong")


@pytest.mark.parametrize("field", FIELDS)
def test_every_value_can_be_reached(program, field):
    run = open_page(program)
    run.click(f"tab:{group_of(field)}")
    seen = {str(run.state["rules"][field])}
    match control(field):
        case "steps":
            while run.buttons[f"{field}:less"]["enabled"]:
                run.click(f"{field}:less")
            seen = {str(run.state["rules"][field])}
            while run.buttons[f"{field}:more"]["enabled"]:
                run.click(f"{field}:more")
                seen.add(str(run.state["rules"][field]))
            assert seen == {str(value) for value in values(field)}
        case "toggles":
            for level in values(field):
                run.click(f"{field}:{level}")
            assert run.state["rules"][field] == values(field)
            for level in values(field):
                run.click(f"{field}:{level}")
            assert run.state["rules"][field] == ()
        case _:
            for value in values(field):
                run.click(f"{field}:{value}")
                assert run.state["rules"][field] == value


def test_a_stepper_goes_on_from_a_value_between_its_steps():
    assert step("throw_points", 7, 1) == 10
    assert step("throw_points", 7, -1) == 5
    assert step("bottom_points_limit", 3, -1) == 0
    assert step("bottom_points_limit", 0, -1) is None
    assert step("level_cap", None, 1) == 1
    assert step("throw_points", 48, 1) == 50
    assert step("throw_points", 50, 1) == 50


def test_a_must_play_level_above_the_end_level_is_refused_by_name(program):
    run = open_page(program, language="en")
    run.click("tab:levels")
    run.click("must_play:K")
    kept = run.kit.rules()
    run.click("end_level:T")
    assert run.state["message"].startswith("Must-play levels:")
    assert not run.buttons["start"]["enabled"]
    assert run.kit.rules() == kept, "what can't be had is not kept"
    with pytest.raises(RulesError, match="must_play"):
        RuleSet(**run.state["rules"])
    run.click("start")
    assert run.state["scene"] == "newtable"
    run.click("must_play:K")
    assert run.state["message"] == ""
    assert run.buttons["start"]["enabled"]
    assert run.kit.rules() == preset("lezhong", end_level="T")


def test_the_page_shows_no_cut_text_while_it_refuses(program, cut):
    for language in LANGUAGES:
        run = open_page(program, language=language)
        run.click("tab:levels")
        run.click("must_play:K")
        run.click("end_level:3")
        run.items()
        assert cut == []
        run.stack.clear()
        run.kit.change(replace(run.kit.settings, changes={}))


def test_another_preset_brings_its_own_rules_and_leaves_the_decks(program):
    run = open_page(program)
    run.click("decks:3")
    run.click("tab:winning")
    run.click("two_is_trump:True")
    run.click("tab:basics")
    for name in ("classic", "popo", "lezhong"):
        run.click(f"preset:{name}")
        assert run.kit.rules() == preset(name, 3)
        assert run.state["changed"] == []
    run.click("tab:winning")
    run.click("two_is_trump:True")
    run.click("tab:basics")
    run.click("preset:lezhong")
    assert run.state["changed"] == ["two_is_trump"], "the preset that is there is no other one"


def test_back_to_the_preset(program):
    run = open_page(program)
    run.click("decks:4")
    assert not run.buttons["preset-back"]["enabled"]
    run.click("tab:bidding")
    run.click("bidding:counter_to_end")
    run.click("nobody_bids:redeal")
    assert run.state["changed"] == ["bidding", "nobody_bids"]
    run.click("preset-back")
    assert run.kit.rules() == preset("lezhong", 4)
    assert not run.buttons["preset-back"]["enabled"]


def test_rules_are_remembered_by_the_next_run(program):
    first = open_page(program)
    first.click("preset:popo")
    first.click("decks:3")
    first.click("tab:levels")
    first.click("must_play:5")
    first.click("level_cap:more")
    first.click("tab:bottom")
    first.click("bottom_points_limit:more")
    wanted = preset("popo", 3, must_play=("5",), level_cap=4, bottom_points_limit=0)
    assert first.kit.rules() == wanted
    second = program()
    assert second.kit.rules() == wanted
    second.click("table")
    assert rules_of(second.state) == wanted


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        (Start(), preset("lezhong", 3, two_is_trump=True)),
        (Start(decks=1), preset("lezhong", 1, two_is_trump=True)),
        (Start(preset="classic"), preset("classic", 3)),
        (Start(preset="lezhong", decks=2), preset("lezhong", 2)),
    ],
)
def test_the_command_line_wins_for_its_run(program, start, expected):
    run = program()
    run.kit.change(replace(run.kit.settings, decks=3, changes={"two_is_trump": True}))
    again = program(start=start)
    assert again.kit.rules() == expected
    assert program().kit.rules() == preset("lezhong", 3, two_is_trump=True), "and is not remembered"


def test_a_change_on_the_page_overrides_the_command_line(program):
    run = open_page(program, start=Start(preset="popo", decks=4))
    run.click("decks:2")
    run.click("tab:winning")
    run.click("two_is_trump:True")
    assert run.kit.rules() == preset("popo", 2, two_is_trump=True)
    assert program().kit.rules() == preset("popo", 2, two_is_trump=True)


def test_kept_changes_that_can_not_be_had_are_left_out(program, tmp_path):
    run = program()
    odd = {"weather": "fine", "jack_rule": "sometimes", "throw_points": 99, "decks": 9, "must_play": ["K", 5]}
    save(run.kit.paths.settings, Settings(changes={**odd, "two_is_trump": True, "end_level": "T"}))
    assert program().kit.rules() == preset("lezhong", two_is_trump=True, end_level="T")


def test_new_opens_a_table_at_once_by_the_rules_kept(program):
    run = open_page(program)
    run.click("tab:winning")
    run.click("two_is_trump:True")
    run.click("back")
    assert run.state["scene"] == "menu"
    run.click("new")
    assert isinstance(run.stack.top, TableScene)


def test_the_page_opens_the_table(program):
    run = open_page(program)
    run.click("decks:3")
    run.click("start")
    assert isinstance(run.stack.top, TableScene)
    seen = [type(scene).__name__ for scene in run.stack._scenes]
    assert "NewTableScene" not in seen, "leaving the table leads to the menu"
    run.stack.clear()
    assert list(run.kit.paths.matches.iterdir())


def test_escape_and_back_lead_to_the_menu_and_the_menu_tells_the_rules(program):
    run = open_page(program)
    run.key("escape")
    assert run.state["scene"] == "menu"
    assert {"new", "table", "settings", "language", "rulespage", "quit"} <= set(run.buttons)
    run.click("table")
    run.click("rulespage")
    assert run.state["scene"] == "rulespage"
    run.click("back")
    assert run.state["scene"] == "newtable"
    run.key("down")
    assert run.state["tab"] == "bidding"
    run.key("up")
    run.key("up")
    assert run.state["tab"] == "settlement"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "size"), [*((name, SIZES[0]) for name in PRESETS), *(("popo", size) for size in SIZES[1:])]
)
def test_nothing_is_cut_and_nothing_overlaps(program, cut, language, name, size):
    run = program(size=size, language=language)
    run.items()
    run.click("table")
    run.click(f"preset:{name}")
    window = Rect(0, 0, *size)
    for tab in run.tabs():
        run.click(tab)
        for field in EVERY[tab.removeprefix("tab:")]:
            for value in list(run.buttons):
                if value.startswith(f"{field}:") and field != "preset" and run.buttons[value]["enabled"]:
                    run.click(value)
                    run.items()
                    assert cut == [], (field, value)
        rects = [Rect(*button["rect"]) for button in run.buttons.values()]
        assert all(window.encloses(rect) for rect in rects)
        assert not [pair for pair in combinations(rects, 2) if pair[0].overlaps(pair[1])]
        for item in run.items():
            assert window.encloses(Rect(item.x, item.y, *item.surface.get_size()))
        run.click("preset-back") if run.buttons["preset-back"]["enabled"] else None


def test_what_an_option_says_stays_in_its_row(program):
    """The longest sentences of all values, at the smallest window."""
    for language in LANGUAGES:
        run = open_page(program, language=language)
        for tab in run.tabs():
            run.click(tab)
            fields = EVERY[tab.removeprefix("tab:")]
            for value in [v for v in run.buttons if v.split(":")[0] in fields and run.buttons[v]["enabled"]]:
                run.click(value)
                page = run.stack.top
                rows = page._rows(len(fields))
                texts = [
                    i
                    for i in page._still[2:]
                    if rows[0].x < i.x and rows[0].y <= i.y < page.layout.line.y - 12
                ]
                for item in texts:
                    at = Rect(item.x, item.y, *item.surface.get_size())
                    assert any(row.encloses(at) for row in rows), (value, at)
        run.stack.clear()
        run.kit.change(Settings())


def test_a_rule_set_in_one_line():
    english = Words(Texts(assets_folder() / "locale", "en"))
    assert describe(preset("lezhong"), english) == "Lezhong · 2 decks"
    assert describe(preset("classic", 1), english) == "Classic · 1 deck"
    assert describe(preset("popo", 3, end_level="T"), english) == "Popo · 3 decks · End level: 10"
    many = preset("popo", 3, end_level="T", two_is_trump=True, level_cap=None)
    assert describe(many, english) == "Popo · 3 decks · 3 changes"
    assert describe(preset("popo", end_level="T"), english, 0) == "Popo · 2 decks · 1 change"
    assert changes(many) == ("two_is_trump", "end_level", "level_cap")


def test_a_rule_set_in_one_chinese_line():
    chinese = Words(Texts(assets_folder() / "locale", "zh_CN"))
    rules = preset("lezhong", 2, two_is_trump=True, end_level="K", must_play=("5",))
    assert describe(rules, chinese) == "乐众 · 2 副牌 · 改动 3 项"


# who plays there


def test_settings_know_the_levels_there_are():
    assert get_args(Strength) == LADDER


def test_partner_and_opponents_are_chosen_apart_and_sit_at_the_table_that_is_opened(program):
    run = open_page(program)
    run.click("partner_level:beginner")
    run.click("opponent_level:normal")
    run.click("start")
    levels = [seat.level for seat in run.stack.top._session.seats if seat.bot]
    assert levels == ["normal", "beginner", "normal"]
    run.stack.clear()
    [journal] = run.kit.paths.matches.iterdir()
    assert [seat.level for seat in read(journal.read_bytes())[0].seats][1:] == levels
    again = program()
    again.click("resume")
    assert [seat.level for seat in again.stack.top._session.seats][1:] == levels, "a running match keeps them"
    again.stack.clear()
    assert program().kit.settings.opponent_level == "normal", "and the next table has them too"


def test_every_level_can_be_chosen_and_says_what_it_does(program, words):
    run = open_page(program)
    assert run.kit.settings.partner_level == "expert"
    assert run.kit.settings.opponent_level == "skilled"
    for field in PLAYERS:
        for level in LADDER:
            run.click(f"{field}:{level}")
            assert getattr(run.kit.settings, field) == level
    assert run.state["changed"] == [], "that is no change of the rules"
    assert len({RuleText(words).strength(level) for level in LADDER}) == len(LADDER)


def test_rules_for_a_table_in_company_come_without_players(program):
    run = program()
    run.stack.push(NewTableScene(run.kit, lambda: None, label="Take"))
    assert not any(name.partition(":")[0] in PLAYERS for name in run.buttons)
