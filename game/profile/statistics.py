"""What a player's deals and matches come to. Those one only watched, or took from a file, don't count."""

import sqlite3
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from game.engine.rules import PRESETS, preset
from game.profile.database import Database


class Best(msgspec.Struct, frozen=True):
    """The deal won with most levels; of equals the clearest by points for the decks, then the earliest."""

    match: str
    number: int
    gain: int
    points: int
    dealt: bool
    """Whether it was held as dealer side."""


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Sums over deals and matches. ``dealt`` are deals as dealer side; the others were as attackers.

    ``gained`` are the levels won by the own side, ``lost`` those the other side won. ``points`` are those
    made as attackers, ``conceded`` those the attackers made against the own dealer side. ``run`` is the
    longest of won deals. Matches count when they are over.
    """

    deals: int = 0
    won: int = 0
    dealt: int = 0
    dealt_won: int = 0
    gained: int = 0
    lost: int = 0
    points: int = 0
    conceded: int = 0
    run: int = 0
    best: Best | None = None
    matches: int = 0
    matches_won: int = 0

    @property
    def attacked(self) -> int:
        """Deals as attackers."""
        return self.deals - self.dealt

    @property
    def attacked_won(self) -> int:
        """Those of them won."""
        return self.won - self.dealt_won

    @property
    def gained_each(self) -> float:
        """Levels gained in a deal, on average."""
        return self.gained / max(self.deals, 1)

    @property
    def lost_each(self) -> float:
        """Levels the other side gained in a deal, on average."""
        return self.lost / max(self.deals, 1)

    @property
    def points_each(self) -> float:
        """Points made in a deal as attackers, on average."""
        return self.points / max(self.attacked, 1)

    @property
    def conceded_each(self) -> float:
        """Points the attackers made in a deal as dealer side, on average."""
        return self.conceded / max(self.dealt, 1)


class Statistics(msgspec.Struct, frozen=True):
    """In all, and by preset; a preset with changed options counts as that preset."""

    all: Figures
    presets: Mapping[str, Figures]


# what counts: the own deals, but for rows that damage made nonsense of
OWN = """won IN (0, 1) AND dealt IN (0, 1) AND preset IN ('lezhong', 'classic', 'popo')
    AND typeof(gain) = 'integer' AND typeof(points) = 'integer' AND typeof(decks) = 'integer' AND decks > 0"""
SUMS = f"""SELECT preset, count(*), sum(won), sum(dealt), sum(won AND dealt),
    sum(CASE WHEN won THEN gain ELSE 0 END), sum(CASE WHEN won THEN 0 ELSE gain END),
    sum(CASE WHEN dealt THEN 0 ELSE points END), sum(CASE WHEN dealt THEN points ELSE 0 END)
    FROM deals WHERE {OWN} GROUP BY preset"""
SUM_NAMES = ("deals", "won", "dealt", "dealt_won", "gained", "lost", "points", "conceded")
MATCHES = """SELECT preset, count(*), sum(won_by = own % 2) FROM matches
    WHERE own IN (0, 1, 2, 3) AND won_by IN (0, 1) GROUP BY preset"""
MATCH_NAMES = ("matches", "matches_won")
IN_ORDER = f"SELECT preset, won FROM deals WHERE {OWN} ORDER BY played, match, number"
BAR = preset("lezhong", 1).bar
BEST = f"""SELECT gain, abs(points - {BAR} * decks) * 1.0 / decks AS clear,
    played, match, number, points, dealt FROM deals WHERE preset = ? AND won AND {OWN}
    ORDER BY gain DESC, clear DESC, played, match, number LIMIT 1"""


def statistics_of(database: Database) -> Statistics:
    """From all deals on the shelf. ShelfError."""
    return database.read(_statistics)


def _statistics(connection: sqlite3.Connection) -> Statistics:
    found: dict[str, dict[str, Any]] = {name: {} for name in PRESETS}
    for query, names in ((SUMS, SUM_NAMES), (MATCHES, MATCH_NAMES)):
        for name, *sums in connection.execute(query):
            if name in found:
                found[name].update(zip(names, map(int, sums), strict=True))
    total: dict[str, Any] = {
        name: sum(sums.get(name, 0) for sums in found.values()) for name in (*SUM_NAMES, *MATCH_NAMES)
    }
    runs = _runs(connection.execute(IN_ORDER))
    bests = {name: connection.execute(BEST, (name,)).fetchone() for name in PRESETS}
    for name, sums in found.items():
        sums.update(run=runs[name], best=_best(bests[name]))
    first = min(filter(None, bests.values()), key=lambda row: (-row[0], -row[1], *row[2:5]), default=None)
    total.update(run=runs[""], best=_best(first))
    return Statistics(
        Figures(**total), MappingProxyType({name: Figures(**sums) for name, sums in found.items()})
    )


def _runs(deals: Iterable[tuple[str, int]]) -> dict[str, int]:
    """The longest run of won deals in all (under "") and of each preset's own deals."""
    chains: dict[str, list[str]] = {name: [] for name in ("", *PRESETS)}
    for name, won in deals:
        mark = "1" if won else "0"
        chains[""].append(mark)
        chains[name].append(mark)
    return {name: max(map(len, "".join(chain).split("0"))) for name, chain in chains.items()}


def _best(row: tuple[Any, ...] | None) -> Best | None:
    if row is None:
        return None
    gain, _, _, match, number, points, dealt = row
    return Best(str(match), int(number), gain, points, bool(dealt))
