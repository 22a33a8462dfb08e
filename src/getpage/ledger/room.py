"""Does it fit? Real storage of every image and every limit, booked as changes take it.

What can be given of an image is what was free at the minimum of the window, less what a dump needs; where the
evidence does not say what a dump needs, less a minimum reserve (`LEAST_KEPT`). A tenth of real storage stays
free where that is more (`FREE_SHARE_KEPT`). An average is not a minimum:
it is an upper bound of what was free, and callers can see it (`is_minimum`). Storage that the evidence does
not show is never refused; it is None.

Reference: IBM REDP-5238, 1.1: the reserve comes on top of the peak of the workload.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from getpage.contract.knob import Limit
from getpage.contract.storage import LEAST_KEPT, RealStorage
from getpage.core.names import Image, LimitId
from getpage.core.units import MIB
from getpage.result import Fact

from .accounts import tightest
from .known import known

#: What a change may take of a dump's reserve, where work waits for it: at most this, and this share of the
#: reserve. Ours: far less than a dump differs from the next one.
LITTLE: Final = 16 * MIB
LITTLE_SHARE: Final = 0.01


@dataclass(frozen=True, slots=True)
class FreeStorage:
    """Real storage of one image in the interval with least free; `entry` is None where no evidence
    shows it.
    """

    image: Image
    entry: RealStorage | None = None

    @property
    def free(self) -> int | None:
        """Bytes that were free; None where the evidence does not show it."""
        return None if self.entry is None else self.entry.free

    @property
    def reserve(self) -> int | None:
        """Bytes that a dump needs; None where the evidence does not show it."""
        return None if self.entry is None else self.entry.reserve

    @property
    def kept(self) -> int:
        """Bytes that nothing may grow into: what a dump needs, or the minimum reserve where that is
        unknown.
        """
        return LEAST_KEPT if self.entry is None else self.entry.kept

    @property
    def beyond(self) -> int | None:
        """Bytes that were free beyond what is kept for a dump. Negative where less is free; None where free
        storage is unknown.
        """
        return None if self.free is None else self.free - self.kept

    def to_give(self, added: int = 0) -> int | None:
        """Bytes that can be given once `added` bytes were added: what is free then beyond what every command
        leaves. Negative where less is free; None where free storage is unknown.
        """
        if self.entry is None or self.free is None:
            return None
        return self.free + added - self.entry.left_free(added)

    @property
    def little(self) -> int:
        """Bytes so few, and free, that a change which work waits for may take them of what is kept for a
        dump.
        """
        return min(LITTLE, int(LITTLE_SHARE * self.kept), max(0, self.free or 0))

    @property
    def is_minimum(self) -> bool:
        """Whether what was free is known at its minimum, not on average."""
        return self.entry is not None and self.free is not None and not self.entry.free_is_average

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What was free and what is kept, with where it stands."""
        facts = self.entry.facts if self.entry else {}
        return tuple(facts[name] for name in ("free", "reserve") if name in facts)


@dataclass(frozen=True, slots=True)
class Shortfall:
    """Bytes that are missing of a limit, or of the real storage of an `image` (`limit` is then None)."""

    image: Image | None
    limit: Limit | None
    bytes: int


class Room:
    """Real storage and limits, less what was taken so far."""

    def __init__(self, real: Iterable[RealStorage], limits: Iterable[Limit] = ()) -> None:
        """`real` is what products report of real storage, in any order; the tightest interval of each
        counts.
        """
        entries: dict[Image, list[RealStorage]] = {}
        for entry in known(real):
            entries.setdefault(entry.image, []).append(entry)
        self.images = {image: FreeStorage(image, tightest(own)) for image, own in entries.items()}
        self.limits = {limit.id: limit for limit in limits}
        self._taken: dict[Image | LimitId, int] = {}

    def where(self, image: Image) -> Image:
        """The image meant: where the evidence of a subsystem names none, the only one there is."""
        return next(iter(self.images)) if not image and len(self.images) == 1 else image

    def of(self, image: Image) -> FreeStorage:
        """Real storage of an image as it was before anything was taken."""
        place = self.where(image)
        return self.images.get(place) or FreeStorage(place)

    def left(self, of: Image | LimitId) -> int | None:
        """Bytes that are left; negative where more was taken than there is, None where unknown."""
        if isinstance(of, Image):
            there, of = self.of(of).to_give(), self.where(of)
        else:
            there = self.limits[of].room if of in self.limits else None
        return None if there is None else there - self._taken.get(of, 0)

    def shortfalls(self, needed: Mapping[LimitId, int]) -> tuple[Shortfall, ...]:
        """The limits that `needed` bytes do not fit into, each with the bytes that are missing."""
        shortfalls = []
        for limit, count in needed.items():
            left = self.left(limit)
            if left is not None and count > max(0, left):
                shortfalls.append(Shortfall(None, self.limits[limit], count - max(0, left)))
        return tuple(shortfalls)

    def shortfall(self, image: Image, count: int) -> Shortfall | None:
        """What is missing of real storage to take `count` bytes; None where they fit or free storage is
        unknown.
        """
        left = self.left(image)
        return Shortfall(self.where(image), None, count - left) if left is not None and count > left else None

    def take(self, of: Image | LimitId, count: int) -> None:
        """Book bytes as taken; negative ones are given back."""
        of = self.where(of) if isinstance(of, Image) else of
        self._taken[of] = self._taken.get(of, 0) + count
