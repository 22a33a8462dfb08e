"""What each queue manager did in each interval: messages put, page set I/O that calls waited for, CPU,
elapsed.

The unit is a message put (MQPUT and MQPUT1 calls, message manager statistics). Reads are pages read from page
sets and pages written while a call waited, as the curves of buffer pools have them; their time is that of the
page sets' own measurements (subtype 201) and left out where it would be the assumed one. CPU and elapsed time
are those of MQGET, MQPUT and MQPUT1 calls in class 3 accounting, counted in the interval in which the record
was written, and left out where the accounting has less than nine tenths of the messages: it is then of some
tasks only. Of a long window neighboring intervals are added up (`common/entries`); an entry of which one of
the records is missing in some interval is left out.

Reference: IBM MQ, SMF 115 (QMST, QPST, QIS1) and 116 (WQST); REDP-5238, 4.2.1.

Class times: where the time of MQ calls went, by queue and kind of call: class 3 accounting, or what MP1B
prints of it.

Elapsed time is CPU, waits for the page set, waits for the log, other suspensions, and a rest (not
dispatched). A call's suspended time holds its waits for page set and log (IBM MQ, WQST; REDP-5238, example
4-1: 30 µs suspended of which 29 wait for the page set), so that "other suspension" is what is left of it. Of
printed averages it is left in the rest: a difference of three rounded figures would be mostly rounding.

Accounting rows come whenever a task ends or SMF's interval does; they are put together by quarters of an
hour of when they were written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.facts import computed
from getpage.contract.measures import First, Key, Measure, Row, Sum
from getpage.contract.work import ClassTime, WorkColumns
from getpage.products.common.by_day import Gathered, by_day, spelled
from getpage.products.common.entries import Entries, alike
from getpage.products.common.fold import ORDER
from getpage.products.common.passes import Pass
from getpage.result import Fact

from .counters import CALLS, OWNER, named
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

    def add(evidence: Evidence, to: Entries) -> None:
        for rows in measured.rows("mq_message_manager", _PUT, evidence):
            grouped = rows.drop_nulls(["start", "rate_seconds"]).group_by(_KEY, maintain_order=True)
            to.add(grouped.agg(put.alias("messages"), pl.col("rate_seconds").first().alias("seconds")))

    name = spelled("messages", measured.owners.context)
    return by_day(
        measured.evidence, ("mq_message_manager",), name, lambda: Entries(OWNER, ("messages", "seconds")), add
    )


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

    def add(part: Evidence, to: Gathered) -> None:
        for rows in measured.rows("mq_task_queue", (*columns, *_PUT), part):
            ended = rows.drop_nulls("end").group_by(*OWNER, "end", maintain_order=True)
            to.add(ended.agg(*sums, put))

    name = spelled("calls", measured.owners.context)
    rows = by_day(measured.evidence, ("mq_task_queue",), name, Gathered, add).done()
    written = rows.with_columns((pl.col("end") - late).alias("closed")).rename({"end": "at"})
    joined = written.sort("closed").join_asof(
        ends, left_on="closed", right_on="end", by=OWNER, strategy="forward", check_sortedness=False
    )
    totals = joined.filter(inside).group_by(_KEY, maintain_order=True)
    return totals.agg(pl.col(*_SPENT, "accounted").sum())


_EVERY = "15m"
_WAITS = {
    "page set wait": ("page_set_elapsed",),
    "log wait": ("log_write_elapsed", "log_force_elapsed"),
}


def _of_calls(call: str, column: str) -> pl.Expr:
    """A column of accounting rows that have such calls."""
    return pl.when(pl.col(f"{call}_count") > 0).then(pl.col(f"{call}_{column}"))


_COLUMNS: Final = ("elapsed", "cpu", "suspend_elapsed", *(c for waits in _WAITS.values() for c in waits))
_SUMS: Final = {
    call: {column: Sum(_of_calls(call, column)) for column in (*_COLUMNS, "count")} for call in CALLS
}
_FIRST: Final = {call: First(pl.col(f"{call}_count") > 0) for call in CALLS}
_TIMES: Final = Pass(
    table="mq_task_queue",
    by=(*OWNER, "at", "name"),
    columns=("queue", "opened_name", *(f"{call}_{c}" for call in CALLS for c in (*_COLUMNS, "count"))),
    asks=(*(ask for sums in _SUMS.values() for ask in sums.values()), *_FIRST.values()),
    worked_out=lambda rows: named(rows).with_columns(pl.col("end").dt.truncate(_EVERY).alias("at")),
)


def class_times(managers: Sequence[QueueManager]) -> Iterator[ClassTime]:
    """The calls of all queue managers, in order of time, kind and queue."""
    if not managers:
        return
    measured = managers[0].measured
    times, printed = measured.of(_TIMES), _printed_rows(measured)
    for manager in managers:
        for call in CALLS:
            for measure in times.within(manager.key):
                if (first := measure[_FIRST[call]]) is not None:
                    yield _accounted(manager, call, measure, first)
        for row in printed.get(manager.key, ()):
            yield _printed(manager, row)


def _accounted(manager: QueueManager, call: str, measure: Measure, first: Row) -> ClassTime:
    _, _, at, name = measure.key
    seconds = {column: measure[_SUMS[call][column]] / 1e6 for column in _COLUMNS}
    waits = {label: sum(seconds[column] for column in names) for label, names in _WAITS.items()}
    added = {
        f"{call}_elapsed": measure[_SUMS[call]["elapsed"]],
        "file": first["file"],
        "record": first["record"],
    }
    return ClassTime(
        subsystem=manager.id,
        kind=f"MQ{call.upper()} call",
        name=name,
        units=float(measure[_SUMS[call]["count"]]),
        elapsed=seconds["elapsed"],
        parts=_parts(seconds["cpu"], seconds["suspend_elapsed"], waits),
        start=at,
        facts=(manager.fact("mq_task_queue", f"{call}_elapsed", added, "elapsed, first task"),),
    )


def _printed_rows(measured: MqMeasures) -> Mapping[Key, Sequence[Row]]:
    """Averages as reports print them, by queue manager: few, as somebody printed them."""
    columns = ("queue", "call", "calls", "elapsed", "cpu", "page_set_wait", "log_wait")
    kinds = [call.upper() for call in CALLS]
    pieces = [
        rows.filter(pl.col("call").is_in(kinds), pl.col("calls") > 0)
        for rows in measured.rows("mq_call_average", columns)
    ]
    by_manager: dict[Key, list[Row]] = {}
    for row in pl.concat(pieces).sort(ORDER, nulls_last=False, maintain_order=True).iter_rows(named=True):
        by_manager.setdefault((row["system"], row["queue_manager"]), []).append(row)
    return by_manager


def _printed(manager: QueueManager, row: Row) -> ClassTime:
    seconds = {column: _seconds(row, column) for column in ("elapsed", "cpu")}
    waits = {"page set wait": _seconds(row, "page_set_wait"), "log wait": _seconds(row, "log_wait")}
    return ClassTime(
        subsystem=manager.id,
        kind=f"MQ{row['call']} call",
        name=row["queue"] or "",
        units=float(row["calls"]),
        elapsed=seconds["elapsed"],
        parts={"CPU": seconds["cpu"], **waits},
        start=row["end"],
        rounded=1e-6,
        facts=manager.facts("mq_call_average", row, elapsed="elapsed", cpu="CPU", calls="calls"),
    )


def _seconds(row: Row, column: str) -> float:
    return float((row[column] or 0) * row["calls"]) / 1e6


def _parts(cpu: float, suspended: float, waits: dict[str, float]) -> dict[str, float]:
    other = max(0.0, suspended - sum(waits.values()))
    return {"CPU": cpu, **waits, "other suspension": other}
