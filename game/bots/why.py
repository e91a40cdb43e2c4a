"""Why a choice is a good one: the facts of the position that the rules of thumb go by, as a code.

What is said holds of the choice at hand, whoever made it; the screen puts it into words.
"""

from enum import StrEnum
from itertools import islice
from typing import NamedTuple

from game.bots.memory import Known
from game.bots.worth import Worth
from game.engine import Cards, View, legal_follows, points_of, read_shape
from game.engine.cards import LJ, POINTS, RANKS
from game.engine.trump import TRUMP_GROUP

ENDGAME = 6
"""Cards in hand from which on the bottom is thought of."""


class Code(StrEnum):
    """What speaks for a choice."""

    FORCED = "forced"
    SEARCH = "search"
    # leads
    SURE_THROW = "sure_throw"
    RUN_TRACTOR = "run_tractor"
    DRAW_TRUMP = "draw_trump"
    LOW_TRUMP = "low_trump"
    HIGHEST = "highest"
    LEAD_VOID_OF_PARTNER = "lead_void_of_partner"
    LEAD_PAIR = "lead_pair"
    LEAD_TO_VOID = "lead_to_void"
    CHEAP_LEAD = "cheap_lead"
    # replies
    RUFF_FOR_POINTS = "ruff_for_points"
    RUFF_TO_LEAD = "ruff_to_lead"
    SECURE = "secure"
    TAKE_LAST = "take_last"
    TAKE = "take"
    GIVE_POINTS = "give_points"
    PARTNER_AHEAD = "partner_ahead"
    DISCARD_TO_VOID = "discard_to_void"
    DISCARD = "discard"
    KEEP_PAIR = "keep_pair"
    PROTECT_BOTTOM = "protect_bottom"
    SPARE_WINNER = "spare_winner"
    SAVE_POINTS = "save_points"
    CHEAPEST = "cheapest"
    # before the first trick
    BURY_TO_VOID = "bury_to_void"
    BURY_TO_WINNERS = "bury_to_winners"
    BURY_POINTS = "bury_points"
    BURY_WEAK = "bury_weak"
    BID_STRONG = "bid_strong"
    BID_OVER = "bid_over"
    BID_LOCK = "bid_lock"
    BID_NO_TRUMP = "bid_no_trump"
    PASS = "pass"


class Why(NamedTuple):
    """A reason: the ``cards`` it is about (those chosen, unless the code is about others), and the
    ``points`` that are at stake, where the code speaks of points."""

    code: Code
    cards: Cards = ()
    points: int = 0


def is_forced(view: View, cards: Cards) -> bool:
    """Whether nothing else could be played than this whole hand: a leader may lead less of it."""
    return len(view.hand) == len(cards) and (len(cards) == 1 or bool(view.plays))


def why_play(known: Known, cards: Cards) -> Why:
    """What speaks for a play, a lead or a reply."""
    if is_forced(known.view, cards):
        return Why(Code.FORCED, cards)
    return _why_reply(known, cards) if known.view.plays else _why_lead(known, cards)


def _why_lead(known: Known, cards: Cards) -> Why:
    parts = read_shape(cards, known.trump, known.view.rules)
    if len(parts) > 1:
        return Why(Code.SURE_THROW, cards)
    part, group = parts[0], known.trump.group[cards[0]]
    sure = not known.can_be_beaten(group, part.width, part.length, part.top)
    partner, unseen = known.void[known.partner], known.unseen_in[group]
    if part.length > 1:
        code = Code.RUN_TRACTOR
    elif group == TRUMP_GROUP and not known.attacking and 0 < unseen < 3 * known.in_suit[group]:
        code = Code.DRAW_TRUMP
    elif sure:
        code = Code.HIGHEST
    elif group == TRUMP_GROUP and part.width == 1:
        code = Code.LOW_TRUMP if _common(known, cards[0]) else Code.CHEAP_LEAD
    elif partner[group] and not partner[TRUMP_GROUP]:
        code = Code.LEAD_VOID_OF_PARTNER
    elif part.width > 1:
        code = Code.LEAD_PAIR
    elif known.in_suit[group] == 1 and known.in_suit[TRUMP_GROUP]:
        code = Code.LEAD_TO_VOID
    else:
        code = Code.CHEAP_LEAD
    return Why(code, cards)


def _common(known: Known, trump: int) -> bool:
    """Whether a trump is neither a joker nor of the level."""
    return trump < LJ and RANKS[trump % len(RANKS)] != known.view.level


