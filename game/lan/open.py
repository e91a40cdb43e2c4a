"""Open a table for others on this PC: a new one, or one that was cut short."""

import secrets
import time
from collections.abc import Callable
from pathlib import Path

from game.engine import RuleSet, Standing
from game.lan import wire
from game.lan.find import own_addresses
from game.lan.host import Host
from game.lan.keep import kept
from game.lan.names import clean_name, clean_title
from game.lan.peer import Peer
from game.lan.room import Person, Room
from game.profile.avatar import Picture
from game.table.journal import Damaged
from game.table.table import Pace
from game.table.thinker import Thinker


class Hosted:
    """A table opened on this PC. ``peer`` is the own place at it, None where the PC only hosts."""

    def __init__(self, host: Host, peer: Peer | None) -> None:
        self._host = host
        self.peer = peer
        self.port = host.port

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where other PCs may find it."""
        return own_addresses()

    @property
    def code(self) -> str | None:
        """The room's code; None where none is needed."""
        return self._host.code

    @property
    def lobby(self) -> wire.Lobby:
        """The table as it is."""
        return self._host.lobby

    def begin_match(self) -> None:
        """Begin as soon as may be, though nobody at this PC asks for it."""
        self._host.call(self._host.begin_match)

    @property
    def deals(self) -> int:
        """Deals finished in the match under way."""
        return self._host.deals

    @property
    def stopped(self) -> bool:
        """Whether the match under way can't go on: its journal can't be written, say."""
        return self._host.stopped

    @property
    def won(self) -> bool:
        """Whether the match under way is won."""
        return self._host.won

    def reopen(self) -> None:
        """Back to the lobby, though nobody at this PC asks for it."""
        self._host.call(self._host.reopen)

    @property
    def over(self) -> bool:
        """Whether the table was closed."""
        return self._host.over

    def close(self) -> None:
        """Close the table for all; the match is kept."""
        self._host.close()


def open_table(
    folder: Path,
    matches: Path,
    title: str,
    name: str | None,
    rules: RuleSet,
    options: wire.Options,
    pace: Pace,
    wake: Callable[[], None],
    port: int | None = None,
    standing: Standing | None = None,
    reserved: wire.Names = wire.NOBODY,
    code: str | None = None,
    thinker: Thinker | None = None,
    picture: Picture | None = None,
) -> Hosted:
    """Open a table that others can join; ``name`` None: without a player at this PC, else with this
    ``picture``.

    ``port`` None takes the first free one; ``standing``: the first match goes on from there, with who sat
    where then ``reserved`` a seat by name; ``code`` None: one by chance. Raises BadName for a title or
    name that can't be, OSError when no port is free or nothing can be written.
    """
    room = Room(clean_title(title), rules, options, standing, reserved)
    person = None
    if name is not None:
        admitted = room.admit(clean_name(name), host=True, picture=picture)
        assert isinstance(admitted, Person)  # an empty room has a seat for a clean name
        person = admitted
    host = Host(folder, matches, room, pace, secrets.token_bytes(8), port, code, thinker)
    peer = host.seat_here(person, wake) if person else None
    host.start()
    return Hosted(host, peer)


def reopen_table(
    folder: Path,
    journal: Path,
    pace: Pace,
    wake: Callable[[], None],
    port: int | None = None,
    code: str | None = None,
    thinker: Thinker | None = None,
    picture: Picture | None = None,
) -> Hosted:
    """Offer a table again, with its match where it stopped: its members come back by themselves.

    It takes its old port unless that is gone or another is asked for, and its old code; the player at this
    PC has this ``picture`` now. Raises OSError, Damaged, NewerFormat, Locked.
    """
    found = kept(journal)
    if found is None:
        raise Damaged("the table's own file is missing")
    code = code or found.code
    room = Room.from_kept(found.room, time.monotonic())
    try:
        host = Host(folder, journal.parent, room, pace, found.table, port or found.port, code, thinker)
    except OSError:
        if port is not None:
            raise
        host = Host(folder, journal.parent, room, pace, found.table, None, code, thinker)
    person = next((person for person in room.people.values() if person.host), None)
    if person:
        person.picture = picture
    peer = host.seat_here(person, wake) if person else None
    host.go_on_with(journal, found)
    host.start()
    return Hosted(host, peer)
