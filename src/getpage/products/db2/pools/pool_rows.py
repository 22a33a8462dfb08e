"""Intervals of a buffer pool with derived columns: totals, rates, hit ratios, residency and page-ins.

Also names and page sizes of pools, and the interval with the most page-ins.

Residency is the time that a page stays: buffers over pages read a second, for all pages and for those of
random access alone. Source of both formulas: Db2utor, "Buffer pool tuning" (IBM Systems Magazine). Hit
ratios as OMEGAMON for Db2 defines them: of random getpages, those without a synchronous read; of sequential
getpages, those whose page was not read for them at all, so that prefetch can make it negative.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import polars as pl

from getpage.contract.measures import Measure, Row, Worst
from getpage.core.units import KIB, PAGE

from ..constants import PAGE_INS_WORTH_A_WORD

_SIZES = (
    (range(50), PAGE),
    (range(80, 90), 32 * KIB),
    (range(100, 110), 8 * KIB),
    (range(120, 130), 16 * KIB),
)


@cache  # rules ask it of every pool, many times
def page_bytes(pool: int) -> int:
    """Bytes of a page of the pool; 4096 for an identifier that is none."""
    return next((size for ids, size in _SIZES if pool in ids), PAGE)


def page_bytes_by_name(pool: str) -> int | None:
    """Bytes of a page of the pool of this name, which says so unless it is 4096; None for no such name."""
    if not pool.startswith("BP"):
        return None
    large = (("BP8K", 8192), ("BP16K", 16384), ("BP32K", 32768))
    return next((size for prefix, size in large if pool.startswith(prefix)), PAGE)


def pool_name(pool: int) -> str:
    """The name of a pool by its identifier, for records that carry no name."""
    if pool < 50:
        return f"BP{pool}"
    if 80 <= pool < 90:
        return f"BP32K{pool - 80 or ''}"
    if 100 <= pool < 110:
        return f"BP8K{pool - 100}"
    return f"BP16K{pool - 120}" if 120 <= pool < 130 else f"pool {pool}"


WORST: Final = Worst(
    "page_in_share",
    where=pl.col("page_ins") >= PAGE_INS_WORTH_A_WORD,
    then=("page_ins",),
)


@dataclass(frozen=True, slots=True)
class PageIns:
    """The worst interval of a pool: its row, page-ins, and I/Os that they are compared with."""

    row: Row

    @property
    def page_ins(self) -> int:
        """Buffers that were paged in."""
        return int(self.row["page_ins"])

    @property
    def pages(self) -> int:
        """Pages read and written."""
        return int(self.row["paged_pages"])

    @property
    def share(self) -> float:
        """Page-ins to a page read or written."""
        return float(self.row["page_in_share"])

    @property
    def from_activation(self) -> bool:
        """Counted from the activation of the pool, when page-ins are normal, to now."""
        return self.row["statistics"] == "CUMULATIVE" and not self.row["difference"]


def worst_page_ins(pool: Measure, share: float) -> PageIns | None:
    """The interval with the largest share of page-ins above `share`; None when there is none."""
    row = pool[WORST]
    return None if row is None or row["page_in_share"] <= share else PageIns(row)


_PREFETCH: Final = ("sequential", "list", "dynamic")

#: Records have totals and the sequential part, displays the parts: what was not counted is worked out.
SPLIT: Final = ("getpages", "sync_reads")

#: The columns that `worked_out` adds.
WORKED_OUT: Final = (
    *(f"{name}{part}_worked_out" for name in SPLIT for part in ("", "_random")),
    *("reads", "prefetch_pages", "pages_read", "getpage_rate", "sync_rate", "read_rate", "page_rate"),
    *("random_hit_ratio", "sequential_hit_ratio", "random_share", "in_use_share", "sequential_held"),
    *("residency", "random_residency", "page_ins", "paged_pages", "page_in_share"),
)


def worked_out(frame: pl.DataFrame) -> pl.DataFrame:
    """Intervals of pools with all that their rules compare."""
    for step in (_PARTS, _WHOLES, _READ, _OF_READ, _AT_LAST):
        frame = frame.with_columns(step)
    return frame


def _parts() -> list[pl.Expr]:
    """The random part of each total, and which of both were not counted."""
    columns = []
    for total in SPLIT:
        known, part = pl.col(total), pl.col(f"{total}_random")
        sequential = pl.col(f"{total}_sequential")
        rest = pl.when(known >= sequential).then(known - sequential)
        columns += [
            pl.coalesce(part, rest).alias(f"{total}_random"),
            known.is_null().alias(f"{total}_worked_out"),
            part.is_null().alias(f"{total}_random_worked_out"),
        ]
    return columns


def _wholes() -> list[pl.Expr]:
    """Each total, of its parts where it was not counted."""
    return [
        pl.coalesce(total, pl.col(f"{total}_random") + pl.col(f"{total}_sequential")).alias(total)
        for total in SPLIT
    ]


def _read() -> list[pl.Expr]:
    """Reads, and the pages that were read and prefetched."""
    sync = pl.col("sync_reads")
    reads, pages = (
        pl.sum_horizontal(*(f"{kind}_prefetch_{what}" for kind in _PREFETCH), ignore_nulls=False)
        for what in ("reads", "pages")
    )
    return [(sync + reads).alias("reads"), pages.alias("prefetch_pages"), (sync + pages).alias("pages_read")]


def _rates() -> list[pl.Expr]:
    seconds = pl.col("rate_seconds")
    pages = pl.col("pages_read").fill_null(pl.col("sync_reads")) + pl.col("pages_written").fill_null(0)
    return [
        (pl.col("getpages") / seconds).alias("getpage_rate"),
        (pl.col("sync_reads") / seconds).alias("sync_rate"),
        (pl.col("reads") / seconds).alias("read_rate"),
        (pages / seconds).alias("page_rate"),
    ]


def _shares() -> list[pl.Expr]:
    random, sequential = pl.col("getpages_random"), pl.col("getpages_sequential")
    found_random = random - pl.col("sync_reads_random")
    found_sequential = sequential - pl.col("sync_reads_sequential") - pl.col("prefetch_pages")
    buffers = pl.col("buffers")
    held = pl.coalesce("sequential_buffers", "highest_sequential_buffers")
    return [
        pl.when(random > 0).then(found_random / random).alias("random_hit_ratio"),
        pl.when(sequential > 0).then(found_sequential / sequential).alias("sequential_hit_ratio"),
        pl.when(pl.col("getpages") > 0).then(random / pl.col("getpages")).alias("random_share"),
        pl.when(buffers > 0).then(pl.col("buffers_in_use") / buffers).alias("in_use_share"),
        pl.when(buffers > 0).then(held / buffers).alias("sequential_held"),
    ]


def _residency() -> list[pl.Expr]:
    buffers, free = pl.col("buffers"), 1 - pl.col("sequential_threshold") / 100
    seconds = pl.col("rate_seconds")
    alone = pl.when(pl.col("sync_reads") > 0).then(buffers * free * seconds / pl.col("sync_reads"))
    return [
        pl.when(pl.col("pages_read") > 0).then(buffers * seconds / pl.col("pages_read")).alias("residency"),
        alone.alias("random_residency"),
    ]


def _paging() -> list[pl.Expr]:
    """Buffers that were not in real storage, and the pages read and written that needed them."""
    read = pl.when(pl.col("pages_read") > 0).then("pages_read").otherwise("sync_reads_random")
    page_ins = pl.col("page_ins_read").fill_null(0) + pl.col("page_ins_write").fill_null(0)
    return [
        page_ins.alias("page_ins"),
        (read.fill_null(0) + pl.col("pages_written").fill_null(0)).alias("paged_pages"),
    ]


def _each(part: str, whole: str) -> pl.Expr:
    return pl.when(pl.col(whole) > 0).then(pl.col(part) / pl.col(whole))


def _at_last() -> list[pl.Expr]:
    """What rests on residency and paging."""
    return [
        pl.max_horizontal("residency", "random_residency").alias("random_residency"),
        _each("page_ins", "paged_pages").fill_null(1.0).alias("page_in_share"),
    ]


# Made once: a pass has a piece of rows for each hundred thousand of them.
_PARTS: Final = _parts()
_WHOLES: Final = _wholes()
_READ: Final = _read()
_OF_READ: Final = [*_rates(), *_shares(), *_residency(), *_paging()]
_AT_LAST: Final = _at_last()
