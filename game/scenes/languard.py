"""A host may tell what can't be: it costs the visit to its table then, not the program."""

import contextlib
import logging
from collections.abc import Iterator

from game.scenes.visit import Visit

log = logging.getLogger(__name__)


@contextlib.contextmanager
def guarded(visit: Visit) -> Iterator[None]:
    """What fails in here ends the visit, unless the table is one's own: then nobody else is to blame."""
    try:
        yield
    except Exception:
        if visit.hosted:
            raise
        log.exception("what the host told can't be shown")
        visit.peer.break_off()
