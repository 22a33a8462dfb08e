"""Where the time of MQ calls went, by queue and kind of call: class 3 accounting, or what MP1B prints of it.

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

from getpage.contract.measures import First, Key, Measure, Row, Sum
from getpage.contract.work import ClassTime
from getpage.products.common.fold import ORDER
from getpage.products.common.passes import Pass

from .counters import CALLS, OWNER, named
from .measured import MqMeasures
from .queue_manager import QueueManager

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
