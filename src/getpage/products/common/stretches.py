"""Rows of tables in pieces that fit into memory: by stretches of time, or by whole objects.

Stretches are for what is added up row by row (`fold`): the same interval of several tables is in the same
stretch, so that they can be joined there. Loads are in order of time, and their Parquet files say from when
to when each part of them is, so that a stretch reads little more than its own rows.

Whole objects are for what needs all rows of an object at once, as counters that are subtracted from each
other do. Each piece reads the columns `by` of the whole table again.
"""

from __future__ import annotations

from datetime import UTC
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from getpage.contract.evidence import Evidence

INTERVAL: Final = "interval_start"
WRITTEN: Final = "written"

#: Rows of all tables together that a piece has, about.
ROWS: Final = 1 << 17
#: Times are counted by the minute: a table with a row a transaction has as many times as rows.
_STEP: Final = "1m"


def stretches(
    evidence: Evidence,
    tables: Mapping[str, Sequence[str]],
    *,
    clock: str | None = None,
    rows: int = ROWS,
    where: pl.Expr | None = None,
) -> Iterator[dict[str, pl.DataFrame]]:
    """Columns of tables, stretch by stretch of `clock`; rows without a time, as printed ones are, come first.
    Only the rows for which `where` holds, if that is given: of columns that all tables have.

    The clock is the start of intervals where all tables have it, else when records were written.
    Within a stretch rows are in the order in which the store has them.
    """
    scans = {table: evidence.scan(table) for table in tables}
    if where is not None:
        scans = {table: scan.filter(where) for table, scan in scans.items()}
    if clock is None:
        all_have = all(INTERVAL in scan.collect_schema() for scan in scans.values())
        clock = INTERVAL if all_have else WRITTEN
    counts = _counts(scans, clock)
    edges = [None, *_edges(counts.drop_nulls(), rows), None]
    if counts["at"].null_count() or counts.height == 0:
        yield {
            table: scan.filter(pl.col(clock).is_null()).select(tables[table]).collect()
            for table, scan in scans.items()
        }
    if counts.drop_nulls().height:
        for since, until in pairwise(edges):
            yield {
                table: scan.filter(_between(scan, clock, since, until)).select(tables[table]).collect()
                for table, scan in scans.items()
            }


def by_objects(
    evidence: Evidence, table: str, columns: Sequence[str], by: Sequence[str], *, rows: int = ROWS
) -> Iterator[pl.DataFrame]:
    """Columns of a table, so many whole objects at a time, in order of `by`; rows as the store has them."""
    scan = evidence.scan(table)
    counts = scan.group_by(by).len().collect(engine="streaming").sort(by, nulls_last=False)
    share = (counts["len"].cast(pl.Int64).cum_sum() - 1) // rows
    for piece in (
        counts.select(by).with_columns(share.alias("share")).partition_by("share", include_key=False)
    ):
        mine = scan.join(piece.lazy(), on=by, how="semi", nulls_equal=True)
        yield mine.select(columns).collect()


def _counts(scans: Mapping[str, pl.LazyFrame], clock: str) -> pl.DataFrame:
    minute = pl.col(clock).dt.replace_time_zone(None).dt.truncate(_STEP).alias("at")
    counted = [scan.group_by(minute).agg(pl.len()).collect(engine="streaming") for scan in scans.values()]
    return pl.concat(counted).group_by("at").agg(pl.col("len").sum()).sort("at")


def _edges(counts: pl.DataFrame, rows: int) -> list[datetime]:
    """Where one stretch ends and the next begins."""
    share = (counts["len"].cast(pl.Int64).cum_sum() - 1) // rows
    begins = counts.with_columns(share.alias("share")).group_by("share", maintain_order=True).first()
    return begins["at"].to_list()[1:]


def _between(scan: pl.LazyFrame, clock: str, since: datetime | None, until: datetime | None) -> pl.Expr:
    kind = scan.collect_schema()[clock]
    at = pl.col(clock)
    inside = at.is_not_null()
    if since is not None:
        inside &= at >= _literal(since, kind)
    if until is not None:
        inside &= at < _literal(until, kind)
    return inside


def _literal(moment: datetime, kind: pl.DataType) -> pl.Expr:
    zone = kind.time_zone if isinstance(kind, pl.Datetime) else None
    return pl.lit(moment if zone is None else moment.replace(tzinfo=UTC), kind)
