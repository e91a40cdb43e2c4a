"""Whatever the rules: nothing that a rule player answers is refused, and no throw of it fails."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import islice

import pytest
from engine_play import CARD_OPTIONS

from game.bots.legal import plain_answer
from game.bots.rule import RuleBot
from game.cli.selfplay import play_deal
from game.engine import Question, RuleSet, Standing, View, legal_follows, new_match, open_bids, preset
from game.engine.cards import RANKS
from game.engine.chance import deal_seed
from game.engine.commands import Bid, Command, PassBid, Play, SetStake

OPTIONS: dict[str, Sequence[object]] = {
    "bidding": ("ladder", "after_deal", "counter_to_end"),
    "nobody_bids": ("no_trump", "flip_bottom", "redeal"),
    "settlement": ("points", "silver"),
    "room": ("practice", "common", "pass"),
    "joker_bids": (True, False),
    "first_dealer": ("first_bidder", "last_bidder"),
    "throw_points": (0, 10),
    "bottom_points_limit": (None, 0, 10, 40),
    **CARD_OPTIONS,
}


class Restless:
    """Half its plays, bids, flips, counters and stakes are any legal ones, throws at a venture among
    them: odd positions for the rest."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._steady = RuleBot()

    def answer(self, view: View, ask: Question) -> Command | None:
        chance = self._chance
        if ask.kind not in ("play", "bid", "flip", "counter", "stake") or chance.random() < 0.5:
            return self._steady.answer(view, ask)
        if ask.kind == "stake":
            return SetStake(chance.choice(view.rules.stakes))
        if ask.kind != "play":
            assert view.seat is not None
            phase = {"bid": "dealing", "flip": "flipping", "counter": "countering"}[ask.kind]
            bids = open_bids(view.bids, view.seat, view.hand, view.level, view.rules, phase)
            if bids and chance.random() < (0.01 if ask.kind == "bid" else 0.9):
                return Bid(chance.choice(bids))
            return None if view.undealt else PassBid()
        if view.plays:
            replies = islice(legal_follows(view.plays[0], view.hand, view.trump, view.rules), 50)
            return Play(chance.choice(list(replies)))
        group = view.trump.group[chance.choice(view.hand)]
        suit = [card for card in view.hand if view.trump.group[card] == group]
        return Play(tuple(chance.sample(suit, chance.randint(1, min(len(suit), 8)))))


def sample_rules(chance: random.Random, decks: int) -> RuleSet:
    """A preset with each option drawn."""
    name = chance.choice(("lezhong", "classic", "popo"))
    return preset(name, decks, **{option: chance.choice(values) for option, values in OPTIONS.items()})


def deals_of_a_preset(name: str, decks: int, deals: int, seed: str) -> None:
    """Played by rule players alone: whatever is refused ends it, and no throw fails."""
    match = new_match(preset(name, decks))
    for number in range(deals):
        match = play_deal(match, [RuleBot()] * 4, deal_seed(seed, number))
        assert match.running.failures == ()
        if match.won_by is not None:
            match = new_match(preset(name, decks))


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["lezhong", "classic", "popo"])
def test_whole_deals_of_a_preset_pass_and_no_throw_fails(name: str, decks: int) -> None:
    deals_of_a_preset(name, decks, 6, "preset")


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["lezhong", "classic", "popo"])
def test_two_thousand_deals_of_the_presets_pass_and_no_throw_fails(name: str, decks: int) -> None:
    deals_of_a_preset(name, decks, 170, "preset for long")


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_any_options_pass_in_any_position(decks: int) -> None:
    chance = random.Random(decks)
    for number in range(25):
        rules = sample_rules(chance, decks)
        level = chance.choice(RANKS)
        match = new_match(rules, Standing((level, level), chance.choice((None, 0, 1, 2, 3)), 3))
        players = [RuleBot() if number % 3 == 0 else Restless(chance) for _ in range(4)]
        match = play_deal(match, players, deal_seed(f"options {decks}", number))
        assert match.result is not None


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_any_options_pass_for_long(decks: int) -> None:
    chance = random.Random(100 + decks)
    for number in range(1000):
        match = new_match(sample_rules(chance, decks))
        play_deal(match, [Restless(chance) for _ in range(4)], deal_seed(f"long {decks}", number))


