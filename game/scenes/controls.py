"""The buttons of the table besides the grid of bids: what they say, and when they can be pressed."""

from collections.abc import Sequence

from game.engine import View
from game.engine.cards import bottom_size
from game.scenes.kit import Kit
from game.scenes.words import Words
from game.table.table import Ask
from game.ui.layout import TableLayout
from game.ui.widgets import Button


def controls(
    kit: Kit,
    words: Words,
    table: TableLayout,
    view: View,
    ask: Ask | None,
    chosen: int,
    auto: bool,
    more: Sequence[tuple[str, str]] = (),
) -> list[Button]:
    """The buttons for a view, with so many cards selected; ``ask`` None while an answer is under way.

    ``auto`` is auto-play as the player wishes it; ``more`` are names and labels of further buttons in
    the corner.
    """
    tr, size = words.tr, kit.metrics
    kind = ask.question.kind if ask else None
    last, *others, corner = table.top_buttons(2 + len(more))
    buttons = [
        Button("last", last, tr("Last trick"), size.small, enabled=bool(view.tricks)),
        *(Button(name, at, label, size.small) for (name, label), at in zip(more, others, strict=True)),
        Button("leave", corner, tr("Leave"), size.small),
    ]
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
    buttons.append(Button("hint", second, tr("Hint"), size.small, enabled=kind in ("bury", "play")))
    return buttons
