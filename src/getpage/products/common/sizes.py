"""Curves over size from what counters tell: the sizes that a knob had, and bounds where it had one only.

Reads at a size are reads to a getpage times the getpages a second of the whole window, so that a quiet hour
at one size and a busy one at another compare. A larger pool never reads more: where two sizes contradict
that, the load was not the same, and both points get bounds that hold either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from getpage.contract.curve import COUNTERS, PAST, SizeCurve, SizePoint, monotone, reads_curve
from getpage.contract.measures import Key
from getpage.products.common.by_day import Held, stacked
from getpage.products.common.fold import OBJECT, Objects, Renumbering, replaced
from getpage.result import Fact


@dataclass(frozen=True, slots=True)
class Interval:
    """One interval of a pool: the size that it had, what work waited for and what it asked for.

    Or all intervals of one size together: `least` and `most` are then the reads to a reference that any of
    them had.
    """

    size: int
    reads: float
    references: float
    seconds: float
    least: float | None = None
    most: float | None = None

    def ratios(self) -> tuple[float, float] | None:
        """Least and most reads to a reference; None where nothing was referenced."""
        if not self.references:
            return None
        ratio = self.reads / self.references
        return (ratio if self.least is None else self.least, ratio if self.most is None else self.most)


def a_second(intervals: Sequence[Interval], now: int | None = None) -> tuple[float, float] | None:
    """Reads and references a second over all intervals; None without any.

    Where there were several sizes, the reads are those of the size that it has `now` for so many references.
    """
    seconds = sum(interval.seconds for interval in intervals)
    if not seconds:
        return None
    references = sum(interval.references for interval in intervals) / seconds
    of_now = [interval for interval in intervals if interval.size == now]
    if len(of_now) < len(intervals) and (references_now := sum(interval.references for interval in of_now)):
        return sum(interval.reads for interval in of_now) / references_now * references, references
    return sum(interval.reads for interval in intervals) / seconds, references


def past(intervals: Sequence[Interval], facts: tuple[Fact, ...] = ()) -> SizeCurve | None:
    """The sizes that a pool had in the window; None where it had one only."""
    rate = a_second(intervals)
    sizes = sorted({interval.size for interval in intervals})
    if rate is None or len(sizes) < 2:
        return None
    points = [
        point
        for size in sizes
        if (point := _at(size, [interval for interval in intervals if interval.size == size], rate[1]))
    ]
    if len(points) < 2:
        return None
    note = "reads per getpage at each size that the pool had, at the getpages of the complete window"
    return reads_curve(basis=PAST, points=monotone(points), note=note, facts=facts)


def _at(size: int, intervals: Sequence[Interval], references: float) -> SizePoint | None:
    counted = sum(interval.references for interval in intervals)
    if not counted:
        return None
    ratios = [ratio for interval in intervals if (ratio := interval.ratios())]
    mean = sum(interval.reads for interval in intervals) / counted * references
    low, high = min(least for least, _ in ratios), max(most for _, most in ratios)
    return SizePoint(size=size, reads=mean, low=low * references, high=high * references)


def bounds(
    *,
    size: int,
    smallest: int,
    largest: int,
    reads: float,
    references: float | None,
    facts: tuple[Fact, ...] = (),
) -> SizeCurve:
    """What counters of one size tell: growth saves between nothing and all reads, a smaller size adds between
    none and every getpage.

    The reads of a larger size are put at the present ones, as no saving is proved; those of a smaller size on
    the line to every getpage at no buffers, which no curve that flattens lies above.
    """
    most = max(reads, references or reads)
    points = [SizePoint(size=size, reads=reads, low=reads, high=reads)]
    if smallest < size:
        line = reads + (most - reads) * (size - smallest) / size
        points.insert(0, SizePoint(size=smallest, reads=line, low=reads, high=most))
    if largest > size:
        points.append(SizePoint(size=size + 1, reads=reads, low=0.0, high=reads))
    if largest > size + 1:
        points.append(SizePoint(size=largest, reads=reads, low=0.0, high=reads))
    note = "bounds: only the present size was measured"
    return reads_curve(basis=COUNTERS, points=tuple(points), note=note, facts=facts)


#: The columns of a row that is added, beside the number of its object; rows with a null are left out.
COLUMNS: Final = ("size", "reads", "references", "seconds")
_RATIO: Final = pl.when(pl.col("references") != 0).then(pl.col("reads") / pl.col("references"))
#: Rows of pieces that are added up when there are more.
_MOST_ADDED: Final = 1 << 16
#: Counts, and times as whole nanoseconds: sums that are the same in any order, as rows come in any.
_SUMS: Final = ("reads", "references", "nanoseconds")
_NANOSECONDS: Final = (pl.col("seconds") * 1e9).round().cast(pl.Int64).alias("nanoseconds")
# Object and size as one number, which is grouped several times as fast as two columns.
_SIZES: Final = 1 << 32
_BOTH: Final = pl.col(OBJECT).cast(pl.UInt64) * _SIZES + pl.col("size")


class SizeFold:
    """Adds up rows of `size`, `reads`, `references` and `seconds` by the number of their object."""

    def __init__(self, objects: Objects) -> None:
        """`objects` numbers the rows."""
        self._objects = objects
        self._added: list[pl.DataFrame] = []

    def add(self, frame: pl.DataFrame) -> None:
        """Take more rows; sizes are below 2^32."""
        rows = frame.select(OBJECT, *COLUMNS).drop_nulls()
        rows = rows.select(_BOTH.alias("both"), "reads", "references", _NANOSECONDS, _RATIO.alias("least"))
        rows = rows.with_columns(pl.col("least").alias("most"))
        self._added.append(_sums(rows))
        if sum(part.height for part in self._added) > _MOST_ADDED:
            self._added = [_sums(pl.concat(self._added))]

    def held(self) -> dict[str, pl.DataFrame]:
        """The sums so far, and the objects that they are of."""
        if self._objects.known is None or not self._added:
            return {}
        return {"objects": self._objects.known, "sums": _sums(pl.concat(self._added))}

    def take(self, every: Sequence[Held]) -> None:
        """Take what others held."""
        every = [held for held in every if held]
        if not every:
            return
        numbers = Renumbering(self._objects, [held["objects"] for held in every])
        own = numbers.of([held["sums"]["both"] // _SIZES for held in every]).cast(pl.UInt64)
        sums = stacked([held["sums"] for held in every])
        self._added.append(replaced(sums, (own * _SIZES + sums["both"] % _SIZES).alias("both")))

    def done(self) -> Mapping[Key, tuple[Interval, ...]]:
        """By object, in order of size."""
        known = self._objects.known
        if known is None or not self._added:
            return {}
        keys = known.drop(OBJECT).rows()
        by_key: dict[Key, list[Interval]] = {}
        for both, reads, references, nanoseconds, least, most in (
            _sums(pl.concat(self._added)).sort("both").iter_rows()
        ):
            number, size = divmod(both, _SIZES)
            interval = Interval(size, reads, references, nanoseconds / 1e9, least, most)
            by_key.setdefault(keys[number], []).append(interval)
        return {key: tuple(sizes) for key, sizes in by_key.items()}


def _sums(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.group_by("both", maintain_order=True).agg(
        pl.col(_SUMS).sum(), pl.col("least").min(), pl.col("most").max()
    )
