"""Tasks by region, and by application and platform where monitoring names them: response, CPU and where the
time went.

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
from .waits import OTHER, PARTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from getpage.contract.measures import Key
    from getpage.core.numbers import Scalar

    from .measured import Measured

#: Regions or applications that a table shows, by the time of all their tasks.
MOST: Final = 20
_CONTEXT: Final = ("platform", "application")
_SUMS: Final = (
    *("tasks", "response_us", "cpu_us", "qr_cpu_us", "dispatch_us", "mxt_delay_us", "tclass_delay_us"),
    *(column for columns in PARTS.values() for column in columns),
)
_COLUMNS: Final = (
    *("transactions", "tasks", "response (ms)"),
    *("50 % (ms)", "95 % (ms)", "99 % (ms)", "longest (ms)", "CPU (ms)", "QR CPU (ms)"),
    *("dispatched without CPU (ms)", "MXT (ms)", "TCLASS (ms)"),
)
_LONGEST: Final = "response_peak_us"
_NOTE: Final = "those first whose tasks took longest in all (SMF 110 subtype 1"


def by_region(measured: Measured) -> Iterator[Table]:
    """One table, where there are several regions: of one, its transactions tell."""
    tasks = _tasks(measured, ())
    if tasks.select(OWNER).n_unique() < 2:
        return
    note = f"Averages of a task over the window, {_NOTE})."
    spread = places(measured.responses, OWNER)
    yield _table(tasks, spread, OWNER, (), title="Tasks by region", note=note)


def by_application(measured: Measured) -> Iterator[Table]:
    """One table over all regions, where the evidence names any application."""
    if "application" not in read(measured.evidence, transactions.TABLE, _CONTEXT):
        return
    tasks = _tasks(measured, _CONTEXT)
    if not tasks.height:
        return
    yield _table(
        tasks,
        _spread(measured),
        _CONTEXT,
        ("regions",),
        title="Tasks by application and platform",
        note=f"Averages of a task over the window and all regions, {_NOTE}, application context).",
    )


def _tasks(measured: Measured, context: Sequence[str]) -> pl.DataFrame:
    """Tasks of the window added up by region, context and transaction; those that have the context."""
    by = (*OWNER, *context, "transaction")
    wanted = read(measured.evidence, transactions.TABLE, (*by, *_SUMS, _LONGEST))
    made = []
    for piece in stretches(measured.evidence, {transactions.TABLE: wanted}):
        rows = ready(piece[transactions.TABLE], measured.owners).sort("file", "record", maintain_order=True)
        made.append(_added(rows.drop_nulls("application") if context else rows, by))
    return _added(pl.concat(made), by)


def _added(rows: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    sums = pl.col(*_SUMS).cast(pl.Float64).fill_null(0.0).sum()
    return rows.group_by(by, maintain_order=True).agg(sums, pl.col(_LONGEST).max())


def _spread(measured: Measured) -> dict[Key, tuple[float, ...]]:
    """Response times of applications in milliseconds, at SHARES."""
    rows = measured.evidence.scan(transactions.TABLE).select(*_CONTEXT, *BUCKETS)
    return places(counted(rows.drop_nulls("application"), _CONTEXT), _CONTEXT)


def _table(
    tasks: pl.DataFrame,
    spread: Mapping[Key, tuple[float, ...]],
    by: Sequence[str],
    beside: Sequence[str],
    *,
    title: str,
    note: str,
) -> Table:
    added = (
        tasks.group_by(by, maintain_order=True)
        .agg(
            pl.struct(*OWNER).n_unique().alias("regions"),
            pl.col("transaction").n_unique().alias("transactions"),
            pl.col(*_SUMS).sum(),
            pl.col(_LONGEST).max(),
        )
        .filter(pl.col("tasks") > 0)
        .sort(["response_us", *by], descending=[True, *[False] * len(by)], nulls_last=True)
    )
    left = f" {added.height - MOST} more are left out." if added.height > MOST else ""
    first = (*by, *beside)
    shown = [name for name, columns in PARTS.items() if any(added[column].sum() for column in columns)]
    return Table(
        title=title,
        columns=(*first, *_COLUMNS, *(f"{name} (ms)" for name in (*shown, OTHER))),
        rows=tuple(
            (*(one[name] for name in first), *_row(one, spread.get(tuple(one[name] for name in by)), shown))
            for one in added.head(MOST).iter_rows(named=True)
        ),
        note=f"{note}{left}",
    )


def _row(
    one: dict[str, Scalar], shares: tuple[float, ...] | None, shown: Sequence[str]
) -> tuple[Scalar, ...]:
    def total(column: str) -> float:
        return float(one[column] or 0)

    def each(microseconds: float) -> float:
        return round(microseconds / 1000 / total("tasks"), 4)

    longest = one[_LONGEST]
    waited = {name: sum(map(total, columns)) for name, columns in PARTS.items()}
    return (
        one["transactions"],
        round(total("tasks")),
        each(total("response_us")),
        *(None if share is None else round(share, 4) for share in shares or (None,) * len(SHARES)),
        None if longest is None else round(float(longest) / 1000, 4),
        *(each(total(column)) for column in ("cpu_us", "qr_cpu_us")),
        each(max(total("dispatch_us") - total("cpu_us"), 0.0)),
        *(each(total(column)) for column in ("mxt_delay_us", "tclass_delay_us")),
        *(each(waited[name]) for name in shown),
        each(max(total("response_us") - total("dispatch_us") - sum(waited.values()), 0.0)),
    )
