"""What a trend is asked of: one demand, a value a day, against its limit."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class DailySeries:
    """The peak demand of each day and the limit of that day, both in one unit; days without evidence are
    left out. `falls`: the demand gets worse by falling, as free frames do, and the limit is a floor below it.
    """

    dates: tuple[date, ...]
    values: tuple[float, ...]
    limits: tuple[float, ...]
    falls: bool = False

    def __post_init__(self) -> None:
        """Refuse what is no series; a caller's defect, not a user's."""
        if not len(self.dates) == len(self.values) == len(self.limits):
            raise ValueError("dates, values and limits differ in number")
        if any(after <= before for before, after in pairwise(self.dates)):
            raise ValueError("dates do not ascend")
        if not all(map(math.isfinite, (*self.values, *self.limits))):
            raise ValueError("a value or limit is not a finite number")
