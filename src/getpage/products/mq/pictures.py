"""Each pool over time: buffers in use at the peak of each interval, and page set I/O a second.

Times are the ends of the intervals. Gaps in the evidence, and rates of intervals too short for one, are
None: lines break there. Intervals of no length are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from getpage.result import Curve, Picture, Threshold

from .thresholds import LOOK_USED, NEVER_USED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .pool import Pool
    from .queue_manager import QueueManager

FEWEST_INTERVALS = 2  # one point is no picture
GAP = 1.5  # a pause of so many times the usual interval breaks the line


def pictures(manager: QueueManager) -> Iterator[Picture]:
    """Two pictures of every pool that has intervals; pools that nothing used have none."""
    for pool in manager.pools:
        frame = _over_time(pool)
        if frame.height < FEWEST_INTERVALS or not _moves(frame):
            continue
        times = tuple(frame["end"].to_list())
        name = str(pool.object).replace(" ", "-").lower()
        yield Picture(
            id=f"mq-{name}-used",
            title=f"Buffers in use at the peak, pool {pool.number} of {manager.label}",
            object=pool.object,
            unit="percent",
            times=times,
            curves=(_curve(frame, "peak use", "used_percent"),),
            thresholds=(
                Threshold(label="deferred writes begin", value=100 * LOOK_USED),
                Threshold(label="puts wait for their writes", value=100 * NEVER_USED),
            ),
            note=f"The pool has {pool.buffers:,} buffers now.",
        )
        yield Picture(
            id=f"mq-{name}-io",
            title=f"Page set I/O that work waits for, pool {pool.number} of {manager.label}",
            object=pool.object,
            unit="pages/s",
            times=times,
            curves=(
                _curve(frame, "reads", "reads_rate"),
                _curve(frame, "immediate writes", "immediate_writes_rate"),
            ),
            note="Immediate writes without forced synchronous write (DMC 0) are those of checkpoints.",
        )


def _over_time(pool: Pool) -> pl.DataFrame:
    seconds = pl.col("rate_seconds")
    frame = pool.frame.drop_nulls(["end", "seconds"]).unique("end", keep="last", maintain_order=True)
    frame = frame.sort("end").select(
        "start",
        "end",
        (100 * pl.col("used_share")).round(2).alias("used_percent"),
        (pl.col("reads") / seconds).round(3).alias("reads_rate"),
        (pl.col("immediate_writes") / seconds).round(3).alias("immediate_writes_rate"),
    )
    return _with_gaps(frame)


def _with_gaps(frame: pl.DataFrame) -> pl.DataFrame:
    """An empty row in the middle of every pause, so that no line is drawn through it."""
    length = frame.select((pl.col("end") - pl.col("start")).median()).item()
    if length is None:
        return frame
    pause = pl.col("start") - pl.col("end").shift(1)
    after = frame.with_columns((pl.col("end").shift(1) + pause / 2).alias("middle")).filter(
        pause > (GAP - 1) * length
    )
    empty = after.select(pl.col("middle").cast(pl.Datetime("us")).alias("end"))
    return pl.concat([frame, empty], how="diagonal").sort("end")


def _moves(frame: pl.DataFrame) -> bool:
    most = frame.select(pl.max_horizontal("reads_rate", "immediate_writes_rate").max()).item()
    spread = frame.select(pl.col("used_percent").max() - pl.col("used_percent").min()).item()
    return bool(most) or bool(spread)


def _curve(frame: pl.DataFrame, label: str, column: str) -> Curve:
    return Curve(label=label, values=tuple(frame[column].to_list()))
