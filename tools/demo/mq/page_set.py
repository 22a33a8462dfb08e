"""A page set over time: pages in use, expansion, and the time its I/O takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from .definitions import PageSetSpec
    from .flow import FlowState

_READ_US, _IMMEDIATE_WRITE_US, _DEFERRED_WRITE_US = 163.0, 185.0, 113.0
"""Times for a page as measured in IBM's MQ 10.0 sample records."""
_SPREAD = 0.06
"""By how much an interval differs from them."""
_SLOW_DEVICE = 6000
"""Pages a second below which the devices themselves hold deferred writing up."""
_BUSY = 0.85

PAGES_PER_WRITE = 16
"""Pages that deferred writing puts into one I/O at the most."""

_NEARLY_FULL = 0.9
_GROWTH = 10


@dataclass(frozen=True, slots=True)
class Times:
    """Microseconds that the I/O for a page takes in one interval."""

    read: float
    immediate: float
    deferred: float


def times(deferred_rate: int, random: Random) -> Times:
    """Draw the times of an interval; behind a slow device deferred writing takes nearly all of the time."""
    deferred = _DEFERRED_WRITE_US if deferred_rate >= _SLOW_DEVICE else _BUSY * 1_000_000 / deferred_rate
    factor = 1 + _SPREAD * (2 * random.random() - 1)
    return Times(_READ_US * factor, _IMMEDIATE_WRITE_US * factor, deferred * factor)


@dataclass(slots=True)
class PageSet:
    """A page set and the queues on it."""

    spec: PageSetSpec
    flows: list[FlowState]
    pages: int
    expansions: int = 0
    expanded: bool = False

    @property
    def persistent(self) -> int:
        """Pages of object definitions and persistent messages."""
        return self.spec.used + sum(f.depth * f.flow.pages for f in self.flows if f.flow.persistent)

    @property
    def nonpersistent(self) -> int:
        """Pages of nonpersistent messages."""
        return sum(f.depth * f.flow.pages for f in self.flows if not f.flow.persistent)

    def grow(self) -> None:
        """Expand when nearly full, if that is allowed."""
        while self.spec.expand and self.persistent + self.nonpersistent > _NEARLY_FULL * self.pages:
            self.pages += self.pages // _GROWTH
            self.expansions += 1
            self.expanded = True

    def take_expanded(self) -> bool:
        """Tell whether it grew since the last time it was asked."""
        expanded, self.expanded = self.expanded, False
        return expanded
