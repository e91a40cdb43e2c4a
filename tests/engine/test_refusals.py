"""Why not: every refusal says its reason and the cards concerned, and changes nothing."""

import pytest
from engine_play import Table, at_play

from game.engine import Match, Reason, Refusal, decide, evolve, format_cards, parse_cards, preset, question
from game.engine import commands as co
from game.engine import events as ev
from game.engine.cards import cards_of

RULES = preset("lezhong")


def refused(match: Match, seat: int | None, command: co.Command) -> Refusal:
    before = repr(match)
    decision = decide(match, seat, command)
    assert isinstance(decision, Refusal), decision
    assert repr(match) == before, "a refusal changes nothing"
    assert decide(match, seat, command) == decision
    return decision


def play(cards: str) -> co.Play:
    return co.Play(parse_cards(cards))


LEADING = at_play(RULES, ["SA SK S9 S9 C3", "S3 S3 S4 D6 D7", "S5 S6 S7 S8 C4", "H3 H4 C5 C6 C7"])
FOLLOWING = at_play(
    RULES,
    ["SA", "S3 S3 S4 D6 D7", "S5 S6 S7 S8 C4", "H3 H4 C5 C6 C7"],
    plays=["S9 S9"],
)


@pytest.mark.parametrize(
    ("match", "seat", "cards", "reason", "named"),
    [
        (LEADING, 1, "S3", Reason.NOT_YOUR_TURN, ""),
        (LEADING, 3, "H3", Reason.NOT_YOUR_TURN, ""),
        (LEADING, 0, "", Reason.NO_CARDS, ""),
        (LEADING, 0, "D4", Reason.NOT_HELD, "D4"),
        (LEADING, 0, "SA SA", Reason.NOT_HELD, "SA"),
        (LEADING, 0, "SA C3", Reason.MIXED_SUITS, "SA C3"),
        (FOLLOWING, 0, "SA", Reason.NOT_YOUR_TURN, ""),
        (FOLLOWING, 1, "", Reason.NO_CARDS, ""),
        (FOLLOWING, 1, "S3", Reason.WRONG_COUNT, ""),
        (FOLLOWING, 1, "S3 S3 S4", Reason.WRONG_COUNT, ""),
        (FOLLOWING, 1, "S5 S5", Reason.NOT_HELD, "S5 S5"),
        (FOLLOWING, 1, "S4 S4", Reason.NOT_HELD, "S4"),
        (FOLLOWING, 1, "S4 D6", Reason.FOLLOW_SUIT, "S3 S3"),
        (FOLLOWING, 1, "D6 D7", Reason.FOLLOW_SUIT, "S3 S3 S4"),
        (FOLLOWING, 1, "S3 S4", Reason.OWED_SHAPE, "S3 S3"),
    ],
)
def test_a_play_that_can_t_be(match: Match, seat: int, cards: str, reason: Reason, named: str) -> None:
    refusal = refused(match, seat, play(cards))
    assert refusal.reason == reason
    assert format_cards(refusal.cards) == named


def test_counts_and_shapes_are_named() -> None:
    assert refused(FOLLOWING, 1, play("S3")).number == 2
    assert refused(FOLLOWING, 1, play("S4 D6")).number == 2
    owed = refused(FOLLOWING, 1, play("S3 S4"))
    assert (owed.width, owed.length) == (2, 1)
    tractor = at_play(RULES, ["SA", "S3 S3 S4 S4 S6 S6 S8", "C3", "C4"], plays=["S9 S9 ST ST"])
    owed = refused(tractor, 1, play("S3 S3 S6 S6"))
    assert (owed.width, owed.length) == (2, 2)
    assert format_cards(owed.cards) == "S3 S3 S4 S4"


@pytest.mark.parametrize("face", [54, 256, -1])
@pytest.mark.parametrize("match", [LEADING, FOLLOWING], ids=["leading", "following"])
def test_a_card_that_does_not_exist_is_not_held(match: Match, face: int) -> None:
    """Whatever comes over the wire: a refusal is a value, never an exception."""
    held = at_play(RULES, ["BJ LJ DA DK"] * 4, plays=["BJ"] if match is FOLLOWING else [])
    for board in (match, held):
        size = len(board.running.plays[0]) if board.running.plays else 1
        refusal = refused(board, board.running.turn, co.Play((face,) * size))
        assert refusal.reason == Reason.NOT_HELD


