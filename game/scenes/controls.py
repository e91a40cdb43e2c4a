"""The buttons of the table besides the grid of bids, and the places one can click: what they say, and when
they can be pressed."""

from collections.abc import Sequence

from game.engine import View
from game.engine.cards import bottom_size
from game.scenes.bidding import BIDDING
from game.scenes.kit import Kit
from game.scenes.peek import can_look
from game.scenes.tricksheet import can_list
from game.scenes.words import Words
from game.table.table import Ask
from game.ui.layout import TableLayout
from game.ui.widgets import AREA, Button


def controls(
    kit: Kit,
    words: Words,
    table: TableLayout,
    view: View,
    ask: Ask | None,
    chosen: int,
    auto: bool,
    more: Sequence[tuple[str, str]] = (),
    hint: tuple[int, int] | None = None,
) -> list[Button]:
    """The buttons for a view, with so many cards selected; ``ask`` None while an answer is under way.

    ``auto`` is auto-play as the player wishes it; ``more`` are names and labels of further buttons in
    the corner; ``hint`` says which hint was given last, of how many.
    """
    tr, size = words.tr, kit.metrics
    kind = ask.question.kind if ask else None
    buttons = [*_corner(kit, words, table, view, more), *areas(kit, table, view)]
    if view.seat is None or view.phase not in ("burying", "playing"):
        return buttons
    second, third = table.second_buttons
    if view.phase == "burying" and view.burier == view.seat:
        full = kind == "bury" and chosen == bottom_size(view.rules.decks)
        buttons.append(Button("play", table.main_button, tr("Bury"), size.button, "main", full))
        buttons.append(Button("clear", third, tr("Put back"), size.small, enabled=chosen > 0))
    else:
        ready = kind == "play" and chosen > 0
        buttons.append(Button("play", table.main_button, tr("Play"), size.button, "main", ready))
        label = tr("Auto off") if auto else tr("Auto")
        buttons.append(Button("auto", third, label, size.small, enabled=view.phase == "playing"))
    label = tr("Hint") if hint is None else tr("Hint {n}/{all}", n=hint[0], all=hint[1])
    buttons.append(Button("hint", second, label, size.small, enabled=kind in ("bury", "play")))
    return buttons


def _corner(
    kit: Kit, words: Words, table: TableLayout, view: View, more: Sequence[tuple[str, str]]
) -> list[Button]:
    """The row at the top right."""
    tr, px = words.tr, kit.metrics.small
    entries = [
        ("last", tr("Last trick")),
        ("tricks", tr("Tricks")),
        *more,
        ("menu", tr("Menu")),
        ("leave", tr("Leave")),
    ]
    pad = max(10, table.px(36) * 6 // 10) + 2
    places = table.top_buttons([kit.fonts.size(label, px)[0] + pad for _, label in entries])
    there = {"last": can_look(view, "last"), "tricks": can_list(view)}
    return [
        Button(name, at, label, px, enabled=there.get(name, True))
        for (name, label), at in zip(entries, places, strict=True)
    ]


def areas(kit: Kit, table: TableLayout, view: View) -> list[Button]:
    """Places that show something when they are clicked: points taken, the own bottom, counts by suit."""
    px = kit.metrics.small
    found = [Button("points", table.score_panel, "", px, AREA, can_look(view, "points"))]
    if can_look(view, "bottom"):
        found.append(Button("bottom", table.bottom_backs["bottom"], "", px, AREA))
    if view.seat is not None and view.phase not in (*BIDDING, "staking"):
        found.append(Button("counts", table.own_plate, "", px, AREA, bool(view.hand)))
    return found
