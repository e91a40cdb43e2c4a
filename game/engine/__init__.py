"""The rules of 升级: pure functions and frozen data. Knows no screen, no clock and no socket."""

from game.engine.ask import Question, question
from game.engine.bids import bid_suit, judge_bid, open_bids, possible_bids
from game.engine.bill import Bill, Line, LineKind
from game.engine.cards import Card, Cards, format_cards, parse_cards, points_of
from game.engine.decide import decide
from game.engine.evolve import evolve
from game.engine.follow import check_follow, legal_follows
from game.engine.match import Deal, Match, Result, Standing, Trick, new_match, seat_team
from game.engine.ranks import MEDALS, TITLES, medal_step, title_step
from game.engine.refusal import Reason, Refusal
from game.engine.rules import RulesError, RuleSet, preset
from game.engine.score import Outcome, advance, bottom_multiplier, next_dealer, outcome
from game.engine.settle import settle_deal, settle_match
from game.engine.shapes import Component, read_shape
from game.engine.throw import ThrowFailure, check_throw
from game.engine.trick import winner
from game.engine.trump import Trump
from game.engine.view import View, redact, view

__all__ = [
    "MEDALS",
    "TITLES",
    "Bill",
    "Card",
    "Cards",
    "Component",
    "Deal",
    "Line",
    "LineKind",
    "Match",
    "Outcome",
    "Question",
    "Reason",
    "Refusal",
    "Result",
    "RuleSet",
    "RulesError",
    "Standing",
    "ThrowFailure",
    "Trick",
    "Trump",
    "View",
    "advance",
    "bid_suit",
    "bottom_multiplier",
    "check_follow",
    "check_throw",
    "decide",
    "evolve",
    "format_cards",
    "judge_bid",
    "legal_follows",
    "medal_step",
    "new_match",
    "next_dealer",
    "open_bids",
    "outcome",
    "parse_cards",
    "points_of",
    "possible_bids",
    "preset",
    "question",
    "read_shape",
    "redact",
    "seat_team",
    "settle_deal",
    "settle_match",
    "title_step",
    "view",
    "winner",
]
