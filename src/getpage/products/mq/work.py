"""What each queue manager did in each interval: messages put, page set I/O that calls waited for, CPU,
elapsed.

The unit is a message put (MQPUT and MQPUT1 calls, message manager statistics). Reads are pages read from page
sets and pages written while a call waited, as the curves of buffer pools have them; their time is that of the
page sets' own measurements (subtype 201) and left out where it would be the assumed one. CPU and elapsed time
are those of MQGET, MQPUT and MQPUT1 calls in class 3 accounting, counted in the interval in which the record
was written, and left out where the accounting has less than nine tenths of the messages: it is then of some
tasks only.

Of a long window neighbouring intervals are one entry, so that there are never more than `bounded.MOST`.

Reference: IBM MQ, SMF 115 (QMST, QPST, QIS1) and 116 (WQST); REDP-5238, 4.2.1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.work import Work
from getpage.products.common.bounded import added_up
from getpage.products.common.fold import Objects

from .calls import CALLS
from .pool_rows import POOL
from .rows import OWNER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from getpage.contract.measures import Row
    from getpage.result import Fact

    from .measured import Measured
    from .pool import Pool
    from .queue_manager import QueueManager

UNIT: Final = "message"
_KEY: Final = (*OWNER, "start", "end")
_ALL_TASKS: Final = 0.9
# Seconds after the end of an interval in which its accounting may still be written: ours.
_LATE: Final = 30.0
_COUNTED: Final = ("start", "rate_seconds", "reads", "waited_writes", "getpages_old", "getpages_new")
_PUT: Final = ("put_count", "put1_count")
_SPENT: Final = ("cpu", "elapsed")
_SUMS: Final = ("seconds", "messages", "waited", "getpages", "delay", "cpu", "elapsed", "accounted")


def work(managers: Sequence[QueueManager]) -> Iterator[Work]:
    """One entry an interval with messages in it, by queue manager and in order of time."""
    if not managers:
        return
    measured = managers[0].measured
    messages, pools = _messages(measured), _pools(measured)
    found = messages.join(pools, on=_KEY, how="inner", nulls_equal=True)
    if not found.height:
        return
    found = found.join(_calls(measured, found), on=_KEY, how="left", nulls_equal=True)
    found = added_up(found.filter(pl.col("messages") > 0), OWNER, _SUMS)
    rows = found.partition_by(OWNER, as_dict=True, include_key=False)
    for manager in managers:
        mine = rows.get(manager.key)
        timed = all(map(_timed, manager.pools))
        for row in () if mine is None else mine.iter_rows(named=True):
            yield _one(manager, row, measured=timed)


def _timed(pool: Pool) -> bool:
    """Whether the time of all page set I/O that calls waited for was measured, reads and writes."""
    kinds = {"read": "reads", "immediate_write": "waited_writes"}
    return all(time in pool.times.measured or not pool.total(count) for time, count in kinds.items())


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


def _messages(measured: Measured) -> pl.DataFrame:
    """Messages put by interval."""
    put = pl.sum_horizontal(pl.col(_PUT).fill_null(0).cast(pl.Int64)).sum()
    found = [
        rows.drop_nulls(["start", "rate_seconds"])
        .group_by(_KEY, maintain_order=True)
        .agg(put.alias("messages"), pl.col("rate_seconds").first().alias("seconds"))
        for rows in measured.rows("mq_message_manager", _PUT)
    ]
    return pl.concat(found)


def _pools(measured: Measured) -> pl.DataFrame:
    """Page set I/O that calls waited for, and getpages, of all pools by interval."""
    added = {"waited": ("reads", "waited_writes"), "getpages": ("getpages_old", "getpages_new")}
    sums = [
        pl.sum_horizontal(pl.col(columns).cast(pl.Float64)).sum().alias(name)
        for name, columns in added.items()
    ]
    found = [
        rows.drop_nulls(_COUNTED).group_by(_KEY, maintain_order=True).agg(*sums, pl.col("delay").sum())
        for rows in measured.pool_rows(Objects(POOL))
    ]
    return pl.concat(found)


def _calls(measured: Measured, intervals: pl.DataFrame) -> pl.DataFrame:
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
    found = []
    for rows in measured.rows("mq_task_queue", (*columns, *_PUT)):
        closed = (pl.col("end") - late).alias("closed")
        written = rows.drop_nulls("end").drop("start").with_columns(closed).rename({"end": "at"})
        joined = written.sort("closed").join_asof(
            ends, left_on="closed", right_on="end", by=OWNER, strategy="forward", check_sortedness=False
        )
        found.append(joined.filter(inside).group_by(_KEY, maintain_order=True).agg(*sums, put))
    return pl.concat(found).group_by(_KEY, maintain_order=True).agg(pl.col(*_SPENT, "accounted").sum())