def _why_reply(known: Known, cards: Cards) -> Why:
    view = known.view
    lead = view.plays[0]
    if len(list(islice(legal_follows(lead, view.hand, known.trump, view.rules), 2))) == 1:
        return Why(Code.FORCED, cards)
    assert view.winning is not None
    if known.goes_ahead(cards):
        return _why_win(known, cards)
    given = tuple(c for c in cards if POINTS[c])
    pair = _pair_kept(known, cards)
    if view.winning % 2 == known.seat % 2:
        if given:
            return Why(Code.GIVE_POINTS, given, points_of(given))
        return Why(Code.KEEP_PAIR, pair) if pair else Why(Code.PARTNER_AHEAD, cards)
    led = known.trump.group[lead[0]]
    if known.in_suit[led] < len(lead):
        emptied = _emptied(known, cards, led)
        if emptied and known.in_suit[TRUMP_GROUP]:
            return Why(Code.DISCARD_TO_VOID, emptied)
        return Why(Code.DISCARD, cards)
    if pair:
        return Why(Code.KEEP_PAIR, pair)
    kept = _winners_kept(known, cards)
    if kept:
        last = Worth(known).last_winner()
        if len(view.hand) <= ENDGAME and last in kept and known.bottom_points():
            return Why(Code.PROTECT_BOTTOM, (last,))
        return Why(Code.SPARE_WINNER, kept[-1:])
    saved = tuple(f for f in known.suits[led] if POINTS[f])
    if saved and not given:
        return Why(Code.SAVE_POINTS, saved)
    return Why(Code.CHEAPEST, cards)


def _why_win(known: Known, cards: Cards) -> Why:
    """What speaks for a reply that is ahead."""
    view, group = known.view, known.trump.group
    led = group[view.plays[0][0]]
    points = sum(points_of(play) for play in view.plays)
    if group[cards[0]] != led:
        return Why(Code.RUFF_FOR_POINTS, cards, points) if points else Why(Code.RUFF_TO_LEAD, cards)
    if view.winning is not None and view.winning % 2 == known.seat % 2:
        return Why(Code.SECURE, cards)
    if len(view.plays) == 3:
        return Why(Code.TAKE_LAST, cards, points + points_of(cards))
    parts = read_shape(cards, known.trump, view.rules)
    beaten = any(known.can_be_beaten(led, part.width, part.length, part.top) for part in parts)
    wider = view.rules.wide_over_narrow and parts[0].length > 1 and parts[0].width < view.rules.decks
    return Why(Code.TAKE if beaten or wider else Code.HIGHEST, cards)


def _emptied(known: Known, cards: Cards, led: int) -> Cards:
    """The cards of plain suits, other than the led one, that are gone with the play."""
    group = known.trump.group
    gone = [0] * 5
    for card in cards:
        gone[group[card]] += 1
    return tuple(
        c for c in cards if group[c] not in (led, TRUMP_GROUP) and gone[group[c]] == known.in_suit[group[c]]
    )


def _pair_kept(known: Known, cards: Cards) -> Cards:
    """A lower pair, or more, of the same suit that a single card spares; () for none."""
    face = cards[0]
    if len(cards) > 1 or known.held[face] > 1:
        return ()
    for other in known.suits[known.trump.group[face]]:
        if other == face:
            return ()
        if known.held[other] > 1 and not POINTS[other]:
            return (other,) * known.held[other]
    return ()


def _winners_kept(known: Known, cards: Cards) -> Cards:
    """Own single cards of the led suit that would be ahead now and are not played, from low to high."""
    if len(cards) > 1:
        return ()
    faces = known.suits[known.trump.group[known.view.plays[0][0]]]
    return tuple(face for face in faces if known.goes_ahead((face,)))


def why_bury(view: View, cards: Cards) -> Why:
    """What speaks for a bury."""
    known = Known(view)
    emptied = _emptied(known, cards, TRUMP_GROUP)
    if emptied:
        return Why(Code.BURY_TO_VOID, emptied)
    bared = tuple(c for c in cards if known.trump.group[c] in _bared(known, cards))
    if bared:
        return Why(Code.BURY_TO_WINNERS, bared)
    given = tuple(c for c in cards if POINTS[c])
    return Why(Code.BURY_POINTS, given, points_of(given)) if given else Why(Code.BURY_WEAK, cards)


def _bared(known: Known, cards: Cards) -> list[int]:
    """The plain suits of which a bury leaves winners only."""
    return [
        g
        for g, faces in enumerate(known.suits[:TRUMP_GROUP])
        if any(face in cards for face in faces)
        and all(cards.count(face) == known.held[face] or not known.higher(face) for face in faces)
    ]


def why_bid(view: View, cards: Cards) -> Why:
    """What speaks for a bid; for none, with () for cards."""
    if not cards:
        return Why(Code.PASS)
    standing = view.bids[-1] if view.bids else None
    if standing and standing.seat == view.seat:
        return Why(Code.BID_LOCK, cards)
    if cards[0] >= LJ:
        return Why(Code.BID_NO_TRUMP, cards)
    return Why(Code.BID_OVER if standing else Code.BID_STRONG, cards)
