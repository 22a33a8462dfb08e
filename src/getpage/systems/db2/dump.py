"""MAXSPACE for a dump of Db2: all that its address spaces hold, without the buffer pools.

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


def dump_space(storage: pl.DataFrame, pools: int) -> DumpSpace | None:
    """What a dump of one member takes; None without the storage of DBM1, which holds most of it."""
    largest = storage.drop_nulls("real").sort("real", descending=True, maintain_order=True)
    spaces = {row["space"]: row for row in reversed(list(largest.iter_rows(named=True)))}
    if "DBM1" not in spaces:
        return None
    held = {space: int(row["real"]) for space, row in spaces.items()}
    absent = tuple(space for space in SPACES if space not in held)
    return DumpSpace(maxspace(held, pools), absent, spaces["DBM1"])


def paged_out(storage: pl.DataFrame) -> list[Row]:
    """Address spaces with storage on auxiliary storage, largest first."""
    found = storage.filter(pl.col("auxiliary") > 0).sort("auxiliary", descending=True, maintain_order=True)
    return list(found.iter_rows(named=True))
