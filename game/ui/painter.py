"""Draws a scene's list of surfaces, touching only the parts of the screen that changed.

Surfaces in the list are cached by their makers and never drawn into again once shown: what a surface is,
where it lies and how opaque it is say all there is to know about its pixels.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

import pygame

MAX_RECTS = 8
"""Dirty rectangles are merged down to this many: each costs a walk over the list."""

FULL_SHARE = 0.6
"""From this share of the screen on, one full repaint is cheaper than pieces."""

WASTE = 1.2
"""Two rectangles are merged when their union is at most this much larger than both together."""


class Item(NamedTuple):
    """A surface with its top left corner in pixels; `alpha` 0 (not there) to 255 (as it is)."""

    surface: pygame.Surface
    x: int
    y: int
    alpha: int = 255


class Painter:
    """Paints lists of items, back to front, with the least work against the list painted before."""

    def __init__(self) -> None:
        self._items: list[Item] = []
        self._rects: dict[Item, pygame.Rect] = {}
        self._screen: pygame.Surface | None = None
        self._size = (0, 0)

    def invalidate(self) -> None:
        """The screen's pixels are not ours any more (resize, something else drew): repaint all next time."""
        self._screen = None

    def paint(self, screen: pygame.Surface, items: Sequence[Item]) -> list[pygame.Rect] | None:
        """Bring the screen from the last list to this one.

        Returns the rectangles to hand to `pygame.display.update`: [] when nothing changed, None when the
        whole screen was painted. Outside of all opaque items the screen is black.
        """
        new = [item for item in items if item.alpha > 0]
        old, old_rects = self._items, self._rects
        rects: dict[Item, pygame.Rect] = {}
        for item in new:
            rects[item] = old_rects.get(item) or item.surface.get_rect(topleft=(item.x, item.y))
        whole = screen is not self._screen or screen.get_size() != self._size
        self._items, self._rects = new, rects
        self._screen, self._size = screen, screen.get_size()

        full = screen.get_rect()
        dirty: list[pygame.Rect] = []
        if not whole:
            gone, come = changes(old, new)
            changed = [old_rects[item] for item in gone] + [rects[item] for item in come]
            dirty = merge([rect.clip(full) for rect in changed if rect.colliderect(full)])
            if not dirty:
                return []
            area = sum(rect.w * rect.h for rect in dirty)
            whole = area > FULL_SHARE * full.w * full.h
        places = [rects[item] for item in new]
        clip = screen.get_clip()
        for region in [full] if whole else dirty:
            screen.set_clip(region)
            _paint_region(screen, region, new, places)
        screen.set_clip(clip)
        return None if whole else dirty


def changes(old: Sequence[Item], new: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    """What has to be taken away from `old` and put into `new`, everything else keeping its order.

    The longest run of items that both lists have in the same order stays as it is; so one card that comes
    to the top of the pile is one change, not a change of all the cards it passed.
    """
    head, tail = 0, 0
    limit = min(len(old), len(new))
    while head < limit and old[head] == new[head]:
        head += 1
    limit -= head
    while tail < limit and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    gone = list(old[head : len(old) - tail])
    come = list(new[head : len(new) - tail])
    if not gone or not come:
        return gone, come
    places: dict[Item, list[int]] = {}
    for place in range(len(gone) - 1, -1, -1):
        places.setdefault(gone[place], []).append(place)
    pairs: list[tuple[int, int]] = []  # places in `come` and `gone` of items that are in both
    for place, item in enumerate(come):
        found = places.get(item)
        if found:
            pairs.append((place, found.pop()))
    kept = _longest_rising(pairs)
    kept_come = {place for place, _ in kept}
    kept_gone = {place for _, place in kept}
    return (
        [item for place, item in enumerate(gone) if place not in kept_gone],
        [item for place, item in enumerate(come) if place not in kept_come],
    )


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest part of the pairs, in their order, whose second numbers rise (patience sorting)."""
    tops: list[int] = []  # the smallest second number that ends a run of this length
    ends: list[int] = []  # and its place in `pairs`
    before: list[int] = []
    for place, (_, number) in enumerate(pairs):
        length = bisect_left(tops, number)
        before.append(ends[length - 1] if length else -1)
        tops[length : length + 1] = [number]
        ends[length : length + 1] = [place]
    run: list[tuple[int, int]] = []
    place = ends[-1] if ends else -1
    while place >= 0:
        run.append(pairs[place])
        place = before[place]
    return run


def merge(rects: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """At most `MAX_RECTS` rectangles that cover all of these, with little waste."""
    merged: list[pygame.Rect] = []
    for rect in rects:
        _add(merged, rect)
        if len(merged) > MAX_RECTS:
            pairs = [(i, j) for i in range(len(merged)) for j in range(i)]
            i, j = min(pairs, key=lambda pair: _extra(merged[pair[0]], merged[pair[1]]))
            one = merged.pop(i)  # i > j: the higher place first
            _add(merged, one.union(merged.pop(j)))
    return merged


def _add(merged: list[pygame.Rect], rect: pygame.Rect) -> None:
    """Add one, melting together what nearly fills its union (the grown one may then swallow more)."""
    place = 0
    while place < len(merged):
        union = rect.union(merged[place])
        if union.w * union.h <= WASTE * (rect.w * rect.h + merged[place].w * merged[place].h):
            del merged[place]
            rect, place = union, 0
        else:
            place += 1
    merged.append(rect)


def _extra(one: pygame.Rect, other: pygame.Rect) -> int:
    union = one.union(other)
    return union.w * union.h - one.w * one.h - other.w * other.h


def _paint_region(
    screen: pygame.Surface, region: pygame.Rect, items: Sequence[Item], places: Sequence[pygame.Rect]
) -> None:
    """Paint the items that touch the region; the caller has set the clip to it."""
    touching = region.collidelistall(list(places))
    first = len(touching) - 1
    while first >= 0 and not (places[touching[first]].contains(region) and _opaque(items[touching[first]])):
        first -= 1
    if first < 0:
        screen.fill((0, 0, 0))
    for place in touching[max(first, 0) :]:
        surface, x, y, alpha = items[place]
        if alpha >= 255:
            screen.blit(surface, (x, y))
        else:
            own = surface.get_alpha()
            surface.set_alpha(alpha if own is None else alpha * own // 255)
            screen.blit(surface, (x, y))
            surface.set_alpha(own)


def _opaque(item: Item) -> bool:
    surface = item.surface
    return (
        item.alpha >= 255
        and not surface.get_flags() & pygame.SRCALPHA
        and surface.get_colorkey() is None
        and surface.get_alpha() in (None, 255)
    )
