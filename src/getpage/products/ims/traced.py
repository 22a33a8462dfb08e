"""Traces of the IMS Monitor: message regions that were occupied while messages were on the queue.

The Region Summary has the occupancy of each region and the waits (IWAIT) of its executions, the Transaction
Queuing report how many messages were on the queue when a program was scheduled. Neither times the queue, nor
says which class a transaction has: what is known is that all regions were occupied, and that messages waited.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import polars as pl

from getpage.contract.measures import Row

from .occupied import MESSAGE, Interval, MessageRegion


@dataclass(frozen=True, slots=True)
class Traced:
    """One trace of the IMS Monitor in which message regions were occupied and messages were on the queue.

    `occupied` is their mean share of it, `waiting` the share of executions that is waits (IWAIT), None where
    it is not known; `longest` is the transaction with the most messages on the queue.
    """

    regions: tuple[MessageRegion, ...]
    occupied: float
    waiting: float | None
    start: datetime
    longest: Row


def traces_of(
    regions: Sequence[MessageRegion], rows: pl.DataFrame, transactions: pl.DataFrame
) -> list[Traced]:
    """Each trace that has the occupancy of message regions and what was on the queue, in order of time."""
    message = {region.number: region for region in regions if region.kind in MESSAGE}
    queued: dict[Interval, Row] = {}
    for row in transactions.filter(pl.col("schedules").is_not_null()).iter_rows(named=True):
        if row["interval_start"] is not None and row["interval_us"]:
            interval = row["interval_start"], row["interval_us"] / 1e6
            if interval not in queued or row["on_queue_most"] > queued[interval]["on_queue_most"]:
                queued[interval] = row
    times: dict[Interval, list[tuple[float, float]]] = defaultdict(list)
    for row in rows.filter(pl.col("execution_us").is_not_null()).iter_rows(named=True):
        if row["region"] in message and row["interval_start"] is not None and row["interval_us"]:
            interval = row["interval_start"], row["interval_us"] / 1e6
            times[interval].append((row["execution_us"], row["waited_us"] or 0.0))
    traces = []
    for interval in sorted(queued):
        within = tuple(region for region in message.values() if interval in region.shares)
        if within:
            executed = sum(total for total, _ in times[interval])
            waited = sum(waits for _, waits in times[interval])
            occupied = sum(region.shares[interval] for region in within) / len(message)
            share = waited / executed if executed else None
            traces.append(Traced(within, occupied, share, interval[0], queued[interval]))
    return traces
