"""What a row of the LAN page says of a table: one that answers, or one that was."""

import time

from game.lan.find import PORT, Found
from game.lan.limits import PROTOCOL
from game.lan.remember import Known
from game.scenes.lanlist import Row
from game.scenes.matchwords import clock
from game.scenes.words import Words

SEATS = 4


def found_row(i: int, found: Found, waits: bool, words: Words) -> Row:
    """The i-th table that answers; ``waits``: a seat of one's own is kept there."""
    tr = words.tr
    tags: list[tuple[str, bool]] = []
    doing: list[tuple[str, str]] = []
    shut: tuple[str, ...] = ()
    if found.protocol != PROTOCOL:
        tags.append((tr("another version"), True))
    else:
        if found.playing:
            tags.append((tr("match under way"), False))
        if found.needs_code and not waits:
            tags.append((tr("code needed"), False))
        if waits:
            doing.append((f"join:{i}", tr("To my seat")))
        elif not found.playing or found.seats_taken < SEATS:  # a computer's can be had
            doing.append((f"join:{i}", tr("Join")))
        doing.append((f"watch:{i}", tr("Watch")))
        shut = () if found.spectators else (f"watch:{i}",)
    line = tr(
        "{name} hosts · {n} of 4 seats taken · {rules}",
        name=found.host_name,
        n=found.seats_taken,
        rules=words.rules(found.preset, found.decks),
    )
    return Row(found.name, (line,), tuple(tags), tuple(doing), shut)


def known_row(i: int, known: Known, there: bool, words: Words) -> Row:
    """The i-th table one was at; ``there``: it answers now."""
    tr = words.tr
    line = tr(
        "{when} · {address} · {rules}",
        when=_moment(known.when),
        address=known.address if known.port == PORT else f"{known.address}:{known.port}",
        rules=words.rules(known.rules.preset, known.rules.decks),
    )
    doing = [(f"rejoin:{i}", tr("To my seat")) if known.token else (f"go:{i}", tr("Join"))]
    if known.standing:  # the main way where nobody else hosts it
        doing.insert(1 if there else 0, (f"host:{i}", tr("Go on from here")))
    doing.append((f"forget:{i}", tr("Forget")))
    tags = ((tr("open now"), False),) if there else ()
    return Row(known.title, (line, _stood(known, words)), tags, tuple(doing))


def _moment(when: float) -> str:
    """A time as the clock on the wall showed it, without the year in the year itself."""
    then, year = clock(when), clock(time.time())[:5]
    return then.removeprefix(year)


def _stood(known: Known, words: Words) -> str:
    """How the match stood, and between whom."""
    standing = known.standing
    if standing is None:
        return " · ".join(name for name in known.players if name) or words.tr("no deal played yet")
    names = [name or words.tr("computer") for name in known.players]
    return words.ntr(
        "{n} deal · {first} {level} : {other_level} {others}",
        "{n} deals · {first} {level} : {other_level} {others}",
        standing.deals_played,
        first=f"{names[0]}, {names[2]}",
        level=words.rank(standing.levels[0]),
        others=f"{names[1]}, {names[3]}",
        other_level=words.rank(standing.levels[1]),
    )
