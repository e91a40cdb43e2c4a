"""The plainest legal answer to a question: what is played when nothing better is at hand."""

import logging
from typing import Protocol

from game.engine import Question, View, legal_follows, points_of
from game.engine import commands as co
from game.engine.cards import bottom_size

log = logging.getLogger(__name__)


class Player(Protocol):
    """Whoever answers for a seat."""

    def answer(self, view: View, ask: Question) -> co.SeatCommand | None:
        """The command, None for nothing to say now."""


def safe_answer(player: Player, view: View, ask: Question) -> co.SeatCommand | None:
    """What the player says; the plain answer, and a line in the log, when it fails."""
    try:
        return player.answer(view, ask)
    except Exception:
        log.exception("a computer player failed")
        return plain_answer(view, ask)


def plain_answer(view: View, ask: Question) -> co.SeatCommand | None:
    """Always legal: pass, bury low cards without points, lead the lowest, follow with the first that may.

    None while cards are still dealt.
    """
    if ask.kind == "ready":
        return co.Ready()
    if ask.kind in ("bid", "flip", "counter"):
        return None if view.undealt else co.PassBid()
    if ask.kind == "stake":
        return co.SetStake(1)
    low_first = tuple(reversed(view.trump.sort(view.hand)))
    if ask.kind == "bury":
        harmless = sorted(low_first, key=lambda card: points_of((card,)))
        return co.Bury(tuple(harmless[: bottom_size(view.rules.decks)]))
    if not view.plays:
        return co.Play(low_first[:1])
    return co.Play(next(legal_follows(view.plays[0], view.hand, view.trump, view.rules)))
