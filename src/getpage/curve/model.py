"""The result: rows as in a cache advice, what is known of each pool, and the messages of simulated pools.

Rows have the shape that Oracle's V$DB_CACHE_ADVICE made usual: size, factor, estimated reads, their time,
share.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl

if TYPE_CHECKING:
    from getpage.curve.simulated import Simulated
    from getpage.report.charts.size import SizePicture

#: Rises when a key of the JSON changes its meaning or goes.
VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What a pool of one size would have read.

    `reads` are getpages whose page was not in the pool. Of these a synchronous read is one I/O of one page
    that the getpage waits for; asynchronous ones are pages read by sequential, list or dynamic prefetch.
    `factor` is the size as a multiple of the present one; `share` is reads per getpage; `read_seconds` is the
    time of the synchronous reads. `opt_reads` is the clairvoyant bound, `band` the 95 % band of `share` where
    the curve is sampled.
    """

    pool: str
    size: int
    vpseqt: int | None
    pgsteal: str
    bytes: int
    factor: float | None
    getpages: int
    reads: int
    sync_random: int
    sync_sequential: int
    asynchronous: int
    read_seconds: float
    share: float
    opt_reads: int | None = None
    band_low: float | None = None
    band_high: float | None = None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A size that matters: `current`, `knee` or `saturation`, for one VPSEQT."""

    name: str
    vpseqt: int | None
    size: int
    reads: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolCurve:
    """What is known of one pool. `pages` are different pages referenced; `first_touches` are the reads that
    no size avoids. Both are estimates where `sample` (the rate) is not None.
    """

    pool: str
    page_bytes: int
    getpages: int
    pages: int
    first_touches: int
    sample: float | None
    marks: tuple[Mark, ...]
    rows: tuple[Row, ...]
    simulated: Simulated | None = None
    pictures: tuple[SizePicture, ...] = ()

    def mark(self, name: str) -> Mark | None:
        """The mark of this name, of the first VPSEQT that has it."""
        return next((mark for mark in self.marks if mark.name == name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Curves:
    """The curves of all pools of a trace."""

    pools: tuple[PoolCurve, ...]
    trace: tuple[dict[str, Any], ...] = ()
    notes: tuple[str, ...] = ()
    read_us: float = 0.0
    read_us_assumed: bool = False
    version: int = field(default=VERSION)

    @property
    def rows(self) -> pl.DataFrame:
        """The cache advice of all pools: one row a pool, VPSEQT and size."""
        rows = [
            dataclasses.asdict(row) | {"marks": list(row.marks)} for pool in self.pools for row in pool.rows
        ]
        return pl.DataFrame(rows, schema=_ROWS)

    @property
    def summary(self) -> pl.DataFrame:
        """One row a pool: getpages, pages, first touches, and the marked sizes of its first VPSEQT."""
        rows = []
        for pool in self.pools:
            marks = {
                name: getattr(pool.mark(name), "size", None) for name in ("current", "knee", "saturation")
            }
            known = {key: getattr(pool, key) for key in _SUMMARY if key not in marks}
            rows.append(known | marks)
        return pl.DataFrame(rows, schema=_SUMMARY)

    def messages(self) -> str:
        """DSNB431I and DSNB432I of the simulated pools; empty where none was asked for."""
        return "\n".join(pool.simulated.messages() for pool in self.pools if pool.simulated is not None)


_ROWS: dict[str, type[pl.DataType] | pl.DataType] = {
    "pool": pl.String,
    "size": pl.Int64,
    "vpseqt": pl.Int64,
    "pgsteal": pl.String,
    "bytes": pl.Int64,
    "factor": pl.Float64,
    "getpages": pl.Int64,
    "reads": pl.Int64,
    "sync_random": pl.Int64,
    "sync_sequential": pl.Int64,
    "asynchronous": pl.Int64,
    "read_seconds": pl.Float64,
    "share": pl.Float64,
    "opt_reads": pl.Int64,
    "band_low": pl.Float64,
    "band_high": pl.Float64,
    "marks": pl.List(pl.String),
}
_SUMMARY: dict[str, type[pl.DataType] | pl.DataType] = {
    "pool": pl.String,
    "page_bytes": pl.Int64,
    "getpages": pl.Int64,
    "pages": pl.Int64,
    "first_touches": pl.Int64,
    "sample": pl.Float64,
    "current": pl.Int64,
    "knee": pl.Int64,
    "saturation": pl.Int64,
}
