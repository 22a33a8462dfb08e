"""What is kept of a day of each transaction: by hour its tasks, the 95th percentile of their response, the
seconds of each part of it, and the program and the release that most of them ran. Raw tasks are not needed
again.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.products.cics.percentiles import BUCKETS, counted, place
from getpage.products.cics.rows import OWNER, ready
from getpage.products.cics.transactions import OTHER, PARTS, TABLE
from getpage.products.common.by_day import Gathered, by_day, spelled
from getpage.products.common.owners import Owners
from getpage.products.common.passes import read
from getpage.products.common.stretches import stretches

#: The share of tasks that are at most as long, and its column, in milliseconds.
SHARE: Final = 0.95
P95: Final = "p95"
RESPONSE: Final = "response"
CPU: Final = "CPU"
HELD: Final = "dispatched without CPU"
PROGRAM: Final = "program"
RELEASE: Final = "release"
VERSION: Final = ("major_version", "minor_version", "micro_version")
#: Seconds of these add up to the response.
ALL_PARTS: Final = (CPU, HELD, *PARTS, OTHER)
_BY: Final = (*OWNER, "transaction", "hour")
_SCHEMA: Final = {
    **dict.fromkeys((*OWNER, "transaction"), pl.String()),
    "hour": pl.Datetime("us"),
    "tasks": pl.Int64(),
    **dict.fromkeys((RESPONSE, *ALL_PARTS), pl.Float64()),
    PROGRAM: pl.String(),
    RELEASE: pl.String(),
    P95: pl.Float64(),
}
SUMS: Final = (
    *("tasks", "response_us", "cpu_us", "dispatch_us"),
    *(column for columns in PARTS.values() for column in columns),
)


def hours(evidence: Evidence, owners: Owners) -> pl.DataFrame:
    """A row an hour of each transaction, in order of time; the hour is that of the quarters in it."""
    wanted = read(evidence, TABLE, (*_BY, *SUMS, *BUCKETS, PROGRAM, "application", *VERSION))

    def add(part: Evidence, to: Gathered) -> None:
        tasks, sums = [], []
        for piece in stretches(part, {TABLE: wanted}):
            rows = ready(piece[TABLE], owners).drop_nulls("start").filter(pl.col("tasks") > 0)
            rows = rows.with_columns(pl.col("start").dt.truncate("1h").alias("hour"))
            tasks.append(counted(rows.lazy().select(*_BY, *BUCKETS), _BY))
            sums.append(_added(rows.with_columns(*in_seconds(rows.columns), *ran(rows.columns))))
        if sums:
            share = place(pl.concat(tasks), _BY, (SHARE,)).rename({str(SHARE): P95})
            to.add(_added(pl.concat(sums)).join(share, on=_BY, how="left", nulls_equal=True))

    name = spelled("hours of transactions", wanted, owners.context)
    rows = by_day(evidence, (TABLE,), name, lambda: Gathered(_SCHEMA), add).done()
    # an hour that is in two days, as its records were written late, is that with more tasks
    return rows.sort(*_BY, "tasks").unique(_BY, keep="last", maintain_order=True)


def ran(there: list[str]) -> list[pl.Expr]:
    """The program, and the application with its version; null where no record says so."""
    known = [name for name in VERSION if name in there]
    version = pl.concat_str([pl.col(name).cast(pl.String) for name in known], separator=".")
    parts = [pl.col("application")] if "application" in there else []
    release = pl.concat_str([*parts, *([version] if known else [])], separator=" ", ignore_nulls=True)
    return [
        (pl.col(PROGRAM) if PROGRAM in there else pl.lit(None, pl.String)).alias(PROGRAM),
        (pl.when(release != "").then(release) if parts else pl.lit(None, pl.String)).alias(RELEASE),
    ]


def in_seconds(there: list[str]) -> list[pl.Expr]:
    """Seconds of each part, which add up to the response as far as its clocks do."""

    def seconds(*columns: str) -> pl.Expr:
        known = [pl.col(name).cast(pl.Float64).fill_null(0.0) for name in columns if name in there]
        return pl.sum_horizontal(*known) / 1e6 if known else pl.lit(0.0)

    waits = {name: seconds(*columns) for name, columns in PARTS.items()}
    held = (seconds("dispatch_us") - seconds("cpu_us")).clip(lower_bound=0.0)
    known = pl.sum_horizontal(seconds("cpu_us"), held, *waits.values())
    return [
        seconds("response_us").alias(RESPONSE),
        seconds("cpu_us").alias(CPU),
        held.alias(HELD),
        *(wait.alias(name) for name, wait in waits.items()),
        (seconds("response_us") - known).clip(lower_bound=0.0).alias(OTHER),
    ]


def _added(rows: pl.DataFrame) -> pl.DataFrame:
    most = pl.col(PROGRAM, RELEASE).sort_by("tasks", PROGRAM, RELEASE).last()
    sums = pl.col(RESPONSE, *ALL_PARTS).sum()
    added = rows.group_by(_BY, maintain_order=True).agg(pl.col("tasks").cast(pl.Int64).sum(), sums, most)
    return added.select(name for name in _SCHEMA if name != P95)