@pytest.mark.parametrize("face", [54, -1])
def test_no_bid_and_no_burying_of_a_card_that_does_not_exist(face: int) -> None:
    table = Table(RULES, 1)
    for match in table.steps():
        if match.phase == "dealing" and match.running.dealt:
            for seat in range(4):
                assert refused(match, seat, co.Bid((face, face))).reason == Reason.NOT_HELD
        if match.phase == "burying":
            seat = match.running.bound[0]
            assert refused(match, seat, co.Bury((face,) * 8)).reason == Reason.NOT_HELD
            return


def test_between_deals_there_is_nothing_to_play() -> None:
    table = Table(RULES, 1)
    for command in (play("S3"), co.Bury(()), co.Bid(parse_cards("S2")), co.PassBid()):
        assert refused(table.match, 0, command).reason == Reason.NOT_NOW
    for table_command in (co.DealNext(), co.CloseBids()):
        assert refused(table.match, None, table_command).reason == Reason.NOT_NOW
    table.do(0, co.Ready())
    assert refused(table.match, 0, co.Ready()).reason == Reason.NOT_NOW
    table.do(0, co.SetAuto(True))
    assert refused(table.match, 0, co.SetAuto(True)).reason == Reason.NOT_NOW


def test_while_the_cards_come() -> None:
    table = Table(RULES, 5)
    table.do(None, co.StartDeal("a deal"))
    assert refused(table.match, None, co.StartDeal("another")).reason == Reason.NOT_NOW
    for seat in range(4):
        assert refused(table.match, seat, co.PassBid()).reason == Reason.NOT_DEALT
        assert refused(table.match, seat, co.Bid(parse_cards("S2"))).reason == Reason.NOT_HELD
        assert refused(table.match, seat, play("S2")).reason == Reason.NOT_NOW
    while not table.match.running.dealt:
        assert refused(table.match, None, co.CloseBids()).reason == Reason.NOT_NOW
        assert refused(table.match, 2, co.PassBid()).reason == Reason.NOT_DEALT
        table.do(None, co.DealNext())
    assert refused(table.match, None, co.DealNext()).reason == Reason.NOT_NOW


def all_dealt(seed: int) -> Table:
    table = Table(RULES, seed)
    table.do(None, co.StartDeal(f"deal {seed}"))
    while not table.match.running.dealt:
        table.do(None, co.DealNext())
    return table


