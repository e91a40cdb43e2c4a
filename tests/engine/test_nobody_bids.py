"""When nobody bids, in each manner of bidding: no trump, the bottom turned over, or the deal dealt again."""

import pytest
from engine_play import Table
from told_play import SEATS, Told, begun, play_out

from game.engine import commands as co
from game.engine import decide, evolve, parse_cards, preset, view
from game.engine import events as ev
from game.engine.bids import turned_suit


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
    told = begun(preset("classic", nobody_bids="flip_bottom"), ["S2", "", "", ""], bottom="C2").deal()
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
