"""The small menu over a table."""

from collections.abc import Callable

from game.engine import RuleSet
from game.scenes.choice import ChoiceScene
from game.scenes.keyspage import KeysPageScene
from game.scenes.kit import Kit
from game.scenes.rulespage import RulesPageScene
from game.scenes.settingspage import SettingsPageScene
from game.scenes.words import Words


class TableMenuScene(ChoiceScene):
    """Settings, keys, rules, or away from the table by ``leave``."""

    def __init__(
        self, kit: Kit, rules: RuleSet, leave: Callable[[], None], table: Callable[[], None] | None = None
    ) -> None:
        """``table`` shows what there is to know of a table in company."""
        self._rules = rules
        self._table = table
        self._get_up = leave
        super().__init__(kit, "table-menu", "", "", (), self._chosen, escape="back")

    def _refresh(self) -> None:
        tr = Words(self.kit.texts).tr
        self._title = tr("Menu")
        company = (("table", tr("The table")),) if self._table else ()
        self._answers = (
            *company,
            ("settings", tr("Settings")),
            ("keys", tr("Keys")),
            ("rules", tr("Rules")),
            ("leave", tr("Leave the table")),
            ("back", tr("Back to the table")),
        )
        super()._refresh()

    def _chosen(self, name: str) -> None:
        match name:
            case "settings":
                self.stack.push(SettingsPageScene(self.kit))
            case "keys":
                self.stack.push(KeysPageScene(self.kit))
            case "rules":
                self.stack.push(RulesPageScene(self.kit, self._rules))
            case "table" if self._table:
                self._table()
            case "leave":
                self._get_up()
