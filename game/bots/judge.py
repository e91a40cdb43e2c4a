"""A play judged afterwards: what it cost against the best there was, by what the seat knew then."""

from typing import NamedTuple

from game.bots.memory import Known
from game.bots.search import SearchBot, choices_of, likeness
from game.bots.trials import play_trial
from game.bots.values import LINEAR
from game.bots.why import Code, Why, is_forced, why_play
from game.engine import Cards, View

SURE = 2.0
"""By how many standard errors another play must be better for the one made to be blamed."""


class Judgement(NamedTuple):
    """A play cost about so many points against a ``better`` one, for which ``why`` speaks; 0.0, and the
    play itself, where none was surely better."""

    cost: float
    better: Cards
    why: Why


def doubt(view: View, played: Cards) -> float | None:
    """By how many points the rules of thumb like another play better; None where there was no choice."""
    if is_forced(view, played):
        return None
    choices = choices_of(view)
    known = Known(view)
    same = likeness(known, played)
    found = next((value for value, cards in choices if likeness(known, cards) == same), None)
    if found is not None and len(choices) == 1:
        return None
    return choices[0][0] - (choices[-1][0] if found is None else found)


def judge(view: View, played: Cards, bot: SearchBot) -> Judgement:
    """Have the bot race the play against all others it would think of, over the same worlds.

    ``view`` is that of the seat before it played.
    """
    known = Known(view)
    same = likeness(known, played)
    usual = choices_of(view)
    others = [cards for _, cards in usual if likeness(known, cards) != same]
    even = Judgement(0.0, played, why_play(known, played))
    if not others or is_forced(view, played):
        return even
    choices = [played, *others]
    race = bot.raced(view, choices, [0.0] * len(choices), play_trial, SURE)
    best = race.winner()
    if best == 0:
        return even
    cost = race.gain(best) * view.rules.step / (1.0 + LINEAR)
    better = choices[best]
    why = why_play(known, better) if better == usual[0][1] else Why(Code.SEARCH, better, max(1, round(cost)))
    return Judgement(cost, better, why)
