"""What the LAN pages do with the network, in one place."""

import time
from pathlib import Path

from game.engine import RuleSet
from game.lan import join
from game.lan import open as opening
from game.lan.find import Finder, own_addresses
from game.lan.finished import FinishedDeal
from game.lan.folder import Folder
from game.lan.open import Hosted
from game.lan.peer import Peer
from game.lan.reach import Reach
from game.lan.remember import Known, Memory
from game.lan.wire import NOBODY, Options
from game.scenes.keeping import of_table
from game.scenes.kit import Kit
from game.scenes.portraits import told_picture
from game.table.table import Pace


class Network:
    """Made once in a run, when LAN play is first wanted. OSError when its folder can't be had."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._folder = Folder.take(kit.paths.root)
        self.memory = Memory(self._folder.path)
        self.trouble: tuple[str, str] | None = None
        """Why and detail of the last try that failed, for the connection check."""

    def look(self) -> None:
        """Read anew which tables are remembered: a stay at one writes it down."""
        self.memory = Memory(self._folder.path)

    def finder(self) -> Finder:
        """Looks for tables until it is closed."""
        finder = Finder(self._kit.wake)
        finder.start()
        return finder

    def reach(self, address: str, port: int) -> Reach:
        """See whether somebody listens there."""
        return Reach(address, port, self._kit.wake)

    def addresses(self) -> tuple[str, ...]:
        """Those of this PC."""
        return own_addresses()

    def open(
        self, title: str, name: str, rules: RuleSet, options: Options, earlier: Known | None = None
    ) -> Hosted:
        """A table of one's own, perhaps in place of an ``earlier`` one. OSError when it can't be opened."""
        kit, folder = self._kit, self._folder.path
        hosted = opening.open_table(
            folder,
            kit.paths.matches,
            title,
            name,
            rules,
            options,
            self._pace,
            kit.wake,
            standing=earlier.standing if earlier else None,
            reserved=earlier.players if earlier else NOBODY,
            thinker=kit.thinker,
            picture=told_picture(kit.settings),
        )
        return self._kept(hosted)

    def reopen(self, journal: Path) -> Hosted:
        """A table of one's own whose match is gone on with. Raises as ``Journal.resume``, and OSError."""
        kit, picture = self._kit, told_picture(self._kit.settings)
        return self._kept(
            opening.reopen_table(
                self._folder.path, journal, self._pace, kit.wake, thinker=kit.thinker, picture=picture
            )
        )

    def join(self, address: str, port: int, name: str, code: str | None, watch: bool) -> Peer:
        """On the way to a table, as somebody new."""
        picture = told_picture(self._kit.settings)
        peer = join.join(self._folder.path, address, port, name, code, self._kit.wake, watch, picture)
        peer.on_deal = self._keep
        return peer

    def rejoin(self, known: Known, name: str) -> Peer:
        """On the way back to a seat that waits."""
        picture = told_picture(self._kit.settings)
        peer = join.rejoin(self._folder.path, known, self._kit.wake, name, picture)
        peer.on_deal = self._keep
        return peer

    def _kept(self, hosted: Hosted) -> Hosted:
        if hosted.peer:
            hosted.peer.on_deal = self._keep
        return hosted

    def _keep(self, deal: FinishedDeal) -> None:
        """A deal of a table is over: it goes to the shelf."""
        matches, now = self._kit.paths.matches, time.time()
        self._kit.keeper.keep(lambda books: of_table(books, matches, deal, now))

    @property
    def _pace(self) -> Pace:
        return Pace(grace=self._kit.settings.grace).at_speed(self._kit.speed)
