"""Bytes that a size of a knob takes beyond the present size: of real storage, and of every limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from getpage.contract.knob import Knob
from getpage.core.names import Image, LimitId
from getpage.result import REAL_STORAGE


def real(knob: Knob, size: int) -> int:
    """Bytes of real storage that a size takes; negative ones are surely freed now. A pool that was never full
    may never have been in real storage, and later steps of a decrease free nothing yet.
    """
    if knob.storage != REAL_STORAGE:
        return 0
    more = (now(knob, size) - knob.size) * knob.unit_bytes
    return more if knob.backed else max(0, more)


def now(knob: Knob, size: int) -> int:
    """The size after the first step: a smaller size is reached in steps, of which only the first is
    made now.
    """
    return max(size, min(knob.size, knob.least_now))


def of_limits(knob: Knob) -> Callable[[int], Mapping[LimitId, int]]:
    """Bytes of each limit that a size takes, by size."""
    takes = knob.takes
    if takes is not None:
        return takes if not knob.least_now else lambda size: takes(now(knob, size))

    def growth(size: int) -> Mapping[LimitId, int]:
        return dict.fromkeys(knob.limits, (now(knob, size) - knob.size) * knob.unit_bytes)

    return growth


def of_rooms(knob: Knob, size: int) -> dict[Image | LimitId, int]:
    """Bytes that a size takes of real storage and of every limit."""
    taken: dict[Image | LimitId, int] = {knob.image: real(knob, size)}
    taken.update(dict(of_limits(knob)(size).items()))
    return taken


def only(images: Iterable[Image]) -> Image:
    """The image of a knob whose evidence names none: the only one, or an empty name where there are
    several.
    """
    there = list(images)
    return there[0] if len(there) == 1 else Image()


def on_image(knob: Knob, images: Iterable[Image]) -> Knob:
    """The knob with its image and limits filled in, where its evidence names no image and only one is
    known.
    """
    image = knob.image or only(images)
    if knob.image or not image:
        return knob
    takes = knob.takes

    def owned(limit: LimitId) -> LimitId:
        return replace(limit, owner=image) if limit.owner == Image() else limit

    def there(size: int) -> Mapping[LimitId, int]:
        return {owned(limit): count for limit, count in (takes(size) if takes else {}).items()}

    return replace(knob, placed=image, limits=tuple(map(owned, knob.limits)), takes=there if takes else None)
