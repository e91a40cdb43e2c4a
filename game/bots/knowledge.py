"""What is certain of the cards a seat does not see, drawn from its view alone.

Who is void; which pairs, triples and tractors a seat can no longer hold, because it would have owed
them to a lead; where shown cards must be: bids, throws that failed, what beat them, cards of the
bottom that were turned over or that the seat buried itself before another took them up.

Nothing here is a guess: the true cards always fit. (``memory`` has the likelihoods.)
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from game.engine import Cards, RuleSet, View, check_follow, read_shape
from game.engine.cards import FACES

BOTTOM = 4
"""The bottom as a place for a card, after the seats 0..3."""


class Knowledge:
    """``unseen`` are the faces of the cards in other hands or in the bottom, and ``sizes`` how many lie
    at each place (the own hand, and a bottom the seat buried itself, count none).

    ``void[place][group]``: holds none of the suit. ``most[place][face]``: at most so many copies.
    ``no_run``: (seat, x, y) for two adjacent faces of which the seat does not hold both in pairs.
    ``pinned``: (face, places) for each card that must be at one of some places.
    """

    __slots__ = ("most", "no_run", "pinned", "seat", "sizes", "unseen", "view", "void")

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.seat: int = view.seat
        decks = view.rules.decks
        own_bottom = view.buried if view.burier == view.seat and view.phase != "burying" else None
        left = [decks] * FACES
        for cards in (view.hand, own_bottom or (), *(play for _, play in _plays(view))):
            for face in cards:
                left[face] -= 1
        self.unseen: Cards = tuple(face for face, n in enumerate(left) for _ in range(n))
        sizes = [0 if s == view.seat else n for s, n in enumerate(view.counts)]
        self.sizes = (*sizes, len(self.unseen) - sum(sizes))
        self.void = [[False] * 5 for _ in range(5)]
        self.most = [[decks] * FACES for _ in range(5)]
        self.no_run: list[tuple[int, int, int]] = []
        self.pinned: list[tuple[int, tuple[int, ...]]] = []
        if view.phase == "playing":
            self._follow_duties(left)
        self._shown(left)

    def _follow_duties(self, left: Sequence[int]) -> None:
        """What each reply tells of the cards that stayed in the hand."""
        trump, rules = self.view.trump, self.view.rules
        for leader, plays in tricks_of(self.view):
            lead = plays[0]
            led = trump.group[lead[0]]
            for i, play in enumerate(plays[1:], 1):
                seat = (leader + i) % 4
                if any(trump.group[face] != led for face in play):
                    self.void[seat][led] = True
                elif seat != self.seat and len(lead) > 1 and shapes_tell(rules):
                    self._no_units(seat, lead, play, left)

    def _no_units(self, seat: int, lead: Cards, play: Cards, left: Sequence[int]) -> None:
        """A unit is out when the reply would have been illegal had it been in the hand as well."""
        trump, rules = self.view.trump, self.view.rules
        parts = read_shape(lead, trump, rules)
        widest = max(part.width for part in parts)
        answered = [part.shape for part in read_shape(play, trump, rules)]
        if widest == 1 or answered == [part.shape for part in parts]:
            return

        def owed(*more: int) -> bool:
            return check_follow(lead, (*play, *more), play, trump, rules) is not None

        most = self.most[seat]
        chain = trump.chain[trump.group[lead[0]]]
        for faces in chain:
            for face in faces:
                for width in range(2, min(widest, left[face], most[face]) + 1):
                    if owed(*(face,) * width):
                        most[face] = width - 1
                        break
        if all(part.length == 1 for part in parts):
            return
        for low, high in pairwise(chain):
            for x in low:
                for y in high:
                    if min(left[x], left[y], most[x], most[y]) > 1 and owed(x, x, y, y):
                        self.no_run.append((seat, x, y))

    def _shown(self, left: Sequence[int]) -> None:
        """Where cards must be that all have seen, or that the seat buried before another took them up."""
        view = self.view
        pins: dict[tuple[int, tuple[int, ...]], int] = {}

        def pin(face: int, copies: int, at: Sequence[int], since: int = 0) -> None:
            """So many copies are at one of the places, less what was played from there since a trick."""
            gone = sum(play.count(face) for seat, play in _plays(view, since) if seat in at)
            if self.seat in at:
                gone += view.hand.count(face)
                if view.buried and view.burier == self.seat:
                    gone += view.buried.count(face)
            suit = view.trump.group[face]
            places = tuple(p for p in at if self.sizes[p] and not self.void[p][suit])
            copies = min(copies - gone, left[face])
            if copies > 0 and places:
                pins[face, places] = max(pins.get((face, places), 0), copies)

        buriers = self._buriers()
        for bid in view.bids:
            if bid.seat != self.seat:
                at = (*buriers, BOTTOM) if bid.seat in buriers else (bid.seat,)
                pin(bid.cards[0], len(bid.cards), at)
        if view.phase == "playing":
            for face in dict.fromkeys(view.turned):
                pin(face, view.turned.count(face), (*buriers, BOTTOM))
            if view.buried and view.burier != self.seat:
                for face in dict.fromkeys(view.buried):
                    pin(face, view.buried.count(face), (*(s for s in buriers if s != self.seat), BOTTOM))
        since = 0
        for failed in view.failures:
            since = next(
                (
                    i
                    for i, trick in enumerate(view.tricks)
                    if i >= since and trick.leader == failed.seat and trick.plays[0] == failed.forced
                ),
                len(view.tricks),
            )
            for seat, cards in ((failed.seat, failed.tried), (failed.holder, failed.beaten_by)):
                if seat != self.seat:
                    for face in dict.fromkeys(cards):
                        pin(face, cards.count(face), (seat,), since)
        taken: dict[int, list[tuple[int, ...]]] = {}
        for (face, at), copies in sorted(pins.items(), key=lambda item: -item[1]):
            # the same card may stand behind two pins whose places overlap: then the larger counts
            if all(set(at).isdisjoint(other) for other in taken.get(face, ())):
                taken.setdefault(face, []).append(at)
                self.pinned += [(face, at)] * copies
        self.pinned.sort(key=lambda p: len(p[1]))

    def _buriers(self) -> tuple[int, ...]:
        """Seats that may have held the bottom; while cards are dealt nobody has."""
        view = self.view
        if not view.trump_set or view.dealer is None:
            return ()
        seats = {view.dealer}
        if view.rules.bidding == "counter_to_end":
            seats.update(bid.seat for bid in view.bids)
        return tuple(sorted(seats))


def tricks_of(view: View) -> list[tuple[int, tuple[Cards, ...]]]:
    """(leader, plays) of all tricks, the running one too once it is led."""
    tricks = [(trick.leader, trick.plays) for trick in view.tricks]
    if view.plays:
        tricks.append((view.leader, view.plays))
    return tricks


def _plays(view: View, since: int = 0) -> Iterator[tuple[int, Cards]]:
    """(seat, cards) from a trick on, the running one too."""
    for leader, plays in tricks_of(view)[since:]:
        for i, play in enumerate(plays):
            yield (leader + i) % 4, play


def shapes_tell(rules: RuleSet) -> bool:
    """Whether more cards in the hand never make a reply owe less, so that a reply tells what is not there."""
    return (
        rules.follow_structure == "required"
        and rules.follow_longer_tuple == "split"
        and rules.follow_tractor_for_pair == "give"
    )
