"""Bidding in each of its manners, told in the words of the table."""

from collections import Counter
from collections.abc import Sequence

import pytest
from engine_play import RANKS, Table, deck
from msgspec.structs import replace

from game.engine import (
    Match,
    Reason,
    Refusal,
    RuleSet,
    Standing,
    decide,
    evolve,
    format_cards,
    judge_bid,
    new_match,
    open_bids,
    parse_cards,
    possible_bids,
    preset,
    question,
    view,
)
from game.engine import commands as co
from game.engine import events as ev
from game.engine.bids import beatable, counters, turned_suit
from game.engine.cards import cards_of

SEATS = range(4)


def special(card: int, level: str) -> bool:
    return card >= 52 or RANKS[card % 13] == level


class Told:
    """A deal told line by line: ``"1 bids S2"``, ``"2 passes"``, ``"0 buries"``,
    ``"3 stakes 2"``."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.events: list[ev.Event] = []

    def __call__(self, *lines: str) -> "Told":
        self.events = []
        for line in lines:
            events = decide(self.match, *self._read(line))
            assert not isinstance(events, Refusal), (line, events)
            for event in events:
                self.match = evolve(self.match, event)
                self.events.append(event)
        return self

    def refused(self, line: str) -> Reason:
        decision = decide(self.match, *self._read(line))
        assert isinstance(decision, Refusal), (line, decision)
        return decision.reason

    def _read(self, line: str) -> tuple[int | None, co.Command]:
        who, _, what = line.partition(" ")
        verb, _, rest = what.partition(" ")
        if who == "the":  # the table closes
            return None, co.CloseBids()
        seat = int(who)
        if verb == "stakes":
            return seat, co.SetStake(int(rest))
        if verb == "buries":  # the first plain cards in hand, or others
            deal = self.match.running
            cards = () if rest == "others" else parse_cards(rest)
            hand = sorted(cards_of(deal.hands[seat]), key=lambda card: special(card, deal.level))
            for card in cards:
                hand.remove(card)
            size = len(deal.order) - deal.to_deal
            start = size if rest == "others" else 0
            return seat, co.Bury((*cards, *hand[start:])[:size])
        cards = parse_cards(rest)
        if verb == "leads":
            return seat, co.Play(cards)
        return seat, {"bids": co.Bid(cards), "passes": co.PassBid()}[verb]

    def deal(self, cards: int = 1000) -> "Told":
        while cards and not self.match.running.dealt:
            (event,) = decide(self.match, None, co.DealNext())
            self.match = evolve(self.match, event)
            cards -= 1
        return self

    @property
    def asked(self) -> dict[int, str]:
        found = {seat: question(self.match, seat) for seat in SEATS}
        return {seat: asked.kind for seat, asked in found.items() if asked}

    @property
    def trump(self) -> str | None:
        return self.match.running.bound[1].suit


def begun(
    rules: RuleSet,
    hands: Sequence[str] = ("",) * 4,
    *,
    bottom: str = "",
    first: int = 0,
    dealer: int | None = None,
    level: str = "2",
) -> Told:
    """A deal begun in which the seats will draw these cards; whatever else there is fills up."""
    standing = Standing((level, level), dealer, 0 if dealer is None else 5)
    match = new_match(rules, standing)
    (started,) = decide(match, None, co.StartDeal("any"))
    match = evolve(match, started)
    deal = match.running
    piles = [list(parse_cards(text)) for text in (*hands, bottom)]
    left = deck(rules.decks)
    for card in (card for pile in piles for card in pile):
        left.remove(card)
    left.sort(key=lambda card: (special(card, level), card))
    for pile, size in zip(piles, (*[deal.to_deal // 4] * 4, len(deal.order) - deal.to_deal), strict=True):
        while len(pile) < size:
            pile.append(left.pop())
    first = first if dealer is None else dealer
    order = [piles[(first + i) % 4][i // 4] for i in range(deal.to_deal)] + piles[4]
    return Told(replace(match, deal=replace(deal, order=tuple(order), first=first, asked=first)))


def play_out(match: Match) -> Match:
    """The match when somebody has played its deal to the end."""
    table = Table(match.rules, 1, match, bold=0)
    while table.step():
        pass
    return table.match


# after_deal


CLASSIC = preset("classic")
LEVELS = ("S2 S2", "H2 H2", "D2 C2", "BJ BJ LJ LJ")


def test_nobody_bids_while_the_cards_come() -> None:
    told = begun(CLASSIC, LEVELS)
    while not told.match.running.dealt:
        assert told.asked == {}
        for line in ("0 bids S2", "1 bids H2", "3 bids BJ BJ"):
            assert told.refused(line) is Reason.NOT_NOW
        assert told.refused("0 passes") is Reason.NOT_DEALT
        told.deal(1)
    assert told.match.phase == "flipping"
    assert told.refused("the table closes") is Reason.NOT_NOW, "there is no grace time"


@pytest.mark.parametrize("first", SEATS)
def test_all_are_asked_from_the_first_drawer_able_or_not_until_four_pass(first: int) -> None:
    told = begun(CLASSIC, ["S2 S2 H2 H2 D2 D2 C2 C2", "", "", "BJ BJ LJ LJ"], first=first).deal()
    for i in range(4):
        seat = (first + i) % 4
        assert told.asked == {seat: "flip"}
        assert [view(told.match, s).turn for s in SEATS] == [seat] * 4
        for other in SEATS:
            if other != seat:
                assert told.refused(f"{other} passes") is Reason.NOT_YOUR_TURN
                assert told.refused(f"{other} bids S2") is Reason.NOT_YOUR_TURN
        assert told.match.phase == "flipping"
        told(f"{seat} passes")
    assert told.match.phase == "burying"
    assert told.trump is None
    assert told.match.dealer == first, "who drew the first card"


def test_it_goes_round_and_round_until_four_passes_in_a_row() -> None:
    told = begun(CLASSIC, LEVELS, first=1).deal()
    told("1 passes", "2 passes", "3 passes", "0 bids S2")
    told("1 passes", "2 passes", "3 passes")
    assert told.asked == {0: "flip"}, "the one whose flip stands is asked as well"
    told("0 passes")
    assert told.match.phase == "burying"

    told = begun(CLASSIC, LEVELS, first=1).deal()
    told("1 passes", "2 bids D2", "3 passes", "0 passes", "1 bids H2 H2", "2 passes", "3 passes", "0 passes")
    assert told.match.phase == "flipping"
    told("1 passes")
    assert told.events == [
        ev.BidPassed(1),
        ev.TrumpSet(1, "H"),
        ev.BottomTaken(1, told.match.running.order[100:]),
    ]


def test_a_flip_shows_more_cards_than_stand() -> None:
    told = begun(CLASSIC, LEVELS).deal()("0 bids S2")
    assert told.refused("1 bids H2") is Reason.BID_TOO_LOW
    told("1 passes")
    assert told.refused("2 bids D2") is Reason.BID_TOO_LOW, "the partner's too"
    told("2 passes", "3 passes")
    told("0 bids S2 S2")
    assert told.refused("1 bids H2 H2") is Reason.BID_TOO_LOW, "suits are equal"
    told("1 passes", "2 passes", "3 passes", "0 passes")
    assert told.trump == "S"

    told = begun(preset("classic", 3), ["S2 S2 S2", "H2 H2 H2", "D2 D2", ""]).deal()
    told("0 bids S2 S2")
    assert told.refused("1 bids H2 H2") is Reason.BID_TOO_LOW
    told("1 bids H2 H2 H2")
    assert told.refused("2 bids D2 D2") is Reason.BID_TOO_LOW
    told("2 passes", "3 passes")
    assert told.refused("0 bids S2 S2 S2") is Reason.BID_TOO_LOW


@pytest.mark.parametrize("joker_bids", [False, True])
def test_a_flip_shows_no_jokers(joker_bids: bool) -> None:
    rules = preset("classic", joker_bids=joker_bids)
    told = begun(rules, LEVELS, first=3).deal()
    assert told.refused("3 bids BJ BJ") is Reason.BID_JOKERS
    assert told.refused("3 bids LJ LJ") is Reason.BID_JOKERS
    hand = view(told.match, 3).hand
    assert open_bids((), 3, hand, "2", rules, "flipping") == ()
    assert all(bid[0] < 52 for bid in possible_bids("2", rules))


def test_in_one_deck_a_flip_replaces_another_seat_s_and_each_seat_flips_once() -> None:
    rules = preset("classic", 1)
    told = begun(rules, ["S2 H2", "D2", "C2", ""]).deal()
    told("0 bids S2", "1 bids D2")
    assert told.match.running.bids[-1] == ev.BidMade(1, parse_cards("D2"))
    told("2 bids C2", "3 passes")
    assert told.asked == {0: "flip"}, "asked though it can't flip again"
    assert told.refused("0 bids H2") is Reason.BID_TOO_LOW
    told("0 passes", "1 passes")
    assert told.match.phase == "flipping", "two passes were before the flip"
    told("2 passes")
    assert (told.trump, told.match.dealer) == ("C", 2)
    assert counters(told.match.running.bids) == 2

    told = begun(rules, ["S2 H2", "D2", "C2", ""]).deal()
    told("0 bids S2", "1 passes", "2 passes", "3 passes")
    assert told.refused("0 bids H2") is Reason.BID_TOO_LOW, "one's own is not replaced"
    told("0 passes")
    assert told.trump == "S"


def test_the_last_flip_stands_and_its_seat_deals_the_first_deal_of_a_classic_match() -> None:
    lines = ["0 bids S2", "1 bids H2 H2", "2 passes", "3 passes", "0 passes", "1 passes"]
    told = begun(CLASSIC, LEVELS).deal()(*lines)
    assert (told.trump, told.match.dealer, told.asked) == ("H", 1, {1: "bury"})
    first = preset("classic", first_dealer="first_bidder")
    told = begun(first, LEVELS).deal()(*lines)
    assert (told.trump, told.match.dealer, told.asked) == ("H", 0, {0: "bury"})
    told = begun(CLASSIC, LEVELS, dealer=0).deal()(*lines)
    assert (told.trump, told.match.dealer, told.asked) == ("H", 0, {0: "bury"}), "later only the suit"
    told("0 buries")
    assert told.match.phase == "playing"
    assert told.match.running.turn == 0


# counter_to_end


TO_END = preset("lezhong", bidding="counter_to_end")
HANDS = ("S2 S2 C2", "H2 H2", "C2 D2 D2", "BJ BJ LJ LJ")
RISING = ["D2 D2", "C2 C2", "H2 H2", "S2 S2", "LJ LJ", "BJ BJ"]


def test_its_ladder_ranks_equal_counts_of_two_or_more_by_suit() -> None:
    rules = preset("lezhong", 4, bidding="counter_to_end")
    rungs = [[f"{suit}2" for suit in "SHCD"]]
    for n in (2, 3, 4):
        rungs += [[" ".join([face] * n)] for face in ("D2", "C2", "H2", "S2", "LJ", "BJ")]
    everything = tuple(deck(4))
    for i, standing in enumerate(rungs):
        for j, over in enumerate(rungs):
            for one in standing:
                for two in over:
                    for phase in ("dealing", "countering"):
                        history = [ev.BidMade(0, parse_cards(one))]
                        got = judge_bid(history, 1, parse_cards(two), everything, "2", rules, phase)
                        assert (got is None) == (j > i), (one, two)
                        assert got is None or got.reason is Reason.BID_TOO_LOW
    assert {format_cards(bid) for bid in possible_bids("2", rules)} == {
        text for rung in rungs for text in rung
    }


def test_during_the_deal_it_is_bid_as_on_the_ladder() -> None:
    told = begun(TO_END, HANDS)
    told.deal(4)
    assert told.asked == dict.fromkeys(SEATS, "bid")
    told("1 bids H2")
    assert told.refused("0 bids S2") is Reason.BID_TOO_LOW, "single level cards are equal"
    told.deal(4)("1 bids H2 H2", "0 bids S2 S2").deal()
    assert told.match.phase == "dealing", "the grace time"
    told("3 bids LJ LJ", "3 bids BJ BJ", "the table closes")
    assert (told.match.dealer, told.trump) == (1, None), "the first bidder, though countered"
    assert counters(told.match.running.bids) == 2


def test_after_the_bury_the_three_others_are_asked_in_turn() -> None:
    told = begun(TO_END, HANDS).deal()("2 bids D2 D2", "the table closes")
    assert told.asked == {2: "bury"}
    for line in ("3 bids BJ BJ", "0 bids S2 S2", "3 passes"):
        assert told.refused(line) is Reason.NOT_NOW
    told("2 buries")
    assert told.match.phase == "countering"
    for seat in (3, 0, 1):
        assert told.asked == {seat: "counter"}
        assert view(told.match, None).turn == seat
        for other in SEATS:
            if other != seat:
                assert told.refused(f"{other} passes") is Reason.NOT_YOUR_TURN
                assert told.refused(f"{other} bids BJ BJ") is Reason.NOT_YOUR_TURN
        told(f"{seat} passes")
    assert told.match.phase == "playing"
    assert told.asked == {2: "play"}
    assert told.trump == "D"


def test_passes_before_the_bury_do_not_count_after_it() -> None:
    told = begun(TO_END, HANDS).deal()("2 bids D2 D2", "0 passes", "1 passes", "2 passes", "3 passes")
    told("2 buries", "3 passes", "0 passes")
    assert told.match.phase == "countering"
    assert told.asked == {1: "counter"}
    told("1 bids H2 H2", "1 buries", "2 passes", "3 passes")
    assert told.match.phase == "countering", "nor those before the counter"
    told("0 passes")
    assert told.match.phase == "playing"


def test_who_counters_makes_the_trump_takes_the_bottom_and_buries() -> None:
    told = begun(TO_END, HANDS).deal()("2 bids D2 D2", "the table closes", "2 buries", "3 passes")
    put = told.match.running.bottom
    before = told.match.running.hands[0]
    told("0 bids S2 S2")
    assert told.events == [
        ev.BidMade(0, parse_cards("S2 S2")),
        ev.TrumpSet(2, "S"),
        ev.BottomTaken(0, put),
    ]
    deal = told.match.running
    assert sum(deal.hands[0]) == sum(before) + 8
    assert sorted(cards_of(deal.hands[0])) == sorted((*cards_of(before), *put))
    assert deal.bottom == ()
    assert told.match.phase == "burying"
    assert told.asked == {0: "bury"}
    assert [view(told.match, seat).turn for seat in SEATS] == [0] * 4
    assert told.refused("2 buries") is Reason.NOT_YOUR_TURN
    assert told.refused("1 bids BJ BJ") is Reason.NOT_NOW
    told("0 buries others")
    assert told.asked == {1: "counter"}, "from the burier's next seat"
    told("1 passes")
    assert told.asked == {2: "counter"}, "the dealer too"
    told("2 passes", "3 passes")
    deal = told.match.running
    assert told.match.phase == "playing"
    assert told.match.dealer == deal.dealer == 2
    assert told.asked == {2: "play"}, "the dealer does not change and leads"
    assert told.trump == "S"
    assert deal.bottom == deal.buried[0]
    assert deal.buried[0] != deal.buried[2]
    assert view(told.match, 2).buried == deal.buried[2] == put
    assert view(told.match, 0).buried == deal.buried[0]
    assert [view(told.match, seat).buried for seat in (1, 3, None)] == [None] * 3
    result = play_out(told.match).result
    assert result is not None
    assert (result.dealer, result.suit, result.counters, result.bottom) == (2, "S", 1, deal.buried[0])


def test_the_dealer_may_counter_in_its_turn() -> None:
    told = begun(TO_END, ["S2 S2 LJ LJ", "H2 H2", "", "BJ BJ"]).deal()
    told("0 bids S2", "the table closes", "0 buries")
    own = told.match.running.bottom
    told("1 bids H2 H2", "1 buries", "2 passes", "3 passes", "0 bids S2 S2", "0 buries others")
    deal = told.match.running
    assert (told.trump, deal.dealer, deal.burier) == ("S", 0, 0)
    assert view(told.match, 0).buried == deal.bottom != own, "what it buried last"
    told("1 passes", "2 passes", "3 bids BJ BJ")
    assert told.asked == {3: "bury"}
    told("3 buries")
    assert told.match.phase == "playing", "nothing is stronger than two big jokers"
    assert told.trump is None
    assert told.match.running.turn == 0
    assert counters(told.match.running.bids) == 3


def test_a_counter_is_stronger_than_what_stands() -> None:
    told = begun(TO_END, HANDS).deal()("1 bids H2 H2", "the table closes", "1 buries")
    assert told.refused("2 bids D2 D2") is Reason.BID_TOO_LOW
    assert told.refused("2 bids C2") is Reason.BID_TOO_LOW
    assert told.refused("2 bids S2 S2") is Reason.NOT_HELD
    told("2 passes", "3 bids LJ LJ", "3 buries")
    assert told.refused("0 bids S2 S2") is Reason.BID_TOO_LOW, "jokers before level cards"
    told("0 passes", "1 passes", "2 passes")
    assert told.match.phase == "playing", "who countered is not asked to counter itself"


def test_one_s_own_bid_may_be_countered_by_another_s_burying() -> None:
    """The first bidder deals; who overbid him is asked as any other."""
    told = begun(TO_END, HANDS).deal()("2 bids D2", "3 bids LJ LJ", "the table closes", "2 buries")
    told("3 bids BJ BJ", "3 buries")
    assert told.match.phase == "playing"
    assert counters(told.match.running.bids) == 1, "his own bid replaced by himself is no counter"


@pytest.mark.parametrize("standing", RISING)
@pytest.mark.parametrize("joker_bids", [True, False])
def test_it_ends_when_no_bid_can_be_stronger(standing: str, joker_bids: bool) -> None:
    rules = preset("lezhong", bidding="counter_to_end", joker_bids=joker_bids)
    jokers = standing in ("LJ LJ", "BJ BJ")
    if jokers and not joker_bids:
        return
    hands = (standing, *[text for text in RISING if text != standing][:3])
    told = begun(rules, hands).deal()(f"0 bids {standing}", "the table closes", "0 buries")
    top = "BJ BJ" if joker_bids else "S2 S2"
    assert told.match.phase == ("playing" if standing == top else "countering")


def test_with_one_deck_any_bid_ends_it() -> None:
    rules = preset("lezhong", 1, bidding="counter_to_end")
    told = begun(rules, ["D2", "S2", "H2", "C2"]).deal()("0 bids D2", "the table closes", "0 buries")
    assert told.match.phase == "playing"
    told = begun(rules, ["D2", "S2", "H2", "C2"]).deal()("the table closes", "0 buries", "1 bids S2")
    told("1 buries")
    assert told.match.phase == "playing", "the first counter stands for good"
    assert told.trump == "S"


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_if_nobody_bid_in_the_deal_any_bid_counters(decks: int) -> None:
    rules = preset("lezhong", decks, bidding="counter_to_end")
    told = begun(rules, ["S2", "H2", "D2", "C2"], first=2).deal()("the table closes")
    assert (told.match.dealer, told.trump) == (2, None)
    told("2 buries", "3 passes")
    assert told.asked == {0: "counter"}
    told("0 bids S2", "0 buries")
    assert (told.match.dealer, told.trump) == (2, "S")
    assert counters(told.match.running.bids) == 0, "nothing stood that was replaced"
    told = begun(rules, ["S2", "H2", "D2", "C2"], first=2).deal()("the table closes", "2 buries")
    told("3 passes", "0 passes", "1 passes")
    assert told.match.phase == "playing"
    assert told.trump is None


def test_every_bury_keeps_to_the_points_that_may_be_buried() -> None:
    rules = preset("lezhong", bidding="counter_to_end", bottom_points_limit=10)
    told = begun(rules, ["D2 D2 C3 C4 C6 C7 C8 C9 CJ CQ", "H2 H2 HK HK S6 S6 S7 S7 S8 S8", "", ""]).deal()
    told("0 bids D2 D2", "the table closes", "0 buries C3 C4 C6 C7 C8 C9 CJ CQ", "1 bids H2 H2")
    assert told.refused("1 buries HK HK") is Reason.BOTTOM_POINTS
    told("1 buries HK S6 S6 S7 S7 S8 S8 C3")
    assert told.match.phase == "countering"


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_whether_anything_is_stronger_is_found_by_the_ladder(decks: int) -> None:
    for joker_bids in (True, False):
        rules = preset("lezhong", decks, bidding="counter_to_end", joker_bids=joker_bids)
        everything = tuple(deck(decks))
        assert beatable((), "7", rules)
        for standing in possible_bids("7", rules):
            history = (ev.BidMade(0, standing),)
            assert beatable(history, "7", rules) == bool(
                open_bids(history, 1, everything, "7", rules, "countering")
            )


def test_a_manner_s_bids_are_not_made_in_another_s_phase() -> None:
    hand, bid = parse_cards("S2 S2"), parse_cards("S2")
    phases = {"ladder": {"dealing"}, "after_deal": {"flipping"}, "counter_to_end": {"dealing", "countering"}}
    for manner, right in phases.items():
        rules = preset("lezhong", bidding=manner)
        for phase in ("dealing", "flipping", "countering"):
            refusal = judge_bid((), 0, bid, hand, "2", rules, phase)
            assert (refusal is None) == (phase in right)
            assert refusal is None or refusal.reason is Reason.NOT_NOW


# Nobody bids


def nobody_bids(told: Told) -> Told:
    """All cards come, and all pass or the time runs out."""
    told.deal()
    if told.match.phase == "dealing":
        return told("the table closes")
    first = told.match.running.asked
    return told(*(f"{(first + i) % 4} passes" for i in range(4)))


@pytest.mark.parametrize("manner", ["ladder", "after_deal", "counter_to_end"])
def test_no_trump_when_nobody_bids(manner: str) -> None:
    told = nobody_bids(begun(preset("lezhong", bidding=manner), first=3))
    assert told.events[-2:] == [ev.TrumpSet(3, None), ev.BottomTaken(3, told.match.running.order[100:])]
    assert told.match.running.turned == ()


@pytest.mark.parametrize(
    ("bottom", "level", "twos", "turned", "suit"),
    [
        ("H2 C3 SA SK S9 S8 S7 S6", "2", False, 1, "H"),
        ("C3 H2 S2 SK S9 S8 S7 S6", "2", False, 2, "H"),
        ("C3 S4 S6 SK S9 S8 S7 D2", "2", False, 8, "D"),
        ("C3 LJ H2 SK S9 S8 S7 S6", "2", False, 2, None),
        ("BJ H2 H2 SK S9 S8 S7 S6", "2", False, 1, None),
        ("C3 S4 S6 H2 LJ S8 S7 D2", "2", False, 4, "H"),
        ("C3 S4 DK S3 S9 S8 S7 S6", "2", False, 8, "D"),
        ("C3 DQ HQ SQ CQ S8 S7 S6", "2", False, 8, "D"),
        ("C3 HQ DQ SA CA S8 S7 S6", "2", False, 8, "S"),
        ("S3 SK DA D4 D6 D7 D8 D9", "T", False, 8, "D"),
        ("S3 HT DA D4 D6 D7 D8 D9", "T", False, 2, "H"),
        ("S3 HT DA D4 D6 D7 D8 D9", "A", False, 3, "D"),
        ("S2 C2 D2 S2 C2 D2 H2 H3", "5", False, 8, "H"),
        ("S2 C2 D2 S2 C2 D2 H2 H3", "5", True, 8, "H"),
        ("S2 C2 D2 S2 C2 D2 H2 H2", "5", False, 8, "S"),
        ("S3 C2 D2 S2 C2 D2 H2 H3", "5", True, 8, "S"),
        ("C2 S2 D2 S2 C5 D2 H2 H3", "5", True, 5, "C"),
    ],
)
@pytest.mark.parametrize("manner", ["ladder", "after_deal", "counter_to_end"])
def test_the_bottom_is_turned_over_card_by_card(
    bottom: str, level: str, twos: bool, turned: int, suit: str | None, manner: str
) -> None:
    cards = parse_cards(bottom)
    rules = preset("lezhong", bidding=manner, nobody_bids="flip_bottom", two_is_trump=twos)
    assert turned_suit(cards, level, rules) == (cards[:turned], suit)
    told = nobody_bids(begun(rules, bottom=bottom, level=level, dealer=1))
    assert told.events[-3:] == [
        ev.BottomTurned(cards[:turned]),
        ev.TrumpSet(1, suit),
        ev.BottomTaken(1, cards),
    ]
    for seat in (*SEATS, None):
        assert view(told.match, seat).turned == cards[:turned]
        assert view(told.match, seat).suit == suit
    told("1 buries")
    assert told.match.phase == ("countering" if manner == "counter_to_end" else "playing")


def test_the_bottom_is_not_turned_when_somebody_bid() -> None:
    told = begun(preset("classic", nobody_bids="flip_bottom"), LEVELS, bottom="C2").deal()
    told("0 bids S2", "1 passes", "2 passes", "3 passes", "0 passes")
    assert [type(event) for event in told.events[-2:]] == [ev.TrumpSet, ev.BottomTaken]
    assert (told.trump, told.match.running.turned) == ("S", ())


def test_what_was_turned_may_be_countered() -> None:
    rules = preset("lezhong", bidding="counter_to_end", nobody_bids="flip_bottom")
    told = nobody_bids(begun(rules, ["", "S2", "", ""], bottom="H2", dealer=0))
    told("0 buries", "1 bids S2")
    assert told.trump == "S"
    assert told.match.running.bids == (ev.BidMade(1, parse_cards("S2")),)


@pytest.mark.parametrize("manner", ["ladder", "after_deal", "counter_to_end"])
@pytest.mark.parametrize("dealer", [None, 2])
def test_it_is_dealt_again_three_times_at_most(manner: str, dealer: int | None) -> None:
    rules = preset("lezhong", bidding=manner, nobody_bids="redeal")
    told = begun(rules, dealer=dealer)
    number, first = told.match.running.number, told.match.running.first
    decks = [told.match.running.order]
    for again in (1, 2, 3):
        nobody_bids(told)
        assert told.events[-1] == ev.DealVoided()
        match = told.match
        assert (match.phase, match.redeals, match.dealer) == ("ready", again, dealer)
        assert (match.deals_played, match.levels, match.result) == (
            0 if dealer is None else 5,
            ("2", "2"),
            None,
        )
        assert told.asked == {}, "nobody has to say so"
        assert match.ready == (True,) * 4
        (started,) = decide(match, None, co.StartDeal(f"another {again}"))
        assert started == ev.DealStarted(number, f"another {again}", dealer, first, "2")
        told.match = evolve(match, started)
        deal = told.match.running
        assert (deal.drawn, deal.bids, deal.passed, deal.asked) == (0, (), (False,) * 4, first)
        assert not any(map(any, deal.hands))
        decks.append(deal.order)
    assert len(set(decks)) == 4, "other cards each time"
    nobody_bids(told)
    assert told.events[-2:] == [
        ev.TrumpSet(first, None),
        ev.BottomTaken(first, told.match.running.order[100:]),
    ]
    assert told.match.redeals == 0
    after = play_out(told.match)
    assert after.deals_played == (1 if dealer is None else 6)


def test_a_deal_dealt_again_is_played_as_any_other_and_the_next_may_be_dealt_again() -> None:
    rules = preset("lezhong", nobody_bids="redeal")
    table = Table(rules, 4, keen=0)
    voided = [0]
    for _ in range(3):
        table.keen = 0
        while table.match.redeals < 2:
            before = len(table.events)
            for _ in table.steps():
                if isinstance(table.events[-1], ev.DealVoided) and table.match.redeals == 2:
                    break
            voided.append(sum(isinstance(event, ev.DealVoided) for event in table.events[before:]))
        table.keen = 1
        while table.step():
            pass
        assert table.match.result is not None
        assert table.match.running.bids
        assert table.match.redeals == 0
    assert table.match.deals_played == 3
    assert voided == [0, 2, 2, 2]


# Counters, stakes, streak


@pytest.mark.parametrize(
    ("changes", "lines", "number"),
    [
        ({}, ["the table closes"], 0),
        ({}, ["0 bids S2", "the table closes"], 0),
        ({}, ["0 bids S2", "0 bids S2 S2", "the table closes"], 0),
        ({}, ["0 bids S2", "2 bids D2 D2", "the table closes"], 1),
        ({}, ["0 bids S2", "1 bids H2 H2", "3 bids LJ LJ", "3 bids BJ BJ", "the table closes"], 2),
        (
            {"bidding": "after_deal"},
            ["0 bids S2", *("1p", "2p", "3p"), "0 bids S2 S2", *("1p", "2p", "3p", "0p")],
            0,
        ),
        ({"bidding": "after_deal"}, ["0 bids S2", "1 bids H2 H2", *("2p", "3p", "0p", "1p")], 1),
        (
            {"bidding": "counter_to_end"},
            [
                "2 bids D2",
                "1 bids H2 H2",
                "the table closes",
                "2 buries",
                "3 bids LJ LJ",
                "3 buries",
                "0p",
                "1p",
                "2p",
            ],
            2,
        ),
        (
            {"bidding": "counter_to_end"},
            [
                "the table closes",
                "0 buries",
                "1 bids H2",
                "1 buries",
                "2 bids D2 D2",
                "2 buries",
                "3p",
                "0p",
                "1p",
            ],
            1,
        ),
        (
            {"bidding": "counter_to_end"},
            ["1 bids H2", "3 bids LJ LJ", "the table closes", "1 buries", "2p", "3 bids BJ BJ", "3 buries"],
            1,
        ),
    ],
)
def test_a_counter_is_any_replacement_by_another_seat(
    changes: dict[str, str], lines: list[str], number: int
) -> None:
    told = begun(preset("lezhong", **changes), HANDS).deal()
    told(*(line.replace("p", " passes") if len(line) == 2 else line for line in lines))
    assert counters(told.match.running.bids) == number
    if told.match.phase == "burying":
        told(f"{told.match.running.burier} buries")
    result = play_out(told.match).result
    assert result is not None
    assert result.counters == number


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({}, ["the table closes", "0 buries"]),
        ({"bidding": "after_deal"}, ["0 passes", "1 passes", "2 passes", "3 passes", "0 buries"]),
        ({"bidding": "counter_to_end"}, ["the table closes", "0 buries", "1 passes", "2 passes", "3 passes"]),
        (
            {"bidding": "counter_to_end"},
            ["the table closes", "0 buries", "1 passes", "2 passes", "3 bids BJ BJ", "3 buries"],
        ),
    ],
)
@pytest.mark.parametrize(("room", "allowed"), [("common", [1, 2]), ("pass", [1, 2, 4, 8])])
def test_stakes_are_asked_of_all_between_the_last_bury_and_the_first_lead(
    changes: dict[str, str], lines: list[str], room: str, allowed: list[int]
) -> None:
    rules = preset("lezhong", settlement="silver", room=room, **changes)
    told = begun(rules, HANDS).deal()
    for line in lines:
        assert told.refused("0 stakes 1") is Reason.NOT_NOW
        told(line)
    assert told.match.phase == "staking"
    assert told.asked == dict.fromkeys(SEATS, "stake")
    for wrong in (0, -1, 3, 2 * allowed[-1], 16):
        assert told.refused(f"2 stakes {wrong}") is Reason.STAKE
    refusal = decide(told.match, 2, co.SetStake(3))
    assert isinstance(refusal, Refusal)
    assert refusal.number == allowed[-1]
    given = {2: allowed[-1], 0: allowed[0], 3: allowed[1], 1: allowed[0]}
    for n, (seat, stake) in enumerate(given.items()):
        assert told.refused("0 leads S2") is Reason.NOT_NOW
        told(f"{seat} stakes {stake}")
        assert told.events == [ev.StakeSet(seat, stake)]
        if n < 3:
            assert told.refused(f"{seat} stakes 1") is Reason.NOT_NOW, "once"
            assert told.asked == dict.fromkeys([s for s in SEATS if s not in list(given)[: n + 1]], "stake")
    assert told.match.phase == "playing"
    assert told.asked == {0: "play"}
    assert told.refused("0 stakes 1") is Reason.NOT_NOW
    stakes = tuple(given[seat] for seat in SEATS)
    assert view(told.match, None).stakes == stakes
    result = play_out(told.match).result
    assert result is not None
    assert result.stakes == stakes


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"room": "pass"},
        {"settlement": "silver", "room": "practice"},
        {"settlement": "popo", "room": "common"},
    ],
)
def test_no_stakes_are_asked_where_none_are_played_for(changes: dict[str, str]) -> None:
    told = begun(preset("lezhong", **changes)).deal()("the table closes", "0 buries")
    assert told.match.phase == "playing"
    assert told.refused("0 stakes 1") is Reason.NOT_NOW
    result = play_out(told.match).result
    assert result is not None
    assert result.stakes == (1, 1, 1, 1)


def test_each_deal_has_stakes_of_its_own() -> None:
    table = Table(preset("lezhong", 1, settlement="silver", room="pass"), 3)
    seen = set()
    for _ in range(4):
        for match in table.steps():
            if match.phase in ("dealing", "burying"):
                assert match.running.stakes == (None,) * 4
        assert table.match.result is not None
        assert table.match.result.stakes == table.match.running.stakes
        seen.add(table.match.result.stakes)
    assert len(seen) > 1


@pytest.mark.parametrize("kit", ["lezhong", "classic"])
def test_a_streak_is_held_and_held_before(kit: str) -> None:
    seen: Counter[tuple[str, ...]] = Counter()
    for seed in range(12):
        if len([pair for pair in seen if len(pair) == 2]) == 4:
            break
        table = Table(preset(kit, 1, nobody_bids="redeal"), seed, keen=0.1, bold=0.2)
        sides: list[str] = []
        while table.match.phase != "won" and len(sides) < 25:
            table.deal()
            result = table.match.result
            assert result is not None
            sides.append(result.side)
            assert result.streak == (sides[-2:] == ["dealer", "dealer"])
            seen[tuple(sides[-2:])] += 1
    assert len([pair for pair in seen if len(pair) == 2]) == 4, "every way was met"
