"""Each pool over time: buffers in use at the peak of each interval, and page set I/O a second.

Times are the ends of the intervals. Gaps in the evidence, and rates of intervals too short for one, are
None: lines break there. Intervals of no length are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.products.common.fold import OBJECT, Objects
from getpage.products.common.series import SeriesFold, with_gaps
from getpage.result import Curve, Picture, Threshold

from .pool import FIRST_END, LAST_END, ROWS
from .pool_rows import POOL, shown_rows
from .thresholds import LOOK_USED, NEVER_USED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from getpage.contract.measures import Key

    from .measured import Measured
    from .pool import Pool
    from .queue_manager import QueueManager

FEWEST_INTERVALS = 2  # one point is no picture
_VALUES: Final = ("used_percent", "reads_rate", "immediate_writes_rate")


def pictures(managers: Sequence[QueueManager]) -> Iterator[Picture]:
    """Two pictures of every pool that has intervals; pools that nothing used have none."""
    if not managers:
        return
    lines = _lines(managers[0].measured)
    for manager in managers:
        for pool in manager.pools:
            line = lines.get(pool.measure.key)
            if line is not None and line.intervals >= FEWEST_INTERVALS and line.moves:
                yield from _of_pool(manager, pool, line)


def _of_pool(manager: QueueManager, pool: Pool, line: _Line) -> Iterator[Picture]:
    name = str(pool.object).replace(" ", "-").lower()
    yield Picture(
        id=f"mq-{name}-used",
        title=f"Buffers in use at the peak, pool {pool.number} of {manager.label}",
        object=pool.object,
        unit="percent",
        times=line.times,
        curves=(Curve(label="peak use", values=line.used),),
        thresholds=(
            Threshold(label="deferred writes begin", value=100 * LOOK_USED),
            Threshold(label="puts wait for their writes", value=100 * NEVER_USED),
        ),
        note=f"The pool has {pool.buffers:,} buffers now.{line.note}",
    )
    yield Picture(
        id=f"mq-{name}-io",
        title=f"Page set I/O that work waits for, pool {pool.number} of {manager.label}",
        object=pool.object,
        unit="pages/s",
        times=line.times,
        curves=(
            Curve(label="reads", values=line.reads),
            Curve(label="immediate writes", values=line.writes),
        ),
        note="Immediate writes without forced synchronous write (DMC 0) are those of checkpoints."
        + line.note,
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """One pool over time."""

    intervals: int
    times: tuple[datetime, ...]
    used: tuple[float | None, ...]
    reads: tuple[float | None, ...]
    writes: tuple[float | None, ...]
    note: str

    @property
    def moves(self) -> bool:
        """Whether there is anything to see."""
        used = [value for value in self.used if value is not None]
        return any(self.reads) or any(self.writes) or (bool(used) and max(used) != min(used))


def _lines(measured: Measured) -> dict[Key, _Line]:
    """All pools over time, by key."""
    objects = Objects(POOL)
    pools = list(measured.pools)
    series = SeriesFold(
        _VALUES,
        rows=max((one[ROWS] for one in pools), default=0),
        objects=len(pools),
        window=(
            min((end for one in pools if (end := one[FIRST_END])), default=None),
            max((end for one in pools if (end := one[LAST_END])), default=None),
        ),
    )
    for rows in shown_rows(measured.evidence, measured.owners, objects):
        series.add(_over_time(rows))
    frame = with_gaps(series.done())
    keys = [] if objects.known is None else objects.known.drop(OBJECT).rows()
    lists = frame.group_by(OBJECT, maintain_order=True).agg("end", *_VALUES, pl.col("start").count())
    return {
        keys[number]: _Line(many, tuple(ends), tuple(used), tuple(reads), tuple(writes), series.note)
        for number, ends, used, reads, writes, many in lists.iter_rows()
    }


def _over_time(rows: pl.DataFrame) -> pl.DataFrame:
    seconds = pl.col("rate_seconds")
    return rows.drop_nulls(["end", "seconds"]).select(
        OBJECT,
        "start",
        "end",
        *("file", "record"),
        (100 * pl.col("used_share")).round(2).alias("used_percent"),
        (pl.col("reads") / seconds).round(3).alias("reads_rate"),
        (pl.col("immediate_writes") / seconds).round(3).alias("immediate_writes_rate"),
    )
