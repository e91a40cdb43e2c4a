from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.ui.faces import Faces
from game.ui.text import LEAST, Fonts, read_coverage
from game.ui.theme import EVENING

LONG = "你是庄家：请选 8 张埋底，已选 5 张（分牌、大牌留着），Tractor 拖拉机 takes two pairs。"


def ink(surface: pygame.Surface) -> pygame.Rect:
    return surface.get_bounding_rect()


def test_same_arguments_same_surface(fonts: Fonts) -> None:
    first = fonts.render("出牌", 20, (255, 0, 0), True)
    assert fonts.render("出牌", 20, (255, 0, 0), True) is first
    assert fonts.render("出牌", 20, (255, 0, 0), False) is not first
    assert fonts.render("出牌", 21, (255, 0, 0), True) is not first


def test_what_is_drawn_into_a_picture_is_not_kept_as_text(fonts: Fonts) -> None:
    large = fonts.draw_once("王", 400, (1, 2, 3), True)
    assert large.get_height() >= 400
    assert fonts.draw_once("王", 400, (1, 2, 3), True) is not large
    Faces(fonts, EVENING).face(12, 100)
    assert fonts._lines.used == 0


def test_a_window_keeps_as_much_text_as_it_shows(fonts: Fonts) -> None:
    window = 4 * 640 * 400
    fonts.keep_for(window)
    for n in range(300):
        fonts.render(f"line {n}", 20, (1, 2, 3))
        assert fonts._lines.used <= window // 2


@pytest.mark.parametrize("text", ["升级", "Level 10", "", "♥2 → ✓", "🂡龘", "a\nb"])
@pytest.mark.parametrize("bold", [False, True])
def test_size_is_what_is_rendered(fonts: Fonts, text: str, bold: bool) -> None:
    assert fonts.render(text, 22, (0, 0, 0), bold).get_size() == fonts.size(text, 22, bold)


def test_the_weights_differ(fonts: Fonts) -> None:
    def weight(bold: bool) -> int:
        return pygame.mask.from_surface(fonts.render("升级拖拉机", 40, (0, 0, 0), bold)).count()

    assert weight(True) > weight(False) * 1.2


def test_the_shipped_fonts_cover_what_the_game_writes(font_folder: Path) -> None:
    covered = read_coverage(font_folder / "coverage.txt")
    assert covered is not None
    sample = "升级拖拉机八十分庄家反主毙盖扣抠底埋甩墩 ♠♥♣♦ ✓★×·→…—“”《》、。：；！？（）【】 ÀéñüßØ ①⑩ ×2"
    assert not [char for char in sample if ord(char) not in covered]
    assert all(point in covered for point in range(0x20, 0x7F))
    gb2312 = [bytes((high, low)) for high in range(0xB0, 0xF8) for low in range(0xA1, 0xFF)]
    hanzi = [text for pair in gb2312 if (text := pair.decode("gb2312", "ignore"))]
    assert len(hanzi) == 6763
    assert all(ord(char) in covered for char in hanzi)


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_the_coverage_list_tells_the_truth(font_folder: Path, weight: str) -> None:
    tt = pytest.importorskip("fontTools.ttLib")
    held = set(tt.TTFont(font_folder / f"NotoSansSC-{weight}.ttf", lazy=True).getBestCmap())
    covered = read_coverage(font_folder / "coverage.txt")
    assert covered is not None
    assert covered <= held


def test_coverage_without_file(tmp_path: Path) -> None:
    assert read_coverage(tmp_path / "nothing.txt") is None


@pytest.mark.parametrize("text", ["😀", "龘", "a\x00b", "\ud800", "x\u200d\ufe0f", "\x1b[0m", "好" * 5000])
def test_odd_characters_do_no_harm(fonts: Fonts, text: str) -> None:
    surface = fonts.render(text, 18, (255, 255, 255))
    assert surface.get_height() == fonts.height(18)
    assert surface.get_width() < 40_000
    assert fonts.wrap(text[:200], 18, 100)
    assert fonts.size(fonts.fit(text, 18, 100), 18)[0] <= 100


