"""Tasks by application and platform, where monitoring names them: response, CPU and where the time went.

A task has them in its application context (ACAPPLNM, ACPLATNM; CICS TS 5.1 and later). Tasks without one are
in the tables of their regions only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.products.common.passes import read
from getpage.products.common.stretches import stretches
from getpage.result import Table

from . import transactions
from .percentiles import BUCKETS, SHARES, counted, places
from .rows import OWNER, ready
from .waits import PARTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.core.numbers import Scalar

    from .measured import Measured

#: Applications that the table shows, by the time of all their tasks.
MOST: Final = 20
_CONTEXT: Final = ("platform", "application")
_SUMS: Final = (
    *("tasks", "response_us", "cpu_us", "qr_cpu_us", "dispatch_us", "mxt_delay_us", "tclass_delay_us"),
    *(column for columns in PARTS.values() for column in columns),
)
_COLUMNS: Final = (
    *(*_CONTEXT, "regions", "transactions", "tasks", "response (ms)"),
    *("50 % (ms)", "95 % (ms)", "99 % (ms)", "longest (ms)", "CPU (ms)", "QR CPU (ms)"),
    *("dispatched without CPU (ms)", "MXT (ms)", "TCLASS (ms)", *(f"{name} (ms)" for name in PARTS)),
)


def by_application(measured: Measured) -> Iterator[Table]:
    """One table over all regions, where the evidence names any application."""
    columns = read(measured.evidence, transactions.TABLE, (*OWNER, *_CONTEXT))
    if "application" not in columns:
        return
    wanted = read(
        measured.evidence,
        transactions.TABLE,
        (*OWNER, *_CONTEXT, "transaction", *_SUMS, "response_peak_us", *BUCKETS),
    )
    pieces = []
    for piece in stretches(measured.evidence, {transactions.TABLE: wanted}):
        rows = ready(piece[transactions.TABLE], measured.owners)
        pieces.append(rows.filter(pl.col("application").is_not_null()))
    rows = pl.concat(pieces, how="vertical_relaxed")
    if not rows.height:
        return
    ordered = rows.sort("file", "record", maintain_order=True)
    added = (
        ordered.group_by(*_CONTEXT, maintain_order=True)
        .agg(
            pl.struct(*OWNER).n_unique().alias("regions"),
            pl.col("transaction").n_unique().alias("transactions"),
            pl.col(*_SUMS).cast(pl.Float64).fill_null(0.0).sum(),
            pl.col("response_peak_us").max(),
        )
        .filter(pl.col("tasks") > 0)
        .sort(["response_us", *_CONTEXT], descending=[True, False, False], nulls_last=True)
    )
    spread = places(counted(ordered.select(*_CONTEXT, *BUCKETS).lazy(), _CONTEXT), _CONTEXT)
    left = f" {added.height - MOST} more are left out." if added.height > MOST else ""
    yield Table(
        title="Tasks by application and platform",
        columns=_COLUMNS,
        rows=tuple(
            _row(one, spread.get(tuple(one[name] for name in _CONTEXT)))
            for one in added.head(MOST).iter_rows(named=True)
        ),
        note="Averages of a task over the window and all regions, those first whose tasks took longest in "
        f"all (SMF 110 subtype 1, application context).{left}",
    )


def _row(one: dict[str, Scalar], shares: tuple[float, ...] | None) -> tuple[Scalar, ...]:
    def total(column: str) -> float:
        return float(one[column] or 0)

    def each(microseconds: float) -> float:
        return round(microseconds / 1000 / total("tasks"), 4)

    longest = one["response_peak_us"]
    return (
        *(one[name] for name in (*_CONTEXT, "regions", "transactions")),
        round(total("tasks")),
        each(total("response_us")),
        *(None if share is None else round(share, 4) for share in shares or (None,) * len(SHARES)),
        None if longest is None else round(float(longest) / 1000, 4),
        *(each(total(column)) for column in ("cpu_us", "qr_cpu_us")),
        each(max(total("dispatch_us") - total("cpu_us"), 0.0)),
        *(each(total(column)) for column in ("mxt_delay_us", "tclass_delay_us")),
        *(each(sum(total(column) for column in columns)) for columns in PARTS.values()),
    )
