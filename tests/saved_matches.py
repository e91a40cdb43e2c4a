"""Matches made beforehand: saved ones for a program to go on with, and seeds that give what one looks for."""

from collections.abc import Callable
from pathlib import Path

from game.bots.legal import plain_answer
from game.bots.rule import RuleBot
from game.engine import Match, Question, View, new_match, preset, view
from game.engine import commands as co
from game.table.journal import SUFFIX, Header, Journal
from game.table.open import HOUSE_SEATS
from game.table.table import MatchSeeds, Pace, Table

FOLLOWING = "3"
"""A seed. Where seat 1 deals, it makes clubs trumps and leads a diamond; I am the last to follow."""
SUIT_LED, LEGAL, ILLEGAL, PAIR = "D", "D3", "HA", "HJ"
"""Of what I hold then: a card that may be played, one that may not, and a pair."""


def my_turn(match: Match) -> bool:
    return match.phase == "playing" and match.running.turn == 0


def my_turn_to_follow(match: Match) -> bool:
    """As the last of four."""
    return my_turn(match) and len(match.running.plays) == 3


def at_my_last_card(match: Match) -> bool:
    return my_turn(match) and sum(match.running.hands[0]) == 1


def to_bury(match: Match) -> bool:
    return match.phase == "burying"


def bare_table(seed: str, journal: Journal | None = None, decks: int = 2) -> Table:
    """A table without a thread and without waiting; all four are ready."""
    table = Table(new_match(preset("lezhong", decks)), MatchSeeds(seed), Pace(0, 0, 0, 0), journal, 0.0)
    for seat in range(4):
        table.handle(seat, co.Ready(), 0.0)
    return table


def save_match(
    data_dir: Path,
    seed: str,
    bidder: int,
    until: Callable[[Match], object],
    decks: int = 2,
    answer: Callable[[View, Question], co.SeatCommand | None] = plain_answer,
) -> Path:
    """A saved match in which ``bidder`` deals, played by plain answers up to ``until``; its journal."""
    folder = data_dir / "matches"
    path = folder / f"20240101-{len(list(folder.glob('*'))):06}-{seed}{SUFFIX}"
    began = "2024-01-01T00:00:00+00:00"
    header = Header(rules=preset("lezhong", decks), seed=seed, seats=HOUSE_SEATS, began=began)
    journal = Journal.create(path, header)
    table = bare_table(seed, journal, decks)
    while not until(table.match):
        match = table.match
        if match.phase == "ready" and not all(match.ready):
            command: co.SeatCommand | None = co.Ready()
            seat = match.ready.index(False)
        elif match.phase == "dealing" and match.running.dealt:
            deal = match.running
            seat = deal.passed.index(False) if deal.bids else bidder
            command = co.PassBid()
            if not deal.bids:
                level_cards = [card for card in view(match, bidder).hand if card < 52 and card % 13 == 0]
                command = co.Bid(tuple(level_cards[:1]))
        elif match.phase in ("burying", "playing"):
            seat = next(s for s in range(4) if table.ask(s))
            asked = table.ask(seat)
            assert asked is not None
            command = answer(view(match, seat), asked.question)
        else:
            table.tick(0.0)
            continue
        assert command is not None
        done = table.handle(seat, command, 0.0)
        assert isinstance(done, tuple), done
    journal.close()
    return path


def first_bids(seed: str) -> list[tuple[int, int]]:
    """(cards drawn, seat) of each bid the computer players make in the first deal while I stay silent,
    and what they would do when all is dealt."""
    table, bot = bare_table(seed), RuleBot()
    made: list[tuple[int, int]] = []
    while table.match.phase in ("ready", "dealing"):
        deal = table.match.deal
        if deal is not None and deal.dealt:
            break
        table.tick(0.0)
        for seat in (1, 2, 3):
            asked = table.ask(seat)
            command = bot.answer(view(table.match, seat), asked.question) if asked else None
            if isinstance(command, co.Bid) and isinstance(table.handle(seat, command, 0.0), tuple):
                made.append((table.match.running.drawn, seat))
    return made


def my_level_cards(seed: str) -> list[int]:
    """How many cards were drawn by all when each of my level cards came, in the first deal."""
    table = bare_table(seed)
    came = []
    while table.match.deal is None or not table.match.running.dealt:
        table.tick(0.0)
        deal = table.match.deal
        if deal is not None:
            held = sum(1 for card in view(table.match, 0).hand if card < 52 and card % 13 == 0)
            if held > len(came):
                came.append(deal.drawn)
    return came


def find_seed(wanted: Callable[[str], object]) -> str:
    """The first seed with which it is so."""
    return next(seed for seed in map(str, range(1, 500)) if wanted(seed))
