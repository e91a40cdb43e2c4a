"""The arena's protocol: one view a line as JSON in, one list of cards or null out.

Cards are a suit ``S H C D`` and a rank ``2..10 J Q K A`` (``"H10"``), or ``LJ``, ``BJ``; the level is a
rank. ``cmd`` is ``declare``, ``bury`` or ``play``. Seats are 0..3 in play order.

| key | meaning |
| --- | --- |
| seat, level, banker, hand | who acts, the level, the dealer's seat, own cards (with the bottom to bury) |
| trump | the suit, null for no trump; absent in ``declare`` |
| declaration | the standing bid {seat, cards, strength}, or null |
| buried | what the dealer buried, for nobody else |
| tricks, trick | {leader, plays: [[seat, cards], ...], winner}: finished, and the running one |
| att_points | the attackers' points so far |
| final | in ``declare``: the seat's last chance |
"""

from collections.abc import Mapping, Sequence
from typing import Any

from game.engine import Cards, Question, RuleSet, Trick, Trump, View, points_of, winner
from game.engine import commands as co
from game.engine.bids import strength
from game.engine.cards import CODES, hand_size
from game.engine.events import BidMade

KINDS = {"declare": "bid", "bury": "bury", "play": "play"}
"""Commands of the protocol, and the questions they are."""


def code_of(card: int) -> str:
    """A card as the protocol writes it."""
    return CODES[card].replace("T", "10")


def card_of(code: str) -> int:
    """The face of a code. ValueError when there is none."""
    try:
        return CODES.index(code.replace("10", "T"))
    except ValueError:
        raise ValueError(f"{code!r} is no card") from None


def cards_of(codes: Sequence[str]) -> Cards:
    """The faces of codes."""
    return tuple(map(card_of, codes))


def question_of(told: Mapping[str, Any], rules: RuleSet) -> tuple[View, Question]:
    """What a seat is told, as its view and the question put to it. ValueError and KeyError for nonsense."""
    cmd = told["cmd"]
    if cmd not in KINDS:
        raise ValueError(f"cmd {cmd!r} is none of {', '.join(KINDS)}")
    seat, dealer = int(told["seat"]), told["banker"]
    level = str(told["level"]).replace("10", "T")
    hand = tuple(sorted(cards_of(told["hand"])))
    bid = told.get("declaration")
    bids = (BidMade(int(bid["seat"]), cards_of(bid["cards"])),) if bid else ()
    suit = told.get("trump")
    buried = told.get("buried")
    tricks = tuple(_trick(trick, Trump(level, suit, rules.two_is_trump)) for trick in told.get("tricks", ()))
    running = told.get("trick") or {"leader": dealer, "plays": []}
    plays = tuple(cards_of(cards) for _, cards in running["plays"])
    leader = running["leader"]
    size = hand_size(rules.decks)
    counts = [len(hand) if cmd == "declare" else size] * 4
    if cmd == "play":
        for trick in tricks:
            counts = [n - len(trick.plays[0]) for n in counts]
        for i, play in enumerate(plays):
            counts[(leader + i) % 4] -= len(play)
    counts[seat] = len(hand)
    a, b, c, d = counts
    trump = Trump(level, suit, rules.two_is_trump)
    phase = {"declare": "dealing", "bury": "burying", "play": "playing"}[cmd]
    if cmd == "declare" and rules.bidding == "after_deal":
        phase = "flipping"
    known = View(
        seat=seat,
        rules=rules,
        phase=phase,  # type: ignore[arg-type]  # one of a phase's names
        levels=(level, level),
        dealer=dealer,
        deals_played=1,
        failed_throws=(0, 0, 0, 0),
        ready=(False,) * 4,
        auto=(False,) * 4,
        won_by=None,
        result=None,
        number=2,
        level=level,
        first=dealer or 0,
        suit=suit,
        trump_set=cmd != "declare",
        undealt=4 * (size - len(hand)) if cmd == "declare" and not told.get("final") else 0,
        hand=hand,
        counts=(a, b, c, d),
        bids=bids,
        burier=dealer if cmd != "declare" else None,
        buried=cards_of(buried) if buried and cmd == "play" else None,
        leader=leader or 0,
        turn=seat,
        plays=plays,
        winning=(leader + winner(plays, trump, rules)) % 4 if plays else None,
        tricks=tricks,
        points=int(told.get("att_points", 0)),
    )
    return known, Question(KINDS[cmd], (2, len(tricks), len(plays)))  # type: ignore[arg-type]  # as above


def _trick(told: Mapping[str, Any], trump: Trump) -> Trick:
    plays = tuple(cards_of(cards) for _, cards in told["plays"])
    return Trick(told["leader"], plays, told["winner"], sum(map(points_of, plays)))


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
            "strength": strength(standing.cards, view.rules)[0],
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