def test_a_bid_must_be_higher_and_a_pass_lasts_until_the_next_bid() -> None:
    for seed in range(40):
        table = all_dealt(seed)
        holders = [
            (seat, face)
            for seat in range(4)
            for face in (0, 13, 26, 39)
            if table.match.running.hands[seat][face]
        ]
        strong = [(s, f) for s, f in holders if table.match.running.hands[s][f] == 2]
        if len({seat for seat, _ in holders}) > 1 and strong:
            break
    (seat, face), (second, pair) = holders[0], strong[0]
    table.do(second, co.PassBid())
    assert refused(table.match, second, co.PassBid()).reason == Reason.NOT_NOW
    assert question(table.match, second) is None
    table.do(seat, co.Bid((face,)))
    low = refused(table.match, holders[-1][0], co.Bid((holders[-1][1],)))
    assert low.reason == Reason.BID_TOO_LOW
    assert low.cards == (face,)
    assert question(table.match, second) is not None, "a new bid is a new question"
    table.do(second, co.Bid((pair, pair)))
    for s in range(4):
        assert table.match.phase == "dealing"
        table.do(s, co.PassBid())
    assert table.match.phase == "burying"
    assert table.match.dealer == seat, "the first bidder deals though countered"
    assert table.match.running.bound[1].suit == "SHCD"[pair // 13]


def test_burying() -> None:
    table = all_dealt(3)
    table.do(None, co.CloseBids())
    match = table.match
    dealer = match.running.bound[0]
    hand = cards_of(match.running.hands[dealer])
    assert len(hand) == 33
    assert refused(match, (dealer + 1) % 4, co.Bury(hand[:8])).reason == Reason.NOT_YOUR_TURN
    assert refused(match, dealer, co.Play(hand[:1])).reason == Reason.NOT_NOW
    for wrong in ((), hand[:7], hand[:9]):
        refusal = refused(match, dealer, co.Bury(wrong))
        assert (refusal.reason, refusal.number) == (Reason.WRONG_COUNT, 8)
    strange = next(face for face in range(54) if face not in hand)
    refusal = refused(match, dealer, co.Bury((*hand[:7], strange)))
    assert (refusal.reason, refusal.cards) == (Reason.NOT_HELD, (strange,))
    table.do(dealer, co.Bury(hand[:8]))
    assert refused(table.match, dealer, co.Bury(hand[8:16])).reason == Reason.NOT_NOW
    assert refused(table.match, (dealer + 1) % 4, co.Play(hand[8:9])).reason == Reason.NOT_YOUR_TURN


def test_no_more_points_are_buried_than_the_table_allows() -> None:
    table = Table(preset("lezhong", bottom_points_limit=10), 1)
    for match in table.steps():
        if match.phase != "dealing":
            break
        table_match = match
        if table_match.running.dealt:
            break
    table.do(None, co.CloseBids())
    match = table.match
    dealer = match.running.bound[0]
    hand = cards_of(match.running.hands[dealer])
    worth = [card for card in hand if card < 52 and card % 13 in (3, 8, 11)]
    plain = [card for card in hand if card not in worth]
    many = tuple([*worth[:4], *plain][:8])
    refusal = refused(match, dealer, co.Bury(many))
    assert refusal.reason == Reason.BOTTOM_POINTS
    assert refusal.number == 10
    assert refusal.cards == tuple(worth[:4])
    one = tuple([*worth[:1], *plain][:8])
    assert not isinstance(decide(match, dealer, co.Bury(one)), Refusal)


def test_a_throw_s_cards_go_back_to_the_hand() -> None:
    match = at_play(RULES, ["SK SQ SQ C3", "SA S3 S4 C5", "S5 S6 S7 C4", "H3 H4 C5 C6"])
    events = decide(match, 0, play("SK SQ SQ"))
    assert not isinstance(events, Refusal)
    for event in events:
        match = evolve(match, event)
    assert match.running.plays == (parse_cards("SK"),)
    assert format_cards(cards_of(match.running.hands[0])) == "SQ SQ C3"


@pytest.mark.parametrize("holder", [1, 2, 3])
def test_every_other_hand_may_break_a_throw(holder: int) -> None:
    """The partner's too; everyone is told what was tried, what was forced, and what beat it."""
    hands = ["SK SQ SQ C3", *("S3 S4 S5 C4" for _ in range(3))]
    hands[holder] = "SA S3 S4 C5"
    events = decide(at_play(RULES, hands), 0, play("SK SQ SQ"))
    assert events == (
        ev.ThrowFailed(0, parse_cards("SK SQ SQ"), parse_cards("SK"), holder, parse_cards("SA")),
        ev.CardsPlayed(0, parse_cards("SK")),
    )


def test_a_question_is_asked_of_those_who_may_answer() -> None:
    table = Table(RULES, 2)
    for match in table.steps():
        asked = {seat: question(match, seat) for seat in range(4)}
        kinds = {seat: q.kind for seat, q in asked.items() if q}
        if match.phase == "dealing":
            assert set(kinds.values()) <= {"bid"}
            assert all((seat in kinds) != match.running.passed[seat] for seat in range(4))
        elif match.phase == "burying":
            assert kinds == {match.running.bound[0]: "bury"}
        elif match.phase == "playing":
            assert kinds == {match.running.turn: "play"}
        else:
            assert kinds == dict.fromkeys(range(4), "ready")


@pytest.mark.parametrize("seat", [0, None])
def test_a_seat_gives_no_command_of_the_table_nor_the_table_a_seat_s(seat: int | None) -> None:
    command: co.Command = co.DealNext() if seat == 0 else co.PassBid()
    with pytest.raises(ValueError, match="command"):
        decide(Table(RULES, 1).match, seat, command)
