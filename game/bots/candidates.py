"""Replies to a lead of several cards, by construction: likely legal, to be checked by the engine."""

from collections.abc import Sequence

from game.bots.memory import Known
from game.engine import Cards, Component
from game.engine.cards import Counts, count
from game.engine.shapes import in_group, placements
from game.engine.trump import TRUMP_GROUP

BEAM = 6
"""Partial replies kept while a reply is built."""


def cheapest(known: Known, parts: Sequence[Component], price: Sequence[float]) -> Cards:
    """A reply that owes nothing if it can be helped, made of low-priced cards (price by face)."""
    size = sum(len(part.cards) for part in parts)
    group = known.trump.group[parts[0].cards[0]]
    own = known.in_suit[group]
    suited = [f for f in known.suits[group] for _ in range(known.held[f])]
    if own <= size:
        others = [f for f in known.view.hand if known.trump.group[f] != group]
        others.sort(key=price.__getitem__)
        return (*suited, *others[: size - own])
    if known.view.rules.follow_structure == "none" or parts[0].width == 1:
        suited.sort(key=price.__getitem__)
        return tuple(suited[:size])
    units = with_units(known, parts, group, price)
    left = list(known.held)
    for face in units:
        left[face] -= 1
    rest = [f for f in known.suits[group] for _ in range(left[f])]
    whole = known.view.rules.follow_longer_tuple == "protected"
    rest.sort(key=lambda f: (whole and known.held[f] > 2, price[f]))
    return (*units, *rest[: size - len(units)])


def with_units(known: Known, parts: Sequence[Component], group: int, price: Sequence[float]) -> Cards:
    """The units owed to the led components: widest, then longest, cheapest among equals."""
    rules = known.view.rules
    whole = rules.follow_longer_tuple == "protected"
    chain = known.trump.chain[group]
    start = in_group(count(known.view.hand), group, known.trump)
    beam: list[tuple[float, Counts, Cards]] = [(0.0, start, ())]
    for part in parts:
        room = len(part.cards) if part.width > 1 else 0
        while room > 1:
            grown: list[tuple[float, Counts, Cards]] = []
            shape = (0, 0)
            for width in range(min(part.width, room), 1, -1):
                for length in range(min(part.length, room // width), 0, -1):
                    if 1 < length < part.length and rules.follow_partial_tractor == "free":
                        continue
                    for spent, left, cards in beam:
                        for faces in placements(left, chain, width, length, whole):
                            fewer = bytearray(left)
                            cost = spent
                            for face in faces:
                                cost += width * price[face]
                                fewer[face] -= width
                            grown.append((cost, bytes(fewer), cards + faces * width))
                    if grown:
                        shape = (width, length)
                        break
                if grown:
                    break
            if not grown:
                break
            grown.sort()
            beam = grown[:BEAM]
            room -= shape[0] * shape[1]
    return beam[0][2]


def same_shape(known: Known, part: Component, group: int, above: int) -> list[Cards]:
    """Own components of the led one's shape in a suit, higher than ``above``, low to high."""
    held = bytes(known.held)
    position = known.trump.position
    return [
        faces * part.width
        for faces in placements(held, known.trump.chain[group], part.width, part.length)
        if position[faces[-1]] > above
    ]


def wider(known: Known, part: Component, group: int) -> list[Cards]:
    """Own wider components of as many cards, where the rules let them beat the led one."""
    size = len(part.cards)
    held = bytes(known.held)
    found: list[Cards] = []
    for width in range(part.width + 1, known.view.rules.decks + 1):
        if size % width == 0:
            for faces in placements(held, known.trump.chain[group], width, size // width):
                found.append(faces * width)
    return found


def ruffs(known: Known, parts: Sequence[Component]) -> list[Cards]:
    """Trumps cut to the shape of the lead: with the main component low, and with it high."""
    size = sum(len(part.cards) for part in parts)
    if known.in_suit[TRUMP_GROUP] < size:
        return []
    if len(parts) == 1:
        found = same_shape(known, parts[0], TRUMP_GROUP, -1)
        if known.view.rules.wide_over_narrow:
            found += wider(known, parts[0], TRUMP_GROUP)
        return found
    chain = known.trump.chain[TRUMP_GROUP]
    found = []
    held = bytearray(known.held)
    for first in range(8):
        left = bytearray(held)
        cards: Cards = ()
        for i, part in enumerate(parts):
            ways = placements(bytes(left), chain, part.width, part.length)
            faces = next(ways, None)
            if i == 0:
                for _ in range(first):
                    faces = next(ways, None)
            if faces is None:
                break
            for face in faces:
                left[face] -= part.width
            cards += faces * part.width
        else:
            found.append(cards)
    return found
