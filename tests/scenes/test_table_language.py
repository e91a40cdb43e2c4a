"""The language is changed at the table: what was said last is said again in the new one."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from table_screen import Seat

from game.engine import events as ev
from game.engine import parse_cards

Start = Callable[..., Any]


def seat(program: Start) -> Seat:
    one = program(size=(1280, 720), language="en")
    one.kit.change(replace(one.kit.settings, preselect=False, last_trick_plays=False))
    return Seat(one, deals=True)


def speak(me: Seat, language: str) -> str:
    """As the settings page does; what the table says then."""
    me.program.kit.change(replace(me.program.kit.settings, language=language))
    me.program.stack.resized()
    return me.scene.state()["message"]


def refused(me: Seat) -> None:
    me.select(me.hand[0])
    me.key("return")
    me.settle()


def hinted(me: Seat) -> None:
    refused(me)
    me.key("h")


def muted(me: Seat) -> None:
    me.key("m")


def told(event: ev.Event) -> Callable[[Seat], None]:
    return lambda me: me.scene._note(event)


@pytest.mark.parametrize(
    ("happens", "english", "chinese"),
    [
        (refused, "Bury exactly 8 cards; you selected 1.", "要埋 8 张，你选了 1 张。"),
        (muted, "Sound is off.", "声音已关"),
        (told(ev.Buried(0, parse_cards("S3"))), "Buried.", "已埋底"),
        (told(ev.DealVoided()), "Nobody bid: the cards are dealt again.", "无人亮主，重新发牌。"),
        (
            told(ev.BottomShown(parse_cards("ST S5"), 15, 2)),
            "The bottom: 15 points × 2 = 30",
            "底牌 15 分 × 2 = 30",
        ),
        (
            told(ev.BottomShown(parse_cards("ST S5"), 15, 0)),
            "The dealer side keeps the bottom: 15 points.",
            "庄家方保住底牌：15 分",
        ),
        (
            told(ev.ThrowFailed(1, parse_cards("SA SK"), parse_cards("SK"), 2, parse_cards("SA"))),
            "Xiao Zhou tried to throw ♠A ♠K. Lin Yue held ♠A, so ♠K must be played.",
            "小周甩牌失败：想甩 ♠A ♠K，林月有 ♠A，改出 ♠K。",
        ),
        (
            told(ev.ThrowFailed(0, parse_cards("SA SK"), parse_cards("SK"), 2, parse_cards("SA"))),
            "You tried to throw ♠A ♠K. Lin Yue held ♠A, so ♠K must be played.",
            "",
        ),
        (hinted, "", ""),
    ],
)
def test_the_message_on_the_table_is_said_again(
    program: Start, happens: Callable[[Seat], None], english: str, chinese: str
) -> None:
    me = seat(program)
    me.asked("bury")
    before = me.scene.state()["message"]
    happens(me)
    first = me.scene.state()["message"]
    assert first != before
    assert first == (english or first)
    second = speak(me, "zh_CN")
    assert second == (chinese or second)
    assert any("\u4e00" <= sign <= "\u9fff" for sign in second)
    assert speak(me, "en") == first