def in_manner(bidding: str, decks: int, deals: int) -> Counter[str]:
    """Deals with restless players beside rule players; what bids and passes of the latter were seen."""
    chance = random.Random(f"{bidding} {decks}")
    seen: Counter[str] = Counter()

    class Heard(RuleBot):
        def answer(self, view: View, ask: Question) -> Command | None:
            answer = super().answer(view, ask)
            seen[f"{ask.kind} {type(answer).__name__}"] += 1
            return answer

    for number in range(deals):
        rules = preset(
            chance.choice(("lezhong", "classic", "popo")),
            decks,
            bidding=bidding,
            joker_bids=chance.random() < 0.7,
            nobody_bids=chance.choice(OPTIONS["nobody_bids"]),
            two_is_trump=chance.random() < 0.3,
            settlement="silver",
            room="pass",
        )
        level = chance.choice(RANKS)
        match = new_match(rules, Standing((level, level), chance.choice((None, 0, 1, 2, 3)), 3))
        players = [Heard(), Restless(chance), Heard(), Restless(chance)]
        match = play_deal(match, players, deal_seed(f"{bidding} {decks}", number))
        assert match.result is not None
        seen["countered after a bury"] += match.running.buried.count(None) < 3
    return seen


ANSWERED = {
    "ladder": {"bid Bid", "bid NoneType"},
    "after_deal": {"flip Bid", "flip PassBid"},
    "counter_to_end": {"bid Bid", "bid NoneType", "counter PassBid", "countered after a bury"},
}


@pytest.mark.parametrize("bidding", ["ladder", "after_deal", "counter_to_end"])
@pytest.mark.parametrize("decks", [2, 3])
def test_rule_players_bid_legally_in_every_manner(bidding: str, decks: int) -> None:
    seen = in_manner(bidding, decks, 30)
    assert set(+seen) >= {*ANSWERED[bidding], "stake SetStake", "bury Bury", "play Play"}


@pytest.mark.slow
@pytest.mark.parametrize("bidding", ["ladder", "after_deal", "counter_to_end"])
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_rule_players_bid_legally_for_long(bidding: str, decks: int) -> None:
    seen = in_manner(bidding, decks, 300)
    answered = ANSWERED[bidding]
    if decks == 1:  # no bid can counter another
        answered = {answer for answer in answered if "counter" not in answer}
    assert set(+seen) >= {*answered, "stake SetStake", "bury Bury", "play Play"}
    if bidding == "counter_to_end" and decks > 1:
        assert seen["counter Bid"], "they counter too"


@pytest.mark.parametrize("kind", ["bid", "flip", "counter", "stake"])
def test_the_plainest_answer_is_legal_in_every_manner(kind: str) -> None:
    """What is played for a computer player that fails."""

    class Plain:
        def answer(self, view: View, ask: Question) -> Command | None:
            asked.add(ask.kind)
            return plain_answer(view, ask)

    asked: set[str] = set()
    for bidding in OPTIONS["bidding"]:
        for nobody in OPTIONS["nobody_bids"]:
            rules = preset(
                "lezhong", 1, bidding=bidding, nobody_bids=nobody, settlement="silver", room="pass"
            )
            match = play_deal(new_match(rules), [Plain()] * 4, "plain")
            assert match.result is not None
    assert kind in asked


class Twice:
    """Asks two separate rule players, and one that has played another deal before."""

    def __init__(self) -> None:
        self.used = RuleBot()
        self.questions = 0

    def answer(self, view: View, ask: Question) -> Command | None:
        first = self.used.answer(view, ask)
        assert first == RuleBot().answer(view, ask)
        self.questions += 1
        return first


def test_the_same_view_gets_the_same_answer_from_any_player() -> None:
    player = Twice()
    match = new_match(preset("lezhong"))
    for number in range(2):
        match = play_deal(match, [player] * 4, deal_seed("twice", number))
    assert player.questions > 300
