"""Every choice of the rule player has a reason, and the reason is true of the position."""

from itertools import islice

import pytest
from bots.positions import bidding, table, to_bury

from game.bots.memory import Known
from game.bots.rule import RuleBot
from game.bots.search import Effort, SearchBot
from game.bots.why import Code, Why, why_play
from game.cli.selfplay import play_deal
from game.engine import (
    Cards,
    Question,
    View,
    format_cards,
    legal_follows,
    new_match,
    parse_cards,
    points_of,
    preset,
    read_shape,
    winner,
)
from game.engine import commands as co
from game.engine.cards import LJ
from game.engine.commands import SeatCommand
from game.engine.trump import TRUMP_GROUP

PLAY = Question("play", (4,))


def why(view: View, kind: str = "play") -> Why:
    return RuleBot().explained(view, Question(kind, (4,)))[1]


def test_a_leader_is_not_forced_to_lead_the_whole_hand_at_once() -> None:
    assert why_play(Known(table("BJ BJ")), parse_cards("BJ BJ")).code is Code.HIGHEST
    assert why_play(Known(table("BJ BJ LJ LJ")), parse_cards("BJ BJ LJ LJ")).code is Code.RUN_TRACTOR
    assert why_play(Known(table("BJ BJ", "LJ LJ")), parse_cards("BJ BJ")).code is Code.FORCED


def test_a_tractor_is_not_the_highest_where_four_of_a_kind_may_beat_it() -> None:
    for wide, expected in ((False, Code.HIGHEST), (True, Code.TAKE)):
        seen = table("S3 S3 S4 S4 SK SK SA SA", "S7 S7 S8 S8", decks=4, wide_over_narrow=wide)
        assert why_play(Known(seen), parse_cards("SK SK SA SA")).code is expected


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
    assert found == Why(Code.BURY_TO_WINNERS, parse_cards("C3 C4 C6 C7 C8 C9")), "aces and king stay"
    short = hand.replace("CA CA CK", "CQ CJ CT")
    found = why(to_bury(short), "bury")
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


def fits(view: View, command: SeatCommand | None, found: Why) -> bool:
    """Whether what a reason says is so."""
    code, said = found.code, found.cards
    match command:
        case co.Play(cards):
            known = Known(view)
            return lead_fits(known, cards, found) if not view.plays else reply_fits(known, cards, found)
        case co.Bury(cards):
            known = Known(view)
            kept = [card for card in known.view.hand if card not in cards]
            suits = {known.trump.group[card] for card in said}
            left = [card for card in kept if known.trump.group[card] in suits]
            if code is Code.BURY_TO_VOID:
                return bool(said) and not left
            if code is Code.BURY_TO_WINNERS:
                return bool(left) and all(known.higher(card) == 0 for card in left)
            return code is Code.BURY_WEAK or (points_of(cards) == found.points > 0)
        case co.Bid(cards):
            own = bool(view.bids) and view.bids[-1].seat == view.seat
            if code is Code.BID_NO_TRUMP:
                return cards[0] >= LJ and not own
            return code is (Code.BID_LOCK if own else Code.BID_OVER if view.bids else Code.BID_STRONG)
        case co.PassBid() | None:
            return code is Code.PASS
    return code is Code.FORCED


def lead_fits(known: Known, cards: Cards, found: Why) -> bool:
    """The same of a lead."""
    trump, partner = known.trump, known.void[known.partner]
    group = trump.group[cards[0]]
    parts = read_shape(cards, trump, known.view.rules)
    part = parts[0]
    sure = not any(known.can_be_beaten(group, p.width, p.length, p.top) for p in parts)
    single = len(cards) == 1
    return {
        Code.FORCED: len(cards) == len(known.view.hand),
        Code.SURE_THROW: len(parts) > 1 and sure,
        Code.RUN_TRACTOR: part.length > 1,
        Code.DRAW_TRUMP: group == TRUMP_GROUP and not known.attacking and known.unseen_in[group] > 0,
        Code.HIGHEST: sure,
        Code.LOW_TRUMP: group == TRUMP_GROUP and single and cards[0] < LJ,
        Code.LEAD_VOID_OF_PARTNER: partner[group] and not partner[TRUMP_GROUP],
        Code.LEAD_PAIR: part.width > 1,
        Code.LEAD_TO_VOID: single and known.in_suit[group] == 1 and known.in_suit[TRUMP_GROUP] > 0,
        Code.CHEAP_LEAD: single and not sure,
    }[found.code]


