"""Names and chat that may be shown to others."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.lan.names import BLANK, BadName, clean_chat, clean_name, clean_title, distinct

HIDDEN = {
    "bell": "\a",
    "tab": "\t",
    "line break": "\n",
    "carriage return": "\r",
    "C1 control": "\x85",
    "soft hyphen": "\xad",
    "line separator": "\u2028",
    "right to left override": "\u202e",
    "isolate": "\u2066",
    "right to left mark": "\u200f",
    "Arabic letter mark": "\u061c",
    "zero width space": "\u200b",
    "byte order mark": "\ufeff",
    "surrogate": "\ud800",
    "tag": "\U000e0041",
}
ONLY_NOT_IN_NAMES = {
    "joiner": "\u200d",
    "private": "\ue000",
    "unassigned": "\u0378",
    "variation selector": "\ufe0f",
    "Hangul filler": "\u3164",
    "Braille blank": "\u2800",
}


def name_of(text: str) -> str:
    """A name made of a text, if need be by putting a letter before it."""
    text = unicodedata.normalize("NFC", text)[:11]
    try:
        return clean_name(text)
    except BadName:
        return clean_name("x" + text)


shown = st.characters(exclude_categories=["C", "Zl", "Zp"]).filter(lambda c: c not in BLANK)
names = st.text(shown, max_size=20).map(name_of)


def reason(clean: object, text: str) -> str:
    with pytest.raises(BadName) as caught:
        clean(text)  # type: ignore[operator]  # one of the three
    return caught.value.reason


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("张三", "张三"),
        ("  张三 \u3000 丰  ", "张三 丰"),
        ("e\u0301ric", "\xe9ric"),
        ("a" * 12, "a" * 12),
        ("  " + "牌" * 12 + "  ", "牌" * 12),
        ("😀🀄", "😀🀄"),
        ("Hosta", "Hosta"),
    ],
)
def test_names_are_kept_in_one_form(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize("text", ["", " ", "\u3000", "\u0301", " \u0301\u0302 "])
def test_nothing_to_be_seen_is_no_name_and_no_chat(text: str) -> None:
    assert [reason(clean, text) for clean in (clean_name, clean_title, clean_chat)] == ["empty"] * 3


def test_what_is_too_long() -> None:
    assert reason(clean_name, "牌" * 13) == "long"
    assert reason(clean_title, "牌" * 25) == "long"
    assert reason(clean_chat, "牌" * 201) == "long"
    assert clean_title("牌" * 24) == "牌" * 24
    assert clean_chat("牌" * 200) == "牌" * 200


@pytest.mark.parametrize("sign", HIDDEN.values(), ids=HIDDEN)
def test_no_name_and_no_chat_hides_or_turns_round_anything(sign: str) -> None:
    for text in (sign, f"a{sign}b", f"{sign}ab", f"ab{sign}"):
        assert [reason(clean, text) for clean in (clean_name, clean_title, clean_chat)] == ["control"] * 3


@pytest.mark.parametrize("sign", ONLY_NOT_IN_NAMES.values(), ids=ONLY_NOT_IN_NAMES)
def test_two_names_that_look_the_same_are_the_same(sign: str) -> None:
    assert [reason(clean, f"a{sign}b") for clean in (clean_name, clean_title)] == ["control"] * 2
    assert clean_chat(f"a{sign}b") == f"a{sign}b", "in chat it does no harm"


@pytest.mark.parametrize(
    "text", ["电脑", "AI", "ai", "Host", "HOST", "房主", "Computer", "bot", "ＡＩ", " bot ", "ＢＯＴ", "ℍost"]
)
def test_nobody_poses_as_the_computer_or_the_host(text: str) -> None:
    assert reason(clean_name, text) == "reserved"
    assert clean_title(text), "a table may be called so"


@given(st.text(max_size=30) | names)
def test_a_clean_name_stays_as_it_is(text: str) -> None:
    try:
        name = clean_name(text)
    except BadName:
        return
    assert clean_name(name) == name
    assert clean_title(name) == name
    assert clean_chat(name) == name
    assert 1 <= len(name) <= 12
    assert unicodedata.is_normalized("NFC", name)
    assert name == name.strip()
    assert not any(unicodedata.category(c)[0] == "C" for c in name)


@pytest.mark.parametrize(
    ("name", "taken", "shown"),
    [
        ("张三", [], "张三"),
        ("张三", ["李四"], "张三"),
        ("张三", ["张三"], "张三 2"),
        ("张三", ["张三", "张三 2", "张三 3"], "张三 4"),
        ("Anna", ["ANNA"], "Anna 2"),
        ("Ａnna", ["anna"], "Ａnna 2"),
        ("牌" * 12, ["牌" * 12], "牌" * 10 + " 2"),
        ("abcdefghi jk", ["abcdefghi jk"], "abcdefghi 2"),
    ],
)
def test_a_name_that_is_taken_gets_a_number(name: str, taken: list[str], shown: str) -> None:
    assert distinct(name, taken) == shown


@given(
    st.lists(st.sampled_from(["张三", "张三 2", "anna", "Anna", "A" * 12, "a" * 12, "A" * 10]), max_size=30)
)
def test_all_at_a_table_are_told_apart(wanted: list[str]) -> None:
    seated: list[str] = []
    for name in wanted:
        shown = distinct(name, seated)
        assert clean_name(shown) == shown
        seated.append(shown)
    assert len({name.casefold() for name in seated}) == len(wanted)


@given(names, st.integers(0, 12))
def test_a_number_makes_no_name_unfit(name: str, times: int) -> None:
    seated = [name]
    for _ in range(times):
        seated.append(distinct(name, seated))
        assert clean_name(seated[-1]) == seated[-1]
    assert len(set(seated)) == times + 1


def test_chat_is_shown_as_it_was_meant() -> None:
    assert clean_chat("  好牌！ e\u0301  ") == "好牌！ \xe9"
    assert clean_chat("电脑") == "电脑"
    assert clean_chat("a  b") == "a  b"
