"""The rule player: one seat's view and a question in, one command out."""

from game.bots.bid import choose_bid
from game.bots.bury import choose_bury
from game.bots.lead import choose_lead
from game.bots.memory import Known
from game.bots.reply import choose_reply
from game.bots.stake import choose_stake
from game.bots.why import Code, Why, why_bid, why_bury, why_play
from game.engine import Question, View
from game.engine.commands import Bid, Bury, PassBid, Play, Ready, SeatCommand, SetStake


class RuleBot:
    """Plays by rules of thumb, from what its seat may know and nothing else.

    Without memory from one question to the next: the same view always gives the same answer. One that
    plays for somebody ``away`` risks none of his silver.
    """

    def __init__(self, away: bool = False) -> None:
        self._away = away

    def answer(self, view: View, ask: Question) -> SeatCommand | None:
        """The command that answers; None is a bid not made while cards are still being dealt."""
        match ask.kind:
            case "bid":
                cards = choose_bid(view)
                if cards:
                    return Bid(cards)
                return None if view.undealt else PassBid()
            case "flip" | "counter":
                cards = choose_bid(view)
                return Bid(cards) if cards else PassBid()
            case "stake":
                return SetStake(view.rules.stakes[0] if self._away else choose_stake(view))
            case "bury":
                return Bury(choose_bury(view))
            case "play":
                if len(view.hand) == 1:
                    return Play(view.hand)
                known = Known(view)
                return Play(choose_reply(known) if view.plays else choose_lead(known))
            case "ready":
                return Ready()

    def explained(self, view: View, ask: Question) -> tuple[SeatCommand | None, Why]:
        """As ``answer``, with what speaks for it."""
        command = self.answer(view, ask)
        match command:
            case Play(cards):
                return command, why_play(Known(view), cards)
            case Bury(cards):
                return command, why_bury(view, cards)
            case Bid(cards):
                return command, why_bid(view, cards)
            case PassBid() | None:
                return command, why_bid(view, ())
        return command, Why(Code.FORCED)
