"""A picture of the sorts of a system over a day: the storage that they held, and what their work needs.

The day is that of the last hour with most work. Both curves are of all sorts that ran together: sorts one
after the other are not added up. A point is the highest of six minutes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from getpage.result import Curve, Picture, Threshold

from .sorts import Sorts

_WIDTH: Final = timedelta(minutes=6)
_POINTS: Final = 240


def pictures(every: Sequence[Sorts]) -> Iterator[Picture]:
    """One of each system whose sorts have dates."""
    for sorts in every:
        if sorts.is_dated and sorts.hours:
            yield _of(sorts)


def _of(sorts: Sorts) -> Picture:
    day = sorts.hours[-1].replace(hour=0)
    ends = tuple(day + _WIDTH * (number + 1) for number in range(_POINTS))
    rows = list(sorts.timed.iter_rows(named=True))

    def curve(label: str, column: str) -> Curve:
        spans = [(row["begin"], row["end"], row[column]) for row in rows]
        return Curve(label=label, values=highest(spans, day, ends))

    expmax = sorts.options.expmax
    return Picture(
        id=f"sort-{sorts.label}-storage".replace(" ", "-").lower(),
        title=f"Storage of sorts at a time, {sorts.label}",
        object=sorts.storage,
        unit="bytes",
        times=ends,
        curves=(curve("all of their work", "work"), curve("held in storage", "held")),
        thresholds=() if expmax is None else (Threshold(label="EXPMAX", value=float(expmax)),),
        note="What lies between both was on disk. EXPMAX is the most that all may hold together.",
    )


def highest(
    spans: Sequence[tuple[datetime, datetime, int]], begin: datetime, ends: Sequence[datetime]
) -> tuple[float, ...]:
    """The most of all spans at a time, between each end and the one before."""
    changes = sorted(
        [(end, 0, -size) for _, end, size in spans] + [(start, 1, size) for start, _, size in spans]
    )
    values, level, at = [], 0, 0
    while at < len(changes) and changes[at][0] <= begin:
        level += changes[at][2]
        at += 1
    for end in ends:
        most = level
        while at < len(changes) and changes[at][0] < end:
            level += changes[at][2]
            most = max(most, level)
            at += 1
        values.append(float(most))
    return tuple(values)
