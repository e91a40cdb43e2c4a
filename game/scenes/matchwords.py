"""Kept matches and deals in words: rows of lists, and why something can't be kept, read or written."""

import os
from datetime import datetime

from game.profile.database import ShelfError
from game.profile.exchange import DealFile
from game.profile.keeper import Trouble
from game.profile.record import IMPORTED, BadRecord, NewerRecord, Players
from game.profile.shelf import DealInfo, MatchInfo
from game.scenes.lanlist import Row
from game.scenes.words import Words


def moment(stamp: str) -> str:
    """A time as kept, as the clock on the wall showed it."""
    try:
        return clock(datetime.fromisoformat(stamp).timestamp())
    except (ValueError, OverflowError):  # no time: a damaged row
        return stamp


def clock(seconds: float) -> str:
    """A time in seconds since the epoch, as the clock on the wall showed it; "?" when none could."""
    try:
        return f"{datetime.fromtimestamp(seconds):%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return "?"


class MatchWords:
    """In the player's language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def names(self, seats: Players, own: int | None) -> str:
        """The two sides, the own one first."""
        words, me = self._words, own or 0
        a, b, c, d = (words.name(seats[(me + i) % 4].name, i) for i in range(4))
        return words.tr("{a} and {c} against {b} and {d}", a=a, b=b, c=c, d=d)

    def _rules(self, preset: str, decks: int, changed: bool) -> str:
        words = self._words
        parts = [words.preset(preset), words.decks(decks), *([words.tr("changed")] if changed else ())]
        return " · ".join(parts)

    def match(self, info: MatchInfo, doing: tuple[tuple[str, str], ...]) -> Row:
        """A match in a list."""
        words, tr = self._words, self._words.tr
        mine = (info.own or 0) % 2
        ours, theirs = words.sides(info.own is None)
        title = tr(
            "{ours} {a} : {theirs} {b}",
            ours=ours,
            theirs=theirs,
            a=words.rank(info.levels[mine]),
            b=words.rank(info.levels[1 - mine]),
        )
        tags: list[tuple[str, bool]] = []
        if info.over and info.won_by is not None and info.own is not None:
            won = info.won_by == mine
            tags.append((tr("match won") if won else tr("match lost"), not won))
        if info.lan:
            tags.append((tr("LAN"), False))
        if info.own is None:
            tags.append((tr("watched"), False))
        deals = words.ntr("{n} deal played", "{n} deals played", info.deals)
        rules = self._rules(info.preset, info.decks, info.changed)
        lines = (f"{moment(info.played)} · {deals} · {rules}", self.names(info.seats, info.own))
        return Row(title, lines, tuple(tags), doing)

    def deal(self, info: DealInfo, doing: tuple[tuple[str, str], ...]) -> Row:
        """A finished deal in a list."""
        words, tr = self._words, self._words.tr
        level = words.rank(info.level)
        if info.suit:
            title = tr(
                "Deal {number} · trump {suit} · level {level}",
                number=info.number,
                suit=words.suit(info.suit),
                level=level,
            )
        else:
            title = tr("Deal {number} · no trump · level {level}", number=info.number, level=level)
        tags: list[tuple[str, bool]] = []
        if info.match.startswith(IMPORTED):
            tags.append((tr("from a file"), False))
        elif info.won is None:
            tags.append((tr("watched"), False))
        else:
            tags.append((tr("won"), False) if info.won else (tr("lost"), True))
        dealer = words.name(info.seats[info.dealer].name, (info.dealer - (info.own or 0)) % 4)
        lines = (
            " · ".join(
                (
                    self.outcome(info.side, info.gain),
                    words.ntr("{n} point", "{n} points", info.points),
                    tr("dealer {name}", name=dealer),
                )
            ),
            f"{moment(info.played)} · {self._rules(info.preset, info.decks, info.changed)}",
        )
        return Row(title, lines, tuple(tags), doing)

    def outcome(self, side: str, gain: int) -> str:
        """How a deal ended, whoever one is."""
        tr, ntr = self._words.tr, self._words.ntr
        if side == "dealer":
            return ntr("the dealer side held: up {n} level", "the dealer side held: up {n} levels", gain)
        if gain == 0:
            return tr("the attackers took the deal")
        return ntr(
            "the attackers took the deal: up {n} level", "the attackers took the deal: up {n} levels", gain
        )

    def file(self, found: DealFile, doing: tuple[tuple[str, str], ...]) -> Row:
        """A file that may hold a deal."""
        when = clock(found.changed)
        size = self._words.tr("{n} bytes", n=found.bytes)
        return Row(found.path.name, (f"{when} · {size}",), (), doing)

    def trouble(self, trouble: Trouble) -> str:
        """Why matches and purse, or the settings, can't be kept."""
        tr = self._words.tr
        match trouble.reason:
            case "aside":
                return tr(
                    "The list of matches was damaged and set aside as {name}; it is made anew.",
                    name=trouble.name,
                )
            case "settings":
                return tr("The settings can't be written: they hold until the program ends.")
            case "full":
                return tr("The disk is full: matches and purse are not kept now.")
            case "locked":
                return tr("Another copy of this program holds the list of matches; try again later.")
            case "newer":
                return tr("The list of matches is from a newer version of this program; it is left as it is.")
            case "damaged":
                return tr("The list of matches is damaged and can't be set aside.")
            case _:
                return tr("The list of matches can't be written in its folder.")

    def failed(self, error: Exception) -> str:
        """Why something asked of the shelf or of a file can't be done."""
        tr = self._words.tr
        match error:
            case ShelfError():
                return self.trouble(Trouble(error.reason))
            case NewerRecord():
                return tr("This file is from a newer version of this program.")
            case BadRecord():
                return tr("This file holds no deal, or a damaged one, or one against the rules.")
            case FileNotFoundError():
                return tr("There is no such file.")
            case IsADirectoryError():
                return tr("This is a folder; give the path of a file.")
            case PermissionError() if os.name != "nt":
                return tr("This file may not be read or written.")
            case OSError():
                return tr("The file can't be read or written: {why}", why=error.strerror or error)
        return tr("That did not work: {why}", why=error)
