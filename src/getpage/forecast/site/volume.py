"""What a subsystem does a second and a unit over its intervals: rates that a forecast starts from."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from statistics import stdev
from typing import TYPE_CHECKING

from getpage.forecast.site.sureness import UNKNOWN_ERROR, sureness

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.contract.work import Work
    from getpage.core.names import Subsystem

# Intervals that tell how much they differ.
_FEW = 6


@dataclass(frozen=True, slots=True)
class Volume:
    """Means over intervals of one subsystem; None is what they do not tell. Times are seconds a unit."""

    subsystem: Subsystem
    unit: str
    rate: float  # units per s
    seconds: float
    reads: float | None
    cpu: float | None
    response: float | None
    wait: float | None  # for reads
    work: tuple[Work, ...]

    @property
    def hours(self) -> float | None:
        """By how much reads per unit differ between intervals; None where fewer than a few tell."""
        each = [one.reads / one.units for one in self.work if one.reads]
        return stdev(map(log, each)) if len(each) >= _FEW else None

    @property
    def reads_error(self) -> float:
        """The standard error of the mean of reads a unit over the window, as a share of it."""
        rows = [one for one in self.work if one.reads]
        found = sureness([one.start for one in rows], [(one.reads or 0.0) / one.units for one in rows])
        return found.error if found else UNKNOWN_ERROR


def volume_of(work: Sequence[Work]) -> Volume | None:
    """The volume of the intervals of one subsystem; None without a unit of work."""
    done = [one for one in work if one.units > 0 and one.seconds > 0]
    if not done:
        return None
    first = done[0]
    return Volume(
        subsystem=first.subsystem,
        unit=first.unit,
        rate=sum(one.units for one in done) / sum(one.seconds for one in done),
        seconds=sum(one.seconds for one in done),
        reads=_each(done, "reads"),
        cpu=_each(done, "cpu_seconds"),
        response=_each(done, "elapsed_seconds"),
        wait=_each(done, "read_seconds"),
        work=tuple(done),
    )


def _each(work: Sequence[Work], column: str) -> float | None:
    """Total over total, of the intervals that have it."""
    have = [one for one in work if getattr(one, column) is not None]
    units = sum(one.units for one in have)
    return sum(getattr(one, column) for one in have) / units if units > 0 else None
