"""A settlement in words, a line of the sum at a time."""

from collections.abc import Callable, Sequence

from game.engine.bill import Line, LineKind
from game.engine.cards import RANKS
from game.scenes.words import Words


def bill_line(line: Line, words: Words, name: Callable[[int], str], bots: Sequence[bool]) -> tuple[str, str]:
    """What a line says, and its amount: signed for a booking, a factor else. ``bots``: the seats that
    computers have, which the rules treat as those on auto-play."""
    who = "" if line.seat is None else name(line.seat)
    if line.seat is not None and line.kind in (LineKind.AUTO_WIN, LineKind.SIDE_ON_AUTO) and bots[line.seat]:
        text = _of_computer(line, words, who, bots[(line.seat + 2) % 4])
    else:
        text = _text(line, line.numbers, words, who)
    if line.seat is not None:
        return text, signed(line.amount)
    if line.kind in (LineKind.SILVER_BASE, LineKind.SILVER_DUE):
        return text, str(line.amount)
    return text, f"× {line.amount}"


def _of_computer(line: Line, words: Words, name: str, partner: bool) -> str:
    """What is booked for a computer's seat because it is one; ``partner``: so is that across."""
    tr, n = words.tr, line.numbers
    if line.kind is LineKind.AUTO_WIN:
        return tr("{name}, a computer: won, 1", name=name)
    if partner:
        return tr("{name}: only computers on this side, {factor} × {four}", name=name, factor=n[0], four=n[1])
    return tr("{name}: nobody plays on this side, {factor} × {four}", name=name, factor=n[0], four=n[1])


def signed(amount: int) -> str:
    """A number with its sign; the minus as wide as the plus."""
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount < 0 else "0"


def _text(line: Line, n: tuple[int, ...], words: Words, name: str) -> str:
    tr = words.tr
    match line.kind:
        case LineKind.FAILED_THROW:
            owed = n[0] * n[1] * n[2]
            if -line.amount < owed:
                return tr(
                    "{name}: failed throw, {owed} due; the purse held {paid}",
                    name=name,
                    owed=owed,
                    paid=-line.amount,
                )
            return tr(
                "{name}: failed throw, {a} × {b} × {cards} cards", name=name, a=n[0], b=n[1], cards=n[2]
            )
        case LineKind.DEAL_WON:
            return tr("{name}: won, {base} × {levels}", name=name, base=n[0], levels=n[1])
        case LineKind.DEAL_LOST:
            return tr("{name}: lost, {base} × {levels}", name=name, base=n[0], levels=n[1])
        case LineKind.AUTO_WIN:
            return tr("{name}: won on auto-play, 1", name=name)
        case LineKind.SIDE_ON_AUTO:
            return tr("{name}: whole side on auto-play, {factor} × {four}", name=name, factor=n[0], four=n[1])
        case LineKind.MATCH_BONUS:
            return tr("{name}: match won, {factor} × {three}", name=name, factor=n[0], three=n[1])
        case LineKind.SILVER_BASE:
            return tr("Base of the room")
        case LineKind.STAKES:
            return tr("Stakes: ({a} + {b}) × ({c} + {d})", a=n[0], b=n[1], c=n[2], d=n[3])
        case LineKind.COUNTERS:
            return words.ntr(
                "Countered {n} time: 2 to that power", "Countered {n} times: 2 to that power", n[1]
            )
        case LineKind.RESULT_FACTOR:
            return _result(line.amount, words)
        case LineKind.LEVEL_FACTOR:
            return tr("Levels gained: {levels} + 1", levels=n[0])
        case LineKind.STREAK:
            return tr("The dealer side held once more") if line.amount > 1 else tr("No streak")
        case LineKind.SILVER_DUE:
            return tr("Silver at stake: {base} × {multiple}", base=n[0], multiple=n[1])
        case LineKind.SILVER_PAID:
            if -line.amount < n[3]:
                return tr(
                    "{name}: {due} × {own}/{both} = {owed} due; the purse held {paid}",
                    name=name,
                    due=n[0],
                    own=n[1],
                    both=n[2],
                    owed=n[3],
                    paid=-line.amount,
                )
            return tr("{name}: paid {due} × {own}/{both}", name=name, due=n[0], own=n[1], both=n[2])
        case LineKind.SILVER_WON:
            return tr("{name}: won {pot} × {own}/{both}", name=name, pot=n[0], own=n[1], both=n[2])
        case LineKind.TAX:
            return tr("{name}: {percent} % tax, rounded down", name=name, percent=n[0])
        case LineKind.POPO_WON:
            return tr(
                "{name}: won 2 × ({a} + {levels}) + {level}", name=name, a=n[1], levels=n[2], level=n[3]
            )
        case LineKind.POPO_LOST:
            return tr(
                "{name}: lost 2 × ({a} + {levels}) + {level}", name=name, a=n[1], levels=n[2], level=n[3]
            )
        case LineKind.LEVELS:
            first, last = (words.rank(RANKS[place - 2]) for place in n[:2])
            if n[2]:
                return tr("{name}: levels, from {first} past {last}", name=name, first=first, last=last)
            return tr("{name}: levels, from {first} to {last}", name=name, first=first, last=last)
        case LineKind.DIFFERENCE:
            return tr("{name}: 2 × {levels} levels ahead", name=name, levels=n[1])
        case LineKind.DEALS:
            return tr("{name}: {deals} deals, 1 for each 10", name=name, deals=n[0])
        case LineKind.THROWS:
            return tr("{name}: own failed throws", name=name)


def _result(factor: int, words: Words) -> str:
    tr = words.tr
    match factor:
        case 6:
            return tr("Not a point for the attackers")
        case 3:
            return tr("The attackers below one step")
        case 2:
            return tr("The dealer side holds")
        case _:
            return tr("The attackers took the deal")
