"""Motion and sequence on the screen, driven by `advance(dt)` only: there is no clock in here.

All times are seconds. Ends of tweens and delayed callbacks happen in time order, each at its exact moment
even when one frame spans several, so that a chain of moves ends where it should at any frame rate.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

MAX_FRAME = 0.05
"""The longest step of one frame, in seconds: after a stall things go on, they do not jump."""

MAX_CHAIN = 10_000
"""More callbacks than this in one step can only be a chain that feeds itself for ever."""

Setter = Callable[[float], object]
Callback = Callable[[], object]


def ease_out_cubic(t: float) -> float:
    """Fast start, soft landing; 0..1 to 0..1."""
    rest = 1.0 - t
    return 1.0 - rest * rest * rest


class _Tween:
    __slots__ = ("attr", "begin", "duration", "end", "key", "start", "target", "value")

    def __init__(
        self,
        target: Any,
        attr: str | Setter,
        start: float | None,
        end: float,
        begin: float,
        duration: float,
    ) -> None:
        self.target = target  # also keeps the id in `key` from being reused
        self.attr = attr
        self.key = (id(target), attr)
        self.start = start
        self.end = end
        self.begin = begin
        self.duration = duration
        self.value: float | None = None  # what was written last; None before the beginning

    def write(self, value: float) -> None:
        self.value = value
        if isinstance(self.attr, str):
            setattr(self.target, self.attr, value)
        else:
            self.attr(value)

    def current(self) -> float | None:
        """Where the target stands now; unknown for a setter that was never called."""
        if isinstance(self.attr, str):
            return float(getattr(self.target, self.attr))
        return self.value

    def update(self, now: float) -> None:
        if self.start is None:
            value = self.current()
            self.start = self.end if value is None else value
        start = self.start
        self.write(start + (self.end - start) * ease_out_cubic((now - self.begin) / self.duration))


class Timeline:
    """Runs tweens, delayed callbacks and blocks. `speed` 1.0 is normal, 3.0 three times as fast.

    With `speed` 0 the next `advance`, even `advance(0)`, brings everything to its end.
    """

    def __init__(self, speed: float = 1.0) -> None:
        self.speed = speed
        self._now = 0.0
        self._count = 0  # makes heap entries of the same moment keep their order
        self._heap: list[tuple[float, int, _Tween | Callback]] = []
        self._tweens: dict[tuple[int, str | Setter], _Tween] = {}
        self._waiting = 0  # callbacks in the heap
        self._blocked_until = 0.0

    @property
    def blocked(self) -> bool:
        """Something asked that nothing new begins yet."""
        return self._now < self._blocked_until

    @property
    def busy(self) -> bool:
        """Anything still runs, waits or blocks."""
        return bool(self._tweens) or self._waiting > 0 or self.blocked

    def tween(
        self,
        target: Any,
        attr: str | Setter,
        start: float | None,
        end: float,
        duration: float,
        delay: float = 0.0,
    ) -> None:
        """Move `target.attr` (or what the setter `attr` sets) from `start` to `end`.

        `start` None means from where it stands when the delay is over. Nothing is written before that.
        A tween of the same target and attribute (an equal setter) is replaced: the new one goes on from
        the current value instead of `start`. What must happen at the end belongs into `after`.
        """
        begin = self._now + max(delay, 0.0)
        tween = _Tween(target, attr, start, end, begin, max(duration, 0.0))
        old = self._tweens.get(tween.key)
        if old is not None:
            value = old.current()
            if value is not None:
                tween.start = value
        self._tweens[tween.key] = tween
        self._push(begin + tween.duration, tween)
        if delay <= 0 and tween.start is not None:
            tween.write(tween.start)  # so that no frame shows it elsewhere first

    def after(self, delay: float, callback: Callback) -> None:
        """Call back once, `delay` from now."""
        self._waiting += 1
        self._push(self._now + max(delay, 0.0), callback)

    def block(self, duration: float) -> None:
        """Be `blocked` for at least `duration` from now."""
        self._blocked_until = max(self._blocked_until, self._now + duration)

    def stop(self, target: Any) -> None:
        """Forget all tweens of the target where they stand."""
        for key in [key for key in self._tweens if key[0] == id(target)]:
            del self._tweens[key]

    def clear(self) -> None:
        """Forget everything where it stands, callbacks too."""
        self._tweens.clear()
        self._heap.clear()
        self._waiting = 0
        self._blocked_until = self._now

    def advance(self, dt: float, capped: bool = True) -> None:
        """Let `dt` pass, at most `MAX_FRAME` of it unless `capped` is off (tests, catching up)."""
        if self.speed <= 0:
            self.finish_all()
            return
        until = self._now + (min(dt, MAX_FRAME) if capped else dt) * self.speed
        self._run(until)
        self._now = until
        for tween in tuple(self._tweens.values()):  # a setter may add or stop tweens
            if tween.begin < until:
                tween.update(until)

    def finish_all(self) -> None:
        """Bring everything to its end in time order, and what the callbacks add on the way too."""
        self._run(float("inf"))
        self._now = max(self._now, self._blocked_until)

    def _push(self, time: float, what: _Tween | Callback) -> None:
        self._count += 1
        heappush(self._heap, (time, self._count, what))

    def _run(self, until: float) -> None:
        heap = self._heap
        calls = 0
        while heap and heap[0][0] <= until:
            time, _, what = heappop(heap)
            if isinstance(what, _Tween):
                if self._tweens.get(what.key) is not what:
                    continue  # replaced or stopped
                del self._tweens[what.key]
                self._now = max(self._now, time)
                what.write(what.end)
                continue
            self._waiting -= 1
            self._now = max(self._now, time)
            calls += 1
            if calls > MAX_CHAIN:
                raise RuntimeError("callbacks of the timeline feed each other without end")
            what()
