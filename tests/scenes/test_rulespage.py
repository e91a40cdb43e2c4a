"""The rules page: the sentences are those of the options in force, in both languages, with room for all."""

import re

import pytest
from msgspec.structs import replace

from game.assets import assets_folder
from game.engine import RuleSet, preset
from game.engine.rules import PRESETS
from game.scenes.rulebook import SECTIONS, Rulebook
from game.scenes.rulepictures import Pictures
from game.scenes.rulespage import RulesPageScene
from game.scenes.ruletext import values
from game.scenes.words import Words
from game.ui.i18n import LANGUAGES, Texts
from game.ui.layout import Rect

SIZES = ((1024, 640), (1280, 800), (1920, 1080))
WORDY = {
    "bidding": "counter_to_end",
    "nobody_bids": "flip_bottom",
    "settlement": "silver",
    "room": "pass",
    "two_is_trump": True,
    "follow_structure": "required",
    "jack_rule": "main_to_2_off_half",
    "must_play": ("5", "T", "K"),
    "throw_points": 10,
}


@pytest.fixture(params=LANGUAGES)
def words(request):
    return Words(Texts(assets_folder() / "locale", request.param))


def texts(rules, words):
    book = Rulebook(rules, words)
    return {name: [sentence.text for sentence in book.section(name)] for name in SECTIONS}


def show(run, rules):
    run.stack.push(RulesPageScene(run.kit, rules))


def test_every_option_but_preset_is_told_in_one_section():
    told = [field for fields in SECTIONS.values() for field in fields]
    assert sorted(told) == sorted(set(RuleSet.__struct_fields__) - {"preset"})


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
@pytest.mark.parametrize("name", PRESETS)
def test_every_section_is_filled_in_for_every_preset(name, decks, words):
    for section, lines in texts(preset(name, decks), words).items():
        assert len(lines) >= 2, section
        assert len(set(lines)) == len(lines), section
        assert not [line for line in lines if re.search(r"[{}]", line)]


@pytest.mark.parametrize("field", sorted(set(RuleSet.__struct_fields__) - {"preset", "must_play", "room"}))
def test_another_value_is_told_in_another_sentence(field, words):
    """With three decks, so that every option matters."""
    book = {}
    for value in values(field):
        rules = replace(preset("lezhong", 3), **{field: value})
        lines = texts(rules, words)
        book[value] = tuple(line for section in SECTIONS for line in lines[section])
    assert len(set(book.values())) == len(book)


def test_numbers_are_those_of_the_decks():
    english = Words(Texts(assets_folder() / "locale", "en"))
    for decks, hand, bottom, step in ((1, 12, 6, 20), (2, 25, 8, 40), (3, 39, 6, 60), (4, 52, 8, 80)):
        lines = texts(preset("lezhong", decks), english)
        assert f"each player is dealt {hand}, and {bottom} are the bottom" in lines["cards"][1]
        assert f"{100 * decks} in all" in lines["cards"][2]
        assert any(
            f"2 when they have fewer than {step}, 1 when they have fewer than {2 * step}." in line
            for line in lines["levels"]
        )
        assert any(f"takes the {bottom} cards" in line for line in lines["bottom"])


def test_what_does_not_matter_is_not_told():
    english = Words(Texts(assets_folder() / "locale", "en"))
    free = texts(preset("lezhong", 3, follow_structure="none"), english)["following"]
    assert len(free) == 3
    assert any("only single cards" in line for line in texts(preset("lezhong", 1), english)["shapes"])
    classic = " ".join(texts(preset("classic", 2, joker_bids=True), english)["bidding"])
    assert "big jokers beat little jokers" not in classic


def test_the_menu_leads_to_the_rules_kept_and_back(program):
    run = program(language="en")
    run.kit.change(replace(run.kit.settings, preset="popo", decks=3, changes={"two_is_trump": True}))
    run.click("rulespage")
    state = run.state
    assert state["scene"] == "rulespage"
    assert state["summary"] == "Popo · 3 decks · 2s always trump: On"
    assert any("all 2s" in line for line in state["sentences"])
    assert run.tabs() == [f"tab:{name}" for name in SECTIONS]
    run.click("tab:winning")
    assert any("a quad beats a tractor" in line for line in run.state["sentences"])
    run.key("escape")
    assert run.state["scene"] == "menu"
    run.click("rulespage")
    run.click("back")
    assert run.state["scene"] == "menu"


def test_sections_with_a_changed_option_are_marked(program):
    run = program()
    show(run, preset("lezhong", 2, throw_points=5, must_play=("K",)))
    marked = {name for name, _, mark in run.stack.top.tabs() if mark}
    assert marked == {"leading", "levels"}
    show(run, preset("lezhong", 4))
    assert not [name for name, _, mark in run.stack.top.tabs() if mark]


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_a_large_scale_a_section_is_read_in_pages_not_in_small_print(program, language):
    run = program(language=language)
    run.kit.change(replace(run.kit.settings, ui_scale=1.5))
    show(run, preset("lezhong", 2, **WORDY))
    paged = 0
    for tab in run.tabs():
        run.click(tab)
        pages = run.stack.top._read
        read = [sentence.text for page in pages for sentence in page.sentences]
        assert read == run.state["sentences"]
        assert all(page.size >= round(run.kit.metrics.body * 0.8) for page in pages)
        for n in range(2, len(pages) + 1):
            assert run.state["page"] == [n - 1, len(pages)]
            run.click("page:more")
        paged += len(pages) > 1
    assert paged


def test_shapes_are_drawn_as_the_decks_allow(program):
    run = program(language="en")
    names = {
        decks: len(Pictures(run.kit, Words(run.kit.texts), preset("lezhong", decks)).of("shapes", 900))
        for decks in (1, 2, 3, 4)
    }
    assert names == {1: 0, 2: 8, 3: 19, 4: 33}  # two names and 6 cards, two more and 9, two more and 12


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("decks", [1, 2, 4])
def test_every_section_has_room(program, cut, size, language, decks):
    run = program(size=size, language=language)
    for rules in (preset("lezhong", decks, **WORDY), preset("classic", decks), preset("popo", decks)):
        show(run, rules)
        page = run.stack.top
        body, foot = page.layout.body, page.layout.foot
        for tab in run.tabs():
            run.click(tab)
            assert cut == []
            lying = [Rect(item.x, item.y, *item.surface.get_size()) for item in page._still]
            inside = [rect for rect in lying if rect.x >= body.x and body.y <= rect.y < foot.y]
            assert len(inside) > 3
            assert all(body.encloses(rect) for rect in inside), (tab, rules.preset)
            window = Rect(0, 0, *size)
            assert all(window.encloses(rect) for rect in lying)


@pytest.mark.parametrize(("cap", "shown"), [(None, [2, 1, 1, 2]), (1, [1, 1, 1, 1])])
def test_the_steps_of_a_deal_are_those_of_the_rules(program, cap, shown):
    one = program(language="en")
    texts = []
    line = one.kit.skin.line

    def drawn(text, *args, **how):
        texts.append(text)
        return line(text, *args, **how)

    one.kit.skin.line = drawn
    Pictures(one.kit, Words(one.kit.texts), preset("lezhong", level_cap=cap))._steps(800)
    assert [int(text[-1]) for text in texts if "+" in text] == shown
