"""MAXSPACE for a dump of Db2: all that its address spaces hold, without the buffer pools.

What of the pools is in real storage IFCID 225 tells (64-bit private storage with and without them); else they
count with all their buffers.

Reference: IBM REDP-5238, 2.2.1: MAXSPACE = (DBM1 + MSTR + IRLM + DIST + COMMON/ECSA) - (total buffer pool
allocation).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .frames import Row

SPACES: Final = ("DBM1", "MSTR", "IRLM", "DIST", "COMMON")


@dataclass(frozen=True, slots=True)
class DumpSpace:
    """What a dump takes, and which parts of the formula no evidence gives."""

    bytes: int
    absent: tuple[str, ...]
    row: Row | None = None


def maxspace(spaces: Mapping[str, int], pools: int) -> int:
    """The formula; spaces that are not given count nothing. Never less than 0."""
    return max(0, sum(spaces.get(space, 0) for space in SPACES) - pools)


def backed(row: Row) -> int | None:
    """Bytes of pools that were in real storage, of a row of DBM1; None where it does not tell."""
    whole, rest = row.get("real_above"), row.get("real_above_without_pools")
    return None if whole is None or rest is None else max(0, int(whole) - int(rest))


def dump_space(storage: pl.DataFrame, pools: int) -> DumpSpace | None:
    """What a dump of one member takes at most in the window; None without DBM1, which holds most of it.

    `pools` are all buffers in bytes. Each space counts at its largest, DBM1 at its largest without pools.
    """
    known = storage.drop_nulls("real")
    largest = known.sort("real", descending=True, maintain_order=True)
    spaces = {row["space"]: row for row in reversed(list(largest.iter_rows(named=True)))}
    rows = known.filter(pl.col("space") == "DBM1").iter_rows(named=True)
    without = [(int(row["real"]) - _pools(row, pools), row) for row in rows]
    if not without:
        return None
    _, dbm1 = max(without, key=lambda pair: pair[0])
    held = {space: int(row["real"]) for space, row in spaces.items()} | {"DBM1": int(dbm1["real"])}
    absent = tuple(space for space in SPACES if space not in held)
    return DumpSpace(maxspace(held, _pools(dbm1, pools)), absent, dbm1)


def _pools(row: Row, pools: int) -> int:
    real = backed(row)
    return pools if real is None else real


def paged_out(storage: pl.DataFrame) -> list[Row]:
    """Address spaces with storage on auxiliary storage, each at its most, largest first."""
    found = storage.filter(pl.col("auxiliary") > 0).sort("auxiliary", descending=True, maintain_order=True)
    return list(found.unique("space", keep="first", maintain_order=True).iter_rows(named=True))
