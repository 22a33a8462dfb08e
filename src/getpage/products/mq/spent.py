"""Where the time of MQ calls went, by queue and kind of call: class 3 accounting, or what MP1B prints of it.

Elapsed time is CPU, waits for the page set, waits for the log, other suspensions, and a rest (not
dispatched). A call's suspended time holds its waits for page set and log (IBM MQ, WQST; REDP-5238, example
4-1: 30 us suspended of which 29 wait for the page set), so that "other suspension" is what is left of it. Of
printed averages it is left in the rest: a difference of three rounded figures would be mostly rounding.

Accounting rows come whenever a task ends or SMF's interval does; they are put together by quarters of an
hour of when they were written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from getpage.contract.work import ClassTime

from .calls import CALLS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .frames import Row
    from .queue_manager import QueueManager

_EVERY = "15m"
_WAITS = {
    "page set wait": ("page_set_elapsed",),
    "log wait": ("log_write_elapsed", "log_force_elapsed"),
}


def spent(manager: QueueManager) -> Iterator[ClassTime]:
    """The calls of one queue manager, in order of time, kind and queue."""
    for call in CALLS:
        yield from _accounted(manager, call)
    yield from _printed(manager)


def _accounted(manager: QueueManager, call: str) -> Iterator[ClassTime]:
    frame = manager.frames["mq_task_queue"].filter(pl.col(f"{call}_count") > 0)
    if not frame.height:
        return
    columns = ("elapsed", "cpu", "suspend_elapsed", *(c for waits in _WAITS.values() for c in waits))
    sums = [pl.col(f"{call}_{column}").sum() for column in (*columns, "count")]
    named = frame.with_columns(
        pl.coalesce("queue", "opened_name").fill_null("").alias("name"),
        pl.col("end").dt.truncate(_EVERY).alias("at"),
    )
    first = [pl.col("file").first(), pl.col("record").first()]
    grouped = named.group_by("at", "name", maintain_order=True).agg(*sums, *first).sort("at", "name")
    for row in grouped.iter_rows(named=True):
        seconds = {column: (row[f"{call}_{column}"] or 0) / 1e6 for column in columns}
        waits = {label: sum(seconds[column] for column in names) for label, names in _WAITS.items()}
        yield ClassTime(
            subsystem=manager.id,
            kind=f"MQ{call.upper()} call",
            name=row["name"],
            units=float(row[f"{call}_count"]),
            elapsed=seconds["elapsed"],
            parts=_parts(seconds["cpu"], seconds["suspend_elapsed"], waits),
            start=row["at"],
            facts=(manager.fact("mq_task_queue", f"{call}_elapsed", row, "elapsed, first task"),),
        )


def _printed(manager: QueueManager) -> Iterator[ClassTime]:
    kinds = [call.upper() for call in CALLS]
    frame = manager.frames["mq_call_average"].filter(pl.col("call").is_in(kinds), pl.col("calls") > 0)
    for row in frame.iter_rows(named=True):
        calls = float(row["calls"])
        seconds = {column: _seconds(row, column) for column in ("elapsed", "cpu")}
        waits = {"page set wait": _seconds(row, "page_set_wait"), "log wait": _seconds(row, "log_wait")}
        yield ClassTime(
            subsystem=manager.id,
            kind=f"MQ{row['call']} call",
            name=row["queue"] or "",
            units=calls,
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
