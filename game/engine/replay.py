"""Going through a record: from its events back to the commands, and by the rules forward again."""

from collections.abc import Iterator, Sequence

from game.engine import commands as co
from game.engine import events as ev
from game.engine.decide import decide
from game.engine.evolve import evolve
from game.engine.match import Match
from game.engine.refusal import Refusal


class Impossible(ValueError):
    """A record was not played by the rules: from event ``index`` on it can't be.

    ``made`` is the event the rules give there, None when they give none.
    """

    def __init__(self, index: int, reason: str, made: ev.Event | None = None) -> None:
        super().__init__(f"event {index}: {reason}")
        self.index = index
        self.reason = reason
        self.made = made


def cause(events: Sequence[ev.Event]) -> tuple[int | None, co.Command]:
    """Who (None: the table) asked for what, so that a decision began with ``events[0]``.

    ValueError when no decision begins so, or the event hides what would have to be known.
    """
    match events:
        case [ev.TimedOut(seat=late), answer, *_]:
            seat, command = _plain_cause(answer)
            if seat != late or isinstance(command, co.TableCommand):
                raise ValueError(f"seat {late} was late, but {type(answer).__name__} is not its answer")
            return None, co.TimeOut(late, command)
        case [first, *_]:
            return _plain_cause(first)
    raise ValueError("no events")


def _plain_cause(first: ev.Event) -> tuple[int | None, co.Command]:
    match first:
        case ev.SeatReady(seat=seat):
            return seat, co.Ready()
        case ev.DealStarted(seed=str(seed)):
            return None, co.StartDeal(seed)
        case ev.CardDealt():
            return None, co.DealNext()
        case ev.BidMade(seat=seat, cards=cards):
            return seat, co.Bid(cards)
        case ev.BidPassed(seat=seat):
            return seat, co.PassBid()
        case ev.TrumpSet() | ev.BottomTurned() | ev.DealVoided():
            return None, co.CloseBids()
        case ev.Buried(seat=seat, cards=tuple(cards)):
            return seat, co.Bury(cards)
        case ev.StakeSet(seat=seat, stake=stake):
            return seat, co.SetStake(stake)
        case ev.ThrowFailed(seat=seat, tried=cards) | ev.CardsPlayed(seat=seat, cards=cards):
            return seat, co.Play(cards)
        case ev.AutoSet(seat=seat, on=on):
            return seat, co.SetAuto(on)
    raise ValueError(f"no decision begins with {type(first).__name__}")


def replayed(match: Match, events: Sequence[ev.Event]) -> Iterator[tuple[Match, tuple[ev.Event, ...]]]:
    """Go through a record from ``match`` on, decision by decision: the match after each, and its events.

    ``Impossible`` where the rules refuse what is recorded, or give something else.
    """
    at = 0
    while at < len(events):
        try:
            seat, command = cause(events[at : at + 2])
        except ValueError as error:
            raise Impossible(at, str(error)) from None
        made = decide(match, seat, command)
        if isinstance(made, Refusal):
            raise Impossible(at, f"{type(command).__name__} refused: {made.reason}")
        for index, event in enumerate(made, at):
            if index == len(events) or events[index] != event:
                raise Impossible(index, f"not {type(event).__name__} as it must be", event)
            match = evolve(match, event)
        yield match, made
        at += len(made)
