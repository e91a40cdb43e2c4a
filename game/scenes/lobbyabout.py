"""Rules, options and standing of a table, a line each below the lobby's seats."""

from game.engine import Standing
from game.lan import wire
from game.scenes.kit import Kit
from game.scenes.lanoptions import in_words
from game.scenes.pages import PageLayout
from game.scenes.ruletext import describe
from game.scenes.words import Words
from game.ui.layout import Rect
from game.ui.painter import Item
from game.ui.widgets import Button


class About:
    """Draws them; the ``host`` has a button for each, the others can read the rules."""

    def __init__(self, kit: Kit, words: Words, layout: PageLayout, lobby: wire.Lobby, host: bool) -> None:
        self._kit = kit
        self._words = words
        self._layout = layout
        self._lobby = lobby
        self._host = host

    @property
    def height(self) -> int:
        """Pixels it needs."""
        rows = 3 if self._lobby.standing else 2
        return rows * max(self._layout.px(48), round(self._kit.metrics.small * 2.8))

    def lay(self, area: Rect) -> tuple[list[Item], list[Button]]:
        """Into a place of that height."""
        kit, px, tr, lobby = self._kit, self._layout.px, self._words.tr, self._lobby
        size, theme, fonts = kit.metrics, kit.theme, kit.fonts
        rows = [("rules", tr("Rules"), describe(lobby.rules, self._words))]
        rows.append(("options", tr("Options"), in_words(lobby.options, self._words)))
        if lobby.standing:
            rows.append(("afresh", tr("New match"), self._goes_on(lobby.standing)))
        items = [Item(kit.skin.panel(area.w, area.h, size.radius), area.x, area.y)]
        buttons = []
        high = min(max(px(34), round(size.small * 2)), (area.h - px(18)) // len(rows))
        wide = max(fonts.size(label, size.small)[0] for _, label, _ in rows) + high
        pitch = (area.h - px(12)) // len(rows)
        for i, (name, label, text) in enumerate(rows):
            y = area.y + px(6) + pitch * i + pitch // 2
            x = area.x + px(18)
            shown = name == "rules" or self._host
            room = area.right - px(18) - x - (wide + px(14) if shown else 0)
            small = fonts.fitting(text, size.small, room)
            line = kit.skin.line(fonts.fit(text, small, room), small, theme.text)
            items.append(Item(line, x, y - line.get_height() // 2))
            if shown:
                at = Rect(area.right - px(18) - wide, y - high // 2, wide, high)
                buttons.append(Button(name, at, label, size.small))
        return items, buttons

    def _goes_on(self, standing: Standing) -> str:
        """What the next match goes on from."""
        words, reserved = self._words, self._lobby.reserved
        names = [reserved[seat] or words.place(seat) for seat in range(4)]
        if not any(reserved):
            return words.tr(
                "Goes on with deal {n} at levels {level} : {other_level}",
                n=standing.deals_played + 1,
                level=words.rank(standing.levels[0]),
                other_level=words.rank(standing.levels[1]),
            )
        return words.tr(
            "Goes on with deal {n}: {first} {level} : {other_level} {others}",
            n=standing.deals_played + 1,
            first=f"{names[0]}, {names[2]}",
            level=words.rank(standing.levels[0]),
            others=f"{names[1]}, {names[3]}",
            other_level=words.rank(standing.levels[1]),
        )
