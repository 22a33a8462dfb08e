"""The work of one subsystem as arrays, one element per interval: prices and volumes come from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import numpy as np
from numpy.typing import NDArray

from getpage.contract.work import AllWork, Work, WorkColumns
from getpage.core.memoized import memoized
from getpage.core.names import Subsystem
from getpage.forecast.draws import Floats

EPOCH: Final = datetime(1970, 1, 1)
_COLUMNS: Final = (
    *("seconds", "units", "reads", "read_seconds", "getpages"),
    *("cpu_seconds", "ziip_seconds", "elapsed_seconds"),
)


@dataclass(frozen=True, eq=False)
class Intervals:
    """Intervals of a subsystem, which is None without any. NaN: the evidence does not have the figure.

    `unit` is the unit of work of the first interval; the column `start` is seconds since 1970, local time.
    """

    subsystem: Subsystem | None
    unit: str
    columns: Mapping[str, Floats]

    @classmethod
    def of(cls, work: Sequence[Work]) -> Intervals:
        """The work of one subsystem."""
        if isinstance(work, WorkColumns):
            columns = {name: work.rows[name].cast(float).to_numpy() for name in _COLUMNS}
            start = work.rows["start"].dt.replace_time_zone(None).dt.epoch("us").cast(float)
            columns["start"] = start.to_numpy() / 1e6
        else:
            columns = {
                name: np.array([getattr(entry, name) for entry in work], dtype=np.float64)
                for name in _COLUMNS
            }
            starts = [(entry.start.replace(tzinfo=None) - EPOCH).total_seconds() for entry in work]
            columns["start"] = np.array(starts, dtype=np.float64)
        first = work[0] if work else None
        return cls(first.subsystem if first else None, first.unit if first else "", columns)

    def __len__(self) -> int:
        """The number of intervals."""
        return len(self.columns["units"])

    def __getitem__(self, column: str) -> Floats:
        """One column."""
        return self.columns[column]

    def where(self, mask: NDArray[np.bool_]) -> Intervals:
        """The intervals for which the mask is true."""
        if mask.all():
            return self
        columns = {name: values[mask] for name, values in self.columns.items()}
        return Intervals(self.subsystem, self.unit, columns)


#: Subsystems whose intervals are kept: those that sizes are tried of.
_KEPT: Final = 8


@memoized(_KEPT)
def intervals_of(work: AllWork, subsystem: Subsystem) -> Intervals:
    """The intervals of a subsystem. What is worked out of them is kept with them, as many sizes of the same
    knobs are forecast one after the other.
    """
    return Intervals.of(work.of(subsystem))


def added(values: Floats) -> float:
    """The sum in order: the same to the last digit, however many are added at a time."""
    return sum(values.tolist(), 0.0)
