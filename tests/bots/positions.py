"""Positions made by hand: what a seat would see, and what a player answers, the rule player unless told."""

import random
from collections import Counter
from typing import Any, Literal

from msgspec.structs import replace

from game.bots.legal import Player
from game.bots.rule import RuleBot
from game.engine import Question, Trick, Trump, View, format_cards, parse_cards, points_of, preset, winner
from game.engine.cards import FACES, bottom_size
from game.engine.commands import Bid, Bury, Play
from game.engine.events import BidMade


def tidy(text: str) -> str:
    """Codes in the order of face numbers."""
    return format_cards(sorted(parse_cards(text)))


def plays_of(text: str) -> tuple[tuple[int, ...], ...]:
    """Plays parted by bars: ``"SA | S3 | S4"``."""
    return tuple(parse_cards(play) for play in text.split("|") if play.strip())


def table(
    hand: str,
    plays: str = "",
    *,
    seat: int = 0,
    dealer: int = 0,
    level: str = "2",
    trump: str | None = "H",
    tricks: tuple[tuple[int, str], ...] = (),
    buried: str | None = None,
    burier: int | None = None,
    points: int = 0,
    bids: tuple[tuple[int, str], ...] = (),
    decks: int = 2,
    **rules: object,
) -> View:
    """A seat to play in trumps hearts, 2s the level cards, unless told otherwise.

    ``plays`` are the running trick up to the seat, ``tricks`` the ones before as (leader, plays).
    ``burier`` is who buried last: the seat itself when it buried at all, unless another is named.
    """
    options = preset("lezhong", decks, **rules)
    order = Trump(level, trump, options.two_is_trump)
    running = plays_of(plays)
    leader = (seat - len(running)) % 4
    done = []
    for first, text in tricks:
        four = plays_of(text)
        won = (first + winner(four, order, options)) % 4
        done.append(Trick(first, four, won, sum(map(points_of, four))))
    own = tuple(sorted(parse_cards(hand)))
    counts = [len(own)] * 4
    for i, play in enumerate(running):
        counts[(leader + i) % 4] -= len(play)
    a, b, c, d = counts
    return View(
        seat=seat,
        rules=options,
        phase="playing",
        levels=(level, level),
        dealer=dealer,
        deals_played=3,
        failed_throws=(0, 0, 0, 0),
        ready=(False,) * 4,
        auto=(False,) * 4,
        won_by=None,
        result=None,
        number=4,
        level=level,
        suit=trump,
        trump_set=True,
        hand=own,
        counts=(a, b, c, d),
        burier=(dealer if buried is None else seat) if burier is None else burier,
        buried=None if buried is None else parse_cards(buried),
        leader=leader,
        turn=seat,
        plays=running,
        winning=(leader + winner(running, order, options)) % 4 if running else None,
        tricks=tuple(done),
        points=points,
        bids=tuple(BidMade(who, parse_cards(text)) for who, text in bids),
    )


def midway(hand: str, plays: str = "", *, out: str = "", gone: str = "", **rest: Any) -> View:
    """As ``table``, with the tricks that must have been before: what went, suit by suit, is drawn by lot,
    but ``gone`` did, and ``out`` is still in other hands or in the bottom. The seat is an attacker, unless
    it ``buried``."""
    seat = rest.get("seat", 0)
    bare = table(hand, plays, **{"dealer": seat if "buried" in rest else (seat + 1) % 4, **rest})
    unseen = Counter(dict.fromkeys(range(FACES), 2))
    for cards in (bare.hand, bare.buried or (), *bare.plays, *(p for t in bare.tricks for p in t.plays)):
        unseen.subtract(cards)
    kept, went = parse_cards(out), parse_cards(gone)
    unseen.subtract(kept + went)
    assert min(unseen.values()) >= 0, "a card more than twice"
    free = sorted(unseen.elements())
    others = sum(bare.counts) - len(bare.hand) + (0 if bare.buried else bottom_size(2)) - len(kept)
    chance = random.Random(f"{hand} {plays}")
    group = bare.trump.group
    suits: list[list[int]] = [[0]]
    tries = 0
    while any(len(suit) % 4 for suit in suits):
        tries += 1
        assert tries < 20_000, "no tricks of one suit each come out"
        chance.shuffle(free)
        suits = [[card for card in (*went, *free[others:]) if group[card] == g] for g in range(5)]
    before = []
    for suit in suits:
        for i in range(0, len(suit), 4):
            high, *low = bare.trump.sort(suit[i : i + 4])
            low.sort(key=lambda card: points_of((card,)))
            leader = chance.randrange(4)
            before.append(
                Trick(leader, ((high,), (low[0],), (low[2],), (low[1],)), leader, points_of((high, *low)))
            )
    chance.shuffle(before)
    tricks = (*before, *bare.tricks)
    points = sum(t.points for t in tricks if t.winner % 2 != (bare.dealer or 0) % 2)
    return replace(bare, tricks=tricks, points=rest.get("points", points))


def played(view: View, player: Player | None = None) -> str:
    """The codes that are played, by face number."""
    ask = Question("play", (4, len(view.tricks), len(view.plays)))
    answer = (player or RuleBot()).answer(view, ask)
    assert isinstance(answer, Play)
    return format_cards(sorted(answer.cards))


def to_bury(hand: str, *, level: str = "2", trump: str | None = "H", decks: int = 2, **rules: object) -> View:
    """The dealer, seat 0, with the bottom in hand."""
    own = tuple(sorted(parse_cards(hand)))
    rest = len(own) - bottom_size(decks)
    return View(
        seat=0,
        rules=preset("lezhong", decks, **rules),
        phase="burying",
        levels=(level, level),
        dealer=0,
        deals_played=3,
        failed_throws=(0, 0, 0, 0),
        ready=(False,) * 4,
        auto=(False,) * 4,
        won_by=None,
        result=None,
        number=4,
        level=level,
        suit=trump,
        trump_set=True,
        hand=own,
        counts=(len(own), rest, rest, rest),
        burier=0,
        turn=0,
    )


def buried(view: View, player: Player | None = None) -> tuple[int, ...]:
    """What is buried."""
    answer = (player or RuleBot()).answer(view, Question("bury", (4,)))
    assert isinstance(answer, Bury)
    return answer.cards


def bidding(
    hand: str,
    bids: tuple[tuple[int, str], ...] = (),
    *,
    seat: int = 0,
    dealer: int | None = 0,
    level: str = "2",
    undealt: int = 0,
    phase: Literal["dealing", "countering"] = "dealing",
    decks: int = 2,
    **rules: object,
) -> View:
    """A seat that may bid, after the bids (seat, cards)."""
    own = tuple(sorted(parse_cards(hand)))
    n = len(own)
    return View(
        seat=seat,
        rules=preset("lezhong", decks, **rules),
        phase=phase,
        levels=(level, level),
        dealer=dealer,
        deals_played=0 if dealer is None else 3,
        failed_throws=(0, 0, 0, 0),
        ready=(False,) * 4,
        auto=(False,) * 4,
        won_by=None,
        result=None,
        number=1 if dealer is None else 4,
        level=level,
        undealt=undealt,
        hand=own,
        counts=(n, n, n, n),
        bids=tuple(BidMade(who, parse_cards(text)) for who, text in bids),
    )


def bid(view: View, player: Player | None = None) -> str | None:
    """The codes that are shown, None for none."""
    kind: Literal["bid", "counter"] = "counter" if view.phase == "countering" else "bid"
    answer = (player or RuleBot()).answer(view, Question(kind, (4, len(view.bids))))
    return format_cards(answer.cards) if isinstance(answer, Bid) else None
