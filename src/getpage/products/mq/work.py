"""What each queue manager did in each interval: messages put, page set I/O that calls waited for, CPU,
elapsed.

The unit is a message put (MQPUT and MQPUT1 calls, message manager statistics). Reads are pages read from page
sets and pages written while a call waited, as the curves of buffer pools have them; their time is that of the
page sets' own measurements (subtype 201) and left out where it would be the assumed one. CPU and elapsed time
are those of MQGET, MQPUT and MQPUT1 calls in class 3 accounting, counted in the interval in which the record
was written, and left out where the accounting has less than nine tenths of the messages: it is then of some
tasks only. Of a long window neighbouring intervals are added up (`common/entries`); an entry of which one of
the records is missing in some interval is left out.

Reference: IBM MQ, SMF 115 (QMST, QPST, QIS1) and 116 (WQST); REDP-5238, 4.2.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.measures import Row
from getpage.contract.work import WorkColumns
from getpage.products.common.entries import Entries, alike
from getpage.result import Fact

from .counters import CALLS, OWNER
from .measured import MqMeasures
from .pool import Pool
from .queue_manager import QueueManager

UNIT: Final = "message"
_KEY: Final = (*OWNER, "start", "end")
_ALL_TASKS: Final = 0.9
# Seconds after the end of an interval in which its accounting may still be written: ours.
_LATE: Final = 30.0
_PUT: Final = ("put_count", "put1_count")
_SPENT: Final = ("cpu", "elapsed")


def work(managers: Sequence[QueueManager]) -> Iterator[WorkColumns]:
    """Intervals with messages in them, by queue manager."""
    if not managers:
        return
    measured = managers[0].measured
    messages, pools = alike(_messages(measured), measured.work_of_pools)
    joined = messages.join(pools, on=(*_KEY, "intervals"), how="inner", nulls_equal=True)
    if not joined.height:
        return
    joined = joined.join(_calls(measured, joined), on=_KEY, how="left", nulls_equal=True)
    joined = _as_work(joined.filter(pl.col("messages") > 0))
    rows = joined.partition_by(OWNER, as_dict=True, include_key=False)
    for manager in managers:
        mine = rows.get(manager.key)
        if mine is None:
            continue
        mine = mine.sort("start", "end", nulls_last=False)
        if not all(map(_timed, manager.pools)):
            mine = mine.with_columns(pl.lit(None, pl.Float64).alias("read_seconds"))
        yield WorkColumns(manager.id, mine, _facts)


def _timed(pool: Pool) -> bool:
    """Whether the time of all page set I/O that calls waited for was measured, reads and writes."""
    kinds = {"read": "reads", "immediate_write": "waited_writes"}
    return all(
        time in pool.times.measured or not pool.total_of_window(count) for time, count in kinds.items()
    )


def _as_work(rows: pl.DataFrame) -> pl.DataFrame:
    """With the columns of `Work`."""
    whole = pl.col("accounted").fill_null(0) >= _ALL_TASKS * pl.col("messages")
    # Polars multiplies by 1 / 1e6, which is not the same to the last digit.
    spent = {name: pl.lit(pl.Series(rows[name].to_numpy() / 1e6)) for name in _SPENT}
    return rows.with_columns(
        pl.lit(UNIT).alias("unit"),
        pl.col("messages").cast(pl.Float64).alias("units"),
        pl.col("waited").alias("reads"),
        pl.col("delay").alias("read_seconds"),
        *(pl.when(whole).then(value).alias(f"{name}_seconds") for name, value in spent.items()),
        pl.lit(None, pl.Float64).alias("ziip_seconds"),
    )


def _facts(row: Row) -> Iterator[Fact]:
    yield computed("messages put (QMST)", row["messages"], "count", row)
    yield computed("page set I/O that calls waited for, all pools", row["waited"], "pages", row)
    if row["cpu_seconds"] is not None:
        yield computed("CPU of MQGET, MQPUT and MQPUT1 calls (WQST)", round(row["cpu_seconds"], 3), "s", row)


def _messages(measured: MqMeasures) -> Entries:
    """Messages put by interval."""
    put = pl.sum_horizontal(pl.col(_PUT).fill_null(0).cast(pl.Int64)).sum()
    entries = Entries(OWNER, ("messages", "seconds"))
    for rows in measured.rows("mq_message_manager", _PUT):
        grouped = rows.drop_nulls(["start", "rate_seconds"]).group_by(_KEY, maintain_order=True)
        entries.add(grouped.agg(put.alias("messages"), pl.col("rate_seconds").first().alias("seconds")))
    return entries


def _calls(measured: MqMeasures, intervals: pl.DataFrame) -> pl.DataFrame:
    """CPU and elapsed microseconds of calls, and messages put, of the accounting of each interval."""
    columns = [f"{call}_{what}" for call in CALLS for what in _SPENT]
    sums = [
        pl.sum_horizontal(pl.col(f"{call}_{what}").fill_null(0) for call in CALLS).sum().alias(what)
        for what in _SPENT
    ]
    put = pl.sum_horizontal(pl.col(_PUT).fill_null(0).cast(pl.Int64)).sum().alias("accounted")
    late = pl.duration(milliseconds=round(1000 * _LATE))
    ends = intervals.select(_KEY).sort("end")
    inside = pl.col("at") > pl.col("start")
    parts = []
    for rows in measured.rows("mq_task_queue", (*columns, *_PUT)):
        closed = (pl.col("end") - late).alias("closed")
        written = rows.drop_nulls("end").drop("start").with_columns(closed).rename({"end": "at"})
        joined = written.sort("closed").join_asof(
            ends, left_on="closed", right_on="end", by=OWNER, strategy="forward", check_sortedness=False
        )
        parts.append(joined.filter(inside).group_by(_KEY, maintain_order=True).agg(*sums, put))
    return pl.concat(parts).group_by(_KEY, maintain_order=True).agg(pl.col(*_SPENT, "accounted").sum())
