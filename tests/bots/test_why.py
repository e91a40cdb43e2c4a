"""Every choice of the rule player has a reason, and the reason is true of the position."""

import pytest
from bots.positions import bidding, table, to_bury

from game.bots.memory import Known
from game.bots.rule import RuleBot
from game.bots.search import Effort, SearchBot
from game.bots.why import Code, Why, why_play
from game.cli.selfplay import play_deal
from game.engine import Question, View, new_match, parse_cards, points_of, preset
from game.engine import commands as co
from game.engine.commands import SeatCommand

PLAY = Question("play", (4,))


def why(view: View, kind: str = "play") -> Why:
    return RuleBot().explained(view, Question(kind, (4,)))[1]


def code(hand: str, plays: str, play: str) -> Code:
    return why_play(Known(table(hand, plays)), parse_cards(play)).code


@pytest.mark.parametrize(
    ("hand", "plays", "play", "expected"),
    [
        ("S4 S9 SK D3 D7 H3", "S6 | SA | S7", "SK", Code.GIVE_POINTS),
        ("S4 SA D3 D7 H3", "S6 | SK | S7", "S4", Code.PARTNER_AHEAD),
        ("S4 ST SK D3 D7 H3", "S6 | S7 | SA", "S4", Code.SAVE_POINTS),
        ("S4 SJ SQ SA D3 H3", "S6 | S7 | ST", "SJ", Code.TAKE_LAST),
        ("D3 D7 DJ C9 C8 BJ", "SK | S7 | ST", "BJ", Code.RUFF_FOR_POINTS),
        ("D3 D7 C9 H3 HA BJ", "S6 | S7 | S8", "H3", Code.RUFF_TO_LEAD),
        ("D8 C7 C7 CQ H3 H9", "S6 | S7 | SA", "D8", Code.DISCARD_TO_VOID),
        ("D8 D9 C7 C7 CQ H9", "S6 | S7 | SA", "D8", Code.DISCARD),
        ("S4 S4 S9 D3 H3", "S6 | S7 | SA", "S9", Code.KEEP_PAIR),
        ("S4 SA D3 H3 H5 C3 C4", "S6 | S7 | S8", "S4", Code.SPARE_WINNER),
        ("S4 S9 D3 H3", "S6 | S7 | SA", "S4", Code.CHEAPEST),
        ("S4 D3 H3", "S6 | S7 | SA", "S4", Code.FORCED),
        ("S4 SA D3 H3", "S6 | SK | S7", "SA", Code.SECURE),
        ("S4 SJ D3 H3", "S6", "SJ", Code.TAKE),
        ("S4 SA D3 H3", "S6", "SA", Code.HIGHEST),
        ("S4", "", "S4", Code.FORCED),
        ("SA S4 D3 H3", "", "SA", Code.HIGHEST),
        ("SK SK D3 H3", "", "SK SK", Code.LEAD_PAIR),
        ("S5 S5 S6 S6 D3 H3", "", "S5 S5 S6 S6", Code.RUN_TRACTOR),
        ("S8 D3 D4 H3", "", "S8", Code.LEAD_TO_VOID),
        ("S8 S9 D3 D4 H3", "", "S8", Code.CHEAP_LEAD),
        ("SA SA SK D4", "", "SA SA SK", Code.SURE_THROW),
    ],
)
def test_a_reason_names_what_speaks_for_the_play(hand: str, plays: str, play: str, expected: Code) -> None:
    assert code(hand, plays, play) is expected


def test_the_last_trump_is_kept_for_the_bottom() -> None:
    view = table("S4 S7 H3 BJ", "H4 | H5 | LJ", buried=None)
    found = why_play(Known(view), parse_cards("H3"))
    assert found == Why(Code.PROTECT_BOTTOM, parse_cards("BJ"))


def test_a_long_dealer_draws_trumps_and_another_passes_the_lead_on() -> None:
    long = table("H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA D3")
    assert why_play(Known(long), parse_cards("H3")).code is Code.DRAW_TRUMP
    short = table("H3 S4 S5 D3 C8", dealer=1)
    assert why_play(Known(short), parse_cards("H3")).code is Code.LOW_TRUMP


def test_a_suit_the_partner_lacks_is_named() -> None:
    view = table("S8 S9 D3 H3", tricks=((0, "SA | S3 | D4 | S5"),))
    assert why_play(Known(view), parse_cards("S8")).code is Code.LEAD_VOID_OF_PARTNER


def test_points_are_those_on_the_table() -> None:
    found = why(table("D3 D7 DJ C9 C8 BJ", "SK | S7 | ST"))
    assert found == Why(Code.RUFF_FOR_POINTS, parse_cards("BJ"), 20)


def test_buries_and_bids_have_reasons_too() -> None:
    hand = (
        "H3 H4 H5 H6 H7 H8 H9 HJ HQ HK HA SA SA SK SK CA CA CK D3 D4 D6 D7 D8 D9 C3 C4 C6 C7 C8 C9 BJ BJ LJ"
    )
    found = why(to_bury(hand), "bury")
    assert found.code is Code.BURY_TO_VOID
    assert {card // 13 for card in found.cards} == {3}, "diamonds"
    strong = bidding("H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA S2 BJ LJ")
    assert why(strong, "bid").code is Code.BID_STRONG
    assert why(bidding("H2 S3 S4 D5 D6 C7 C8 C9"), "bid").code is Code.PASS


class Explaining:
    """Plays a deal, and keeps what was said."""

    def __init__(self) -> None:
        self.said: list[tuple[View, SeatCommand | None, Why]] = []

    def answer(self, view: View, ask: Question) -> SeatCommand | None:
        command, found = RuleBot().explained(view, ask)
        assert command == RuleBot().answer(view, ask)
        self.said.append((view, command, found))
        return command


@pytest.mark.parametrize(("name", "decks"), [("lezhong", 1), ("popo", 2), ("classic", 4)])
def test_whole_deals_are_explained(name: str, decks: int) -> None:
    bot = Explaining()
    play_deal(new_match(preset(name, decks)), [bot] * 4, f"why {name}")
    codes = set()
    for view, command, found in bot.said:
        codes.add(found.code)
        if isinstance(command, co.Play) and found.code in (Code.GIVE_POINTS, Code.RUFF_FOR_POINTS):
            assert found.points > 0
        if found.code is Code.GIVE_POINTS:
            assert view.winning is not None
            assert view.winning % 2 == (view.seat or 0) % 2
            assert points_of(found.cards) == found.points
        if found.code in (Code.KEEP_PAIR, Code.SPARE_WINNER, Code.PROTECT_BOTTOM, Code.SAVE_POINTS):
            assert set(found.cards) <= set(view.hand)
    assert len(codes) > 10


def test_the_searching_player_says_the_rules_reason_or_that_it_has_tried() -> None:
    view = table("S4 S9 SK D3 D7 H3", "S6 | SA | S7")
    command, found = SearchBot(Effort(40)).explained(view, PLAY)
    assert command == SearchBot(Effort(40)).answer(view, PLAY)
    usual = RuleBot().explained(view, PLAY)
    assert (command, found) == usual or found.code is Code.SEARCH
