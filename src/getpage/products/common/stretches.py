"""Rows of tables in pieces that fit into memory: by stretches of time, or by whole objects.

Stretches are for what is added up row by row (`fold`): the same interval of several tables is in the same
stretch, so that they can be joined there. Loads are in order of time: a stretch opens those parts of the
store that have rows of it, and their Parquet files say from when to when each part of them is, so that it
reads little more than its own rows.

Whole objects are for what needs all rows of an object at once, as counters that are subtracted from each
other do. Each piece reads the columns `by` of the whole table again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence

from .collected import collected

INTERVAL: Final = "interval_start"
WRITTEN: Final = "written"

#: Rows of all tables together that a piece has, about.
ROWS: Final = 3 << 16
#: Values that are one piece even if their rows are more, 8 bytes each: to read twice takes longer than these.
_FEW_VALUES: Final = 1 << 23
#: Times are counted by the minute: a table with a row a transaction has as many times as rows.
_STEP: Final = "1m"
#: Parts whose times are counted at once: reading takes memory for each of them, starting takes time for each.
_COUNTED: Final = 32


def stretches(
    evidence: Evidence,
    tables: Mapping[str, Sequence[str]],
    *,
    clock: str | None = None,
    rows: int | None = None,
    where: pl.Expr | None = None,
) -> Iterator[dict[str, pl.DataFrame]]:
    """Columns of tables, stretch by stretch of `clock`; rows without a time, as printed ones are, come first.
    Only the rows for which `where` holds, if that is given: of columns that all tables have. `rows` are
    those of a piece, about.

    The clock is the start of intervals where all tables have it, else when records were written.
    Within a stretch rows are in the order in which the store has them.
    """
    parts = {table: evidence.parts(table) for table in tables}
    if where is not None:
        parts = {table: [part.filter(where) for part in own] for table, own in parts.items()}
    kinds = {table: own[0].collect_schema() for table, own in parts.items()}
    if clock is None:
        clock = INTERVAL if all(INTERVAL in schema for schema in kinds.values()) else WRITTEN
    most = sum(evidence.most_rows(table) for table in tables)
    values = sum(evidence.most_rows(table) * len(columns) for table, columns in tables.items())
    if most <= (rows or ROWS) or (rows is None and values <= _FEW_VALUES):
        yield from _at_once(parts, tables, clock, most)
        return
    counts = {table: _counts(own, clock) for table, own in parts.items()}
    every = pl.concat(counts.values()).group_by("at").agg(pl.col("len").sum()).sort("at")
    edges = [None, *_edges(every.drop_nulls(), rows or ROWS), None]
    if every["at"].null_count() or every.height == 0:
        yield {
            table: pl.concat(own).filter(pl.col(clock).is_null()).select(tables[table]).collect()
            for table, own in parts.items()
        }
    if every.drop_nulls().height:
        for since, until in pairwise(edges):
            at = {table: _between_of(kinds[table][clock], clock, since, until) for table in tables}
            there = {table: _there(counts[table], since, until) for table in tables}
            yield {
                table: pl.concat([own[place].filter(at[table]) for place in there[table]])
                .select(tables[table])
                .collect()
                for table, own in parts.items()
            }


def _at_once(
    parts: Mapping[str, Sequence[pl.LazyFrame]], tables: Mapping[str, Sequence[str]], clock: str, most: int
) -> Iterator[dict[str, pl.DataFrame]]:
    """All rows, of tables that make one stretch: each is read once, as nothing has to be counted before."""
    frames = {
        table: collected(pl.concat(own).select(*dict.fromkeys((*tables[table], clock))), most)
        for table, own in parts.items()
    }
    timeless = {table: frame[clock].is_null() for table, frame in frames.items()}
    timed = any(not none.all() for none in timeless.values())
    if not timed or any(none.any() for none in timeless.values()):
        yield {table: frame.filter(timeless[table])[list(tables[table])] for table, frame in frames.items()}
    if timed:
        yield {
            table: (frame.filter(~timeless[table]) if timeless[table].any() else frame)[list(tables[table])]
            for table, frame in frames.items()
        }


def _counts(parts: Sequence[pl.LazyFrame], clock: str) -> pl.DataFrame:
    """Rows of each part by minute: of each run of rows of one moment, as most records come."""
    runs = pl.col(clock).dt.replace_time_zone(None).rle().alias("run")
    minute = pl.col("value").dt.truncate(_STEP).alias("at")
    every = [
        part.select(runs).unnest("run").select(minute, "len", pl.lit(place).alias("part"))
        for place, part in enumerate(parts)
    ]
    batches = (pl.concat(every[first : first + _COUNTED]) for first in range(0, len(every), _COUNTED))
    counted = [batch.group_by("at", "part").agg(pl.col("len").sum()).collect() for batch in batches]
    return pl.concat(counted).sort("at", nulls_last=False)


def _there(counts: pl.DataFrame, since: datetime | None, until: datetime | None) -> list[int]:
    """The parts that have rows between two moments, of counts in order; the first where none has."""
    at, nulls = counts["at"], counts["at"].null_count()
    first = nulls if since is None else int(at.search_sorted(since, "left"))
    last = counts.height if until is None else int(at.search_sorted(until, "left"))
    return counts["part"].slice(first, last - first).unique().sort().to_list() or [0]


def _edges(counts: pl.DataFrame, rows: int) -> list[datetime]:
    """Where one stretch ends and the next begins."""
    share = (counts["len"].cast(pl.Int64).cum_sum() - 1) // rows
    begins = counts.with_columns(share.alias("share")).group_by("share", maintain_order=True).first()
    return begins["at"].to_list()[1:]


def _between(at: pl.Expr, since: pl.Expr | datetime | None, until: pl.Expr | datetime | None) -> pl.Expr:
    inside = at.is_not_null()
    if since is not None:
        inside &= at >= since
    if until is not None:
        inside &= at < until
    return inside


def _between_of(kind: pl.DataType, clock: str, since: datetime | None, until: datetime | None) -> pl.Expr:
    """Between two moments on a clock with or without a zone."""
    zone = kind.time_zone if isinstance(kind, pl.Datetime) else None
    since, until = (
        bound if bound is None or zone is None else bound.replace(tzinfo=UTC) for bound in (since, until)
    )
    ends = (bound if bound is None else pl.lit(bound, kind) for bound in (since, until))
    return _between(pl.col(clock), *ends)
