"""The profile: name and picture are kept, purse and titles are those of the bookings."""

import pygame
import pytest
from kept_play import click, fill
from msgspec import structs
from profile_play import KINDS, records

from game.engine import MEDALS, TITLES
from game.profile.avatar import COLOURS, MARKS, SHAPES, Avatar, avatar_of
from game.profile.purse import NEW
from game.profile.settings import load
from game.scenes import kit
from game.scenes.titles import medal_name, title_name
from game.scenes.words import Words
from game.ui import avatar_art
from game.ui.inputs import Key, Move, Text


def written(one, text):
    click(one, "name")
    one.stack.top.heard(Key("a", ctrl=True))
    one.stack.top.heard(Text(text))


def test_the_name_is_kept_and_shown_on_the_menu(program):
    one = program()
    click(one, "profile")
    written(one, "小满")
    one.key("return")
    click(one, "back")
    again = program()
    assert again.kit.settings.lan.name == "小满"
    click(again, "profile")
    assert again.state["name"] == "小满"


def test_a_name_that_cannot_be_is_refused_in_words_and_not_kept(program):
    one = program(language="en")
    click(one, "profile")
    written(one, "host")
    (field,) = one.state["fields"]
    assert field["refusal"]
    assert one.kit.settings.lan.name == ""
    one.key("escape")
    one.key("escape")
    assert one.state["scene"] == "menu"
    assert one.kit.settings.lan.name == ""


def test_the_picture_is_that_of_the_name_until_another_is_chosen(program):
    one = program()
    click(one, "profile")
    written(one, "小满")
    found = avatar_of("小满")
    assert one.state["avatar"] == [found.shape, found.colour, found.mark]
    assert not one.buttons["by-name"]["enabled"]
    for part, n in (("shape", SHAPES), ("colour", COLOURS), ("mark", MARKS)):
        before = one.state["avatar"]
        seen = set()
        for _ in range(n):
            click(one, f"{part}:more")
            seen.add(tuple(one.state["avatar"]))
        assert len(seen) == n
        assert one.state["avatar"] == before, "round and round"
        click(one, f"{part}:less")
        assert one.state["avatar"] != before
    chosen = one.state["avatar"]
    assert one.kit.settings.avatar == Avatar(*chosen)
    again = program()
    click(again, "profile")
    assert again.state["avatar"] == chosen
    click(again, "by-name")
    assert again.state["avatar"] == [found.shape, found.colour, found.mark]


def test_the_purse_shows_what_was_booked(program):
    one = program()
    click(one, "profile")
    assert one.state["purse"] == [NEW, 0, 0]
    click(one, "back")
    fill(one, records(KINDS[0], 1))
    fill(one, records(KINDS[3], 1, match="n", at=9000))
    click(one, "profile")
    found = one.kit.keeper.ask(lambda books: books.purses.purse()).result()
    assert one.state["purse"] == [found.silver, found.points, found.silver_won]
    assert found.points != 0
    assert found.silver != NEW


def test_every_title_and_every_medal_has_a_name_of_its_own(program):
    for language in ("zh_CN", "en"):
        words = Words(program(language=language).kit.texts)
        assert len({title_name(step, words) for step in range(len(TITLES) + 1)}) == len(TITLES) + 1
        assert len({medal_name(step, words) for step in range(len(MEDALS) + 1)}) == len(MEDALS) + 1


def test_every_picture_can_be_drawn_and_none_looks_like_another(program):
    program()
    assert (len(avatar_art.SHAPES), len(avatar_art.COLOURS), len(avatar_art.MARKS)) == (
        SHAPES,
        COLOURS,
        MARKS,
    )
    seen = set()
    for shape in range(SHAPES):
        seen.add(pygame.image.tobytes(avatar_art.draw_avatar(shape, 0, 0, 40), "RGBA"))
    for colour in range(1, COLOURS):
        seen.add(pygame.image.tobytes(avatar_art.draw_avatar(0, colour, 0, 40), "RGBA"))
    for mark in range(1, MARKS):
        seen.add(pygame.image.tobytes(avatar_art.draw_avatar(0, 0, mark, 40), "RGBA"))
    assert len(seen) == SHAPES + COLOURS + MARKS - 2


@pytest.mark.parametrize("language", ["zh_CN", "en"])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5])
def test_everything_has_room(program, size, language, scale, cut):
    one = program(size=size, language=language)
    one.kit.change(structs.replace(one.kit.settings, ui_scale=scale))
    fill(one, records(KINDS[3], 1))
    click(one, "profile")
    one.items()
    assert cut == []


@pytest.mark.parametrize("how", ["return", "elsewhere", "back", "closed"])
def test_the_name_is_written_when_the_field_is_left_and_not_with_every_letter(program, monkeypatch, how):
    one = program(language="en")
    path, written_as = one.kit.paths.settings, []
    save = kit.save

    def counted(path, settings, before):
        written_as.append(settings.lan.name)
        save(path, settings, before)

    monkeypatch.setattr(kit, "save", counted)
    click(one, "profile")
    click(one, "name")
    for letter in "Margaret":
        one.stack.top.heard(Text(letter))
    assert one.kit.settings.lan.name == "Margaret", "it is shown at once"
    assert written_as == []
    match how:
        case "return":
            one.key("return")
        case "elsewhere":
            one.press(2, 2)
        case "back":
            click(one, "back")
        case "closed":
            one.stack.clear()
    assert written_as == ["Margaret"]
    assert load(path)[0].lan.name == "Margaret"


def test_a_name_that_can_not_be_written_is_tried_once_and_not_with_every_move(program, monkeypatch):
    one = program()
    click(one, "profile")
    tries = []

    def full(path, settings, before):
        tries.append(settings)
        raise OSError

    monkeypatch.setattr(kit, "save", full)
    written(one, "Ann")
    one.key("return")
    for x in range(5):
        one.stack.top.heard(Move(x, 5, False, 0.0))
    assert len(tries) == 1
