"""One dump beside the storage of its moment: how large it was, what its capture took and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.products.common import capture

if TYPE_CHECKING:
    from getpage.products.common.capture import Seconds
    from getpage.result import Fact

    from .dump import Dump
    from .then import Held


@dataclass(frozen=True, slots=True)
class Captured:
    """A dump with what was known of storage then.

    `bytes` is its size, None where nothing tells; `is_most` says that it is no larger than that. `free` are
    bytes that were free before it. `raised` is whether MAXSPACE has been raised since, `paged` the pages a
    second that the system read and wrote in the interval of the dump.
    """

    dump: Dump
    bytes: int | None
    is_most: bool
    free: int | None
    held: Held | None
    facts: tuple[Fact, ...]
    raised: bool = False
    paged: tuple[float, float] | None = None

    @property
    def auxiliary(self) -> int:
        """Bytes of it that were on auxiliary storage, as far as that is known."""
        if self.held is None or self.bytes is None:
            return 0
        most = self.held.most
        if most is None or most <= self.bytes:
            return min(self.held.auxiliary, self.bytes)
        return self.held.auxiliary * self.bytes // most  # what of them was dumped is not told: in proportion

    @property
    def lack(self) -> int:
        """Bytes that were not free of what it took: others are paged out for it."""
        if self.bytes is None or self.free is None:
            return 0
        return max(0, self.bytes - self.free)

    @property
    def model(self) -> Seconds | None:
        """What the capture takes by the priors; None where its size is not known."""
        if not self.bytes:
            return None
        return capture.seconds(self.bytes, self.free, self.auxiliary)

    def with_free(self, free: int, more: int = 0) -> Seconds | None:
        """What it had taken with so much free, and, where MAXSPACE cut it off, with so many bytes more of
        that: by its own seconds where these are known, as `capture` has it where not. None where its size is
        not known.
        """
        own = self.model
        if not self.bytes or own is None:
            return None
        size = self.bytes + min(more, self.cut)
        other = capture.seconds(size, free, round(self.auxiliary * size / self.bytes))
        took = self.dump.seconds
        return other if took is None else other.times(took / own.all)

    @property
    def cut(self) -> int:
        """Bytes that MAXSPACE kept out of it, at most, as far as that is known."""
        most = self.held.most if self.held else None
        if self.raised or not self.dump.hit_maxspace or most is None or not self.bytes:
            return 0
        return max(0, most - self.bytes)

    @property
    def split(self) -> Seconds | None:
        """Its own seconds, split as the model has the parts; None where they or its size are not known."""
        took, own = self.dump.seconds, self.model
        return None if took is None or own is None else own.times(took / own.all)

    @property
    def spaces(self) -> int:
        """Address spaces that do no work while it is captured; at least one."""
        return max(1, len(self.dump.asids))
