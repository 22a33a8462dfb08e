"""What a size of a knob takes beyond the present one: of real storage, and of every limit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.contract.knob import REAL_STORAGE
from getpage.core.names import Image

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from getpage.contract.knob import Knob
    from getpage.core.names import LimitId


def real(knob: Knob, size: int) -> int:
    """Bytes of real storage that a size takes; negative what it surely gives back now, as a pool that was
    never full may never have been there, and later steps are not made yet.
    """
    if knob.storage != REAL_STORAGE:
        return 0
    more = (now(knob, size) - knob.size) * knob.unit_bytes
    return more if knob.backed else max(0, more)


def now(knob: Knob, size: int) -> int:
    """The size that counts of a size: a smaller one is reached in steps, of which the first is made now."""
    return max(size, min(knob.size, knob.least_now))


def of_limits(knob: Knob) -> Callable[[int], Mapping[LimitId, int]]:
    """What a size takes of each limit."""
    takes = knob.takes
    if takes is not None:
        return takes if not knob.least_now else lambda size: takes(now(knob, size))

    def growth(size: int) -> Mapping[LimitId, int]:
        return dict.fromkeys(knob.limits, (now(knob, size) - knob.size) * knob.unit_bytes)

    return growth


def only(images: Iterable[Image]) -> Image:
    """The image of a knob whose evidence names none: the only one there is, else none."""
    there = list(images)
    return there[0] if len(there) == 1 else Image()


def on_image(knob: Knob, images: Iterable[Image]) -> Knob:
    """The knob on the image that it must be on where only one is known, and its limits with it."""
    image = knob.image or only(images)
    if knob.image or not image:
        return knob
    takes = knob.takes

    def owned(limit: LimitId) -> LimitId:
        return replace(limit, owner=image) if limit.owner == Image() else limit

    def there(size: int) -> Mapping[LimitId, int]:
        return {owned(limit): count for limit, count in (takes(size) if takes else {}).items()}

    return replace(knob, placed=image, limits=tuple(map(owned, knob.limits)), takes=there if takes else None)
