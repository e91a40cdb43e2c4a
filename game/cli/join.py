"""``join``: a seat at a table on the LAN without a window, played by the computer or a script."""

import argparse
import logging
import time
from collections.abc import Sequence
from pathlib import Path

from game.cli.player import player
from game.cli.seat import Seat, log_to
from game.lan.door import FIRST_PORT
from game.lan.find import Finder
from game.lan.folder import Folder
from game.lan.join import join, rejoin
from game.lan.remember import Known, Memory
from game.profile.logs import keep_log
from game.profile.paths import Paths

SEARCH = 10.0
"""Seconds to look for a table."""
LOOK = 0.05
"""Seconds from one look at what was found to the next."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m game join",
        description="Sit down at a table on the LAN. Where a seat waits from before, it is taken again.",
    )
    parser.add_argument("address", help="the host's address; 'find' looks for a table on the network")
    parser.add_argument("--port", type=int, default=FIRST_PORT, metavar="N", help=f"its port ({FIRST_PORT})")
    parser.add_argument("--code", metavar="NNNNNN", help="the room's code")
    parser.add_argument("--name", default="Guest", help="name at the table (Guest)")
    parser.add_argument("--play", default="bot", metavar="bot|FILE", help="who plays (bot)")
    parser.add_argument("--think", type=float, default=0.0, metavar="S", help="seconds it thinks (0)")
    parser.add_argument("--watch", action="store_true", help="only watch")
    parser.add_argument("--seat", type=int, choices=range(4), help="the seat to ask for")
    parser.add_argument("--deals", type=int, metavar="N", help="leave after N deals (when the match is won)")
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="keep what is remembered of tables here")
    parser.add_argument("--new", action="store_true", help="do not take a seat that waits from before")
    parser.add_argument("--events", type=Path, metavar="FILE", help="write public events here")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. 0: played to the wished end; 1: the table ended it; 2: it can't be done as asked."""
    parser = _parser()
    options = parser.parse_args(argv)
    try:
        seat_player = None if options.watch else player(options.play)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    paths = Paths(options.data_dir)
    try:
        paths.root.mkdir(parents=True, exist_ok=True)
        keep_log(paths.log, logging.INFO)
        folder = Folder.take(paths.root).path
    except OSError as error:
        parser.error(f"the folder can't be written ({error}); choose another with --data-dir")
    log = log_to(options.json)
    address, port = options.address, options.port
    if address == "find":
        found = _found()
        if found is None:
            parser.error("no table was found; give the host's address")
        address, port = found
        log.line("found", address=address, port=port)
    events = options.events.open("a") if options.events else None
    seat = Seat(seat_player, options.deals, log, events, options.think)
    known = None if options.new else _waiting(folder, address, port)
    if known:
        peer = rejoin(folder, known, seat.news.set)
    else:
        peer = join(folder, address, port, options.name, options.code, seat.news.set, options.watch)
    try:
        return seat.play(peer, options.seat)
    except KeyboardInterrupt:
        return 130
    finally:
        peer.leave()


def _waiting(folder: Path, address: str, port: int) -> Known | None:
    """A table at this place where a seat waits."""
    places = (known for known in Memory(folder).all() if known.token)
    return next((known for known in places if (known.address, known.port) == (address, port)), None)


def _found() -> tuple[str, int] | None:
    """The first table that answers."""
    finder = Finder(lambda: None)
    finder.start()
    try:
        until = time.monotonic() + SEARCH
        while time.monotonic() < until:
            for table in finder.tables():
                return table.address, table.port
            time.sleep(LOOK)  # without a window nobody is woken: it looks again
        return None
    finally:
        finder.close()
