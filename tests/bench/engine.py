"""The engine alone: ``python tests/bench/engine.py``. Processor time on one core, median and worst.

Whole two-deck deals played at random through ``decide`` and ``evolve`` (aim: over 150 a second); the
first 100 replies and the judging of a reply, from 25 and 52 cards to the leads that are worst for it (aims:
under 5 ms and under 1 ms). ``--profile`` shows where the deals' time goes instead.
"""

import argparse
import cProfile
import pstats
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from itertools import islice

from game.engine import (
    Cards,
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
    preset,
    read_shape,
)
from game.engine import commands as co
from game.engine.cards import FACES, cards_of, format_cards

DEALS = 40
POSITIONS = 300
"""Random positions tried for each size of hand, throws and single components."""


def apply(match: Match, seat: int | None, command: co.Command) -> Match:
    events = decide(match, seat, command)
    assert not isinstance(events, Refusal), (seat, command, events)
    for event in events:
        match = evolve(match, event)
    return match


def play_deal(match: Match, seed: str, chance: random.Random) -> Match:
    """One more deal: random bids, cards buried at random, plays from the first few that are legal."""
    match = apply(match, None, co.StartDeal(seed))
    while not match.running.dealt:
        match = apply(match, None, co.DealNext())
        if chance.random() < 0.1:
            deal, seat = match.running, chance.randrange(4)
            bids = open_bids(deal.bids, seat, cards_of(deal.hands[seat]), deal.level, match.rules)
            if bids:
                match = apply(match, seat, co.Bid(chance.choice(bids)))
    match = apply(match, None, co.CloseBids())
    deal = match.running
    dealer, trump = deal.bound
    hand = cards_of(deal.hands[dealer])
    match = apply(match, dealer, co.Bury(tuple(chance.sample(hand, len(deal.order) - deal.to_deal))))
    while match.phase == "playing":
        deal = match.running
        hand = cards_of(deal.hands[deal.turn])
        if deal.plays:
            few = islice(legal_follows(deal.plays[0], hand, trump, match.rules), 5)
            cards = chance.choice(list(few))
        else:
            group = trump.group[chance.choice(hand)]
            suit = [card for card in hand if trump.group[card] == group]
            if chance.random() < 0.2:
                cards = tuple(chance.sample(suit, min(len(suit), chance.randint(2, 4))))
            else:
                cards = chance.choice(read_shape(suit, trump, match.rules)).cards
        match = apply(match, deal.turn, co.Play(cards))
    return match


def deals(number: int) -> list[float]:
    """Seconds of each of so many deals."""
    chance = random.Random(1)
    took = []
    match = new_match(preset("lezhong"))
    for n in range(number):
        before = time.process_time()
        match = play_deal(match, f"deal {n}", chance)
        took.append(time.process_time() - before)
        if match.phase == "won":
            match = new_match(preset("lezhong"))
    return took


Position = tuple[Cards, Cards, Trump, RuleSet]
"""Lead, hand, trump and rules."""

OPTIONS = (
    {},
    {"decompose": "tuple_first"},
    {"follow_longer_tuple": "protected"},
    {"follow_tractor_for_pair": "protected"},
    {"wide_over_narrow": True},
)


def rich(suit: Sequence[int], size: int, most: int, chance: random.Random) -> list[int]:
    """So many cards of a suit, mostly in twos, threes and fours side by side: there is much to choose."""
    cards: list[int] = []
    width = chance.choice([2, 2, 3, 3, 4])
    start = chance.randrange(len(suit))
    for i in range(len(suit)):
        face = suit[(start + i) % len(suit)]
        cards += [face] * min(chance.choice([width, width, width - 1, most]), most)
        if len(cards) >= size:
            break
    return cards[:size]


