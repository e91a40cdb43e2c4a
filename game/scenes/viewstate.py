"""What the table shows of a view, for tests and bug reports."""

from typing import Any

from game.engine import View, format_cards


def view_state(view: View) -> dict[str, Any]:
    """The part of the table's state that is a function of the view."""
    return {
        "phase": view.phase,
        "seat": view.seat,
        "turn": view.turn,
        "deal": view.number,
        "level": view.level,
        "trump": view.suit if view.trump_set else None,
        "dealer": view.dealer,
        "burier": view.burier,
        "stakes": list(view.stakes),
        "auto": list(view.auto),
        "bids": [[bid.seat, format_cards(bid.cards)] for bid in view.bids],
        "undealt": view.undealt,
        "trick": [[(view.leader + i) % 4, format_cards(cards)] for i, cards in enumerate(view.plays)],
        "tricks": len(view.tricks),
        "winning": view.winning,
        "score": {"levels": list(view.levels), "points": view.points},
        "counts": list(view.counts),
    }
