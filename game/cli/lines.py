"""The arena's protocol: one view a line as JSON in, one list of cards or null out.

Cards are a suit ``S H C D`` and a rank ``2..10 J Q K A`` (``"H10"``), or ``LJ``, ``BJ``; the level is a
rank. ``cmd`` is ``declare``, ``bury`` or ``play``. Seats are 0..3 in play order.

| key | meaning |
| --- | --- |
| seat, level, banker, hand | who acts, the level, the dealer's seat, own cards (with the bottom to bury) |
| trump | the suit, null for no trump; absent in ``declare`` |
| declaration | the standing bid {seat, cards, strength 1.. : card, pair, LJ LJ, BJ BJ, triple ...}, or null |
| buried | what the dealer buried, for nobody else |
| tricks, trick | {leader, plays: [[seat, cards], ...], winner}: finished, and the running one |
| att_points | the attackers' points so far |
| final | in ``declare``: the seat's last chance |
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from game.engine import Cards, Question, RuleSet, Trick, Trump, View, points_of, winner
from game.engine import commands as co
from game.engine.cards import CODES, FACES, LJ, bottom_size, hand_size
from game.engine.events import BidMade, Seat
from game.engine.shapes import one_suit

Codes: TypeAlias = Annotated[tuple[str, ...], Meta(max_length=216)]
"""Cards as the protocol writes them."""


ASKED: Mapping[
    str, tuple[Literal["dealing", "flipping", "burying", "playing"], Literal["bid", "flip", "bury", "play"]]
] = MappingProxyType(
    {
        "declare": ("dealing", "bid"),
        "flip": ("flipping", "flip"),
        "bury": ("burying", "bury"),
        "play": ("playing", "play"),
    }
)
"""The phase and the question that each command of the protocol is; ``declare`` is a flip after the deal."""


class Declaration(msgspec.Struct):
    """The standing bid."""

    seat: Seat
    cards: Codes


class Running(msgspec.Struct):
    """A trick, as far as it has come."""

    leader: Seat
    plays: Annotated[tuple[tuple[Seat, Codes], ...], Meta(max_length=4)]


class Finished(Running):
    """A trick of four plays."""

    winner: Seat


class Told(msgspec.Struct):
    """A line of the protocol: what a seat is told. What else is in it is nobody's business here."""

    cmd: Literal["declare", "bury", "play"]
    seat: Seat
    level: Annotated[str, Meta(max_length=2)] | int
    hand: Codes
    banker: Seat | None = None
    trump: Annotated[str, Meta(max_length=1)] | None = None
    declaration: Declaration | None = None
    buried: Codes | None = None
    tricks: Annotated[tuple[Finished, ...], Meta(max_length=54)] = ()
    trick: Running | None = None
    att_points: int = 0
    final: bool = False


def code_of(card: int) -> str:
    """A card as the protocol writes it."""
    return CODES[card].replace("T", "10")


def card_of(code: str) -> int:
    """The face of a code. ValueError when there is none."""
    try:
        return CODES.index(code.replace("10", "T"))
    except ValueError:
        raise ValueError(f"{code[:20]!r} is no card") from None


def cards_of(codes: Iterable[str]) -> Cards:
    """The faces of codes."""
    return tuple(map(card_of, codes))


def question_of(line: str | bytes, rules: RuleSet) -> tuple[View, Question]:
    """What a line tells a seat, as its view and the question put to it. ValueError, with the reason, for
    one that makes no sense."""
    try:
        told = msgspec.json.decode(line, type=Told)
    except RecursionError:
        raise ValueError("too deeply nested") from None
    level = str(told.level).replace("10", "T")
    trump = Trump(level, told.trump, rules.two_is_trump)
    bid = told.declaration
    playing, declares = told.cmd == "play", told.cmd == "declare"
    tricks = tuple(_trick(trick) for trick in told.tricks if playing)
    running = told.trick if told.trick and playing else Running(told.banker or 0, ())
    plays = _plays(running)
    hand, size = tuple(sorted(cards_of(told.hand))), hand_size(rules.decks)
    phase, kind = ASKED["flip" if declares and rules.bidding == "after_deal" else told.cmd]
    view = View(
        seat=told.seat,
        rules=rules,
        phase=phase,
        levels=(level, level),
        dealer=told.banker,
        deals_played=1,
        failed_throws=(0, 0, 0, 0),
        ready=(False,) * 4,
        auto=(False,) * 4,
        won_by=None,
        result=None,
        number=2,
        level=level,
        first=told.banker or 0,
        suit=told.trump,
        trump_set=not declares,
        undealt=4 * (size - len(hand)) if declares and not told.final else 0,
        hand=hand,
        counts=_counts(told, size, running),
        bids=(BidMade(bid.seat, cards_of(bid.cards)),) if bid else (),
        burier=None if declares else told.banker,
        buried=cards_of(told.buried) if told.buried and playing else None,
        leader=running.leader,
        turn=told.seat,
        plays=plays,
        winning=(running.leader + winner(plays, trump, rules)) % 4 if plays else None,
        tricks=tricks,
        points=told.att_points,
    )
    _check(view)
    return view, Question(kind, (2, len(tricks), len(plays)))


