"""Whatever the rules: nothing that a rule player answers is refused, and no throw of it fails."""

import random
from collections.abc import Sequence
from itertools import islice

import pytest

from game.bots.rule import RuleBot
from game.cli.selfplay import play_deal
from game.engine import Question, RuleSet, Standing, View, legal_follows, new_match, preset
from game.engine.cards import RANKS
from game.engine.chance import deal_seed
from game.engine.commands import Command, Play

OPTIONS: dict[str, Sequence[object]] = {
    "two_is_trump": (False, True),
    "joker_bids": (True, False),
    "first_dealer": ("first_bidder", "last_bidder"),
    "decompose": ("longest_first", "tuple_first"),
    "throw_forced": ("lowest_beaten", "smallest_first"),
    "throw_points": (0, 10),
    "throw_compare": ("main_component", "all_components", "highest_card"),
    "follow_structure": ("required", "required", "none"),
    "follow_longer_tuple": ("split", "protected"),
    "follow_partial_tractor": ("required", "free"),
    "follow_tractor_for_pair": ("give", "protected"),
    "wide_over_narrow": (False, True),
    "bottom_points_limit": (None, 0, 10, 40),
    "bottom_multiplier": ("lezhong", "classic", "doubling", "popo"),
}


class Restless:
    """Half its plays are any legal ones, throws at a venture among them: odd positions for the rest."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._steady = RuleBot()

    def answer(self, view: View, ask: Question) -> Command | None:
        chance = self._chance
        if ask.kind != "play" or chance.random() < 0.5:
            return self._steady.answer(view, ask)
        if view.plays:
            replies = islice(legal_follows(view.plays[0], view.hand, view.trump, view.rules), 50)
            return Play(chance.choice(list(replies)))
        group = view.trump.group[chance.choice(view.hand)]
        suit = [card for card in view.hand if view.trump.group[card] == group]
        return Play(tuple(chance.sample(suit, chance.randint(1, min(len(suit), 8)))))


def sample_rules(chance: random.Random, decks: int) -> RuleSet:
    """A preset with each option drawn."""
    name = chance.choice(("lezhong", "popo"))
    return preset(name, decks, **{option: chance.choice(values) for option, values in OPTIONS.items()})


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["lezhong", "popo"])
def test_whole_deals_of_a_preset_pass_and_no_throw_fails(name: str, decks: int) -> None:
    match = new_match(preset(name, decks))
    for number in range(10):
        match = play_deal(match, [RuleBot()] * 4, deal_seed("preset", number))
        assert match.running.failures == ()
        if match.won_by is not None:
            match = new_match(preset(name, decks))


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_any_options_pass_in_any_position(decks: int) -> None:
    chance = random.Random(decks)
    for number in range(40):
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
