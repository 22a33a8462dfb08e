"""Waits for latches a second, and the pools that take most getpages.

Reference: OMEGAMON for Db2, "IFCID 001 - QVLS data": what each class is mostly used for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from .thresholds import LATCH_LOOK, MOST_GETPAGES

if TYPE_CHECKING:
    from .frames import Row
    from .member import Member
    from .pool import Pool

LRU: Final = "class_14"
WRITES: Final = "class_23"
EDM: Final = "class_24"


def worst(member: Member, column: str) -> tuple[Row, float] | None:
    """The interval with most waits a second for a class; None where none was measured."""
    rows = member.frames["db2_latch"].filter(pl.col("rate_seconds").is_not_null(), pl.col(column) > 0)
    rows = rows.with_columns((pl.col(column) / pl.col("rate_seconds")).alias("rate"))
    if not rows.height:
        return None
    row = rows.sort("rate", descending=True, maintain_order=True).row(0, named=True)
    return row, float(row["rate"])


def contended(member: Member) -> bool:
    """Whether the chains of the buffer pools were waited for as often as is worth a look."""
    found = worst(member, LRU)
    return found is not None and found[1] >= LATCH_LOOK


def busiest(member: Member) -> list[tuple[Pool, float]]:
    """Pools with a fifth of all getpages of the window or more, most first, with their shares."""
    counts = [(pool, pool.total("getpages")) for pool in member.pools]
    total = sum(count for _, count in counts)
    shares = [(pool, count / total) for pool, count in counts if total]
    shares.sort(key=lambda pair: (-pair[1], pair[0].number))
    return [(pool, share) for pool, share in shares if share >= MOST_GETPAGES]
