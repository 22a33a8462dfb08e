"""Transactions of each region as a table: how many tasks, their response and CPU, and what they waited for.

Percentiles come from the histograms of the measures: bucket n holds 2^(n/35) up to 2^((n+1)/35) units of
1/4096 µs, so that they are within 1 % of exact (nearest rank).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.result import Table

from . import transactions
from .checks.tcb_switches import switches_each
from .rows import OWNER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from getpage.contract.measures import Key, Measure
    from getpage.core.numbers import Scalar

    from .measured import Measured
    from .region import Region

#: Transactions that a table shows, by the time of all their tasks.
MOST: Final = 20
SHARES: Final = (0.50, 0.95, 0.99)
_BUCKETS: Final = 35
#: Units of a clock in a microsecond: bit 51 of the TOD clock is one.
_UNITS: Final = 4096
_COLUMNS: Final = (
    *("transaction", "tasks", "response (ms)", "50 % (ms)", "95 % (ms)", "99 % (ms)", "longest (ms)"),
    *("CPU (ms)", "QR CPU (ms)", "key 8 CPU (ms)", "key 9 CPU (ms)", "TCB switches", "waits for them (ms)"),
    *("MXT (ms)", "TCLASS (ms)"),
)


def tables(regions: Iterable[Region]) -> Iterator[Table]:
    """One a region that has transactions."""
    spread: dict[Key, tuple[float, ...]] | None = None
    for region in regions:
        every = sorted(
            (one for one in region.transactions if one[transactions.TASKS]),
            key=lambda one: (-float(one[transactions.RESPONSE] or 0), str(one.key[-1])),
        )
        if not every:
            continue
        spread = percentiles(region.measured) if spread is None else spread
        left = f" {len(every) - MOST} more are left out." if len(every) > MOST else ""
        yield Table(
            title=f"Transactions of {region.label}",
            columns=_COLUMNS,
            rows=tuple(_row(one, spread) for one in every[:MOST]),
            note="Averages of a task over the window, those first whose tasks took longest in all (SMF 110 "
            f"subtype 1).{left}",
        )


def percentiles(measured: Measured) -> dict[Key, tuple[float, ...]]:
    """Response times of each transaction of each region in milliseconds, at SHARES."""
    buckets, counts = "response_buckets", "response_bucket_tasks"
    scan = measured.evidence.scan(transactions.TABLE).select(*OWNER, "transaction", buckets, counts)
    rows = scan.explode(buckets, counts).drop_nulls(buckets)
    added = rows.group_by(*OWNER, "transaction", buckets).agg(pl.col(counts).cast(pl.UInt64).sum())
    found = added.collect(engine="streaming")
    keys = [*OWNER, "transaction"]
    named = (
        found.with_columns(measured.owners.named(found)).group_by(*keys, buckets).agg(pl.col(counts).sum())
    )
    made: dict[Key, tuple[float, ...]] = {}
    for key, of in named.sort(*keys, buckets).partition_by(keys, as_dict=True, maintain_order=True).items():
        below, every = of[counts].cum_sum(), int(of[counts].sum())
        places = (int((below < max(share * every, 1)).sum()) for share in SHARES)
        made[key] = tuple(_middle(int(of[buckets][place])) for place in places)
    return made


def _middle(bucket: int) -> float:
    """Milliseconds in the middle of a bucket."""
    return float(2 ** ((bucket + 0.5) / _BUCKETS)) / _UNITS / 1000


def _row(one: Measure, spread: Mapping[Key, tuple[float, ...]]) -> tuple[Scalar, ...]:
    tasks = int(one[transactions.TASKS])

    def each(seconds: float | None) -> float:
        return round(1000 * float(seconds or 0) / tasks, 4)

    shares = spread.get(one.key, (None,) * len(SHARES))
    longest = one[transactions.LONGEST]
    return (
        str(one.key[-1]),
        tasks,
        each(one[transactions.RESPONSE]),
        *(None if share is None else round(share, 4) for share in shares),
        None if longest is None else round(float(longest) / 1000, 4),
        *map(each, (one[transactions.CPU], one[transactions.QR_CPU])),
        *map(each, (one[transactions.KEY8_CPU], one[transactions.KEY9_CPU])),
        round(switches_each(one), 1),
        *map(each, (one[transactions.SWITCH_WAIT], one[transactions.MXT_WAIT], one[transactions.CLASS_WAIT])),
    )