def _counts(told: Told, size: int, running: Running) -> tuple[int, int, int, int]:
    """How many cards each hand holds: a whole one while somebody has the bottom too, else as many as that of
    the seat asked, less what lies on the table."""
    counts = [size if told.cmd == "bury" else len(told.hand)] * 4
    counts[told.seat] = len(told.hand)
    for seat, cards in running.plays:
        counts[seat] -= len(cards)
    a, b, c, d = counts
    return a, b, c, d


def _trick(told: Finished) -> Trick:
    plays = _plays(told)
    if len(plays) < 4:
        raise ValueError("a finished trick has four plays")
    return Trick(told.leader, plays, told.winner, sum(map(points_of, plays)))


def _plays(told: Running) -> tuple[Cards, ...]:
    """The plays of a trick, from the leader on."""
    seats = [seat for seat, _ in told.plays]
    if seats[:1] not in ([], [told.leader]) or any((a + 1) % 4 != b for a, b in pairwise(seats)):
        raise ValueError(f"the plays of a trick go round from its leader, {told.leader}: not {seats}")
    plays = tuple(cards_of(cards) for _, cards in told.plays)
    if any(len(play) != len(plays[0]) or not play for play in plays):
        raise ValueError("the plays of a trick are of as many cards, one or more")
    return plays


def _check(view: View) -> None:
    """ValueError for what no seat can be told under the rules."""
    decks, held = view.rules.decks, len(view.hand)
    playing = view.phase == "playing"
    tricks, running = [trick.plays for trick in view.tricks], view.plays
    if view.trump_set and view.dealer is None:
        raise ValueError("banker is wanted to bury and to play")
    if view.phase == "burying" and held != (wanted := hand_size(decks) + bottom_size(decks)):
        raise ValueError(f"{held} cards in the hand to bury from: {wanted} with {decks} decks")
    gone = sum(len(plays[0]) for plays in tricks)
    if view.phase != "burying" and held + gone > hand_size(decks):
        raise ValueError(f"{held + gone} cards in a hand of {hand_size(decks)}")
    if playing and (view.leader + len(running)) % 4 != view.seat:
        raise ValueError(f"seat {view.seat} is not the one to play")
    if playing and held < (len(running[0]) if running else 1):
        raise ValueError(f"{held} cards in the hand to play from")
    if any(one_suit(plays[0], view.trump) is None for plays in (*tricks, running) if plays):
        raise ValueError("a lead is of one suit")
    played = [card for plays in (*tricks, running) for play in plays for card in play]
    seen = [*view.hand, *(view.buried or ()), *played]
    for card in dict.fromkeys(seen):
        if seen.count(card) > decks:
            raise ValueError(f"{code_of(card)} is there {seen.count(card)} times, with {decks} decks")
    others = sum(view.counts) - held
    if others > (left := FACES * decks - len(seen)):
        raise ValueError(f"the others would hold {others} cards, and {left} are left")
    for bid in view.bids:
        if len(set(bid.cards)) != 1:
            raise ValueError("a declaration is of one card, once or more")


def line_of(view: View, ask: Question) -> dict[str, Any] | None:
    """The same the other way round, None for a question that the protocol does not know."""
    cmd = {"bid": "declare", "flip": "declare", "counter": "declare", "bury": "bury", "play": "play"}.get(
        ask.kind
    )
    if cmd is None:
        return None
    told: dict[str, Any] = {
        "cmd": cmd,
        "seat": view.seat,
        "level": view.level.replace("T", "10"),
        "banker": view.dealer,
        "hand": list(map(code_of, view.hand)),
        "declaration": None,
    }
    if view.bids:
        standing = view.bids[-1]
        told["declaration"] = {
            "seat": standing.seat,
            "cards": list(map(code_of, standing.cards)),
            "strength": _ladder(standing.cards),
        }
    if cmd == "declare":
        return {**told, "final": not view.undealt}
    told["trump"] = view.suit
    told["buried"] = list(map(code_of, view.buried)) if view.buried and view.burier == view.seat else None
    if cmd == "play":
        told["tricks"] = [_told(trick.leader, trick.plays, trick.winner) for trick in view.tricks]
        ahead = view.leader if view.winning is None else view.winning
        told["trick"] = _told(view.leader, view.plays, ahead)
        told["att_points"] = view.points
    return told


def _ladder(bid: Cards) -> int:
    """A bid's place: a card, then a pair, two little jokers, two big ones, a triple, and so on."""
    return max(1, 3 * len(bid) - 4 + max(0, bid[0] - LJ + 1))


def _told(leader: int, plays: Sequence[Cards], ahead: int) -> dict[str, Any]:
    four = [[(leader + i) % 4, list(map(code_of, play))] for i, play in enumerate(plays)]
    return {"leader": leader, "plays": four, "winner": ahead}


def command_of(answer: Any, ask: Question) -> co.SeatCommand | None:
    """The command that a line answers; null passes. ValueError for what is no list of cards."""
    if answer is not None and not (isinstance(answer, list) and all(isinstance(c, str) for c in answer)):
        raise ValueError("an answer is a list of cards or null")
    cards = cards_of(answer or ())
    match ask.kind:
        case "bury":
            return co.Bury(cards)
        case "play":
            return co.Play(cards)
        case _:
            return co.Bid(cards) if cards else co.PassBid()


def answer_of(command: co.SeatCommand | None) -> list[str] | None:
    """A command as the protocol's answer."""
    if isinstance(command, co.Bid | co.Bury | co.Play):
        return list(map(code_of, command.cards))
    return None
