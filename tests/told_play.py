"""Deals told in the words of the table: the cards the seats will draw, and then who does what."""

from collections.abc import Sequence

from engine_play import RANKS, Table, deck
from msgspec.structs import replace

from game.engine import (
    Match,
    Reason,
    Refusal,
    RuleSet,
    Standing,
    decide,
    evolve,
    new_match,
    parse_cards,
    question,
)
from game.engine import commands as co
from game.engine import events as ev
from game.engine.cards import cards_of

SEATS = range(4)
HANDS = ("S2 S2 C2", "H2 H2", "C2 D2 D2", "BJ BJ LJ LJ")
"""At level 2 each seat can bid, every one over those before."""


def special(card: int, level: str) -> bool:
    return card >= 52 or RANKS[card % 13] == level


class Told:
    """A deal told line by line: ``"1 bids S2"``, ``"2 passes"``, ``"0 buries"``,
    ``"3 stakes 2"``."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.events: list[ev.Event] = []

    def __call__(self, *lines: str) -> "Told":
        self.events = []
        for line in lines:
            events = decide(self.match, *self._read(line))
            assert not isinstance(events, Refusal), (line, events)
            for event in events:
                self.match = evolve(self.match, event)
                self.events.append(event)
        return self

    def refused(self, line: str) -> Reason:
        decision = decide(self.match, *self._read(line))
        assert isinstance(decision, Refusal), (line, decision)
        return decision.reason

    def _read(self, line: str) -> tuple[int | None, co.Command]:
        who, _, what = line.partition(" ")
        verb, _, rest = what.partition(" ")
        if who == "the":  # the table closes
            return None, co.CloseBids()
        seat = int(who)
        if verb == "stakes":
            return seat, co.SetStake(int(rest))
        if verb == "buries":  # the first plain cards in hand, or others
            deal = self.match.running
            cards = () if rest == "others" else parse_cards(rest)
            hand = sorted(cards_of(deal.hands[seat]), key=lambda card: special(card, deal.level))
            for card in cards:
                hand.remove(card)
            size = len(deal.order) - deal.to_deal
            start = size if rest == "others" else 0
            return seat, co.Bury((*cards, *hand[start:])[:size])
        cards = parse_cards(rest)
        if verb == "leads":
            return seat, co.Play(cards)
        return seat, {"bids": co.Bid(cards), "passes": co.PassBid()}[verb]

    def deal(self, cards: int = 1000) -> "Told":
        while cards and not self.match.running.dealt:
            (event,) = decide(self.match, None, co.DealNext())
            self.match = evolve(self.match, event)
            cards -= 1
        return self

    @property
    def asked(self) -> dict[int, str]:
        found = {seat: question(self.match, seat) for seat in SEATS}
        return {seat: asked.kind for seat, asked in found.items() if asked}

    @property
    def trump(self) -> str | None:
        return self.match.running.bound[1].suit


def begun(
    rules: RuleSet,
    hands: Sequence[str] = ("",) * 4,
    *,
    bottom: str = "",
    first: int = 0,
    dealer: int | None = None,
    level: str = "2",
) -> Told:
    """A deal begun in which the seats will draw these cards; whatever else there is fills up."""
    standing = Standing((level, level), dealer, 0 if dealer is None else 5)
    match = new_match(rules, standing)
    (started,) = decide(match, None, co.StartDeal("any"))
    match = evolve(match, started)
    deal = match.running
    piles = [list(parse_cards(text)) for text in (*hands, bottom)]
    left = deck(rules.decks)
    for card in (card for pile in piles for card in pile):
        left.remove(card)
    left.sort(key=lambda card: (special(card, level), card))
    for pile, size in zip(piles, (*[deal.to_deal // 4] * 4, len(deal.order) - deal.to_deal), strict=True):
        while len(pile) < size:
            pile.append(left.pop())
    first = first if dealer is None else dealer
    order = [piles[(first + i) % 4][i // 4] for i in range(deal.to_deal)] + piles[4]
    return Told(replace(match, deal=replace(deal, order=tuple(order), first=first, asked=first)))


def play_out(match: Match) -> Match:
    """The match when somebody has played its deal to the end."""
    table = Table(match.rules, 1, match, bold=0)
    while table.step():
        pass
    return table.match
