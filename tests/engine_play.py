"""Helpers of the engine's tests: tables that play by themselves, seeded, and what holds of every deal."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from game.engine import (
    Card,
    Cards,
    Deal,
    Match,
    Refusal,
    RuleSet,
    Trump,
    check_follow,
    decide,
    evolve,
    legal_follows,
    new_match,
    open_bids,
    parse_cards,
    points_of,
    preset,
    read_shape,
    seat_team,
)
from game.engine import commands as co
from game.engine import events as ev
from game.engine.cards import cards_of, count

SUITS = "SHCD"
RANKS = "23456789TJQKA"
CODES = [suit + rank for suit in SUITS for rank in RANKS] + ["LJ", "BJ"]

CARD_OPTIONS: dict[str, tuple[Any, ...]] = {
    "two_is_trump": (False, True),
    "decompose": ("longest_first", "tuple_first"),
    "throw_forced": ("lowest_beaten", "smallest_first"),
    "throw_compare": ("main_component", "all_components", "highest_card"),
    "follow_structure": ("required", "required", "required", "none"),
    "follow_longer_tuple": ("split", "protected"),
    "follow_partial_tractor": ("required", "free"),
    "follow_tractor_for_pair": ("give", "protected"),
    "wide_over_narrow": (False, True),
    "bottom_multiplier": ("lezhong", "classic", "doubling", "popo"),
}
"""What concerns the cards, each value as often as it is to be drawn."""

FOLLOW_OPTIONS: dict[str, tuple[object, ...]] = {
    "follow_structure": ("required", "none"),
    "follow_longer_tuple": ("split", "protected"),
    "follow_partial_tractor": ("required", "free"),
    "follow_tractor_for_pair": ("give", "protected"),
    "wide_over_narrow": (False, True),
    "decompose": ("longest_first", "tuple_first"),
}


def examples(number: int) -> settings:
    """So many examples, the same ones at every run."""
    return settings(
        max_examples=number,
        derandomize=True,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )


def kinds(end_level: str) -> tuple[RuleSet, ...]:
    """Rules for whole matches that between them have every sort of event."""
    return (
        preset("lezhong", nobody_bids="redeal", throw_points=10, end_level=end_level),
        preset("classic", nobody_bids="flip_bottom", end_level=end_level),
        preset("popo", decks=3, end_level=end_level),
        preset("lezhong", bidding="counter_to_end", settlement="silver", room="pass", end_level=end_level),
        preset("lezhong", decks=1, nobody_bids="redeal", end_level=end_level),
    )


def kind(rules: RuleSet) -> str:
    return f"{rules.preset} {rules.decks} {rules.bidding} {rules.nobody_bids}"


levels = st.sampled_from(RANKS)
suits = st.sampled_from([*SUITS, None])
trumps = st.builds(Trump, levels, suits, st.booleans())


def deck(decks: int) -> list[Card]:
    return [face for face in range(54) for _ in range(decks)]


def some_cards(draw: st.DrawFn, left: Counter[Card], pool: Sequence[Card], most: int) -> list[Card]:
    """Cards of these faces, often several of one; they are ``left`` no more."""
    taken: list[Card] = []
    while len(taken) < most:
        open_faces = [face for face in pool if left[face]]
        if not open_faces:
            break
        face = draw(st.sampled_from(open_faces))
        n = min(draw(st.integers(1, left[face])), most - len(taken))
        left[face] -= n
        taken += [face] * n
    return taken


# Tables that play by themselves


class Table:
    """A match played by seeded seats who know only what is legal; every event is kept.

    The less ``keen`` they are, the less they bid while cards come: 0 for never. ``bold`` is how likely
    they are to flip or counter in turn when they can.
    """

    def __init__(
        self, rules: RuleSet, seed: object, match: Match | None = None, keen: float = 1.0, bold: float = 0.5
    ) -> None:
        self.keen = keen
        self.bold = bold
        self.start = self.match = match or new_match(rules)
        self.random = random.Random(str(seed))
        self.log: list[tuple[int | None, co.Command]] = []
        self.events: list[ev.Event] = []
        self.watch: Callable[[Match, ev.Event, Match], None] | None = None

    def do(self, seat: int | None, command: co.Command) -> None:
        events = decide(self.match, seat, command)
        assert not isinstance(events, Refusal), (seat, command, events)
        self.log.append((seat, command))
        for event in events:
            before = self.match
            self.match = evolve(before, event)
            self.events.append(event)
            if self.watch:
                self.watch(before, event, self.match)

    def steps(self) -> Iterator[Match]:
        """Play one deal, a command a step; yields the match after each. A deal in vain is dealt again."""
        self.do(None, co.StartDeal(f"seed {self.random.random()}"))
        yield self.match
        while self.step():
            yield self.match

    def step(self) -> bool:
        """One command more (or a bid and one); False when the deal is over."""
        match, deal, chance = self.match, self.match.running, self.random
        if match.phase == "dealing":
            if not deal.dealt:
                self.do(None, co.DealNext())
                self._perhaps_bid(0.25)
            elif chance.random() < 0.1:
                self.do(None, co.CloseBids())
            else:
                self._perhaps_bid(0.5)
                waiting = [seat for seat in range(4) if not self.match.running.passed[seat]]
                self.do(chance.choice(waiting), co.PassBid())
        elif match.phase == "flipping" or match.phase == "countering":
            hand = cards_of(deal.hands[deal.asked])
            bids = open_bids(deal.bids, deal.asked, hand, deal.level, match.rules, match.phase)
            bid = bids and chance.random() < self.bold
            self.do(deal.asked, co.Bid(chance.choice(bids)) if bid else co.PassBid())
        elif match.phase == "burying":
            assert deal.burier is not None
            hand = cards_of(deal.hands[deal.burier])
            self.do(deal.burier, co.Bury(tuple(chance.sample(hand, len(deal.order) - deal.to_deal))))
        elif match.phase == "staking":
            seat = chance.choice([seat for seat in range(4) if deal.stakes[seat] is None])
            self.do(seat, co.SetStake(chance.choice(match.rules.stakes)))
        elif match.phase == "playing":
            self.do(deal.turn, co.Play(self.a_play()))
        elif match.redeals:
            self.do(None, co.StartDeal(f"seed {chance.random()}"))
        else:
            return False
        return True

    def deal(self) -> None:
        for _ in self.steps():
            pass

    def deals(self, most: int = 400) -> Iterator[Match]:
        """Play deal after deal until the match is won; yields the match before each."""
        for _ in range(most):
            if self.match.phase == "won":
                return
            yield self.match
            self.deal()
        raise AssertionError(f"no winner in {most} deals, levels {self.match.levels}")

    def _perhaps_bid(self, chance: float) -> None:
        seat = self.random.randrange(4)
        deal = self.match.running
        bids = open_bids(deal.bids, seat, cards_of(deal.hands[seat]), deal.level, self.match.rules)
        if bids and self.random.random() < chance * self.keen:
            self.do(seat, co.Bid(self.random.choice(bids)))

    def a_play(self) -> Cards:
        """Some legal play of the seat whose turn it is; half of the leads are tried as throws."""
        deal, rules = self.match.running, self.match.rules
        hand = cards_of(deal.hands[deal.turn])
        _, trump = deal.bound
        if deal.plays:
            return self.a_reply(deal.plays[0], hand, trump, rules)
        suit = trump.suit_of(self.random.choice(hand))
        same = [card for card in hand if trump.suit_of(card) == suit]
        chosen = self.random.sample(same, self.random.randint(1, min(len(same), 6)))
        if self.random.random() < 0.3:
            return tuple(chosen)
        return self.random.choice(read_shape(same, trump, rules)).cards

    def a_reply(self, lead: Cards, hand: Cards, trump: Trump, rules: RuleSet) -> Cards:
        suit = trump.suit_of(lead[0])
        same = [card for card in hand if trump.suit_of(card) == suit]
        for _ in range(3):
            if len(same) > len(lead):
                guess = self.random.sample(same, len(lead))
            else:
                rest = [card for card in hand if trump.suit_of(card) != suit]
                guess = same + self.random.sample(rest, len(lead) - len(same))
            if check_follow(lead, hand, guess, trump, rules) is None:
                return tuple(guess)
        return list(islice(legal_follows(lead, hand, trump, rules), self.random.randint(1, 20)))[-1]


def at_play(
    rules: RuleSet,
    hands: Sequence[str],
    *,
    trump: str | None = "H",
    level: str = "2",
    dealer: int = 0,
    leader: int = 0,
    levels: tuple[str, str] | None = None,
    bottom: str = "S3 S3 S3 S3 S3 S3 S3 S3",
    points: int = 0,
    plays: Sequence[str] = (),
    played: int = 0,
) -> Match:
    """A match in the middle of a deal, with these hands; ``points`` the attackers have."""
    buried = parse_cards(bottom)
    deal = Deal(
        number=played + 1,
        level=level,
        first=dealer,
        dealer=dealer,
        order=tuple(deck(rules.decks)),
        to_deal=54 * rules.decks - len(buried),
        drawn=54 * rules.decks - len(buried),
        hands=tuple(count(parse_cards(hand)) for hand in hands),
        trump=Trump(level, trump, rules.two_is_trump),
        bottom=buried,
        buried=tuple(buried if seat == dealer else None for seat in range(4)),
        leader=leader,
        plays=tuple(parse_cards(play) for play in plays),
        points=points,
    )
    start = new_match(rules)
    return replace(
        start, phase="playing", deal=deal, dealer=dealer, levels=levels or (level, level), deals_played=played
    )


# What holds of every deal


def conserve(match: Match) -> None:
    """Every card is somewhere: stock, hands, bottom, running trick, finished tricks."""
    deal = match.running
    cards = Counter(deal.order[deal.drawn : deal.to_deal])
    cards.update(deal.bottom if deal.trump else deal.order[deal.to_deal :])
    for hand in deal.hands:
        cards.update(cards_of(hand))
    for play in (*deal.plays, *(play for trick in deal.tricks for play in trick.plays)):
        cards.update(play)
    if match.phase == "burying":
        assert not deal.bottom
    assert cards == Counter(deck(match.rules.decks)), match.phase
    if match.phase == "playing":
        dealer, _ = deal.bound
        taken = sum(trick.points for trick in deal.tricks if trick.winner % 2 != dealer % 2)
        signs = [1 if failure.seat % 2 == dealer % 2 else -1 for failure in deal.failures]
        assert deal.points == taken + match.rules.throw_points * sum(signs)
    else:
        assert deal.tricks or deal.points == 0


def whole_deal(table: Table, look: Callable[[Match], None] = lambda match: None) -> None:
    """Play a deal, and see that cards and points stay what they were; ``look`` at each step."""
    rules = table.match.rules
    first_event = len(table.events)
    for match in table.steps():
        conserve(match)
        look(match)
    deal, result = table.match.running, table.match.result
    assert result is not None
    assert not any(map(any, deal.hands))
    assert len(deal.order) == 54 * rules.decks
    size = (6, 8, 6, 8)[rules.decks - 1]
    assert len(result.bottom) == size
    assert sum(len(trick.plays[0]) for trick in deal.tricks) == (54 * rules.decks - size) // 4
    assert all(len({len(play) for play in trick.plays}) == 1 for trick in deal.tricks)
    assert result.bottom_points == points_of(result.bottom)
    taken = [0, 0]
    for trick in deal.tricks:
        assert trick.points == sum(map(points_of, trick.plays))
        taken[seat_team(trick.winner)] += trick.points
    assert sum(taken) + result.bottom_points == 100 * rules.decks

    attackers = 1 - seat_team(result.dealer)
    failed = Counter(seat_team(failure.seat) for failure in deal.failures)
    penalty = rules.throw_points * (failed[1 - attackers] - failed[attackers])
    assert result.trick_points == taken[attackers] + penalty
    last = seat_team(deal.tricks[-1].winner) == attackers
    assert (result.multiplier > 1) == last
    assert result.points == result.trick_points + result.bottom_points * result.multiplier
    leaders = [result.dealer, *(trick.winner for trick in deal.tricks)]
    assert [trick.leader for trick in deal.tricks] == leaders[:-1]
    spent = [event for event in table.events[first_event:] if isinstance(event, ev.CardsPlayed)]
    assert Counter(card for event in spent for card in event.cards) + Counter(result.bottom) == Counter(
        deck(rules.decks)
    )


def expected_gain(points: int, decks: int, cap: int | None) -> tuple[str, int]:
    step = 20 * decks
    if points >= 2 * step:
        side, gain = "attackers", (points - 2 * step) // step
    elif points <= 0:
        side, gain = "dealer", 3 + (-points) // step
    else:
        side, gain = "dealer", 2 if points < step else 1
    return side, gain if cap is None else min(gain, cap)


def stirred(match: Match, seat: int | None, chance: random.Random) -> Match:
    """The match with everything the seat may not know put in another order.

    Other hands, the stock, the bottom and what others buried keep their sizes only; the order the
    cards came in is forgotten. What is shown to all (bids, turned cards, plays, the bottom at the
    end) stays.
    """
    deal = match.deal
    if deal is None:
        return match
    shown = match.phase in ("ready", "won")
    mine = seat is not None and seat == deal.burier
    hidden: list[int] = []
    for s in range(4):
        if s != seat:
            hidden += cards_of(deal.hands[s])
    in_stock = len(deal.order) - deal.drawn if deal.trump is None else 0
    hidden += deal.order[deal.drawn :] if in_stock else ()
    bottom_hidden = bool(deal.bottom) and not mine and not shown
    hidden += deal.bottom if bottom_hidden else ()
    chance.shuffle(hidden)

    def next_cards(n: int) -> tuple[int, ...]:
        taken = tuple(hidden[:n])
        del hidden[:n]
        return taken

    hands = tuple(deal.hands[s] if s == seat else count(next_cards(sum(deal.hands[s]))) for s in range(4))
    if in_stock:
        head = list(deal.order[: deal.drawn])
        chance.shuffle(head)
        order = (*head, *next_cards(in_stock))
    else:
        order = tuple(chance.sample(deal.order, len(deal.order)))
    bottom = next_cards(len(deal.bottom)) if bottom_hidden else deal.bottom
    assert not hidden
    buried: list[Cards | None] = []
    for s, cards in enumerate(deal.buried):
        if cards is None or s == seat:
            buried.append(cards)
        elif s == deal.burier and deal.bottom:
            buried.append(bottom)
        else:  # it was taken up again by another
            buried.append(tuple(chance.sample(deck(match.rules.decks), len(cards))))
    changes: dict[str, Any] = {"hands": hands, "order": order, "bottom": bottom, "buried": tuple(buried)}
    return replace(match, deal=replace(deal, **changes))
