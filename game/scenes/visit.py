"""A stay at a LAN table, from the lobby through its matches: the peer, what was said, who is muted."""

import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple, Protocol

from game.lan.peer import Peer
from game.lan.wire import Lobby, Member, Said

LINES = 100
"""Lines of chat kept."""
NEWS = -1
"""In the place of a member's number: the line is the program's own."""
BUBBLE = 4.0
"""Seconds for which what was said stands beside its speaker."""


class Hosted(Protocol):
    """A table that runs on this PC."""

    @property
    def port(self) -> int:
        """Where it listens (TCP)."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """By which others may reach it, the most useful first."""

    def close(self) -> None:
        """End it; the match is kept."""


class Line(NamedTuple):
    """Something said."""

    member: int
    name: str
    text: str
    until: float


class Visit:
    """``muted`` are members whose words are not shown on this screen."""

    def __init__(
        self, peer: Peer, hosted: Hosted | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.peer = peer
        self.hosted = hosted
        self.muted: set[int] = set()
        self.unread = 0
        """Lines nobody had a chance to see."""
        self.count = 0
        """Lines there were so far."""
        self.again = False
        """Whether the host's changes have made one not ready."""
        self._before = peer.status.lobby  # as it was last looked at
        self._given: set[int] = set()  # members for whom a computer plays
        self._lines: deque[Line] = deque(maxlen=LINES)
        self._clock = clock

    @property
    def lobby(self) -> Lobby | None:
        """The table as it was last heard of."""
        return self.peer.status.lobby

    @property
    def me(self) -> Member | None:
        """The own entry."""
        return self.peer.status.mine

    @property
    def host(self) -> bool:
        """Whether the table is this player's."""
        mine = self.me
        return mine is not None and mine.host

    @property
    def lines(self) -> list[Line]:
        """What was said, without those who are muted."""
        return [line for line in self._lines if line.member not in self.muted]

    @property
    def said(self) -> list[Line]:
        """What members said, without those who are muted."""
        return [line for line in self.lines if line.member != NEWS]

    def look(
        self,
        phrases: tuple[str, ...],
        news: Callable[[Lobby, Lobby], list[str]] = lambda before, after: [],
        computer: Callable[[str], str] | None = None,
    ) -> bool:
        """Take in what was said, quick phrases in these words, and what happened: ``news`` gives the lines
        for a changed lobby, ``computer`` the one for a name whose turn a computer takes.

        Whether there is a line to be shown.
        """
        now = self._clock()
        said = self.peer.talk()
        lines = [Line(each.member, each.name, _text(each, phrases), now + BUBBLE) for each in said]
        fresh = [line for line in lines if line.member not in self.muted]
        self.unread += sum(line.member != self.peer.status.me for line in fresh)
        own = [Line(NEWS, "", text, now + BUBBLE) for text in self._happened(news, computer)]
        self._lines.extend(own + lines)
        self.count += len(own) + len(lines)
        return bool(fresh or own)

    def _happened(
        self, news: Callable[[Lobby, Lobby], list[str]], computer: Callable[[str], str] | None
    ) -> list[str]:
        before, lobby = self._before, self.lobby
        if lobby is None:
            return []
        self._before = lobby
        if before and lobby.playing != before.playing:  # what was said of the lobby is over
            quiet = [line._replace(until=0.0) if line.member == NEWS else line for line in self._lines]
            self._lines = deque(quiet, maxlen=LINES)
        lines = news(before, lobby) if before and before is not lobby else []
        given = {one.id for one in lobby.members if lobby.playing and one.seat is not None}
        given = {one.id for one in lobby.members if one.id in given and self.away(one) == 0}
        if before and computer:
            fresh = given - self._given
            lines += [computer(one.name) for one in lobby.members if one.id in fresh]
        self._given = given
        if (mine := self.me) is not None:
            was = before.member(mine.id) if before else None
            changed = before is not None and (before.rules, before.options, before.standing) != (
                lobby.rules,
                lobby.options,
                lobby.standing,
            )
            self.again |= was is not None and was.ready and not was.host and changed and not lobby.playing
            self.again &= not mine.ready and mine.seat is not None
        return lines

    @property
    def news(self) -> list[str]:
        """What happened, in order."""
        return [line.text for line in self._lines if line.member == NEWS]

    def name_of(self, member: int) -> str:
        """What a member is called; the number of one who is here no more."""
        found = self.lobby.member(member) if self.lobby else None
        return found.name if found else f"#{member}"

    @property
    def notice(self) -> str:
        """What happened just now, "" for nothing."""
        now = self._clock()
        fresh = [line.text for line in self._lines if line.member == NEWS and line.until > now]
        return fresh[-1] if fresh else ""

    def bubble(self, member: int) -> str:
        """What a member said just now, "" for nothing."""
        now = self._clock()
        fresh = [line.text for line in self.lines if line.member == member and line.until > now]
        return fresh[-1] if fresh else ""

    @property
    def bubbles(self) -> bool:
        """Whether something said stands beside its speaker."""
        return bool(self._lines) and self._lines[-1].until > self._clock()

    def away(self, member: Member) -> int | None:
        """Seconds until the computer plays for who is away, 0 when it does; None for who is there."""
        if member.away is None:
            return None
        return max(0, round(member.away - (self._clock() - self.peer.status.looked)))

    @property
    def counting(self) -> bool:
        """Whether seconds run down that are shown."""
        lobby = self.lobby
        lost = self.peer.status.state == "lost"
        return lost or (lobby is not None and any(self.away(member) for member in lobby.members))

    def lost_for(self) -> int | None:
        """Seconds since the connection was lost; None while there is one."""
        status = self.peer.status
        return max(0, int(self._clock() - status.since)) if status.state == "lost" else None

    def mute(self, member: int) -> None:
        """Do not show what they say, or show it again; on this screen only."""
        self.muted ^= {member}

    def end(self, for_good: bool) -> None:
        """Get up, for good or for now, and close the table if it is one's own."""
        if for_good or not (self.lobby and self.lobby.playing):
            self.peer.leave()
        else:
            self.peer.part()
        if self.hosted:
            self.hosted.close()


def _text(said: Said, phrases: tuple[str, ...]) -> str:
    return said.text if said.phrase is None else phrases[said.phrase]
