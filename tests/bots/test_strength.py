"""The rule player is clearly better than legal play at random: each deal is played twice, sides changed."""

import random
from itertools import islice
from statistics import mean, stdev

from game.bots.rule import RuleBot
from game.cli.selfplay import Player, play_deal
from game.engine import Question, Standing, View, legal_follows, new_match, preset, seat_team
from game.engine.cards import bottom_size
from game.engine.chance import deal_seed
from game.engine.commands import Bury, Command, Play


class Aimless:
    """Bids as the rule player does; buries and plays anything legal."""

    def __init__(self) -> None:
        self._chance = random.Random(5)

    def answer(self, view: View, ask: Question) -> Command | None:
        if ask.kind == "bury":
            return Bury(tuple(self._chance.sample(view.hand, bottom_size(view.rules.decks))))
        if ask.kind != "play":
            return RuleBot().answer(view, ask)
        if not view.plays:
            return Play((self._chance.choice(view.hand),))
        replies = islice(legal_follows(view.plays[0], view.hand, view.trump, view.rules), 100)
        return Play(self._chance.choice(list(replies)))


def advantage(one: Player, other: Player, decks: int, number: int) -> float:
    """Points that ``one`` makes more than ``other`` in a deal, the mean of both sides of the table."""
    total = 0
    for players in ([one, other, one, other], [other, one, other, one]):
        standing = Standing(("5", "5"), number % 4, 3)
        match = play_deal(new_match(preset("lezhong", decks), standing), players, deal_seed("duel", number))
        assert match.result is not None
        attackers = 1 - seat_team(match.result.dealer)
        total += match.result.points if players[attackers] is one else -match.result.points
    return total / 2


def test_beats_aimless_play_by_far() -> None:
    for decks, margin in ((1, 15), (2, 40), (4, 80)):
        gains = [advantage(RuleBot(), Aimless(), decks, number) for number in range(12)]
        assert mean(gains) - 2 * stdev(gains) / len(gains) ** 0.5 > margin, decks


def test_against_itself_a_deal_played_twice_is_level() -> None:
    assert [advantage(RuleBot(), RuleBot(), 2, number) for number in range(3)] == [0, 0, 0]
