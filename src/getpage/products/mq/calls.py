"""MQ calls by queue and what they waited for: class 3 accounting, or the averages that MP1B prints of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .frames import Row
    from .queue_manager import QueueManager

CALLS = ("get", "put", "put1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """All calls of one kind to one queue; microseconds. `row` is the row with the longest wait."""

    queue: str
    call: str
    count: int
    elapsed: float
    waited: float
    page_set: int | None
    pool: int | None
    table: str
    row: Row
    labels: Mapping[str, str]


def queue_calls(manager: QueueManager) -> Iterator[Calls]:
    """Calls by queue and kind, in order of the queues' names."""
    yield from _accounted(manager.frames["mq_task_queue"])
    yield from _printed(manager.frames["mq_call_average"])


def queue_pools(manager: QueueManager) -> Iterator[tuple[str, int]]:
    """Queues of which some call waited for the page set, each with its buffer pool."""
    frame = manager.frames["mq_task_queue"]
    waited = frame.filter(pl.any_horizontal(pl.col(f"{call}_page_set_elapsed") > 0 for call in CALLS))
    named = waited.select(pl.coalesce("queue", "opened_name").fill_null("").alias("name"), "buffer_pool")
    yield from named.drop_nulls().unique(maintain_order=True).iter_rows()


def _accounted(frame: pl.DataFrame) -> Iterator[Calls]:
    named = frame.with_columns(pl.coalesce("queue", "opened_name").fill_null("").alias("name"))
    for call in CALLS:
        wait, elapsed, count = f"{call}_page_set_elapsed", f"{call}_elapsed", f"{call}_count"
        waited = named.filter(pl.col(wait) > 0)
        for name in sorted(waited["name"].unique().to_list()):
            rows = named.filter(pl.col("name") == name)
            worst = rows.sort(wait, descending=True, nulls_last=True, maintain_order=True).row(0, named=True)
            yield Calls(
                queue=name,
                call=f"MQ{call.upper()}",
                count=int(rows[count].sum()),
                elapsed=float(rows[elapsed].sum()),
                waited=float(rows[wait].sum()),
                page_set=worst["page_set"],
                pool=worst["buffer_pool"],
                table="mq_task_queue",
                row=worst,
                labels={
                    wait: f"MQ{call.upper()} page set wait, longest task",
                    elapsed: "elapsed of these calls",
                    count: "calls",
                },
            )


def _printed(frame: pl.DataFrame) -> Iterator[Calls]:
    """The report with the longest wait of each queue and call: two reports may be of before and after a
    change.
    """
    kinds = frame.filter(pl.col("call").is_in([call.upper() for call in CALLS]), pl.col("page_set_wait") > 0)
    total = (pl.col("page_set_wait").cast(pl.UInt64) * pl.col("calls")).alias("total")
    ordered = kinds.with_columns(total).sort("total", descending=True, maintain_order=True)
    for row in ordered.unique(["queue", "call"], keep="first", maintain_order=True).iter_rows(named=True):
        yield Calls(
            queue=row["queue"] or "",
            call=f"MQ{row['call']}",
            count=row["calls"],
            elapsed=float(row["elapsed"] * row["calls"]),
            waited=float(row["total"]),
            page_set=None,
            pool=None,
            table="mq_call_average",
            row=row,
            labels={"page_set_wait": "page set wait, average call", "elapsed": "elapsed", "cpu": "CPU"},
        )
