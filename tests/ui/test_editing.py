"""What can be written in a line of text, and what keys make of it. No screen is needed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.editing import ADDRESS, ANYTHING, DIGITS, Limits, Line

CODE = Limits(6, DIGITS)

any_text = st.text(st.characters(exclude_categories=()), max_size=30)
some_limits = st.builds(Limits, st.integers(0, 12), st.sampled_from(["", DIGITS, ADDRESS, "好😀"]))
keys = st.sampled_from(["left", "right", "home", "end", "backspace", "delete", "up", "a"])
edits = st.lists(
    st.one_of(
        st.tuples(st.just("put"), any_text),
        st.tuples(st.just("key"), keys, st.booleans()),
        st.tuples(st.just("to"), st.integers(-3, 40), st.booleans()),
        st.just(("all",)),
        st.just(("cut",)),
    ),
    max_size=20,
)


@given(any_text, some_limits, edits)
def test_no_edit_leaves_the_line_or_its_limits(text: str, limits: Limits, edits: list[tuple]) -> None:
    line = Line.of(text, limits)
    for verb, *what in [*edits, ("key", "end")]:
        line = line.put(*what, limits) if verb == "put" else getattr(line, verb)(*what)
        assert 0 <= line.caret <= len(line.text)
        assert 0 <= line.anchor <= len(line.text)
        assert len(line.text) <= limits.longest
        assert not limits.allowed or set(line.text) <= set(limits.allowed)
        assert not {"Cc", "Cs", "Cf", "Cn", "Co"} & {unicodedata.category(char) for char in line.text}
        line.text.encode()


@given(st.text("张三ab 😀🀄𠮷é", max_size=20), st.integers(0, 20), st.integers(0, 20), st.text("好😀x"))
def test_what_is_put_takes_the_place_of_the_selection(text: str, a: int, b: int, new: str) -> None:
    line = Line.of(text, ANYTHING).to(a).to(b, select=True)
    start, end = sorted((min(a, len(text)), min(b, len(text))))
    assert line.selected == text[start:end]
    assert line.cut().text == text[:start] + text[end:]
    put = line.put(new, ANYTHING)
    if not new:
        assert put == line, "nothing put, nothing taken"
        return
    assert put.text == text[:start] + new + text[end:]
    assert put.text[: put.caret] == text[:start] + new
    assert not put.selected


@given(st.text("张三ab😀🀄𠮷", max_size=8), st.integers(0, 8))
def test_keys_go_by_whole_characters(text: str, at: int) -> None:
    line = Line.of(text, ANYTHING).to(at)
    before, after = text[: line.caret], text[line.caret :]
    assert line.key("backspace").text == before[:-1] + after
    assert line.key("delete").text == before + after[1:]
    assert line.key("left", shift=True).selected == before[-1:]
    assert line.key("right", shift=True).selected == after[:1]
    assert line.key("home", shift=True).selected == before
    assert line.key("end", shift=True).selected == after
    assert not line.all().key("left").caret
    assert line.all().key("right").caret == len(text)


def test_a_long_paste_is_cut_and_leaves_what_comes_after() -> None:
    line = Line.of("abcd", Limits(6)).to(2)
    assert line.put("XYZ", Limits(6)) == Line("abXYcd", 4, 4)
    assert line.all().put("123456789", Limits(6)).text == "123456"


def test_what_may_not_be_written_does_not_wipe_out_what_is_selected() -> None:
    assert Line.of("123", CODE).all().put("x", CODE) == Line("123", 3, 0)


@pytest.mark.parametrize(
    ("limits", "written", "kept"),
    [
        (CODE, "12 34-56", "123456"),
        (CODE, "１２３４", "1234"),
        (CODE, "½²①", "21"),  # one digit each, or none
        (Limits(40, ADDRESS), " 192。168．1.20：27100\n", "192.168.1.20:27100"),
        (Limits(40, ADDRESS), "fe80::1%eth0", "fe80::1eth0"),
        (ANYTHING, "one\r\ntwo\tthree\n", "one two three"),
        (ANYTHING, "a\0b\x1bc\u202ed\u200be\ud800f\ufe0f", "abcdef"),
        (ANYTHING, "你好，😀１", "你好，😀１"),
    ],
)
def test_only_what_is_allowed_is_kept(limits: Limits, written: str, kept: str) -> None:
    assert limits.clean(written) == kept
