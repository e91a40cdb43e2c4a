"""``host``: a table on the LAN without a window: on a spare PC, or played by the computer."""

import argparse
import logging
import re
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from game.cli.player import player
from game.cli.seat import Seat, log_to
from game.engine import RulesError, RuleSet, preset
from game.engine.rules import PRESETS
from game.lan import wire
from game.lan.folder import Folder
from game.lan.keep import kept
from game.lan.names import BadName
from game.lan.open import Hosted, open_table, reopen_table
from game.profile.logs import keep_log
from game.profile.paths import Paths
from game.table.journal import Damaged, NewerFormat, find
from game.table.lock import Locked
from game.table.table import Pace

LOOK = 0.1
"""Seconds from one look at the table to the next: only members are told of changes, and here is none."""
LAST_WORDS = 0.5
"""Seconds for all to hear of the last deal before the table closes."""
AFTER_MATCH = 15.0
"""Seconds to look at the result before a PC without a player opens the lobby again."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m game host",
        description="Open a table for others on the LAN. A match that was cut short is gone on with.",
    )
    parser.add_argument("--title", default="Shengji", help="what the table is called (Shengji)")
    parser.add_argument("--port", type=int, metavar="N", help="port to listen on (the first free from 27100)")
    parser.add_argument("--code", metavar="NNNNNN", help="the room's code (six digits by chance)")
    parser.add_argument("--no-code", action="store_true", help="let in anybody")
    parser.add_argument("--play", metavar="bot|FILE", help="take a seat, played by the computer or a script")
    parser.add_argument("--think", type=float, default=0.0, metavar="S", help="seconds it thinks (0)")
    parser.add_argument("--name", default="Table", help="name of that player (Table)")
    parser.add_argument(
        "--start-with", type=int, default=1, metavar="N", help="begin when N guests are ready (1)"
    )
    parser.add_argument("--deals", type=int, metavar="N", help="close after N deals (when the match is won)")
    parser.add_argument("--decks", type=int, default=2, metavar="N", help="decks of cards, 1 to 4 (2)")
    parser.add_argument("--rules", default="lezhong", metavar="NAME", help=f"preset: {', '.join(PRESETS)}")
    parser.add_argument("--turn", type=int, default=30, metavar="S", help="seconds for a turn, 5 to 600 (30)")
    parser.add_argument(
        "--countdown",
        type=int,
        default=30,
        metavar="S",
        help="seconds until the computer plays for who is away (30)",
    )
    parser.add_argument("--spectators", action="store_true", help="let others watch")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="pace: 1 normal, 0 no waiting")
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="keep matches here")
    parser.add_argument("--new", action="store_true", help="do not go on with an unfinished match")
    parser.add_argument("--events", type=Path, metavar="FILE", help="write public events here, with --play")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. 0: played to the wished end; 1: ended otherwise; 2: it can't be done as asked."""
    parser = _parser()
    options = parser.parse_args(argv)
    if options.code and not re.fullmatch(r"\d{6}", options.code):
        parser.error(f"argument --code: {options.code!r} is not six digits")
    for name, low, high in (("turn", 5, 600), ("countdown", 0, 180), ("start_with", 0, 4)):
        if not low <= getattr(options, name) <= high:
            parser.error(f"argument --{name.replace('_', '-')}: must be {low} to {high}")
    try:
        rules = preset(options.rules, options.decks)
        seat_player = player(options.play) if options.play else None
    except (RulesError, ValueError, OSError) as error:
        parser.error(str(error))
    paths = Paths(options.data_dir)
    log = log_to(options.json)
    news = threading.Event()
    events = options.events.open("a") if options.events else None
    seat = Seat(seat_player, options.deals, log, events, options.think)
    seat.news = news
    try:
        paths.root.mkdir(parents=True, exist_ok=True)
        keep_log(paths.log, logging.INFO)
        folder = Folder.take(paths.root)
        hosted = _open(options, paths, folder.path, rules, news)
    except BadName as error:
        parser.error(f"argument --title or --name: it can't be used ({error.reason})")
    except OSError as error:
        parser.error(f"the table can't be opened: {error}")
    log.line(
        "open",
        title=hosted.lobby.name,
        port=hosted.port,
        code=hosted.code,
        addresses=list(hosted.addresses),
        playing=hosted.lobby.playing,
    )
    try:
        return _serve(hosted, seat, options.start_with, options.deals)
    except KeyboardInterrupt:
        return 130
    finally:
        hosted.close()


def _open(
    options: argparse.Namespace, paths: Paths, folder: Path, rules: RuleSet, news: threading.Event
) -> Hosted:
    """The table of an unfinished match, or a new one."""
    pace = Pace(grace=5.0).at_speed(options.speed)
    saved = None if options.new else find(paths.matches).latest
    if saved and kept(saved.path):
        try:
            return reopen_table(folder, saved.path, pace, news.set, options.port, options.code)
        except (Damaged, NewerFormat, Locked) as error:
            raise OSError(f"the unfinished match can't be gone on with ({error}); see --new") from None
    return open_table(
        folder,
        paths.matches,
        options.title,
        options.name if options.play else None,
        rules,
        wire.Options(options.turn, options.countdown, options.spectators, not options.no_code),
        pace,
        news.set,
        options.port,
        code=options.code,
    )


def _serve(hosted: Hosted, seat: Seat, guests: int, deals: int | None) -> int:
    """With a player here until the match or so many deals are over; without, one match after the other."""
    starter = threading.Thread(target=_start_when_ready, args=(hosted, guests), daemon=True)
    starter.start()
    if hosted.peer:
        return seat.play(hosted.peer)
    while not hosted.over and (deals is None or hosted.deals < deals):
        time.sleep(LOOK)  # without a window nobody is woken: it looks again
        if hosted.stopped:
            return 1
        if hosted.won:
            time.sleep(AFTER_MATCH)  # so that its end can be read
            hosted.reopen()
    time.sleep(LAST_WORDS)  # the guests hear of the end before the line is cut
    return 0


def _start_when_ready(hosted: Hosted, guests: int) -> None:
    """Begin whenever so many guests sit and are ready."""
    while not hosted.over:
        seated = [member for member in hosted.lobby.members if member.seat is not None and not member.host]
        ready = len(seated) >= guests and all(member.ready for member in seated)
        if ready and not hosted.lobby.playing:
            hosted.begin_match()
        time.sleep(LOOK)  # in a thread of its own