def positions(hand_size: int, decks: int, number: int) -> list[Position]:
    """Leads of many cards, up to a throw of 10, and hands that hold much of the led suit."""
    chance = random.Random(hand_size)
    found: list[Position] = []
    while len(found) < number:
        rules = preset("lezhong", decks, **OPTIONS[len(found) % len(OPTIONS)])
        trump = Trump(chance.choice("25TA"), chance.choice(["H", "S", None]), chance.random() < 0.3)
        group = chance.choice([g for g in range(5) if trump.chain[g]] + [4, 4])
        suit = [face for faces in trump.chain[group] for face in faces]
        lead = tuple(sorted(rich(suit, chance.choice([4, 6, 8, 9, 10, 10, 10]), decks, chance)))
        left = [decks - lead.count(face) for face in range(FACES)]
        hand: list[int] = []
        wanted = chance.randint(len(lead) + 1, hand_size)
        for face in rich(suit, wanted, decks, chance):
            if left[face]:
                left[face] -= 1
                hand.append(face)
        rest = [face for face in range(FACES) if trump.group[face] != group for _ in range(left[face])]
        hand += chance.sample(rest, hand_size - len(hand))
        found.append((lead, tuple(sorted(hand)), trump, rules))
    return found


def timed(job: Callable[[], object], times: int = 3) -> float:
    """Milliseconds of processor time, the least of a few tries (of one when it takes long)."""
    took: list[float] = []
    while len(took) < times and sum(took) < 0.1:
        before = time.process_time()
        job()
        took.append(time.process_time() - before)
    return 1000 * min(took)


def bench_replies(hand_size: int, decks: int) -> None:
    """Both questions at each position; prints median and worst, and the worst position."""
    first: list[tuple[float, Position]] = []
    judged: list[tuple[float, Position]] = []
    for position in positions(hand_size, decks, POSITIONS):
        lead, hand, trump, rules = position
        read_shape(lead, trump, rules)  # a lead is read once, when it is led
        first.append((timed(lambda p=position: list(islice(legal_follows(*p), 100))), position))
        replies = list(islice(legal_follows(*position), 100))
        group = trump.group[lead[0]]
        loose = sorted(hand, key=lambda c: (trump.group[c] != group, hand.count(c), trump.position[c]))
        for play in (replies[0], replies[-1], tuple(loose[: len(lead)])):
            judged.append((timed(lambda p=position, q=play: check_follow(p[0], p[1], q, *p[2:])), position))
    for name, aim, took in (("first 100 replies", 5, first), ("judging a reply", 1, judged)):
        worst, (lead, hand, trump, rules) = max(took, key=lambda of: of[0])
        median = statistics.median(ms for ms, _ in took)
        over = sum(ms > aim for ms, _ in took)
        print(
            f"{name} from {hand_size} cards, {decks} decks: median {median:.3f} ms, worst {worst:.2f} ms; "
            f"{over} of {len(took)} over {aim} ms"
        )
        changed = {
            field: getattr(rules, field)
            for field in ("decompose", "follow_longer_tuple", "follow_tractor_for_pair", "wide_over_narrow")
            if getattr(rules, field) != getattr(preset("lezhong"), field)
        }
        print(f"  worst: {format_cards(lead)} led to {format_cards(trump.sort(hand))}")
        print(f"         {trump}, {changed or 'plain rules'}")


def profile(number: int) -> None:
    """Where the time of the deals goes."""
    profiler = cProfile.Profile()
    profiler.runcall(deals, number)
    pstats.Stats(profiler).sort_stats("tottime").print_stats(18)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="engine.py", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, metavar="N", help=f"deals to play ({DEALS})")
    parser.add_argument("--profile", action="store_true", help="profile the deals")
    options = parser.parse_args(argv)
    if options.profile:
        profile(options.deals)
        return 0
    took = deals(options.deals)
    print(
        f"random deals, 2 decks: {len(took) / sum(took):.0f} a second; a deal: median "
        f"{1000 * statistics.median(took):.2f} ms, worst {1000 * max(took):.2f} ms"
    )
    bench_replies(25, 2)
    bench_replies(25, 4)
    bench_replies(52, 4)
    return 0


if __name__ == "__main__":
    sys.exit(main())
