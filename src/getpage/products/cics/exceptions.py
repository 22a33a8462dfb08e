"""Resources that tasks waited for as exceptions: buffers, strings and storage, by region and resource.

Reference: IBM CICS TS documentation, "Exception class data: listing of data fields" (EXCMNRTY, EXCMNRID).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.result import Table

from .rows import OWNER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .measured import Measured

TABLE: Final = "cics_exception"
#: Resources that the table shows, by the time that was waited for them.
MOST: Final = 20
_RESOURCE: Final = ("resource_type", "resource", "exception_type")
_BY: Final = (*OWNER, *_RESOURCE)


def by_resource(measured: Measured) -> Iterator[Table]:
    """One table over all regions, where monitoring wrote any exception."""
    waited = (pl.col("ended") - pl.col("started")).dt.total_microseconds().clip(lower_bound=0)
    rows = (
        measured.evidence.scan(TABLE)
        .group_by(_BY)
        .agg(
            pl.len().alias("exceptions"),
            pl.col("transaction").n_unique().alias("transactions"),
            waited.sum().alias("waited_us"),
            waited.max().alias("longest_us"),
        )
    )
    found = rows.collect(engine="streaming")
    if not found.height:
        return
    named = (
        found.with_columns(measured.owners.named(found))
        .group_by(_BY)
        .agg(pl.col("exceptions", "waited_us").sum(), pl.col("transactions", "longest_us").max())
    )
    ordered = named.sort(["waited_us", *_BY], descending=[True, *[False] * len(_BY)], nulls_last=True)
    left = f" {ordered.height - MOST} more are left out." if ordered.height > MOST else ""
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
            for row in ordered.head(MOST).iter_rows(named=True)
        ),
        note="Waits of tasks for a resource that was not there, those first that took longest in all (SMF "
        f"110 subtype 1, exception class).{left}",
    )
