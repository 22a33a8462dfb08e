"""Tables of tasks over all regions: by region, by application, user fields, and exceptions by resource.

A task has an application and a platform in its application context (ACAPPLNM, ACPLATNM; CICS TS 5.1 and
later). Only the dictionary of a region names its user fields (DFHMCT TYPE=EMP): rows have their sums as JSON
by group, type and identifier.

References: IBM CICS TS documentation, "User-defined performance class data", "Exception class data: listing
of data fields" (EXCMNRTY, EXCMNRID).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Key
from getpage.core.numbers import Scalar
from getpage.products.common.by_day import Gathered, by_day, spelled
from getpage.products.common.passes import read
from getpage.products.common.stretches import stretches
from getpage.result import Table

from . import transactions
from .measured import CicsMeasures
from .percentiles import BUCKETS, SHARES, counted, places
from .rows import OWNER, ready
from .transactions import OTHER, PARTS

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
_NOTE: Final = "longest total response first (SMF 110 subtype 1"


def by_region(measured: CicsMeasures) -> Iterator[Table]:
    """One table, where there are several regions: of one, its transactions tell."""
    tasks = _tasks(measured, ())
    if tasks.select(OWNER).n_unique() < 2:
        return
    note = f"Averages per task over the window, {_NOTE})."
    spread = places(measured.responses, OWNER)
    yield _table(tasks, spread, OWNER, (), title="Tasks by region", note=note)


def by_application(measured: CicsMeasures) -> Iterator[Table]:
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
        note=f"Averages per task over the window and all regions, {_NOTE}, application context).",
    )


def _tasks(measured: CicsMeasures, context: Sequence[str]) -> pl.DataFrame:
    """Tasks of the window added up by region, context and transaction; those that have the context."""
    by = (*OWNER, *context, "transaction")
    wanted = read(measured.evidence, transactions.TABLE, (*by, *_SUMS, _LONGEST))

    def add(part: Evidence, to: Gathered) -> None:
        for piece in stretches(part, {transactions.TABLE: wanted}):
            rows = ready(piece[transactions.TABLE], measured.owners)
            rows = rows.sort("file", "record", maintain_order=True)
            to.add(_added(rows.drop_nulls("application") if context else rows, by))

    name = spelled("tasks", by, measured.owners.context)
    return _added(by_day(measured.evidence, (transactions.TABLE,), name, Gathered, add).done(), by)


def _added(rows: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    sums = pl.col(*_SUMS).cast(pl.Float64).fill_null(0.0).sum()
    return rows.group_by(by, maintain_order=True).agg(sums, pl.col(_LONGEST).max())


def _spread(measured: CicsMeasures) -> dict[Key, tuple[float, ...]]:
    """Response times of applications in milliseconds, at SHARES."""

    def add(part: Evidence, to: Gathered) -> None:
        rows = part.scan(transactions.TABLE).select(*_CONTEXT, *BUCKETS)
        to.add(counted(rows.drop_nulls("application"), _CONTEXT))

    name = spelled("responses of applications")
    tasks = by_day(measured.evidence, (transactions.TABLE,), name, Gathered, add).done()
    return places(tasks, _CONTEXT)


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
            (*(row[name] for name in first), *_row(row, spread.get(tuple(row[name] for name in by)), shown))
            for row in added.head(MOST).iter_rows(named=True)
        ),
        note=f"{note}{left}",
    )


def _row(
    row: dict[str, Scalar], shares: tuple[float, ...] | None, shown: Sequence[str]
) -> tuple[Scalar, ...]:
    def total(column: str) -> float:
        return float(row[column] or 0)

    def each(microseconds: float) -> float:
        return round(microseconds / 1000 / total("tasks"), 4)

    longest = row[_LONGEST]
    waited = {name: sum(map(total, columns)) for name, columns in PARTS.items()}
    return (
        row["transactions"],
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


#: Rows that the table shows.
_MOST_FIELDS: Final = 40
_MEMBER: Final = r'"([^"]+)":([0-9.]+)'
_FIELD_BY: Final = (*OWNER, "transaction", "field")


def _add_fields(part: Evidence, to: Gathered) -> None:
    """Add the fields of the user of each row."""
    there = (
        part.scan(transactions.TABLE)
        .select(*OWNER, "transaction", "tasks", "user_fields")
        .filter(pl.col("user_fields").is_not_null(), pl.col("tasks") > 0)
    )
    members = there.with_columns(pl.col("user_fields").str.extract_all(_MEMBER)).explode("user_fields")
    field = pl.col("user_fields")
    parts = members.select(
        *OWNER,
        "transaction",
        "tasks",
        field.str.extract(_MEMBER, 1).alias("field"),
        field.str.extract(_MEMBER, 2).cast(pl.Float64).alias("value"),
    )
    to.add(parts.collect(engine="streaming"))


def by_user(measured: CicsMeasures) -> Iterator[Table]:
    """One table over all regions, where any has such fields."""
    if "user_fields" not in measured.evidence.schema(transactions.TABLE):
        return
    name = spelled("fields of the user")
    rows = by_day(measured.evidence, (transactions.TABLE,), name, Gathered, _add_fields).done()
    if not rows.height:
        return
    named = rows.with_columns(measured.owners.named(rows)).sort(*_FIELD_BY, "value", "tasks")
    added = named.group_by(*_FIELD_BY, maintain_order=True).agg(pl.col("tasks", "value").sum())
    left = f" {added.height - _MOST_FIELDS} more are left out." if added.height > _MOST_FIELDS else ""
    yield Table(
        title="Fields of the user by transaction",
        columns=("region", "transaction", "field", "tasks", "of all tasks", "of a task"),
        rows=tuple(
            (
                ".".join(part for part in (row["system"], row["region"]) if part),
                row["transaction"],
                row["field"],
                row["tasks"],
                round(row["value"], 3),
                round(row["value"] / row["tasks"], 4),
            )
            for row in added.head(_MOST_FIELDS).iter_rows(named=True)
        ),
        note="Clocks and counts of event monitoring points by group, type and identifier of the dictionary; "
        f"clocks in microseconds (_us) and periods (_count) (SMF 110 subtype 1).{left}",
    )


_EXCEPTIONS: Final = "cics_exception"
#: Resources that the table shows, by the time that was waited for them.
_MOST_RESOURCES: Final = 20
_RESOURCE: Final = ("resource_type", "resource", "exception_type")
_RESOURCE_BY: Final = (*OWNER, *_RESOURCE)


def _add_exceptions(part: Evidence, to: Gathered) -> None:
    """Add the exceptions by resource and transaction."""
    waited = (pl.col("ended") - pl.col("started")).dt.total_microseconds().clip(lower_bound=0)
    rows = (
        part.scan(_EXCEPTIONS)
        .group_by(*_RESOURCE_BY, "transaction")
        .agg(pl.len().alias("exceptions"), waited.sum().alias("waited_us"), waited.max().alias("longest_us"))
    )
    to.add(rows.collect(engine="streaming"))


def by_resource(measured: CicsMeasures) -> Iterator[Table]:
    """One table over all regions, where monitoring wrote any exception."""
    name = spelled("exceptions", _RESOURCE_BY)
    exceptions = by_day(measured.evidence, (_EXCEPTIONS,), name, Gathered, _add_exceptions).done()
    if not exceptions.height:
        return
    resources = exceptions.group_by(_RESOURCE_BY).agg(
        pl.col("exceptions", "waited_us").sum(),
        pl.col("transaction").n_unique().alias("transactions"),
        pl.col("longest_us").max(),
    )
    named = (
        resources.with_columns(measured.owners.named(resources))
        .group_by(_RESOURCE_BY)
        .agg(pl.col("exceptions", "waited_us").sum(), pl.col("transactions", "longest_us").max())
    )
    ordered = named.sort(
        ["waited_us", *_RESOURCE_BY], descending=[True, *[False] * len(_RESOURCE_BY)], nulls_last=True
    )
    left = (
        f" {ordered.height - _MOST_RESOURCES} more are left out." if ordered.height > _MOST_RESOURCES else ""
    )
    yield Table(
        title="Exceptions by resource",
        columns=(
            *("region", "type of resource", "resource", "waited for", "exceptions", "transactions"),
            *("waited (s)", "longest (ms)"),
        ),
        rows=tuple(
            (
                ".".join(part for part in (row["system"], row["region"]) if part),
                *(row[name] for name in _RESOURCE),
                *(row[name] for name in ("exceptions", "transactions")),
                None if row["waited_us"] is None else round(row["waited_us"] / 1e6, 3),
                None if row["longest_us"] is None else round(row["longest_us"] / 1e3, 3),
            )
            for row in ordered.head(_MOST_RESOURCES).iter_rows(named=True)
        ),
        note="Waits of tasks for a resource that was not available, longest in all first (SMF 110 "
        f"subtype 1, exception class).{left}",
    )