def test_a_missing_character_is_seen(fonts: Fonts) -> None:
    assert ink(fonts.render("龘", 30, (255, 255, 255))).w >= 10


def test_wrap_keeps_width_and_text(fonts: Fonts) -> None:
    for width in range(60, 600, 37):
        lines = fonts.wrap(LONG, 18, width)
        assert all(fonts.size(line, 18)[0] <= width for line in lines), width
        assert "".join(lines).replace(" ", "") == LONG.replace(" ", "")
        assert not any(line[0] in "，。：、）" for line in lines), (width, lines)
        assert not any(line[-1] in "（" for line in lines), (width, lines)


def test_wrap_breaks_latin_at_spaces(fonts: Fonts) -> None:
    words = "every state tells the player what is wanted now"
    lines = fonts.wrap(words, 18, 150)
    assert len(lines) > 2
    assert " ".join(lines) == words


def test_wrap_breaks_paths_between_folders_and_keeps_products_whole(fonts: Fonts) -> None:
    path = "/home/somebody/.local/share/shengji/shengji.log"
    room = fonts.size(path[:-3], 16)[0]
    assert fonts.wrap(path, 16, room) == ["/home/somebody/.local/share/shengji/", "shengji.log"]
    text = "three of a kind × 6"
    assert fonts.wrap(text, 16, fonts.size(text, 16)[0] - 1) == ["three of a kind", "× 6"]
    assert fonts.wrap("paid 1/2", 16, fonts.size("paid 1/", 16)[0]) == ["paid", "1/2"]


def test_no_word_is_left_alone_on_the_last_line(fonts: Fonts) -> None:
    text = "The weakest cards go; trumps, high cards and pairs stay."
    room = fonts.size(text[:-5], 16)[0]
    assert fonts.wrap(text, 16, room)[-1] == "stay."
    even = fonts.wrap_evenly(text, 16, room)
    assert " ".join(even) == text
    assert len(even) == 2
    assert fonts.size(even[-1], 16)[0] >= room / 3
    assert fonts.wrap_evenly("one\ntwo", 16, room) == ["one", "two"]


def test_wrap_keeps_newlines(fonts: Fonts) -> None:
    assert fonts.wrap("一\n\n二", 18, 300) == ["一", "", "二"]
    assert fonts.wrap("", 18, 300) == [""]


def test_wrap_cuts_a_word_too_long_for_a_line(fonts: Fonts) -> None:
    lines = fonts.wrap("ab " + "w" * 60, 18, 120)
    assert lines[0] == "ab"
    assert "".join(lines[1:]) == "w" * 60
    assert all(fonts.size(line, 18)[0] <= 120 for line in lines)


def test_wrap_fills_its_lines(fonts: Fonts) -> None:
    width = fonts.size("字" * 10, 18)[0]
    assert fonts.wrap("字" * 25, 18, width) == ["字" * 10, "字" * 10, "字" * 5]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.sampled_from("好牌，。（）ab W1 \n“”"), max_size=60), width=st.integers(40, 300))
def test_wrap_loses_nothing(fonts: Fonts, text: str, width: int) -> None:
    lines = fonts.wrap(text, 16, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(fonts.size(line, 16)[0] <= width for line in lines)


def test_fit_shortens_only_what_is_too_wide(fonts: Fonts) -> None:
    assert fonts.fit("林月", 18, 200) == "林月"
    short = fonts.fit("一个很长很长的名字", 18, 100)
    assert short.endswith("…")
    assert fonts.size(short, 18)[0] <= 100
    longer = "一个很长很长的名字"[: len(short)] + "…"
    assert fonts.size(longer, 18)[0] > 100


def test_type_is_made_smaller_until_a_line_has_room(fonts: Fonts) -> None:
    text = "Settlement of the match"
    wide = fonts.size(text, 20, True)[0]
    assert fonts.fitting(text, 24, wide, True) == 20
    assert fonts.fitting(text, 18, wide, True) == 18, "never larger than wished"
    assert fonts.fitting(text, 24, 10) == LEAST
    assert fonts.fitting(text, 24, 10, least=17) == 17
