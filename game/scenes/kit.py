"""What every scene is handed: looks, texts, settings, whereabouts. Made once by the app."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from game.engine import RulesError, RuleSet, preset
from game.profile.keeper import Keeper, Trouble
from game.profile.paths import Paths
from game.profile.settings import Language, Settings, save
from game.table.thinker import Thinker
from game.ui.faces import Faces
from game.ui.i18n import Texts
from game.ui.layout import fitting_scale
from game.ui.skin import Skin
from game.ui.sound import Sounds
from game.ui.text import Fonts
from game.ui.theme import TABLES, Metrics, Theme

log = logging.getLogger(__name__)

DRESS = ("table_theme", "card_theme", "four_colours")
"""Settings by which table and cards are drawn."""


@dataclass(frozen=True)
class Start:
    """What the command line fixed for this run; None leaves it to the settings."""

    seed: str | None = None
    speed: float | None = None
    decks: int | None = None
    preset: str | None = None
    language: Language | None = None


class Kit:
    """Shared by all scenes. ``wake`` may be called from any thread to have the window look again."""

    def __init__(
        self,
        assets: Path,
        paths: Paths,
        settings: Settings,
        start: Start,
        sounds: Sounds,
        wake: Callable[[], None],
    ) -> None:
        self.paths = paths
        self.settings = settings
        self._written = settings  # as the file has them
        self.unwritten = False
        """Whether the settings hold for this run only: they could not be written."""
        self.start = start
        self.sounds = sounds
        self.wake = wake
        self.keeper = Keeper(paths.shelf, wake)
        self._thinker: Thinker | None = None
        self.size = (1280, 800)
        self.metrics = Metrics.of(*self.size)
        self._assets = assets
        self.fonts = Fonts(assets / "fonts")
        self.texts = Texts(assets / "locale", self.language)
        self.theme: Theme
        self.faces: Faces
        self.skin: Skin
        self._dress()
        self._tune()

    @property
    def thinker(self) -> Thinker:
        """Where the strong computer players think; begun when it is first wanted."""
        if self._thinker is None:
            self._thinker = Thinker()
        return self._thinker

    def close(self) -> None:
        """The program ends: put away what runs beside the window."""
        self.keep()
        self.keeper.close()
        if self._thinker:
            self._thinker.close()

    @property
    def language(self) -> Language:
        """The language of the texts: the command line's word before the settings'."""
        return self.start.language or self.settings.language

    @property
    def speed(self) -> float:
        """How fast things move: the command line's word before the settings'."""
        return self.settings.speed if self.start.speed is None else self.start.speed

    @property
    def decks(self) -> int:
        """How many decks a new table has."""
        return self.start.decks or self.settings.decks

    @property
    def preset(self) -> str:
        """Which rules a new table has."""
        return self.start.preset or self.settings.preset

    def rules(self) -> RuleSet:
        """The rules of a new table; rules named on the command line are taken without changes.

        A change that can't be had (by another version, or by hand) is left out.
        """
        changes = {} if self.start.preset else dict(self.settings.changes)
        if isinstance(levels := changes.get("must_play"), list):
            changes["must_play"] = tuple(levels)
        for own in ("preset", "decks"):
            changes.pop(own, None)
        while True:
            try:
                return preset(self.preset, self.decks, **changes)
            except RulesError as error:
                if error.field not in changes:
                    raise
                log.info("an option is left out: %s", error)
                del changes[error.field]

    def resized(self, width: int, height: int) -> None:
        """The window has this size from now on, in pixels."""
        self.size = (width, height)
        self.metrics = Metrics.of(width, height, fitting_scale(width, height, self.settings.ui_scale))
        self._fit()

    def _fit(self) -> None:
        """As much is kept drawn as the window is worth."""
        width, height = self.size
        self.faces.keep_for(4 * width * height)
        self.fonts.keep_for(4 * width * height)
        self.skin.fit(width, height)

    def _dress(self) -> None:
        """Table and cards look as the settings say."""
        settings = self.settings
        self.theme = TABLES[settings.table_theme]
        self.faces = Faces(self.fonts, self.theme, settings.four_colours, settings.card_theme)
        self.skin = Skin(self.fonts, self.faces, self.theme)
        self._fit()

    def _tune(self) -> None:
        """The sounds are as loud as the settings say."""
        self.sounds.tune(self.settings.volume, self.settings.calls, self.settings.muted)

    def change(self, settings: Settings, start: Start | None = None, keep: bool = True) -> None:
        """Take and keep new settings; ``start`` is what the command line still fixes. Without ``keep`` they
        are written later, by that name or when the program ends.

        They hold at once; where the looks are others, the scenes have to be told by ``stack.resized()``.
        """
        before, self.settings = self.settings, settings
        self.start = start or self.start
        if any(getattr(before, field) != getattr(settings, field) for field in DRESS):
            self._dress()
        if before.ui_scale != settings.ui_scale:
            self.resized(*self.size)
        self._tune()
        if self.texts.language != self.language:
            self.texts = Texts(self._assets / "locale", self.language)
        if keep:
            self.keep()

    def keep(self) -> None:
        """Write the settings that are not written yet; that they can't be is told once in a run."""
        if self.settings == self._written:
            return
        try:
            save(self.paths.settings, self.settings, self._written)
            self._written, self.unwritten = self.settings, False
        except OSError:
            log.exception("the settings can't be kept")  # they hold for this run all the same
            self.unwritten = True
            self.keeper.note(Trouble("settings"))
