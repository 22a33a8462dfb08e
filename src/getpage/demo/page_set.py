"""A page set over time: pages in use, expansion, and the time its I/O takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .definitions import PageSetSpec
    from .flow import FlowState

READ_US = 163.0
"""Time to read a page; this and the next are as measured in IBM's MQ 10.0 sample records."""
IMMEDIATE_WRITE_US = 185.0

PAGES_PER_WRITE = 16
"""Pages that deferred writing puts into one I/O at the most."""

_NEARLY_FULL = 0.9
_GROWTH = 10


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
