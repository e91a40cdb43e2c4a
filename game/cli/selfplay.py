"""``selfplay``: four computer players play whole deals through ``decide`` and ``evolve``.

Used to prove that what they answer is never refused, to look at the numbers, and for speed.
"""

import argparse
import json
import secrets
import sys
import time
from collections.abc import Sequence

from game.bots.legal import Player
from game.bots.rule import RuleBot
from game.engine import Match, Refusal, RulesError, decide, evolve, new_match, preset
from game.engine import question as question_to
from game.engine import view as view_of
from game.engine.cards import FACES, format_cards
from game.engine.chance import deal_seed
from game.engine.commands import Command, DealNext, Ready, StartDeal
from game.engine.rules import PRESETS


class MoveRefused(Exception):
    """A player's command that the rules did not take."""

    def __init__(self, seat: int | None, command: Command, refusal: Refusal) -> None:
        cards = getattr(command, "cards", ())
        known = all(0 <= card < FACES for card in cards)
        shown = f" {format_cards(cards) if known else cards}" if cards else ""
        super().__init__(
            f"seat {seat}: {type(command).__name__}{shown} refused: {refusal.reason.value}"
            + (f" ({format_cards(refusal.cards)})" if refusal.cards else "")
        )
        self.seat, self.command, self.refusal = seat, command, refusal


def apply(match: Match, seat: int | None, command: Command) -> Match:
    """The match after a command. MoveRefused when it can't be taken."""
    decision = decide(match, seat, command)
    if isinstance(decision, Refusal):
        raise MoveRefused(seat, command, decision)
    for event in decision:
        match = evolve(match, event)
    return match


def play_deal(match: Match, players: Sequence[Player], seed: str) -> Match:
    """The match after one more deal, dealt by ``seed``; ``players`` answer for seats 0..3.

    A seat may bid at each card it draws and whenever another bid is made. MoveRefused ends it.
    """
    match = deal_cards(apply(match, None, StartDeal(seed)), players)
    while match.redeals:
        match = deal_cards(apply(match, None, StartDeal(f"{seed} again {match.redeals}")), players)
    while match.phase not in ("ready", "won"):
        for seat in range(4):
            match = _ask(match, players, seat)
    if match.phase == "ready":
        for seat in range(4):
            if not match.ready[seat]:
                match = apply(match, seat, Ready())
    return match


def deal_cards(match: Match, players: Sequence[Player]) -> Match:
    """From a deal just started to the dealer with the bottom in hand."""
    while not match.running.dealt:
        drawer = (match.running.first + match.running.drawn) % 4
        match = _bidding(apply(match, None, DealNext()), players, drawer)
    while match.phase in ("dealing", "flipping"):  # all cards are out: round and round until all have passed
        for i in range(4):
            match = _ask(match, players, (match.running.first + i) % 4)
    return match


def _bidding(match: Match, players: Sequence[Player], drawer: int) -> Match:
    """Ask who drew a card, and after each bid the three others."""
    asked = [drawer]
    while asked:
        seat = asked.pop(0)
        before = match
        match = _ask(match, players, seat)
        if match is not before:
            asked = [(seat + i) % 4 for i in (1, 2, 3)]
    return match


def _ask(match: Match, players: Sequence[Player], seat: int) -> Match:
    """Put to a seat what is asked of it now, if anything, and take the answer."""
    ask = question_to(match, seat)
    if ask is None:
        return match
    command = players[seat].answer(view_of(match, seat), ask)
    return match if command is None else apply(match, seat, command)


def report(number: int, match: Match) -> dict[str, object]:
    """The last deal of a match as one line of ``--json``; ``points`` are the attackers' in all."""
    result = match.result
    assert result is not None
    return {
        "deal": number,
        "dealer": result.dealer,
        "level": result.level,
        "trump": result.suit,
        "points": result.points,
        "multiplier": result.multiplier,
        "bottom": result.bottom_points,
        "side": result.side,
        "levels_gained": result.gain,
        "levels": list(result.levels),
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m game selfplay", description="Computer players among themselves."
    )
    parser.add_argument("--deals", type=int, default=20, metavar="N", help="deals to play (20)")
    parser.add_argument("--decks", type=int, default=2, metavar="N", help="decks of cards, 1 to 4 (2)")
    parser.add_argument("--rules", default="lezhong", metavar="NAME", help=f"preset: {', '.join(PRESETS)}")
    parser.add_argument(
        "--seed", default=None, help="the same seed gives the same deals (default: a new one)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. 0: all deals played; 1: a move was refused; 2 (by SystemExit): bad options."""
    parser = _parser()
    options = parser.parse_args(argv)
    if options.deals < 1:
        parser.error("argument --deals: must be 1 or more")
    try:
        rules = preset(options.rules, options.decks)
    except RulesError as error:
        parser.error(str(error))
    seed = secrets.token_hex(8) if options.seed is None else options.seed

    players = [RuleBot() for _ in range(4)]
    match = new_match(rules)
    won = 0
    start = time.perf_counter()
    if not options.json:
        print(f"seed {seed}")
        print("deal dealer level trump points bottom  side       gain levels")
    for number in range(1, options.deals + 1):
        try:
            match = play_deal(match, players, deal_seed(str(seed), number))
        except MoveRefused as refused:
            print(f"deal {number} (seed {seed}): {refused}", file=sys.stderr)
            return 1
        line = report(number, match)
        print(json.dumps(line) if options.json else _row(line))
        if match.won_by is not None:
            won += 1
            match = new_match(rules)
    seconds = time.perf_counter() - start
    rate = options.deals / seconds
    if options.json:
        print(
            json.dumps(
                {
                    "summary": True,
                    "deals": options.deals,
                    "matches": won,
                    "seconds": round(seconds, 3),
                    "deals_per_second": round(rate, 1),
                }
            )
        )
    else:
        print(f"{options.deals} deals, {won} matches, {seconds:.1f} s, {rate:.1f} deals/s")
    return 0


def _row(line: dict[str, object]) -> str:
    """A deal as a row of the readable table."""
    levels = line["levels"]
    assert isinstance(levels, list)
    return (
        f"{line['deal']!s:>4} {line['dealer']!s:>6} {line['level']!s:>5} {line['trump'] or '-'!s:>5} "
        f"{line['points']!s:>6} {line['bottom']!s:>3} x{line['multiplier']!s:<2}  "
        f"{line['side']!s:<9} {line['levels_gained']!s:>5} {' '.join(levels)}"
    )