def reply_fits(known: Known, cards: Cards, found: Why) -> bool:
    """The same of a reply."""
    view, group = known.view, known.trump.group
    lead, said = view.plays[0], found.cards
    led = group[lead[0]]
    assert view.winning is not None
    ours = view.winning % 2 == known.seat % 2
    ahead = winner((*view.plays, cards), known.trump, view.rules) == len(view.plays)
    ruff = led != TRUMP_GROUP and group[cards[0]] == TRUMP_GROUP and known.in_suit[led] == 0
    short = known.in_suit[led] < len(lead)
    left = list(view.hand)
    for card in cards:
        left.remove(card)
    kept = all(left.count(card) >= said.count(card) for card in said)
    table = sum(points_of(play) for play in view.plays)
    return {
        Code.FORCED: len(list(islice(legal_follows(lead, view.hand, known.trump, view.rules), 2))) == 1,
        Code.RUFF_FOR_POINTS: ahead and ruff and found.points == table > 0,
        Code.RUFF_TO_LEAD: ahead and ruff and table == 0,
        Code.SECURE: ahead and ours,
        Code.TAKE_LAST: ahead and not ours and len(view.plays) == 3,
        Code.HIGHEST: ahead and not ours,
        Code.TAKE: ahead and not ours,
        Code.GIVE_POINTS: ours and not ahead and points_of(said) == found.points > 0,
        Code.PARTNER_AHEAD: ours and not ahead and points_of(cards) == 0,
        Code.DISCARD: not ours and not ahead and short,
        Code.DISCARD_TO_VOID: not ours
        and short
        and not any(group[c] == group[said[0]] for c in left if said),
        Code.KEEP_PAIR: not ahead and kept and len(said) > 1 and len(set(said)) == 1,
        Code.PROTECT_BOTTOM: not ours and not ahead and kept,
        Code.SPARE_WINNER: not ours and not ahead and kept,
        Code.SAVE_POINTS: not ours and not ahead and points_of(cards) == 0 < points_of(said),
        Code.CHEAPEST: not ours and not ahead and not short,
    }[found.code]


def explained_deals(name: str, decks: int, deals: int) -> set[Code]:
    """The reasons heard in so many deals, each of which fits."""
    bot = Explaining()
    for number in range(deals):
        play_deal(new_match(preset(name, decks)), [bot] * 4, f"why {name} {number}")
    for view, command, found in bot.said:
        assert fits(view, command, found), (found, command, format_cards(view.hand), view)
    return {found.code for _, _, found in bot.said}


@pytest.mark.parametrize(("name", "decks"), [("lezhong", 1), ("popo", 2), ("classic", 4)])
def test_whole_deals_are_explained(name: str, decks: int) -> None:
    assert len(explained_deals(name, decks, 1)) > 10


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["lezhong", "classic", "popo"])
def test_many_deals_are_explained(name: str, decks: int) -> None:
    assert len(explained_deals(name, decks, 20)) > 20


def test_the_searching_player_says_the_rules_reason_or_that_it_has_tried() -> None:
    view = table("S4 S9 SK D3 D7 H3", "S6 | SA | S7")
    command, found = SearchBot(Effort(40)).explained(view, PLAY)
    assert command == SearchBot(Effort(40)).answer(view, PLAY)
    usual = RuleBot().explained(view, PLAY)
    assert (command, found) == usual or found.code is Code.SEARCH
