"""The work of one subsystem as arrays, an element an interval: what prices and volumes come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from getpage.contract.work import WorkColumns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from getpage.contract.work import Work
    from getpage.core.names import Subsystem
    from getpage.forecast.draws import Floats

_COLUMNS: Final = (
    *("seconds", "units", "reads", "read_seconds", "getpages"),
    *("cpu_seconds", "ziip_seconds", "elapsed_seconds"),
)


@dataclass(frozen=True, eq=False)
class Intervals:
    """So many intervals of a subsystem, None where there is none; NaN is what the evidence does not tell.

    `unit` is that of the first of them.
    """

    subsystem: Subsystem | None
    unit: str
    columns: Mapping[str, Floats]

    @classmethod
    def of(cls, work: Sequence[Work]) -> Intervals:
        """The work of one subsystem."""
        if isinstance(work, WorkColumns):
            columns = {name: work.rows[name].cast(float).to_numpy() for name in _COLUMNS}
        else:
            columns = {
                name: np.array([getattr(one, name) for one in work], dtype=np.float64) for name in _COLUMNS
            }
        first = work[0] if work else None
        return cls(first.subsystem if first else None, first.unit if first else "", columns)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.columns["units"])

    def __getitem__(self, column: str) -> Floats:
        """One column."""
        return self.columns[column]

    def where(self, mask: NDArray[np.bool_]) -> Intervals:
        """Those for which the mask holds."""
        if mask.all():
            return self
        return Intervals(self.subsystem, self.unit, {name: one[mask] for name, one in self.columns.items()})


def added(values: Floats) -> float:
    """The sum in order, so that it does not depend on how many are added at a time."""
    return sum(values.tolist(), 0.0)
