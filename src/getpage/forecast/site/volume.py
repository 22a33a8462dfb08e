"""Rates of a subsystem over its intervals, per second and per unit: where a forecast starts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log
from statistics import stdev
from typing import TYPE_CHECKING

import numpy as np

from getpage.forecast.intervals import added
from getpage.forecast.site.mean_error import UNKNOWN_ERROR, Day, mean_error

if TYPE_CHECKING:
    from getpage.core.names import Subsystem
    from getpage.forecast.intervals import Intervals

# Intervals that tell how much they differ.
_FEW = 6


@dataclass(frozen=True, slots=True)
class VolumeChange:
    """How a mean per unit differs, as shares: from one interval to another, and its error over all."""

    interval: float
    mean: float


@dataclass(frozen=True)
class Volume:
    """Means over intervals of one subsystem, None where they have none. Times are seconds per unit."""

    subsystem: Subsystem
    unit: str
    rate: float  # units per s
    seconds: float
    reads: float | None
    cpu: float | None
    response: float | None
    wait: float | None  # for reads
    work: Intervals

    @cached_property
    def window(self) -> tuple[tuple[float, float], ...]:
        """When each interval began, in seconds since 1970, local time, and how long it was."""
        return tuple(zip(self.work["start"].tolist(), self.work["seconds"].tolist(), strict=True))

    @cached_property
    def reads_change(self) -> VolumeChange | None:
        """How reads per unit differ between intervals; None with fewer than a few of them."""
        have = self.work.where(self.work["reads"] > 0)
        if len(have) < _FEW:
            return None
        each = (have["reads"] / have["units"]).tolist()
        error = mean_error(have["start"].tolist(), each, day=Day.ANY)
        return VolumeChange(stdev(map(log, each)), error.error if error else UNKNOWN_ERROR)

    def error_of(self, column: str) -> float:
        """The standard error of the mean per unit of a column over the window, as a share of it."""
        have = self.work.where(~np.isnan(self.work[column]))
        error = mean_error(have["start"].tolist(), (have[column] / have["units"]).tolist())
        return error.error if error else UNKNOWN_ERROR


def volume_of(work: Intervals) -> Volume | None:
    """The volume of the intervals of one subsystem; None without a unit of work."""
    done = work.where((work["units"] > 0) & (work["seconds"] > 0))
    if done.subsystem is None or not len(done):
        return None
    seconds = added(done["seconds"])
    return Volume(
        subsystem=done.subsystem,
        unit=done.unit,
        rate=added(done["units"]) / seconds,
        seconds=seconds,
        reads=_each(done, "reads"),
        cpu=_each(done, "cpu_seconds"),
        response=_each(done, "elapsed_seconds"),
        wait=_each(done, "read_seconds"),
        work=done,
    )


def _each(work: Intervals, column: str) -> float | None:
    """Total over total, of the intervals that have it."""
    have = work.where(~np.isnan(work[column]))
    units = added(have["units"])
    return added(have[column]) / units if units > 0 else None
