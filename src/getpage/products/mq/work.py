"""What each queue manager did in each interval: messages put, page set I/O that calls waited for, CPU,
elapsed.

The unit is a message put (MQPUT and MQPUT1 calls, message manager statistics). Reads are pages read from page
sets and pages written while a call waited, as the curves of buffer pools have them; their time is that of the
page sets' own measurements (subtype 201) and left out where it would be the assumed one. CPU and elapsed time
are those of MQGET, MQPUT and MQPUT1 calls in class 3 accounting, counted in the interval in which the record
was written, and left out where the accounting has less than nine tenths of the messages: it is then of some
tasks only.

Reference: IBM MQ, SMF 115 (QMST, QPST, QIS1) and 116 (WQST); REDP-5238, 4.2.1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.work import Work

from .calls import CALLS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.result import Fact

    from .frames import Row
    from .pool import Pool
    from .queue_manager import QueueManager

UNIT: Final = "message"
_KEY: Final = ["start", "end"]
_ALL_TASKS: Final = 0.9
# Seconds after the end of an interval in which its accounting may still be written: ours.
_LATE: Final = 30.0
_POOL_COLUMNS: Final = ["start", "rate_seconds", "reads", "waited_writes", "getpages_old", "getpages_new"]


def work(manager: QueueManager) -> Iterator[Work]:
    """One entry an interval with messages in it, in order of time."""
    messages, pools = _messages(manager), _pools(manager)
    if not messages.height or not pools.height:
        return
    found = messages.join(pools, on=_KEY, how="inner")
    found = found.join(_calls(manager, found), on=_KEY, how="left").sort("start")
    measured = all(map(_measured, manager.pools))
    for row in found.iter_rows(named=True):
        if row["messages"]:
            yield _one(manager, row, measured=measured)


def _measured(pool: Pool) -> bool:
    """Whether the time of all page set I/O that calls waited for was measured, reads and writes."""
    kinds = {"read": "reads", "immediate_write": "waited_writes"}
    return all(time in pool.times.measured or not pool.frame[count].sum() for time, count in kinds.items())


def _one(manager: QueueManager, row: Row, *, measured: bool) -> Work:
    whole = (row["accounted"] or 0) >= _ALL_TASKS * row["messages"]
    return Work(
        subsystem=manager.id,
        start=row["start"],
        seconds=row["seconds"],
        unit=UNIT,
        units=float(row["messages"]),
        reads=float(row["waited"]),
        read_seconds=float(row["delay"]) if measured else None,
        getpages=float(row["getpages"]),
        cpu_seconds=row["cpu"] / 1e6 if whole else None,
        elapsed_seconds=row["elapsed"] / 1e6 if whole else None,
        facts=tuple(_facts(row, whole=whole)),
    )


def _facts(row: Row, *, whole: bool) -> Iterator[Fact]:
    yield computed("messages put (QMST)", row["messages"], "count", row)
    yield computed("page set I/O that calls waited for, all pools", row["waited"], "pages", row)
    if whole:
        yield computed("CPU of MQGET, MQPUT and MQPUT1 calls (WQST)", round(row["cpu"] / 1e6, 3), "s", row)


def _messages(manager: QueueManager) -> pl.DataFrame:
    """Messages put by interval."""
    frame = manager.frames["mq_message_manager"].drop_nulls(["start", "rate_seconds"])
    put = pl.sum_horizontal(pl.col("put_count", "put1_count").fill_null(0)).sum()
    seconds, file, record = (pl.col(name).first() for name in ("rate_seconds", "file", "record"))
    return frame.group_by(_KEY).agg(put.alias("messages"), seconds.alias("seconds"), file, record)


def _pools(manager: QueueManager) -> pl.DataFrame:
    """Page set I/O that calls waited for, and getpages, of all pools by interval."""
    frames = [
        pool.frame.drop_nulls(_POOL_COLUMNS).select(
            *_KEY,
            pl.sum_horizontal("reads", "waited_writes").cast(pl.Float64).alias("waited"),
            pl.sum_horizontal("getpages_old", "getpages_new").cast(pl.Float64).alias("getpages"),
            "delay",
        )
        for pool in manager.pools
    ]
    if not frames:
        return pl.DataFrame()
    return pl.concat(frames).group_by(_KEY).agg(pl.col("waited", "getpages", "delay").sum())


def _calls(manager: QueueManager, intervals: pl.DataFrame) -> pl.DataFrame:
    """CPU and elapsed microseconds of calls, and messages put, of the accounting of each interval."""
    frame = manager.frames["mq_task_queue"].drop_nulls("end").rename({"end": "at"})
    sums = [
        pl.sum_horizontal(pl.col(f"{call}_{what}").fill_null(0) for call in CALLS).sum().alias(what)
        for what in ("cpu", "elapsed")
    ]
    put = pl.sum_horizontal(pl.col("put_count", "put1_count").fill_null(0)).sum().alias("accounted")
    late = pl.duration(milliseconds=round(1000 * _LATE))
    joined = (
        frame.drop("start")
        .with_columns((pl.col("at") - late).alias("closed"))
        .sort("closed")
        .join_asof(intervals.select(_KEY).sort("end"), left_on="closed", right_on="end", strategy="forward")
    )
    inside = pl.col("at") > pl.col("start")
    return joined.filter(inside).group_by(_KEY).agg(*sums, put)
