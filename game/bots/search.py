"""The searching player: tries its choices in many worlds that fit what its seat knows.

Each choice is played out to the end in the same worlds; the value of an end is the levels it
brings, and the points towards the next. It sees nothing but its seat's view, and the same view, seed
and number of worlds always give the same answer.
"""

import random
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from game.bots.bury import buries_to_try
from game.bots.lead import valued_leads
from game.bots.memory import Known
from game.bots.race import Race
from game.bots.reply import valued_replies
from game.bots.rule import RuleBot
from game.bots.trials import bid_trial, bury_trial, play_trial
from game.bots.values import LINEAR, Values, blur_of, values_of
from game.bots.why import Code, Why, why_bury
from game.engine import Cards, Question, View, open_bids, points_of
from game.engine.bids import Phase
from game.engine.cards import hand_size
from game.engine.commands import Bid, Bury, PassBid, Play, SeatCommand

CHOICES, BURIES = 14, 20
"""Most plays, and most buries, that are tried."""

BURY_SURE, BURY_TRUST = 0.7, 0.3
BID_SURE = 2.5
"""By how many standard errors another bury or bid must beat the rules', and how much their prices count."""

Trial: TypeAlias = Callable[
    [View, Sequence[Cards], random.Random, Values], Callable[[Sequence[int]], Sequence[float]]
]
"""From a view and its choices to a function that scores the running ones in one world."""

BID_EFFORT, BURY_EFFORT = 0.125, 2.0
"""The part of the effort that a bid is worth, asked for with nearly every card, and how many times as many
worlds a bury."""


class Effort(NamedTuple):
    """How hard to think: at most so many worlds, and so many seconds where a time is set.

    ``sure``: by how many standard errors a play must beat the rule's. ``trust``: how much the rules'
    own values count beside what the worlds say.
    """

    worlds: int
    seconds: float | None = None
    sure: float = 1.0
    trust: float = 1.0


class SearchBot:
    """Plays, buries and bids by search; counters a bury by the rules of thumb."""

    def __init__(
        self,
        effort: Effort,
        seed: int = 0,
        clock: Callable[[], float] = time.perf_counter,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """``stop`` is asked after each world: whether to answer with what is found so far."""
        self._effort, self._seed, self._clock, self._stop = effort, seed, clock, stop
        self._rule = RuleBot()

    def answer(self, view: View, ask: Question) -> SeatCommand | None:
        """The command that answers; None is a bid not made while cards are still being dealt."""
        match ask.kind:
            case "play" if len(view.hand) > 1:
                return Play(self._better_play(view)[0])
            case "bury":
                return Bury(self._bury(view))
            case "bid" | "flip":
                return self._bid(view, ask)
        return self._rule.answer(view, ask)

    def explained(self, view: View, ask: Question) -> tuple[SeatCommand | None, Why]:
        """As ``answer``, with what speaks for it: the rules of thumb where they say the same, else how many
        points more the play brought than theirs."""
        usual, why = self._rule.explained(view, ask)
        if isinstance(usual, Play) and len(view.hand) > 1:
            cards, more = self._better_play(view)
            return Play(cards), Why(Code.SEARCH, cards, max(1, round(more))) if cards != usual.cards else why
        command = self.answer(view, ask)
        if isinstance(command, Bury) and command != usual:
            why = why_bury(view, command.cards)
        return command, why

    def _better_play(self, view: View) -> tuple[Cards, float]:
        """The play, and by how many points it came out above the rules' choice."""
        choices = choices_of(view)
        if len(choices) == 1:
            return choices[0][1], 0.0
        worth = self._effort.trust * (1.0 + LINEAR) / view.rules.step
        prior = [worth * (value - choices[0][0]) for value, _ in choices]
        race = self.raced(view, [cards for _, cards in choices], prior, play_trial, self._effort.sure)
        won = race.winner()
        return choices[won][1], race.gain(won) * view.rules.step / (1.0 + LINEAR)

    def _bury(self, view: View) -> Cards:
        choices = buries_to_try(view)[:BURIES]
        worth = self._effort.trust * BURY_TRUST * (1.0 + LINEAR) / view.rules.step
        prior = [worth * (choices[0][0] - cost) for cost, _ in choices]
        return self._best(view, [cards for _, cards in choices], prior, bury_trial, BURY_SURE, BURY_EFFORT)

    def _bid(self, view: View, ask: Question) -> SeatCommand | None:
        """A bid that is surely better than what the rules of thumb do, or that."""
        usual = self._rule.answer(view, ask)
        first = usual.cards if isinstance(usual, Bid) else ()
        if view.seat is None or 2 * len(view.hand) < hand_size(view.rules.decks):
            return usual
        phase: Phase = "flipping" if ask.kind == "flip" else "dealing"
        bids = open_bids(view.bids, view.seat, view.hand, view.level, view.rules, phase)
        most = {cards[0]: cards for cards in bids}
        choices = list(dict.fromkeys((first, (), *most.values())))
        cards = self._best(view, choices, [0.0] * len(choices), bid_trial, BID_SURE, BID_EFFORT)
        if cards == first:
            return usual
        if cards:
            return Bid(cards)
        return None if view.undealt else PassBid()

    def _best(
        self,
        view: View,
        choices: Sequence[Cards],
        prior: Sequence[float],
        trial: Trial,
        sure: float,
        part: float = 1.0,
    ) -> Cards:
        """The winner of a race of the choices, with a part of the effort."""
        if len(choices) == 1:
            return choices[0]
        return choices[self.raced(view, choices, prior, trial, sure, part).winner()]

    def raced(
        self,
        view: View,
        choices: Sequence[Cards],
        prior: Sequence[float],
        trial: Trial,
        sure: float,
        part: float = 1.0,
    ) -> Race:
        """A race of the choices that is over, with a part of the effort."""
        race, progress = Race(prior, sure), self._progress(part)
        values = values_of(view.rules, blur_of(view))
        race.run(trial(view, choices, self._chance(view), values), progress)
        return race

    def _chance(self, view: View) -> random.Random:
        """Chance for one question: by the seed and the view alone."""
        asked = (view.number, view.seat, len(view.bids), len(view.tricks), view.plays, view.hand)
        return random.Random(f"{self._seed} {asked}")

    def _progress(self, part: float) -> Callable[[int], float]:
        """How much of a part of the effort is spent after so many worlds."""
        worlds, seconds = self._effort.worlds * part, self._effort.seconds
        start = self._clock()

        def progress(done: int) -> float:
            if self._stop():
                return 1.0
            if seconds is None:
                return done / worlds
            return max(done / worlds, (self._clock() - start) / (seconds * min(part, 1.0)))

        return progress


def choices_of(view: View) -> list[tuple[float, Cards]]:
    """Plays worth trying with their value by the rules of thumb, in points, the best first; equal
    neighbours count once."""
    known = Known(view)
    if view.plays:
        valued = list(valued_replies(known))
    else:
        valued = sorted(valued_leads(known), key=lambda lead: -lead[0])
    seen: set[object] = set()
    choices = []
    for value, cards in valued:
        alike = likeness(known, cards)
        if alike not in seen:
            seen.add(alike)
            choices.append((value, cards))
    return choices[:CHOICES]


def likeness(known: Known, cards: Cards) -> object:
    """Equal for single cards that do the same: same points, nothing unseen in between, and both or neither
    ahead of what lies on the table."""
    if len(cards) > 1:
        return tuple(sorted(cards))
    face = cards[0]
    group = known.trump.group[face]
    ahead = bool(known.view.plays) and known.goes_ahead(cards)
    return group, known.higher(face), points_of(cards), known.held[face], ahead
