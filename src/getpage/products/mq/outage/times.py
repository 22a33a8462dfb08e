"""What one page costs to read and to write: measured where the evidence has it, 500 µs where it does not.

Reference: SMF 115 subtype 201 (QIS1): QIS1GETP/QIS1GETT pages and time of reads, QIS1IMWP/QIS1IMWT of
immediate (synchronous) writes, QIS1DWPP/QIS1DWPT of deferred writes; times are STCK durations, so divide by
4096 first. Default: REDP-5238, 4.2.1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .rules import DEFAULT_IO
from .units import MICROSECONDS_PER_SECOND, Microseconds, Pages, PagesPerSecond

#: The fields that each time is the quotient of: elapsed time and pages, over the page sets of the pool.
_FIELDS = {
    "read": "QIS1GETT / QIS1GETP",
    "immediate_write": "QIS1IMWT / QIS1IMWP",
    "deferred_write": "QIS1DWPT / QIS1DWPP",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSetTimes:
    """Microseconds per page of the three kinds of page set I/O, and which of them were measured.

    Raises ValueError for a time that is negative or not finite, or a deferred write of no time at all.
    """

    read: Microseconds = DEFAULT_IO
    immediate_write: Microseconds = DEFAULT_IO
    deferred_write: Microseconds = DEFAULT_IO
    measured: frozenset[str] = frozenset()  # names of the fields above that come from evidence
    given: frozenset[str] = frozenset()  # names of those that the analyst gives

    def __post_init__(self) -> None:
        """Refuse what is no time."""
        for name in ("read", "immediate_write", "deferred_write"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0):
                text = f"{name} is {value}: give microseconds per page, not negative"
                raise ValueError(text)
        if not self.deferred_write > 0:
            raise ValueError("deferred_write is 0: give the microseconds of one page, or leave the default")

    @property
    def deferred_rate(self) -> PagesPerSecond:
        """Pages per second that one stream of deferred writes gets out."""
        return PagesPerSecond(MICROSECONDS_PER_SECOND / self.deferred_write)

    def source(self, name: str) -> str:
        """Say where one of the three times comes from."""
        if name in self.given:
            return "as given"
        if name not in self.measured:
            return "default (REDP-5238, 4.2.1)"
        return f"measured ({_FIELDS[name]}, SMF 115 subtype 201)"


def measured_times(
    *,
    read: tuple[Pages, Microseconds],
    immediate_write: tuple[Pages, Microseconds],
    deferred_write: tuple[Pages, Microseconds],
) -> PageSetTimes:
    """Times per page from (pages, total elapsed microseconds) of an interval or several added up.

    A kind without pages or without time in the window keeps its default and is not named in `measured`.
    """
    found = {
        name: Microseconds(elapsed / pages)
        for name, (pages, elapsed) in (
            ("read", read),
            ("immediate_write", immediate_write),
            ("deferred_write", deferred_write),
        )
        if pages > 0 and elapsed > 0
    }
    return PageSetTimes(
        read=found.get("read", DEFAULT_IO),
        immediate_write=found.get("immediate_write", DEFAULT_IO),
        deferred_write=found.get("deferred_write", DEFAULT_IO),
        measured=frozenset(found),
    )
